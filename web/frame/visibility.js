// Whether an explorer can be seen. Where the engine cannot tell, it counts as seen.

/** @typedef {import("./attention-element.js").AttentionElement} Host */

const canTell = typeof IntersectionObserver !== "undefined";

export class Visibility {
  /** @type {Host} */
  #host;
  /** @type {IntersectionObserver | undefined} */
  #observer;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    if (!canTell) {
      this.#host.inView = true;
      return;
    }
    this.#observer = new IntersectionObserver((entries) => {
      this.#host.inView = entries[entries.length - 1].isIntersecting;
    });
    this.#observer.observe(this.#host);
  }

  hostDisconnected() {
    this.#observer?.disconnect();
    // What is drawn once more after this begins nothing.
    this.#host.inView = false;
  }
}

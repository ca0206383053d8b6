// A screen reader says the sentence when it has stopped changing: not for every place of a slider, nor for
// every step of what runs by itself, nor as the page opens.

/** @typedef {import("./attention-element.js").AttentionElement} Host */

// Milliseconds without a change after which the sentence is said, and for which it then stands.
const SETTLED = 500;
const STANDS = 5000;

export class SaidAloud {
  /** @type {Host} */
  #host;
  /** @type {string | undefined} */
  #last;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected() {
    clearTimeout(this.#timer);
  }

  hostUpdated() {
    const root = this.#host.shadowRoot;
    const sentence = root?.querySelector(".sentence")?.textContent?.replace(/\s+/g, " ").trim();
    const isNew = this.#last !== undefined && sentence !== this.#last;
    this.#last = sentence;
    if (!isNew || !this.#host.isConnected) return;
    const say = (/** @type {string} */ words) => {
      const said = root?.querySelector("[data-said]");
      if (said) said.textContent = words;
    };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      say(this.#last ?? "");
      // Who reads on through the page shall not find it twice.
      this.#timer = setTimeout(() => say(""), STANDS);
    }, SETTLED);
  }
}

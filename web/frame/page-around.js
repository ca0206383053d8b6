// What a page in a frame tells the page around it: how tall it is, so that there are no two scrollbars,
// and what was answered. Does nothing in a page that is not framed.
//
// To whichever page is around: its origin cannot be known (it may be a file, or a frame without an
// origin), and neither a height nor an answer is a secret from the page that shows the question.

/** @typedef {import("./attention-element.js").AttentionElement} Host */

/** @param {Record<string, unknown>} message */
const tell = (message) => window.parent.postMessage(message, "*");

export class PageAround {
  /** @type {Host} */
  #host;
  /** @type {ResizeObserver | undefined} */
  #observer;
  /** The height that was told last. */
  #told = 0;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  get #isThere() {
    return this.#host.tellHeight && window.parent !== window;
  }

  hostConnected() {
    if (!this.#isThere || typeof ResizeObserver === "undefined") return;
    this.#observer = new ResizeObserver(() => this.#tellHeight());
    this.#observer.observe(document.body);
  }

  hostDisconnected() {
    this.#observer?.disconnect();
  }

  hostUpdated() {
    // At once: an engine that does not draw a frame out of sight observes nothing there either.
    if (this.#isThere) this.#host.updateComplete.then(() => this.#tellHeight());
  }

  /** Two messages: our own, which says whose height it is, and the one that Canvas and its kin hear. */
  #tellHeight() {
    // Where the content ends, not how tall the document is: that is at least the frame's own height,
    // and a frame that follows it could only grow.
    const { body } = document;
    const margin = Number.parseFloat(getComputedStyle(body).marginBottom) || 0;
    const end = body.getBoundingClientRect().bottom + window.scrollY + margin;
    const height = Math.ceil(end);
    if (height === this.#told || height === 0) return;
    this.#told = height;
    tell({ type: "attention-wasm:height", height, element: this.#host.localName });
    tell({ subject: "lti.frameResize", height });
  }

  /** The answer to a question, as the event `answer` tells it. @param {Record<string, unknown>} answer */
  tellAnswer(answer) {
    if (this.#isThere) tell({ type: "attention-wasm:answer", ...answer });
  }
}

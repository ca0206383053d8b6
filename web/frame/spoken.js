// In which language an element speaks: that of lang="…" around it, followed as it changes, and said again
// whenever words come.
import { languageOf, onWords, treesOf } from "./languages.js";

/** @typedef {import("lit").ReactiveControllerHost & Element} Host */

export class Spoken {
  /** As lang="…" says it. */
  language = "en";
  #host;
  /** @type {MutationObserver | undefined} */
  #observer;
  #endListening = () => {};

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    this.#read();
    this.#endListening = onWords(() => this.#host.requestUpdate());
    if (typeof MutationObserver === "undefined") return;
    this.#observer = new MutationObserver(() => this.#read());
    for (const tree of treesOf(this.#host)) {
      this.#observer.observe(tree, { subtree: true, attributes: true, attributeFilter: ["lang"] });
    }
  }

  hostDisconnected() {
    this.#endListening();
    this.#observer?.disconnect();
  }

  #read() {
    const language = languageOf(this.#host);
    if (language === this.language) return;
    this.language = language;
    this.#host.requestUpdate();
  }
}

// The words of an explorer: the author's, the page's in its language, ours in English.
import { entryOf } from "../parts/own-entry.js";
import { sharedStrings } from "./strings.js";

/** @typedef {import("./attention-element.js").AttentionElement} Host */

export class Words {
  /** @type {Host} */
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /** @param {string} key */
  template(key) {
    const { strings } = /** @type {typeof import("./attention-element.js").AttentionElement} */ (
      this.#host.constructor
    );
    return (
      entryOf(this.#host.strings, key) ??
      entryOf(strings, key) ??
      entryOf(sharedStrings, key) ??
      key
    );
  }

  /** With live values in it, as plain text. @param {string} key @param {Record<string, unknown>} values */
  text(key, values) {
    return this.template(key).replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  }

  /** The same where values may be templates. @param {string} key @param {Record<string, unknown>} values */
  rich(key, values) {
    return this.template(key)
      .split(/\{(\w+)\}/g)
      .map((piece, index) => (index % 2 === 0 ? piece : (values[piece] ?? "")));
  }
}

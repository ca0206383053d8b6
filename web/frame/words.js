// The words of an explorer: the author's, the page's in its language, ours in English; and how that language
// writes numbers.
import { signsOf } from "../parts/letters/numbers.js";
import { entryOf } from "../parts/own-entry.js";
import { frameTextIn, languageOf, onWords, textIn, treesOf } from "./languages.js";
import { withLiveValues } from "./live-values.js";
import { sharedStrings } from "./strings.js";

/** @typedef {import("./attention-element.js").AttentionElement} Host */

export class Words {
  /** @type {Host} */
  #host;
  #language = "en";
  /** @type {MutationObserver | undefined} */
  #observer;
  #endListening = () => {};

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  /** The author's words. @type {Record<string, string> | undefined} */
  #own;
  /** @type {unknown} */
  #given;

  /** Reads the author's words; throws what is wrong with them. @param {unknown} given */
  read(given) {
    if (given === this.#given) return;
    this.#own = undefined;
    const value = typeof given === "string" && given !== "" ? parsed(given) : given || {};
    const isWords =
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every((text) => typeof text === "string");
    if (!isWords) throw new TypeError(this.text("stringsWrong", { tag: this.#host.localName }));
    this.#own = /** @type {Record<string, string>} */ (value);
    this.#given = given;
  }

  hostConnected() {
    this.#readLanguage();
    this.#endListening = onWords(() => this.#host.requestUpdate());
    if (typeof MutationObserver === "undefined") return;
    this.#observer = new MutationObserver(() => this.#readLanguage());
    for (const tree of treesOf(this.#host)) {
      this.#observer.observe(tree, { subtree: true, attributes: true, attributeFilter: ["lang"] });
    }
  }

  hostDisconnected() {
    this.#endListening();
    this.#observer?.disconnect();
  }

  #readLanguage() {
    const language = languageOf(this.#host);
    if (language === this.#language) return;
    this.#language = language;
    this.#host.signs = signsOf(language);
    this.#host.requestUpdate();
  }

  /** @param {string} key @returns {string} */
  template(key) {
    const { strings } = /** @type {typeof import("./attention-element.js").AttentionElement} */ (
      this.#host.constructor
    );
    const language = this.#language;
    return (
      entryOf(this.#own, key) ??
      textIn(language, this.#host.localName, key) ??
      entryOf(strings, key) ??
      frameTextIn(language, key) ??
      entryOf(sharedStrings, key) ??
      key
    );
  }

  /** With live values in it, as plain text. @param {string} key @param {Record<string, unknown>} values */
  text(key, values) {
    return this.rich(key, values).join("");
  }

  /** The same where values may be templates. @param {string} key @param {Record<string, unknown>} values */
  rich(key, values) {
    return withLiveValues(this.template(key), values, this.#language);
  }
}

/** @param {string} text @returns {unknown} undefined where it is no JSON */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

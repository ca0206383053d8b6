// The words of an explorer: the author's, the page's in its language, ours in English; and how that language
// writes numbers.
import { ENGLISH_SIGNS, signsOf, useSigns } from "../parts/letters/numbers.js";
import { entryOf } from "../parts/own-entry.js";
import { isRightToLeft } from "../parts/letters/right-to-left.js";
import { FRAME, hasWords, textIn } from "./languages.js";
import { withLiveValues } from "./live-values.js";
import { Spoken } from "./spoken.js";
import { sharedStrings } from "./strings.js";

/** @typedef {import("./attention-element.js").AttentionElement} Host */

/** What a learner does, of which something is written at once. */
const EVENTS = ["click", "input", "change", "keydown", "pointerdown", "pointermove", "focusout"];

export class Words {
  /** @type {Host} */
  #host;
  #spoken;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    // Before anybody inside hears of it.
    for (const type of EVENTS) {
      host.addEventListener(type, () => useSigns(host.signs), { capture: true });
    }
    this.#spoken = new Spoken(host);
  }

  /** How the language of what is said writes numbers. */
  get signs() {
    const { language } = this;
    if (language !== this.#signs.language) this.#signs = { language, ...signsOf(language) };
    return this.#signs;
  }

  #signs = { language: "en", ...ENGLISH_SIGNS };

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
    this.#own =
      Object.keys(value).length > 0 ? /** @type {Record<string, string>} */ (value) : undefined;
    this.#given = given;
  }

  /** The author's words that stand on the element. @returns {Record<string, string>} */
  get own() {
    return this.#own ?? {};
  }

  /** The language of what is said: English in a page whose language nobody has given words for. */
  get language() {
    const { language } = this.#spoken;
    const isSpoken = [this.#host.localName, FRAME].some((who) => hasWords(language, who));
    return this.#own || isSpoken ? language : "en";
  }

  /** Which way that language is read, where the page around does not say so already. */
  get direction() {
    const isSaid = this.#host.hasAttribute("dir");
    return !isSaid && isRightToLeft(this.language) ? "rtl" : undefined;
  }

  /** @param {string} key @returns {string} */
  template(key) {
    const { strings } = /** @type {typeof import("./attention-element.js").AttentionElement} */ (
      this.#host.constructor
    );
    const { language } = this.#spoken;
    return (
      entryOf(this.#own, key) ??
      textIn(language, this.#host.localName, key) ??
      entryOf(strings, key) ??
      textIn(language, FRAME, key) ??
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
    return withLiveValues(this.template(key), values, this.language);
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

// An explorer's state: properties that are its attributes, and so also the text in the page's address and
// in the code that embeds it; nothing else has to be learnt.
import { defaultConverter } from "lit";
import { LONGEST_ATTRIBUTE } from "./limits.js";

/** @typedef {import("./attention-element.js").AttentionElement} Host */

export class State {
  /** @type {Host} */
  #host;
  /** Whether attributes are being written from properties. */
  #isReflecting = false;
  /** Attributes that were too long to be read, and their lengths. @type {Map<string, number>} */
  #tooLong = new Map();

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  get #class() {
    return /** @type {typeof import("./attention-element.js").AttentionElement} */ (
      this.#host.constructor
    );
  }

  /** The properties that are the state. @returns {string[]} */
  get names() {
    return this.#class.state;
  }

  /** The attributes that they are. @returns {string[]} */
  get attributeNames() {
    return this.names.map((name) => this.#options(name).attribute);
  }

  /** @param {string} name @returns {unknown} */
  read(name) {
    return /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this.#host))[name];
  }

  /** @param {string} name @param {unknown} value */
  assign(name, value) {
    /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this.#host))[name] = value;
  }

  /** @returns {Record<string, unknown>} */
  whole() {
    return Object.fromEntries(this.names.map((name) => [name, this.read(name)]));
  }

  /** The state of an element as it is made, to tell what has been changed. @returns {State} */
  fresh() {
    return new /** @type {new () => Host} */ (/** @type {unknown} */ (this.#class))().state;
  }

  /** Goes back to what an element is made with. */
  reset() {
    this.#tooLong.clear();
    const fresh = this.fresh();
    for (const name of this.names) this.assign(name, fresh.read(name));
  }

  /** @param {string} name */
  #options(name) {
    const options = this.#class.elementProperties.get(name);
    const given = /** @type {Partial<typeof defaultConverter>} */ (options?.converter ?? {});
    const { fromAttribute, toAttribute } = { ...defaultConverter, ...given };
    return {
      kept: /** @type {{ kept?: boolean }} */ (options ?? {}).kept,
      isText: options?.type === String && !options.converter,
      attribute: typeof options?.attribute === "string" ? options.attribute : name.toLowerCase(),
      fromText: (/** @type {string} */ text) =>
        /** @type {NonNullable<typeof fromAttribute>} */ (fromAttribute)(text, options?.type),
      toText: (/** @type {unknown} */ value) =>
        /** @type {NonNullable<typeof toAttribute>} */ (toAttribute)(value, options?.type),
    };
  }

  /** A property as its attribute is written; null without one. @param {string} name @returns {string | null} */
  written(name) {
    const text = this.#options(name).toText(this.read(name));
    return text === null || text === undefined ? null : String(text);
  }

  /** What differs from a new element's, as attributes. @returns {Map<string, string>} */
  attributes() {
    const fresh = this.fresh();
    const attributes = new Map();
    for (const name of this.names) {
      const text = this.written(name);
      if (text !== null && text !== fresh.written(name)) {
        attributes.set(this.#options(name).attribute, text);
      }
    }
    return attributes;
  }

  /** A part of the state by its attribute; undefined where there is no such part.
   * @param {string} attribute @returns {string | undefined} */
  text(attribute) {
    const name = this.#named(attribute);
    return name === undefined ? undefined : (this.written(name) ?? "");
  }

  /** Whether a part of the state is what an attribute's text says, however that is written: 0.50 is 0.5.
   * @param {string} attribute @param {string} text */
  is(attribute, text) {
    const name = this.#named(attribute);
    if (name === undefined) return false;
    const { fromText, toText } = this.#options(name);
    return String(toText(fromText(text)) ?? "") === this.text(attribute);
  }

  /** Takes parts of the state as attributes are read.
   * @param {Map<string, string>} texts by attribute
   * @param {boolean} [isWhole] what is not among them goes back to what it is made with */
  take(texts, isWhole = false) {
    const fresh = isWhole ? this.fresh() : undefined;
    for (const name of this.names) {
      const { attribute, fromText } = this.#options(name);
      const text = texts.get(attribute);
      if (text !== undefined) {
        if (this.#isShort(attribute, text)) this.assign(name, fromText(text));
      } else if (fresh) this.assign(name, fresh.read(name));
    }
  }

  /** Whether the text of an attribute is to be read as the property: not where it was written from it, nor
   * where it is too long. One that is taken away leaves what an element is made with.
   * @param {string} attribute @param {string | null} text */
  reads(attribute, text) {
    if (this.#isReflecting || !this.#isShort(attribute, text)) return false;
    if (text !== null) return true;
    const name = [...this.#class.elementProperties.keys()]
      .map(String)
      .find((each) => this.#options(each).attribute === attribute);
    if (name === undefined) return true;
    this.assign(name, this.fresh().read(name));
    return false;
  }

  /** @param {string} attribute */
  #named(attribute) {
    return this.names.find((each) => this.#options(each).attribute === attribute);
  }

  /** @param {string} attribute @param {string | null} text */
  #isShort(attribute, text) {
    const isShort = (text?.length ?? 0) <= LONGEST_ATTRIBUTE;
    if (isShort) this.#tooLong.delete(attribute);
    else this.#tooLong.set(attribute, text?.length ?? 0);
    return isShort;
  }

  /** Throws what was too long to be read. */
  check() {
    for (const [name, length] of this.#tooLong) {
      const values = { tag: this.#host.localName, name, length, most: LONGEST_ATTRIBUTE };
      throw new RangeError(this.#host.text("attributeTooLong", values));
    }
  }

  /** Writes what has changed into the attributes: not by Lit, which writes at the first drawing what every
   * element is made with, and frameworks that take over a page from their server complain of it.
   * @param {import("lit").PropertyValues} changed */
  reflect(changed) {
    const fresh = this.#host.hasUpdated ? undefined : this.fresh();
    this.#isReflecting = true;
    for (const name of this.names) {
      const { attribute, kept } = this.#options(name);
      if (!kept || !changed.has(name)) continue;
      const text = this.written(name);
      if (text === this.#host.getAttribute(attribute) || fresh?.written(name) === text) continue;
      if (text === null) this.#host.removeAttribute(attribute);
      else this.#host.setAttribute(attribute, text);
    }
    this.#isReflecting = false;
  }

  /** React, Preact and Vue set a property where there is one, and markup gives them text: it is read as
   * the attribute would be. */
  readTexts() {
    for (const name of this.names) {
      const value = this.read(name);
      const { attribute, isText, fromText } = this.#options(name);
      if (typeof value !== "string" || !this.#isShort(attribute, value)) continue;
      if (!isText) this.assign(name, fromText(value));
    }
  }
}

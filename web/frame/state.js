// An explorer's state: properties that are its attributes, and so also the text in the page's address and
// in the code that embeds it; nothing else has to be learnt.
import { defaultConverter } from "lit";

/** @typedef {import("./attention-element.js").AttentionElement} Host */

export class State {
  /** @type {Host} */
  #host;

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
    const fresh = this.fresh();
    for (const name of this.names) this.assign(name, fresh.read(name));
  }

  /** @param {string} name */
  #options(name) {
    const options = this.#class.elementProperties.get(name);
    const given = /** @type {Partial<typeof defaultConverter>} */ (options?.converter ?? {});
    const { fromAttribute, toAttribute } = { ...defaultConverter, ...given };
    return {
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
    const name = this.names.find((each) => this.#options(each).attribute === attribute);
    return name === undefined ? undefined : (this.written(name) ?? "");
  }

  /** Takes parts of the state as attributes are read.
   * @param {Map<string, string>} texts by attribute
   * @param {boolean} [isWhole] what is not among them goes back to what it is made with */
  take(texts, isWhole = false) {
    const fresh = isWhole ? this.fresh() : undefined;
    for (const name of this.names) {
      const { attribute, fromText } = this.#options(name);
      const text = texts.get(attribute);
      if (text !== undefined) this.assign(name, fromText(text));
      else if (fresh) this.assign(name, fresh.read(name));
    }
  }

  /** React, Preact and Vue set a property where there is one, and markup gives them text: it is read as
   * the attribute would be. */
  readTexts() {
    for (const name of this.names) {
      const value = this.read(name);
      const { isText, fromText } = this.#options(name);
      if (typeof value === "string" && !isText) this.assign(name, fromText(value));
    }
  }
}

// Reads JSON in one pass, where JSON.parse says too little: it keeps the last of two equal names without a
// word, does not tell 1 from 1.0 or 1e0, and gives the engine's own words, or no answer, for what is nested
// very deep. The caller says what it expects next; a text that has something else is refused.
import { describe } from "./check.js";

/** Values that nobody asked for may be nested this deep, as in serde_json, which the format's own
 * implementation reads with. */
const DEEPEST = 128;

const QUOTE = 0x22,
  BACKSLASH = 0x5c,
  COMMA = 0x2c,
  COLON = 0x3a;
const OPEN = { object: 0x7b, list: 0x5b },
  CLOSE = { object: 0x7d, list: 0x5d };
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
/** What may follow a number. */
const NUMBER_GOES_ON = /[\w.+-]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

export class JsonReader {
  #text;
  #at = 0;
  /** Whether nothing of the object or list that was entered last has been read. */
  #isFirst = false;
  #fail;

  /** @param {string} text @param {(what: string) => never} fail throws a sentence about the text */
  constructor(text, fail) {
    this.#text = text;
    this.#fail = fail;
  }

  /** The place of what comes next. */
  get at() {
    return this.#at;
  }

  /** The first character of what comes next, as a code; NaN at the end. */
  #next() {
    const text = this.#text;
    let at = this.#at,
      code = text.charCodeAt(at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)
      code = text.charCodeAt(++at);
    this.#at = at;
    return code;
  }

  /** @returns {never} */
  #notJson() {
    const found =
      this.#at < this.#text.length
        ? describe(String.fromCodePoint(/** @type {number} */ (this.#text.codePointAt(this.#at))))
        : "its end";
    return this.#fail(`the header is not valid JSON: it has ${found} at character ${this.#at + 1}`);
  }

  /** @param {number} code */
  #take(code) {
    if (this.#next() !== code) this.#notJson();
    this.#at++;
  }

  /** Whether an object, a list, a text, or null comes next. */
  get isObject() {
    return this.#next() === OPEN.object;
  }
  get isList() {
    return this.#next() === OPEN.list;
  }
  get isText() {
    return this.#next() === QUOTE;
  }
  get isNull() {
    this.#next();
    return this.#text.startsWith("null", this.#at);
  }

  /** What comes next, in a few words, for a message. */
  described() {
    const code = this.#next();
    if (code === OPEN.object) return "an object";
    if (code === OPEN.list) return "an array";
    if (code === QUOTE) return describe(this.text());
    const word = /[\w.+-]*/y;
    word.lastIndex = this.#at;
    const found = word.exec(this.#text)?.[0] ?? "";
    if (found === "") this.#notJson();
    return found.length > 20 ? `${found.slice(0, 20)}…` : found;
  }

  /** The text from a place on, for a message. @param {number} from */
  excerpt(from) {
    const short = this.#text.slice(from, from + 40),
      end = short.indexOf("]");
    return end < 0 ? `${short}…` : short.slice(0, end + 1);
  }

  /** A text. One with half of a surrogate pair is refused: no UTF-8 file can hold it.
   * @param {readonly string[]} [likely] texts that are given back as these, without a string being made */
  text(likely) {
    this.#take(QUOTE);
    const text = this.#text,
      start = this.#at;
    if (likely)
      for (const known of likely) {
        const end = start + known.length;
        if (text.charCodeAt(end) === QUOTE && text.startsWith(known, start)) {
          this.#at = end + 1;
          return known;
        }
      }
    let at = start,
      escaped = false;
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(++at)) {
      // Also true at the end, where the code is NaN.
      if (!(code >= 0x20)) {
        this.#at = at;
        this.#notJson();
      }
      if (code === BACKSLASH) {
        escaped = true;
        at++;
      }
    }
    this.#at = at + 1;
    if (!escaped) return text.slice(start, at);
    let found;
    try {
      found = JSON.parse(text.slice(start - 1, at + 1));
    } catch {
      this.#fail(
        `the header is not valid JSON: the text at character ${start} has an unknown escape`,
      );
    }
    if (LONE_SURROGATE.test(found))
      this.#fail(`the text at character ${start} of the header has half of a surrogate pair`);
    return /** @type {string} */ (found);
  }

  /** A whole number of digits alone, as the format writes sizes, or undefined for anything else, which is
   * then still to be read. */
  size() {
    const start = this.#next() >= 0 ? this.#at : this.#notJson();
    const text = this.#text;
    let at = start,
      value = 0;
    for (let digit; (digit = text.charCodeAt(at) - 0x30) >= 0 && digit <= 9; at++)
      value = 10 * value + digit;
    const isZeroFirst = text[start] === "0" && at > start + 1;
    if (at === start || isZeroFirst) return undefined;
    const after = text.charCodeAt(at);
    if (after !== COMMA && after !== CLOSE.list && NUMBER_GOES_ON.test(text[at] ?? ""))
      return undefined;
    // Beyond 2⁵³ the value is no exact number any more.
    if (!Number.isSafeInteger(value)) return undefined;
    this.#at = at;
    return value;
  }

  /** Goes into the object or list that comes next; nextName or hasNext goes through it.
   * @param {"object" | "list"} kind */
  enter(kind) {
    this.#take(OPEN[kind]);
    this.#isFirst = true;
  }

  /** Whether another item of a list follows; the list is left where none does. */
  hasNext() {
    return this.#goesOn(CLOSE.list);
  }

  /** The next name of an object, whose value is then to be read; undefined where there is none, and the
   * object is left. @param {readonly string[]} [likely] as in text() */
  nextName(likely) {
    if (!this.#goesOn(CLOSE.object)) return undefined;
    const name = this.text(likely);
    this.#take(COLON);
    return name;
  }

  /** @param {number} close */
  #goesOn(close) {
    const code = this.#next(),
      isFirst = this.#isFirst;
    this.#isFirst = false;
    if (code === close) {
      this.#at++;
      return false;
    }
    if (!isFirst) this.#take(COMMA);
    return true;
  }

  /** Any value, which is left out but has to be right. @param {string} whose for the message */
  skip(whose, depth = 0) {
    if (depth > DEEPEST) this.#fail(`${whose} has a value nested more than ${DEEPEST} levels deep`);
    const code = this.#next();
    if (code === OPEN.object) {
      const names = new Set();
      this.enter("object");
      for (let name; (name = this.nextName()) !== undefined; this.skip(whose, depth + 1)) {
        if (names.has(name)) this.#fail(`${whose} names ${describe(name)} twice`);
        names.add(name);
      }
    } else if (code === OPEN.list) {
      this.enter("list");
      while (this.hasNext()) this.skip(whose, depth + 1);
    } else if (code === QUOTE) this.text();
    else {
      const literal = code >= 0x61 ? WORD : NUMBER;
      literal.lastIndex = this.#at;
      if (!literal.test(this.#text)) this.#notJson();
      this.#at = literal.lastIndex;
    }
  }

  /** Refuses anything that is left. */
  end() {
    this.#next();
    if (this.#at < this.#text.length) this.#notJson();
  }
}

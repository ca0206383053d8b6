// JSON that came from outside, in one pass over its bytes: a file of hundreds of megabytes becomes lists of
// numbers without ever being a text, which no engine can hold at that size. Python's NaN, Infinity and
// -Infinity are read as well; JSON does not have them, and json.dump writes them all the same. So are the
// words of a list as Python prints it.
import { clipped, ReadError } from "./read-error.js";

/** Nothing that is read here is nested deeper. */
const DEEPEST = 64;
/** Whole numbers up to here, and powers of ten up to this one, are exact, and so is their product's rounding. */
const EXACT = 2 ** 53,
  EXACT_POWER = 22;
const POWERS = Array.from({ length: EXACT_POWER + 1 }, (_, exponent) => Number(`1e${exponent}`));
const WORDS = /** @type {[string, unknown][]} */ ([
  ["true", true],
  ["false", false],
  ["null", null],
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
  ["True", true],
  ["False", false],
  ["None", null],
  ["nan", NaN],
  ["inf", Infinity],
  ["-inf", -Infinity],
]);

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [MINUS, PLUS, POINT, ZERO] = [0x2d, 0x2b, 0x2e, 0x30];

/** @param {number | undefined} code */
const isDigit = (code) => code !== undefined && code >= ZERO && code <= ZERO + 9;

/** How Python prints texts, tuples, arrays and their numbers: what JSON does not have, but JSON is meant. */
const PRINTED = /^(?:['(]|array|tensor|\.\.\.|-?\d+\.(?!\d))/;

class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    /** Numbers of the list that is being read; lists of numbers hold no others. */
    this.numbers = new Float64Array(1024);
  }

  /** @returns {never} */
  refuse() {
    const { bytes, at } = this;
    if (at >= bytes.length) throw new ReadError("readCutOff", { size: bytes.length });
    const near = new TextDecoder().decode(bytes.subarray(at, at + 24));
    const isPrinted = PRINTED.test(near) || (bytes[at - 1] === 0x20 && /^[-\d.]/.test(near));
    const key = isPrinted ? "readPrinted" : "readNotJsonAt";
    throw new ReadError(key, { found: clipped(near.trim()), at: at + 1 });
  }

  /** The next byte that is no space, which stays to be read. */
  next() {
    const { bytes } = this;
    let { at } = this;
    while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09)
      at += 1;
    this.at = at;
    return bytes[at];
  }

  /** @param {number} depth @returns {unknown} */
  value(depth) {
    if (depth > DEEPEST) throw new ReadError("readDeep", { most: DEEPEST });
    const code = this.next();
    if (code === OPEN_LIST) return this.list(depth);
    if (code === OPEN_OBJECT) return this.object(depth);
    if (code === QUOTE) return this.text();
    if (isDigit(code) || (code === MINUS && isDigit(this.bytes[this.at + 1]))) return this.number();
    for (const [word, value] of WORDS) {
      if (this.startsWith(word)) {
        this.at += word.length;
        return value;
      }
    }
    return this.refuse();
  }

  /** @param {string} word */
  startsWith(word) {
    for (let at = 0; at < word.length; at += 1)
      if (this.bytes[this.at + at] !== word.charCodeAt(at)) return false;
    return true;
  }

  /** A list: numbers alone as one array of float64, anything else value by value. @param {number} depth */
  list(depth) {
    this.at += 1;
    let count = 0;
    /** @type {unknown[] | undefined} */
    let values;
    if (this.next() === CLOSE_LIST) {
      this.at += 1;
      return [];
    }
    for (;;) {
      const first = this.next();
      // A list inside this one collects its numbers in the same place.
      const isWithin = first === OPEN_LIST || first === OPEN_OBJECT;
      if (!values && isWithin) values = Array.from(this.numbers.subarray(0, count));
      const value = this.value(depth + 1);
      if (typeof value !== "number") values ??= Array.from(this.numbers.subarray(0, count));
      if (values) values.push(value);
      else {
        if (count === this.numbers.length) {
          const more = new Float64Array(2 * count);
          more.set(this.numbers);
          this.numbers = more;
        }
        this.numbers[count] = /** @type {number} */ (value);
        count += 1;
      }
      const code = this.next();
      if (code === CLOSE_LIST) break;
      if (code !== COMMA) this.refuse();
      this.at += 1;
    }
    this.at += 1;
    return values ?? this.numbers.slice(0, count);
  }

  /** @param {number} depth */
  object(depth) {
    /** @type {Map<string, unknown>} */
    const entries = new Map();
    this.at += 1;
    if (this.next() === CLOSE_OBJECT) {
      this.at += 1;
      return {};
    }
    for (;;) {
      if (this.next() !== QUOTE) this.refuse();
      const name = this.text();
      if (this.next() !== COLON) this.refuse();
      this.at += 1;
      entries.set(name, this.value(depth + 1));
      const code = this.next();
      if (code === CLOSE_OBJECT) break;
      if (code !== COMMA) this.refuse();
      this.at += 1;
    }
    this.at += 1;
    return Object.fromEntries(entries);
  }

  text() {
    const { bytes } = this;
    const start = this.at + 1;
    let at = start;
    let isEscaped = false;
    for (; bytes[at] !== QUOTE; at += 1) {
      if (!(bytes[at] >= 0x20)) {
        this.at = at;
        this.refuse();
      }
      if (bytes[at] === BACKSLASH) {
        isEscaped = true;
        at += 1;
      }
    }
    const from = this.at;
    this.at = at + 1;
    try {
      return isEscaped
        ? /** @type {string} */ (JSON.parse(this.decoder.decode(bytes.subarray(start - 1, at + 1))))
        : this.decoder.decode(bytes.subarray(start, at));
    } catch {
      this.at = from;
      return this.refuse();
    }
  }

  number() {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    const isNegative = bytes[at] === MINUS;
    if (isNegative) at += 1;
    let digits = 0;
    const first = at;
    for (; isDigit(bytes[at]); at += 1) digits = 10 * digits + bytes[at] - ZERO;
    if (bytes[first] === ZERO && at > first + 1) this.refuse();
    let power = 0;
    if (bytes[at] === POINT) {
      at += 1;
      if (!isDigit(bytes[at])) this.refuse();
      for (; isDigit(bytes[at]); at += 1) {
        digits = 10 * digits + bytes[at] - ZERO;
        power -= 1;
      }
    }
    if (bytes[at] === 0x65 || bytes[at] === 0x45) {
      at += 1;
      const isSmall = bytes[at] === MINUS;
      if (isSmall || bytes[at] === PLUS) at += 1;
      if (!isDigit(bytes[at])) this.refuse();
      let exponent = 0;
      for (; isDigit(bytes[at]); at += 1)
        exponent = Math.min(1e6, 10 * exponent + bytes[at] - ZERO);
      power += isSmall ? -exponent : exponent;
    }
    this.at = at;
    if (digits < EXACT && Math.abs(power) <= EXACT_POWER) {
      const size = power < 0 ? digits / POWERS[-power] : digits * POWERS[power];
      return isNegative ? -size : size;
    }
    return Number(String.fromCharCode(...bytes.subarray(start, Math.min(at, start + 1000))));
  }
}

/**
 * @param {Uint8Array | string} given
 * @returns {unknown} objects, texts, true, false, null, numbers; lists of numbers alone are Float64Arrays
 */
export function readJson(given) {
  const bytes = typeof given === "string" ? new TextEncoder().encode(given) : given;
  const reader = new Reader(bytes);
  // A byte order mark is no part of the text.
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) reader.at = 3;
  if (reader.next() === undefined) throw new ReadError("readNoText");
  const code = reader.next();
  const isJson =
    [OPEN_LIST, OPEN_OBJECT, QUOTE, MINUS].includes(code) ||
    isDigit(code) ||
    WORDS.some(([word]) => reader.startsWith(word));
  if (!isJson) {
    const start = new TextDecoder().decode(bytes.subarray(reader.at, reader.at + 80));
    if (PRINTED.test(start)) reader.refuse();
    throw new ReadError("readNotJson", { start: clipped(start) });
  }
  const value = reader.value(0);
  if (reader.next() !== undefined) reader.refuse();
  return value;
}

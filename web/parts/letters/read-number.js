// What a learner typed, read as a number. One reader for every field: it takes numbers as the page
// itself writes them (−3, 8,192, 1.311 · 10⁵, √8), as keyboards have them (-3, 1.311e5, 1/4), and with the
// decimal sign of the reader's language or of any other. What can be meant in two ways is not guessed.
import { signsInUse } from "./numbers.js";

/** @typedef {import("./numbers.js").Signs} Signs */

/**
 * A number, or why there is none: "none" (the text is no number), "large" (beyond float32, which
 * everything here is computed in), "either" (two numbers can be meant: 1,000).
 * @typedef {{ value: number, fault?: undefined, readings?: undefined }
 *   | { value?: undefined, fault: "none" | "large", readings?: undefined }
 *   | { value?: undefined, fault: "either", readings: [number, number] }} Reading
 */

const LARGEST = (2 - 2 ** -23) * 2 ** 127;
// Letters of a number, and of what was typed where a sentence repeats it.
const LONGEST = 400;
const REPEATED = 40;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const INFINITY = /^([+-]?)(?:∞|inf|infinity)$/i;

/** Letters that look otherwise and mean the same. @param {string} text */
const tidied = (text) =>
  text
    .replaceAll(/[\u200e\u200f\u061c\u2066-\u2069]/g, "") // marks of direction
    .replaceAll(/⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (raised) =>
      raised.replaceAll(/./g, (letter, at) =>
        letter === "⁻" ? "^-" : `${at === 0 ? "^" : ""}${SUPERSCRIPTS.indexOf(letter)}`,
      ),
    )
    .replaceAll(/[’´]/g, "'")
    .replaceAll(/[¼-¾⅐-⅞]/g, " $&") // 1½ is no 11⁄2
    .normalize("NFKC") // ½ is 1⁄2, and wide letters are as wide as others
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll(/[−–‒﹣]/g, "-")
    .replaceAll(/[⁄÷]/g, "/")
    .replaceAll("٫", ".")
    .replaceAll("٬", ",")
    .replaceAll("٪", "%")
    .replaceAll(/\s+/g, " ")
    .trim();

// One point or comma at the most; and groups of three, with a decimal sign that is another.
const DECIMAL = /^(?:\d+[.,]?\d*|[.,]\d+)$/;
const GROUPED = /^[1-9]\d{0,2}([ '.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d*)?$/;

/**
 * What a run of digits with points, commas, spaces or apostrophes can mean: none, one, or two
 * numbers, the one in groups first.
 * @param {string} digits @param {Signs} signs @param {boolean} whole
 * @returns {number[]}
 */
function meaningsOf(digits, signs, whole) {
  const decimal = DECIMAL.test(digits) ? Number(digits.replace(",", ".")) : undefined;
  const [, mark] = GROUPED.exec(digits) ?? [];
  if (mark === undefined) return decimal === undefined ? [] : [decimal];
  const grouped = Number(digits.replaceAll(mark, "").replace(",", "."));
  if (decimal === undefined) return [grouped];
  // The page's decimal sign never parts groups; but who types 1.000 where a whole number is asked for?
  if (mark === signs.decimal) return whole && decimal % 1 === 0 ? [grouped, decimal] : [decimal];
  return whole ? [grouped] : [grouped, decimal];
}

/** @param {string} text without a fraction's line @param {Signs} signs @param {boolean} whole
 * @returns {number[]} */
function readingsOf(text, signs, whole) {
  const [, minus, under] = /^([+-]?) ?√ ?(.+)$/.exec(text) ?? [];
  if (under !== undefined)
    return readingsOf(under, signs, whole).map(
      (value) => (minus === "-" ? -1 : 1) * Math.sqrt(value),
    );
  const power = /^([+-]?) ?(?:(.+?) ?[·⋅×x*] ?)?10 ?\^ ?([+-]?\d+)$/i.exec(text);
  const [, sign, digits, exponent] = power ??
    /^([+-]?) ?([^e]+?)(?:e([+-]?\d+))?$/i.exec(text) ?? ["", "", ""];
  const direction = sign === "-" ? -1 : 1;
  if (exponent === undefined)
    return meaningsOf(digits, signs, whole).map((value) => direction * value);
  // Nobody writes groups before a power of ten.
  const mantissa = digits ?? "1";
  if (!DECIMAL.test(mantissa)) return [];
  return [direction * Number(`${mantissa.replace(",", ".")}e${exponent}`)];
}

/**
 * @param {string} text
 * @param {object} [options]
 * @param {Signs} [options.signs] of the language; of the explorer that is being drawn when missing
 * @param {boolean} [options.whole] a whole number is asked for, as exact as it is typed: there 8,192 can
 *   only be what the page writes so
 * @param {boolean} [options.infinite] whether ∞ and −∞ are numbers here
 * @returns {Reading}
 */
export function readNumber(text, { signs = signsInUse(), whole = false, infinite = false } = {}) {
  if (text.length > LONGEST) return NONE;
  const tidy = tidied(text);
  const [, share] = /^([^%]+)%$/.exec(tidy) ?? [];
  if (share !== undefined) {
    const { value, readings } = readNumber(share, { signs });
    if (readings) return { fault: "either", readings: [readings[0] / 100, readings[1] / 100] };
    return value === undefined ? NONE : { value: Math.fround(value / 100) };
  }
  const endless = INFINITY.exec(tidy);
  if (endless) return infinite ? { value: endless[1] === "-" ? -Infinity : Infinity } : NONE;
  const [above, below, ...more] = tidy
    .split("/")
    .map((part) => readingsOf(part.trim(), signs, whole));
  if (more.length > 0 || above.length === 0 || below?.length === 0) return NONE;
  const values = [...new Set(above.flatMap((top) => (below ?? [1]).map((base) => top / base)))];
  if (values.some((value) => Number.isNaN(value)) || below?.includes(0)) return NONE;
  if (values.length > 1) return { fault: "either", readings: [values[0], values[1]] };
  const [value] = values;
  if (whole) return Number.isFinite(value) ? { value } : LARGE;
  const rounded = Math.fround(value);
  return Number.isFinite(rounded) ? { value: rounded } : LARGE;
}

/** @type {Reading} */
const NONE = { fault: "none" };
/** @type {Reading} */
const LARGE = { fault: "large" };

/**
 * A question about what was typed, which the explorer around the field puts to the learner: what it
 * was, what it can mean, and who takes the answer. `largest` is there where it was too large.
 * @typedef {{ text: string, readings: number[], largest?: number, take: (value: number) => void }} Doubt
 */

/** The beginning of what was typed, for a sentence. @param {string} text */
export const repeated = (text) =>
  text.length > REPEATED ? `${text.slice(0, REPEATED - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;

/**
 * Has the explorer ask, or say, what a number that cannot be taken is about.
 * @param {EventTarget} field @param {string} text @param {Reading} reading "large" or "either"
 * @param {(value: number) => void} take
 */
export function asks(field, text, reading, take) {
  /** @type {Doubt} */
  const detail = { text: repeated(text.trim()), readings: reading.readings ?? [], take };
  if (reading.fault === "large") detail.largest = LARGEST;
  field.dispatchEvent(new CustomEvent("number-doubt", { bubbles: true, detail }));
}

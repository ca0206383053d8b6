// How a number is written, everywhere: in a matrix, in a sentence, in a picture that is saved.
//
// One rule. An exact value is written short (0.5, 3); a rounded one with all three decimals (0.530),
// so that the reader sees which is which. What rounds to 0 but is not 0 says so (<0.001).
//
// The decimal sign and what parts groups of digits are those of the language that is being written:
// the frame says which before an explorer draws, computes its words or hears of an event.

import { isRightToLeft } from "./right-to-left.js";

/** percent: with the space before it; list, clause: what stands between words and between longer parts in a row; colon:
 * after a name; row: what stands around numbers in a row, so that they go from left to right in every text.
 * @typedef {{ decimal: string, group: string, percent: string, list: string, clause: string, colon: string,
 *   row: [string, string] }} Signs */

export const MINUS = "−";

/** @type {Readonly<Signs>} */
export const ENGLISH_SIGNS = {
  decimal: ".",
  group: ",",
  percent: "%",
  list: ", ",
  clause: "; ",
  colon: ": ",
  row: ["", ""],
};

/** @type {Signs} */
let signs = ENGLISH_SIGNS;

export const signsInUse = () => signs;

/** What an event makes to be written belongs to the explorer that it comes to. @param {Signs} own */
export function useSigns(own) {
  signs = own;
}

/** What is drawn later, but belongs to what was drawn with these. @template T @param {Signs} own @param {() => T} draw @returns {T} */
export function inSigns(own, draw) {
  const outer = signs;
  signs = own;
  try {
    return draw();
  } finally {
    signs = outer;
  }
}

/** What stands between words and parts in a row, in the script of a language. @param {string} language */
const between = (language) =>
  /^(zh|ja)\b/i.test(language)
    ? { list: "、", clause: "；", colon: "：" }
    : /^(ar|fa|ps|sd|ug|ur)\b/i.test(language)
      ? { list: "، ", clause: "؛ ", colon: ": " }
      : { list: ", ", clause: "; ", colon: ": " };

/** What stands between words in a row. */
export const listSign = () => signs.list;

/** What stands after the name of a value. */
export const colon = () => signs.colon;

/** What stands between longer parts in a row. */
export const clauseSign = () => signs.clause;

/** What stands between numbers in a row: no comma where that is the decimal sign. */
export const numberSign = () => (signs.decimal === "," ? "; " : ", ");

/**
 * The signs of a language: Latin digits stay, whatever digits it has beside them.
 * @param {string} language as in lang="…"; what no engine knows has the signs of English
 * @returns {Signs}
 */
export function signsOf(language) {
  try {
    const parts = new Intl.NumberFormat(language || "en", {
      numberingSystem: "latn",
      style: "percent",
      minimumFractionDigits: 1,
    }).formatToParts(12345.675);
    const sign = (/** @type {string} */ type) => parts.find((part) => part.type === type)?.value;
    const after = parts.slice(parts.findIndex(({ type }) => type === "fraction") + 1);
    return {
      decimal: sign("decimal") ?? ".",
      group: sign("group") ?? ",",
      percent: after.map(({ value }) => value).join("") || "%",
      ...between(language),
      row: isRightToLeft(language) ? ["\u2066", "\u2069"] : ["", ""],
    };
  } catch {
    return ENGLISH_SIGNS;
  }
}

const DECIMALS = 3;
// From here on a number is written with a power of ten: six digits no longer fit a cell.
const LARGE = 1e5;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** What JavaScript writes, with the signs in use: 1e-7 is 1 · 10⁻⁷. @param {string} text */
export function written(text) {
  const [digits, exponent] = text.split("e");
  const mantissa = digits.replace("-", MINUS).replace(".", signs.decimal);
  return exponent === undefined ? mantissa : `${mantissa} · ${powerOfTen(Number(exponent))}`;
}

/** @param {number} value @param {string} short */
const sameFloat32 = (value, short) => Math.fround(Number(short)) === Math.fround(value);

/** 10⁻⁷. @param {number} exponent */
export const powerOfTen = (exponent) =>
  `10${exponent < 0 ? "⁻" : ""}${[...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("")}`;

/** @param {number} value @param {number} decimals */
const rounded = (value, decimals) =>
  Math.abs(value) < LARGE ? value.toFixed(decimals) : value.toExponential(decimals);

/**
 * Whether the short form of a number is the number itself, as a float32, and not a rounding of it.
 * @param {number} value @param {number} [decimals]
 */
export const isShort = (value, decimals = DECIMALS) =>
  Number.isFinite(value) && sameFloat32(value, rounded(value, decimals));

/** The decimal that a float32 stands for where it is written in full: 1.1, not 1.10000002; else NaN.
 * @param {number} value */
export const decimalOf = (value) => (isShort(value) ? Number(rounded(value, DECIMALS)) : NaN);

/**
 * A number with three decimals, as the lessons print it; shorter where that loses nothing.
 * @param {number} value @param {number} [decimals]
 * @returns {string}
 */
export function format(value, decimals = DECIMALS) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value < 0 ? `${MINUS}∞` : "∞";
  if (value === 0) return "0";
  const isLarge = Math.abs(value) >= LARGE;
  const text = rounded(value, decimals);
  if (isShort(value, decimals)) {
    const number = Number(text);
    return written(isLarge ? number.toExponential() : String(number)).replace(/^(\D?)1 · /, "$1"); // −10⁹
  }
  if (Number(text) === 0) {
    const least = (10 ** -decimals).toFixed(decimals);
    return written(value < 0 ? `>-${least}` : `<${least}`);
  }
  return written(text);
}

/** @param {number} value */
function shortest(value) {
  for (let digits = 1; digits < 10; digits += 1) {
    const text = value.toPrecision(digits);
    if (sameFloat32(value, text)) return String(Number(text));
  }
  return String(value);
}

/** A number that is as small as rounding, with two digits: 3.6 · 10⁻⁷. @param {number} value */
export function small(value) {
  if (value === 0 || !Number.isFinite(value)) return format(value);
  return written(value.toExponential(1));
}

/**
 * Every digit that tells this float32 from its neighbours, and no more: 0.72764677.
 * @param {number} value
 * @returns {string}
 */
export const exact = (value) => (Number.isFinite(value) ? written(shortest(value)) : format(value));

/**
 * A number with so many decimals, whatever they are: 2.770.
 * @param {number} value @param {number} decimals
 */
export const fixed = (value, decimals) => written(value.toFixed(decimals));

/** So many digits, trailing zeros with them: 0.0350. @param {number} value @param {number} digits */
export const inDigits = (value, digits) => written(value.toPrecision(digits));

/** A share in percent: 73.2%, and 73,2 % in German. @param {number} share @param {number} [decimals] */
export const percentage = (share, decimals = 1) => fixed(100 * share, decimals) + signs.percent;

/**
 * With its thousands apart: 41,943,040.
 * @param {number | bigint | string} value a string as JavaScript writes numbers
 */
export function grouped(value) {
  const [whole, ...fraction] = written(String(value)).split(signs.decimal);
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, () => signs.group);
  return [groups, ...fraction].join(signs.decimal);
}

/**
 * As `exact`, in the letters that programs read: -0.5, -inf, nan.
 * @param {number} value
 */
export function plain(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  return shortest(value);
}

/**
 * A shape as the field writes it: (3, 4).
 * @param {number[]} sizes
 */
export const shape = (...sizes) => `(${sizes.join(", ")})`;

/**
 * A row of numbers as a vector: (0.248, 0.728).
 * @param {Iterable<number>} values @param {(value: number) => string} [write]
 */
export const vector = (values, write = (value) => format(value)) =>
  signs.row.join(`(${Array.from(values, write).join(numberSign())})`);

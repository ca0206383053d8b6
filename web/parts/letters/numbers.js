// How a number is written, everywhere: in a matrix, in a sentence, in a picture that is saved.
//
// One rule. An exact value is written short (0.5, 3); a rounded one with all three decimals (0.530),
// so that the reader sees which is which. What rounds to 0 but is not 0 says so (<0.001).

export const MINUS = "−";

const DECIMALS = 3;
// From here on a number is written with a power of ten: six digits no longer fit a cell.
const LARGE = 1e5;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** @param {string} text */
const withMinus = (text) => text.replaceAll("-", MINUS);

/** @param {number} value @param {string} short */
const sameFloat32 = (value, short) => Math.fround(Number(short)) === Math.fround(value);

/** @param {number} exponent */
const powerOfTen = (exponent) =>
  `10${exponent < 0 ? "⁻" : ""}${[...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("")}`;

/**
 * Whether the short form of a number is the number itself, as a float32, and not a rounding of it.
 * @param {number} value @param {number} [decimals]
 */
export function isShort(value, decimals = DECIMALS) {
  return (
    Number.isFinite(value) && Math.abs(value) < LARGE && sameFloat32(value, value.toFixed(decimals))
  );
}

/**
 * A number with three decimals, as the lessons print it; shorter where that loses nothing.
 * @param {number} value @param {number} [decimals]
 * @returns {string}
 */
export function format(value, decimals = DECIMALS) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value < 0 ? `${MINUS}∞` : "∞";
  if (value === 0) return "0";
  if (Math.abs(value) >= LARGE) {
    const [digits, exponent] = value.toExponential(decimals).split("e");
    return withMinus(`${digits} · ${powerOfTen(Number(exponent))}`);
  }
  const fixed = value.toFixed(decimals);
  if (isShort(value, decimals)) return withMinus(String(Number(fixed)));
  if (Number(fixed) === 0) {
    const least = (10 ** -decimals).toFixed(decimals);
    return value < 0 ? `>${MINUS}${least}` : `<${least}`;
  }
  return withMinus(fixed);
}

/**
 * Every digit that tells this float32 from its neighbours, and no more: 0.72764677.
 * @param {number} value
 * @returns {string}
 */
export function exact(value) {
  if (!Number.isFinite(value)) return format(value);
  for (let digits = 1; digits < 10; digits += 1) {
    const text = value.toPrecision(digits);
    if (sameFloat32(value, text)) return withMinus(String(Number(text)));
  }
  return withMinus(String(value));
}

/**
 * As `exact`, in the letters that programs read: -0.5, -inf, nan.
 * @param {number} value
 */
export function plain(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  return exact(value).replaceAll(MINUS, "-");
}

/**
 * What a learner typed, as a number: "0,5", "−2", "1/3", ".25". Undefined when it is none.
 * @param {string} text
 * @returns {number | undefined}
 */
export function parseNumber(text) {
  const tidy = text.trim().replaceAll(MINUS, "-").replace(",", ".");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?(\/(\d+\.?\d*|\.\d+))?$/i.test(tidy)) return undefined;
  const [above, below = "1"] = tidy.split("/");
  const value = Math.fround(Number(above) / Number(below));
  return Number.isFinite(value) ? value : undefined;
}

/**
 * A shape as the field writes it: (3, 4).
 * @param {number[]} sizes
 */
export const shape = (...sizes) => `(${sizes.join(", ")})`;

/**
 * A row of numbers as a vector: (0.248, 0.728).
 * @param {Iterable<number>} values
 */
export const vector = (values) => `(${Array.from(values, (value) => format(value)).join(", ")})`;

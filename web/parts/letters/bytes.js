// How bytes are written.
import { grouped } from "./numbers.js";

export const UNITS = /** @type {const} */ (["kB", "MB", "GB", "TB", "PB"]);

/** @param {number} value @returns {[scaled: number, unit: string]} */
function scaled(value) {
  const power = Math.min(Math.floor(Math.log10(value) / 3), UNITS.length);
  return [value / 1000 ** power, UNITS[power - 1]];
}

/** @param {number} number */
const isRounded = (number) => Number(number.toFixed(2)) !== number;

/** Bytes as a reader says them: 230.4 kB, 4.19 MB. @param {number} value */
export function bytes(value) {
  if (value < 1000) return `${grouped(Math.round(value))} B`;
  const [number, unit] = scaled(value);
  return `${grouped(isRounded(number) ? number.toFixed(2) : String(number))} ${unit}`;
}

/** The sign before them. @param {number} value 1,000 or more */
export const bytesSign = (value) => (isRounded(scaled(value)[0]) ? "≈" : "=");

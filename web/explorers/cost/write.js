// How what things cost is written: counts, bytes, milliseconds, factors.
import { UNITS } from "../../parts/letters/bytes.js";
import { grouped, inDigits, powerOfTen, written } from "../../parts/letters/numbers.js";

export { bytes, bytesSign } from "../../parts/letters/bytes.js";

/** A whole number. @param {number} value */
export const count = (value) =>
  Number.isSafeInteger(value)
    ? grouped(String(value))
    : grouped(BigInt(Math.round(value)).toString());

/** So many decimals; what is smaller than they can say has two digits.
 * @param {number} value @param {number} decimals */
export function decimal(value, decimals) {
  const isSmall = value > 0 && value < 0.5 * 10 ** -decimals;
  return grouped(value.toFixed(isSmall ? 1 - Math.floor(Math.log10(value)) : decimals));
}

/** A factor: whole ones without decimals, large ones as well. @param {number} value */
export const factor = (value) =>
  Number.isInteger(value) ? count(value) : decimal(value, value < 1000 ? 2 : 1);

/** @typedef {{ name: string, size: number }} Unit */

/** The unit in which a column of bytes stands, from its largest: MB or more. @param {number[]} values @returns {Unit} */
export function unitOf(values) {
  const most = Math.max(...values);
  const power = Math.min(Math.max(2, Math.floor(Math.log10(Math.max(most, 1)) / 3)), UNITS.length);
  return { name: UNITS[power - 1], size: 1000 ** power };
}

const BINARY = /** @type {const} */ (["KiB", "MiB", "GiB", "TiB"]);

/** The same in powers of 1,024, which many call MB and GB as well: 256 MiB. @param {number} value */
export function binaryBytes(value) {
  const power = Math.min(Math.max(1, Math.floor(Math.log2(value) / 10)), BINARY.length);
  return `${grouped(String(Number((value / 1024 ** power).toFixed(2))))} ${BINARY[power - 1]}`;
}

/** A power of ten as a tick: 10⁹. @param {number} value */
export function powerTick(value) {
  const power = Math.round(Math.log10(value));
  if (Math.abs(value - 10 ** power) > 1e-9 * value) return count(value);
  if (power === 0) return "1";
  return powerOfTen(power);
}

/** Milliseconds with three digits: 0.0351, 14.8, 1,230. @param {number} value */
export function milliseconds(value) {
  if (!(value > 0)) return "0";
  return value >= 1000 ? count(Number(value.toPrecision(3))) : inDigits(value, 3);
}

/** A stretch of time as it is said: 0.849 ms, 3.21 s. @param {number} value in ms */
export const duration = (value) =>
  value >= 1000 ? `${inDigits(value / 1000, 3)} s` : `${milliseconds(value)} ms`;

/** A power of ten as a tick that is written out where it is short: 1,000, 0.01, 10⁻⁴. @param {number} value */
export function shortTick(value) {
  if (value >= 0.99) return count(value);
  // More zeros than that have no room beside the axis.
  return value < 5e-4 ? powerTick(value) : written(String(Number(value.toPrecision(3))));
}

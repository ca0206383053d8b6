// How small numbers are written here: small numbers are what saturation is about.
import { html } from "lit";
import { fixed, format, numberSign } from "../../parts/letters/numbers.js";

const DECIMALS = 4;
const SMALLEST = 1e-10;

/**
 * Four decimals, as the lesson prints saturated weights; what is smaller has one digit that counts.
 * @param {number} value
 */
export function fine(value) {
  const rounded = format(value, DECIMALS);
  if (!/^[<>]/.test(rounded) || value < SMALLEST) return rounded;
  return fixed(value, Math.ceil(-Math.log10(value)));
}

/** @param {number} value */
export const asSmall = (value) => format(value, DECIMALS);

/** @param {number} digit 0 to 9 */
export const subscript = (digit) => String.fromCodePoint(0x2080 + digit);

/** @param {number[]} values */
export const fineList = (values) =>
  html`<span class=${values.length <= 4 ? "nobreak" : ""}
    >${values.map(fine).join(numberSign())}</span
  >`;

// How the numbers of this explorer are written.
import { format, grouped, isShort } from "../../parts/letters/numbers.js";

/** @param {number} value a count, with its thousands apart */
export const count = (value) => grouped(value);

/** With a fixed number of decimals, as the lesson prints it; what is not 0 is not written as 0.
 * @param {number} value @param {number} decimals */
export function printed(value, decimals) {
  return Number(value.toFixed(decimals)) === 0 && value > 0
    ? format(value, decimals)
    : grouped(value.toFixed(decimals));
}

/** What a root is: = 8, or ≈ 7.071 where that is rounded. @param {number} value */
export const root = (value) => `${isShort(value) ? "=" : "≈"} ${format(value)}`;

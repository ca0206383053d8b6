// Which of several numbers is the largest. Numbers that are written alike are equal to whoever reads
// them, and equal numbers are never called the largest.
import { format } from "./numbers.js";

/**
 * The places of the largest number: one, or several that are equal as they are written.
 * @param {ArrayLike<number>} values NaN counts as none @param {(value: number) => string} [write]
 * @returns {number[]} none where there is no number
 */
export function largestOf(values, write = format) {
  const numbers = Array.from(values);
  const most = Math.max(...numbers.filter((value) => !Number.isNaN(value)));
  const text = write(most);
  return numbers.flatMap((value, at) => (value === most || write(value) === text ? [at] : []));
}

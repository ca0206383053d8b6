// How bytes are written.
import { grouped } from "./numbers.js";

export const UNITS = /** @type {const} */ (["kB", "MB", "GB", "TB", "PB"]);

/** Bytes as a reader says them: 230.4 kB, 4.19 MB. @param {number} value */
export function bytes(value) {
  if (value < 1000) return `${grouped(Math.round(value))} B`;
  const power = Math.min(Math.floor(Math.log10(value) / 3), UNITS.length);
  const scaled = value / 1000 ** power;
  const text = scaled.toFixed(2);
  return `${grouped(Number(text) === scaled ? String(Number(text)) : text)} ${UNITS[power - 1]}`;
}

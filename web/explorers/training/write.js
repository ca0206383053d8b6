// How counts are written.
import { grouped } from "../../parts/letters/numbers.js";

/** @param {number} count with its thousands apart */
export const thousands = (count) => grouped(Math.round(count));

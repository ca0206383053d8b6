// How outputs are written here: as the lesson prints them.
import { html } from "lit";
import { format, numberSign } from "../../parts/letters/numbers.js";

// Outputs are written as the lesson prints them.
const OUTPUT_DECIMALS = 4;
// Vectors up to this length stay in one line.
const SHORT_VECTOR = 4;

/** @param {number} value */
export const asOutput = (value) => format(value, OUTPUT_DECIMALS);
/** @param {number[]} values */
export const outputVector = (values) =>
  html`<span class=${values.length <= SHORT_VECTOR ? "nobreak" : ""}
    >(${values.map(asOutput).join(numberSign())})</span
  >`;

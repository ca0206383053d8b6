// One weight of softmax, worked out: e^z over the sum of the row's e^z, all by the module.
import { html } from "lit";
import { equals, factorOf } from "./arithmetic.js";
import { format } from "./numbers.js";

/** @typedef {import("../../frame/attention-element.js").Attention} Attention */

// e^x stays a number that can be read up to here; above, the row's maximum is subtracted first.
const LARGEST_EXPONENT = 10;

/**
 * e^(z − shift) for each score of a row: with a score of 0 put behind the row, each weight over the
 * last one is e^z.
 * @param {Attention} attn @param {number[]} row @param {number} [shift]
 */
function powersOf(attn, row, shift = 0) {
  const { data } = attn.softmax([[...row.map((value) => value - shift), 0]]);
  return row.map((_, j) => data[j] / data[row.length]);
}

/**
 * @param {Attention} attn
 * @param {number[]} row the scores as they enter softmax
 * @param {number} j which of them
 * @param {number} weight what softmax made of it
 * @param {{ allHidden: string, plusOne?: boolean }} more allHidden: what is said of a row of nothing
 *   but −∞; plusOne: 1 is added to the denominator
 */
export function softmaxSum(attn, row, j, weight, { allHidden, plusOne = false }) {
  const largest = Math.max(...row);
  if (largest === -Infinity && !plusOne) return allHidden;
  if (!Number.isFinite(largest)) return equals([], weight);
  // e^−shift stands for the 1 that is added: it is written only while nothing is subtracted.
  const shift = largest > LARGEST_EXPONENT ? largest : 0;
  const powers = powersOf(attn, row, shift);
  const one = plusOne ? powersOf(attn, [0], shift)[0] : 0;
  const sum = powers.reduce((total, power) => total + power, one);
  const power = (/** @type {number} */ k) =>
    html`e<sup>${format(row[k])}${shift ? ` − ${factorOf(shift)}` : ""}</sup>`;
  const first = plusOne ? (shift ? html`e<sup>−${format(shift)}</sup>` : "1") : "";
  const all = row.map((_, k) => html`${k > 0 || plusOne ? " + " : ""}${power(k)}`);
  return html`${power(j)} ÷ (${first}${all}) ≈
    <span class="nobreak">${format(powers[j])} ÷ ${format(sum)}</span> ${equals([], weight, NaN)}`;
}

// Samples for the derivation: many random queries and keys, and what each line of it says of them. The
// numbers are the module's; means and variances are taken here.

export const PAIRS = 4000;
/** More numbers per key than this add nothing to look at. */
export const MOST_DRAWN = 64;

/** @param {number[]} values */
export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The variance of a sample, n − 1. @param {number[]} values */
export function variance(values) {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}

/**
 * @typedef {object} Samples
 * @property {number} dK
 * @property {number[][]} products of each place: q_i k_i, one a pair
 * @property {number[]} first squares of q_1 @property {number[]} second squares of k_1
 * @property {number[]} queries q_1 q_2 @property {number[]} keys k_1 k_2 @property {number[]} cross q_1 q_2 k_1 k_2
 * @property {number[]} sums q · k
 */

/** @param {import("../../../js/load.js").Attention} attn @param {number} seed @param {number} dK at least 2
 * @returns {Samples} */
export function samplesOf(attn, seed, dK) {
  const generator = attn.torchGenerator(seed);
  const q = generator.randn([PAIRS, dK]).data;
  const k = generator.randn([PAIRS, dK]).data;
  const all = Array.from({ length: PAIRS }, (_, at) => at * dK);
  const products = Array.from({ length: dK }, (_, i) => all.map((at) => q[at + i] * k[at + i]));
  return {
    dK,
    products,
    first: all.map((at) => q[at] ** 2),
    second: all.map((at) => k[at] ** 2),
    queries: all.map((at) => q[at] * q[at + 1]),
    keys: all.map((at) => k[at] * k[at + 1]),
    cross: all.map((at) => q[at] * q[at + 1] * k[at] * k[at + 1]),
    sums: all.map((_, pair) => products.reduce((sum, column) => sum + column[pair], 0)),
  };
}

/** How many samples fall into each of so many equal parts of −most … most; what lies beyond counts at the ends.
 * @param {number[]} values @param {number} most @param {number} parts */
export function histogram(values, most, parts) {
  const counts = Array.from({ length: parts }, () => 0);
  for (const value of values) {
    const at = Math.floor(((value + most) / (2 * most)) * parts);
    counts[Math.min(parts - 1, Math.max(0, at))] += 1;
  }
  return counts;
}

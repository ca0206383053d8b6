// What a model read in one ticket: the weights of a head, and the keys that a query reads most.

/** @typedef {import("./run.js").Reading} Reading */

/** The weights of one head on one ticket: (n, n), as a part of the block's.
 * @param {Reading} reading @param {number} block @param {number} head both from 0 */
export function headOf({ weights, tokens }, block, head) {
  const n = tokens.length;
  return weights[block].subarray(head * n * n, (head + 1) * n * n);
}

/** The keys that a query reads most, the most first.
 * @param {ArrayLike<number>} row @param {number} count @returns {number[]} */
export const strongest = (row, count) =>
  Array.from(row, (_, at) => at)
    .sort((a, b) => row[b] - row[a] || a - b)
    .slice(0, count);

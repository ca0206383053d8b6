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

const LEAST_KNOWN = 2;

/** Whether the model knows enough different words of a text to be asked about it; punctuation is none.
 * @param {Reading} reading */
export const isUnderstood = ({ tokens, known }) =>
  new Set(tokens.filter((token, at) => known[at] && /[\p{L}\p{N}]/u.test(token))).size >=
  LEAST_KNOWN;

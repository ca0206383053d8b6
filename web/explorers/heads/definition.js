// Multi-head attention as it is defined, in float64 and plain loops: what the module is checked against on
// screen. It draws nothing, and nothing else uses it.

/** @typedef {number[][]} Rows */

/** @param {Rows} a @param {Rows} b @returns {Rows} */
const times = (a, b) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, t) => sum + value * b[t][j], 0)));

/** @param {Rows} m @param {number} head @param {number} size */
const slice = (m, head, size) => m.map((row) => row.slice(head * size, (head + 1) * size));

/** A row that may read nothing is 0. @param {number[]} row */
function softmax(row) {
  const largest = Math.max(...row);
  if (largest === -Infinity) return row.map(() => 0);
  const powers = row.map((score) => Math.exp(score - largest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * @param {Rows} x (n, d) @param {Record<"W_Q" | "W_K" | "W_V" | "W_O", Rows>} parameters (d, d) each
 * @param {number} heads @param {(i: number, j: number) => boolean} reads whether query i may read key j
 * @returns {{ output: Rows, weights: Rows[] }}
 */
export function definition(x, { W_Q, W_K, W_V, W_O }, heads, reads) {
  const size = W_Q[0].length / heads;
  const [q, k, v] = [W_Q, W_K, W_V].map((W) => times(x, W));
  const weights = Array.from({ length: heads }, (_, head) => {
    const keys = slice(k, head, size);
    return slice(q, head, size).map((query, i) =>
      softmax(
        keys.map((key, j) =>
          reads(i, j)
            ? query.reduce((sum, value, c) => sum + value * key[c], 0) / Math.sqrt(size)
            : -Infinity,
        ),
      ),
    );
  });
  const outputs = weights.map((A, head) => times(A, slice(v, head, size)));
  const joined = x.map((_, i) => outputs.flatMap((output) => output[i]));
  return { output: times(joined, W_O), weights };
}

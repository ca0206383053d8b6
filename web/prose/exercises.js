// The programming exercises: what is given, what is asked, and how an answer is tried. What is right is
// computed by the module from the same inputs; the numbers come from NumPy's generator, as in a notebook.
import { memoryCrossover } from "../../js/index.js";
import { fixed, small } from "../parts/letters/numbers.js";

/** @typedef {Awaited<ReturnType<typeof import("../../js/index.js").load>>} Attention */
/** @typedef {number[][]} Rows */

/**
 * One thing that is looked at once the learner's function has answered.
 * @typedef {object} Check
 * @property {string} key of the words that say what was looked at
 * @property {Record<string, string>} values put into these words
 * @property {boolean} holds
 */

/**
 * @typedef {object} Exercise
 * @property {string} name of the function to write
 * @property {string} template
 * @property {string} solution
 * @property {(attn: Attention) => unknown[][]} calls the arguments of each call
 * @property {(attn: Attention, calls: any[][], results: any[]) => Check[]} judge
 */

const SOFTMAX = `function softmax(row) {
  const top = Math.max(...row);
  const powers = row.map((x) => Math.exp(x - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((x) => x / sum);
}
`;

/** What the solutions of attention share; `more` stands between scores and softmax.
 * @param {string} name @param {string} more */
const solved = (name, more) => `${SOFTMAX}
function ${name}(Q, K, V) {
  const d_k = Q[0].length;
  const dot = (a, b) => a.reduce((sum, x, t) => sum + x * b[t], 0);
  const weights = Q.map((q, i) => {
    const scores = K.map((k, j) => ${more});
    return softmax(scores);
  });
  const output = weights.map((row) =>
    V[0].map((_, e) => row.reduce((sum, p, j) => sum + p * V[j][e], 0)),
  );
  return { output, weights };
}
`;

/** @param {string} name @param {string} note */
const started = (name, note) => `${SOFTMAX}
// Q, K and V are lists of rows. ${note}
function ${name}(Q, K, V) {
  const d_k = Q[0].length;
  // scores: one row for each query, one number for each key

  // weights: softmax of each row

  // output: for each query, the values added up with its weights

  return { output, weights };
}
`;

/** @param {{ data: ArrayLike<number>, shape: readonly number[] }} tensor @returns {Rows} */
const rowsOf = ({ data, shape: [rows, columns] }) =>
  Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (__, j) => data[i * columns + j]),
  );

/** Matrices from one NumPy generator, in turn. @param {Attention} attn @param {number} seed @param {[number, number][]} shapes */
function drawn(attn, seed, shapes) {
  const generator = attn.numpyGenerator(seed);
  return shapes.map((shape) => rowsOf(generator.normal(shape)));
}

/** @param {unknown} value @returns {value is Rows} */
const isMatrix = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((row) => Array.isArray(row) && row.every((x) => typeof x === "number"));

/** @param {unknown} value */
const shapeOf = (value) => (isMatrix(value) ? `(${value.length}, ${value[0].length})` : "?");

/** @param {Rows} a @param {Rows} b */
const farthest = (a, b) =>
  Math.max(...a.flatMap((row, i) => row.map((x, j) => Math.abs(x - (b[i]?.[j] ?? NaN)))));

/** Shapes, sums and digits of one answer. float32 and float64 may differ in the seventh digit.
 * @param {Attention} attn @param {[Rows, Rows, Rows]} call @param {any} result
 * @param {import("../../js/attention.js").AttentionOptions} [options] @returns {Check[]} */
function againstModule(attn, [Q, K, V], result, options = {}) {
  const right = attn.attention(Q, K, V, { ...options, weights: true });
  const weights = rowsOf(/** @type {any} */ (right.weights));
  const output = rowsOf(/** @type {any} */ (right.output));
  const given = { output: result?.output, weights: result?.weights };
  const shapes = [shapeOf(given.output), shapeOf(given.weights)];
  const wanted = [shapeOf(output), shapeOf(weights)];
  const isShaped = shapes.join() === wanted.join();
  /** @type {Check[]} */
  const checks = [
    {
      key: "checkShapes",
      values: { output: shapes[0], weights: shapes[1], wanted: wanted.join(", ") },
      holds: isShaped,
    },
  ];
  if (!isShaped) return checks;
  const sums = given.weights.map((/** @type {number[]} */ row) => row.reduce((a, b) => a + b, 0));
  const off = Math.max(farthest(given.weights, weights), farthest(given.output, output));
  checks.push(
    {
      key: "checkSums",
      values: { sums: sums.map((/** @type {number} */ sum) => fixed(sum, 3)).join(", ") },
      holds: sums.every((/** @type {number} */ sum) => Math.abs(sum - 1) < 1e-6),
    },
    { key: "checkClose", values: { off: small(off) }, holds: off < 2e-6 },
  );
  return checks;
}

/** @type {Record<string, Exercise>} */
export const exercises = {
  scaled: {
    name: "scaledDotProductAttention",
    template: started("scaledDotProductAttention", "Divide the scores by the square root of d_k."),
    solution: solved("scaledDotProductAttention", "dot(q, k) / Math.sqrt(d_k)"),
    // Six queries and six keys at d_k = 8 and 512, as in a notebook with default_rng(1).
    calls: (attn) =>
      [8, 512].map((size) => {
        const [Q, K] = drawn(attn, 1, [
          [6, size],
          [6, size],
        ]);
        return [Q, K, K];
      }),
    judge: (attn, calls, results) => [
      ...calls.flatMap((call, i) => againstModule(attn, /** @type {any} */ (call), results[i])),
      ...calls.map((call, i) => {
        const [Q, K, V] = call;
        const unscaled = attn.attention(Q, K, V, { scale: 1, weights: true }).weights;
        const peak = Math.max(...(results[i]?.weights?.flat?.() ?? [NaN]));
        return {
          key: "checkPeak",
          values: {
            size: String(Q[0].length),
            unscaled: fixed(Math.max(.../** @type {any} */ (unscaled).data), 4),
            scaled: fixed(peak, 4),
          },
          holds: peak < Math.max(.../** @type {any} */ (unscaled).data),
        };
      }),
    ],
  },
  causal: {
    name: "causalAttention",
    template: started("causalAttention", "Query i must not read a key after i."),
    solution: solved("causalAttention", "(j > i ? -Infinity : dot(q, k) / Math.sqrt(d_k))"),
    calls: (attn) => [
      drawn(attn, 0, [
        [5, 8],
        [5, 8],
        [5, 8],
      ]),
    ],
    judge: (attn, calls, results) => {
      const checks = againstModule(attn, /** @type {any} */ (calls[0]), results[0], {
        causal: true,
      });
      const { weights } = results[0] ?? {};
      if (isMatrix(weights)) {
        const future = weights.flatMap((row, i) => row.slice(i + 1));
        checks.push({
          key: "checkFuture",
          values: { rows: weights.map((row) => row.map((x) => fixed(x, 3)).join(" ")).join("; ") },
          holds: future.every((x) => x === 0),
        });
      }
      return checks;
    },
  },
  memory: {
    name: "crossover",
    template: `// Bytes of one head's score matrix, and of the widest tensor of a feed-forward layer, both in float16.
const attentionBytes = (n) => 0;
const feedForwardBytes = (n, d) => 0;

// The smallest n at which attention needs at least as much.
function crossover(d) {
  for (let n = 1; n < 200000; n += 1) {
    if (attentionBytes(n) >= feedForwardBytes(n, d)) return n;
  }
}
`,
    solution: `const attentionBytes = (n) => n * n * 2;
const feedForwardBytes = (n, d) => n * 4 * d * 2;

function crossover(d) {
  for (let n = 1; n < 200000; n += 1) {
    if (attentionBytes(n) >= feedForwardBytes(n, d)) return n;
  }
}
`,
    calls: () => [[4096], [512]],
    judge: (_, calls, results) =>
      calls.map(([d], i) => ({
        key: "checkCrossover",
        values: { d: String(d), n: String(results[i]) },
        holds: results[i] === memoryCrossover({ d }),
      })),
  },
  cross: {
    name: "crossAttention",
    template: started("crossAttention", "There are 4 queries and 6 keys."),
    solution: solved("crossAttention", "dot(q, k) / Math.sqrt(d_k)"),
    calls: (attn) => [
      drawn(attn, 2, [
        [4, 8],
        [6, 8],
        [6, 8],
      ]),
    ],
    judge: (attn, calls, results) => againstModule(attn, /** @type {any} */ (calls[0]), results[0]),
  },
};

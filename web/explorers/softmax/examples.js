// What <attention-softmax> starts from. Each example has a question of its own (question.js).
/** @typedef {import("./rows.js").MoreName} MoreName */
/**
 * @typedef {object} SoftmaxExample
 * @property {number[]} [scores]
 * @property {{ d_k: number, row: number }} [drawn] scores of a query (from 0) with six keys, as NumPy's
 *   default_rng(1) draws six queries and six keys of d_k numbers
 * @property {MoreName[]} [also] what is shown beside softmax from the start
 * @property {{ temperature?: number, shift?: number }} [then] what the answer to its question sets
 */
/** @typedef {"four" | "shift" | "saturation" | "even" | "p99" | "pencil" | "numpy-8" | "numpy-512"} ExampleName */
/** @type {Record<ExampleName, SoftmaxExample>} */
export const examples = {
  // One below 0, so that the functions disagree.
  four: { scores: [1.5, 1, 0.2, -1] },
  // (5, 3, 2) and (1003, 1001, 1000) have the same weights.
  shift: { scores: [5, 3, 2], then: { shift: 998 } },
  // One standard deviation of unscaled scores at d_k = 64, and what scaling makes of them.
  saturation: { scores: [8, 0, -8], also: ["slope"], then: { temperature: 8 } },
  // p = 1/2: the steepest that softmax gets.
  even: { scores: [0, 0], also: ["slope"] },
  // Weights of 0.99 and 0.01: almost no slope is left.
  p99: { scores: [Math.fround(Math.log(99)), 0], also: ["slope"] },
  // The second query of the pencil example, scaled.
  pencil: { scores: [2, 1, 3].map((score) => Math.fround(score / Math.SQRT2)) },
  // Lesson 3's first exercise: the row with the largest weight, before and after the division by √d_k.
  "numpy-8": { drawn: { d_k: 8, row: 4 }, then: { temperature: Math.sqrt(8) } },
  "numpy-512": { drawn: { d_k: 512, row: 3 }, then: { temperature: Math.sqrt(512) } },
};

const SEED = 1;
const COUNT = 6;

/** @param {import("../../frame/attention-element.js").Attention} attn @param {SoftmaxExample} example @returns {number[]} */
export function scoresOf(attn, { scores, drawn }) {
  if (!drawn) return scores ?? [];
  const generator = attn.numpyGenerator(SEED);
  const [q, k] = [0, 1].map(() => generator.normal([COUNT, drawn.d_k]));
  const made = attn.attention(q, k, k, { scale: 1, scores: "scaled" }).scores;
  if (!made) throw new Error("attention gave no scores");
  return Array.from(made.data.subarray(drawn.row * COUNT, (drawn.row + 1) * COUNT));
}

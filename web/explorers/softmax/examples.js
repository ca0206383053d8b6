// What <attention-softmax> starts from. Each example has a question of its own (strings.js).
/**
 * @typedef {object} SoftmaxExample
 * @property {number[]} scores
 * @property {{ temperature?: number, shift?: number }} [then] what the answer to its question sets
 */
/** @type {Record<"four" | "shift" | "saturation" | "even" | "pencil", SoftmaxExample>} */
export const examples = {
  // One below 0, so that the five ways disagree.
  four: { scores: [1.5, 1, 0.2, -1] },
  // (5, 3, 2) and (1003, 1001, 1000) have the same weights.
  shift: { scores: [5, 3, 2], then: { shift: 998 } },
  // One standard deviation of unscaled scores at d_k = 64, and what scaling makes of them.
  saturation: { scores: [8, 0, -8], then: { temperature: 8 } },
  // p = 1/2: the steepest that softmax gets.
  even: { scores: [0, 0] },
  // The second query of the pencil example, scaled.
  pencil: { scores: [2, 1, 3].map((score) => Math.fround(score / Math.SQRT2)) },
};

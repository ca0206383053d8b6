// What <attention-masks> starts from: the scores of a worked example, or one row of them.
import { examples as lessons } from "../../model/lessons.js";

/** @typedef {"causal" | "padding" | "prefix" | "window"} MaskName */
export const MASKS = /** @type {const} */ (["causal", "padding", "prefix", "window"]);

/**
 * @typedef {object} MaskExample
 * @property {string[]} [queries] names of the rows, where they are not the keys'
 * @property {string[]} tokens names of the keys
 * @property {boolean} [isWorded] those names are words of ours, which strings.js has
 * @property {import("../../model/lessons.js").Example} [from] scores and values are computed from it
 * @property {number[][]} [scores] (n, m), already scaled
 * @property {number[][]} [values] (m, d_v)
 * @property {MaskName[]} masks which are on at the start
 * @property {number} padding how many keys the padding mask hides
 * @property {number} prefix how many tokens the prefix mask lets read both ways
 * @property {number} left how far back a window reaches
 * @property {number} right and how far forward
 * @property {number} query the row to follow, from 1
 */

const window = { left: 1, right: 0 };

/** @type {Record<"lesson-1" | "lesson-2" | "row" | "six" | "numpy-5", MaskExample>} */
export const examples = {
  "lesson-1": {
    tokens: lessons["lesson-1"].tokens,
    from: lessons["lesson-1"],
    masks: ["causal"],
    padding: 1,
    prefix: 2,
    ...window,
    query: 1,
  },
  "lesson-2": {
    tokens: lessons["lesson-2"].tokens,
    from: lessons["lesson-2"],
    masks: ["causal"],
    padding: 1,
    prefix: 2,
    ...window,
    query: 2,
  },
  // One query, whose last key is hidden.
  row: {
    queries: ["query"],
    tokens: ["first", "second", "third"],
    isWorded: true,
    scores: [[2, 1, 0.5]],
    values: [
      [2, 0],
      [0, 1],
      [1, 1],
    ],
    masks: ["padding"],
    padding: 1,
    prefix: 1,
    ...window,
    query: 1,
  },
  six: {
    tokens: lessons.six.tokens,
    from: lessons.six,
    masks: ["causal", "window"],
    padding: 2,
    prefix: 3,
    left: 2,
    right: 0,
    query: 6,
  },
  // Lesson 3's second exercise.
  "numpy-5": {
    tokens: lessons["numpy-5"].tokens,
    from: lessons["numpy-5"],
    masks: ["causal"],
    padding: 1,
    prefix: 2,
    ...window,
    query: 5,
  },
};

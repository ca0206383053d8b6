// What a number of tokens costs, counted by the module: numbers, bytes and operations.
import {
  attentionCost,
  feedForwardBytes,
  memoryCrossover,
  parameterCount,
} from "../../../js/index.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {ReturnType<typeof countsOf>} Counts */

/** @param {Sizes} sizes */
export function countsOf({ n, d, heads, layers, bytes, expansion }) {
  const size = d / heads;
  const whole = { d_k: size, heads, batch: layers, bytes };
  const all = attentionCost({ n, ...whole });
  const one = attentionCost({ n, d_k: size, bytes });
  const hidden = feedForwardBytes({ n, d, expansion, bytes });
  // A token passes through every parameter once: a multiplication and an addition.
  const projections = 2 * n * layers * parameterCount({ d, heads, bias: false });
  // Every number of the hidden layer is made of d numbers, and goes into d numbers.
  const feedForward = 4 * d * layers * feedForwardBytes({ n, d, expansion, bytes: 1 });
  // Without a cache each token reads all up to itself once more: 1 + 2 + … + n pairs.
  const again = attentionCost({ n: 1, m: (n * (n + 1)) / 2, ...whole }).flops;
  const step = attentionCost({ n: 1, m: n, ...whole }).flops;
  return {
    n,
    size,
    scores: all.scores,
    scoreBytes: all.scoreBytes,
    qkvBytes: all.qkvBytes,
    times: all.scoreBytes / all.qkvBytes,
    headScores: one.scores,
    headBytes: one.scoreBytes,
    scoresProduct: attentionCost({ n, ...whole, d_v: 0 }).flops,
    valuesProduct: attentionCost({ n, ...whole, d_k: 0, d_v: size }).flops,
    attention: all.flops,
    projections,
    feedForward,
    hidden,
    share: one.scoreBytes / hidden,
    // No query: keys and values are all that a cache holds.
    cache: attentionCost({ n: 0, m: n, ...whole }).qkvBytes,
    step,
    again,
    saved: again / step,
  };
}

/** From how many tokens on one matrix of scores, and those of all heads, outgrow the hidden layer.
 * @param {Sizes} sizes */
export const crossoversOf = ({ d, heads, expansion }) => ({
  one: memoryCrossover({ d, expansion }),
  all: memoryCrossover({ d, expansion: expansion / heads }),
});

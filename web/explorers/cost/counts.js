// What a number of tokens costs, counted by the module: numbers, bytes and operations.
import {
  attentionCost,
  feedForwardBytes,
  memoryCrossover,
  parameterCount,
} from "../../../js/index.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {ReturnType<typeof countsOf>} Counts */

/** What softmax does with each score. */
export const SOFTMAX_STEPS = 5;

/** @param {Sizes} sizes */
export function countsOf({ n, d, heads, layers, bytes, expansion, batch, window }) {
  const size = d / heads;
  // Layers and sequences are counted alike: each has scores of its own.
  const copies = layers * batch;
  const whole = { d_k: size, heads, batch: copies, bytes };
  const all = attentionCost({ n, ...whole });
  const one = attentionCost({ n, d_k: size, bytes });
  const hidden = feedForwardBytes({ n, d, expansion, bytes });
  // A token passes through every parameter once: a multiplication and an addition.
  const projections = 2 * n * copies * parameterCount({ d, heads, bias: false });
  // Every number of the hidden layer is made of d numbers, and goes into d numbers.
  const feedForward = 4 * d * copies * feedForwardBytes({ n, d, expansion, bytes: 1 });
  // Without a cache each token reads all up to itself once more: 1 + 2 + … + n pairs.
  const again = attentionCost({ n: 1, m: (n * (n + 1)) / 2, ...whole }).flops;
  const step = attentionCost({ n: 1, m: n, ...whole }).flops;
  // A query reads itself and what stands before it, in a window at most so many.
  const seen = Math.min(window, n);
  const pairs = (n * (n + 1)) / 2;
  const windowPairs = n * seen - (seen * (seen - 1)) / 2;
  const causal = attentionCost({ n: 1, m: pairs, ...whole }).flops;
  const windowed = attentionCost({ n: 1, m: windowPairs, ...whole }).flops;
  // Linear attention keeps a sum over the keys, (d_k, d_v), and one of d_k: each key goes into both, each
  // query through both. That is what one query costs beside d_k + 1 keys, on each side.
  const linear = attentionCost({ n, m: size + 1, ...whole, d_v: size }).flops;
  return {
    n,
    size,
    pairs,
    windowPairs,
    causal,
    windowed,
    windowSaved: causal / windowed,
    windowCache: attentionCost({ n: 0, m: seen, ...whole }).qkvBytes,
    linear,
    linearSaved: all.flops / linear,
    // For each score: compared with the largest so far, the largest subtracted, e to that, added up, divided.
    softmax: SOFTMAX_STEPS * all.scores,
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

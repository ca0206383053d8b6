// The sizes of a layer of heads: shapes, counts and bytes. All counts are the module's.
import { attentionCost, parameterCount } from "../../../js/index.js";

/**
 * @typedef {object} Sizes
 * @property {number} d model width @property {number} heads @property {number} kvHeads
 * @property {number} n tokens @property {number} batch @property {boolean} bias
 */

/** What the lessons compute, by name. @type {Record<string, Sizes>} */
export const PRESETS = {
  block: { d: 64, heads: 4, kvHeads: 4, n: 120, batch: 1, bias: true },
  code: { d: 64, heads: 4, kvHeads: 4, n: 7, batch: 3, bias: true },
  ticket: { d: 64, heads: 4, kvHeads: 4, n: 30, batch: 1, bias: true },
  paper: { d: 512, heads: 8, kvHeads: 8, n: 512, batch: 1, bias: true },
  "paper-formulas": { d: 512, heads: 8, kvHeads: 8, n: 512, batch: 1, bias: false },
  shared: { d: 4096, heads: 32, kvHeads: 8, n: 8192, batch: 1, bias: false },
};

export const OWN_SIZES = /** @type {const} */ (["d", "heads", "kvHeads", "n", "batch", "bias"]);
export const WIDTHS = [16, 64, 256, 512, 768, 1024, 4096];
const COUNTS = [1, 2, 4, 8, 12, 16, 32, 64];
export const LIMITS = { d: 16384, n: 131072, batch: 256 };

/** The numbers of heads that divide a number. @param {number} number */
export const divisorsOf = (number) => COUNTS.filter((count) => number % count === 0);

/** The divisor that is nearest to what was wanted, not above it. @param {number} number @param {number} wanted */
export const fitting = (number, wanted) =>
  number % wanted === 0
    ? wanted
    : Math.max(...divisorsOf(number).filter((count) => count <= wanted));

/**
 * One step of the layer: what is done, and the shape that comes out.
 * @typedef {{ name: string, letters: string, shape: number[] }} Step
 */

/** @param {Sizes} sizes @returns {Step[]} */
export function stepsOf({ d, heads: h, kvHeads, n, batch: b }) {
  const size = d / h;
  const kv = kvHeads * size;
  return [
    { name: "input", letters: "b, n, d", shape: [b, n, d] },
    { name: "projectQ", letters: "b, n, h·d_k", shape: [b, n, d] },
    { name: "projectKV", letters: "b, n, g·d_k", shape: [b, n, kv] },
    { name: "view", letters: "b, n, h, d_k", shape: [b, n, h, size] },
    { name: "transpose", letters: "b, h, n, d_k", shape: [b, h, n, size] },
    { name: "scores", letters: "b, h, n, n", shape: [b, h, n, n] },
    { name: "weights", letters: "b, h, n, n", shape: [b, h, n, n] },
    { name: "attend", letters: "b, h, n, d_k", shape: [b, h, n, size] },
    { name: "join", letters: "b, n, h·d_k", shape: [b, n, d] },
    { name: "output", letters: "b, n, d", shape: [b, n, d] },
  ];
}

/** @param {Sizes} sizes */
export function countsOf({ d, heads, kvHeads, n, batch, bias }) {
  const size = d / heads;
  const { scores, scoreBytes, flops } = attentionCost({ n, d_k: size, heads, batch });
  // No query: keys and values are all there is, as in the cache while a text is being written.
  const cache = attentionCost({ n: 0, m: n, d_k: size, heads: kvHeads, batch }).qkvBytes;
  return {
    size,
    scores,
    scoreBytes,
    flops,
    cache,
    parameters: parameterCount({ d, heads, kvHeads, bias }),
  };
}

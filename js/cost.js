// What attention costs, in numbers that can be checked with a pencil. Counts are exact as long as they
// are below 2^53.

import { checkBoolean, checkFinite, checkOptions, checkWhole } from "./check.js";

/** @param {string} where @param {string} what @param {unknown} value @param {number} [least] */
const size = (where, what, value, least = 0) =>
  checkWhole(where, what, value, least, Number.MAX_SAFE_INTEGER);

/** A number above 0; half a byte a number, or a hidden width of 8/3 · d, are no mistakes.
 * @param {string} where @param {string} what @param {unknown} value */
function factor(where, what, value) {
  const number = checkFinite(where, what, value);
  if (number <= 0) throw new RangeError(`${where}: ${what} = ${number} must be above 0`);
  return number;
}

/**
 * The cost of the two products of attention, q kᵀ and weights · v, for all heads together.
 *
 * scores: batch · heads · n · m numbers; scoreBytes: the room they take; qkvBytes: the room of q, k
 * and v; flops: 2 · scores · (d_k + d_v), a multiplication and an addition each (4 n² d for
 * self-attention with one head; softmax is not counted).
 *
 * @param {object} sizes
 * @param {number} sizes.n queries
 * @param {number | null} [sizes.m] keys; n when left out
 * @param {number} sizes.d_k size of a query and a key
 * @param {number | null} [sizes.d_v] size of a value; d_k when left out
 * @param {number | null} [sizes.heads]
 * @param {number | null} [sizes.batch]
 * @param {number | null} [sizes.bytes] of one number; 4 (float32) when left out
 * @returns {{ scores: number, scoreBytes: number, qkvBytes: number, flops: number }}
 */
export function attentionCost(sizes) {
  const where = "attentionCost";
  const given = checkOptions(where, sizes, ["n", "m", "d_k", "d_v", "heads", "batch", "bytes"]);
  const n = size(where, "n", given.n);
  const m = size(where, "m", given.m ?? n);
  const dK = size(where, "d_k", given.d_k);
  const dV = size(where, "d_v", given.d_v ?? dK);
  const heads = size(where, "heads", given.heads ?? 1);
  const batch = size(where, "batch", given.batch ?? 1);
  const bytes = factor(where, "bytes", given.bytes ?? 4);
  const scores = batch * heads * n * m;
  return {
    scores,
    scoreBytes: scores * bytes,
    qkvBytes: batch * heads * (n * dK + m * dK + m * dV) * bytes,
    flops: 2 * scores * (dK + dV),
  };
}

/**
 * The room that the hidden layer of a transformer's feed-forward part takes: n tokens of
 * expansion · d numbers.
 *
 * @param {object} sizes
 * @param {number} sizes.n tokens
 * @param {number} sizes.d model width
 * @param {number | null} [sizes.expansion] hidden width / d; 4 when left out
 * @param {number | null} [sizes.bytes] of one number; 4 (float32) when left out
 * @returns {number} bytes
 */
export function feedForwardBytes(sizes) {
  const where = "feedForwardBytes";
  const given = checkOptions(where, sizes, ["n", "d", "expansion", "bytes"]);
  const n = size(where, "n", given.n);
  const d = size(where, "d", given.d);
  const expansion = factor(where, "expansion", given.expansion ?? 4);
  return n * d * expansion * factor(where, "bytes", given.bytes ?? 4);
}

/**
 * The number of tokens at which one matrix of scores (n²) takes as much room as the feed-forward
 * part's hidden layer (n · expansion · d): above it attention takes more.
 *
 * @param {object} sizes
 * @param {number} sizes.d model width
 * @param {number | null} [sizes.expansion] hidden width / d; 4 when left out
 * @returns {number} n
 */
export function memoryCrossover(sizes) {
  const where = "memoryCrossover";
  const given = checkOptions(where, sizes, ["d", "expansion"]);
  return size(where, "d", given.d) * factor(where, "expansion", given.expansion ?? 4);
}

/**
 * The parameters of multi-head attention: W_Q and W_O are (d, d), W_K and W_V (d, kvHeads · d / heads),
 * each with a bias unless bias is false. Their number does not depend on heads, but on kvHeads / heads.
 *
 * @param {object} sizes
 * @param {number} sizes.d model width, a multiple of heads
 * @param {number} sizes.heads query heads, a multiple of kvHeads
 * @param {number | null} [sizes.kvHeads] key/value heads; heads when left out
 * @param {boolean | null} [sizes.bias] true when left out
 * @returns {number}
 */
export function parameterCount(sizes) {
  const where = "parameterCount";
  const given = checkOptions(where, sizes, ["d", "heads", "kvHeads", "bias"]);
  const d = size(where, "d", given.d);
  const heads = size(where, "heads", given.heads, 1);
  const kvHeads = size(where, "kvHeads", given.kvHeads ?? heads, 1);
  const bias = checkBoolean(where, "bias", given.bias ?? true);
  if (d % heads !== 0) {
    throw new RangeError(`${where}: d = ${d} is not a multiple of heads = ${heads}`);
  }
  if (heads % kvHeads !== 0) {
    throw new RangeError(`${where}: heads = ${heads} is not a multiple of kvHeads = ${kvHeads}`);
  }
  const kvWidth = (d / heads) * kvHeads;
  return 2 * d * d + 2 * d * kvWidth + (bias ? 2 * d + 2 * kvWidth : 0);
}

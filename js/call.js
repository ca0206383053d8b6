// How a call of attention lies in the module's memory: c/attention.h's attention_call, and what its
// pointers point to.
import { structOf } from "./struct.js";

/** @typedef {import("./arena.js").Arena} Arena */
/** @typedef {import("./options.js").Rules} Rules */
/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./sizes.js").Strides} Strides */

/**
 * Everything c/attention.h's attention_call holds, with pointers.
 * @typedef {object} Placed
 * @property {Sizes} sizes @property {Rules} rules
 * @property {number} q @property {number} k @property {number} v @property {number} out
 * @property {Strides} qAt @property {Strides} kAt @property {Strides} vAt @property {Strides} outAt
 * @property {number} weights @property {number} scores @property {number} scoresAfter pointers, 0 where they
 *   are not kept, and c/attention.h's AFTER_…
 */

/** c/attention.h's attention_call. @satisfies {Record<string, import("./struct.js").Kind>} */
export const CALL_FIELDS = /** @type {const} */ ({
  b: "int",
  h: "int",
  h_kv: "int",
  n: "int",
  m: "int",
  d_k: "int",
  d_v: "int",
  q: "pointer",
  k: "pointer",
  v: "pointer",
  out: "pointer",
  q_at: "strides",
  k_at: "strides",
  v_at: "strides",
  out_at: "strides",
  scale: "float",
  softcap: "float",
  mask: "pointer",
  mask_at: "strides",
  mask_j: "int",
  mask_m: "int",
  keep: "pointer",
  keep_at: "strides",
  keep_j: "int",
  keep_m: "int",
  keep_if: "int",
  lengths: "pointer",
  causal: "int",
  offset: "int",
  left: "int",
  right: "int",
  always: "int",
  weights: "pointer",
  scores: "pointer",
  scores_after: "int",
});
const { at: AT, words: WORDS } = structOf(CALL_FIELDS);

/** What follows the call in c/attention.h's attention_gradient.
 * @satisfies {Record<string, import("./struct.js").Kind>} */
export const GRADIENT_FIELDS = /** @type {const} */ ({
  grad_out: "pointer",
  grad_q: "pointer",
  grad_k: "pointer",
  grad_v: "pointer",
});
const GRADIENT = structOf(GRADIENT_FIELDS);

/** The bytes that the masks of a call take.
 * @param {Rules} rules */
export const bytesOfRules = (rules) =>
  (rules.mask ? rules.mask.byteLength : 0) + (rules.keep ? rules.keep.byteLength : 0) + 256;

/** @param {Int32Array} words @param {number} at @param {Strides} strides */
function putStrides(words, at, strides) {
  words[at] = strides.b;
  words[at + 1] = strides.h;
  words[at + 2] = strides.i;
}

/** Writes every field of an attention_call. A loop over the list would take a fifth of the smallest call.
 * @param {Arena} scratch @param {Placed} call @param {number} [more] words after it
 * @returns {number} its pointer */
export function placeCall(scratch, call, more = 0) {
  const { sizes, rules } = call;
  const mask = rules.mask ? scratch.floats(rules.mask) : 0;
  const keep = rules.keep ? scratch.bytesOf(rules.keep) : 0;
  const lengths = rules.lengths ? scratch.ints(rules.lengths) : 0;
  const pointer = scratch.reserve((WORDS + more) * 4);
  const words = scratch.intsView(),
    floats = scratch.floatsView(),
    at = pointer / 4;
  words[at + AT.b] = sizes.b;
  words[at + AT.h] = sizes.h;
  words[at + AT.h_kv] = sizes.hKv;
  words[at + AT.n] = sizes.n;
  words[at + AT.m] = sizes.m;
  words[at + AT.d_k] = sizes.dK;
  words[at + AT.d_v] = sizes.dV;
  words[at + AT.q] = call.q;
  words[at + AT.k] = call.k;
  words[at + AT.v] = call.v;
  words[at + AT.out] = call.out;
  putStrides(words, at + AT.q_at, call.qAt);
  putStrides(words, at + AT.k_at, call.kAt);
  putStrides(words, at + AT.v_at, call.vAt);
  putStrides(words, at + AT.out_at, call.outAt);
  floats[at + AT.scale] = rules.scale;
  floats[at + AT.softcap] = rules.softcap;
  words[at + AT.mask] = mask;
  putStrides(words, at + AT.mask_at, rules.maskAt);
  words[at + AT.mask_j] = rules.maskJ;
  words[at + AT.mask_m] = rules.maskM;
  words[at + AT.keep] = keep;
  putStrides(words, at + AT.keep_at, rules.keepAt);
  words[at + AT.keep_j] = rules.keepJ;
  words[at + AT.keep_m] = rules.keepM;
  words[at + AT.keep_if] = rules.keepIf;
  words[at + AT.lengths] = lengths;
  words[at + AT.causal] = rules.causal;
  words[at + AT.offset] = rules.offset;
  words[at + AT.left] = rules.left;
  words[at + AT.right] = rules.right;
  words[at + AT.always] = rules.always;
  words[at + AT.weights] = call.weights;
  words[at + AT.scores] = call.scores;
  words[at + AT.scores_after] = call.scoresAfter;
  return pointer;
}

/** Writes an attention_gradient.
 * @param {Arena} scratch @param {Placed} call
 * @param {{ gradOut: number, gradQ: number, gradK: number, gradV: number }} pointers
 * @returns {number} its pointer */
export function placeGradient(scratch, call, { gradOut, gradQ, gradK, gradV }) {
  const pointer = placeCall(scratch, call, GRADIENT.words);
  const words = scratch.intsView(),
    at = pointer / 4 + WORDS;
  words[at + GRADIENT.at.grad_out] = gradOut;
  words[at + GRADIENT.at.grad_q] = gradQ;
  words[at + GRADIENT.at.grad_k] = gradK;
  words[at + GRADIENT.at.grad_v] = gradV;
  return pointer;
}

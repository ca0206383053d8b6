// Runs a placed call of attention and reads its results.
import { placeCall } from "./call.js";
import { callOf } from "./sizes.js";
import { sizeOf } from "./tensor.js";

/** @typedef {import("./arena.js").Arena} Arena */
/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./options.js").Wanted} Wanted */
/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./tensor.js").Tensor} Tensor */

/** c/attention.h's AFTER_… */
const SCORES_AFTER = { scaled: 0, capped: 1, masked: 2 };

/** Room for rounding up to the arena's alignment. */
const SLACK = 64;

/** Scratch of so many bytes, or what is told about a call that is too large.
 * @param {string} where @param {Arena} scratch @param {number} bytes @param {Sizes} sizes */
export function reserveFor(where, scratch, bytes, sizes) {
  scratch.ensure(where, bytes + SLACK, callOf, sizes);
  return scratch.reserve(bytes);
}

/** How many numbers the output of a call has. @param {Sizes} sizes */
export const outputSizeOf = ({ b, h, n, dV }) => sizeOf([b, h, n, dV]);

/** How many numbers the weights of a call have. @param {Sizes} sizes */
export const squareOf = ({ b, h, n, m }) => sizeOf([b, h, n, m]);

/** @param {Core} core @param {string} where @param {Arena} scratch @param {import("./call.js").Placed} placed
 * @param {Wanted} wanted
 * @returns {{ weights?: Tensor, scores?: Tensor }} */
export function runCall(core, where, scratch, placed, wanted) {
  const { sizes } = placed,
    { exports } = core,
    // Nothing is to be computed where there is no number, however many empty rows there are.
    output = outputSizeOf(sizes),
    square = wanted.weights || wanted.scores ? squareOf(sizes) : 0;
  if (wanted.weights) placed.weights = reserveFor(where, scratch, 4 * square, sizes);
  if (wanted.scores) {
    placed.scores = reserveFor(where, scratch, 4 * square, sizes);
    placed.scoresAfter = SCORES_AFTER[wanted.scores];
  }
  if (output + square > 0) {
    const call = placeCall(scratch, placed);
    const room = (/** @type {number} */ bytes) => reserveFor(where, scratch, bytes, sizes);
    if (wanted.staged) {
      exports.attention_staged(call, room(exports.attention_staged_workspace(call)));
    } else {
      exports.attention_fused(call, room(exports.attention_fused_workspace(call)));
      if (wanted.scores && square > 0)
        exports.attention_scores(call, room(exports.attention_staged_workspace(call)));
    }
  }
  /** @type {{ weights?: Tensor, scores?: Tensor }} */
  const result = {};
  const shape = [...sizes.lead, sizes.n, sizes.m];
  if (placed.weights) {
    const ofWeights = [...shape],
      headAxis = sizes.batched ? 1 : 0;
    if (wanted.weights === "mean" && sizes.lead.length > headAxis) {
      if (square > 0) exports.mean_over_heads(placed.weights, sizes.b, sizes.h, sizes.n * sizes.m);
      ofWeights.splice(headAxis, 1);
    }
    result.weights = {
      data: scratch.readFloats(placed.weights, sizeOf(ofWeights)),
      shape: ofWeights,
    };
  }
  if (placed.scores) result.scores = { data: scratch.readFloats(placed.scores, square), shape };
  return result;
}

/** The output: a copy, in the caller's own array where there is one.
 * @param {Arena} scratch @param {number} pointer @param {number} length @param {Wanted} wanted */
export function readOutput(scratch, pointer, length, { out, into }) {
  if (!out || !into) return scratch.readFloats(pointer, length);
  into.set(scratch.floatsView().subarray(pointer / 4, pointer / 4 + length));
  return out;
}

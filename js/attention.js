// attention(q, k, v, options): reads what the caller means, then computes it.
import { bytesOfRules } from "./call.js";
import { checkOptions } from "./check.js";
import { ATTENTION_OPTIONS, rulesOf, wantedOf } from "./options.js";
import { joinPast, pastOf } from "./past.js";
import { outputSizeOf, readOutput, runCall, squareOf } from "./run.js";
import { callOf, denseStrides, matricesOf } from "./sizes.js";
import { checkTensors } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./options.js").Rules} Rules */
/** @typedef {import("./options.js").Wanted} Wanted */
/** @typedef {import("./options.js").AttentionOptions} AttentionOptions */
/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */

/**
 * @typedef {object} AttentionResult
 * @property {Tensor} output (…, n, d_v)
 * @property {Tensor} [weights] (…, n, m)
 * @property {Tensor} [scores] (…, n, m)
 * @property {{ key: Tensor, value: Tensor }} [present] past and new keys and values, joined
 */

/**
 * A call of attention() that was found to be right: what is left to do is to compute it.
 * @typedef {object} AttentionPlan
 * @property {Sizes} sizes @property {Rules} rules @property {Wanted} wanted
 * @property {Float32Array} q @property {Float32Array} k @property {Float32Array} v as the caller's layout has them
 * @property {import("./past.js").Past | null} past
 * @property {number[]} shape of the output
 */

/** Finds out what a call means, and throws where it is wrong. Nothing is computed or copied.
 * @param {TensorLike} q @param {TensorLike} k @param {TensorLike} v @param {AttentionOptions} [givenOptions]
 * @returns {AttentionPlan} */
export function planAttention(q, k, v, givenOptions) {
  const where = "attention";
  const options = checkOptions(where, givenOptions, ATTENTION_OPTIONS);
  /** @type {import("./tensor.js").Held} */
  const held = [];
  const { queries, keys, values, sizes } = matricesOf(where, q, k, v, options, held);
  const past = pastOf(where, options.past, sizes, held);
  if (past) sizes.m += past.rows;
  const { h, dV, packed } = sizes;
  const rules = rulesOf(where, options, sizes, past ? past.rows : 0, held);
  const wanted = wantedOf(where, options, outputSizeOf(sizes), held);
  checkTensors(where, held);
  const shape = [...queries.shape.slice(0, -1), packed ? h * dV : dV];
  return { sizes, rules, wanted, q: queries.data, k: keys.data, v: values.data, past, shape };
}

/** Computes what was planned.
 * @param {Core} core @param {AttentionPlan} plan @returns {AttentionResult} */
export function runAttention(core, plan) {
  const where = "attention",
    { sizes, rules, wanted, past } = plan;
  const { b, h, hKv, n, m, dK, dV, packed } = sizes;
  const fresh = past ? m - past.rows : m,
    outputSize = outputSizeOf(sizes);
  const kFresh = denseStrides(hKv, fresh, dK, packed),
    vFresh = denseStrides(hKv, fresh, dV, packed);
  return core.arena.run((scratch) => {
    const square =
      squareOf(sizes) * (Number(Boolean(wanted.weights)) + Number(Boolean(wanted.scores)));
    scratch.ensure(
      where,
      4 * (plan.q.length + b * hKv * m * (dK + dV) + outputSize + square) + bytesOfRules(rules),
      callOf,
      sizes,
    );
    /** @type {import("./call.js").Placed} */
    const placed = {
      sizes,
      rules,
      q: scratch.floats(plan.q),
      k: past
        ? joinPast(scratch, past.key, past.rows, plan.k, kFresh, sizes, dK)
        : scratch.floats(plan.k),
      v: past
        ? joinPast(scratch, past.value, past.rows, plan.v, vFresh, sizes, dV)
        : scratch.floats(plan.v),
      qAt: denseStrides(h, n, dK, packed),
      kAt: past ? denseStrides(hKv, m, dK, false) : kFresh,
      vAt: past ? denseStrides(hKv, m, dV, false) : vFresh,
      out: scratch.reserve(4 * outputSize),
      outAt: denseStrides(h, n, dV, packed),
      weights: 0,
      scores: 0,
      scoresAfter: 0,
    };
    const kept = runCall(core, where, scratch, placed, wanted);
    /** @type {AttentionResult} */
    const result = {
      output: { data: readOutput(scratch, placed.out, outputSize, wanted), shape: plan.shape },
      ...kept,
    };
    if (past) {
      result.present = {
        key: { data: scratch.readFloats(placed.k, b * hKv * m * dK), shape: [...past.lead, m, dK] },
        value: {
          data: scratch.readFloats(placed.v, b * hKv * m * dV),
          shape: [...past.lead, m, dV],
        },
      };
    }
    return result;
  });
}

/** softmax(q kᵀ · scale, masked) v. Shapes and options: see AttentionOptions.
 * @param {Core} core @param {TensorLike} q (…, n, d_k) @param {TensorLike} k (…, m, d_k)
 * @param {TensorLike} v (…, m, d_v) @param {AttentionOptions} [options] @returns {AttentionResult} */
export function attention(core, q, k, v, options) {
  return runAttention(core, planAttention(q, k, v, options));
}

// Softmax, its derivative and its alternatives, along the last axis of a tensor of any rank.
//
// For all of them −∞ marks a hidden entry: it takes no part, its result is exactly 0 (logSoftmax: −∞),
// and so is a row of nothing else. NaN and +∞ make their own row NaN and no other.

import { checkBoolean, checkChoice, checkFinite, checkOptions } from "./check.js";
import { matricesOf } from "./sizes.js";
import { structOf, writeStruct } from "./struct.js";
import { asTensor, checkTensors, sizeOf } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */

/**
 * @typedef {object} SoftmaxOptions
 * @property {number | null} [temperature] divides the entries first; above 0. Default 1
 * @property {boolean | null} [plusOne] adds 1 to the denominator, so that a row may sum to less than 1.
 *   Default false
 */

/**
 * @typedef {object} LinearAttentionOptions
 * @property {boolean | "top-left" | "bottom-right" | null} [causal] query i reads key j ≤ i, with
 *   "bottom-right" j ≤ i + m − n. Default false
 */

/** The argument as (rows, m).
 * @param {string} where @param {string} name @param {TensorLike} value */
function rowsOf(where, name, value) {
  const t = asTensor(value, where, name);
  if (t.shape.length === 0) {
    throw new RangeError(`${where}: ${name} has rank 0, but needs at least one axis`);
  }
  checkTensors(where, [name, t]);
  return { ...t, rows: sizeOf(t.shape.slice(0, -1)), m: t.shape[t.shape.length - 1] };
}

/** Runs body on a copy of t inside the module, which it may overwrite; the result has t's shape.
 * @param {Core} core @param {string} where @param {TensorLike} value
 * @param {(x: number, rows: number, m: number, scratch: import("./arena.js").Arena) => void} body
 * @returns {Tensor} */
function alongLastAxis(core, where, value, body) {
  const { data, shape, rows, m } = rowsOf(where, "t", value),
    { arena } = core;
  if (data.length === 0) return { data: new Float32Array(0), shape: [...shape] };
  return arena.run((scratch) => {
    scratch.ensure(where, 4 * (data.length + m) + ROUNDING);
    const x = scratch.floats(data);
    body(x, rows, m, scratch);
    return { data: scratch.readFloats(x, data.length), shape: [...shape] };
  });
}

/** What the arena may add to a few blocks so that each is aligned. */
const ROUNDING = 256;

/**
 * exp(t / temperature) / Σ exp(t / temperature) along the last axis.
 *
 * @param {Core} core
 * @param {TensorLike} t (…, m)
 * @param {SoftmaxOptions} [options]
 * @returns {Tensor} (…, m)
 */
export function softmax(core, t, options) {
  const where = "softmax";
  const given = checkOptions(where, options, ["temperature", "plusOne"]);
  const temperature = checkTemperature(where, given.temperature ?? 1);
  const plusOne = checkBoolean(where, "plusOne", given.plusOne);
  return alongLastAxis(core, where, t, (x, rows, m) =>
    core.exports.softmax(x, x, rows, m, temperature, Number(plusOne)),
  );
}

/** @param {string} where @param {unknown} value */
function checkTemperature(where, value) {
  const temperature = checkFinite(where, "temperature", value);
  if (temperature === 0) {
    throw new RangeError(`${where}: temperature = 0 must be above 0; the limit at 0 is hardmax`);
  }
  const rounded = Math.fround(temperature);
  if (temperature < 0 || rounded === 0 || rounded === Infinity) {
    throw new RangeError(
      `${where}: temperature = ${temperature} must be a float32 number above 0, from 1e-45 to 3.4e38`,
    );
  }
  return rounded;
}

/**
 * log softmax(t) along the last axis, without a softmax in between that could have gone down to 0.
 *
 * @param {Core} core
 * @param {TensorLike} t (…, m)
 * @returns {Tensor} (…, m)
 */
export function logSoftmax(core, t) {
  return alongLastAxis(core, "logSoftmax", t, (x, rows, m) =>
    core.exports.log_softmax(x, x, rows, m),
  );
}

/**
 * 1 at the first of the largest entries along the last axis, 0 elsewhere: softmax as its temperature
 * goes to 0. +∞ is the largest entry here.
 *
 * @param {Core} core
 * @param {TensorLike} t (…, m)
 * @returns {Tensor} (…, m)
 */
export function hardmax(core, t) {
  return alongLastAxis(core, "hardmax", t, (x, rows, m) => core.exports.hardmax(x, x, rows, m));
}

/**
 * |t| / Σ |t| along the last axis; a row of zeros stays 0.
 *
 * @param {Core} core
 * @param {TensorLike} t (…, m)
 * @returns {Tensor} (…, m)
 */
export function l1Normalize(core, t) {
  return alongLastAxis(core, "l1Normalize", t, (x, rows, m) =>
    core.exports.l1_normalize(x, x, rows, m),
  );
}

/**
 * The nearest point of the simplex, max(t − threshold, 0) with sum 1: like softmax, but small entries
 * become exactly 0. (Martins and Astudillo 2016)
 *
 * @param {Core} core
 * @param {TensorLike} t (…, m)
 * @returns {Tensor} (…, m)
 */
export function sparsemax(core, t) {
  return alongLastAxis(core, "sparsemax", t, (x, rows, m, scratch) =>
    core.exports.sparsemax(x, x, rows, m, scratch.reserve(4 * m)),
  );
}

/**
 * The derivative of softmax at its result p: ∂p_i / ∂t_j = p_i·([i = j] − p_j).
 *
 * @param {Core} core
 * @param {TensorLike} p (…, m), weights as softmax gives them
 * @returns {Tensor} (…, m, m)
 */
export function softmaxJacobian(core, p) {
  const where = "softmaxJacobian";
  const { data, shape, rows, m } = rowsOf(where, "p", p),
    { arena } = core;
  if (data.length === 0) return { data: new Float32Array(0), shape: [...shape, m] };
  return arena.run((scratch) => {
    scratch.ensure(where, 4 * data.length * (1 + m) + ROUNDING);
    const weights = scratch.floats(data),
      jacobian = scratch.reserve(4 * data.length * m);
    core.exports.softmax_jacobian(weights, jacobian, rows, m);
    return { data: scratch.readFloats(jacobian, data.length * m), shape: [...shape, m] };
  });
}

/**
 * How much of a gradient passes softmax: the mean over the rows of the Frobenius norm of its Jacobian
 * at these scores.
 *
 * @param {Core} core
 * @param {TensorLike} scores (…, m)
 * @returns {number} NaN for no rows
 */
export function softmaxGradientSize(core, scores) {
  const where = "softmaxGradientSize";
  const { data, rows, m } = rowsOf(where, "scores", scores),
    { arena } = core;
  if (data.length === 0) return rows === 0 ? NaN : 0;
  return arena.run((scratch) => {
    scratch.ensure(where, 4 * (data.length + m) + ROUNDING);
    return core.exports.softmax_gradient_size(
      scratch.floats(data),
      rows,
      m,
      scratch.reserve(4 * m),
    );
  });
}

/** c/softmax.h's linear_attention_call. @satisfies {Record<string, import("./struct.js").Kind>} */
export const LINEAR_FIELDS = /** @type {const} */ ({
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
  offset: "int",
});
const LINEAR = structOf(LINEAR_FIELDS);

/**
 * Linear attention: out_i = Σ_j φ(q_i)·φ(k_j) v_j / Σ_j φ(q_i)·φ(k_j) with φ = elu + 1. It costs n + m
 * where softmax costs n · m. A query without a key is 0. (Katharopoulos et al. 2020)
 *
 * @param {Core} core
 * @param {TensorLike} q (…, n, d_k), rank 2, 3 or 4; in rank 4 the axis before n is the head axis
 * @param {TensorLike} k (…, m, d_k); in rank 4 its heads may be fewer, and are shared by neighbours
 * @param {TensorLike} v (…, m, d_v)
 * @param {LinearAttentionOptions} [options]
 * @returns {Tensor} (…, n, d_v)
 */
export function linearAttention(core, q, k, v, options) {
  const where = "linearAttention";
  const given = checkOptions(where, options, ["causal"]),
    causal = given.causal ?? false;
  if (typeof causal !== "boolean")
    checkChoice(where, "causal", causal, ["top-left", "bottom-right"]);
  /** @type {import("./tensor.js").Held} */
  const held = [];
  const { queries, keys, values, sizes } = matricesOf(where, q, k, v, given, held);
  checkTensors(where, held);
  const { b, h, hKv, n, m, dK, dV } = sizes,
    { arena, exports } = core;
  const shape = [...queries.shape.slice(0, -1), dV],
    outputSize = sizeOf(shape);
  if (outputSize === 0) return { data: new Float32Array(0), shape };
  const offset = causal === "bottom-right" ? m - n : causal ? 0 : m;
  return arena.run((scratch) => {
    const workspaceBytes = exports.linear_attention_workspace(dK, dV);
    const numbers = queries.data.length + keys.data.length + values.data.length + outputSize;
    scratch.ensure(where, 4 * numbers + workspaceBytes + ROUNDING);
    const out = scratch.reserve(4 * outputSize),
      workspace = scratch.reserve(workspaceBytes);
    const [qAt, kAt, vAt] = [queries, keys, values].map(({ data }) => scratch.floats(data));
    const call = writeStruct(scratch, LINEAR, {
      ...{ b, h, h_kv: hKv, n, m, d_k: dK, d_v: dV },
      ...{ q: qAt, k: kAt, v: vAt, out, offset },
    });
    exports.linear_attention(call, workspace);
    return { data: scratch.readFloats(out, outputSize), shape };
  });
}

// The lessons' experiments, replayed: what c/experiments.c computes, one d_k after the other and in
// pieces of a millisecond or so, so that a worker can report and a page can stop in between.
import { checkOptions, checkWhole, describe, isRevoked } from "./check.js";
import { readWholes, roomFor } from "./given.js";
import { checkTorchSeed } from "./random.js";

/** @typedef {import("./core.js").Core} Core */

/**
 * @typedef {{ dK: number, variance: number, varianceScaled: number, largestUnscaled: number,
 *   largestScaled: number, saturatedUnscaled: number, saturatedScaled: number }} ScalingRow
 * `variance` of the dot products (n − 1), mean of the largest weight of a row, and share (0 to 1) of the
 * rows whose largest weight is above 0.99; each without and with the division by √d_k
 */
/** @typedef {{ dK: number, unscaled: number, scaled: number }} GradientRow mean Frobenius norm of
 * diag(p) − p pᵀ over the rows */
/** @typedef {{ dK: number, std: number, stdScaled: number }} SpreadRow standard deviation (n − 1) of the
 * dot products */

/**
 * @template Row
 * @typedef {object} Watching
 * @property {((row: Row, index: number) => void) | null} [onRow] called when a d_k is done
 * @property {((fraction: number) => void) | null} [onProgress] called every few milliseconds: how much of
 *   the whole is done, from 0 to 1
 */
/** @typedef {{ seed: number | bigint, dK: ArrayLike<number> }} Drawn `seed` as for torchGenerator; the keys' sizes, in turn */
/** @typedef {Drawn & { pairs: number, rows: number, keys: number }} ScalingSizes pairs for the variance; rows of so many keys for the weights */
/** @typedef {Drawn & { rows: number, keys: number }} GradientSizes */
/** @typedef {Drawn & { pairs: number }} SpreadSizes */

/**
 * Where an experiment stands: how much of the whole is done, and, when a d_k is just done, its row and
 * what softmax makes of scores that are divided by d_k itself.
 * @template Row
 * @typedef {{ fraction: number, row?: Row, index?: number, byKeySize?: ByKeySize }} Step
 */
/** @typedef {{ largest: number, saturated: number, gradient: number }} ByKeySize */

/** Pieces of 512 numbers between two steps. */
const PIECES = 256;

/**
 * What c/experiments.h calls experiment_result, field by field.
 * @typedef {{ variance: number, largest: number[], saturated: number[], gradient: number[] }} Result
 */

/** @param {Float64Array} numbers @returns {Result} */
function readResult([, variance, ...means]) {
  return {
    variance,
    largest: means.slice(0, 3),
    saturated: means.slice(3, 6),
    gradient: means.slice(6, 9),
  };
}

/** The experiments: which sizes each takes, with the least that makes sense, and what it tells of a d_k.
 * A sample variance needs two pairs. */
const SCALING = {
  sizes: { pairs: 2, rows: 1, keys: 1 },
  /** @param {number} dK @param {Result} r @returns {ScalingRow} */
  row: (dK, r) => ({
    dK,
    variance: r.variance,
    varianceScaled: r.variance / dK,
    largestUnscaled: r.largest[0],
    largestScaled: r.largest[1],
    saturatedUnscaled: r.saturated[0],
    saturatedScaled: r.saturated[1],
  }),
};
const GRADIENT = {
  sizes: { rows: 1, keys: 1 },
  /** @param {number} dK @param {Result} r @returns {GradientRow} */
  row: (dK, r) => ({ dK, unscaled: r.gradient[0], scaled: r.gradient[1] }),
};
const SPREAD = {
  sizes: { pairs: 2 },
  /** @param {number} dK @param {Result} r @returns {SpreadRow} */
  row: (dK, r) => ({ dK, std: Math.sqrt(r.variance), stdScaled: Math.sqrt(r.variance / dK) }),
};

/** @param {string} where @param {string} name @param {unknown} value */
function checkCallback(where, name, value) {
  if (value !== undefined && value !== null && (typeof value !== "function" || isRevoked(value))) {
    throw new TypeError(`${where}: ${name} must be a function, not ${describe(value)}`);
  }
}

/**
 * @template Row
 * @param {string} where @param {{ sizes: Record<string, number>, row: (dK: number, r: Result) => Row }} kind
 * @param {unknown} given @param {string[]} callbacks
 */
function check(where, { sizes, row }, given, callbacks) {
  const names = Object.keys(sizes);
  const options = checkOptions(where, given, ["seed", "dK", ...names, ...callbacks]);
  const seed = checkTorchSeed(where, options.seed);
  const dK = readWholes(where, "dK", options.dK, 1, () => 2 ** 31 - 1);
  const [pairs, rows, keys] = ["pairs", "rows", "keys"].map((name) =>
    Object.hasOwn(sizes, name) ? checkWhole(where, name, options[name], sizes[name]) : 0,
  );
  for (const name of callbacks) checkCallback(where, name, options[name]);
  // So many numbers that a count of them is no longer exact would take a year.
  const most = dK.reduce((a, b) => Math.max(a, b), 1);
  const largest = most * Math.max(pairs, rows * keys);
  if (largest > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(
      `${where}: a tensor of ${largest} numbers is more than the ${Number.MAX_SAFE_INTEGER} that can be counted`,
    );
  }
  return { where, seed, dK, most, pairs, rows, keys, row, options };
}

/**
 * Runs what was checked. Between two steps the state is bytes of its own, so an experiment that is left
 * half-way has nothing to release.
 * @template Row
 * @param {Core} core
 * @param {{ where: string, seed: number, dK: Float64Array, most: number, pairs: number, rows: number, keys: number, row: (dK: number, r: Result) => Row }} plan
 * @returns {Generator<Step<Row>, Row[], void>}
 */
function* run(core, { where, seed, dK, most, pairs, rows, keys, row }) {
  const numbers = dK.map((size) => size * (2 * pairs + rows * (1 + keys)));
  const all = numbers.reduce((sum, count) => sum + count, 0);
  const bytes = core.exports.experiment_bytes(most, keys);
  core.arena.ensure(where, bytes);
  const state = roomFor(where, () => "the experiment", bytes, Uint8Array);
  /** @template T @param {(exports: Core["exports"], pointer: number) => T} call */
  const withState = (call) => {
    const { arena, exports } = core;
    return arena.run((scratch) => {
      const pointer = scratch.bytesOf(state),
        result = call(exports, pointer);
      state.set(scratch.bytesView().subarray(pointer, pointer + bytes));
      return result;
    });
  };
  const results = [];
  let before = 0;
  withState((exports, pointer) => exports.experiment_seed(pointer, seed));
  for (let index = 0; index < dK.length; index++) {
    withState((exports, pointer) =>
      exports.experiment_begin(pointer, dK[index], pairs, rows, keys),
    );
    for (;;) {
      const done = withState((exports, pointer) => exports.experiment_step(pointer, PIECES));
      const numbersOfResult = new Float64Array(state.buffer, 0, 11);
      if (done) {
        const means = readResult(numbersOfResult);
        const result = row(dK[index], means);
        const { largest, saturated, gradient } = means;
        const byKeySize = { largest: largest[2], saturated: saturated[2], gradient: gradient[2] };
        before += numbers[index];
        results.push(result);
        yield { fraction: before / all, row: result, index, byKeySize };
        break;
      }
      yield { fraction: (before + numbersOfResult[0]) / all };
    }
  }
  return results;
}

/** Runs to the end, with callbacks instead of steps.
 * @template Row
 * @param {Generator<Step<Row>, Row[], void>} steps @param {Record<string, any>} options @returns {Row[]} */
function finish(steps, { onRow, onProgress }) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return /** @type {Row[]} */ (value);
    const { fraction, row, index } = /** @type {Step<Row>} */ (value);
    onProgress?.(fraction);
    if (row !== undefined) onRow?.(row, index);
  }
}

const CALLBACKS = ["onRow", "onProgress"];

/**
 * What dividing by √d_k does to dot products and to softmax. For each d_k in turn, in float64 and from
 * one stream: q (pairs, d_k) and k (pairs, d_k) for the variance, then q (rows, d_k) and
 * k (rows, keys, d_k) for the weights.
 * @param {Core} core @param {ScalingSizes & Watching<ScalingRow>} options @returns {ScalingRow[]}
 */
export function scalingExperiment(core, options) {
  const plan = check("scalingExperiment", SCALING, options, CALLBACKS);
  return finish(run(core, plan), plan.options);
}

/**
 * What dividing by √d_k does to softmax's gradient. For each d_k in turn: q (rows, d_k), then
 * k (rows, keys, d_k).
 * @param {Core} core @param {GradientSizes & Watching<GradientRow>} options @returns {GradientRow[]}
 */
export function gradientExperiment(core, options) {
  const plan = check("gradientExperiment", GRADIENT, options, CALLBACKS);
  return finish(run(core, plan), plan.options);
}

/**
 * How far dot products spread. For each d_k in turn: q (pairs, d_k), then k (pairs, d_k).
 * @param {Core} core @param {SpreadSizes & Watching<SpreadRow>} options @returns {SpreadRow[]}
 */
export function spreadExperiment(core, options) {
  const plan = check("spreadExperiment", SPREAD, options, CALLBACKS);
  return finish(run(core, plan), plan.options);
}

/** scalingExperiment step by step: the caller decides when each step runs, and may stop after any.
 * @param {Core} core @param {ScalingSizes} options */
export const scalingSteps = (core, options) =>
  run(core, check("scalingSteps", SCALING, options, []));

/** gradientExperiment step by step.
 * @param {Core} core @param {GradientSizes} options */
export const gradientSteps = (core, options) =>
  run(core, check("gradientSteps", GRADIENT, options, []));

/** spreadExperiment step by step.
 * @param {Core} core @param {SpreadSizes} options */
export const spreadSteps = (core, options) => run(core, check("spreadSteps", SPREAD, options, []));

// Gradients of attention, for the same masks and options.
import {
  bytesOfRules,
  callOf,
  CALL_WORDS,
  denseStrides,
  MASK_OPTIONS,
  matricesOf,
  placeCall,
  rulesOf,
  SCORE_OPTIONS,
} from "./attention.js";
import { checkOptions, inWords } from "./check.js";
import { asTensor } from "./tensor.js";

/** @typedef {import("./load.js").Core} Core */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */
/** @typedef {import("./attention.js").LayoutOptions & import("./attention.js").MaskOptions & import("./attention.js").ScoreOptions} BackwardOptions */

/** (b, outer, inner, size) as (b, inner, outer, size): packed heads from dense ones, or dense from packed.
 * @param {Float32Array} from @param {number} b @param {number} outer @param {number} inner
 * @param {number} size */
function swapAxes(from, b, outer, inner, size) {
  if (outer === 1 || inner === 1) return from;
  const result = new Float32Array(from.length);
  let taken = 0;
  for (let item = 0; item < b; item++)
    for (let o = 0; o < outer; o++)
      for (let i = 0; i < inner; i++, taken += size) {
        result.set(from.subarray(taken, taken + size), ((item * inner + i) * outer + o) * size);
      }
  return result;
}

/** The gradients of Σ attention(q, k, v, options) ∘ gradOutput.
 * @param {Core} core @param {TensorLike} q @param {TensorLike} k @param {TensorLike} v
 * @param {TensorLike} gradOutput shaped like the output @param {BackwardOptions} [given]
 * @returns {{ gradQ: Tensor, gradK: Tensor, gradV: Tensor }} shaped like q, k and v */
export function attentionBackward(core, q, k, v, gradOutput, given) {
  const where = "attentionBackward";
  const options = checkOptions(where, given, [
    "heads",
    "kvHeads",
    ...MASK_OPTIONS,
    ...SCORE_OPTIONS,
  ]);
  const { queries, keys, values, sizes } = matricesOf(where, q, k, v, options);
  const { b, h, hKv, n, m, dK, dV, packed } = sizes;
  const gradient = asTensor(gradOutput, where, "gradOutput");
  const shape = [...queries.shape.slice(0, -1), packed ? h * dV : dV];
  if (String(gradient.shape) !== String(shape)) {
    throw new RangeError(
      `${where}: gradOutput has shape ${inWords(gradient.shape)} but the output has ${inWords(shape)}`,
    );
  }
  const rules = rulesOf(where, options, sizes, 0);
  return core.arena.run((scratch) => {
    const { exports } = core,
      inputs = queries.data.length + keys.data.length + values.data.length;
    scratch.ensure(
      where,
      4 * (2 * inputs + gradient.data.length) + bytesOfRules(rules),
      callOf,
      sizes,
    );
    const grads = [queries, keys, values].map((t) => scratch.reserve(t.data.byteLength));
    const gradOut = scratch.floats(packed ? swapAxes(gradient.data, b, n, h, dV) : gradient.data);
    const call = placeCall(scratch, {
      sizes,
      rules,
      out: 0,
      outAt: denseStrides(h, n, dV, packed),
      more: 4,
      q: scratch.floats(queries.data),
      k: scratch.floats(keys.data),
      v: scratch.floats(values.data),
      qAt: denseStrides(h, n, dK, packed),
      kAt: denseStrides(hKv, m, dK, packed),
      vAt: denseStrides(hKv, m, dV, packed),
    });
    scratch.intsView().set([gradOut, ...grads], call / 4 + CALL_WORDS);
    // 3 · 64 floats a key and the keys packed, and what a block of 64 rows keeps: asked in numbers that do
    // not wrap, before C is asked.
    scratch.ensure(where, 4 * (m * (3 * 64 + dK + 8) + 64 * (3 * dK + 3 * dV + 32)), callOf, sizes);
    const bytes = exports.attention_backward_workspace(call) >>> 0;
    scratch.ensure(where, bytes + 1024, callOf, sizes);
    exports.attention_backward(call, scratch.reserve(bytes));
    const [gradQ, gradK, gradV] = /** @type {[Tensor, number, number, number][]} */ ([
      [queries, h, n, dK],
      [keys, hKv, m, dK],
      [values, hKv, m, dV],
    ]).map(([t, heads, rows, size], index) => ({
      data: packed
        ? swapAxes(scratch.readFloats(grads[index], t.data.length), b, heads, rows, size)
        : scratch.readFloats(grads[index], t.data.length),
      shape: [...t.shape],
    }));
    return { gradQ, gradK, gradV };
  });
}

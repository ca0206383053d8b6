// Gradients of attention, for the same masks and options.
import { bytesOfRules, placeGradient } from "./call.js";
import { checkOptions, inWords } from "./check.js";
import { MASK_OPTIONS, rulesOf, SCORE_OPTIONS } from "./options.js";
import { outputSizeOf, reserveFor } from "./run.js";
import { callOf, denseStrides, matricesOf } from "./sizes.js";
import { asTensor, checkTensors } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */
/** @typedef {import("./sizes.js").LayoutOptions & import("./options.js").MaskOptions & import("./options.js").ScoreOptions} BackwardOptions */

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
  /** @type {import("./tensor.js").Held} */
  const held = [];
  const { queries, keys, values, sizes } = matricesOf(where, q, k, v, options, held);
  const { b, h, hKv, n, m, dK, dV, packed } = sizes;
  const gradient = asTensor(gradOutput, where, "gradOutput");
  held.push("gradOutput", gradient);
  const shape = [...queries.shape.slice(0, -1), packed ? h * dV : dV];
  if (String(gradient.shape) !== String(shape)) {
    throw new RangeError(
      `${where}: gradOutput has shape ${inWords(gradient.shape)} but the output has ${inWords(shape)}`,
    );
  }
  const rules = rulesOf(where, options, sizes, 0, held);
  checkTensors(where, held);
  const { arena, exports } = core;
  if (outputSizeOf(sizes) === 0 || m === 0) {
    // Nothing was read, so nothing has a gradient.
    const zeros = (/** @type {Tensor} */ t) => ({
      data: new Float32Array(t.data.length),
      shape: [...t.shape],
    });
    return { gradQ: zeros(queries), gradK: zeros(keys), gradV: zeros(values) };
  }
  return arena.run((scratch) => {
    const inputs = queries.data.length + keys.data.length + values.data.length;
    scratch.ensure(
      where,
      4 * (2 * inputs + gradient.data.length) + bytesOfRules(rules),
      callOf,
      sizes,
    );
    const grads = [queries, keys, values].map((t) => scratch.reserve(t.data.byteLength));
    const gradOut = scratch.floats(packed ? swapAxes(gradient.data, b, n, h, dV) : gradient.data);
    /** @type {import("./call.js").Placed} */
    const placed = {
      sizes,
      rules,
      q: scratch.floats(queries.data),
      k: scratch.floats(keys.data),
      v: scratch.floats(values.data),
      out: 0,
      qAt: denseStrides(h, n, dK, packed),
      kAt: denseStrides(hKv, m, dK, packed),
      vAt: denseStrides(hKv, m, dV, packed),
      outAt: denseStrides(h, n, dV, packed),
      weights: 0,
      scores: 0,
      scoresAfter: 0,
    };
    const call = placeGradient(scratch, placed, {
      gradOut,
      gradQ: grads[0],
      gradK: grads[1],
      gradV: grads[2],
    });
    const bytes = exports.attention_backward_workspace(call);
    exports.attention_backward(call, reserveFor(where, scratch, bytes, sizes));
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

// What a wrong argument is told, word for word: the function, the argument, every number in it. The sentences
// are written here by hand, from what was given; a message that names another number is a wrong message.
import assert from "node:assert/strict";
import { it } from "node:test";

import * as api from "attention-wasm";

/** As no one should call them. @type {any} */
const untyped = api;
const attn = /** @type {any} */ (await api.load());

/** @param {...number} shape */
const t = (...shape) => ({
  data: new Float32Array(shape.reduce((a, b) => a * b, 1)).fill(0.5),
  shape,
});
/** @param {...number} shape */
const bytes = (...shape) => ({
  data: new Uint8Array(shape.reduce((a, b) => a * b, 1)).fill(1),
  shape,
});
const [q, k, v] = [t(5, 4), t(7, 4), t(7, 3)];
const batch = [t(2, 6, 5, 4), t(2, 3, 7, 4), t(2, 3, 7, 2)];

const square = { W_Q: t(8, 8), W_K: t(8, 8), W_V: t(8, 8), W_O: t(8, 8) };
const theirs = { in_proj_weight: t(24, 8), "out_proj.weight": t(8, 8) };
const apart = {
  q_proj_weight: t(8, 8),
  k_proj_weight: t(8, 8),
  v_proj_weight: t(8, 8),
  "out_proj.weight": t(8, 8),
};
const layer = attn.multiHead({ d: 8, heads: 2, parameters: square });
/** @param {any} parameters @param {any} [more] */
const made = (parameters, more) => () => attn.multiHead({ d: 8, heads: 2, parameters, ...more });
/** @param {any} [options] */
const attention = (options) => () => attn.attention(q, k, v, options);

const SIZES = { vocab: 7, d: 4, heads: 2, ff: 6, layers: 2, classes: 3, maxLen: 5 };
const parameters = api.initialParameters(SIZES, 1);
const model = attn.encoder({ ...SIZES, parameters });
const cache = () => {
  const one = attn.keyValueCache({ batch: 2, kvHeads: 3, d_k: 4, d_v: 5, capacity: 6 });
  one.append(t(2, 3, 2, 4), t(2, 3, 2, 5));
  return one;
};
const steps = { W_Q: t(4, 3), W_K: t(4, 3), W_V: t(4, 2) };
const OPTIONS = "heads, kvHeads, mask, keep, drop, causal, window, lengths, scale, softcap";

/** @type {[() => unknown, "TypeError" | "RangeError" | "Error", string][]} */
const SENTENCES = [
  // options
  [attention(3), "TypeError", "attention: options must be an object, not 3"],
  [
    attention({ casual: true }),
    "TypeError",
    `attention: there is no option casual; did you mean causal? The options are ${OPTIONS}, past, weights, scores, method, out`,
  ],
  [
    // 40 letters are still a name, of which a word may be meant; more are none
    attention({ [`mask-${"x".repeat(35)}`]: 1 }),
    "TypeError",
    `attention: there is no option mask-${"x".repeat(35)}; did you mean mask? The options are ${OPTIONS}, past, weights, scores, method, out`,
  ],
  [
    attention({ [`mask-${"x".repeat(36)}`]: 1 }),
    "TypeError",
    `attention: there is no option mask-${"x".repeat(35)}…; the options are ${OPTIONS}, past, weights, scores, method, out`,
  ],
  [attention({ heads: "2" }), "TypeError", 'attention: heads must be a whole number, not "2"'],
  [
    attention({ heads: 0 }),
    "RangeError",
    "attention: heads = 0 must be a whole number from 1 to 2147483647",
  ],
  [
    attention({ heads: 3 }),
    "RangeError",
    "attention: the width of q, 4, is not a multiple of heads = 3",
  ],
  [
    attention({ heads: 2, kvHeads: 3 }),
    "RangeError",
    "attention: the width of k, 4, is not a multiple of kvHeads = 3",
  ],
  [
    () => attn.attention(t(5, 6), t(7, 4), t(7, 3), { heads: 3, kvHeads: 2 }),
    "RangeError",
    "attention: the width of v, 3, is not a multiple of kvHeads = 2",
  ],
  [
    () => attn.attention(t(5, 6), t(7, 4), t(7, 4), { heads: 3, kvHeads: 2 }),
    "RangeError",
    "attention: the 3 heads of q are not a multiple of the 2 heads of k and v",
  ],
  [
    () => attn.attention(t(5, 6), t(7, 4), t(7, 4), { heads: 2 }),
    "RangeError",
    "attention: k has d_k = 2 but q has d_k = 3",
  ],
  [
    attention({ kvHeads: 2 }),
    "TypeError",
    "attention: kvHeads is for packed heads and needs heads as well",
  ],
  [
    () => attn.attention(...batch, { heads: 2 }),
    "RangeError",
    "attention: with heads, q must have rank 2 or 3, (b, n, heads·d_k), but its shape is (2, 6, 5, 4)",
  ],
  [attention({ scale: "1" }), "TypeError", 'attention: scale must be a number, not "1"'],
  [attention({ scale: NaN }), "RangeError", "attention: scale = NaN must be finite"],
  [
    attention({ scale: 1e39 }),
    "RangeError",
    "attention: scale = 1e+39 is beyond float32, which ends at 3.4e38",
  ],
  [
    attention({ softcap: -2 }),
    "RangeError",
    "attention: softcap = -2 must be a float32 number above 0",
  ],
  [
    attention({ causal: "topleft" }),
    "RangeError",
    'attention: causal must be one of "top-left", "bottom-right", not "topleft": did you mean "top-left"?',
  ],
  [
    attention({ causal: 1 }),
    "TypeError",
    'attention: causal must be one of "top-left", "bottom-right", not 1',
  ],
  [
    attention({ weights: "sum" }),
    "RangeError",
    'attention: weights must be one of "mean", not "sum"',
  ],
  [
    attention({ scores: "raw" }),
    "RangeError",
    'attention: scores must be one of "scaled", "capped", "masked", not "raw"',
  ],
  [
    attention({ method: "flash" }),
    "RangeError",
    'attention: method must be one of "auto", "fused", "staged", not "flash"',
  ],
  ...["weights", "scores"].map(
    (name) =>
      /** @type {[() => unknown, "RangeError", string]} */ ([
        attention({ [name]: name === "weights" ? true : "scaled", method: "fused" }),
        "RangeError",
        `attention: method "fused" never holds the (n, m) matrix, so it cannot return ${name}; use "staged" or "auto"`,
      ]),
  ),
  [
    attention({ keep: bytes(7), drop: bytes(7) }),
    "TypeError",
    "attention: keep and drop were both given; they say the same thing in opposite ways",
  ],
  [
    attention({ mask: t(5, 8) }),
    "RangeError",
    "attention: mask has m = 8, shape (5, 8), but q and k have m = 7",
  ],
  [
    attention({ keep: bytes(4, 7) }),
    "RangeError",
    "attention: keep has n = 4, shape (4, 7), but q and k have n = 5",
  ],
  [
    () => attn.attention(...batch, { drop: bytes(2, 4, 5, 7) }),
    "RangeError",
    "attention: drop has heads = 4, shape (2, 4, 5, 7), but q and k have heads = 6",
  ],
  [
    () => attn.attention(...batch, { mask: t(3, 1, 5, 7) }),
    "RangeError",
    "attention: mask has b = 3, shape (3, 1, 5, 7), but q and k have b = 2",
  ],
  [
    attention({ mask: t(2, 5, 7) }),
    "RangeError",
    "attention: mask has shape (2, 5, 7), which does not broadcast to (5, 7)",
  ],
  [
    attention({ mask: bytes(5, 7) }),
    "TypeError",
    "attention: mask holds bytes; a boolean mask is the option keep (true may be read) or drop (true is hidden)",
  ],
  [
    attention({ window: { left: -1 } }),
    "RangeError",
    "attention: window.left = -1 must be a whole number from 0 to 2147483647",
  ],
  [
    attention({ window: { right: 1.5 } }),
    "RangeError",
    "attention: window.right = 1.5 must be a whole number from 0 to 2147483647",
  ],
  [
    attention({ window: { width: 3 } }),
    "TypeError",
    "attention: window: there is no option width; the options are left, right",
  ],
  [
    attention({ lengths: [3, 4] }),
    "RangeError",
    "attention: lengths has 2 entries but q has b = 1",
  ],
  [
    attention({ lengths: [8] }),
    "RangeError",
    "attention: lengths[0] = 8 must be a whole number from 0 to 7",
  ],
  [
    attention({ lengths: "7" }),
    "TypeError",
    'attention: lengths must be an array of whole numbers, not "7"',
  ],
  [
    attention({ out: new Float32Array(14) }),
    "RangeError",
    "attention: out has 14 values but the output has 15",
  ],
  [
    attention({ out: new Float64Array(15) }),
    "TypeError",
    "attention: out must be a Float32Array, not a value of type Float64Array",
  ],
  [
    attention({ past: { key: t(2, 4), value: t(2, 4) } }),
    "RangeError",
    "attention: past.value has shape (2, 4) but must have (2, 3)",
  ],
  [
    () => attn.attention(...batch, { past: { key: t(2, 6, 3, 4), value: t(2, 3, 3, 2) } }),
    "RangeError",
    "attention: past.key has shape (2, 6, 3, 4) but must have (2, 3, 3, 4)",
  ],
  // tensors
  [
    () => attn.attention([1, 2], k, v),
    "TypeError",
    "attention: q must be a tensor or nested arrays with at least two axes, not a flat array",
  ],
  [
    () => attn.attention(t(4), k, v),
    "RangeError",
    "attention: q has rank 1, shape (4), but must have rank 2, 3 or 4",
  ],
  [
    () => attn.attention(q, t(1, 7, 4), v),
    "RangeError",
    "attention: k has rank = 3 but q has rank = 2",
  ],
  [
    () => attn.attention(q, k, t(1, 7, 3)),
    "RangeError",
    "attention: v has rank = 3 but q has rank = 2",
  ],
  [
    () => attn.attention([[1, 2], null], k, v),
    "RangeError",
    "attention: q is ragged: q[1] is null, not a row of 2",
  ],
  [
    () => attn.attention([[1, 2], [3]], k, v),
    "RangeError",
    "attention: q is ragged: the row q[1] has length 1, its first neighbour 2",
  ],
  [
    () =>
      attn.attention(
        [
          [1, 2],
          [3, true],
        ],
        k,
        v,
      ),
    "TypeError",
    "attention: q[1][1] must be a number, not true",
  ],
  [
    () => attn.attention(q, { data: new Float32Array(6), shape: [7, 4] }, v),
    "RangeError",
    "attention: k has 6 values but its shape (7, 4) holds 28",
  ],
  [
    () => attn.attention(q, { data: k.data, shape: [7, 4.5] }, v),
    "RangeError",
    "attention: shape[1] of k = 4.5 must be a whole number from 0 to 9007199254740991",
  ],
  [
    () => attn.attention(q, k, { data: v.data, shape: 7 }),
    "TypeError",
    "attention: the shape of v must be an array of whole numbers, not 7",
  ],
  [
    () => attn.attention(q, k, new Map()),
    "TypeError",
    "attention: v must be a tensor { data: Float32Array, shape } or nested arrays, not a value of type Map",
  ],
  [
    () => attn.attention(q, k, { data: new Int8Array(21), shape: [7, 3] }),
    "TypeError",
    "attention: the data of v must be a Float32Array, not a value of type Int8Array; tensor(data, shape) converts other numbers to it",
  ],
  [
    attention({ keep: t(5, 7) }),
    "TypeError",
    "attention: keep must be { data: Uint8Array, shape } or nested arrays of booleans, not a value of type Float32Array; numbers to add to the scores are the option mask",
  ],
  [
    () => untyped.tensor([1, 2, 3], [2, 2]),
    "RangeError",
    "tensor: values has 3 values but its shape (2, 2) holds 4",
  ],
  [() => untyped.tensor([1, "2"], [2]), "TypeError", 'tensor: values[1] must be a number, not "2"'],
  [
    () => untyped.tensor(5),
    "TypeError",
    "tensor: the values must be an array or a typed array of numbers, not 5",
  ],
  [
    () => untyped.tensor([1], Array(65).fill(1)),
    "RangeError",
    "tensor: values has more than the 64 axes that a tensor can have",
  ],
  [() => untyped.toNested(3), "TypeError", "toNested: t must be a tensor, not 3"],
  // masks
  [
    () => untyped.addMasks(t(2, 3), t(4, 3)),
    "RangeError",
    "addMasks: a has shape (2, 3) but b has (4, 3): 2 does not broadcast with 4",
  ],
  [
    () => untyped.causalMask(2.5),
    "RangeError",
    "causalMask: n = 2.5 must be a whole number from 0 to 2147483647",
  ],
  [
    () => untyped.causalMask(2, -1),
    "RangeError",
    "causalMask: m = -1 must be a whole number from 0 to 2147483647",
  ],
  [
    () => untyped.causalMask(2, 2, 2 ** 31),
    "RangeError",
    "causalMask: offset = 2147483648 must be a whole number from -2147483648 to 2147483647",
  ],
  [
    () => untyped.paddingMask([1, 4], 3),
    "RangeError",
    "paddingMask: lengths[1] = 4 must be a whole number from 0 to 3",
  ],
  [
    () => untyped.prefixMask(3, 4),
    "RangeError",
    "prefixMask: prefix = 4 must be a whole number from 0 to 3",
  ],
  [
    () => untyped.windowMask(3, 3, -2, 0),
    "RangeError",
    "windowMask: left = -2 must be a whole number from 0 to 2147483647",
  ],
  [
    () => untyped.windowMask(3, 3, 0, "1"),
    "TypeError",
    'windowMask: right must be a whole number, not "1"',
  ],
  // costs
  [
    () => untyped.attentionCost({ n: -1, d_k: 1 }),
    "RangeError",
    "attentionCost: n = -1 must be a whole number from 0 to 9007199254740991",
  ],
  ...["m", "d_k", "d_v", "heads", "batch"].map(
    (name) =>
      /** @type {[() => unknown, "RangeError", string]} */ ([
        () => untyped.attentionCost({ n: 1, d_k: 1, [name]: 0.5 }),
        "RangeError",
        `attentionCost: ${name} = 0.5 must be a whole number from 0 to 9007199254740991`,
      ]),
  ),
  [
    () => untyped.attentionCost({ n: 1, d_k: 1, bytes: 0 }),
    "RangeError",
    "attentionCost: bytes = 0 must be above 0",
  ],
  [
    () => untyped.feedForwardBytes({ n: 1, d: 1, expansion: -4 }),
    "RangeError",
    "feedForwardBytes: expansion = -4 must be above 0",
  ],
  [
    () => untyped.feedForwardBytes({ n: 1, d: 1, bytes: "4" }),
    "TypeError",
    'feedForwardBytes: bytes must be a number, not "4"',
  ],
  [
    () => untyped.memoryCrossover({ d: "8" }),
    "TypeError",
    'memoryCrossover: d must be a whole number, not "8"',
  ],
  [
    () => untyped.parameterCount({ d: 8, heads: 3 }),
    "RangeError",
    "parameterCount: d = 8 is not a multiple of heads = 3",
  ],
  [
    () => untyped.parameterCount({ d: 8, heads: 4, kvHeads: 3 }),
    "RangeError",
    "parameterCount: heads = 4 is not a multiple of kvHeads = 3",
  ],
  [
    () => untyped.parameterCount({ d: 8, heads: 4, bias: 1 }),
    "TypeError",
    "parameterCount: bias must be true or false, not 1",
  ],
  // steps and stages
  [
    () => attn.steps(t(1, 2, 5, 4), steps),
    "RangeError",
    "steps: x has rank 4, shape (1, 2, 5, 4), but must be (n, d) or (b, n, d)",
  ],
  [() => attn.steps(t(5, 6), steps), "RangeError", "steps: W_Q has 4 rows but x has d = 6"],
  [
    () => attn.steps(t(5, 4), { ...steps, W_Q: /** @type {any} */ ("x") }),
    "TypeError",
    'steps: W_Q must be a tensor { data: Float32Array, shape } or nested arrays, not "x"',
  ],
  [
    // 4 bytes · 40,000² · 2, and what else there is: all of it, before any of it is placed.
    () =>
      attn.attention(t(40000, 1), t(40000, 1), t(40000, 1), { weights: true, scores: "masked" }),
    "RangeError",
    "attention: a call with b = 1, heads = 1, n = 40000, m = 40000, d_k = 1, d_v = 1 needs 12.80 GB of memory, more than the 4.29 GB that a module can have",
  ],
  [
    () => attn.steps(t(5, 4), { ...steps, W_V: t(3, 2) }),
    "RangeError",
    "steps: W_V has 3 rows but x has d = 4",
  ],
  [
    () => attn.steps(t(5, 4), steps, { memory: t(6, 7) }),
    "RangeError",
    "steps: W_K has 4 rows but memory has d = 7",
  ],
  [
    () => attn.steps(t(5, 4), { ...steps, W_K: t(4, 2) }),
    "RangeError",
    "steps: W_K has d_k = 2 but W_Q has d_k = 3",
  ],
  [
    () => attn.steps(t(5, 4), { ...steps, W_V: t(8) }),
    "RangeError",
    "steps: W_V has shape (8) but must be a matrix",
  ],
  [
    () => attn.steps(t(2, 5, 4), steps, { memory: t(3, 6, 4) }),
    "RangeError",
    "steps: memory has b = 3 but x has b = 2",
  ],
  [
    () => attn.softmax(t(3), { temperature: 0 }),
    "RangeError",
    "softmax: temperature = 0 must be above 0; the limit at 0 is hardmax",
  ],
  [
    () => attn.softmax(t(3), { temperature: -1 }),
    "RangeError",
    "softmax: temperature = -1 must be a float32 number above 0, from 1e-45 to 3.4e38",
  ],
  [
    () => attn.softmax(t(3), { plusOne: 1 }),
    "TypeError",
    "softmax: plusOne must be true or false, not 1",
  ],
  [
    () => attn.softmaxJacobian({ data: new Float32Array(1), shape: [] }),
    "RangeError",
    "softmaxJacobian: p has rank 0, but needs at least one axis",
  ],
  [
    () => attn.attentionBackward(q, k, v, t(5, 4)),
    "RangeError",
    "attentionBackward: gradOutput has shape (5, 4) but the output has (5, 3)",
  ],
  // layers
  [
    made({ ...square, W_Q: t(8, 7) }),
    "RangeError",
    "multiHead: parameters.W_Q has shape (8, 7), and 7 is not a multiple of heads = 2",
  ],
  [
    made({ ...square, W_V: t(8, 7) }),
    "RangeError",
    "multiHead: parameters.W_V has shape (8, 7), and 7 is not a multiple of kvHeads = 2",
  ],
  [
    made({ ...apart, q_proj_weight: t(7, 8) }),
    "RangeError",
    "multiHead: parameters.q_proj_weight has shape (7, 8), and 7 is not a multiple of heads = 2",
  ],
  [
    made({ ...apart, v_proj_weight: t(7, 8) }),
    "RangeError",
    "multiHead: parameters.v_proj_weight has shape (7, 8), and 7 is not a multiple of kvHeads = 2",
  ],
  [
    made({ ...apart, k_proj_weight: t(6, 8) }),
    "RangeError",
    "multiHead: parameters.k_proj_weight has shape (6, 8) but must have (8, any)",
  ],
  [
    made({ ...square, W_K: t(8, 6) }),
    "RangeError",
    "multiHead: parameters.W_K has shape (8, 6) but must have (any, 8)",
  ],
  [
    made({ ...square, W_O: t(7, 8) }),
    "RangeError",
    "multiHead: parameters.W_O has shape (7, 8) but must have (8, 8)",
  ],
  [
    made({ ...square, b_Q: t(7) }),
    "RangeError",
    "multiHead: parameters.b_Q has shape (7) but must have (8)",
  ],
  [
    made({ ...theirs, "out_proj.bias": t(6) }),
    "RangeError",
    "multiHead: parameters.out_proj.bias has shape (6) but must have (8)",
  ],
  [
    made({ ...theirs, in_proj_bias: t(8) }),
    "RangeError",
    "multiHead: parameters.in_proj_bias has shape (8) but must have (24)",
  ],
  [
    made(square, { kvHeads: 4 }),
    "RangeError",
    "multiHead: heads = 2 is not a multiple of kvHeads = 4",
  ],
  [
    made({ ...square, in_proj_weight: t(24, 8) }),
    "TypeError",
    "multiHead: parameters mix two conventions: W_Q and in_proj_weight",
  ],
  [
    made({ ...square, bias_k: t(8) }),
    "TypeError",
    "multiHead: parameters.bias_k and parameters.bias_v go together, but only bias_k was given",
  ],
  [
    made(square, { addZeroAttention: "yes" }),
    "TypeError",
    'multiHead: addZeroAttention must be true or false, not "yes"',
  ],
  [made(5), "TypeError", "multiHead: parameters must be an object of tensors, not 5"],
  [
    () => layer.forward(t(8)),
    "RangeError",
    "forward: query has rank 1, shape (8), but must be (b, n, d) or (n, d)",
  ],
  [() => layer.forward(t(3, 6)), "RangeError", "forward: query has width 6 but W_Q takes width 8"],
  [
    () => layer.forward(t(3, 8), { key: t(4, 5) }),
    "RangeError",
    "forward: key has width 5 but W_K takes width 8",
  ],
  [
    () => layer.forward(t(2, 3, 8), { key: t(3, 4, 8) }),
    "RangeError",
    "forward: key has b = 3 but query has b = 2",
  ],
  [
    () => layer.forward(t(3, 8), { key: t(4, 8), value: t(5, 8) }),
    "RangeError",
    "forward: value has m = 5 but key has m = 4",
  ],
  // caches
  ...["batch", "kvHeads", "d_k", "d_v", "capacity"].map(
    (name) =>
      /** @type {[() => unknown, "RangeError", string]} */ ([
        () => attn.keyValueCache({ kvHeads: 1, d_k: 1, d_v: 1, capacity: 1, [name]: 0 }),
        "RangeError",
        `keyValueCache: ${name} = 0 must be a whole number from 1 to 2147483647`,
      ]),
  ),
  [
    () => cache().append(t(2, 3, 5, 4), t(2, 3, 5, 5)),
    "RangeError",
    "append: 5 more after 2 tokens are more than the cache's capacity of 6",
  ],
  [
    () => cache().append(t(2, 3, 1, 3), t(2, 3, 1, 5)),
    "RangeError",
    "append: k has d_k = 3 but the cache has d_k = 4",
  ],
  [
    () => cache().append(t(2, 3, 1, 4), t(2, 3, 1, 4)),
    "RangeError",
    "append: v has d_v = 4 but the cache has d_v = 5",
  ],
  [
    () => cache().append(t(2, 3, 1, 4), t(2, 3, 2, 5)),
    "RangeError",
    "append: v has tokens = 2 but k has tokens = 1",
  ],
  [
    () => cache().append(t(1, 3, 1, 4), t(2, 3, 1, 5)),
    "RangeError",
    "append: k has b = 1 but the cache has b = 2",
  ],
  [
    () => cache().append(t(2, 2, 1, 4), t(2, 3, 1, 5)),
    "RangeError",
    "append: k has heads = 2 but the cache has heads = 3",
  ],
  [
    () => cache().attention(t(2, 4, 1, 4)),
    "RangeError",
    "cache.attention: the 4 heads of q, (2, 4, 1, 4), are not a multiple of the cache's 3",
  ],
  [
    () => cache().attention(t(2, 3, 3, 4)),
    "RangeError",
    "cache.attention: q has n = 3 tokens but the cache holds 2, and the queries are its last tokens",
  ],
  [
    () => cache().reorder([0]),
    "RangeError",
    "reorder: items has 1 entries but the cache has b = 2",
  ],
  [
    () => cache().reorder([0, 2]),
    "RangeError",
    "reorder: items[1] = 2 must be a whole number from 0 to 1",
  ],
  [
    () => cache().truncate(3),
    "RangeError",
    "truncate: length = 3 must be a whole number from 0 to 2",
  ],
  // encoders
  [
    () => attn.encoder({ ...SIZES, d: 5, parameters }),
    "RangeError",
    "encoder: d = 5 is not a multiple of heads = 2",
  ],
  [
    () => attn.encoder({ ...SIZES, layers: 4097, parameters }),
    "RangeError",
    "encoder: layers = 4097 must be a whole number from 1 to 4096",
  ],
  [
    () => attn.encoder({ ...SIZES, parameters: 5 }),
    "TypeError",
    "encoder: parameters must be an object of tensors by PyTorch's names, not 5",
  ],
  [
    () => attn.encoder({ ...SIZES, parameters: { ...parameters, "head.bias": t(4) } }),
    "RangeError",
    "encoder: head.bias has shape (4) but a model of these sizes has (3)",
  ],
  [
    () => attn.encoder({ ...SIZES, parameters: { ...parameters, "head.bia": t(4), more: t(1) } }),
    "RangeError",
    "encoder: a model of these sizes has no parameter head.bia, and 1 more: did you mean head.bias?",
  ],
  [
    () => attn.encoder({ ...SIZES, layers: 3, parameters }),
    "RangeError",
    "encoder: the parameter blocks.layers.2.self_attn.in_proj_weight of shape (12, 4) is missing, and 11 more",
  ],
  [
    () => untyped.initialParameters(SIZES, -1),
    "RangeError",
    "initialParameters: seed = -1 must be a whole number from 0 to 4294967295",
  ],
  [
    () => model.forward("ids"),
    "TypeError",
    'forward: ids must be an array of rows of token ids, not "ids"',
  ],
  [() => model.forward([[1], 2]), "TypeError", "forward: ids[1] must be a row of token ids, not 2"],
  [
    () => model.forward([[1, 7]]),
    "RangeError",
    "forward: ids[0][1] = 7 must be a whole number from 0 to 6",
  ],
  [
    () => model.forward([[1, 2], [3]]),
    "RangeError",
    "forward: ids[1] has 1 tokens but ids[0] has 2; pad the shorter rows and give their lengths in lengths",
  ],
  [
    () => model.forward([[1, 2, 3, 4, 5, 6]]),
    "RangeError",
    "forward: ids has n = 6 tokens but the model has maxLen = 5 positions",
  ],
  [
    () => model.forward([[]]),
    "RangeError",
    "forward: ids has shape (1, 0), but an item needs at least one token",
  ],
  [
    () => model.forward([[1, 2]], [1, 2]),
    "RangeError",
    "forward: lengths has 2 entries but ids has b = 1",
  ],
  [
    () => model.forward([[1, 2]], [3]),
    "RangeError",
    "forward: lengths[0] = 3 must be a whole number from 1 to 2",
  ],
  [
    () => model.forward([[1, 2]], null, { without: [[2, 0]] }),
    "RangeError",
    "forward: the layer of without[0] = 2 must be a whole number from 0 to 1",
  ],
  [
    () => model.forward([[1, 2]], null, { without: [[1, 2]] }),
    "RangeError",
    "forward: the head of without[0] = 2 must be a whole number from 0 to 1",
  ],
  [
    () => model.forward([[1, 2]], null, { without: [[1]] }),
    "TypeError",
    "forward: without[0] must be [layer, head], not an array",
  ],
  [
    () => model.forward([[1, 2]], null, { without: 3 }),
    "TypeError",
    "forward: without must be an array of [layer, head] pairs, not 3",
  ],
  [
    () => {
      const one = cache();
      one.attention({
        get data() {
          one.append(t(2, 3, 1, 4), t(2, 3, 1, 5));
          return t(2, 3, 1, 4).data;
        },
        shape: [2, 3, 1, 4],
      });
    },
    "RangeError",
    "cache.attention: the cache held 2 tokens and now holds 3: it was changed while the arguments were read",
  ],
  [
    () => model.trainStep([[1]], null, [3], { lr: 0.1 }),
    "RangeError",
    "trainStep: labels[0] = 3 must be a whole number from 0 to 2",
  ],
  [
    () => model.trainStep([[1]], null, [1, 1], { lr: 0.1 }),
    "RangeError",
    "trainStep: labels has 2 entries but ids has b = 1",
  ],
  [
    () => model.trainStep([], null, [], { lr: 0.1 }),
    "RangeError",
    "trainStep: the batch is empty; a loss needs at least one item",
  ],
  ...["lr", "eps", "weightDecay"].map(
    (name) =>
      /** @type {[() => unknown, "RangeError", string]} */ ([
        () => model.trainStep([[1]], null, [1], { lr: 0.1, [name]: -1 }),
        "RangeError",
        `trainStep: ${name} = -1 must be at least 0`,
      ]),
  ),
  ...["beta1", "beta2"].map(
    (name) =>
      /** @type {[() => unknown, "RangeError", string]} */ ([
        () => model.trainStep([[1]], null, [1], { lr: 0.1, [name]: 1 }),
        "RangeError",
        `trainStep: ${name} = 1 must be at least 0 and below 1`,
      ]),
  ),
  [() => model.bytesFor(1, 6), "RangeError", "bytesFor: n = 6 must be a whole number from 1 to 5"],
  [
    () => model.bytesFor(0, 1),
    "RangeError",
    "bytesFor: b = 0 must be a whole number from 1 to 2147483647",
  ],
];

for (const [call, name, sentence] of SENTENCES)
  it(sentence, () => assert.throws(call, { name, message: sentence }));

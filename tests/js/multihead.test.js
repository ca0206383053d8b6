// attn.multiHead and attn.steps against their definitions in float64: both conventions of parameters,
// grouped heads, widths of their own, appended keys, masks, a past.
import assert from "node:assert/strict";
import { it } from "node:test";

import fc from "fast-check";

import { load, toNested } from "attention-wasm";

import { coreOf } from "../../js/core.js";
import { readLayer } from "../../js/layer.js";
import { MultiHead } from "../../js/multihead.js";
import { attentionDefinition, project } from "./definition.js";
import { drawn, filled, near, nearTensor, onEach, sameBits, throwsSaying } from "./support.js";

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */

/** Rows to columns.
 * @param {Tensor} t @returns {Tensor} */
function transposed({ data, shape: [rows, columns] }) {
  return filled([columns, rows], (at) => data[(at % rows) * columns + Math.floor(at / rows)]);
}

/** One after the other along the first axis.
 * @param {Tensor[]} parts @returns {Tensor} */
function stacked(parts) {
  const rows = parts.reduce((sum, { shape }) => sum + shape[0], 0);
  const data = Float32Array.from(parts.flatMap(({ data: numbers }) => [...numbers]));
  return { data, shape: [rows, ...parts[0].shape.slice(1)] };
}

/** What a layer's forward() should give.
 * @param {any} layer { d, heads, kvHeads, parameters in (in, out) orientation, zero }
 * @param {Tensor} query @param {Tensor} key @param {Tensor} value @param {Record<string, any>} options */
function layerDefinition({ heads, kvHeads, parameters: p, zero }, query, key, value, options) {
  const q = project(query, p.W_Q, p.b_Q?.data);
  let k = project(key, p.W_K, p.b_K?.data);
  let v = project(value, p.W_V, p.b_V?.data);
  const more = [];
  if (p.bias_k) more.push([p.bias_k.data, p.bias_v.data]);
  if (zero)
    more.push([
      new Float32Array(k.shape[k.shape.length - 1]),
      new Float32Array(v.shape[v.shape.length - 1]),
    ]);
  for (const [row, valueRow] of more) {
    k = appended(k, row);
    v = appended(v, valueRow);
  }
  const result = attentionDefinition(q, k, v, { ...options, heads, kvHeads }, more.length);
  return {
    output: project(result.output, p.W_O, p.b_O?.data),
    weights: result.weights,
    mean: result.mean,
    scaled: result.scaled,
    masked: result.masked,
  };
}

/** One more row at the end of each item.
 * @param {import("./definition.js").Expected} t @param {ArrayLike<number>} row */
function appended({ data, shape, error }, row) {
  const width = row.length,
    tokens = shape[shape.length - 2],
    items = shape.length === 3 ? shape[0] : 1;
  const result = {
    data: new Float64Array(items * (tokens + 1) * width),
    shape: [...shape.slice(0, -2), tokens + 1, width],
    error: new Float64Array(items * (tokens + 1) * width),
  };
  for (let item = 0; item < items; item++) {
    const from = item * tokens * width,
      to = item * (tokens + 1) * width;
    result.data.set(data.subarray(from, from + tokens * width), to);
    result.error.set(error.subarray(from, from + tokens * width), to);
    result.data.set(Float64Array.from(row), to + tokens * width);
  }
  return result;
}

const someLayer = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  kv: fc.integer({ min: 1, max: 3 }),
  group: fc.integer({ min: 1, max: 3 }),
  dK: fc.integer({ min: 1, max: 9 }),
  dV: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  width: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }), // d where it is not h·d_k
  keyWidth: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  valueWidth: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
  bias: fc.boolean(),
  biasKV: fc.boolean(),
  zero: fc.boolean(),
  convention: fc.constantFrom("ours", "stacked", "separate"),
  b: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  n: fc.integer({ min: 0, max: 20 }),
  m: fc.integer({ min: 0, max: 20 }),
  cross: fc.boolean(),
  past: fc.option(fc.integer({ min: 0, max: 5 }), { freq: 3, nil: undefined }),
  causal: fc.constantFrom(undefined, true, "bottom-right"),
  window: fc.option(fc.record({ left: fc.integer({ min: 0, max: 5 }) }), { nil: undefined }),
  lengths: fc.boolean(),
  drop: fc.boolean(),
  mask: fc.constantFrom(undefined, "keys", "heads"),
  scale: fc.constantFrom(undefined, 0.3),
  softcap: fc.constantFrom(undefined, 2),
});

/** A layer and a call of that kind. @param {any} recipe */
function expandLayer({ seed, kv, group, dK, bias, biasKV, zero, convention, b, n, ...rest }) {
  const heads = kv * group,
    // nn.MultiheadAttention's stacked weight has one width, that of the heads together.
    one = convention === "stacked",
    d = one ? heads * dK : (rest.width ?? heads * dK),
    own = convention === "ours",
    next = seed;
  const dV = one ? dK : (rest.dV ?? dK);
  // Keys and values of other widths have to come from elsewhere; PyTorch's stacked weight has one width.
  const cross = rest.cross || rest.past !== undefined;
  const keyWidth = cross && !one ? (rest.keyWidth ?? d) : d;
  const valueWidth = cross && !one ? (rest.valueWidth ?? keyWidth) : d;
  const m = cross ? rest.m : n;
  const w = (/** @type {number} */ ins, /** @type {number} */ outs, /** @type {number} */ at) =>
    drawn([ins, outs], next + at, 1 / Math.sqrt(ins));
  /** @type {Record<string, any>} */
  const parameters = {
    W_Q: w(d, heads * dK, 1),
    W_K: w(keyWidth, kv * dK, 2),
    W_V: w(valueWidth, kv * dV, 3),
    W_O: w(heads * dV, d, 4),
  };
  if (bias)
    Object.assign(parameters, {
      b_Q: drawn([heads * dK], next + 5),
      b_K: drawn([kv * dK], next + 6),
      b_V: drawn([kv * dV], next + 7),
      b_O: drawn([d], next + 8),
    });
  if (biasKV)
    Object.assign(parameters, {
      bias_k: drawn([kv * dK], next + 9),
      bias_v: drawn([kv * dV], next + 10),
    });
  const given = own ? parameters : pytorchNames(parameters, one);
  const lead = b === undefined ? [] : [b],
    items = b ?? 1;
  const query = drawn([...lead, n, d], next + 11);
  const key = cross ? drawn([...lead, m, keyWidth], next + 12) : query;
  const value =
    cross && (valueWidth !== keyWidth || seed % 2)
      ? drawn([...lead, m, valueWidth], next + 13)
      : key;
  /** @type {Record<string, any>} */
  const options = {};
  for (const name of ["causal", "window", "scale", "softcap"])
    if (rest[name] !== undefined) options[name] = rest[name];
  if (rest.past !== undefined)
    options.past = {
      key: drawn([...lead, kv, rest.past, dK], next + 14),
      value: drawn([...lead, kv, rest.past, dV], next + 15),
    };
  const keys = m + (rest.past ?? 0);
  if (rest.lengths)
    options.lengths = Array.from({ length: items }, (_, item) => (seed + 3 * item) % (keys + 1));
  if (rest.drop && n && keys)
    options.drop = {
      data: Uint8Array.from(drawn([n, keys], next + 16).data, (x) => Number(x < -0.5)),
      shape: [n, keys],
    };
  if (rest.mask && n && keys)
    options.mask = drawn(rest.mask === "keys" ? [keys] : [heads, n, keys], next + 17, 2);
  return { layer: { d, heads, kvHeads: kv, parameters, zero }, given, query, key, value, options };
}

/** The same parameters as PyTorch names and turns them.
 * @param {Record<string, any>} ours @param {boolean} oneWeight */
function pytorchNames({ W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O, ...rest }, oneWeight) {
  const [q, k, v, o] = [W_Q, W_K, W_V, W_O].map(transposed);
  /** @type {Record<string, any>} */
  const theirs = { ...rest, "out_proj.weight": o };
  // nn.MultiheadAttention holds these as (1, 1, d).
  for (const name of ["bias_k", "bias_v"])
    if (rest[name]) theirs[name] = { data: rest[name].data, shape: [1, 1, ...rest[name].shape] };
  if (oneWeight) theirs.in_proj_weight = stacked([q, k, v]);
  else Object.assign(theirs, { q_proj_weight: q, k_proj_weight: k, v_proj_weight: v });
  if (b_Q) Object.assign(theirs, { in_proj_bias: stacked([b_Q, b_K, b_V]), "out_proj.bias": b_O });
  return theirs;
}

await onEach("multi-head attention", (attn, variant) => {
  it("agrees with the definition in both conventions, with every option", () => {
    const property = fc.property(someLayer, (recipe) => {
      const { layer, given, query, key, value, options } = expandLayer(recipe);
      const { d, heads, kvHeads, zero } = layer;
      const made = attn.multiHead({
        d,
        heads,
        ...(kvHeads === heads ? {} : { kvHeads }),
        addZeroAttention: zero,
        parameters: given,
      });
      const expected = layerDefinition(layer, query, key, value, options);
      const inputs = { ...(key === query ? {} : { key }), ...(value === key ? {} : { value }) };
      for (const method of ["fused", "staged"]) {
        const result = made.forward(query, { ...inputs, ...options, method });
        nearTensor(
          result.output,
          expected.output,
          { abs: expected.output.error },
          `${method} output`,
        );
        assert.equal(result.weights, undefined);
      }
      const result = made.forward(query, {
        ...inputs,
        ...options,
        weights: true,
        scores: "masked",
      });
      nearTensor(
        result.output,
        expected.output,
        { abs: expected.output.error },
        "output beside weights",
      );
      nearTensor(result.weights, expected.weights, { abs: expected.weights.error }, "weights");
      nearTensor(result.scores, expected.masked, { abs: expected.masked.error }, "masked scores");
      nearTensor(
        made.forward(query, { ...inputs, ...options, weights: "mean" }).weights,
        expected.mean,
        { abs: expected.mean.error },
        "mean of the weights",
      );
      const count = Object.values(layer.parameters).reduce((sum, { data }) => sum + data.length, 0);
      assert.equal(made.parameterCount, count);
      made.release();
    });
    fc.assert(property, {
      numRuns: variant === "js" ? 60 : 500,
      seed: 5,
      includeErrorInReport: true,
    });
  });

  it("present holds the past and the new keys and values, head by head", () => {
    const sizes = { heads: 4, kvHeads: 2, d: 6 };
    const parameters = {
      ...{
        W_Q: drawn([6, 12], 1),
        W_K: drawn([6, 6], 2),
        W_V: drawn([6, 4], 3),
        W_O: drawn([8, 6], 4),
      },
      ...{ b_K: drawn([6], 5), bias_k: drawn([6], 6), bias_v: drawn([4], 7) },
    };
    const layer = attn.multiHead({ ...sizes, parameters, addZeroAttention: true });
    for (const lead of [[], [2]]) {
      const items = lead.length ? 2 : 1,
        x = drawn([...lead, 3, 6], 8);
      const past = { key: drawn([...lead, 2, 2, 3], 9), value: drawn([...lead, 2, 2, 2], 10) };
      const { present } = layer.forward(x, { past });
      const fresh = {
        key: project(x, parameters.W_K, parameters.b_K.data),
        value: project(x, parameters.W_V),
      };
      for (const [name, size] of /** @type {const} */ ([
        ["key", 3],
        ["value", 2],
      ])) {
        const expected = filled([...lead, 2, 5, size], (at) => {
          const place = at % size,
            row = Math.floor(at / size) % 5,
            head = Math.floor(at / size / 5) % 2,
            item = Math.floor(at / size / 5 / 2);
          return row < 2
            ? past[name].data[((item * 2 + head) * 2 + row) * size + place]
            : fresh[name].data[((item * 3 + row - 2) * 2 + head) * size + place];
        });
        assert.equal(expected.data.length, items * 2 * 5 * size);
        nearTensor(present[name], expected, { abs: 1e-6, rel: 1e-6 }, `present.${name}`);
      }
    }
    layer.release();
  });

  const d = 12,
    square = (/** @type {number} */ seed) => drawn([d, d], seed, 0.3);
  const parameters = { W_Q: square(1), W_K: square(2), W_V: square(3), W_O: square(4) };
  const x = drawn([2, 5, d], 9);

  it("keys come from the query, values from the keys, where they are not given", () => {
    const layer = attn.multiHead({ d, heads: 3, parameters }),
      memory = drawn([2, 4, d], 10);
    const self = layer.forward(x).output;
    for (const options of [
      { key: x },
      { key: x, value: x },
      { value: x },
      { key: null, value: undefined },
    ])
      near(
        layer.forward(x, options).output.data,
        self.data,
        { abs: 1e-6 },
        JSON.stringify(Object.keys(options)),
      );
    sameBits(
      layer.forward(x, { key: memory }).output.data,
      layer.forward(x, { key: memory, value: memory }).output.data,
    );
    sameBits(layer.forward(toNested(x)).output.data, self.data, "nested arrays");
    layer.release();
  });

  it("appended keys are hidden by no mask, and weights have a column for each", () => {
    const biases = { bias_k: drawn([d], 5), bias_v: drawn([d], 6) };
    const both = attn.multiHead({
      d,
      heads: 3,
      addZeroAttention: true,
      parameters: { ...parameters, ...biases },
    });
    for (const hiding of [
      { lengths: [0, 0] },
      { drop: filled01([5, 5], 1) },
      { mask: filled([5], -Infinity) },
      { mask: [[-Infinity, -Infinity]], causal: true, window: { left: 0, right: 0 } },
    ]) {
      const { output, weights } = both.forward(x, { ...hiding, weights: true });
      assert.deepEqual(weights.shape, [2, 3, 5, 7]);
      for (let row = 0; row < 30; row++) {
        near(weights.data.subarray(7 * row, 7 * row + 5), [0, 0, 0, 0, 0], {}, "hidden keys");
        near(
          [weights.data[7 * row + 5] + weights.data[7 * row + 6]],
          [1],
          { abs: 2e-7 },
          "the appended ones",
        );
      }
      near(
        both.forward(x, { ...hiding, method: "fused" }).output.data,
        output.data,
        { abs: 1e-6 },
        "fused",
      );
    }
    both.release();
  });

  it("out is filled, parameters are copied, a layer can be used again and again", () => {
    const own = Object.fromEntries(
      Object.entries(parameters).map(([name, t]) => [name, structuredClone(t)]),
    );
    const layer = attn.multiHead({ d, heads: 2, parameters: own }),
      first = layer.forward(x).output;
    for (const { data } of Object.values(own)) data.fill(NaN);
    const out = new Float32Array(x.data.length);
    assert.equal(layer.forward(x, { out }).output.data, out);
    sameBits(out, first.data);
    attn.attention(drawn([500, 64]), drawn([700, 64]), drawn([700, 64]), { weights: true }); // memory grows
    sameBits(layer.forward(x).output.data, first.data);
    layer.release();
  });

  it("a released layer throws, others stay what they were", () => {
    const layers = [1, 2, 3, 4].map((seed) =>
      attn.multiHead({ d, heads: 3, parameters: { ...parameters, W_V: square(seed) } }),
    );
    const outputs = layers.map((layer) => layer.forward(x).output.data);
    layers[1].release();
    layers[1].release();
    throwsSaying(() => layers[1].forward(x), "Error", /released/);
    const another = attn.multiHead({ d, heads: 3, parameters });
    [0, 2, 3].forEach((at) =>
      sameBits(layers[at].forward(x).output.data, outputs[at], `layer ${at}`),
    );
    for (const layer of [...layers, another]) layer.release();
  });

  it("steps: every stage, for one matrix and for a batch, and from a memory", () => {
    for (const lead of [[], [2]]) {
      for (const memory of [undefined, drawn([...lead, 6, 4], 7)]) {
        const [n, dX, dK, dV] = [5, 3, 4, 2],
          inputs = drawn([...lead, n, dX], 1, 2),
          width = memory ? 4 : dX;
        const w = {
          W_Q: drawn([dX, dK], 2),
          W_K: drawn([width, dK], 3),
          W_V: drawn([width, dV], 4),
        };
        for (const options of [
          {},
          { causal: true },
          { scale: 0.2, softcap: 1.5 },
          { mask: drawn([n, memory ? 6 : 5], 5) },
          { keep: { data: Uint8Array.of(1, 0, 1), shape: [3] } },
          { lengths: lead.length ? [3, 0] : [2] },
        ]) {
          const s = attn.steps(inputs, w, { ...options, ...(memory && { memory }) });
          const [q, k, v] = [
            project(inputs, w.W_Q),
            project(memory ?? inputs, w.W_K),
            project(memory ?? inputs, w.W_V),
          ];
          const expected = attentionDefinition(q, k, v, options),
            unscaled = attentionDefinition(q, k, v, { ...options, scale: 1 });
          for (const [name, stage] of /** @type {[string, any][]} */ (
            Object.entries({
              q,
              k,
              v,
              scores: unscaled.scaled,
              scaled: expected.scaled,
              masked: expected.masked,
              weights: expected.weights,
              output: expected.output,
            })
          )) {
            nearTensor(s[name], stage, { abs: stage.error }, name);
          }
          nearTensor(s.x, inputs, {}, "x");
          // What is added: the difference of two stages, −∞ where the key is hidden.
          s.mask.data.forEach((/** @type {number} */ added, /** @type {number} */ at) => {
            if (expected.masked.data[at] === -Infinity) assert.equal(added, -Infinity);
            else
              near(
                [added],
                [expected.masked.data[at] - expected.capped.data[at]],
                { abs: 1e-6 },
                `mask[${at}]`,
              );
          });
        }
      }
    }
  });

  it("says what is wrong with a layer", () => {
    const make =
      (/** @type {any} */ options = {}) =>
      () =>
        attn.multiHead(options);
    throwsSaying(
      make({ d: 10, heads: 3, parameters: {} }),
      "RangeError",
      /^multiHead: /,
      /10/,
      /3/,
    );
    throwsSaying(
      make({ d: 12, heads: 4, kvHeads: 3, parameters: {} }),
      "RangeError",
      /^multiHead: /,
      /4/,
      /kvHeads = 3/,
    );
    throwsSaying(make({ d: 12, heads: 3 }), "TypeError", /^multiHead: parameters/);
    throwsSaying(make(undefined), "TypeError", /^multiHead: d /);
    throwsSaying(make({ d: 12, heads: 3, parameters, head: 2 }), "TypeError", /\bhead\b/, /heads/);
    for (const name of ["W_Q", "W_K", "W_V", "W_O"]) {
      throwsSaying(
        make({ d, heads: 3, parameters: { ...parameters, [name]: undefined } }),
        "TypeError",
        new RegExp(name),
        /missing/,
      );
      throwsSaying(
        make({ d, heads: 3, parameters: { ...parameters, [name]: drawn([d]) } }),
        "RangeError",
        new RegExp(name),
        /\(12\)/,
      );
      throwsSaying(
        make({ d, heads: 3, parameters: { ...parameters, [name]: "w" } }),
        "TypeError",
        new RegExp(name),
      );
    }
    throwsSaying(
      make({ d, heads: 3, parameters: { ...parameters, W_Q: drawn([d, 11]) } }),
      "RangeError",
      /W_Q/,
      /11/,
      /12/,
    );
    throwsSaying(
      make({ d, heads: 3, parameters: { ...parameters, W_V: drawn([d, 11]) } }),
      "RangeError",
      /W_V/,
      /11/,
      /3/,
    );
    throwsSaying(
      make({ d, heads: 3, parameters: { ...parameters, W_O: drawn([11, d]) } }),
      "RangeError",
      /W_O/,
      /11/,
      /12/,
    );
    throwsSaying(
      make({ d, heads: 3, parameters: { ...parameters, b_Q: drawn([11]) } }),
      "RangeError",
      /b_Q/,
      /11/,
      /12/,
    );
    throwsSaying(
      make({ d, heads: 3, parameters: { ...parameters, bias_k: drawn([d]) } }),
      "TypeError",
      /bias_k/,
      /bias_v/,
    );
    throwsSaying(
      make({ d, heads: 3, parameters: { ...parameters, W_q: square(1) } }),
      "TypeError",
      /W_q/,
      /W_Q/,
    );
    throwsSaying(
      make({ d, heads: 3, parameters: { ...parameters, in_proj_weight: drawn([36, 12]) } }),
      "TypeError",
      /in_proj_weight/,
    );
    throwsSaying(
      make({
        d,
        heads: 3,
        parameters: { in_proj_weight: drawn([35, 12]), "out_proj.weight": square(1) },
      }),
      "RangeError",
      /in_proj_weight/,
      /35/,
      /36/,
    );
    throwsSaying(make({ d, heads: 3, bias: true, parameters }), "TypeError", /bias/);
    throwsSaying(make({ d, heads: 3, bias: "no", parameters }), "TypeError", /bias/);
  });

  it("says what is wrong with a call", () => {
    const layer = attn.multiHead({ d, heads: 3, parameters }),
      forward = (/** @type {any} */ query, /** @type {any} */ options) => () =>
        layer.forward(query, options);
    throwsSaying(forward(drawn([2, 5, 11]), {}), "RangeError", /query/, /11/, /12/);
    throwsSaying(forward(drawn([d]), {}), "RangeError", /query/, /rank 1/);
    throwsSaying(forward(x, { key: drawn([2, 4, 11]) }), "RangeError", /key/, /11/, /12/);
    throwsSaying(
      forward(x, { key: drawn([2, 4, d]), value: drawn([2, 3, d]) }),
      "RangeError",
      /value/,
      /3/,
      /4/,
    );
    throwsSaying(forward(x, { key: drawn([3, 4, d]) }), "RangeError", /key/, /3/, /2/);
    throwsSaying(forward(x, { key: drawn([4, d]) }), "RangeError", /key/, /2/, /3/);
    throwsSaying(forward(x, { key: "k" }), "TypeError", /key/);
    throwsSaying(forward(x, { heads: 3 }), "TypeError", /heads/);
    throwsSaying(forward(x, { mask: drawn([4, 5]) }), "RangeError", /mask/, /4/, /5/);
    throwsSaying(forward(x, { lengths: [1] }), "RangeError", /lengths/, /1/, /2/);
    throwsSaying(
      forward(x, { past: { key: drawn([2, 3, 1, 4]), value: drawn([2, 3, 1, 5]) } }),
      "RangeError",
      /past\.value/,
      /5/,
      /4/,
    );
    throwsSaying(forward("x", {}), "TypeError", /query/);
    assert.equal(layer.forward(x).output.data.length, x.data.length);
    layer.release();
    throwsSaying(() => attn.steps(x, parameters, {}), "TypeError", /W_O/);
    throwsSaying(
      () => attn.steps(drawn([5, 3]), { W_Q: square(1), W_K: square(2), W_V: square(3) }),
      "RangeError",
      /W_Q/,
      /12/,
      /3/,
    );
    throwsSaying(
      () =>
        attn.steps(drawn([5, 3]), { W_Q: drawn([3, 2]), W_K: drawn([3, 4]), W_V: drawn([3, 2]) }),
      "RangeError",
      /W_K/,
      /4/,
      /2/,
    );
    throwsSaying(
      () => attn.steps(drawn([5, 3]), { W_Q: drawn([3, 2]), W_K: drawn([3, 2]) }),
      "TypeError",
      /W_V/,
    );
  });
});

/** @param {number[]} shape @param {number} value */
function filled01(shape, value) {
  return { data: new Uint8Array(shape.reduce((a, b) => a * b, 1)).fill(value), shape };
}

it("where queries, keys and values are made of one input, a call makes room for it once", async () => {
  const attn = await load();
  const { exports } = /** @type {any} */ (
    await WebAssembly.instantiate(/** @type {any} */ (attn.module), {})
  );
  const core = coreOf("simd", exports);
  const n = 20_000,
    d = 8,
    own = drawn([d, d]);
  const layer = new MultiHead(
    core,
    readLayer({ d, heads: 2, parameters: { W_Q: own, W_K: own, W_V: own, W_O: own } }),
  );
  const before = exports.memory.buffer.byteLength;
  layer.forward(drawn([n, d]), { window: { left: 0, right: 0 } });
  // The input, three projections, the joined heads, the output, and the kernel's own.
  const most = 6.5 * 4 * n * d;
  assert.ok(
    exports.memory.buffer.byteLength - before < most,
    `${exports.memory.buffer.byteLength - before} of ${most}`,
  );
});

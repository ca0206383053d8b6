// attn.attention against its definition in float64: every option, alone and with the others.
import assert from "node:assert/strict";
import { it } from "node:test";
import { runInNewContext } from "node:vm";

import { tensor, toNested } from "attention-wasm";

import fc from "fast-check";

import { attentionDefinition, gradientDefinition, UNIT } from "./definition.js";
import { drawn, filled, generator, near, nearTensor, onEach, sameBits, sizeOf } from "./support.js";

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */

/** Options whose masks are tensors, for the definition.
 * @param {Record<string, any>} options */
function tensorMasks({ ...options }) {
  for (const name of ["mask", "keep", "drop"]) {
    if (Array.isArray(options[name])) {
      const { data, shape } = tensor(
        JSON.parse(
          JSON.stringify(options[name], (_, value) =>
            typeof value === "boolean" ? Number(value) : value === -Infinity ? "-∞" : value,
          ),
          (_, value) => (value === "-∞" ? -Infinity : value),
        ),
      );
      options[name] = { data, shape };
    }
  }
  return options;
}

/** Calls with both methods and with everything that can be returned, and compares each with the definition.
 * @param {any} attn @param {Tensor} q @param {Tensor} k @param {Tensor} v @param {Record<string, any>} options */
function agrees(attn, q, k, v, options) {
  const expected = attentionDefinition(q, k, v, options);
  const fused = attn.attention(q, k, v, { ...options, method: "fused" });
  nearTensor(fused.output, expected.output, { abs: expected.output.error }, "fused output");
  const staged = attn.attention(q, k, v, { ...options, method: "staged" });
  nearTensor(staged.output, expected.output, { abs: expected.output.error }, "staged output");
  for (const scores of ["scaled", "capped", "masked"]) {
    const result = attn.attention(q, k, v, {
      ...options,
      weights: scores !== "capped" || "mean",
      scores,
    });
    nearTensor(
      result.output,
      expected.output,
      { abs: expected.output.error },
      `output beside ${scores} scores`,
    );
    const stage = /** @type {Record<string, any>} */ (expected)[scores];
    nearTensor(result.scores, stage, { abs: stage.error }, `${scores} scores`);
    const weights = scores === "capped" ? expected.mean : expected.weights;
    nearTensor(result.weights, weights, { abs: weights.error }, "weights");
    weights.data.forEach((weight, at) => {
      if (weight === 0)
        assert.equal(
          result.weights.data[at],
          0,
          `a hidden key has weight ${result.weights.data[at]}`,
        );
    });
  }
  if (options.past) {
    for (const result of [fused, staged]) {
      nearTensor(result.present.key, expected.present.key, {}, "present.key");
      nearTensor(result.present.value, expected.present.value, {}, "present.value");
    }
  } else assert.deepEqual(Object.keys(fused), ["output"]);
}

/** A shape that broadcasts to `full`: axes are left out, set to 1, and the last one may be shorter.
 * @param {number[]} full @param {{ rank: number, ones: boolean[], less: number }} how */
function maskShape(full, { rank, ones, less }) {
  const shape = full.slice(-rank).map((length, axis) => (ones[axis] ? 1 : length));
  const last = shape.length - 1;
  if (!ones[last] && shape[last] - less > 1) shape[last] -= less;
  return shape;
}

const someSize = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 19 }) },
  { weight: 1, arbitrary: fc.constantFrom(31, 33, 63, 64, 65, 70, 129, 150) },
);
const someReach = fc.option(fc.integer({ min: 0, max: 12 }), { nil: undefined });
const someShape = fc.record({
  rank: fc.integer({ min: 1, max: 4 }),
  ones: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  less: fc.integer({ min: 0, max: 2 }),
});

/** Everything about a call but its numbers, which come from the seed: a failure prints this much. */
const someCall = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  layout: fc.constantFrom("2", "3", "4", "packed", "packed without b"),
  b: fc.integer({ min: 1, max: 3 }),
  kv: fc.integer({ min: 1, max: 3 }),
  group: fc.integer({ min: 1, max: 3 }),
  n: someSize,
  m: someSize,
  dK: fc.constantFrom(1, 2, 3, 4, 5, 8, 9, 16, 19),
  dV: fc.constantFrom(1, 2, 3, 4, 7, 8, 13, 16),
  size: fc.constantFrom(0.1, 1, 1, 8),
  past: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 3, nil: undefined }),
  scale: fc.constantFrom(undefined, undefined, null, 0, -0.5, 0.3),
  softcap: fc.constantFrom(undefined, undefined, 0.7, 20),
  causal: fc.constantFrom(undefined, false, true, "top-left", "bottom-right"),
  window: fc.option(fc.record({ left: someReach, right: someReach }), { nil: undefined }),
  lengths: fc.option(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 3 }), {
    freq: 3,
    nil: undefined,
  }),
  booleans: fc.option(fc.record({ name: fc.constantFrom("keep", "drop"), shape: someShape }), {
    nil: undefined,
  }),
  mask: fc.option(someShape, { nil: undefined }),
});

/** The tensors and options of such a call.
 * @param {any} call */
function expandCall({ seed, layout, b, group, n, m, dK, dV, size, ...call }) {
  const packed = layout.startsWith("packed"),
    batched = layout !== "2" && layout !== "packed without b";
  const withHeads = packed || layout === "4",
    kv = withHeads ? call.kv : 1,
    h = withHeads ? kv * group : 1;
  const lead = batched ? [b] : [];
  const shape = (
    /** @type {number} */ heads,
    /** @type {number} */ tokens,
    /** @type {number} */ width,
  ) =>
    packed
      ? [...lead, tokens, heads * width]
      : [...lead, ...(withHeads ? [heads] : []), tokens, width];
  const q = drawn(shape(h, n, dK), seed, size),
    k = drawn(shape(kv, m, dK), seed + 1, size),
    v = drawn(shape(kv, m, dV), seed + 2);
  /** @type {Record<string, any>} */
  const options = {};
  if (packed) options.heads = h;
  if (packed && (kv !== h || seed % 2)) options.kvHeads = kv;
  for (const name of ["scale", "softcap", "causal", "window"])
    if (call[name] !== undefined) options[name] = call[name];
  const past = call.past ?? 0,
    keys = m + past,
    next = generator(seed + 5);
  if (call.past !== undefined) {
    const pastShape = (/** @type {number} */ width) => [
      ...lead,
      ...(withHeads ? [kv] : []),
      past,
      width,
    ];
    options.past = {
      key: drawn(pastShape(dK), seed + 3, size),
      value: drawn(pastShape(dV), seed + 4),
    };
  }
  if (call.lengths)
    options.lengths = call.lengths
      .slice(0, batched ? b : 1)
      .map((/** @type {number} */ percent) => Math.round((percent * keys) / 100));
  const full = [...lead, ...(withHeads ? [h] : []), n, keys];
  if (call.booleans) {
    const maskedShape = maskShape(full, call.booleans.shape);
    const byte = () => (next() < 0.2 ? 0 : 1 + Math.floor(100 * Math.abs(next())));
    options[call.booleans.name] = {
      data: Uint8Array.from({ length: sizeOf(maskedShape) }, byte),
      shape: maskedShape,
    };
  }
  if (call.mask) {
    options.mask = filled(maskShape(full, call.mask), () => {
      const kind = next();
      return kind < -0.6 ? -Infinity : kind < -0.5 ? -1e9 : 3 * next();
    });
  }
  return { q, k, v, options };
}

/** A call in which some keys are hidden, and which: `hidden(i, j)`.
 * @type {{ name: string, options: Record<string, any>, hidden: (i: number, j: number) => boolean }[]} */
const HIDINGS = [
  {
    name: "keep",
    options: { keep: [[true, true, false, true, false]] },
    hidden: (_, j) => j === 2 || j === 4,
  },
  {
    name: "keep, query by query",
    options: { keep: byQuery((i, j) => (i + j) % 3 !== 0) },
    hidden: (i, j) => (i + j) % 3 === 0,
  },
  {
    name: "drop",
    options: { drop: [true, false, false, true, false] },
    hidden: (_, j) => j === 0 || j === 3,
  },
  {
    name: "−∞ in a float mask",
    options: { mask: [[0, -Infinity, 0.5, 0, -Infinity]] },
    hidden: (_, j) => j === 1 || j === 4,
  },
  { name: "a mask narrower than m", options: { mask: [[0, 0, 0.5]] }, hidden: (_, j) => j >= 3 },
  { name: "keep narrower than m", options: { keep: [[true, true]] }, hidden: (_, j) => j >= 2 },
  { name: "causal", options: { causal: true }, hidden: (i, j) => j > i },
  {
    name: "causal, bottom-right",
    options: { causal: "bottom-right" },
    hidden: (i, j) => j > i - 1,
  },
  {
    name: "window",
    options: { window: { left: 1, right: 0 } },
    hidden: (i, j) => j < i - 1 || j > i,
  },
  { name: "lengths", options: { lengths: [3] }, hidden: (_, j) => j >= 3 },
  {
    name: "lengths and causal",
    options: { lengths: [3], causal: true },
    hidden: (i, j) => j >= 3 || j > i - 3,
  },
  {
    name: "all together",
    options: {
      keep: [true, true, true, false, true],
      mask: [[0, -Infinity, 0, 0, 0]],
      causal: true,
      window: { left: 3 },
    },
    hidden: (i, j) => j === 3 || j === 1 || j > i || j < i - 3,
  },
];

/** Booleans for 6 queries and 5 keys.
 * @param {(i: number, j: number) => boolean} at */
function byQuery(at) {
  return Array.from({ length: 6 }, (_, i) => Array.from({ length: 5 }, (__, j) => at(i, j)));
}

/** The same tensor with rows replaced.
 * @param {Tensor} t @param {number} value @param {(row: number) => boolean} where */
const withRows = (t, value, where) => ({
  data: t.data.map((number, at) =>
    where(Math.floor(at / t.shape[t.shape.length - 1])) ? value : number,
  ),
  shape: t.shape,
});

await onEach("attention", (attn, variant) => {
  const runs = variant === "js" ? 60 : 400;

  it("agrees with the definition in every layout, size and combination of options", () => {
    const property = fc.property(someCall, (call) => {
      const { q, k, v, options } = expandCall(call);
      agrees(attn, q, k, v, options);
    });
    fc.assert(property, { numRuns: runs, seed: 20240607, includeErrorInReport: true });
  });

  it("agrees with the definition at every remainder of the vector width, and around tiles", () => {
    const sizes = [...Array(18).keys()],
      edges = [31, 32, 33, 63, 64, 65, 127, 128, 129];
    /** @type {number[][]} */
    const shapes = [];
    for (const n of sizes)
      for (const m of sizes) shapes.push([n, m, 1 + ((n + m) % 9), 1 + ((3 * n + m) % 9)]);
    for (const n of edges) shapes.push([n, n, 5, 3], [7, n, 4, 8], [n, 9, 3, 5]);
    for (const size of [...sizes, ...edges]) shapes.push([5, 6, size, 3], [5, 6, 3, size]);
    for (const [n, m, dK, dV] of variant === "js"
      ? shapes.filter((_, at) => at % 7 === 0)
      : shapes) {
      const [q, k, v] = [drawn([n, dK], 1), drawn([m, dK], 2), drawn([m, dV], 3)];
      for (const options of [
        {},
        { causal: true },
        { causal: "bottom-right", window: { left: 3 } },
      ]) {
        const expected = attentionDefinition(q, k, v, options);
        for (const method of ["fused", "staged"]) {
          const { output } = attn.attention(q, k, v, { ...options, method });
          nearTensor(
            output,
            expected.output,
            { abs: expected.output.error },
            `n ${n}, m ${m}, d_k ${dK}, d_v ${dV}, ${method}`,
          );
        }
      }
    }
  });

  it("long rows keep their accuracy, with and without a mask", () => {
    const m = variant === "js" ? 3000 : 20000,
      q = drawn([2, 8], 1, 2),
      k = drawn([m, 8], 2),
      v = filled([m, 2], (at) => (at % 2 ? 1 : 1 + (at % 5) / 8));
    for (const options of [
      {},
      { causal: "bottom-right" },
      { mask: filled([1, m], (j) => (j % 3 ? 0 : -1)) },
    ]) {
      const expected = attentionDefinition(q, k, v, options).output;
      for (const method of ["fused", "staged"]) {
        const { output } = attn.attention(q, k, v, { ...options, method });
        near(output.data, expected.data, { abs: 2e-6 }, method); // values next to 1: 2e-6 is 17 units
      }
    }
  });

  for (const { name, options, hidden } of HIDINGS) {
    it(`what stands in hidden places does not matter: ${name}`, () => {
      const [q, k, v] = [drawn([6, 4], 1), drawn([5, 4], 2), drawn([5, 3], 3)];
      const clean = attn.attention(q, k, v, { ...options, weights: true });
      const expected = attentionDefinition(q, k, v, tensorMasks(options));
      for (const bad of [NaN, Infinity, -Infinity, 3e38]) {
        for (let spoilt = 0; spoilt < 5; spoilt++) {
          // One key and its value at a time; queries that may not read it have to stay what they were.
          const badK = withRows(k, bad, (j) => j === spoilt),
            badV = withRows(v, bad, (j) => j === spoilt);
          for (const [some, other] of [
            [badK, badV],
            [k, badV],
            [badK, v],
          ]) {
            for (const method of ["fused", "staged"]) {
              const { output } = attn.attention(q, some, other, { ...options, method });
              for (let i = 0; i < 6; i++) {
                if (!hidden(i, spoilt)) continue;
                const row = output.data.subarray(3 * i, 3 * i + 3),
                  at = [3 * i, 3 * i + 3];
                near(
                  row,
                  expected.output.data.subarray(...at),
                  { abs: expected.output.error.subarray(...at) },
                  `${bad} at key ${spoilt}: row ${i}, ${method}`,
                );
              }
            }
            const { weights } = attn.attention(q, some, other, { ...options, weights: true });
            for (let i = 0; i < 6; i++)
              if (hidden(i, spoilt))
                near(
                  weights.data.subarray(5 * i, 5 * i + 5),
                  clean.weights.data.subarray(5 * i, 5 * i + 5),
                  {},
                  `weights of row ${i}`,
                );
          }
        }
      }
      for (let i = 0; i < 6; i++) {
        for (let j = 0; j < 5; j++)
          assert.equal(
            clean.weights.data[5 * i + j] === 0,
            hidden(i, j),
            `weight of query ${i}, key ${j}`,
          );
      }
    });
  }

  it("NaN in what is read makes its row NaN, and no other", () => {
    const [q, k, v] = [drawn([21, 8], 1), drawn([70, 8], 2), drawn([70, 5], 3)];
    for (const method of ["fused", "staged"]) {
      for (const row of [0, 3, 7, 8, 20]) {
        const { output } = attn.attention(
          withRows(q, NaN, (i) => i === row),
          k,
          v,
          { method },
        );
        output.data.forEach((/** @type {number} */ value, /** @type {number} */ at) =>
          assert.equal(Number.isNaN(value), Math.floor(at / 5) === row, `${method}, output[${at}]`),
        );
      }
      for (const key of [0, 5, 33, 64, 69]) {
        const { output } = attn.attention(
          q,
          withRows(k, NaN, (j) => j === key),
          v,
          { method, window: { left: 2, right: 50 } },
        );
        for (let i = 0; i < 21; i++) {
          const reads = key >= i - 2 && key <= i + 50;
          for (let e = 0; e < 5; e++)
            assert.equal(
              Number.isNaN(output.data[5 * i + e]),
              reads,
              `${method}: key ${key}, row ${i}`,
            );
        }
      }
      // A NaN in one column of a value that is read stays in that column.
      const badV = { data: v.data.slice(), shape: v.shape };
      badV.data[5 * 40 + 2] = NaN;
      attn
        .attention(q, k, badV, { method })
        .output.data.forEach((/** @type {number} */ value, /** @type {number} */ at) =>
          assert.equal(Number.isNaN(value), at % 5 === 2, `${method}, output[${at}]`),
        );
      // A NaN in the mask is a score of NaN, unless the key is hidden anyway.
      const mask = filled([21, 70], (at) => (at === 70 * 4 + 9 ? NaN : 0));
      const masked = attn.attention(q, k, v, { method, mask }).output.data;
      masked.forEach((/** @type {number} */ value, /** @type {number} */ at) =>
        assert.equal(Number.isNaN(value), Math.floor(at / 5) === 4, `${method}, mask`),
      );
      const alsoHidden = attn.attention(q, k, v, { method, mask, causal: true }).output.data;
      assert.ok(alsoHidden.every((/** @type {number} */ value) => Number.isFinite(value)));
    }
  });

  it("a query without a key is 0, whatever hides the keys, and so are all queries of m = 0", () => {
    const [q, k, v] = [drawn([70, 3], 1), drawn([9, 3], 2), drawn([9, 5], 3)];
    const low = filled([70, 1], (i) => (i % 3 ? 0 : -Infinity)),
      none = {
        data: Uint8Array.from({ length: 70 }, (_, i) => Number(i % 3 !== 0)),
        shape: [70, 1],
      };
    for (const options of [
      { mask: low },
      { keep: none },
      { keep: none, mask: low },
      { drop: { data: none.data.map((byte) => 1 - byte), shape: [70, 1] } },
    ]) {
      for (const method of ["fused", "staged"]) {
        const { output } = attn.attention(q, k, v, { ...options, method });
        output.data.forEach((/** @type {number} */ value, /** @type {number} */ at) =>
          assert.equal(value === 0, Math.floor(at / 5) % 3 === 0, `${method}, output[${at}]`),
        );
      }
      const { weights } = attn.attention(q, k, v, { ...options, weights: true });
      for (let i = 0; i < 70; i++) {
        const sum = weights.data
          .subarray(9 * i, 9 * i + 9)
          .reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b);
        near([sum], [i % 3 ? 1 : 0], { abs: i % 3 ? 3e-7 : 0 }, `sum of row ${i}`);
      }
    }
    for (const options of [
      { lengths: [0] },
      { causal: "bottom-right", lengths: [0] },
      { window: { left: 0, right: 0 }, lengths: [0] },
    ]) {
      assert.ok(
        attn
          .attention(q, k, v, options)
          .output.data.every((/** @type {number} */ value) => value === 0),
        JSON.stringify(options),
      );
    }
  });

  it("sizes of 0 are legal", () => {
    const shape = (/** @type {Tensor} */ t) => String(t.shape);
    for (const lead of [[], [2], [2, 3], [0], [0, 3], [2, 0]]) {
      for (const [n, m, dK, dV] of [
        [0, 3, 2, 2],
        [3, 0, 2, 2],
        [0, 0, 2, 2],
        [3, 3, 2, 0],
        [3, 3, 0, 2],
        [0, 0, 0, 0],
        [2, 3, 2, 4],
      ]) {
        const [q, k, v] = [
          drawn([...lead, n, dK]),
          drawn([...lead, m, dK]),
          drawn([...lead, m, dV]),
        ];
        for (const options of [
          {},
          { causal: true },
          { method: "staged" },
          { window: { left: 1 } },
        ]) {
          const { output } = attn.attention(q, k, v, options);
          assert.equal(shape(output), String([...lead, n, dV]));
          assert.equal(output.data.length, sizeOf(output.shape));
          if (m === 0)
            assert.ok(
              output.data.every((/** @type {number} */ value) => value === 0),
              "m = 0 gives zeros",
            );
        }
        const { weights, scores } = attn.attention(q, k, v, { weights: true, scores: "masked" });
        assert.equal(shape(weights), String([...lead, n, m]));
        assert.equal(shape(scores), String([...lead, n, m]));
      }
    }
    // d_k = 0: every score is 0, the output the mean of the values.
    near(
      attn.attention(drawn([1, 0]), drawn([2, 0]), [[1], [4]]).output.data,
      [2.5],
      {},
      "d_k = 0",
    );
    const packed = attn.attention(drawn([2, 0, 6]), drawn([2, 0, 6]), drawn([2, 0, 6]), {
      heads: 3,
      weights: true,
    });
    assert.equal(shape(packed.output), "2,0,6");
    assert.equal(shape(packed.weights), "2,3,0,0");
  });

  it("a finite bias, however negative, is only a bias", () => {
    const [q, k] = [filled([2, 3], 0), filled([4, 3], 0)],
      v = { data: Float32Array.of(1, 2, 4, 8), shape: [4, 1] };
    for (const method of ["fused", "staged"]) {
      for (const low of [-1e4, -1e9, -1e30, -3.4028234663852886e38]) {
        near(
          attn.attention(q, k, v, { mask: [[low, low, low, low]], method }).output.data,
          [3.75, 3.75],
          {},
          `all ${low}, ${method}`,
        );
        near(
          attn.attention(q, k, v, { mask: [[low, 0, low, low]], method }).output.data,
          [2, 2],
          {},
          `all but one ${low}, ${method}`,
        );
        near(
          attn.attention(q, k, v, { mask: [[low, -Infinity, low, -Infinity]], method }).output.data,
          [2.5, 2.5],
          {},
          `${low} and −∞, ${method}`,
        );
      }
    }
    const { weights } = attn.attention(q, k, v, {
      mask: [[-1e9, -1e9, -Infinity, -1e9]],
      weights: true,
    });
    near(
      weights.data,
      [1 / 3, 1 / 3, 0, 1 / 3, 1 / 3, 1 / 3, 0, 1 / 3].map(Math.fround),
      { rel: 2e-7 },
      "weights",
    );
  });

  it("large scores do not overflow", () => {
    for (const method of ["fused", "staged"]) {
      // q·k = 1e39 is no float32 number, times 1/√4 neither; times the scale first it is.
      near(
        attn.attention(
          [[1e20, 0, 0, 0]],
          [
            [1e19, 0, 0, 0],
            [0, 0, 0, 0],
          ],
          [[3], [5]],
          { scale: 0.01, method },
        ).output.data,
        [3],
        {},
        "scale first",
      );
      const big = (/** @type {Tensor} */ t) => ({
        data: t.data.map((value) => value * 1e18),
        shape: t.shape,
      });
      const [q, k, v] = [big(drawn([17, 8], 1)), big(drawn([33, 8], 2)), drawn([33, 5], 3)];
      const expected = attentionDefinition(q, k, v).output;
      near(attn.attention(q, k, v, { method }).output.data, expected.data, { abs: 1e-6 }, method);
    }
  });

  it("rows that masks hide read nothing; scores beyond float32 are scores; +∞ is ∞ − ∞, NaN", () => {
    // Rows of nothing but −∞ give 0, as in PyTorch's scaled_dot_product_attention since 2.5 (its
    // _safe_softmax). Products of ±9·10⁷⁶ are finite, and only their differences count.
    const large = 3e38;
    const odd = (/** @type {number} */ j, /** @type {number} */ m) =>
      j % 2 ? 1 / Math.floor(m / 2) : 0;
    /** @type {[string, { key: (j: number) => number, mask?: (j: number) => number, keep?: (j: number) => number }, (j: number, m: number) => number][]} */
    const cases = [
      ["overflow", { key: () => -large }, (j, m) => 1 / m],
      ["a float mask", { key: (j) => j / large, mask: () => -Infinity }, () => 0],
      ["a boolean mask", { key: (j) => j / large, keep: () => 0 }, () => 0],
      [
        "a float mask, and overflow where it is open",
        { key: (j) => (j % 2 ? -large : 0), mask: (j) => (j % 2 ? 0 : -Infinity) },
        odd,
      ],
      [
        "a boolean mask, and overflow where it is open",
        { key: (j) => (j % 2 ? -large : NaN), keep: (j) => j % 2 },
        odd,
      ],
      [
        "a score and a bias that overflow together",
        { key: () => -1, mask: () => -large },
        (j, m) => 1 / m,
      ],
      [
        "overflow but for the first",
        { key: (j) => (j === 0 ? 0 : -large) },
        (j) => Number(j === 0),
      ],
      ["the first alone above", { key: (j) => (j === 0 ? large : -large) }, (j) => Number(j === 0)],
      ["+∞ among them", { key: (j) => (j === 0 ? Infinity : -large) }, () => NaN],
    ];
    for (const [name, { key, mask, keep }, weight] of cases)
      for (const [n, m, dV] of [
        [1, 1, 1],
        [3, 2, 1],
        [9, 70, 5],
      ]) {
        const [q, k] = [filled([n, 1], large), filled([m, 1], key)],
          v = filled([m, dV], (at) => 1 + Math.floor(at / dV));
        const options = {
          scale: 1,
          ...(mask && { mask: filled([m], mask) }),
          ...(keep && {
            keep: { data: Uint8Array.from({ length: m }, (_, j) => keep(j)), shape: [m] },
          }),
        };
        const weights = filled([n, m], (at) => weight(at % m, m));
        const mean = Array.from({ length: m }, (_, j) => weight(j, m) * (1 + j)).reduce(
          (a, c) => a + c,
        );
        const output = filled([n, dV], mean);
        const what = `${name}, n = ${n}, m = ${m}`;
        for (const method of ["fused", "staged"])
          nearTensor(
            attn.attention(q, k, v, { ...options, method }).output,
            output,
            { rel: 1e-6 },
            `${what}, ${method}`,
          );
        const both = attn.attention(q, k, v, { ...options, weights: true });
        nearTensor(both.output, output, { rel: 1e-6 }, `${what}, beside weights`);
        nearTensor(both.weights, weights, { rel: 1e-6 }, `${what}, weights`);
        const cache = attn.keyValueCache({ kvHeads: 1, d_k: 1, d_v: dV, capacity: m + n });
        cache.append(filled([n, 1], 0), filled([n, dV], 0));
        cache.reset();
        cache.append(k, v);
        if (n <= m)
          nearTensor(
            cache.attention(q, { ...options, causal: false }).output,
            output,
            { rel: 1e-6 },
            `${what}, cache`,
          );
        cache.release();
        // A row that reads nothing moves nothing: its gradients are 0.
        if (mean === 0) {
          const { gradQ, gradK, gradV } = attn.attentionBackward(
            q,
            k,
            v,
            filled([n, dV], 1),
            options,
          );
          for (const [letter, { data }] of Object.entries({ gradQ, gradK, gradV }))
            near(
              data,
              data.map(() => 0),
              {},
              `${what}, ${letter}`,
            );
        }
      }
  });

  it("null and undefined options are the defaults", () => {
    const [q, k, v] = [drawn([5, 4], 1), drawn([7, 4], 2), drawn([7, 3], 3)],
      plain = attn.attention(q, k, v);
    for (const nothing of [null, undefined]) {
      const names = [
        "heads",
        "kvHeads",
        "scale",
        "softcap",
        "mask",
        "keep",
        "drop",
        "causal",
        "window",
        "lengths",
        "past",
        "weights",
        "scores",
        "method",
        "out",
      ];
      const result = attn.attention(
        q,
        k,
        v,
        Object.fromEntries(names.map((name) => [name, nothing])),
      );
      assert.deepEqual(Object.keys(result), ["output"]);
      sameBits(result.output.data, plain.output.data);
      sameBits(attn.attention(q, k, v, nothing).output.data, plain.output.data);
      sameBits(
        attn.attention(q, k, v, { window: { left: nothing, right: nothing } }).output.data,
        plain.output.data,
      );
    }
  });

  it("writes into out, and returns it", () => {
    const [q, k, v] = [drawn([2, 3, 5, 4], 1), drawn([2, 3, 6, 4], 2), drawn([2, 3, 6, 7], 3)],
      plain = attn.attention(q, k, v).output;
    for (const options of [{}, { method: "staged" }, { weights: true }]) {
      const room = new Float32Array(plain.data.length + 4).fill(9),
        out = room.subarray(3, 3 + plain.data.length);
      const { output } = attn.attention(q, k, v, { ...options, out });
      assert.equal(output.data, out);
      assert.deepEqual(output.shape, plain.shape);
      near(out, plain.data, { abs: 1e-6 }, "out");
      assert.deepEqual([room[0], room[1], room[2], room[room.length - 1]], [9, 9, 9, 9]);
    }
    // out may be one of the inputs, since they are copied in.
    const x = drawn([5, 4], 4),
      expected = attn.attention(x, x, x).output;
    sameBits(attn.attention(x, x, x, { out: x.data }).output.data, expected.data, "in place");
  });

  it("takes nested arrays, other realms, views and shared memory, and changes none of them", () => {
    const [q, k, v] = [drawn([3, 2], 1), drawn([4, 2], 2), drawn([4, 3], 3)],
      plain = attn.attention(q, k, v).output;
    sameBits(
      attn.attention(toNested(q), toNested(k), toNested(v)).output.data,
      plain.data,
      "nested arrays",
    );
    sameBits(
      attn.attention(
        toNested(q).map((/** @type {number[]} */ row) => Float64Array.from(row)),
        k,
        v,
      ).output.data,
      plain.data,
      "rows of Float64Array",
    );
    const realm = runInNewContext(
      "({ q: new Float32Array(6), shape: [3, 2], keep: new Uint8Array([1, 1, 1, 1]), nested: [[1, 2], [3, 4]], lengths: [4] })",
    );
    realm.q.set(q.data);
    sameBits(
      attn.attention({ data: realm.q, shape: realm.shape }, k, v, {
        keep: { data: realm.keep, shape: [4] },
        lengths: realm.lengths,
      }).output.data,
      plain.data,
      "another realm",
    );
    nearTensor(
      attn.attention(realm.nested, realm.nested, realm.nested).output,
      attentionDefinition(
        tensor([
          [1, 2],
          [3, 4],
        ]),
        tensor([
          [1, 2],
          [3, 4],
        ]),
        tensor([
          [1, 2],
          [3, 4],
        ]),
      ).output,
      { abs: 1e-6 },
      "nested of another realm",
    );
    const bytes = new Uint8Array(4 * 6 + 4);
    const aligned = new Float32Array(bytes.buffer, 4, 6);
    aligned.set(q.data);
    const shared = { data: new Float32Array(new SharedArrayBuffer(32)), shape: [4, 2] },
      bits = { data: new Uint8Array(new SharedArrayBuffer(7), 3, 4).fill(1), shape: [4] };
    shared.data.set(k.data);
    sameBits(
      attn.attention({ data: aligned, shape: [3, 2] }, shared, v, { keep: bits }).output.data,
      plain.data,
      "views and shared memory",
    );
    const frozen = Object.freeze({ data: q.data, shape: Object.freeze([3, 2]) });
    sameBits(
      attn.attention(frozen, k, v, Object.freeze({ causal: false })).output.data,
      plain.data,
      "frozen",
    );
  });

  it("results are the caller's own", () => {
    const [q, k, v] = [drawn([9, 4], 1), drawn([7, 4], 2), drawn([7, 3], 3)];
    const past = { key: drawn([2, 4], 4), value: drawn([2, 3], 5) };
    const result = attn.attention(q, k, v, { weights: true, scores: "scaled", past });
    const parts = [
      result.output,
      result.weights,
      result.scores,
      result.present.key,
      result.present.value,
    ];
    const copies = parts.map(({ data }) => data.slice());
    for (const { data } of parts) assert.equal(data.buffer.byteLength, data.byteLength);
    structuredClone(result.output.data, { transfer: [result.output.data.buffer] });
    attn.attention(drawn([300, 64]), drawn([900, 64]), drawn([900, 64]), { weights: true });
    parts.slice(1).forEach(({ data }, at) => sameBits(data, copies[at + 1]));
    sameBits(
      attn.attention(q, k, v, { past }).output.data,
      attn.attention(q, k, v, { past, method: "fused" }).output.data,
    );
  });

  it("weights: mean where there is no axis of heads is the weights", () => {
    for (const shape of [
      [5, 4],
      [2, 5, 4],
    ]) {
      const x = drawn(shape, 1),
        all = attn.attention(x, x, x, { weights: true }).weights;
      nearTensor(attn.attention(x, x, x, { weights: "mean" }).weights, all, {}, "mean");
    }
  });

  it("a past can be passed on, step by step, and gives what one causal call gives", () => {
    const [q, k, v] = [drawn([2, 4, 9, 6], 1), drawn([2, 2, 9, 6], 2), drawn([2, 2, 9, 5], 3)];
    const whole = attentionDefinition(q, k, v, { causal: true }).output;
    const row = (/** @type {Tensor} */ t, /** @type {number} */ i) => {
      const [b, h, n, d] = t.shape;
      return filled([b, h, 1, d], (at) => t.data[(Math.floor(at / d) * n + i) * d + (at % d)]);
    };
    /** @type {any} */
    let past = { key: drawn([2, 2, 0, 6]), value: drawn([2, 2, 0, 5]) };
    for (let i = 0; i < 9; i++) {
      const { output, present } = attn.attention(row(q, i), row(k, i), row(v, i), {
        past,
        causal: true,
      });
      near(output.data, row(/** @type {any} */ (whole), i).data, { abs: 1e-6 }, `token ${i}`);
      past = present;
    }
    nearTensor(past.key, k, {}, "all keys");
    nearTensor(past.value, v, {}, "all values");
  });

  it("gradients agree with the definition, with every mask and option", () => {
    const property = fc.property(someCall, (call) => {
      const layout = call.layout.startsWith("packed") ? "4" : call.layout;
      const { q, k, v, options } = expandCall({
        ...call,
        layout,
        past: undefined,
        size: Math.min(call.size, 1),
      });
      // Beside −1e9 float32 keeps nothing of a score, and a gradient is all about its digits.
      if (options.mask)
        options.mask.data.forEach(
          (/** @type {number} */ bias, /** @type {number} */ at) =>
            bias < -10 && bias > -Infinity && (options.mask.data[at] = -10),
        );
      const g = drawn([...q.shape.slice(0, -1), v.shape[v.shape.length - 1]], call.seed + 9);
      const result = attn.attentionBackward(q, k, v, g, options),
        expected = gradientDefinition(q, k, v, g, options);
      for (const name of /** @type {const} */ (["gradQ", "gradK", "gradV"])) {
        const want = expected[name],
          largest = want.data.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
        // Sums of up to 450 terms of size `largest` or less: 64 units of the largest is far more than
        // they lose, and far less than a term that is missing.
        nearTensor(result[name], want, { abs: 64 * UNIT * (1 + largest) }, name);
        want.data.forEach(
          (value, at) =>
            value === 0 &&
            assert.ok(
              Math.abs(result[name].data[at]) < 1e-30,
              `${name}[${at}] = ${result[name].data[at]}, expected 0`,
            ),
        );
      }
    });
    fc.assert(property, {
      numRuns: variant === "js" ? 40 : 300,
      seed: 7,
      includeErrorInReport: true,
    });
  });

  it("gradients are those of finite differences", () => {
    const [q, k, v, g] = [
      drawn([2, 2, 5, 3], 1),
      drawn([2, 1, 6, 3], 2),
      drawn([2, 1, 6, 4], 3),
      drawn([2, 2, 5, 4], 4),
    ];
    const options = {
      softcap: 1.5,
      scale: 0.8,
      mask: drawn([5, 6], 5),
      keep: { data: Uint8Array.of(1, 1, 0, 1, 1, 1), shape: [6] },
      window: { left: 3 },
    };
    const result = attn.attentionBackward(q, k, v, g, options);
    const loss = () =>
      attentionDefinition(q, k, v, options).output.data.reduce(
        (sum, value, at) => sum + value * g.data[at],
        0,
      );
    for (const [t, grad] of [
      [q, result.gradQ],
      [k, result.gradK],
      [v, result.gradV],
    ]) {
      for (let at = 0; at < t.data.length; at++) {
        const here = t.data[at],
          steps = [];
        for (const step of [1 / 64, -1 / 64]) {
          t.data[at] = here + step;
          steps.push({ at: t.data[at], loss: loss() });
        }
        t.data[at] = here;
        near(
          [grad.data[at]],
          [(steps[0].loss - steps[1].loss) / (steps[0].at - steps[1].at)],
          { abs: 3e-4 },
          "gradient",
        ); // (1/64)² of a third derivative
      }
    }
  });
});

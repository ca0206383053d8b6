// attn.attention against its definition in float64: every option, alone and with the others.
import assert from "node:assert/strict";
import { it } from "node:test";

import fc from "fast-check";

import { attentionDefinition, gradientDefinition, UNIT } from "./definition.js";
import { drawn, filled, generator, near, nearTensor, onEach, sameBits, sizeOf } from "./support.js";

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */

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

await onEach("attention", (attn, variant) => {
  const runs = variant === "js" ? 100 : 800;

  it("agrees with the definition in every layout, size and combination of options", () => {
    const property = fc.property(someCall, (call) => {
      const { q, k, v, options } = expandCall(call);
      agrees(attn, q, k, v, options);
    });
    fc.assert(property, { numRuns: runs, seed: 20240607, includeErrorInReport: true });
  });
});

// attn.keyValueCache: decoding step by step gives what one call over all tokens gives, with every
// option, and the cache's memory is its own.
import assert from "node:assert/strict";
import { it } from "node:test";

import fc from "fast-check";

import { attentionDefinition } from "./definition.js";
import { drawn, filled, generator, nearTensor, onEach, sameBits, throwsSaying } from "./support.js";

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */

/** The tokens from … from + count of a (b, h, n, d) tensor.
 * @param {Tensor} t @param {number} from @param {number} count @returns {Tensor} */
function tokens(t, from, count) {
  const [b, h, n, d] = t.shape;
  return filled([b, h, count, d], (at) => {
    const token = Math.floor(at / d) % count,
      head = Math.floor(at / d / count);
    return t.data[(head * n + from + token) * d + (at % d)];
  });
}

const someDecoding = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  b: fc.integer({ min: 1, max: 3 }),
  kv: fc.integer({ min: 1, max: 3 }),
  group: fc.integer({ min: 1, max: 3 }),
  dK: fc.integer({ min: 1, max: 17 }),
  dV: fc.integer({ min: 1, max: 17 }),
  chunks: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 8 }),
  spare: fc.integer({ min: 0, max: 5 }),
  causal: fc.constantFrom(undefined, null, true, false, "bottom-right"),
  scale: fc.constantFrom(undefined, 0.4),
  softcap: fc.constantFrom(undefined, 2),
  window: fc.option(
    fc.record({
      left: fc.option(fc.integer({ min: 0, max: 9 })),
      right: fc.option(fc.integer({ min: 0, max: 3 })),
    }),
    { nil: undefined },
  ),
  lengths: fc.boolean(),
  masked: fc.constantFrom(undefined, "mask", "keep", "drop"),
});

await onEach("a cache of keys and values", (attn, variant) => {
  const numbersOf = (/** @type {any} */ cache, /** @type {number[]} */ shape) =>
    cache.attention(drawn(shape, 77), { weights: true });

  it("takes several tokens without a head axis, for every item", () => {
    const [k, v] = [drawn([2, 3, 4], 1), drawn([2, 3, 5], 2)];
    const make = () => attn.keyValueCache({ batch: 2, kvHeads: 1, d_k: 4, d_v: 5, capacity: 4 });
    const cache = make(),
      same = make();
    assert.equal(cache.append(k, v), 3);
    same.append({ data: k.data, shape: [2, 1, 3, 4] }, { data: v.data, shape: [2, 1, 3, 5] });
    const q = drawn([2, 2, 4], 3);
    const expected = attentionDefinition(q, k, v, { causal: "bottom-right" });
    nearTensor(cache.attention(q).output, expected.output, { abs: expected.output.error });
    sameBits(cache.attention(q).output.data, same.attention(q).output.data);
    // An item after the other, not a head after the other.
    throwsSaying(
      () => attn.keyValueCache({ kvHeads: 2, d_k: 4, d_v: 5, capacity: 4 }).append(k, v),
      "RangeError",
      /k has b = 2 but the cache has b = 1/,
    );
  });

  it("truncate forgets the last tokens, and nothing else", () => {
    const sizes = { batch: 2, kvHeads: 3, d_k: 4, d_v: 5, capacity: 6 };
    const parts = (/** @type {number} */ count, /** @type {number} */ seed) => [
      drawn([2, 3, count, 4], seed),
      drawn([2, 3, count, 5], seed + 1),
    ];
    const cache = attn.keyValueCache(sizes),
      short = attn.keyValueCache(sizes);
    const [k, v] = parts(5, 1);
    cache.append(k, v);
    assert.equal(cache.truncate(2), 2);
    assert.equal(cache.length, 2);
    short.append(tokens(k, 0, 2), tokens(v, 0, 2));
    for (const each of [cache, short]) each.append(...parts(3, 9));
    assert.deepEqual(numbersOf(cache, [2, 3, 2, 4]), numbersOf(short, [2, 3, 2, 4]));
    assert.equal(cache.truncate(5), 5);
    for (const length of [6, -1, 1.5]) {
      throwsSaying(
        () => cache.truncate(length),
        "RangeError",
        /truncate: length = /,
        /from 0 to 5/,
      );
      assert.equal(cache.length, 5);
    }
    throwsSaying(() => cache.truncate("2"), "TypeError", /truncate: length/);
    cache.truncate(0);
    assert.equal(cache.append(...parts(6, 1)), 6);
  });

  it("reorder lets each item continue the past of any", () => {
    const sizes = { batch: 4, kvHeads: 2, d_k: 3, d_v: 2, capacity: 5 };
    const [k, v] = [drawn([4, 2, 3, 3], 1), drawn([4, 2, 3, 2], 2)];
    const item = (/** @type {Tensor} */ t, /** @type {number} */ at) => {
      const size = t.data.length / 4;
      return t.data.subarray(at * size, (at + 1) * size);
    };
    const picked = (/** @type {Tensor} */ t, /** @type {number[]} */ items) => ({
      data: Float32Array.from(items.flatMap((at) => [...item(t, at)])),
      shape: t.shape,
    });
    for (const items of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 2, 3, 0],
      [2, 2, 2, 2],
      [0, 0, 1, 2],
      [3, 3, 2, 0],
    ]) {
      const cache = attn.keyValueCache(sizes),
        expected = attn.keyValueCache(sizes);
      cache.append(k, v);
      cache.reorder(items);
      expected.append(picked(k, items), picked(v, items));
      for (const each of [cache, expected])
        each.append(drawn([4, 2, 1, 3], 5), drawn([4, 2, 1, 2], 6));
      assert.deepEqual(
        numbersOf(cache, [4, 4, 2, 3]),
        numbersOf(expected, [4, 4, 2, 3]),
        String(items),
      );
      assert.equal(cache.length, 4);
      cache.release();
      expected.release();
    }
    const cache = attn.keyValueCache(sizes);
    cache.reorder(BigInt64Array.of(1n, 0n, 3n, 2n)); // an empty one too
    throwsSaying(
      () => cache.reorder([0, 1]),
      "RangeError",
      /reorder: items has 2 entries but the cache has b = 4/,
    );
    throwsSaying(() => cache.reorder([0, 1, 2, 4]), "RangeError", /items\[3\] = 4/);
    throwsSaying(() => cache.reorder(3), "TypeError", /reorder: items/);
  });

  it("decodes in any chunks what the definition gives, with every option", () => {
    const property = fc.property(
      someDecoding,
      ({ seed, b, kv, group, dK, dV, chunks, spare, ...rest }) => {
        const h = kv * group,
          all = chunks.reduce((sum, count) => sum + count, 0);
        const [q, k, v] = [
          drawn([b, h, all, dK], seed),
          drawn([b, kv, all, dK], seed + 1, 2),
          drawn([b, kv, all, dV], seed + 2),
        ];
        const cache = attn.keyValueCache({
          batch: b,
          kvHeads: kv,
          d_k: dK,
          d_v: dV,
          capacity: Math.max(1, all + spare),
        });
        const next = generator(seed + 3);
        let length = 0;
        for (const count of chunks) {
          cache.append(tokens(k, length, count), tokens(v, length, count));
          const past = { key: tokens(k, 0, length), value: tokens(v, 0, length) },
            query = tokens(q, length, count);
          const [fresh, values] = [tokens(k, length, count), tokens(v, length, count)];
          length += count;
          assert.equal(cache.length, length);
          /** @type {Record<string, any>} */
          const options = {};
          for (const name of /** @type {const} */ (["causal", "scale", "softcap", "window"]))
            if (rest[name] !== undefined) options[name] = rest[name];
          if (rest.lengths)
            options.lengths = Array.from({ length: b }, () =>
              Math.floor(Math.abs(next()) * (length + 1)),
            );
          if (rest.masked === "mask")
            options.mask = filled([1, 1, count, length], () =>
              next() < -0.5 ? -Infinity : next(),
            );
          else if (rest.masked)
            options[rest.masked] = {
              data: Uint8Array.from({ length }, () => Number(next() < 0)),
              shape: [length],
            };
          const expected = attentionDefinition(query, fresh, values, {
            ...options,
            past,
            causal: options.causal ?? true,
          });
          for (const more of [{}, { method: "staged" }]) {
            const result = cache.attention(query, { ...options, ...more });
            nearTensor(
              result.output,
              expected.output,
              { abs: expected.output.error },
              `output at ${length}`,
            );
            assert.deepEqual(Object.keys(result), ["output"]);
          }
          const { weights, scores } = cache.attention(query, {
            ...options,
            weights: true,
            scores: "masked",
          });
          nearTensor(weights, expected.weights, { abs: expected.weights.error }, "weights");
          nearTensor(scores, expected.masked, { abs: expected.masked.error }, "masked scores");
          nearTensor(
            cache.attention(query, { ...options, weights: "mean" }).weights,
            expected.mean,
            { abs: expected.mean.error },
            "mean of the weights",
          );
        }
        cache.release();
      },
    );
    fc.assert(property, {
      numRuns: variant === "js" ? 20 : 100,
      seed: 13,
      includeErrorInReport: true,
    });
  });

  it("fewer queries than the last chunk has tokens stand at the end", () => {
    const [q, k, v] = [drawn([1, 2, 6, 4], 1), drawn([1, 2, 6, 4], 2), drawn([1, 2, 6, 4], 3)];
    const cache = attn.keyValueCache({ kvHeads: 2, d_k: 4, d_v: 4, capacity: 6 });
    cache.append(k, v);
    const whole = attn.attention(q, k, v, { causal: true }).output;
    for (const count of [1, 2, 5, 6])
      nearTensor(
        cache.attention(tokens(q, 6 - count, count)).output,
        tokens(whole, 6 - count, count),
        { abs: 1e-6 },
        `the last ${count}`,
      );
    cache.release();
  });

  it("reset() starts again; what was appended before is not read", () => {
    const cache = attn.keyValueCache({ kvHeads: 1, d_k: 3, d_v: 2, capacity: 4 });
    cache.append(filled([1, 1, 4, 3], NaN), filled([1, 1, 4, 2], NaN));
    cache.reset();
    assert.equal(cache.length, 0);
    const [q, k, v] = [drawn([1, 1, 2, 3], 1), drawn([1, 1, 2, 3], 2), drawn([1, 1, 2, 2], 3)];
    cache.append(k, v);
    nearTensor(
      cache.attention(q).output,
      attn.attention(q, k, v, { causal: true }).output,
      { abs: 1e-6 },
      "after reset",
    );
    nearTensor(
      cache.attention(q, { causal: false }).output,
      attn.attention(q, k, v).output,
      { abs: 1e-6 },
      "all keys",
    );
    cache.release();
  });

  it("an empty cache answers 0, and an empty chunk changes nothing", () => {
    const cache = attn.keyValueCache({ batch: 2, kvHeads: 1, d_k: 3, d_v: 2, capacity: 4 });
    assert.deepEqual(cache.attention(drawn([2, 1, 0, 3])).output, {
      data: new Float32Array(0),
      shape: [2, 1, 0, 2],
    });
    cache.append(drawn([2, 1, 0, 3]), drawn([2, 1, 0, 2]));
    assert.equal(cache.length, 0);
    assert.equal(cache.capacity, 4);
    cache.release();
  });

  it("several caches and other calls do not disturb each other", () => {
    const make = (/** @type {number} */ seed) => {
      const cache = attn.keyValueCache({ kvHeads: 2, d_k: 8, d_v: 8, capacity: 20 });
      cache.append(drawn([1, 2, 11, 8], seed), drawn([1, 2, 11, 8], seed + 1));
      return cache;
    };
    const q = drawn([1, 4, 3, 8], 9),
      caches = [1, 3, 5].map(make);
    const before = caches.map((cache) => cache.attention(q).output.data);
    const big = drawn([600, 64]);
    attn.attention(big, big, big, { weights: true }); // memory grows
    caches[1].release();
    const another = make(7);
    [0, 2].forEach((at) =>
      sameBits(caches[at].attention(q).output.data, before[at], `cache ${at}`),
    );
    caches[0].append(drawn([1, 2, 9, 8], 4), drawn([1, 2, 9, 8], 5));
    sameBits(caches[2].attention(q).output.data, before[2], "its neighbour");
    sameBits(caches[2].attention(q).output.data, before[2], "again");
    for (const cache of [caches[0], caches[2], another]) cache.release();
  });

  it("without an axis of heads or a batch", () => {
    const cache = attn.keyValueCache({ kvHeads: 1, d_k: 3, d_v: 2, capacity: 4 }),
      [q, k, v] = [drawn([3, 3], 1), drawn([3, 3], 2), drawn([3, 2], 3)];
    cache.append(k, v);
    nearTensor(
      cache.attention(q).output,
      attn.attention(q, k, v, { causal: true }).output,
      { abs: 1e-6 },
      "(n, d)",
    );
    const out = new Float32Array(6);
    assert.equal(cache.attention(q, { out }).output.data, out);
    cache.release();
  });
});

// The simd and the scalar build give equal bits, and so does the js build, which is the scalar one by
// other means: one order of summation, no fused multiply-add, no libm. Over sizes that meet every
// remainder of the vector width and the edges of the tiles, and over everything that computes.
import { describe, it } from "node:test";

import { load } from "attention-wasm";

import { drawn, filled, generator, sameBits } from "../js/support.js";

const simd = /** @type {any} */ (await load({ variant: "simd" }));
const others = [
  /** @type {any} */ (await load({ variant: "scalar" })),
  /** @type {any} */ (await load({ variant: "js" })),
];

/** Every Float32Array or number in a result, by its path.
 * @param {any} result @param {string} [path] @returns {[string, Float32Array][]} */
function numbersOf(result, path = "") {
  if (typeof result === "number") return [[path, Float32Array.of(result)]];
  if (result instanceof Float32Array) return [[path, result]];
  if (result instanceof Float64Array) return [[path, new Float32Array(result.buffer)]];
  return Object.entries(result ?? {}).flatMap(([name, part]) => numbersOf(part, `${path}.${name}`));
}

/** Computes on every build and compares all that comes back. The js build is slow: it takes every
 * fifth call, or those that are said to be small.
 * @param {string} what @param {(attn: any) => any} compute @param {number} [turn] */
function equalBits(what, compute, turn = 0) {
  const expected = numbersOf(compute(simd));
  for (const other of turn % 5 ? others.slice(0, 1) : others) {
    numbersOf(compute(other)).forEach(([path, data], at) =>
      sameBits(data, expected[at][1], `${what}: ${path} (${other.variant})`),
    );
  }
}

const TAILS = [...Array(18).keys()],
  EDGES = [31, 32, 33, 63, 64, 65, 127, 128, 129, 200];
/** Magnitudes: small scores, large ones, and ones that saturate. */
const SIZES = [0.1, 1, 5, 40];

describe("simd, scalar and js give equal bits (PKG-08)", () => {
  it("attention, in all tails and at the edges of tiles", () => {
    let turn = 0;
    for (const n of [...TAILS, ...EDGES]) {
      for (const m of n > 17 ? [n, 5, 64] : [0, 1, 3, 4, 7, 8, 9, 17, 65]) {
        const next = generator(n * 1000 + m),
          [dK, dV] = [1 + Math.floor(9 * Math.abs(next())), 1 + Math.floor(12 * Math.abs(next()))];
        const size = SIZES[turn % SIZES.length],
          [q, k, v] = [
            drawn([n, dK], turn, size),
            drawn([m, dK], turn + 1),
            drawn([m, dV], turn + 2),
          ];
        for (const options of [
          {},
          { causal: true },
          { causal: "bottom-right", window: { left: 5 } },
          { softcap: 2 },
          { mask: filled([1, m], (j) => (j % 3 ? -j : -Infinity)) },
        ]) {
          for (const method of ["fused", "staged"])
            equalBits(
              `n ${n}, m ${m}, d_k ${dK}, d_v ${dV}, ${method}`,
              (attn) => attn.attention(q, k, v, { ...options, method }),
              turn,
            );
          equalBits(
            `n ${n}, m ${m}, weights`,
            (attn) => attn.attention(q, k, v, { ...options, weights: true, scores: "masked" }),
            turn,
          );
        }
        turn++;
      }
    }
  });

  it("attention over heads and batches, grouped, packed, with a past", () => {
    [...TAILS.slice(1), 64, 65].forEach((d, turn) => {
      const [q, k, v] = [
        drawn([2, 4, 9, d], 1, 2),
        drawn([2, 2, 11, d], 2),
        drawn([2, 2, 11, d + 1], 3),
      ];
      const past = { key: drawn([2, 2, 3, d], 4), value: drawn([2, 2, 3, d + 1], 5) };
      equalBits(
        `grouped, d ${d}`,
        (attn) => attn.attention(q, k, v, { past, causal: true, weights: "mean" }),
        turn,
      );
      equalBits(
        `grouped, d ${d}`,
        (attn) => attn.attention(q, k, v, { past, lengths: [5, 12] }),
        turn,
      );
      const [pq, pk, pv] = [
        drawn([2, 9, 4 * d], 1),
        drawn([2, 11, 2 * d], 2),
        drawn([2, 11, 2 * d], 3),
      ];
      equalBits(
        `packed, d ${d}`,
        (attn) => attn.attention(pq, pk, pv, { heads: 4, kvHeads: 2 }),
        turn,
      );
    });
  });

  it("gradients", () => {
    [...TAILS.slice(1), 33, 64, 65].forEach((n, turn) => {
      const [q, k, v, g] = [
        drawn([2, 2, n, 5], 1, 2),
        drawn([2, 1, n + 2, 5], 2),
        drawn([2, 1, n + 2, 3], 3),
        drawn([2, 2, n, 3], 4),
      ];
      for (const options of [{}, { causal: true }, { softcap: 1, scale: 0.3 }])
        equalBits(`n ${n}`, (attn) => attn.attentionBackward(q, k, v, g, options), turn);
    });
  });

  it("multi-head layers, steps and caches", () => {
    [1, 2, 3, 5, 8, 17].forEach((width) => {
      const d = 3 * width,
        w = (/** @type {number} */ seed) => drawn([d, d], seed, 0.5),
        b = (/** @type {number} */ seed) => drawn([d], seed);
      const parameters = {
        W_Q: w(1),
        W_K: w(2),
        W_V: w(3),
        W_O: w(4),
        b_Q: b(5),
        b_K: b(6),
        b_V: b(7),
        b_O: b(8),
        bias_k: b(9),
        bias_v: b(10),
      };
      const x = drawn([2, 7, d], 11);
      equalBits(`layer, d ${d}`, (attn) => {
        const layer = attn.multiHead({ d, heads: 3, addZeroAttention: true, parameters });
        const result = [layer.forward(x, { weights: true, causal: true }), layer.forward(x)];
        layer.release();
        return result;
      });
      equalBits(`steps, d ${d}`, (attn) =>
        attn.steps(drawn([5, d], 1), { W_Q: w(1), W_K: w(2), W_V: w(3) }, { causal: true }),
      );
      equalBits(`cache, d ${d}`, (attn) => {
        const cache = attn.keyValueCache({ kvHeads: 1, d_k: d, d_v: d, capacity: 6 });
        const results = [3, 1, 2].map((count) => {
          cache.append(drawn([1, 1, count, d], count), drawn([1, 1, count, d], 9));
          return cache.attention(drawn([1, 2, count, d], 5));
        });
        cache.release();
        return results;
      });
    });
  });

  it("softmax and its family", () => {
    [...TAILS, 63, 64, 65, 255, 256, 257, 1000].forEach((m, turn) => {
      for (const size of SIZES) {
        const x = drawn([3, m], m + size, size);
        if (m > 2) x.data[m + 1] = -Infinity;
        for (const name of [
          "softmax",
          "logSoftmax",
          "hardmax",
          "l1Normalize",
          "sparsemax",
          "softmaxGradientSize",
        ])
          equalBits(`${name}, m ${m}`, (attn) => attn[name](x), turn);
        for (const options of [{ temperature: 0.3 }, { temperature: 7, plusOne: true }])
          equalBits(`softmax, m ${m}`, (attn) => attn.softmax(x, options), turn);
        if (m < 70) equalBits(`softmaxJacobian, m ${m}`, (attn) => attn.softmaxJacobian(x), turn);
        const q = drawn([3, 5], m, size),
          k = drawn([m, 5], m + 1, size),
          v = drawn([m, 3], m + 2);
        for (const causal of [true, false])
          equalBits(
            `linearAttention, m ${m}`,
            (attn) => attn.linearAttention(q, k, v, { causal }),
            turn,
          );
      }
    });
  });

  it("numbers at the ends of float32", () => {
    const ends = [
      0,
      -0,
      1e-45,
      -1e-45,
      1e-38,
      -1.2e-38,
      3.4e38,
      -3.4e38,
      87.3,
      -87.33655,
      88.7,
      1,
      -1,
      Infinity,
      -Infinity,
      NaN,
    ];
    for (const one of ends) {
      for (const other of ends) {
        const x = filled([2, 5], (at) => [one, other, 0.5][at % 3]),
          y = filled([3, 5], (at) => [other, one, -2][at % 3]),
          v = filled([3, 2], (at) => [1, one][at % 2]);
        equalBits(`softmax of ${one} and ${other}`, (attn) => [
          attn.softmax(x),
          attn.logSoftmax(x),
          attn.sparsemax(x),
          attn.l1Normalize(x),
          attn.softmax(x, { plusOne: true, temperature: 3 }),
        ]);
        equalBits(`attention of ${one} and ${other}`, (attn) => [
          attn.attention(x, y, v, { weights: true }),
          attn.attention(x, y, v, { causal: true, softcap: 3 }),
          attn.linearAttention(x, y, v),
        ]);
      }
    }
  });
});

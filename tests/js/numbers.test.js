// Finite inputs give finite outputs: a blend stays within the range of its values, a finite bias is
// only a bias, and asking for the weights changes no bit of the output. Every way to compute, with
// values that are plain or come from the definition in float64.
import { describe, it } from "node:test";
import assert from "node:assert/strict";

import { createPool, load } from "attention-wasm";

import { attentionDefinition } from "./definition.js";
import { drawn, filled, near, sameBits, VARIANTS } from "./support.js";

const FLT_MAX = 3.4028234663852886e38;
/** Few rows and many, one tile of keys and several, and more than are summed up in float32. */
const SIZES = [
  [1, 1],
  [1, 3],
  [3, 64],
  [5, 65],
  [9, 128],
  [66, 130],
  [2, 1100],
  [12, 1100],
];

/** Every way to attention of one head, by name: q (n, d_k), k (m, d_k), v (m, d_v).
 * @param {any} attn */
const waysOf = (attn) => {
  const eye = (/** @type {number} */ d) =>
    filled([d, d], (/** @type {number} */ at) => (at % d === Math.floor(at / d) ? 1 : 0));
  /** @type {Record<string, (q: any, k: any, v: any, options: any) => any>} */
  const ways = {
    fused: (q, k, v, options) => attn.attention(q, k, v, options),
    staged: (q, k, v, options) => attn.attention(q, k, v, { ...options, method: "staged" }),
    cache(q, k, v, options) {
      const cache = attn.keyValueCache({
        kvHeads: 1,
        d_k: k.shape[1],
        d_v: v.shape[1],
        capacity: k.shape[0],
      });
      try {
        cache.append(k, v);
        return cache.attention(q, { causal: false, ...options });
      } finally {
        cache.release();
      }
    },
    layer(q, k, v, options) {
      const d = q.shape[1];
      const parameters = { W_Q: eye(d), W_K: eye(d), W_V: eye(d), W_O: eye(d) };
      const layer = attn.multiHead({ d, heads: 1, parameters });
      try {
        const result = layer.forward(q, { key: k, value: v, scale: 1, ...options });
        return result;
      } finally {
        layer.release();
      }
    },
  };
  return ways;
};

/** @param {{ data: ArrayLike<number> }} t */
const rangeOf = (t) => [Math.min(...Array.from(t.data)), Math.max(...Array.from(t.data))];

for (const variant of VARIANTS) {
  const attn = /** @type {any} */ (await load({ variant }));
  const ways = waysOf(attn);
  const sizes = variant === "js" ? SIZES.slice(0, 5) : SIZES;

  describe(`numbers beyond float32 on the way (${variant})`, () => {
    it("a blend of large values is one of them, or their mean", () => {
      for (const [way, compute] of Object.entries(ways))
        for (const [n, m] of sizes)
          for (const large of [3e38, FLT_MAX, 1e-44]) {
            const [q, k] = [filled([n, 2], 0), filled([m, 2], 0)];
            const what = `${way}, n = ${n}, m = ${m}, ${large}`;
            const v = filled([m, 2], (/** @type {number} */ at) =>
              at % 2 && Math.floor(at / 2) % 2 ? -large : large,
            );
            const { output } = compute(q, k, v, {});
            const mean = (large * (m % 2)) / m;
            // staged multiplies with weights that are rounded: 1/3 and a third of 10⁻⁴⁴.
            const abs = way === "staged" ? Math.max(m * 1e-45, 5e-6 * large) : 1e-6 * large;
            near(
              output.data,
              output.data.map((/** @type {number} */ _, /** @type {number} */ at) =>
                at % 2 ? mean : large,
              ),
              { abs: large < 1 ? Math.max(abs, m * 1.5e-45) : abs },
              what,
            );
            assert.ok(output.data.every(Number.isFinite), what);
          }
    });

    it("three values of 3e38, and 64 of each sign, exactly", () => {
      const v = filled([3, 1], 3e38);
      const [q, k] = [filled([1, 1], 0), filled([3, 1], 0)];
      assert.equal(attn.attention(q, k, v).output.data[0], Math.fround(3e38));
      const signs = filled([128, 1], (/** @type {number} */ j) => (j < 64 ? 3e38 : -3e38));
      assert.equal(attn.attention(q, filled([128, 1], 0), signs).output.data[0], 0);
    });

    it("blends of any weights stay within the range, and near the definition", () => {
      for (const [way, compute] of Object.entries(ways))
        for (const [n, m] of sizes)
          for (const options of [
            {},
            { causal: true },
            { window: { left: 3, right: 2 } },
            { mask: filled([m], (/** @type {number} */ j) => (j % 5 === 2 ? -Infinity : j % 3)) },
            {
              keep: {
                data: Uint8Array.from({ length: m }, (_, j) => Number(j % 4 !== 1)),
                shape: [m],
              },
            },
            { softcap: 3 },
          ]) {
            const [q, k] = [drawn([n, 3], 1, 2), drawn([m, 3], 2, 2)];
            const v = drawn([m, 3], 3, 3.4e38);
            // The cache's queries are its last tokens; the definition knows that as bottom-right.
            if (way === "cache" && options.window) continue;
            if (way === "cache" && n > m) continue;
            const given = { ...options, scale: 0.5 };
            const expected = attentionDefinition(q, k, v, {
              ...given,
              ...(way === "cache" && options.causal ? { causal: "bottom-right" } : {}),
            }).output;
            const { output } = compute(q, k, v, given);
            const [least, most] = rangeOf(v);
            const what = `${way}, n = ${n}, m = ${m}, ${JSON.stringify(options)}`;
            near(output.data, expected.data, { abs: 1e-5 * 3.4e38 }, what);
            assert.ok(
              output.data.every((/** @type {number} */ x) => x === 0 || (x >= least && x <= most)),
              what,
            );
          }
    });

    it("a finite bias is only a bias, also below −3.4e38 and above 3.4e38", () => {
      for (const [way, compute] of Object.entries(ways))
        for (const [n, m] of sizes)
          for (const sign of [-1, 1])
            for (const bias of [3e38, FLT_MAX]) {
              const [q, k] = [filled([n, 2], 1e19), filled([m, 2], sign * 1.5e19)];
              const v = filled([m, 2], (/** @type {number} */ at) => Math.floor(at / 2));
              const mask = filled([n, m], sign * bias);
              const what = `${way}, n = ${n}, m = ${m}, ${sign * bias}`;
              const mean = compute(q, k, v, { scale: 1, mask });
              near(
                mean.output.data,
                filled([n, 2], (m - 1) / 2).data,
                { rel: 4e-6, abs: 1e-6 },
                what,
              );
              // One key with another bias takes all, or nothing.
              mask.data.fill(0, 0, 1);
              if (m < 2) continue;
              const row = compute(q, k, v, { scale: 1, mask }).output.data.slice(0, 2);
              near(
                row,
                [sign < 0 ? 0 : m / 2, sign < 0 ? 0 : m / 2],
                { rel: 4e-6, abs: 1e-6 },
                what,
              );
            }
    });

    it("products of queries and keys beyond float32 are scores like others", () => {
      for (const [way, compute] of Object.entries(ways))
        for (const [n, m] of sizes) {
          const v = filled([m, 2], (/** @type {number} */ at) => Math.floor(at / 2));
          const what = `${way}, n = ${n}, m = ${m}`;
          const q = filled([n, 2], 3e38);
          // All alike; the last above all others; ∞ − ∞ on the way to 0.
          const alike = compute(q, filled([m, 2], -3e38), v, {});
          near(alike.output.data, filled([n, 2], (m - 1) / 2).data, { rel: 4e-6, abs: 1e-6 }, what);
          const rising = filled([m, 2], (/** @type {number} */ at) => at * 1e35);
          const last = compute(q, rising, v, { softcap: null });
          near(last.output.data, filled([n, 2], m - 1).data, { rel: 1e-6 }, what);
          const zero = filled([m, 2], (/** @type {number} */ at) => (at % 2 ? -3e38 : 3e38));
          const none = compute(q, zero, v, { softcap: 4 });
          near(none.output.data, filled([n, 2], (m - 1) / 2).data, { rel: 4e-6, abs: 1e-6 }, what);
        }
    });

    it("scores stay finite where no mask hides them", () => {
      const [q, k, v] = [filled([5, 1], 3e38), filled([6, 1], -3e38), filled([6, 1], 1)];
      for (const scores of ["scaled", "masked"])
        for (const method of ["auto", "staged"]) {
          const mask = filled([6], (/** @type {number} */ j) => (j === 2 ? -Infinity : -3e38));
          const got = attn.attention(q, k, v, { scale: 1, scores, method, mask }).scores.data;
          got.forEach((/** @type {number} */ x, /** @type {number} */ at) =>
            assert.equal(x, scores === "masked" && at % 6 === 2 ? -Infinity : -FLT_MAX),
          );
        }
    });

    it("asking for weights or scores changes no bit of the output", () => {
      let seed = 1;
      for (const [way, compute] of Object.entries(ways))
        for (const [n, m] of sizes)
          for (const options of [
            {},
            { causal: true },
            { window: { left: 20, right: 4 } },
            { softcap: 2 },
            { mask: filled([m], (/** @type {number} */ j) => (j % 7 === 3 ? -Infinity : -j)) },
            { keep: { data: Uint8Array.from({ length: m }, (_, j) => Number(j > 1)), shape: [m] } },
          ])
            for (const size of [1, 1e38]) {
              if (way === "cache" && n > m) continue;
              const [q, k] = [drawn([n, 5], seed++, 2), drawn([m, 5], seed++)];
              const v = drawn([m, 5], seed++, size);
              const plain = compute(q, k, v, options).output;
              const what = `${way}, n = ${n}, m = ${m}, ${JSON.stringify(options)}`;
              for (const wanted of [
                { weights: true },
                { weights: "mean" },
                { scores: "masked" },
                { weights: true, scores: "scaled" },
              ]) {
                const got = compute(q, k, v, { ...options, ...wanted });
                sameBits(got.output.data, plain.data, `${what}, ${JSON.stringify(wanted)}`);
                if (!wanted.weights || way === "staged") continue;
                // And the weights are those of this output.
                const staged = attn.attention(q, k, v, {
                  ...options,
                  weights: true,
                  method: "staged",
                });
                if (way === "fused")
                  near(got.weights.data, staged.weights.data, { rel: 2e-5, abs: 1e-7 }, what);
              }
            }
    });

    it("heads that share keys, packed or not, with lengths: weights change no bit", () => {
      const [q, k, v] = [drawn([2, 9, 24], 5), drawn([2, 70, 12], 6), drawn([2, 70, 12], 7)];
      for (const options of [{}, { lengths: [70, 3] }, { lengths: [0, 66], causal: true }]) {
        const given = { heads: 4, kvHeads: 2, ...options };
        const plain = attn.attention(q, k, v, given).output;
        for (const weights of [true, "mean"])
          sameBits(attn.attention(q, k, v, { ...given, weights }).output.data, plain.data);
      }
    });

    it("the mean of very many equal values", () => {
      if (variant === "js") return;
      const m = 2 ** 20;
      const [k, v] = [filled([m, 1], 0), filled([m, 1], 0.1)];
      for (const n of [1, 8]) {
        const { output } = attn.attention(filled([n, 1], 0), k, v);
        near(output.data, filled([n, 1], Math.fround(0.1)).data, { rel: 1e-6 }, `n = ${n}`);
      }
      const staged = attn.attention(filled([1, 1], 0), k, v, { method: "staged" }).output;
      near(staged.data, [Math.fround(0.1)], { rel: 4e-6 }, "staged");
    });

    it("linear attention: a factor that all features share cancels", () => {
      for (const size of [-60, -104, -500, -1e4, -3e38, 1e30, 3e38])
        for (const causal of [false, true, "bottom-right"]) {
          const [q, k] = [filled([4, 3], size), filled([4, 3], size)];
          const v = filled([4, 2], (/** @type {number} */ at) => (at % 2 ? 3 : Math.floor(at / 2)));
          const { data } = attn.linearAttention(q, k, v, { causal });
          for (let i = 0; i < 4; i++) {
            near([data[2 * i]], [causal ? i / 2 : 1.5], { abs: 1e-6 }, `${size}, ${causal}`);
            assert.equal(data[2 * i + 1], 3, `${size}, ${causal}`);
          }
        }
      const same = attn.linearAttention(
        filled([1, 1], -60),
        filled([1, 1], -60),
        filled([1, 1], 3),
      );
      assert.equal(same.data[0], 3);
      // exp(−300 − 300) and exp(−301 − 300): weights 1 and 1/e.
      const far = attn.linearAttention(
        [[-300, -2000]],
        [
          [-300, 0],
          [-301, 0],
        ],
        [[1], [0]],
      );
      near(far.data, [1 / (1 + Math.exp(-1))], { abs: 1e-7 }, "far");
    });

    it("linear attention: beside a factor that is tiny the other one counts", () => {
      const keys = [
        [-0.2, -5],
        [-3, -1],
      ];
      const [first, second] = keys.map(([a, b]) => Math.exp(a) + Math.exp(b));
      for (const far of [-1e17, -1e30, -FLT_MAX]) {
        const factors = { "of the query": [[far, far], keys], "of the keys": [[-0.2, -5], [[far, far], [far, far]]] }; // prettier-ignore
        const rights = [first / (first + second), 0.5];
        Object.entries(factors).forEach(([what, [q, k]], at) => {
          for (const causal of [false, "bottom-right"]) {
            const { data } = attn.linearAttention([q], k, [[1], [0]], { causal });
            near(data, [rights[at]], { abs: 1e-7 }, `${what}: ${far}`);
          }
        });
        // Each feature is tiny, of the query here and of the key there: exp(−0.2) against exp(−0.3).
        const crossed = attn.linearAttention(
          [[far, -0.3]],
          [
            [-0.2, -Infinity],
            [-Infinity, far],
          ],
          [[1], [0]],
        );
        near(crossed.data, [1 / (1 + Math.exp(-0.1))], { abs: 1e-7 }, `crossed: ${far}`);
      }
    });

    it("gradients where a product on the way is beyond float32", () => {
      const [q, k, v] = [drawn([3, 2], 1), drawn([3, 2], 2), filled([3, 2], 3e38)];
      const zeros = attn.attentionBackward(q, k, v, filled([3, 2], 1));
      // dP is the same for all keys, and so nothing moves but v.
      near(zeros.gradQ.data, filled([3, 2], 0).data, { abs: 1e24 }, "gradQ");
      const weights = attn.attention(q, k, v, { weights: true }).weights.data;
      near(
        zeros.gradV.data,
        Array.from({ length: 6 }, (_, at) => {
          const j = Math.floor(at / 2);
          return weights[j] + weights[3 + j] + weights[6 + j];
        }),
        { rel: 1e-6 },
        "gradV",
      );
      // A mask and scores of −3e38: weights of ½ each.
      const half = attn.attentionBackward([[1e19]], [[-3e19], [-3e19]], [[1], [3]], [[1]], {
        scale: 1,
        mask: [[-3e38, -3e38]],
      });
      assert.deepEqual([...half.gradV.data], [0.5, 0.5]);
      near(half.gradQ.data, [0], { abs: 1 }, "gradQ");
      near(half.gradK.data, [-0.5e19, 0.5e19], { rel: 1e-6 }, "gradK");
    });

    it("softmax and its kin", () => {
      const x = [[3e38, -3e38, 3e38]];
      near(attn.softmax(x).data, [0.5, 0, 0.5], {}, "softmax");
      near(attn.softmax(x, { temperature: 1e-45 }).data, [0.5, 0, 0.5], {}, "tiny temperature");
      const low = Math.exp(-2);
      near(
        attn.softmax(x, { temperature: 3e38 }).data,
        [1 / (2 + low), low / (2 + low), 1 / (2 + low)],
        { rel: 1e-6 },
        "huge temperature",
      );
      near(attn.softmax(x, { plusOne: true }).data, [0.5, 0, 0.5], {}, "plusOne");
      near(attn.logSoftmax(x).data, [-Math.LN2, -FLT_MAX, -Math.LN2], { rel: 1e-6 }, "logSoftmax");
      near(attn.l1Normalize(x).data, [1 / 3, 1 / 3, 1 / 3], { rel: 1e-6 }, "l1Normalize");
      near(attn.sparsemax(x).data, [0.5, 0, 0.5], {}, "sparsemax");
      near(attn.hardmax(x).data, [1, 0, 0], {}, "hardmax");
      assert.equal(attn.softmaxGradientSize([[3e38, -3e38]]), 0);
    });

    it("softcaps and scales of any size", () => {
      const [q, k, v] = [drawn([3, 4], 1, 3), drawn([7, 4], 2, 3), drawn([7, 2], 3)];
      for (const options of [
        { softcap: 1e-45 },
        { softcap: 1e-30 },
        { softcap: 3e38 },
        { scale: 0 },
        { scale: 1e-45 },
        { scale: 3e38 },
        { scale: -3e38 },
        { scale: 3e38, softcap: 2 },
      ]) {
        const expected = attentionDefinition(q, k, v, options);
        for (const method of ["fused", "staged"])
          near(
            attn.attention(q, k, v, { ...options, method }).output.data,
            expected.output.data,
            { abs: 3e-6 },
            `${method} ${JSON.stringify(options)}`,
          );
      }
    });
  });
}

describe("numbers beyond float32 through the pool", () => {
  it("equal bits with the calling thread, with weights and without", async () => {
    const attn = /** @type {any} */ (await load());
    const pool = await createPool({ workers: 2 });
    try {
      const [q, k] = [drawn([4, 300, 8], 1), drawn([4, 300, 8], 2)];
      for (const size of [1, 3.4e38]) {
        const v = drawn([4, 300, 8], 3, size);
        for (const options of [{}, { causal: true }]) {
          const here = attn.attention(q, k, v, options).output.data;
          for (const wanted of [{}, { weights: true }, { weights: "mean" }]) {
            const given = /** @type {any} */ ({ ...options, ...wanted });
            const there = await pool.attention(q, k, v, given);
            sameBits(there.output.data, here, JSON.stringify({ ...options, ...wanted, size }));
          }
        }
      }
    } finally {
      pool.release();
    }
  });
});

// Every public function on random calls: valid ones against their definition in float64, invalid ones
// against "a TypeError or a RangeError, in our words, and nothing changed". attention, its gradients, the
// layer, the cache and the pool on valid calls: attention.test.js, multihead.test.js, cache.test.js,
// pool.test.js.
import assert from "node:assert/strict";
import { describe, it } from "node:test";

import fc from "fast-check";

import {
  addMasks,
  attentionCost,
  causalMask,
  createPool,
  dropToMask,
  feedForwardBytes,
  initialParameters,
  keepToMask,
  load,
  memoryCrossover,
  paddingMask,
  parameterCount,
  parseSafetensors,
  prefixMask,
  tensor,
  toNested,
  windowMask,
  writeSafetensors,
} from "attention-wasm";

import { drawn, filled, near, nearTensor } from "./support.js";

/** @type {any} */
const attn = await load();
const pool = createPool({ workers: 1 });
const SIZES = { vocab: 5, d: 4, heads: 2, ff: 3, layers: 1, classes: 2, maxLen: 4 };
const square = (/** @type {number} */ seed) => drawn([4, 4], seed, 0.5);
const LAYER = {
  d: 4,
  heads: 2,
  parameters: { W_Q: square(1), W_K: square(2), W_V: square(3), W_O: square(4) },
};
const cache = attn.keyValueCache({ kvHeads: 1, d_k: 4, d_v: 4, capacity: 8 });
cache.append(drawn([4, 4], 5), drawn([4, 4], 6));
const layer = attn.multiHead(LAYER),
  pooled = pool.multiHead(/** @type {any} */ (LAYER)),
  encoder = attn.encoder({ ...SIZES, parameters: initialParameters(SIZES, 3) });
const torch = attn.torchGenerator(1),
  numpy = attn.numpyGenerator(1);

const size = fc.integer({ min: 0, max: 6 });
/** A tensor of rank 1 to 4, some of whose axes are 0. */
const someTensor = fc
  .record({
    shape: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 4 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    scale: fc.constantFrom(0.1, 1, 20),
  })
  .map(({ shape, seed, scale }) => drawn(shape, seed, scale));

/** By rows along the last axis. @param {{ data: Float32Array, shape: number[] }} t
 * @param {(row: number[]) => number[]} each */
function byRows(t, each) {
  const m = t.shape[t.shape.length - 1],
    /** @type {number[]} */ data = [];
  for (let at = 0; at < t.data.length; at += m)
    data.push(...each([...t.data.subarray(at, at + m)]));
  return data;
}
const softmaxOf = (/** @type {number[]} */ row, temperature = 1, more = 0) => {
  const max = Math.max(...row);
  const parts = row.map((x) => Math.exp((x - max) / temperature));
  const sum = parts.reduce((a, b) => a + b, 0) + more * Math.exp(-max / temperature);
  return parts.map((part) => part / sum);
};
const runs = { numRuns: 150, seed: 7, includeErrorInReport: true };

describe("valid calls against float64", () => {
  it("softmax and its family", () => {
    fc.assert(
      fc.property(
        someTensor,
        fc.constantFrom(0.5, 1, 3),
        fc.boolean(),
        (t, temperature, plusOne) => {
          const at = { abs: 2e-6, rel: 1e-5 };
          nearTensor(
            attn.softmax(t, { temperature, plusOne }),
            {
              data: byRows(t, (row) => softmaxOf(row, temperature, Number(plusOne))),
              shape: t.shape,
            },
            at,
          );
          nearTensor(
            attn.logSoftmax(t),
            {
              data: byRows(t, (row) => {
                const max = Math.max(...row);
                const log = Math.log(row.reduce((sum, x) => sum + Math.exp(x - max), 0));
                return row.map((x) => x - max - log);
              }),
              shape: t.shape,
            },
            at,
          );
          nearTensor(
            attn.hardmax(t),
            {
              data: byRows(t, (row) =>
                row.map((_, j) => Number(j === row.indexOf(Math.max(...row)))),
              ),
              shape: t.shape,
            },
            {},
          );
          nearTensor(
            attn.l1Normalize(t),
            {
              data: byRows(t, (row) => {
                const sum = row.reduce((all, x) => all + Math.abs(x), 0);
                return row.map((x) => (sum ? Math.abs(x) / sum : 0));
              }),
              shape: t.shape,
            },
            at,
          );
          nearTensor(
            attn.sparsemax(t),
            {
              data: byRows(t, (row) => {
                const sorted = [...row].sort((a, b) => b - a);
                let threshold = 0;
                sorted.reduce((sum, x, k) => {
                  if (1 + (k + 1) * x > sum + x) threshold = (sum + x - 1) / (k + 1);
                  return sum + x;
                }, 0);
                return row.map((x) => Math.max(x - threshold, 0));
              }),
              shape: t.shape,
            },
            { abs: 1e-5 },
          );
          const p = attn.softmax(t),
            m = t.shape[t.shape.length - 1];
          nearTensor(
            attn.softmaxJacobian(p),
            {
              data: byRows(p, (row) =>
                row.flatMap((x, i) => row.map((y, j) => x * (Number(i === j) - y))),
              ),
              shape: [...t.shape, m],
            },
            { abs: 2e-6 },
          );
          const norms = byRows(t, (row) => {
            const of = softmaxOf(row);
            return [
              Math.hypot(...of.flatMap((x, i) => of.map((y, j) => x * (Number(i === j) - y)))),
            ];
          });
          if (t.data.length > 0)
            near([attn.softmaxGradientSize(t)], [norms.reduce((a, b) => a + b, 0) / norms.length], {
              abs: 2e-6,
              rel: 1e-4,
            });
        },
      ),
      runs,
    );
  });

  it("linearAttention", () => {
    const phi = (/** @type {number} */ x) => (x > 0 ? x + 1 : Math.exp(x));
    fc.assert(
      fc.property(
        size,
        size,
        fc.integer({ min: 1, max: 5 }),
        size,
        fc.constantFrom(false, true, "bottom-right"),
        (n, m, dK, dV, causal) => {
          const [q, k, v] = [drawn([n, dK], 1), drawn([m, dK], 2), drawn([m, dV], 3)];
          const offset = causal === "bottom-right" ? m - n : causal ? 0 : m;
          const expected = filled([n, dV], (at) => {
            const i = Math.floor(at / dV),
              e = at % dV;
            let [above, below] = [0, 0];
            for (let j = 0; j < m && j <= i + offset; j++) {
              let weight = 0;
              for (let d = 0; d < dK; d++)
                weight += phi(q.data[i * dK + d]) * phi(k.data[j * dK + d]);
              above += weight * v.data[j * dV + e];
              below += weight;
            }
            return below ? above / below : 0;
          });
          nearTensor(attn.linearAttention(q, k, v, { causal }), expected, { abs: 1e-5, rel: 1e-5 });
        },
      ),
      runs,
    );
  });

  it("masks", () => {
    const whole = fc.integer({ min: 0, max: 7 });
    const matrix = (
      /** @type {number} */ n,
      /** @type {number} */ m,
      /** @type {(i: number, j: number) => boolean} */ reads,
    ) => filled([n, m], (at) => (reads(Math.floor(at / m), at % m) ? 0 : -Infinity));
    fc.assert(
      fc.property(
        whole,
        whole,
        fc.integer({ min: -8, max: 8 }),
        fc.option(whole),
        fc.option(whole),
        (n, m, offset, left, right) => {
          assert.deepEqual(
            causalMask(n, m, offset),
            matrix(n, m, (i, j) => j <= i + offset),
          );
          assert.deepEqual(
            prefixMask(n, Math.min(m, n)),
            matrix(n, n, (i, j) => j < Math.min(m, n) || j <= i),
          );
          assert.deepEqual(
            windowMask(n, m, left, right),
            matrix(n, m, (i, j) => j >= i - (left ?? Infinity) && j <= i + (right ?? Infinity)),
          );
          const lengths = [0, m, Math.min(n, m)];
          const padded = matrix(3, m, (b, j) => j < lengths[b]);
          assert.deepEqual(paddingMask(lengths, m), { data: padded.data, shape: [3, 1, 1, m] });
          const booleans = {
            data: Uint8Array.from({ length: n * m }, (_, at) => (at * 7) % 3),
            shape: [n, m],
          };
          assert.deepEqual(
            keepToMask(booleans),
            filled([n, m], (at) => (booleans.data[at] ? 0 : -Infinity)),
          );
          assert.deepEqual(
            dropToMask(booleans),
            filled([n, m], (at) => (booleans.data[at] ? -Infinity : 0)),
          );
          const [a, b] = [drawn([n, m]), drawn([m], 2)];
          assert.deepEqual(
            addMasks(a, b),
            filled([n, m], (at) => a.data[at] + b.data[at % m]),
          );
        },
      ),
      runs,
    );
  });

  it("tensors, files and costs", () => {
    fc.assert(
      fc.property(
        someTensor,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 4 }),
        (t, n, heads) => {
          const first = t.shape.indexOf(0);
          if (first < 0) assert.deepEqual(tensor(toNested(t)), t);
          assert.deepEqual(tensor([...t.data], t.shape), t);
          const { tensors } = parseSafetensors(/** @type {any} */ (writeSafetensors({ t })));
          assert.deepEqual(tensors.t, t);
          const d = 4 * heads;
          const cost = attentionCost({ n, d_k: 3, d_v: 5, heads, batch: 2, bytes: 2 });
          assert.deepEqual(cost, {
            scores: 2 * heads * n * n,
            scoreBytes: 4 * heads * n * n,
            qkvBytes: 2 * heads * n * (3 + 3 + 5) * 2,
            flops: 2 * 2 * heads * n * n * (3 + 5),
          });
          assert.equal(feedForwardBytes({ n, d }), n * d * 4 * 4);
          assert.equal(memoryCrossover({ d, expansion: 2 }), 2 * d);
          assert.equal(parameterCount({ d, heads }), 4 * d * d + 4 * d);
          const sizes = { ...SIZES, d, heads, layers: n };
          const parameters = initialParameters(sizes, n);
          const model = attn.encoder({ ...sizes, parameters });
          assert.equal(
            model.parameterCount,
            Object.values(parameters).reduce((sum, { data }) => sum + data.length, 0),
          );
          assert.deepEqual(model.parameters(), parameters);
          model.release();
        },
      ),
      { ...runs, numRuns: 60 },
    );
  });
});

/** What is no right argument in any place, and what may be in some. */
const anything = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    NaN,
    Infinity,
    -1,
    0.5,
    1e300,
    2 ** 53,
    3n,
    "",
    "causal",
    true,
    Symbol("s"),
  ),
  fc.constantFrom({}, [], [[]], [[[]]], [null], [[1, 2], [3]], [["1"]], [[true]], () => 1),
  fc.constantFrom(
    { data: new Float32Array(4), shape: [2, 2] },
    { data: new Float32Array(4), shape: [3, 2] },
    { data: new Float32Array(4), shape: [-2, -2] },
    { data: new Float64Array(4), shape: [2, 2] },
    { data: new Uint8Array(4), shape: [4] },
    { data: [1, 2], shape: [2] },
    { data: new Float32Array(0), shape: [2 ** 40, 0] },
    { data: new Float32Array(0), shape: [2 ** 53, 2 ** 53, 0] },
    new Float32Array(3),
    new DataView(new ArrayBuffer(8)),
    new Map([["causal", true]]),
    Object.create(null),
  ),
  fc.record(
    {
      causal: fc.constantFrom(1, "top", true),
      lengths: fc.constantFrom(3, [9], ["1"]),
      shape: fc.constant(3),
    },
    { requiredKeys: [] },
  ),
);

/** Every function, and how many arguments it reads. @type {Record<string, (...args: any[]) => any>} */
const FUNCTIONS = {
  tensor: /** @type {any} */ (tensor),
  toNested: /** @type {any} */ (toNested),
  ...{ causalMask, paddingMask, prefixMask, windowMask, addMasks, keepToMask, dropToMask },
  ...{ attentionCost, feedForwardBytes, memoryCrossover, parameterCount, initialParameters },
  ...{ parseSafetensors, writeSafetensors, load, createPool: /** @type {any} */ (createPool) },
  ...Object.fromEntries(
    [
      ...["attention", "attentionBackward", "linearAttention", "softmax", "logSoftmax", "hardmax"],
      ...[
        "l1Normalize",
        "sparsemax",
        "softmaxJacobian",
        "softmaxGradientSize",
        "steps",
        "multiHead",
      ],
      ...["keyValueCache", "encoder", "torchGenerator", "numpyGenerator", "scalingExperiment"],
      ...["gradientExperiment", "spreadExperiment"],
    ].map((name) => [name, (/** @type {any[]} */ ...args) => attn[name](...args)]),
  ),
  ...Object.fromEntries(
    [
      [layer, "forward"],
      [cache, "append"],
      [cache, "attention"],
      [cache, "truncate"],
      [cache, "reorder"],
      [encoder, "forward"],
      [encoder, "trainStep"],
      [encoder, "gradients"],
      [encoder, "gradientPart"],
      [encoder, "learn"],
      [encoder, "restore"],
      [encoder, "bytesFor"],
      [torch, "randn"],
      [numpy, "normal"],
      [pool, "attention"],
      [pool, "multiHead"],
      [pooled, "forward"],
    ].map(([on, name]) => [
      `${on.constructor.name}.${name}`,
      (/** @type {any[]} */ ...args) => on[name](...args),
    ]),
  ),
};

/** What must not change by a call that fails. */
const state = () => [
  cache.length,
  cache.attention([[1, 2, 3, 4]]).output.data,
  layer.forward([[1, 2, 3, 4]]).output.data,
  encoder.snapshot(),
];

describe("invalid calls", () => {
  it("throw a TypeError or a RangeError in our words, and change nothing", async () => {
    for (const [name, call] of Object.entries(FUNCTIONS)) {
      const property = fc.asyncProperty(fc.array(anything, { maxLength: 5 }), async (args) => {
        const before = state();
        let failed = null;
        try {
          const made = await call(...args);
          if (/(multiHead|keyValueCache|encoder|createPool|load)$/.test(name))
            await made.release?.();
        } catch (error) {
          failed = /** @type {Error} */ (error);
        }
        if (!failed) {
          // It may have been a right call after all, which does what it is for.
          cache.truncate(4);
          return;
        }
        assert.match(failed.name, /^(TypeError|RangeError)$/, failed.stack);
        assert.match(failed.message, /^[A-Za-z][\w-]*(\.\w+)?(\[\d+\])?: /, failed.stack);
        assert.ok(failed.message.length < 500, failed.message);
        assert.deepEqual(state(), before);
      });
      await fc.assert(property, { numRuns: 60, seed: 11, includeErrorInReport: true });
    }
    await pool.release();
  });
});

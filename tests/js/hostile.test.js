// Arguments that change while they are read: every property of every argument of every function becomes a
// getter that answers differently the second time, releases what is in use, takes the numbers away from
// every array, or makes the module's memory grow. The result is an error or that of the values as they
// were read; what else lives in the module stays as it was.
import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  addMasks,
  attentionCost,
  createPool,
  dropToMask,
  feedForwardBytes,
  initialParameters,
  keepToMask,
  load,
  memoryCrossover,
  paddingMask,
  parameterCount,
  tensor,
  toNested,
} from "attention-wasm";

import { drawn } from "./support.js";

/** What a call works on. @typedef {Record<string, any>} World */

const LAYER = () => ({
  d: 4,
  heads: 2,
  kvHeads: 1,
  bias: true,
  addZeroAttention: true,
  parameters: {
    ...{
      W_Q: drawn([4, 6], 1),
      W_K: drawn([4, 3], 2),
      W_V: drawn([4, 2], 3),
      W_O: drawn([4, 4], 4),
    },
    ...{ b_Q: drawn([6], 5), b_K: drawn([3], 6), b_V: drawn([2], 7), b_O: drawn([4], 8) },
    ...{ bias_k: drawn([3], 9), bias_v: drawn([2], 10) },
  },
});
const SIZES = { vocab: 5, d: 4, heads: 2, ff: 3, layers: 1, classes: 2, maxLen: 4 };
const ENCODER = () => ({ ...SIZES, scale: 0.5, parameters: initialParameters(SIZES, 3) });
const BATCH = () => [
  [
    [1, 2, 3],
    [4, 0, 0],
  ],
  [3, 1],
];
const bytes = (/** @type {number[]} */ values, /** @type {number[]} */ ...shape) => ({
  data: Uint8Array.from(values),
  shape,
});
const OPTIONS = () => ({
  ...{
    scale: 0.5,
    softcap: 3,
    causal: "bottom-right",
    window: { left: 3, right: 2 },
    lengths: [5],
  },
  ...{ mask: drawn([3, 5], 9), keep: bytes([1, 1, 1, 0, 1], 5) },
});

/** Every function: its arguments, and the call on them in a world made for it.
 * @type {Record<string, { args: () => any[], run: (world: World, args: any[]) => any }>} */
const CALLS = {
  attention: {
    args: () => [
      drawn([3, 4]),
      drawn([5, 4], 2),
      drawn([5, 2], 3),
      { ...OPTIONS(), weights: true, scores: "masked", method: "staged", out: new Float32Array(6) },
    ],
    run: ({ attn }, args) => attn.attention(...args),
  },
  "attention, nested": {
    args: () => [
      [[1, 2]],
      [
        [1, 2],
        [3, 4],
      ],
      [[1], [2]],
      { drop: [[false, true]], weights: "mean" },
    ],
    run: ({ attn }, args) => attn.attention(...args),
  },
  "attention, packed, with a past": {
    args: () => [
      drawn([1, 3, 4]),
      drawn([1, 2, 2], 2),
      drawn([1, 2, 3], 3),
      {
        ...{
          heads: 2,
          kvHeads: 1,
          past: { key: drawn([1, 1, 2, 2], 4), value: drawn([1, 1, 2, 3], 5) },
        },
        ...{ method: "fused", causal: true },
      },
    ],
    run: ({ attn }, args) => attn.attention(...args),
  },
  attentionBackward: {
    args: () => [drawn([3, 4]), drawn([5, 4], 2), drawn([5, 2], 3), drawn([3, 2], 4), OPTIONS()],
    run: ({ attn }, args) => attn.attentionBackward(...args),
  },
  linearAttention: {
    args: () => [drawn([3, 4]), drawn([5, 4], 2), drawn([5, 2], 3), { causal: true }],
    run: ({ attn }, args) => attn.linearAttention(...args),
  },
  softmax: {
    args: () => [drawn([3, 5]), { temperature: 2, plusOne: true }],
    run: ({ attn }, args) => attn.softmax(...args),
  },
  ...Object.fromEntries(
    [
      "logSoftmax",
      "hardmax",
      "l1Normalize",
      "sparsemax",
      "softmaxJacobian",
      "softmaxGradientSize",
    ].map((name) => [
      name,
      {
        args: () => [drawn([3, 5])],
        run: (/** @type {World} */ { attn }, /** @type {any[]} */ args) => attn[name](...args),
      },
    ]),
  ),
  steps: {
    args: () => [
      drawn([3, 4]),
      { W_Q: drawn([4, 2], 2), W_K: drawn([3, 2], 3), W_V: drawn([3, 2], 4) },
      { ...OPTIONS(), memory: drawn([5, 3], 5) },
    ],
    run: ({ attn }, args) => attn.steps(...args),
  },
  multiHead: {
    args: () => [LAYER()],
    run: ({ attn }, [options]) => attn.multiHead(options).forward(drawn([3, 4])),
  },
  "layer.forward": {
    args: () => [
      drawn([1, 3, 4]),
      {
        key: drawn([1, 5, 4], 2),
        value: drawn([1, 5, 4], 3),
        ...OPTIONS(),
        past: { key: drawn([1, 1, 1, 3], 5), value: drawn([1, 1, 1, 2], 6) },
        mask: drawn([3, 6], 9),
        keep: null,
        lengths: [6],
      },
    ],
    run: ({ layer }, args) => layer.forward(...args),
  },
  keyValueCache: {
    args: () => [{ batch: 1, kvHeads: 1, d_k: 2, d_v: 3, capacity: 4 }],
    run: ({ attn }, [options]) => {
      const cache = attn.keyValueCache(options);
      cache.append(drawn([2, 2]), drawn([2, 3]));
      return [cache.capacity, cache.attention(drawn([1, 2]))];
    },
  },
  "cache.append": {
    args: () => [drawn([2, 1, 1, 2], 7), drawn([2, 1, 1, 3], 8)],
    run: ({ cache }, args) => [cache.append(...args), cache.attention(drawn([2, 1, 2, 2]))],
  },
  "cache.attention": {
    args: () => [
      drawn([2, 2, 1, 2]),
      { scale: 2, lengths: [2, 3], mask: drawn([1, 3]), weights: true, out: new Float32Array(12) },
    ],
    run: ({ cache }, args) => cache.attention(...args),
  },
  "cache.reorder": {
    args: () => [[1, 0]],
    run: ({ cache }, [items]) => {
      cache.reorder(items);
      return cache.attention(drawn([2, 1, 2, 2]));
    },
  },
  encoder: {
    args: () => [ENCODER()],
    run: ({ attn }, [options]) => attn.encoder(options).forward(...BATCH()),
  },
  "encoder.forward": {
    args: () => [...BATCH(), { weights: true, inputs: true, outputs: true, without: [[0, 1]] }],
    run: ({ encoder }, args) => encoder.forward(...args),
  },
  "encoder.trainStep": {
    args: () => [
      ...BATCH(),
      [0, 1],
      { lr: 0.1, beta1: 0.5, beta2: 0.9, eps: 1e-6, weightDecay: 0.1 },
    ],
    run: ({ encoder }, args) => [encoder.trainStep(...args), encoder.parameters()],
  },
  "encoder.gradients": {
    args: () => [...BATCH(), [0, 1]],
    run: ({ encoder }, args) => encoder.gradients(...args),
  },
  "encoder.learn": {
    // 181 parameters, padded
    args: () => [
      [{ loss: 1, correct: 1, items: 2, gradient: drawn([184]).data }],
      { lr: 0.1, beta1: 0.5 },
    ],
    run: ({ encoder }, args) => [encoder.learn(...args), encoder.parameters()],
  },
  "encoder.restore": {
    args: () => [drawn([184]).data],
    run: ({ encoder }, args) => [encoder.restore(...args), encoder.parameters()],
  },
  randn: {
    args: () => [[3, 7], { dtype: "float64" }],
    run: ({ torch }, args) => torch.randn(...args),
  },
  normal: { args: () => [[3, 7]], run: ({ numpy }, args) => numpy.normal(...args) },
  scalingExperiment: {
    args: () => [{ seed: 1, dK: [2, 3], pairs: 4, rows: 2, keys: 3, onRow: null }],
    run: ({ attn }, args) => attn.scalingExperiment(...args),
  },
  gradientExperiment: {
    args: () => [{ seed: 1, dK: [2, 3], rows: 2, keys: 3 }],
    run: ({ attn }, args) => attn.gradientExperiment(...args),
  },
  spreadExperiment: {
    args: () => [{ seed: 1, dK: [2, 3], pairs: 4 }],
    run: ({ attn }, args) => attn.spreadExperiment(...args),
  },
  "pool.attention": {
    args: () => [
      drawn([2, 2, 5, 4]),
      drawn([2, 2, 5, 4], 2),
      drawn([2, 2, 5, 2], 3),
      { mask: drawn([5, 5]), weights: true },
    ],
    run: ({ pool }, args) => pool.attention(...args),
  },
  "pool.multiHead": {
    args: () => [LAYER()],
    run: ({ pool }, [options]) => pool.multiHead(options).forward(drawn([3, 4])),
  },
  tensor: {
    args: () => [
      [
        [1, 2],
        [3, 4],
      ],
    ],
    run: (_, args) => tensor(/** @type {any} */ (args[0])),
  },
  "tensor with a shape": {
    args: () => [
      [1, 2, 3, 4],
      [2, 2],
    ],
    run: (_, args) => tensor(args[0], args[1]),
  },
  toNested: { args: () => [drawn([2, 3])], run: (_, [t]) => toNested(t) },
  paddingMask: { args: () => [[1, 2]], run: (_, [lengths]) => paddingMask(lengths, 3) },
  addMasks: { args: () => [drawn([2, 3]), drawn([3], 2)], run: (_, [a, b]) => addMasks(a, b) },
  keepToMask: { args: () => [bytes([1, 0], 2)], run: (_, [t]) => keepToMask(t) },
  dropToMask: { args: () => [[[true, false]]], run: (_, [t]) => dropToMask(t) },
  attentionCost: {
    args: () => [{ n: 3, m: 4, d_k: 5, d_v: 6, heads: 2, batch: 2, bytes: 2 }],
    run: (_, [sizes]) => attentionCost(sizes),
  },
  feedForwardBytes: {
    args: () => [{ n: 3, d: 4, expansion: 2, bytes: 2 }],
    run: (_, [sizes]) => feedForwardBytes(sizes),
  },
  memoryCrossover: {
    args: () => [{ d: 4, expansion: 2 }],
    run: (_, [sizes]) => memoryCrossover(sizes),
  },
  parameterCount: {
    args: () => [{ d: 4, heads: 2, kvHeads: 1, bias: true }],
    run: (_, [sizes]) => parameterCount(sizes),
  },
  initialParameters: {
    args: () => [{ ...SIZES }],
    run: (_, [sizes]) => initialParameters(sizes, 1),
  },
};

/** Everything that a call may use, and a bystander whose numbers must stay. @returns {Promise<World>} */
async function makeWorld() {
  const attn = await load({ variant: "simd" });
  const bystander = attn.keyValueCache({ kvHeads: 1, d_k: 3, d_v: 3, capacity: 8 });
  bystander.append(drawn([8, 3], 20), drawn([8, 3], 21));
  const cache = attn.keyValueCache({ batch: 2, kvHeads: 1, d_k: 2, d_v: 3, capacity: 5 });
  cache.append(drawn([2, 1, 3, 2], 22), drawn([2, 1, 3, 3], 23));
  const world = {
    ...{ attn, bystander, cache },
    layer: attn.multiHead(LAYER()),
    encoder: attn.encoder(ENCODER()),
    torch: attn.torchGenerator(1),
    numpy: attn.numpyGenerator(1),
  };
  const after = attn.keyValueCache({ kvHeads: 1, d_k: 3, d_v: 3, capacity: 8 });
  after.append(drawn([8, 3], 24), drawn([8, 3], 25));
  return { ...world, after };
}

/** All numbers of a result in their order, as text. @param {any} value @returns {any} */
function flat(value) {
  if (ArrayBuffer.isView(value)) return Array.from(/** @type {any} */ (value), String);
  if (value && typeof value === "object")
    return Object.entries(value).map(([key, each]) => [key, flat(each)]);
  return String(value);
}

/** The paths of all properties inside the arguments. @param {any} value @param {(string | number)[]} path
 * @returns {(string | number)[][]} */
function pathsOf(value, path = []) {
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return [];
  return Object.keys(value).flatMap((key) => {
    const here = [...path, key];
    return [...(path.length > 0 ? [here] : []), ...pathsOf(value[key], here)];
  });
}

/** The arrays of numbers inside the arguments. @param {any} value @returns {ArrayBufferView[]} */
function arraysOf(value) {
  if (ArrayBuffer.isView(value)) return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(arraysOf);
}

/** Another answer of the same kind. @param {any} value */
function otherThan(value) {
  if (typeof value === "number") return 2 ** 31 - 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return "other";
  if (ArrayBuffer.isView(value)) return new /** @type {any} */ (value).constructor(1);
  if (Array.isArray(value)) return [2 ** 20, 2 ** 20];
  return {};
}

/** What the getter does when it is read: it gives the answer. @type {Record<string, (world: World, value: any, times: number, arrays: ArrayBufferView[]) => any>} */
const WAYS = {
  "answers twice": (_, value, times) => (times === 1 ? value : otherThan(value)),
  "releases what is in use": ({ cache, layer, encoder }, value) => {
    for (const each of [cache, layer, encoder]) each.release();
    return value;
  },
  "releases the instance": ({ attn }, value) => {
    attn.release();
    return value;
  },
  "takes the numbers away": (_, value, __, arrays) => {
    for (const array of arrays)
      if (array.buffer.byteLength > 0)
        structuredClone(array.buffer, { transfer: [/** @type {ArrayBuffer} */ (array.buffer)] });
    return value;
  },
  "makes the memory grow": ({ attn }, value, times) => {
    if (times === 1) attn.keyValueCache({ kvHeads: 1, d_k: 64, d_v: 64, capacity: 4096 }).release();
    return value;
  },
};

WAYS["is a revoked proxy"] = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

describe("arguments that change while they are read", () => {
  const pool = createPool({ workers: 1 });
  it("give an error or the right numbers, and harm nothing", async (t) => {
    // Node.js 20 now and then waits for ever where its loop has nothing left but modules being compiled
    // while a worker is there (in its own wait for background tasks).
    const awake = setInterval(() => {}, 1000);
    t.after(() => clearInterval(awake));
    for (const [name, { args, run }] of Object.entries(CALLS)) {
      const expected = flat(await run({ ...(await makeWorld()), pool }, args()));
      for (const path of pathsOf(args())) {
        for (const [way, answer] of Object.entries(WAYS)) {
          const what = `${name}: ${path.join(".")} ${way}`,
            world = await makeWorld(),
            given = args();
          const before = [
            flat(world.bystander.attention([[1, 2, 3]])),
            flat(world.after.attention([[1, 2, 3]])),
          ];
          const holder = path.slice(0, -1).reduce((at, key) => at[key], /** @type {any} */ (given));
          const key = path[path.length - 1],
            value = holder[key];
          const arrays = arraysOf(given);
          let times = 0;
          Object.defineProperty(holder, key, {
            enumerable: true,
            get: () => answer(world, value, ++times, arrays),
          });
          let result;
          try {
            result = await run({ ...world, pool }, given);
          } catch (error) {
            const { name: kind, message } = /** @type {Error} */ (error);
            assert.match(kind, /^(TypeError|RangeError|Error)$/, `${what}: ${kind}: ${message}`);
            assert.match(
              message,
              /^[\w-]+(\.\w+)?: /,
              `${what}: in the engine's words: ${message}`,
            );
          }
          if (result !== undefined) assert.deepEqual(flat(result), expected, what);
          if (way === "releases the instance") continue;
          const now = [
            flat(world.bystander.attention([[1, 2, 3]])),
            flat(world.after.attention([[1, 2, 3]])),
          ];
          assert.deepEqual(now, before, `${what}: another cache has other numbers`);
          world.attn.release();
        }
      }
    }
    await pool.release();
  });
});

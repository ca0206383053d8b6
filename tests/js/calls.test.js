// What every function takes and refuses alike: sizes beyond all memory, endless nestings, the kinds of
// arrays, whole numbers of 64 bits; who gives memory back, and when; names that are nearly right.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import * as fs from "node:fs";
import { pathToFileURL } from "node:url";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import {
  addMasks,
  attentionCost,
  causalMask,
  createPool,
  dropToMask,
  initialParameters,
  keepToMask,
  load,
  paddingMask,
  prefixMask,
  tensor,
  toNested,
  windowMask,
  writeSafetensors,
} from "attention-wasm";

import { drawn, filled, near, sameBits, throwsSaying } from "./support.js";

/** As no one should call it. @type {any} */
const attn = await load();
/** @type {any} */
const untyped = { initialParameters, tensor, toNested, addMasks, keepToMask, dropToMask };

const SIZES = { vocab: 5, d: 4, heads: 2, ff: 3, layers: 1, classes: 2, maxLen: 4 };
const makeEncoder = (instance = attn) =>
  instance.encoder({ ...SIZES, parameters: initialParameters(SIZES, 3) });
const IDS = [
    [1, 2, 3],
    [4, 0, 0],
  ],
  LENGTHS = [3, 1],
  LABELS = [0, 1];
const layerParameters = () => ({
  ...{ W_Q: drawn([4, 4], 1), W_K: drawn([4, 4], 2), W_V: drawn([4, 4], 3), W_O: drawn([4, 4], 4) },
});
const makeLayer = (instance = attn) =>
  instance.multiHead({ d: 4, heads: 2, parameters: layerParameters() });
const makeCache = (instance = attn, capacity = 5) =>
  instance.keyValueCache({ kvHeads: 1, d_k: 2, d_v: 3, capacity });

describe("nothing public decides about memory", () => {
  it("sizes are getters", () => {
    const pool = createPool({ workers: 1 });
    const parts = [
      [attn, ["variant", "module", "build"]],
      [makeCache(), ["capacity", "length"]],
      [makeLayer(), ["parameterCount"]],
      [makeEncoder(), ["parameterCount", "bytes"]],
      [pool, ["workers"]],
      [pool.multiHead({ d: 4, heads: 2, parameters: layerParameters() }), ["parameterCount"]],
    ];
    for (const [instance, names] of /** @type {[any, string[]][]} */ (parts)) {
      assert.deepEqual(Object.keys(instance), [], "no field of its own");
      for (const name of names) {
        const before = instance[name];
        assert.throws(() => (instance[name] = 1000), TypeError, name);
        assert.deepEqual(instance[name], before);
      }
    }
    assert.equal(makeCache().capacity, 5);
    assert.equal(makeLayer().parameterCount, 64);
    assert.equal(makeEncoder().parameterCount, 181);
    return pool.release();
  });

  it("the description of the build is a copy", () => {
    const { hash } = attn.build;
    attn.build.hash = "another";
    assert.equal(attn.build.hash, hash);
  });
});

describe("sizes are counted before anything is made of them", () => {
  const big = 2 ** 31 - 1;

  it("an encoder's", () => {
    for (const name of ["layers", "d", "vocab", "ff", "classes", "maxLen"]) {
      const sizes = { ...SIZES, heads: 1, [name]: big };
      throwsSaying(() => initialParameters(sizes), "RangeError", /^initialParameters: /, /\d/);
      throwsSaying(() => attn.encoder({ ...sizes, parameters: {} }), "RangeError", /^encoder: /);
    }
    throwsSaying(
      () => attn.encoder({ ...SIZES, layers: 5000, parameters: {} }),
      "RangeError",
      /layers = 5000/,
    );
    for (const scale of [1e300, -1e300])
      throwsSaying(
        () => attn.encoder({ ...SIZES, scale, parameters: initialParameters(SIZES) }),
        "RangeError",
        /encoder: scale = -?1e\+300 is beyond float32/,
      );
    throwsSaying(() => makeEncoder().bytesFor(big, 4), "RangeError", /bytesFor/, /memory/);
    throwsSaying(
      () => makeEncoder().trainStep(IDS, LENGTHS, LABELS, { lr: 1e300 }),
      "RangeError",
      /lr = 1e\+300/,
    );
  });

  it("a layer's whose product wraps at 2³²", () => {
    const one = { data: Float32Array.of(1), shape: [1, 1] };
    const rows = { data: new Float32Array(2 ** 29), shape: [2 ** 29, 1] };
    for (const name of ["W_V", "W_K"])
      throwsSaying(
        () =>
          attn.multiHead({
            d: 1,
            heads: 1,
            parameters: { W_Q: one, W_K: one, W_V: one, W_O: one, [name]: rows },
          }),
        "RangeError",
        /^multiHead: /,
        /memory/,
      );
    // d_k so large that the room for a block of queries passes 2³² bytes.
    const wide = { data: new Float32Array(2 ** 24), shape: [1, 2 ** 24] };
    const value = { data: Float32Array.of(3), shape: [1, 1] };
    throwsSaying(() => attn.attention(wide, wide, value), "RangeError", /^attention: /, /memory/);
    throwsSaying(
      () => attn.attentionBackward(wide, wide, value, value),
      "RangeError",
      /^attentionBackward: /,
      /memory/,
    );
  });

  it("a mask's and a tensor's", () => {
    for (const [make, name] of /** @type {[() => unknown, string][]} */ ([
      [() => causalMask(big, big), "causalMask"],
      [() => causalMask(2 ** 17), "causalMask"],
      [() => windowMask(big, 3), "windowMask"],
      [() => prefixMask(big, 3), "prefixMask"],
      [() => paddingMask([1, 2], big), "paddingMask"],
      [() => attn.torchGenerator(1).randn([2 ** 40]), "randn"],
      [() => attn.torchGenerator(1).randn([2 ** 30, 2], { dtype: "float64" }), "randn"],
      [() => attn.numpyGenerator(1).normal(2 ** 50), "normal"],
      [() => tensor(Array(2 ** 31)), "tensor"],
    ]))
      throwsSaying(make, "RangeError", new RegExp(`^${name}: `), /memory/);
    assert.deepEqual(causalMask(big, 0), { data: new Float32Array(0), shape: [big, 0] });
    const nothing = { data: new Float32Array(0), shape: [2 ** 40, 0] };
    throwsSaying(() => toNested(nothing), "RangeError", /^toNested: /, /1099511627776/);
    assert.ok(
      Number.isNaN(attn.softmaxGradientSize({ data: new Float32Array(0), shape: [0, 2 ** 40] })),
    );
    const { gradQ, gradK } = attn.attentionBackward(
      { data: new Float32Array(0), shape: [3, 0] },
      nothing,
      nothing,
      { data: new Float32Array(0), shape: [3, 0] },
    );
    assert.deepEqual(
      [gradQ.shape, gradK.shape],
      [
        [3, 0],
        [2 ** 40, 0],
      ],
    );
    const { gradQ: zero } = attn.attentionBackward(
      drawn([3, 2]),
      filled([0, 2], 0),
      filled([0, 4], 0),
      drawn([3, 4]),
    );
    assert.deepEqual(zero, filled([3, 2], 0));
  });

  it("a cache's", () => {
    throwsSaying(
      () => attn.keyValueCache({ kvHeads: big, d_k: big, d_v: big, capacity: big }),
      "RangeError",
      /^keyValueCache: /,
      /memory/,
    );
  });

  it("an experiment's", () => {
    const many = Array(200_000).fill(1);
    const rows = attn.spreadExperiment({ seed: 1, dK: many.slice(0, 5), pairs: 2 });
    assert.equal(rows.length, 5);
    throwsSaying(
      () => attn.spreadExperiment({ seed: 1, dK: [...many, 0], pairs: 2 }),
      "RangeError",
      /dK\[200000\] = 0/,
    );
    throwsSaying(
      () => attn.scalingExperiment({ seed: 1, dK: [big], pairs: 2, rows: 1, keys: big }),
      "RangeError",
      /^scalingExperiment: /,
    );
  });
});

describe("methods that are taken out of their object", () => {
  const t = drawn([2, 2]),
    weights = { W_Q: t, W_K: t, W_V: t };
  const experiment = { seed: 1, dK: [2], pairs: 2, rows: 1, keys: 1 },
    { pairs: _, ...ofGradient } = experiment,
    ofSpread = { seed: 1, dK: [2], pairs: 2 };
  const training = [IDS, LENGTHS, LABELS];
  /** What makes each object, and the calls of its methods, in their order. @type {any[][]} */
  const objects = [
    [
      ...["an instance", () => load()],
      [
        ["attention", [t, t, t]],
        ["attentionBackward", [t, t, t, t]],
        ["steps", [t, weights]],
        ...["softmax", "logSoftmax", "hardmax", "l1Normalize", "sparsemax"].map((name) => [
          name,
          [t],
        ]),
        ...["softmaxJacobian", "softmaxGradientSize"].map((name) => [name, [t]]),
        ["linearAttention", [t, t, t]],
        ["scalingExperiment", [experiment]],
        ["gradientExperiment", [ofGradient]],
        ["spreadExperiment", [ofSpread]],
        ["scalingSteps", [experiment]],
        ["gradientSteps", [ofGradient]],
        ["spreadSteps", [ofSpread]],
        ["torchGenerator", [1]],
        ["numpyGenerator", [1]],
        ["keyValueCache", [{ kvHeads: 1, d_k: 2, d_v: 2, capacity: 2 }]],
        ["multiHead", [{ d: 4, heads: 2, parameters: layerParameters() }]],
        ["encoder", [{ ...SIZES, parameters: initialParameters(SIZES, 3) }]],
        ["release", []],
      ],
    ],
    [
      ...["a cache", () => makeCache()],
      [
        ["append", [t, drawn([2, 3])]],
        ["attention", [t]],
        ["reorder", [[0]]],
        ["truncate", [1]],
        ["reset", []],
        ["release", []],
      ],
    ],
    [
      ...["a layer", () => makeLayer()],
      [
        ["forward", [drawn([3, 4])]],
        ["release", []],
      ],
    ],
    [
      ...["an encoder", () => makeEncoder()],
      [
        ["forward", [IDS, LENGTHS]],
        ["gradients", training],
        ["gradientPart", training],
        ["trainStep", [...training, { lr: 0.1 }]],
        ["learn", [[makeEncoder().gradientPart(...training)], { lr: 0.1 }]],
        ["snapshot", []],
        ["restore", [makeEncoder().snapshot()]],
        ["parameters", []],
        ["bytesFor", [1, 1]],
        ["release", []],
      ],
    ],
    [...["PyTorch's stream", () => attn.torchGenerator(1)], [["randn", [[3]]]]],
    [...["NumPy's stream", () => attn.numpyGenerator(1)], [["normal", [[3]]]]],
    [
      ...["a pool", () => createPool({ workers: 1 })],
      [
        ["attention", [t, t, t]],
        ["multiHead", [{ d: 4, heads: 2, parameters: layerParameters() }]],
        ["release", []],
      ],
    ],
    [
      ...["a pool's layer", () => makeLayer(/** @type {any} */ (pool))],
      [
        ["forward", [drawn([3, 4])]],
        ["release", []],
      ],
    ],
  ];
  const pool = createPool({ workers: 1 });
  /** What a call gave; an object of ours is its class and no more. @param {any} result */
  const told = (result) =>
    Object.getOwnPropertyNames(result ?? {}).includes("release") ||
    typeof result?.next === "function"
      ? result.constructor.name
      : result;

  it("do what they do in it, also behind a proxy", async () => {
    for (const [what, make, calls] of /** @type {[string, () => any, [string, any[]][]][]} */ (
      objects
    )) {
      const whole = await make(),
        apart = await make(),
        hidden = await make(),
        behind = new Proxy(hidden, {});
      const names = Object.getOwnPropertyNames(Object.getPrototypeOf(whole)).filter(
        (name) => name !== "constructor" && typeof whole[name] === "function",
      );
      assert.deepEqual(calls.map(([name]) => name).sort(), names.sort(), what);
      for (const [name, args] of calls) {
        const { [name]: alone } = apart;
        const expected = told(await whole[name](...args));
        assert.deepEqual(told(await alone(...args)), expected, `${what}: ${name}`);
        assert.deepEqual(told(await behind[name](...args)), expected, `${what}: ${name}, a proxy`);
      }
    }
    await pool.release();
  });

  it("may be replaced, as tests of others do", async () => {
    const instance = await load();
    /** @type {any} */ (instance).softmax = () => "other";
    assert.equal(instance.softmax(t), "other");
  });
});

describe("nestings without an end", () => {
  /** @type {any} */ const itself = [];
  itself[0] = itself;
  /** @type {any[]} */ let deep = [1];
  for (let level = 0; level < 20_000; level++) deep = [deep];
  const good = drawn([2, 2]);

  it("are refused in our words by every function", () => {
    const layer = makeLayer(),
      cache = makeCache(),
      encoder = makeEncoder();
    for (const bad of [itself, deep]) {
      for (const [name, call] of /** @type {[string, () => unknown][]} */ ([
        ["tensor", () => tensor(bad)],
        ["attention", () => attn.attention(bad, good, good)],
        ["attention", () => attn.attention(good, bad, good)],
        ["attention", () => attn.attention(good, good, bad)],
        ["attention", () => attn.attention(good, good, good, { mask: bad })],
        ["attention", () => attn.attention(good, good, good, { keep: bad })],
        ["attention", () => attn.attention(good, good, good, { past: { key: bad, value: good } })],
        ["attentionBackward", () => attn.attentionBackward(good, good, good, bad)],
        ["softmax", () => attn.softmax(bad)],
        ["linearAttention", () => attn.linearAttention(bad, good, good)],
        ["steps", () => attn.steps(bad, {})],
        ["multiHead", () => attn.multiHead({ d: 2, heads: 1, parameters: { W_Q: bad } })],
        ["forward", () => layer.forward(bad)],
        ["append", () => cache.append(bad, good)],
        ["cache.attention", () => cache.attention(bad)],
        ["addMasks", () => untyped.addMasks(bad, good)],
        ["keepToMask", () => untyped.keepToMask(bad)],
        [
          "encoder",
          () =>
            attn.encoder({
              ...SIZES,
              parameters: { ...initialParameters(SIZES), "embed.weight": bad },
            }),
        ],
      ]))
        throwsSaying(call, "RangeError", new RegExp(`^${name}: `), /more than the 64 axes/);
      throwsSaying(() => encoder.forward(bad), "TypeError", /^forward: ids\[0\]/);
      throwsSaying(
        () => tensor([1], bad),
        bad === itself ? "TypeError" : "TypeError",
        /shape\[0\]/,
      );
    }
    throwsSaying(() => tensor([1], Array(20_000).fill(1)), "RangeError", /64 axes/);
    throwsSaying(
      () => untyped.toNested({ data: Float32Array.of(1), shape: Array(65).fill(1) }),
      "RangeError",
      /64 axes/,
    );
    assert.equal(untyped.toNested(untyped.tensor([1], Array(64).fill(1))).flat(63)[0], 1);
  });
});

describe("rows whose length is no length", () => {
  /** What answers `length` with these, one after the other, and the last one from then on.
   * @param {any[]} row @param {any[]} lengths */
  const lying = (row, ...lengths) => {
    let asked = 0;
    return new Proxy(row, {
      get: (target, name) =>
        name === "length"
          ? lengths[Math.min(asked++, lengths.length - 1)]
          : Reflect.get(target, name),
    });
  };
  const NO_LENGTHS = [-1, 1.5, "2", NaN, Infinity, 2n, Symbol("two"), null, undefined, {}];

  it("are refused by every function that reads one, in our words", async () => {
    const good = drawn([2, 2]),
      encoder = makeEncoder(),
      cache = makeCache(),
      pool = createPool({ workers: 1 });
    const rows = [
      [1, 2],
      [3, 4],
    ];
    for (const length of NO_LENGTHS) {
      /** @param {any[]} row */
      const bad = (row) => lying(row, length);
      for (const [name, call] of /** @type {[string, () => unknown][]} */ ([
        ["tensor", () => tensor(bad([1, 2]))],
        ["tensor", () => tensor(bad([1, 2]), [2])],
        ["tensor", () => tensor([1, 2], bad([2]))],
        ["toNested", () => toNested({ data: good.data, shape: bad([2, 2]) })],
        ["softmax", () => attn.softmax(bad(rows))],
        ["softmax", () => attn.softmax([bad([1, 2]), [3, 4]])],
        ["softmax", () => attn.softmax([[1, 2], bad([3, 4])])],
        ["softmax", () => attn.softmax({ data: good.data, shape: bad([2, 2]) })],
        ["attention", () => attn.attention(good, good, good, { lengths: bad([2]) })],
        ["attention", () => attn.attention(good, good, good, { keep: bad([true, true]) })],
        ["append", () => cache.append(bad(rows), good)],
        ["reorder", () => cache.reorder(bad([0]))],
        ["paddingMask", () => paddingMask(bad([1]), 2)],
        ["addMasks", () => addMasks(bad([1, 2]), [1, 2])],
        ["keepToMask", () => keepToMask(bad([true]))],
        ["forward", () => encoder.forward(bad(IDS))],
        ["forward", () => encoder.forward([bad([1, 2, 3]), [4, 0, 0]], LENGTHS)],
        ["forward", () => encoder.forward(IDS, LENGTHS, { without: bad([[0, 1]]) })],
        ["trainStep", () => encoder.trainStep(IDS, bad(LENGTHS), LABELS, { lr: 0.1 })],
        ["trainStep", () => encoder.trainStep(IDS, LENGTHS, bad(LABELS), { lr: 0.1 })],
        ["learn", () => encoder.learn(bad([{}]), { lr: 0.1 })],
        ["randn", () => attn.torchGenerator(1).randn(bad([2]))],
        ["spreadExperiment", () => attn.spreadExperiment({ seed: 1, dK: bad([2]), pairs: 2 })],
      ]))
        throwsSaying(
          call,
          "TypeError",
          new RegExp(`^${name}: the length of .* whole number, not `),
        );
      await assert.rejects(pool.attention(bad(rows), good, good), {
        name: "TypeError",
        message: /^attention: the length of q must be a whole number, not /,
      });
    }
    await pool.release();
  });

  it("and one that changes is that which was read first", () => {
    assert.deepEqual(tensor(lying([1, 2, 3, 4], 4, 2), [2, 2]), tensor([1, 2, 3, 4], [2, 2]));
    const grows = lying([1, 2], 1, 2);
    assert.deepEqual(paddingMask(grows, 2), paddingMask([1], 2));
  });
});

describe("results that no array can hold", () => {
  it("are refused by the pool as by an instance", async () => {
    const pool = createPool({ workers: 1 });
    const nothing = (/** @type {number[]} */ ...shape) => ({ data: new Float32Array(0), shape });
    for (const [q, k, v] of [
      [nothing(2, 2 ** 40, 0), nothing(2, 3, 0), drawn([2, 3, 1])],
      [nothing(2 ** 32 + 1, 2, 0), nothing(2 ** 32 + 1, 0, 0), nothing(2 ** 32 + 1, 0, 1)],
      [nothing(2 ** 20, 2 ** 20, 1, 0), nothing(2 ** 20, 2 ** 20, 0, 0), nothing(2 ** 20, 2 ** 20, 0, 7)], // prettier-ignore
    ]) {
      throwsSaying(() => attn.attention(q, k, v), "RangeError", /^attention: /, /memory/);
      await assert.rejects(pool.attention(q, k, v), {
        name: "RangeError",
        message: /^attention: a call with b = \d+.* of memory, more than this machine can give/,
      });
    }
    await pool.release();
  });
});

describe("options that are no options", () => {
  it("a Map, a Promise or a Date says nothing, and is refused", () => {
    const t = drawn([2, 2]);
    for (const given of [
      new Map([["causal", true]]),
      new Set(["causal"]),
      Promise.resolve({}),
      new Date(),
    ])
      // prettier-ignore
      for (const [name, call] of /** @type {[string, () => unknown][]} */ ([
        ["attention", () => attn.attention(t, t, t, given)],
        ["softmax", () => attn.softmax(t, given)],
        ["linearAttention", () => attn.linearAttention(t, t, t, given)],
        ["forward", () => makeLayer().forward(drawn([1, 4]), given)],
        ["multiHead: parameters", () => attn.multiHead({ d: 4, heads: 2, parameters: given })],
        ["attentionCost", () => attentionCost(/** @type {any} */ (given))],
      ]))
        throwsSaying(call, "TypeError", new RegExp(`^${name}: options must be an object, not a `));
    class Options {
      get scale() {
        return 0;
      }
    }
    const mean = attn.attention(t, t, t, { scale: 0 });
    assert.deepEqual(attn.attention(t, t, t, new Options()), mean);
    assert.deepEqual(
      attn.attention(t, t, t, Object.assign(Object.create(null), { scale: 0 })),
      mean,
    );
  });
});

describe("the same arrays everywhere", () => {
  let constructed = 0;
  class Sub extends Float32Array {
    /** @param {any[]} args */
    constructor(...args) {
      super(.../** @type {[any]} */ (args));
      constructed++;
    }
    static get [Symbol.species]() {
      constructed++;
      return Sub;
    }
  }
  const shared = (/** @type {Float32Array} */ data) => {
    const copy = new Float32Array(new SharedArrayBuffer(data.byteLength));
    copy.set(data);
    return copy;
  };
  const resizable = (/** @type {Float32Array} */ data) => {
    const buffer = new /** @type {any} */ (ArrayBuffer)(data.byteLength, {
      maxByteLength: 2 * data.byteLength,
    });
    const copy = new Float32Array(buffer); // follows the buffer's length
    copy.set(data);
    return copy;
  };
  const growable = (/** @type {Float32Array} */ data) => {
    const buffer = new /** @type {any} */ (SharedArrayBuffer)(data.byteLength, {
      maxByteLength: 2 * data.byteLength,
    });
    const copy = new Float32Array(buffer);
    copy.set(data);
    return copy;
  };
  const lying = (/** @type {Float32Array} */ data) =>
    Object.defineProperties(data.slice(), {
      length: { get: () => 1e6 },
      byteLength: { get: () => 4e6 },
      constructor: { get: () => Sub },
      subarray: { value: () => new Float32Array(1) },
      slice: { value: () => new Float32Array(1) },
    });
  /** @type {Record<string, (data: Float32Array) => Float32Array>} */
  const KINDS = { "a subclass": (data) => new Sub(data), shared, resizable, growable, lying };

  const pool = createPool({ workers: 1 });
  /** Calls on tensors, each of which is given in another kind of array. @type {[string, (as: (t: any) => any) => any][]} */
  const CALLS = [
    [
      "attention",
      (as) =>
        attn.attention(as(drawn([3, 4])), as(drawn([5, 4], 2)), as(drawn([5, 2], 3)), {
          mask: as(drawn([5], 4)),
          past: { key: as(drawn([1, 4], 5)), value: as(drawn([1, 2], 6)) },
        }),
    ],
    [
      "attentionBackward",
      (as) =>
        attn.attentionBackward(
          as(drawn([3, 4])),
          as(drawn([5, 4], 2)),
          as(drawn([5, 2], 3)),
          as(drawn([3, 2], 4)),
          { heads: 2 },
        ),
    ],
    [
      "linearAttention",
      (as) => attn.linearAttention(as(drawn([3, 4])), as(drawn([5, 4], 2)), as(drawn([5, 2], 3))),
    ],
    ["softmax", (as) => attn.softmax(as(drawn([3, 4])))],
    ["softmaxGradientSize", (as) => attn.softmaxGradientSize(as(drawn([3, 4])))],
    [
      "steps",
      (as) =>
        attn.steps(as(drawn([3, 4])), {
          W_Q: as(drawn([4, 2], 2)),
          W_K: as(drawn([4, 2], 3)),
          W_V: as(drawn([4, 2], 4)),
        }),
    ],
    [
      "multiHead",
      (as) => {
        const parameters = Object.fromEntries(
          Object.entries(layerParameters()).map(([name, t]) => [name, as(t)]),
        );
        return attn
          .multiHead({ d: 4, heads: 2, parameters })
          .forward(as(drawn([3, 4])), { key: as(drawn([2, 4], 2)) });
      },
    ],
    [
      "the stacked weight of PyTorch",
      (as) =>
        attn
          .multiHead({
            d: 4,
            heads: 2,
            parameters: {
              in_proj_weight: as(drawn([12, 4])),
              in_proj_bias: as(drawn([12], 2)),
              "out_proj.weight": as(drawn([4, 4], 3)),
            },
          })
          .forward(as(drawn([3, 4]))),
    ],
    [
      "cache",
      (as) => {
        const cache = makeCache();
        cache.append(as(drawn([2, 2])), as(drawn([2, 3], 2)));
        return cache.attention(as(drawn([1, 2], 3)));
      },
    ],
    [
      "encoder",
      (as) => {
        const parameters = Object.fromEntries(
          Object.entries(initialParameters(SIZES, 3)).map(([name, t]) => [name, as(t)]),
        );
        return attn.encoder({ ...SIZES, parameters }).forward(IDS, LENGTHS);
      },
    ],
    ["addMasks", (as) => addMasks(as(drawn([2, 3])), as(drawn([3], 2)))],
    ["toNested", (as) => toNested(as(drawn([2, 3])))],
    [
      "pool.attention",
      (as) =>
        pool.attention(as(drawn([2, 3, 4])), as(drawn([2, 5, 4], 2)), as(drawn([2, 5, 2], 3)), {
          mask: as(drawn([2, 3, 5], 4)),
        }),
    ],
    [
      "pool.multiHead",
      (as) => {
        const parameters = Object.fromEntries(
          Object.entries(layerParameters()).map(([name, t]) => [name, as(t)]),
        );
        return pool.multiHead({ d: 4, heads: 2, parameters }).forward(as(drawn([3, 4])));
      },
    ],
  ];
  /** @param {any} value @returns {any} */
  const plain = (value) =>
    JSON.parse(
      JSON.stringify(value, (_, each) =>
        ArrayBuffer.isView(each) ? Array.from(/** @type {any} */ (each), String) : each,
      ),
    );

  it("a subclass, whose constructor nobody calls, shared and resizable memory, arrays that lie", async () => {
    for (const [name, call] of CALLS) {
      const expected = plain(await call((t) => t));
      for (const [kind, of] of Object.entries(KINDS)) {
        if (kind === "resizable" && !("resizable" in ArrayBuffer.prototype)) continue;
        if (kind === "growable" && !("growable" in SharedArrayBuffer.prototype)) continue;
        /** @type {any[]} */ const given = [];
        // All of them are made before the call.
        await call((t) => (given.push({ data: of(t.data), shape: t.shape }), t));
        constructed = 0;
        let next = 0;
        assert.deepEqual(plain(await call(() => given[next++])), expected, `${name}: ${kind}`);
        assert.equal(constructed, 0, `${name}: ${kind}: a constructor of the caller's was called`);
      }
    }
    await pool.release();
  });

  it("results go into any of them", () => {
    const t = drawn([2, 2]),
      expected = attn.attention(t, t, t).output.data;
    for (const of of Object.values(KINDS)) {
      const out = of(new Float32Array(4));
      constructed = 0;
      assert.equal(attn.attention(t, t, t, { out }).output.data, out);
      for (let at = 0; at < 4; at++) assert.equal(out[at], expected[at]);
      assert.equal(constructed, 0);
    }
  });

  it("float16, where the engine has it: each of its numbers is one of float32", () => {
    const { Float16Array } = /** @type {any} */ (globalThis);
    if (!Float16Array) {
      // This engine has none, and a stand-in of another name is no such array.
      throwsSaying(
        () => attn.softmax({ data: new Uint16Array(4), shape: [4] }),
        "TypeError",
        /Float32Array/,
      );
      return;
    }
    const numbers = [0.5, -1.25, 2, 0.0999755859375];
    const half = { data: new Float16Array(numbers), shape: [2, 2] },
      full = { data: Float32Array.from(numbers), shape: [2, 2] };
    assert.deepEqual(
      attn.attention(half, half, half, { mask: half }),
      attn.attention(full, full, full, { mask: full }),
    );
    assert.deepEqual(attn.softmax(half), attn.softmax(full));
    assert.deepEqual(tensor(half.data, [2, 2]), full);
    assert.deepEqual(addMasks(half, full), addMasks(full, full));
  });

  it("float16 of another library, whose entries are bits, is refused and never read as whole numbers", () => {
    class Float16Array extends Uint16Array {}
    const half = new Float16Array([0x3c00, 0xc000]); // 1, −2
    for (const call of [
      () => tensor(half),
      () => tensor(half, [2]),
      () => attn.softmax({ data: half, shape: [2] }),
      () => attn.softmax([half]),
      () => makeEncoder().forward([half]),
      () => attn.torchGenerator(1).randn(half),
      () => toNested({ data: half, shape: [2] }),
    ])
      throwsSaying(call, "TypeError", /^\w+: /);
    // What says that it holds whole numbers, does.
    assert.deepEqual(tensor(new Uint16Array([1, 2])), tensor([1, 2]));
    const unnamed = Object.defineProperty(new Uint16Array([1, 2]), "constructor", { value: null });
    assert.deepEqual(tensor(unnamed), tensor([1, 2]));
  });

  it("a Buffer holds booleans and ids as a Uint8Array does", () => {
    const t = drawn([2, 3]);
    const keep = { data: Buffer.from([1, 0, 1, 1]), shape: [2, 2] },
      same = { data: Uint8Array.of(1, 0, 1, 1), shape: [2, 2] };
    assert.deepEqual(attn.attention(t, t, t, { keep }), attn.attention(t, t, t, { keep: same }));
    assert.deepEqual(
      attn.attention(t, t, t, { drop: keep }),
      attn.attention(t, t, t, { drop: same }),
    );
    assert.deepEqual(keepToMask(/** @type {any} */ (keep)), keepToMask(same));
    const encoder = makeEncoder();
    assert.deepEqual(
      encoder.forward([Buffer.from([1, 2, 3])], Buffer.from([2])),
      encoder.forward([[1, 2, 3]], [2]),
    );
    assert.deepEqual(paddingMask(Buffer.from([1, 2]), 3), paddingMask([1, 2], 3));
  });

  it("whole numbers of 64 bits, in rows of ids, lengths, labels, items and sizes", () => {
    const t = drawn([2, 3, 4]),
      encoder = makeEncoder(),
      plainIds = encoder.forward(IDS, LENGTHS);
    const big = (/** @type {number[]} */ row) => BigInt64Array.from(row, BigInt),
      unsigned = (/** @type {number[]} */ row) => BigUint64Array.from(row, BigInt);
    for (const of of /** @type {((row: number[]) => any)[]} */ ([
      big,
      unsigned,
      (row) => row.map(BigInt),
    ])) {
      assert.deepEqual(encoder.forward(IDS.map(of), of(LENGTHS)), plainIds);
      const [one, other] = [makeEncoder(), makeEncoder()];
      assert.deepEqual(
        one.trainStep(IDS.map(of), of(LENGTHS), of(LABELS), { lr: 0.1 }),
        other.trainStep(IDS, LENGTHS, LABELS, { lr: 0.1 }),
      );
      assert.deepEqual(
        attn.attention(t, t, t, { lengths: of([1, 3]) }),
        attn.attention(t, t, t, { lengths: [1, 3] }),
      );
      assert.deepEqual(paddingMask(of([1, 2]), 3), paddingMask([1, 2], 3));
      assert.deepEqual(
        attn.spreadExperiment({ seed: 1, dK: of([2, 3]), pairs: 3 }),
        attn.spreadExperiment({ seed: 1, dK: [2, 3], pairs: 3 }),
      );
    }
    throwsSaying(() => encoder.forward([[5n]]), "RangeError", /ids\[0\]\[0\] = 5/);
    throwsSaying(() => encoder.forward([[2n ** 70n]]), "RangeError", /ids\[0\]\[0\]/);
    throwsSaying(
      () => attn.attention(t, t, t, { lengths: [-1n, 3n] }),
      "RangeError",
      /lengths\[0\] = -1/,
    );
  });

  it("the bytes of the module", async () => {
    const file = fs.readFileSync("dist/attention-simd.wasm");
    const memory = new SharedArrayBuffer(file.length + 7),
      moving = new /** @type {any} */ (ArrayBuffer)(file.length, {
        maxByteLength: 2 * file.length,
      });
    new Uint8Array(memory, 7).set(file);
    new Uint8Array(moving).set(file);
    const exact = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
    for (const wasm of [
      file,
      exact,
      new DataView(exact),
      new Uint8Array(memory, 7),
      moving,
      new Uint8Array(moving),
      // What fetch() and a field for files give, and what import.meta.resolve() does.
      new WebAssembly.Module(new Uint8Array(exact)),
      new Response(exact, { headers: { "content-type": "application/wasm" } }),
      Promise.resolve(new Response(exact)),
      Promise.resolve(file),
      new Blob([exact]),
      pathToFileURL("dist/attention-simd.wasm"),
      pathToFileURL("dist/attention-simd.wasm").href,
      `data:application/wasm;base64,${file.toString("base64")}`,
    ]) {
      const instance = await load({ wasm });
      assert.equal(instance.variant, "simd");
      sameBits(instance.softmax(drawn([2, 3])).data, attn.softmax(drawn([2, 3])).data);
    }
    for (const variant of /** @type {const} */ (["simd", "scalar"])) {
      const { module } = await load({ variant });
      assert.equal(
        (await load({ wasm: module })).variant,
        variant,
        "the module inside is what it is called",
      );
    }
    await assert.rejects(load({ wasm: /** @type {any} */ (3) }), TypeError);
  });

  it("a module at an address: a file's is read, any other is fetched", async () => {
    const file = new URL("../../dist/attention-simd.wasm", import.meta.url);
    const { fetch } = globalThis;
    /** @type {string[]} */
    const asked = [];
    globalThis.fetch = async (address) => {
      asked.push(String(address));
      return String(address).endsWith("/there")
        ? new Response(fs.readFileSync(file))
        : new Response(null, { status: 404, statusText: "Not Found" });
    };
    try {
      for (const wasm of [file, String(file), "https://example.org/there"])
        assert.equal((await load({ wasm })).variant, "simd");
      await assert.rejects(load({ wasm: "https://example.org/gone" }), {
        name: "Error",
        message: "load: https://example.org/gone answered 404 Not Found",
      });
    } finally {
      globalThis.fetch = fetch;
    }
    assert.deepEqual(asked, ["https://example.org/there", "https://example.org/gone"]);
  });
});

// Another script of the page may have given Object.prototype any name: that is nobody's option, and decides
// about no size and no pointer.
it("what Object.prototype holds changes no bit", () => {
  const root = new URL("../../js/", import.meta.url);
  const words = fs
    .readdirSync(root)
    .flatMap((name) => fs.readFileSync(new URL(name, root), "utf8").match(/\w+/g) ?? []);
  // Those that the language itself asks for: iterators end with `return`, descriptors have the others.
  const theirs = ["return", "get", "set", "value", "writable", "enumerable", "configurable"];
  const names = new Set(words.filter((word) => /^[A-Za-z_]/.test(word)));
  for (const name of [...theirs, ...Object.getOwnPropertyNames(Object.prototype)])
    names.delete(name);
  assert.ok(names.has("heads") && names.has("scoresAfter") && names.size > 500);
  const x = drawn([3, 2]),
    layer = makeLayer(),
    cache = attn.keyValueCache({ kvHeads: 1, d_k: 2, d_v: 2, capacity: 4 });
  cache.append(x, x);
  const bits = () => {
    const plain = attn.attention(x, x, x);
    assert.deepEqual(Object.keys(plain), ["output"]);
    return [
      plain.output,
      attn.attention(x, x, x, { past: { key: x, value: x }, weights: true }).output,
      attn.attentionBackward(x, x, x, x).gradK,
      attn.linearAttention(x, x, x),
      attn.softmax(x, {}),
      attn.steps(x, { W_Q: drawn([2, 2]), W_K: drawn([2, 2]), W_V: drawn([2, 2]) }).masked,
      layer.forward(drawn([3, 4])).output,
      cache.attention(x).output,
      attn.torchGenerator(1).randn([3]),
      windowMask(2, 2, 1),
    ].flatMap(({ data }) => [...data]);
  };
  const before = bits(),
    made = {
      ...attentionCost({ n: 3, d_k: 2 }),
      ...attn.spreadExperiment({ seed: 1, dK: [2], pairs: 3 }),
    };
  for (const name of names)
    for (const value of [7, true]) {
      Object.defineProperty(Object.prototype, name, { value, writable: true, configurable: true });
      try {
        assert.deepEqual(bits(), before, name);
        assert.deepEqual(
          {
            ...attentionCost({ n: 3, d_k: 2 }),
            ...attn.spreadExperiment({ seed: 1, dK: [2], pairs: 3 }),
          },
          made,
          name,
        );
      } finally {
        delete (/** @type {any} */ (Object.prototype)[name]);
      }
    }
  (cache.release(), layer.release());
});

it("options may be inherited, a signal as well", async () => {
  const x = drawn([3, 2]);
  const { output } = attn.attention(x, x, x, Object.create({ causal: true }));
  sameBits(output.data, attn.attention(x, x, x, { causal: true }).output.data);
  const pool = createPool({ workers: 1 }),
    reason = new Error("given up before it began");
  const options = Object.create({ signal: AbortSignal.abort(reason) });
  await assert.rejects(pool.attention(x, x, x, options), (error) => error === reason);
  await pool.release();
});

it("a row that says it is endless is refused before it is read", () => {
  const endless = (/** @type {number} */ length) =>
    new Proxy([], { get: (_, key) => (key === "length" ? length : 1) });
  throwsSaying(
    () => paddingMask(endless(2 ** 32), 1),
    "RangeError",
    /^paddingMask: lengths takes 34/,
  );
  throwsSaying(
    () => attn.spreadExperiment({ seed: 1, dK: endless(1e15), pairs: 3 }),
    "RangeError",
    /^spreadExperiment: dK takes 8000000 GB/,
  );
});

it("a text in a message is whole up to twenty letters", () => {
  const x = drawn([1, 2]);
  const of = (/** @type {number} */ length) => () =>
    attn.attention(x, x, x, { method: "m".repeat(length) });
  throwsSaying(of(20), "RangeError", /, not "m{20}"$/);
  throwsSaying(of(21), "RangeError", /, not "m{20}…"$/);
  // What a symbol says of itself, a class of its kind, a file of its tensors.
  const long = "m".repeat(1e6);
  throwsSaying(
    () => attn.attention(x, x, x, { scale: Symbol(long) }),
    "TypeError",
    /^attention: scale must be a number, not Symbol\(m{33}…$/,
  );
  throwsSaying(
    () => attn.softmax({ [Symbol.toStringTag]: long }),
    "TypeError",
    /not a value of type m{40}…$/,
  );
  throwsSaying(
    () => writeSafetensors({ [long]: /** @type {any} */ (3) }),
    "TypeError",
    /^writeSafetensors: m{40}… must be a tensor/,
  );
});

describe("memory is given back", () => {
  const all = (/** @type {any} */ instance) => [
    makeCache(instance),
    makeLayer(instance),
    makeEncoder(instance),
    instance,
  ];

  it("in any order, twice, and after the instance", async () => {
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [3, 0, 3, 1, 2, 0],
      [1, 1, 0, 3, 2, 2],
    ];
    for (const order of orders) {
      const instance = await load(),
        parts = all(instance);
      for (const at of order) parts[at].release();
      for (const part of parts) part.release();
    }
  });

  it("and what was released twice leaves a block alone that has taken its place", async () => {
    const instance = await load();
    const first = makeCache(instance);
    first.release();
    const second = makeCache(instance);
    second.append(drawn([2, 2]), drawn([2, 3]));
    const before = second.attention(drawn([1, 2])).output.data;
    first.release();
    const third = makeCache(instance);
    third.append(drawn([2, 2], 8), drawn([2, 3], 9));
    sameBits(second.attention(drawn([1, 2])).output.data, before);
  });

  it("what was released says so, also where its instance has gone", async () => {
    for (const instanceFirst of [false, true]) {
      const instance = await load();
      const [cache, layer, encoder] = all(instance);
      if (instanceFirst) instance.release();
      else for (const part of [cache, layer, encoder]) part.release();
      for (const use of [
        () => cache.append(drawn([1, 2]), drawn([1, 3])),
        () => cache.attention(drawn([1, 2])),
        () => cache.reset(),
        () => cache.truncate(0),
        () => cache.reorder([0]),
        () => layer.forward(drawn([1, 4])),
        () => encoder.forward(IDS),
        () => encoder.gradients(IDS, LENGTHS, LABELS),
        () => encoder.gradientPart(IDS, LENGTHS, LABELS),
        () => encoder.trainStep(IDS, LENGTHS, LABELS, { lr: 0.1 }),
        () => encoder.learn([], { lr: 0.1 }),
        () => encoder.parameters(),
        () => encoder.snapshot(),
        () => encoder.restore(new Float32Array(184)),
        () => encoder.bytesFor(1, 1),
      ])
        throwsSaying(use, "Error", /released/);
    }
  });

  it("at the end of a using block", async () => {
    const symbols = /** @type {any} */ (Symbol);
    const pool = createPool({ workers: 1 }),
      instance = await load();
    const [cache, layer, encoder] = all(instance);
    const pooled = pool.multiHead({ d: 4, heads: 2, parameters: layerParameters() });
    if (!symbols.dispose) {
      for (const part of [cache, layer, encoder, instance, pooled, pool])
        assert.deepEqual(Object.getOwnPropertySymbols(Object.getPrototypeOf(part)), []);
      await pool.release();
      return;
    }
    for (const [part, use] of /** @type {[any, () => unknown][]} */ ([
      [cache, () => cache.reset()],
      [layer, () => layer.forward(drawn([1, 4]))],
      [encoder, () => encoder.parameters()],
      [instance, () => instance.softmax(drawn([2]))],
    ])) {
      assert.equal(part[symbols.dispose](), undefined);
      throwsSaying(use, "Error", /released/);
      part[symbols.dispose]();
    }
    /** @type {any} */ (pooled)[symbols.dispose]();
    await assert.rejects(pooled.forward(drawn([1, 4])), /released/);
    await /** @type {any} */ (pool)[symbols.asyncDispose]();
    await assert.rejects(pool.attention(drawn([1, 1]), drawn([1, 1]), drawn([1, 1])), /released/);
  });

  it("when nobody holds a cache, a layer or an encoder any more", async () => {
    setFlagsFromString("--expose-gc");
    const collect = /** @type {() => void} */ (runInNewContext("gc"));
    const instance = await load();
    /** The bytes that a cache must have to fit: where none was freed, the memory ends. */
    const bytes = () => {
      const cache = makeCache(instance, 2 ** 23); // 168 MB
      assert.equal(cache.capacity, 2 ** 23);
    };
    // 60 of them would be 10 GB.
    for (let made = 0; made < 60; made++) {
      bytes();
      for (let turn = 0; turn < 2; turn++) {
        collect();
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    }
    for (let made = 0; made < 5; made++) [makeLayer, makeEncoder].forEach((make) => make(instance));
    collect();
    await new Promise((resolve) => setTimeout(resolve, 0));
    near(instance.softmax(filled([2], 0)).data, [0.5, 0.5], {});
  });
});

describe("names that are nearly right", () => {
  const t = drawn([2, 2]);
  it("an error says which was meant", async () => {
    const pool = createPool({ workers: 1 });
    for (const [call, meant] of /** @type {[() => unknown, string][]} */ ([
      [() => attn.attention(t, t, t, { casual: true }), "causal"],
      [() => attn.attention(t, t, t, { is_causal: true }), "causal"],
      [() => attn.attention(t, t, t, { attn_mask: t }), "mask"],
      [() => attn.attention(t, t, t, { soft_cap: 3 }), "softcap"],
      [() => attn.attention(t, t, t, { kv_heads: 1 }), "kvHeads"],
      [() => attn.attention(t, t, t, { length: [1] }), "lengths"],
      [() => attn.attention(t, t, t, { window: { lft: 1 } }), "left"],
      [() => attn.attention(t, t, t, { past: { keys: t } }), "key"],
      [() => attn.attentionBackward(t, t, t, t, { Scale: 1 }), "scale"],
      [() => attn.softmax(t, { temprature: 1 }), "temperature"],
      [() => attn.softmax(t, { temp: 1 }), "temperature"],
      [
        () => attn.multiHead({ d: 2, heads: 1, parameters: { "self_attn.in_proj_weight": t } }),
        "in_proj_weight",
      ],
      [() => attn.encoder({ ...SIZES, vocabulary: 1 }), "vocab"],
      [() => attn.linearAttention(t, t, t, { casual: true }), "causal"],
      [() => attn.keyValueCache({ kvHeads: 1, dk: 1, d_v: 1, capacity: 1 }), "d_k"],
      [() => attn.multiHead({ d: 2, head: 1, parameters: {} }), "heads"],
      [() => attn.multiHead({ d: 2, heads: 1, parameters: { W_q: t } }), "W_Q"],
      [() => makeLayer().forward(drawn([1, 4]), { weigths: true }), "weights"],
      [() => attn.steps(t, { W_Q: t, W_K: t, WV: t }), "W_V"],
      [() => attn.encoder({ ...SIZES, maxlen: 3 }), "maxLen"],
      [
        () =>
          attn.encoder({ ...SIZES, parameters: { ...initialParameters(SIZES), "head.wieght": t } }),
        "head.weight",
      ],
      [() => makeEncoder().forward(IDS, LENGTHS, { weight: true }), "weights"],
      [
        () => makeEncoder().trainStep(IDS, LENGTHS, LABELS, { lr: 1, weight_decay: 0 }),
        "weightDecay",
      ],
      [() => untyped.initialParameters({ ...SIZES, layer: 1 }), "layers"],
      [() => attn.torchGenerator(1).randn([2], { dType: "float32" }), "dtype"],
      [() => attn.scalingExperiment({ seed: 1, dk: [1] }), "dK"],
      [() => createPool(/** @type {any} */ ({ worker: 1 })), "workers"],
      [() => attentionCost(/** @type {any} */ ({ n: 1, dk: 1 })), "d_k"],
    ]))
      throwsSaying(
        call,
        call.toString().includes("wieght") ? "RangeError" : "TypeError",
        new RegExp(`did you mean ${meant.replace(".", "\\.")}\\?`),
      );
    for (const [call, meant] of /** @type {[() => unknown, string][]} */ ([
      [() => attn.attention(t, t, t, { causal: "topleft" }), "top-left"],
      [() => attn.attention(t, t, t, { method: "Fused" }), "fused"],
      [() => attn.torchGenerator(1).randn([2], { dtype: "float_64" }), "float64"],
    ]))
      throwsSaying(call, "RangeError", new RegExp(`did you mean "${meant}"\\?`));
    await assert.rejects(
      pool.attention(t, t, t, /** @type {any} */ ({ singal: null })),
      /did you mean signal\?/,
    );
    await assert.rejects(load(/** @type {any} */ ({ varient: "simd" })), /did you mean variant\?/);
    await pool.release();
  });

  it("and is short, and guesses nothing from what is far", () => {
    for (const name of ["dropout_p", "colour", "x".repeat(1e6)]) {
      let message = "";
      try {
        attn.attention(t, t, t, { [name]: 1 });
      } catch (error) {
        message = /** @type {Error} */ (error).message;
      }
      assert.doesNotMatch(message, /did you mean/);
      assert.ok(message.length < 300, String(message.length));
    }
  });
});

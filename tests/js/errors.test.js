// What a wrong argument is told: a sentence with the function, the argument, what it has and what it
// should have. Nothing is computed, and the instance works on.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runInNewContext } from "node:vm";

import { load, tensor, toNested } from "attention-wasm";

import { drawn, filled, nearTensor, onEach, sameBits, throwsSaying } from "./support.js";

/** The functions without their types, to be called as no one should. @type {any} */
const untyped = { load, tensor, toNested };

const q = drawn([5, 4], 1),
  k = drawn([7, 4], 2),
  v = drawn([7, 3], 3);
const q4 = drawn([2, 6, 5, 4], 1),
  k4 = drawn([2, 3, 7, 4], 2),
  v4 = drawn([2, 3, 7, 3], 3);
const bytes = (/** @type {number[]} */ ...shape) => ({
  data: new Uint8Array(shape.reduce((a, b) => a * b, 1)).fill(1),
  shape,
});

/** Arguments of attention, the error's name, and what its message has to say.
 * @type {[any[], "TypeError" | "RangeError", ...RegExp[]][]} */
const ATTENTION = [
  // q, k, v
  [[undefined, k, v], "TypeError", /\bq\b/, /undefined/],
  [[q, null, v], "TypeError", /\bk\b/, /null/],
  [[q, k, "v"], "TypeError", /\bv\b/],
  [[q, k, 3], "TypeError", /\bv\b/, /3/],
  [[q, k, new Float32Array(21)], "TypeError", /\bv\b/],
  [[q, k, { shape: [7, 3] }], "TypeError", /\bv\b/],
  [
    [q, k, { data: new Float64Array(21), shape: [7, 3] }],
    "TypeError",
    /\bv\b/,
    /Float64Array/,
    /tensor\(/,
  ],
  [[q, k, { data: [...v.data], shape: [7, 3] }], "TypeError", /\bv\b/, /tensor\(/],
  [[q, k, { data: v.data }], "TypeError", /\bv\b/, /shape/],
  [[q, k, { data: v.data, shape: "7,3" }], "TypeError", /\bv\b/, /shape/],
  [[q, k, { data: v.data, shape: [7, -3] }], "RangeError", /\bv\b/, /shape\[1\]/, /-3/],
  [[q, k, { data: v.data, shape: [7, 4] }], "RangeError", /\bv\b/, /21/, /28/],
  [[[[1, 2], [3]], k, v], "RangeError", /\bq\b/, /ragged/, /1/, /2/],
  [[[[1, "2"]], k, v], "TypeError", /q\[0\]\[1\]/],
  [[[[1, 2], null], k, v], "RangeError", /^\w+: q is ragged: q\[1\] is null, not a row of 2$/],
  [[[[1, 2], 3], k, v], "RangeError", /^\w+: q is ragged: q\[1\] is 3, not a row of 2$/],
  [[[1, 2, 3, 4], k, v], "TypeError", /\bq\b/, /axes/],
  [[drawn([4]), k, v], "RangeError", /\bq\b/, /rank 1/],
  [[drawn([1, 1, 1, 5, 4]), k, v], "RangeError", /\bq\b/, /rank 5/],
  [[q, drawn([1, 7, 4]), v], "RangeError", /\bk\b/, /rank/, /3/, /2/],
  [[q, drawn([7, 5]), v], "RangeError", /\bk\b/, /d_k = 5/, /d_k = 4/],
  [[q, k, drawn([6, 3])], "RangeError", /\bv\b/, /m = 6/, /m = 7/],
  [[q4, drawn([3, 3, 7, 4]), v4], "RangeError", /\bk\b/, /b = 3/, /b = 2/],
  [[q4, k4, drawn([1, 3, 7, 3])], "RangeError", /\bv\b/, /b = 1/, /b = 2/],
  [[q4, k4, drawn([2, 6, 7, 3])], "RangeError", /\bv\b/, /heads = 6/, /heads = 3/],
  [[drawn([2, 8, 5, 4]), k4, v4], "RangeError", /8 heads/, /3 heads/],
  // heads
  [[q, k, v, { heads: 3 }], "RangeError", /\bq\b/, /4/, /heads = 3/],
  [
    [drawn([5, 12]), drawn([7, 12]), drawn([7, 10]), { heads: 4 }],
    "RangeError",
    /\bv\b/,
    /10/,
    /4/,
  ],
  [
    [drawn([5, 12]), drawn([7, 12]), drawn([7, 8]), { heads: 4, kvHeads: 2 }],
    "RangeError",
    /\bk\b/,
    /d_k = 6/,
    /d_k = 3/,
  ],
  [
    [drawn([5, 12]), drawn([7, 9]), drawn([7, 9]), { heads: 4, kvHeads: 3 }],
    "RangeError",
    /4/,
    /3/,
  ],
  [[q, k, v, { kvHeads: 2 }], "TypeError", /kvHeads/, /heads/],
  [[q4, k4, v4, { heads: 2 }], "RangeError", /\bq\b/, /rank/],
  [[q, k, v, { heads: 0 }], "RangeError", /heads = 0/],
  [[q, k, v, { heads: 2.5 }], "RangeError", /heads = 2.5/],
  [[q, k, v, { heads: "2" }], "TypeError", /heads/, /"2"/],
  // scale and softcap
  [[q, k, v, { scale: NaN }], "RangeError", /scale = NaN/],
  [[q, k, v, { scale: Infinity }], "RangeError", /scale = Infinity/],
  [[q, k, v, { scale: "1" }], "TypeError", /scale/],
  [[q, k, v, { softcap: -1 }], "RangeError", /softcap = -1/],
  [[q, k, v, { softcap: NaN }], "RangeError", /softcap/],
  [[q, k, v, { scale: 1e300 }], "RangeError", /scale = 1e\+300/],
  [[q, k, v, { softcap: 1e-300 }], "RangeError", /softcap = 1e-300/],
  // masks
  [[q, k, v, { mask: drawn([4, 7]) }], "RangeError", /mask/, /n = 4/, /n = 5/],
  [[q, k, v, { mask: drawn([5, 8]) }], "RangeError", /mask/, /m = 8/, /m = 7/],
  [[q, k, v, { mask: drawn([2, 5, 7]) }], "RangeError", /mask/, /\(2, 5, 7\)/, /\(5, 7\)/],
  [[q4, k4, v4, { mask: drawn([2, 3, 5, 7]) }], "RangeError", /mask/, /heads = 3/, /heads = 6/],
  [[q4, k4, v4, { mask: drawn([3, 1, 5, 7]) }], "RangeError", /mask/, /b = 3/, /b = 2/],
  [[q, k, v, { mask: bytes(5, 7) }], "TypeError", /mask/, /keep/, /drop/],
  [[q, k, v, { mask: [[true]] }], "TypeError", /mask/],
  [[q, k, v, { mask: 0 }], "TypeError", /mask/],
  [[q, k, v, { mask: { data: new Float32Array(6), shape: [7] } }], "RangeError", /mask/, /6/, /7/],
  [[q, k, v, { keep: bytes(4, 7) }], "RangeError", /keep/, /n = 4/, /n = 5/],
  [[q, k, v, { keep: drawn([5, 7]) }], "TypeError", /keep/, /Uint8Array/],
  [[q, k, v, { keep: [[1, 0]] }], "TypeError", /keep/, /boolean/],
  [
    [q, k, v, { drop: { data: new Uint8Array(34), shape: [5, 7] } }],
    "RangeError",
    /drop/,
    /34/,
    /35/,
  ],
  [[q, k, v, { drop: true }], "TypeError", /drop/],
  [[q, k, v, { keep: [[true]], drop: [[true]] }], "TypeError", /keep/, /drop/],
  [[q, k, v, { causal: "left" }], "RangeError", /causal/, /top-left/, /bottom-right/, /left/],
  [[q, k, v, { causal: 1 }], "TypeError", /causal/],
  [[q, k, v, { window: 3 }], "TypeError", /window/],
  [[q, k, v, { window: { left: -1 } }], "RangeError", /window\.left = -1/],
  [[q, k, v, { window: { right: 1.5 } }], "RangeError", /window\.right = 1\.5/],
  [[q, k, v, { window: { lft: 1 } }], "TypeError", /lft/, /left/],
  [[q, k, v, { lengths: 3 }], "TypeError", /lengths/],
  [[q, k, v, { lengths: ["3"] }], "TypeError", /lengths\[0\]/, /"3"/],
  [[q, k, v, { lengths: [null] }], "TypeError", /lengths\[0\]/, /null/],
  [[q, k, v, { lengths: [true] }], "TypeError", /lengths\[0\]/],
  [[q, k, v, { lengths: [3, 4] }], "RangeError", /lengths/, /2/, /1/],
  [[q, k, v, { lengths: [8] }], "RangeError", /lengths\[0\] = 8/, /7/],
  [[q4, k4, v4, { lengths: [7, -1] }], "RangeError", /lengths\[1\] = -1/],
  [[q4, k4, v4, { lengths: [7, 1.5] }], "RangeError", /lengths\[1\] = 1\.5/],
  // the past
  [[q, k, v, { past: 3 }], "TypeError", /past/],
  [[q, k, v, { past: { key: drawn([2, 4]) } }], "TypeError", /past\.value/],
  [
    [q, k, v, { past: { key: drawn([2, 5]), value: drawn([2, 3]) } }],
    "RangeError",
    /past\.key/,
    /5/,
    /4/,
  ],
  [
    [q, k, v, { past: { key: drawn([2, 4]), value: drawn([3, 3]) } }],
    "RangeError",
    /past\.value/,
    /3/,
    /2/,
  ],
  [
    [q4, k4, v4, { past: { key: drawn([2, 6, 1, 4]), value: drawn([2, 6, 1, 3]) } }],
    "RangeError",
    /past\.key/,
    /6/,
    /3/,
  ],
  // results
  [[q, k, v, { weights: "all" }], "RangeError", /weights/, /mean/],
  [[q, k, v, { weights: 1 }], "TypeError", /weights/],
  [[q, k, v, { scores: "raw" }], "RangeError", /scores/, /scaled/, /capped/, /masked/],
  [[q, k, v, { scores: true }], "TypeError", /scores/],
  [[q, k, v, { method: "fast" }], "RangeError", /method/, /fused/, /staged/],
  [[q, k, v, { method: "fused", weights: true }], "RangeError", /fused/, /weights/, /staged/],
  [[q, k, v, { method: "fused", scores: "masked" }], "RangeError", /fused/, /scores/],
  [[q, k, v, { out: new Float32Array(14) }], "RangeError", /out/, /14/, /15/],
  [[q, k, v, { out: new Float64Array(15) }], "TypeError", /out/, /Float64Array/],
  [[q, k, v, { out: [] }], "TypeError", /out/],
  // options
  [[q, k, v, { casual: true }], "TypeError", /casual/, /causal/],
  [[q, k, v, { dropout_p: 0.1 }], "TypeError", /dropout_p/],
  [[q, k, v, true], "TypeError", /options/],
  [[q, k, v, drawn([5, 7])], "TypeError", /data/],
];

await onEach("errors", (attn, variant) => {
  const plain = attn.attention(q, k, v).output;
  const worksOn = () =>
    sameBits(attn.attention(q, k, v).output.data, plain.data, "after the error");

  it("attention says what is wrong, before anything is computed", () => {
    for (const [args, name, ...patterns] of ATTENTION) {
      const out = new Float32Array(15).fill(7);
      const withOut =
        args[3] && typeof args[3] === "object" && !("out" in args[3]) && !("data" in args[3])
          ? [...args.slice(0, 3), { ...args[3], out }]
          : args;
      throwsSaying(() => attn.attention(...args), name, /^attention: /, ...patterns);
      throwsSaying(() => attn.attention(...withOut), name, /^attention: /);
      assert.ok(
        out.every((value) => value === 7),
        "out was written to",
      );
      worksOn();
    }
  });

  it("so do its gradients", () => {
    const g = drawn([5, 3], 4),
      g4 = drawn([2, 6, 5, 3], 4);
    for (const [args, name, ...patterns] of ATTENTION) {
      const [a, b, c, options] = args;
      if (
        typeof options === "object" &&
        ["past", "weights", "scores", "method", "out"].some((result) => result in options)
      )
        continue;
      throwsSaying(
        () => attn.attentionBackward(a, b, c, a === q4 ? g4 : g, options),
        name,
        /^attentionBackward: /,
        ...patterns,
      );
    }
    throwsSaying(
      () => attn.attentionBackward(q, k, v, drawn([5, 4])),
      "RangeError",
      /gradOutput/,
      /\(5, 4\)/,
      /\(5, 3\)/,
    );
    throwsSaying(() => attn.attentionBackward(q, k, v), "TypeError", /gradOutput/);
    for (const option of ["weights", "past", "out", "method", "scores"])
      throwsSaying(
        () => attn.attentionBackward(q, k, v, g, { [option]: null }),
        "TypeError",
        new RegExp(option),
      );
    worksOn();
  });

  it("a cache says what does not fit it", () => {
    const make = (/** @type {any} */ options) => () => attn.keyValueCache(options);
    const sizes = { batch: 2, kvHeads: 3, d_k: 4, d_v: 3, capacity: 5 };
    for (const name of ["kvHeads", "d_k", "d_v", "capacity"]) {
      throwsSaying(
        make({ ...sizes, [name]: undefined }),
        "TypeError",
        /^keyValueCache: /,
        new RegExp(name),
      );
      throwsSaying(make({ ...sizes, [name]: 0 }), "RangeError", new RegExp(`${name} = 0`));
      throwsSaying(make({ ...sizes, [name]: 1.5 }), "RangeError", new RegExp(`${name} = 1.5`));
    }
    throwsSaying(make({ ...sizes, heads: 3 }), "TypeError", /heads/, /kvHeads/);
    throwsSaying(make({ ...sizes, capacity: 2 ** 30 }), "RangeError", /memory/);
    const cache = attn.keyValueCache(sizes),
      fresh = (/** @type {number} */ count) => [
        drawn([2, 3, count, 4], count),
        drawn([2, 3, count, 3], 9),
      ];
    cache.append(...fresh(4));
    throwsSaying(() => cache.append(...fresh(2)), "RangeError", /capacity/, /5/, /4/, /2/);
    throwsSaying(
      () => cache.append(drawn([2, 3, 1, 5]), drawn([2, 3, 1, 3])),
      "RangeError",
      /\bk\b/,
      /5/,
      /4/,
    );
    throwsSaying(
      () => cache.append(drawn([2, 3, 1, 4]), drawn([2, 3, 1, 4])),
      "RangeError",
      /\bv\b/,
      /4/,
      /3/,
    );
    throwsSaying(
      () => cache.append(drawn([2, 2, 1, 4]), drawn([2, 2, 1, 3])),
      "RangeError",
      /2/,
      /3/,
    );
    throwsSaying(
      () => cache.append(drawn([1, 3, 1, 4]), drawn([1, 3, 1, 3])),
      "RangeError",
      /1/,
      /2/,
    );
    throwsSaying(
      () => cache.append(drawn([2, 3, 1, 4]), drawn([2, 3, 0, 3])),
      "RangeError",
      /\bv\b/,
      /0/,
      /1/,
    );
    throwsSaying(() => cache.append("k", "v"), "TypeError", /\bk\b/);
    assert.equal(cache.length, 4);
    throwsSaying(() => cache.attention(drawn([2, 4, 1, 4])), "RangeError", /4/, /3/);
    throwsSaying(() => cache.attention(drawn([2, 3, 1, 5])), "RangeError", /5/, /4/);
    throwsSaying(() => cache.attention(drawn([2, 3, 5, 4])), "RangeError", /5/, /4/); // more queries than tokens
    throwsSaying(() => cache.attention(drawn([2, 3, 1, 4]), { past: null }), "TypeError", /past/);
    throwsSaying(
      () => cache.attention(drawn([2, 3, 1, 4]), { casual: true }),
      "TypeError",
      /casual/,
    );
    assert.deepEqual(cache.attention(drawn([2, 3, 1, 4])).output.shape, [2, 3, 1, 3]);
    cache.release();
    cache.release();
    for (const use of [
      () => cache.append(...fresh(1)),
      () => cache.attention(drawn([2, 3, 1, 4])),
      () => cache.reset(),
    ])
      throwsSaying(use, "Error", /released/);
    worksOn();
  });

  it("what cannot be held is refused, and says how much it would be", () => {
    const long = filled([80000, 1], 1);
    for (const options of [{ weights: true }, { method: "staged" }])
      throwsSaying(
        () => attn.attention(long, long, long, options),
        "RangeError",
        /^attention: .*n = 80000, m = 80000, d_k = 1, d_v = 1 needs 25\.60 GB/,
      );
    // A head of 2²⁴ numbers: a block of its rows would take more than 32 bits can count.
    const wide = { data: new Float32Array(2 ** 24), shape: [1, 2 ** 24] };
    throwsSaying(
      () => attn.attention(wide, wide, [[1]]),
      "RangeError",
      /^attention: .*n = 1, m = 1, d_k = 16777216, d_v = 1 needs \d+\.\d\d GB/,
    );
    throwsSaying(
      () => attn.attention([[1]], [[1]], wide),
      "RangeError",
      /^attention: .*d_k = 1, d_v = 16777216 needs \d+\.\d\d GB/,
    );
    throwsSaying(
      () => attn.attentionBackward(wide, wide, [[1]], [[1]]),
      "RangeError",
      /^attentionBackward: .*d_k = 16777216, d_v = 1 needs 1\d\.\d\d GB/,
    );
    // Products that 32 bits would take for small numbers: 2³², 2³³, 2⁶⁰.
    for (const [n, m] of [
      [2 ** 16, 2 ** 16],
      [2 ** 16 + 1, 2 ** 16],
      [3, 2 ** 32],
      [2 ** 30, 2 ** 30],
    ]) {
      const [rows, columns] = [n, m].map((length) => ({
        data: new Float32Array(0),
        shape: [length, 0],
      }));
      throwsSaying(
        () => attn.attention(rows, columns, columns, { weights: true }),
        "RangeError",
        new RegExp(`^attention: .*n = ${n}, m = ${m}, d_k = 0, d_v = 0 needs \\d+`),
      );
    }
    throwsSaying(
      () => attn.attention({ data: new Float32Array(0), shape: [2 ** 20, 2 ** 20] }, k, v),
      "RangeError",
      /\bq\b/,
    );
    // Nothing of anything is no reason to count to 2^31.
    const huge = { data: new Float32Array(0), shape: [2 ** 31 - 1, 0, 4] },
      began = performance.now();
    for (const options of [{}, { method: "staged" }, { weights: true }])
      assert.deepEqual(attn.attention(huge, huge, huge, options).output.shape, huge.shape);
    assert.ok(performance.now() - began < 1000);
    worksOn();
  });

  it("where other things fill the module, what is refused is said to the number", async (t) => {
    if (variant === "js") return t.skip("plain JavaScript touches all that it asks for: 4 GB");
    const full = await load({ variant: /** @type {any} */ (variant) });
    full.keyValueCache({ kvHeads: 1, d_k: 1, d_v: 1, capacity: 2 ** 29 - 2 ** 17 });
    const x = { data: new Float32Array(200_000), shape: [2000, 100] };
    // q, k, v and the output, 800 kB each; q, k and v with a gradient each, and that of the output.
    for (const [call, needs] of /** @type {const} */ ([
      [
        () => full.attention(x, x, x),
        /^attention: .* needs 3\.2 MB .* than the [\d.]+ kB that this/,
      ],
      [
        () => full.attentionBackward(x, x, x, x),
        /^attentionBackward: .* needs 5\.6 MB .* than the/,
      ],
    ]))
      throwsSaying(call, "RangeError", needs);
    assert.equal(full.softmax([[0, 0]]).data[0], 0.5);
    full.release();
  });

  it("a boolean mask that C cannot count is refused", (t) => {
    const [n, m] = [2 ** 16, 2 ** 15 + 1];
    /** @type {{ data: Uint8Array, shape: number[] } | undefined} */
    let keep;
    try {
      keep = { data: new Uint8Array(n * m), shape: [n, m] };
    } catch {
      t.skip("this engine gives no array of 2 GB");
      return;
    }
    const queries = filled([n, 1], 1),
      keys = filled([m, 1], 1);
    for (const options of [{ keep }, { drop: keep }])
      throwsSaying(
        () => attn.attention(queries, keys, keys, options),
        "RangeError",
        /^attention: (keep|drop) has 2147549184 bytes, shape \(65536, 32769\), but at most 2147483647/,
      );
    worksOn();
  });

  it("what is refused leaves no memory taken", () => {
    const wide = { data: new Float32Array(2 ** 24), shape: [1, 2 ** 24] };
    const refused = () => assert.throws(() => attn.attention(wide, wide, [[1]]), RangeError);
    refused();
    const before = process.memoryUsage().arrayBuffers;
    for (let turn = 0; turn < 20; turn++) refused();
    assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 24, "less than one of its inputs");
    worksOn();
  });

  it("errors do not cost memory", () => {
    const large = filled([1 << 17], 0); // its Jacobian would be 69 GB
    const before = process.memoryUsage();
    const many = variant === "js" ? 300 : 3000;
    for (let turn = 0; turn < many; turn++) {
      const [args] = ATTENTION[turn % ATTENTION.length];
      assert.throws(() => attn.attention(...args));
      assert.throws(() => attn.softmaxJacobian(large));
      if (turn % 100 === 0) worksOn();
    }
    const after = process.memoryUsage();
    globalThis.gc?.();
    assert.ok(after.arrayBuffers + after.external - before.arrayBuffers - before.external < 100e6);
  });

  it("a released instance throws, and so do its layers and caches; others do not", async () => {
    const other = /** @type {any} */ (await load({ variant: /** @type {any} */ (variant) }));
    const w = drawn([4, 4], 1),
      layer = other.multiHead({ d: 4, heads: 2, parameters: { W_Q: w, W_K: w, W_V: w, W_O: w } });
    const cache = other.keyValueCache({ kvHeads: 1, d_k: 4, d_v: 4, capacity: 3 });
    sameBits(other.attention(q, k, v).output.data, plain.data);
    other.release();
    other.release();
    const uses = [
      () => other.attention(q, k, v),
      () => other.attentionBackward(q, k, v, drawn([5, 3])),
      () => other.softmax([1]),
      () => other.steps(q, {}),
      () => other.linearAttention(q, k, v),
      () => other.multiHead({}),
      () => other.keyValueCache({}),
      () => layer.forward(drawn([3, 4])),
      () => cache.attention(drawn([1, 4])),
      () => cache.append(drawn([1, 4]), drawn([1, 4])),
    ];
    for (const use of uses) throwsSaying(use, "Error", /released/);
    layer.release();
    cache.release();
    assert.equal(other.variant, variant);
    worksOn();
  });
});

describe("errors of tensors and of loading", () => {
  it("tensor()", () => {
    throwsSaying(() => tensor([[1, 2], [3]]), "RangeError", /^tensor: /, /\[1\]/, /1/, /2/);
    throwsSaying(() => untyped.tensor([[1, 2], 3]), "RangeError", /^tensor: /, /ragged/);
    throwsSaying(() => untyped.tensor([1, [2]]), "TypeError", /^tensor: /);
    throwsSaying(() => tensor(new Float32Array(5), [2, 3]), "RangeError", /^tensor: /, /5/, /6/);
    throwsSaying(() => tensor([1, 2], [3]), "RangeError", /2/, /3/);
    for (const length of [-1, 1.5, NaN, Infinity])
      throwsSaying(
        () => tensor([], [length]),
        "RangeError",
        /shape\[0\]/,
        new RegExp(String(length)),
      );
    for (const wrong of ["3", 3, null, {}])
      throwsSaying(() => untyped.tensor([1, 2, 3], wrong), "TypeError", /shape/);
    for (const wrong of [
      undefined,
      null,
      3,
      "12",
      {},
      new DataView(new ArrayBuffer(4)),
      new ArrayBuffer(4),
    ])
      throwsSaying(() => untyped.tensor(wrong), "TypeError", /^tensor: /);
    throwsSaying(() => untyped.tensor([1, "2"]), "TypeError", /\[1\]/);
    throwsSaying(() => untyped.tensor([1, undefined]), "TypeError", /\[1\]/);
    throwsSaying(() => untyped.tensor(BigInt64Array.of(1n)), "TypeError", /bigint|1n/);
  });

  it("tensor() makes float32 of other numbers, and toNested() goes back", () => {
    nearTensor(
      tensor([
        [1, 2],
        [3, 4],
      ]),
      { data: Float32Array.of(1, 2, 3, 4), shape: [2, 2] },
      {},
    );
    nearTensor(
      tensor(Float64Array.of(0.1, 1e300, -1e300, 1e-300), [2, 2]),
      { data: Float32Array.of(0.1, Infinity, -Infinity, 0), shape: [2, 2] },
      {},
    );
    nearTensor(
      tensor([1, 2, 3, 4], [2, 2]),
      { data: Float32Array.of(1, 2, 3, 4), shape: [2, 2] },
      {},
    );
    nearTensor(tensor(Int8Array.of(-1, 2)), { data: Float32Array.of(-1, 2), shape: [2] }, {});
    nearTensor(tensor([[], []]), { data: new Float32Array(0), shape: [2, 0] }, {});
    nearTensor(tensor([]), { data: new Float32Array(0), shape: [0] }, {});
    nearTensor(
      tensor(runInNewContext("[[1, 2]]")),
      { data: Float32Array.of(1, 2), shape: [1, 2] },
      {},
    );
    nearTensor(
      tensor(runInNewContext("new Float32Array([1, 2])"), [1, 2]),
      { data: Float32Array.of(1, 2), shape: [1, 2] },
      {},
    );
    for (const nested of [
      [
        [1, 2],
        [3, 4],
      ],
      [1, 2, 3],
      [[[1], [2]]],
      [[], []],
      [],
    ])
      assert.deepEqual(toNested(tensor(/** @type {any} */ (nested))), nested);
    assert.equal(toNested({ data: Float32Array.of(3), shape: [] }), 3);
    throwsSaying(() => untyped.toNested([1]), "TypeError", /^toNested: /);
    throwsSaying(
      () => toNested({ data: Float32Array.of(3), shape: [2] }),
      "RangeError",
      /^toNested: /,
      /1/,
      /2/,
    );
  });

  it("load()", async () => {
    for (const [options, name, ...patterns] of /** @type {[any, string, ...RegExp[]][]} */ ([
      [{ variant: "SIMD" }, "RangeError", /variant/, /simd/, /scalar/, /js/],
      [{ variant: 3 }, "TypeError", /variant/],
      [{ varient: "js" }, "TypeError", /varient/, /variant/],
      [{ wasm: 3 }, "TypeError", /wasm/],
      [{ wasm: new Uint8Array(8), variant: "js" }, "TypeError", /wasm/, /js/],
      ["simd", "TypeError", /options/],
    ])) {
      await assert.rejects(untyped.load(options), (/** @type {Error} */ error) => {
        assert.equal(error.name, name);
        assert.match(error.message, /^load: /);
        for (const pattern of patterns) assert.match(error.message, pattern);
        return true;
      });
    }
    await assert.rejects(
      untyped.load({ wasm: new Response("", { status: 404, statusText: "Not Found" }) }),
      /load: the given Response answered 404 Not Found/,
    );
    const engine = /** @type {any} */ (globalThis),
      { WebAssembly: known } = engine;
    delete engine.WebAssembly;
    try {
      await assert.rejects(load({ wasm: new Uint8Array(8) }), {
        name: "Error",
        message: "load: the option wasm needs WebAssembly, which this engine lacks",
      });
    } finally {
      engine.WebAssembly = known;
    }
    // Bytes that are no module, and a module that is not ours, are refused; then load() still works.
    for (const [wasm, message] of /** @type {[any, string][]} */ ([
      [Uint8Array.of(1, 2, 3), "wasm is not a WebAssembly module: it begins with 01 02 03"],
      [new ArrayBuffer(0), "wasm is not a WebAssembly module: it begins with nothing"],
      [
        new Blob(["<!doctype html>"]),
        "the file is not a WebAssembly module: it begins with 3c 21 64 6f",
      ],
      [
        new Response("<!doctype html>"),
        "the given Response is not a WebAssembly module: it begins with 3c 21 64 6f",
      ],
    ]))
      await assert.rejects(load({ wasm }), {
        name: "TypeError",
        message: `load: ${message}, not 00 61 73 6d`,
      });
    await assert.rejects(
      load({ wasm: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0) }),
      /attention-wasm/,
    );
    for (const nothing of [
      undefined,
      null,
      {},
      { variant: null, wasm: null },
      { variant: "auto" },
    ]) {
      const attn = await untyped.load(nothing);
      assert.equal(attn.variant, "simd");
      attn.release();
    }
  });
});

// The pool: the bits of a single instance, the same errors, and what happens when a worker dies, when
// workers are refused, and at the end of the process.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { after, describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { createPool, load } from "attention-wasm";

import fc from "fast-check";

import { attentionDefinition } from "./definition.js";
import { drawn, filled, generator, nearTensor, sameBits, sizeOf } from "./support.js";

const attn = await load();
const root = fileURLToPath(new URL("../..", import.meta.url));
/** Node's own object, in which a test can replace the class. @type {any} */
const threads = createRequire(import.meta.url)("node:worker_threads");

/** @param {any} actual @param {any} expected */
function sameResult(actual, expected) {
  assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort());
  const parts = (/** @type {any} */ { present, ...rest }) =>
    Object.entries({ ...rest, ...present });
  const wanted = parts(expected);
  parts(actual).forEach(([name, part]) => {
    const want = wanted.find(([other]) => other === name)?.[1];
    assert.deepEqual(part.shape, want.shape, `shape of ${name}`);
    assert.ok(part.data instanceof Float32Array);
    sameBits(part.data, want.data, name);
  });
}

/** A mask of the sizes of a call, broadcast as `how` says. @param {number[]} full @param {string} how */
const maskShape = (full, how) =>
  full.slice(-how.length).map((length, axis) => (how[axis] === "1" ? 1 : length));

// Large enough that every call is cut, small enough that a hundred take seconds.
const someCall = fc.record({
  seed: fc.integer({ min: 1, max: 1e6 }),
  layout: fc.constantFrom("2", "3", "4", "packed"),
  b: fc.integer({ min: 1, max: 3 }),
  kv: fc.integer({ min: 1, max: 3 }),
  group: fc.integer({ min: 1, max: 3 }),
  n: fc.oneof(fc.constantFrom(64, 65, 128, 257, 260, 325), fc.integer({ min: 1, max: 400 })),
  m: fc.integer({ min: 150, max: 400 }),
  dK: fc.constantFrom(3, 8, 32),
  dV: fc.constantFrom(5, 16, 32),
  past: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 3, nil: undefined }),
  causal: fc.constantFrom(undefined, true, "bottom-right"),
  left: fc.option(fc.integer({ min: 0, max: 120 }), { nil: undefined }),
  lengths: fc.option(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 3 }), {
    freq: 3,
    nil: undefined,
  }),
  keep: fc.constantFrom(undefined, undefined, "1m", "nm", "hnm", "h1m", "b1nm", "bh11"),
  mask: fc.constantFrom(undefined, undefined, "m", "nm", "n1", "hnm", "bhnm", "b1nm"),
  results: fc.constantFrom(
    {},
    {},
    { method: "staged" },
    { weights: true },
    { weights: "mean" },
    { weights: true, scores: "scaled" },
    { scores: "masked" },
  ),
});

/** @param {any} call */
function expand({
  seed,
  layout,
  kv,
  group,
  b,
  n,
  m,
  dK,
  dV,
  past,
  causal,
  left,
  lengths,
  keep,
  mask,
  results,
}) {
  const packed = layout === "packed",
    withHeads = packed || layout === "4",
    batched = layout !== "2";
  if (!withHeads) kv = group = 1;
  const lead = batched ? [b] : [],
    next = generator(seed + 9),
    h = kv * group;
  const shape = (
    /** @type {number} */ heads,
    /** @type {number} */ rows,
    /** @type {number} */ size,
    own = packed,
  ) => (own ? [...lead, rows, heads * size] : [...lead, ...(withHeads ? [heads] : []), rows, size]);
  /** @type {Record<string, any>} */
  const options = { ...results, causal, ...(packed ? { heads: h, kvHeads: kv } : {}) };
  if (left !== undefined) options.window = { left };
  if (past !== undefined)
    options.past = {
      key: drawn(shape(kv, past, dK, false), seed + 4),
      value: drawn(shape(kv, past, dV, false), seed + 5),
    };
  const keys = m + (past ?? 0),
    full = [...lead, ...(withHeads ? [h] : []), n, keys];
  if (lengths)
    options.lengths = lengths
      .slice(0, batched ? b : 1)
      .map((/** @type {number} */ percent) => Math.round((percent * keys) / 100));
  if (mask && mask.length <= full.length)
    options.mask = filled(maskShape(full, mask), () => (next() < -0.6 ? -Infinity : 3 * next()));
  if (keep && keep.length <= full.length) {
    const sizes = maskShape(full, keep);
    options.keep = {
      data: Uint8Array.from({ length: sizeOf(sizes) }, () => Number(next() > -0.5)),
      shape: sizes,
    };
  }
  return {
    q: drawn(shape(h, n, dK), seed),
    k: drawn(shape(kv, m, dK), seed + 1),
    v: drawn(shape(kv, m, dV), seed + 2),
    options,
  };
}

for (const workers of [1, 2, 3, 5]) {
  describe(`pool of ${workers}`, () => {
    const pool = createPool({ workers });
    after(() => pool.release());

    it("gives the bits of a single instance, whatever is asked", async () => {
      const property = fc.asyncProperty(someCall, async (call) => {
        const { q, k, v, options } = expand(call);
        sameResult(await pool.attention(q, k, v, options), attn.attention(q, k, v, options));
      });
      await fc.assert(property, { numRuns: 80, seed: workers, includeErrorInReport: true });
    });

    it("gives the bits of a single layer, whatever is asked", async () => {
      const someLayer = fc.record({
        call: someCall,
        size: fc.constantFrom(3, 8, 16),
        ours: fc.boolean(),
        appended: fc.boolean(),
        zero: fc.boolean(),
        cross: fc.constantFrom("self", "key", "key and value"),
      });
      const property = fc.asyncProperty(
        someLayer,
        async ({ call, size, ours, appended, zero, cross }) => {
          const { seed, b, kv, group, n } = call,
            h = kv * group,
            d = h * size + (ours ? 5 : 0), // W_Q need not be square
            m = cross === "self" ? n : call.m;
          const batched = call.layout !== "2",
            lead = batched ? [b] : [];
          const widthK = cross === "self" ? d : 7,
            widthV = cross === "key and value" ? 10 : widthK;
          const dV = ours ? size + 1 : size;
          const parameters = ours
            ? {
                W_Q: drawn([d, h * size], 11),
                W_K: drawn([widthK, kv * size], 12),
                W_V: drawn([widthV, kv * dV], 13),
                W_O: drawn([h * dV, d], 14),
                b_Q: drawn([h * size], 15),
                b_V: drawn([kv * dV], 16),
                b_O: drawn([d], 17),
              }
            : {
                q_proj_weight: drawn([d, d], 11),
                k_proj_weight: drawn([kv * size, widthK], 12),
                v_proj_weight: drawn([kv * size, widthV], 13),
                "out_proj.weight": drawn([d, d], 14),
                in_proj_bias: drawn([d + 2 * kv * size], 15),
              };
          if (appended)
            Object.assign(parameters, {
              bias_k: drawn([kv * size], 18),
              bias_v: drawn([kv * dV], 19),
            });
          const settings = { d, heads: h, kvHeads: kv, addZeroAttention: zero, parameters };
          const expanded = expand({
            ...call,
            layout: batched ? "4" : "2",
            dK: size,
            dV,
            m,
            mask: call.mask?.slice(-2),
            keep: call.keep?.slice(-2),
          });
          const { past, ...options } = expanded.options;
          if (past) {
            const rows = call.past ?? 0;
            options.past = {
              key: drawn([...lead, kv, rows, size], seed + 6),
              value: drawn([...lead, kv, rows, dV], seed + 7),
            };
          }
          const x = drawn([...lead, n, d], seed + 1);
          if (cross !== "self") options.key = drawn([...lead, m, widthK], seed + 2);
          if (cross === "key and value") options.value = drawn([...lead, m, widthV], seed + 3);
          const one = attn.multiHead(settings),
            many = pool.multiHead(settings);
          assert.equal(many.parameterCount, one.parameterCount);
          sameResult(await many.forward(x, options), one.forward(x, options));
          one.release();
          many.release();
          await assert.rejects(many.forward(x, options), /released/);
        },
      );
      await fc.assert(property, { numRuns: 40, seed: workers, includeErrorInReport: true });
    });

    it("agrees with the definition", async () => {
      const [q, k, v] = [
        drawn([2, 3, 200, 16], 1),
        drawn([2, 3, 180, 16], 2),
        drawn([2, 3, 180, 8], 3),
      ];
      const options = { causal: "bottom-right", softcap: 2 };
      const { output } = await pool.attention(q, k, v, /** @type {any} */ (options));
      const expected = attentionDefinition(q, k, v, options).output;
      nearTensor(output, expected, { abs: expected.error }, "output");
    });

    it("computes many calls at once, each with its own result", async () => {
      const inputs = Array.from({ length: 12 }, (_, index) =>
        drawn([1, 2, 30 * index, 16], index + 1),
      );
      const results = await Promise.all(inputs.map((x) => pool.attention(x, x, x)));
      results.forEach((result, index) =>
        sameResult(result, attn.attention(inputs[index], inputs[index], inputs[index])),
      );
    });

    it("copies its inputs at once, writes into out, and takes nested arrays and shared memory", async () => {
      const q = drawn([1, 2, 300, 16], 1),
        expected = attn.attention(q, q, q);
      const pending = pool.attention(q, q, q);
      q.data.fill(7);
      sameResult(await pending, expected);
      const x = drawn([1, 2, 300, 16], 1),
        room = new Float32Array(x.data.length + 2),
        out = room.subarray(1, -1);
      const result = await pool.attention(x, x, x, { out });
      assert.equal(result.output.data, out);
      sameBits(out, expected.output.data);
      const shared = {
        data: new Float32Array(new SharedArrayBuffer(x.data.byteLength)),
        shape: x.shape,
      };
      shared.data.set(x.data);
      sameResult(await pool.attention(shared, shared, shared), expected);
      assert.equal(shared.data.length, x.data.length);
      sameResult(
        await pool.attention(
          [[1, 2]],
          [
            [3, 4],
            [5, 6],
          ],
          [[1], [2]],
        ),
        attn.attention(
          [[1, 2]],
          [
            [3, 4],
            [5, 6],
          ],
          [[1], [2]],
        ),
      );
    });

    it("sizes of 0 are legal", async () => {
      for (const [b, h, n, m] of /** @type {[number, number, number, number][]} */ ([
        [0, 2, 3, 3],
        [2, 0, 3, 3],
        [2, 2, 0, 3],
        [2, 2, 3, 0],
      ])) {
        const [q, k, v] = [drawn([b, h, n, 4]), drawn([b, h, m, 4]), drawn([b, h, m, 5])];
        sameResult(
          await pool.attention(q, k, v, { weights: true }),
          attn.attention(q, k, v, { weights: true }),
        );
      }
    });
  });
}

describe("errors of a pool", () => {
  const pool = createPool({ workers: 2 });
  after(() => pool.release());

  /** @param {() => unknown} body */
  const thrownBy = (body) => {
    try {
      body();
    } catch (error) {
      return /** @type {Error} */ (error);
    }
    throw new Error("nothing was thrown");
  };

  it("are those of a single instance", async () => {
    const q = drawn([2, 4]),
      k = drawn([3, 4]);
    const wrong = [
      [q, drawn([3, 5]), k],
      [q, k, drawn([2, 4])],
      [q, k, k, { softcap: -1 }],
      [q, k, k, { causal: "left" }],
      [q, k, k, { mask: drawn([7, 7]) }],
      [q, k, k, { method: "fused", weights: true }],
      [q, k, k, { colour: 1 }],
      [q, k, { data: new Float64Array(12), shape: [3, 4] }],
      [[[1], [2, 3]], k, k],
      [],
    ];
    for (const call of /** @type {any[][]} */ (wrong)) {
      const expected = thrownBy(() => /** @type {any} */ (attn.attention)(...call));
      const actual = await /** @type {any} */ (pool.attention)(...call).then(
        () => assert.fail("it was accepted"),
        (/** @type {Error} */ error) => error,
      );
      assert.equal(actual.constructor, expected.constructor);
      assert.equal(actual.message, expected.message);
    }
    const parameters = {
      W_Q: drawn([4, 4]),
      W_K: drawn([4, 4]),
      W_V: drawn([4, 4]),
      W_O: drawn([4, 4]),
    };
    const bad = /** @type {any} */ ({ d: 4, heads: 3, parameters });
    assert.equal(
      thrownBy(() => pool.multiHead(bad)).message,
      thrownBy(() => attn.multiHead(bad)).message,
    );
    const layer = pool.multiHead({ d: 4, heads: 2, parameters }),
      single = attn.multiHead({ d: 4, heads: 2, parameters });
    const expected = thrownBy(() => single.forward(drawn([2, 5])));
    await assert.rejects(layer.forward(drawn([2, 5])), {
      name: expected.name,
      message: expected.message,
    });
  });

  it("each build gives the same bits, and one that there is none of is refused", async () => {
    const q = drawn([4, 8], 7);
    for (const variant of /** @type {const} */ (["auto", "simd", "scalar", "js"])) {
      const other = createPool({ workers: 1, variant });
      sameResult(await other.attention(q, q, q), attn.attention(q, q, q));
      await other.release();
    }
    assert.throws(() => createPool(/** @type {any} */ ({ variant: "fast" })), RangeError);
  });

  it("wrong numbers of workers are refused", () => {
    for (const workers of [0, -1, 1.5, NaN])
      assert.throws(() => createPool({ workers }), RangeError);
    assert.throws(() => createPool(/** @type {any} */ ({ workers: "two" })), TypeError);
    assert.throws(
      () => createPool(/** @type {any} */ ({ threads: 2 })),
      /there is no option threads/,
    );
  });

  it("a call that needs more memory than a module has rejects, and the pool works on", async () => {
    const q = drawn([40000, 1]);
    await assert.rejects(
      pool.attention(q, q, q, {
        weights: "mean",
        scores: "masked",
        keep: { data: new Uint8Array(1).fill(1), shape: [1] },
      }),
      (error) => {
        assert.ok(error instanceof RangeError, String(error));
        assert.match(error.message, /memory/);
        return true;
      },
    );
    const x = drawn([1, 2, 100, 8]);
    sameResult(await pool.attention(x, x, x), attn.attention(x, x, x));
  });

  it("after release every call rejects, and so do those that wait", async () => {
    const other = createPool({ workers: 2 }),
      x = drawn([1, 8, 512, 16]);
    const parameters = {
      W_Q: drawn([4, 4]),
      W_K: drawn([4, 4]),
      W_V: drawn([4, 4]),
      W_O: drawn([4, 4]),
    };
    const layer = other.multiHead({ d: 4, heads: 2, parameters });
    await other.attention(x, x, x);
    const waiting = [other.attention(x, x, x), other.attention(x, x, x)].map((call) =>
      assert.rejects(call, /released/),
    );
    await other.release();
    await Promise.all(waiting);
    await assert.rejects(other.attention(x, x, x), /released/);
    await assert.rejects(layer.forward(drawn([2, 4])), /released/);
    assert.throws(() => other.multiHead({ d: 4, heads: 2, parameters }), /released/);
    await other.release();
    layer.release();
    // Released before its workers have started.
    const early = createPool({ workers: 2 }),
      call = assert.rejects(early.attention(x, x, x), /released/);
    await early.release();
    await call;
  });
});

describe("workers of a pool", () => {
  it("one that dies rejects what it had to do, and is replaced", async () => {
    const Original = threads.Worker;
    /** @type {any[]} */
    const started = [];
    threads.Worker = class extends Original {
      /** @param {any[]} given */
      constructor(...given) {
        super(...given);
        started.push(this);
      }
    };
    try {
      const pool = createPool({ workers: 2 }),
        x = drawn([1, 8, 400, 16], 1),
        expected = attn.attention(x, x, x);
      const long = drawn([1, 8, 3000, 16], 1); // computed for much longer than a worker takes to die
      const square = () => drawn([16, 16], 3, 0.3);
      const settings = {
        d: 16,
        heads: 4,
        parameters: { W_Q: square(), W_K: square(), W_V: square(), W_O: square() },
      };
      const layer = pool.multiHead(settings),
        y = drawn([300, 16], 2),
        joined = attn.multiHead(settings).forward(y);
      sameResult(await pool.attention(x, x, x), expected);
      sameResult(await layer.forward(y), joined);
      assert.equal(started.length, 2);
      for (let round = 0; round < 3; round++) {
        const pending = pool.attention(long, long, long);
        await new Promise((resolve) => setTimeout(resolve));
        started[started.length - 1].terminate();
        await assert.rejects(
          pending,
          /createPool: the worker died .* before its part of the call was computed/,
        );
        sameResult(await pool.attention(x, x, x), expected);
        sameResult(await layer.forward(y), joined);
        assert.equal(started.length, 3 + round);
      }
      // While nothing is computed, nobody notices.
      await Promise.all(started.map((worker) => worker.terminate()));
      sameResult(await layer.forward(y), joined);
      await pool.release();
    } finally {
      threads.Worker = Original;
    }
  });

  it("refused, the calling thread computes", async () => {
    const Original = threads.Worker;
    const silent = class extends Original {
      /** @param {string} _source @param {any} options */
      constructor(_source, options) {
        super("throw new Error('not here')", options);
      }
    };
    const refusing = class {
      constructor() {
        throw new Error("workers are refused here");
      }
    };
    for (const Refused of [refusing, silent]) {
      threads.Worker = Refused;
      try {
        const pool = createPool({ workers: 3 }),
          x = drawn([1, 8, 300, 16], 1);
        sameResult(await pool.attention(x, x, x), attn.attention(x, x, x));
        assert.equal(pool.workers, 0);
        const square = () => drawn([16, 16], 3, 0.3);
        const settings = {
          d: 16,
          heads: 4,
          parameters: { W_Q: square(), W_K: square(), W_V: square(), W_O: square() },
        };
        const y = drawn([300, 16], 2),
          layer = pool.multiHead(settings);
        sameResult(await layer.forward(y), attn.multiHead(settings).forward(y));
        layer.release();
        // Few rows and much to read: heads are shared out, and mixed afterwards.
        const wide = pool.multiHead(settings),
          read = drawn([20000, 16], 4);
        sameResult(
          await wide.forward(drawn([2, 16], 5), { key: read, value: read }),
          attn.multiHead(settings).forward(drawn([2, 16], 5), { key: read, value: read }),
        );
        wide.release();
        const q = drawn([2, 4]);
        await assert.rejects(pool.attention(q, drawn([3, 5]), drawn([3, 5])), /d_k/);
        await pool.release();
        await assert.rejects(pool.attention(q, q, q), /released/);
      } finally {
        threads.Worker = Original;
      }
    }
  });

  it("are Node's, also where another library has made them global", async () => {
    const all = /** @type {any} */ (globalThis);
    const before = all.Worker;
    all.Worker = threads.Worker;
    try {
      const pool = createPool({ workers: 2 });
      const x = drawn([1, 8, 300, 16], 1);
      sameResult(await pool.attention(x, x, x), attn.attention(x, x, x));
      assert.equal(pool.workers, 2);
      await pool.release();
    } finally {
      all.Worker = before;
    }
  });

  it("do not keep the process alive, and are waited for while they compute", () => {
    const program = `
      import { createPool } from "attention-wasm";
      const pool = createPool({ workers: 2 });
      const x = { data: new Float32Array(4 * 300 * 16).fill(0.1), shape: [1, 4, 300, 16] };
      pool.attention(x, x, x).then(({ output }) => console.log("computed", output.data.length));
      process.on("exit", () => console.log("ended"));`;
    const idle =
      'import { createPool } from "attention-wasm"; createPool({ workers: 2 }); console.log("ended");';
    for (const [text, expected] of [
      [program, "computed 19200\nended\n"],
      [idle, "ended\n"],
    ]) {
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        ["--input-type=module", "-e", text],
        { cwd: root, encoding: "utf8", timeout: 60_000 },
      );
      assert.equal(stdout, expected, stderr);
      assert.equal(status, 0, stderr);
    }
    const required =
      'const { createPool } = require("attention-wasm"); createPool({ workers: 2 }).attention([[1]], [[1]], [[2]]).then(({ output }) => console.log(output.data[0]));';
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", required], {
      cwd: root,
      encoding: "utf8",
      timeout: 60_000,
    });
    assert.equal(stdout, "2\n", stderr);
  });
});

describe("a call that is given up", () => {
  const pool = createPool({ workers: 2 });
  after(() => pool.release());
  const small = drawn([2, 4]);
  // Seconds of work on any machine: the pool has to be free long before.
  const long = filled([4, 16384, 64], 0.5);

  it("is not begun where the signal is aborted already", async () => {
    const reason = new Error("too late");
    const signal = AbortSignal.abort(reason);
    let read = false;
    const q = /** @type {any} */ ({
      get data() {
        read = true;
        return small.data;
      },
      shape: small.shape,
    });
    await assert.rejects(pool.attention(q, small, small, { signal }), (error) => error === reason);
    const parameters = {
      W_Q: drawn([4, 4]),
      W_K: drawn([4, 4]),
      W_V: drawn([4, 4]),
      W_O: drawn([4, 4]),
    };
    const layer = pool.multiHead({ d: 4, heads: 2, parameters });
    await assert.rejects(layer.forward(q, { signal }), (error) => error === reason);
    assert.equal(read, false);
    layer.release();
  });

  it("rejects with the signal's reason and frees its workers", async () => {
    await pool.attention(small, small, small);
    for (const reason of [new Error("enough"), undefined]) {
      const controller = new AbortController(),
        out = new Float32Array(long.data.length).fill(7);
      const begun = performance.now();
      const given = pool.attention(long, long, long, { signal: controller.signal, out });
      const waiting = pool.attention(small, small, small);
      setTimeout(() => controller.abort(reason), 20);
      await assert.rejects(given, (error) => error === controller.signal.reason);
      // What waited behind it, and what comes after, is computed.
      const expected = attn.attention(small, small, small);
      sameResult(await waiting, expected);
      sameResult(await pool.attention(small, small, small), expected);
      assert.ok(performance.now() - begun < 3_000, `after ${performance.now() - begun} ms`);
      assert.ok(
        out.every((value) => value === 7),
        "out was written to",
      );
    }
  });

  it("also while a layer computes, and is not disturbed by an abort after its end", async () => {
    const d = 64;
    const parameters = {
      ...{ W_Q: drawn([d, d], 1, 0.1), W_K: drawn([d, d], 2, 0.1) },
      ...{ W_V: drawn([d, d], 3, 0.1), W_O: drawn([d, d], 4, 0.1) },
    };
    const settings = { d, heads: 4, parameters };
    const layer = pool.multiHead(settings),
      controller = new AbortController();
    const given = layer.forward(long, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await assert.rejects(given, { name: "AbortError" });
    const x = drawn([1, 70, d]),
      late = new AbortController();
    const result = await layer.forward(x, { signal: late.signal });
    late.abort();
    const single = attn.multiHead(settings);
    sameResult(result, single.forward(x));
    sameResult(await layer.forward(x), single.forward(x));
    single.release();
    layer.release();
  });

  it("takes nothing else for a signal", async () => {
    for (const signal of /** @type {any[]} */ (["now", {}, 3, true]))
      await assert.rejects(pool.attention(small, small, small, { signal }), {
        name: "TypeError",
        message: /^attention: signal must be an AbortSignal/,
      });
    await pool.attention(small, small, small, { signal: null });
  });
});

it("no size of nothing keeps a pool busy", async () => {
  const pool = createPool({ workers: 2 });
  const wide = { data: new Float32Array(0), shape: [2 ** 40, 0] };
  const { output } = await pool.attention(wide, wide, wide);
  assert.deepEqual(output, { data: new Float32Array(0), shape: [2 ** 40, 0] });
  assert.deepEqual(attn.attention(wide, wide, wide).output.shape, [2 ** 40, 0]);
  const many = { data: new Float32Array(0), shape: [2 ** 40, 0, 4] };
  for (const weights of [false, true]) {
    const result = await pool.attention(many, many, many, { weights });
    assert.deepEqual(result.output.shape, many.shape);
    sameResult(result, attn.attention(many, many, many, { weights }));
  }
  await pool.release();
});

it("where there are no timers a pool computes on the calling thread, and leaves no rejection", async () => {
  const kept = globalThis.setInterval,
    x = drawn([600, 32]);
  /** @type {unknown[]} */
  const unheard = [];
  const hear = (/** @type {unknown} */ error) => unheard.push(error);
  process.on("unhandledRejection", hear);
  try {
    // As in a context of node:vm, and in shadow realms.
    Reflect.deleteProperty(globalThis, "setInterval");
    const pool = createPool({ workers: 2 });
    sameResult(await pool.attention(x, x, x), attn.attention(x, x, x));
    await pool.release();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    globalThis.setInterval = kept;
    process.off("unhandledRejection", hear);
  }
  assert.deepEqual(unheard, []);
});

it("the workers of a pool that nobody holds any more are ended", async () => {
  setFlagsFromString("--expose-gc");
  const collect = /** @type {() => void} */ (runInNewContext("gc"));
  const { Worker } = threads;
  let running = 0;
  threads.Worker = class extends Worker {
    /** @param {any} file @param {any} options */
    constructor(file, options) {
      super(file, options);
      running++;
      this.on("exit", () => running--);
    }
  };
  try {
    const use = async () => {
      const pool = createPool({ workers: 2 }),
        x = drawn([2, 200, 8]);
      const { W_Q, W_K, W_V, W_O } = Object.fromEntries(
        ["W_Q", "W_K", "W_V", "W_O"].map((name, at) => [name, drawn([8, 8], at)]),
      );
      const layer = pool.multiHead({ d: 8, heads: 2, parameters: { W_Q, W_K, W_V, W_O } });
      await Promise.all([pool.attention(x, x, x), layer.forward(x)]);
      assert.equal(running, 2);
    };
    await use();
    // A pool in the middle of a call is not lost: its result comes.
    const x = drawn([600, 32]);
    const result = createPool({ workers: 1 }).attention(x, x, x);
    collect();
    assert.deepEqual((await result).output.shape, [600, 32]);
    for (let turn = 0; turn < 200 && running > 0; turn++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal(running, 0);
  } finally {
    threads.Worker = Worker;
  }
});

it("the queries of a layer of one head are shared out", async () => {
  const names = ["W_Q", "W_K", "W_V", "W_O"];
  // More rows than columns, and fewer.
  for (const [n, d] of [
    [400, 8],
    [300, 320],
  ]) {
    const parameters = Object.fromEntries(names.map((name, at) => [name, drawn([d, d], at)]));
    const settings = { d, heads: 1, parameters: /** @type {any} */ (parameters) },
      pool = createPool({ workers: 3 });
    const x = drawn([n, d], 5),
      key = drawn([n + 7, d], 6);
    const [many, one] = [pool.multiHead(settings), attn.multiHead(settings)];
    sameResult(await many.forward(x), one.forward(x));
    sameResult(
      await many.forward(x, { key, weights: true }),
      one.forward(x, { key, weights: true }),
    );
    await pool.release();
  }
});

it("no row of a layer's last projection is computed twice", async () => {
  const { Worker } = threads;
  let rows = 0;
  threads.Worker = class extends Worker {
    /** @param {any} content @param {any} transfer */
    postMessage(content, transfer) {
      for (const call of content.message?.calls ?? [])
        if (call.kind === "project") rows += call.rows;
      super.postMessage(content, transfer);
    }
  };
  try {
    const pool = createPool({ workers: 2 }),
      names = ["W_Q", "W_K", "W_V", "W_O"];
    const parameters = Object.fromEntries(
      names.map((name, at) => [name, drawn([256, 256], at, 0.1)]),
    );
    const settings = { d: 256, heads: 2, parameters: /** @type {any} */ (parameters) },
      x = drawn([200, 256], 5);
    sameResult(await pool.multiHead(settings).forward(x), attn.multiHead(settings).forward(x));
    assert.equal(rows, 200);
    await pool.release();
  } finally {
    threads.Worker = Worker;
  }
});

it("a call that is given up takes nothing from another", async () => {
  const { Worker } = threads;
  let sent = 0,
    then = () => {};
  threads.Worker = class extends Worker {
    /** @param {any} message @param {any} transfer */
    postMessage(message, transfer) {
      super.postMessage(message, transfer);
      if (message.message && ++sent > 4) then();
    }
  };
  try {
    const pool = createPool({ workers: 1 }),
      small = drawn([4, 4]),
      large = drawn([1, 8, 600, 32]), // four messages
      abort = new AbortController();
    await pool.attention(small, small, small);
    sent = 0;
    then = () => abort.abort(); // as soon as the second call is on its way
    const first = pool.attention(large, large, large),
      second = pool.attention(small, small, small, { signal: abort.signal });
    await assert.rejects(second, { name: "AbortError" });
    sameResult(await first, attn.attention(large, large, large));
    assert.equal(sent, 5);
    await pool.release();
  } finally {
    threads.Worker = Worker;
  }
});

it("what goes wrong in a worker is said, with its kind, and the worker replaced", async () => {
  const { Worker } = threads;
  const failing = `require("node:worker_threads").parentPort.on("message", function ({ id, module }) {
    const error = { name: "TypeError", message: "out of order" };
    this.postMessage(module ? { id } : { id, error });
  })`;
  let made = 0;
  threads.Worker = class extends Worker {
    /** @param {any} source @param {any} options */
    constructor(source, options) {
      super(made++ === 0 ? failing : source, options);
    }
  };
  try {
    const pool = createPool({ workers: 1 }),
      x = drawn([4, 4]);
    await assert.rejects(pool.attention(x, x, x), {
      name: "Error",
      message: "createPool: a worker failed: TypeError: out of order",
    });
    sameResult(await pool.attention(x, x, x), attn.attention(x, x, x));
    assert.equal(made, 2);
    await pool.release();
  } finally {
    threads.Worker = Worker;
  }
});

it("a result for which there is no memory is an error, and the pool works on", async () => {
  const { Float32Array: Usual } = globalThis;
  const pool = createPool({ workers: 2 }),
    x = drawn([1, 8, 600, 32]),
    most = x.data.length;
  await pool.attention(x, x, x);
  const call = pool.attention(x, x, x);
  globalThis.Float32Array = new Proxy(Usual, {
    construct(target, values, own) {
      if (values[0] === most) throw new RangeError("Array buffer allocation failed");
      return Reflect.construct(target, values, own);
    },
  });
  try {
    await assert.rejects(call, { name: "RangeError", message: /^attention: .* memory/ });
  } finally {
    globalThis.Float32Array = Usual;
  }
  sameResult(await pool.attention(x, x, x), attn.attention(x, x, x));
  await pool.release();
});

it("a worker that was given up is replaced when the next call comes, not before", async () => {
  const { Worker } = threads;
  let made = 0;
  threads.Worker = class extends Worker {
    /** @param {any} file @param {any} options */
    constructor(file, options) {
      super(file, options);
      made++;
    }
  };
  try {
    const pool = createPool({ workers: 1 }),
      small = drawn([4, 4]),
      large = drawn([3000, 64]),
      abort = new AbortController();
    await pool.attention(small, small, small);
    const given = pool.attention(large, large, large, { signal: abort.signal });
    setTimeout(() => abort.abort(), 20);
    await assert.rejects(given, { name: "AbortError" });
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.equal(made, 1);
    await pool.attention(small, small, small);
    assert.equal(made, 2);
    await pool.release();
  } finally {
    threads.Worker = Worker;
  }
});

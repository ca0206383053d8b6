// The rows of the bench: what is compared with what, on which sizes, and what it has to reach. They
// run in Node and in a page alike; what only Node can measure is in tests/bench/node-rows.js.
import { alternate, median, rateRatio, ratio } from "./measure.js";
import { attentionLoops, definitionRow, layerLoops } from "./loops.js";
import {
  attentionModel,
  decodeModel,
  fixedKeysModel,
  layerModel,
  stagedModel,
} from "./onnx-model.js";

/** @typedef {import("./measure.js").Side} Side */
/** @typedef {import("./measure.js").Timing} Timing */
/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */

/**
 * What the rows work with.
 * @typedef {object} Context
 * @property {typeof import("attention-wasm")} library
 * @property {import("attention-wasm").Attention} attn
 * @property {any} ort onnxruntime-web, or null
 * @property {any} tf TensorFlow.js with its wasm backend, or null
 * @property {any} jax jax-js with its wasm backend, or null
 * @property {Side} ceiling
 * @property {Side[]} ceilings the same by shape of the tile
 * @property {(body: () => Promise<void>) => Promise<number>} memoryOf bytes of module memory that the body needs
 * @property {boolean} quick
 * @property {number} rounds
 */

/**
 * @typedef {object} Outcome
 * @property {Timing[]} timings
 * @property {string} value what was reached, in words
 * @property {boolean | null} met whether that is the target; null: there is none
 * @property {Record<string, number>} [figures] the numbers in value, for --json
 */

/**
 * @typedef {object} Row
 * @property {string} id what a filter matches @property {string} title
 * @property {string} target in words; "" for rows that only inform
 * @property {boolean} [long] left out with --quick
 * @property {(context: Context) => Promise<Outcome>} run
 */

// --- helpers -------------------------------------------------------------------------------------

/** Normally distributed numbers that are the same in every run.
 * @param {number[]} shape @param {number} seed @param {number} [size] @returns {Tensor} */
export function normal(shape, seed, size = 1) {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const data = new Float32Array(shape.reduce((product, length) => product * length, 1));
  for (let x = 0; x < data.length; x++)
    data[x] = size * Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  return { data, shape };
}

const TOLERANCE = 1e-5;

/** Throws unless the numbers agree: a wrong result is not timed.
 * @param {string} who @param {ArrayLike<number>} actual @param {ArrayLike<number>} expected */
function agree(who, actual, expected) {
  if (actual.length !== expected.length)
    throw new Error(`${who} gives ${actual.length} numbers, not ${expected.length}`);
  for (let x = 0; x < expected.length; x++) {
    if (!(Math.abs(actual[x] - expected[x]) <= TOLERANCE))
      throw new Error(`${who} is wrong: number ${x} is ${actual[x]}, not ${expected[x]}`);
  }
}

/** Compares some rows of an output (n, d) with the definition in float64.
 * @param {string} who @param {Float32Array} output @param {Tensor} q @param {Tensor} k @param {Tensor} v
 * @param {(i: number) => (j: number) => boolean} [reads] */
function agreeWithDefinition(who, output, q, k, v, reads) {
  const [n, d] = q.shape.slice(-2);
  const m = k.shape[k.shape.length - 2];
  for (const i of new Set([0, Math.floor(n / 3), n - 1])) {
    const expected = definitionRow(q.data, k.data, v.data, m, d, i, reads?.(i)).output;
    agree(`${who}, row ${i}`, output.subarray(i * d, (i + 1) * d), expected);
  }
}

/** @param {Context} context @param {Uint8Array} model */
const session = ({ ort }, model) =>
  ort.InferenceSession.create(model, { executionProviders: ["wasm"] });

/** @param {Context} context @param {Tensor} t @param {number[]} [shape] */
const ortTensor = ({ ort }, t, shape = t.shape) => new ort.Tensor("float32", t.data, shape);

/** Calls a peer once, compares, and makes it a side.
 * @param {string} name @param {() => any} run @param {(result: any) => ArrayLike<number>} read
 * @param {ArrayLike<number>} expected @param {Partial<Side>} [more] @returns {Promise<Side>} */
async function peer(name, run, read, expected, more) {
  agree(name, read(await run()), expected);
  return { name, run, ...more };
}

const OURS = "attention-wasm";
const ORT = "onnxruntime-web";
const TF = "TensorFlow.js";
const JAX = "jax-js";
const LOOPS = "plain loops";
const COPY = "the weights into new memory";

/** @param {number} value @param {number} [digits] */
const fixed = (value, digits = 2) => value.toFixed(digits);

/** @param {Timing[]} timings @param {string} name */
function timingOf(timings, name) {
  const timing = timings.find((other) => other.name === name);
  if (!timing) throw new Error(`${name} is not among the sides`);
  return timing;
}

/** @param {number} n @param {number} m @param {number} d */
const flopsOf = (n, m, d) => 4 * n * m * d;

/** @param {Context} context @param {Tensor} q @param {Tensor} k @param {Tensor} v */
const tfAttention = ({ tf }, q, k, v, scale = 1 / Math.sqrt(q.shape[q.shape.length - 1])) =>
  tf.tidy(() => {
    const [a, b, c] = [q, k, v].map(({ data, shape }) => tf.tensor(data, shape));
    return tf.matMul(tf.softmax(tf.matMul(tf.mul(a, scale), b, false, true)), c).dataSync();
  });

/** jax-js's own attention, compiled, as a function of the three inputs that gives the output.
 * @param {Context} context @param {Tensor[]} inputs (n, d) */
function jaxAttention({ jax }, inputs) {
  const compiled = jax.jit((/** @type {any} */ a, /** @type {any} */ b, /** @type {any} */ c) =>
    jax.nn.dotProductAttention(a, b, c),
  );
  return () => {
    const [a, b, c] = inputs.map(({ data, shape: [rows, d] }) =>
      jax.numpy.array(data).reshape([rows, 1, d]),
    );
    return compiled(a, b, c).dataSync();
  };
}

// --- rows ----------------------------------------------------------------------------------------

/** @param {number} n @returns {Row} */
const fused = (n) => ({
  id: `fused-${n}`,
  title: `fused, n = ${n}, d_k = 64`,
  target: `1.6 × ${ORT}; goal 1.75 × and 0.9 of the tile ceiling`,
  long: n > 1024,
  async run(context) {
    const { attn, ort, tf, jax, ceiling, rounds } = context;
    const d = 64;
    const [q, k, v] = [normal([n, d], 1), normal([n, d], 2), normal([n, d], 3)];
    const flops = flopsOf(n, n, d);
    const { data } = attn.attention(q, k, v).output;
    agreeWithDefinition(OURS, data, q, k, v);
    /** @type {Side[]} */
    const sides = [{ name: OURS, run: () => attn.attention(q, k, v), flops }];
    if (ort) {
      const model = await session(context, attentionModel(n, n, 1, d));
      const run = () =>
        model.run({
          q: ortTensor(context, q, [1, n, d]),
          k: ortTensor(context, k, [1, n, d]),
          v: ortTensor(context, v, [1, n, d]),
        });
      sides.push(await peer(ORT, run, ({ output }) => output.data, data, { flops }));
    }
    if (jax) {
      const run = jaxAttention(context, [q, k, v]);
      sides.push(await peer(JAX, run, (result) => result, data, { flops }));
    }
    if (tf) {
      const run = () => tfAttention(context, q, k, v);
      sides.push(await peer(TF, run, (result) => result, data, { flops, slow: n > 1000 }));
    }
    const loops = () => attentionLoops(q.data, k.data, v.data, n, n, d);
    sides.push(await peer(LOOPS, loops, (result) => result, data, { flops, slow: true }));
    sides.push(ceiling);
    const timings = await alternate(sides, { rounds });
    const ours = timingOf(timings, OURS);
    const ofCeiling = rateRatio(ours, timingOf(timings, ceiling.name));
    const speed = ort ? ratio(timingOf(timings, ORT), ours) : NaN;
    const besideJax = jax ? ratio(timingOf(timings, JAX), ours) : NaN;
    return {
      timings,
      value: `${ort ? `${fixed(speed)} × ${ORT}, ` : ""}${jax ? `${fixed(besideJax)} × ${JAX}, ` : ""}${fixed(ofCeiling)} of the tile ceiling`,
      met: ort ? speed >= 1.6 : null,
      figures: { speed, ofCeiling, ...(jax && { besideJax }) },
    };
  },
});

/** @param {number} n @returns {Row} */
const long = (n) => ({
  id: `fused-${n}`,
  title: `fused, n = ${n} (${ORT} fails), against n = 1024`,
  target: "the GFLOP/s of n = 1024, within 10 %",
  long: n > 10000,
  async run({ attn, rounds }) {
    const d = 64;
    const make = (/** @type {number} */ size) => {
      const [q, k, v] = [normal([size, d], 1), normal([size, d], 2), normal([size, d], 3)];
      agreeWithDefinition(OURS, attn.attention(q, k, v).output.data, q, k, v);
      return {
        name: `n = ${size}`,
        run: () => attn.attention(q, k, v),
        flops: flopsOf(size, size, d),
      };
    };
    const sides = [make(1024), make(n)];
    const timings = await alternate(sides, { rounds: n > 10000 ? 3 : Math.min(rounds, 8) });
    const kept = rateRatio(timings[1], timings[0]);
    return { timings, value: `${fixed(kept)} of its GFLOP/s`, met: kept >= 0.9, figures: { kept } };
  },
});

/** The time of a call with fewer keys to read, as a part of the time of the whole.
 * @param {string} id @param {string} title @param {number} n @param {Record<string, any>} options
 * @param {(i: number) => (j: number) => boolean} reads @param {number} most @returns {Row} */
const partly = (id, title, n, options, reads, most) => ({
  id,
  title,
  target: `at most ${most} of the full time`,
  long: n === 4096,
  async run({ attn, rounds }) {
    const d = 64;
    const [q, k, v] = [normal([n, d], 1), normal([n, d], 2), normal([n, d], 3)];
    agreeWithDefinition(OURS, attn.attention(q, k, v, options).output.data, q, k, v, reads);
    const sides = [
      { name: "full", run: () => attn.attention(q, k, v), flops: flopsOf(n, n, d) },
      { name: id.replace(/-.*/, ""), run: () => attn.attention(q, k, v, options) },
    ];
    const timings = await alternate(sides, { rounds: Math.min(rounds, n > 4000 ? 5 : 15) });
    const part = ratio(timings[1], timings[0]);
    return { timings, value: `${fixed(part, 3)} of it`, met: part <= most, figures: { part } };
  },
});

/** @type {Row} */
const staged = {
  id: "staged-1024",
  title: "staged with weights, n = 1024, against fused",
  target: "at most 1.3 × the fused time; goal 1.25 ×",
  async run(context) {
    const { attn, ort, rounds } = context;
    const [n, d] = [1024, 64];
    const [q, k, v] = [normal([n, d], 1), normal([n, d], 2), normal([n, d], 3)];
    const flops = flopsOf(n, n, d);
    const options = { weights: true };
    const ours = /** @type {any} */ (attn.attention(q, k, v, options));
    agreeWithDefinition(OURS, ours.output.data, q, k, v);
    for (const i of [0, n - 1]) {
      const { weights } = definitionRow(q.data, k.data, v.data, n, d, i);
      agree(`${OURS}, weights`, ours.weights.data.subarray(i * n, (i + 1) * n), weights);
    }
    /** @type {Side[]} */
    const sides = [
      { name: "fused", run: () => attn.attention(q, k, v), flops },
      { name: "staged", run: () => attn.attention(q, k, v, options), flops },
    ];
    if (ort) {
      const model = await session(context, stagedModel(n, n, d));
      const run = () =>
        model.run({ q: ortTensor(context, q), k: ortTensor(context, k), v: ortTensor(context, v) });
      sides.push(await peer(ORT, run, ({ weights }) => weights.data, ours.weights.data, { flops }));
    }
    const loops = () => {
      const weights = new Float32Array(n * n);
      attentionLoops(q.data, k.data, v.data, n, n, d, weights);
      return weights;
    };
    sides.push(
      await peer(LOOPS, loops, (result) => result, ours.weights.data, { flops, slow: true }),
    );
    // What no way of computing them avoids: n × n numbers leave the module for memory that is new.
    const kept = new Float32Array(new WebAssembly.Memory({ initial: (4 * n * n) >> 16 }).buffer);
    sides.push({ name: COPY, run: () => new Float32Array(kept) });
    const timings = await alternate(sides, { rounds });
    const times = ratio(timings[1], timings[0]);
    const copied = ratio(timingOf(timings, COPY), timings[0]);
    return {
      timings,
      value: `${fixed(times)} × the fused time, ${fixed(copied)} of it the copy`,
      met: times <= 1.3,
      figures: { times, copied },
    };
  },
};

/** @param {number} n @returns {Row} */
const layer = (n) => ({
  id: `layer-${n}`,
  title: `layer, d = 512, h = 8, n = ${n}`,
  target: `1.5 × ${ORT}'s graph of MatMul and MultiHeadAttention; goal 1.6 ×`,
  async run(context) {
    const { attn, ort, tf, ceiling, rounds } = context;
    const [d, heads] = [512, 8];
    const matrix = (/** @type {number} */ seed) => normal([d, d], seed, 1 / Math.sqrt(d));
    const parameters = { W_Q: matrix(1), W_K: matrix(2), W_V: matrix(3), W_O: matrix(4) };
    const x = normal([1, n, d], 5);
    const flops = 8 * n * d * d + flopsOf(n, n, d);
    const made = attn.multiHead({ d, heads, parameters });
    const { data } = made.forward(x).output;
    /** @type {Side[]} */
    const sides = [{ name: OURS, run: () => made.forward(x), flops }];
    if (ort) {
      const model = await session(context, layerModel(n, d, heads, parameters));
      const run = () => model.run({ x: ortTensor(context, x) });
      sides.push(await peer(ORT, run, ({ output }) => output.data, data, { flops }));
    }
    /** @type {any[]} */
    const constants = tf ? Object.values(parameters).map((w) => tf.tensor(w.data, w.shape)) : [];
    if (tf) {
      const [wQ, wK, wV, wO] = constants;
      const run = () =>
        tf.tidy(() => {
          const input = tf.tensor(x.data, [n, d]);
          const split = (/** @type {any} */ w) =>
            tf.transpose(tf.reshape(tf.matMul(input, w), [n, heads, d / heads]), [1, 0, 2]);
          const [q, k, v] = [wQ, wK, wV].map(split);
          const scores = tf.matMul(tf.mul(q, 1 / Math.sqrt(d / heads)), k, false, true);
          const joined = tf.reshape(tf.transpose(tf.matMul(tf.softmax(scores), v), [1, 0, 2]), [
            n,
            d,
          ]);
          return tf.matMul(joined, wO).dataSync();
        });
      sides.push(await peer(TF, run, (result) => result, data, { flops }));
    }
    const loops = () => layerLoops(x.data, parameters, n, d, heads);
    sides.push(await peer(LOOPS, loops, (result) => result, data, { flops, slow: true }));
    sides.push(ceiling);
    const timings = await alternate(sides, { rounds });
    made.release();
    constants.forEach((constant) => constant.dispose());
    const speed = ort ? ratio(timingOf(timings, ORT), timings[0]) : NaN;
    const ofCeiling = rateRatio(timings[0], timingOf(timings, ceiling.name));
    return {
      timings,
      value: `${fixed(speed)} × ${ORT}, ${fixed(ofCeiling)} of the tile ceiling`,
      met: ort ? speed >= 1.5 : null,
      figures: { speed, ofCeiling },
    };
  },
});

/** @type {Row} */
const decode = {
  id: "decode-4096",
  title: "decoding step, h = 8, d_k = 64, m = 4096",
  target: `3 × ${ORT}; goal 12 GB/s of keys and values`,
  async run(context) {
    const { attn, ort, tf, rounds } = context;
    const [h, m, d] = [8, 4096, 64];
    const [q, k, v] = [normal([1, h, 1, d], 1), normal([1, h, m, d], 2), normal([1, h, m, d], 3)];
    const bytes = 4 * 2 * h * m * d;
    const cache = attn.keyValueCache({ kvHeads: h, d_k: d, d_v: d, capacity: m });
    cache.append(k, v);
    const { data } = cache.attention(q).output;
    const head = (/** @type {Tensor} */ t, /** @type {number} */ rows) => ({
      data: t.data.subarray(0, rows * d),
      shape: [rows, d],
    });
    agreeWithDefinition(OURS, data.subarray(0, d), head(q, 1), head(k, m), head(v, m));
    /** @type {Side[]} */
    const sides = [{ name: OURS, run: () => cache.attention(q), bytes }];
    const operator = `${ORT}, the operator alone`;
    if (ort) {
      const model = await session(context, decodeModel(h, m - 1, d));
      const rows = (
        /** @type {Tensor} */ t,
        /** @type {number} */ from,
        /** @type {number} */ to,
      ) => {
        const data = new Float32Array(h * (to - from) * d);
        for (let x = 0; x < h; x++) {
          data.set(t.data.subarray((x * m + from) * d, (x * m + to) * d), x * (to - from) * d);
        }
        return data;
      };
      const token = (/** @type {Float32Array} */ numbers) =>
        ortTensor(context, { data: numbers, shape: [1, 1, h * d] });
      const past = (/** @type {Float32Array} */ numbers) =>
        ortTensor(context, { data: numbers, shape: [1, h, m - 1, d] });
      const last = [rows(k, m - 1, m), rows(v, m - 1, m)];
      const before = [rows(k, 0, m - 1), rows(v, 0, m - 1)];
      const run = () =>
        model.run({
          q: token(q.data),
          k: token(last[0]),
          v: token(last[1]),
          past_key: past(before[0]),
          past_value: past(before[1]),
        });
      sides.push(await peer(ORT, run, ({ output }) => output.data, data, { bytes }));
      const fixedModel = await session(context, fixedKeysModel(h, d, { k, v }));
      const runFixed = () => fixedModel.run({ q: token(q.data) });
      sides.push(await peer(operator, runFixed, ({ output }) => output.data, data, { bytes }));
    }
    if (tf) {
      const [keys, values] = [k, v].map(({ data: numbers, shape }) => tf.tensor(numbers, shape));
      const run = () =>
        tf.tidy(() => {
          const scores = tf.matMul(tf.mul(tf.tensor(q.data, q.shape), 1 / 8), keys, false, true);
          return tf.matMul(tf.softmax(scores), values).dataSync();
        });
      sides.push(await peer(TF, run, (result) => result, data, { bytes }));
    }
    const loops = () => {
      const out = new Float32Array(h * d);
      for (let x = 0; x < h; x++) {
        const part = (/** @type {Tensor} */ t, /** @type {number} */ rows) =>
          t.data.subarray(x * rows * d, (x + 1) * rows * d);
        out.set(attentionLoops(part(q, 1), part(k, m), part(v, m), 1, m, d), x * d);
      }
      return out;
    };
    sides.push(await peer(LOOPS, loops, (result) => result, data, { bytes }));
    const timings = await alternate(sides, { rounds });
    cache.release();
    const speed = ort ? ratio(timingOf(timings, ORT), timings[0]) : NaN;
    const beside = ort ? ratio(timingOf(timings, operator), timings[0]) : NaN;
    const gigabytes = timings[0].rate ?? 0;
    return {
      timings,
      value: `${fixed(speed)} × ${ORT} (${fixed(beside)} × its operator alone), ${fixed(gigabytes, 1)} GB/s`,
      met: ort ? speed >= 3 : null,
      figures: { speed, beside, gigabytes },
    };
  },
};

/** @type {Row} */
const smallest = {
  id: "small-3x2",
  title: "a call on 3 × 2 inputs",
  target: "under 3 µs",
  async run(context) {
    const { attn, ort, tf, rounds } = context;
    const [q, k, v] = [normal([3, 2], 1), normal([3, 2], 2), normal([3, 2], 3)];
    const { data } = attn.attention(q, k, v).output;
    agreeWithDefinition(OURS, data, q, k, v);
    /** @type {Side[]} */
    const sides = [{ name: OURS, run: () => attn.attention(q, k, v) }];
    if (ort) {
      const model = await session(context, attentionModel(3, 3, 1, 2));
      const run = () =>
        model.run({
          q: ortTensor(context, q, [1, 3, 2]),
          k: ortTensor(context, k, [1, 3, 2]),
          v: ortTensor(context, v, [1, 3, 2]),
        });
      sides.push(await peer(ORT, run, ({ output }) => output.data, data));
    }
    if (tf) {
      sides.push(
        await peer(
          TF,
          () => tfAttention(context, q, k, v),
          (result) => result,
          data,
        ),
      );
    }
    const loops = () => attentionLoops(q.data, k.data, v.data, 3, 3, 2);
    sides.push(await peer(LOOPS, loops, (result) => result, data));
    const timings = await alternate(sides, { rounds });
    const micro = timings[0].least * 1000;
    return {
      timings,
      value: `${fixed(micro)} µs`,
      met: micro < 3,
      figures: { microseconds: micro },
    };
  },
};

// Calls as the lessons have them: heads, queries, keys, size of a key.
const SMALL = [
  ...[
    [1, 1, 1, 1],
    [1, 1, 4, 2],
    [1, 3, 3, 2],
    [1, 1, 8, 4],
    [1, 4, 4, 4],
    [1, 1, 16, 16],
    [1, 1, 16, 32],
    [1, 8, 8, 8],
  ],
  ...[
    [2, 1, 8, 4],
    [4, 4, 4, 4],
    [8, 1, 16, 8],
    [8, 8, 8, 8],
    [16, 1, 4, 1],
    [16, 2, 2, 1],
    [16, 1, 16, 8],
    [16, 8, 8, 4],
    [16, 16, 16, 32],
  ],
];

/** @type {Row} */
const small = {
  id: "small-shapes",
  title: "calls on the shapes of lessons, against plain loops",
  target: "nowhere more than 2 µs slower than plain loops",
  async run({ attn, rounds }) {
    const timings = [];
    const figures = /** @type {Record<string, number>} */ ({});
    /** @type {{ name: string, flops: number }[]} */
    const faster = [];
    let worst = -Infinity;
    for (const [h, n, m, d] of SMALL) {
      const [q, k, v] = [normal([h, n, d], 1), normal([h, m, d], 2), normal([h, m, d], 3)];
      const name = `h = ${h}, n = ${n}, m = ${m}, d_k = ${d}`;
      const part = (
        /** @type {Tensor} */ t,
        /** @type {number} */ head,
        /** @type {number} */ rows,
      ) => t.data.subarray(head * rows * d, (head + 1) * rows * d);
      // Heads as the axis of a batch, which is what loops know too: a result a head.
      const loops = () => {
        if (h === 1) return attentionLoops(q.data, k.data, v.data, n, m, d);
        const out = new Float32Array(h * n * d);
        for (let head = 0; head < h; head++)
          out.set(
            attentionLoops(part(q, head, n), part(k, head, m), part(v, head, m), n, m, d),
            head * n * d,
          );
        return out;
      };
      const { data } = attn.attention(q, k, v).output;
      const sides = [
        { name, run: () => attn.attention(q, k, v) },
        await peer(`${name}, ${LOOPS}`, loops, (result) => result, data),
      ];
      const [ours, theirs] = await alternate(sides, { rounds: Math.min(rounds, 6), sample: 25 });
      const slower = 1000 * median(ours.samples.map((time, at) => time - theirs.samples[at]));
      figures[`${name}: calls/s`] = 1000 / ours.least;
      figures[`${name}: µs beyond loops`] = slower;
      worst = Math.max(worst, slower);
      if (slower < 0) faster.push({ name, flops: h * n * m * d });
      timings.push(ours, theirs);
    }
    const [least] = faster.sort((a, b) => a.flops - b.flops);
    return {
      timings,
      value: `at most ${fixed(worst)} µs beyond plain loops; faster from ${least ? least.name : "none of these"} on`,
      met: worst <= 2,
      figures,
    };
  },
};

/** The ceiling by the shape of its tile, and with fused products where the engine has them. @type {Row} */
const ceilings = {
  id: "ceiling",
  title: "the ceiling by the shape of the tile (rows × columns)",
  target: "",
  async run({ ceilings: sides, rounds }) {
    const timings = await alternate(sides, { rounds: Math.min(rounds, 8) });
    return {
      timings,
      value: timings.map(({ name, rate }) => `${name} ${fixed(rate ?? NaN, 1)}`).join(", "),
      met: null,
      figures: Object.fromEntries(timings.map(({ name, rate }) => [name, rate ?? NaN])),
    };
  },
};

/** @type {Row} */
const relaxed = {
  id: "relaxed-1024",
  title: "the relaxed build against simd: n = 1024, and a layer of d = 512, h = 8, n = 128",
  target: "no slower than simd",
  async run({ library, rounds }) {
    /** @type {import("attention-wasm").Attention} */
    let fusing;
    try {
      fusing = await library.load({ variant: "relaxed" });
    } catch {
      return { timings: [], value: "no relaxed SIMD here", met: null };
    }
    const plain = await library.load({ variant: "simd" });
    const [n, d] = [1024, 64];
    const [q, k, v] = [normal([n, d], 1), normal([n, d], 2), normal([n, d], 3)];
    const matrix = (/** @type {number} */ seed) => normal([512, 512], seed, 1 / Math.sqrt(512));
    const parameters = { W_Q: matrix(1), W_K: matrix(2), W_V: matrix(3), W_O: matrix(4) };
    const x = normal([128, 512], 5);
    const layers = [plain, fusing].map((attn) => attn.multiHead({ d: 512, heads: 8, parameters }));
    agreeWithDefinition("relaxed", fusing.attention(q, k, v).output.data, q, k, v);
    agree("relaxed, layer", layers[1].forward(x).output.data, layers[0].forward(x).output.data);
    const flops = flopsOf(n, n, d);
    const layerFlops = 8 * 128 * 512 * 512 + flopsOf(128, 128, 512);
    const timings = await alternate(
      [
        { name: "simd", run: () => plain.attention(q, k, v), flops },
        { name: "relaxed", run: () => fusing.attention(q, k, v), flops },
        { name: "simd, layer", run: () => layers[0].forward(x), flops: layerFlops },
        { name: "relaxed, layer", run: () => layers[1].forward(x), flops: layerFlops },
      ],
      { rounds },
    );
    plain.release();
    fusing.release();
    const [speed, layerSpeed] = [ratio(timings[0], timings[1]), ratio(timings[2], timings[3])];
    return {
      timings,
      value: `${fixed(speed)} × simd, the layer ${fixed(layerSpeed)} ×`,
      // What two equal programs differ by from one run to the next.
      met: Math.min(speed, layerSpeed) >= 0.97,
      figures: { speed, layerSpeed },
    };
  },
};

/** @type {Row} */
const pool = {
  id: "pool-2",
  title: "pool of 2, n = 2048, h = 8",
  target: "1.8 × one thread; goal 1.85 ×",
  async run({ library, attn, rounds }) {
    const shape = [1, 8, 2048, 64];
    const [q, k, v] = [normal(shape, 1), normal(shape, 2), normal(shape, 3)];
    const flops = 8 * flopsOf(2048, 2048, 64);
    const made = library.createPool({ workers: 2 });
    const apart = [1, 2].map(() => library.createPool({ workers: 1 }));
    try {
      const run = () => made.attention(q, k, v);
      const { data } = attn.attention(q, k, v).output;
      const half = [q, k, v].map((tensor) => ({
        data: tensor.data.subarray(0, tensor.data.length / 2),
        shape: [1, 4, 2048, 64],
      }));
      const halfBy = (/** @type {any} */ pool) => pool.attention(...half);
      const sides = [
        { name: "one thread", run: () => attn.attention(q, k, v), flops },
        await peer("pool of 2", run, ({ output }) => output.data, data, { flops }),
        // What the machine gives at most: two workers at once that have nothing in common.
        { name: "half of it by one worker", run: () => halfBy(apart[0]) },
        { name: "halves by two workers at once", run: () => Promise.all(apart.map(halfBy)) },
      ];
      const timings = await alternate(sides, { rounds: Math.min(rounds, 8) });
      const speed = ratio(timings[0], timings[1]);
      const atMost = 2 * ratio(timings[2], timings[3]);
      const cores = /** @type {any} */ (globalThis).navigator?.hardwareConcurrency;
      const note =
        made.workers < 2 ? " (workers are refused here)" : cores < 2 ? " (one core)" : "";
      return {
        timings,
        value: `${fixed(speed)} ×${note}, where two workers apart give ${fixed(atMost)} ×`,
        met: speed >= 1.8,
        figures: { speed, atMost },
      };
    } finally {
      await Promise.all([made, ...apart].map((pool) => pool.release()));
    }
  },
};

/** @type {Row} */
const backward = {
  id: "backward-1024",
  title: "backward, n = 1024, d_k = 64",
  target: "at most 3 × the forward time",
  async run({ attn, rounds }) {
    const [n, d] = [1024, 64];
    const [q, k, v, g] = [1, 2, 3, 4].map((seed) => normal([n, d], seed));
    const { gradQ } = attn.attentionBackward(q, k, v, g);
    for (const i of [0, n - 1]) {
      const { output, weights } = definitionRow(q.data, k.data, v.data, n, d, i);
      const of = (/** @type {Tensor} */ t, /** @type {number} */ row) =>
        t.data.subarray(row * d, (row + 1) * d);
      const dot = (/** @type {ArrayLike<number>} */ a, /** @type {ArrayLike<number>} */ b) => {
        let sum = 0;
        for (let x = 0; x < d; x++) sum += a[x] * b[x];
        return sum;
      };
      const mean = dot(of(g, i), output);
      const expected = new Float64Array(d);
      for (let j = 0; j < n; j++) {
        const slope = (weights[j] * (dot(of(g, i), of(v, j)) - mean)) / Math.sqrt(d);
        of(k, j).forEach((key, x) => (expected[x] += slope * key));
      }
      agree(`${OURS}, gradQ`, of(gradQ, i), expected);
    }
    const sides = [
      { name: "forward", run: () => attn.attention(q, k, v), flops: flopsOf(n, n, d) },
      { name: "backward", run: () => attn.attentionBackward(q, k, v, g) },
    ];
    const timings = await alternate(sides, { rounds });
    const times = ratio(timings[1], timings[0]);
    return {
      timings,
      value: `${fixed(times)} × the forward time`,
      met: times <= 3,
      figures: { times },
    };
  },
};

/** @type {Row} */
const memory = {
  id: "memory",
  title: "memory for n = m = 32,768 beyond inputs and output",
  target: "under 2 MB",
  long: true,
  async run({ library, memoryOf }) {
    const [n, d] = [32768, 64];
    const x = normal([n, d], 1);
    const bytes = await memoryOf(async () => {
      const attn = await library.load();
      attn.attention(x, x, x);
    });
    const beyond = bytes - 4 * 4 * n * d;
    return {
      timings: [],
      value: `${fixed(beyond / 1e6)} MB`,
      met: beyond < 2e6,
      figures: { bytes: beyond },
    };
  },
};

/** @type {Row} */
const growth = {
  id: "growth",
  title: "time growth from n to 2n",
  target: "",
  async run({ attn, rounds }) {
    const d = 64;
    const sides = [256, 512, 1024, 2048, 4096].map((n) => {
      const [q, k, v] = [normal([n, d], 1), normal([n, d], 2), normal([n, d], 3)];
      return { name: `n = ${n}`, run: () => attn.attention(q, k, v), flops: flopsOf(n, n, d) };
    });
    const timings = await alternate(sides, { rounds: Math.min(rounds, 8) });
    const factors = timings.slice(1).map((timing, index) => ratio(timing, timings[index]));
    return {
      timings,
      value: `× ${factors.map((factor) => fixed(factor)).join(", ")} (4: the square)`,
      met: null,
      figures: Object.fromEntries(factors.map((factor, index) => [`to${512 << index}`, factor])),
    };
  },
};

/** @type {Row[]} */
export const rows = [
  fused(512),
  fused(1024),
  fused(2048),
  long(8192),
  long(32768),
  partly("causal-2048", "causal, n = 2048", 2048, { causal: true }, (i) => (j) => j <= i, 0.56),
  partly("causal-4096", "causal, n = 4096", 4096, { causal: true }, (i) => (j) => j <= i, 0.56),
  partly(
    "window-8192",
    "window of 256 keys, n = 8192",
    8192,
    { window: { left: 255, right: 0 } },
    (i) => (j) => j <= i && j >= i - 255,
    0.06,
  ),
  staged,
  layer(128),
  layer(512),
  decode,
  smallest,
  small,
  relaxed,
  ceilings,
  pool,
  backward,
  memory,
  growth,
];

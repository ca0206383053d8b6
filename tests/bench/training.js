// Training tokens a second: the model of the tickets in attn.encoder, beside TensorFlow.js, which
// builds the same model of its own operations and differentiates them (its wasm backend; its cpu
// backend, should that fail). Its optimisers know Adam but not AdamW, which is a little less work for
// it; it computes padded tokens; and words are a matrix product for it, about a third of its work,
// since its wasm backend has no gradient of looking them up.
import { createRequire } from "node:module";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { makeTickets, TEAMS } from "../../web/model/tickets.js";
import { tokenizer as tokenizerOf, vocabularyOf } from "../../web/model/tokenizer.js";
import { SETTINGS, sizesOf, startingParameters } from "../../web/model/training.js";

/** @typedef {{ name: string, value: number, unit: string, better: "lower" | "higher" }} Row */
/** @typedef {{ ids: number[][], lengths: number[], labels: number[], tokens: number }} Batch */
/** @typedef {Record<string, { data: Float32Array, shape: number[] }>} Parameters */
/** @typedef {import("../../js/encoder.js").EncoderSizes} EncoderSizes */

const require = createRequire(import.meta.url);
const LR = 1e-3;

/** Tickets in batches, as they are trained on.
 * @returns {{ sizes: EncoderSizes, batches: Batch[], parameters: () => Parameters }} */
function subject() {
  const tickets = makeTickets(1, "train", 640).flat();
  const vocabulary = vocabularyOf(
    makeTickets(1, "train", 4000)
      .flat()
      .map(({ text }) => text),
    4,
  );
  const tokenizer = tokenizerOf(vocabulary, SETTINGS.maxLen);
  const batches = Array.from({ length: tickets.length / SETTINGS.batch }, (_, at) => {
    const part = tickets.slice(at * SETTINGS.batch, (at + 1) * SETTINGS.batch);
    const { ids, lengths } = tokenizer.batch(part.map(({ text }) => tokenizer.encode(text).ids));
    const tokens = lengths.reduce((sum, length) => sum + length, 0);
    return { ids, lengths, labels: part.map(({ team }) => team), tokens };
  });
  const sizes = sizesOf(vocabulary.length, SETTINGS);
  return { sizes, batches, parameters: () => startingParameters(sizes, 1) };
}

/** Tokens a second of a step that is called on one batch after the other: the best of `rounds`.
 * @param {Batch[]} batches @param {(batch: Batch) => unknown} step @param {number} rounds */
function tokensPerSecond(batches, step, rounds) {
  for (const batch of batches.slice(0, 3)) step(batch);
  let best = 0;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    for (const batch of batches) step(batch);
    const seconds = (performance.now() - begin) / 1000;
    best = Math.max(best, batches.reduce((sum, { tokens }) => sum + tokens, 0) / seconds);
  }
  return best;
}

/** The same model in TensorFlow.js: a function that trains one step and returns the loss.
 * @param {any} tf @param {EncoderSizes} sizes @param {Parameters} parameters */
function tensorflowModel(tf, { vocab, d, heads, layers }, parameters) {
  /** @type {Record<string, any>} */
  const p = {};
  for (const [name, { data, shape }] of Object.entries(parameters))
    p[name] = tf.variable(tf.tensor(data, shape));
  const flat = (/** @type {any} */ x, /** @type {number} */ width) => tf.reshape(x, [-1, width]);
  const norm = (/** @type {any} */ x, /** @type {string} */ name) => {
    const { mean, variance } = tf.moments(x, -1, true);
    const rate = tf.rsqrt(tf.add(variance, 1e-5));
    return tf.add(tf.mul(tf.mul(tf.sub(x, mean), rate), p[`${name}.weight`]), p[`${name}.bias`]);
  };
  const linear = (/** @type {any} */ x, /** @type {string} */ weight, /** @type {string} */ bias) =>
    tf.add(tf.matMul(x, p[weight], false, true), p[bias]);

  /** @param {any} ids (b, n) @param {any} keep (b, n), 1 for real tokens @param {any} counts (b, 1)
   * @param {any} hidden (b, 1, 1, n), −1e9 for padding @param {number} b @param {number} n */
  const forward = (ids, keep, counts, hidden, b, n) => {
    const which = tf.oneHot(tf.reshape(ids, [-1]), vocab);
    const words = tf.reshape(tf.matMul(which, p["embed.weight"]), [b, n, d]);
    let h = flat(tf.add(words, tf.slice(p["position.weight"], [0, 0], [n, d])), d);
    for (let layer = 0; layer < layers; layer++) {
      const at = `blocks.layers.${layer}.`;
      const x = norm(h, `${at}norm1`);
      const qkv = linear(x, `${at}self_attn.in_proj_weight`, `${at}self_attn.in_proj_bias`);
      const [q, k, v] = tf
        .split(qkv, 3, 1)
        .map((/** @type {any} */ part) =>
          tf.transpose(tf.reshape(part, [b, n, heads, d / heads]), [0, 2, 1, 3]),
        );
      const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(d / heads));
      const out = tf.matMul(tf.softmax(tf.add(scores, hidden)), v);
      const joined = flat(tf.transpose(out, [0, 2, 1, 3]), d);
      h = tf.add(
        h,
        linear(joined, `${at}self_attn.out_proj.weight`, `${at}self_attn.out_proj.bias`),
      );
      const y = norm(h, `${at}norm2`);
      const wide = tf.relu(linear(y, `${at}linear1.weight`, `${at}linear1.bias`));
      h = tf.add(h, linear(wide, `${at}linear2.weight`, `${at}linear2.bias`));
    }
    const rows = tf.mul(tf.reshape(norm(h, "norm"), [b, n, d]), tf.reshape(keep, [b, n, 1]));
    return linear(tf.div(tf.sum(rows, 1), counts), "head.weight", "head.bias");
  };

  const optimizer = tf.train.adam(LR);
  return (/** @type {Batch} */ { ids, lengths, labels }) => {
    const b = ids.length;
    const n = ids[0].length;
    const loss = tf.tidy(() => {
      const keep = tf.tensor2d(lengths.map((length) => ids[0].map((_, i) => Number(i < length))));
      const hidden = tf.reshape(tf.mul(tf.sub(1, keep), -1e9), [b, 1, 1, n]);
      const counts = tf.tensor2d(lengths, [b, 1]);
      const wanted = tf.oneHot(tf.tensor1d(labels, "int32"), TEAMS.length);
      const tokens = tf.tensor2d(ids, [b, n], "int32");
      return optimizer.minimize(() => {
        const logits = forward(tokens, keep, counts, hidden, b, n);
        return tf.losses.softmaxCrossEntropy(wanted, logits);
      }, true);
    });
    const [value] = loss.dataSync();
    loss.dispose();
    return /** @type {number} */ (value);
  };
}

/** TensorFlow.js with its gradients, which the build that Node's require() takes leaves out: bundled, once.
 * @returns {Promise<any>} */
async function tensorflow() {
  const bundle = fileURLToPath(new URL("../../build/bench/tensorflow.cjs", import.meta.url));
  await esbuild.build({
    stdin: {
      contents: `
        export * from "@tensorflow/tfjs-core";
        export * as wasm from "@tensorflow/tfjs-backend-wasm";
        import "@tensorflow/tfjs-core/dist/register_all_gradients";
        import "@tensorflow/tfjs-backend-cpu";`,
      resolveDir: path.dirname(fileURLToPath(import.meta.url)),
    },
    bundle: true,
    platform: "node",
    mainFields: ["module", "main"],
    outfile: bundle,
    logLevel: "error",
  });
  const tf = require(bundle);
  tf.wasm.setThreadsCount(1);
  tf.wasm.setWasmPaths(`${path.dirname(require.resolve("@tensorflow/tfjs-backend-wasm"))}/`);
  return tf;
}

/** @param {import("attention-wasm").Attention} attn @returns {Promise<Row[]>} */
export async function trainingRows(attn) {
  const { sizes, batches, parameters } = subject();
  /** @type {Row[]} */
  const rows = [];
  const add = (/** @type {string} */ name, /** @type {number} */ value) =>
    rows.push({ name, value, unit: "tokens/s", better: "higher" });
  const model = attn.encoder({ ...sizes, parameters: parameters() });
  const { loss: expected } = model.gradients(batches[0].ids, batches[0].lengths, batches[0].labels);
  const ours = tokensPerSecond(
    batches,
    ({ ids, lengths, labels }) => model.trainStep(ids, lengths, labels, { lr: LR }),
    10,
  );
  model.release();
  add("attn.encoder", ours);
  const tf = await tensorflow();
  for (const backend of ["wasm", "cpu"]) {
    try {
      await tf.setBackend(backend);
      const step = tensorflowModel(tf, sizes, parameters());
      const loss = step(batches[0]);
      if (!(Math.abs(loss - expected) < 1e-4))
        throw new Error(`its loss is ${loss}, not ${expected}`);
      const theirs = tokensPerSecond(batches.slice(0, 5), step, 2);
      add(`TensorFlow.js (${backend})`, theirs);
      rows.push({
        name: `times as fast as TensorFlow.js (${backend})`,
        value: ours / theirs,
        unit: "×",
        better: "higher",
      });
      break;
    } catch (error) {
      console.error(
        `TensorFlow.js (${backend}) does not train this model: ${/** @type {Error} */ (error).message}`,
      );
    }
  }
  return rows;
}

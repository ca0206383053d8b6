// encoder(): the small classifier of token sequences in c/encoder.h, with PyTorch's parameter names. It
// reads a batch, says what its heads read, and learns.
import {
  checkBoolean,
  checkFloat32,
  checkOptions,
  checkWhole,
  describe,
  isArray,
} from "./check.js";
import { readBatch, readLabels, readWithout } from "./encoder-batch.js";
import { checkCount, readParameters, readSizes, shapesOf, SIZES } from "./encoder-parameters.js";
import { checkStill, kindOf, lengthOfRow, ownView } from "./given.js";
import { ownMethods } from "./methods.js";
import { freeWhenLost, wasFreed } from "./release.js";
import { structOf, writeStruct } from "./struct.js";
import { sizeOf } from "./tensor.js";

/** @typedef {import("./arena.js").Arena} Arena */
/** @typedef {import("./arena.js").Block} Block */
/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./encoder-batch.js").Batch} Batch */
/** @typedef {import("./encoder-batch.js").Ids} Ids */
/** @typedef {import("./encoder-parameters.js").EncoderSizes} EncoderSizes */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */

/** A whole number for each item of a batch.
 * @typedef {ArrayLike<number | bigint>} Each */

/**
 * @typedef {object} EncoderExtras
 * @property {Record<string, TensorLike>} parameters a state dict as PyTorch names it: embed.weight,
 *   position.weight, blocks.layers.0.self_attn.in_proj_weight, …, norm.*, head.*; none missing, none more
 * @property {number | null} [scale] multiplies every query before its products with keys. Default 1/√(d/heads)
 */
/** @typedef {EncoderSizes & EncoderExtras} EncoderOptions */

/**
 * @typedef {object} EncoderForwardOptions
 * @property {boolean | null} [weights] false: leave the weights out, which is quicker. Default true
 * @property {boolean | null} [inputs] also return what each block's attention reads: norm1 of the residual stream
 * @property {boolean | null} [outputs] also return what each block's attention adds to the residual stream
 * @property {readonly (readonly [layer: number, head: number])[] | null} [without] heads that are switched
 *   off: what they contribute to their block's output is left out. Both count from 0
 */

/**
 * @typedef {object} EncoderResult
 * @property {Tensor} logits (b, classes)
 * @property {Tensor[]} [weights] for each layer (b, h, n, n). A padded token is never read, so its column is 0
 * @property {Tensor[]} [inputs] for each layer (b, n, d)
 * @property {Tensor[]} [outputs] for each layer (b, n, d)
 */

/**
 * @typedef {object} TrainOptions
 * @property {number} lr step size
 * @property {number | null} [beta1] decay of the mean of the gradient. Default 0.9
 * @property {number | null} [beta2] decay of the mean of its square. Default 0.999
 * @property {number | null} [eps] Default 1e-8
 * @property {number | null} [weightDecay] Default 0.01
 */

/**
 * @typedef {object} TrainResult
 * @property {number} loss mean cross-entropy of the batch, before the step
 * @property {number} correct items whose largest logit was the label's
 */

/**
 * What a part of a batch gave: a TrainResult of that part, and its gradient.
 * @typedef {TrainResult & { items: number, gradient: Float32Array }} GradientPart
 */

const WHERE = "encoder";

/** c/encoder.h's encoder_call. @satisfies {Record<string, import("./struct.js").Kind>} */
export const ENCODER_FIELDS = /** @type {const} */ ({
  vocab: "int",
  d: "int",
  h: "int",
  f: "int",
  layers: "int",
  classes: "int",
  max_len: "int",
  scale: "float",
  parameters: "pointer",
  b: "int",
  n: "int",
  ids: "pointer",
  lengths: "pointer",
  logits: "pointer",
  without: "pointer",
  weights: "pointer",
  inputs: "pointer",
  outputs: "pointer",
  labels: "pointer",
  gradient: "pointer",
  loss: "float",
  correct: "int",
});
const CALL = structOf(ENCODER_FIELDS);

/** βᵗ by squaring: the same bits in every engine, which Math.pow does not promise.
 * @param {number} beta @param {number} t */
function power(beta, t) {
  let result = 1;
  for (let square = beta; t > 0; t = Math.floor(t / 2), square *= square)
    if (t % 2 === 1) result *= square;
  return result;
}

/** A number of at least `least` and below `end`.
 * @param {string} where @param {Record<string, any>} options @param {string} name @param {number | null} usual
 * @param {number} end */
function readNumber(where, options, name, usual, end = Infinity) {
  const value = checkFloat32(where, name, options[name] ?? usual);
  if (value < 0 || value >= end)
    throw new RangeError(
      `${where}: ${name} = ${value} must be at least 0${end === Infinity ? "" : ` and below ${end}`}`,
    );
  return value;
}

/** @param {Core} core @param {EncoderOptions} options */
export const encoder = (core, options) => new Encoder(core, options);

/** A pre-norm transformer encoder that classifies token sequences. Made by attn.encoder(). */
export class Encoder {
  #core;
  /** @type {EncoderSizes} */ #sizes;
  /** @type {Map<string, number[]>} */ #shapes;
  /** @type {number} */ #scale;
  /** @type {number} */ #count;
  /** How many floats the parameters take in memory: padded to a multiple of 4. @type {number} */ #padded;
  /** The parameters; null once it was released. @type {Block | null} */ #parameters;
  /** The two running means of AdamW, once training has begun. @type {Block | null} */ #means =
    null;
  #steps = 0;

  /** @param {Core} core @param {EncoderOptions} given */
  constructor(core, given) {
    ownMethods(this, new.target);
    const options = checkOptions(WHERE, given, [...SIZES, "parameters", "scale"]);
    this.#sizes = readSizes(WHERE, options);
    const usual = 1 / Math.sqrt(this.#sizes.d / this.#sizes.heads);
    this.#scale = checkFloat32(WHERE, "scale", options.scale ?? usual);
    this.#shapes = shapesOf(this.#sizes);
    this.#count = checkCount(WHERE, this.#shapes);
    const tensors = readParameters(WHERE, options.parameters, this.#shapes);
    this.#padded = Math.ceil(this.#count / 4) * 4;
    this.#core = core;
    const { arena } = core;
    this.#parameters = arena.keep(WHERE, 4 * this.#padded);
    freeWhenLost(this, this.#parameters.free);
    const floats = arena.floatsView(),
      start = this.#parameters.pointer / 4;
    let at = start;
    for (const t of tensors) {
      floats.set(t.data, at);
      at += t.data.length;
    }
    floats.fill(0, at, start + this.#padded);
  }

  /** What a call works with, once everything of the caller's was read: throws where the encoder or its
   * instance was released. @param {string} where */
  #alive(where) {
    if (!this.#parameters) throw new Error(`${where}: this encoder was released`);
    const { arena, exports } = this.#core;
    return { arena, exports, parameters: this.#parameters.pointer };
  }

  /** How many learned numbers the model holds. */
  get parameterCount() {
    return this.#count;
  }

  /** The bytes that the model holds between calls: its parameters, and after the first trainStep the two
   * running means of every parameter. */
  get bytes() {
    return 4 * this.#padded * ((this.#parameters ? 1 : 0) + (this.#means ? 2 : 0));
  }

  /** The bytes that a call on b items of n tokens needs besides, for as long as it runs, its inputs and
   * results included.
   * @param {number} b @param {number} n @returns {{ forward: number, trainStep: number }} */
  bytesFor(b, n) {
    const where = "bytesFor",
      { heads, layers, classes, maxLen } = this.#sizes;
    checkWhole(where, "b", b, 1);
    checkWhole(where, "n", n, 1, maxLen);
    const { arena, exports } = this.#alive(where);
    return arena.run((scratch) => {
      scratch.ensure(where, 4 * b * (n + 1) + 256);
      const batch = { b, n, ids: new Int32Array(0), lengths: new Int32Array(b).fill(n) };
      // Any pointer but 0 says that the weights are wanted.
      const weights = this.#place(scratch, batch, { weights: 16 });
      const own = 4 * (b * n + b * classes);
      return {
        forward: exports.encoder_forward_workspace(weights) + own + 4 * layers * b * heads * n * n,
        trainStep:
          exports.encoder_gradient_workspace(this.#place(scratch, batch, {})) +
          own +
          4 * this.#padded,
      };
    });
  }

  /** Writes an encoder_call; returns its pointer.
   * @param {Arena} scratch @param {Batch} batch
   * @param {{ logits?: number, without?: number, weights?: number, inputs?: number, outputs?: number, labels?: number, gradient?: number }} more */
  #place(scratch, batch, more) {
    const { d, heads, ff, vocab, layers, classes, maxLen } = this.#sizes;
    const ids = scratch.ints(batch.ids),
      lengths = scratch.ints(batch.lengths);
    return writeStruct(scratch, CALL, {
      vocab,
      d,
      h: heads,
      f: ff,
      layers,
      classes,
      max_len: maxLen,
      scale: this.#scale,
      parameters: this.#parameters?.pointer ?? 0,
      b: batch.b,
      n: batch.n,
      ids,
      lengths,
      logits: 0,
      without: 0,
      weights: 0,
      inputs: 0,
      outputs: 0,
      labels: 0,
      gradient: 0,
      loss: 0,
      correct: 0,
      ...more,
    });
  }

  /** Reads a batch.
   * @param {Ids} ids (b, n) @param {Each | null} [lengths] b: how many tokens each item has, the
   *   others being padding. Default n for all
   * @param {EncoderForwardOptions} [given] @returns {EncoderResult} */
  forward(ids, lengths, given) {
    const where = "forward",
      { d, heads, layers, classes } = this.#sizes;
    void this.#alive(where);
    const options = checkOptions(where, given, ["weights", "inputs", "outputs", "without"]);
    const batch = readBatch(where, ids, lengths, this.#sizes),
      { b, n } = batch;
    const without = readWithout(where, options.without, this.#sizes);
    const shapes = { weights: [b, heads, n, n], inputs: [b, n, d], outputs: [b, n, d] };
    const wanted = /** @type {const} */ (["weights", "inputs", "outputs"]).filter((name) =>
      checkBoolean(where, name, options[name] ?? name === "weights"),
    );
    const { arena, exports } = this.#alive(where);
    return arena.run((scratch) => {
      const floats =
        b * classes + layers * wanted.reduce((sum, name) => sum + sizeOf(shapes[name]), 0);
      scratch.ensure(where, 4 * (floats + b * n + b + CALL.words) + layers * heads + 256);
      const at = {
        logits: scratch.reserve(4 * b * classes),
        without: without ? scratch.bytesOf(without) : 0,
        weights: 0,
        inputs: 0,
        outputs: 0,
      };
      for (const name of wanted) at[name] = scratch.reserve(4 * layers * sizeOf(shapes[name]));
      const call = this.#place(scratch, batch, at);
      const bytes = exports.encoder_forward_workspace(call);
      scratch.ensure(where, bytes + 64);
      exports.encoder_forward(call, scratch.reserve(bytes));
      /** @type {EncoderResult} */
      const result = {
        logits: { data: scratch.readFloats(at.logits, b * classes), shape: [b, classes] },
      };
      for (const name of wanted) {
        const size = sizeOf(shapes[name]);
        result[name] = Array.from({ length: layers }, (_, layer) => ({
          data: scratch.readFloats(at[name] + 4 * layer * size, size),
          shape: [...shapes[name]],
        }));
      }
      return result;
    });
  }

  /** Reads a batch with its labels.
   * @param {string} where @param {Ids} ids @param {Each | null | undefined} lengths @param {Each} given */
  #readTraining(where, ids, lengths, given) {
    void this.#alive(where);
    const batch = readBatch(where, ids, lengths, this.#sizes);
    return { batch, labels: readLabels(where, given, batch.b, this.#sizes.classes) };
  }

  /** Computes loss and gradient in scratch and hands them on.
   * @template T @param {string} where @param {{ batch: Batch, labels: Int32Array }} read
   * @param {(scratch: Arena, gradient: number, found: TrainResult) => T} then */
  #gradient(where, { batch, labels }, then) {
    const { arena, exports } = this.#alive(where),
      { classes } = this.#sizes,
      { b, n } = batch;
    return arena.run((scratch) => {
      scratch.ensure(where, 4 * (b * (n + 2 + classes) + this.#padded + CALL.words) + 256);
      const gradient = scratch.reserve(4 * this.#padded);
      scratch.floatsView().fill(0, gradient / 4 + this.#count, gradient / 4 + this.#padded);
      const call = this.#place(scratch, batch, {
        logits: scratch.reserve(4 * b * classes),
        labels: scratch.ints(labels),
        gradient,
      });
      const bytes = exports.encoder_gradient_workspace(call);
      scratch.ensure(where, bytes + 64);
      exports.encoder_gradient(call, scratch.reserve(bytes));
      const loss = scratch.floatsView()[call / 4 + CALL.at.loss],
        correct = scratch.intsView()[call / 4 + CALL.at.correct];
      return then(scratch, gradient, { loss, correct });
    });
  }

  /** The gradient of the mean cross-entropy with respect to every parameter; nothing is learned.
   * @param {Ids} ids (b, n) @param {Each | null | undefined} lengths b @param {Each} labels b
   * @returns {TrainResult & { gradients: Record<string, Tensor> }} */
  gradients(ids, lengths, labels) {
    const where = "gradients",
      read = this.#readTraining(where, ids, lengths, labels);
    return this.#gradient(where, read, (scratch, gradient, found) => ({
      ...found,
      gradients: this.#read(scratch, gradient),
    }));
  }

  /** One step of AdamW on the mean cross-entropy of a batch.
   * @param {Ids} ids (b, n) @param {Each | null | undefined} lengths b @param {Each} labels b
   * @param {TrainOptions} given @returns {TrainResult} */
  trainStep(ids, lengths, labels, given) {
    const where = "trainStep",
      step = readStep(where, given),
      read = this.#readTraining(where, ids, lengths, labels);
    this.#begin(where);
    return this.#gradient(where, read, (scratch, gradient, found) => {
      this.#adamw(where, scratch, gradient, step);
      return found;
    });
  }

  /** The gradient of the mean cross-entropy of a part of a batch, as one array in the order of the
   * parameters: what several workers, each with a copy of the model, make for one learn().
   * @param {Ids} ids (b, n) @param {Each | null | undefined} lengths b @param {Each} labels b
   * @returns {GradientPart} */
  gradientPart(ids, lengths, labels) {
    const where = "gradientPart",
      read = this.#readTraining(where, ids, lengths, labels);
    return this.#gradient(where, read, (scratch, gradient, found) => ({
      ...found,
      items: read.batch.b,
      gradient: scratch.readFloats(gradient, this.#padded),
    }));
  }

  /** One step of AdamW on a batch whose gradient was made in parts. The parts are added in their order, so
   * that the bits do not depend on who made which.
   * @param {readonly GradientPart[]} parts @param {TrainOptions} given @returns {TrainResult} */
  learn(parts, given) {
    const where = "learn",
      step = readStep(where, given);
    void this.#alive(where);
    const read = readParts(where, parts, this.#padded);
    this.#begin(where);
    const { arena, exports } = this.#alive(where);
    const all = read.reduce((sum, { items }) => sum + items, 0);
    return arena.run((scratch) => {
      const bytes = 4 * this.#padded;
      scratch.ensure(where, 2 * bytes + 256);
      const gradient = scratch.reserve(bytes),
        part = scratch.reserve(bytes),
        floats = scratch.floatsView();
      floats.fill(0, gradient / 4, gradient / 4 + this.#padded);
      for (const { items, gradient: of } of read) {
        floats.set(of, part / 4);
        exports.add_gradient(gradient, part, items / all, this.#padded);
      }
      this.#adamw(where, scratch, gradient, step);
      return {
        loss: Math.fround(read.reduce((total, { items, loss }) => total + items * loss, 0) / all),
        correct: read.reduce((total, { correct }) => total + correct, 0),
      };
    });
  }

  /** All parameters as one array, in PyTorch's order: for copies of the model in workers.
   * @returns {Float32Array} */
  snapshot() {
    const { arena, parameters } = this.#alive("snapshot");
    return arena.readFloats(parameters, this.#padded);
  }

  /** Takes the parameters of another model of these sizes.
   * @param {Float32Array} given from its snapshot() */
  restore(given) {
    const where = "restore",
      own = ownParameters(given, this.#padded);
    if (!own)
      throw new TypeError(
        `${where}: these parameters do not belong to this model, which has ${this.#padded} numbers`,
      );
    const { arena, parameters } = this.#alive(where);
    arena.floatsView().set(own, parameters / 4);
  }

  /** The two running means of every parameter, which begin with the first step. @param {string} where */
  #begin(where) {
    const { arena } = this.#alive(where);
    if (this.#means) return;
    this.#means = arena.keep(where, 8 * this.#padded);
    freeWhenLost(this, this.#means.free);
    const start = this.#means.pointer / 4;
    arena.floatsView().fill(0, start, start + 2 * this.#padded);
  }

  /** @param {string} where @param {Arena} scratch @param {number} gradient @param {ReturnType<typeof readStep>} step */
  #adamw(where, scratch, gradient, { lr, beta1, beta2, eps, decay }) {
    const { exports, parameters } = this.#alive(where),
      means = /** @type {Block} */ (this.#means).pointer;
    const t = ++this.#steps;
    const by = scratch.floats(
      Float32Array.of(
        1 - lr * decay,
        beta1,
        1 - beta1,
        beta2,
        1 - beta2,
        lr / (1 - power(beta1, t)),
        Math.sqrt(1 - power(beta2, t)),
        eps,
      ),
    );
    exports.adamw(parameters, gradient, means, means + 4 * this.#padded, this.#padded, by);
  }

  /** Tensors by name from an array that is laid out as the parameters.
   * @param {Arena} arena @param {number} pointer */
  #read(arena, pointer) {
    /** @type {Record<string, Tensor>} */
    const tensors = {};
    for (const [name, shape] of this.#shapes) {
      tensors[name] = { data: arena.readFloats(pointer, sizeOf(shape)), shape: [...shape] };
      pointer += 4 * sizeOf(shape);
    }
    return tensors;
  }

  /** Copies of the parameters, under PyTorch's names.
   * @returns {Record<string, Tensor>} */
  parameters() {
    const { arena, parameters } = this.#alive("parameters");
    return this.#read(arena, parameters);
  }

  /** Gives the model's memory back; any use after that throws. */
  release() {
    this.#parameters?.free();
    this.#means?.free();
    this.#parameters = this.#means = null;
    wasFreed(this);
  }
}

/** The options of a step of AdamW.
 * @param {string} where @param {TrainOptions} given */
function readStep(where, given) {
  const options = checkOptions(where, given, ["lr", "beta1", "beta2", "eps", "weightDecay"]);
  return {
    lr: readNumber(where, options, "lr", null),
    beta1: readNumber(where, options, "beta1", 0.9, 1),
    beta2: readNumber(where, options, "beta2", 0.999, 1),
    eps: readNumber(where, options, "eps", 1e-8),
    decay: readNumber(where, options, "weightDecay", 0.01),
  };
}

/** Our own view of an array that is laid out as the parameters; null where it is none.
 * @param {unknown} given @param {number} length */
function ownParameters(given, length) {
  if (kindOf(given) !== "Float32Array") return null;
  const own = ownView(given, "Float32Array");
  return own.length === length ? own : null;
}

/** @param {string} where @param {readonly GradientPart[]} parts @param {number} length of a gradient */
function readParts(where, parts, length) {
  if (!isArray(parts))
    throw new TypeError(`${where}: parts must be an array, not ${describe(parts)}`);
  const count = lengthOfRow(where, () => "parts", parts),
    read = [];
  if (count === 0) throw new RangeError(`${where}: there are no parts to learn from`);
  for (let index = 0; index < count; index++) {
    const name = `parts[${index}]`;
    const part = checkOptions(`${where}: ${name}`, parts[index], [
      "loss",
      "correct",
      "items",
      "gradient",
    ]);
    const gradient = ownParameters(part.gradient, length);
    if (!gradient)
      throw new TypeError(
        `${where}: the gradient of ${name} does not belong to this model, which has ${length} numbers`,
      );
    if (typeof part.loss !== "number")
      throw new TypeError(`${where}: ${name}.loss must be a number, not ${describe(part.loss)}`);
    read.push({
      loss: part.loss,
      correct: checkWhole(where, `${name}.correct`, part.correct),
      items: checkWhole(where, `${name}.items`, part.items, 1),
      gradient,
    });
  }
  read.forEach(({ gradient }, index) =>
    checkStill(where, `the gradient of parts[${index}]`, gradient, length),
  );
  return read;
}

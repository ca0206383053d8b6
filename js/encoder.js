// encoder(): the small classifier of token sequences in c/encoder.h, with PyTorch's parameter names. It
// reads a batch, says what its heads read, and learns.
import { checkFinite, checkOptions, checkWhole, describe, inWords } from "./check.js";
import { draws } from "./draws.js";
import { asTensor, sizeOf } from "./tensor.js";

/** @typedef {import("./load.js").Core} Core */
/** @typedef {import("./arena.js").Arena} Arena */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */

/**
 * The sizes of an encoder.
 * @typedef {object} EncoderSizes
 * @property {number} vocab how many token ids there are
 * @property {number} d model width, a whole multiple of heads
 * @property {number} heads heads of every block
 * @property {number} ff width of the hidden layer of every block
 * @property {number} layers blocks
 * @property {number} classes
 * @property {number} maxLen the longest sequence that has positions
 */

/**
 * @typedef {object} EncoderExtras
 * @property {Record<string, TensorLike>} parameters a state dict as PyTorch names it: embed.weight,
 *   position.weight, blocks.layers.0.self_attn.in_proj_weight, …, norm.*, head.*; none missing, none more
 * @property {number | null} [scale] multiplies every query before its products with keys. Default 1/√(d/heads)
 */
/** @typedef {EncoderSizes & EncoderExtras} EncoderOptions */

/** Token ids (b, n), one row an item, padded to the same length with any id below vocab.
 * @typedef {readonly ArrayLike<number>[]} Ids */

/**
 * @typedef {object} ForwardOptions
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
const SIZES = /** @type {const} */ (["vocab", "d", "heads", "ff", "layers", "classes", "maxLen"]);

/** The length of c/encoder.h's encoder_call, in words of four bytes. */
const CALL_WORDS = 22;
/** Where its loss and correct stand, in words. */
const LOSS = 20,
  CORRECT = 21;

/** @param {string} where @param {Record<string, any>} options @returns {EncoderSizes} */
function readSizes(where, options) {
  const sizes = /** @type {EncoderSizes} */ ({});
  for (const name of SIZES) sizes[name] = checkWhole(where, name, options[name], 1);
  if (sizes.d % sizes.heads !== 0) {
    throw new RangeError(`${where}: d = ${sizes.d} is no multiple of heads = ${sizes.heads}`);
  }
  return sizes;
}

/** The parameters of an encoder with PyTorch's names and shapes, in PyTorch's order, which is also that
 * of c/encoder.h.
 * @param {EncoderSizes} sizes @returns {Map<string, number[]>} */
function shapesOf({ vocab, d, ff, layers, classes, maxLen }) {
  /** @type {[string, number[]][]} */
  const shapes = [
    ["embed.weight", [vocab, d]],
    ["position.weight", [maxLen, d]],
  ];
  for (let layer = 0; layer < layers; layer++) {
    const add = (/** @type {string} */ name, /** @type {number[]} */ ...shape) =>
      shapes.push([`blocks.layers.${layer}.${name}`, shape]);
    add("self_attn.in_proj_weight", 3 * d, d);
    add("self_attn.in_proj_bias", 3 * d);
    add("self_attn.out_proj.weight", d, d);
    add("self_attn.out_proj.bias", d);
    add("linear1.weight", ff, d);
    add("linear1.bias", ff);
    add("linear2.weight", d, ff);
    add("linear2.bias", d);
    add("norm1.weight", d);
    add("norm1.bias", d);
    add("norm2.weight", d);
    add("norm2.bias", d);
  }
  shapes.push(
    ["norm.weight", [d]],
    ["norm.bias", [d]],
    ["head.weight", [classes, d]],
    ["head.bias", [classes]],
  );
  return new Map(shapes);
}

/** Parameters to start training from, distributed as PyTorch initialises them: embeddings N(0, 1), the
 * rows of q, k and v uniform in ±√(6 / (d + 3·d)) (xavier_uniform_ of the stacked matrix), the other
 * linear layers uniform in ±1/√inputs (kaiming_uniform_ with a = √5), attention's biases 0, the gains of
 * the norms 1. The draws are those of a generator of our own, and the same in every engine: normal
 * numbers are sums of twelve uniform ones, since Math.log may differ in its last bit.
 * @param {EncoderSizes} config @param {number} [seed] a whole number. Default 0
 * @returns {Record<string, Tensor>} */
export function initialParameters(config, seed = 0) {
  const where = "initialParameters";
  const sizes = readSizes(where, checkOptions(where, config, [...SIZES, "parameters", "scale"]));
  const { uniform } = draws(checkWhole(where, "seed", seed, 0, 2 ** 32 - 1));
  const normal = () => {
    let sum = -6;
    for (let draw = 0; draw < 12; draw++) sum += uniform();
    return sum;
  };
  const within = (/** @type {number} */ bound) => () => (2 * uniform() - 1) * bound;
  /** @type {Record<string, Tensor>} */
  const parameters = {};
  let inputs = 1; // of the linear layer whose bias comes next
  for (const [name, shape] of shapesOf(sizes)) {
    let draw = () => 0;
    if (name === "embed.weight" || name === "position.weight") draw = normal;
    else if (/norm\d?\.weight$/.test(name)) draw = () => 1;
    else if (name.endsWith("in_proj_weight")) draw = within(Math.sqrt(6 / (shape[0] + shape[1])));
    else if (name.endsWith(".weight")) draw = within(1 / Math.sqrt((inputs = shape[1])));
    else if (/(linear\d|head)\.bias$/.test(name)) draw = within(1 / Math.sqrt(inputs));
    parameters[name] = { data: Float32Array.from({ length: sizeOf(shape) }, draw), shape };
  }
  return parameters;
}

/** βᵗ by squaring: the same bits in every engine, which Math.pow does not promise.
 * @param {number} beta @param {number} t */
function power(beta, t) {
  let result = 1;
  for (let square = beta; t > 0; t = Math.floor(t / 2), square *= square)
    if (t % 2 === 1) result *= square;
  return result;
}

/** @param {unknown} value @returns {value is ArrayLike<unknown>} */
const isRow = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);

/** A row of whole numbers below `end`.
 * @param {string} where @param {string} name @param {unknown} row @param {number} least @param {number} end
 * @param {Int32Array} to @param {number} at */
function readWhole(where, name, row, least, end, to, at) {
  const values = /** @type {ArrayLike<unknown>} */ (row);
  for (let index = 0; index < values.length; index++) {
    to[at + index] = checkWhole(where, `${name}[${index}]`, values[index], least, end - 1);
  }
}

/** A batch as a caller gave it.
 * @param {string} where @param {any} ids @param {any} lengths @param {EncoderSizes} sizes */
function readBatch(where, ids, lengths, { vocab, maxLen }) {
  if (!Array.isArray(ids))
    throw new TypeError(
      `${where}: ids must be an array of rows of token ids, not ${describe(ids)}`,
    );
  const b = ids.length,
    n = isRow(ids[0]) ? ids[0].length : 0;
  ids.forEach((row, item) => {
    if (!isRow(row))
      throw new TypeError(
        `${where}: ids[${item}] must be a row of token ids, not ${describe(row)}`,
      );
    if (row.length !== n)
      throw new RangeError(
        `${where}: ids[${item}] has ${row.length} tokens but ids[0] has ${n}; shorter rows are padded, and lengths says where`,
      );
  });
  if (b > 0 && n === 0)
    throw new RangeError(
      `${where}: ids has shape ${inWords([b, n])}, but an item needs at least one token`,
    );
  if (n > maxLen)
    throw new RangeError(
      `${where}: ids has n = ${n} tokens but the model has maxLen = ${maxLen} positions`,
    );
  const flat = new Int32Array(b * n),
    counts = new Int32Array(b).fill(n);
  ids.forEach((row, item) => readWhole(where, `ids[${item}]`, row, 0, vocab, flat, item * n));
  if (lengths !== undefined && lengths !== null) {
    if (!isRow(lengths))
      throw new TypeError(
        `${where}: lengths must be an array of whole numbers, not ${describe(lengths)}`,
      );
    if (lengths.length !== b)
      throw new RangeError(`${where}: lengths has ${lengths.length} entries but ids has b = ${b}`);
    readWhole(where, "lengths", lengths, 1, n + 1, counts, 0);
  }
  return { b, n, ids: flat, lengths: counts };
}

/** @typedef {ReturnType<typeof readBatch>} Batch */

/** @param {string} where @param {unknown} labels @param {number} b @param {number} classes */
function readLabels(where, labels, b, classes) {
  if (!isRow(labels))
    throw new TypeError(
      `${where}: labels must be an array of whole numbers, not ${describe(labels)}`,
    );
  if (labels.length !== b)
    throw new RangeError(`${where}: labels has ${labels.length} entries but ids has b = ${b}`);
  if (b === 0) throw new RangeError(`${where}: the batch is empty; a loss needs at least one item`);
  const read = new Int32Array(b);
  readWhole(where, "labels", labels, 0, classes, read, 0);
  return read;
}

/** The heads to leave out, a byte each.
 * @param {string} where @param {any} without @param {EncoderSizes} sizes */
function readWithout(where, without, { layers, heads }) {
  if (without === undefined || without === null) return null;
  if (!Array.isArray(without))
    throw new TypeError(
      `${where}: without must be an array of [layer, head] pairs, not ${describe(without)}`,
    );
  const off = new Uint8Array(layers * heads);
  without.forEach((pair, index) => {
    if (!Array.isArray(pair) || pair.length !== 2)
      throw new TypeError(
        `${where}: without[${index}] must be [layer, head], not ${describe(pair)}`,
      );
    const layer = checkWhole(where, `the layer of without[${index}]`, pair[0], 0, layers - 1);
    off[layer * heads + checkWhole(where, `the head of without[${index}]`, pair[1], 0, heads - 1)] =
      1;
  });
  return off;
}

/** true unless it is switched off, or the other way round.
 * @param {string} where @param {Record<string, any>} options @param {string} name @param {boolean} usual */
function readFlag(where, options, name, usual) {
  const value = options[name] ?? usual;
  if (typeof value !== "boolean")
    throw new TypeError(`${where}: ${name} must be true or false, not ${describe(value)}`);
  return value;
}

/** A number of at least `least` and below `end`.
 * @param {string} where @param {Record<string, any>} options @param {string} name @param {number | null} usual
 * @param {number} end */
function readNumber(where, options, name, usual, end = Infinity) {
  const value = checkFinite(where, name, options[name] ?? usual);
  if (value < 0 || value >= end)
    throw new RangeError(
      `${where}: ${name} = ${value} must be at least 0${end === Infinity ? "" : ` and below ${end}`}`,
    );
  return value;
}

/** @param {Core} core @param {EncoderOptions} options @param {() => Core} alive throws once the instance is released */
export function encoder(core, options, alive) {
  return new Encoder(core, options, alive);
}

/** A pre-norm transformer encoder that classifies token sequences. Made by attn.encoder(). */
export class Encoder {
  /** @type {(() => Core) | null} */ #alive;
  /** @type {EncoderSizes} */ #sizes;
  /** @type {Map<string, number[]>} */ #shapes;
  /** @type {number} */ #scale;
  /** How many floats the parameters take in memory: padded to a multiple of 4. @type {number} */ #padded;
  /** The parameters, and once training has begun the two running means of AdamW. */
  #parameters = 0;
  #means = 0;
  #steps = 0;

  /** How many learned numbers the model holds. @type {number} */ parameterCount;

  /** @param {Core} core @param {EncoderOptions} given @param {() => Core} alive */
  constructor(core, given, alive) {
    const options = checkOptions(WHERE, given, [...SIZES, "parameters", "scale"]);
    this.#sizes = readSizes(WHERE, options);
    this.#scale =
      options.scale === undefined || options.scale === null
        ? 1 / Math.sqrt(this.#sizes.d / this.#sizes.heads)
        : checkFinite(WHERE, "scale", options.scale);
    this.#shapes = shapesOf(this.#sizes);
    const tensors = readParameters(options.parameters, this.#shapes);
    this.parameterCount = tensors.reduce((count, t) => count + t.data.length, 0);
    this.#padded = Math.ceil(this.parameterCount / 4) * 4;
    const { arena } = core;
    this.#parameters = arena.keep(WHERE, 4 * this.#padded);
    this.#alive = alive;
    const floats = arena.floatsView();
    let at = this.#parameters / 4;
    for (const t of tensors) {
      floats.set(t.data, at);
      at += t.data.length;
    }
    floats.fill(0, at, this.#parameters / 4 + this.#padded);
  }

  /** @param {string} where */
  #core(where) {
    if (!this.#alive) throw new Error(`${where}: this encoder was released`);
    return this.#alive();
  }

  /** The bytes that the model holds between calls: its parameters, and after the first trainStep the two
   * running means of every parameter. */
  get bytes() {
    return (this.#parameters ? 1 : 0) * 4 * this.#padded + (this.#means ? 2 : 0) * 4 * this.#padded;
  }

  /** The bytes that a call on b items of n tokens needs besides, for as long as it runs, its inputs and
   * results included.
   * @param {number} b @param {number} n @returns {{ forward: number, trainStep: number }} */
  bytesFor(b, n) {
    const where = "bytesFor",
      core = this.#core(where),
      { heads, layers, maxLen } = this.#sizes;
    checkWhole(where, "b", b, 1);
    checkWhole(where, "n", n, 1, maxLen);
    const batch = { b, n, ids: new Int32Array(0), lengths: new Int32Array(b).fill(n) };
    return core.arena.run((scratch) => {
      // Any pointer but 0 says that the weights are wanted.
      const weights = this.#place(scratch, batch, { weights: 16 });
      const own = 4 * (b * n + b * this.#sizes.classes);
      return {
        forward:
          core.exports.encoder_forward_workspace(weights) + own + 4 * layers * b * heads * n * n,
        trainStep:
          core.exports.encoder_gradient_workspace(this.#place(scratch, batch, {})) +
          own +
          4 * this.#padded,
      };
    });
  }

  /** Writes an encoder_call, field by field in the order of c/encoder.h; returns its pointer.
   * @param {Arena} scratch @param {Batch} batch
   * @param {{ logits?: number, without?: number, weights?: number, inputs?: number, outputs?: number, labels?: number, gradient?: number }} more */
  #place(scratch, batch, more) {
    const { vocab, d, heads, ff, layers, classes, maxLen } = this.#sizes;
    const ids = scratch.ints(batch.ids),
      lengths = scratch.ints(batch.lengths);
    const pointer = scratch.reserve(4 * CALL_WORDS);
    const ints = scratch.intsView();
    ints.set(
      [
        vocab,
        d,
        heads,
        ff,
        layers,
        classes,
        maxLen,
        0,
        this.#parameters,
        batch.b,
        batch.n,
        ids,
        lengths,
        more.logits ?? 0,
        more.without ?? 0,
        more.weights ?? 0,
        more.inputs ?? 0,
        more.outputs ?? 0,
        more.labels ?? 0,
        more.gradient ?? 0,
        0,
        0,
      ],
      pointer / 4,
    );
    scratch.floatsView()[pointer / 4 + 7] = this.#scale;
    return pointer;
  }

  /** Reads a batch.
   * @param {Ids} ids (b, n) @param {ArrayLike<number> | null} [lengths] b: how many tokens each item has, the
   *   others being padding. Default n for all
   * @param {ForwardOptions} [given] @returns {EncoderResult} */
  forward(ids, lengths, given) {
    const where = "forward",
      core = this.#core(where),
      { d, heads, layers, classes } = this.#sizes;
    const options = checkOptions(where, given, ["weights", "inputs", "outputs", "without"]);
    const batch = readBatch(where, ids, lengths, this.#sizes),
      { b, n } = batch;
    const without = readWithout(where, options.without, this.#sizes);
    const shapes = { weights: [b, heads, n, n], inputs: [b, n, d], outputs: [b, n, d] };
    const wanted = /** @type {const} */ (["weights", "inputs", "outputs"]).filter((name) =>
      readFlag(where, options, name, name === "weights"),
    );
    return core.arena.run((scratch) => {
      const floats =
        b * classes + layers * wanted.reduce((sum, name) => sum + sizeOf(shapes[name]), 0);
      scratch.ensure(where, 4 * (floats + b * n + b + CALL_WORDS) + layers * heads + 256);
      const at = {
        logits: scratch.reserve(4 * b * classes),
        without: without ? scratch.bytesOf(without) : 0,
        weights: 0,
        inputs: 0,
        outputs: 0,
      };
      for (const name of wanted) at[name] = scratch.reserve(4 * layers * sizeOf(shapes[name]));
      const call = this.#place(scratch, batch, at);
      const bytes = core.exports.encoder_forward_workspace(call);
      scratch.ensure(where, bytes + 64);
      core.exports.encoder_forward(call, scratch.reserve(bytes));
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

  /** Computes loss and gradient in scratch and hands them on.
   * @template T @param {string} where @param {Ids} ids @param {ArrayLike<number> | null | undefined} lengths
   * @param {ArrayLike<number>} labels @param {(scratch: Arena, gradient: number, found: TrainResult) => T} then */
  #gradient(where, ids, lengths, labels, then) {
    const core = this.#core(where),
      { classes } = this.#sizes;
    const batch = readBatch(where, ids, lengths, this.#sizes),
      { b, n } = batch;
    const wanted = readLabels(where, labels, b, classes);
    return core.arena.run((scratch) => {
      scratch.ensure(where, 4 * (b * (n + 2 + classes) + this.#padded + CALL_WORDS) + 256);
      const gradient = scratch.reserve(4 * this.#padded);
      scratch.floatsView().fill(0, gradient / 4 + this.parameterCount, gradient / 4 + this.#padded);
      const call = this.#place(scratch, batch, {
        logits: scratch.reserve(4 * b * classes),
        labels: scratch.ints(wanted),
        gradient,
      });
      const bytes = core.exports.encoder_gradient_workspace(call);
      scratch.ensure(where, bytes + 64);
      core.exports.encoder_gradient(call, scratch.reserve(bytes));
      const loss = scratch.floatsView()[call / 4 + LOSS],
        correct = scratch.intsView()[call / 4 + CORRECT];
      return then(scratch, gradient, { loss, correct });
    });
  }

  /** The gradient of the mean cross-entropy with respect to every parameter; nothing is learned.
   * @param {Ids} ids (b, n) @param {ArrayLike<number> | null | undefined} lengths b @param {ArrayLike<number>} labels b
   * @returns {TrainResult & { gradients: Record<string, Tensor> }} */
  gradients(ids, lengths, labels) {
    return this.#gradient("gradients", ids, lengths, labels, (scratch, gradient, found) => ({
      ...found,
      gradients: this.#read(scratch, gradient),
    }));
  }

  /** One step of AdamW on the mean cross-entropy of a batch.
   * @param {Ids} ids (b, n) @param {ArrayLike<number> | null | undefined} lengths b @param {ArrayLike<number>} labels b
   * @param {TrainOptions} given @returns {TrainResult} */
  trainStep(ids, lengths, labels, given) {
    const where = "trainStep",
      step = this.#readStep(where, given);
    this.#begin(where);
    return this.#gradient(where, ids, lengths, labels, (scratch, gradient, found) => {
      this.#adamw(scratch, gradient, step);
      return found;
    });
  }

  /** The gradient of the mean cross-entropy of a part of a batch, as one array in the order of the
   * parameters: what several workers, each with a copy of the model, make for one learn().
   * @param {Ids} ids (b, n) @param {ArrayLike<number> | null | undefined} lengths b @param {ArrayLike<number>} labels b
   * @returns {GradientPart} */
  gradientPart(ids, lengths, labels) {
    return this.#gradient("gradientPart", ids, lengths, labels, (scratch, gradient, found) => ({
      ...found,
      items: labels.length,
      gradient: scratch.readFloats(gradient, this.#padded),
    }));
  }

  /** One step of AdamW on a batch whose gradient was made in parts. The parts are added in their order, so
   * that the bits do not depend on who made which.
   * @param {readonly GradientPart[]} parts @param {TrainOptions} given @returns {TrainResult} */
  learn(parts, given) {
    const where = "learn",
      core = this.#core(where),
      step = this.#readStep(where, given);
    if (parts.length === 0) throw new RangeError(`${where}: there is no part to learn from`);
    for (const [index, { gradient }] of parts.entries())
      if (!(gradient instanceof Float32Array) || gradient.length !== this.#padded)
        throw new TypeError(
          `${where}: the gradient of parts[${index}] is none of this model, which has ${this.#padded} numbers`,
        );
    this.#begin(where);
    const all = parts.reduce((sum, { items }) => sum + items, 0);
    return core.arena.run((scratch) => {
      scratch.ensure(where, 4 * this.#padded + 256);
      const gradient = scratch.reserve(4 * this.#padded);
      const sum = scratch.floatsView().subarray(gradient / 4, gradient / 4 + this.#padded);
      sum.fill(0);
      for (const { items, gradient: of } of parts)
        for (let at = 0; at < sum.length; at++) sum[at] += (items / all) * of[at];
      this.#adamw(scratch, gradient, step);
      return {
        loss: Math.fround(parts.reduce((total, { items, loss }) => total + items * loss, 0) / all),
        correct: parts.reduce((total, { correct }) => total + correct, 0),
      };
    });
  }

  /** All parameters as one array, in PyTorch's order: for copies of the model in workers.
   * @returns {Float32Array} */
  snapshot() {
    return this.#core("snapshot").arena.readFloats(this.#parameters, this.#padded);
  }

  /** Takes the parameters of another model of these sizes.
   * @param {Float32Array} parameters from its snapshot() */
  restore(parameters) {
    const where = "restore",
      core = this.#core(where);
    if (!(parameters instanceof Float32Array) || parameters.length !== this.#padded)
      throw new TypeError(
        `${where}: these are no parameters of this model, which has ${this.#padded} numbers`,
      );
    core.arena.floatsView().set(parameters, this.#parameters / 4);
  }

  /** @param {string} where @param {TrainOptions} given */
  #readStep(where, given) {
    this.#core(where);
    const options = checkOptions(where, given, ["lr", "beta1", "beta2", "eps", "weightDecay"]);
    return {
      lr: readNumber(where, options, "lr", null),
      beta1: readNumber(where, options, "beta1", 0.9, 1),
      beta2: readNumber(where, options, "beta2", 0.999, 1),
      eps: readNumber(where, options, "eps", 1e-8),
      decay: readNumber(where, options, "weightDecay", 0.01),
    };
  }

  /** The two running means of every parameter, which begin with the first step. @param {string} where */
  #begin(where) {
    if (this.#means) return;
    const { arena } = this.#core(where);
    this.#means = arena.keep(where, 8 * this.#padded);
    arena.floatsView().fill(0, this.#means / 4, this.#means / 4 + 2 * this.#padded);
  }

  /** @param {Arena} scratch @param {number} gradient @param {{ lr: number, beta1: number, beta2: number, eps: number, decay: number }} step */
  #adamw(scratch, gradient, { lr, beta1, beta2, eps, decay }) {
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
    const { exports } = this.#core("trainStep");
    exports.adamw(
      this.#parameters,
      gradient,
      this.#means,
      this.#means + 4 * this.#padded,
      this.#padded,
      by,
    );
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
    return this.#read(this.#core("parameters").arena, this.#parameters);
  }

  /** Gives the model's memory back; any use after that throws. */
  release() {
    if (!this.#alive) return;
    const { arena } = this.#alive();
    this.#alive = null;
    arena.free(this.#parameters);
    if (this.#means) arena.free(this.#means);
    this.#parameters = this.#means = 0;
  }
}

/** A state dict, checked by name and shape, in the order of the shapes.
 * @param {any} given @param {Map<string, number[]>} shapes */
function readParameters(given, shapes) {
  if (given === null || typeof given !== "object" || Array.isArray(given)) {
    throw new TypeError(
      `${WHERE}: parameters must be an object of tensors by PyTorch's names, not ${describe(given)}`,
    );
  }
  const names = Object.keys(given),
    extra = names.filter((name) => !shapes.has(name));
  const missing = [...shapes.keys()].filter((name) => !names.includes(name));
  const several = (/** @type {string[]} */ list) =>
    list.length > 1 ? `, and ${list.length - 1} more` : "";
  if (missing.length > 0) {
    const found =
      extra.length > 0
        ? `; there is ${extra[0]}${several(extra)}, which a model of these sizes does not have`
        : "";
    throw new RangeError(
      `${WHERE}: the parameter ${missing[0]} of shape ${inWords(shapes.get(missing[0]) ?? [])} is missing${several(missing)}${found}`,
    );
  }
  if (extra.length > 0)
    throw new RangeError(
      `${WHERE}: a model of these sizes has no parameter ${extra[0]}${several(extra)}`,
    );
  return [...shapes].map(([name, shape]) => {
    const t = asTensor(given[name], WHERE, name);
    if (String(t.shape) !== String(shape)) {
      throw new RangeError(
        `${WHERE}: ${name} has shape ${inWords(t.shape)} but a model of these sizes has ${inWords(shape)}`,
      );
    }
    return t;
  });
}

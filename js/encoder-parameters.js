// The parameters of an encoder: PyTorch's names and shapes, numbers to begin with, and what a caller gave.
import { brief, checkOptions, checkWhole, describe, inWords, isRevoked, nearest } from "./check.js";
import { draws } from "./draws.js";
import { roomFor } from "./given.js";
import { asTensor, checkTensors, sizeOf } from "./tensor.js";

/** @typedef {import("./tensor.js").Tensor} Tensor */

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

export const SIZES = /** @type {const} */ ([
  "vocab",
  "d",
  "heads",
  "ff",
  "layers",
  "classes",
  "maxLen",
]);

/** Far more blocks than any model has; their names alone would fill the memory. */
const MOST_LAYERS = 4096;

/** @param {string} where @param {Record<string, any>} options @returns {EncoderSizes} */
export function readSizes(where, options) {
  const sizes = /** @type {EncoderSizes} */ ({});
  for (const name of SIZES)
    sizes[name] = checkWhole(
      where,
      name,
      options[name],
      1,
      name === "layers" ? MOST_LAYERS : undefined,
    );
  if (sizes.d % sizes.heads !== 0) {
    throw new RangeError(`${where}: d = ${sizes.d} is not a multiple of heads = ${sizes.heads}`);
  }
  return sizes;
}

/** The parameters of an encoder with PyTorch's names and shapes, in PyTorch's order, which is also that
 * of c/encoder.h.
 * @param {EncoderSizes} sizes @returns {Map<string, number[]>} */
export function shapesOf({ vocab, d, ff, layers, classes, maxLen }) {
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
  const shapes = shapesOf(sizes);
  checkCount(where, shapes);
  /** @type {Record<string, Tensor>} */
  const parameters = {};
  let inputs = 1; // of the linear layer whose bias comes next
  for (const [name, shape] of shapes) {
    let draw = () => 0;
    if (name === "embed.weight" || name === "position.weight") draw = normal;
    else if (/norm\d?\.weight$/.test(name)) draw = () => 1;
    else if (name.endsWith("in_proj_weight")) draw = within(Math.sqrt(6 / (shape[0] + shape[1])));
    else if (name.endsWith(".weight")) draw = within(1 / Math.sqrt((inputs = shape[1])));
    else if (/(linear\d|head)\.bias$/.test(name)) draw = within(1 / Math.sqrt(inputs));
    const data = roomFor(where, () => name, sizeOf(shape), Float32Array);
    for (let index = 0; index < data.length; index++) data[index] = draw();
    parameters[name] = { data, shape };
  }
  return parameters;
}

/** A module addresses four gigabytes: so many numbers never fit. */
const MOST_NUMBERS = 2 ** 30;

/** How many numbers the parameters have together; more than fit into a module are refused before any is
 * made.
 * @param {string} where @param {Map<string, number[]>} shapes */
export function checkCount(where, shapes) {
  let count = 0;
  for (const shape of shapes.values()) count += sizeOf(shape);
  if (count > MOST_NUMBERS)
    throw new RangeError(
      `${where}: a model of these sizes has ${count} parameters, more than the ${MOST_NUMBERS} that a module has memory for`,
    );
  return count;
}

/** A state dict, checked by name and shape, in the order of the shapes; each tensor is read once.
 * @param {string} where @param {any} given @param {Map<string, number[]>} shapes @returns {Tensor[]} */
export function readParameters(where, given, shapes) {
  if (given === null || typeof given !== "object" || isRevoked(given) || Array.isArray(given)) {
    throw new TypeError(
      `${where}: parameters must be an object of tensors by PyTorch's names, not ${describe(given)}`,
    );
  }
  const names = new Set(Object.keys(given)),
    extra = [...names].filter((name) => !shapes.has(name));
  const missing = [...shapes.keys()].filter((name) => !names.has(name));
  const several = (/** @type {string[]} */ list) =>
    list.length > 1 ? `, and ${list.length - 1} more` : "";
  if (missing.length > 0) {
    const found =
      extra.length > 0
        ? `; there is ${brief(extra[0])}${several(extra)}, which a model of these sizes does not have`
        : "";
    throw new RangeError(
      `${where}: the parameter ${missing[0]} of shape ${inWords(shapes.get(missing[0]) ?? [])} is missing${several(missing)}${found}`,
    );
  }
  if (extra.length > 0) {
    const near = nearest(extra[0], [...shapes.keys()]);
    throw new RangeError(
      `${where}: a model of these sizes has no parameter ${brief(extra[0])}${several(extra)}${near ? `: did you mean ${near}?` : ""}`,
    );
  }
  /** @type {import("./tensor.js").Held} */
  const held = [];
  const read = [...shapes].map(([name, shape]) => {
    const t = asTensor(given[name], where, name);
    if (String(t.shape) !== String(shape)) {
      throw new RangeError(
        `${where}: ${name} has shape ${inWords(t.shape)} but a model of these sizes has ${inWords(shape)}`,
      );
    }
    held.push(name, t);
    return t;
  });
  checkTensors(where, held);
  return read;
}

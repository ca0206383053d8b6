// A trained model as a file and back: safetensors with the names of PyTorch's nn.TransformerEncoder, the
// vocabulary and the rest in its metadata. A file may come from anywhere: what does not fit is said.
import { parseSafetensors, writeSafetensors } from "../../../js/safetensors.js";
import { TEAMS } from "../../model/tickets.js";
import { PADDING, UNKNOWN } from "../../model/tokenizer.js";

/** @typedef {import("../../../js/encoder.js").EncoderSizes} EncoderSizes */
/** @typedef {import("../../../js/tensor.js").Tensor} Tensor */

/**
 * @typedef {object} Model
 * @property {EncoderSizes} sizes
 * @property {Record<string, Tensor>} parameters
 * @property {string[]} vocabulary
 * @property {"root" | "one"} scale
 */

/** Why a file is not taken: a key of strings.js and its values. */
export class FileError extends Error {
  /** @param {string} key @param {Record<string, unknown>} [values] */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/**
 * @param {import("./run.js").Run} run
 * @param {Record<string, string>} more what else the file is to tell
 * @returns {ArrayBuffer}
 */
export function writeModel({ model, sizes, vocabulary, plan, step }, more) {
  return writeSafetensors(model.parameters(), {
    format: "pt",
    heads: String(sizes.heads),
    scale: plan.scale,
    seed: String(plan.seed),
    step: String(step),
    teams: JSON.stringify(TEAMS),
    vocabulary: JSON.stringify(vocabulary),
    ...more,
  });
}

/** @param {unknown} value @returns {value is string[]} */
const areWords = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");

/** A vocabulary from a JSON file: a list of words, or an object with such a list named vocabulary.
 * @param {string} text @returns {string[]} */
export function readVocabulary(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FileError("fileNoJson", { reason: /** @type {Error} */ (error).message });
  }
  const words = areWords(value) ? value : value?.vocabulary;
  if (!areWords(words)) throw new FileError("fileNoWords");
  return words;
}

/** @param {Record<string, string>} metadata @returns {string[] | undefined} */
function vocabularyIn({ vocabulary }) {
  if (vocabulary === undefined) return undefined;
  try {
    return readVocabulary(vocabulary);
  } catch {
    throw new FileError("fileNoWords");
  }
}

/** @param {Record<string, Tensor>} tensors @param {string} name @returns {number[]} its two sizes */
function matrixShape(tensors, name) {
  if (!Object.hasOwn(tensors, name)) {
    const has = Object.keys(tensors).slice(0, 3).join(", ");
    throw new FileError(has ? "fileNoModel" : "fileEmpty", { name, has });
  }
  const { shape } = tensors[name];
  if (shape.length !== 2) throw new FileError("fileShape", { name, shape: shape.join(" × ") });
  return shape;
}

/**
 * @param {ArrayBuffer} bytes
 * @param {{ heads: number, vocabulary?: string[] }} besides heads: of a file that does not say how many
 *   it has; vocabulary: from a file of its own
 * @returns {Model}
 */
export function readModel(bytes, besides) {
  let file;
  try {
    file = parseSafetensors(bytes);
  } catch (error) {
    const reason = /** @type {Error} */ (error).message.replace(/^parseSafetensors: /, "");
    throw new FileError("fileNoTensors", { reason });
  }
  const { tensors, metadata } = file;
  const [vocab, d] = matrixShape(tensors, "embed.weight");
  const [maxLen] = matrixShape(tensors, "position.weight");
  const [ff] = matrixShape(tensors, "blocks.layers.0.linear1.weight");
  const [classes] = matrixShape(tensors, "head.weight");
  const layers = Object.keys(tensors).filter((name) => name.endsWith(".linear1.weight")).length;
  if (classes !== TEAMS.length)
    throw new FileError("fileClasses", { classes, teams: TEAMS.length });
  const heads = metadata.heads === undefined ? besides.heads : Number(metadata.heads);
  if (!Number.isInteger(heads) || heads < 1 || d % heads !== 0)
    throw new FileError("fileHeads", { d, heads: metadata.heads ?? heads });
  for (const [name, { data }] of Object.entries(tensors)) {
    if (!data.every(Number.isFinite)) throw new FileError("fileNotFinite", { name });
  }
  const vocabulary = besides.vocabulary ?? vocabularyIn(metadata);
  if (!vocabulary) throw new FileError("fileNoVocabulary", { vocab });
  if (vocabulary.length !== vocab)
    throw new FileError("fileOtherVocabulary", { has: vocabulary.length, vocab });
  if (vocabulary[0] !== PADDING || vocabulary[1] !== UNKNOWN)
    throw new FileError("fileVocabularyStart", { padding: PADDING, unknown: UNKNOWN });
  return {
    sizes: { vocab, d, heads, ff, layers, classes, maxLen },
    parameters: tensors,
    vocabulary,
    scale: metadata.scale === "one" ? "one" : "root",
  };
}

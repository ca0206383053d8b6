// A trained model as a file and back: safetensors with the names of PyTorch's nn.TransformerEncoder, the
// vocabulary, the classes and the number of heads in its metadata, or in a JSON file of its own. The heat
// map and training read and write it here. Nothing in a file is believed before it is checked; what is
// wrong is a ReadError, in words.
import { parseSafetensors, writeSafetensors } from "../../js/safetensors.js";
import { describedBy } from "./description.js";
import { clipped, ReadError } from "./read-error.js";

/** @typedef {import("../../js/tensor.js").Tensor} Tensor */
/** @typedef {import("../../js/encoder.js").EncoderSizes} EncoderSizes */
/** @typedef {import("./description.js").Description} Description */
/** @typedef {{ tensors: Record<string, Tensor>, description: Description }} ModelFile */

const EMBED = "embed.weight";
const LAYER = /^blocks\.layers\.(\d+)\./;
/** Names of a model's own tensors; others, such as position_ids, may stand beside them. */
const PART =
  /^(?:embed|position|norm|head|blocks\.layers\.\d+\..+)\.(?:weight|bias)$|_proj_(?:weight|bias)$/;
const PER_LAYER = "linear1.weight";

/** A part of the metadata that is JSON. @param {Record<string, string>} metadata @param {string} name */
function partOf(metadata, name) {
  if (!Object.hasOwn(metadata, name)) return undefined;
  const text = metadata[name];
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ReadError("modelMetadata", {
      name,
      reason: /** @type {Error} */ (error).message,
    });
  }
}

/** @param {ArrayBuffer} bytes a safetensors file @returns {ModelFile} */
export function readModelFile(bytes) {
  let file;
  try {
    file = parseSafetensors(bytes);
  } catch (error) {
    const reason = /** @type {Error} */ (error).message.replace(/^parseSafetensors: /, "");
    throw new ReadError("modelFile", { reason });
  }
  const { tensors, metadata, others = {} } = file;
  // What is stored as whole numbers, or in a form that is not read, cannot be a part of the model.
  for (const [name, { dtype }] of Object.entries(others))
    if (PART.test(name)) throw new ReadError("modelDtype", { name: clipped(name), dtype });
  if (!Object.hasOwn(tensors, EMBED)) {
    const names = Object.keys(tensors).slice(0, 4).map(clipped);
    if (names.length === 0) throw new ReadError("modelEmpty");
    throw new ReadError("modelNames", { has: names.join(", ") });
  }
  for (const [name, { data }] of Object.entries(tensors)) {
    if (!data.every(Number.isFinite))
      throw new ReadError("modelNotFinite", { name: clipped(name) });
  }
  const description = describedBy({
    vocabulary: partOf(metadata, "vocabulary"),
    classes: partOf(metadata, Object.hasOwn(metadata, "classes") ? "classes" : "teams"),
    heads: metadata.heads,
    scale: metadata.scale,
  });
  return { tensors, description };
}

/** How many blocks there are; those that are there are counted, whatever their names say.
 * @param {Record<string, Tensor>} tensors */
function layersOf(tensors) {
  let layers = 0;
  while (Object.hasOwn(tensors, `blocks.layers.${layers}.${PER_LAYER}`)) layers += 1;
  for (const name of Object.keys(tensors)) {
    const layer = LAYER.exec(name)?.[1];
    if (layer !== undefined && !(Number(layer) < Math.max(1, layers)))
      throw new ReadError("modelLayer", { name: clipped(name), layers });
  }
  return layers;
}

/**
 * Sizes, vocabulary and classes of a model, as far as they agree.
 * @param {ModelFile} model @param {Description} more what the other file says; it goes first
 */
export function assembled({ tensors, description }, more) {
  const { vocabulary, classes, heads, scale } = { ...description, ...more };
  /** @param {string} name */
  const matrixShape = (name) => {
    if (!Object.hasOwn(tensors, name)) throw new ReadError("modelMissing", { name });
    const { shape } = tensors[name];
    if (shape.length !== 2 || shape.includes(0)) {
      const has = shape.length > 8 ? `${shape.slice(0, 8).join(", ")}, …` : shape.join(", ");
      throw new ReadError("modelShape", { name, has: `(${has})` });
    }
    return shape;
  };
  const [vocab, d] = matrixShape(EMBED);
  const [maxLen] = matrixShape("position.weight");
  const layers = layersOf(tensors);
  const [ff] = matrixShape(`blocks.layers.0.${PER_LAYER}`);
  const [count] = matrixShape("head.weight");
  if (vocabulary && vocabulary.length !== vocab)
    throw new ReadError("modelVocabularyCount", { has: vocabulary.length, wanted: vocab });
  if (classes && classes.length !== count)
    throw new ReadError("modelClassCount", { has: classes.length, wanted: count });
  if (heads !== undefined && d % heads !== 0) throw new ReadError("modelHeadsOf", { heads, d });
  return {
    vocabulary,
    classes,
    // Usual, and a fact that no shape tells.
    heads: heads ?? (d % 4 === 0 ? 4 : 1),
    isHeadsKnown: heads !== undefined,
    scale: scale === "one" ? 1 : undefined,
    /** @type {Omit<EncoderSizes, "heads">} */
    sizes: { vocab, d, ff, layers, classes: count, maxLen },
  };
}

/**
 * @param {Record<string, Tensor>} tensors
 * @param {{ heads: number, vocabulary: readonly string[], classes: readonly string[], scale: "one" | "root" }} description
 * @param {Record<string, string>} [more] what else the file is to tell
 * @returns {ArrayBuffer}
 */
export const writeModelFile = (tensors, { heads, vocabulary, classes, scale }, more) =>
  writeSafetensors(tensors, {
    format: "pt",
    heads: String(heads),
    scale,
    classes: JSON.stringify(classes),
    vocabulary: JSON.stringify(vocabulary),
    ...more,
  });

// A model that a learner brings: the state dict of a PyTorch classifier as safetensors, its vocabulary in
// the file's metadata or in a JSON file of its own. Nothing in either is believed before it is checked;
// what is wrong is a ReadError, in words.
import { parseSafetensors } from "../../../js/index.js";
import { describedBy } from "./description.js";
import { ReadError } from "./read.js";

/** @typedef {import("../../../js/tensor.js").Tensor} Tensor */
/** @typedef {import("../../../js/encoder.js").EncoderSizes} EncoderSizes */

/** @typedef {import("./description.js").Description} Description */
/** @typedef {{ tensors: Record<string, Tensor>, description: Description }} StateDict */

const EMBED = "embed.weight";
const LAYER = /^blocks\.layers\.(\d+)\./;

/** A part of the metadata that is JSON. @param {Record<string, string>} metadata @param {string} name */
function partOf(metadata, name) {
  const text = metadata[name];
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ReadError("modelMetadata", {
      name,
      reason: /** @type {Error} */ (error).message,
    });
  }
}

/** @param {ArrayBuffer} bytes a safetensors file @returns {StateDict} */
export function readStateDict(bytes) {
  let file;
  try {
    file = parseSafetensors(bytes);
  } catch (error) {
    const reason = /** @type {Error} */ (error).message.replace(/^parseSafetensors: /, "");
    throw new ReadError("modelFile", { reason });
  }
  const { tensors, metadata } = file;
  if (!tensors[EMBED]) {
    const has = Object.keys(tensors).slice(0, 4).join(", ") || "—";
    throw new ReadError("modelNames", { has });
  }
  const description = describedBy({
    vocabulary: partOf(metadata, "vocabulary"),
    classes: partOf(metadata, metadata.classes === undefined ? "teams" : "classes"),
    heads: metadata.heads,
    scale: metadata.scale,
  });
  return { tensors, description };
}

/**
 * Sizes, vocabulary and classes of a model, as far as they agree.
 * @param {StateDict} model @param {Description} more what the other file says; it goes first
 */
export function assembled({ tensors, description }, more) {
  const { vocabulary, classes, heads, scale } = { ...description, ...more };
  /** @param {string} name @param {number} axes */
  const shapeOf = (name, axes) => {
    const found = tensors[name];
    if (!found) throw new ReadError("modelMissing", { name });
    if (found.shape.length !== axes || found.shape.includes(0)) {
      throw new ReadError("modelShape", { name, has: `(${found.shape.join(", ")})`, axes });
    }
    return found.shape;
  };
  const [vocab, d] = shapeOf(EMBED, 2);
  const [maxLen] = shapeOf("position.weight", 2);
  const layers =
    1 + Math.max(-1, ...Object.keys(tensors).map((name) => Number(LAYER.exec(name)?.[1] ?? -1)));
  const [ff] = shapeOf("blocks.layers.0.linear1.weight", 2);
  const [count] = shapeOf("head.weight", 2);
  if (vocabulary && vocabulary.length !== vocab) {
    throw new ReadError("modelVocabularyCount", { has: vocabulary.length, wanted: vocab });
  }
  if (classes && classes.length !== count) {
    throw new ReadError("modelClassCount", { has: classes.length, wanted: count });
  }
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

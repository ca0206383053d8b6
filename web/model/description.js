// What the numbers of a model do not say: its vocabulary, the names of its classes, how many heads it has.
import { KINDS } from "./maps.js";
import { isObject } from "./numbers-given.js";
import { clipped, ReadError } from "./read-error.js";

/**
 * What the numbers do not say.
 * @typedef {object} Description
 * @property {string[]} [vocabulary] @property {string[]} [classes] @property {number} [heads]
 * @property {"one" | "root"} [scale] one: scores are not divided by √d_k
 */

/** @param {unknown} value @returns {value is string[]} */
const isWords = (value) =>
  Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");

/** @param {unknown} value whether it is an object of whole numbers by token @returns {value is Record<string, number>} */
const isIds = (value) =>
  isObject(value) &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((id) => Number.isInteger(id));

/** A vocabulary as a list in the order of its ids. @param {unknown} value */
function readVocabulary(value) {
  if (isIds(value)) {
    const entries = Object.entries(value).sort(([, a], [, b]) => a - b);
    entries.forEach(([word, id], at) => {
      if (id !== at)
        throw new ReadError("modelIds", { word: clipped(word), id, count: entries.length });
    });
    return entries.map(([word]) => word);
  }
  if (!isWords(value)) throw new ReadError("modelVocabulary");
  const seen = new Set();
  for (const word of value) {
    if (seen.has(word)) throw new ReadError("modelTwice", { word: clipped(word) });
    seen.add(word);
  }
  return value;
}

/** @param {Record<string, unknown>} object @param {string[]} names @returns {unknown} the first that is there */
const pick = (object, names) =>
  names.map((name) => object[name]).find((value) => value !== undefined && value !== null);

/** What an object says of a model, under any of the usual names.
 * @param {Record<string, unknown>} object @returns {Description} */
export function describedBy(object) {
  const vocabulary = pick(object, ["vocabulary", "vocab", "itos", "stoi"]);
  const classes = pick(object, ["classes", "teams", "labels"]);
  const sizes = isObject(object.sizes) ? object.sizes : {};
  const heads = pick({ ...sizes, ...object }, ["heads", "nhead", "num_heads"]);
  return {
    ...(vocabulary === undefined ? {} : { vocabulary: readVocabulary(vocabulary) }),
    ...(classes === undefined ? {} : { classes: readClasses(classes) }),
    ...(heads === undefined ? {} : { heads: readHeads(heads) }),
    ...(object.scale === "one" ? { scale: /** @type {const} */ ("one") } : {}),
  };
}

/**
 * The description in a JSON file, or undefined where it is none but, say, attention weights.
 * @param {unknown} value @returns {Description | undefined}
 */
export function readDescription(value) {
  if (isWords(value) || isIds(value)) return { vocabulary: readVocabulary(value) };
  if (!isObject(value) || KINDS.some((kind) => value[kind] !== undefined)) return undefined;
  const found = describedBy(value);
  return found.vocabulary ? found : undefined;
}

/** @param {unknown} value */
function readClasses(value) {
  if (!isWords(value)) throw new ReadError("modelClasses");
  return value;
}

/** @param {unknown} value */
function readHeads(value) {
  const heads = Number(value);
  if (!Number.isInteger(heads) || heads < 1)
    throw new ReadError("modelHeads", { found: clipped(String(value)) });
  return heads;
}

// Numbers that came from outside, in one way however they are wrapped: nested lists, typed arrays, and
// tensors { data, shape } or { data, dims }, as NumPy's, PyTorch's and onnxruntime's tools write them.
import { named, ReadError } from "./read-error.js";

/** @typedef {{ data: ArrayLike<unknown>, shape: number[] }} Given a tensor whose shape and count agree */

/** @param {unknown} value @returns {value is ArrayLike<unknown>} */
export const isList = (value) =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/** @param {unknown} value @returns {value is Record<string, any>} */
export const isObject = (value) => typeof value === "object" && value !== null && !isList(value);

/** Whether a value means to be a tensor. @param {unknown} value */
export const isTensor = (value) =>
  isObject(value) && isList(value.data) && (value.shape !== undefined || value.dims !== undefined);

/** How many numbers a shape holds. @param {number[]} shape */
export const countOf = (shape) => shape.reduce((product, size) => product * size, 1);

/** @param {ArrayLike<unknown>} shape */
const inWords = (shape) => [
  ...Array.from(shape)
    .slice(0, 8)
    .map((size) => (typeof size === "number" ? String(size) : named(size))),
  ...(shape.length > 8 ? ["…"] : []),
];

/** A tensor, once its shape is one and holds as many numbers as there are.
 * @param {any} value @param {string} where @returns {Given} */
export function tensorGiven(value, where) {
  const given = value.shape ?? value.dims;
  const { data } = value;
  const kind = String(value.type ?? value.dtype);
  if (!isList(given)) throw new ReadError("readShape", { where, found: named(given) });
  // Whole numbers, as numbers: neither true nor [2] nor "2" is a size.
  const shape = Array.from(given, (size) =>
    typeof size === "number" || typeof size === "bigint" ? Number(size) : NaN,
  );
  if (shape.length > 8 || !shape.every((size) => Number.isSafeInteger(size) && size > 0))
    throw new ReadError("readShape", { where, found: inWords(given) });
  if (/^b?float16$/.test(kind) && data instanceof Uint16Array)
    throw new ReadError("readHalf", { where, kind });
  const nested = isList(data[0]) ? shapeOf(data, `${where}.data`) : [data.length];
  if (nested.length > 1 && String(nested) !== String(shape))
    throw new ReadError("readTensorShape", {
      where: `${where}.data`,
      has: inWords(nested),
      wanted: inWords(shape),
    });
  if (countOf(nested) !== countOf(shape))
    throw new ReadError("readCount", {
      where,
      has: data.length,
      shape: inWords(shape),
      wanted: countOf(shape),
    });
  return { data, shape };
}

/** The sizes of what is given; the first entry of each list decides how deep it goes.
 * @param {unknown} value @param {string} where @returns {number[]} */
export function shapeOf(value, where) {
  const shape = [];
  let place = where;
  // Deeper than anything that is read here; a list may hold itself.
  for (let level = value; shape.length < 16; level = /** @type {ArrayLike<unknown>} */ (level)[0]) {
    if (isTensor(level)) return [...shape, ...tensorGiven(level, place).shape];
    if (!isList(level)) return shape;
    if (level.length === 0) throw new ReadError("readEmpty", { where: place });
    shape.push(level.length);
    place += "[0]";
  }
  throw new ReadError("readRank", { where, rank: shape.length });
}

/** A number, or what stands for one in JSON: null is −∞, as this page writes hidden cells.
 * @param {unknown} value @param {string} where */
export function numberGiven(value, where) {
  if (typeof value === "number") return value;
  if (value === null) return -Infinity;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "string") {
    const text = value.trim().toLowerCase().replace("−", "-");
    if (text === "nan") return NaN;
    if (["-inf", "-infinity", "-∞"].includes(text)) return -Infinity;
    if (["inf", "infinity", "+inf", "+infinity", "∞"].includes(text)) return Infinity;
  }
  throw new ReadError("readNumber", { where, found: named(value) });
}

/** Whether a list's entries are numbers without a look at them: any typed array but BigInt's. @param {unknown} list */
const areNumbers = (list) =>
  ArrayBuffer.isView(list) && !(list instanceof BigInt64Array || list instanceof BigUint64Array);

/**
 * Writes what is given into one array.
 * @param {unknown} value @param {number[]} shape what it has to have @param {Float32Array} to
 * @param {number} start @param {string} where
 */
export function fill(value, shape, to, start, where) {
  if (isTensor(value)) {
    const { data, shape: has } = tensorGiven(value, where);
    if (String(has) !== String(shape))
      throw new ReadError("readTensorShape", { where, has: inWords(has), wanted: inWords(shape) });
    fill(data, isList(data[0]) ? shape : [data.length], to, start, `${where}.data`);
    return;
  }
  const [length, ...rest] = shape;
  if (!isList(value)) throw new ReadError("readList", { where, found: named(value) });
  if (value.length !== length)
    throw new ReadError("readLength", { where, has: value.length, wanted: length });
  if (rest.length > 0) {
    const size = countOf(rest);
    for (let index = 0; index < length; index += 1)
      fill(value[index], rest, to, start + index * size, `${where}[${index}]`);
    return;
  }
  if (areNumbers(value)) {
    to.set(/** @type {ArrayLike<number>} */ (value), start);
    return;
  }
  for (let index = 0; index < length; index += 1) {
    const item = value[index];
    to[start + index] = typeof item === "number" ? item : numberGiven(item, `${where}[${index}]`);
  }
}

/** Every entry in one list, whatever it is. @param {unknown} value @param {number[]} shape @param {string} where */
export function entriesOf(value, shape, where) {
  /** @type {unknown[]} */
  const entries = [];
  /** @param {unknown} level @param {number} depth @param {string} place */
  const visit = (level, depth, place) => {
    if (isTensor(level)) {
      const { data } = tensorGiven(level, place);
      visit(data, isList(data[0]) ? depth : shape.length - 1, `${place}.data`);
    } else if (depth === shape.length) entries.push(level);
    else if (!isList(level)) throw new ReadError("readList", { where: place, found: named(level) });
    else
      for (let at = 0; at < level.length; at += 1) visit(level[at], depth + 1, `${place}[${at}]`);
  };
  visit(value, 0, where);
  if (entries.length !== countOf(shape))
    throw new ReadError("readLength", { where, has: entries.length, wanted: countOf(shape) });
  return entries;
}

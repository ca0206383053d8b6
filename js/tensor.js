// Tensors: { data: Float32Array, shape }, row-major. Wherever one goes in, nested arrays may go in.
import { checkWhole, describe, inWords, isKind } from "./check.js";

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor a row-major array of float32 */
/** @typedef {(number | NestedArray)[]} NestedArray numbers in arrays in arrays, none of them ragged */
/** @typedef {Tensor | NestedArray} TensorLike */
/** @typedef {{ data: Uint8Array, shape: number[] }} BooleanTensor any byte but 0 is true */
/** @typedef {(boolean | NestedBooleans)[]} NestedBooleans */
/** @typedef {BooleanTensor | NestedBooleans} BooleanLike */

/** How many numbers a shape holds.
 * @param {readonly number[]} shape */
export function sizeOf(shape) {
  let size = 1;
  for (const length of shape) size *= length;
  return size;
}

/** @param {string} where @param {string} name @param {any} shape @returns {number[]} */
function checkShape(where, name, shape) {
  if (!Array.isArray(shape) && !ArrayBuffer.isView(shape)) {
    throw new TypeError(
      `${where}: the shape of ${name} must be an array of whole numbers, not ${describe(shape)}`,
    );
  }
  const sizes = /** @type {number[]} */ (Array.prototype.slice.call(shape));
  // Words are only made for what is wrong: this runs three times in the smallest call.
  for (let axis = 0; axis < sizes.length; axis++) {
    if (!Number.isSafeInteger(sizes[axis]) || sizes[axis] < 0) {
      checkWhole(where, `shape[${axis}] of ${name}`, sizes[axis], 0, Number.MAX_SAFE_INTEGER);
    }
  }
  return sizes;
}

/** @param {string} where @param {string} name @param {ArrayLike<unknown>} data @param {number[]} shape */
function checkLength(where, name, data, shape) {
  const size = sizeOf(shape);
  if (data.length !== size) {
    throw new RangeError(
      `${where}: ${name} has ${data.length} values but its shape ${inWords(shape)} holds ${size}`,
    );
  }
}

/** Whether a value is a row of a nesting: an array or a typed array.
 * @param {unknown} value @returns {value is ArrayLike<unknown>} */
function isRow(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
}

/** The sizes along the first entries of nested arrays; the first entry's kind decides where it ends.
 * @param {any} nested */
function shapeOf(nested) {
  const shape = [];
  for (let level = nested; isRow(level); level = level[0]) shape.push(level.length);
  return shape;
}

/** Copies nested arrays of `kind` into `data`; a ragged nesting or another kind throws.
 * @param {string} where @param {string} name @param {any} nested @param {"number" | "boolean"} kind
 * @param {number[]} shape @param {{ [index: number]: number }} data */
function flatten(where, name, nested, kind, shape, data) {
  let filled = 0;
  /** @param {any} level @param {number} depth @param {string} path */
  const visit = (level, depth, path) => {
    if (depth === shape.length) {
      if (typeof level !== kind) {
        throw new TypeError(`${where}: ${name}${path} must be a ${kind}, not ${describe(level)}`);
      }
      data[filled++] = Number(level);
      return;
    }
    if (!isRow(level)) {
      throw new RangeError(
        `${where}: ${name} is ragged: ${name}${path} is ${describe(level)}, not a row of ${shape[depth]}`,
      );
    }
    const row = level;
    if (row.length !== shape[depth]) {
      throw new RangeError(
        `${where}: ${name} is ragged: the row ${name}${path} has length ${row.length}, its first neighbour ${shape[depth]}`,
      );
    }
    for (let index = 0; index < row.length; index++)
      visit(row[index], depth + 1, `${path}[${index}]`);
  };
  visit(nested, 0, "");
}

/** Makes a tensor of nested arrays of numbers, or of numbers and a shape. Numbers are rounded to
 * float32. A Float32Array is taken as it is, not copied.
 * @param {NestedArray | ArrayLike<number>} values @param {readonly number[]} [shape]
 * @returns {Tensor} */
export function tensor(values, shape) {
  if (!isRow(values)) {
    throw new TypeError(
      `tensor: the values must be an array or a typed array of numbers, not ${describe(values)}`,
    );
  }
  if (shape === undefined) {
    const sizes = shapeOf(values),
      data = new Float32Array(sizeOf(sizes));
    flatten("tensor", "values", values, "number", sizes, data);
    return { data, shape: sizes };
  }
  const sizes = checkShape("tensor", "values", shape);
  const flat = /** @type {ArrayLike<any>} */ (values);
  checkLength("tensor", "values", flat, sizes);
  if (isKind(values, "Float32Array")) return { data: /** @type {any} */ (values), shape: sizes };
  const data = new Float32Array(flat.length);
  flatten("tensor", "values", values, "number", [flat.length], data);
  return { data, shape: sizes };
}

/** The nested arrays of a tensor; a tensor without axes gives its number.
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} t @returns {any} */
export function toNested(t) {
  if (!t || !ArrayBuffer.isView(t.data))
    throw new TypeError(`toNested: t must be a tensor, not ${describe(t)}`);
  const shape = checkShape("toNested", "t", t.shape);
  checkLength("toNested", "t", t.data, shape);
  let taken = 0;
  /** @param {number} depth @returns {any} */
  const row = (depth) =>
    depth === shape.length
      ? t.data[taken++]
      : Array.from({ length: shape[depth] }, () => row(depth + 1));
  return row(0);
}

/** A tensor from what a caller gave for the argument `name` of the function `where`.
 * @param {any} value @param {string} where @param {string} name @returns {Tensor} */
export function asTensor(value, where, name) {
  if (Array.isArray(value)) {
    const shape = shapeOf(value),
      data = new Float32Array(sizeOf(shape));
    flatten(where, name, value, "number", shape, data);
    return { data, shape };
  }
  if (
    value === null ||
    typeof value !== "object" ||
    ArrayBuffer.isView(value) ||
    !("data" in value)
  ) {
    throw new TypeError(
      `${where}: ${name} must be a tensor { data: Float32Array, shape } or nested arrays, not ${describe(value)}`,
    );
  }
  if (!isKind(value.data, "Float32Array")) {
    throw new TypeError(
      `${where}: the data of ${name} must be a Float32Array, not ${describe(value.data)}; tensor(data, shape) makes one of other numbers`,
    );
  }
  const shape = checkShape(where, name, value.shape);
  checkLength(where, name, value.data, shape);
  return { data: value.data, shape };
}

/** A boolean mask from what a caller gave.
 * @param {any} value @param {string} where @param {string} name @returns {BooleanTensor} */
export function asBooleans(value, where, name) {
  if (Array.isArray(value)) {
    const shape = shapeOf(value),
      data = new Uint8Array(sizeOf(shape));
    flatten(where, name, value, "boolean", shape, data);
    return { data, shape };
  }
  if (
    value === null ||
    typeof value !== "object" ||
    !("data" in value) ||
    !isKind(value.data, "Uint8Array")
  ) {
    const what = value?.data === undefined ? value : value.data;
    throw new TypeError(
      `${where}: ${name} must be { data: Uint8Array, shape } or nested arrays of booleans, not ${describe(what)}; numbers to add to the scores are the option mask`,
    );
  }
  const shape = checkShape(where, name, value.shape);
  checkLength(where, name, value.data, shape);
  return { data: value.data, shape };
}

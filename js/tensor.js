// Tensors: { data: Float32Array, shape }, row-major. Wherever one goes in, nested arrays may go in.
import { checkWhole, describe, inWords, isArray, isRevoked } from "./check.js";
import { asRow, checkStill, kindOf, lengthOfRow, ownView, roomFor } from "./given.js";

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor a row-major array of float32 */
/** @typedef {(number | NestedArray)[]} NestedArray numbers in arrays in arrays, none of them ragged */
/** @typedef {Tensor | NestedArray} TensorLike */
/** @typedef {{ data: Uint8Array, shape: number[] }} BooleanTensor any byte but 0 is true */
/** @typedef {(boolean | NestedBooleans)[]} NestedBooleans */
/** @typedef {BooleanTensor | NestedBooleans} BooleanLike */

/** The most axes of a tensor, as in NumPy and PyTorch. An array that holds itself has endless many. */
const MOST_AXES = 64;

/** How many numbers a shape holds.
 * @param {readonly number[]} shape */
export function sizeOf(shape) {
  let size = 1;
  for (let axis = 0; axis < shape.length; axis++) {
    if (shape[axis] === 0) return 0; // also where the others would be beyond all numbers together
    size *= shape[axis];
  }
  return size;
}

/** @param {string} where @param {string} name */
const tooDeep = (where, name) =>
  new RangeError(
    `${where}: ${name || "shape"} has more than the ${MOST_AXES} axes that a tensor can have`,
  );

/** The sizes of a shape that a caller gave, read once.
 * @param {string} where @param {string} name of the tensor, where it has one @param {unknown} shape
 * @returns {number[]} */
export function readShape(where, name, shape) {
  const row = asRow(shape),
    what = () => (name ? `the shape of ${name}` : "shape");
  if (!row) {
    throw new TypeError(
      `${where}: ${what()} must be an array of whole numbers, not ${describe(shape)}`,
    );
  }
  const length = lengthOfRow(where, what, row);
  if (length > MOST_AXES) throw tooDeep(where, name);
  const sizes = [];
  // Words are only made for what is wrong: this runs three times in the smallest call.
  for (let axis = 0; axis < length; axis++) {
    const size = row[axis];
    sizes.push(
      typeof size === "number" && Number.isSafeInteger(size) && size >= 0
        ? size
        : checkWhole(
            where,
            `shape[${axis}]${name && ` of ${name}`}`,
            size,
            0,
            Number.MAX_SAFE_INTEGER,
          ),
    );
  }
  return sizes;
}

/** @param {string} where @param {string} name @param {number} length of its data @param {number[]} shape */
function checkLength(where, name, length, shape) {
  const size = sizeOf(shape);
  if (length !== size) {
    throw new RangeError(
      `${where}: ${name} has ${length} values but its shape ${inWords(shape)} holds ${size}`,
    );
  }
}

/** Whether a value is a row of a nesting. @param {unknown} value */
const isRow = (value) => isArray(value) || kindOf(value) !== undefined;

/** The sizes along the first entries of nested arrays; the first entry's kind decides where it ends.
 * spine: what was read on the way, so that nothing is read twice.
 * @param {string} where @param {string} name @param {unknown} nested */
function shapeOf(where, name, nested) {
  const shape = [],
    spine = [nested];
  for (let row = asRow(nested); row; row = asRow(spine[shape.length])) {
    if (shape.length === MOST_AXES) throw tooDeep(where, name);
    const path = () => name + "[0]".repeat(shape.length);
    shape.push(lengthOfRow(where, path, row));
    spine.push(row[0]);
  }
  return { shape, spine };
}

/** A tensor of nested arrays of `kind`; a ragged nesting or another kind throws.
 * @template {Float32Array | Uint8Array} T
 * @param {string} where @param {string} name @param {unknown} nested @param {"number" | "boolean"} kind
 * @param {{ new (length: number): T, BYTES_PER_ELEMENT: number }} Kind
 * @returns {{ data: T, shape: number[] }} */
function flatten(where, name, nested, kind, Kind) {
  const { shape, spine } = shapeOf(where, name, nested);
  const data = roomFor(where, () => `${name} of shape ${inWords(shape)}`, sizeOf(shape), Kind);
  const indices = shape.map(() => 0),
    rank = shape.length;
  let filled = 0;
  /** Where an entry stands, in words. @param {number} depth */
  const path = (depth) =>
    name +
    indices
      .slice(0, depth)
      .map((index) => `[${index}]`)
      .join("");
  /** @param {unknown} level @param {number} depth @param {boolean} first whether it is of the spine */
  const visit = (level, depth, first) => {
    if (depth === rank) {
      if (typeof level !== kind) {
        throw new TypeError(`${where}: ${path(depth)} must be a ${kind}, not ${describe(level)}`);
      }
      data[filled++] = Number(level);
      return;
    }
    const row = asRow(level),
      size = shape[depth];
    if (!row) {
      throw new RangeError(
        `${where}: ${name} is ragged: ${path(depth)} is ${describe(level)}, not a row of ${size}`,
      );
    }
    const length = lengthOfRow(where, () => path(depth), row);
    if (length !== size) {
      throw new RangeError(
        `${where}: ${name} is ragged: the row ${path(depth)} has length ${length}, its first neighbour ${size}`,
      );
    }
    for (let index = 0; index < size; index++) {
      const known = first && index === 0;
      indices[depth] = index;
      visit(known ? spine[depth + 1] : row[index], depth + 1, known);
    }
  };
  visit(nested, 0, true);
  return { data, shape };
}

/** Makes a tensor of nested arrays of numbers, or of numbers and a shape. Numbers are rounded to
 * float32. A Float32Array is taken as it is, not copied.
 * @param {NestedArray | ArrayLike<number>} values @param {readonly number[]} [shape]
 * @returns {Tensor} */
export function tensor(values, shape) {
  const where = "tensor",
    name = "values";
  if (!isRow(values)) {
    throw new TypeError(
      `${where}: the values must be an array or a typed array of numbers, not ${describe(values)}`,
    );
  }
  if (shape === undefined) return flatten(where, name, values, "number", Float32Array);
  const sizes = readShape(where, name, shape);
  const row = /** @type {ArrayLike<unknown>} */ (asRow(values)),
    length = lengthOfRow(where, () => name, row);
  checkLength(where, name, length, sizes);
  if (kindOf(values) === "Float32Array") return { data: /** @type {any} */ (values), shape: sizes };
  const data = roomFor(where, () => name, length, Float32Array);
  for (let index = 0; index < length; index++) {
    const value = row[index];
    if (typeof value !== "number")
      throw new TypeError(`${where}: ${name}[${index}] must be a number, not ${describe(value)}`);
    data[index] = value;
  }
  return { data, shape: sizes };
}

/** More arrays without a number in them than this are a mistake. */
const MOST_ROWS = 2 ** 24;

/** The nested arrays of a tensor; a tensor without axes gives its number.
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} t @returns {any} */
export function toNested(t) {
  const where = "toNested",
    given = isRevoked(t) ? undefined : t?.data,
    kind = kindOf(given);
  if (kind === undefined) throw new TypeError(`${where}: t must be a tensor, not ${describe(t)}`);
  const shape = readShape(where, "t", t.shape);
  const data = ownView(given, kind);
  checkLength(where, "t", data.length, shape);
  for (let axis = 1, rows = 1; axis < shape.length && data.length === 0; axis++) {
    rows *= shape[axis - 1];
    if (rows > MOST_ROWS)
      throw new RangeError(
        `${where}: t of shape ${inWords(shape)} has ${rows} rows with no numbers`,
      );
  }
  let taken = 0;
  /** @param {number} depth @returns {any} */
  const row = (depth) =>
    depth === shape.length
      ? data[taken++]
      : Array.from({ length: shape[depth] }, () => row(depth + 1));
  return row(0);
}

/** Whether a value is an object in which data may stand. @param {any} value */
const isRecord = (value) =>
  value !== null &&
  typeof value === "object" &&
  !isRevoked(value) &&
  !ArrayBuffer.isView(value) &&
  "data" in value;

/** A tensor of our own over the numbers that a caller gave for the argument `name` of the function
 * `where`; they are not copied, so checkTensors() has to follow.
 * @param {any} value @param {string} where @param {string} name
 * @param {string} [ofBytes] said where the data are bytes @returns {Tensor} */
export function asTensor(value, where, name, ofBytes) {
  if (isArray(value)) return flatten(where, name, value, "number", Float32Array);
  if (!isRecord(value)) {
    throw new TypeError(
      `${where}: ${name} must be a tensor { data: Float32Array, shape } or nested arrays, not ${describe(value)}`,
    );
  }
  const given = value.data,
    kind = kindOf(given);
  if (kind === "Uint8Array" && ofBytes) throw new TypeError(`${where}: ${ofBytes}`);
  // Every number of float16 is one of float32.
  if (kind !== "Float32Array" && kind !== "Float16Array") {
    throw new TypeError(
      `${where}: the data of ${name} must be a Float32Array, not ${describe(given)}; tensor(data, shape) converts other numbers to it`,
    );
  }
  const shape = readShape(where, name, value.shape);
  const view = ownView(given, kind);
  checkLength(where, name, view.length, shape);
  return { data: kind === "Float32Array" ? view : Float32Array.from(view), shape };
}

/** A boolean mask from what a caller gave; not copied either.
 * @param {any} value @param {string} where @param {string} name @returns {BooleanTensor} */
export function asBooleans(value, where, name) {
  if (isArray(value)) return flatten(where, name, value, "boolean", Uint8Array);
  const given = isRecord(value) ? value.data : undefined;
  if (kindOf(given) !== "Uint8Array") {
    throw new TypeError(
      `${where}: ${name} must be { data: Uint8Array, shape } or nested arrays of booleans, not ${describe(given ?? value)}; numbers to add to the scores are the option mask`,
    );
  }
  const shape = readShape(where, name, value.shape);
  const data = ownView(given, "Uint8Array");
  checkLength(where, name, data.length, shape);
  return { data, shape };
}

/** What was read of the caller's and not copied: names and tensors in turns.
 * @typedef {(string | Tensor | BooleanTensor)[]} Held */

/** Throws where one of the tensors has lost its numbers since it was read.
 * @param {string} where @param {Held} held */
export function checkTensors(where, held) {
  for (let at = 1; at < held.length; at += 2) {
    const { data, shape } = /** @type {Tensor} */ (held[at]);
    const size = sizeOf(shape);
    if (data.length !== size) checkStill(where, /** @type {string} */ (held[at - 1]), data, size);
  }
}

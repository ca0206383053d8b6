// What a caller hands over, read in one way and once.
//
// Nothing of the caller's decides after it was read: a getter may answer differently the second time,
// release what is in use, or detach an array that was read before it. So a call first reads all its
// arguments into objects of its own (here, and checkOptions), then looks whether every array is still
// there (checkStill), then asks whether the instance is alive (core.js), and only then takes a pointer.
import { bytesInWords, checkWhole, describe, isArray } from "./check.js";

const TypedArray = Object.getPrototypeOf(Uint8Array);

/** A getter of %TypedArray%, which answers truly for every realm, and whatever a subclass or the array
 * itself says instead. @param {string | symbol} name */
const getter = (name) =>
  /** @type {() => any} */ (
    /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(TypedArray.prototype, name))
      .get
  );
const tagOf = getter(Symbol.toStringTag),
  bufferOf = getter("buffer"),
  offsetOf = getter("byteOffset"),
  lengthOf = getter("length");

/** The kind of a typed array ("Float32Array"), of this realm or of another; undefined for anything else,
 * a DataView included. @param {unknown} value @returns {string | undefined} */
export function kindOf(value) {
  const kind = ArrayBuffer.isView(value) ? tagOf.call(value) : undefined;
  // Another library's Float16Array has bits where numbers are looked for.
  return kind === "Uint16Array" && /** @type {any} */ (value).constructor?.name === "Float16Array"
    ? undefined
    : kind;
}

/** A typed array of our own over the same numbers, of the length that the caller's has now: no
 * constructor of a subclass is called, and it does not follow a buffer that grows.
 * @param {any} value a typed array @param {string} kind of it */
export function ownView(value, kind) {
  const Kind = /** @type {any} */ (globalThis)[kind],
    length = lengthOf.call(value);
  // Of a detached buffer no view can be made.
  return length === 0 ? new Kind(0) : new Kind(bufferOf.call(value), offsetOf.call(value), length);
}

/** A row of entries: an array, or a typed array as a view of our own; null for anything else.
 * @param {unknown} value @returns {ArrayLike<unknown> | null} */
export function asRow(value) {
  if (isArray(value)) return value;
  const kind = kindOf(value);
  return kind === undefined ? null : ownView(value, kind);
}

/** How many entries a row has, to be asked once: a proxy may answer anything, and differently each time.
 * @param {string} where @param {() => string} name in words @param {ArrayLike<unknown>} row
 * @returns {number} */
export function lengthOfRow(where, name, row) {
  const { length } = row;
  if (!Number.isSafeInteger(length) || length < 0)
    throw new TypeError(
      `${where}: the length of ${name()} must be a whole number, not ${describe(length)}`,
    );
  return length;
}

/** A row of whole numbers, read once. Those of 64 bits, as ONNX has them, are numbers too.
 * @param {string} where @param {string} name @param {unknown} value @param {number} least
 * @param {(index: number) => number} mostAt the most that entry may be
 * @param {(length: number) => void} [checkLength] called before any entry is read
 * @returns {Float64Array} */
export function readWholes(where, name, value, least, mostAt, checkLength) {
  const row = asRow(value);
  if (!row)
    throw new TypeError(
      `${where}: ${name} must be an array of whole numbers, not ${describe(value)}`,
    );
  const length = lengthOfRow(where, () => name, row);
  checkLength?.(length);
  const read = roomFor(where, () => name, length, Float64Array);
  for (let index = 0; index < length; index++) {
    const entry = row[index],
      number = typeof entry === "bigint" ? Number(entry) : entry,
      most = mostAt(index);
    // Words are only made for what is wrong: a batch has thousands of ids.
    read[index] =
      typeof number === "number" && Number.isInteger(number) && number >= least && number <= most
        ? number
        : checkWhole(where, `${name}[${index}]`, number, least, most);
  }
  return read;
}

/** Throws where an array has gone since it was read: detached or shrunk by something that was read
 * after it. From here on nothing of the caller's runs.
 * @param {string} where @param {string} name @param {{ length: number }} data @param {number} length */
export function checkStill(where, name, data, length) {
  if (data.length !== length)
    throw new TypeError(
      `${where}: ${name} had ${length} values and now has ${data.length}: it was detached or resized while the arguments were read`,
    );
}

/** No array that is larger can ever go into a module or come out of it. */
const MOST_BYTES = 2 ** 32;

/** A new array; what is too large is refused before it is made.
 * @template {Float32Array | Float64Array | Uint8Array | Int32Array} T
 * @param {string} where @param {() => string} what it is for, in words @param {number} length
 * @param {{ new (length: number): T, BYTES_PER_ELEMENT: number }} Kind @returns {T} */
export function roomFor(where, what, length, Kind) {
  const bytes = length * Kind.BYTES_PER_ELEMENT;
  if (bytes <= MOST_BYTES) {
    try {
      return new Kind(length);
    } catch {
      // said below
    }
  }
  throw new RangeError(
    `${where}: ${what()} takes ${bytesInWords(bytes)} of memory, more than this machine can give`,
  );
}

// Reading and writing safetensors, the file format of model weights: eight bytes with the length of the
// header, the header as JSON, and the numbers, little-endian, tensor after tensor.
// Source: the format's description, https://github.com/huggingface/safetensors#format.
//
// A file may come from anywhere, so nothing in it is believed: every length, offset, type and name is
// checked against the bytes that are there before anything is made.
import { bytesInWords, checkChoice, checkOptions, describe, inWords } from "./check.js";
import { asTensor } from "./tensor.js";

/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */

const READ = "parseSafetensors",
  WRITE = "writeSafetensors";
const LENGTH_BYTES = 8;
/** The most that a header may take, as in the reference implementation. */
const MOST_HEADER_BYTES = 100e6;

/** A float16 as a number: 1 bit of sign, 5 of exponent with bias 15, 10 of fraction.
 * @param {number} bits */
function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1,
    exponent = (bits >> 10) & 31,
    fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** A float32, by its bits, as the nearest float16; halfway between two, as the even one.
 * @param {number} bits */
function toHalf(bits) {
  const sign = (bits >>> 16) & 0x8000,
    size = bits & 0x7fffffff;
  if (size > 0x7f800000) return sign | 0x7e00; // NaN
  if (size >= 0x477ff000) return sign | 0x7c00; // 65520 and more are nearer to 2¹⁶ than to any float16
  if (size >= 0x38800000) return sign | ((size - (112 << 23) + 0xfff + ((size >>> 13) & 1)) >>> 13);
  // Below 2⁻¹⁴ the float16s are 2⁻²⁴ apart.
  const exact =
      ((size & 0x7fffff) | (size >>> 23 ? 0x800000 : 0)) * 2 ** (Math.max(size >>> 23, 1) - 126),
    low = Math.floor(exact);
  const up = exact - low > 0.5 || (exact - low === 0.5 && low % 2 === 1);
  return sign | (low + Number(up));
}

/** The kinds of numbers that are read: bytes a number, and how `count` of them become float32.
 * @type {Record<string, { bytes: number, read: (view: DataView, to: Float32Array) => void }>} */
const KINDS = {
  F64: {
    bytes: 8,
    read: (view, to) => {
      for (let i = 0; i < to.length; i++) to[i] = view.getFloat64(8 * i, true);
    },
  },
  F32: {
    bytes: 4,
    read: (view, to) => {
      for (let i = 0; i < to.length; i++) to[i] = view.getFloat32(4 * i, true);
    },
  },
  F16: {
    bytes: 2,
    read: (view, to) => {
      for (let i = 0; i < to.length; i++) to[i] = fromHalf(view.getUint16(2 * i, true));
    },
  },
  // A bfloat16 is the upper half of a float32.
  BF16: {
    bytes: 2,
    read: (view, to) => {
      const bits = new Uint32Array(to.buffer, to.byteOffset, to.length);
      for (let i = 0; i < to.length; i++) bits[i] = view.getUint16(2 * i, true) << 16;
    },
  },
};
const OTHER_KINDS = [
  "BOOL",
  "U8",
  "I8",
  "F8_E5M2",
  "F8_E4M3",
  "I16",
  "U16",
  "I32",
  "U32",
  "I64",
  "U64",
  "C64",
];

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {object} object @param {string} name */
const has = (object, name) => Object.prototype.hasOwnProperty.call(object, name);

/** @param {any} file @returns {Uint8Array} */
function bytesOf(file) {
  if (ArrayBuffer.isView(file))
    return new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  const kind = Object.prototype.toString.call(file);
  if (kind === "[object ArrayBuffer]" || kind === "[object SharedArrayBuffer]")
    return new Uint8Array(file);
  throw new TypeError(
    `${READ}: the file must be an ArrayBuffer or a view of one, not ${describe(file)}`,
  );
}

/** A name that occurs twice in the header's outermost object, or undefined: JSON.parse would quietly keep
 * the last one. The text is known to be a JSON object.
 * @param {string} text */
function repeatedName(text) {
  const names = new Set();
  let depth = 0,
    nameNext = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const start = at++;
      while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
      if (!nameNext) continue;
      const name = JSON.parse(text.slice(start, at + 1));
      if (names.has(name)) return name;
      names.add(name);
      nameNext = false;
    } else if (character === "{" || character === "[") {
      depth++;
      nameNext = depth === 1;
    } else if (character === "}" || character === "]") {
      depth--;
    } else if (character === ",") {
      nameNext = depth === 1;
    }
  }
  return undefined;
}

/** The header's object, and where the numbers start.
 * @param {Uint8Array} bytes */
function readHeader(bytes) {
  const fail = (/** @type {string} */ what) => {
    throw new RangeError(`${READ}: ${what}`);
  };
  if (bytes.length < LENGTH_BYTES)
    fail(
      `the file has ${bytes.length} bytes, but its first ${LENGTH_BYTES} are the length of the header`,
    );
  const halves = new DataView(bytes.buffer, bytes.byteOffset, LENGTH_BYTES);
  const length = halves.getUint32(0, true) + halves.getUint32(4, true) * 2 ** 32;
  const rest = bytes.length - LENGTH_BYTES;
  if (length > MOST_HEADER_BYTES)
    fail(
      `the header is said to have ${length} bytes, more than the ${bytesInWords(MOST_HEADER_BYTES)} that are allowed; is this a safetensors file?`,
    );
  if (length > rest)
    fail(
      `the header is said to have ${length} bytes, but only ${rest} follow: the file is cut off or no safetensors file`,
    );
  const start = LENGTH_BYTES + length;
  // A copy: a decoder takes no shared memory.
  const raw = bytes.slice(LENGTH_BYTES, start);
  let text = "",
    header;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    fail("the header is not valid UTF-8");
  }
  if (text[0] !== "{") fail("the header must start with {");
  try {
    header = JSON.parse(text);
  } catch (error) {
    fail(`the header is no valid JSON: ${/** @type {Error} */ (error).message}`);
  }
  if (!isObject(header)) fail(`the header must be a JSON object, not ${describe(header)}`);
  const twice = repeatedName(text);
  if (twice !== undefined) fail(`the header names ${describe(twice)} twice`);
  return { header: /** @type {Record<string, any>} */ (header), start };
}

/** A whole number that is not negative.
 * @param {unknown} value @returns {value is number} */
const isSize = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;

/** One entry of the header, checked on its own.
 * @param {string} name @param {any} entry @param {number} room bytes of numbers in the file */
function readEntry(name, entry, room) {
  const who = `${READ}: the tensor ${describe(name)}`;
  if (!isObject(entry))
    throw new RangeError(`${who} must be described by an object, not ${describe(entry)}`);
  for (const field of ["dtype", "shape", "data_offsets"]) {
    if (!has(entry, field)) throw new RangeError(`${who} has no ${field}`);
  }
  const extra = Object.keys(entry).find(
    (field) => !["dtype", "shape", "data_offsets"].includes(field),
  );
  if (extra !== undefined)
    throw new RangeError(`${who} has a field ${describe(extra)}, which the format does not know`);
  const { dtype, shape, data_offsets: offsets } = entry;
  if (typeof dtype !== "string" || !has(KINDS, dtype)) {
    const known = OTHER_KINDS.includes(dtype)
      ? "holds no floating-point numbers of a kind that is read"
      : "is no known type";
    throw new RangeError(
      `${who} has dtype ${describe(dtype)}, which ${known}; the types that are read are ${Object.keys(KINDS).join(", ")}`,
    );
  }
  if (!Array.isArray(shape) || !shape.every(isSize)) {
    throw new RangeError(
      `${who} must have a shape of whole numbers, not ${describe(Array.isArray(shape) ? JSON.stringify(shape) : shape)}`,
    );
  }
  const kind = KINDS[dtype];
  let size = 1;
  for (const length of shape) {
    size *= length;
    // Beyond 2⁵³ a product is no exact number any more: far more than a file can hold.
    if (!Number.isSafeInteger(size * kind.bytes)) {
      throw new RangeError(
        `${who} has shape ${inWords(shape)}, which holds more numbers than a file can`,
      );
    }
  }
  if (!Array.isArray(offsets) || offsets.length !== 2 || !offsets.every(isSize)) {
    throw new RangeError(
      `${who} must have data_offsets [begin, end], not ${describe(Array.isArray(offsets) ? JSON.stringify(offsets) : offsets)}`,
    );
  }
  const [begin, end] = offsets;
  if (end < begin || end > room) {
    throw new RangeError(
      `${who} is said to lie at bytes ${begin} to ${end}, but the file has ${room} bytes of numbers`,
    );
  }
  if (end - begin !== size * kind.bytes) {
    throw new RangeError(
      `${who} has ${end - begin} bytes, but ${size} numbers of ${dtype}, shape ${inWords(shape)}, take ${size * kind.bytes}`,
    );
  }
  return { name, kind, shape: /** @type {number[]} */ (shape), size, begin, end };
}

/** @param {any} metadata @returns {Record<string, string>} */
function readMetadata(metadata) {
  if (!isObject(metadata))
    throw new RangeError(
      `${READ}: __metadata__ must be an object of strings, not ${describe(metadata)}`,
    );
  for (const [key, value] of Object.entries(metadata)) {
    if (typeof value !== "string")
      throw new RangeError(
        `${READ}: __metadata__ must hold strings, but ${describe(key)} is ${describe(value)}`,
      );
  }
  return metadata;
}

/** An object whose entries may have any name, __proto__ included.
 * @template T @param {[string, T][]} entries @returns {Record<string, T>} */
function record(entries) {
  // Object.fromEntries defines properties, so that __proto__ is an entry like any other.
  return Object.fromEntries(entries);
}

/** The tensors of a safetensors file, as float32. F32, F16, BF16 and F64 are read.
 * @param {ArrayBuffer | ArrayBufferView} file the whole file
 * @returns {{ tensors: Record<string, Tensor>, metadata: Record<string, string> }} metadata is empty when
 *   there is none
 * @throws {RangeError} when anything in the file contradicts the format or the bytes that are there */
export function parseSafetensors(file) {
  const bytes = bytesOf(file),
    { header, start } = readHeader(bytes),
    room = bytes.length - start;
  const metadata = has(header, "__metadata__") ? readMetadata(header.__metadata__) : {};
  const entries = Object.entries(header)
    .filter(([name]) => name !== "__metadata__")
    .map(([name, entry]) => readEntry(name, entry, room));
  // Each byte belongs to exactly one tensor.
  let taken = 0,
    before = "";
  for (const { name, begin, end } of [...entries].sort(
    (a, b) => a.begin - b.begin || a.end - b.end,
  )) {
    if (begin < taken)
      throw new RangeError(
        `${READ}: the tensor ${describe(name)} starts at byte ${begin}, inside ${describe(before)}, which ends at ${taken}`,
      );
    if (begin > taken)
      throw new RangeError(`${READ}: the bytes ${taken} to ${begin} belong to no tensor`);
    taken = end;
    before = name;
  }
  if (taken !== room)
    throw new RangeError(
      `${READ}: the tensors end at byte ${taken} of the numbers, but the file has ${room}`,
    );
  const tensors = record(
    entries.map(({ name, kind, shape, size, begin, end }) => {
      const data = new Float32Array(size);
      // The numbers need not be aligned in the file: a DataView reads them at any byte.
      kind.read(new DataView(bytes.buffer, bytes.byteOffset + start + begin, end - begin), data);
      return [name, { data, shape }];
    }),
  );
  return { tensors, metadata };
}

/** A safetensors file of tensors, in the order in which they are given, and of the metadata.
 * @param {Record<string, TensorLike>} tensors @param {Record<string, string> | null} [metadata]
 * @param {{ dtype?: "F32" | "F16" | null }} [given] F16 halves the file and rounds every number. Default F32
 * @returns {ArrayBuffer} */
export function writeSafetensors(tensors, metadata, given) {
  if (!isObject(tensors))
    throw new TypeError(
      `${WRITE}: tensors must be an object of tensors by name, not ${describe(tensors)}`,
    );
  const options = checkOptions(WRITE, given, ["dtype"]);
  const dtype = checkChoice(
      WRITE,
      "dtype",
      options.dtype ?? "F32",
      /** @type {const} */ (["F32", "F16"]),
    ),
    size = KINDS[dtype].bytes;
  if (metadata !== undefined && metadata !== null) {
    if (!isObject(metadata))
      throw new TypeError(
        `${WRITE}: metadata must be an object of strings, not ${describe(metadata)}`,
      );
    for (const [key, value] of Object.entries(metadata)) {
      if (typeof value !== "string")
        throw new TypeError(
          `${WRITE}: metadata must hold strings, but ${describe(key)} is ${describe(value)}`,
        );
    }
  }
  const list = Object.entries(tensors).map(([name, value]) => {
    if (name === "__metadata__")
      throw new RangeError(
        `${WRITE}: no tensor can be named __metadata__; the format keeps that name for the metadata`,
      );
    return { name, ...asTensor(value, WRITE, name) };
  });
  let end = 0;
  /** @type {[string, any][]} */
  const entries = list.map(({ name, data, shape }) => [
    name,
    { dtype, shape: [...shape], data_offsets: [end, (end += size * data.length)] },
  ]);
  if (metadata !== undefined && metadata !== null)
    entries.unshift(["__metadata__", record(Object.entries(metadata))]);
  const text = new TextEncoder().encode(JSON.stringify(record(entries)));
  // Spaces bring the numbers to a multiple of 8 bytes, as the reference implementation does.
  const start = LENGTH_BYTES + Math.ceil(text.length / 8) * 8;
  const file = new ArrayBuffer(start + end),
    view = new DataView(file),
    bytes = new Uint8Array(file);
  view.setUint32(0, start - LENGTH_BYTES, true);
  bytes.fill(0x20, LENGTH_BYTES, start);
  bytes.set(text, LENGTH_BYTES);
  let at = start;
  for (const { data } of list) {
    const bits = new Uint32Array(data.slice().buffer);
    for (let i = 0; i < bits.length; i++, at += size) {
      if (dtype === "F32") view.setUint32(at, bits[i], true);
      else view.setUint16(at, toHalf(bits[i]), true);
    }
  }
  return file;
}

// Reading and writing safetensors, the file format of model weights: eight bytes with the length of the
// header, the header as JSON, and the numbers, little-endian, tensor after tensor.
// Source: the format's description, https://github.com/huggingface/safetensors#format.
//
// A file may come from anywhere, so nothing in it is believed: every length, offset, type and name is
// checked against the bytes that are there before anything is made. Time grows with the file's length and
// no faster.
import {
  brief,
  bytesInWords,
  checkChoice,
  checkOptions,
  describe,
  inWords,
  isRevoked,
} from "./check.js";
import { JsonReader } from "./strict-json.js";
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

/** The kinds of numbers that become float32: bits a number, and how those from byte `from` on are read.
 * The numbers need not be aligned in the file: a DataView reads them at any byte.
 * @type {Record<string, { bits: number, read: (view: DataView, from: number, to: Float32Array) => void }>} */
const KINDS = {
  F64: {
    bits: 64,
    read: (view, from, to) => {
      for (let i = 0; i < to.length; i++) to[i] = view.getFloat64(from + 8 * i, true);
    },
  },
  F32: {
    bits: 32,
    read: (view, from, to) => {
      let sum = 0;
      for (let i = 0; i < to.length; i++) sum += to[i] = view.getFloat32(from + 4 * i, true);
      // By their bits where there may be a NaN: it keeps what it carries. To ask every small array for its
      // buffer would take as long as the rest of the file.
      if (!Number.isNaN(sum)) return;
      const bits = new Uint32Array(to.buffer);
      for (let i = 0; i < bits.length; i++) bits[i] = view.getUint32(from + 4 * i, true);
    },
  },
  F16: {
    bits: 16,
    read: (view, from, to) => {
      for (let i = 0; i < to.length; i++) to[i] = fromHalf(view.getUint16(from + 2 * i, true));
    },
  },
  // A bfloat16 is the upper half of a float32.
  BF16: {
    bits: 16,
    read: (view, from, to) => {
      const bits = new Uint32Array(to.buffer);
      for (let i = 0; i < bits.length; i++) bits[i] = view.getUint16(from + 2 * i, true) << 16;
    },
  },
};

/** The format's other kinds, by their bits a number. They are listed, not read.
 * Source: Dtype in safetensors/src/tensor.rs of the reference implementation.
 * @type {Record<string, number>} */
const OTHER_KINDS = {
  ...{ BOOL: 8, U8: 8, I8: 8, U16: 16, I16: 16, U32: 32, I32: 32, U64: 64, I64: 64, C64: 64 },
  ...{ F8_E5M2: 8, F8_E4M3: 8, F8_E8M0: 8, F8_E5M2FNUZ: 8, F8_E4M3FNUZ: 8 },
  ...{ F6_E2M3: 6, F6_E3M2: 6, F4: 4 },
};

const NONE = new Float32Array(0);
const FIELDS = ["dtype", "shape", "data_offsets"];
const FREQUENT_KINDS = Object.keys(KINDS).reverse();

/** @param {object} object @param {string} name */
const has = (object, name) => Object.prototype.hasOwnProperty.call(object, name);

/** A shape in words, however long it is. @param {readonly number[]} shape */
const shapeInWords = (shape) =>
  shape.length > 8 ? `(${shape.slice(0, 8).join(", ")}, …)` : inWords(shape);

/** The bytes of a file, as their own prototypes tell them, whatever a subclass says.
 * @param {any} file @returns {Uint8Array} */
function bytesOf(file) {
  const kind = isRevoked(file) ? "" : Object.prototype.toString.call(file);
  if (
    !ArrayBuffer.isView(file) &&
    kind !== "[object ArrayBuffer]" &&
    kind !== "[object SharedArrayBuffer]"
  )
    throw new TypeError(
      `${READ}: the file must be an ArrayBuffer or a view of one, not ${describe(file)}`,
    );
  try {
    if (!ArrayBuffer.isView(file)) return new Uint8Array(/** @type {any} */ (file));
    const owner =
      "getInt8" in file ? DataView.prototype : Object.getPrototypeOf(Uint8Array.prototype);
    const own = (/** @type {string} */ name) =>
      /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(owner, name)).get?.call(
        file,
      );
    return new Uint8Array(own("buffer"), own("byteOffset"), own("byteLength"));
  } catch {
    throw new TypeError(
      `${READ}: the file has no bytes to read: its ArrayBuffer was handed over to another thread or made smaller`,
    );
  }
}

/** @param {string} what @returns {never} */
function fail(what) {
  throw new RangeError(`${READ}: ${what}`);
}

/** The header's text, and where the numbers start.
 * @param {Uint8Array} bytes */
function headerOf(bytes) {
  if (bytes.length < LENGTH_BYTES)
    fail(
      `the file has ${bytes.length} bytes, but its first ${LENGTH_BYTES} are the length of the header`,
    );
  const halves = new DataView(bytes.buffer, bytes.byteOffset, LENGTH_BYTES);
  const length = halves.getUint32(0, true) + halves.getUint32(4, true) * 2 ** 32;
  const rest = bytes.length - LENGTH_BYTES;
  if (length > MOST_HEADER_BYTES)
    fail(
      `the header length is given as ${length} bytes, more than the ${bytesInWords(MOST_HEADER_BYTES)} that are allowed; is this a safetensors file?`,
    );
  if (length > rest)
    fail(
      `the header length is given as ${length} bytes, but only ${rest} follow: the file is cut off, or is not a safetensors file`,
    );
  const start = LENGTH_BYTES + length;
  // A copy: a decoder takes no shared memory.
  const raw = bytes.slice(LENGTH_BYTES, start);
  let text = "";
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    fail("the header is not valid UTF-8");
  }
  if (text[0] !== "{") fail("the header must start with {");
  return { text, start };
}

/** A list of whole numbers, in their usual spelling.
 * @param {JsonReader} json @param {string} name @param {string} what
 * @param {number[]} sizes they go here, whatever else stands in it: a list that grows takes four times the
 * room of one of the right length, and there may be millions
 * @returns {number} how many there are */
function readSizes(json, name, what, sizes) {
  if (!json.isList) fail(`${tensorOf(name)} must have ${what}, not ${json.described()}`);
  const start = json.at;
  let count = 0;
  json.enter("list");
  while (json.hasNext()) {
    const size = json.size();
    if (size === undefined)
      return fail(`${tensorOf(name)} must have ${what}, not ${json.excerpt(start)}`);
    sizes[count++] = size;
  }
  return count;
}

/** @param {string} name */
const tensorOf = (name) => `the tensor ${describe(name)}`;

/** One entry of the header, checked on its own.
 * @param {JsonReader} json @param {string} name @param {number} room bytes of numbers in the file
 * @param {number[]} sizes a list to read others into */
function readEntry(json, name, room, sizes) {
  if (!json.isObject)
    fail(`${tensorOf(name)} must be described by an object, not ${json.described()}`);
  /** @type {string | undefined} */
  let dtype;
  /** @type {number[] | undefined} */
  let shape;
  let begin = -1,
    end = -1;
  /** Names that the format does not know. @type {Set<string> | undefined} */
  let more;
  json.enter("object");
  for (let field; (field = json.nextName(FIELDS)) !== undefined;) {
    const isTwice =
      field === "dtype"
        ? dtype !== undefined
        : field === "shape"
          ? shape !== undefined
          : field === "data_offsets"
            ? begin >= 0
            : more?.has(field);
    if (isTwice) fail(`${tensorOf(name)} names ${describe(field)} twice`);
    if (field === "dtype") dtype = readKind(json, name);
    else if (field === "shape")
      shape = sizes.slice(0, readSizes(json, name, "a shape of whole numbers", sizes));
    else if (field === "data_offsets") {
      readOffsets(json, name, sizes);
      [begin, end] = sizes;
    } else {
      (more ??= new Set()).add(field);
      json.skip(tensorOf(name));
    }
  }
  if (dtype === undefined) return fail(`${tensorOf(name)} has no dtype`);
  if (!shape) return fail(`${tensorOf(name)} has no shape`);
  if (begin < 0) return fail(`${tensorOf(name)} has no data_offsets`);
  const kind = has(KINDS, dtype) ? KINDS[dtype] : undefined,
    bits = kind?.bits ?? OTHER_KINDS[dtype];
  let size = 1;
  for (const length of shape) {
    size *= length;
    // Beyond 2⁵³ a product is no exact number any more: far more than a file can hold.
    if (!Number.isSafeInteger(size * bits))
      fail(
        `${tensorOf(name)} has shape ${shapeInWords(shape)}, which holds more numbers than a file can`,
      );
  }
  if (end < begin || end > room)
    fail(
      `${tensorOf(name)} is listed at bytes ${begin} to ${end}, but the file has ${room} bytes of numbers`,
    );
  if (8 * (end - begin) !== size * bits) {
    const takes =
      (size * bits) % 8 === 0
        ? `${(size * bits) / 8}`
        : `${size * bits} bits, which is not a whole number of bytes`;
    fail(
      `${tensorOf(name)} has ${end - begin} bytes, but ${size} numbers of ${dtype}, shape ${shapeInWords(shape)}, take ${takes}`,
    );
  }
  return { dtype, kind, shape, begin, end };
}

/** @param {JsonReader} json @param {string} name */
function readKind(json, name) {
  const found = json.isText ? json.text(FREQUENT_KINDS) : undefined;
  if (found === undefined || !(has(KINDS, found) || has(OTHER_KINDS, found)))
    return fail(
      `${tensorOf(name)} has dtype ${found === undefined ? json.described() : describe(found)}, which is not a known type`,
    );
  return found;
}

/** @param {JsonReader} json @param {string} name @param {number[]} offsets the two go here */
function readOffsets(json, name, offsets) {
  const what = "data_offsets [begin, end]",
    start = json.at;
  if (readSizes(json, name, what, offsets) !== 2)
    fail(`${tensorOf(name)} must have ${what}, not ${json.excerpt(start).trimStart()}`);
}

/** @param {JsonReader} json @returns {Record<string, string>} */
function readMetadata(json) {
  /** @type {Record<string, string>} */
  const metadata = emptyRecord();
  if (json.isNull) {
    json.skip("__metadata__");
    return metadata;
  }
  if (!json.isObject) fail(`__metadata__ must be an object of strings, not ${json.described()}`);
  json.enter("object");
  for (let key; (key = json.nextName()) !== undefined;) {
    if (!json.isText)
      fail(`__metadata__ must hold strings, but ${describe(key)} is ${json.described()}`);
    if (!put(metadata, key, json.text())) fail(`__metadata__ names ${describe(key)} twice`);
  }
  return metadata;
}

/** Each byte of the numbers belongs to exactly one tensor.
 * @param {string[]} names @param {number[]} begins @param {number[]} ends of the tensors
 * @returns {number} where the last one ends */
function checkPlaces(names, begins, ends) {
  const order = names.map((_, at) => at);
  order.sort((a, b) => begins[a] - begins[b] || ends[a] - ends[b]);
  let taken = 0,
    before = "";
  for (const at of order) {
    const begin = begins[at];
    if (begin < taken)
      fail(
        `${tensorOf(names[at])} starts at byte ${begin}, inside ${describe(before)}, which ends at ${taken}`,
      );
    if (begin > taken) fail(`the bytes ${taken} to ${begin} do not belong to any tensor`);
    taken = ends[at];
    before = names[at];
  }
  return taken;
}

/** @param {DataView} view @param {(typeof KINDS)[string]} kind @param {number} begin @param {number} end */
function numbersOf(view, kind, begin, end) {
  const data = new Float32Array((8 * (end - begin)) / kind.bits);
  kind.read(view, begin, data);
  return data;
}

/** An object for entries of any name, which are looked up in it alone: it has no prototype until it is
 * handed out. @template T @returns {Record<string, T>} */
const emptyRecord = () => Object.create(null);

/** @template T @param {Record<string, T>} record */
const handedOut = (record) => Object.setPrototypeOf(record, Object.prototype);

/** Gives a record an entry; false where it has one of that name.
 * @template T @param {Record<string, T>} record @param {string} name @param {T} value */
function put(record, name, value) {
  if (name in record) return false;
  record[name] = value;
  return true;
}

/** The tensors of a safetensors file, as float32. F32, F16, BF16 and F64 are read; tensors of the format's
 * other types are listed under `others`.
 * @param {ArrayBufferLike | ArrayBufferView} file the whole file
 * @returns {{ tensors: Record<string, Tensor>, metadata: Record<string, string>,
 *   others: Record<string, { dtype: string, shape: number[] }> }} metadata is empty when there is none
 * @throws {RangeError} when anything in the file contradicts the format or the bytes that are there */
export function parseSafetensors(file) {
  const bytes = bytesOf(file),
    { text, start } = headerOf(bytes),
    room = bytes.length - start;
  /** @type {Record<string, Tensor>} */
  const tensors = emptyRecord();
  /** @type {Record<string, { dtype: string, shape: number[] }>} */
  const others = emptyRecord();
  /** @type {Record<string, string> | undefined} */
  let metadata;
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, room);
  /** Of all tensors: lists of numbers, since an object for each would take a tenth of the time. */
  const names = [],
    begins = [],
    ends = [];
  /** Where the tensors end that follow each other without a gap, as almost all do; their numbers are read
   * at once. Those of others wait until it is known that every tensor has its place. */
  let taken = 0,
    inOrder = true,
    hasOthers = false;
  const late = [];
  /** @type {number[]} */
  const sizes = [];
  const json = new JsonReader(text, fail);
  json.enter("object");
  for (let name; (name = json.nextName()) !== undefined;) {
    let isNew = true;
    if (name === "__metadata__") {
      isNew = metadata === undefined;
      metadata = readMetadata(json);
    } else {
      const { dtype, kind, shape, begin, end } = readEntry(json, name, room, sizes);
      names.push(name);
      begins.push(begin);
      ends.push(end);
      inOrder &&= begin === taken;
      if (inOrder) taken = end;
      if (kind) {
        const tensor = { data: inOrder ? numbersOf(view, kind, begin, end) : NONE, shape };
        if (!inOrder) late.push({ kind, tensor, begin, end });
        isNew = !(hasOthers && name in others) && put(tensors, name, tensor);
      } else {
        hasOthers = true;
        isNew = !(name in tensors) && put(others, name, { dtype, shape });
      }
    }
    if (!isNew) fail(`the header names ${describe(name)} twice`);
  }
  json.end();
  if (!inOrder) taken = checkPlaces(names, begins, ends);
  if (taken !== room)
    fail(`the tensors end at byte ${taken} of the numbers, but the file has ${room}`);
  for (const { kind, tensor, begin, end } of late) tensor.data = numbersOf(view, kind, begin, end);
  return {
    tensors: handedOut(tensors),
    metadata: handedOut(metadata ?? {}),
    others: handedOut(others),
  };
}

/** The names and values of an object or a Map, read once.
 * @param {unknown} value @param {string} what @param {string} should what it should be
 * @returns {[string, unknown][]} */
function entriesOf(value, what, should) {
  /** @type {[string, unknown][]} */
  const entries = [];
  try {
    // A Map of this or of another realm; anything else throws.
    Map.prototype.forEach.call(/** @type {any} */ (value), (item, key) =>
      entries.push([key, item]),
    );
  } catch {
    if (isRevoked(value) || Object.prototype.toString.call(value) !== "[object Object]")
      throw new TypeError(`${WRITE}: ${what} must be ${should}, not ${describe(value)}`);
    return Object.entries(/** @type {object} */ (value)).map(([name, item]) => [
      checkName(name, what),
      item,
    ]);
  }
  return entries.map(([name, item]) => [checkName(name, what), item]);
}

/** @param {unknown} name @param {string} what @returns {string} */
function checkName(name, what) {
  if (typeof name !== "string")
    throw new TypeError(`${WRITE}: the names of ${what} must be strings, not ${describe(name)}`);
  return checkText(name, `the name ${describe(name)} of ${what}`);
}

/** @param {string} text @param {string} what */
function checkText(text, what) {
  if (/\p{Surrogate}/u.test(text))
    throw new RangeError(`${WRITE}: ${what} has half of a surrogate pair, which no file can hold`);
  return text;
}

/** A safetensors file of tensors, in the order in which they are given, and of the metadata.
 * @param {Record<string, TensorLike> | Map<string, TensorLike>} tensors
 * @param {Record<string, string> | Map<string, string> | null} [metadata]
 * @param {{ dtype?: "F32" | "F16" | null }} [given] F16 halves the file and rounds every number. Default F32
 * @returns {ArrayBuffer} */
export function writeSafetensors(tensors, metadata, given) {
  const named = entriesOf(tensors, "tensors", "an object or a Map of tensors by name");
  const options = checkOptions(WRITE, given, ["dtype"]);
  const dtype = checkChoice(
      WRITE,
      "dtype",
      options.dtype ?? "F32",
      /** @type {const} */ (["F32", "F16"]),
    ),
    size = KINDS[dtype].bits / 8;
  const said =
    metadata === undefined || metadata === null
      ? undefined
      : entriesOf(metadata, "metadata", "an object or a Map of strings");
  for (const [key, value] of said ?? []) {
    if (typeof value !== "string")
      throw new TypeError(
        `${WRITE}: metadata must hold strings, but ${describe(key)} is ${describe(value)}`,
      );
    checkText(value, `metadata ${describe(key)}`);
  }
  const list = named.map(([name, value]) => {
    if (name === "__metadata__")
      throw new RangeError(
        `${WRITE}: no tensor can be named __metadata__; the format keeps that name for the metadata`,
      );
    const { data, shape } = asTensor(value, WRITE, brief(name));
    return { name, data, shape: [...shape], length: data.length };
  });
  // From here on no code of the caller's runs: what was read is what is written.
  for (const { name, data, length } of list)
    if (data.length !== length)
      throw new RangeError(
        `${WRITE}: the data of ${name} had ${length} values and has ${data.length} after the other tensors were read`,
      );
  let end = 0;
  const parts = list.map(
    ({ name, shape, length }) =>
      `${JSON.stringify(name)}:${JSON.stringify({ dtype, shape, data_offsets: [end, (end += size * length)] })}`,
  );
  // Written name by name: an object would put names that are whole numbers first.
  if (said) parts.unshift(`"__metadata__":${JSON.stringify(Object.fromEntries(said))}`);
  const text = new TextEncoder().encode(`{${parts.join(",")}}`);
  // Spaces bring the numbers to a multiple of 8 bytes, as the reference implementation does.
  const start = LENGTH_BYTES + Math.ceil(text.length / 8) * 8;
  if (start - LENGTH_BYTES > MOST_HEADER_BYTES)
    throw new RangeError(
      `${WRITE}: names, shapes and metadata take ${bytesInWords(text.length)}, more than the ${bytesInWords(MOST_HEADER_BYTES)} that a header may have`,
    );
  const file = newFile(start + end),
    view = new DataView(file),
    bytes = new Uint8Array(file);
  view.setUint32(0, start - LENGTH_BYTES, true);
  bytes.fill(0x20, LENGTH_BYTES, start);
  bytes.set(text, LENGTH_BYTES);
  let at = start;
  for (const { data, length } of list) {
    const bits = new Uint32Array(new Float32Array(data).buffer);
    for (let i = 0; i < length; i++, at += size) {
      if (dtype === "F32") view.setUint32(at, bits[i], true);
      else view.setUint16(at, toHalf(bits[i]), true);
    }
  }
  return file;
}

/** @param {number} size in bytes */
function newFile(size) {
  try {
    return new ArrayBuffer(size);
  } catch {
    throw new RangeError(
      `${WRITE}: the file would take ${bytesInWords(size)}, more than is available here`,
    );
  }
}

// Fuzzing of what reads files from anywhere: parseSafetensors, the reader of a trained model, and the JSON
// of the heat map. Files are made whole, from their own language, then damaged.
//
//   npm run fuzz:readers                          100,000 inputs of each reader
//   npm run fuzz:readers -- --executions=1000000  that many, of all together
//   npm run fuzz:readers -- --seed=7              others
//
// The answer is a file's content, which adds up, or an error in our words, short, and within a second.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

import { parseSafetensors } from "../../js/safetensors.js";
import { draws } from "../../js/draws.js";
import { readJsonFile } from "../../web/model/json-file.js";
import { readModelFile, writeModelFile } from "../../web/model/model-file.js";
import { ReadError } from "../../web/model/read-error.js";
import { initialParameters } from "../../js/encoder-parameters.js";

/** @typedef {ReturnType<typeof draws>} Draws */

const text = new TextEncoder();
const BITS = { F32: 32, F16: 16, BF16: 16, F64: 64, I64: 64, U8: 8, BOOL: 8, F8_E4M3: 8, F4: 4 };
const PIECES = [
  ...'"{}[],:-0123456789.eE \n\t\\\u0000'.split(""),
  ...["null", "true", "NaN", "-Infinity", "1e400", "-0", "1.0", "9007199254740993", "\\u0061"],
  ...['"dtype":"F32"', '"shape":[2]', '"data_offsets":[0,8]', '"__metadata__":', '"__proto__":{}'],
  ...["{}", "[]", "[[[[", "]]]]", '"a":', "\\ud800", "ü", "\u2028", "\ufeff", '""', "[1e9,1e9]"],
  ...['"constructor":', "18446744073709551615", '"attentions":', '"tokens":', "null,", '"-inf"'],
];

/** A file's bytes: the header's length, the header, the numbers.
 * @param {string} header @param {number} numbers bytes @param {Draws} r */
function fileOf(header, numbers, r) {
  const head = text.encode(header),
    file = new Uint8Array(8 + head.length + numbers);
  for (let at = 8 + head.length; at < file.length; at++) file[at] = r.below(256);
  new DataView(file.buffer).setUint32(0, head.length, true);
  file.set(head, 8);
  return file;
}

/** A text with pieces of its language put in, left out, or taken twice. @param {string} whole @param {Draws} r */
function damagedText(whole, r) {
  for (let times = r.below(4); times > 0; times--) {
    const at = r.below(whole.length + 1),
      end = at + r.below(r.chance(0.2) ? 40 : 3);
    const piece = r.chance(0.3)
      ? whole.slice(at, at + r.below(60))
      : r.chance(0.8)
        ? r.pick(PIECES)
        : r.pick(PIECES).repeat(r.below(300));
    whole = whole.slice(0, at) + piece + whole.slice(end);
  }
  return whole;
}

/** @param {Uint8Array} file @param {Draws} r @returns {ArrayBuffer} */
function damagedBytes(file, r) {
  const copy = file.slice(0, r.chance(0.1) ? r.below(file.length + 1) : file.length);
  for (let times = r.chance(0.5) ? r.below(4) : 0; times > 0 && copy.length > 0; times--)
    copy[r.chance(0.3) ? r.below(Math.min(8, copy.length)) : r.below(copy.length)] = r.below(256);
  return /** @type {ArrayBuffer} */ (copy.buffer);
}

/** A safetensors file of a few tensors. @param {Draws} r */
function tensorsFile(r) {
  const header = /** @type {Record<string, any>} */ ({});
  if (r.chance(0.3)) header.__metadata__ = r.chance(0.1) ? null : { format: "pt", "": "\\ü\u0001" };
  let end = 0;
  for (let count = r.below(5); count > 0; count--) {
    const dtype = /** @type {keyof typeof BITS} */ (r.pick(Object.keys(BITS))),
      shape = Array.from({ length: r.below(4) }, () => r.below(4));
    const bits = shape.reduce((product, size) => product * size, 1) * BITS[dtype];
    const begin = end;
    header[r.pick(["a", "b.c", "layer.0.weight", "ü\n", "0", "constructor"])] ??= {
      ...{ dtype, shape, data_offsets: [begin, (end += Math.ceil(bits / 8))] },
      ...(r.chance(0.1) ? { more: [{ x: 1 }] } : {}),
    };
  }
  return damagedBytes(fileOf(damagedText(JSON.stringify(header), r), end, r), r);
}

const SIZES = { vocab: 3, d: 2, heads: 1, ff: 2, layers: 1, classes: 2, maxLen: 3 };
const MODEL = new Uint8Array(
  /** @type {ArrayBuffer} */ (
    writeModelFile(initialParameters(SIZES, 1), {
      heads: 1,
      vocabulary: ["<pad>", "<unk>", "a"],
      classes: ["x", "y"],
      scale: "root",
    })
  ),
);
const HEADER = new DataView(MODEL.buffer).getUint32(0, true),
  MODEL_HEADER = new TextDecoder().decode(MODEL.subarray(8, 8 + HEADER));

/** A file of a trained model. @param {Draws} r */
function modelFile(r) {
  if (r.chance(0.3)) return damagedBytes(MODEL, r);
  const file = fileOf(damagedText(MODEL_HEADER, r), MODEL.length - 8 - HEADER, r);
  // Its own numbers: random bytes are seldom finite.
  file.set(MODEL.subarray(8 + HEADER), file.length - (MODEL.length - 8 - HEADER));
  return damagedBytes(file, r);
}

/** Attention weights as JSON. @param {Draws} r */
function mapsFile(r) {
  const n = 1 + r.below(4),
    m = 1 + r.below(4);
  const number = () => r.pick([0.5, 0, 1, 1e-7, -3.25, null, "-inf", 12345678901]);
  const matrix = () => Array.from({ length: n }, () => Array.from({ length: m }, number));
  const weights = r.pick([
    () => matrix(),
    () => [[matrix(), matrix()]],
    () => ({ data: matrix().flat(), shape: [n, m] }),
    () => ({ data: matrix().flat(), dims: [n, r.below(5) - 1] }),
  ])();
  const whole = r.chance(0.3)
    ? weights
    : { [r.pick(["attentions", "weights", "x"])]: weights, tokens: ["a", "b", "c"].slice(0, n) };
  const file = text.encode(damagedText(JSON.stringify(whole), r));
  return r.chance(0.7) ? /** @type {ArrayBuffer} */ (file.slice().buffer) : damagedBytes(file, r);
}

/** @param {Record<string, { data: ArrayLike<number>, shape: readonly number[] }>} tensors */
function addsUp(tensors) {
  for (const { data, shape } of Object.values(tensors))
    assert.equal(
      data.length,
      shape.reduce((product, size) => product * size, 1),
    );
}

/** The readers, each with files for it, what its answers have to be, and how many of them it should take.
 * @type {Record<string, { make: (r: Draws) => ArrayBuffer, read: (file: ArrayBuffer) => void }>} */
const READERS = {
  parseSafetensors: { make: tensorsFile, read: (file) => addsUp(parseSafetensors(file).tensors) },
  readModelFile: { make: modelFile, read: (file) => addsUp(readModelFile(file).tensors) },
  readJsonFile: {
    make: mapsFile,
    read: (file) => {
      for (const maps of readJsonFile(file).all ?? [])
        assert.equal(
          maps.data.length,
          maps.shape.reduce((product, size) => product * size, 1),
        );
    },
  },
};

/** Tries so many inputs of each reader; throws with the seed of the first that has a wrong answer.
 * @param {number} each @param {number} seed @returns {Record<string, number>} how many were taken as files */
export function fuzzReaders(each, seed) {
  /** @type {Record<string, number>} */
  const taken = {};
  for (const [name, { make, read }] of Object.entries(READERS)) {
    taken[name] = 0;
    for (let turn = 0; turn < each; turn++) {
      const own = (seed * 1e6 + turn) % 2 ** 32,
        file = make(draws(own)),
        start = performance.now();
      try {
        read(file);
        taken[name]++;
      } catch (error) {
        const { name: kind, message } = /** @type {Error} */ (error);
        const isOurs =
          error instanceof ReadError ||
          (kind === "RangeError" && /^parseSafetensors: .{5,400}$/su.test(message));
        if (!isOurs)
          throw new Error(`${name}, input ${own}: ${kind}: ${message}`, { cause: error });
      }
      const took = performance.now() - start;
      // Files are of some hundred bytes; the machine may be busy.
      if (took > 5000) throw new Error(`${name}, input ${own}: took ${Math.round(took)} ms`);
    }
  }
  return taken;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { values } = parseArgs({
    options: {
      executions: { type: "string", default: "300000" },
      seed: { type: "string", default: "1" },
    },
  });
  const each = Math.ceil(Number(values.executions) / Object.keys(READERS).length);
  for (const [name, count] of Object.entries(fuzzReaders(each, Number(values.seed))))
    console.log(`${name}: ${each} inputs, ${count} taken as files, nothing found`);
}

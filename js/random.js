// PyTorch's and NumPy's normal numbers. A generator's state is bytes that JavaScript owns, copied into
// the module for each call and back after it: nothing has to be released, and a call that throws has
// drawn nothing.
import { checkChoice, checkOptions, checkWhole, describe, inWords } from "./check.js";
import { roomFor } from "./given.js";
import { ownMethods } from "./methods.js";
import { readShape, sizeOf } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./tensor.js").Tensor} Tensor */

/** @typedef {{ data: Float64Array, shape: number[] }} DoubleTensor a row-major array of float64 */

/** c/random.h: how many words of the stream a number takes. */
const KINDS = { float32: 1, float64: 2 };
/** Blocks of 16 numbers that the module makes at a time: its memory does not grow with the tensor. */
const BLOCKS = 1024;

/** @param {string} where @param {unknown} seed @param {string} range in words
 * @param {bigint} least @param {bigint} [most] @returns {bigint} */
function checkSeed(where, seed, range, least, most) {
  if (typeof seed !== "number" && typeof seed !== "bigint") {
    throw new TypeError(`${where}: seed must be a whole number or a BigInt, not ${describe(seed)}`);
  }
  const exact = typeof seed === "bigint" || Number.isSafeInteger(seed);
  const whole = exact ? BigInt(seed) : null;
  if (whole === null || whole < least || (most !== undefined && whole > most)) {
    const beyond = !exact && Number.isInteger(seed) ? "; beyond 2⁵³ only a BigInt is exact" : "";
    throw new RangeError(
      `${where}: seed = ${describe(seed)} must be a whole number ${range}${beyond}`,
    );
  }
  return whole;
}

/** The word of a torch seed that decides. Negative ones are taken as torch.manual_seed takes them: −1 is
 * 2⁶⁴ − 1.
 * @param {string} where @param {unknown} seed */
export function checkTorchSeed(where, seed) {
  const range = "from −2⁶³ to 2⁶⁴ − 1";
  return Number(BigInt.asUintN(32, checkSeed(where, seed, range, -(2n ** 63n), 2n ** 64n - 1n)));
}

/** The 32-bit words of a NumPy seed, the low ones first.
 * @param {string} where @param {unknown} seed */
function numpySeedWords(where, seed) {
  const digits = checkSeed(where, seed, "of at least 0", 0n).toString(16);
  const words = [];
  for (let end = digits.length; end > 0; end -= 8)
    words.push(parseInt(digits.slice(Math.max(0, end - 8), end), 16));
  return words;
}

/** @param {string} where @param {unknown} shape a row of sizes, or one size
 * @returns {number[]} */
function readSizes(where, shape) {
  return typeof shape === "number"
    ? [checkWhole(where, "shape", shape, 0, Number.MAX_SAFE_INTEGER)]
    : readShape(where, "", shape);
}

/** An array for a tensor of that shape.
 * @template {Float32Array | Float64Array} T @param {string} where @param {number[]} shape
 * @param {{ new (length: number): T, BYTES_PER_ELEMENT: number }} Kind */
const arrayFor = (where, shape, Kind) =>
  roomFor(where, () => `a tensor of shape ${inWords(shape)}`, sizeOf(shape), Kind);

/** torch.randn on an x86-64 CPU: one stream of numbers, whatever the sizes and types of the calls. */
export class TorchGenerator {
  #core;
  /** c/random.h's torch_draw. @type {Uint8Array} */ #state;

  /** @param {Core} core @param {unknown} seed */
  constructor(core, seed) {
    ownMethods(this, new.target);
    const low = checkTorchSeed("torchGenerator", seed),
      { arena, exports } = core;
    this.#core = core;
    this.#state = arena.run((scratch) => {
      const bytes = exports.torch_bytes(),
        draw = scratch.reserve(bytes);
      exports.torch_seed(draw, low);
      return scratch.bytesView().slice(draw, draw + bytes);
    });
  }

  /**
   * Normal numbers of mean 0 and variance 1: those of PyTorch, in float32 bit for bit, in float64 within
   * 2 units of the last place, and equal but for two in a thousand (of 40 million compared, 7 differed by
   * 3 units).
   * @overload
   * @param {ArrayLike<number> | number} shape
   * @param {{ dtype: "float64" }} options
   * @returns {DoubleTensor}
   *
   * @overload
   * @param {ArrayLike<number> | number} shape
   * @param {{ dtype?: "float32" | null } | null} [options]
   * @returns {Tensor}
   *
   * @param {ArrayLike<number> | number} shape
   * @param {{ dtype?: "float32" | "float64" | null } | null} [options]
   * @returns {Tensor | DoubleTensor}
   */
  randn(shape, options) {
    const { dtype } = checkOptions("randn", options, ["dtype"]);
    const type = checkChoice(
      "randn",
      "dtype",
      dtype ?? "float32",
      /** @type {const} */ (["float32", "float64"]),
    );
    const sizes = readSizes("randn", shape),
      { arena, exports } = this.#core;
    const data =
      type === "float64"
        ? arrayFor("randn", sizes, Float64Array)
        : arrayFor("randn", sizes, Float32Array);
    const kind = KINDS[type],
      blocks = Math.min(BLOCKS, Math.ceil(data.length / 16) + 1);
    arena.run((scratch) => {
      const draw = scratch.bytesOf(this.#state),
        out = scratch.reserve(64 * kind * blocks);
      exports.torch_begin(draw, data.length);
      for (let filled = 0; filled < data.length;) {
        const count = exports.torch_next(draw, kind, out, blocks);
        data.set(
          type === "float32" ? scratch.readFloats(out, count) : scratch.readDoubles(out, count),
          filled,
        );
        filled += count;
      }
      this.#state.set(scratch.bytesView().subarray(draw, draw + this.#state.length));
    });
    return /** @type {Tensor} */ ({ data, shape: sizes });
  }
}

/** numpy.random.default_rng(seed).normal: one stream of numbers, whatever the sizes of the calls. */
export class NumpyGenerator {
  #core;
  /** c/random.h's numpy_stream. @type {Uint8Array} */ #state;

  /** @param {Core} core @param {unknown} seed */
  constructor(core, seed) {
    ownMethods(this, new.target);
    const words = numpySeedWords("numpyGenerator", seed),
      { arena, exports } = core;
    this.#core = core;
    this.#state = arena.run((scratch) => {
      const bytes = exports.numpy_bytes(),
        stream = scratch.reserve(bytes);
      exports.numpy_seed(stream, scratch.ints(words), words.length);
      return scratch.bytesView().slice(stream, stream + bytes);
    });
  }

  /** Normal numbers of mean 0 and variance 1: those of NumPy, rounded to float32.
   * @param {ArrayLike<number> | number} shape @returns {Tensor} */
  normal(shape) {
    const sizes = readSizes("normal", shape),
      { arena, exports } = this.#core;
    const data = arrayFor("normal", sizes, Float32Array);
    arena.run((scratch) => {
      const piece = Math.min(16 * BLOCKS, data.length);
      const stream = scratch.bytesOf(this.#state),
        out = scratch.reserve(4 * piece);
      for (let filled = 0; filled < data.length; filled += piece) {
        const count = Math.min(piece, data.length - filled);
        exports.numpy_normal(stream, out, count);
        data.set(scratch.readFloats(out, count), filled);
      }
      this.#state.set(scratch.bytesView().subarray(stream, stream + this.#state.length));
    });
    return { data, shape: sizes };
  }
}

/** What torch.manual_seed(seed) starts.
 * @param {Core} core @param {number | bigint} seed from −2⁶³ to 2⁶⁴ − 1; as in PyTorch, the low 32 bits
 *   decide */
export const torchGenerator = (core, seed) => new TorchGenerator(core, seed);

/** numpy.random.default_rng(seed).
 * @param {Core} core @param {number | bigint} seed any whole number of at least 0 */
export const numpyGenerator = (core, seed) => new NumpyGenerator(core, seed);

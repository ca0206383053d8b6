// Masks as tensors of 0 and −∞, to be added to the scores: the option mask of attention. Where one of
// attention's own options says the same (causal, window, lengths), that is cheaper, since keys that
// are hidden by position are never computed.

import { checkWhole, inWords } from "./check.js";
import { readWholes, roomFor } from "./given.js";
import { asBooleans, asTensor, checkTensors, sizeOf } from "./tensor.js";

/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */
/** @typedef {import("./tensor.js").BooleanLike} BooleanLike */

/** Zeros for a mask of that shape.
 * @param {string} where @param {readonly number[]} shape @returns {Float32Array} */
const zeros = (where, shape) =>
  roomFor(where, () => `a mask of shape ${inWords(shape)}`, sizeOf(shape), Float32Array);

/** An (n, m) mask: 0 where query i may read key j, −∞ elsewhere.
 * @param {string} where @param {number} n @param {number} m
 * @param {(i: number, j: number) => boolean} reads @returns {Tensor} */
function maskWhere(where, n, m, reads) {
  const data = zeros(where, [n, m]);
  for (let i = 0; i < n && m > 0; i++)
    for (let j = 0; j < m; j++) if (!reads(i, j)) data[i * m + j] = -Infinity;
  return { data, shape: [n, m] };
}

/**
 * Query i reads the keys j ≤ i + offset.
 *
 * @param {number} n queries
 * @param {number | null} [m] keys; n when left out
 * @param {number | null} [offset] the position of query 0 among the keys: the length of the past, or
 *   m − n for the triangle that ends in the last corner. 0 when left out; may be negative
 * @returns {Tensor} (n, m)
 */
export function causalMask(n, m, offset) {
  const where = "causalMask";
  const rows = checkWhole(where, "n", n);
  const columns = checkWhole(where, "m", m ?? n);
  const shift = checkWhole(where, "offset", offset ?? 0, -(2 ** 31), 2 ** 31 - 1);
  return maskWhere(where, rows, columns, (i, j) => j <= i + shift);
}

/**
 * Hides the keys that fill an item up to the length m of the longest.
 *
 * @param {ArrayLike<number | bigint>} lengths the number of valid keys of each of the b items
 * @param {number} m keys
 * @returns {Tensor} (b, 1, 1, m), which broadcasts over heads and queries
 */
export function paddingMask(lengths, m) {
  const where = "paddingMask";
  const columns = checkWhole(where, "m", m);
  const valid = readWholes(where, "lengths", lengths, 0, () => columns);
  const { data } = maskWhere(where, valid.length, columns, (b, j) => j < valid[b]);
  return { data, shape: [valid.length, 1, 1, columns] };
}

/**
 * Both directions inside the prefix, causal after it (prefix-LM): query i reads the keys j < prefix and
 * j ≤ i.
 *
 * @param {number} n tokens
 * @param {number} prefix 0 … n
 * @returns {Tensor} (n, n)
 */
export function prefixMask(n, prefix) {
  const where = "prefixMask";
  const rows = checkWhole(where, "n", n);
  const inside = checkWhole(where, "prefix", prefix, 0, rows);
  return maskWhere(where, rows, rows, (i, j) => j < inside || j <= i);
}

/**
 * Query i reads the keys i − left ≤ j ≤ i + right. A side that is missing (undefined, null or Infinity)
 * is open.
 *
 * @param {number} n queries
 * @param {number} m keys
 * @param {number | null} [left]
 * @param {number | null} [right]
 * @returns {Tensor} (n, m)
 */
export function windowMask(n, m, left, right) {
  const where = "windowMask";
  const rows = checkWhole(where, "n", n);
  const columns = checkWhole(where, "m", m);
  const [before, after] = [
    ["left", left],
    ["right", right],
  ].map(([side, reach]) =>
    (reach ?? Infinity) === Infinity
      ? Infinity
      : checkWhole(where, /** @type {string} */ (side), reach),
  );
  return maskWhere(where, rows, columns, (i, j) => j >= i - before && j <= i + after);
}

/**
 * What hides a key in either mask hides it in the sum: −∞ plus anything is −∞, also +∞ and NaN. Finite
 * biases add up, and stay finite: a bias is never taken for "hidden", however negative it becomes.
 *
 * @param {TensorLike} a
 * @param {TensorLike} b broadcast against a from the right: axes of size 1 are repeated
 * @returns {Tensor}
 */
export function addMasks(a, b) {
  const where = "addMasks";
  const [first, second] = [asTensor(a, where, "a"), asTensor(b, where, "b")];
  checkTensors(where, ["a", first, "b", second]);
  const rank = Math.max(first.shape.length, second.shape.length);
  const shape = Array.from({ length: rank }, (_, axis) => {
    const sizes = [first, second].map((t) => t.shape[axis - rank + t.shape.length] ?? 1);
    if (sizes[0] !== sizes[1] && !sizes.includes(1)) {
      throw new RangeError(
        `${where}: a has shape ${inWords(first.shape)} but b has ${inWords(second.shape)}: ${sizes[0]} does not broadcast with ${sizes[1]}`,
      );
    }
    return sizes[0] === 1 ? sizes[1] : sizes[0];
  });
  const data = zeros(where, shape);
  const atFirst = indicesOf(first.shape, shape),
    atSecond = indicesOf(second.shape, shape);
  for (let index = 0; index < data.length; index++) {
    data[index] = addBiases(first.data[atFirst(index)], second.data[atSecond(index)]);
  }
  return { data, shape };
}

const FLOAT32_MAX = 3.4028234663852886e38;

/** @param {number} a @param {number} b */
function addBiases(a, b) {
  if (a === -Infinity || b === -Infinity) return -Infinity;
  if (a === Infinity || b === Infinity) return a + b;
  return Math.min(Math.max(a + b, -FLOAT32_MAX), FLOAT32_MAX); // NaN stays NaN
}

/** For an index into a tensor of shape `to`, the index into one of shape `from` that is broadcast to it.
 * @param {readonly number[]} from @param {readonly number[]} to @returns {(index: number) => number} */
function indicesOf(from, to) {
  /** @type {{ size: number, step: number }[]} the axes of `to`, last one first */
  const axes = [];
  for (let axis = to.length - 1, step = 1; axis >= 0; axis--) {
    const length = from[axis - to.length + from.length] ?? 1;
    axes.push({ size: to[axis], step: length === 1 ? 0 : step });
    step *= length;
  }
  return (index) => {
    let at = 0;
    for (const { size, step } of axes) {
      at += (index % size) * step;
      index = Math.floor(index / size);
    }
    return at;
  };
}

/**
 * @param {BooleanLike} t true: the key may be read
 * @returns {Tensor} of the same shape: 0 for true, −∞ for false
 */
export function keepToMask(t) {
  return booleansToMask("keepToMask", t, true);
}

/**
 * @param {BooleanLike} t true: the key is hidden
 * @returns {Tensor} of the same shape: −∞ for true, 0 for false
 */
export function dropToMask(t) {
  return booleansToMask("dropToMask", t, false);
}

/** @param {string} where @param {BooleanLike} t @param {boolean} visible */
function booleansToMask(where, t, visible) {
  const { data, shape } = asBooleans(t, where, "t");
  checkTensors(where, ["t", { data, shape }]);
  return {
    data: Float32Array.from(data, (byte) => ((byte !== 0) === visible ? 0 : -Infinity)),
    shape,
  };
}

// What the shapes of q, k and v say together, and how tensors of such sizes lie.
import { checkEqual, checkWhole, inWords, isArray } from "./check.js";
import { asTensor } from "./tensor.js";

/** @typedef {import("./tensor.js").Tensor} Tensor */

/**
 * @typedef {object} LayoutOptions
 * @property {number | null} [heads] q, k and v are packed: (b, n, heads·d_k), or the same without b
 * @property {number | null} [kvHeads] heads of k and v where they are fewer. Default heads
 */

/** The distance in floats from one batch item, head and token to the next.
 * @typedef {{ b: number, h: number, i: number }} Strides */

/**
 * The sizes of a call, and how its tensors lie.
 * @typedef {object} Sizes
 * @property {number} b @property {number} h @property {number} hKv @property {number} n
 * @property {number} m @property {number} dK @property {number} dV
 * @property {number[]} lead the axes before (n, m) of the weights: (b, h), (b), (h) or none
 * @property {boolean} batched whether there is a batch axis
 * @property {boolean} packed
 */

/** A tensor of matrices: rank 2, 3 or 4.
 * @param {string} where @param {string} name @param {unknown} value */
export function asMatrices(where, name, value) {
  const t = asTensor(value, where, name);
  if (t.shape.length === 1 && t.shape[0] > 0 && isArray(value)) {
    throw new TypeError(
      `${where}: ${name} must be a tensor or nested arrays with at least two axes, not a flat array`,
    );
  }
  if (t.shape.length < 2 || t.shape.length > 4) {
    throw new RangeError(
      `${where}: ${name} has rank ${t.shape.length}, shape ${inWords(t.shape)}, but must have rank 2, 3 or 4`,
    );
  }
  return t;
}

/** How the heads of a packed width are counted.
 * @param {string} where @param {string} name @param {number} width @param {string} option @param {number} heads */
function splitWidth(where, name, width, option, heads) {
  if (width % heads !== 0) {
    throw new RangeError(
      `${where}: the width of ${name}, ${width}, is not a multiple of ${option} = ${heads}`,
    );
  }
  return width / heads;
}

/** The sizes that the shapes of q, k and v say together; throws where they disagree.
 * @param {string} where @param {Tensor} q @param {Tensor} k @param {Tensor} v @param {LayoutOptions} options
 * @returns {Sizes} */
export function sizesOf(where, q, k, v, options) {
  const rank = q.shape.length;
  checkEqual(where, "k", "rank", k.shape.length, "q", rank);
  checkEqual(where, "v", "rank", v.shape.length, "q", rank);
  const packed = (options.heads ?? null) !== null;
  const kvGiven = (options.kvHeads ?? null) !== null;
  if (kvGiven && !packed)
    throw new TypeError(`${where}: kvHeads is for packed heads and needs heads as well`);
  const n = q.shape[rank - 2],
    qWidth = q.shape[rank - 1],
    m = k.shape[rank - 2],
    kWidth = k.shape[rank - 1],
    vWidth = v.shape[rank - 1];
  checkEqual(where, "v", "m", v.shape[rank - 2], "k", m);
  let h = 1,
    hKv = 1,
    dK = qWidth,
    dV = vWidth;
  if (packed) {
    if (rank === 4) {
      throw new RangeError(
        `${where}: with heads, q must have rank 2 or 3, (b, n, heads·d_k), but its shape is ${inWords(q.shape)}`,
      );
    }
    h = checkWhole(where, "heads", options.heads, 1);
    hKv = checkWhole(where, "kvHeads", options.kvHeads ?? h, 1);
    dK = splitWidth(where, "q", qWidth, "heads", h);
    checkEqual(
      where,
      "k",
      "d_k",
      splitWidth(where, "k", kWidth, kvGiven ? "kvHeads" : "heads", hKv),
      "q",
      dK,
    );
    dV = splitWidth(where, "v", vWidth, kvGiven ? "kvHeads" : "heads", hKv);
  } else {
    checkEqual(where, "k", "d_k", kWidth, "q", dK);
    if (rank === 4) {
      h = q.shape[1];
      hKv = k.shape[1];
      checkEqual(where, "v", "heads", v.shape[1], "k", hKv);
    }
  }
  if (hKv === 0 ? h !== 0 : h % hKv !== 0) {
    throw new RangeError(
      `${where}: the ${h} heads of q are not a multiple of the ${hKv} heads of k and v`,
    );
  }
  const batched = rank > 2,
    b = batched ? q.shape[0] : 1;
  if (batched) {
    checkEqual(where, "k", "b", k.shape[0], "q", b);
    checkEqual(where, "v", "b", v.shape[0], "q", b);
  }
  const lead = packed || rank === 4 ? (batched ? [b, h] : [h]) : batched ? [b] : [];
  return { b, h, hKv, n, m, dK, dV, lead, batched, packed };
}

/** q, k and v as tensors that fit together, and what their shapes say.
 * @param {string} where @param {unknown} q @param {unknown} k @param {unknown} v @param {LayoutOptions} options
 * @param {import("./tensor.js").Held} held */
export function matricesOf(where, q, k, v, options, held) {
  const queries = asMatrices(where, "q", q),
    keys = asMatrices(where, "k", k),
    values = asMatrices(where, "v", v);
  held.push("q", queries, "k", keys, "v", values);
  return { queries, keys, values, sizes: sizesOf(where, queries, keys, values, options) };
}

/** Strides of a dense tensor of `heads` heads with `tokens` tokens of `size` numbers.
 * @param {number} heads @param {number} tokens @param {number} size @param {boolean} packed @returns {Strides} */
export function denseStrides(heads, tokens, size, packed) {
  return packed
    ? { b: tokens * heads * size, h: size, i: heads * size }
    : { b: heads * tokens * size, h: tokens * size, i: size };
}

/** A call by its sizes, for what is said when it is too large.
 * @param {Sizes} sizes */
export const callOf = ({ b, h, n, m, dK, dV }) =>
  `a call with b = ${b}, heads = ${h}, n = ${n}, m = ${m}, d_k = ${dK}, d_v = ${dV}`;

// The past of a call: keys and values that are put before the new ones.
import { checkOptions, inWords } from "./check.js";
import { asMatrices } from "./sizes.js";

/** @typedef {import("./arena.js").Arena} Arena */
/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./sizes.js").Strides} Strides */
/** @typedef {import("./tensor.js").Tensor} Tensor */

/**
 * @typedef {object} Past
 * @property {Float32Array} key (b, h_kv, rows, d_k) @property {Float32Array} value (b, h_kv, rows, d_v)
 * @property {number} rows @property {number[]} lead the axes before those
 */

/** The past, checked against what it is put before; null where there is none.
 * @param {string} where @param {any} past @param {Sizes} sizes @param {import("./tensor.js").Held} held
 * @returns {Past | null} */
export function pastOf(where, past, sizes, held) {
  if (past === undefined || past === null) return null;
  const { key, value } = checkOptions(`${where}: past`, past, ["key", "value"]);
  const pastKey = asMatrices(where, "past.key", key),
    pastValue = asMatrices(where, "past.value", value);
  held.push("past.key", pastKey, "past.value", pastValue);
  const lead =
    sizes.lead.length === 0
      ? []
      : sizes.packed || sizes.lead.length === 2
        ? [...sizes.lead.slice(0, -1), sizes.hKv]
        : sizes.lead;
  const rows = pastKey.shape[pastKey.shape.length - 2];
  for (const [name, t, size] of /** @type {[string, Tensor, number][]} */ ([
    ["past.key", pastKey, sizes.dK],
    ["past.value", pastValue, sizes.dV],
  ])) {
    const want = [...lead, rows, size];
    if (String(t.shape) !== String(want)) {
      throw new RangeError(
        `${where}: ${name} has shape ${inWords(t.shape)} but must have ${inWords(want)}`,
      );
    }
  }
  return { key: pastKey.data, value: pastValue.data, rows, lead };
}

/** Past and new rows of keys or values, joined in scratch as (b, h_kv, past + m, size).
 * @param {Arena} scratch @param {Float32Array} past @param {number} pastRows @param {Float32Array} fresh
 * @param {Strides} freshAt @param {Sizes} sizes (with m of the joined rows) @param {number} size */
export function joinPast(scratch, past, pastRows, fresh, freshAt, sizes, size) {
  const { b: batch, hKv, m } = sizes,
    rows = m - pastRows;
  const pointer = scratch.reserve(4 * batch * hKv * m * size);
  if (batch * hKv * m * size === 0) return pointer;
  const floats = scratch.floatsView();
  let at = pointer / 4,
    taken = 0;
  for (let b = 0; b < batch; b++)
    for (let h = 0; h < hKv; h++) {
      floats.set(past.subarray(taken, (taken += pastRows * size)), at);
      at += pastRows * size;
      for (let i = 0; i < rows; i++, at += size) {
        const from = b * freshAt.b + h * freshAt.h + i * freshAt.i;
        floats.set(fresh.subarray(from, from + size), at);
      }
    }
  return pointer;
}

// The weights as files: those that are shown as a table, all of them as JSON that this page opens again.
import { plain } from "../../parts/letters/numbers.js";
import { matrixOf } from "./view.js";

/** @typedef {import("../../model/maps.js").Maps} Maps */
/** @typedef {import("../../parts/matrix/heat-canvas.js").Matrix} Matrix */
/** @typedef {import("../../parts/matrix/heat-canvas.js").Region} Region */

// Numbers that are written into one file at most.
const MOST_WRITTEN = 2 ** 22;

/** Whether a file holds all heads of a sequence. @param {Maps} maps */
export function isWrittenWhole({ shape: [layers, , heads, n, m] }) {
  return layers * heads * n * m <= MOST_WRITTEN;
}

/** Numbers of a part of a map: what is hidden has a score of −∞, and a weight of 0.
 * @param {Matrix} matrix @param {Region} region @param {"weight" | "score"} what */
export function tensorOf(matrix, { top, left, rows, columns }, what) {
  const data = new Float32Array(rows * columns);
  for (let i = 0; i < rows; i += 1) {
    const from = matrix.start + (top + i) * matrix.columns + left;
    data.set(matrix.data.subarray(from, from + columns), i * columns);
  }
  if (what === "weight") data.forEach((value, at) => (data[at] = value === -Infinity ? 0 : value));
  return { data, shape: [rows, columns] };
}

/**
 * All heads, or the one that is shown where all are too many.
 * @param {Maps} maps
 * @param {{ element: string, layer: number, head: number, sequence: number }} shown from 0
 */
export function savedJson(maps, { element, layer, head, sequence }) {
  const [layers, , heads, n, m] = maps.shape;
  const isAll = isWrittenWhole(maps);
  const pick = (/** @type {number} */ count, /** @type {number} */ now) =>
    isAll ? Array.from({ length: count }, (_, at) => at) : [now];
  const written = (/** @type {number} */ value) =>
    value === -Infinity ? null : Number.isFinite(value) ? Number(plain(value)) : plain(value);
  const attentions = pick(layers, layer).map((row) =>
    pick(heads, head).map((column) => {
      const { data, start } = matrixOf(maps, row, sequence, column);
      return Array.from({ length: n }, (_, i) =>
        Array.from(data.subarray(start + i * m, start + (i + 1) * m), written),
      );
    }),
  );
  return {
    element,
    queryTokens: maps.queryTokens?.[sequence],
    keyTokens: maps.keyTokens?.[sequence],
    attentions,
  };
}

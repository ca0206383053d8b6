// One head at a time: its numbers, what they add up to, and how much of the map is on screen.

/** @typedef {import("../../model/maps.js").Maps} Maps */
/** @typedef {import("../../parts/matrix/heat-canvas.js").Matrix} Matrix */
/** @typedef {import("../../parts/matrix/heat-canvas.js").Region} Region */

/**
 * What a head's numbers are like.
 * @typedef {object} Facts
 * @property {number} most the largest finite number @property {number} least
 * @property {number} hidden how many cells @property {number} zero @property {number} nan
 */

/** @param {Maps} maps @param {number} layer @param {number} sequence @param {number} head from 0 @returns {Matrix} */
export function matrixOf({ data, shape }, layer, sequence, head) {
  const [, sequences, heads, rows, columns] = shape;
  return {
    data,
    start: ((layer * sequences + sequence) * heads + head) * rows * columns,
    rows,
    columns,
  };
}

/** @param {Matrix} matrix @returns {Facts} */
export function factsOf({ data, start, rows, columns }) {
  const facts = { most: -Infinity, least: Infinity, hidden: 0, zero: 0, nan: 0 };
  const end = start + rows * columns;
  for (let at = start; at < end; at += 1) {
    const value = data[at];
    if (value > 0 && value < Infinity) {
      if (value > facts.most) facts.most = value;
      if (value < facts.least) facts.least = value;
    } else if (value === 0) {
      facts.zero += 1;
    } else if (value === -Infinity) {
      facts.hidden += 1;
    } else if (value < 0) {
      if (value < facts.least) facts.least = value;
      if (value > facts.most) facts.most = value;
    } else {
      facts.nan += 1;
    }
  }
  if (facts.zero > 0) {
    facts.most = Math.max(facts.most, 0);
    facts.least = Math.min(facts.least, 0);
  }
  // Where every cell is hidden there is no largest.
  if (facts.most === -Infinity) facts.most = 0;
  if (facts.least === Infinity) facts.least = 0;
  return facts;
}

/** @param {Matrix} matrix @param {number} i @param {number} j */
export const cellOf = ({ data, start, columns }, i, j) => data[start + i * columns + j];

/**
 * What a row or column adds up to, hidden cells being 0. NaN where it has a number that is none.
 * @param {Matrix} matrix @param {{ row?: number, column?: number }} line
 */
export function sumOf(matrix, { row, column }) {
  let sum = 0;
  const [fromRow, toRow] = row === undefined ? [0, matrix.rows] : [row, row + 1];
  const [fromColumn, toColumn] = column === undefined ? [0, matrix.columns] : [column, column + 1];
  for (let i = fromRow; i < toRow; i += 1)
    for (let j = fromColumn; j < toColumn; j += 1) {
      const value = cellOf(matrix, i, j);
      if (value !== -Infinity) sum += value;
    }
  return sum;
}

/** The numbers of a row. @param {Matrix} matrix @param {number} row @returns {Float32Array | Float64Array} */
export const rowOf = ({ data, start, columns }, row) =>
  data.subarray(start + row * columns, start + (row + 1) * columns);

/** What every key receives on average over all queries; a hidden cell gives 0.
 * @param {Matrix} matrix @returns {Float64Array} */
export function receivedBy(matrix) {
  const { data, start, rows, columns } = matrix;
  const sums = new Float64Array(columns);
  for (let i = 0; i < rows; i += 1) {
    const from = start + i * columns;
    for (let j = 0; j < columns; j += 1) {
      const value = data[from + j];
      if (value !== -Infinity) sums[j] += value;
    }
  }
  for (let j = 0; j < columns; j += 1) sums[j] /= rows;
  return sums;
}

/** The strongest keys of a row, strongest first. @param {Matrix} matrix @param {number} row @param {number} count @returns {number[]} */
export function strongestOf(matrix, row, count) {
  /** @type {number[]} */
  const best = [];
  for (let j = 0; j < matrix.columns; j += 1) {
    const value = cellOf(matrix, row, j);
    if (!Number.isFinite(value)) continue;
    const at = best.findIndex((other) => cellOf(matrix, row, other) < value);
    if (at >= 0) best.splice(at, 0, j);
    else if (best.length < count) best.push(j);
    best.length = Math.min(best.length, count);
  }
  return best;
}

/** The largest numbers of a whole map, largest first; of equal ones the first.
 * @param {Matrix} matrix @param {number} count @returns {{ i: number, j: number, value: number }[]} */
export function strongestPairs({ data, start, rows, columns }, count) {
  /** @type {{ i: number, j: number, value: number }[]} */
  const best = [];
  let least = -Infinity;
  for (let i = 0; i < rows; i += 1)
    for (let j = 0; j < columns; j += 1) {
      const value = data[start + i * columns + j];
      // Also false where it is not a number.
      if (!(value > least) || value === Infinity) continue;
      const at = best.findIndex((pair) => pair.value < value);
      best.splice(at < 0 ? best.length : at, 0, { i, j, value });
      best.length = Math.min(best.length, count);
      if (best.length === count) least = best[count - 1].value;
    }
  return best;
}

/** The index of the largest number; 0 where none is finite. @param {ArrayLike<number>} values */
export function bestOf(values) {
  let best = 0;
  for (let at = 1; at < values.length; at += 1) if (values[at] > values[best]) best = at;
  return best;
}

// --- zoom --------------------------------------------------------------------------------------------

// The least that is shown at once.
const FEWEST = 4;

/** @param {{ rows: number, columns: number }} size @returns {Region} */
export const wholeOf = ({ rows, columns }) => ({ top: 0, left: 0, rows, columns });

/** @param {number} value @param {number} most */
const within = (value, most) => Math.max(0, Math.min(value, most));

/** A region inside the map. @param {Region} region @param {{ rows: number, columns: number }} size @returns {Region} */
export function kept(region, size) {
  const rows = Math.min(size.rows, Math.max(1, Math.round(region.rows)));
  const columns = Math.min(size.columns, Math.max(1, Math.round(region.columns)));
  return {
    top: within(Math.round(region.top), size.rows - rows),
    left: within(Math.round(region.left), size.columns - columns),
    rows,
    columns,
  };
}

/**
 * A region seen from nearer or farther, with a cell staying where it is.
 * @param {Region} region @param {{ rows: number, columns: number }} size
 * @param {number} factor above 1: more is seen @param {{ i: number, j: number }} around
 */
export function zoomed(region, size, factor, { i, j }) {
  const count = (/** @type {number} */ now, /** @type {number} */ all) => {
    const next = factor < 1 ? Math.floor(now * factor) : Math.ceil(now * factor);
    return Math.min(all, Math.max(Math.min(FEWEST, all), next));
  };
  const rows = count(region.rows, size.rows);
  const columns = count(region.columns, size.columns);
  const share = (
    /** @type {number} */ at,
    /** @type {number} */ from,
    /** @type {number} */ length,
  ) => within((at + 0.5 - from) / length, 1);
  return kept(
    {
      top: i + 0.5 - share(i, region.top, region.rows) * rows,
      left: j + 0.5 - share(j, region.left, region.columns) * columns,
      rows,
      columns,
    },
    size,
  );
}

/** A region moved so that a cell is in it. @param {Region} region @param {{ rows: number, columns: number }} size @param {number} i @param {number} j */
export function showing(region, size, i, j) {
  const { rows, columns } = region;
  return kept(
    {
      top: Math.min(i, Math.max(region.top, i - rows + 1)),
      left: Math.min(j, Math.max(region.left, j - columns + 1)),
      rows,
      columns,
    },
    size,
  );
}

/** The state of the zoom as text, "9:16 1:8" for rows 9 to 16 and columns 1 to 8. */
export const regionConverter = {
  /** @param {string | null} text @returns {Region | undefined} */
  fromAttribute(text) {
    const found = /^(\d+):(\d+)[\s,]+(\d+):(\d+)$/.exec((text ?? "").trim());
    if (!found) return undefined;
    const [top, bottom, left, right] = found.slice(1).map(Number);
    return { top: top - 1, left: left - 1, rows: bottom - top + 1, columns: right - left + 1 };
  },
  /** @param {Region | undefined} region */
  toAttribute: (region) =>
    region
      ? `${region.top + 1}:${region.top + region.rows} ${region.left + 1}:${region.left + region.columns}`
      : null,
};

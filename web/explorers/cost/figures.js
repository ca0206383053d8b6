// The figures of each view as columns over numbers of tokens: the table beside the chart, the chart's
// lines, the tables behind and the files are all made of them.
import { METHODS, STEPS } from "./sides.js";
import { spreadOf } from "./statistics.js";
import { milliseconds } from "./write.js";

/** @typedef {import("./timing.js").Point} Point */

/**
 * @typedef {object} Column
 * @property {string} name
 * @property {string} [unit] "MB", "ms"
 * @property {(number | undefined)[]} values a row each; undefined where nothing is known
 * @property {{ low: number, high: number }[]} [spreads]
 * @property {(value: number) => string} write
 * @property {boolean} [asked] it is the answer to the view's question
 */

/** @typedef {{ tokens: number[], columns: Column[] }} Figures */

/**
 * What is measured.
 * @param {"time" | "decoding"} kind @param {Map<string, Point>} points by pointKey @param {number[]} tokens
 * @param {string[]} [methods]
 * @returns {Figures}
 */
export function timedFigures(kind, points, tokens, methods) {
  const shown = methods ?? (kind === "time" ? METHODS : STEPS);
  return {
    tokens,
    columns: shown.map((name) => {
      const spreads = tokens.map((n) => {
        const point = points.get(pointKey(name, n));
        return point && spreadOf(point);
      });
      return {
        name,
        unit: "ms",
        values: spreads.map((spread) => spread?.median),
        // What a step takes without a cache says how many operations it is.
        asked: name === "whole",
        spreads: /** @type {Column["spreads"]} */ (spreads),
        write: milliseconds,
      };
    }),
  };
}

/** @param {string} method @param {number} n */
export const pointKey = (method, n) => `${method} ${n}`;

/** Only the rows of these numbers of tokens. @param {Figures} figures @param {(n: number) => boolean} keeps
 * @returns {Figures} */
export const rowsOf = ({ tokens, columns }, keeps) => {
  const isKept = (/** @type {unknown} */ _, /** @type {number} */ at) => keeps(tokens[at]);
  return {
    tokens: tokens.filter(isKept),
    columns: columns.map((column) => ({
      ...column,
      values: column.values.filter(isKept),
      spreads: column.spreads?.filter(isKept),
    })),
  };
};

/** The points of a column, for a chart and for a slope, whose scales have no 0.
 * @param {Column} column @param {number[]} tokens */
export const pointsOf = ({ values, spreads }, tokens) =>
  tokens.flatMap((x, at) => {
    const y = values[at];
    if (!y) return [];
    const spread = spreads?.[at];
    return [{ x, y, ...(spread ? { low: spread.low, high: spread.high } : {}) }];
  });

// The figures of each view as columns over numbers of tokens: the table beside the chart, the chart's
// lines, the tables behind and the files are all made of them.
import { countsOf } from "./counts.js";
import { METHODS, STEPS } from "./sides.js";
import { spreadOf } from "./statistics.js";
import { count, decimal, factor, milliseconds, unitOf } from "./write.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./sizes.js").View} View */
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

/** @typedef {"scoreBytes" | "qkvBytes" | "headBytes" | "hidden" | "cache"} ByteName */
/** @typedef {"scoresProduct" | "valuesProduct" | "attention" | "projections" | "feedForward" | "step" | "again"} WorkName */

const BILLION = 1e9;

/**
 * What is counted.
 * @param {Exclude<View, "time">} view @param {Sizes} sizes @param {number[]} tokens
 * @returns {Figures}
 */
export function countedFigures(view, sizes, tokens) {
  const all = tokens.map((n) => countsOf({ ...sizes, n }));
  /** @param {ByteName[]} names @returns {(name: ByteName, asked?: boolean) => Column} */
  const bytesIn = (...names) => {
    const unit = unitOf(names.flatMap((name) => all.map((counts) => counts[name])));
    return (name, asked) => ({
      name,
      unit: unit.name,
      values: all.map((counts) => counts[name]),
      write: (value) => decimal(value / unit.size, 2),
      asked,
    });
  };
  /** @param {WorkName} name @param {boolean} [asked] @returns {Column} */
  const work = (name, asked) => ({
    name,
    unit: "10⁹",
    values: all.map((counts) => counts[name]),
    write: (value) => decimal(value / BILLION, 3),
    asked,
  });
  /** @param {"times" | "share" | "saved"} name @returns {Column} */
  const ratio = (name) => ({
    name,
    values: all.map((counts) => counts[name]),
    write: name === "share" ? (value) => decimal(value, 2) : factor,
    asked: true,
  });
  switch (view) {
    case "memory": {
      const column = bytesIn("scoreBytes", "qkvBytes");
      const scores = all.map((counts) => counts.scores);
      return {
        tokens,
        columns: [
          { name: "scores", values: scores, write: count, asked: true },
          column("scoreBytes", true),
          column("qkvBytes"),
          ratio("times"),
        ],
      };
    }
    case "operations":
      return {
        tokens,
        columns: [
          work("scoresProduct", true),
          work("valuesProduct", true),
          work("attention", true),
          work("projections"),
          work("feedForward"),
        ],
      };
    case "feed-forward": {
      const column = bytesIn("headBytes", "hidden");
      return { tokens, columns: [column("headBytes"), column("hidden"), ratio("share")] };
    }
    default: {
      const column = bytesIn("cache");
      return {
        tokens,
        columns: [column("cache"), work("step"), work("again", true), ratio("saved")],
      };
    }
  }
}

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
        spreads: /** @type {Column["spreads"]} */ (spreads),
        write: milliseconds,
      };
    }),
  };
}

/** @param {string} method @param {number} n */
export const pointKey = (method, n) => `${method} ${n}`;

/** The points of a column, for a chart and for a slope.
 * @param {Column} column @param {number[]} tokens */
export const pointsOf = ({ values, spreads }, tokens) =>
  tokens.flatMap((x, at) => {
    const y = values[at];
    if (y === undefined) return [];
    const spread = spreads?.[at];
    return [{ x, y, ...(spread ? { low: spread.low, high: spread.high } : {}) }];
  });

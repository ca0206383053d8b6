// Everything that is said about what is shown, in one place: the counts, the figures, and what follows
// from the times. The element draws it, and the words are made of it.
import { countsOf, crossoversOf } from "./counts.js";
import { pointsOf, timedFigures } from "./figures.js";
import { fitted, slopeOf } from "./statistics.js";
import { rising } from "./sizes.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./figures.js").Figures} Figures */
/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

/** @typedef {{ from: number, to: number, before: number, after: number }} Growth */

/**
 * @typedef {object} Timed
 * @property {Figures} figures
 * @property {import("./measurements.js").Found} found
 * @property {Record<string, number | undefined>} slopes by method
 * @property {string | undefined} lead the method that is told about
 * @property {number} fitFrom the smallest size to which its slope is fitted
 * @property {Growth | undefined} growth of that method, from 1,024 tokens on where there are
 */

/**
 * @typedef {object} Facts
 * @property {string} name of the view @property {View} view @property {Sizes} sizes
 * @property {import("./counts.js").Counts} counts
 * @property {{ one: number, all: number }} crossovers
 * @property {Figures | undefined} counted missing where everything is measured
 * @property {Timed | undefined} timed missing where nothing is
 * @property {boolean} revealed @property {boolean} isRunning
 */

// Where the growth is told from, as far as there is a time: below, fixed costs hide it.
export const GROWTH_FROM = 1024;
const LEADS = ["fused", "staged", "loop", "whole"];

/** What a view counts, for each number of tokens that it shows. @param {View} view @param {Sizes} sizes
 * @returns {Figures | undefined} */
function countedOf({ columns, tokens: usual, more }, sizes) {
  if (!columns) return undefined;
  const tokens = rising([...usual, sizes.n, ...(more?.(sizes) ?? [])]);
  return { tokens, columns: columns(tokens.map((n) => countsOf({ ...sizes, n }))) };
}

/**
 * @param {import("./sides.js").Kind} kind @param {import("./measurements.js").Found} found
 * @param {number[]} tokens @param {string[]} methods
 * @returns {Timed}
 */
export function timedOf(kind, found, tokens, methods) {
  const figures = timedFigures(kind, found.points, tokens, methods);
  const lines = new Map(figures.columns.map((column) => [column.name, pointsOf(column, tokens)]));
  const lead = LEADS.find((name) => (lines.get(name)?.length ?? 0) > 1);
  const points = (lead && lines.get(lead)) || [];
  /** @param {{ x: number, y: number } | undefined} a @param {{ x: number, y: number } | undefined} b */
  const between = (a, b) =>
    a && b && a.x < b.x ? { from: a.x, to: b.x, before: a.y, after: b.y } : undefined;
  const last = points[points.length - 1];
  return {
    figures,
    found,
    slopes: Object.fromEntries([...lines].map(([name, line]) => [name, slopeOf(line)])),
    lead,
    fitFrom: fitted(points)[0]?.x ?? NaN,
    growth:
      between(
        points.find(({ x }) => x >= GROWTH_FROM),
        last,
      ) ?? between(points[0], last),
  };
}

/** The time of a method at a size, in ms. @param {Timed} timed @param {string} method @param {number} n */
export function timeAt({ figures }, method, n) {
  const column = figures.columns.find(({ name }) => name === method);
  return column?.values[figures.tokens.indexOf(n)];
}

/**
 * @param {Pick<Facts, "name" | "view" | "sizes" | "timed" | "revealed" | "isRunning">} known
 * @returns {Facts}
 */
export const factsOf = (known) => ({
  ...known,
  counts: countsOf(known.sizes),
  crossovers: crossoversOf(known.sizes),
  counted: countedOf(known.view, known.sizes),
});

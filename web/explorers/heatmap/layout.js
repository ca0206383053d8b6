// Where everything of the large map stands, in CSS pixels.
import { edgesOf } from "../../parts/matrix/heat-canvas.js";

/** @typedef {import("../../parts/matrix/heat-canvas.js").Region} Region */

// Labels: a character, and the least that a label needs.
const CHARACTER = 7.4;
const LABEL = 15;
const LONGEST_LABEL = { wide: 112, narrow: 64 };
const LARGEST_CELL = 60;
const TALLEST = { wide: 520, narrow: 360 };
const NARROW = 480;
/** Beside the small maps there is room for so many tokens with their names; above, for so many. */
export const BESIDE = 30;
export const NAMED = 64;

/** 2, 5, 10, 20, 50 …: the least of them that is not smaller. @param {number} least */
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

/** About how wide a label is: wide characters count twice. @param {string} text */
function widthOf(text) {
  let width = 0;
  for (const character of text.slice(0, 40)) width += /[ᄀ-￿𐀀-􏿿]/u.test(character) ? 1.9 : 1;
  return width * CHARACTER;
}

/**
 * @param {object} shown
 * @param {Region} shown.region @param {number} shown.room the width there is
 * @param {boolean} shown.hasKeyTokens @param {boolean} shown.hasReceived the strip under the map
 * @param {import("./names.js").Names} shown.names
 * @param {number} [shown.least] what a label needs
 */
export function layoutOf({ region, room, hasKeyTokens, hasReceived, names, least = LABEL }) {
  const isNarrow = room < NARROW;
  const most = isNarrow ? LONGEST_LABEL.narrow : LONGEST_LABEL.wide;
  /** @param {"queryTokens" | "keyTokens"} which @param {number} from @param {number} count */
  const widest = (which, from, count) => {
    let width = 2 * CHARACTER;
    for (let at = from; at < from + Math.min(count, 64); at += 1)
      width = Math.max(width, widthOf(names.label(which, at)));
    return width;
  };
  const { top, left, rows, columns } = region;
  const side = Math.round(
    Math.max(hasReceived ? 76 : 48, Math.min(most, widest("queryTokens", top, rows)) + 10),
  );
  const free = Math.max(120, room - side - 4);
  const usual = isNarrow ? TALLEST.narrow : TALLEST.wide;
  // Higher than usual where every token then has its name.
  const isNamed = hasKeyTokens && Math.max(rows, columns) <= NAMED && free / columns >= least;
  const tall = isNamed ? Math.max(usual, rows * least) : usual;
  const cell = Math.min(free / columns, tall / rows, LARGEST_CELL);
  // Very long and narrow maps are not drawn in squares: their cells would be too small.
  const width = Math.round(
    Math.min(free, Math.max(columns * cell, Math.min(160, columns * LARGEST_CELL))),
  );
  const height = Math.round(
    Math.min(tall, Math.max(rows * cell, Math.min(160, rows * LARGEST_CELL))),
  );
  const cellWidth = width / columns;
  const cellHeight = height / rows;
  const label = widest("keyTokens", left, columns);
  const upright = label + 4 > cellWidth;
  const named = hasKeyTokens && cellWidth >= least;
  const over = Math.round(named && upright ? Math.min(most, label) + 10 : 22);
  return {
    side,
    over,
    width,
    height,
    upright: named && upright,
    x: edgesOf(columns, width),
    y: edgesOf(rows, height),
    everyRow: cellHeight >= least ? 1 : roundStep(30 / cellHeight),
    everyColumn: cellWidth >= (hasKeyTokens ? least : label + 2) ? 1 : roundStep(44 / cellWidth),
  };
}

/** @typedef {ReturnType<typeof layoutOf>} Layout */

/** How far from the first row shown the first is whose number is a multiple. @param {number} from @param {number} step */
export const firstOf = (from, step) => (step - ((from + 1) % step)) % step;

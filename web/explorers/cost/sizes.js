// What is asked about: the sizes of a layer, by name or one's own, and the numbers of tokens at which
// each view answers.

import { presetOf } from "../../frame/presets.js";

/**
 * @typedef {object} Sizes
 * @property {number} n tokens @property {number} d model width @property {number} heads
 * @property {number} layers @property {number} bytes of one number
 * @property {number} expansion hidden width of the feed-forward part / d
 * @property {number} batch sequences @property {number} window how many tokens a query may read, itself included
 */

const ONE = { batch: 1, window: 1024 };

/** @type {Record<string, Sizes>} */
export const PRESETS = {
  head: { n: 8192, d: 64, heads: 1, layers: 1, bytes: 4, expansion: 4, ...ONE },
  half: { n: 4096, d: 64, heads: 1, layers: 1, bytes: 4, expansion: 4, ...ONE },
  ticket: { n: 120, d: 64, heads: 4, layers: 1, bytes: 4, expansion: 4, ...ONE },
  wide: { n: 16384, d: 4096, heads: 1, layers: 1, bytes: 2, expansion: 4, ...ONE },
  model: { n: 4096, d: 2048, heads: 32, layers: 32, bytes: 2, expansion: 4, ...ONE },
  "128k": { n: 131072, d: 64, heads: 1, layers: 1, bytes: 2, expansion: 4, ...ONE },
};

export const SIZE_NAMES = /** @type {const} */ ([
  "n",
  "d",
  "heads",
  "layers",
  "bytes",
  "expansion",
  "batch",
  "window",
]);
export const BYTES = [4, 2, 1];
export const LIMITS = {
  n: 1048576,
  d: 65536,
  heads: 65536,
  layers: 1024,
  batch: 4096,
  window: 1048576,
};
const MOST_EXPANSION = 64;

/** Sizes that are timed: doublings, the first and the last that may be asked for. */
export const TIMED = [128, 256, 512, 1024, 2048, 4096, 8192];

/** Stops of the slider of tokens, where nothing is timed. */
export const STOPS = [128, 512, 2048, 8192, 32768, 131072];

/** Numbers of tokens, rising, each once. @param {number[]} all */
export const rising = (all) => [...new Set(all)].sort((a, b) => a - b);

/** Of these, those that are timed before anything is asked. */
export const SMALL = 512;

/** The sizes that are timed: up to `to`, with n among them. @param {number} to @param {number} n */
export const timedSizes = (to, n) => rising([...TIMED, n]).filter((size) => size <= to);

/**
 * The sizes that are meant: those of the preset, with one's own in their place. Throws what a reader can
 * act on.
 * @param {Partial<Record<keyof Sizes, number>> & { presetName: string }} given
 * @param {(key: string, values?: Record<string, unknown>) => string} text
 * @returns {Sizes}
 */
export function sizesOf(given, text) {
  const preset = presetOf(PRESETS, given.presetName, text);
  const sizes = { ...preset };
  for (const name of SIZE_NAMES) sizes[name] = given[name] ?? preset[name];
  // A width of one's own goes with the preset's heads as far as it can.
  if (given.heads === undefined && sizes.d % sizes.heads !== 0) sizes.heads = 1;
  for (const [name, most] of Object.entries(LIMITS)) {
    const value = sizes[/** @type {keyof typeof LIMITS} */ (name)];
    if (!Number.isInteger(value) || value < 1 || value > most) {
      throw new RangeError(text("noSize", { name, value, least: 1, most }));
    }
  }
  if (sizes.d % sizes.heads !== 0) {
    throw new RangeError(text("noDivisor", { d: sizes.d, h: sizes.heads }));
  }
  if (!BYTES.includes(sizes.bytes)) {
    throw new RangeError(text("noBytes", { bytes: sizes.bytes, known: BYTES.join(", ") }));
  }
  if (!(sizes.expansion > 0 && sizes.expansion <= MOST_EXPANSION)) {
    throw new RangeError(text("noExpansion", { expansion: sizes.expansion, most: MOST_EXPANSION }));
  }
  return sizes;
}

// A picture of 4 × 4 patches and four words: keys of one kind, queries of another. Each patch is its mean
// colour and its place, as a vision model would have it before anything is learned; each word asks for
// colours and a place.

/** The mean colours of the patches, row by row: sky with a sun, sea with a boat, sand. */
export const COLOURS = [
  ["#8ec9f2", "#93ccf3", "#9ad0f4", "#f7d23e"],
  ["#a5d5f5", "#a9d7f5", "#b0daf6", "#b9d9ea"],
  ["#1f6fb2", "#a8402f", "#1d6aab", "#1b65a4"],
  ["#e2c48d", "#dfbf85", "#d9b97d", "#d6b477"],
];

const SIDE = COLOURS.length;

/** Names of the patches: row and column. */
export const PATCHES = COLOURS.flatMap((row, i) => row.map((_, j) => `${i + 1},${j + 1}`));

/** A patch as numbers: red, green, blue from −1 to 1, and how far down it is. @returns {number[][]} (16, 4) */
export const patchNumbers = () =>
  COLOURS.flatMap((row, i) =>
    row.map((colour) => [
      ...[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 127.5 - 1),
      (2 * i) / (SIDE - 1) - 1,
    ]),
  );

/** What each word asks for, in the same four numbers. */
export const WORDS = ["sky", "sun", "boat", "sand"];
export const WORD_NUMBERS = [
  [-0.5, 1.5, 3, -4],
  [6, 3, -6, -2],
  [3, -6, -4, 2],
  [2, 1, -2, 5],
];

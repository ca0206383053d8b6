// Four heads written by hand, of four numbers each, on six tokens; and the two examples of what goes
// wrong.

export const TOKENS = ["the", "cat", "sat", "on", "the", "mat"];
export const WIDTH = 16;
/** Into how many heads the same columns are cut. */
export const CUTS = [1, 2, 4];

// A token has: its place as cosine and sine of an eighth turn a token; its word as a corner of a
// figure whose five corners are equally far apart; whether it is a noun; and a 1.
const PLACES = [
  [1, 0],
  [0.707, 0.707],
  [0, 1],
  [-0.707, 0.707],
  [-1, 0],
  [-0.707, -0.707],
];
/** @type {Record<string, number[]>} */
const WORDS = {
  the: [0.964, -0.155, -0.155, -0.155],
  cat: [-0.155, 0.964, -0.155, -0.155],
  sat: [-0.155, -0.155, 0.964, -0.155],
  on: [-0.155, -0.155, -0.155, 0.964],
  mat: [-0.5, -0.5, -0.5, -0.5],
};
const NOUNS = ["cat", "mat"];

/** (6, 16): what is not used is 0. @type {number[][]} */
export const X = TOKENS.map((token, i) => [
  ...PLACES[i],
  ...WORDS[token],
  NOUNS.includes(token) ? 1 : 0,
  1,
  ...Array.from({ length: WIDTH - 8 }, () => 0),
]);

/** The cells of W_Q and W_K that are not 0: [row, column, value]. @type {Record<"W_Q" | "W_K", [number, number, number][]>} */
export const CELLS = {
  W_Q: [
    // Head 1 turns the place back by one token.
    [0, 0, 11.312],
    [1, 0, 11.312],
    [0, 1, -11.312],
    [1, 1, 11.312],
    // Head 2 asks for its own word.
    [2, 4, 8],
    [3, 5, 8],
    [4, 6, 8],
    [5, 7, 8],
    // Head 3 asks for nouns, whoever asks.
    [7, 8, 6],
    // Head 4 asks for nothing.
  ],
  W_K: [
    [0, 0, 1],
    [1, 1, 1],
    [2, 4, 1],
    [3, 5, 1],
    [4, 6, 1],
    [5, 7, 1],
    [6, 8, 1],
  ],
};

/** @param {[number, number, number][]} cells */
const matrixOf = (cells) => {
  const rows = Array.from({ length: WIDTH }, () => Array.from({ length: WIDTH }, () => 0));
  for (const [i, j, value] of cells) rows[i][j] = value;
  return rows;
};

const identity = matrixOf(Array.from({ length: WIDTH }, (_, i) => [i, i, 1]));

export const PARAMETERS = {
  W_Q: matrixOf(CELLS.W_Q),
  W_K: matrixOf(CELLS.W_K),
  W_V: identity,
  W_O: identity,
};

/** Three tokens of two heads with two numbers each, q = k = v. */
export const RESHAPE = {
  tokens: ["damaged", "on", "arrival"],
  heads: 2,
  Q: [
    [1, 0, 2, -1],
    [0, 1, -1, 1],
    [2, 1, 0, 1.5],
  ],
};

/** How the outputs of the two heads are mixed, until a learner changes it: (4, 4). */
export const MIX = [
  [1, 0, 0.5, 0],
  [0, 1, 0, 0.5],
  [0.5, 0, -1, 0],
  [0, 0.5, 0, 1],
];

/** Three projections of the same tokens: (4, 4) each. */
export const STACKED = {
  W_Q: [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0.5],
    [0, 0, 0, 1],
  ],
  W_K: [
    [0, 1, 0, 0],
    [1, 0, 0, 0],
    [0, 0, 1, 0],
    [0.5, 0, 0, 1],
  ],
  W_V: [
    [2, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, -1, 1],
  ],
};

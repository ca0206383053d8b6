// The examples that the lessons work through, and some of their shapes with tokens of our own.
// Every matrix has one row a token or a number of the embedding, as on paper.

/**
 * @typedef {object} Example
 * @property {string[]} tokens the queries' tokens
 * @property {string[]} [memoryTokens] the keys' tokens, where they are others
 * @property {number[][]} x (n, d)
 * @property {number[][]} [memory] (m, d), where keys and values come from it
 * @property {number[][]} W_Q (d, d_k)
 * @property {number[][]} W_K (d, d_k)
 * @property {number[][]} W_V (d, d_v)
 * @property {number} query the row to follow, from 1
 * @property {number} padding how many keys the padding mask hides
 * @property {number} prefix how many tokens the prefix mask lets read both ways
 * @property {{ seed: number, d_k: number }} [drawn] Q, K and V are drawn by NumPy's generator, and x and the
 *   weight matrices are not there
 * @property {"causal"} [mask] the mask that it is about
 */

/** @param {number[]} values */
const diagonal = (values) => values.map((value, i) => values.map((_, j) => (i === j ? value : 0)));

/** Two numbers a token, water and money; each is query, key and value as it is. */
const plain = { W_Q: diagonal([1, 1]), W_K: diagonal([1, 1]), W_V: diagonal([1, 1]) };

/**
 * n queries, keys and values of NumPy's default_rng(seed).normal.
 * @param {number} n @param {"causal"} [mask] @returns {Example}
 */
const numpy = (n, mask) => ({
  tokens: Array.from({ length: n }, (_, i) => String(i + 1)),
  x: Array.from({ length: n }, () => [0]),
  W_Q: [[0]],
  W_K: [[0]],
  W_V: [[0]],
  query: n,
  padding: 1,
  prefix: 2,
  drawn: { seed: 0, d_k: 8 },
  mask,
});

/**
 * @typedef {"lesson-1" | "lesson-2" | "river" | "money" | "six" | "cross" | "numpy-6" | "numpy-5"} ExampleName
 */
/** @type {Record<ExampleName, Example>} */
export const examples = {
  // "damaged on arrival": Q, K and V come out as the small whole numbers of the worked example.
  "lesson-1": {
    tokens: ["damaged", "on", "arrival"],
    x: [
      [1, 0, 0, 1],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
    ],
    W_Q: [
      [0.5, 0.5],
      [0, 0],
      [1, 0],
      [0, 1],
    ],
    W_K: [
      [1, 0],
      [0, 0.5],
      [0, 2],
      [0, 0],
    ],
    W_V: [
      [1, 0],
      [0, 0],
      [0, 1],
      [1, 0],
    ],
    query: 1,
    padding: 1,
    prefix: 2,
  },

  // The pencil example: three tokens, two numbers each.
  "lesson-2": {
    tokens: ["one", "two", "three"],
    x: [
      [1, 0],
      [0, 1],
      [1, 1],
    ],
    W_Q: [
      [1, 0],
      [1, 1],
    ],
    W_K: [
      [1, 1],
      [0, 1],
    ],
    W_V: [
      [2, 0],
      [0, 1],
    ],
    query: 2,
    padding: 1,
    prefix: 2,
  },

  // The same word beside another: what "bank" takes in is not the same.
  river: {
    tokens: ["the", "river", "bank"],
    x: [
      [0, 0],
      [2, 0],
      [1, 1],
    ],
    ...plain,
    query: 3,
    padding: 1,
    prefix: 2,
  },
  money: {
    tokens: ["the", "money", "bank"],
    x: [
      [0, 0],
      [0, 2],
      [1, 1],
    ],
    ...plain,
    query: 3,
    padding: 1,
    prefix: 2,
  },

  // Six tokens of width 8. The numbers of a token say: determiner, noun, verb, preposition, animal,
  // thing, past, place. W_Q makes a determiner look for a noun, a verb for an animal and a
  // preposition, a preposition for a thing and a place. Both "the" are the same row: without
  // positions attention cannot tell them apart.
  six: {
    tokens: ["the", "cat", "sat", "on", "the", "mat"],
    x: [
      [1, 0, 0, 0, 0, 0, 0, 0],
      [0, 1, 0, 0, 1, 0, 0, 0],
      [0, 0, 1, 0, 0, 0, 1, 0],
      [0, 0, 0, 1, 0, 0, 0, 1],
      [1, 0, 0, 0, 0, 0, 0, 0],
      [0, 1, 0, 0, 0, 1, 0, 1],
    ],
    W_Q: [
      [0, 3, 0, 0, 0, 1, 0, 0],
      [2, 0, 1, 0, 0, 0, 0, 0],
      [0, 0, 0, 2, 4, 0, 0, 0],
      [0, 0, 0, 0, 0, 3, 0, 1],
      [0, 0, 2, 0, 0, 0, 1, 0],
      [0, 0, 0, 3, 0, 0, 0, 0],
      [0, 0, 0, 0, 1, 0, 0, 0],
      [0, 0, 0, 1, 0, 1, 0, 0],
    ],
    W_K: diagonal([1, 1, 1, 1, 1, 1, 1, 1]),
    W_V: [
      [1, 0, 0, 0, 0, 0, 0, 0],
      [0, 1, 0, 0, 0, 0, 0, 0],
      [0, 0, 1, 0, 0, 0, 0, 0],
      [0, 0, 0, 1, 0, 0, 0, 0],
      [0, 0, 0, 0, 2, 0, 0, 0],
      [0, 0, 0, 0, 0, 2, 0, 0],
      [0, 0, 0.5, 0, 0, 0, 1, 0],
      [0, 0, 0, 0, 0, 0.5, 0, 1],
    ],
    query: 3,
    padding: 2,
    prefix: 3,
  },

  // A decoder of 4 tokens reads an encoder of 6, width 8. The numbers of a token say: article, noun,
  // verb, full stop, animal, sleep, small, now.
  cross: {
    tokens: ["die", "Katze", "schläft", "."],
    memoryTokens: ["the", "small", "cat", "is", "asleep", "."],
    x: [
      [1, 0, 0, 0, 0, 0, 0, 0],
      [0, 1, 0, 0, 1, 0, 0, 0],
      [0, 0, 1, 0, 0, 1, 0, 1],
      [0, 0, 0, 1, 0, 0, 0, 0],
    ],
    memory: [
      [1, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 1, 0],
      [0, 1, 0, 0, 1, 0, 0, 0],
      [0, 0, 1, 0, 0, 0, 0, 1],
      [0, 0, 0.5, 0, 0, 1, 0, 0],
      [0, 0, 0, 1, 0, 0, 0, 0],
    ],
    W_Q: [
      [4, 1, 0, 0, 0, 0, 0, 0],
      [0, 3, 0, 0, 0, 0, 1, 0],
      [0, 0, 2, 0, 0, 2, 0, 0],
      [0, 0, 0, 5, 0, 0, 0, 0],
      [0, 0, 0, 0, 3, 0, 0.5, 0],
      [0, 0, 0, 0, 0, 4, 0, 0],
      [0, 0, 0, 0, 0, 0, 2, 0],
      [0, 0, 0, 0, 0, 0, 0, 1],
    ],
    W_K: diagonal([1, 1, 1, 1, 1, 1, 1, 1]),
    W_V: diagonal([1, 1, 1, 1, 2, 2, 1, 1]),
    query: 2,
    padding: 2,
    prefix: 2,
  },

  // Lesson 3: six positions, and the five of its second exercise.
  "numpy-6": numpy(6),
  "numpy-5": numpy(5, "causal"),
};

/**
 * Queries, keys and values of an example that NumPy draws, one after the other; undefined for others.
 * @param {import("../frame/attention-element.js").Attention} attn @param {Example} example
 */
export function drawnFrom(attn, { x, drawn }) {
  if (!drawn) return undefined;
  const generator = attn.numpyGenerator(drawn.seed);
  const [q, k, v] = [0, 1, 2].map(() => generator.normal([x.length, drawn.d_k]));
  return { q, k, v };
}

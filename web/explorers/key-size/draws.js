// One random query and its keys for a key size, and what softmax makes of their scores. All of it is
// drawn and computed by the module.
import { SAMPLE } from "./measure.js";

/** The lesson's key sizes, drawn one after the other from one stream. */
export const LESSON_SIZES = [4, 16, 64, 256, 1024];
export const DIVISORS = /** @type {const} */ (["root", "key-size", "one"]);

/** @typedef {(typeof DIVISORS)[number]} Divisor */

/**
 * What scores are divided by.
 * @param {Divisor} divisor @param {number} size
 */
export const divisorOf = (divisor, size) =>
  divisor === "root" ? Math.sqrt(size) : divisor === "one" ? 1 : size;

/** Where a divisor's numbers stand in a triple of averages. @param {Divisor} divisor */
export const placeOf = (divisor) => (divisor === "one" ? 0 : divisor === "root" ? 1 : 2);

/**
 * The order in which a size is drawn: a lesson's size after those before it, another one first.
 * @param {number} size
 */
const drawnWith = (size) =>
  LESSON_SIZES.includes(size) ? LESSON_SIZES.slice(0, LESSON_SIZES.indexOf(size) + 1) : [size];

/**
 * @typedef {object} Draw
 * @property {number} size
 * @property {number[]} scores largest first
 * @property {number[]} order which key, from 0, each of them belongs to
 * @property {(divisor: number) => { scores: number[], weights: number[] }} divided the same keys, in
 *   the same order
 */

/**
 * @param {import("../../../js/load.js").Attention} attn
 * @param {number} seed @param {number} size
 * @returns {Draw}
 */
export function draw(attn, seed, size) {
  const generator = attn.torchGenerator(seed);
  const dtype = /** @type {const} */ ("float64");
  let q = new Float64Array(0);
  let k = q;
  for (const dK of drawnWith(size)) {
    q = /** @type {typeof q} */ (generator.randn([dK], { dtype }).data);
    k = /** @type {typeof k} */ (generator.randn([SAMPLE.keys, dK], { dtype }).data);
  }
  const query = { data: Float32Array.from(q), shape: [1, size] };
  const keys = { data: Float32Array.from(k), shape: [SAMPLE.keys, size] };
  const nothing = { data: new Float32Array(0), shape: [SAMPLE.keys, 0] };
  /** @param {number} scale */
  const rowOf = (scale) => {
    const { scores, weights } = attn.attention(query, keys, nothing, {
      scale,
      scores: "scaled",
      weights: true,
    });
    if (!scores || !weights) throw new Error("attention gave no scores");
    return { scores: Array.from(scores.data), weights: Array.from(weights.data) };
  };
  const whole = rowOf(1);
  const order = whole.scores.map((_, j) => j).sort((a, b) => whole.scores[b] - whole.scores[a]);
  /** @param {number[]} row */
  const sorted = (row) => order.map((j) => row[j]);
  return {
    size,
    order,
    scores: sorted(whole.scores),
    divided(divisor) {
      const { scores, weights } = divisor === 1 ? whole : rowOf(1 / divisor);
      return { scores: sorted(scores), weights: sorted(weights) };
    },
  };
}

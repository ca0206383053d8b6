// What happens to the tokens of <attention-steps> before queries meet keys: another order, a factor, a layer
// norm, positions. None of it is attention, which knows nothing of it.
import { tensor } from "../../../js/index.js";

/** @typedef {import("../../../js/tensor.js").Tensor} Tensor */
/** @typedef {import("../../frame/attention-element.js").Attention} Attention */

export const POSITIONS = /** @type {const} */ (["none", "learned", "sinusoidal", "rotary"]);
/** @typedef {(typeof POSITIONS)[number]} PositionName */

// PyTorch's nn.LayerNorm.
const EPSILON = 1e-5;
// The longest wave of the 2017 paper's positions, and of rotary ones.
const BASE = 10000;
// A table of positions as a model starts with it: a seed, and how large its numbers are.
const SEED = 0;
const SPREAD = 0.5;

/**
 * The places of the tokens, from 0: those asked for where they are a permutation, else as they are.
 * @param {number[] | undefined} order from 1 @param {number} count
 */
export function placesOf(order, count) {
  const asked = (order ?? []).map((place) => place - 1);
  const all = Array.from({ length: count }, (_, i) => i);
  return [...asked].sort((a, b) => a - b).join() === all.join() ? asked : all;
}

/** @param {number[]} row @returns {{ mean: number, root: number }} what a layer norm takes away, and divides by */
export function normOf(row) {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
  const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
  return { mean, root: Math.sqrt(variance + EPSILON) };
}

/** Each row with mean 0 and variance 1. @param {number[][]} rows @returns {number[][]} */
export const layerNorm = (rows) =>
  rows.map((row) => {
    const { mean, root } = normOf(row);
    return row.map((value) => Math.fround((value - mean) / root));
  });

/** The wave that a pair of numbers follows, in radians a place. @param {number} t from 0 @param {number} width */
const waveOf = (t, width) => BASE ** ((-2 * Math.floor(t / 2)) / width);

/**
 * What is added to the embeddings.
 * @param {Attention} attn @param {"learned" | "sinusoidal"} name @param {number} n @param {number} d
 * @returns {Tensor} (n, d)
 */
export function positionsOf(attn, name, n, d) {
  const data =
    name === "learned"
      ? attn
          .torchGenerator(SEED)
          .randn([n, d])
          .data.map((value) => value * SPREAD)
      : Float32Array.from({ length: n * d }, (_, at) => {
          const [i, t] = [Math.floor(at / d), at % d];
          return t % 2 === 0 ? Math.sin(i * waveOf(t, d)) : Math.cos(i * waveOf(t, d));
        });
  return tensor(Float32Array.from(data), [n, d]);
}

/**
 * How a number of a query or key is turned: pairs of neighbours, each as a hand of a clock of its own. A
 * last one without a neighbour stays.
 * @param {number} i the place of the token, from 0 @param {number} t which number @param {number} width
 * @returns {{ angle: number, pair: [number, number] } | undefined}
 */
export function turnOf(i, t, width) {
  const first = t - (t % 2);
  if (first + 1 >= width) return undefined;
  return { angle: i * waveOf(t, width), pair: [first, first + 1] };
}

/** Rotary positions. @param {Tensor} rows (n, d_k) @returns {Tensor} */
export function turned({ data, shape: [n, width] }) {
  const out = Float32Array.from(data, (value, at) => {
    const [i, t] = [Math.floor(at / width), at % width];
    const turn = turnOf(i, t, width);
    if (!turn) return value;
    const [a, b] = turn.pair.map((place) => data[i * width + place]);
    const { angle } = turn;
    return t % 2 === 0
      ? a * Math.cos(angle) - b * Math.sin(angle)
      : a * Math.sin(angle) + b * Math.cos(angle);
  });
  return { data: out, shape: [n, width] };
}

// What is timed: one head of attention over n tokens in three ways, and one more token with and without
// a cache. All of them get the same random numbers.
import { attentionCost } from "../../../js/cost.js";
import { attentionLoop } from "./loop.js";

/** @typedef {"staged" | "fused" | "loop"} Method */
/** @typedef {"cached" | "whole"} Step */
/** @typedef {"time" | "decoding"} Kind */

/** @type {Method[]} */
export const METHODS = ["staged", "fused", "loop"];
/** @type {Step[]} */
export const STEPS = ["cached", "whole"];

/**
 * What can be timed at one size.
 * @typedef {object} Side
 * @property {() => Float32Array} run one call; its result ends with what all sides must agree on
 * @property {() => void} [release]
 */

/** @typedef {Pick<import("../../../js/load.js").Attention, "attention" | "keyValueCache">} Attention */

/** How the time of a side grows: with this power of n. @param {string} method */
export const powerOf = (method) => (method === "cached" ? 1 : 2);

/** Bytes that a side holds at once. @param {string} method @param {number} n @param {number} size */
export function bytesOf(method, n, size) {
  const { scoreBytes, qkvBytes } = attentionCost({ n, d_k: size });
  return 2 * qkvBytes + (method === "staged" ? scoreBytes : 0);
}

/** Numbers between −√3 and √3, even: of mean 0 and variance 1. @param {number} length @param {number} seed */
function numbers(length, seed) {
  const made = new Float32Array(length);
  let state = seed;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    made[at] = (state / 2 ** 31 - 1) * Math.sqrt(3);
  }
  return made;
}

/**
 * @param {Attention} attn @param {string} method @param {number} n tokens @param {number} size d_k
 * @returns {Side}
 */
export function sideOf(attn, method, n, size) {
  const [q, k, v] = [1, 2, 3].map((seed) => numbers(n * size, seed));
  const tensor = (/** @type {Float32Array} */ data) => ({
    data,
    shape: [data.length / size, size],
  });
  const [Q, K, V] = [q, k, v].map(tensor);
  const out = new Float32Array(n * size);
  switch (method) {
    case "staged":
    case "fused":
      return { run: () => attn.attention(Q, K, V, { method, out }).output.data };
    case "loop":
      return { run: () => attentionLoop(q, k, v, n, size) };
    case "whole":
      return { run: () => attn.attention(Q, K, V, { causal: true, out }).output.data };
    default: {
      const shape = { kvHeads: 1, d_k: size, d_v: size };
      const cache = attn.keyValueCache({ ...shape, capacity: n });
      cache.append(K, V);
      // A cache cannot forget one token only, so that what a step appends goes to a cache beside it.
      const beside = attn.keyValueCache({ ...shape, capacity: 1 });
      const [lastQ, lastK, lastV] = [q, k, v].map((data) => tensor(data.subarray((n - 1) * size)));
      return {
        run: () => {
          beside.reset();
          beside.append(lastK, lastV);
          return cache.attention(lastQ).output.data;
        },
        release: () => {
          cache.release();
          beside.release();
        },
      };
    }
  }
}

/** How far two results lie apart, where both have numbers: in their last ones.
 * @param {Float32Array} a @param {Float32Array} b */
export function apart(a, b) {
  const length = Math.min(a.length, b.length);
  let most = 0;
  for (let at = 1; at <= length; at += 1) {
    most = Math.max(most, Math.abs(a[a.length - at] - b[b.length - at]));
  }
  return most;
}

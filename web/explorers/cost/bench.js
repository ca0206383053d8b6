// The bench that times the module: what timing.js needs to know, for one key size.
import { apart, bytesOf, powerOf, sideOf } from "./sides.js";

/**
 * @param {import("./sides.js").Attention} attn @param {number} size d_k
 * @returns {import("./timing.js").Bench}
 */
export const benchOf = (attn, size) => ({
  sideOf: (method, n) => sideOf(attn, method, n, size),
  bytesOf: (method, n) => bytesOf(method, n, size),
  powerOf,
  apart,
  now: () => performance.now(),
});

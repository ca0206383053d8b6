// An instance of the module, as the functions behind Attention and the pool's workers see it.
import { Arena } from "./arena.js";

/**
 * @typedef {object} Core
 * @property {Record<string, (...values: number[]) => any>} exports the functions of c/
 * @property {Arena} arena
 */

const GIB = 2 ** 30;

/** @param {import("./load.js").Variant} variant @param {any} exports of the module @returns {Core} */
export function coreOf(variant, exports) {
  // A table of JavaScript arrays, which is what the js build's memory is, ends at 2 GiB.
  const limit = variant === "js" ? 2 * GIB - 65536 : 4 * GIB - 65536;
  return {
    exports,
    arena: new Arena(exports.memory, exports.__heap_base.value ?? exports.__heap_base, limit),
  };
}

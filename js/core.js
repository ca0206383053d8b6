// An instance of the module, as the functions behind Attention and the pool's workers see it. Whoever
// holds it asks for `exports` and `arena` only after everything of a caller's was read: once it was
// released they throw.
import { Arena } from "./arena.js";

const GIB = 2 ** 30;

export class Core {
  /** @type {{ exports: Record<string, (...values: number[]) => any>, arena: Arena } | null} */ #inside;

  /** @param {import("./load.js").Variant} variant @param {any} exports of the module */
  constructor(variant, exports) {
    // A table of JavaScript arrays, which is what the js build's memory is, ends at 2 GiB.
    const limit = variant === "js" ? 2 * GIB - 65536 : 4 * GIB - 65536;
    const base = exports.__heap_base.value ?? exports.__heap_base;
    this.#inside = { exports, arena: new Arena(exports.memory, base, limit) };
  }

  get #alive() {
    if (!this.#inside) throw new Error("attention-wasm: this instance was released");
    return this.#inside;
  }

  /** The functions of c/. */
  get exports() {
    return this.#alive.exports;
  }

  get arena() {
    return this.#alive.arena;
  }

  /** Lets go of the memory, also where a layer or a cache still holds a block of it. */
  release() {
    this.#inside?.arena.close();
    this.#inside = null;
  }
}

/** @param {import("./load.js").Variant} variant @param {any} exports of the module */
export const coreOf = (variant, exports) => new Core(variant, exports);

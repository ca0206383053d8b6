// Keys and values that stay inside the module, so that a decoding step copies nothing but its own
// token: keys (b, h_kv, capacity, d_k) and values (b, h_kv, capacity, d_v), of which `length` are used.
import {
  asMatrices,
  bytesOfRules,
  callOf,
  denseStrides,
  MASK_OPTIONS,
  readOutput,
  RESULT_OPTIONS,
  rulesOf,
  runCall,
  SCORE_OPTIONS,
  wantedOf,
} from "./attention.js";
import { checkEqual, checkOptions, checkWhole, inWords } from "./check.js";

/** @typedef {import("./load.js").Core} Core */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */

/**
 * @typedef {object} CacheOptions
 * @property {number} [batch] items that are decoded side by side. Default 1
 * @property {number} kvHeads heads of the keys and values
 * @property {number} d_k @property {number} d_v
 * @property {number} capacity tokens that it can hold
 */

/** @typedef {import("./attention.js").MaskOptions & import("./attention.js").ScoreOptions
 *   & Omit<import("./attention.js").ResultOptions, "past">} CacheAttentionOptions */

const OPTIONS = [
  ...MASK_OPTIONS,
  ...SCORE_OPTIONS,
  ...RESULT_OPTIONS.filter((name) => name !== "past"),
];

/** @param {Core} core @param {CacheOptions} options @param {() => Core} alive throws once the instance is released */
export function keyValueCache(core, options, alive) {
  return new KeyValueCache(core, options, alive);
}

/** (b, h, rows, size) of a tensor; without a head axis there is one head, without a batch axis one item.
 * @param {string} where @param {string} name @param {unknown} value @returns {{ t: Tensor, b: number, h: number, rows: number, size: number, lead: number[] }} */
function readHeads(where, name, value) {
  const t = asMatrices(where, name, value),
    rank = t.shape.length;
  const [rows, size] = t.shape.slice(-2);
  return {
    t,
    b: rank > 2 ? t.shape[0] : 1,
    h: rank > 3 ? t.shape[1] : 1,
    rows,
    size,
    lead: t.shape.slice(0, -2),
  };
}

/** A cache of keys and values. Made by attn.keyValueCache(). */
export class KeyValueCache {
  /** @type {(() => Core) | null} */ #alive;
  /** @type {import("./arena.js").Arena} */ #arena;
  #keys;
  #values;
  #length = 0;
  /** @type {{ b: number, hKv: number, dK: number, dV: number }} */ #sizes;

  /** Tokens that it can hold. @type {number} */ capacity;

  /** @param {Core} core @param {CacheOptions} given @param {() => Core} alive */
  constructor(core, given, alive) {
    const where = "keyValueCache";
    const options = checkOptions(where, given, ["batch", "kvHeads", "d_k", "d_v", "capacity"]);
    const b = checkWhole(where, "batch", options.batch ?? 1, 1),
      hKv = checkWhole(where, "kvHeads", options.kvHeads, 1);
    const dK = checkWhole(where, "d_k", options.d_k, 1),
      dV = checkWhole(where, "d_v", options.d_v, 1);
    this.capacity = checkWhole(where, "capacity", options.capacity, 1);
    this.#sizes = { b, hKv, dK, dV };
    this.#arena = core.arena;
    this.#keys = core.arena.keep(where, 4 * b * hKv * this.capacity * (dK + dV));
    this.#values = this.#keys + 4 * b * hKv * this.capacity * dK;
    this.#alive = alive;
  }

  /** @returns {Core} */
  get #core() {
    if (!this.#alive) throw new Error("keyValueCache: this cache was released");
    return this.#alive();
  }

  /** Tokens that it holds. */
  get length() {
    return this.#length;
  }

  /** Forgets every token; the memory stays. */
  reset() {
    void this.#core; // a cache that was released says so
    this.#length = 0;
  }

  /** Gives the memory back; any use after that throws. */
  release() {
    if (!this.#alive) return;
    this.#alive = null;
    this.#arena.free(this.#keys); // harmless where the instance has gone before
  }

  /** Adds tokens to every item and head. Nothing changes when it throws.
   * @param {TensorLike} k (b, h_kv, t, d_k); (b, t, d_k) or (t, d_k) where there is one head
   * @param {TensorLike} v (b, h_kv, t, d_v), or alike
   * @returns {number} how many tokens it holds now */
  append(k, v) {
    const core = this.#core,
      where = "append",
      { b, hKv, dK, dV } = this.#sizes;
    const key = readHeads(where, "k", k),
      value = readHeads(where, "v", v);
    for (const [name, of, size, letter] of /** @type {const} */ ([
      ["k", key, dK, "d_k"],
      ["v", value, dV, "d_v"],
    ])) {
      checkEqual(where, name, "b", of.b, "the cache", b);
      checkEqual(where, name, "heads", of.h, "the cache", hKv);
      checkEqual(where, name, letter, of.size, "the cache", size);
    }
    checkEqual(where, "v", "tokens", value.rows, "k", key.rows);
    if (this.#length + key.rows > this.capacity) {
      throw new RangeError(
        `${where}: ${key.rows} more after ${this.#length} tokens are more than the cache's capacity of ${this.capacity}`,
      );
    }
    const floats = core.arena.floatsView();
    for (const [from, to, size] of /** @type {const} */ ([
      [key, this.#keys, dK],
      [value, this.#values, dV],
    ])) {
      const taken = from.rows * size;
      for (let head = 0; head < b * hKv; head++) {
        floats.set(
          from.t.data.subarray(head * taken, (head + 1) * taken),
          to / 4 + (head * this.capacity + this.#length) * size,
        );
      }
    }
    return (this.#length += key.rows);
  }

  /** Attention over everything that the cache holds. The n queries are the last n tokens: query i stands
   * at position length − n + i, and causal (on by default here) and window count from there.
   * @param {TensorLike} q (b, h, n, d_k), h a whole multiple of kvHeads; (b, n, d_k) or (n, d_k) for one head
   * @param {CacheAttentionOptions} [given]
   * @returns {import("./attention.js").AttentionResult} output (b, h, n, d_v), or alike */
  attention(q, given) {
    const core = this.#core,
      where = "cache.attention",
      { b, hKv, dK, dV } = this.#sizes;
    const options = checkOptions(where, given, OPTIONS);
    const queries = readHeads(where, "q", q),
      { h, rows: n, lead } = queries,
      m = this.#length;
    checkEqual(where, "q", "b", queries.b, "the cache", b);
    checkEqual(where, "q", "d_k", queries.size, "the cache", dK);
    if (h % hKv !== 0)
      throw new RangeError(
        `${where}: the ${h} heads of q, ${inWords(queries.t.shape)}, are no whole multiple of the cache's ${hKv}`,
      );
    if (n > m)
      throw new RangeError(
        `${where}: q has n = ${n} tokens but the cache holds ${m}, and the queries are its last tokens`,
      );
    /** @type {import("./attention.js").Sizes} */
    const sizes = { b, h, hKv, n, m, dK, dV, lead, batched: lead.length > 0, packed: false };
    const rules = rulesOf(where, options, sizes, m - n, true);
    const outputSize = b * h * n * dV,
      wanted = wantedOf(where, options, outputSize);
    return core.arena.run((scratch) => {
      scratch.ensure(
        where,
        4 * (queries.t.data.length + outputSize) + bytesOfRules(rules),
        callOf,
        sizes,
      );
      /** @type {import("./attention.js").Placed} */
      const placed = {
        sizes,
        rules,
        q: scratch.floats(queries.t.data),
        k: this.#keys,
        v: this.#values,
        out: scratch.reserve(4 * outputSize),
        qAt: denseStrides(h, n, dK, false),
        kAt: denseStrides(hKv, this.capacity, dK, false),
        vAt: denseStrides(hKv, this.capacity, dV, false),
        outAt: denseStrides(h, n, dV, false),
      };
      const kept = runCall(core, where, scratch, placed, wanted);
      return {
        output: {
          data: readOutput(scratch, placed.out, outputSize, wanted.out),
          shape: [...queries.t.shape.slice(0, -1), dV],
        },
        ...kept,
      };
    });
  }
}

// Keys and values that stay inside the module, so that a decoding step copies nothing but its own
// token: keys (b, h_kv, capacity, d_k) and values (b, h_kv, capacity, d_v), of which `length` are used.
import { bytesOfRules } from "./call.js";
import { checkEqual, checkOptions, checkWhole, inWords } from "./check.js";
import { readWholes } from "./given.js";
import { ownMethods } from "./methods.js";
import { MASK_OPTIONS, RESULT_OPTIONS, rulesOf, SCORE_OPTIONS, wantedOf } from "./options.js";
import { freeWhenLost, wasFreed } from "./release.js";
import { outputSizeOf, readOutput, runCall } from "./run.js";
import { asMatrices, callOf, denseStrides } from "./sizes.js";
import { checkTensors } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./tensor.js").TensorLike} TensorLike */

/**
 * @typedef {object} CacheOptions
 * @property {number | null} [batch] items that are decoded side by side. Default 1
 * @property {number} kvHeads heads of the keys and values
 * @property {number} d_k @property {number} d_v
 * @property {number} capacity tokens that it can hold
 */

/** @typedef {import("./options.js").MaskOptions & import("./options.js").ScoreOptions
 *   & Omit<import("./options.js").ResultOptions, "past">} CacheAttentionOptions */

const OPTIONS = [
  ...MASK_OPTIONS,
  ...SCORE_OPTIONS,
  ...RESULT_OPTIONS.filter((name) => name !== "past"),
];

/** @param {Core} core @param {CacheOptions} options */
export const keyValueCache = (core, options) => new KeyValueCache(core, options);

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
  #core;
  /** null once it was released. @type {import("./arena.js").Block | null} */ #block;
  #length = 0;
  /** @type {{ b: number, hKv: number, dK: number, dV: number, capacity: number }} */ #sizes;

  /** @param {Core} core @param {CacheOptions} given */
  constructor(core, given) {
    ownMethods(this, new.target);
    const where = "keyValueCache";
    const options = checkOptions(where, given, ["batch", "kvHeads", "d_k", "d_v", "capacity"]);
    const b = checkWhole(where, "batch", options.batch ?? 1, 1),
      hKv = checkWhole(where, "kvHeads", options.kvHeads, 1);
    const dK = checkWhole(where, "d_k", options.d_k, 1),
      dV = checkWhole(where, "d_v", options.d_v, 1);
    const capacity = checkWhole(where, "capacity", options.capacity, 1);
    this.#sizes = { b, hKv, dK, dV, capacity };
    this.#core = core;
    this.#block = core.arena.keep(where, 4 * b * hKv * capacity * (dK + dV));
    freeWhenLost(this, this.#block.free);
  }

  /** Where keys and values lie, once everything of the caller's was read. */
  get #memory() {
    if (!this.#block) throw new Error("keyValueCache: this cache was released");
    const { arena } = this.#core; // throws where the instance was released
    const { b, hKv, dK, capacity } = this.#sizes;
    const keys = this.#block.pointer;
    return { arena, keys, values: keys + 4 * b * hKv * capacity * dK };
  }

  /** Tokens that it can hold. */
  get capacity() {
    return this.#sizes.capacity;
  }

  /** Tokens that it holds. */
  get length() {
    return this.#length;
  }

  /** Forgets every token; the memory stays. */
  reset() {
    void this.#memory; // a cache that was released says so
    this.#length = 0;
  }

  /** Forgets all tokens but the first: what speculative decoding does with those that were refused.
   * @param {number} length how many stay, at most those that it holds
   * @returns {number} how many tokens it holds now */
  truncate(length) {
    void this.#memory;
    this.#length = checkWhole("truncate", "length", length, 0, this.#length);
    return this.#length;
  }

  /** Puts the items of the batch in another order, or in the place of others: what beam search does with
   * the hypotheses that go on.
   * @param {ArrayLike<number>} items for each item of the batch, whose past it continues */
  reorder(items) {
    const where = "reorder",
      { b, hKv, dK, dV, capacity } = this.#sizes;
    void this.#memory;
    const from = readWholes(
      where,
      "items",
      items,
      0,
      () => b - 1,
      (length) => {
        if (length !== b)
          throw new RangeError(`${where}: items has ${length} entries but the cache has b = ${b}`);
      },
    );
    const { arena, keys, values } = this.#memory;
    const floats = arena.floatsView(),
      used = this.#length;
    for (const [start, size] of [
      [keys / 4, dK],
      [values / 4, dV],
    ]) {
      /** Where a head of an item begins. @param {number} item @param {number} head */
      const at = (item, head) => start + (item * hKv + head) * capacity * size;
      /** Items that others continue and that are written over. @type {Map<number, Float32Array[]>} */
      const saved = new Map();
      for (const item of from)
        if (from[item] !== item && !saved.has(item))
          saved.set(
            item,
            Array.from({ length: hKv }, (_, head) =>
              floats.slice(at(item, head), at(item, head) + used * size),
            ),
          );
      from.forEach((source, item) => {
        if (source === item) return;
        for (let head = 0; head < hKv; head++) {
          const begin = at(source, head);
          floats.set(
            saved.get(source)?.[head] ?? floats.subarray(begin, begin + used * size),
            at(item, head),
          );
        }
      });
    }
  }

  /** Gives the memory back; any use after that throws. */
  release() {
    this.#block?.free();
    this.#block = null;
    wasFreed(this);
  }

  /** Adds tokens to every item and head. Nothing changes when it throws.
   * @param {TensorLike} k (b, h_kv, t, d_k); (b, t, d_k) or (t, d_k) where there is one head
   * @param {TensorLike} v (b, h_kv, t, d_v), or alike
   * @returns {number} how many tokens it holds now */
  append(k, v) {
    const where = "append",
      { b, hKv, dK, dV, capacity } = this.#sizes;
    void this.#memory;
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
    checkTensors(where, ["k", key.t, "v", value.t]);
    const { arena, keys, values } = this.#memory;
    if (this.#length + key.rows > capacity) {
      throw new RangeError(
        `${where}: ${key.rows} more after ${this.#length} tokens are more than the cache's capacity of ${capacity}`,
      );
    }
    const floats = arena.floatsView();
    for (const [from, to, size] of /** @type {const} */ ([
      [key, keys, dK],
      [value, values, dV],
    ])) {
      const taken = from.rows * size;
      for (let head = 0; head < b * hKv; head++) {
        floats.set(
          from.t.data.subarray(head * taken, (head + 1) * taken),
          to / 4 + (head * capacity + this.#length) * size,
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
    const where = "cache.attention",
      { b, hKv, dK, dV, capacity } = this.#sizes;
    void this.#memory;
    const options = checkOptions(where, given, OPTIONS);
    const m = this.#length; // what is read after this may not change it: see below
    const queries = readHeads(where, "q", q),
      { h, rows: n, lead } = queries;
    checkEqual(where, "q", "b", queries.b, "the cache", b);
    checkEqual(where, "q", "d_k", queries.size, "the cache", dK);
    if (h % hKv !== 0)
      throw new RangeError(
        `${where}: the ${h} heads of q, ${inWords(queries.t.shape)}, are not a multiple of the cache's ${hKv}`,
      );
    if (n > m)
      throw new RangeError(
        `${where}: q has n = ${n} tokens but the cache holds ${m}, and the queries are its last tokens`,
      );
    /** @type {import("./sizes.js").Sizes} */
    const sizes = { b, h, hKv, n, m, dK, dV, lead, batched: lead.length > 0, packed: false };
    /** @type {import("./tensor.js").Held} */
    const held = ["q", queries.t];
    const rules = rulesOf(where, options, sizes, m - n, held, true);
    const outputSize = outputSizeOf(sizes),
      wanted = wantedOf(where, options, outputSize, held);
    checkTensors(where, held);
    const { arena, keys, values } = this.#memory;
    if (this.#length !== m)
      throw new RangeError(
        `${where}: the cache held ${m} tokens and now holds ${this.#length}: it was changed while the arguments were read`,
      );
    return arena.run((scratch) => {
      scratch.ensure(
        where,
        4 * (queries.t.data.length + outputSize) + bytesOfRules(rules),
        callOf,
        sizes,
      );
      /** @type {import("./call.js").Placed} */
      const placed = {
        sizes,
        rules,
        q: scratch.floats(queries.t.data),
        k: keys,
        v: values,
        out: scratch.reserve(4 * outputSize),
        qAt: denseStrides(h, n, dK, false),
        kAt: denseStrides(hKv, capacity, dK, false),
        vAt: denseStrides(hKv, capacity, dV, false),
        outAt: denseStrides(h, n, dV, false),
        weights: 0,
        scores: 0,
        scoresAfter: 0,
      };
      const kept = runCall(this.#core, where, scratch, placed, wanted);
      return {
        output: {
          data: readOutput(scratch, placed.out, outputSize, wanted),
          shape: [...queries.t.shape.slice(0, -1), dV],
        },
        ...kept,
      };
    });
  }
}

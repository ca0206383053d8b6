// How a call is shared out: which rows of which heads each part computes, and the copying of such
// blocks out of tensors and back into them. Nothing here knows of threads.
//
// Whoever computes a row of queries computes the same bits, as long as it lies in a block of many rows
// or of few, as it would in the whole call (c/decode.h). So parts begin at whole blocks, and the key
// axis is never cut.
import { blockRows, fewRows } from "#bytes";
import { checkStill, roomFor } from "./given.js";
import { outputSizeOf } from "./run.js";
import { callOf, denseStrides } from "./sizes.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./options.js").Rules} Rules */
/** @typedef {import("./sizes.js").Strides} Strides */
/** @typedef {import("./options.js").Wanted} Wanted */
/** @typedef {import("./attention.js").AttentionResult} AttentionResult */

/** Batch items [b0, b1), query heads [h0, h1) and queries [i0, i1) of a call.
 * @typedef {{ b0: number, b1: number, h0: number, h1: number, i0: number, i1: number }} Share */

/** Rows of queries that stay together. */
const BLOCK = blockRows;

// Sending work to a worker and its result back costs about as much as this many multiplications.
const LEAST_WORK = 4e6;

// A cut that lies this near the edge of a head, as a fraction of a part, is made there.
const SNAP = 0.03;

/** About how many keys query i of item b reads. Only for sharing out: a wrong number costs time.
 * @param {Sizes} sizes @param {Rules} rules @param {number} b @param {number} i */
function keysRead({ n, m }, rules, b, i) {
  const length = rules.lengths ? rules.lengths[b] : m;
  const position = i + (rules.lengths ? length - n : rules.offset);
  const last = Math.min(
    length,
    rules.causal ? position + 1 : m,
    rules.right >= 0 ? position + rules.right + 1 : m,
  );
  const first = rules.left >= 0 ? Math.max(position - rules.left, 0) : 0;
  return Math.max(last - first, 0);
}

/** How many parts a call is cut into.
 * @param {number} groups of heads that share keys, in all batch items @param {number} workers
 * @param {number} work multiplications of the whole call
 * @param {number} most parts a worker may get: more than one, each of some milliseconds, evens out what
 *   else the machine does */
function partsOf(groups, workers, work, most) {
  const worth = Math.max(1, Math.floor(work / LEAST_WORK));
  if (worth <= workers) return worth;
  // Several parts a worker only where that sends no key twice.
  const each = groups % workers === 0 ? groups / workers : 1;
  let parts = 1;
  for (let count = 2; count <= most; count++) {
    if (each % count === 0 && count * workers * 8 <= worth) parts = count;
  }
  return parts * workers;
}

/** Cuts a call into parts of about equal work. The query heads that share a key/value head stay
 * together.
 * @param {string} where @param {Sizes} sizes @param {Rules} rules
 * @param {{ workers: number, most: number, staged: boolean, headsTogether: boolean, rowWork: number }} how
 *   staged: every key costs the same, read or not; headsTogether: all heads of a row stay in one
 *   part; rowWork: what a row costs besides its keys, in keys
 * @returns {Share[][]} the shares of each part */
export function shareOut(where, sizes, rules, how) {
  const { b, h, hKv, n, m, dK, dV } = sizes;
  if (outputSizeOf(sizes) === 0) return [[{ b0: 0, b1: b, h0: 0, h1: h, i0: 0, i1: n }]];
  const groups = how.headsTogether ? 1 : hKv;
  // With lengths a query's position depends on the number of queries: all rows of a head together.
  // So few rows take a path of their own in C, so they stay with the block before them.
  const tail = n % BLOCK;
  const all = Math.ceil(n / BLOCK) - (tail > 0 && tail <= fewRows ? 1 : 0);
  const blocks = rules.lengths ? 1 : Math.max(all, 1);
  // The work up to and with each block.
  const ends = roomFor(where, () => callOf(sizes), b * groups * blocks, Float64Array);
  let total = 0;
  for (let item = 0, at = 0; item < b; item++)
    for (let group = 0; group < groups; group++)
      for (let block = 0; block < blocks; block++) {
        const from = block * BLOCK;
        const rows = (block === blocks - 1 ? n : from + BLOCK) - from;
        const keys = how.staged ? m : keysRead(sizes, rules, item, from + rows / 2);
        ends[at++] = total += rows * (keys + how.rowWork);
      }
  const work = total * (h / groups) * (dK + dV);
  const parts = partsOf(b * groups, how.workers, work, how.most);
  const cuts = [0];
  for (let part = 1, at = 0; part < parts; part++) {
    const target = (total * part) / parts;
    while (at < ends.length && ends[at] < target) at++;
    // Before or after the block in which the target lies, or at the edge of the head.
    const distance = (/** @type {number} */ cut) =>
      Math.abs((cut > 0 ? ends[cut - 1] : 0) - target);
    const nearest = distance(at) <= distance(at + 1) ? at : at + 1;
    const start = Math.floor(at / blocks) * blocks;
    const edge = [start, start + blocks].find((cut) => distance(cut) <= (SNAP * total) / parts);
    cuts.push(edge ?? nearest);
  }
  cuts.push(ends.length);
  const shares = [];
  for (let part = 0; part < parts; part++) {
    if (cuts[part] < cuts[part + 1]) {
      shares.push(rectangles(cuts[part], cuts[part + 1], blocks, n, groups, h / groups));
    }
  }
  return shares;
}

/** The blocks [from, to), counted over items, groups of heads and blocks of rows, as few rectangles.
 * @param {number} from @param {number} to @param {number} blocks of a head @param {number} n
 * @param {number} groups @param {number} heads of a group */
function rectangles(from, to, blocks, n, groups, heads) {
  /** @type {Share[]} */
  const shares = [];
  for (let at = from; at < to;) {
    const block = at % blocks;
    const group = Math.floor(at / blocks) % groups;
    const item = Math.floor(at / blocks / groups);
    const whole = Math.floor((to - at) / blocks);
    let [count, items, i0, i1] = [1, 1, 0, n];
    if (block > 0 || whole === 0) {
      const end = Math.min(block + to - at, blocks);
      i0 = block * BLOCK;
      i1 = end === blocks ? n : end * BLOCK;
      at += end - block;
    } else if (group === 0 && whole >= groups) {
      count = groups;
      items = Math.floor(whole / groups);
      at += items * groups * blocks;
    } else {
      count = Math.min(whole, groups - group);
      at += count * blocks;
    }
    shares.push({
      b0: item,
      b1: item + items,
      h0: group * heads,
      h1: (group + count) * heads,
      i0,
      i1,
    });
  }
  return shares;
}

/** The key/value heads that the heads of a share read.
 * @param {{ h: number, hKv: number }} sizes @param {{ h0: number, h1: number }} share */
export function kvHeadsOf({ h, hKv }, { h0, h1 }) {
  return h === 0 ? { h0: 0, h1: hKv } : { h0: (h0 * hKv) / h, h1: (h1 * hKv) / h };
}

/** @param {Share} share @param {Sizes} sizes */
const isWhole = (share, { b, h, n }) =>
  share.b1 - share.b0 === b && share.h1 - share.h0 === h && share.i1 - share.i0 === n;

// Below this many numbers a loop is quicker than set() of a subarray.
const SHORT = 24;

/** Copies a block of (b, h, i) rows of `size` numbers. The axes are walked in the order in which they
 * lie in memory, and rows that are neighbours on both sides are copied at once.
 * @template {Float32Array | Uint8Array} T
 * @param {T} from @param {number} fromStart @param {Strides} fromAt
 * @param {T} to @param {number} toStart @param {Strides} toAt
 * @param {{ b: number, h: number, i: number }} counts @param {number} size
 * @param {boolean} packed tokens lie outside heads */
function copyBlock(from, fromStart, fromAt, to, toStart, toAt, counts, size, packed) {
  const order = packed
    ? /** @type {const} */ (["h", "i", "b"])
    : /** @type {const} */ (["i", "h", "b"]);
  let run = size;
  /** The axes that are left, from the inside out. @type {{ count: number, fromStep: number, toStep: number }[]} */
  const axes = [];
  for (const axis of order) {
    const [count, fromStep, toStep] = [counts[axis], fromAt[axis], toAt[axis]];
    if (count === 0 || size === 0) return;
    if (count === 1) continue;
    if (axes.length === 0 && fromStep === run && toStep === run) run *= count;
    else axes.push({ count, fromStep, toStep });
  }
  /** @param {number} depth @param {number} source @param {number} target */
  const copy = (depth, source, target) => {
    if (depth < 0) {
      if (run >= SHORT) to.set(from.subarray(source, source + run), target);
      else for (let x = 0; x < run; x++) to[target + x] = from[source + x];
      return;
    }
    const { count, fromStep, toStep } = axes[depth];
    for (let x = 0; x < count; x++) copy(depth - 1, source + x * fromStep, target + x * toStep);
  };
  copy(axes.length - 1, fromStart, toStart);
}

/** @param {Share} share */
const countsOf = ({ b0, b1, h0, h1, i0, i1 }) => ({ b: b1 - b0, h: h1 - h0, i: i1 - i0 });

/** @param {Share} share @param {Strides} at */
const startOf = ({ b0, h0, i0 }, at) => b0 * at.b + h0 * at.h + i0 * at.i;

/** A copy of a share of a tensor, dense.
 * @param {Float32Array} data @param {Strides} at how it lies @param {number} size of a row
 * @param {boolean} packed whether the copy is (b, i, h·size) or (b, h, i, size) @param {Share} share */
export function cutShare(data, at, size, packed, share) {
  const counts = countsOf(share);
  const part = new Float32Array(counts.b * counts.h * counts.i * size);
  const partAt = denseStrides(counts.h, counts.i, size, packed);
  copyBlock(data, startOf(share, at), at, part, 0, partAt, counts, size, packed);
  return part;
}

/** The opposite of cutShare: puts a dense share into a tensor.
 * @param {Float32Array} part @param {Float32Array} data @param {Strides} at how data lies
 * @param {number} size @param {boolean} packed @param {Share} share */
export function putShare(part, data, at, size, packed, share) {
  const counts = countsOf(share);
  const partAt = denseStrides(counts.h, counts.i, size, packed);
  copyBlock(part, 0, partAt, data, startOf(share, at), at, counts, size, packed);
}

/** A copy of what a share reads of a mask, whose axes of stride 0 stay as they are.
 * @template {Float32Array | Uint8Array} T
 * @param {T} data @param {Strides} at @param {number} step between neighbouring keys: 1, or 0 where one
 *   number goes for all @param {number} width keys that the mask holds @param {Share} share
 * @returns {{ data: T, at: Strides }} */
function cutMask(data, at, step, width, share) {
  const counts = countsOf(share);
  for (const axis of /** @type {const} */ (["b", "h", "i"])) if (at[axis] === 0) counts[axis] = 1;
  const size = step === 0 ? 1 : width;
  const dense = denseStrides(counts.h, counts.i, size, false);
  const Kind = /** @type {any} */ (data instanceof Uint8Array ? Uint8Array : Float32Array);
  const part = /** @type {T} */ (new Kind(counts.b * counts.h * counts.i * size));
  copyBlock(data, startOf(share, at), at, part, 0, dense, counts, size, false);
  const left = {
    b: at.b === 0 ? 0 : dense.b,
    h: at.h === 0 ? 0 : dense.h,
    i: at.i === 0 ? 0 : dense.i,
  };
  return { data: part, at: left };
}

/** The rules as the queries of a share see them.
 * @param {Rules} rules @param {Share} share @returns {Rules} */
export function cutRules(rules, share) {
  const cut = { ...rules, offset: rules.offset + share.i0 };
  if (rules.lengths) cut.lengths = rules.lengths.slice(share.b0, share.b1);
  if (rules.mask) {
    const { data, at } = cutMask(rules.mask, rules.maskAt, rules.maskJ, rules.maskM, share);
    Object.assign(cut, { mask: data, maskAt: at });
  }
  if (rules.keep) {
    const { data, at } = cutMask(rules.keep, rules.keepAt, rules.keepJ, rules.keepM, share);
    Object.assign(cut, { keep: data, keepAt: at });
  }
  return cut;
}

/** What a share is to return: what the caller's own array gets is put together here.
 * @param {Wanted} wanted @returns {Wanted} */
export const withoutOut = (wanted) => ({ ...wanted, out: null, into: null });

/** The buffers of arrays, once each: what is transferred with them.
 * @param {...({ buffer: ArrayBufferLike } | null | undefined)} arrays */
export function buffersOf(...arrays) {
  return [...new Set(arrays.flatMap((array) => (array ? [array.buffer] : [])))];
}

/** The buffers of the masks of rules that cutRules made. @param {Rules} rules */
export const buffersOfRules = (rules) => buffersOf(rules.mask, rules.keep);

/** Puts what was computed of each share of a call together. */
export class Assembly {
  #where;
  #sizes;
  #wanted;
  #output;
  /** @type {Record<string, Float32Array>} */ #data = {};

  /** @param {string} where @param {Sizes} sizes @param {Wanted} wanted
   * @param {{ heads: number, size: number, packed: boolean }} output how it is split into heads: 1 where
   *   what the workers return is not split */
  constructor(where, sizes, wanted, output) {
    this.#where = where;
    this.#sizes = sizes;
    this.#wanted = wanted;
    this.#output = output;
  }

  /** @param {string} name @param {Float32Array} part @param {number} heads @param {number} size
   * @param {boolean} packed @param {Share} share */
  #put(name, part, heads, size, packed, share) {
    const { b, n } = this.#sizes;
    if (isWhole(share, this.#sizes)) {
      this.#data[name] = part;
      return;
    }
    this.#data[name] ??= roomFor(
      this.#where,
      () => callOf(this.#sizes),
      b * heads * n * size,
      Float32Array,
    );
    const place = heads === 1 ? { ...share, h0: 0, h1: 1 } : share;
    putShare(part, this.#data[name], denseStrides(heads, n, size, packed), size, packed, place);
  }

  /** @param {AttentionResult} result @param {Share} share */
  put({ output, weights, scores }, share) {
    const { h, m } = this.#sizes;
    const { heads, size, packed } = this.#output;
    this.#put("output", output.data, heads, size, packed, share);
    const matrices = this.#wanted.weights === "mean" ? 1 : h;
    if (weights) this.#put("weights", weights.data, matrices, m, false, share);
    if (scores) this.#put("scores", scores.data, h, m, false, share);
  }

  /** The output as it is. */
  get output() {
    return this.#data.output;
  }

  /** @param {number[]} shape of the output @param {Float32Array} [output] where it is not what was put
   * @returns {AttentionResult} */
  finish(shape, output = this.output) {
    const { lead, batched, n, m } = this.#sizes;
    const { weights, scores, out, into } = this.#wanted;
    const square = [...lead, n, m];
    const headAxis = batched ? 1 : 0;
    const averaged = weights === "mean" && lead.length > headAxis;
    const perHead = averaged ? square.filter((_, axis) => axis !== headAxis) : square;
    if (into) {
      checkStill(this.#where, "out", into, output.length);
      into.set(output);
    }
    /** @type {AttentionResult} */
    const result = { output: { data: out ?? output, shape } };
    if (weights) result.weights = { data: this.#data.weights, shape: perHead };
    if (scores) result.scores = { data: this.#data.scores, shape: square };
    return result;
  }
}

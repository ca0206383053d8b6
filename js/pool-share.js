// How a call is shared out: which rows of which heads each part computes, and the copying of such
// blocks out of tensors and back into them. Nothing here knows of threads.
//
// Whoever computes a row of queries computes the same bits, whatever rows stand beside it; what may
// not be cut is the key axis. Parts begin at whole blocks of 64 rows, as the fused path takes them.
import { denseStrides } from "./attention.js";

/** @typedef {import("./attention.js").Sizes} Sizes */
/** @typedef {import("./attention.js").Rules} Rules */
/** @typedef {import("./attention.js").Strides} Strides */
/** @typedef {import("./attention.js").AttentionResult} AttentionResult */

/** Batch items [b0, b1), query heads [h0, h1) and queries [i0, i1) of a call.
 * @typedef {{ b0: number, b1: number, h0: number, h1: number, i0: number, i1: number }} Share */

/** Rows of queries that stay together: BLOCK_ROWS of c/block.h. */
const BLOCK = 64;

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
 * @param {number} heads of all batch items @param {number} groups of heads that share keys
 * @param {number} workers @param {number} work multiplications of the whole call
 * @param {number} most parts a worker may get: more than one evens out what else the machine does */
function partsOf(heads, groups, workers, work, most) {
  const worth = Math.max(1, Math.floor(work / LEAST_WORK));
  if (worth <= workers) return worth;
  // Several parts a worker only where that sends no key twice.
  const each = groups % workers === 0 ? groups / workers : heads % workers === 0 ? 1 : 0;
  let parts = 1;
  for (let count = 2; count <= most; count++) {
    if (each % count === 0 && count * workers <= worth) parts = count;
  }
  return parts * workers;
}

/** Cuts a call into parts of about equal work.
 * @param {Sizes} sizes @param {Rules} rules
 * @param {{ workers: number, most: number, staged: boolean, headsTogether: boolean, rowWork: number }} how
 *   staged: every key costs the same, read or not; headsTogether: all heads of a row stay in one
 *   part; rowWork: what a row costs besides its keys, in keys
 * @returns {Share[][]} the blocks of each part */
export function shareOut(sizes, rules, how) {
  const { b, h, hKv, n, m, dK, dV } = sizes;
  const all = { b0: 0, b1: b, h0: 0, h1: h, i0: 0, i1: n };
  if (b * h * n === 0) return [[all]];
  const heads = how.headsTogether ? 1 : h;
  const group = how.headsTogether ? 1 : h / hKv;
  // With lengths a query's position depends on the number of queries: all rows of a head together.
  const rows = rules.lengths ? n : BLOCK;
  const blocks = Math.ceil(n / rows);
  const ends = new Float64Array(b * heads * blocks); // work up to and with each block
  let total = 0;
  for (let item = 0, at = 0; item < b; item++)
    for (let head = 0; head < heads; head++)
      for (let block = 0; block < blocks; block++) {
        const from = block * rows;
        const count = Math.min(rows, n - from);
        const keys = how.staged ? m : keysRead(sizes, rules, item, from + count / 2);
        ends[at++] = total += count * (keys + how.rowWork);
      }
  const work = (total / heads) * h * (dK + dV);
  const parts = partsOf(b * heads, (b * heads) / group, how.workers, work, how.most);
  const cuts = [0];
  for (let part = 1, at = 0; part < parts; part++) {
    const target = (total * part) / parts;
    while (at < ends.length && ends[at] < target) at++;
    // Before or after the block in which the target lies, or at the edge of the head.
    const start = Math.floor(at / blocks) * blocks;
    const distance = (/** @type {number} */ cut) =>
      Math.abs((cut > 0 ? ends[cut - 1] : 0) - target);
    const nearest = distance(at) <= distance(at + 1) ? at : at + 1;
    const edge = [start, start + blocks].find((cut) => distance(cut) <= (SNAP * total) / parts);
    cuts.push(edge ?? nearest);
  }
  cuts.push(ends.length);
  const shares = [];
  for (let part = 0; part < parts; part++) {
    if (cuts[part] < cuts[part + 1]) {
      shares.push(rectangles(cuts[part], cuts[part + 1], blocks, rows, n, heads, group, h));
    }
  }
  return shares;
}

/** The blocks [from, to), counted over items, heads and blocks of rows, as few rectangles whose heads
 * have keys of their own or share one key/value head.
 * @param {number} from @param {number} to @param {number} blocks of a head @param {number} rows of a block
 * @param {number} n @param {number} heads @param {number} group heads that share keys
 * @param {number} h the heads that one counted head stands for, if heads is 1 */
function rectangles(from, to, blocks, rows, n, heads, group, h) {
  /** @type {Share[]} */
  const shares = [];
  const wide = heads === 1 ? h : 1;
  for (let at = from; at < to;) {
    const index = Math.floor(at / blocks);
    const block = at % blocks;
    const head = index % heads;
    const item = Math.floor(index / heads);
    const whole = Math.floor((to - at) / blocks);
    /** @type {Share} */
    const share = { b0: item, b1: item + 1, h0: head, h1: head + 1, i0: 0, i1: n };
    if (block > 0 || whole === 0) {
      const end = Math.min(to, at - block + blocks);
      share.i0 = block * rows;
      share.i1 = Math.min((block + end - at) * rows, n);
      at = end;
    } else if (head === 0 && whole >= heads) {
      const items = Math.floor(whole / heads);
      share.b1 = item + items;
      share.h1 = heads;
      at += items * heads * blocks;
    } else {
      const count =
        head % group === 0 && whole >= group
          ? Math.min(Math.floor(whole / group) * group, heads - head)
          : Math.min(whole, group - (head % group));
      share.h1 = head + count;
      at += count * blocks;
    }
    share.h0 *= wide;
    share.h1 *= wide;
    shares.push(share);
  }
  return shares;
}

/** The key/value heads that the heads of a share read.
 * @param {{ h: number, hKv: number }} sizes @param {{ h0: number, h1: number }} share */
export function kvHeadsOf({ h, hKv }, { h0, h1 }) {
  const group = h > 0 ? h / hKv : 1;
  return { h0: Math.floor(h0 / group), h1: Math.ceil(h1 / group) };
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
  const part = /** @type {T} */ (
    new /** @type {any} */ (data.constructor)(counts.b * counts.h * counts.i * size)
  );
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

/** The buffers of arrays, once each: what is transferred with them.
 * @param {...({ buffer: ArrayBufferLike } | null | undefined)} arrays */
export function buffersOf(...arrays) {
  return [...new Set(arrays.flatMap((array) => (array ? [array.buffer] : [])))];
}

/** The buffers of the masks of rules that cutRules made. @param {Rules} rules */
export const buffersOfRules = (rules) => buffersOf(rules.mask, rules.keep);

/** Puts what was computed of each share of a call together. */
export class Assembly {
  #sizes;
  #wanted;
  #output;
  /** @type {Record<string, Float32Array>} */ #data = {};

  /** @param {Sizes} sizes @param {{ weights: boolean | "mean", scores: unknown, out?: Float32Array }} wanted
   * @param {{ heads: number, size: number, packed: boolean }} output how it is split into heads: 1 where
   *   what the workers return is not split */
  constructor(sizes, wanted, output) {
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
    this.#data[name] ??= new Float32Array(b * heads * n * size);
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
    const { weights, scores, out } = this.#wanted;
    const square = [...lead, n, m];
    const headAxis = batched ? 1 : 0;
    const averaged = weights === "mean" && lead.length > headAxis;
    const perHead = averaged ? square.filter((_, axis) => axis !== headAxis) : square;
    out?.set(output);
    /** @type {AttentionResult} */
    const result = { output: { data: out ?? output, shape } };
    if (weights) result.weights = { data: this.#data.weights, shape: perHead };
    if (scores) result.scores = { data: this.#data.scores, shape: square };
    return result;
  }
}

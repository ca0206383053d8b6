// A layer of multi-head attention inside a module. Heads are never split or joined by copying: a head is
// a stride.
//
//   q = query W_Q + b_Q   k = key W_K + b_K   v = value W_V + b_V   output = attention(q, k, v) W_O + b_O
//
// The parameters are packed into panels once, when the layer is made, and stay.
import { bytesOfRules } from "./call.js";
import { ROLES } from "./layer.js";
import { readOutput, runCall, squareOf } from "./run.js";
import { callOf, denseStrides } from "./sizes.js";

/** @typedef {import("./arena.js").Arena} Arena */
/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./layer.js").Layer} Layer */
/** @typedef {import("./layer.js").Matrix} Matrix */
/** @typedef {import("./layer.js").Role} Role */
/** @typedef {import("./multihead.js").ForwardPlan} ForwardPlan */

const WHERE = "multiHead",
  FORWARD = "forward";

/** The parameters of a layer, or of some of its heads, packed and kept inside a module. */
export class PackedLayer {
  #core;
  /** @type {import("./arena.js").Block} */ #block;
  /** @type {Partial<Record<Role, { panels: number, bias: number, rows: number, columns: number }>>} */ #projections =
    {};
  #appended;

  /** @param {Core} core
   * @param {Pick<Layer, "appended"> & { weights: Partial<Record<Role, Matrix>>, biases: Partial<Record<Role, Float32Array | null>> }} layer */
  constructor(core, { weights, biases, appended }) {
    this.#core = core;
    this.#appended = appended;
    const { arena, exports } = core;
    const parts = ROLES.flatMap((role) => {
      const w = weights[role];
      return w
        ? [{ role, w, bias: biases[role], floats: exports.panels_size(w.rows, w.columns) }]
        : [];
    });
    // A panel row is 8 floats, so the bias after the panels is aligned as well.
    this.#block = arena.keep(
      WHERE,
      4 * parts.reduce((sum, { w, floats }) => sum + floats + Math.ceil(w.columns / 8) * 8, 0),
    );
    let panels = this.#block.pointer;
    try {
      for (const { role, w, bias, floats } of parts) {
        const biasAt = panels + 4 * floats;
        this.#projections[role] = {
          panels,
          bias: bias ? biasAt : 0,
          rows: w.rows,
          columns: w.columns,
        };
        arena.run((scratch) => {
          const raw = scratch.floats(w.data.subarray(w.start, w.start + w.rows * w.columns));
          exports.pack_panels(raw, w.rows, w.columns, w.rowStep, w.columnStep, panels);
        });
        if (bias) arena.floatsView().set(bias, biasAt / 4);
        panels = biasAt + 4 * Math.ceil(w.columns / 8) * 8;
      }
    } catch (error) {
      this.#block.free();
      throw error;
    }
  }

  /** Gives the memory back. */
  get free() {
    return this.#block.free;
  }

  /** to (rows, columns) = from (rows, width) W + b.
   * @param {Role} role @param {number} from a pointer @param {number} rows @param {number} to a pointer */
  project(role, from, rows, to) {
    const p = this.#projections[role];
    if (!p) throw new Error(`multiHead: this part of the layer has no projection ${role}`);
    this.#core.exports.multiply_panels(
      from,
      rows,
      p.rows,
      p.rows,
      p.panels,
      p.columns,
      p.bias,
      to,
      p.columns,
    );
  }

  /** The last projection alone: (rows, d) of the joined heads (rows, h·d_v).
   * @param {Float32Array} joined @param {number} rows @param {number} d */
  projectJoined(joined, rows, d) {
    const { arena } = this.#core;
    return arena.run((scratch) => {
      scratch.ensure(FORWARD, 4 * (joined.length + rows * d) + 1024);
      const from = scratch.floats(joined),
        to = scratch.reserve(4 * rows * d);
      this.project("o", from, rows, to);
      return scratch.readFloats(to, rows * d);
    });
  }

  /** Computes what was planned; without W_O the output is the joined heads (b, n, h·d_v).
   * @param {ForwardPlan} plan @returns {import("./attention.js").AttentionResult} */
  run({ sizes, rules, wanted, x, xK, xV, fresh, past, shape }) {
    const core = this.#core,
      where = FORWARD,
      mixed = this.#projections.o;
    const { b, h, hKv, n, m, dK, dV } = sizes,
      before = past ? past.rows : 0,
      own = before + fresh,
      d = mixed ? mixed.columns : h * dV;
    return core.arena.run((scratch) => {
      const widthK = hKv * dK,
        widthV = hKv * dV;
      const square =
        squareOf(sizes) * (Number(Boolean(wanted.weights)) + Number(Boolean(wanted.scores)));
      scratch.ensure(
        where,
        4 *
          ([...new Set([x, xK, xV])].reduce((sum, { length }) => sum + length, 0) +
            b * n * (h * dK + h * dV + d) +
            b * m * (widthK + widthV) +
            square) +
          bytesOfRules(rules),
        callOf,
        sizes,
      );
      const queryAt = scratch.floats(x);
      const keyAt = xK === x ? queryAt : scratch.floats(xK);
      const valueAt = xV === x ? queryAt : xV === xK ? keyAt : scratch.floats(xV);
      const q = scratch.reserve(4 * b * n * h * dK);
      this.project("q", queryAt, b * n, q);
      // Keys and values of an item: the past, the new ones, the appended ones.
      const gather = (
        /** @type {number} */ from,
        /** @type {Float32Array} */ input,
        /** @type {Float32Array | null} */ old,
        /** @type {"k" | "v"} */ role,
        /** @type {number} */ size,
      ) => {
        const heads = hKv * size,
          to = scratch.reserve(4 * b * m * heads);
        if (b * m * heads === 0) return to;
        if (m === fresh) this.project(role, from, b * fresh, to);
        for (let item = 0; item < b && m !== fresh; item++) {
          const start = to + 4 * item * m * heads;
          if (old) putHeads(scratch, old, item, before, hKv, size, start);
          const into = start + 4 * before * heads;
          this.project(role, from + (item * input.byteLength) / b, fresh, into);
          this.#appended.forEach((extra, index) =>
            scratch.floatsView().set(extra[role], start / 4 + (own + index) * heads),
          );
        }
        return to;
      };
      const k = gather(keyAt, xK, past && past.key, "k", dK),
        v = gather(valueAt, xV, past && past.value, "v", dV);
      const joined = scratch.reserve(4 * b * n * h * dV);
      /** @type {import("./call.js").Placed} */
      const placed = {
        sizes,
        rules,
        q,
        k,
        v,
        out: joined,
        qAt: denseStrides(h, n, dK, true),
        kAt: denseStrides(hKv, m, dK, true),
        vAt: denseStrides(hKv, m, dV, true),
        outAt: denseStrides(h, n, dV, true),
        weights: 0,
        scores: 0,
        scoresAfter: 0,
      };
      const kept = runCall(core, where, scratch, placed, wanted);
      const output = mixed ? scratch.reserve(4 * b * n * d) : joined;
      if (mixed) this.project("o", joined, b * n, output);
      /** @type {import("./attention.js").AttentionResult} */
      const result = {
        output: { data: readOutput(scratch, output, b * n * d, wanted), shape },
        ...kept,
      };
      if (past) {
        const { lead } = past;
        result.present = {
          key: { data: takeHeads(scratch, k, b, own, m, hKv, dK), shape: [...lead, own, dK] },
          value: { data: takeHeads(scratch, v, b, own, m, hKv, dV), shape: [...lead, own, dV] },
        };
      }
      return result;
    });
  }
}

/** Writes item `item` of a (b, heads, rows, size) array to (rows, heads·size) at a pointer.
 * @param {Arena} scratch @param {Float32Array} from @param {number} item @param {number} rows
 * @param {number} heads @param {number} size @param {number} pointer */
function putHeads(scratch, from, item, rows, heads, size, pointer) {
  const floats = scratch.floatsView();
  for (let head = 0; head < heads; head++)
    for (let i = 0; i < rows; i++) {
      const start = ((item * heads + head) * rows + i) * size;
      floats.set(from.subarray(start, start + size), pointer / 4 + (i * heads + head) * size);
    }
}

/** The first `rows` of each item's `stride` rows at a pointer, as (b, heads, rows, size).
 * @param {Arena} scratch @param {number} pointer @param {number} b @param {number} rows @param {number} stride
 * @param {number} heads @param {number} size */
function takeHeads(scratch, pointer, b, rows, stride, heads, size) {
  const floats = scratch.floatsView(),
    result = new Float32Array(b * heads * rows * size);
  if (result.length === 0) return result;
  let at = 0;
  for (let item = 0; item < b; item++)
    for (let head = 0; head < heads; head++)
      for (let i = 0; i < rows; i++, at += size) {
        const start = pointer / 4 + ((item * stride + i) * heads + head) * size;
        result.set(floats.subarray(start, start + size), at);
      }
  return result;
}

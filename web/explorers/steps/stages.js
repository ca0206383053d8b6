// What <attention-steps> draws: an example and its settings, put through the module once, and every
// matrix of the formula by its letter. Nothing here knows how it looks.
import { addMasks, causalMask, paddingMask, prefixMask, tensor } from "../../../js/index.js";

/** @typedef {import("../../model/lessons.js").Example} Example */
/** @typedef {import("../../../js/tensor.js").Tensor} Tensor */
/** @typedef {import("../../frame/attention-element.js").Attention} Attention */

export const SCALED = "S/sqrt(d_k)";
export const MASKS = /** @type {const} */ (["none", "causal", "padding", "prefix"]);
/** @typedef {(typeof MASKS)[number]} MaskName */

/** What is at work in each step: its part of the formula. */
export const PARTS = /** @type {const} */ ([
  "inputs",
  "projections",
  "scores",
  "scale",
  "mask",
  "softmax",
  "output",
]);
export const SOFTMAX = 1 + PARTS.indexOf("softmax");
export const OUTPUT = 1 + PARTS.indexOf("output");

/**
 * @typedef {object} Settings
 * @property {Example} example
 * @property {MaskName} mask
 * @property {string[]} flip cells of the mask switched by hand, "row:column" from 1
 * @property {number} factor multiplies the embeddings
 * @property {number} query the row to follow, from 1; the nearest there is
 */

/** The first n rows and m columns. @param {Tensor} from @param {number} n @param {number} m @returns {Tensor} */
function cut(from, n, m) {
  const width = from.shape[1];
  const data = new Float32Array(n * m);
  for (let i = 0; i < n; i += 1) data.set(from.data.subarray(i * width, i * width + m), i * m);
  return { data, shape: [n, m] };
}

/**
 * The chosen mask with the switched cells.
 * @param {Settings} settings @param {number} n @param {number} m
 * @returns {Tensor} (n, m)
 */
function maskOf({ example, mask, flip }, n, m) {
  const open = tensor(new Float32Array(n * m), [n, m]);
  const named = {
    none: () => open,
    causal: () => causalMask(n, m),
    // One row for all queries; adding it to zeros spreads it over them.
    padding: () => addMasks(open, paddingMask([Math.max(0, m - example.padding)], m)),
    prefix: () => {
      const size = Math.max(n, m);
      return cut(prefixMask(size, Math.min(example.prefix, size)), n, m);
    },
  };
  const { data } = named[mask]();
  for (const cell of flip) {
    const [i, j] = cell.split(":").map((index) => Number(index) - 1);
    if (i >= 0 && j >= 0 && i < n && j < m) {
      data[i * m + j] = data[i * m + j] === 0 ? -Infinity : 0;
    }
  }
  return { data, shape: [n, m] };
}

/** Every stage of the formula for one example, computed by the module as it is made. */
export class Stages {
  /** @param {Attention} attn @param {Settings} settings */
  constructor(attn, settings) {
    const { example, factor, query } = settings;
    const { x, memory } = example;
    const n = x.length;
    const m = (memory ?? x).length;
    /** @param {number[][]} rows */
    const times = (rows) => rows.map((row) => row.map((value) => Math.fround(value * factor)));
    const weights = {
      W_Q: tensor(example.W_Q),
      W_K: tensor(example.W_K),
      W_V: tensor(example.W_V),
    };
    const stages = attn.steps(times(x), weights, {
      memory: memory ? times(memory) : undefined,
      mask: maskOf(settings, n, m),
    });

    this.attn = attn;
    this.example = example;
    this.factor = factor;
    this.n = n;
    this.m = m;
    /** The width of an embedding. */
    this.d = stages.x.shape[1];
    this.d_k = stages.q.shape[1];
    /** Whether keys and values come from other tokens than queries. */
    this.isCross = Boolean(memory);
    this.queryTokens = example.tokens;
    this.keyTokens = example.memoryTokens ?? example.tokens;
    /** The query that is followed, from 0. */
    this.row = Math.min(Math.max(1, Math.trunc(query) || 1), n) - 1;
    /** The inputs' letters. */
    this.X = memory ? "X_q" : "X";
    this.keysX = memory ? "X_kv" : "X";
    /** @type {Record<string, Tensor>} */
    this.matrices = {
      ...(stages.memory ? { X_q: stages.x, X_kv: stages.memory } : { X: stages.x }),
      X_0: tensor(x),
      ...weights,
      Q: stages.q,
      K: stages.k,
      V: stages.v,
      S: stages.scores,
      [SCALED]: stages.scaled,
      M: stages.mask,
      Z: stages.masked,
      A: stages.weights,
      O: stages.output,
    };
    // The same numbers; whoever draws it turns it on its side.
    this.matrices["K^T"] = stages.k;
  }

  /** Rows and columns as drawn. @param {string} name @returns {[number, number]} */
  sizeOf(name) {
    const [rows, columns] = this.matrices[name].shape;
    return name === "K^T" ? [columns, rows] : [rows, columns];
  }

  /** @param {string} name @param {number} i @param {number} j as drawn @returns {number} */
  at(name, i, j) {
    const { data, shape } = this.matrices[name];
    return name === "K^T" ? data[j * shape[1] + i] : data[i * shape[1] + j];
  }

  /** @param {string} name @param {number} i @returns {number[]} */
  rowOf(name, i) {
    const { data, shape } = this.matrices[name];
    return Array.from(data.subarray(i * shape[1], (i + 1) * shape[1]));
  }

  /** @param {number} i @param {number} j */
  isHidden(i, j) {
    return this.at("M", i, j) === -Infinity;
  }

  /** The key with the largest score that the followed query may read; the first of equals. */
  get bestKey() {
    const row = this.rowOf("Z", this.row);
    return row.reduce((best, value, j) => (value > row[best] ? j : best), 0);
  }
}

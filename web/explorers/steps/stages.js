// What <attention-steps> draws: an example and its settings, put through the module once, and every
// matrix of the formula by its letter. Nothing here knows how it looks.
import { addMasks, causalMask, paddingMask, prefixMask, tensor } from "../../../js/index.js";
import { drawnFrom } from "../../model/lessons.js";
import { layerNorm, placesOf, positionsOf, turned } from "./inputs.js";

/** @typedef {import("../../model/lessons.js").Example} Example */
/** @typedef {import("../../../js/tensor.js").Tensor} Tensor */
/** @typedef {import("./inputs.js").PositionName} PositionName */
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
 * @property {boolean} [norm] each token goes through a layer norm first
 * @property {boolean} [roles] false: no weight matrices, each token is query, key and value as it is
 * @property {PositionName} [positions]
 * @property {number[]} [order] the tokens' places, from 1
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

/** @param {number} size @returns {Tensor} */
function identity(size) {
  const data = new Float32Array(size * size);
  for (let i = 0; i < size; i += 1) data[i * (size + 1)] = 1;
  return { data, shape: [size, size] };
}

/** Matrices of the same height side by side. @param {Tensor[]} list @returns {Tensor} */
function sideBySide(list) {
  const rows = Array.from({ length: list[0].shape[0] }, (_, i) =>
    list.flatMap(({ data, shape: [, width] }) => [...data.subarray(i * width, (i + 1) * width)]),
  );
  return tensor(rows);
}

/**
 * The stages from queries, keys and values that are given.
 * @param {Attention} attn @param {Tensor} q @param {Tensor} k @param {Tensor} v @param {Tensor} mask
 */
function stagesFrom(attn, q, k, v, mask) {
  /** @param {import("../../../js/attention.js").AttentionOptions} options */
  const run = (options) => {
    const {
      output,
      weights = mask,
      scores = mask,
    } = attn.attention(q, k, v, {
      weights: true,
      ...options,
    });
    return { output, weights, scores };
  };
  const scores = run({ scale: 1, scores: "scaled" }).scores;
  const scaled = run({ scores: "scaled" }).scores;
  const { output, weights, scores: masked } = run({ mask, scores: "masked" });
  return { q, k, v, scores, scaled, mask, masked, weights, output };
}

/** Every stage of the formula for one example, computed by the module as it is made. */
export class Stages {
  /** @param {Attention} attn @param {Settings} settings */
  constructor(attn, settings) {
    const { example, factor, query, norm = false, roles = true, positions = "none" } = settings;
    const isCross = Boolean(example.memory);
    const places = placesOf(settings.order, (example.memory ?? example.x).length);
    /** @template T @param {T[]} list */
    const ordered = (list) => places.map((place) => list[place]);
    const memory = example.memory && ordered(example.memory);
    const x = isCross ? example.x : ordered(example.x);
    const n = x.length;
    const m = (memory ?? x).length;
    /** @param {number[][]} rows */
    const times = (rows) => rows.map((row) => row.map((value) => Math.fround(value * factor)));
    /** @type {Record<string, Tensor>} what is added to the embeddings */
    const added = {};
    /** @param {number[][]} rows @param {string} letter */
    const prepared = (rows, letter) => {
      const scaled = norm ? layerNorm(times(rows)) : times(rows);
      if (positions !== "learned" && positions !== "sinusoidal") return scaled;
      const width = rows[0].length;
      const P = positionsOf(attn, positions, rows.length, width);
      added[letter] = P;
      return scaled.map((row, i) =>
        row.map((value, t) => Math.fround(value + P.data[i * width + t])),
      );
    };
    const d = x[0].length;
    const weights = roles
      ? { W_Q: tensor(example.W_Q), W_K: tensor(example.W_K), W_V: tensor(example.W_V) }
      : { W_Q: identity(d), W_K: identity(d), W_V: identity(d) };
    const mask = maskOf(settings, n, m);
    const made = attn.steps(prepared(x, "P"), weights, {
      memory: memory && prepared(memory, "P_kv"),
      mask,
    });
    const isDrawn = Boolean(example.drawn);
    const drawn = drawnFrom(attn, example);
    const isTurned = positions === "rotary";
    const stages = isTurned
      ? stagesFrom(attn, turned(made.q), turned(made.k), made.v, mask)
      : drawn
        ? stagesFrom(attn, drawn.q, drawn.k, drawn.v, mask)
        : made;

    this.attn = attn;
    this.example = example;
    this.factor = factor;
    this.norm = norm;
    this.roles = roles;
    this.positions = positions;
    /** The tokens' places, from 0. */
    this.places = places;
    this.n = n;
    this.m = m;
    /** The width of an embedding. */
    this.d = d;
    this.d_k = stages.q.shape[1];
    /** Whether keys and values come from other tokens than queries. */
    this.isCross = isCross;
    /** Whether Q, K and V are drawn, and made of no X. */
    this.isDrawn = isDrawn;
    this.queryTokens = isCross ? example.tokens : ordered(example.tokens);
    this.keyTokens = example.memoryTokens ? ordered(example.memoryTokens) : this.queryTokens;
    /** The query that is followed, from 0. */
    this.row = Math.min(Math.max(1, Math.trunc(query) || 1), n) - 1;
    /** The inputs' letters. */
    this.X = memory ? "X_q" : "X";
    this.keysX = memory ? "X_kv" : "X";
    /** What happened to the embeddings on their way into X. */
    this.isPrepared = factor !== 1 || norm || "P" in added;
    /** @type {Record<string, Tensor>} */
    this.matrices = {
      ...(drawn
        ? {}
        : {
            ...(made.memory ? { X_q: made.x, X_kv: made.memory } : { X: made.x }),
            X_0: tensor(x),
            ...(memory ? { X_kv0: tensor(memory) } : {}),
            ...added,
            ...weights,
          }),
      ...(isTurned ? { Q_0: made.q, K_0: made.k } : {}),
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

  /** A matrix by its letter; those that only an experiment shows are made when they are asked for.
   * @param {string} name @returns {Tensor} */
  tensorOf(name) {
    const { matrices } = this;
    if (name in matrices) return matrices[name];
    switch (name) {
      // The three weight matrices as one, and what it makes in one product.
      case "W_QKV":
        return (matrices.W_QKV = sideBySide([matrices.W_Q, matrices.W_K, matrices.W_V]));
      case "QKV":
        return (matrices.QKV = sideBySide([matrices.Q, matrices.K, matrices.V]));
      case "A_lin":
        // Its weights are what it makes of values that tell each key apart.
        return (matrices.A_lin = this.linear(identity(this.m)));
      case "O_lin":
        return (matrices.O_lin = this.linear(matrices.V));
      default:
        throw new Error(`attention-steps: there is no matrix ${name}`);
    }
  }

  /** Whether linear attention can do with this mask: it can be causal, and knows no other. */
  get linearMask() {
    const { data } = this.matrices.M;
    const { n, m } = this;
    if (data.every((value) => value === 0)) return "none";
    const causal = causalMask(n, m).data;
    return data.every((value, at) => value === causal[at]) ? "causal" : "other";
  }

  /** Linear attention on the same queries and keys. @param {Tensor} values @returns {Tensor} */
  linear(values) {
    const { Q, K } = this.matrices;
    return this.attn.linearAttention(Q, K, values, { causal: this.linearMask === "causal" });
  }

  /** Rows and columns as drawn. @param {string} name @returns {[number, number]} */
  sizeOf(name) {
    const [rows, columns] = this.tensorOf(name).shape;
    return name === "K^T" ? [columns, rows] : [rows, columns];
  }

  /** @param {string} name @param {number} i @param {number} j as drawn @returns {number} */
  at(name, i, j) {
    const { data, shape } = this.tensorOf(name);
    return name === "K^T" ? data[j * shape[1] + i] : data[i * shape[1] + j];
  }

  /** @param {string} name @param {number} i @returns {number[]} */
  rowOf(name, i) {
    const { data, shape } = this.tensorOf(name);
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

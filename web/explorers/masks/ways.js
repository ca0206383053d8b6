// What <attention-masks> draws: one mask, and what comes of it in five ways, of which one is right.
// Every weight and output is the module's; the wrong acts (a score overwritten, a weight set to 0)
// are done here, because they are what is shown. Nothing here knows how it looks.
import {
  addMasks,
  causalMask,
  paddingMask,
  prefixMask,
  tensor,
  windowMask,
} from "../../../js/index.js";

/** @typedef {import("../../../js/tensor.js").Tensor} Tensor */
/** @typedef {import("../../frame/attention-element.js").Attention} Attention */
/** @typedef {import("./examples.js").MaskName} MaskName */

export const SCALED = "S/sqrt(d_k)";
/** The right one first. */
export const WAYS = /** @type {const} */ (["add", "finite", "score", "weight", "boolean"]);
/** @typedef {(typeof WAYS)[number]} WayName */

/** The letters of each way's weights and outputs. */
export const LETTERS = {
  add: { weights: "A", output: "O" },
  finite: { weights: "A_b", output: "O_b" },
  score: { weights: "A_0", output: "O_0" },
  weight: { weights: "A_cut", output: "O_cut" },
  boolean: { weights: "A_keep", output: "O_keep" },
};

/**
 * @typedef {object} Settings
 * @property {string[]} queries names of the n rows
 * @property {string[]} keys names of the m columns
 * @property {Tensor} scaled (n, m) scores, already scaled
 * @property {Tensor} values (m, d_v)
 * @property {MaskName[]} masks
 * @property {number} padding @property {number} prefix @property {number} left @property {number} right
 * @property {string[]} flip cells of the mask switched by hand, "row:column" from 1
 * @property {number} query the row to follow, from 1; the nearest there is
 * @property {number} bias the finite number that may stand for −∞
 * @property {Record<string, number>} biases what is typed into single cells instead, by "row:column" from 1
 */

/** @param {number} size @returns {Tensor} */
function identity(size) {
  const data = new Float32Array(size * size);
  for (let i = 0; i < size; i += 1) data[i * (size + 1)] = 1;
  return { data, shape: [size, size] };
}

/** @param {Settings} settings @param {number} n @param {number} m @returns {[MaskName, Tensor][]} */
function summandsOf({ masks, padding, prefix, left, right }, n, m) {
  const open = tensor(new Float32Array(n * m), [n, m]);
  const make = {
    causal: () => causalMask(n, m),
    // One row for all queries; adding it to zeros spreads it over them.
    padding: () => addMasks(open, paddingMask([Math.max(0, m - padding)], m)),
    prefix: () => {
      const size = Math.max(n, m);
      const { data } = prefixMask(size, Math.min(prefix, size));
      const cut = Array.from({ length: n }, (_, i) => data.slice(i * size, i * size + m));
      return tensor(new Float32Array(cut.flatMap((row) => [...row])), [n, m]);
    },
    window: () => windowMask(n, m, left, right),
  };
  return masks.map((name) => [name, { data: make[name]().data, shape: [n, m] }]);
}

export class Ways {
  /** @param {Attention} attn @param {Settings} settings */
  constructor(attn, settings) {
    const { scaled, values, flip, query } = settings;
    const [n, m] = scaled.shape;
    this.attn = attn;
    this.settings = settings;
    this.n = n;
    this.m = m;
    this.queries = settings.queries;
    this.keys = settings.keys;
    /** The query that is followed, from 0. */
    this.row = Math.min(Math.max(1, Math.trunc(query) || 1), n) - 1;

    /** The masks that are added up. */
    this.summands = summandsOf(settings, n, m);
    const open = tensor(new Float32Array(n * m), [n, m]);
    const M = this.summands.reduce((sum, [, mask]) => addMasks(sum, mask), open);
    for (const cell of flip) {
      const [i, j] = cell.split(":").map((index) => Number(index) - 1);
      if (i >= 0 && j >= 0 && i < n && j < m) M.data[i * m + j] = M.data[i * m + j] ? 0 : -Infinity;
    }
    const hidden = M.data.map((value) => (value === -Infinity ? 1 : 0));

    // With the identity as keys and no scaling, the scores of attention are its queries. A score of −∞ is
    // one of 0 that a mask hides: −∞ times the identity's zeros would be NaN.
    /** @param {Tensor} scores @param {import("../../../js/attention.js").AttentionOptions} [options] */
    const run = (scores, options = {}) => {
      const { data, shape } = scores;
      const isOut = (/** @type {number} */ score) => score === -Infinity;
      const out = { data: data.map((score) => (isOut(score) ? score : 0)), shape };
      const rest = { data: data.map((score) => (isOut(score) ? 0 : score)), shape };
      const mask = options.mask ?? open;
      const {
        output,
        weights = open,
        scores: masked = open,
      } = attn.attention(rest, identity(m), values, {
        scale: 1,
        weights: true,
        scores: "masked",
        ...options,
        ...(data.some(isOut) ? { mask: addMasks(mask, out) } : {}),
      });
      return { output, weights, masked };
    };
    /** @param {Tensor} from @returns {Tensor} with 0 in every hidden place */
    const overwritten = ({ data, shape }) => ({
      data: data.map((value, at) => (hidden[at] ? 0 : value)),
      shape,
    });

    const right = run(scaled, { mask: M });
    const zeroScores = overwritten(scaled);
    const score = run(zeroScores);
    const all = run(scaled);
    const cut = overwritten(all.weights);
    // The product alone: attention would make the weights add up to 1 again.
    const cutOutput = attn.steps(cut, { W_Q: values, W_K: values, W_V: values }).q;
    const typed = this.#biased(M, settings);
    const finite = run(scaled, { mask: typed });
    const flags = { data: Uint8Array.from(hidden), shape: [n, m] };
    const read = run(scaled, { keep: flags });

    /** @type {Record<string, Tensor>} */
    this.matrices = {
      [SCALED]: scaled,
      ...Object.fromEntries(this.summands.map(([name, mask]) => [`M_${name}`, mask])),
      M,
      Z: right.masked,
      A: right.weights,
      O: right.output,
      M_b: typed,
      Z_b: finite.masked,
      A_b: finite.weights,
      O_b: finite.output,
      Z_0: zeroScores,
      A_0: score.weights,
      O_0: score.output,
      A_all: all.weights,
      A_cut: cut,
      O_cut: cutOutput,
      B: M,
      Z_keep: read.masked,
      A_keep: read.weights,
      O_keep: read.output,
      V: values,
    };
    for (const { weights } of Object.values(LETTERS)) {
      const sums = Array.from({ length: n }, (_, i) => this.sumOf(weights, i));
      this.matrices[sumName(weights)] = { data: Float32Array.from(sums), shape: [n, 1] };
    }
    /** The followed row in every way: its weights, their sum, and what of it stays on hidden keys. */
    this.matrices.A_row = {
      data: Float32Array.from(WAYS.flatMap((way) => this.rowOf(LETTERS[way].weights, this.row))),
      shape: [WAYS.length, m],
    };
    this.matrices["Σ_row"] = {
      data: Float32Array.from(
        WAYS.flatMap((way) => {
          const { weights } = LETTERS[way];
          return [this.sumOf(weights, this.row), this.leftOn(weights, this.row)];
        }),
      ),
      shape: [WAYS.length, 2],
    };
  }

  /**
   * The mask with a finite number where −∞ stood, and with what was typed.
   * @param {Tensor} M @param {Settings} settings @returns {Tensor}
   */
  #biased({ data, shape }, { bias, biases }) {
    return {
      data: Float32Array.from(data, (value, at) => {
        const cell = `${Math.floor(at / this.m) + 1}:${(at % this.m) + 1}`;
        return biases[cell] ?? (value === -Infinity ? bias : value);
      }),
      shape,
    };
  }

  /** The keys that a query may not read. @param {number} i @returns {number[]} */
  hiddenFrom(i) {
    return this.rowOf("M", i).flatMap((value, j) => (value === -Infinity ? [j] : []));
  }

  /** The first key that is hidden from the followed query; the first key where none is. */
  get firstHidden() {
    return this.hiddenFrom(this.row)[0] ?? 0;
  }

  /** @param {string} name @param {number} i @param {number} j @returns {number} */
  at(name, i, j) {
    const { data, shape } = this.matrices[name];
    return data[i * shape[1] + j];
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

  /** @param {number} i whether the query has no key left */
  isBlind(i) {
    return this.rowOf("M", i).every((value) => value === -Infinity);
  }

  /** The sum of a row of weights, to the precision that they have. @param {string} name @param {number} i */
  sumOf(name, i) {
    return Math.fround(this.rowOf(name, i).reduce((sum, weight) => sum + weight, 0));
  }

  /** The weight that a query gives to keys that the mask hides. @param {string} name @param {number} i */
  leftOn(name, i) {
    const kept = this.rowOf(name, i).filter((_, j) => this.isHidden(i, j));
    return Math.fround(kept.reduce((sum, weight) => sum + weight, 0));
  }
}

/** The letter of the sums of some weights' rows. @param {string} weights */
export const sumName = (weights) => weights.replace("A", "Σ");

// What <attention-softmax> draws: one row of scores, through the module in five ways, with the
// derivative of softmax. Nothing here knows how it looks.

/** @typedef {import("../../frame/attention-element.js").Attention} Attention */
/** @typedef {import("../../../js/tensor.js").Tensor} Tensor */

export const FUNCTIONS = /** @type {const} */ ([
  "softmax",
  "hardmax",
  "l1",
  "sparsemax",
  "plusOne",
]);
/** @typedef {(typeof FUNCTIONS)[number]} FunctionName */
/** What may stand beside softmax: other functions, and its derivative. */
export const MORE = /** @type {const} */ (["hardmax", "l1", "sparsemax", "plusOne", "slope"]);
/** @typedef {(typeof MORE)[number]} MoreName */

// The curve p(1 − p) has a point each fortieth.
const CURVE_STEPS = 40;

/**
 * The weights that each function makes of a row.
 * @param {Attention} attn
 * @param {number[]} x @param {number} temperature
 * @returns {Record<FunctionName, number[]>}
 */
export function weightsOf(attn, x, temperature) {
  // Those that know no temperature get scores that are divided already.
  const z = x.map((score) => Math.fround(score / temperature));
  /** @param {Tensor} tensor */
  const row = ({ data }) => Array.from(data);
  return {
    softmax: row(attn.softmax([x], { temperature })),
    hardmax: row(attn.hardmax([z])),
    l1: row(attn.l1Normalize([z])),
    sparsemax: row(attn.sparsemax([z])),
    plusOne: row(attn.softmax([x], { temperature, plusOne: true })),
  };
}

export class Rows {
  /**
   * @param {Attention} attn
   * @param {{ scores: number[], shift: number, temperature: number, also?: readonly MoreName[] }} settings
   *   also: what is shown beside softmax; everything when missing
   */
  constructor(attn, { scores, shift, temperature, also = MORE }) {
    const m = scores.length;
    /** The columns of W. */
    this.functions = FUNCTIONS.filter((f) => f === "softmax" || also.includes(f));
    /** Whether its derivative is shown. */
    this.hasSlope = also.includes("slope");
    this.attn = attn;
    this.m = m;
    this.scores = scores;
    this.shift = shift;
    this.temperature = temperature;
    /** The scores as they stand before the temperature, and as they enter softmax. */
    this.x = scores.map((score) => Math.fround(score + shift));
    this.z = this.x.map((score) => Math.fround(score / temperature));
    this.weights = weightsOf(attn, this.x, temperature);
    /** The same without the shift, and without the temperature. */
    this.unshifted = weightsOf(attn, scores, temperature);
    this.plain = weightsOf(attn, this.x, 1);
    this.size = attn.softmaxGradientSize([this.z]);
    this.plainSize = attn.softmaxGradientSize([this.x]);

    /** @param {number[]} p @returns {Tensor} */
    const jacobian = (p) => ({ data: attn.softmaxJacobian([p]).data, shape: [m, m] });
    /** @type {Record<string, Tensor>} */
    this.matrices = {
      x: { data: Float32Array.from(scores), shape: [m, 1] },
      z: { data: Float32Array.from(this.z), shape: [m, 1] },
      W: {
        data: Float32Array.from(
          this.z.flatMap((_, i) => this.functions.map((f) => this.weights[f][i])),
        ),
        shape: [m, this.functions.length],
      },
      J: jacobian(this.weights.softmax),
      J_1: jacobian(this.plain.softmax),
    };
  }

  /** @param {string} name @param {number} i @param {number} j @returns {number} */
  at(name, i, j) {
    const { data, shape } = this.matrices[name];
    return data[i * shape[1] + j];
  }

  /** @param {string} name @param {number} i */
  rowOf(name, i) {
    const { data, shape } = this.matrices[name];
    return Array.from(data.subarray(i * shape[1], (i + 1) * shape[1]));
  }

  /** The score with the largest softmax weight; the first of equals. */
  get best() {
    const { softmax } = this.weights;
    return softmax.indexOf(Math.max(...softmax));
  }

  /** The functions whose weights the shift changes, beyond rounding. */
  get moved() {
    return this.functions.filter((f) =>
      this.weights[f].some((weight, i) => Math.abs(weight - this.unshifted[f][i]) > 1e-6),
    );
  }
}

/**
 * p and p(1 − p), the slope of a weight by its own score: the corner of the Jacobian of (p, 1 − p).
 * @param {Attention} attn
 */
export function slopeCurve(attn) {
  const all = Array.from({ length: CURVE_STEPS + 1 }, (_, step) => step / CURVE_STEPS);
  const { data } = attn.softmaxJacobian(all.map((p) => [p, 1 - p]));
  return all.map((p, step) => ({ x: p, y: data[4 * step] }));
}

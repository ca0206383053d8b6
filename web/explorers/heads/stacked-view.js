// Three matrices in one: W_Q, W_K and W_V as PyTorch keeps them, stacked as in_proj_weight.
import { html } from "lit";
import { RESHAPE, STACKED } from "./example.js";
import { stackedNumpy, stackedPython } from "./python.js";
import { turned } from "./tensors.js";
import { View } from "./view.js";
import { choice } from "../../parts/fields/controls.js";
import { equation } from "../../parts/matrix/equation.js";
import { format } from "../../parts/letters/numbers.js";
import { matricesToSvg } from "../../parts/charts/svg.js";
import { withSymbols } from "../../parts/letters/symbols.js";

/** @typedef {import("./view.js").Tensor} Tensor */
/** @typedef {import("./view.js").MatrixOptions} MatrixOptions */

export const LETTERS = /** @type {const} */ (["Q", "K", "V"]);
const ROLES = { Q: "query", K: "key", V: "value" };
const D = RESHAPE.Q[0].length;

/** Matrices one under the other. @param {Tensor[]} list @returns {Tensor} */
const under = (list) => ({
  data: Float32Array.from(list.flatMap(({ data }) => Array.from(data))),
  shape: [list.reduce((sum, { shape: [rows] }) => sum + rows, 0), list[0].shape[1]],
});

export class StackedView extends View {
  make() {
    const x = { data: Float32Array.from(RESHAPE.Q.flat()), shape: [RESHAPE.tokens.length, D] };
    const { q, k, v } = this.attn.steps(x, STACKED);
    /** @type {Record<string, Tensor>} */
    const weights = {};
    for (const letter of LETTERS)
      weights[letter] = { data: Float32Array.from(STACKED[`W_${letter}`].flat()), shape: [D, D] };
    const stack = under(LETTERS.map((letter) => turned(weights[letter])));
    this.matrices = {
      X: x,
      W: stack,
      ...Object.fromEntries(LETTERS.map((letter) => [`W_${letter}`, weights[letter]])),
      ...{ Q: q, K: k, V: v },
      P: turned(under([q, k, v].map(turned))),
    };
    /** The outputs of both layers, which are to be the same. */
    this.apart = this.difference(stack);
  }

  apart = NaN;

  /** How far a layer with the stacked matrix and one with three lie apart. @param {Tensor} stack */
  difference(stack) {
    const identity = Array.from({ length: D }, (_, i) =>
      Array.from({ length: D }, (__, j) => Number(i === j)),
    );
    const all = [
      { ...STACKED, W_O: identity },
      { in_proj_weight: stack, "out_proj.weight": identity },
    ].map((parameters) => {
      const layer = this.attn.multiHead({ d: D, heads: RESHAPE.heads, parameters });
      const { output } = layer.forward(RESHAPE.Q);
      layer.release();
      return output.data;
    });
    return Math.max(...all[0].map((value, at) => Math.abs(value - all[1][at])));
  }

  get part() {
    return "split";
  }

  get letter() {
    return /** @type {(typeof LETTERS)[number]} */ (this.explorer.third);
  }

  /** @returns {(MatrixOptions | string)[][]} */
  lines() {
    const { letter } = this;
    const at = LETTERS.indexOf(letter);
    const { tokens } = RESHAPE;
    const names = LETTERS.flatMap((one) =>
      Array.from({ length: D }, (_, c) => `${one.toLowerCase()}${c + 1}`),
    );
    const role = /** @type {"query" | "key" | "value"} */ (ROLES[letter]);
    const isThird = (/** @type {number} */ place) => Math.floor(place / D) === at;
    return [
      [
        this.small("W", this.text("titleStack"), {
          rows: names,
          lit: (i) => (isThird(i) ? role : undefined),
        }),
        this.small("P", this.text("titleAll"), {
          rows: tokens,
          columns: names,
          lit: (_, j) => (isThird(j) ? role : undefined),
        }),
      ],
      [
        this.small("X", this.text("titleX"), { rows: tokens }),
        "·",
        this.small(`W_${letter}`, this.text("titleThird", { letter })),
        "=",
        this.small(letter, this.text("titleResult", { letter }), { rows: tokens }),
      ],
    ];
  }

  picture() {
    return html`<p class="note">${this.text("stackedNote")}</p>
      ${this.lines().map(equation)}`;
  }

  asked() {
    const values = { d: 64, right: "(192, 64)" };
    return {
      question: () => withSymbols(this.text("askStacked", values)),
      answers: ["(64, 64)", "(64, 192)", "(192, 64)"].map((value) => ({ value, label: value })),
      right: values.right,
      why: () => this.text("stackedWhy", values),
    };
  }

  readouts() {
    return [
      { name: "stack", label: this.text("readStack"), value: `(${3 * D}, ${D})` },
      { name: "apart", label: this.text("readApart"), value: format(this.apart) },
    ];
  }

  /** @param {import("./view.js").Shown} shown */
  controls(shown) {
    const { text, explorer } = this;
    const third = () =>
      choice({
        name: "third",
        label: text("third"),
        value: this.letter,
        options: LETTERS.map((value) => ({ value, label: text(`third ${value}`) })),
        onChange: (value) => explorer.set({ third: value }),
      });
    return shown("third", third);
  }

  sentence() {
    const { letter } = this;
    const from = LETTERS.indexOf(letter) * D;
    return this.text("sayStacked", { letter, from: from + 1, to: from + D });
  }

  tables() {
    return this.matricesOf(this.lines());
  }

  svg() {
    return matricesToSvg({ title: this.text("view stacked"), lines: this.lines() });
  }

  python() {
    return stackedPython();
  }

  numpy() {
    return stackedNumpy();
  }
}

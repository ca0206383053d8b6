// A whole layer checked: the module in float32 against the definition in float64, with every combination of
// masks, and the definition's own rounding beside it.
import { html } from "lit";
import { definition } from "./definition.js";
import { checkNumpy, checkPython } from "./python.js";
import { View } from "./view.js";
import { powerOfTen, small } from "../../parts/letters/numbers.js";

/** @typedef {number[][]} Rows */

const SIZES = { n: 30, d: 64, heads: 4 };
const VALID = 22;
const SEED = 0;
const NAMES = /** @type {const} */ (["W_Q", "W_K", "W_V", "W_O"]);

/** @type {Record<string, { options: Record<string, unknown>, reads: (i: number, j: number) => boolean }>} */
export const MASKS = {
  none: { options: {}, reads: () => true },
  causal: { options: { causal: true }, reads: (i, j) => j <= i },
  padding: { options: { lengths: [VALID] }, reads: (_, j) => j < VALID },
  both: {
    // Both start from the first token, whatever the length: so padding stands in a mask of its own.
    options: {
      causal: true,
      keep: Array.from({ length: SIZES.n }, () =>
        Array.from({ length: SIZES.n }, (_, j) => j < VALID),
      ),
    },
    reads: (i, j) => j <= i && j < VALID,
  },
  window: { options: { causal: true, window: { left: 4 } }, reads: (i, j) => j <= i && j >= i - 4 },
};

/** How far two lists lie apart at most. @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
const apart = (a, b) =>
  Array.from(a).reduce((most, value, at) => Math.max(most, Math.abs(value - b[at])), 0);

export class CheckView extends View {
  /** @type {{ name: string, output: number, weights: number, sums: number }[]} */
  rows = [];

  make() {
    const { n, d, heads } = SIZES;
    const generator = this.attn.torchGenerator(SEED);
    const x = generator.randn([n, d]);
    const bound = 1 / Math.sqrt(d);
    const tensors = Object.fromEntries(
      NAMES.map((name) => {
        const { data } = generator.randn([d, d]);
        return [name, { data: data.map((value) => value * bound), shape: [d, d] }];
      }),
    );
    /** @param {{ data: ArrayLike<number>, shape: number[] }} tensor @returns {Rows} */
    const nested = ({ data, shape: [rows, columns] }) =>
      Array.from({ length: rows }, (_, i) =>
        Array.from({ length: columns }, (__, j) => data[i * columns + j]),
      );
    const exact = /** @type {Record<(typeof NAMES)[number], Rows>} */ (
      Object.fromEntries(NAMES.map((name) => [name, nested(tensors[name])]))
    );
    const layer = this.attn.multiHead({ d, heads, parameters: tensors });
    const input = { data: Float32Array.from(x.data), shape: [1, n, d] };
    this.rows = Object.entries(MASKS).map(([name, { options, reads }]) => {
      const found = layer.forward(input, { weights: true, ...options });
      const wanted = definition(nested({ data: x.data, shape: [n, d] }), exact, heads, reads);
      const weights = /** @type {{ data: Float32Array }} */ (found.weights);
      const sums = wanted.weights.flat().map((row) => row.reduce((sum, value) => sum + value, 0));
      return {
        name,
        output: apart(found.output.data, wanted.output.flat()),
        weights: apart(weights.data, wanted.weights.flat(2)),
        sums: apart(
          sums,
          sums.map(() => 1),
        ),
      };
    });
    layer.release();
  }

  get part() {
    return "join";
  }

  get formulas() {
    return ["oneHead", "multiHead"];
  }

  /** The largest difference in any row. */
  get most() {
    return Math.max(...this.rows.flatMap(({ output, weights }) => [output, weights]));
  }

  picture() {
    const { text, revealed } = this;
    /** @param {number} value */
    const shown = (value) => (revealed ? small(value) : text("secret"));
    return html`<p class="note">${text("checkNote", { ...SIZES, valid: VALID })}</p>
      <div class="wide" tabindex="0" role="region" aria-label=${text("checkCaption")}>
        <table class="steps" data-check>
          <caption>
            ${text("checkCaption")}
          </caption>
          <thead>
            <tr>
              ${["checkMask", "checkOutput", "checkWeights", "checkSums"].map(
                (key) => html`<th scope="col">${text(key)}</th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${this.rows.map(
              ({ name, output, weights, sums }) =>
                html`<tr data-mask=${name}>
                  <th scope="row">${text(`mask ${name}`)}</th>
                  <td class="numbers" data-cell="output">${shown(output)}</td>
                  <td class="numbers" data-cell="weights">${shown(weights)}</td>
                  <td class="numbers" data-cell="sums">${small(sums)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  asked() {
    const offered = [0, 1e-7, 1e-4, 1e-1];
    const { most } = this;
    // The offered one that is nearest, as powers of ten are.
    const right =
      most === 0
        ? "0"
        : String(
            offered
              .slice(1)
              .sort((a, b) => Math.abs(Math.log(most / a)) - Math.abs(Math.log(most / b)))[0],
          );
    const values = { most: small(most) };
    return {
      question: () => this.text("askCheck"),
      answers: offered.map((value) => ({
        value: String(value),
        label:
          value === 0
            ? this.text("answerZero")
            : this.text("answerAbout", { value: powerOfTen(Math.round(Math.log10(value))) }),
      })),
      right,
      why: () => this.text("checkWhy", values),
      hides: ["D"],
    };
  }

  readouts() {
    return [
      { name: "most", of: "D", label: this.text("readMost"), value: small(this.most) },
      { name: "step", label: this.text("readStep"), value: small(2 ** -24) },
    ];
  }

  sentence() {
    return this.revealed ? this.text("sayCheck", { most: small(this.most) }) : this.text("sayAsk");
  }

  tables() {
    return [
      {
        name: "D",
        title: this.text("checkCaption"),
        tensor: {
          data: Float64Array.from(this.rows.flatMap(({ output, weights }) => [output, weights])),
          shape: [this.rows.length, 2],
        },
        rows: this.rows.map(({ name }) => this.text(`mask ${name}`)),
        columns: [this.text("checkOutput"), this.text("checkWeights")],
        worded: true,
        write: small,
      },
    ];
  }

  description() {
    return [
      this.text("checkNote", { ...SIZES, valid: VALID }),
      ...this.rows.map(({ name, output, weights }) => ({
        of: "D",
        line: this.text("describeCheck", {
          mask: this.text(`mask ${name}`),
          output: small(output),
          weights: small(weights),
        }),
      })),
    ];
  }

  get hasDrawing() {
    return false;
  }

  python() {
    return checkPython(SIZES, VALID);
  }

  numpy() {
    return checkNumpy(SIZES, VALID);
  }
}

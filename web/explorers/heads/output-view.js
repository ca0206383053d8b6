// The output matrix: what W_O makes of the heads' outputs, how much of every number comes from which head, and
// what is lost without it.
import { html } from "lit";
import { MIX, RESHAPE } from "./example.js";
import { outputPython, outputNumpy } from "./python.js";
import { View } from "./view.js";
import { unmarked } from "../../parts/direction.js";
import { action, choice } from "../../parts/fields/controls.js";
import { equation } from "../../parts/matrix/equation.js";
import { equalsSign } from "../../parts/letters/lists.js";
import { format } from "../../parts/letters/numbers.js";
import { matricesToSvg } from "../../parts/charts/svg.js";
import { withSymbols } from "../../parts/letters/symbols.js";

/** @typedef {import("./view.js").MatrixOptions} MatrixOptions */
/** @typedef {number[][]} Rows */

const D = RESHAPE.Q[0].length;
const SIZE = D / RESHAPE.heads;

/** @type {Rows} */
const IDENTITY = Array.from({ length: D }, (_, i) =>
  Array.from({ length: D }, (__, j) => Number(i === j)),
);

/** W_O with the rows of all heads but one left out. @param {Rows} rows @param {number} head */
const onlyHead = (rows, head) =>
  rows.map((row, i) => (Math.floor(i / SIZE) === head ? row : row.map(() => 0)));

export class OutputView extends View {
  get part() {
    return "mix";
  }

  /** W_O as it is: the learner's, the example's, or the identity where it is left out. @returns {Rows} */
  get mixing() {
    const { output, mix } = this.explorer;
    return output === "left-out" ? IDENTITY : (mix ?? MIX);
  }

  prepare() {
    const { mixing } = this;
    /** @param {Rows} W_O */
    const outputOf = (W_O) => {
      const layer = this.attn.multiHead({
        d: D,
        heads: RESHAPE.heads,
        parameters: { W_Q: IDENTITY, W_K: IDENTITY, W_V: IDENTITY, W_O },
      });
      const { output } = layer.forward(RESHAPE.Q);
      layer.release();
      return output;
    };
    this.matrices = {
      J: outputOf(IDENTITY),
      W_O: { data: Float32Array.from(mixing.flat()), shape: [D, D] },
      O: outputOf(mixing),
    };
    for (let head = 0; head < RESHAPE.heads; head += 1)
      this.matrices[`O_${head + 1}`] = outputOf(onlyHead(mixing, head));
  }

  /** How many of the output's columns have something of a head. @param {number} head from 0 */
  reach(head) {
    const { data } = this.matrices.W_O;
    return Array.from({ length: D }, (_, j) => j).filter((j) =>
      Array.from({ length: SIZE }, (_, c) => data[(head * SIZE + c) * D + j]).some(Boolean),
    ).length;
  }

  /** @returns {(MatrixOptions | string)[][]} */
  lines() {
    const { tokens, heads } = RESHAPE;
    const columns = Array.from({ length: D }, (_, c) =>
      unmarked(this.text("headColumn", { head: Math.floor(c / SIZE) + 1, place: (c % SIZE) + 1 })),
    );
    const isOwn = this.explorer.output !== "left-out" && !this.explorer.readonly;
    return [
      [
        this.small("J", this.text("titleJoined"), { rows: tokens, columns }),
        "·",
        this.small("W_O", this.text("titleMix"), { rows: columns, editable: isOwn }),
        "=",
        this.small("O", this.text("titleO"), { rows: tokens }),
      ],
      Array.from({ length: heads }, (_, head) => [
        ...(head > 0 ? ["+"] : []),
        this.small(`O_${head + 1}`, this.text("titlePart", { head: head + 1 }), { rows: tokens }),
      ]).flat(),
    ];
  }

  picture() {
    return html`<p class="note">${withSymbols(this.text("outputNote"))}</p>
      <div
        class="stage"
        @cell-edit=${(/** @type {CustomEvent} */ event) => this.edit(event.detail)}
        @cell-refuse=${(/** @type {CustomEvent} */ event) => {
          this.explorer.refused = event.detail.text;
        }}
      >
        ${this.lines().map(equation)}
      </div>`;
  }

  /** @param {{ i: number, j: number, value: number }} cell */
  edit({ i, j, value }) {
    const mix = this.mixing.map((row, at) =>
      at === i ? row.map((old, c) => (c === j ? value : old)) : row,
    );
    this.explorer.refused = undefined;
    this.explorer.set({ mix, output: "mixed" });
  }

  asked() {
    const values = { reach: SIZE, d: D, from: SIZE + 1 };
    return {
      question: () => withSymbols(this.text("askOutput")),
      answers: ["All", "Own", "NoneOf"].map((name) => ({
        value: name.toLowerCase(),
        label: this.text(`answer${name}`, values),
      })),
      right: "own",
      why: () => withSymbols(this.text("outputWhy", values)),
      then: () => this.explorer.set({ output: "left-out" }),
    };
  }

  readouts() {
    return [0, 1].map((head) => ({
      name: `reach-${head + 1}`,
      label: this.text("readReach", { head: head + 1 }),
      value: this.text("readOf", { count: this.reach(head), all: D }),
    }));
  }

  /** @param {import("./view.js").Shown} shown */
  controls(shown) {
    const { text, explorer } = this;
    const output = () =>
      choice({
        name: "output",
        label: withSymbols(text("output")),
        value: explorer.output,
        options: ["mixed", "left-out"].map((value) => ({ value, label: text(`output ${value}`) })),
        onChange: (value) => {
          // Who leaves it out has seen the answer.
          explorer.asking.pass(this.name);
          explorer.set({ output: value });
        },
      });
    const back = () =>
      explorer.mix === undefined
        ? ""
        : action({
            name: "reset",
            label: text("reset"),
            onPress: () => explorer.set({ mix: undefined }),
          });
    return html`${shown("output", output)} ${shown("reset", back)}`;
  }

  sentence() {
    const numbers = ["O_1", "O_2", "O"].map((name) => this.matrices[name].data[0]);
    const [first, second, sum] = numbers.map((number) => format(number));
    const values = {
      token: RESHAPE.tokens[0],
      first,
      second,
      sum,
      equals: equalsSign(...numbers),
    };
    const key = this.explorer.output === "left-out" ? "sayLeftOut" : "sayMixed";
    return this.text(key, values);
  }

  tables() {
    return this.matricesOf(this.lines());
  }

  svg() {
    return matricesToSvg({ title: this.text("view output"), lines: this.lines() });
  }

  python() {
    return outputPython(this.mixing);
  }

  numpy() {
    return outputNumpy(this.mixing);
  }
}

// The wrong axis: softmax along the queries, beside softmax along the keys.
import { html } from "lit";
import { examples } from "../../model/lessons.js";
import { axisNumpy, axisPython } from "./python.js";
import { columnOf, rowSums, turned } from "./tensors.js";
import { View } from "./view.js";
import { equation } from "../../parts/matrix/equation.js";
import { format, numberSign } from "../../parts/letters/numbers.js";
import { matricesToSvg } from "../../parts/charts/svg.js";

/** @typedef {import("./view.js").MatrixOptions} MatrixOptions */

export class AxisView extends View {
  /** Softmax along the keys, and along the queries. */
  make() {
    const { x, W_Q, W_K, W_V } = examples["lesson-1"];
    const { scaled } = this.attn.steps(x, { W_Q, W_K, W_V });
    const A = this.attn.softmax(scaled);
    const wrong = turned(this.attn.softmax(turned(scaled)));
    Object.assign(this.matrices, {
      Z: scaled,
      A,
      "A′": wrong,
      r: columnOf(rowSums(A)),
      "r′": columnOf(rowSums(wrong)),
      c: turned(columnOf(rowSums(turned(A)))),
      "c′": turned(columnOf(rowSums(turned(wrong)))),
    });
  }

  get formulas() {
    return ["attention"];
  }

  get part() {
    return "softmax";
  }

  /** @param {boolean} isWrong @returns {(MatrixOptions | string)[][]} */
  lines(isWrong) {
    const tokens = examples["lesson-1"].tokens;
    const mark = isWrong ? "′" : "";
    const concealed = isWrong && !this.revealed;
    return [
      [
        this.small(`A${mark}`, this.text(isWrong ? "titleWrong" : "titleRight"), {
          rows: tokens,
          columns: tokens,
          rowAxis: this.text("query"),
          columnAxis: this.text("key"),
          heat: "weight",
          extent: 1,
          concealed,
          dense: false,
        }),
        this.small(`r${mark}`, this.text("titleRowSums"), {
          rows: tokens,
          columns: ["Σ"],
          concealed,
          dense: false,
        }),
      ],
      [
        this.small(`c${mark}`, this.text("titleColumnSums"), {
          rows: ["Σ"],
          columns: tokens,
          concealed,
          dense: false,
        }),
      ],
    ];
  }

  picture() {
    const tokens = examples["lesson-1"].tokens;
    const scores = this.small("Z", this.text("titleZ"), {
      rows: tokens,
      columns: tokens,
      rowAxis: this.text("query"),
      columnAxis: this.text("key"),
      dense: false,
    });
    const way = (/** @type {boolean} */ isWrong) =>
      html`<div class="way" data-way=${isWrong ? "wrong" : "right"}>
        <p class="title">${this.text(isWrong ? "axisBad" : "axisGood")}</p>
        ${this.lines(isWrong).map(equation)}
      </div>`;
    return html`${equation([scores])}
      <div class="ways">${way(false)} ${way(true)}</div>`;
  }

  asked() {
    const values = { sums: this.sumsText("r′") };
    return {
      question: () => this.text("askAxis"),
      answers: ["Rows", "Columns", "Both"].map((name) => ({
        value: name.toLowerCase(),
        label: this.text(`answer${name}`),
      })),
      right: "columns",
      why: () => this.text("axisWhy", values),
      hides: ["A′", "r′", "c′"],
    };
  }

  /** @param {string} name */
  sumsText(name) {
    return Array.from(this.matrices[name].data, (value) => format(value)).join(numberSign());
  }

  readouts() {
    const { text, revealed } = this;
    return [
      { name: "row-sums", label: text("readRowSums"), value: this.sumsText("r") },
      {
        name: "wrong-sums",
        label: text("readWrongSums"),
        value: revealed ? this.sumsText("r′") : text("notYet"),
      },
    ];
  }

  sentence() {
    if (!this.revealed) return this.text("sayAsk");
    return this.text("sayAxis", {
      query: examples["lesson-1"].tokens[0],
      sum: format(this.matrices["r′"].data[0]),
    });
  }

  tables() {
    return (this.revealed ? [false, true] : [false]).flatMap((isWrong) =>
      this.matricesOf(this.lines(isWrong)),
    );
  }

  svg() {
    return matricesToSvg({
      title: this.text("view axis"),
      lines: [...this.lines(false), ...(this.revealed ? this.lines(true) : [])],
    });
  }

  python() {
    return axisPython();
  }

  numpy() {
    return axisNumpy();
  }
}

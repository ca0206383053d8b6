// Heads at work: the same matrices as one head, two and four, on six tokens.
import { html } from "lit";
import { CUTS, PARAMETERS, TOKENS, WIDTH, X } from "./example.js";
import { patternsNumpy, patternsPython } from "./python.js";
import { blockOf, rowOf } from "./tensors.js";
import { View } from "./view.js";
import { colourBar } from "../../parts/matrix/colour-bar.js";
import { choice, menu } from "../../parts/fields/controls.js";
import { matrix } from "../../parts/matrix/matrix-grid.js";
import {
  format,
  grouped as count,
  clauseSign,
  numberSign,
  vector,
} from "../../parts/letters/numbers.js";
import { matricesToSvg } from "../../parts/charts/svg.js";
import { largestOf } from "../../parts/letters/largest.js";
import { joined } from "../../parts/letters/lists.js";
import { namesOf, visibleToken } from "../../parts/letters/symbols.js";

/** @typedef {import("./view.js").Tensor} Tensor */
/** @typedef {import("./view.js").MatrixOptions} MatrixOptions */

// What is asked: the previous token's head gives this cell most.
const [ASKED_QUERY, ASKED_KEY] = [2, 1];

export class PatternsView extends View {
  /** Weights of each head, as four, two heads and one. @type {Record<number, Tensor[]>} */
  patterns = {};
  patternParameters = 0;

  /** The same matrices as one, two and four heads. */
  make() {
    for (const heads of CUTS) {
      const layer = this.attn.multiHead({ d: WIDTH, heads, parameters: PARAMETERS });
      const { weights } = layer.forward(X, { weights: true });
      this.patternParameters = layer.parameterCount;
      layer.release();
      this.patterns[heads] = Array.from({ length: heads }, (_, head) =>
        blockOf(/** @type {Tensor} */ (weights), head),
      );
    }
  }

  get part() {
    return "attend";
  }

  get cut() {
    return this.explorer.cut;
  }

  get query() {
    return this.explorer.query;
  }

  /** @param {number} head from 0 */
  jobOf(head) {
    return this.text(`job ${head + 1} ${this.cut}`);
  }

  /** @param {number} head from 0 @returns {MatrixOptions} */
  patternOptions(head) {
    return {
      name: `A_${head + 1}`,
      title: this.text("titleA", { head: head + 1 }),
      tensor: this.patterns[this.cut][head],
      rows: TOKENS,
      columns: TOKENS,
      rowAxis: this.text("query"),
      columnAxis: this.text("key"),
      heat: "weight",
      extent: 1,
      dense: true,
      chosenRow: this.query - 1,
      choosable: true,
      text: this.text,
    };
  }

  picture() {
    return html`<p class="note">${this.text("byHand")}</p>
      <div class="heads-at-work">
        ${this.patterns[this.cut].map(
          (_, head) =>
            html`<div class="head">
              <p>${this.jobOf(head)}</p>
              ${matrix(this.patternOptions(head))}
            </div>`,
        )}
      </div>
      ${colourBar({ scale: "weight", extent: 1, label: this.text("weightScale") })}`;
  }

  asked() {
    const values = {
      query: TOKENS[ASKED_QUERY],
      key: TOKENS[ASKED_KEY],
      before: format(rowOf(this.patterns[4][0], ASKED_QUERY)[ASKED_KEY]),
      after: format(rowOf(this.patterns[1][0], ASKED_QUERY)[ASKED_KEY]),
    };
    return {
      question: () => this.text("askPatterns"),
      answers: [
        { value: "first", label: this.text("answerFirst") },
        { value: "none", label: this.text("answerNone") },
      ],
      right: "none",
      why: () => this.text("patternsWhy", values),
      // What is told is seen: one head of all sixteen columns, with the row that is spoken of.
      then: () => this.explorer.set({ cut: 1, query: ASKED_QUERY + 1 }),
    };
  }

  readouts() {
    const { text } = this;
    return [
      { name: "cut", label: text("readCut"), value: this.cut },
      { name: "parameters", label: text("readParameters"), value: count(this.patternParameters) },
      {
        name: "query",
        label: text("readQuery"),
        value: html`<span class="query"><bdi>${TOKENS[this.query - 1]}</bdi></span>`,
      },
      {
        name: "largest",
        label: text("readLargest"),
        value: this.patterns[this.cut]
          .map((weights) => format(Math.max(...rowOf(weights, this.query - 1))))
          .join(numberSign()),
      },
    ];
  }

  /** @param {import("./view.js").Shown} shown */
  controls(shown) {
    const { text, explorer } = this;
    const cut = () =>
      choice({
        name: "cut",
        label: text("cut"),
        value: String(this.cut),
        options: CUTS.map((h) => ({
          value: String(h),
          label: text("cutOption", { h, size: WIDTH / h }),
        })),
        onChange: (value) => {
          // Who makes one head of them has seen the answer.
          explorer.asking.pass(this.name);
          explorer.set({ cut: Number(value) });
        },
      });
    const query = () =>
      menu({
        name: "query",
        label: text("follow"),
        value: String(this.query),
        options: TOKENS.map((token, i) => ({ value: String(i + 1), label: `${token} (${i + 1})` })),
        onChange: (value) => explorer.set({ query: Number(value) }),
      });
    return html`${shown("cut", cut)} ${shown("query", query)}`;
  }

  sentence() {
    const row = this.query - 1;
    const parts = this.patterns[this.cut].map((weights, head) => {
      const values = rowOf(weights, row);
      // Equal ones are named together: none of them is the largest.
      const best = largestOf(values);
      const names = namesOf(TOKENS, visibleToken);
      const keys = joined(
        best.map(
          (at) =>
            html`<span class="key"><bdi>${this.text("quotedKey", { key: names[at] })}</bdi></span>`,
        ),
      );
      const isAll = best.length === values.length;
      const part = isAll ? "partAll" : best.length > 1 ? "partEach" : "partPattern";
      const said = { head: head + 1, weight: format(values[best[0]]), keys };
      return [head > 0 ? clauseSign() : "", this.rich(part, said)];
    });
    return this.rich("sayPatterns", {
      query: html`<span class="query"
        >${this.rich("queryAt", { token: html`<bdi>${TOKENS[row]}</bdi>`, i: row + 1 })}</span
      >`,
      parts,
      parameters: count(this.patternParameters),
    });
  }

  tables() {
    return this.patterns[this.cut].map((_, head) => this.patternOptions(head));
  }

  description() {
    const { text } = this;
    return [
      text("byHand"),
      ...this.patterns[this.cut].map((weights, head) =>
        text("describeHead", {
          head: head + 1,
          job: this.jobOf(head),
          rows: TOKENS.map((token, i) =>
            text("describeRow", { query: token, weights: vector(rowOf(weights, i)) }),
          ).join(clauseSign()),
        }),
      ),
    ];
  }

  svg() {
    return matricesToSvg({
      title: this.text("view patterns"),
      lines: this.patterns[this.cut].map((_, head) => [this.patternOptions(head)]),
    });
  }

  python() {
    return patternsPython(this.cut);
  }

  numpy() {
    return patternsNumpy(this.cut);
  }
}

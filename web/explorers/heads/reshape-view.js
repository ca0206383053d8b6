// The reshape bug: heads cut without the transpose, beside heads cut rightly.
import { html } from "lit";
import { RESHAPE } from "./example.js";
import { reshapeNumpy, reshapePython } from "./python.js";
import { blockOf, rowOf } from "./tensors.js";
import { View } from "./view.js";
import { equation } from "../../parts/matrix/equation.js";
import { format, shape, vector } from "../../parts/letters/numbers.js";
import { matricesToSvg } from "../../parts/charts/svg.js";
import { withSymbols } from "../../parts/letters/symbols.js";

/** @typedef {import("./view.js").Tensor} Tensor */
/** @typedef {import("./view.js").MatrixOptions} MatrixOptions */

export class ReshapeView extends View {
  /** Heads made from the same numbers in memory, rightly and without the transpose. */
  make() {
    const { Q, heads, tokens } = RESHAPE;
    const n = tokens.length;
    const width = Q[0].length;
    const size = width / heads;
    const q = { data: Float32Array.from(Q.flat()), shape: [n, width] };
    const right = /** @type {Tensor} */ (
      this.attn.attention(q, q, q, { heads, weights: true }).weights
    );
    // Nothing but the shape is another: that is the mistake.
    const cut = { data: q.data, shape: [heads, n, size] };
    const wrong = /** @type {Tensor} */ (
      this.attn.attention(cut, cut, cut, { weights: true }).weights
    );
    this.matrices.Q = q;
    for (let head = 0; head < heads; head += 1) {
      const at = (/** @type {number} */ i, /** @type {number} */ c) => i * width + head * size + c;
      const places = Array.from({ length: n * size }, (_, index) =>
        at(Math.floor(index / size), index % size),
      );
      const wrongPlaces = places.map((_, index) => head * n * size + index);
      const of = (/** @type {number[]} */ list) => ({
        data: Float32Array.from(list, (place) => q.data[place]),
        shape: [n, size],
      });
      const from = (/** @type {number[]} */ list) => ({
        data: Float32Array.from(list, (place) => Math.floor(place / width) + 1),
        shape: [n, size],
      });
      const name = head + 1;
      this.matrices[`Q_${name}`] = of(places);
      this.matrices[`T_${name}`] = from(places);
      this.matrices[`A_${name}`] = blockOf(right, head);
      this.matrices[`Q′_${name}`] = of(wrongPlaces);
      this.matrices[`T′_${name}`] = from(wrongPlaces);
      this.matrices[`A′_${name}`] = blockOf(wrong, head);
    }
  }

  /** @param {boolean} isWrong @returns {(MatrixOptions | string)[][]} */
  lines(isWrong) {
    const rows = RESHAPE.tokens;
    const size = RESHAPE.Q[0].length / RESHAPE.heads;
    return Array.from({ length: RESHAPE.heads }, (_, head) => {
      const mark = isWrong ? "′" : "";
      const name = head + 1;
      const from = this.matrices[`T${mark}_${name}`];
      const isAway = (/** @type {number} */ i, /** @type {number} */ j) =>
        from.data[i * size + j] !== i + 1;
      const lit = (/** @type {number} */ i, /** @type {number} */ j) =>
        isWrong && isAway(i, j) ? /** @type {const} */ ("key") : undefined;
      const concealed = isWrong && !this.revealed;
      const title = this.text(isWrong ? "titleWrongHead" : "titleHead", { head: name });
      return [
        this.small(`Q${mark}_${name}`, title, {
          rows,
          concealed,
          lit: concealed ? undefined : lit,
        }),
        this.small(`T${mark}_${name}`, this.text("titleFrom"), {
          rows,
          concealed,
          lit: concealed ? undefined : lit,
        }),
        this.small(`A${mark}_${name}`, this.text("titleA", { head: name }), {
          rows,
          columns: rows,
          rowAxis: this.text("query"),
          columnAxis: this.text("key"),
          heat: "weight",
          extent: 1,
          concealed,
        }),
      ];
    });
  }

  picture() {
    const way = (/** @type {boolean} */ isWrong) =>
      html`<div class="way" data-way=${isWrong ? "wrong" : "right"}>
        <p class="title">${withSymbols(this.text(isWrong ? "reshapeBad" : "reshapeGood"))}</p>
        ${this.lines(isWrong).map(equation)}
      </div>`;
    return html`${equation([this.small("Q", this.text("titleQ"), { rows: RESHAPE.tokens })])}
      <p class="note">${withSymbols(this.text("reshapeNote"))}</p>
      <div class="ways">${way(false)} ${way(true)}</div>`;
  }

  asked() {
    const values = {
      row: 2,
      from: RESHAPE.tokens[this.matrices["T′_1"].data[2] - 1],
      numbers: vector(rowOf(this.matrices["Q′_1"], 1)),
    };
    return {
      question: () => this.text("askReshape", { token: RESHAPE.tokens[1] }),
      answers: RESHAPE.tokens.map((token) => ({
        value: token,
        label: this.text("answerOf", { token }),
      })),
      right: values.from,
      why: () => this.text("reshapeWhy", values),
      hides: ["Q′", "T′", "A′"].flatMap((letter) => [`${letter}_1`, `${letter}_2`]),
    };
  }

  readouts() {
    const { text, revealed } = this;
    const later = text("notYet");
    const { away, numbers, differing, weights } = this.misplaced();
    return [
      {
        name: "misplaced",
        label: text("readMisplaced"),
        value: revealed ? text("readOf", { count: away, all: numbers }) : later,
      },
      {
        name: "changed",
        label: text("readChanged"),
        value: revealed ? text("readOf", { count: differing, all: weights }) : later,
      },
    ];
  }

  /** How many numbers stand in another token's row, and how many weights came out otherwise. */
  misplaced() {
    const found = { away: 0, numbers: 0, differing: 0, weights: 0 };
    for (let head = 1; head <= RESHAPE.heads; head += 1) {
      const { data, shape: sizes } = this.matrices[`T′_${head}`];
      data.forEach((token, at) => {
        found.numbers += 1;
        if (token !== Math.floor(at / sizes[1]) + 1) found.away += 1;
      });
      const right = this.matrices[`A_${head}`].data;
      this.matrices[`A′_${head}`].data.forEach((weight, at) => {
        found.weights += 1;
        if (format(weight) !== format(right[at])) found.differing += 1;
      });
    }
    return found;
  }

  sentence() {
    if (!this.revealed) return this.text("sayAsk");
    const { heads, tokens } = RESHAPE;
    const values = { shape: shape(heads, tokens.length, 2), rows: tokens.length };
    return this.text("sayReshape", values);
  }

  tables() {
    return [
      this.small("Q", this.text("titleQ"), { rows: RESHAPE.tokens }),
      ...(this.revealed ? [false, true] : [false]).flatMap((isWrong) =>
        this.matricesOf(this.lines(isWrong)),
      ),
    ];
  }

  svg() {
    return matricesToSvg({
      title: this.text("view reshape"),
      lines: [...this.lines(false), ...(this.revealed ? this.lines(true) : [])],
    });
  }

  python() {
    return reshapePython();
  }

  numpy() {
    return reshapeNumpy();
  }
}

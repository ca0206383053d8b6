// <attention-steps>: the formula in seven steps, a matrix each.
//
// Attributes (all optional, all state: they change as the learner works)
//   preset         lesson-1 | lesson-2 | six | cross
//   step           1 to 7
//   query          the row to follow, from 1
//   mask           none | causal | padding | prefix
//   flip           cells of the mask switched by hand: "1:3 2:2", row:column from 1
//   factor         multiplies the embeddings
//   tokens, memory-tokens, x, memory, wq, wk, wv   numbers of one's own: x="1 0; 0 1" tokens="a b"
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: steps preset reset query mask factor predict, and the parts of the frame.
//
// Property: strings, the author's words (web/explorers/steps/strings.js). Event: change, its detail the state.
import { css, html, nothing } from "lit";
import { styleMap } from "../../parts/style-map.js";
import { examples } from "../../model/lessons.js";
import { arithmetic } from "../../parts/letters/arithmetic.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { extentOf } from "../../parts/matrix/colour.js";
import { colourBar } from "../../parts/matrix/colour-bar.js";
import { choice, menu, slider } from "../../parts/fields/controls.js";
import { branches, equation } from "../../parts/matrix/equation.js";
import { format, shape, vector } from "../../parts/letters/numbers.js";
import { prediction } from "../../parts/fields/prediction.js";
import { matrixConverter, wordsConverter } from "../../frame/state.js";
import { stepper } from "../../parts/fields/stepper.js";
import { matricesToSvg } from "../../parts/charts/svg.js";
import { shortToken, symbol, symbolText, visibleToken } from "../../parts/letters/symbols.js";
import { explain, labelsOf, placeOf } from "./explain.js";
import { pythonOf } from "./python.js";
import { MASKS, SCALED, Stages } from "./stages.js";
import { strings } from "./strings.js";

/** @typedef {import("../../model/lessons.js").Example} Example */
/** @typedef {import("../../parts/matrix/matrix-grid.js").MatrixOptions} MatrixOptions */
/** @typedef {import("./explain.js").Cell} Cell */
/** @typedef {import("./stages.js").MaskName} MaskName */

/** What is at work in each step: its part of the formula. */
const PARTS = /** @type {const} */ ([
  "inputs",
  "projections",
  "scores",
  "scale",
  "mask",
  "softmax",
  "output",
]);
const SOFTMAX = 1 + PARTS.indexOf("softmax");
const OUTPUT = 1 + PARTS.indexOf("output");

// More answers than this make a question nobody reads.
const MOST_ANSWERS = 12;
// From this many rows or columns on, matrices are drawn a size smaller.
const DENSE_FROM = 7;
// Every number is written out, a cell each; a page full of them helps nobody.
const LARGEST = 32;
// Vectors up to this length are written out in a sentence.
const SHORT_VECTOR = 4;

/** Which property holds an input. @type {Record<string, "x" | "memory" | "wq" | "wk" | "wv">} */
const PROPERTY_OF = { X: "x", X_q: "x", X_0: "x", X_kv: "memory", W_Q: "wq", W_K: "wk", W_V: "wv" };

const OWN_NUMBERS = ["tokens", "memoryTokens", "x", "memory", "wq", "wk", "wv"];

/** Cells switched by hand, as "row:column" from 1. */
const flipConverter = {
  /** @param {string | null} text */
  fromAttribute: (text) => (text ?? "").split(/[\s,]+/).filter((cell) => /^\d+:\d+$/.test(cell)),
  /** @param {string[]} cells */
  toAttribute: (cells) => (cells.length > 0 ? cells.join(" ") : null),
};

/** @param {unknown[]} pieces @param {string} [between] */
const joined = (pieces, between = ", ") =>
  pieces.map((piece, index) => [index > 0 ? between : "", piece]);

/** @param {number[]} values */
const written = (values) => values.map((value) => format(value)).join(", ");

/** @param {number[]} weights their sum, to the precision that they have */
const sumOf = (weights) => Math.fround(weights.reduce((total, weight) => total + weight, 0));

export class AttentionSteps extends AttentionElement {
  static tag = "attention-steps";
  static reservedHeight = "40rem";
  static strings = strings;
  static state = ["preset", "step", "query", "mask", "flip", "factor", ...OWN_NUMBERS];

  static styles = [
    ...AttentionElement.styles,
    css`
      /* As tall as the tallest matrix, so that most steps leave the controls where they are. */
      .stage {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 16px;
        align-content: center;
        min-height: calc(76px + var(--rows) * 32px);
      }

      .beneath {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        align-items: flex-start;
        gap: 4px 32px;
      }

      .beneath > .arithmetic {
        flex: 1 1 20rem;
      }

      .beside {
        display: flex;
        flex-wrap: wrap;
        align-items: flex-end;
        gap: 12px;
      }

      .controls > .stepper {
        flex: 1 0 100%;
      }
    `,
  ];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    preset: { type: String, reflect: true },
    step: { type: Number, reflect: true },
    query: { type: Number, reflect: true },
    mask: { type: String, reflect: true },
    flip: { converter: flipConverter, reflect: true },
    factor: { type: Number, reflect: true },
    tokens: { converter: wordsConverter, reflect: true },
    memoryTokens: { converter: wordsConverter, reflect: true, attribute: "memory-tokens" },
    x: { converter: matrixConverter, reflect: true },
    memory: { converter: matrixConverter, reflect: true },
    wq: { converter: matrixConverter, reflect: true },
    wk: { converter: matrixConverter, reflect: true },
    wv: { converter: matrixConverter, reflect: true },
    pointed: { state: true },
    guess: { state: true },
    happened: { state: true },
  };

  constructor() {
    super();
    this.preset = "lesson-1";
    this.step = 1;
    /** @type {number | undefined} */
    this.query = undefined;
    /** @type {MaskName} */
    this.mask = "none";
    /** @type {string[]} */
    this.flip = [];
    this.factor = 1;
    /** @type {string[] | undefined} */
    this.tokens = undefined;
    /** @type {string[] | undefined} */
    this.memoryTokens = undefined;
    /** @type {number[][] | undefined} */
    this.x = undefined;
    /** @type {number[][] | undefined} */
    this.memory = undefined;
    /** @type {number[][] | undefined} */
    this.wq = undefined;
    /** @type {number[][] | undefined} */
    this.wk = undefined;
    /** @type {number[][] | undefined} */
    this.wv = undefined;
    /** The cell whose arithmetic is shown; the step's own choice when undefined. @type {Cell | undefined} */
    this.pointed = undefined;
    /** What the learner expects: a key's index, "same", or "" for no answer. @type {string | undefined} */
    this.guess = undefined;
    /** What the learner just did, for the sentence.
     * @type {{ key: string, values: Record<string, unknown> } | undefined} */
    this.happened = undefined;
    /** The numbers that are drawn: there once compute() has run. */
    this.stages = /** @type {Stages} */ (/** @type {unknown} */ (undefined));
  }

  // --- what is computed ------------------------------------------------------------------------

  /** The preset with the learner's own numbers in it. @returns {Example} */
  get example() {
    const example = examples[/** @type {keyof typeof examples} */ (this.preset)];
    if (!example) {
      const known = Object.keys(examples).join(", ");
      throw new Error(this.text("noPreset", { preset: this.preset, known }));
    }
    const x = this.x ?? example.x;
    const memory = this.memory ?? example.memory;
    if (x.length === 0) throw new RangeError(this.text("noTokens"));
    for (const [name, matrix] of Object.entries({
      x,
      memory,
      wq: this.wq,
      wk: this.wk,
      wv: this.wv,
    })) {
      if (matrix?.flat().some(Number.isNaN)) throw new TypeError(this.text("notNumbers", { name }));
      const size = Math.max(matrix?.length ?? 0, matrix?.[0]?.length ?? 0);
      if (size > LARGEST)
        throw new RangeError(this.text("tooLarge", { name, size, most: LARGEST }));
    }
    return {
      ...example,
      x,
      memory,
      W_Q: this.wq ?? example.W_Q,
      W_K: this.wk ?? example.W_K,
      W_V: this.wv ?? example.W_V,
      tokens: this.tokensFor("tokens", this.tokens, example.tokens, x.length),
      memoryTokens: memory
        ? this.tokensFor("memory-tokens", this.memoryTokens, example.memoryTokens, memory.length)
        : undefined,
    };
  }

  /**
   * The author's tokens, else the preset's while there are as many, else numbers.
   * @param {string} name @param {string[] | undefined} own @param {string[] | undefined} preset
   * @param {number} count
   */
  tokensFor(name, own, preset, count) {
    if (own && own.length !== count) {
      throw new RangeError(this.text("wrongTokens", { name, has: own.length, rows: count }));
    }
    if (own) return own;
    if (preset?.length === count) return preset;
    return Array.from({ length: count }, (_, i) => this.text("token", { i: i + 1 }));
  }

  compute() {
    if (!this.attn) return;
    const { example, mask, flip, factor } = this;
    if (!MASKS.includes(mask)) {
      throw new Error(this.text("noMask", { mask, known: MASKS.join(", ") }));
    }
    const query = this.query ?? example.query;
    this.stages = new Stages(this.attn, { example, mask, flip, factor, query });
    this.step = Math.min(Math.max(1, Math.trunc(this.step) || 1), PARTS.length);
    // Who looks at the output has seen the weights.
    if (this.step === OUTPUT && this.guess === undefined) this.guess = "";
  }

  get atWork() {
    return PARTS[this.step - 1] ?? PARTS[0];
  }

  get asks() {
    return this.shows("predict") && this.stages.m <= MOST_ANSWERS;
  }

  /** Whether the weights may be seen: after the question, or where the author asks none. */
  get revealed() {
    return !this.asks || (this.step >= SOFTMAX && this.guess !== undefined);
  }

  get isQuestion() {
    return this.step === SOFTMAX && !this.revealed;
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return this.text("heading");
  }

  formulaNames() {
    const isCross = this.stages ? this.stages.isCross : this.preset === "cross";
    return isCross
      ? ["crossQueries", "crossKeys", "crossValues", "attention"]
      : ["queries", "keys", "values", "attention"];
  }

  formulaPart() {
    return this.atWork;
  }

  /** The step's equations: matrices, and between them signs. @returns {(MatrixOptions | string)[][]} */
  equations() {
    const { matrices, isCross, X, keysX, d_k } = this.stages;
    // One size for all of a step's matrices.
    const dense = Object.values(matrices).some(
      ({ shape: sizes }) => Math.max(...sizes) >= DENSE_FROM,
    );
    /** @param {string} name @param {Partial<MatrixOptions>} [more] */
    const show = (name, more) => this.options(name, { dense, ...more });
    /** @param {string} name @param {string} scale the matrix whose largest score ends the scale */
    const scores = (name, scale) =>
      show(name, { heat: "score", extent: extentOf(matrices[scale].data) });
    switch (this.atWork) {
      case "inputs": {
        const times = `${format(this.factor)} ·`;
        const inputs = isCross
          ? [show(X), show(keysX)]
          : this.factor === 1
            ? [show(X)]
            : [times, show("X_0"), "=", show(X)];
        const weights = [show("W_Q"), show("W_K"), show("W_V")];
        return dense ? [inputs, weights] : [[...inputs, ...weights]];
      }
      case "projections": {
        const low = { compact: true };
        return [
          [show(X), "·", show("W_Q", low), "=", show("Q", low)],
          [show(keysX), "·", show("W_K", low), "=", show("K", low)],
          [show(keysX), "·", show("W_V", low), "=", show("V", low)],
        ];
      }
      case "scores":
        return [[show("Q"), "·", show("K^T"), "=", scores("S", "S")]];
      case "scale":
        // One scale for both, so that shrinking is seen as paling.
        return [[scores("S", "S"), `÷ √${d_k} =`, scores(SCALED, "S")]];
      case "mask":
        return [
          [scores(SCALED, SCALED), "+", show("M", { switchable: true }), "=", scores("Z", SCALED)],
        ];
      case "softmax":
        return [
          [
            scores("Z", SCALED),
            this.text("softmaxSign"),
            show("A", { heat: "weight", extent: 1, concealed: this.isQuestion }),
          ],
        ];
      default:
        return [[show("A", { heat: "weight", extent: 1 }), "·", show("V"), "=", show("O")]];
    }
  }

  /** @param {string} name @param {Partial<MatrixOptions>} more @returns {MatrixOptions} */
  options(name, more) {
    const { stages, cell } = this;
    const labels = labelsOf(stages, name, this.text);
    const followsQueries = labels.rows === stages.queryTokens && !["K", "V"].includes(name);
    // With a factor, X is a product: the numbers to edit are those before it.
    const isProduct = stages.factor !== 1 && name === "X";
    return {
      ...labels,
      name,
      title: this.text(`title ${symbolText(name)}`),
      tensor: stages.matrices[name],
      transposed: name === "K^T",
      chosenRow: followsQueries ? stages.row : undefined,
      choosable: followsQueries && stages.n > 1,
      target: cell?.matrix === name && !this.isQuestion ? [cell.i, cell.j] : undefined,
      lit: this.isQuestion ? undefined : this.explanation?.lit[name],
      masked: ["M", "Z", "A"].includes(name) ? (i, j) => stages.isHidden(i, j) : undefined,
      editable: name in PROPERTY_OF && !isProduct,
      text: this.text,
      ...more,
    };
  }

  picture() {
    const { n, m, matrices } = this.stages;
    const lines = this.equations();
    const drawn = this.atWork === "projections" ? this.projections(lines) : lines.map(equation);
    const tallest = Math.max(n, m, ...["W_Q", "W_K", "W_V"].map((name) => matrices[name].shape[0]));
    return html`<div
        class="stage"
        style=${styleMap({ "--rows": String(Math.min(tallest, DENSE_FROM)) })}
        @cell-point=${this.onPoint}
        @cell-edit=${this.onEdit}
        @cell-refuse=${this.onRefuse}
        @cell-switch=${this.onSwitch}
        @row-choose=${(/** @type {CustomEvent} */ event) => this.choose(event.detail.i)}
      >
        ${drawn}
      </div>
      ${this.step === SOFTMAX && this.asks ? this.question() : nothing}
      ${
        this.isQuestion
          ? nothing
          : html`<div class="beneath">${this.arithmetic()} ${this.legend()}</div>`
      }`;
  }

  /**
   * What is multiplied stands once, on the left of all that is made from it.
   * @param {(MatrixOptions | string)[][]} lines
   */
  projections(lines) {
    const [[x, toQ, q], [keysX, toK, k], [, toV, v]] = lines.map((line) =>
      line.flatMap((part) => (typeof part === "string" ? [] : [part])),
    );
    if (this.stages.isCross) {
      return [
        branches(x, [[toQ, q]]),
        branches(keysX, [
          [toK, k],
          [toV, v],
        ]),
      ];
    }
    return branches(x, [
      [toQ, q],
      [toK, k],
      [toV, v],
    ]);
  }

  arithmetic() {
    const { cell, explanation } = this;
    if (!cell || !explanation)
      return arithmetic({ place: this.text("inputsHow"), sum: "", live: false });
    const place = this.rich("place", this.placeOf(cell));
    return arithmetic({ place, sum: explanation.sum, live: this.pointed !== undefined });
  }

  legend() {
    const { matrices } = this.stages;
    const masked = matrices.M.data.includes(-Infinity) ? this.text("hatched") : undefined;
    switch (this.atWork) {
      case "scores":
      case "scale":
        return colourBar({
          scale: "score",
          extent: extentOf(matrices.S.data),
          label: this.text("scoreScale"),
        });
      case "mask":
        return colourBar({
          scale: "score",
          extent: extentOf(matrices[SCALED].data),
          label: this.text("scoreScale"),
          masked,
        });
      case "softmax":
      case "output":
        return colourBar({ scale: "weight", extent: 1, label: this.text("weightScale"), masked });
      default:
        return nothing;
    }
  }

  // --- the cell that is explained ------------------------------------------------------------------

  /** The cell pointed at, else the one that shows this step best. @returns {Cell | undefined} */
  get cell() {
    const { stages, pointed } = this;
    if (pointed && pointed.matrix in stages.matrices) {
      const [rows, columns] = stages.sizeOf(pointed.matrix);
      if (pointed.i < rows && pointed.j < columns) return pointed;
    }
    const i = stages.row;
    /** @param {string} matrix @returns {Cell} the largest number of the followed row */
    const largest = (matrix) => {
      const sizes = stages.rowOf(matrix, i).map(Math.abs);
      return { matrix, i, j: Math.max(0, sizes.indexOf(Math.max(...sizes))) };
    };
    switch (this.atWork) {
      case "inputs":
        return undefined;
      case "projections":
        return largest("Q");
      case "scores":
        return { matrix: "S", i, j: stages.bestKey };
      case "scale":
        return { matrix: SCALED, i, j: stages.bestKey };
      case "mask": {
        const hidden = stages.rowOf("M", i).indexOf(-Infinity);
        return { matrix: "Z", i, j: hidden >= 0 ? hidden : stages.bestKey };
      }
      case "softmax":
        return { matrix: "A", i, j: stages.bestKey };
      default:
        return largest("O");
    }
  }

  get explanation() {
    return this.cell && explain(this.stages, this.cell, this.text);
  }

  /** @param {Cell} cell */
  placeOf(cell) {
    const whole = (/** @type {string} */ token) =>
      html`<bdi>${this.text("quoted", { token: visibleToken(token) })}</bdi>`;
    return placeOf(this.stages, cell, this.text, whole);
  }

  /** @param {string} token */
  quoted(token) {
    return html`<bdi>${this.text("quoted", { token: shortToken(token) })}</bdi>`;
  }

  /** The keys' tokens; repeated ones with their position, so that they can be told apart. */
  get keyNames() {
    const { keyTokens } = this.stages;
    return keyTokens.map((token, j) =>
      keyTokens.indexOf(token) === keyTokens.lastIndexOf(token)
        ? shortToken(token)
        : `${shortToken(token)} (${j + 1})`,
    );
  }

  /** @param {number} j */
  quotedKey(j) {
    return html`<bdi>${this.text("quoted", { token: this.keyNames[j] ?? "" })}</bdi>`;
  }

  get followed() {
    return this.quoted(this.stages.queryTokens[this.stages.row]);
  }

  // --- the prediction --------------------------------------------------------------------------------

  question() {
    return prediction({
      question: this.rich("question", { query: this.followed }),
      answers: [
        ...this.keyNames.map((label, j) => ({ value: String(j), label })),
        ...(this.stages.m > 1 ? [{ value: "same", label: this.text("same") }] : []),
      ],
      given: this.guess,
      verdict: this.guess ? this.verdict(this.guess) : "",
      onAnswer: (guess) => this.set({ guess, pointed: undefined }),
      text: this.text,
    });
  }

  /** @param {string} guess */
  verdict(guess) {
    const weights = this.stages.rowOf("A", this.stages.row);
    const most = Math.max(...weights);
    const winners = weights.flatMap((weight, j) => (weight === most ? [j] : []));
    const values = {
      query: this.followed,
      key: this.quotedKey(winners[0]),
      weight: format(most),
      guess: guess === "same" ? "" : this.quotedKey(Number(guess)),
      guessed: guess === "same" ? "" : format(weights[Number(guess)]),
    };
    if (most === 0) return this.rich("verdictHidden", values);
    const isSame = winners.length > 1 && weights.every((weight) => weight === most || weight === 0);
    if (isSame) return this.rich(guess === "same" ? "verdictSameRight" : "verdictSame", values);
    if (winners.includes(Number(guess))) return this.rich("verdictRight", values);
    return this.rich(guess === "same" ? "verdictNotSame" : "verdictWrong", values);
  }

  // --- readouts and controls ---------------------------------------------------------------------------

  readoutItems() {
    const weights = this.stages.rowOf("A", this.stages.row);
    const isSeen = this.revealed && this.step >= SOFTMAX;
    const sum = { name: "sum", label: this.text("readSum"), value: format(sumOf(weights)) };
    return [
      { name: "step", label: this.text("readStep"), value: this.stepName },
      { name: "shapes", label: this.text("readShapes"), value: this.shapes() },
      {
        name: "weights",
        label: this.rich("readWeights", { query: this.followed }),
        value: isSeen ? written(weights) : this.text("notYet"),
      },
      ...(isSeen ? [sum] : []),
    ];
  }

  get stepName() {
    const name = this.text(`step ${this.step}`);
    return this.text("stepOf", { step: this.step, steps: PARTS.length, name });
  }

  shapes() {
    const { X, keysX, isCross, n, m } = this.stages;
    /** @param {string} name */
    const of = (name) => html`<span class="nobreak">${shape(...this.stages.sizeOf(name))}</span>`;
    switch (this.atWork) {
      case "inputs":
        return joined([X, ...(isCross ? [keysX] : []), "W_Q", "W_K", "W_V"].map(of), "  ");
      case "projections":
        return html`${of(X)} · ${of("W_Q")} → ${of("Q")}`;
      case "scores":
        return html`${of("Q")} · ${of("K^T")} → ${of("S")}`;
      case "output":
        return html`${of("A")} · ${of("V")} → ${of("O")}`;
      default:
        return shape(n, m);
    }
  }

  controls() {
    const { text, stages } = this;
    const steps = () =>
      stepper({
        steps: PARTS.map((_, index) => text(`step ${index + 1}`)),
        current: this.step,
        onStep: (step) => this.set({ step, pointed: undefined, happened: undefined }),
        text,
      });
    const preset = () =>
      menu({
        name: "preset",
        label: text("preset"),
        value: this.preset,
        options: Object.keys(examples).map((value) => ({ value, label: text(`preset ${value}`) })),
        onChange: (value) => this.startOver({ preset: value }),
      });
    const reset = () =>
      html`<button
        type="button"
        class="quiet"
        data-action="reset"
        @click=${() => this.startOver({})}
      >
        ${text("reset")}
      </button>`;
    const query = () =>
      menu({
        name: "query",
        label: text("follow"),
        value: String(stages.row),
        options: stages.queryTokens.map((token, i) => ({
          value: String(i),
          label: shortToken(token),
        })),
        onChange: (row) => this.choose(Number(row)),
      });
    const mask = () =>
      choice({
        name: "mask",
        label: text("mask"),
        value: this.mask,
        options: MASKS.map((value) => ({ value, label: text(`mask ${value}`) })),
        onChange: (value) =>
          this.change({ mask: value, flip: [] }, "didMask", { mask: text(`mask ${value}`) }),
      });
    const factor = () =>
      slider({
        name: "factor",
        label: text("factor"),
        min: 0,
        max: 8,
        step: 0.5,
        value: this.factor,
        shown: `× ${format(this.factor)}`,
        onChange: (value) => this.change({ factor: value }, "didFactor", { factor: format(value) }),
      });
    /** @param {string} name @param {() => unknown} draw */
    const shown = (name, draw) => (this.shows(name) ? draw() : nothing);
    return html`${shown("steps", steps)}
      <div class="beside">${shown("preset", preset)} ${shown("reset", reset)}</div>
      ${shown("query", query)} ${shown("mask", mask)} ${shown("factor", factor)}`;
  }

  // --- the sentence ------------------------------------------------------------------------------------

  sentence() {
    const { happened } = this;
    return [happened ? [this.rich(happened.key, happened.values), " "] : "", this.stepSentence()];
  }

  /** What this step shows for the followed query. */
  stepSentence() {
    const { stages, followed: query } = this;
    const { row, n, m, isCross, matrices } = stages;
    const isBlind = stages.rowOf("M", row).every((value) => value === -Infinity);
    switch (this.atWork) {
      case "inputs":
        return this.rich(isCross ? "sayCrossInputs" : "sayInputs", {
          n,
          m,
          d: stages.d,
          size: stages.d_k,
          X: symbol(stages.X),
          Xkv: symbol(stages.keysX),
          d_k: symbol("d_k"),
          weights: shape(...matrices.W_Q.shape),
        });
      case "projections":
        return this.rich(isCross ? "sayCrossProjections" : "sayProjections", {
          query,
          m,
          q: html`<span class="query">${vector(stages.rowOf("Q", row))}</span>`,
          k: isCross ? "" : html`<span class="key">${vector(stages.rowOf("K", row))}</span>`,
          v: isCross ? "" : html`<span class="value">${vector(stages.rowOf("V", row))}</span>`,
        });
      case "scores": {
        const scores = stages
          .rowOf("S", row)
          .map((value, j) => html`${format(value)} ${this.text("with")} ${this.quotedKey(j)}`);
        return this.rich("sayScores", { query, scores: joined(scores) });
      }
      case "scale":
        return this.rich("sayScale", {
          query,
          root: `√${stages.d_k}`,
          divisor: format(Math.fround(Math.sqrt(stages.d_k))),
          before: written(stages.rowOf("S", row)),
          after: written(stages.rowOf(SCALED, row)),
        });
      case "mask": {
        const hidden = matrices.M.data.filter((value) => value === -Infinity).length;
        if (hidden === 0) return this.rich("sayNoMask", { M: symbol("M") });
        const visible = Array.from({ length: m }, (_, j) => j)
          .filter((j) => !stages.isHidden(row, j))
          .map((j) => this.quotedKey(j));
        const key = isBlind ? "sayNothingLeft" : visible.length === m ? "sayAllLeft" : "sayMask";
        return this.rich(key, { hidden, cells: n * m, query, visible: joined(visible) });
      }
      case "softmax": {
        if (!this.revealed) return this.rich("sayPredict", { query });
        if (isBlind) return this.rich("sayNoWeights", { query });
        const weights = stages.rowOf("A", row);
        return this.rich("saySoftmax", {
          query,
          key: this.quotedKey(stages.bestKey),
          weight: format(weights[stages.bestKey]),
          weights: weights.map((value) => format(value)).join(" + "),
          sum: format(sumOf(weights)),
        });
      }
      default:
        return isBlind ? this.rich("sayNoOutput", { query }) : this.outputSentence();
    }
  }

  outputSentence() {
    const { stages, followed: query } = this;
    const weights = stages.rowOf("A", stages.row);
    if (matricesAreWide(stages)) {
      const parts = weights.map(
        (weight, j) => html`${format(weight)} ${this.text("of")} ${this.quotedKey(j)}`,
      );
      return this.rich("sayLongOutput", { query, V: symbol("V"), mixed: joined(parts) });
    }
    const parts = weights.map(
      (weight, j) =>
        html`<span class="nobreak"
          >${format(weight)} · <span class="value">${vector(stages.rowOf("V", j))}</span></span
        >`,
    );
    const output = vector(stages.rowOf("O", stages.row));
    return this.rich("sayOutput", { query, mixed: joined(parts, " + "), output });
  }

  // --- what a learner does -------------------------------------------------------------------------------

  /** @param {CustomEvent<Cell>} event */
  onPoint({ detail: { matrix, i, j } }) {
    this.pointed = { matrix, i, j };
  }

  /** @param {CustomEvent<Cell & { value: number }>} event */
  onEdit({ detail: { matrix, i, j, value } }) {
    const { example } = this.stages;
    const property = PROPERTY_OF[matrix];
    const old = {
      x: example.x,
      memory: example.memory ?? [],
      wq: example.W_Q,
      wk: example.W_K,
      wv: example.W_V,
    }[property];
    const edited = old.map((row, r) =>
      row.map((number, c) => (r === i && c === j ? value : number)),
    );
    this.change({ [property]: edited }, "didEdit", {
      ...this.placeOf({ matrix, i, j }),
      from: format(old[i][j]),
      to: format(value),
    });
  }

  /** @param {CustomEvent<Cell & { text: string }>} event */
  onRefuse({ detail: { matrix, i, j, text } }) {
    this.happened = {
      key: "didRefuse",
      values: { text, kept: format(this.stages.at(matrix, i, j)) },
    };
  }

  /** @param {CustomEvent<Cell>} event */
  onSwitch({ detail: { i, j } }) {
    const cell = `${i + 1}:${j + 1}`;
    const flip = this.flip.includes(cell)
      ? this.flip.filter((other) => other !== cell)
      : [...this.flip, cell];
    this.change(
      { flip, pointed: { matrix: "M", i, j } },
      this.stages.isHidden(i, j) ? "didOpen" : "didHide",
      {
        query: this.quoted(this.stages.queryTokens[i]),
        key: this.quotedKey(j),
      },
    );
  }

  /** @param {number} row */
  choose(row) {
    this.set({ query: row + 1, pointed: undefined, happened: undefined });
  }

  /**
   * Changes the state, and says what that did to the weights of the followed query.
   * @param {Record<string, unknown>} changes @param {string} key @param {Record<string, unknown>} values
   */
  async change(changes, key, values) {
    const before = this.stages.rowOf("A", this.stages.row);
    this.happened = { key, values };
    await this.set(changes);
    if (this.failure !== undefined || !this.revealed || this.step < SOFTMAX) return;
    const after = this.stages.rowOf("A", this.stages.row);
    if (before.length !== after.length || before.every((weight, j) => weight === after[j])) return;
    this.happened = {
      key: "didWeights",
      values: {
        what: this.rich(key, values),
        query: this.followed,
        before: written(before),
        after: written(after),
      },
    };
  }

  /** A preset as it is made: own numbers go. @param {Record<string, unknown>} changes */
  startOver(changes) {
    this.set({
      ...Object.fromEntries([...OWN_NUMBERS, "query"].map((name) => [name, undefined])),
      flip: [],
      mask: "none",
      factor: 1,
      guess: undefined,
      pointed: undefined,
      happened: undefined,
      ...changes,
    });
  }

  reset() {
    super.reset();
    this.guess = undefined;
    this.pointed = undefined;
    this.happened = undefined;
  }

  // --- what lies behind --------------------------------------------------------------------------------------

  tables() {
    const { stages } = this;
    const inputs = stages.isCross ? [stages.X, stages.keysX] : [stages.X];
    const names = [...inputs, "W_Q", "W_K", "W_V", "Q", "K", "V", "S", SCALED, "M", "Z", "A", "O"];
    return names.map((name) => ({
      name,
      title: this.text(`title ${symbolText(name)}`),
      tensor: stages.matrices[name],
      ...labelsOf(stages, name, this.text),
    }));
  }

  description() {
    const { stages } = this;
    const { queryTokens, keyTokens, isCross, X, keysX } = stages;
    /** @param {string} name */
    const size = (name) => shape(...stages.sizeOf(name));
    /** @param {string} name */
    const rows = (name) =>
      Array.from({ length: stages.sizeOf(name)[0] }, (_, i) => vector(stages.rowOf(name, i))).join(
        ", ",
      );
    /** @param {string} name @param {string[]} [tokens] */
    const labelled = (name, tokens = queryTokens) =>
      tokens
        .map((token, i) => `${visibleToken(token)} ${vector(stages.rowOf(name, i))}`)
        .join(", ");
    /** @param {string} name @param {string[]} tokens */
    const input = (name, tokens) =>
      this.text("describeInputs", { x: name, size: size(name), rows: labelled(name, tokens) });
    return [
      this.text("describeIntro", {
        steps: PARTS.length,
        step: this.stepName,
        query: visibleToken(queryTokens[stages.row]),
        mask: this.text(`mask ${this.mask}`),
        factor: format(this.factor),
      }),
      input(X, queryTokens),
      ...(isCross ? [input(keysX, keyTokens)] : []),
      this.text("describeWeights", {
        size: size("W_Q"),
        wq: rows("W_Q"),
        wk: rows("W_K"),
        wv: rows("W_V"),
      }),
      this.text("describeProjections", {
        size: size("Q"),
        q: rows("Q"),
        k: rows("K"),
        v: rows("V"),
      }),
      this.text("describeScores", { size: size("S"), rows: labelled("S") }),
      this.text("describeScaled", { d: stages.d_k, rows: labelled(SCALED) }),
      this.text("describeMask", { rows: labelled("M") }),
      this.text("describeSoftmax", { rows: labelled("A") }),
      this.text("describeOutput", { size: size("O"), rows: labelled("O") }),
    ];
  }

  exports() {
    return {
      name: `attention-steps-${this.step}-${this.atWork}`,
      svg: () => matricesToSvg({ title: this.stepName, lines: this.equations() }),
      python: () => pythonOf(this.stages),
    };
  }
}

/** Whether value rows are too long to be written into a sentence. @param {Stages} stages */
const matricesAreWide = ({ matrices }) => matrices.V.shape[1] > SHORT_VECTOR;

AttentionSteps.define();

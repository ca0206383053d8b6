// <attention-softmax>: scores to weights by softmax, with temperature and a shift; beside it, where it is asked for,
// four other functions and the Jacobian.
//
// Attributes (all optional, all state: they change as the learner works)
//   preset         four | shift | saturation | even | p99 | pencil | numpy-8 | numpy-512
//   also           any of hardmax l1 sparsemax plusOne slope, beside softmax; none
//   scores         scores of one's own: scores="8 0 -8", 1 to 8 of them
//   temperature    divides the scores, above 0
//   shift          is added to each of them before
//   tokens         their names
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: scores also temperature shift count preset reset predict jacobian chart, and the parts
// of the frame.
//
// Property: strings, the author's words (web/explorers/softmax/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { AttentionElement } from "../../frame/attention-element.js";
import { presetOf } from "../../frame/presets.js";
import { entryOf } from "../../parts/own-entry.js";
import { unmarked } from "../../parts/direction.js";
import { extentOf } from "../../parts/matrix/colour.js";
import { drawingStyles } from "../../parts/charts/drawing.js";
import { chartShapes, lineChartStyles } from "../../parts/charts/line-chart.js";
import { matrix } from "../../parts/matrix/matrix-grid.js";
import { sliderFieldStyles } from "../../parts/fields/slider-field.js";
import { wordsConverter } from "../../frame/converters.js";
import { matricesToSvg } from "../../parts/charts/svg.js";
import { symbolText } from "../../parts/letters/symbols.js";
import { examples, scoresOf } from "./examples.js";
import { explain } from "./explain.js";
import { numpyOf, pythonOf } from "./python.js";
import { MORE, Rows, slopeCurve } from "./rows.js";
import { MOST_SCORES, controlsOf } from "./controls.js";
import { asSmall, subscript } from "./fine.js";
import { STEEPEST, cellArithmetic, chartOf, derivativeOf, scoreSliders } from "./picture.js";
import { isConcealed, questionsOf } from "./question.js";
import { readoutsOf } from "./readouts.js";
import { descriptionOf, stateSentence } from "./sentences.js";
import { strings } from "./strings.js";
import { softmaxStyles } from "./styles.js";

/** @typedef {import("./explain.js").Cell} Cell */
/** @typedef {import("./rows.js").MoreName} MoreName */
/** @typedef {import("../../parts/matrix/matrix-grid.js").MatrixOptions} MatrixOptions */

// A Jacobian whose slopes all are below this is written with one decimal more.
const SATURATED = 0.01;

/** Numbers with spaces or commas between. */
const numbersConverter = {
  /** @param {string | null} text */
  fromAttribute: (text) =>
    text === null
      ? undefined
      : text
          .split(/[\s,;]+/)
          .filter((number) => number !== "")
          .map((number) => Math.fround(Number(number.replace("−", "-")))),
  /** @param {number[] | undefined} numbers */
  toAttribute: (numbers) =>
    numbers ? numbers.map((number) => String(Number(number.toPrecision(7)))).join(" ") : null,
};

/** Names with spaces between; "none" for an empty list, no attribute for the preset's own. */
const alsoConverter = {
  /** @param {string | null} text */
  fromAttribute: (text) =>
    text === null
      ? undefined
      : text.split(/[\s,+]+/).filter((name) => name !== "" && name !== "none"),
  /** @param {string[] | undefined} names */
  toAttribute: (names) => (names ? names.join(" ") || "none" : null),
};

export class AttentionSoftmax extends AttentionElement {
  static tag = "attention-softmax";
  static reservedHeight = "52rem";
  static strings = strings;
  static state = ["preset", "scores", "also", "temperature", "shift", "tokens"];

  static styles = [
    ...AttentionElement.styles,
    drawingStyles,
    lineChartStyles,
    sliderFieldStyles,
    softmaxStyles,
  ];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    preset: { type: String, reflect: true },
    scores: { converter: numbersConverter, reflect: true },
    also: { converter: alsoConverter, reflect: true },
    temperature: { type: Number, reflect: true },
    shift: { type: Number, reflect: true },
    tokens: { converter: wordsConverter, reflect: true },
    pointed: { state: true },
    happened: { state: true },
  };

  constructor() {
    super();
    this.preset = "four";
    /** The preset's own when undefined. @type {number[] | undefined} */
    this.scores = undefined;
    /** The preset's own when undefined. @type {MoreName[] | undefined} */
    this.also = undefined;
    this.temperature = 1;
    this.shift = 0;
    /** @type {string[] | undefined} */
    this.tokens = undefined;
    /** The cell whose arithmetic is shown. @type {Cell | undefined} */
    this.pointed = undefined;
    /** What the learner just did, for the sentence.
     * @type {{ key: string, values: Record<string, unknown> } | undefined} */
    this.happened = undefined;
    /** The numbers that are drawn: there once compute() has run. */
    this.rows = /** @type {Rows} */ (/** @type {unknown} */ (undefined));
    /** @type {string[]} */
    this.labels = [];
    /** @type {{ x: number, y: number }[] | undefined} */
    this.curve = undefined;
  }

  // --- what is computed ------------------------------------------------------------------------

  get example() {
    return presetOf(examples, this.preset, this.text);
  }

  compute() {
    const { attn, example, temperature } = this;
    if (!attn) return;
    const unknown = this.beside.find((name) => !MORE.includes(name));
    if (unknown) throw new Error(this.text("noSuch", { name: unknown, known: MORE.join(", ") }));
    const scores = (this.scores ?? scoresOf(attn, example)).map(Math.fround);
    if (scores.length < 1 || scores.length > MOST_SCORES || !scores.every(Number.isFinite)) {
      throw new RangeError(
        this.text("wrongScores", { has: scores.filter(Number.isFinite).length, most: MOST_SCORES }),
      );
    }
    if (!(temperature > 0 && Number.isFinite(temperature))) {
      throw new RangeError(this.text("wrongTemperature", { temperature }));
    }
    const { tokens } = this;
    if (tokens && tokens.length !== scores.length) {
      throw new RangeError(this.text("wrongTokens", { has: tokens.length, needs: scores.length }));
    }
    this.labels =
      tokens ?? scores.map((_, i) => unmarked(this.text("label", { i: subscript(i + 1) })));
    this.rows = new Rows(attn, {
      scores,
      temperature,
      shift: Number.isFinite(this.shift) ? this.shift : 0,
      also: this.beside,
    });
    this.curve ??= slopeCurve(attn);
  }

  /** What stands beside softmax. @returns {readonly MoreName[]} */
  get beside() {
    return this.also ?? entryOf(examples, this.preset)?.also ?? [];
  }

  questions() {
    return questionsOf(this);
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return this.text("heading");
  }

  formulaNames() {
    return ["softmaxScores", "softmax", ...(this.showsJacobian ? ["jacobian"] : [])];
  }

  get showsJacobian() {
    return this.shows("jacobian") && this.beside.includes("slope");
  }

  formulaPart() {
    const matrixName = this.pointed?.matrix;
    if (matrixName?.startsWith("J")) return "jacobian";
    return this.temperature === 1 ? (this.shift === 0 ? "softmax" : "shift") : "temperature";
  }

  /** @param {string} name @returns {Pick<MatrixOptions, "rowAxis" | "columnAxis" | "worded"> & { rows: string[], columns: string[] }} */
  labelsOf(name) {
    const { labels } = this;
    const axes = { rowAxis: this.text("axisScore"), rows: labels };
    if (name === "W") {
      const columns = this.rows.functions.map((f) => this.text(`column ${f}`));
      return { ...axes, columnAxis: this.text("axisFunction"), columns, worded: "columns" };
    }
    if (name.startsWith("J")) {
      return {
        rowAxis: this.text("axisWeight"),
        rows: labels,
        columnAxis: this.text("axisScore"),
        columns: labels,
      };
    }
    return { ...axes, columnAxis: "", columns: [name] };
  }

  /** @param {string} name @param {Partial<MatrixOptions>} [more] @returns {MatrixOptions} */
  options(name, more) {
    const { rows, cell } = this;
    const isHidden = this.asking.hides(name);
    const explained = isHidden ? undefined : this.explanation;
    /** @param {number} i @param {number} j */
    const concealed = (i, j) => (name === "W" ? isConcealed(this, i, j) : isHidden);
    return {
      ...this.labelsOf(name),
      name,
      title: this.text(`title ${symbolText(name)}`),
      tensor: rows.matrices[name],
      concealed,
      target: cell?.matrix === name && explained ? [cell.i, cell.j] : undefined,
      lit: explained?.lit[name],
      text: this.text,
      ...more,
    };
  }

  /** The matrices of the picture. @returns {Record<"z" | "W" | "J" | "J_1", MatrixOptions>} */
  get drawn() {
    const heat = /** @type {const} */ ("score");
    /** @param {"J" | "J_1"} name @returns {Partial<MatrixOptions>} */
    const slopes = (name) => ({
      heat,
      extent: STEEPEST,
      write: extentOf(this.rows.matrices[name].data) < SATURATED ? asSmall : undefined,
    });
    return {
      z: this.options("z"),
      W: this.options("W", {
        dense: false,
        bar: (i, j) => this.rows.at("W", i, j),
      }),
      J: this.options("J", slopes("J")),
      J_1: this.options("J_1", slopes("J_1")),
    };
  }

  /** Whether the scores are changed on their way into softmax. */
  get isChanged() {
    return this.rows.temperature !== 1 || this.rows.shift !== 0;
  }

  picture() {
    const { z, W } = this.drawn;
    return html`<div class="made" @cell-point=${this.onPoint}>
        ${this.shows("scores") ? scoreSliders(this) : nothing}
        ${this.isChanged ? matrix(z) : nothing} ${matrix(W)}
      </div>
      ${cellArithmetic(this)} ${this.showsJacobian ? derivativeOf(this) : nothing}`;
  }

  /** The cell pointed at, else the largest softmax weight. @returns {Cell} */
  get cell() {
    const { pointed, rows } = this;
    const isThere = pointed && (pointed.matrix !== "z" || this.isChanged);
    if (isThere && (pointed.matrix !== "J_1" || rows.temperature !== 1)) {
      const [height, width] = rows.matrices[pointed.matrix].shape;
      if (pointed.i < height && pointed.j < width) return pointed;
    }
    return { matrix: "W", i: rows.best, j: 0 };
  }

  get explanation() {
    return explain(this.rows, this.cell, this.text);
  }

  // --- readouts and controls ---------------------------------------------------------------------------

  readoutItems() {
    return readoutsOf(this);
  }

  controls() {
    return controlsOf(this);
  }

  // --- the sentence ------------------------------------------------------------------------------------

  sentence() {
    const { happened } = this;
    return [happened ? [this.rich(happened.key, happened.values), " "] : "", stateSentence(this)];
  }

  // --- what a learner does -------------------------------------------------------------------------------

  /** @param {CustomEvent<Cell>} event */
  onPoint({ detail: { matrix: name, i, j } }) {
    this.pointed = { matrix: name, i, j };
  }

  /** @param {Record<string, unknown>} changes */
  put(changes) {
    this.set({ happened: undefined, ...changes });
  }

  /** @param {string} text */
  refuse(text) {
    this.happened = { key: "didRefuse", values: { text } };
  }

  /** A preset as it is made: own numbers go. @param {Record<string, unknown>} changes */
  startOver(changes) {
    this.asking.forget();
    this.set({
      scores: undefined,
      tokens: undefined,
      also: undefined,
      temperature: 1,
      shift: 0,
      pointed: undefined,
      happened: undefined,
      ...changes,
    });
  }

  reset() {
    super.reset();
    this.pointed = undefined;
    this.happened = undefined;
  }

  // --- what lies behind --------------------------------------------------------------------------------------

  tables() {
    const slopes = this.rows.temperature === 1 ? ["J"] : ["J", "J_1"];
    const names = ["x", "z", "W", ...(this.rows.hasSlope ? slopes : [])];
    return names.map((name) => ({
      name,
      title: this.text(`title ${symbolText(name)}`),
      tensor: this.rows.matrices[name],
      ...this.labelsOf(name),
    }));
  }

  description() {
    return descriptionOf(this);
  }

  exports() {
    return {
      svg: () => {
        const { z, W, J, J_1 } = this.drawn;
        const [width, height] = [400, 200];
        const chart = chartOf(this);
        return matricesToSvg({
          title: this.text("heading"),
          lines: [
            [z, "→", W],
            ...(this.showsJacobian ? [this.rows.temperature === 1 ? [J] : [J_1, "→", J]] : []),
          ],
          figures:
            this.showsJacobian && this.shows("chart") && !this.asking.hides("J")
              ? [
                  {
                    title: `${chart.title} (●: ${this.text("chartNow")})`,
                    width,
                    height,
                    shapes: chartShapes(chart, { width, height, at: chart.marker }),
                  },
                ]
              : [],
        });
      },
      name: "attention-softmax",
      python: () => pythonOf(this.rows),
      numpy: () => numpyOf(this.rows),
    };
  }
}

AttentionSoftmax.define();

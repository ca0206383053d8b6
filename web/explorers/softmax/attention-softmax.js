// <attention-softmax>: scores to weights in five ways, with temperature, a shift and the Jacobian.
//
// Attributes (all optional, all state: they change as the learner works)
//   preset         four | shift | saturation | even | pencil
//   scores         scores of one's own: scores="8 0 -8", 1 to 8 of them
//   temperature    divides the scores, above 0
//   shift          is added to each of them before
//   tokens         their names
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: scores temperature shift count preset reset predict jacobian chart, and the parts
// of the frame.
//
// Property: strings, the author's words (web/explorers/softmax/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { arithmetic } from "../../parts/letters/arithmetic.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { extentOf } from "../../parts/matrix/colour.js";
import { colourBar } from "../../parts/matrix/colour-bar.js";
import { menu } from "../../parts/fields/controls.js";
import { drawingStyles } from "../../parts/charts/drawing.js";
import { chartShapes, lineChart, lineChartStyles } from "../../parts/charts/line-chart.js";
import { matrix } from "../../parts/matrix/matrix-grid.js";
import { format, vector } from "../../parts/letters/numbers.js";
import { prediction } from "../../parts/fields/prediction.js";
import { sliderField, sliderFieldStyles } from "../../parts/fields/slider-field.js";
import { wordsConverter } from "../../frame/state.js";
import { matricesToSvg } from "../../parts/charts/svg.js";
import { shortToken, symbol, symbolText, visibleToken } from "../../parts/letters/symbols.js";
import { examples } from "./examples.js";
import { explain } from "./explain.js";
import { pythonOf } from "./python.js";
import { FUNCTIONS, Rows, slopeCurve } from "./rows.js";
import { strings } from "./strings.js";
import { softmaxStyles } from "./styles.js";

/** @typedef {import("./explain.js").Cell} Cell */
/** @typedef {import("../../parts/matrix/matrix-grid.js").MatrixOptions} MatrixOptions */

const MOST_SCORES = 8;
// The sliders' ends; what is typed may lie beyond.
const SCORE_END = 10;
const SHIFT_END = 1000;
const TEMPERATURE_END = 2; // in powers of ten
// The largest slope that softmax can have: p(1 − p) at 1/2.
const STEEPEST = 0.25;
// Small numbers are what saturation is about.
const DECIMALS = 4;
const SMALLEST = 1e-10;
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

/**
 * Four decimals, as the lesson prints saturated weights; what is smaller has one digit that counts.
 * @param {number} value
 */
function fine(value) {
  const rounded = format(value, DECIMALS);
  if (!/^[<>]/.test(rounded) || value < SMALLEST) return rounded;
  return value.toFixed(Math.ceil(-Math.log10(value)));
}

/** @param {number} value */
const asSmall = (value) => format(value, DECIMALS);

/** @param {number} digit 0 to 9 */
const subscript = (digit) => String.fromCodePoint(0x2080 + digit);

/** @param {number[]} values */
const fineList = (values) =>
  html`<span class=${values.length <= 4 ? "nobreak" : ""}>${values.map(fine).join(", ")}</span>`;

export class AttentionSoftmax extends AttentionElement {
  static tag = "attention-softmax";
  static reservedHeight = "52rem";
  static strings = strings;
  static state = ["preset", "scores", "temperature", "shift", "tokens"];

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
    temperature: { type: Number, reflect: true },
    shift: { type: Number, reflect: true },
    tokens: { converter: wordsConverter, reflect: true },
    pointed: { state: true },
    guess: { state: true },
    happened: { state: true },
  };

  constructor() {
    super();
    this.preset = "four";
    /** The preset's own when undefined. @type {number[] | undefined} */
    this.scores = undefined;
    this.temperature = 1;
    this.shift = 0;
    /** @type {string[] | undefined} */
    this.tokens = undefined;
    /** The cell whose arithmetic is shown. @type {Cell | undefined} */
    this.pointed = undefined;
    /** What the learner expects; "" for no answer. @type {string | undefined} */
    this.guess = undefined;
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
    const example = examples[/** @type {keyof typeof examples} */ (this.preset)];
    if (!example) {
      const known = Object.keys(examples).join(", ");
      throw new Error(this.text("noPreset", { preset: this.preset, known }));
    }
    return example;
  }

  compute() {
    const { attn, example, temperature } = this;
    if (!attn) return;
    const scores = (this.scores ?? example.scores).map(Math.fround);
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
    this.labels = tokens ?? scores.map((_, i) => this.text("label", { i: subscript(i + 1) }));
    this.rows = new Rows(attn, { scores, temperature, shift: this.shift || 0 });
    this.curve ??= slopeCurve(attn);
  }

  /** A preset asks its question as long as its scores are its own. */
  get asks() {
    return this.shows("predict") && this.scores === undefined;
  }

  get isQuestion() {
    return this.asks && this.guess === undefined && this.temperature === 1 && this.shift === 0;
  }

  /** Whether the weights would give the answer away. */
  get concealsWeights() {
    return this.isQuestion && ["four", "pencil"].includes(this.preset);
  }

  get concealsJacobian() {
    return this.isQuestion && ["four", "pencil", "even"].includes(this.preset);
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return this.text("heading");
  }

  formulaNames() {
    return ["softmaxScores", "softmax", ...(this.shows("jacobian") ? ["jacobian"] : [])];
  }

  formulaPart() {
    const matrixName = this.pointed?.matrix;
    if (matrixName?.startsWith("J")) return "jacobian";
    return this.temperature === 1 ? (this.shift === 0 ? "softmax" : "shift") : "temperature";
  }

  /** @param {string} name */
  labelsOf(name) {
    const { labels } = this;
    const axes = { rowAxis: this.text("axisScore"), rows: labels };
    if (name === "W") {
      const columns = FUNCTIONS.map((f) => this.text(`column ${f}`));
      return { ...axes, columnAxis: this.text("axisFunction"), columns };
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
    const concealed = name === "W" ? this.concealsWeights : this.concealsJacobian;
    const explained = concealed ? undefined : this.explanation;
    return {
      ...this.labelsOf(name),
      name,
      title: this.text(`title ${symbolText(name)}`),
      tensor: rows.matrices[name],
      concealed: concealed && name !== "z",
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
        ${this.shows("scores") ? this.sliders() : nothing} ${this.isChanged ? matrix(z) : nothing}
        ${matrix(W)}
      </div>
      ${this.question()} ${this.concealsWeights ? nothing : this.arithmetic()}
      ${this.shows("jacobian") && !this.concealsWeights ? this.derivative() : nothing}`;
  }

  sliders() {
    const { scores } = this.rows;
    return html`<div class="scores" role="group" aria-label=${this.text("scores", { x: "x" })}>
      <p>${this.rich("scores", { x: symbol("x") })}</p>
      ${scores.map(
        (value, i) =>
          html`<div class="score" data-score=${i}>
            <bdi title=${this.labels[i]}>${visibleToken(this.labels[i])}</bdi>
            ${sliderField({
              name: `score-${i + 1}`,
              label: this.text("score", { label: visibleToken(this.labels[i]) }),
              min: -SCORE_END,
              max: SCORE_END,
              step: 0.1,
              value,
              onChange: (wanted) =>
                this.put({
                  scores: scores.map((score, at) => (at === i ? Math.fround(wanted) : score)),
                }),
              onRefuse: (text) => this.refuse(text),
            })}
          </div>`,
      )}
    </div>`;
  }

  derivative() {
    const { J, J_1 } = this.drawn;
    const { temperature, m } = this.rows;
    return html`<div class="derivative" @cell-point=${this.onPoint}>
      <div class="jacobians">
        <p class="note">${this.text("facts J")}</p>
        <div class="pair">${temperature !== 1 && m <= 4 ? matrix(J_1) : nothing} ${matrix(J)}</div>
        ${colourBar({ scale: "score", extent: STEEPEST, label: this.text("slopeScale") })}
      </div>
      ${this.shows("chart") && !this.concealsJacobian ? lineChart(this.chart()) : nothing}
    </div>`;
  }

  /** The curve p(1 − p), with the weights there are. @returns {import("../../parts/charts/line-chart.js").ChartOptions} */
  chart() {
    const now = this.rows.weights.softmax.map((x, i) => ({ x, y: this.rows.at("J", i, i) }));
    now.sort((a, b) => a.x - b.x);
    return {
      name: "slope",
      title: this.text("chart"),
      height: 180,
      x: {
        label: this.text("chartWeight"),
        domain: [0, 1],
        ticks: [0, 0.25, 0.5, 0.75, 1],
      },
      y: { label: this.text("chartSlope"), domain: [0, 0.27], ticks: [0, 0.125, 0.25] },
      marker: now[now.length - 1].x,
      series: [
        {
          name: "curve",
          label: this.text("chartCurve"),
          points: this.curve ?? [],
          mark: "none",
          hue: 4,
          silent: true,
        },
        {
          name: "now",
          label: this.text("chartNow"),
          points: now,
          line: "none",
          hue: 1,
          write: fine,
        },
      ],
    };
  }

  arithmetic() {
    const { cell, explanation } = this;
    if (!cell || !explanation) return nothing;
    if (cell.matrix.startsWith("J") && this.concealsJacobian) return nothing;
    const { rows, columns, rowAxis, columnAxis } = this.labelsOf(cell.matrix);
    const isWeight = cell.matrix === "W";
    const place = this.rich("place", {
      symbol: symbol(cell.matrix),
      title: this.text(`title ${symbolText(cell.matrix)}`),
      rowAxis,
      row: html`<bdi>${shortToken(rows[cell.i])}</bdi>`,
      columnAxis,
      column: isWeight
        ? this.text(`name ${FUNCTIONS[cell.j]}`)
        : html`<bdi>${shortToken(columns[cell.j])}</bdi>`,
    });
    return arithmetic({ place, sum: explanation.sum, live: this.pointed !== undefined });
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

  // --- the prediction --------------------------------------------------------------------------------

  question() {
    if (!this.asks) return nothing;
    const { preset } = this;
    /** @param {string[]} keys */
    const named = (keys) => keys.map((value) => ({ value, label: this.text(`answer ${value}`) }));
    const answers = {
      four: FUNCTIONS.map((value) => ({ value, label: this.text(`name ${value}`) })),
      shift: named(["same", "first", "level"]),
      saturation: named(["near1", "near2", "near3"]),
      even: named(["slope1", "slope2", "slope4"]),
      pencil: this.labels.map((label, i) => ({ value: String(i), label: visibleToken(label) })),
    }[preset];
    if (!answers) return nothing;
    return prediction({
      question: this.text(`question ${preset}`),
      answers,
      given: this.isQuestion ? undefined : (this.guess ?? ""),
      verdict: this.guess ? this.verdict() : "",
      onAnswer: (guess) =>
        this.set({ guess, pointed: undefined, happened: undefined, ...this.example.then }),
      text: this.text,
    });
  }

  /** Whether the learner saw it, and what is so; in the state that the question speaks of. */
  verdict() {
    const { attn, example, preset, guess } = this;
    if (!attn) return "";
    const rows = new Rows(attn, {
      scores: example.scores,
      shift: 0,
      temperature: 1,
      ...example.then,
    });
    const before = new Rows(attn, { scores: example.scores, shift: 0, temperature: 1 });
    const { best } = rows;
    const right = {
      four: rows.blindToSign[0],
      shift: rows.moved.includes("softmax") ? "first" : "same",
      saturation: "near2",
      even: "slope4",
      pencil: String(best),
    }[preset];
    const low = rows.z.indexOf(Math.min(...rows.z));
    const said = this.rich(`verdict ${preset}`, {
      weights: vector(rows.weights.softmax),
      weight: format(rows.weights.l1[low]),
      softmax: format(rows.weights.softmax[low]),
      before: fine(before.at("J", best, best)),
      after: fine(rows.at("J", best, best)),
      slope: format(rows.at("J", 0, 0)),
      other: format(rows.at("J", 1, 0)),
    });
    return html`<b>${this.text(guess === right ? "asExpected" : "notAsExpected")}</b> ${said}`;
  }

  // --- readouts and controls ---------------------------------------------------------------------------

  readoutItems() {
    const { rows } = this;
    const { best, temperature } = rows;
    const notYet = this.text("notYet");
    /** @param {number} value @param {boolean} isHidden */
    const shown = (value, isHidden) => (isHidden ? notYet : fine(value));
    const plusOne = Math.fround(rows.weights.plusOne.reduce((sum, weight) => sum + weight, 0));
    const items = [
      {
        name: "largest",
        label: this.text("readLargest"),
        value: shown(rows.weights.softmax[best], this.concealsWeights),
      },
      {
        name: "slope",
        label: this.text("readSlope"),
        value: shown(rows.at("J", best, best), this.concealsJacobian),
      },
      {
        name: "size",
        label: this.text("readSize"),
        value: shown(rows.size, this.concealsJacobian),
      },
    ];
    if (temperature !== 1) {
      items.push({
        name: "plainSize",
        label: this.text("readPlainSize"),
        value: fine(rows.plainSize),
      });
    }
    items.push({
      name: "plusOne",
      label: this.text("readPlusOne"),
      value: shown(plusOne, this.concealsWeights),
    });
    return items;
  }

  controls() {
    const { text, rows } = this;
    const { scores } = rows;
    /** @param {"temperature" | "shift"} name @param {Omit<import("../../parts/fields/slider-field.js").SliderField, "name" | "label" | "value" | "onChange" | "onRefuse">} more */
    const field = (name, more) =>
      html`<div class="control" data-control=${name}>
        <span class="label">${text(name)}</span>
        ${sliderField({
          name,
          label: text(name),
          value: this[name],
          onChange: (value) => this.put({ [name]: value }),
          onRefuse: (typed) => this.refuse(typed),
          ...more,
        })}
      </div>`;
    const temperature = () =>
      field("temperature", {
        min: -TEMPERATURE_END,
        max: TEMPERATURE_END,
        step: 0.02,
        takes: (value) => value > 0,
        scale: {
          to: (value) => Math.log10(value),
          // Two digits are enough for a slider; others are typed.
          from: (place) => Number((10 ** place).toPrecision(2)),
        },
      });
    const shift = () => field("shift", { min: -SHIFT_END, max: SHIFT_END, step: 1 });
    /** @param {string} name @param {boolean} isOff @param {() => void} act */
    const action = (name, isOff, act) =>
      html`<button
        type="button"
        class="quiet"
        data-action=${name}
        aria-disabled=${isOff}
        @click=${() => !isOff && act()}
      >
        ${text(name)}
      </button>`;
    const count = () =>
      html`<div class="beside">
        ${action("more", scores.length >= MOST_SCORES, () =>
          this.put({ scores: [...scores, 0], tokens: undefined }),
        )}
        ${action("fewer", scores.length <= 1, () =>
          this.put({ scores: scores.slice(0, -1), tokens: undefined }),
        )}
      </div>`;
    const preset = () =>
      menu({
        name: "preset",
        label: text("preset"),
        value: this.preset,
        options: Object.keys(examples).map((value) => ({ value, label: text(`preset ${value}`) })),
        onChange: (value) => this.startOver({ preset: value }),
      });
    /** @param {string} name @param {() => unknown} draw */
    const shown = (name, draw) => (this.shows(name) ? draw() : nothing);
    return html`${shown("temperature", temperature)} ${shown("shift", shift)}
      ${shown("count", count)}
      <div class="beside">
        ${shown("preset", preset)}
        ${shown("reset", () => action("reset", false, () => this.startOver({})))}
      </div>`;
  }

  // --- the sentence ------------------------------------------------------------------------------------

  sentence() {
    const { happened } = this;
    return [happened ? [this.rich(happened.key, happened.values), " "] : "", this.stateSentence()];
  }

  stateSentence() {
    const { rows } = this;
    const { temperature, shift, weights } = rows;
    if (this.concealsWeights) return this.text("sayPredict");
    const said = [];
    if (shift !== 0) {
      const { moved } = rows;
      said.push(
        this.rich(moved.length === 0 ? "sayShiftAll" : "sayShift", {
          shift: format(shift),
          weights: fineList(weights.softmax),
          moved: moved.map((f) => this.text(`name ${f}`)).join(", "),
        }),
        " ",
      );
    }
    if (temperature !== 1) {
      said.push(
        this.rich(temperature > 1 ? "sayTemperatureFlat" : "sayTemperatureSharp", {
          temperature: format(temperature),
          before: fineList(rows.plain.softmax),
          after: fineList(weights.softmax),
          sizeBefore: fine(rows.plainSize),
          sizeAfter: fine(rows.size),
        }),
      );
    }
    if (said.length > 0) return said;
    if (rows.m === 1) return this.text("sayOne");
    const zeros = weights.softmax.filter((weight) => weight === 0).length;
    return this.rich(zeros > 0 ? "sayRoundedAway" : "sayWeights", {
      zeros,
      weights: fineList(weights.softmax),
      label: html`<bdi>${shortToken(this.labels[rows.best])}</bdi>`,
      kept: weights.sparsemax.filter((weight) => weight > 0).length,
      m: rows.m,
    });
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
    this.set({
      scores: undefined,
      tokens: undefined,
      temperature: 1,
      shift: 0,
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
    const names = ["x", "z", "W", "J", ...(this.rows.temperature === 1 ? [] : ["J_1"])];
    return names.map((name) => ({
      name,
      title: this.text(`title ${symbolText(name)}`),
      tensor: this.rows.matrices[name],
      ...this.labelsOf(name),
    }));
  }

  description() {
    const { rows } = this;
    return [
      this.text("describeIntro", {
        scores: vector(rows.scores),
        shift: format(rows.shift),
        temperature: format(rows.temperature),
        z: vector(rows.z),
      }),
      ...FUNCTIONS.map((f) =>
        this.text("describeWeights", {
          name: this.text(`name ${f}`),
          weights: `(${rows.weights[f].map(fine).join(", ")})`,
          sum: format(Math.fround(rows.weights[f].reduce((sum, weight) => sum + weight, 0))),
        }),
      ),
      this.text("describeJacobian", {
        rows: rows.z.map((_, i) => `(${rows.rowOf("J", i).map(fine).join(", ")})`).join(", "),
        size: fine(rows.size),
      }),
    ];
  }

  exports() {
    return {
      svg: () => {
        const { z, W, J, J_1 } = this.drawn;
        const [width, height] = [400, 200];
        const chart = this.chart();
        return matricesToSvg({
          title: this.text("heading"),
          lines: [
            [z, "→", W],
            ...(this.shows("jacobian") ? [this.rows.temperature === 1 ? [J] : [J_1, "→", J]] : []),
          ],
          figures:
            this.shows("chart") && !this.concealsJacobian
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
    };
  }
}

AttentionSoftmax.define();

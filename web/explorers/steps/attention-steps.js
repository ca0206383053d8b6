// <attention-steps>: the formula in seven steps, a matrix each.
//
// Attributes (all optional, all state: they change as the learner works)
//   preset         lesson-1 | lesson-2 | river | money | six | cross | numpy-6 | numpy-5
//   step           1 to 7
//   query          the row to follow, from 1
//   mask           none | causal | padding | prefix
//   flip           cells of the mask switched by hand: "1:3 2:2", row:column from 1
//   factor         multiplies the embeddings
//   experiment     norm | order | roles | stacked | values | linear: what else is tried (none when missing)
//   positions      none | learned | sinusoidal | rotary
//   order          the tokens in another order: order="3 1 2"
//   tokens, memory-tokens, x, memory, wq, wk, wv   numbers of one's own: x="1 0; 0 1" tokens="a b"
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
//   try            steps to work out: try="scores softmax output", of projections scores scale mask softmax
//                  output. Their cells are empty fields, checked as they are left
//   answers        what has been worked out: answers="S:1:2=0.75", row and column from 1; ? for a cell shown
// readonly (not state): no cell takes a number or is switched.
// hide may name: steps preset reset query mask factor experiment vectors letters predict, and the parts of
// the frame.
//
// Property: strings, the author's words (web/explorers/steps/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { presetOf } from "../../frame/presets.js";
import { entryOf } from "../../parts/own-entry.js";
import { styleMap } from "../../parts/style-map.js";
import { examples } from "../../model/lessons.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { equation } from "../../parts/matrix/equation.js";
import { format } from "../../parts/letters/numbers.js";
import { isRagged, matrixConverter, wordsConverter } from "../../frame/converters.js";
import { matricesToSvg } from "../../parts/charts/svg.js";
import { namesOf, shortToken, symbolText, visibleToken } from "../../parts/letters/symbols.js";
import { explain, labelsOf, placeOf } from "./explain.js";
import { numpyOf, pythonOf } from "./python.js";
import { Practice, TRIED } from "./practice.js";
import { questionsOf } from "./question.js";
import { MASKS, OUTPUT, PARTS, SCALED, SOFTMAX, Stages } from "./stages.js";
import { EXPERIMENTS, controlsOf } from "./controls.js";
import { POSITIONS } from "./inputs.js";
import {
  DENSE_FROM,
  PROPERTY_OF,
  cellArithmetic,
  equations,
  legend,
  projectionLines,
} from "./picture.js";
import { readoutsOf } from "./readouts.js";
import { descriptionOf, stepSentence } from "./sentences.js";
import { strings } from "./strings.js";
import { stepsStyles } from "./styles.js";
import { isPlane, vectorPlane } from "./vectors.js";
import { drawingStyles } from "../../parts/charts/drawing.js";
import { planeStyles } from "../../parts/charts/plane.js";
import { written } from "../../parts/letters/lists.js";

/** @typedef {import("../../model/lessons.js").Example} Example */
/** @typedef {import("../../parts/matrix/matrix-grid.js").MatrixOptions} MatrixOptions */
/** @typedef {import("./explain.js").Cell} Cell */
/** @typedef {import("./stages.js").MaskName} MaskName */
/** @typedef {import("./controls.js").ExperimentName} ExperimentName */

// Every number is written out, a cell each; a page full of them helps nobody.
const LARGEST = 32;
const OWN_NUMBERS = ["tokens", "memoryTokens", "x", "memory", "wq", "wk", "wv"];

/** Cells switched by hand, as "row:column" from 1. */
const flipConverter = {
  /** @param {string | null} text */
  fromAttribute: (text) => (text ?? "").split(/[\s,]+/).filter((cell) => /^\d+:\d+$/.test(cell)),
  /** @param {string[]} cells */
  toAttribute: (cells) => (cells.length > 0 ? cells.join(" ") : null),
};

/** Places, from 1. */
const orderConverter = {
  /** @param {string | null} text */
  fromAttribute: (text) =>
    text
      ?.split(/[\s,]+/)
      .filter(Boolean)
      .map(Number),
  /** @param {number[] | undefined} places */
  toAttribute: (places) => places?.join(" ") ?? null,
};

/** "matrix:row:column=what was typed", with spaces between. */
const answersConverter = {
  /** @param {string | null} text */
  fromAttribute: (text) =>
    Object.fromEntries(
      (text ?? "").split(/\s+/).flatMap((entry) => {
        const [, cell, given] = /^([^=]+:\d+:\d+)=(.+)$/.exec(entry) ?? [];
        return cell ? [[cell, given]] : [];
      }),
    ),
  /** @param {Record<string, string>} answers */
  toAttribute(answers) {
    const entries = Object.entries(answers).map(([cell, given]) => `${cell}=${given}`);
    return entries.length > 0 ? entries.join(" ") : null;
  },
};

export class AttentionSteps extends AttentionElement {
  static tag = "attention-steps";
  static reservedHeight = "40rem";
  static strings = strings;
  static state = [
    "preset",
    "step",
    "query",
    "mask",
    "flip",
    "factor",
    "experiment",
    "positions",
    "order",
    "try",
    "answers",
    ...OWN_NUMBERS,
  ];

  static styles = [...AttentionElement.styles, drawingStyles, planeStyles, stepsStyles];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    preset: { type: String, reflect: true },
    step: { type: Number, reflect: true },
    query: { type: Number, reflect: true },
    mask: { type: String, reflect: true },
    flip: { converter: flipConverter, reflect: true },
    factor: { type: Number, reflect: true },
    experiment: { type: String, reflect: true },
    positions: { type: String, reflect: true },
    order: { converter: orderConverter, reflect: true },
    try: { converter: wordsConverter, reflect: true },
    answers: { converter: answersConverter, reflect: true },
    tokens: { converter: wordsConverter, reflect: true },
    memoryTokens: { converter: wordsConverter, reflect: true, attribute: "memory-tokens" },
    x: { converter: matrixConverter, reflect: true },
    memory: { converter: matrixConverter, reflect: true },
    wq: { converter: matrixConverter, reflect: true },
    wk: { converter: matrixConverter, reflect: true },
    wv: { converter: matrixConverter, reflect: true },
    pointed: { state: true },
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
    /** What else is tried; "" for the formula as it is. @type {ExperimentName} */
    this.experiment = "";
    /** @type {import("./inputs.js").PositionName} */
    this.positions = "none";
    /** The tokens' places, from 1. @type {number[] | undefined} */
    this.order = undefined;
    /** Steps to work out. @type {string[] | undefined} */
    this.try = undefined;
    /** What was typed, by "matrix:row:column" from 1. @type {Record<string, string>} */
    this.answers = {};
    this.practice = new Practice(this);
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
    /** What the learner just did, for the sentence.
     * @type {{ key: string, values: Record<string, unknown> } | undefined} */
    this.happened = undefined;
    /** The numbers that are drawn: there once compute() has run. */
    this.stages = /** @type {Stages} */ (/** @type {unknown} */ (undefined));
  }

  // --- what is computed ------------------------------------------------------------------------

  /** The preset with the learner's own numbers in it. @returns {Example} */
  get example() {
    const example = presetOf(examples, this.preset, this.text);
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
      if (isRagged(matrix)) {
        throw new RangeError(this.text("matrixRagged", { tag: this.localName, name }));
      }
      const size = Math.max(matrix?.length ?? 0, matrix?.[0]?.length ?? 0);
      if (size > LARGEST)
        throw new RangeError(this.text("tooLarge", { name, size, most: LARGEST }));
    }
    const own = {
      W_Q: this.wq ?? example.W_Q,
      W_K: this.wk ?? example.W_K,
      W_V: this.wv ?? example.W_V,
    };
    this.checkSizes(own, x, memory);
    return {
      ...example,
      x,
      memory,
      ...own,
      tokens: this.tokensFor("tokens", this.tokens, example.tokens, x.length),
      memoryTokens: memory
        ? this.tokensFor("memory-tokens", this.memoryTokens, example.memoryTokens, memory.length)
        : undefined,
    };
  }

  /** Throws where matrices of one's own do not fit each other. @param {Pick<Example, "W_Q" | "W_K" | "W_V">} own
   * @param {number[][]} x @param {number[][] | undefined} memory */
  checkSizes({ W_Q, W_K, W_V }, x, memory) {
    const keys = memory ? "memory" : "x";
    for (const [name, matrix, of, rows] of /** @type {const} */ ([
      ["W_Q", W_Q, "x", x],
      ["W_K", W_K, keys, memory ?? x],
      ["W_V", W_V, keys, memory ?? x],
    ])) {
      const [has, needs] = [matrix?.length, rows[0]?.length];
      if (has !== undefined && has !== needs)
        throw new RangeError(this.text("wrongRows", { name, has, of, needs }));
    }
    const [has, needs] = [W_K?.[0]?.length, W_Q?.[0]?.length];
    if (has !== needs) throw new RangeError(this.text("wrongKeySize", { has, needs }));
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
    const { mask } = this;
    if (!MASKS.includes(mask)) {
      throw new Error(this.text("noMask", { mask, known: MASKS.join(", ") }));
    }
    for (const [name, value, known] of /** @type {const} */ ([
      ["experiment", this.experiment, EXPERIMENTS],
      ["positions", this.positions, POSITIONS],
    ])) {
      if (/** @type {readonly string[]} */ (known).includes(value)) continue;
      const list = known.filter((one) => one !== "").join(", ");
      throw new Error(this.text("noSuch", { name, value, known: list }));
    }
    const unknown = this.try?.find((part) => !TRIED.includes(part));
    if (unknown) {
      throw new Error(
        this.text("noSuch", { name: "try", value: unknown, known: TRIED.join(", ") }),
      );
    }
    this.stages = this.stagesWith({});
    this.practice.keepOrForget();
    this.step = Math.min(Math.max(1, Math.trunc(this.step) || 1), PARTS.length);
    // Who looks at the output has seen the weights.
    if (this.step === OUTPUT) this.asking.pass("most");
  }

  /** The numbers of this state with something else in it, to compare. @param {Partial<import("./stages.js").Settings>} changes */
  stagesWith(changes) {
    const { example, mask, flip, factor, experiment, positions, order } = this;
    return new Stages(
      /** @type {import("../../frame/attention-element.js").Attention} */ (this.attn),
      {
        example,
        mask,
        flip,
        factor,
        query: this.query ?? example.query,
        norm: experiment === "norm",
        roles: experiment !== "roles",
        positions,
        order,
        ...changes,
      },
    );
  }

  get atWork() {
    return PARTS[this.step - 1] ?? PARTS[0];
  }

  /** Whether the order of the tokens is what is tried. */
  get isOrder() {
    const isTried =
      this.experiment === "order" || this.positions !== "none" || this.order !== undefined;
    return isTried && !this.stages.isDrawn;
  }

  /** Whether Q, K and V can be one product: not where each of them is worked out. */
  get canStack() {
    return !this.stages.isCross && !this.try?.includes("projections");
  }

  get isStacked() {
    return this.experiment === "stacked" && this.canStack;
  }

  /** Whether the weights of the followed query may not be seen yet. */
  get isQuestion() {
    return this.asking.isOpen("most");
  }

  questions() {
    return questionsOf(this);
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return this.text("heading");
  }

  formulaNames() {
    if (this.stages?.isDrawn) return ["attention"];
    const isCross = this.stages ? this.stages.isCross : this.preset === "cross";
    return isCross
      ? ["crossQueries", "crossKeys", "crossValues", "attention"]
      : ["queries", "keys", "values", "attention"];
  }

  formulaPart() {
    return this.atWork;
  }

  picture() {
    const { n, m, matrices, isDrawn, positions } = this.stages;
    const lines = equations(this);
    const branch =
      this.atWork === "projections" && !isDrawn && positions !== "rotary" && !this.isStacked;
    const drawn = branch ? projectionLines(this, lines) : lines.map(equation);
    const tallest = Math.max(
      n,
      m,
      ...["W_Q", "W_K", "W_V"].map((name) => matrices[name]?.shape[0] ?? 0),
    );
    return html`<div
        class="stage"
        style=${styleMap({ "--rows": String(Math.min(tallest, DENSE_FROM)) })}
        @cell-point=${this.onPoint}
        @cell-edit=${this.onEdit}
        @cell-refuse=${this.onRefuse}
        @cell-switch=${this.onSwitch}
        @cell-answer=${this.onAnswer}
        @row-choose=${(/** @type {CustomEvent} */ event) => this.choose(event.detail.i)}
      >
        ${drawn}
        ${
          this.atWork === "output" &&
          this.shows("vectors") &&
          isPlane(this.stages) &&
          !this.practice.hides("O")
            ? vectorPlane(this)
            : nothing
        }
      </div>
      ${
        this.isQuestion
          ? nothing
          : html`<div class="beneath">${cellArithmetic(this)} ${legend(this)}</div>`
      }`;
  }

  // --- the cell that is explained ------------------------------------------------------------------

  /** The cell pointed at, else the one that shows this step best. @returns {Cell | undefined} */
  get cell() {
    const { stages, pointed } = this;
    if (pointed && this.isShown(pointed.matrix)) {
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
        return largest(this.isStacked ? "QKV" : "Q");
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

  /** Whether there is such a matrix in this state. @param {string} name */
  isShown(name) {
    if (name in this.stages.matrices) return true;
    const more = this.isStacked
      ? ["W_QKV", "QKV"]
      : this.experiment === "linear"
        ? ["A_lin", "O_lin"]
        : [];
    return more.includes(name);
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
    return namesOf(this.stages.keyTokens);
  }

  /** @param {number} j */
  quotedKey(j) {
    return html`<bdi>${this.text("quoted", { token: this.keyNames[j] ?? "" })}</bdi>`;
  }

  get followed() {
    return this.quoted(this.stages.queryTokens[this.stages.row]);
  }

  // --- readouts and controls ---------------------------------------------------------------------------

  readoutItems() {
    return readoutsOf(this);
  }

  controls() {
    return controlsOf(this);
  }

  get stepName() {
    const name = this.text(`step ${this.step}`);
    return this.text("stepOf", { step: this.step, steps: PARTS.length, name });
  }

  // --- the sentence ------------------------------------------------------------------------------------

  sentence() {
    const { happened } = this;
    return [happened ? [this.rich(happened.key, happened.values), " "] : "", stepSentence(this)];
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
    // What is shuffled is typed into where it stands, and belongs to the token that it is.
    const isOrdered = property === (example.memory ? "memory" : "x");
    const row = isOrdered ? this.stages.places[i] : i;
    const edited = old.map((numbers, r) =>
      numbers.map((number, c) => (r === row && c === j ? value : number)),
    );
    this.change({ [property]: edited }, "didEdit", {
      ...this.placeOf({ matrix, i, j }),
      from: format(old[row][j]),
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

  /** @param {CustomEvent<Cell & { text: string }>} event */
  onAnswer({ detail: { matrix, i, j, text } }) {
    this.practice.answer(matrix, i, j, text);
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
    if (this.failure !== undefined || this.isQuestion || this.step < SOFTMAX) return;
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

  /** Takes an experiment up, and leaves the last one behind. @param {ExperimentName} experiment */
  tryOut(experiment) {
    this.change({ experiment, positions: "none", order: undefined, pointed: undefined }, "didTry", {
      experiment: this.text(`experiment ${experiment || "none"}`),
    });
  }

  /** The tokens in another order; the followed one goes on being followed. @param {number[] | undefined} order from 1 */
  reorder(order) {
    const { places, row, isCross } = this.stages;
    const token = places[row];
    const query = isCross ? this.query : (order ? order.indexOf(token + 1) : token) + 1;
    this.change({ order, query, pointed: undefined }, order ? "didShuffle" : "didPutBack", {});
  }

  /** One column of W_V more or fewer: values need not be as long as keys. @param {1 | -1} by */
  resizeValues(by) {
    const { W_V } = this.stages.example;
    const width = W_V[0].length;
    const wv = W_V.map((row, r) =>
      by < 0 ? row.slice(0, -1) : [...row, Number(r === width % W_V.length)],
    );
    this.change({ wv, pointed: undefined }, "didValues", { d_v: width + by });
  }

  /** A preset as it is made: own numbers go. @param {Record<string, unknown>} changes */
  startOver(changes) {
    this.asking.forget();
    this.set({
      ...Object.fromEntries([...OWN_NUMBERS, "query"].map((name) => [name, undefined])),
      flip: [],
      mask: this.exampleOf(changes.preset).mask ?? "none",
      factor: 1,
      experiment: "",
      positions: "none",
      order: undefined,
      answers: {},
      pointed: undefined,
      happened: undefined,
      ...changes,
    });
  }

  /** @param {unknown} [preset] @returns {Partial<Example>} */
  exampleOf(preset = this.preset) {
    return entryOf(examples, String(preset)) ?? {};
  }

  reset() {
    super.reset();
    this.pointed = undefined;
    this.happened = undefined;
  }

  // --- what lies behind --------------------------------------------------------------------------------------

  tables() {
    const { stages } = this;
    const inputs = stages.isCross ? [stages.X, stages.keysX] : [stages.X];
    const names = [
      ...(stages.isDrawn ? [] : [...inputs, "W_Q", "W_K", "W_V"]),
      ...(this.isStacked ? ["W_QKV", "QKV"] : []),
      ...["Q", "K", "V", "S", SCALED, "M", "Z", "A", "O"],
      ...(this.experiment === "linear" ? ["A_lin", "O_lin"] : []),
    ];
    return names.map((name) => ({
      name,
      title: this.text(`title ${symbolText(name)}`),
      tensor: stages.tensorOf(name),
      concealed: this.practice.hides(name),
      ...labelsOf(stages, name, this.text),
    }));
  }

  description() {
    return descriptionOf(this);
  }

  exports() {
    return {
      name: `attention-steps-${this.step}-${this.atWork}`,
      svg: () => matricesToSvg({ title: this.stepName, lines: equations(this) }),
      // Programs tell what they print: not while that is being worked out.
      ...(this.practice.open === undefined
        ? { python: () => pythonOf(this.stages), numpy: () => numpyOf(this.stages) }
        : {}),
    };
  }
}

AttentionSteps.define();

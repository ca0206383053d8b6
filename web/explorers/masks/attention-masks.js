// <attention-masks>: a mask as a matrix that is added before softmax, and three ways to get it wrong.
//
// Attributes (all optional, all state: they change as the learner works)
//   preset         lesson-1 | lesson-2 | row | six | numpy-5
//   way            add | finite | score | weight | boolean: the right way, a finite number in its place, or
//                  a wrong way beside it
//   masks          any of causal padding prefix window, added up; none
//   padding, prefix, left, right   how many keys are padding, how long the prefix is, how far the
//                  window reaches
//   flip           cells of the mask switched by hand: "1:3 2:2", row:column from 1
//   bias           the finite number: bias="-1e9"
//   biases         others in single cells: biases="1:2:-3", row:column:number
//   query          the row to follow, from 1
//   scores         scaled scores of one's own, n × m: scores="2 1 0.5"; values: m rows
//   tokens, query-tokens   names of the keys and, where they are others, of the queries
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// readonly (not state): no cell takes a number or is switched.
// hide may name: way masks padding prefix left right bias query preset blind reset predict compare check, and
// the parts of the frame.
//
// Property: strings, the author's words (web/explorers/masks/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { tensor } from "../../../js/index.js";
import { MASKS, examples } from "./examples.js";
import { explain } from "./explain.js";
import { checkPanel } from "./check.js";
import { numpyOf, pythonOf } from "./python.js";
import { questionsOf } from "./question.js";
import { views } from "./view.js";
import { drawnFrom } from "../../model/lessons.js";
import { SIZE_OF, controlsOf } from "./controls.js";
import { cellArithmetic, labelsOf, legend, linesOf } from "./picture.js";
import { readoutsOf } from "./readouts.js";
import { descriptionOf, waySentence } from "./sentences.js";
import { presetOf } from "../../frame/presets.js";
import { written } from "../../parts/letters/lists.js";
import { strings } from "./strings.js";
import { masksStyles } from "./styles.js";
import { LETTERS, SCALED, WAYS, Ways } from "./ways.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { equation } from "../../parts/matrix/equation.js";
import { format, plain } from "../../parts/letters/numbers.js";
import { asks, readNumber, repeated } from "../../parts/letters/read-number.js";
import {
  isRagged,
  matrixConverter,
  numberConverter,
  wordsConverter,
} from "../../frame/converters.js";
import { matricesToSvg } from "../../parts/charts/svg.js";
import { namesOf, shortToken, symbol, symbolText } from "../../parts/letters/symbols.js";

/** @typedef {import("./examples.js").MaskExample} MaskExample */
/** @typedef {import("./examples.js").MaskName} MaskName */
/** @typedef {import("./explain.js").Cell} Cell */
/** @typedef {import("./ways.js").WayName} WayName */
/** @typedef {import("../../parts/matrix/matrix-grid.js").MatrixOptions} MatrixOptions */

// Larger ones are the heat map's.
const LARGEST = 16;
// What is written for −∞ where a softmax cannot have it.
const LARGE_BIAS = -1e9;

const OWN_NUMBERS = ["scores", "values", "tokens", "queryTokens"];
/** Cells switched by hand, as "row:column" from 1. */
const flipConverter = {
  /** @param {string | null} text */
  fromAttribute: (text) => (text ?? "").split(/[\s,]+/).filter((cell) => /^\d+:\d+$/.test(cell)),
  /** @param {string[]} cells */
  toAttribute: (cells) => (cells.length > 0 ? cells.join(" ") : null),
};

/** Names with spaces between; "none" for an empty list, no attribute for the preset's own. */
const masksConverter = {
  /** @param {string | null} text */
  fromAttribute: (text) =>
    text === null
      ? undefined
      : text.split(/[\s,+]+/).filter((name) => name !== "" && name !== "none"),
  /** @param {string[] | undefined} names */
  toAttribute: (names) => (names ? names.join(" ") || "none" : null),
};

/** "row:column:number", from 1. */
const biasesConverter = {
  /** @param {string | null} text */
  fromAttribute: (text) =>
    Object.fromEntries(
      (text ?? "").split(/[\s,]+/).flatMap((entry) => {
        const [, cell, typed = ""] = /^(\d+:\d+):(.+)$/.exec(entry) ?? [];
        const value = isMinusInfinity(typed) ? -Infinity : Number(typed);
        return cell && !Number.isNaN(value) ? [[cell, Math.fround(value)]] : [];
      }),
    ),
  /** @param {Record<string, number>} biases */
  toAttribute(biases) {
    const entries = Object.entries(biases).map(([cell, value]) => `${cell}:${plain(value)}`);
    return entries.length > 0 ? entries.join(" ") : null;
  },
};

/** @param {string} text */
const isMinusInfinity = (text) => readNumber(text, { infinite: true }).value === -Infinity;

export class AttentionMasks extends AttentionElement {
  static tag = "attention-masks";
  static reservedHeight = "48rem";
  static strings = strings;
  static state = [
    "preset",
    "way",
    "masks",
    ...Object.values(SIZE_OF),
    "flip",
    "bias",
    "biases",
    "query",
    ...OWN_NUMBERS,
  ];

  static styles = [...AttentionElement.styles, masksStyles];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    preset: { type: String, reflect: true },
    way: { type: String, reflect: true },
    masks: { converter: masksConverter, reflect: true },
    paddingSize: { type: Number, reflect: true, attribute: "padding" },
    prefixSize: { type: Number, reflect: true, attribute: "prefix" },
    leftSize: { type: Number, reflect: true, attribute: "left" },
    rightSize: { type: Number, reflect: true, attribute: "right" },
    flip: { converter: flipConverter, reflect: true },
    bias: { converter: numberConverter, reflect: true },
    biases: { converter: biasesConverter, reflect: true },
    query: { type: Number, reflect: true },
    scores: { converter: matrixConverter, reflect: true },
    values: { converter: matrixConverter, reflect: true },
    tokens: { converter: wordsConverter, reflect: true },
    queryTokens: { converter: wordsConverter, reflect: true, attribute: "query-tokens" },
    pointed: { state: true },
    happened: { state: true },
  };

  constructor() {
    super();
    this.preset = "lesson-1";
    /** @type {WayName} */
    this.way = "add";
    /** The preset's own when undefined. @type {MaskName[] | undefined} */
    this.masks = undefined;
    /** @type {number | undefined} */
    this.paddingSize = undefined;
    /** @type {number | undefined} */
    this.prefixSize = undefined;
    /** @type {number | undefined} */
    this.leftSize = undefined;
    /** @type {number | undefined} */
    this.rightSize = undefined;
    /** @type {string[]} */
    this.flip = [];
    /** The finite number that may stand for −∞. */
    this.bias = LARGE_BIAS;
    /** Numbers in single cells instead, by "row:column" from 1. @type {Record<string, number>} */
    this.biases = {};
    /** @type {number | undefined} */
    this.query = undefined;
    /** @type {number[][] | undefined} */
    this.scores = undefined;
    /** @type {number[][] | undefined} */
    this.values = undefined;
    /** @type {string[] | undefined} */
    this.tokens = undefined;
    /** @type {string[] | undefined} */
    this.queryTokens = undefined;
    /** The cell whose arithmetic is shown; the way's own choice when undefined. @type {Cell | undefined} */
    this.pointed = undefined;
    /** What the learner just did, for the sentence.
     * @type {{ key: string, values: Record<string, unknown> } | undefined} */
    this.happened = undefined;
    /** The numbers that are drawn: there once compute() has run. */
    this.ways = /** @type {Ways} */ (/** @type {unknown} */ (undefined));
  }

  // --- what is computed ------------------------------------------------------------------------

  /** @returns {MaskExample} */
  get example() {
    const example = presetOf(examples, this.preset, this.text);
    if (!example.isWorded) return example;
    const said = (/** @type {string} */ token) => this.text(`token ${token}`);
    return { ...example, tokens: example.tokens.map(said), queries: example.queries?.map(said) };
  }

  compute() {
    const { attn, example } = this;
    if (!attn) return;
    if (!WAYS.includes(this.way)) {
      throw new Error(this.text("noWay", { way: this.way, known: WAYS.join(", ") }));
    }
    const masks = this.masks ?? example.masks;
    for (const mask of masks) {
      if (MASKS.includes(mask)) continue;
      throw new Error(this.text("noMask", { mask, known: MASKS.join(", ") }));
    }
    for (const name of /** @type {const} */ (["scores", "values"])) {
      if (!isRagged(this[name])) continue;
      throw new RangeError(this.text("matrixRagged", { tag: this.localName, name }));
    }
    const { scaled, values } = this.inputs(attn, example);
    const [n, m] = scaled.shape;
    if (n === 0 || m === 0) throw new RangeError(this.text("noScores"));
    if (values.shape[0] !== m) {
      throw new RangeError(this.text("wrongValues", { has: values.shape[0], needs: m }));
    }
    const keys = this.tokensFor("tokens", this.tokens, example.tokens, m);
    const queries = this.tokensFor(
      "query-tokens",
      this.queryTokens ?? (this.tokens?.length === n ? this.tokens : undefined),
      example.queries ?? example.tokens,
      n,
    );
    /** @param {(typeof import("./controls.js").SIZES)[number]} name @param {number} most */
    const size = (name, most) =>
      Math.min(most, Math.max(0, Math.trunc(Number(this[SIZE_OF[name]] ?? example[name])) || 0));
    this.ways = new Ways(attn, {
      queries,
      keys,
      scaled,
      values,
      masks: MASKS.filter((mask) => masks.includes(mask)),
      padding: size("padding", m),
      prefix: size("prefix", m),
      left: size("left", Math.max(n, m) - 1),
      right: size("right", Math.max(n, m) - 1),
      flip: this.flip,
      bias: Number.isNaN(this.bias) ? LARGE_BIAS : Math.fround(this.bias),
      biases: this.biases,
      query: this.query ?? example.query,
    });
  }

  /**
   * Scores and values: the learner's own, else the preset's, else none to speak of.
   * @param {import("../../frame/attention-element.js").Attention} attn @param {MaskExample} example
   */
  inputs(attn, { from, scores, values }) {
    const drawn = from && drawnFrom(attn, from);
    const made = drawn
      ? {
          v: drawn.v,
          scaled: attn.attention(drawn.q, drawn.k, drawn.v, { scores: "scaled" }).scores,
        }
      : from && attn.steps(from.x, { W_Q: from.W_Q, W_K: from.W_K, W_V: from.W_V });
    const scaled = this.scores
      ? tensor(this.scores)
      : (made?.scaled ?? tensor(/** @type {number[][]} */ (scores)));
    if (scaled.shape.length !== 2) throw new RangeError(this.text("noScores"));
    if (Math.max(...scaled.shape) > LARGEST) {
      const [rows, columns] = scaled.shape;
      throw new RangeError(this.text("tooLarge", { rows, columns, most: LARGEST }));
    }
    const given = made?.v ?? tensor(/** @type {number[][]} */ (values));
    const m = scaled.shape[1];
    const unit = Array.from({ length: m }, (_, i) =>
      Array.from({ length: m }, (_unused, j) => Number(i === j)),
    );
    const fitting = given.shape[0] === m ? given : tensor(unit);
    return { scaled, values: this.values ? tensor(this.values) : fitting };
  }

  /**
   * The author's tokens, else the preset's while there are as many, else numbers.
   * @param {string} name @param {string[] | undefined} own @param {string[]} preset
   * @param {number} count
   */
  tokensFor(name, own, preset, count) {
    if (own && own.length !== count) {
      throw new RangeError(this.text("wrongTokens", { name, has: own.length, needs: count }));
    }
    if (own) return own;
    if (preset.length === count) return preset;
    return Array.from({ length: count }, (_, i) => this.text("key", { i: i + 1 }));
  }

  questions() {
    return questionsOf(this);
  }

  /** Whether the weights of this way may not be seen yet. */
  get isQuestion() {
    return this.asking.isOpen();
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return this.text("heading");
  }

  formulaNames() {
    return ["attention"];
  }

  formulaPart() {
    return this.way === "weight" ? "softmax" : "mask";
  }

  /** All ways are compared once nothing is left to guess. */
  get comparesWays() {
    return this.shows("compare") && this.way !== "add" && !this.isQuestion;
  }

  picture() {
    return html`<div
        class="lines"
        @cell-point=${this.onPoint}
        @cell-edit=${this.onEdit}
        @cell-refuse=${this.onRefuse}
        @cell-switch=${this.onSwitch}
        @row-choose=${(/** @type {CustomEvent} */ event) => this.choose(event.detail.i)}
      >
        ${linesOf(this).map(
          ({ title, verdict, parts }) =>
            html`<div class="line">
              ${
                title
                  ? html`<p>${verdict ? html`<b>${this.text(verdict)}</b> ` : nothing}${title}</p>`
                  : nothing
              }
              ${equation(parts)}
            </div>`,
        )}
      </div>
      ${
        this.isQuestion
          ? nothing
          : html`<div class="beneath">${cellArithmetic(this)} ${legend(this)}</div>`
      }`;
  }

  // --- the cell that is explained ------------------------------------------------------------------

  /** The matrices that this way shows. */
  get shown() {
    const hasParts =
      this.ways.summands.length > 1 && this.way !== "boolean" && this.way !== "finite";
    return [
      ...views[this.way].shown,
      ...(hasParts ? this.ways.summands.map(([name]) => `M_${name}`) : []),
      ...(this.comparesWays ? ["A_row", "Σ_row"] : []),
    ];
  }

  /** The cell pointed at, else the one that shows this way best. @returns {Cell | undefined} */
  get cell() {
    const { ways, pointed } = this;
    if (pointed && this.shown.includes(pointed.matrix)) {
      const [rows, columns] = ways.matrices[pointed.matrix].shape;
      if (pointed.i < rows && pointed.j < columns) return pointed;
    }
    return views[this.way].cell(ways);
  }

  get explanation() {
    const { cell } = this;
    return cell && explain(this.ways, cell, this.text);
  }

  /** @param {Cell} cell */
  placeOf({ matrix: name, i, j }) {
    const { rows, columns, rowAxis, columnAxis } = labelsOf(this, name);
    return {
      symbol: symbol(name),
      title: this.text(`title ${symbolText(name)}`),
      rowAxis,
      columnAxis,
      row: rows ? this.quoted(rows[i]) : i + 1,
      column: columns ? this.quoted(columns[j]) : j + 1,
    };
  }

  /** @param {string} token */
  quoted(token) {
    return html`<bdi>${this.text("quoted", { token: shortToken(token) })}</bdi>`;
  }

  /** A key by its name; by its place too where several have that name. @param {number} j */
  quotedKey(j) {
    const token = namesOf(this.ways.keys)[j] ?? "";
    return html`<bdi>${this.text("quoted", { token })}</bdi>`;
  }

  get followed() {
    return this.quoted(this.ways.queries[this.ways.row]);
  }

  /** Names of the keys for which something is so. @param {(j: number) => boolean} isSo */
  keysOf(isSo) {
    return this.ways.keys.flatMap((_, j) => (isSo(j) ? [this.quotedKey(j)] : []));
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
    return [happened ? [this.rich(happened.key, happened.values), " "] : "", waySentence(this)];
  }

  // --- what a learner does -------------------------------------------------------------------------------

  /** @param {CustomEvent<Cell>} event */
  onPoint({ detail: { matrix, i, j } }) {
    this.pointed = { matrix, i, j };
  }

  /** @param {CustomEvent<Cell & { value: number }>} event */
  onEdit({ detail: { matrix, i, j, value } }) {
    const { ways } = this;
    if (matrix === "M_b") {
      this.typeBias(i, j, value);
      return;
    }
    const name = matrix === "V" ? "values" : "scores";
    const old = ways.at(matrix, i, j);
    const rows = Array.from({ length: ways.matrices[matrix].shape[0] }, (_, r) =>
      ways.rowOf(matrix, r).map((number, c) => (r === i && c === j ? value : number)),
    );
    const values = {
      from: format(old),
      to: format(value),
      ...(matrix === "V" ? {} : { query: this.quoted(ways.queries[i]), key: this.quotedKey(j) }),
    };
    this.change({ [name]: rows }, matrix === "V" ? "didEditValue" : "didEdit", values);
  }

  /** @param {CustomEvent<Cell & { text: string }>} event */
  onRefuse({ detail: { matrix, i, j, text } }) {
    this.happened = {
      key: "didRefuse",
      values: { text, kept: format(this.ways.at(matrix, i, j)) },
    };
  }

  /** A number typed into the mask. @param {number} i @param {number} j @param {number} value */
  typeBias(i, j, value) {
    this.change(
      {
        biases: { ...this.biases, [`${i + 1}:${j + 1}`]: value },
        pointed: { matrix: "M_b", i, j },
      },
      "didBias",
      {
        query: this.quoted(this.ways.queries[i]),
        key: this.quotedKey(j),
        to: format(value),
      },
    );
  }

  /** The number that stands wherever a key is hidden. @param {string} text as it was typed */
  fill(text) {
    const reading = readNumber(text, { infinite: true });
    /** @param {number} bias */
    const take = (bias) =>
      this.change({ bias, biases: {}, pointed: undefined }, "didFill", { to: format(bias) });
    if (reading.value !== undefined) take(reading.value);
    else if (reading.fault !== "none") asks(this.renderRoot, text, reading, take);
    else {
      this.happened = {
        key: "didRefuse",
        values: { text: repeated(text), kept: format(this.bias) },
      };
    }
    this.requestUpdate();
  }

  /** @param {CustomEvent<Cell>} event */
  onSwitch({ detail: { matrix, i, j } }) {
    const isHidden = this.ways.isHidden(i, j);
    this.change(
      { flip: this.switched([`${i + 1}:${j + 1}`]), pointed: { matrix, i, j } },
      isHidden ? "didOpen" : "didHide",
      { query: this.quoted(this.ways.queries[i]), key: this.quotedKey(j) },
    );
  }

  /** Takes from the followed query every key that it still may read. */
  hideAll() {
    const { ways } = this;
    const open = ways.keys.flatMap((_, j) =>
      ways.isHidden(ways.row, j) ? [] : [`${ways.row + 1}:${j + 1}`],
    );
    this.change({ flip: this.switched(open), pointed: undefined }, "didBlind", {
      query: this.followed,
    });
  }

  /** The cells that are switched by hand once these are switched too. @param {string[]} cells */
  switched(cells) {
    const kept = this.flip.filter((cell) => !cells.includes(cell));
    return [...kept, ...cells.filter((cell) => !this.flip.includes(cell))];
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
    const { weights } = LETTERS[this.way];
    const before = this.ways.rowOf(weights, this.ways.row);
    this.happened = { key, values };
    await this.set(changes);
    if (this.failure !== undefined || this.isQuestion) return;
    const after = this.ways.rowOf(weights, this.ways.row);
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
    this.asking.forget();
    this.set({
      ...Object.fromEntries(
        [...OWN_NUMBERS, ...Object.values(SIZE_OF), "query", "masks"].map((name) => [
          name,
          undefined,
        ]),
      ),
      flip: [],
      bias: LARGE_BIAS,
      biases: {},
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

  /** Every matrix there is, seen or not. */
  get allNames() {
    const { summands } = this.ways;
    const parts = summands.length > 1 ? summands.map(([name]) => `M_${name}`) : [];
    const each = ["A", "A_b", "A_0", "A_all", "A_cut", "A_keep"];
    return [
      SCALED,
      ...parts,
      "M",
      "Z",
      ...["M_b", "Z_b", "Z_0"],
      ...each,
      "V",
      "O",
      "O_b",
      "O_0",
      "O_cut",
      "O_keep",
      "A_row",
      "Σ_row",
    ];
  }

  tables() {
    return this.allNames.map((name) => ({
      name,
      title: this.text(`title ${symbolText(name)}`),
      tensor: this.ways.matrices[name],
      ...labelsOf(this, name),
    }));
  }

  description() {
    return descriptionOf(this);
  }

  panels() {
    return [{ name: "check", title: this.text("check"), draw: () => checkPanel(this) }];
  }

  exports() {
    return {
      name: `attention-masks-${this.way}`,
      svg: () =>
        matricesToSvg({
          title: this.text("heading"),
          lines: linesOf(this).map((line) => line.parts),
        }),
      python: () => pythonOf(this.ways),
      numpy: () => numpyOf(this.ways),
    };
  }
}

AttentionMasks.define();

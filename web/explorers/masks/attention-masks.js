// <attention-masks>: a mask as a matrix that is added before softmax, and three ways to get it wrong.
//
// Attributes (all optional, all state: they change as the learner works)
//   preset         lesson-1 | lesson-2 | row | six
//   way            add | score | weight | boolean: the right way, or the wrong one beside it
//   masks          any of causal padding prefix window, added up; none
//   padding, prefix, left, right   how many keys are padding, how long the prefix is, how far the
//                  window reaches
//   flip           cells of the mask switched by hand: "1:3 2:2", row:column from 1
//   query          the row to follow, from 1
//   scores         scaled scores of one's own, n × m: scores="2 1 0.5"; values: m rows
//   tokens, query-tokens   names of the keys and, where they are others, of the queries
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: way masks padding prefix left right query preset blind reset predict compare, and
// the parts of the frame.
//
// Property: strings, the author's words (web/explorers/masks/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { tensor } from "../../../js/index.js";
import { MASKS, examples } from "./examples.js";
import { explain } from "./explain.js";
import { pythonOf } from "./python.js";
import { strings } from "./strings.js";
import { masksStyles } from "./styles.js";
import { LETTERS, SCALED, WAYS, Ways, sumName } from "./ways.js";
import { arithmetic } from "../../parts/letters/arithmetic.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { extentOf } from "../../parts/matrix/colour.js";
import { colourBar } from "../../parts/matrix/colour-bar.js";
import { choice, menu, slider } from "../../parts/fields/controls.js";
import { equation } from "../../parts/matrix/equation.js";
import { format, vector } from "../../parts/letters/numbers.js";
import { prediction } from "../../parts/fields/prediction.js";
import { matrixConverter, wordsConverter } from "../../frame/state.js";
import { matricesToSvg } from "../../parts/charts/svg.js";
import { shortToken, symbol, symbolText, visibleToken } from "../../parts/letters/symbols.js";
import { toggles } from "../../parts/fields/toggles.js";

/** @typedef {import("./examples.js").MaskExample} MaskExample */
/** @typedef {import("./examples.js").MaskName} MaskName */
/** @typedef {import("./explain.js").Cell} Cell */
/** @typedef {import("./ways.js").WayName} WayName */
/** @typedef {import("../../parts/matrix/matrix-grid.js").MatrixOptions} MatrixOptions */
/** @typedef {{ title: unknown, verdict?: "right" | "wrong", parts: (MatrixOptions | string)[] }} Line */

// Larger ones are the heat map's.
const LARGEST = 16;
// From this many rows or columns on, matrices are drawn a size smaller.
const DENSE_FROM = 5;
// Outputs are written as the lesson prints them.
const OUTPUT_DECIMALS = 4;
// Vectors up to this length stay in one line.
const SHORT_VECTOR = 4;
// An answer "little" is below the first, "some" up to the second.
const LITTLE = 0.1;
const HALF = 0.5;

const OWN_NUMBERS = ["scores", "values", "tokens", "queryTokens"];
const SIZES = /** @type {const} */ (["padding", "prefix", "left", "right"]);
/** The properties of the sizes: elements have a property "prefix" already. */
const SIZE_OF = /** @type {const} */ ({
  padding: "paddingSize",
  prefix: "prefixSize",
  left: "leftSize",
  right: "rightSize",
});
/** Which mask each size belongs to. @type {Record<string, MaskName>} */
const MASK_OF = { padding: "padding", prefix: "prefix", left: "window", right: "window" };

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

/** @param {unknown[]} pieces @param {string} [between] */
const joined = (pieces, between = ", ") =>
  pieces.map((piece, index) => [index > 0 ? between : "", piece]);

/** @param {number[]} values */
const written = (values) => values.map((value) => format(value)).join(", ");

/** @param {number} value */
const asOutput = (value) => format(value, OUTPUT_DECIMALS);
/** @param {number[]} values */
const outputVector = (values) =>
  html`<span class=${values.length <= SHORT_VECTOR ? "nobreak" : ""}
    >(${values.map(asOutput).join(", ")})</span
  >`;

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
    query: { type: Number, reflect: true },
    scores: { converter: matrixConverter, reflect: true },
    values: { converter: matrixConverter, reflect: true },
    tokens: { converter: wordsConverter, reflect: true },
    queryTokens: { converter: wordsConverter, reflect: true, attribute: "query-tokens" },
    pointed: { state: true },
    guesses: { state: true },
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
    /** What the learner expects, by the question; "" for no answer. @type {Record<string, string>} */
    this.guesses = {};
    /** What the learner just did, for the sentence.
     * @type {{ key: string, values: Record<string, unknown> } | undefined} */
    this.happened = undefined;
    /** The numbers that are drawn: there once compute() has run. */
    this.ways = /** @type {Ways} */ (/** @type {unknown} */ (undefined));
  }

  // --- what is computed ------------------------------------------------------------------------

  /** @returns {MaskExample} */
  get example() {
    const example = examples[/** @type {keyof typeof examples} */ (this.preset)];
    if (!example) {
      const known = Object.keys(examples).join(", ");
      throw new Error(this.text("noPreset", { preset: this.preset, known }));
    }
    return example;
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
    const { scaled, values } = this.inputs(attn, example);
    const [n, m] = scaled.shape;
    if (n === 0 || m === 0) throw new RangeError(this.text("noScores"));
    if (Math.max(n, m) > LARGEST) {
      throw new RangeError(this.text("tooLarge", { rows: n, columns: m, most: LARGEST }));
    }
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
    /** @param {(typeof SIZES)[number]} name @param {number} most */
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
      query: this.query ?? example.query,
    });
  }

  /**
   * Scores and values: the learner's own, else the preset's, else none to speak of.
   * @param {import("../../frame/attention-element.js").Attention} attn @param {MaskExample} example
   */
  inputs(attn, { from, scores, values }) {
    const made = from && attn.steps(from.x, { W_Q: from.W_Q, W_K: from.W_K, W_V: from.W_V });
    const scaled = this.scores
      ? tensor(this.scores)
      : (made?.scaled ?? tensor(/** @type {number[][]} */ (scores)));
    if (scaled.shape.length !== 2) throw new RangeError(this.text("noScores"));
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

  /** Whether the question of a way has been answered, or is not asked. @param {WayName} way */
  isRevealed(way) {
    if (!this.shows("predict")) return true;
    if (way === "add") return this.guesses.add !== undefined || !this.asksAdd;
    return way !== "score" || this.guesses.score !== undefined;
  }

  /** The first question needs a query that something is hidden from, and that may read something. */
  get asksAdd() {
    const { ways } = this;
    const mask = ways.rowOf("M", ways.row);
    return mask.some((value) => value !== 0) && !ways.isBlind(ways.row);
  }

  /** Who looks at a wrong way has seen the right one. */
  get isQuestion() {
    return !this.isRevealed(this.way);
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

  /** The equations of this way, one under the other. @returns {Line[]} */
  lines() {
    const { matrices, summands, queries, row } = this.ways;
    const extent = extentOf(matrices[SCALED].data);
    /** @param {string} name @param {Partial<MatrixOptions>} [more] */
    const show = (name, more) => this.options(name, more);
    /** @param {string} name @param {Partial<MatrixOptions>} [more] */
    const scores = (name, more) => show(name, { heat: "score", extent, ...more });
    /** @param {string} name */
    const weights = (name) => [
      show(name, { heat: "weight", extent: 1, concealed: this.isConcealed(name) }),
      show(sumName(name), { concealed: this.isConcealed(name), rowAxis: undefined }),
    ];
    const softmax = this.text("softmaxSign");
    const switched = { switchable: true };
    /** @type {Line[]} */
    const lines = [];
    if (this.way !== "boolean" && summands.length > 1) {
      lines.push({
        title: this.text("line sum"),
        parts: summands.flatMap(([name], index) => [
          ...(index > 0 ? ["+"] : []),
          show(`M_${name}`, { dense: true, choosable: false, chosenRow: undefined }),
        ]),
      });
    }
    switch (this.way) {
      case "add":
        lines.push(
          {
            title: this.text("line add"),
            verdict: "right",
            parts: [scores(SCALED, { editable: true }), "+", show("M", switched)],
          },
          { title: "", parts: ["=", scores("Z"), softmax, ...weights("A")] },
        );
        break;
      case "score":
        lines.push(
          {
            title: this.text("line right"),
            verdict: "right",
            parts: [scores("Z", switched), softmax, ...weights("A")],
          },
          {
            title: this.text("line score"),
            verdict: "wrong",
            parts: [scores("Z_0"), softmax, ...weights("A_0")],
          },
        );
        break;
      case "weight": {
        const all = show("A_all", { heat: "weight", extent: 1 });
        lines.push(
          {
            title: this.text("line right"),
            verdict: "right",
            parts: [scores("Z", switched), softmax, ...weights("A")],
          },
          {
            title: this.text("line weight"),
            verdict: "wrong",
            parts: [all, this.text("zeroSign"), ...weights("A_cut")],
          },
        );
        break;
      }
      default: {
        const flags = show("B", {
          ...switched,
          write: (value) => this.text(value === 0 ? "false" : "true"),
        });
        const outputs = { write: asOutput };
        lines.push(
          { title: this.text("line flags"), parts: [flags, show("V", { editable: true })] },
          {
            title: this.text("line drop"),
            verdict: "right",
            parts: [weights("A")[0], "· V =", show("O", outputs)],
          },
          {
            title: this.text("line keep"),
            verdict: "wrong",
            parts: [weights("A_keep")[0], "· V =", show("O_keep", outputs)],
          },
        );
      }
    }
    if (this.comparesWays) {
      lines.push({
        title: this.rich("line compare", { query: this.quoted(queries[row]) }),
        parts: [show("A_row", { heat: "weight", extent: 1 }), show("Σ_row")],
      });
    }
    return lines;
  }

  /** All four ways are compared once nothing is left to guess. */
  get comparesWays() {
    return this.shows("compare") && this.way !== "add" && this.isRevealed("score");
  }

  /** Whether a matrix of weights would give an answer away. @param {string} name */
  isConcealed(name) {
    if (name === "A") return this.way === "add" && this.isQuestion;
    return name === "A_0" && this.isQuestion;
  }

  /** What the rows and columns of a matrix are. @param {string} name */
  labelsOf(name) {
    const { queries, keys } = this.ways;
    const query = this.text("axisQuery");
    const key = this.text("axisKey");
    const number = this.text("axisNumber");
    if (name === "V") return { rowAxis: key, columnAxis: number, rows: keys };
    if (name.startsWith("O")) return { rowAxis: query, columnAxis: number, rows: queries };
    if (name === "A_row") {
      const rows = WAYS.map((way) => this.text(`row ${way}`));
      return { rowAxis: this.text("axisWay"), columnAxis: key, rows, columns: keys };
    }
    if (name === "Σ_row") {
      const rows = WAYS.map((way) => this.text(`row ${way}`));
      const columns = [this.text("sum"), this.text("onHidden")];
      return { rowAxis: this.text("axisWay"), columnAxis: this.text("axisSum"), rows, columns };
    }
    if (name.startsWith("Σ")) {
      const columns = [this.text("sum")];
      return { rowAxis: query, columnAxis: this.text("axisSum"), rows: queries, columns };
    }
    return { rowAxis: query, columnAxis: key, rows: queries, columns: keys };
  }

  /** @param {string} name @param {Partial<MatrixOptions>} [more] @returns {MatrixOptions} */
  options(name, more) {
    const { ways, cell } = this;
    const { n, m } = ways;
    const followsQueries = !["V", "A_row", "Σ_row"].includes(name);
    const explained = this.isQuestion ? undefined : this.explanation;
    return {
      ...this.labelsOf(name),
      name,
      title: this.text(`title ${symbolText(name)}`),
      tensor: ways.matrices[name],
      dense: Math.max(n, m) >= DENSE_FROM,
      chosenRow: followsQueries && n > 1 ? ways.row : undefined,
      choosable: followsQueries && n > 1 && !name.startsWith("Σ"),
      target: cell?.matrix === name && explained ? [cell.i, cell.j] : undefined,
      lit: explained?.lit[name],
      masked: this.hatchOf(name),
      text: this.text,
      ...more,
    };
  }

  /**
   * Which cells are hatched: what a mask hides. A hidden key that has some weight all the same is not:
   * its colour is the fault.
   * @param {string} name @returns {MatrixOptions["masked"]}
   */
  hatchOf(name) {
    const { ways } = this;
    if (name === SCALED || /^[BVOΣ]/.test(name)) return undefined;
    if (name.startsWith("M_")) return (i, j) => ways.at(name, i, j) === -Infinity;
    if (name === "A_row") return (i, j) => ways.at(name, i, j) === 0;
    if (name === "A_keep") return (i, j) => !ways.isHidden(i, j);
    const isWeight = name.startsWith("A");
    return (i, j) => ways.isHidden(i, j) && !(isWeight && ways.at(name, i, j) > 0);
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
        ${this.lines().map(
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
      ${this.question()}
      ${
        this.isQuestion
          ? nothing
          : html`<div class="beneath">${this.arithmetic()} ${this.legend()}</div>`
      }`;
  }

  arithmetic() {
    const { cell, explanation } = this;
    if (!cell || !explanation) return nothing;
    const place = this.rich("place", this.placeOf(cell));
    return arithmetic({ place, sum: explanation.sum, live: this.pointed !== undefined });
  }

  legend() {
    const { matrices } = this.ways;
    const masked = matrices.M.data.includes(-Infinity) ? this.text("hatched") : undefined;
    return html`<div class="bars">
      ${
        this.way === "boolean"
          ? nothing
          : colourBar({
              scale: "score",
              extent: extentOf(matrices[SCALED].data),
              label: this.text("scoreScale"),
            })
      }
      ${colourBar({ scale: "weight", extent: 1, label: this.text("weightScale"), masked })}
    </div>`;
  }

  // --- the cell that is explained ------------------------------------------------------------------

  /** The matrices that this way shows. */
  get shown() {
    const weights = LETTERS[this.way].weights;
    const own = {
      add: [SCALED, "M", "Z", "A", "Σ"],
      score: ["Z", "A", "Σ", "Z_0", weights, sumName(weights)],
      weight: ["Z", "A", "Σ", "A_all", weights, sumName(weights)],
      boolean: ["B", "V", "A", "O", weights, "O_keep"],
    }[this.way];
    const parts = this.ways.summands.length > 1 && this.way !== "boolean";
    return [
      ...own,
      ...(parts ? this.ways.summands.map(([name]) => `M_${name}`) : []),
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
    const i = ways.row;
    const first = ways.rowOf("M", i).indexOf(-Infinity);
    const j = Math.max(0, first);
    if (this.way === "add") return { matrix: "Z", i, j };
    if (this.way === "score") return { matrix: "A_0", i, j };
    if (this.way === "weight") return { matrix: sumName("A_cut"), i, j: 0 };
    return { matrix: "O_keep", i, j: Math.max(0, ways.matrices.V.shape[1] - 1) };
  }

  get explanation() {
    const { cell } = this;
    return cell && explain(this.ways, cell, this.text);
  }

  /** @param {Cell} cell */
  placeOf({ matrix: name, i, j }) {
    const { rows, columns, rowAxis, columnAxis } = this.labelsOf(name);
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
    const { keys } = this.ways;
    const isAlone = keys.indexOf(keys[j]) === keys.lastIndexOf(keys[j]);
    const token = isAlone ? shortToken(keys[j]) : `${shortToken(keys[j])} (${j + 1})`;
    return html`<bdi>${this.text("quoted", { token })}</bdi>`;
  }

  get followed() {
    return this.quoted(this.ways.queries[this.ways.row]);
  }

  // --- the predictions -------------------------------------------------------------------------------

  question() {
    if (!this.shows("predict")) return nothing;
    const { ways } = this;
    const hidden = this.keysOf((j) => ways.isHidden(ways.row, j));
    if (this.way === "add" && this.asksAdd) {
      return this.asked("add", ["lost", "equal", "factor"], {
        key: hidden.length === 1 ? "question addOne" : "question add",
        hidden: joined(hidden),
      });
    }
    if (this.way === "score") {
      return this.asked("score", ["none", "little", "some", "most"], { key: "question score" });
    }
    return nothing;
  }

  /**
   * @param {"add" | "score"} name @param {string[]} answers
   * @param {Record<string, unknown> & { key: string }} values
   */
  asked(name, answers, { key, ...values }) {
    return prediction({
      question: this.rich(key, { query: this.followed, ...values }),
      answers: answers.map((value) => ({ value, label: this.text(`answer ${value}`) })),
      given: this.guesses[name],
      verdict: this.verdict(name),
      onAnswer: (guess) =>
        this.set({ guesses: { ...this.guesses, [name]: guess }, pointed: undefined }),
      text: this.text,
    });
  }

  /** @param {"add" | "score"} name */
  verdict(name) {
    const { ways, followed: query } = this;
    const { row } = ways;
    const left = ways.leftOn("A_0", row);
    const before = ways.rowOf("A_all", row);
    const after = ways.rowOf("A", row);
    const seen = after.findIndex((weight) => weight > 0);
    const truth =
      name === "add"
        ? "factor"
        : left === 0
          ? "none"
          : left < LITTLE
            ? "little"
            : left <= HALF
              ? "some"
              : "most";
    const isRight = this.guesses[name] === truth;
    const said =
      name === "score"
        ? this.rich("verdict score", {
            left: format(left),
            right: written(after),
            wrong: written(ways.rowOf("A_0", row)),
          })
        : seen < 0
          ? this.rich("verdict blind", { query })
          : this.rich("verdict factor", {
              query,
              before: written(before),
              after: written(after),
              factor: format(Math.fround(after[seen] / before[seen])),
            });
    return html`<b>${this.text(isRight ? "asExpected" : "notAsExpected")}</b> ${said}`;
  }

  /** Names of the keys for which something is so. @param {(j: number) => boolean} isSo */
  keysOf(isSo) {
    return this.ways.keys.flatMap((_, j) => (isSo(j) ? [this.quotedKey(j)] : []));
  }

  // --- readouts and controls ---------------------------------------------------------------------------

  readoutItems() {
    const { ways, way } = this;
    const { weights, output } = LETTERS[way];
    const isSeen = this.isRevealed(way);
    const notYet = this.text("notYet");
    const hidden = ways.matrices.M.data.filter((value) => value === -Infinity).length;
    return [
      {
        name: "hidden",
        label: this.text("readHidden"),
        value: this.text("ofCells", { hidden, cells: ways.n * ways.m }),
      },
      {
        name: "weights",
        label: this.rich("readWeights", { query: this.followed }),
        value: isSeen ? written(ways.rowOf(weights, ways.row)) : notYet,
      },
      {
        name: "sum",
        label: this.text("readSum"),
        value: isSeen ? format(ways.sumOf(weights, ways.row)) : notYet,
      },
      {
        name: "left",
        label: this.text("readLeft"),
        value: isSeen ? format(ways.leftOn(weights, ways.row)) : notYet,
      },
      {
        name: "output",
        label: this.rich("readOutput", { query: this.followed }),
        value: isSeen ? outputVector(ways.rowOf(output, ways.row)) : notYet,
      },
    ];
  }

  controls() {
    const { text, ways } = this;
    const { settings } = ways;
    const way = () =>
      choice({
        name: "way",
        label: text("way"),
        value: this.way,
        options: WAYS.map((value) => ({ value, label: text(`way ${value}`) })),
        onChange: (value) => this.set({ way: value, pointed: undefined, happened: undefined }),
      });
    const masks = () =>
      toggles({
        name: "masks",
        label: text("masks"),
        values: settings.masks,
        options: MASKS.map((value) => ({ value, label: text(`mask ${value}`) })),
        onChange: (values) => {
          const names = values.map((value) => text(`mask ${value}`)).join(" + ");
          this.change({ masks: values, flip: [] }, "didMasks", {
            masks: names || text("noMaskOn"),
          });
        },
      });
    /** @param {(typeof SIZES)[number]} name */
    const size = (name) =>
      slider({
        name,
        label: text(`size ${name}`),
        min: 0,
        max: name === "padding" || name === "prefix" ? ways.m : Math.max(ways.n, ways.m) - 1,
        step: 1,
        value: settings[name],
        shown: String(settings[name]),
        onChange: (value) =>
          this.set({ [SIZE_OF[name]]: value, pointed: undefined, happened: undefined }),
      });
    const query = () =>
      menu({
        name: "query",
        label: text("follow"),
        value: String(ways.row),
        options: ways.queries.map((token, i) => ({ value: String(i), label: shortToken(token) })),
        onChange: (row) => this.choose(Number(row)),
      });
    const preset = () =>
      menu({
        name: "preset",
        label: text("preset"),
        value: this.preset,
        options: Object.keys(examples).map((value) => ({ value, label: text(`preset ${value}`) })),
        onChange: (value) => this.startOver({ preset: value }),
      });
    /** @param {string} name @param {() => void} act */
    const action = (name, act) =>
      html`<button type="button" class="quiet" data-action=${name} @click=${act}>
        ${text(name)}
      </button>`;
    /** @param {string} name @param {() => unknown} draw */
    const shown = (name, draw) => (this.shows(name) ? draw() : nothing);
    const isBlind = ways.isBlind(ways.row);
    return html`${shown("way", way)} ${shown("masks", masks)}
      ${SIZES.filter((name) => settings.masks.includes(MASK_OF[name])).map((name) =>
        shown(name, () => size(name)),
      )}
      <div class="beside">
        ${ways.n > 1 ? shown("query", query) : nothing}
        ${isBlind ? nothing : shown("blind", () => action("blind", () => this.hideAll()))}
      </div>
      <div class="beside">
        ${shown("preset", preset)}
        ${shown("reset", () => action("reset", () => this.startOver({})))}
      </div>`;
  }

  // --- the sentence ------------------------------------------------------------------------------------

  sentence() {
    const { happened } = this;
    return [happened ? [this.rich(happened.key, happened.values), " "] : "", this.waySentence()];
  }

  waySentence() {
    const { ways, followed: query, way } = this;
    const { row } = ways;
    const { weights, output } = LETTERS[way];
    if (!this.isRevealed(way)) return this.rich("sayPredict", { query });
    const isBlind = ways.isBlind(row);
    const visible = this.keysOf((j) => !ways.isHidden(row, j));
    const values = {
      query,
      weights: written(ways.rowOf(weights, row)),
      sum: format(ways.sumOf(weights, row)),
      left: format(ways.leftOn(weights, row)),
      output: outputVector(ways.rowOf(output, row)),
      right: outputVector(ways.rowOf("O", row)),
      visible: joined(visible),
    };
    const isOpen = visible.length === ways.m;
    switch (way) {
      case "add":
        return this.rich(isBlind ? "sayBlind" : isOpen ? "sayAllOpen" : "sayAdd", values);
      case "score":
        if (isOpen) return this.rich("sayNothingHidden", values);
        return this.rich(isBlind ? "sayScoreBlind" : "sayScore", {
          ...values,
          right: written(ways.rowOf("A", row)),
        });
      case "weight":
        if (isOpen) return this.rich("sayNothingHidden", values);
        return this.rich(isBlind ? "sayWeightBlind" : "sayWeight", values);
      default:
        return this.rich(isOpen ? "sayBooleanBlind" : "sayBoolean", values);
    }
  }

  // --- what a learner does -------------------------------------------------------------------------------

  /** @param {CustomEvent<Cell>} event */
  onPoint({ detail: { matrix, i, j } }) {
    this.pointed = { matrix, i, j };
  }

  /** @param {CustomEvent<Cell & { value: number }>} event */
  onEdit({ detail: { matrix, i, j, value } }) {
    const { ways } = this;
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
    if (this.failure !== undefined || !this.isRevealed(this.way)) return;
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
    this.set({
      ...Object.fromEntries(
        [...OWN_NUMBERS, ...Object.values(SIZE_OF), "query", "masks"].map((name) => [
          name,
          undefined,
        ]),
      ),
      flip: [],
      guesses: {},
      pointed: undefined,
      happened: undefined,
      ...changes,
    });
  }

  reset() {
    super.reset();
    this.guesses = {};
    this.pointed = undefined;
    this.happened = undefined;
  }

  // --- what lies behind --------------------------------------------------------------------------------------

  /** Every matrix there is, seen or not. */
  get allNames() {
    const { summands } = this.ways;
    const parts = summands.length > 1 ? summands.map(([name]) => `M_${name}`) : [];
    const each = ["A", "A_0", "A_all", "A_cut", "A_keep"];
    return [
      SCALED,
      ...parts,
      "M",
      "Z",
      "Z_0",
      ...each,
      "V",
      "O",
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
      ...this.labelsOf(name),
    }));
  }

  description() {
    const { ways } = this;
    const hidden = ways.matrices.M.data.filter((value) => value === -Infinity).length;
    const names = ways.settings.masks.map((mask) => this.text(`mask ${mask}`)).join(" + ");
    return [
      this.text("describeIntro", {
        masks: names || this.text("noMaskOn"),
        hidden,
        cells: ways.n * ways.m,
        query: visibleToken(ways.queries[ways.row]),
      }),
      ...this.allNames.map((name) => {
        const rows = this.labelsOf(name).rows ?? [];
        return this.text("describe", {
          name: symbolText(name),
          title: this.text(`title ${symbolText(name)}`),
          rows: rows
            .map((label, i) => `${visibleToken(label)} ${vector(ways.rowOf(name, i))}`)
            .join(", "),
        });
      }),
    ];
  }

  exports() {
    return {
      name: `attention-masks-${this.way}`,
      svg: () =>
        matricesToSvg({
          title: this.text("heading"),
          lines: this.lines().map((line) => line.parts),
        }),
      python: () => pythonOf(this.ways),
    };
  }
}

AttentionMasks.define();

// <attention-heads>: how a layer is cut into heads, what that costs, four heads at work, and the two
// mistakes that raise no error.
//
// Attributes (all optional, all state: they change as the learner works)
//   view       shapes | patterns | reshape | axis
//   preset     block | code | ticket | paper | paper-formulas | shared: the sizes
//   d, heads, kv-heads, n, batch, bias   sizes of one's own; bias: true | false
//   cut        1 | 2 | 4: into how many heads the example is cut
//   query      the row to follow, from 1
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: view preset d heads kv-heads n batch bias reset cut query predict flow steps bars, and the
// parts of the frame.
//
// Property: strings, the author's words (web/explorers/heads/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { styleMap } from "../../parts/style-map.js";
import { examples } from "../../model/lessons.js";
import { CUTS, PARAMETERS, RESHAPE, TOKENS, WIDTH, X } from "./example.js";
import { NARROW, narrowShapes, WIDE, wideShapes } from "./flow.js";
import { axisPython, patternsPython, reshapePython, shapesPython } from "./python.js";
import { countsOf, divisorsOf, fitting, LIMITS, PRESETS, stepsOf, WIDTHS } from "./sizes.js";
import { strings } from "./strings.js";
import { headsStyles } from "./styles.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { colourBar } from "../../parts/matrix/colour-bar.js";
import { choice, menu } from "../../parts/fields/controls.js";
import {
  drawingStyles,
  moved,
  shapes as drawnShapes,
  toSvgFile,
} from "../../parts/charts/drawing.js";
import { equation } from "../../parts/matrix/equation.js";
import { matrix } from "../../parts/matrix/matrix-grid.js";
import { format, shape, vector } from "../../parts/letters/numbers.js";
import { prediction } from "../../parts/fields/prediction.js";
import { sliderField, sliderFieldStyles } from "../../parts/fields/slider-field.js";
import { stops, stopsStyles } from "../../parts/fields/stops.js";
import { matricesToSvg } from "../../parts/charts/svg.js";
import { symbol, symbolText, visibleToken } from "../../parts/letters/symbols.js";
import { parameterCount } from "../../../js/index.js";

/** @typedef {import("../../parts/matrix/matrix-grid.js").MatrixOptions} MatrixOptions */
/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {"shapes" | "patterns" | "reshape" | "axis"} View */
/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */

/** @type {View[]} */
const VIEWS = ["shapes", "patterns", "reshape", "axis"];
const OWN_SIZES = /** @type {const} */ (["d", "heads", "kvHeads", "n", "batch", "bias"]);
// What is asked after the patterns: the previous token's head gives this cell most.
const [ASKED_QUERY, ASKED_KEY] = [2, 1];

/** @param {number} value a count, with its thousands apart */
const count = (value) => String(value).replaceAll(/\B(?=(\d{3})+$)/g, ",");

/** A text with its letters of the formula as they are in formulas. @param {string} text */
const withSymbols = (text) =>
  text.split(/(W_[QKVO]|d_k)/).map((piece, index) => (index % 2 === 0 ? piece : symbol(piece)));

/** Some rows of a tensor as a matrix of its own. @param {Tensor} tensor @param {number} block @returns {Tensor} */
function blockOf({ data, shape: sizes }, block) {
  const [rows, columns] = sizes.slice(-2);
  const size = rows * columns;
  return { data: data.slice(block * size, (block + 1) * size), shape: [rows, columns] };
}

/** @param {Tensor} tensor @returns {Tensor} */
function turned({ data, shape: [rows, columns] }) {
  return {
    data: Float32Array.from(data, (_, at) => data[(at % rows) * columns + Math.floor(at / rows)]),
    shape: [columns, rows],
  };
}

/** @param {Tensor} tensor @param {number} i */
const rowOf = ({ data, shape: [, columns] }, i) =>
  Array.from(data.slice(i * columns, (i + 1) * columns));

/** Sums of rows, to the precision that float32 has. @param {Tensor} tensor */
const rowSums = (tensor) =>
  Array.from({ length: tensor.shape[0] }, (_, i) =>
    Math.fround(rowOf(tensor, i).reduce((sum, value) => sum + value, 0)),
  );

/** @param {number[]} values @returns {Tensor} */
const columnOf = (values) => ({ data: Float32Array.from(values), shape: [values.length, 1] });

export class AttentionHeads extends AttentionElement {
  static tag = "attention-heads";
  static reservedHeight = "54rem";
  static strings = strings;
  static state = ["view", "preset", ...OWN_SIZES, "cut", "query"];

  static styles = [
    ...AttentionElement.styles,
    drawingStyles,
    sliderFieldStyles,
    stopsStyles,
    headsStyles,
  ];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    view: { type: String, reflect: true },
    preset: { type: String, reflect: true },
    d: { type: Number, reflect: true },
    heads: { type: Number, reflect: true },
    kvHeads: { type: Number, reflect: true, attribute: "kv-heads" },
    n: { type: Number, reflect: true },
    batch: { type: Number, reflect: true },
    bias: { type: String, reflect: true },
    cut: { type: Number, reflect: true },
    query: { type: Number, reflect: true },
    guesses: { state: true },
    refused: { state: true },
  };

  constructor() {
    super();
    /** @type {View} */
    this.view = "shapes";
    this.preset = "block";
    // Undefined: as the preset has it.
    /** @type {number | undefined} */
    this.d = undefined;
    /** @type {number | undefined} */
    this.heads = undefined;
    /** @type {number | undefined} */
    this.kvHeads = undefined;
    /** @type {number | undefined} */
    this.n = undefined;
    /** @type {number | undefined} */
    this.batch = undefined;
    /** @type {string | undefined} */
    this.bias = undefined;
    this.cut = 4;
    this.query = 3;
    /** What the learner expects, in each view. @type {Record<string, string>} */
    this.guesses = {};
    /** A size that was typed and does not fit. @type {string | undefined} */
    this.refused = undefined;

    /** @type {Sizes} */
    this.sizes = PRESETS.block;
    this.counts = countsOf(this.sizes);
    /** What the other views show. @type {Record<string, Tensor>} */
    this.matrices = {};
    /** Weights of each head, as four, two heads and one. @type {Record<number, Tensor[]>} */
    this.patterns = {};
    this.patternParameters = 0;
  }

  // --- what is computed ------------------------------------------------------------------------

  compute() {
    if (!this.attn) return;
    if (!VIEWS.includes(this.view)) {
      throw new Error(this.text("noView", { view: this.view, known: VIEWS.join(", ") }));
    }
    if (!CUTS.includes(this.cut)) {
      throw new RangeError(this.text("noCut", { cut: this.cut, known: CUTS.join(", ") }));
    }
    this.sizes = this.readSizes();
    this.counts = countsOf(this.sizes);
    this.query = Math.min(Math.max(1, Math.trunc(this.query) || 1), TOKENS.length);
    // The examples never change: they are computed once.
    if (this.patterns[1] === undefined) {
      this.makePatterns();
      this.makeReshape();
      this.makeAxis();
    }
  }

  /** @returns {Sizes} */
  readSizes() {
    const preset = PRESETS[this.preset];
    if (!preset) {
      const known = Object.keys(PRESETS).join(", ");
      throw new Error(this.text("noPreset", { preset: this.preset, known }));
    }
    const d = this.d ?? preset.d;
    const heads = this.heads ?? fitting(d || 1, preset.heads);
    const kvHeads = this.kvHeads ?? fitting(heads || 1, this.heads ?? preset.kvHeads);
    const sizes = {
      d,
      heads,
      kvHeads,
      n: this.n ?? preset.n,
      batch: this.batch ?? preset.batch,
      bias: this.bias === undefined ? preset.bias : this.bias !== "false",
    };
    for (const [name, most] of Object.entries({
      ...LIMITS,
      heads: LIMITS.d,
      kvHeads: LIMITS.d,
    })) {
      const value = sizes[/** @type {"d"} */ (name)];
      if (!Number.isInteger(value) || value < 1 || value > most) {
        throw new RangeError(this.text("noSize", { name, value, least: 1, most }));
      }
    }
    if (d % heads !== 0) throw new RangeError(this.text("noDivisor", { d, h: heads }));
    if (heads % kvHeads !== 0) throw new RangeError(this.text("noShare", { h: heads, g: kvHeads }));
    return sizes;
  }

  get module() {
    return /** @type {import("../../frame/attention-element.js").Attention} */ (this.attn);
  }

  /** The same matrices as one, two and four heads. */
  makePatterns() {
    for (const heads of CUTS) {
      const layer = this.module.multiHead({ d: WIDTH, heads, parameters: PARAMETERS });
      const { weights } = layer.forward(X, { weights: true });
      this.patternParameters = layer.parameterCount;
      layer.release();
      this.patterns[heads] = Array.from({ length: heads }, (_, head) =>
        blockOf(/** @type {Tensor} */ (weights), head),
      );
    }
  }

  /** Heads made from the same numbers in memory, rightly and without the transpose. */
  makeReshape() {
    const { Q, heads, tokens } = RESHAPE;
    const n = tokens.length;
    const width = Q[0].length;
    const size = width / heads;
    const q = { data: Float32Array.from(Q.flat()), shape: [n, width] };
    const right = /** @type {Tensor} */ (
      this.module.attention(q, q, q, { heads, weights: true }).weights
    );
    // Nothing but the shape is another: that is the mistake.
    const cut = { data: q.data, shape: [heads, n, size] };
    const wrong = /** @type {Tensor} */ (
      this.module.attention(cut, cut, cut, { weights: true }).weights
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

  /** Softmax along the keys, and along the queries. */
  makeAxis() {
    const { x, W_Q, W_K, W_V } = examples["lesson-1"];
    const { scaled } = this.module.steps(x, { W_Q, W_K, W_V });
    const A = this.module.softmax(scaled);
    const wrong = turned(this.module.softmax(turned(scaled)));
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

  get guess() {
    return this.guesses[this.view];
  }

  get asks() {
    return this.shows("predict");
  }

  get revealed() {
    return !this.asks || this.guess !== undefined;
  }

  /** Bytes as the lessons write them: 230,400 bytes, 4.19 MB. @param {number} bytes */
  bytesText(bytes) {
    if (bytes < 1e6) return this.text("bytes", { count: count(bytes) });
    if (bytes < 1e9) return this.text("megabytes", { count: (bytes / 1e6).toFixed(2) });
    return this.text("gigabytes", { count: (bytes / 1e9).toFixed(2) });
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return this.text("heading");
  }

  formulaNames() {
    return this.view === "axis" ? ["attention"] : ["oneHead", "multiHead", "headSize"];
  }

  formulaPart() {
    return { shapes: "split", patterns: "attend", reshape: "split", axis: "softmax" }[this.view];
  }

  picture() {
    const draw = {
      shapes: () => this.shapesPicture(),
      patterns: () => this.patternsPicture(),
      reshape: () => this.reshapePicture(),
      axis: () => this.axisPicture(),
    }[this.view];
    return html`<div
        class="stage"
        @row-choose=${(/** @type {CustomEvent} */ event) => this.set({ query: event.detail.i + 1 })}
      >
        ${draw()}
      </div>
      ${this.asks ? this.question() : nothing}`;
  }

  get flow() {
    const { d, heads, kvHeads, n, batch } = this.sizes;
    return {
      heads,
      kvHeads,
      shapes: {
        x: shape(batch, n, d),
        q: shape(batch, n, d),
        kv: shape(batch, n, kvHeads * this.counts.size),
        square: shape(batch, heads, n, n),
      },
      words: { join: this.text("join"), out: this.text("out") },
    };
  }

  get flowText() {
    const { heads, kvHeads } = this.sizes;
    const { x, square } = this.flow.shapes;
    const shared =
      kvHeads < heads
        ? ` ${this.text("flowShared", { ratio: heads / kvHeads, g: kvHeads, h: heads })}`
        : "";
    return this.text("flowLabel", { x, heads, square }) + shared;
  }

  shapesPicture() {
    const { flow, flowText } = this;
    const picture = html`<figure class="flow" role="img" aria-label=${flowText}>
      <svg class="drawing wide" viewBox="0 0 ${WIDE.width} ${WIDE.height}" aria-hidden="true">
        ${drawnShapes(wideShapes(flow))}
      </svg>
      <svg class="drawing narrow" viewBox="0 0 ${NARROW.width} ${NARROW.height}" aria-hidden="true">
        ${drawnShapes(narrowShapes(flow))}
      </svg>
    </figure>`;
    return html`${this.shows("flow") ? picture : nothing}
      <div class="beside">
        ${this.shows("steps") ? this.stepsTable() : nothing}
        ${this.shows("bars") ? html`<div class="stage">${this.bars()}</div>` : nothing}
      </div>`;
  }

  stepsTable() {
    return html`<table class="steps" data-steps>
      <caption>
        ${this.text("stepsCaption")}
      </caption>
      <thead>
        <tr>
          <th scope="col">${this.text("stepColumn")}</th>
          <th scope="col">${this.text("shapeColumn")}</th>
        </tr>
      </thead>
      <tbody>
        ${stepsOf(this.sizes).map(
          ({ name, letters, shape: sizes }) =>
            html`<tr data-step=${name}>
              <th scope="row">
                ${withSymbols(this.text(`step ${name}`))}
                <span class="letters">(${withSymbols(letters)})</span>
              </th>
              <td class="numbers">${shape(...sizes)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /** Counts of heads to compare: those of the slider, and what is shown. @param {number} of @param {number} now */
  counted(of, now) {
    const list = divisorsOf(of);
    return (list.includes(now) ? list : [...list, now]).sort((a, b) => a - b);
  }

  bars() {
    const { d, heads, kvHeads, n, batch, bias } = this.sizes;
    const concealed = !this.revealed;
    /**
     * @param {string} name @param {string} title @param {string} note @param {number} now
     * @param {{ of: number, value: number, shown: string }[]} rows
     */
    const table = (name, title, note, now, rows) => {
      const most = Math.max(...rows.map(({ value }) => value));
      return html`<table class="bars" data-bars=${name}>
        <caption>
          ${title}<small>${note}</small>
        </caption>
        <tbody>
          ${rows.map(
            ({ of, value, shown }) =>
              html`<tr class=${of === now ? "now" : ""} data-of=${of}>
                <th scope="row">${of}</th>
                <td>
                  <span
                    ><span
                      class="bar"
                      style=${styleMap({ width: `${(100 * value) / most}%` })}
                    ></span
                    ><span>${shown}</span></span
                  >
                </td>
              </tr>`,
          )}
        </tbody>
      </table>`;
    };
    const parameters = this.counted(d, heads).map((h) => {
      const value = parameterCount({ d, heads: h, bias });
      const isOpen = !concealed || h === heads;
      return { of: h, value: isOpen ? value : 0, shown: isOpen ? count(value) : "?" };
    });
    const cache = this.counted(heads, kvHeads).map((g) => {
      const value = countsOf({ ...this.sizes, kvHeads: g }).cache;
      return { of: g, value, shown: this.bytesText(value) };
    });
    return html`${table("heads", this.text("barsHeads"), this.text("barsHeadsNote"), heads, parameters)}
    ${table(
      "shared",
      this.text("barsShared"),
      this.text("barsSharedNote", { n: count(n), b: batch }),
      kvHeads,
      cache,
    )}`;
  }

  // --- heads at work ---

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

  patternsPicture() {
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

  // --- the reshape bug ---

  /** @param {string} name @param {string} title @param {Partial<MatrixOptions>} [more] @returns {MatrixOptions} */
  small(name, title, more) {
    return { name, title, tensor: this.matrices[name], dense: true, text: this.text, ...more };
  }

  /** @param {boolean} isWrong @returns {(MatrixOptions | string)[][]} */
  reshapeLines(isWrong) {
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

  reshapePicture() {
    const way = (/** @type {boolean} */ isWrong) =>
      html`<div class="way" data-way=${isWrong ? "wrong" : "right"}>
        <p class="title">${withSymbols(this.text(isWrong ? "reshapeBad" : "reshapeGood"))}</p>
        ${this.reshapeLines(isWrong).map(equation)}
      </div>`;
    return html`${equation([this.small("Q", this.text("titleQ"), { rows: RESHAPE.tokens })])}
      <p class="note">${withSymbols(this.text("reshapeNote"))}</p>
      <div class="ways">${way(false)} ${way(true)}</div>`;
  }

  // --- the wrong axis ---

  /** @param {boolean} isWrong @returns {(MatrixOptions | string)[][]} */
  axisLines(isWrong) {
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

  axisPicture() {
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
        ${this.axisLines(isWrong).map(equation)}
      </div>`;
    return html`${equation([scores])}
      <div class="ways">${way(false)} ${way(true)}</div>`;
  }

  // --- questions ---

  question() {
    const { view, guess, text } = this;
    const answers = {
      shapes: ["Twice", "Same", "Half"].map((name) => ({
        value: name.toLowerCase(),
        label: text(`answer${name}`),
      })),
      patterns: [
        { value: "first", label: text("answerFirst") },
        { value: "none", label: text("answerNone") },
      ],
      reshape: RESHAPE.tokens.map((token) => ({
        value: token,
        label: text("answerOf", { token }),
      })),
      axis: ["Rows", "Columns", "Both"].map((name) => ({
        value: name.toLowerCase(),
        label: text(`answer${name}`),
      })),
    }[view];
    const right = { shapes: "same", patterns: "none", reshape: RESHAPE.tokens[0], axis: "columns" }[
      view
    ];
    const asked = {
      shapes: "askShapes",
      patterns: "askPatterns",
      reshape: "askReshape",
      axis: "askAxis",
    };
    const isRight = guess === right;
    return prediction({
      question: text(asked[view], { token: RESHAPE.tokens[1] }),
      answers,
      given: guess,
      onAnswer: (value) => {
        this.guesses = { ...this.guesses, [view]: value };
      },
      verdict: guess ? this.verdict(isRight) : nothing,
      text,
    });
  }

  /** @param {boolean} isRight */
  verdict(isRight) {
    const { d, heads, bias } = this.sizes;
    const ending = isRight ? "Right" : "Wrong";
    switch (this.view) {
      case "shapes": {
        // Where the width cannot be cut once more, it is told of the cut before.
        const few = d % (2 * heads) === 0 ? heads : Math.max(1, heads / 2);
        return this.rich(`shapes${ending}`, {
          count: html`<b>${count(parameterCount({ d, heads: few, bias }))}</b>`,
          h: few,
          twice: 2 * few,
          size: d / (2 * few),
          d,
        });
      }
      case "patterns":
        return this.rich(`patterns${ending}`, {
          query: TOKENS[ASKED_QUERY],
          key: TOKENS[ASKED_KEY],
          before: format(rowOf(this.patterns[4][0], ASKED_QUERY)[ASKED_KEY]),
          after: format(rowOf(this.patterns[1][0], ASKED_QUERY)[ASKED_KEY]),
        });
      case "reshape":
        return this.rich(`reshape${ending}`, {
          row: 2,
          from: RESHAPE.tokens[this.matrices["T′_1"].data[2] - 1],
          numbers: vector(rowOf(this.matrices["Q′_1"], 1)),
        });
      default:
        return this.rich(`axis${ending}`, { sums: this.sumsText("r′") });
    }
  }

  /** @param {string} name */
  sumsText(name) {
    return Array.from(this.matrices[name].data, (value) => format(value)).join(", ");
  }

  // --- readouts and controls -------------------------------------------------------------------

  readoutItems() {
    const { counts, text, revealed } = this;
    const later = text("notYet");
    switch (this.view) {
      case "shapes":
        return [
          { name: "parameters", label: text("readParameters"), value: count(counts.parameters) },
          { name: "size", label: html`${text("readSize")} ${symbol("d_k")}`, value: counts.size },
          { name: "scores", label: text("readScores"), value: count(counts.scores) },
          {
            name: "score-bytes",
            label: text("readScoreBytes"),
            value: this.bytesText(counts.scoreBytes),
          },
          { name: "cache", label: text("readCache"), value: this.bytesText(counts.cache) },
        ];
      case "patterns":
        return [
          { name: "cut", label: text("readCut"), value: this.cut },
          {
            name: "parameters",
            label: text("readParameters"),
            value: count(this.patternParameters),
          },
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
              .join(", "),
          },
        ];
      case "reshape": {
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
      default:
        return [
          { name: "row-sums", label: text("readRowSums"), value: this.sumsText("r") },
          {
            name: "wrong-sums",
            label: text("readWrongSums"),
            value: revealed ? this.sumsText("r′") : later,
          },
        ];
    }
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

  controls() {
    const { text } = this;
    /** @param {string} name @param {() => unknown} draw */
    const shown = (name, draw) => (this.shows(name) ? draw() : nothing);
    const view = () =>
      html`<div class="views">
        ${choice({
          name: "view",
          label: text("view"),
          value: this.view,
          options: VIEWS.map((value) => ({ value, label: text(`view ${value}`) })),
          onChange: (value) => this.set({ view: value }),
        })}
      </div>`;
    return html`${shown("view", view)}
    ${this.view === "shapes" ? this.sizeControls(shown) : nothing}
    ${this.view === "patterns" ? this.patternControls(shown) : nothing}`;
  }

  /** @param {(name: string, draw: () => unknown) => unknown} shown */
  sizeControls(shown) {
    const { text, sizes } = this;
    const { d, heads, kvHeads, n, batch, bias } = sizes;
    const isOwn = OWN_SIZES.some((name) => this[name] !== undefined);
    const presets = [...(isOwn ? ["own"] : []), ...Object.keys(PRESETS)];
    const preset = () =>
      menu({
        name: "preset",
        label: text("preset"),
        value: isOwn ? "own" : this.preset,
        options: presets.map((value) => ({ value, label: text(`preset ${value}`) })),
        onChange: (value) => {
          if (value in PRESETS) this.startOver(value);
        },
      });
    /** @param {Record<string, unknown>} changes */
    const take = (changes) => {
      this.refused = undefined;
      this.set(changes);
    };
    const width = () =>
      stops({
        name: "d",
        label: text("d", { d }),
        stops: WIDTHS.map((value) => ({ value, label: String(value) })),
        value: d,
        shown: String(d),
        onChange: (value) => {
          const h = fitting(value, heads);
          take({ d: value, heads: h, kvHeads: fitting(h, kvHeads) });
        },
      });
    /** @param {string} name @param {string} label @param {number[]} list @param {number} value @param {(value: number) => void} onChange */
    const countStops = (name, label, list, value, onChange) =>
      stops({
        name,
        label,
        stops: list.map((one) => ({ value: one, label: String(one) })),
        value,
        shown: String(value),
        onChange,
      });
    const headStops = () =>
      countStops("heads", text("heads", { h: heads }), divisorsOf(d), heads, (value) =>
        take({
          heads: value,
          // Whoever shares no keys goes on sharing none.
          kvHeads: kvHeads === heads ? value : fitting(value, kvHeads),
        }),
      );
    const sharedStops = () =>
      countStops("kv-heads", text("kvHeads", { g: kvHeads }), divisorsOf(heads), kvHeads, (value) =>
        take({ kvHeads: value }),
      );
    /** @param {"n" | "batch"} name @param {string} label @param {number} value */
    const log = (name, label, value) =>
      html`<div class="control" data-control=${name}>
        <span class="label">${label}</span>
        ${sliderField({
          name,
          label,
          min: 0,
          max: Math.log2(name === "n" ? 8192 : 64),
          step: 0.25,
          value,
          scale: { to: Math.log2, from: (place) => Math.round(2 ** place) },
          takes: (number) => Number.isInteger(number) && number >= 1 && number <= LIMITS[name],
          onChange: (number) => take({ [name]: number }),
          onRefuse: (typed) => {
            this.refused = typed;
          },
        })}
      </div>`;
    const biases = () =>
      choice({
        name: "bias",
        label: text("bias"),
        value: String(bias),
        options: ["true", "false"].map((value) => ({ value, label: text(`bias ${value}`) })),
        onChange: (value) => take({ bias: value }),
      });
    const reset = () =>
      isOwn
        ? html`<button
            type="button"
            class="quiet"
            data-action="reset"
            @click=${() => this.startOver(this.preset)}
          >
            ${text("reset")}
          </button>`
        : nothing;
    return html`${shown("preset", preset)} ${shown("d", width)} ${shown("heads", headStops)}
    ${shown("kv-heads", sharedStops)} ${shown("n", () => log("n", text("n"), n))}
    ${shown("batch", () => log("batch", text("batch"), batch))} ${shown("bias", biases)}
    ${shown("reset", reset)}`;
  }

  /** @param {(name: string, draw: () => unknown) => unknown} shown */
  patternControls(shown) {
    const { text } = this;
    const cut = () =>
      choice({
        name: "cut",
        label: text("cut"),
        value: String(this.cut),
        options: CUTS.map((h) => ({
          value: String(h),
          label: h === 1 ? text("cutOne") : text("cutOption", { h, size: WIDTH / h }),
        })),
        onChange: (value) => {
          // Who makes one head of them has seen the answer.
          this.guesses = { patterns: "", ...this.guesses };
          this.set({ cut: Number(value) });
        },
      });
    const query = () =>
      menu({
        name: "query",
        label: text("follow"),
        value: String(this.query),
        options: TOKENS.map((token, i) => ({ value: String(i + 1), label: `${token} (${i + 1})` })),
        onChange: (value) => this.set({ query: Number(value) }),
      });
    return html`${shown("cut", cut)} ${shown("query", query)}`;
  }

  /** @param {string} preset */
  startOver(preset) {
    this.refused = undefined;
    this.set({ ...Object.fromEntries(OWN_SIZES.map((name) => [name, undefined])), preset });
  }

  reset() {
    super.reset();
    this.guesses = {};
    this.refused = undefined;
  }

  // --- the sentence ----------------------------------------------------------------------------

  sentence() {
    const { view, sizes, counts, text, revealed } = this;
    if (this.refused !== undefined) return text("refused", { text: this.refused });
    switch (view) {
      case "shapes": {
        const { heads, kvHeads, n } = sizes;
        const said = text("sayShapes", {
          h: heads,
          size: counts.size,
          scores: count(counts.scores),
          bytes: this.bytesText(counts.scoreBytes),
          parameters: count(counts.parameters),
          n: count(n),
          cache: this.bytesText(counts.cache),
        });
        return kvHeads < heads
          ? `${said} ${text("sayShared", { g: kvHeads, h: heads, times: format(heads / kvHeads) })}`
          : said;
      }
      case "patterns": {
        const row = this.query - 1;
        const parts = this.patterns[this.cut].map((weights, head) => {
          const values = rowOf(weights, row);
          const best = values.indexOf(Math.max(...values));
          const key = html`<span class="key"><bdi>${TOKENS[best]}</bdi></span>`;
          return [
            head > 0 ? ", " : "",
            this.rich("partPattern", { head: head + 1, weight: format(values[best]), key }),
          ];
        });
        return this.rich("sayPatterns", {
          query: html`<span class="query">“<bdi>${TOKENS[row]}</bdi>” (${row + 1})</span>`,
          parts,
          parameters: count(this.patternParameters),
        });
      }
      case "reshape":
        return revealed
          ? withSymbols(
              text("sayReshape", {
                shape: shape(...[RESHAPE.heads, RESHAPE.tokens.length, 2]),
                rows: RESHAPE.tokens.length,
              }),
            )
          : text("sayAsk");
      default:
        return revealed
          ? text("sayAxis", {
              query: examples["lesson-1"].tokens[0],
              sum: format(this.matrices["r′"].data[0]),
            })
          : text("sayAsk");
    }
  }

  // --- what lies behind ------------------------------------------------------------------------

  tables() {
    const { sizes } = this;
    switch (this.view) {
      case "shapes": {
        const all = this.counted(sizes.d, sizes.heads);
        const steps = stepsOf(sizes);
        const widest = Math.max(...steps.map(({ shape: of }) => of.length));
        const padded = steps.flatMap(({ shape: of }) => [
          ...of,
          ...Array.from({ length: widest - of.length }, () => NaN),
        ]);
        return [
          {
            name: "P",
            title: this.text("table P"),
            // Counts of large models need more than float32.
            tensor: {
              data: all.flatMap((heads) => {
                const { parameters, cache } = countsOf({ ...sizes, heads, kvHeads: heads });
                return [parameters, cache];
              }),
              shape: [all.length, 2],
            },
            rows: all.map((heads) => `h = ${heads}`),
            columns: [this.text("readParameters"), this.text("readCache")],
            worded: true,
          },
          {
            name: "L",
            title: this.text("table L"),
            tensor: { data: padded, shape: [steps.length, widest] },
            rows: steps.map(({ name }) => this.text(`step ${name}`)),
            columns: Array.from({ length: widest }, (_, axis) => String(axis + 1)),
            worded: true,
          },
        ];
      }
      case "patterns":
        return this.patterns[this.cut].map((_, head) => this.patternOptions(head));
      case "reshape":
        return [
          this.small("Q", this.text("titleQ"), { rows: RESHAPE.tokens }),
          ...(this.revealed ? [false, true] : [false]).flatMap((isWrong) =>
            this.matricesOf(this.reshapeLines(isWrong)),
          ),
        ];
      default:
        return (this.revealed ? [false, true] : [false]).flatMap((isWrong) =>
          this.matricesOf(this.axisLines(isWrong)),
        );
    }
  }

  /** @param {(MatrixOptions | string)[][]} lines @returns {MatrixOptions[]} */
  matricesOf(lines) {
    return lines.flat().filter((part) => typeof part !== "string");
  }

  description() {
    const { sizes, counts, text } = this;
    if (this.view === "shapes") {
      return [
        text("describeShapes", {
          d: sizes.d,
          h: sizes.heads,
          size: counts.size,
          g: sizes.kvHeads,
          n: count(sizes.n),
          b: sizes.batch,
        }),
        this.flowText,
        ...stepsOf(sizes).map(({ name, shape: of }) =>
          withSymbols(text("describeStep", { step: text(`step ${name}`), shape: shape(...of) })),
        ),
        text("describeCounts", {
          parameters: count(counts.parameters),
          scores: count(counts.scores),
          bytes: this.bytesText(counts.scoreBytes),
          cache: this.bytesText(counts.cache),
        }),
      ];
    }
    if (this.view === "patterns") {
      return [
        text("byHand"),
        ...this.patterns[this.cut].map((weights, head) =>
          text("describeHead", {
            head: head + 1,
            job: this.jobOf(head),
            rows: TOKENS.map((token, i) =>
              text("describeRow", { query: token, weights: vector(rowOf(weights, i)) }),
            ).join("; "),
          }),
        ),
      ];
    }
    return this.tables().map(({ name, title, tensor, rows }) =>
      text("describeMatrix", {
        title: `${symbolText(name)}, ${title}`,
        rows: Array.from(
          { length: tensor.shape[0] },
          (_, i) =>
            `${visibleToken(rows?.[i] ?? "")} ${vector(rowOf(/** @type {Tensor} */ (tensor), i))}`,
        ).join(", "),
      }),
    );
  }

  exports() {
    const { view, sizes } = this;
    const title = this.text(`view ${view}`);
    /** @param {(isWrong: boolean) => (MatrixOptions | string)[][]} lines */
    const both = (lines) => [...lines(false), ...(this.revealed ? lines(true) : [])];
    return {
      name: `attention-heads-${view}`,
      svg: {
        // Long shapes reach beyond the drawing's sides.
        shapes: () =>
          toSvgFile({
            title: this.flowText,
            width: WIDE.width + 60,
            height: WIDE.height,
            shapes: moved(wideShapes(this.flow), 30, 0),
          }),
        patterns: () =>
          matricesToSvg({
            title,
            lines: this.patterns[this.cut].map((_, head) => [this.patternOptions(head)]),
          }),
        reshape: () =>
          matricesToSvg({ title, lines: both((isWrong) => this.reshapeLines(isWrong)) }),
        axis: () => matricesToSvg({ title, lines: both((isWrong) => this.axisLines(isWrong)) }),
      }[view],
      python: () =>
        ({
          shapes: () => shapesPython(sizes),
          patterns: () => patternsPython(this.cut),
          reshape: reshapePython,
          axis: axisPython,
        })[view](),
    };
  }
}

AttentionHeads.define();

// <attention-heatmap>: attention weights of every layer and head, a small map each and one large.
//
// Attributes (all optional, all state but file and model: they change as the learner works)
//   preset        untrained | causal | six | cross | long
//   phrase, seed  the text of the untrained layers, and where their numbers come from
//   weights       JSON: n × m, heads × n × m, layers × heads × n × m, or with sequences after layers; or an
//                 object as web/heatmap/read.js takes it. As a property also typed arrays { data, shape }
//   tokens, query-tokens, key-tokens   labels of the weights
//   kind          which of the object's weights: attentions, cross_attentions, …
//   layer, head, sequence, row         what is shown and which query is outlined, from 1
//   scale         sqrt | linear | log
//   range         common (0 to 1 in every head) | head (0 to the head's largest)
//   zoom          "9:16 1:8": rows 9 to 16, columns 1 to 8
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: predict heads map zoom received preset phrase seed file kind sequence scale range legend
// about own-model, and the parts of the frame.
//
// Properties: model, an object { tokens, layers, run(text) } (web/heatmap/models.js); strings, the author's
// words (web/heatmap/strings.js). Event: change, its detail the state.
import { css, html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { live } from "lit/directives/live.js";
import { styleMap } from "lit/directives/style-map.js";
import { PRESETS, presetOf, SEEDED } from "../heatmap/models.js";
import { openFile } from "../heatmap/open.js";
import { mapToSvg } from "../heatmap/picture.js";
import { HUGGING_FACE, pythonOf } from "../heatmap/python.js";
import { ReadError, readMaps } from "../heatmap/read.js";
import { strings } from "../heatmap/strings.js";
import {
  bestOf,
  cellOf,
  factsOf,
  kept,
  matrixOf,
  receivedBy,
  regionConverter,
  showing,
  strongestOf,
  sumOf,
  wholeOf,
  zoomed,
} from "../heatmap/view.js";
import { AttentionElement } from "../parts/attention-element.js";
import { choice, menu } from "../parts/controls.js";
import { copyable } from "../parts/export-menu.js";
import { edgesOf, fit, paint, sampleOf, SIGNS } from "../parts/heat-canvas.js";
import { heatScale, heatScaleStyles, scaleInWords, SCALES, valueAt } from "../parts/heat-scale.js";
import { numberField, numberFieldStyles } from "../parts/number-field.js";
import { exact, format, MINUS, plain, shape } from "../parts/numbers.js";
import { prediction } from "../parts/prediction.js";
import { wordsConverter } from "../parts/state.js";
import { shortToken, visibleToken } from "../parts/symbols.js";
import { toCsv } from "../parts/tables.js";

/** @typedef {import("../heatmap/models.js").Model} Model */
/** @typedef {import("../heatmap/models.js").Result} Result */
/** @typedef {import("../heatmap/read.js").Maps} Maps */
/** @typedef {import("../heatmap/view.js").Facts} Facts */
/** @typedef {import("../parts/heat-canvas.js").Matrix} Matrix */
/** @typedef {import("../parts/heat-canvas.js").Region} Region */
/** @typedef {import("../parts/heat-scale.js").HeatScale} HeatScale */
/** @typedef {import("../parts/heat-scale.js").ScaleName} ScaleName */

const RANGES = ["common", "head"];
const MOST_SEED = 2 ** 32 - 1;
// A number above 1 by less than this is a weight with rounding.
const ROUNDING = 1e-3;
// Labels, in CSS pixels: a character, and the least that a label needs.
const CHARACTER = 7.4;
const LABEL = 15;
const LONGEST_LABEL = { wide: 112, narrow: 64 };
const LARGEST_CELL = 60;
// Maps with no more tokens need no buttons to come closer.
const SMALL = 16;
const TALLEST = { wide: 520, narrow: 360 };
const STRIP = 34;
const NARROW = 480;
// Tables of more rows or columns help nobody; files hold all.
const TABLE = 48;
// Numbers that are written into one file at most.
const MOST_WRITTEN = 2 ** 22;
// In an address; longer weights stay out of it.
const MOST_ADDRESS = 4000;
// Small maps are drawn in slices from so many cells on.
const AT_ONCE = 2 ** 21;

/** Weights as JSON. JSON has no NaN: it is a text; −∞ becomes null, a hidden cell. */
const weightsConverter = {
  /** @param {string | null} text @returns {unknown} */
  fromAttribute(text) {
    if (text === null || text.trim() === "") return undefined;
    try {
      return JSON.parse(text);
    } catch (error) {
      return { wrong: /** @type {Error} */ (error).message };
    }
  },
  /** @param {unknown} value @returns {string | null} */
  toAttribute(value) {
    if (value === undefined || value === null) return null;
    if (countOf(value) > MOST_ADDRESS / 4) return null;
    const text = JSON.stringify(value, (_, item) =>
      ArrayBuffer.isView(item)
        ? Array.from(/** @type {Float32Array} */ (item), (x) => Number(x.toPrecision(7)))
        : typeof item === "number" && (Number.isNaN(item) || item === Infinity)
          ? String(item)
          : item,
    );
    return text.length <= MOST_ADDRESS ? text : null;
  },
};

/** About how many numbers there are. @param {any} value @returns {number} */
function countOf(value) {
  if (ArrayBuffer.isView(value)) return value.byteLength / 4;
  if (Array.isArray(value)) return value.length * Math.max(1, countOf(value[0]));
  if (typeof value === "object" && value !== null) {
    return Object.values(value).reduce((/** @type {number} */ sum, part) => sum + countOf(part), 0);
  }
  return 0;
}

/** At least four digits of what is not exact, and every digit of what is short. @param {number} value */
function precise(value) {
  const all = exact(value);
  return all.length <= 7 || !Number.isFinite(value)
    ? all
    : String(Number(value.toPrecision(4))).replaceAll("-", MINUS);
}

/** A sum of float32 numbers, to the precision that they have. @param {number} sum */
const rounded = (sum) => format(Math.fround(sum));

export class AttentionHeatmap extends AttentionElement {
  static tag = "attention-heatmap";
  static reservedHeight = "48rem";
  static strings = strings;
  static state = [
    "preset",
    "phrase",
    "seed",
    "weights",
    "tokens",
    "queryTokens",
    "keyTokens",
    "kind",
    "layer",
    "head",
    "sequence",
    "row",
    "scale",
    "range",
    "zoom",
  ];

  static styles = [
    ...AttentionElement.styles,
    heatScaleStyles,
    numberFieldStyles,
    css`
      .probe {
        position: absolute;
        width: 0;
        height: 0;
        color: #000000;
        transition: color 1ms;
        forced-color-adjust: none;
      }

      @supports (color: light-dark(#000, #fff)) {
        .probe {
          color: light-dark(#000000, #ffffff);
        }
      }

      .about {
        color: var(--muted);
        font-size: var(--small);
      }

      .stage {
        position: relative;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 16px 32px;
      }

      .stage.dropping::after {
        content: attr(data-drop);
        position: absolute;
        inset: 0;
        display: grid;
        place-items: center;
        border: 2px dashed var(--accent);
        background: color-mix(in srgb, var(--paper) 85%, transparent);
        font-weight: 600;
        z-index: 4;
        pointer-events: none;
      }

      @container (min-width: 44rem) {
        .stage.beside {
          grid-template-columns: max-content minmax(0, 1fr);
          align-items: start;
        }
      }

      .heads {
        overflow-x: auto;
        max-width: 100%;
        padding: 4px;
        margin: -4px;
      }

      .heads .grid {
        display: grid;
        grid-template-columns: auto repeat(var(--heads), max-content);
        gap: 4px;
        align-items: center;
        width: max-content;
        color: var(--muted);
        font-size: var(--small);
      }

      .heads .grid > [role="row"] {
        display: contents;
      }

      .heads .over {
        text-align: center;
      }

      .heads .side {
        padding-inline-end: 4px;
      }

      .heads button {
        display: block;
        padding: 3px;
        border: 2px solid transparent;
        border-radius: 2px;
        background: none;
        cursor: pointer;
      }

      .heads button:hover {
        border-color: var(--control-line);
      }

      .heads button[aria-checked="true"] {
        border-color: var(--accent);
      }

      .heads canvas {
        outline: 1px solid var(--line);
      }

      canvas {
        display: block;
        forced-color-adjust: none;
        print-color-adjust: exact;
        -webkit-print-color-adjust: exact;
      }

      .large {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 8px;
        min-width: 0;
        /* Until it is drawn anew, a window that was made narrower has the old map. */
        overflow-x: hidden;
        overflow-x: clip;
        overflow-clip-margin: 4px;
      }

      .large .title {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 12px;
      }

      .large .title b {
        font-weight: 600;
      }

      .large .facts,
      .axis {
        color: var(--muted);
        font-size: var(--small);
      }

      .map-grid {
        display: grid;
        grid-template-columns: var(--side) max-content;
        grid-template-rows: auto var(--over) auto auto;
      }

      .axis.keys {
        grid-column: 2;
        white-space: nowrap;
      }

      .axis.queries {
        grid-column: 1;
        grid-row: 2;
        align-self: end;
        padding-inline-end: 6px;
        padding-block-end: 2px;
        line-height: 1.2;
        text-align: end;
      }

      .labels {
        position: relative;
        font-size: var(--small);
        line-height: 1.15;
        color: var(--muted);
      }

      .labels.over {
        grid-column: 2;
        grid-row: 2;
      }

      .labels.side {
        grid-column: 1;
        grid-row: 3;
      }

      .labels > span {
        position: absolute;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }

      .labels.side > span {
        inset-inline: 0 8px;
        transform: translateY(-50%);
        text-align: end;
      }

      .labels.over > span {
        inset-block-end: 4px;
        max-width: var(--most);
        transform: translateX(-50%);
        text-align: center;
      }

      .labels.over.upright > span {
        writing-mode: vertical-rl;
        max-width: none;
        max-height: calc(var(--over) - 4px);
        transform: translateX(-50%) rotate(180deg);
        text-align: start;
      }

      .labels .lit {
        color: var(--ink);
        font-weight: 600;
      }

      .labels .chosen {
        color: var(--query-text);
        font-weight: 600;
      }

      .map {
        position: relative;
        grid-column: 2;
        grid-row: 3;
        cursor: crosshair;
        overflow: hidden;
        border: 1px solid var(--control-line);
        box-sizing: content-box;
      }

      .map.zoomed {
        touch-action: none;
      }

      .map.panning {
        cursor: grabbing;
      }

      .map > div {
        position: absolute;
        pointer-events: none;
        forced-color-adjust: none;
      }

      .map .outlined {
        inset-inline: 0;
        border: 2px solid var(--query);
        box-shadow: 0 0 0 1px var(--paper);
        min-height: 5px;
      }

      .map .pointed {
        border: 2px solid var(--ink);
        box-shadow:
          0 0 0 1px var(--paper),
          inset 0 0 0 1px var(--paper);
        min-width: 7px;
        min-height: 7px;
      }

      .strip {
        grid-column: 2;
        grid-row: 4;
        margin-block-start: 6px;
        padding-inline: 1px;
        border-block-end: 1px solid var(--control-line);
        color: var(--key);
      }

      .strip-name {
        grid-column: 1;
        grid-row: 4;
        align-self: end;
        padding-inline-end: 8px;
        color: var(--key-text);
        font-size: var(--small);
        line-height: 1.15;
        text-align: end;
      }

      .read {
        min-height: 3em;
        max-width: none;
      }

      .read b {
        font-weight: 600;
      }

      .read small {
        color: var(--muted);
        font-size: var(--small);
      }

      .zoom-buttons {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
      }

      .control.phrase {
        flex: 1 1 16rem;
      }

      .phrase .line {
        display: flex;
        gap: 8px;
      }

      .phrase input {
        flex: 1 1 auto;
        min-width: 0;
        min-height: 44px;
        padding: 0 12px;
        border: 1px solid var(--control-line);
        border-radius: 4px;
        background: var(--paper);
        color: var(--ink);
        font: inherit;
      }

      .file {
        position: relative;
        display: inline-flex;
        align-items: center;
        min-height: 44px;
        padding: 0 16px;
        border: 1px solid var(--control-line);
        border-radius: 4px;
        cursor: pointer;
      }

      .file:hover {
        background: var(--wash);
      }

      .file input {
        position: absolute;
        inset: 0;
        width: 100%;
        opacity: 0;
        cursor: pointer;
      }

      .file:has(:focus-visible) {
        outline: 2px solid var(--focus);
        outline-offset: 2px;
      }

      .wrong {
        padding-inline-start: 16px;
        border-inline-start: 3px solid var(--key);
      }

      @media print {
        .zoom-buttons {
          display: none;
        }
      }
    `,
  ];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    preset: { type: String, reflect: true },
    phrase: { type: String, reflect: true },
    seed: { type: Number, reflect: true },
    weights: { converter: weightsConverter },
    tokens: { converter: wordsConverter },
    queryTokens: { converter: wordsConverter, attribute: "query-tokens" },
    keyTokens: { converter: wordsConverter, attribute: "key-tokens" },
    kind: { type: String, reflect: true },
    layer: { type: Number, reflect: true },
    head: { type: Number, reflect: true },
    sequence: { type: Number, reflect: true },
    row: { type: Number, reflect: true },
    scale: { type: String, reflect: true },
    range: { type: String, reflect: true },
    zoom: { converter: regionConverter, reflect: true },
    model: { attribute: false },
    opened: { state: true },
    opening: { state: true },
    wrong: { state: true },
    pointed: { state: true },
    guess: { state: true },
    dark: { state: true },
    room: { state: true },
    dropping: { state: true },
    panning: { state: true },
    refused: { state: true },
  };

  constructor() {
    super();
    this.preset = "untrained";
    /** @type {string | undefined} */
    this.phrase = undefined;
    this.seed = 4;
    /** @type {unknown} */
    this.weights = undefined;
    /** @type {string[] | undefined} */
    this.tokens = undefined;
    /** @type {string[] | undefined} */
    this.queryTokens = undefined;
    /** @type {string[] | undefined} */
    this.keyTokens = undefined;
    /** @type {string | undefined} */
    this.kind = undefined;
    this.layer = 1;
    this.head = 1;
    this.sequence = 1;
    /** @type {number | undefined} */
    this.row = undefined;
    /** @type {ScaleName} */
    this.scale = "sqrt";
    /** @type {"common" | "head"} */
    this.range = "common";
    /** @type {Region | undefined} */
    this.zoom = undefined;
    /** @type {Model | undefined} */
    this.model = undefined;
    /** The learner's file. @type {{ name: string, all: Maps[] } | undefined} */
    this.opened = undefined;
    /** The file that is being read. */
    this.opening = "";
    /** What was wrong with the last file or text. */
    this.wrong = "";
    /** The cell that is read. @type {{ i: number, j: number } | undefined} */
    this.pointed = undefined;
    /** @type {string | undefined} */
    this.guess = undefined;
    this.dark = false;
    /** The width there is for the large map, in CSS pixels. */
    this.room = 0;
    this.dropping = false;
    this.panning = false;
    /** A seed that was typed and is none. @type {string | undefined} */
    this.refused = undefined;

    /** What is drawn: there once compute() has run, and a model has answered. @type {Maps | undefined} */
    this.maps = undefined;
    /** @type {Result | undefined} */
    this.result = undefined;
    /** Where the weights come from: a preset, "own", "file" or "model". */
    this.source = "";
    /** What maps were made from, to make them once. @type {unknown[]} */
    this.madeFrom = [];
    /** Counts what models were asked, so that the last answer wins. */
    this.asked = 0;
    this.isRunning = false;
    /** @type {Facts[]} */
    this.facts = [];
    /** @type {"weight" | "score"} */
    this.what = "weight";
    /** @type {Matrix} */
    this.matrix = { data: new Float32Array(1), start: 0, rows: 1, columns: 1 };
    /** @type {Float64Array} */
    this.received = new Float64Array(1);
    /** What each canvas shows. @type {WeakMap<HTMLCanvasElement, unknown[]>} */
    this.drawn = new WeakMap();
    /** @type {ResizeObserver | undefined} */
    this.sizes = undefined;
    this.slice = 0;
    /** What the observer watches. @type {Element | undefined} */
    this.watched = undefined;
    /** @type {MediaQueryList | undefined} */
    this.density = undefined;
  }

  // --- what is computed ------------------------------------------------------------------------

  compute() {
    if (!this.attn) return;
    const { scale, range, preset, seed } = this;
    if (!SCALES.includes(scale)) {
      throw new Error(this.text("noScale", { scale, known: SCALES.join(", ") }));
    }
    if (!RANGES.includes(range)) {
      throw new Error(this.text("noRange", { range, known: RANGES.join(", ") }));
    }
    if (!PRESETS.includes(preset)) {
      throw new Error(this.text("noPreset", { preset, known: PRESETS.join(", ") }));
    }
    if (!Number.isInteger(seed) || seed < 0 || seed > MOST_SEED) {
      throw new RangeError(this.text("seedRefused", { text: seed }));
    }
    try {
      this.makeMaps();
    } catch (error) {
      this.madeFrom = [];
      throw error instanceof ReadError ? new Error(this.text(error.key, error.values)) : error;
    }
    if (this.maps) this.choose(this.maps);
  }

  /** Reads or computes the weights, where what they are made from has changed. */
  makeMaps() {
    const attn = /** @type {import("../parts/attention-element.js").Attention} */ (this.attn);
    const { opened, weights, kind, tokens, queryTokens, keyTokens, model, preset, seed, phrase } =
      this;
    this.source = opened ? "file" : weights !== undefined ? "own" : model ? "model" : preset;
    const from = [
      opened,
      weights,
      kind,
      tokens,
      queryTokens,
      keyTokens,
      model,
      preset,
      seed,
      phrase,
    ];
    if (from.every((value, at) => value === this.madeFrom[at]) && this.madeFrom.length > 0) return;
    this.madeFrom = from;
    this.asked += 1;
    this.isRunning = false;
    this.result = undefined;
    const labels = { tokens, queryTokens, keyTokens };
    if (opened) {
      this.take(opened.all.find((maps) => maps.kind === kind) ?? opened.all[0]);
    } else if (weights !== undefined) {
      const { wrong } = /** @type {{ wrong?: string }} */ (weights ?? {});
      if (typeof wrong === "string") throw new Error(this.text("wrongJson", { reason: wrong }));
      this.take(readMaps(weights, { kind, ...labels }));
    } else {
      const made = model ? { model } : presetOf(attn, preset, seed);
      if (made.model) this.ask(made.model);
      else if (made.result) this.answer(made.result);
    }
  }

  /** The text that the model gets. @param {Model} model */
  phraseOf(model) {
    return this.phrase ?? model.text ?? model.tokens?.join(" ") ?? "";
  }

  /** @param {Model} model */
  ask(model) {
    const asked = this.asked;
    const text = this.phraseOf(model);
    if (text.trim() === "") {
      // An empty text is an empty map, not yesterday's.
      this.maps = undefined;
      this.wrong = this.text("emptyText");
      return;
    }
    this.wrong = "";
    const found = model.run(text);
    if (!(found instanceof Promise)) {
      this.answer(found);
      return;
    }
    this.isRunning = true;
    found
      .then((result) => {
        if (asked !== this.asked) return;
        this.answer(result);
      })
      .catch((error) => {
        if (asked !== this.asked) return;
        const reason =
          error instanceof ReadError ? this.text(error.key, error.values) : error.message;
        this.maps = undefined;
        this.wrong = this.text("model failed", { reason });
      })
      .finally(() => {
        if (asked !== this.asked) return;
        this.isRunning = false;
        this.requestUpdate();
      });
  }

  /** @param {Result} result */
  answer(result) {
    this.result = result;
    this.take(readMaps(result, { kind: this.kind }));
  }

  /** @param {Maps} maps */
  take(maps) {
    const [layers, sequences, heads] = maps.shape;
    const facts = [];
    for (let layer = 0; layer < layers; layer += 1)
      for (let sequence = 0; sequence < sequences; sequence += 1)
        for (let head = 0; head < heads; head += 1)
          facts.push(factsOf(matrixOf(maps, layer, sequence, head)));
    this.maps = maps;
    this.facts = facts;
    const isWeights = facts.every(({ least, most }) => least >= 0 && most <= 1 + ROUNDING);
    this.what = isWeights ? "weight" : "score";
    this.pointed = undefined;
  }

  /** Keeps the state within what there is. @param {Maps} maps */
  choose(maps) {
    const [layers, sequences, heads, n, m] = maps.shape;
    const within = (/** @type {number} */ value, /** @type {number} */ most) =>
      Math.min(Math.max(1, Math.trunc(value) || 1), most);
    this.layer = within(this.layer, layers);
    this.head = within(this.head, heads);
    this.sequence = within(this.sequence, sequences);
    if (this.row !== undefined) this.row = within(this.row, n);
    if (this.zoom) {
      const region = kept(this.zoom, { rows: n, columns: m });
      const isWhole = region.rows === n && region.columns === m;
      this.zoom = isWhole ? undefined : region;
    }
    if (this.pointed && (this.pointed.i >= n || this.pointed.j >= m)) this.pointed = undefined;
    const before = this.matrix;
    this.matrix = matrixOf(maps, this.layer - 1, this.sequence - 1, this.head - 1);
    if (before.data !== this.matrix.data || before.start !== this.matrix.start) {
      this.received = receivedBy(this.matrix);
    }
  }

  /** The outlined row, from 0: the second where nobody chose. */
  get outlined() {
    return (this.row ?? Math.min(2, this.matrix.rows)) - 1;
  }

  /** What is on screen of the map. @returns {Region} */
  get region() {
    return this.zoom ?? wholeOf(this.matrix);
  }

  /** @param {number} layer @param {number} head from 0 */
  factsAt(layer, head) {
    const [, sequences, heads] = /** @type {Maps} */ (this.maps).shape;
    return this.facts[(layer * sequences + this.sequence - 1) * heads + head];
  }

  get now() {
    return this.factsAt(this.layer - 1, this.head - 1);
  }

  /** @param {Facts} facts of one head @returns {HeatScale} */
  scaleOf(facts) {
    const size = (/** @type {Facts} */ { most, least }) =>
      Math.max(Math.abs(most), Math.abs(least));
    const isScore = this.what === "score";
    const common = isScore ? Math.max(...this.facts.map(size)) : 1;
    return {
      name: isScore ? "linear" : this.scale,
      kind: this.what,
      most: (this.range === "head" ? size(facts) : common) || 1,
    };
  }

  get asks() {
    return (
      this.shows("predict") &&
      this.what === "weight" &&
      Math.min(this.matrix.rows, this.matrix.columns) > 1
    );
  }

  get revealed() {
    return !this.asks || this.guess !== undefined;
  }

  // --- labels ----------------------------------------------------------------------------------

  /** @param {"queryTokens" | "keyTokens"} which @param {number} at @returns {string} */
  labelOf(which, at) {
    return this.maps?.[which]?.[this.sequence - 1]?.[at] ?? this.text("token", { i: at + 1 });
  }

  /** A token for a sentence, with its place: the same word may come twice.
   * @param {"queryTokens" | "keyTokens"} which @param {number} at */
  named(which, at) {
    const role = which === "queryTokens" ? "query" : "key";
    if (!this.maps?.[which]) return html`<span class=${role}>${role} ${at + 1}</span>`;
    const token = html`<bdi>${shortToken(this.labelOf(which, at))}</bdi>`;
    return html`<span class=${role}>${this.rich("at", { token, i: at + 1 })}</span>`;
  }

  /** The same as plain text. @param {"queryTokens" | "keyTokens"} which @param {number} at */
  spoken(which, at) {
    const role = which === "queryTokens" ? "query" : "key";
    return this.maps?.[which]
      ? this.text("at", { token: visibleToken(this.labelOf(which, at)), i: at + 1 })
      : `${role} ${at + 1}`;
  }

  get placeName() {
    return this.text("place", { layer: this.layer, head: this.head });
  }

  get about() {
    if (this.source === "model") return this.model?.about ?? "";
    return this.text(`about ${this.source}`, { seed: this.seed, file: this.opened?.name });
  }

  get scaleWords() {
    const scale = this.scaleOf(this.now);
    const words = scaleInWords(scale, (key) =>
      this.text(key, { most: precise(scale.most), least: precise(valueAt(scale, 0)) }),
    );
    return this.text(this.range === "head" ? "headWords" : "commonWords", { scale: words });
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return this.text("heading");
  }

  formulaNames() {
    return ["attention"];
  }

  formulaPart() {
    return "softmax";
  }

  picture() {
    const probe = html`<span
      class="probe"
      aria-hidden="true"
      @transitionend=${this.onTheme}
    ></span>`;
    const wrong = this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing;
    const busy = this.opening
      ? this.text("reading", { file: this.opening })
      : this.isRunning
        ? this.text("running")
        : "";
    const state = html`<p class="about" role="status">
      ${busy || (this.shows("about") ? this.about : nothing)}
    </p>`;
    if (!this.maps) return html`${probe}${state}${wrong}`;
    const [layers, , heads] = this.maps.shape;
    const many = layers * heads > 1 && this.shows("heads");
    return html`${probe}${state}${wrong}
      <div
        class=${classMap({ stage: true, beside: many && heads <= 6, dropping: this.dropping })}
        data-drop=${this.text("drop")}
        @dragover=${this.onDragOver}
        @dragleave=${() => {
          this.dropping = false;
        }}
        @drop=${this.onDrop}
      >
        ${many ? this.smallMaps() : nothing} ${this.shows("map") ? this.largeMap() : nothing}
      </div>
      ${this.shows("legend") ? this.legend() : nothing} ${this.asks ? this.question() : nothing}`;
  }

  /** The size of a small map, in CSS pixels. @returns {[number, number]} */
  get smallSize() {
    const [, , heads, n, m] = /** @type {Maps} */ (this.maps).shape;
    const wanted = heads <= 4 ? 56 : heads <= 6 ? 44 : heads <= 8 ? 40 : heads <= 12 ? 36 : 28;
    const fitting = this.room < NARROW ? Math.floor((this.room - 60) / heads) - 14 : wanted;
    const width = Math.max(24, Math.min(wanted, fitting));
    const height = Math.round(width * Math.min(2.5, Math.max(0.4, n / m)));
    return [width, height];
  }

  smallMaps() {
    const [layers, , heads] = /** @type {Maps} */ (this.maps).shape;
    const numbers = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => i);
    return html`<div class="heads">
      <div
        class="grid"
        role="radiogroup"
        aria-label=${this.text("headsLabel")}
        style=${styleMap({ "--heads": String(heads) })}
        @keydown=${this.onHeadKey}
      >
        <span></span>
        ${numbers(heads).map(
          (head) =>
            html`<span class="over" aria-hidden="true"
              >${heads <= 4 ? this.text("head", { head: head + 1 }) : head + 1}</span
            >`,
        )}
        ${numbers(layers).map(
          (layer) =>
            html`<span class="side" aria-hidden="true"
                >${this.text("layer", { layer: layer + 1 })}</span
              >${numbers(heads).map((head) => this.smallMap(layer, head))}`,
        )}
      </div>
    </div>`;
  }

  /** @param {number} layer @param {number} head */
  smallMap(layer, head) {
    const checked = this.layer === layer + 1 && this.head === head + 1;
    const most = precise(this.factsAt(layer, head).most);
    const [width, height] = this.smallSize;
    return html`<button
      type="button"
      role="radio"
      aria-checked=${checked}
      aria-label=${this.text("headLabel", { layer: layer + 1, head: head + 1, most })}
      tabindex=${checked ? "0" : "-1"}
      data-layer=${layer + 1}
      data-head=${head + 1}
      @click=${() => this.set({ layer: layer + 1, head: head + 1 })}
    >
      <canvas
        aria-hidden="true"
        data-small="${layer},${head}"
        style=${styleMap({ width: `${width}px`, height: `${height}px` })}
      ></canvas>
    </button>`;
  }

  /** Where everything of the large map stands, in CSS pixels. */
  get layout() {
    const { region, room } = this;
    const isNarrow = room < NARROW;
    const isNamed = {
      rows: Boolean(this.maps?.queryTokens),
      columns: Boolean(this.maps?.keyTokens),
    };
    const most = isNarrow ? LONGEST_LABEL.narrow : LONGEST_LABEL.wide;
    /** @param {"queryTokens" | "keyTokens"} which @param {number} from @param {number} count */
    const widest = (which, from, count) => {
      let width = 2 * CHARACTER;
      for (let at = from; at < from + Math.min(count, 64); at += 1)
        width = Math.max(width, widthOf(this.labelOf(which, at)));
      return width;
    };
    const { top, left, rows, columns } = region;
    const side = Math.round(
      Math.max(
        this.shows("received") ? 76 : 48,
        Math.min(most, widest("queryTokens", top, rows)) + 10,
      ),
    );
    const free = Math.max(120, room - side - 4);
    const tall = isNarrow ? TALLEST.narrow : TALLEST.wide;
    const cell = Math.min(free / columns, tall / rows, LARGEST_CELL);
    // Very long and narrow maps are not drawn in squares: their cells would be too small.
    const width = Math.round(
      Math.min(free, Math.max(columns * cell, Math.min(160, columns * LARGEST_CELL))),
    );
    const height = Math.round(
      Math.min(tall, Math.max(rows * cell, Math.min(160, rows * LARGEST_CELL))),
    );
    const cellWidth = width / columns;
    const cellHeight = height / rows;
    const label = widest("keyTokens", left, columns);
    const upright = label + 4 > cellWidth;
    const named = isNamed.columns && cellWidth >= LABEL;
    const over = Math.round(named && upright ? Math.min(most, label) + 10 : 22);
    return {
      side,
      over,
      width,
      height,
      upright: named && upright,
      x: edgesOf(columns, width),
      y: edgesOf(rows, height),
      everyRow: cellHeight >= LABEL ? 1 : roundStep(30 / cellHeight),
      everyColumn:
        cellWidth >= (isNamed.columns ? LABEL : label + 2) ? 1 : roundStep(44 / cellWidth),
    };
  }

  largeMap() {
    const { region, matrix, layout, pointed, outlined } = this;
    const { rows: n, columns: m } = matrix;
    const { side, over, width, height, x, y } = layout;
    const row = outlined - region.top;
    const isShown = (/** @type {{ i: number, j: number }} */ { i, j }) =>
      i >= region.top &&
      i < region.top + region.rows &&
      j >= region.left &&
      j < region.left + region.columns;
    const px = (/** @type {number} */ value) => `${value}px`;
    const box = (/** @type {number} */ i, /** @type {number} */ j) => ({
      left: px(x[j]),
      top: px(y[i]),
      width: px(x[j + 1] - x[j]),
      height: px(y[i + 1] - y[i]),
    });
    const label = this.text("mapLabel", { layer: this.layer, head: this.head, n, m });
    return html`<div class="large">
      <div class="title">
        <b>${this.placeName}</b> <span class="facts">${shape(n, m)}</span>
        ${this.zoom ? html`<span class="facts">${this.regionNote}</span>` : nothing}
      </div>
      <div class="map-grid" style=${styleMap({ "--side": px(side), "--over": px(over) })}>
        <span class="axis keys">${this.text("keyAxis")} →</span>
        <span class="axis queries">${this.text("queryAxis")} ↓</span>
        ${this.columnLabels(layout)} ${this.rowLabels(layout)}
        <div
          class=${classMap({ map: true, zoomed: Boolean(this.zoom), panning: this.panning })}
          style=${styleMap({ width: px(width), height: px(height) })}
          tabindex="0"
          role="application"
          aria-roledescription="heat map"
          aria-label=${label}
          aria-describedby="map-help map-read"
          @keydown=${this.onMapKey}
          @focus=${this.onMapFocus}
          @pointermove=${this.onMove}
          @pointerleave=${this.onLeave}
          @pointerdown=${this.onDown}
          @click=${this.onMapClick}
          @wheel=${this.onWheel}
        >
          <canvas
            data-large
            aria-hidden="true"
            style=${styleMap({ width: px(width), height: px(height) })}
          ></canvas>
          ${
            row >= 0 && row < region.rows
              ? html`<div
                  class="outlined"
                  style=${styleMap({ top: px(y[row]), height: px(y[row + 1] - y[row]) })}
                ></div>`
              : nothing
          }
          ${
            pointed && isShown(pointed)
              ? html`<div
                  class="pointed"
                  style=${styleMap(box(pointed.i - region.top, pointed.j - region.left))}
                ></div>`
              : nothing
          }
        </div>
        ${
          this.shows("received")
            ? html`<span class="strip-name">${this.text("received")}</span>
                <div class="strip">
                  <canvas
                    data-received
                    aria-hidden="true"
                    style=${styleMap({ width: px(width), height: px(STRIP) })}
                  ></canvas>
                </div>`
            : nothing
        }
      </div>
      <p class="unseen" id="map-help">${this.text("mapHelp")}</p>
      <p class="read" id="map-read" data-read aria-live="polite">${this.reading()}</p>
      ${this.shows("zoom") && (this.zoom || Math.max(n, m) > SMALL) ? this.zoomButtons() : nothing}
    </div>`;
  }

  /** @param {ReturnType<() => AttentionHeatmap["layout"]>} layout */
  rowLabels({ y, everyRow }) {
    const { region, pointed, outlined } = this;
    const list = [];
    for (let i = firstOf(region.top, everyRow); i < region.rows; i += everyRow) {
      const at = region.top + i;
      const token = this.labelOf("queryTokens", at);
      const isEach = everyRow === 1;
      list.push(
        html`<span
          class=${classMap({ lit: isEach && pointed?.i === at, chosen: isEach && outlined === at })}
          style=${styleMap({ top: `${(y[i] + y[i + 1]) / 2 + 1}px` })}
          title=${isEach ? token : nothing}
          ><bdi>${isEach ? visibleToken(token) : at + 1}</bdi></span
        >`,
      );
    }
    return html`<div class="labels side" aria-hidden="true" data-labels="rows">${list}</div>`;
  }

  /** @param {ReturnType<() => AttentionHeatmap["layout"]>} layout */
  columnLabels({ x, everyColumn, upright }) {
    const { region, pointed } = this;
    const list = [];
    for (let j = firstOf(region.left, everyColumn); j < region.columns; j += everyColumn) {
      const at = region.left + j;
      const token = this.labelOf("keyTokens", at);
      const isEach = everyColumn === 1;
      list.push(
        html`<span
          class=${classMap({ lit: isEach && pointed?.j === at })}
          style=${styleMap({
            left: `${(x[j] + x[j + 1]) / 2 + 1}px`,
            "--most": `${everyColumn > 1 ? 40 : x[j + 1] - x[j]}px`,
          })}
          title=${isEach ? token : nothing}
          ><bdi>${isEach ? visibleToken(token) : at + 1}</bdi></span
        >`,
      );
    }
    return html`<div
      class=${classMap({ labels: true, over: true, upright })}
      aria-hidden="true"
      data-labels="columns"
    >
      ${list}
    </div>`;
  }

  /** What is said of the cell that is pointed at. */
  reading() {
    const { pointed, matrix } = this;
    const block = this.blockNote();
    const note = block ? html`<small>${block}</small>` : nothing;
    if (!pointed) return html`<small>${this.text("pointHere")}</small> ${note}`;
    const value = cellOf(matrix, pointed.i, pointed.j);
    const key =
      value === -Infinity
        ? "cellHidden"
        : value === 0
          ? "cellZero"
          : Number.isFinite(value)
            ? "cell"
            : "cellNan";
    const average =
      this.shows("received") && this.revealed
        ? html`<small
            >${this.text("received")}
            <span class="key">${precise(this.received[pointed.j])}</span></small
          >`
        : nothing;
    return html`${this.rich(key, {
      query: this.named("queryTokens", pointed.i),
      key: this.named("keyTokens", pointed.j),
      value: html`<b>${precise(value)}</b>`,
    })}.
    ${average} ${note}`;
  }

  /** What a pixel stands for, where it is more than a cell. */
  blockNote() {
    const { region, layout } = this;
    const density = globalThis.devicePixelRatio || 1;
    const rows = Math.ceil(region.rows / Math.max(1, Math.round(layout.height * density)));
    const columns = Math.ceil(region.columns / Math.max(1, Math.round(layout.width * density)));
    return rows * columns > 1 ? this.text("blockNote", { rows, columns }) : "";
  }

  get regionNote() {
    const { top, left, rows, columns } = this.region;
    return this.text("regionNote", {
      top: top + 1,
      bottom: top + rows,
      left: left + 1,
      right: left + columns,
    });
  }

  zoomButtons() {
    /** @param {string} name @param {() => void} act @param {boolean} isOff */
    const button = (name, act, isOff) =>
      html`<button
        type="button"
        class="plain"
        data-action=${name}
        aria-disabled=${isOff}
        @click=${() => !isOff && act()}
      >
        ${this.text(name)}
      </button>`;
    const { rows, columns } = this.region;
    const isClosest = rows <= 4 && columns <= 4;
    return html`<div class="zoom-buttons">
      ${button("zoomIn", () => this.zoomBy(0.5), isClosest)}
      ${button("zoomOut", () => this.zoomBy(2), !this.zoom)}
      ${this.zoom ? button("whole", () => this.set({ zoom: undefined }), false) : nothing}
    </div>`;
  }

  legend() {
    const theme = this.dark ? "dark" : "light";
    const signs = SIGNS[theme];
    const { hidden, zero, nan } = this.now;
    /** @type {{ zero?: string, hidden?: string, nan?: string }} */
    const shown = {};
    if (zero > 0) shown.zero = this.text("signZero");
    if (hidden > 0) shown.hidden = this.text("signHidden");
    if (nan > 0) shown.nan = this.text("signNan");
    return html`<div
      style=${styleMap({
        "--heat-paper": signs.paper,
        "--heat-alarm": signs.alarm,
        "--heat-zero": this.dark ? "#191d23" : "#fafbfc",
      })}
    >
      ${heatScale({ scale: this.scaleOf(this.now), theme, words: this.scaleWords, signs: shown })}
    </div>`;
  }

  question() {
    const { matrix, guess, outlined, received } = this;
    const column = bestOf(received);
    return prediction({
      question: this.text("question"),
      answers: [
        { value: "column", label: this.text("answerColumn") },
        { value: "row", label: this.text("answerRow") },
        { value: "all", label: this.text("answerAll") },
      ],
      given: guess,
      onAnswer: (value) => {
        this.guess = value;
      },
      verdict:
        guess === undefined || guess === ""
          ? nothing
          : this.rich(guess === "row" ? "verdictRight" : "verdictWrong", {
              query: this.named("queryTokens", outlined),
              key: this.named("keyTokens", column),
              row: html`<b>${rounded(sumOf(matrix, { row: outlined }))}</b>`,
              column: html`<b>${rounded(sumOf(matrix, { column }))}</b>`,
              all: html`<b>${rounded(sumOf(matrix, {}))}</b>`,
            }),
      text: this.text,
    });
  }

  /** @param {import("lit").PropertyValues} changed */
  updated(changed) {
    super.updated(changed);
    if (!this.attn || this.failure !== undefined) return;
    this.measure();
    this.drawAll();
  }

  // --- canvases --------------------------------------------------------------------------------

  /** Watches how much room there is. */
  measure() {
    const large = this.shadowRoot?.querySelector(".large");
    if (!large) return;
    if (!this.sizes) {
      // In the next frame: drawing here changes what is observed.
      this.sizes = new ResizeObserver(([entry]) =>
        requestAnimationFrame(() => {
          this.room = Math.round(entry.contentRect.width);
        }),
      );
    }
    if (this.watched !== large) {
      if (this.watched) this.sizes.unobserve(this.watched);
      this.sizes.observe(large);
      this.watched = large;
    }
    const room = Math.round(large.getBoundingClientRect().width);
    if (room > 0 && room !== this.room) this.room = room;
    this.onTheme();
  }

  onTheme = () => {
    const probe = this.shadowRoot?.querySelector(".probe");
    if (probe) this.dark = getComputedStyle(probe).color === "rgb(255, 255, 255)";
  };

  drawAll() {
    if (!this.maps || this.room === 0) return;
    const theme = this.dark ? "dark" : "light";
    this.drawLarge(theme);
    this.drawReceived();
    this.drawSmall(theme);
  }

  /** Whether a canvas has to be drawn for this. @param {HTMLCanvasElement} canvas @param {unknown[]} what */
  isNew(canvas, what) {
    const before = this.drawn.get(canvas);
    if (
      before &&
      before.length === what.length &&
      before.every((value, at) => value === what[at])
    ) {
      return false;
    }
    this.drawn.set(canvas, what);
    return true;
  }

  /** @param {"light" | "dark"} theme */
  drawLarge(theme) {
    /** @type {HTMLCanvasElement | null | undefined} */
    const canvas = this.shadowRoot?.querySelector("canvas[data-large]");
    if (!canvas) return;
    const { matrix, region, layout } = this;
    const density = fit(canvas, layout.width, layout.height);
    const scale = this.scaleOf(this.now);
    const what = [
      matrix.data,
      matrix.start,
      ...Object.values(region),
      canvas.width,
      canvas.height,
      ...Object.values(scale),
      theme,
    ];
    if (!this.isNew(canvas, what)) return;
    const sample = sampleOf(matrix, region, canvas.height, canvas.width);
    paint(canvas, sample, scale, theme, { density, numbers: true });
  }

  /** Bars of what each key receives: the largest where a pixel stands for several. */
  drawReceived() {
    /** @type {HTMLCanvasElement | null | undefined} */
    const canvas = this.shadowRoot?.querySelector("canvas[data-received]");
    if (!canvas) return;
    const { layout, region, received } = this;
    const density = fit(canvas, layout.width, STRIP);
    const colour = getComputedStyle(canvas).color;
    if (!this.isNew(canvas, [received, region.left, region.columns, canvas.width, density, colour]))
      return;
    const context = canvas.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = colour;
    const most = Math.max(
      ...Array.from(received, (value) => (Number.isFinite(value) ? value : 0)),
      1e-9,
    );
    const columns = Math.min(region.columns, canvas.width);
    const edges = edgesOf(columns, canvas.width);
    const isWide = canvas.width / columns >= 6 * density;
    for (let bar = 0; bar < columns; bar += 1) {
      const from = region.left + Math.floor((bar * region.columns) / columns);
      const to =
        region.left +
        Math.max(1 + from - region.left, Math.floor(((bar + 1) * region.columns) / columns));
      let value = 0;
      for (let j = from; j < to; j += 1) if (received[j] > value) value = received[j];
      const height = Math.round((value / most) * canvas.height);
      const gap = isWide ? Math.round(density) : 0;
      context.fillRect(
        edges[bar] + gap,
        canvas.height - height,
        edges[bar + 1] - edges[bar] - 2 * gap,
        height,
      );
    }
  }

  /** The small maps, in slices where they have many cells. @param {"light" | "dark"} theme */
  drawSmall(theme) {
    clearTimeout(this.slice);
    const maps = /** @type {Maps} */ (this.maps);
    const [width, height] = this.smallSize;
    /** @type {HTMLCanvasElement[]} */
    const waiting = [...(this.shadowRoot?.querySelectorAll("canvas[data-small]") ?? [])].map(
      (canvas) => /** @type {HTMLCanvasElement} */ (canvas),
    );
    for (const canvas of waiting) fit(canvas, width, height);
    const isLarge = maps.data.length > AT_ONCE;
    const work = () => {
      const end = performance.now() + 8;
      for (let canvas = waiting.shift(); canvas; canvas = waiting.shift()) {
        const [layer, head] = /** @type {string} */ (canvas.dataset.small).split(",").map(Number);
        const matrix = matrixOf(maps, layer, this.sequence - 1, head);
        const scale = this.scaleOf(this.factsAt(layer, head));
        const what = [
          matrix.data,
          matrix.start,
          canvas.width,
          canvas.height,
          ...Object.values(scale),
          theme,
        ];
        if (!this.isNew(canvas, what)) continue;
        const sample = sampleOf(matrix, wholeOf(matrix), canvas.height, canvas.width);
        paint(canvas, sample, scale, theme, { density: canvas.width / width });
        if (isLarge && performance.now() > end) break;
      }
      if (waiting.length > 0) this.slice = window.setTimeout(work);
    };
    if (isLarge) this.slice = window.setTimeout(work);
    else work();
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("beforeprint", this.onPrint);
    window.addEventListener("afterprint", this.onTheme);
    this.watchDensity();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    window.removeEventListener("beforeprint", this.onPrint);
    window.removeEventListener("afterprint", this.onTheme);
    this.density?.removeEventListener("change", this.watchDensity);
    this.sizes?.disconnect();
    this.sizes = undefined;
    this.watched = undefined;
    clearTimeout(this.slice);
  }

  /** Draws anew when the window comes to a screen of another density. */
  watchDensity = () => {
    this.density?.removeEventListener("change", this.watchDensity);
    this.density = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    this.density.addEventListener("change", this.watchDensity);
    this.requestUpdate();
  };

  /** Paper is light. */
  onPrint = () => {
    if (!this.maps || this.room === 0) return;
    this.drawLarge("light");
    this.drawSmall("light");
  };

  // --- what a learner does ---------------------------------------------------------------------

  /** @param {{ clientX: number, clientY: number }} event @returns {{ i: number, j: number } | undefined} */
  cellAt({ clientX, clientY }) {
    const canvas = this.shadowRoot?.querySelector("canvas[data-large]");
    if (!canvas) return undefined;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const { region } = this;
    const i = Math.floor(((clientY - top) / height) * region.rows);
    const j = Math.floor(((clientX - left) / width) * region.columns);
    if (i < 0 || j < 0 || i >= region.rows || j >= region.columns) return undefined;
    return { i: region.top + i, j: region.left + j };
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    if (this.panning || event.pointerType === "touch") return;
    const cell = this.cellAt(event);
    if (cell?.i !== this.pointed?.i || cell?.j !== this.pointed?.j) this.pointed = cell;
  }

  /** @param {PointerEvent} event */
  onLeave(event) {
    if (event.pointerType === "mouse" && !this.focusIsOnMap) this.pointed = undefined;
  }

  get focusIsOnMap() {
    return Boolean(this.shadowRoot?.activeElement?.classList.contains("map"));
  }

  /** Dragging moves the map under the pointer. @param {PointerEvent} event */
  onDown(event) {
    const from = this.zoom;
    if (!from || event.button !== 0) return;
    const map = /** @type {HTMLElement} */ (event.currentTarget);
    const { layout } = this;
    const [rows, columns] = [from.rows / layout.height, from.columns / layout.width];
    let frame = 0;
    /** @type {PointerEvent | undefined} */
    let last;
    /** @param {PointerEvent} move */
    const onDrag = (move) => {
      const far = Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY);
      if (!this.panning && far < 4) return;
      if (!this.panning) map.setPointerCapture(event.pointerId);
      this.panning = true;
      last = move;
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        if (last) this.zoom = moved(last);
      });
    };
    /** @param {PointerEvent} move @returns {Region} */
    const moved = (move) =>
      kept(
        {
          ...from,
          top: from.top - (move.clientY - event.clientY) * rows,
          left: from.left - (move.clientX - event.clientX) * columns,
        },
        this.matrix,
      );
    const onEnd = () => {
      cancelAnimationFrame(frame);
      map.removeEventListener("pointermove", onDrag);
      map.removeEventListener("pointerup", onEnd);
      map.removeEventListener("pointercancel", onEnd);
      if (last) this.set({ zoom: moved(last) });
      // The click that follows a drag chooses nothing.
      setTimeout(() => {
        this.panning = false;
      });
    };
    map.addEventListener("pointermove", onDrag);
    map.addEventListener("pointerup", onEnd);
    map.addEventListener("pointercancel", onEnd);
  }

  /** @param {MouseEvent} event */
  onMapClick(event) {
    if (this.panning) return;
    const cell = this.cellAt(event);
    if (!cell) return;
    this.pointed = cell;
    this.set({ row: cell.i + 1 });
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoomBy(event.deltaY > 0 ? 1.25 : 0.8, this.cellAt(event));
  }

  onMapFocus() {
    const { top, left } = this.region;
    this.pointed ??= { i: Math.max(top, this.outlined), j: left };
  }

  /** @param {number} factor @param {{ i: number, j: number }} [around] */
  zoomBy(factor, around) {
    const { region, matrix } = this;
    const middle = {
      i: region.top + Math.floor(region.rows / 2),
      j: region.left + Math.floor(region.columns / 2),
    };
    this.set({ zoom: zoomed(region, matrix, factor, around ?? this.pointed ?? middle) });
  }

  /** @param {KeyboardEvent} event */
  onMapKey(event) {
    if (event.altKey || event.metaKey) return;
    const { matrix, region } = this;
    const { i, j } = this.pointed ?? { i: this.outlined, j: region.left };
    const { rows: n, columns: m } = matrix;
    const steps = event.shiftKey ? 10 : 1;
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowUp: [i - steps, j],
      ArrowDown: [i + steps, j],
      ArrowLeft: [i, j - steps],
      ArrowRight: [i, j + steps],
      Home: [event.ctrlKey ? 0 : i, 0],
      End: [event.ctrlKey ? n - 1 : i, m - 1],
      PageUp: [i - region.rows, j],
      PageDown: [i + region.rows, j],
    };
    const to = moves[event.key];
    if (to) {
      const cell = {
        i: Math.min(n - 1, Math.max(0, to[0])),
        j: Math.min(m - 1, Math.max(0, to[1])),
      };
      this.pointed = cell;
      if (this.zoom) {
        const zoom = showing(this.zoom, matrix, cell.i, cell.j);
        if (regionConverter.toAttribute(zoom) !== regionConverter.toAttribute(this.zoom))
          this.set({ zoom });
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.set({ row: i + 1 });
    } else if (event.key === "+" || event.key === "=") {
      this.zoomBy(0.5);
    } else if (event.key === "-" || event.key === MINUS) {
      this.zoomBy(2);
    } else if (event.key === "0") {
      this.set({ zoom: undefined });
    } else if (event.key === "Escape") {
      this.pointed = undefined;
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  onHeadKey(event) {
    const [layers, , heads] = /** @type {Maps} */ (this.maps).shape;
    const { layer, head } = this;
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowUp: [layer - 1, head],
      ArrowDown: [layer + 1, head],
      ArrowLeft: [layer, head - 1],
      ArrowRight: [layer, head + 1],
      Home: [event.ctrlKey ? 1 : layer, 1],
      End: [event.ctrlKey ? layers : layer, heads],
    };
    const to = moves[event.key];
    if (!to || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = {
      layer: Math.min(layers, Math.max(1, to[0])),
      head: Math.min(heads, Math.max(1, to[1])),
    };
    this.set(next);
    /** @type {HTMLElement | null | undefined} */
    const button = this.shadowRoot?.querySelector(
      `[data-layer="${next.layer}"][data-head="${next.head}"]`,
    );
    button?.focus();
  }

  /** What goes when other weights come. */
  get startState() {
    return { layer: 1, head: 1, sequence: 1, row: undefined, zoom: undefined, kind: undefined };
  }

  /** @param {string} preset */
  choosePreset(preset) {
    if (!PRESETS.includes(preset)) return;
    this.opened = undefined;
    this.wrong = "";
    this.guess = undefined;
    this.set({
      ...this.startState,
      preset,
      phrase: undefined,
      weights: undefined,
      tokens: undefined,
      queryTokens: undefined,
      keyTokens: undefined,
    });
  }

  /** @param {File | undefined} file */
  async open(file) {
    if (!file) return;
    this.opening = file.name;
    this.wrong = "";
    this.asked += 1;
    const { asked } = this;
    try {
      const all = await openFile(file);
      if (asked !== this.asked) return;
      this.opened = { name: file.name, all };
      await this.set({ ...this.startState, weights: undefined });
    } catch (error) {
      if (asked !== this.asked) return;
      // What is on screen stays: only the file is wrong.
      this.wrong =
        error instanceof ReadError
          ? this.text(error.key, error.values)
          : this.text("readFailed", { reason: /** @type {Error} */ (error).message });
    } finally {
      if (this.opening === file.name) this.opening = "";
    }
  }

  /** @param {DragEvent} event */
  onDragOver(event) {
    if (!this.shows("file") || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.dropping = true;
  }

  /** @param {DragEvent} event */
  onDrop(event) {
    this.dropping = false;
    const file = event.dataTransfer?.files[0];
    if (!this.shows("file") || !file) return;
    event.preventDefault();
    this.open(file);
  }

  reset() {
    super.reset();
    this.opened = undefined;
    this.wrong = "";
    this.guess = undefined;
    this.refused = undefined;
  }

  // --- readouts and controls -------------------------------------------------------------------

  readoutItems() {
    if (!this.maps) return [];
    const { matrix, outlined, received, what } = this;
    const [best] = strongestOf(matrix, outlined, 1);
    const key = bestOf(received);
    const later = this.text("notYet");
    return [
      { name: "map", label: this.text("readMap"), value: this.placeName },
      { name: "row", label: this.text("readRow"), value: this.named("queryTokens", outlined) },
      {
        name: "best",
        label: this.text("readBest"),
        value:
          best === undefined
            ? "—"
            : html`${this.named("keyTokens", best)} ${precise(cellOf(matrix, outlined, best))}`,
      },
      ...(what === "weight"
        ? [
            {
              name: "sum",
              label: this.text("readSum"),
              value: this.revealed ? rounded(sumOf(matrix, { row: outlined })) : later,
            },
          ]
        : []),
      ...(this.shows("received")
        ? [
            {
              name: "received",
              label: this.text("readReceived"),
              value: html`${this.named("keyTokens", key)} ${precise(received[key])}`,
            },
          ]
        : []),
    ];
  }

  controls() {
    const { text, source } = this;
    const sources = [...(PRESETS.includes(source) ? [] : [source]), ...PRESETS];
    const preset = () =>
      menu({
        name: "preset",
        label: text("preset"),
        value: source,
        options: sources.map((value) => ({
          value,
          label: text(`preset ${value}`, { file: this.opened?.name }),
        })),
        onChange: (value) => this.choosePreset(value),
      });
    const kinds = this.opened?.all.map(({ kind }) => kind) ?? [];
    const kind = () =>
      kinds.length > 1
        ? menu({
            name: "kind",
            label: text("kind"),
            value: this.maps?.kind ?? "",
            options: kinds.map((value) => ({ value, label: value })),
            onChange: (value) => this.set({ ...this.startState, kind: value }),
          })
        : nothing;
    const sequences = this.maps?.shape[1] ?? 1;
    const sequence = () =>
      sequences > 1
        ? menu({
            name: "sequence",
            label: text("sequence"),
            value: String(this.sequence),
            options: Array.from({ length: sequences }, (_, at) => ({
              value: String(at + 1),
              label: text("sequenceOption", { sequence: at + 1, sequences }),
            })),
            onChange: (value) =>
              this.set({ sequence: Number(value), row: undefined, zoom: undefined }),
          })
        : nothing;
    const seed = () =>
      SEEDED.includes(source)
        ? numberField({
            name: "seed",
            label: text("seed"),
            value: this.seed,
            min: 0,
            max: MOST_SEED,
            onChange: (value) => {
              this.refused = undefined;
              this.set({ seed: value });
            },
            onRefuse: (typed) => {
              this.refused = typed;
            },
          })
        : nothing;
    const scale = () =>
      this.what === "weight"
        ? choice({
            name: "scale",
            label: text("scale"),
            value: this.scale,
            options: SCALES.map((value) => ({ value, label: text(`scaleName ${value}`) })),
            onChange: (value) => this.set({ scale: value }),
          })
        : nothing;
    const range = () =>
      choice({
        name: "range",
        label: text("range"),
        value: this.range,
        options: RANGES.map((value) => ({ value, label: text(`range ${value}`) })),
        onChange: (value) => this.set({ range: value }),
      });
    const file = () =>
      html`<label class="file"
        >${text("file")}<input
          type="file"
          accept=".json,application/json"
          data-action="file"
          @change=${(/** @type {Event} */ event) => {
            const field = /** @type {HTMLInputElement} */ (event.currentTarget);
            this.open(field.files?.[0]);
            // The same file may be chosen again, once it has been put right.
            field.value = "";
          }}
        />
      </label>`;
    /** @param {string} name @param {() => unknown} draw */
    const shown = (name, draw) => (this.shows(name) ? draw() : nothing);
    return html`${shown("preset", preset)} ${shown("phrase", () => this.phraseField())}
    ${shown("seed", seed)} ${shown("scale", scale)} ${shown("range", range)} ${shown("kind", kind)}
    ${shown("sequence", sequence)} ${shown("file", file)}`;
  }

  /** The model that takes a text, where the weights come from one. @returns {Model | undefined} */
  get runner() {
    if (this.source === "model") return this.model;
    if (!this.attn || !PRESETS.includes(this.source)) return undefined;
    return ["untrained", "causal"].includes(this.source)
      ? presetOf(this.attn, this.source, this.seed).model
      : undefined;
  }

  phraseField() {
    const { runner, text } = this;
    if (!runner) return nothing;
    const take = () => {
      const field = /** @type {HTMLInputElement} */ (this.shadowRoot?.querySelector("#phrase"));
      if (field.value !== this.phraseOf(runner))
        this.set({ phrase: field.value, row: undefined, zoom: undefined });
    };
    return html`<div class="control phrase" data-control="phrase">
      <label for="phrase">${text("phrase")}</label>
      <div class="line">
        <input
          id="phrase"
          type="text"
          dir="auto"
          autocomplete="off"
          spellcheck="false"
          .value=${live(this.phraseOf(runner))}
          @change=${take}
        />
        <button type="button" class="plain" data-action="run" @click=${take}>${text("run")}</button>
      </div>
    </div>`;
  }

  // --- the sentence ----------------------------------------------------------------------------

  sentence() {
    if (this.refused !== undefined) return this.text("seedRefused", { text: this.refused });
    if (!this.maps) return "";
    const { matrix, outlined } = this;
    const query = this.named("queryTokens", outlined);
    const row = { hidden: 0, nan: 0 };
    for (let j = 0; j < matrix.columns; j += 1) {
      const value = cellOf(matrix, outlined, j);
      if (value === -Infinity) row.hidden += 1;
      else if (!Number.isFinite(value)) row.nan += 1;
    }
    if (row.nan > 0) return this.rich("sayNan", { query });
    if (row.hidden === matrix.columns) return this.rich("sayNothing", { query });
    const best = strongestOf(matrix, outlined, 3);
    if (this.what === "score") {
      return this.rich("sayScores", {
        query,
        value: precise(cellOf(matrix, outlined, best[0])),
        key: this.named("keyTokens", best[0]),
      });
    }
    const pairs = best.map((j, index) => [
      index > 0 ? ", " : "",
      this.rich("weightOf", {
        value: precise(cellOf(matrix, outlined, j)),
        key: this.named("keyTokens", j),
      }),
    ]);
    const sum = sumOf(matrix, { row: outlined });
    if (!this.revealed) return [this.rich("describeMore", { query, pairs })];
    const said = this.rich(row.hidden > 0 ? "saySumHidden" : "saySum", {
      query,
      pairs,
      count: matrix.columns - row.hidden,
      sum: rounded(sum),
    });
    return Math.abs(sum - 1) > 0.01
      ? [said, " ", this.text("sayAbove", { sum: rounded(sum) })]
      : said;
  }

  // --- what lies behind ------------------------------------------------------------------------

  /** Numbers of a part of the map. @param {Region} region */
  tensorOf({ top, left, rows, columns }) {
    const data = new Float32Array(rows * columns);
    for (let i = 0; i < rows; i += 1) {
      const from = this.matrix.start + (top + i) * this.matrix.columns + left;
      data.set(this.matrix.data.subarray(from, from + columns), i * columns);
    }
    return { data, shape: [rows, columns] };
  }

  /** @param {Region} region @returns {import("../parts/tables.js").NumberTable} */
  tableOf(region) {
    const { top, left, rows, columns } = region;
    const isCut = rows < this.matrix.rows || columns < this.matrix.columns;
    return {
      name: "A",
      title: this.text(isCut ? "tablesCut" : "tablesPart", {
        place: this.placeName,
        top: top + 1,
        bottom: top + rows,
        left: left + 1,
        right: left + columns,
      }),
      tensor: this.tensorOf(region),
      rows: Array.from({ length: rows }, (_, i) => this.labelOf("queryTokens", top + i)),
      columns: Array.from({ length: columns }, (_, j) => this.labelOf("keyTokens", left + j)),
      rowAxis: this.text("queryAxis"),
      columnAxis: this.text("keyAxis"),
    };
  }

  tables() {
    if (!this.maps) return [];
    const { region } = this;
    const cut = {
      ...region,
      rows: Math.min(TABLE, region.rows),
      columns: Math.min(TABLE, region.columns),
    };
    const main = this.tableOf(cut);
    return [
      main,
      {
        name: "r",
        title: this.text("tableReceived"),
        tensor: {
          data: this.received.slice(cut.left, cut.left + cut.columns),
          shape: [1, cut.columns],
        },
        rows: [this.text("received")],
        columns: main.columns?.map(visibleToken),
        worded: true,
      },
    ];
  }

  description() {
    if (!this.maps) return [];
    const { matrix, received } = this;
    const [layers, , heads, n, m] = this.maps.shape;
    const isShort = n <= 12 && m <= 12;
    const rows = Array.from({ length: Math.min(n, 24) }, (_, i) => {
      const pairs = (
        isShort ? Array.from({ length: m }, (_unused, j) => j) : strongestOf(matrix, i, 3)
      )
        .map((j) =>
          this.text("weightOf", {
            value: precise(cellOf(matrix, i, j)),
            key: this.spoken("keyTokens", j),
          }),
        )
        .join(", ");
      const query = this.spoken("queryTokens", i);
      return isShort
        ? this.text("describeRow", { query, weights: pairs })
        : this.text("describeMore", { query, pairs });
    });
    const key = bestOf(received);
    return [
      this.text("describe1", { layers, heads, n, m, place: this.placeName, about: this.about }),
      this.scaleWords,
      ...rows,
      this.text("describeReceived", {
        key: this.spoken("keyTokens", key),
        value: precise(received[key]),
      }),
      this.text("describeSigns", this.now),
    ];
  }

  panels() {
    if (!this.shows("own-model") || !this.shows("file")) return [];
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    return [
      {
        name: "own-model",
        title: this.text("ownModel"),
        draw: () =>
          html`<p>${this.text("ownModelHow")}</p>
            ${copyable({
              code: HUGGING_FACE,
              name: "hugging-face",
              label: this.text("ownModelCode"),
              text: this.text,
              root,
              onDone: (message) => {
                this.notice = message;
              },
            })}`,
      },
    ];
  }

  /** Whether a file holds all heads of a sequence. */
  get isWrittenWhole() {
    const [layers, , heads, n, m] = /** @type {Maps} */ (this.maps).shape;
    return layers * heads * n * m <= MOST_WRITTEN;
  }

  /** The weights as this page opens them again: all, or the head that is shown where all are too many. */
  savedJson() {
    const maps = /** @type {Maps} */ (this.maps);
    const [layers, , heads, n, m] = maps.shape;
    const isAll = this.isWrittenWhole;
    const pick = (/** @type {number} */ count, /** @type {number} */ now) =>
      isAll ? Array.from({ length: count }, (_, at) => at) : [now - 1];
    const written = (/** @type {number} */ value) =>
      value === -Infinity ? null : Number.isFinite(value) ? Number(plain(value)) : plain(value);
    const attentions = pick(layers, this.layer).map((layer) =>
      pick(heads, this.head).map((head) => {
        const { data, start } = matrixOf(maps, layer, this.sequence - 1, head);
        return Array.from({ length: n }, (_, i) =>
          Array.from(data.subarray(start + i * m, start + (i + 1) * m), written),
        );
      }),
    );
    return {
      element: this.localName,
      queryTokens: maps.queryTokens?.[this.sequence - 1],
      keyTokens: maps.keyTokens?.[this.sequence - 1],
      attentions,
    };
  }

  exports() {
    if (!this.maps) return {};
    const { region, outlined } = this;
    const phrase = this.runner ? this.phraseOf(this.runner) : "";
    return {
      name: this.localName,
      svg: () => {
        const table = this.tableOf(region);
        const canvas = /** @type {HTMLCanvasElement} */ (
          this.shadowRoot?.querySelector("canvas[data-large]")
        );
        // Files are light, whatever the page is.
        const light = document.createElement("canvas");
        light.width = canvas?.width || 640;
        light.height = canvas?.height || 640;
        const scale = this.scaleOf(this.now);
        return mapToSvg({
          title: `${this.placeName} ${shape(this.matrix.rows, this.matrix.columns)}`,
          words: this.scaleWords,
          rowAxis: this.text("queryAxis"),
          columnAxis: this.text("keyAxis"),
          rows: table.rows ?? [],
          columns: table.columns ?? [],
          valueAt: (i, j) => cellOf(this.matrix, region.top + i, region.left + j),
          scale,
          row: outlined - region.top,
          picture: () => {
            const sample = sampleOf(this.matrix, region, light.height, light.width);
            paint(light, sample, scale, "light", { density: 1 });
            return light.toDataURL("image/png");
          },
        });
      },
      csv: () => toCsv([this.tableOf(wholeOf(this.matrix))], plain),
      json: () => this.savedJson(),
      python: () =>
        pythonOf({
          source: this.source,
          phrase,
          seed: this.seed,
          layer: this.isWrittenWhole ? this.layer - 1 : 0,
          head: this.isWrittenWhole ? this.head - 1 : 0,
          scale: this.scale,
        }),
    };
  }
}

/** 2, 5, 10, 20, 50 …: the least of them that is not smaller. @param {number} least */
function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
}

/** How far from the first row shown the first is whose number is a multiple. @param {number} from @param {number} step */
const firstOf = (from, step) => (step - ((from + 1) % step)) % step;

/** About how wide a label is, in CSS pixels: wide characters count twice. @param {string} text */
function widthOf(text) {
  let width = 0;
  for (const character of text.slice(0, 40)) width += /[ᄀ-￿𐀀-􏿿]/u.test(character) ? 1.9 : 1;
  return width * CHARACTER;
}

AttentionHeatmap.define();

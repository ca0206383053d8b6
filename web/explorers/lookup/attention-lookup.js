// <attention-lookup>: a query among keys, looked up hard (the value of the best key) and soft (a blend
// of all values), side by side.
//
// Attributes (all optional, all state: they change as the learner works)
//   preset        pencil | library | students
//   query         two numbers: "1 1"
//   temperature   what dot products are divided by: a number, "hard" (0) or "uniform" (∞); √d_k when missing
//   labels, keys, values   of one's own: labels="a b" keys="1 0; 0 1" values="2 0; 0 2"
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: predict planes table matrices preset temperature rows reset, and the parts of the frame.
//
// Property: strings, the author's words (web/explorers/lookup/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { lookUp } from "./find.js";
import { presets } from "./presets.js";
import { pythonOf } from "./python.js";
import { MOST_KEYS, ROOT, controlsOf } from "./controls.js";
import { matricesOf, tensorOf } from "./matrices.js";
import { planesOf, svgOf } from "./planes.js";
import { descriptionOf, sentenceOf, verdictOf } from "./sentences.js";
import { productOf, tableOf } from "./table.js";
import { strings } from "./strings.js";
import { lookupStyles } from "./styles.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { entryOf } from "../../parts/own-entry.js";
import { drawingStyles } from "../../parts/charts/drawing.js";
import { format, vector } from "../../parts/letters/numbers.js";
import { planeStyles } from "../../parts/charts/plane.js";
import { prediction } from "../../parts/fields/prediction.js";
import { matrixConverter, wordsConverter } from "../../frame/converters.js";

/** @typedef {import("./draw.js").Point} Point */
/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./find.js").Lookup} Lookup */

const LEAST_EXTENT = 3;

const temperatureConverter = {
  /** @param {string | null} text */
  fromAttribute(text) {
    if (text === null || text.trim() === "") return undefined;
    return entryOf({ hard: 0, uniform: Infinity }, text.trim()) ?? Number(text);
  },
  /** @param {number | undefined} value */
  toAttribute(value) {
    if (value === undefined) return null;
    return value === 0 ? "hard" : value === Infinity ? "uniform" : String(value);
  },
};

/** Two numbers. */
const pointConverter = {
  /** @param {string | null} text */
  fromAttribute: (text) => matrixConverter.fromAttribute(text)?.[0],
  /** @param {number[] | undefined} point */
  toAttribute: (point) => matrixConverter.toAttribute(point && [point]),
};

/** @param {Iterable<number>} values as float32, which is what the module takes */
const rounded = (values) => Array.from(values, Math.fround);

export class AttentionLookup extends AttentionElement {
  static tag = "attention-lookup";
  static reservedHeight = "56rem";
  static strings = strings;
  static state = ["preset", "query", "temperature", "labels", "keys", "values"];

  static styles = [...AttentionElement.styles, drawingStyles, planeStyles, lookupStyles];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    preset: { type: String, reflect: true },
    query: { converter: pointConverter, reflect: true },
    temperature: { converter: temperatureConverter, reflect: true },
    labels: { converter: wordsConverter, reflect: true },
    keys: { converter: matrixConverter, reflect: true },
    values: { converter: matrixConverter, reflect: true },
    pointed: { state: true },
    guess: { state: true },
    refused: { state: true },
  };

  constructor() {
    super();
    this.preset = "pencil";
    /** @type {number[] | undefined} */
    this.query = undefined;
    /** √d_k when undefined. @type {number | undefined} */
    this.temperature = undefined;
    /** @type {string[] | undefined} */
    this.labels = undefined;
    /** @type {number[][] | undefined} */
    this.keys = undefined;
    /** @type {number[][] | undefined} */
    this.values = undefined;
    /** The key whose dot product is written out. @type {number | undefined} */
    this.pointed = undefined;
    /** What the learner expects: a key's index, "" when they only looked. @type {string | undefined} */
    this.guess = undefined;
    /** @type {Record<string, unknown> | undefined} */
    this.refused = undefined;
    /** The numbers that are drawn: there once compute() has run. */
    this.lookup = /** @type {Lookup} */ (/** @type {unknown} */ (undefined));
    this.scene = /** @type {Scene} */ (/** @type {unknown} */ (undefined));
  }

  // --- what is computed ------------------------------------------------------------------------

  compute() {
    if (!this.attn) return;
    const preset = entryOf(presets, this.preset);
    if (!preset) {
      const known = Object.keys(presets).join(", ");
      throw new Error(this.text("noPreset", { preset: this.preset, known }));
    }
    const query = rounded(this.query ?? preset.query);
    const keys = (this.keys ?? preset.keys).map(rounded);
    const values = (this.values ?? preset.values).map(rounded);
    const count = keys.length;
    if (count === 0) throw new RangeError(this.text("noKeys"));
    for (const [name, rows] of /** @type {const} */ ([
      ["query", [query]],
      ["keys", keys],
      ["values", values],
    ])) {
      if (!rows.every((row) => row.length === 2 && row.every(Number.isFinite)))
        throw new RangeError(this.text("wrongShape", { name }));
    }
    const labels =
      this.labels ??
      keys.map((_, j) =>
        this.keys ? (preset.labels[j] ?? this.text("key", { i: j + 1 })) : preset.labels[j],
      );
    if (values.length !== count || labels.length !== count) {
      throw new RangeError(
        this.text("wrongCount", { keys: count, values: values.length, labels: labels.length }),
      );
    }
    const { degree } = this;
    if (!(degree >= 0)) {
      throw new RangeError(this.text("noTemperature", { temperature: degree }));
    }
    this.lookup = lookUp(this.attn, { query, keys, values, temperature: degree });
    // The plane grows with the keys, not with the query, so that it holds still under the pointer.
    const far = Math.max(...keys.flat().map(Math.abs), ...preset.query.map(Math.abs));
    const valueFar = Math.max(...values.flat().map(Math.abs));
    this.scene = {
      query: /** @type {Point} */ (query),
      keys: /** @type {Point[]} */ (keys),
      values: /** @type {Point[]} */ (values),
      labels,
      extent: Math.max(LEAST_EXTENT, Math.ceil(far)),
      valueExtent: Math.max(LEAST_EXTENT, Math.ceil(valueFar)),
      found: this.revealed ? this.lookup : undefined,
      pointed: this.pointed,
    };
  }

  /** The temperature as a number. */
  get degree() {
    return this.temperature ?? ROOT;
  }

  get asks() {
    return this.shows("predict") && (this.scene?.keys.length ?? 0) <= MOST_KEYS;
  }

  get revealed() {
    return !this.shows("predict") || this.guess !== undefined;
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return this.text("heading");
  }

  formulaNames() {
    return ["hardLookup", "softLookup", "lookupWeights"];
  }

  formulaPart() {
    return this.revealed ? "temperature" : "choice";
  }

  /** @param {number} j */
  named(j) {
    return this.text("quoted", { label: this.scene.labels[j] });
  }

  picture() {
    return html`${this.shows("planes") ? planesOf(this) : nothing}
    ${this.asks ? this.question() : nothing}
    ${this.shows("table") ? html`${tableOf(this)} ${productOf(this)}` : nothing}
    ${this.shows("matrices") ? matricesOf(this) : nothing}`;
  }

  question() {
    const { scene, text } = this;
    return prediction({
      question: text("question", { query: vector(scene.query) }),
      answers: scene.labels.map((label, j) => ({
        value: String(j),
        label: html`<bdi>${label}</bdi>`,
      })),
      given: this.guess,
      verdict: this.guess ? verdictOf(this, Number(this.guess)) : undefined,
      onAnswer: (value) => {
        this.guess = value;
      },
      text,
    });
  }

  // --- readouts and controls ---------------------------------------------------------------------

  controls() {
    return controlsOf(this);
  }

  sentence() {
    return sentenceOf(this);
  }

  readoutItems() {
    const { lookup, text, revealed } = this;
    const sum = Math.fround(lookup.soft.reduce((total, weight) => total + weight, 0));
    /** @param {string} name @param {string} value */
    const item = (name, value) => ({
      name,
      label: text(`read${name[0].toUpperCase()}${name.slice(1)}`),
      value: revealed ? value : text("notYet"),
    });
    return [
      item("scores", lookup.scores.map((score) => format(score)).join(", ")),
      item("hard", vector(lookup.hardOutput)),
      item("soft", vector(lookup.softOutput)),
      item("sum", format(sum)),
    ];
  }

  // --- what a learner does -------------------------------------------------------------------------------

  /** Whoever changes something has looked. @param {Record<string, unknown>} changes */
  change(changes) {
    this.guess ??= "";
    this.refused = undefined;
    return this.set(changes);
  }

  /** While the query is dragged it only moves; where it is let go is a change.
   * @param {Point} query @param {boolean} isLast */
  move(query, isLast) {
    if (isLast) {
      this.change({ query });
    } else {
      this.guess ??= "";
      this.query = query;
    }
  }

  /** @param {CustomEvent<{ matrix: string, i: number, j: number, value: number }>} event */
  onEdit({ detail: { matrix, i, j, value } }) {
    const { query, keys, values } = this.scene;
    /** @param {number[][]} rows */
    const edited = (rows) =>
      rows.map((row, r) => row.map((number, c) => (r === i && c === j ? value : number)));
    this.change(
      matrix === "Q"
        ? { query: edited([query])[0] }
        : matrix === "K"
          ? { keys: edited(keys) }
          : { values: edited(values) },
    );
  }

  /** @param {CustomEvent<{ matrix: string, i: number, j: number, text: string }>} event */
  onRefuse({ detail: { matrix, i, j, text } }) {
    const { query, keys, values } = this.scene;
    const rows = matrix === "Q" ? [query] : matrix === "K" ? keys : values;
    this.refused = { text, kept: format(rows[i][j]) };
  }

  /** One more key, where the query points, so that it matters. */
  addKey() {
    const { keys, values, labels, query } = this.scene;
    this.change({
      keys: [...keys, [...query]],
      values: [...values, [-1, -1]],
      labels: [...labels, this.text("newKey", { i: keys.length + 1 })],
    });
  }

  removeKey() {
    const { keys, values, labels } = this.scene;
    this.change({
      keys: keys.slice(0, -1),
      values: values.slice(0, -1),
      labels: labels.slice(0, -1),
      pointed: undefined,
    });
  }

  /** A preset as it is made: own numbers go. @param {Record<string, unknown>} changes */
  startOver(changes) {
    this.set({
      query: undefined,
      temperature: undefined,
      keys: undefined,
      values: undefined,
      labels: undefined,
      pointed: undefined,
      guess: undefined,
      refused: undefined,
      ...changes,
    });
  }

  reset() {
    super.reset();
    this.guess = undefined;
    this.pointed = undefined;
    this.refused = undefined;
  }

  // --- what lies behind --------------------------------------------------------------------------------------

  tables() {
    const { scene, lookup, text } = this;
    const numbers = { columnAxis: text("axisNumber"), worded: true };
    const keyed = { rows: scene.labels, rowAxis: text("axisKey"), ...numbers };
    const inputs = [
      {
        name: "Q",
        title: text("title Q"),
        tensor: tensorOf([scene.query]),
        rows: [text("query")],
        rowAxis: text("axisQuery"),
        ...numbers,
      },
      { name: "K", title: text("title K"), tensor: tensorOf(scene.keys), ...keyed },
      { name: "V", title: text("title V"), tensor: tensorOf(scene.values), ...keyed },
    ];
    if (!this.revealed) return inputs;
    const lookups = {
      rows: [text("hard"), text("soft")],
      rowAxis: text("axisLookup"),
      worded: true,
    };
    return [
      ...inputs,
      {
        name: "S",
        title: text("title S"),
        tensor: tensorOf([lookup.scores]),
        rows: [text("query")],
        columns: scene.labels,
        rowAxis: text("axisQuery"),
        columnAxis: text("axisKey"),
        worded: true,
      },
      {
        name: "A",
        title: text("title A"),
        tensor: tensorOf([lookup.hard, lookup.soft]),
        columns: scene.labels,
        columnAxis: text("axisKey"),
        ...lookups,
      },
      {
        name: "O",
        title: text("title O"),
        tensor: tensorOf([lookup.hardOutput, lookup.softOutput]),
        columnAxis: text("axisNumber"),
        ...lookups,
      },
    ];
  }

  description() {
    return descriptionOf(this);
  }

  exports() {
    const { scene, degree } = this;
    return {
      name: `attention-lookup-${this.preset}`,
      svg: () => svgOf(this),
      python: () => pythonOf(scene, degree),
    };
  }
}

AttentionLookup.define();

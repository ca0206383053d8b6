// <attention-lookup>: a query among keys, looked up hard (the value of the best key) and soft (a blend
// of all values), side by side.
//
// Attributes (all optional, all state: they change as the learner works)
//   preset        pencil | library | students
//   query         two numbers: "1 1"
//   asker         who asks, from 1, where each key belongs to somebody (students)
//   temperature   what dot products are divided by: a number, "hard" (0) or "uniform" (∞); √d_k when missing
//   labels, keys, values   of one's own: labels="a b" keys="1 0; 0 1" values="2 0; 0 2"
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// readonly (not state): no cell takes a number.
// hide may name: predict planes table matrices preset asker temperature rows names reset why, and the parts of
// the frame.
//
// Property: strings, the author's words (web/explorers/lookup/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { lookUp } from "./find.js";
import { presets } from "./presets.js";
import { numpyOf, pythonOf } from "./python.js";
import { questionsOf } from "./question.js";
import { whyPanel } from "./why.js";
import { ROOT, controlsOf } from "./controls.js";
import { matricesOf, tensorOf } from "./matrices.js";
import { planesOf, svgOf } from "./planes.js";
import { descriptionOf, sentenceOf } from "./sentences.js";
import { productOf, tableOf } from "./table.js";
import { strings } from "./strings.js";
import { lookupStyles } from "./styles.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { presetOf } from "../../frame/presets.js";
import { entryOf } from "../../parts/own-entry.js";
import { drawingStyles } from "../../parts/charts/drawing.js";
import { format, numberSign, vector } from "../../parts/letters/numbers.js";
import { planeStyles } from "../../parts/charts/plane.js";
import { matrixConverter, wordsConverter } from "../../frame/converters.js";
import { namesOf, visibleToken } from "../../parts/letters/symbols.js";

/** @typedef {import("./draw.js").Point} Point */
/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./find.js").Lookup} Lookup */

const LEAST_EXTENT = 3;
// How many times further out than the keys a query may lie, and still be inside the plane.
const FARTHEST = 4;

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

/**
 * The place, of whole numbers inside a plane, that is furthest from every point there is.
 * @param {number[][]} points @param {number} extent @returns {[number, number]}
 */
function roomiest(points, extent) {
  const side = Math.max(1, Math.floor(extent) - 1);
  const step = Math.max(1, Math.ceil(side / 6));
  /** @type {[number, number]} */
  let best = [side, side];
  let most = -1;
  for (let x = -side; x <= side; x += step) {
    for (let y = -side; y <= side; y += step) {
      const nearest = Math.min(...points.map(([a, b]) => Math.hypot(x - a, y - b)));
      if (nearest > most) [most, best] = [nearest, [x, y]];
    }
  }
  return best;
}

export class AttentionLookup extends AttentionElement {
  static tag = "attention-lookup";
  static reservedHeight = "56rem";
  static strings = strings;
  static state = ["preset", "query", "asker", "temperature", "labels", "keys", "values"];

  static styles = [...AttentionElement.styles, drawingStyles, planeStyles, lookupStyles];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    preset: { type: String, reflect: true },
    query: { converter: pointConverter, reflect: true },
    asker: { type: Number, reflect: true },
    temperature: { converter: temperatureConverter, reflect: true },
    labels: { converter: wordsConverter, reflect: true },
    keys: { converter: matrixConverter, reflect: true },
    values: { converter: matrixConverter, reflect: true },
    pointed: { state: true },
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
    /** Who asks, from 1. @type {number | undefined} */
    this.asker = undefined;
    /** How far the plane reaches while the query is dragged. @type {number | undefined} */
    this.heldExtent = undefined;
    /** @type {Record<string, unknown> | undefined} */
    this.refused = undefined;
    /** The numbers that are drawn: there once compute() has run. */
    this.lookup = /** @type {Lookup} */ (/** @type {unknown} */ (undefined));
    this.scene = /** @type {Scene} */ (/** @type {unknown} */ (undefined));
  }

  // --- what is computed ------------------------------------------------------------------------

  compute() {
    if (!this.attn) return;
    const preset = presetOf(presets, this.preset, this.text);
    const asked = preset.queries?.[(this.asker ?? 0) - 1];
    const query = rounded(this.query ?? asked ?? preset.query);
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
    const known = preset.labels.map((label) =>
      preset.isWorded ? this.text(`label ${label}`) : label,
    );
    const labels =
      this.labels ??
      keys.map((_, j) => (this.keys ? (known[j] ?? this.text("key", { i: j + 1 })) : known[j]));
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
    // The plane grows to hold keys and query, but holds still under the pointer. A query far outside would
    // leave the keys as one dot: it is shown at the edge.
    const far = Math.max(LEAST_EXTENT, ...keys.flat().map(Math.abs), ...preset.query.map(Math.abs));
    const queryFar = Math.max(...query.map(Math.abs));
    const reach = queryFar > far * FARTHEST ? far : Math.max(far, queryFar);
    const valueFar = Math.max(...values.flat().map(Math.abs));
    this.scene = {
      query: /** @type {Point} */ (query),
      keys: /** @type {Point[]} */ (keys),
      values: /** @type {Point[]} */ (values),
      labels,
      extent: this.heldExtent ?? Math.ceil(reach),
      valueExtent: Math.max(LEAST_EXTENT, Math.ceil(valueFar)),
      found: undefined,
      pointed: this.pointed,
    };
    // What is asked depends on the scene, and what is shown on whether it is asked.
    if (this.revealed) this.scene.found = this.lookup;
  }

  /** The temperature as a number. */
  get degree() {
    return this.temperature ?? ROOT;
  }

  /** Whether scores and weights may be seen. */
  get revealed() {
    return !this.asking.isOpen("match");
  }

  questions() {
    return questionsOf(this);
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

  /** What the keys are called: names, not tokens, so the spaces in them are not marked. */
  get names() {
    return namesOf(this.scene.labels, (label) =>
      label.trim() === "" ? visibleToken(label) : label,
    );
  }

  /** @param {number} j */
  named(j) {
    return this.text("quoted", { label: this.names[j] });
  }

  picture() {
    return html`${this.shows("planes") ? planesOf(this) : nothing} ${this.asking.draw("match")}
    ${this.shows("table") ? html`${tableOf(this)} ${productOf(this)}` : nothing}
    ${this.shows("matrices") ? matricesOf(this) : nothing}`;
  }

  // --- readouts and controls ---------------------------------------------------------------------

  controls() {
    return controlsOf(this);
  }

  sentence() {
    return sentenceOf(this);
  }

  readoutItems() {
    const { lookup, text } = this;
    if (!this.revealed) return [];
    const own = this.asker === undefined ? undefined : this.asker - 1;
    const sum = Math.fround(lookup.soft.reduce((total, weight) => total + weight, 0));
    /** @param {string} name @param {string} value */
    const item = (name, value) => ({
      name,
      label: text(`read${name[0].toUpperCase()}${name.slice(1)}`),
      value,
    });
    return [
      item("scores", lookup.scores.map((score) => format(score)).join(numberSign())),
      item("hard", vector(lookup.hardOutput)),
      item("soft", vector(lookup.softOutput)),
      item("sum", format(sum)),
      ...(own === undefined || lookup.soft[own] === undefined
        ? []
        : [
            {
              name: "own",
              label: text("readOwn", { name: this.scene.labels[own] }),
              value: format(lookup.soft[own]),
            },
          ]),
    ];
  }

  // --- what a learner does -------------------------------------------------------------------------------

  /** Whoever changes something has looked. @param {Record<string, unknown>} changes */
  change(changes) {
    this.asking.pass("match");
    this.refused = undefined;
    this.heldExtent = undefined;
    return this.set(changes);
  }

  /** While the query is dragged it only moves; where it is let go is a change.
   * @param {Point} query @param {boolean} isLast */
  move(query, isLast) {
    if (isLast) {
      this.change({ query, asker: undefined });
    } else {
      this.asking.pass("match");
      this.heldExtent ??= this.scene.extent;
      this.asker = undefined;
      this.query = query;
    }
  }

  /** Somebody asks what they are curious about. @param {number} asker from 1; 0 for nobody */
  ask(asker) {
    this.refused = undefined;
    this.heldExtent = undefined;
    this.set({ asker: asker === 0 ? undefined : asker, query: undefined, pointed: undefined });
  }

  /** A key that is dragged. @param {number} j @param {Point} at @param {boolean} isLast */
  moveKey(j, at, isLast) {
    const keys = this.scene.keys.map((key, place) => (place === j ? at : key));
    if (isLast) {
      this.change({ keys });
    } else {
      this.asking.pass("match");
      this.heldExtent ??= this.scene.extent;
      this.keys = keys;
    }
  }

  /** @param {number} j @param {string} name */
  nameKey(j, name) {
    const label = name.trim();
    if (label === "") return;
    this.change({ labels: this.scene.labels.map((old, place) => (place === j ? label : old)) });
  }

  /** @param {CustomEvent<{ matrix: string, i: number, j: number, value: number }>} event */
  onEdit({ detail: { matrix, i, j, value } }) {
    const { query, keys, values } = this.scene;
    /** @param {number[][]} rows */
    const edited = (rows) =>
      rows.map((row, r) => row.map((number, c) => (r === i && c === j ? value : number)));
    this.change(
      matrix === "Q"
        ? { query: edited([query])[0], asker: undefined }
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

  /** One more key, where there is most room, with a value likewise. */
  addKey() {
    const { keys, values, labels, query, extent, valueExtent } = this.scene;
    this.change({
      keys: [...keys, roomiest([...keys, query], extent)],
      values: [...values, roomiest(values, valueExtent)],
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
    this.asking.forget();
    this.heldExtent = undefined;
    this.set({
      query: undefined,
      asker: undefined,
      temperature: undefined,
      keys: undefined,
      values: undefined,
      labels: undefined,
      pointed: undefined,
      refused: undefined,
      ...changes,
    });
  }

  reset() {
    super.reset();
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

  panels() {
    return [{ name: "why", title: this.text("why"), draw: () => whyPanel(this) }];
  }

  exports() {
    const { scene, degree } = this;
    return {
      name: `attention-lookup-${this.preset}`,
      svg: () => svgOf(this),
      python: () => pythonOf(scene, degree, this.lookup),
      numpy: () => numpyOf(scene, degree, this.lookup),
    };
  }
}

AttentionLookup.define();

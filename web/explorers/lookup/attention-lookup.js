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
import { keyShapes, valueShapes, footOf } from "./draw.js";
import { lookUp } from "./find.js";
import { presets } from "./presets.js";
import { pythonOf } from "./python.js";
import { strings } from "./strings.js";
import { lookupStyles } from "./styles.js";
import { arithmetic, productSum } from "../../parts/letters/arithmetic.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { menu, slider } from "../../parts/fields/controls.js";
import { drawingStyles, moved, shapes, toSvgFile } from "../../parts/charts/drawing.js";
import { equation } from "../../parts/matrix/equation.js";
import { format, vector } from "../../parts/letters/numbers.js";
import { SIDE, axesText, plane, planeStyles } from "../../parts/charts/plane.js";
import { prediction } from "../../parts/fields/prediction.js";
import { matrixConverter, wordsConverter } from "../../frame/state.js";

/** @typedef {import("./draw.js").Point} Point */
/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./find.js").Lookup} Lookup */

const ROOT = Math.sqrt(2);
// The slider: hard at its left end, uniform at its right, √d_k in the middle.
const MIDDLE = 20;
const STEPS = 2 * MIDDLE;
const DOUBLING = 3;
// Numbers that are dragged are multiples of it.
const GRAIN = 0.1;
// More values than this make a sum that nobody reads, and more answers a question.
const MOST_TERMS = 4;
const MOST_KEYS = 12;
const LEAST_EXTENT = 3;

const temperatureConverter = {
  /** @param {string | null} text */
  fromAttribute(text) {
    if (text === null || text.trim() === "") return undefined;
    return { hard: 0, uniform: Infinity }[text.trim()] ?? Number(text);
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

/** @param {number} place of the slider @returns {number | undefined} */
const temperatureAt = (place) => {
  if (place <= 0) return 0;
  if (place >= STEPS) return Infinity;
  return place === MIDDLE
    ? undefined
    : Number((ROOT * 2 ** ((place - MIDDLE) / DOUBLING)).toPrecision(3));
};

/** @param {number} temperature */
const placeOf = (temperature) => {
  if (temperature === 0) return 0;
  if (temperature === Infinity) return STEPS;
  const place = MIDDLE + DOUBLING * Math.log2(temperature / ROOT);
  return Math.min(STEPS - 1, Math.max(1, Math.round(place)));
};

/** @param {number[][]} rows @returns {{ data: Float32Array, shape: number[] }} */
const tensorOf = (rows) => ({
  data: Float32Array.from(rows.flat()),
  shape: [rows.length, rows[0].length],
});

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
    const preset = presets[/** @type {keyof typeof presets} */ (this.preset)];
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
    return html`${this.shows("planes") ? this.planes() : nothing}
    ${this.asks ? this.question() : nothing}
    ${this.shows("table") ? html`${this.table()} ${this.arithmetic()}` : nothing}
    ${this.shows("matrices") ? this.matrices() : nothing}`;
  }

  /** What the numbers of a key or a value are. @param {"keys" | "values"} which @returns {[string, string]} */
  axes(which) {
    const { axes } = presets[/** @type {keyof typeof presets} */ (this.preset)];
    const [across, up] = which === "keys" ? axes.slice(0, 2) : axes.slice(2);
    return [this.text(`axis ${across}`), this.text(`axis ${up}`)];
  }

  planes() {
    const { scene, lookup, text } = this;
    const { query, keys, values, labels, extent, valueExtent } = scene;
    /** @param {Point[]} points */
    const listed = (points) => points.map((point, j) => `${labels[j]} ${vector(point)}`).join(", ");
    const outputs = this.revealed
      ? text("valuePlaneOutputs", {
          hard: vector(lookup.hardOutput),
          soft: vector(lookup.softOutput),
        })
      : "";
    return html`<div class="planes">
      ${plane({
        name: "keys",
        title: text("keyPlane"),
        note: text("keyPlaneNote"),
        axes: this.axes("keys"),
        label: text("keyPlaneLabel", { query: vector(query), keys: listed(keys) }),
        extent,
        shapes: keyShapes(scene),
        handle: {
          at: query,
          label: text("query"),
          spoken: text("querySpoken", { x: format(query[0]), y: format(query[1]) }),
          step: GRAIN,
          onMove: (at, isLast) => this.move(at, isLast),
        },
      })}
      ${plane({
        name: "values",
        title: text("valuePlane"),
        note: text("valuePlaneNote"),
        axes: this.axes("values"),
        label: text("valuePlaneLabel", { values: listed(values) }) + outputs,
        extent: valueExtent,
        shapes: valueShapes(scene),
      })}
    </div>`;
  }

  table() {
    const { scene, lookup, text, revealed, pointed } = this;
    /** @param {number[]} weights @param {number} j @param {1 | 2} hue */
    const bar = (weights, j, hue) =>
      html`<td class="weight">
        <span
          ><svg class="drawing" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
            ${revealed ? shapes(lyingBar(weights[j], hue)) : nothing}
          </svg>
          ${revealed ? format(weights[j]) : "?"}</span
        >
      </td>`;
    /** @param {number | undefined} j */
    const point = (j) => {
      this.pointed = j;
    };
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      const rows = [.../** @type {Element} */ (event.currentTarget).querySelectorAll("tr")];
      const now = rows.findIndex((row) => row.matches(":focus"));
      const to = {
        ArrowDown: now + 1,
        ArrowUp: now - 1,
        Home: 0,
        End: rows.length - 1,
      }[event.key];
      if (to === undefined || now < 0) return;
      event.preventDefault();
      rows[Math.min(Math.max(0, to), rows.length - 1)].focus();
    };
    return html`<table class="lookups" aria-label=${text("tableLabel")} data-lookups>
      <thead>
        <tr>
          <th scope="col">${text("columnKey")}</th>
          <th scope="col" class="score">${text("columnScore")}</th>
          <th scope="col">${text("columnHard")}</th>
          <th scope="col">${text("columnSoft")}</th>
        </tr>
      </thead>
      <tbody @keydown=${onKey} @pointerleave=${() => point(undefined)}>
        ${scene.labels.map(
          (label, j) =>
            html`<tr
              class="${revealed && j === lookup.best ? "best" : ""} ${j === pointed ? "pointed" : ""}"
              tabindex=${j === (pointed ?? 0) ? "0" : "-1"}
              @focus=${() => point(j)}
              @pointerenter=${() => point(j)}
              @click=${() => point(j)}
            >
              <th scope="row" class="key"><bdi>${label}</bdi></th>
              <td class="score">${revealed ? format(lookup.scores[j]) : "?"}</td>
              ${bar(lookup.hard, j, 1)} ${bar(lookup.soft, j, 2)}
            </tr>`,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${text("rowOutput")}</th>
          <td></td>
          <td class="value" data-output="hard">${revealed ? vector(lookup.hardOutput) : "?"}</td>
          <td class="value" data-output="soft">${revealed ? vector(lookup.softOutput) : "?"}</td>
        </tr>
      </tfoot>
    </table>`;
  }

  /** The dot product of the key that is pointed at, and the same as a projection. */
  arithmetic() {
    const { scene, lookup, pointed, text } = this;
    if (pointed === undefined || pointed >= scene.keys.length || !this.revealed) {
      return arithmetic({ place: text("howNone"), sum: "", live: false });
    }
    const { query, keys } = scene;
    const key = keys[pointed];
    const length = Math.hypot(...query);
    const foot = footOf(query, key);
    const sign = lookup.scores[pointed] < 0 ? -1 : 1;
    const place =
      length === 0
        ? text("howProduct", { key: this.named(pointed) })
        : `${text("howProduct", { key: this.named(pointed) })}; ${text("howShadow", {
            key: this.named(pointed),
            shadow: format(sign * Math.hypot(...foot)),
            length: format(length),
          })}`;
    return arithmetic({
      place,
      sum: productSum(
        query.map((value, t) => [
          { value, role: "query" },
          { value: key[t], role: "key" },
        ]),
        lookup.scores[pointed],
      ),
      live: true,
    });
  }

  matrices() {
    const { scene, text } = this;
    // A label is not a token: its spaces are spaces.
    const rows = scene.labels.map((label) => label.replaceAll(" ", "\u00a0"));
    /** @param {string} name @param {number[][]} numbers @param {string[]} labels @param {string} rowAxis */
    const options = (name, numbers, labels, rowAxis) => ({
      name,
      title: text(`title ${name}`),
      tensor: tensorOf(numbers),
      rows: labels,
      rowAxis: text(rowAxis),
      columnAxis: text("axisNumber"),
      editable: true,
      text,
    });
    return html`<div @cell-edit=${this.onEdit} @cell-refuse=${this.onRefuse}>
      ${equation([
        options("Q", [scene.query], [text("query")], "axisQuery"),
        options("K", scene.keys, rows, "axisKey"),
        options("V", scene.values, rows, "axisKey"),
      ])}
    </div>`;
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
      verdict: this.guess ? this.verdict(Number(this.guess)) : undefined,
      onAnswer: (value) => {
        this.guess = value;
      },
      text,
    });
  }

  /** @param {number} guess */
  verdict(guess) {
    const { lookup, scene, text } = this;
    const { best, scores, soft } = lookup;
    const values = {
      key: this.named(best),
      score: format(scores[best]),
      weight: format(soft[best]),
      guess: guess < scene.labels.length ? this.named(guess) : "",
      guessed: format(scores[guess]),
    };
    const equal = scene.keys.findIndex((key) => key.every((value, t) => value === scene.query[t]));
    const isRight = guess === best || scores[guess] === scores[best];
    return [
      text(isRight ? "verdictRight" : "verdictWrong", values),
      equal >= 0 && scores[equal] < scores[best]
        ? ` ${text("verdictEqual", { equal: this.named(equal) })}`
        : "",
    ];
  }

  // --- readouts and controls ---------------------------------------------------------------------

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

  /** The temperature as it is written. */
  get degreeText() {
    const { degree, text } = this;
    if (degree === 0) return text("temperatureHard");
    if (degree === Infinity) return text("temperatureUniform");
    if (this.temperature === undefined) return text("temperatureRoot", { value: format(ROOT) });
    return format(degree);
  }

  controls() {
    const { text } = this;
    const preset = () =>
      menu({
        name: "preset",
        label: text("preset"),
        value: this.preset,
        options: Object.keys(presets).map((value) => ({ value, label: text(`preset ${value}`) })),
        onChange: (value) => this.startOver({ preset: value }),
      });
    const temperature = () =>
      slider({
        name: "temperature",
        label: text("temperature"),
        min: 0,
        max: STEPS,
        step: 1,
        value: placeOf(this.degree),
        shown: this.degreeText,
        onChange: (place) => this.change({ temperature: temperatureAt(place) }),
      });
    /** @param {string} name @param {() => void} onPress @param {boolean} isOff */
    const button = (name, onPress, isOff = false) =>
      html`<button
        type="button"
        class="quiet"
        data-action=${name}
        aria-disabled=${isOff}
        @click=${() => isOff || onPress()}
      >
        ${text(name)}
      </button>`;
    return html`${this.shows("preset") ? preset() : nothing}
    ${this.shows("temperature") ? temperature() : nothing}
    ${
      this.shows("rows")
        ? html`${button("addKey", () => this.addKey(), this.scene.keys.length >= MOST_KEYS)}
          ${button("removeKey", () => this.removeKey(), this.scene.keys.length <= 1)}`
        : nothing
    }
    ${this.shows("reset") ? button("reset", () => this.startOver({})) : nothing}`;
  }

  // --- the sentence ------------------------------------------------------------------------------------

  sentence() {
    const { scene, lookup, text, refused } = this;
    const head = refused ? `${text("didRefuse", refused)} ` : "";
    if (!this.revealed) return [head, text("sayPredict", { query: vector(scene.query) })];
    const hard = text("sayHard", {
      key: this.named(lookup.best),
      output: vector(lookup.hardOutput),
    });
    return [head, hard, " ", this.softSentence(vector(lookup.softOutput))];
  }

  /** @param {string} output */
  softSentence(output) {
    const { scene, lookup, degree } = this;
    if (degree === 0) return this.text("sayFrozen");
    if (degree === Infinity) {
      return this.text("sayUniform", { weight: format(lookup.soft[0]), output });
    }
    if (scene.values.length > MOST_TERMS) {
      const most = lookup.soft.indexOf(Math.max(...lookup.soft));
      return this.text("sayLong", {
        count: scene.values.length,
        key: this.named(most),
        weight: format(lookup.soft[most]),
        output,
      });
    }
    const mixed = scene.values.map(
      (value, j) =>
        html`${j > 0 ? " + " : ""}<span class="nobreak"
            >${format(lookup.soft[j])} · <span class="value">${vector(value)}</span></span
          >`,
    );
    return this.rich("saySoft", { mixed, output });
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
    const { scene, lookup, text } = this;
    const lines = [
      text("describeQuery", { query: vector(scene.query), temperature: this.degreeText }),
    ];
    if (!this.revealed) return lines;
    return [
      ...lines,
      ...scene.labels.map((key, j) =>
        text("describeKey", {
          key,
          at: vector(scene.keys[j]),
          score: format(lookup.scores[j]),
          value: vector(scene.values[j]),
          hard: format(lookup.hard[j]),
          soft: format(lookup.soft[j]),
        }),
      ),
      text("describeOutputs", {
        hard: vector(lookup.hardOutput),
        soft: vector(lookup.softOutput),
      }),
    ];
  }

  exports() {
    const { scene, degree } = this;
    return {
      name: `attention-lookup-${this.preset}`,
      svg: () => this.svg(),
      python: () => pythonOf(scene, degree),
    };
  }

  svg() {
    const { scene, text } = this;
    /**
     * @param {string} content @param {number} x @param {number} y @param {string} look
     * @returns {import("../../parts/charts/drawing.js").Shape}
     */
    const line = (content, x, y, look) => ({ kind: "text", x, y, content, look });
    const [left, right, top] = [24, SIDE + 48, 40];
    const bottom = top + SIDE + 18;
    return toSvgFile({
      title: text("heading"),
      width: right + SIDE + 24,
      height: bottom + 40,
      shapes: [
        line(text("keyPlane"), left, 28, "fill-ink strong"),
        ...moved(keyShapes({ ...scene, pointed: undefined }), left, top),
        line(axesText(this.axes("keys")), left + 12, bottom, "fill-muted"),
        line(text("valuePlane"), right, 28, "fill-ink strong"),
        ...moved(valueShapes({ ...scene, pointed: undefined }), right, top),
        line(axesText(this.axes("values")), right + 12, bottom, "fill-muted"),
        line(text("valuePlaneNote"), right + 12, bottom + 20, "fill-muted"),
      ],
    });
  }
}

/** A weight as a bar from the left. @param {number} weight @param {1 | 2} hue @returns {import("../../parts/charts/drawing.js").Shape[]} */
const lyingBar = (weight, hue) =>
  weight > 0
    ? [
        {
          kind: "rect",
          x: 0,
          y: 0,
          width: Math.max(0.5, 100 * weight),
          height: 12,
          look: `fill-series-${hue}`,
        },
      ]
    : [];

AttentionLookup.define();

// <attention-cost>: what attention costs: time, measured here and now; memory, operations, and the step
// with a cache, counted.
//
// Attributes (all optional, all state: they change as the learner works)
//   view       time | memory | operations | feed-forward | decoding | window | linear | path
//   preset     head | half | ticket | wide | model | 128k: the sizes; each view begins with its own
//   n, d, heads, layers, batch, bytes, expansion, window   sizes of one's own; bytes of one number: 4 | 2 | 1
//   methods    what is timed: staged fused loop
//   to         the largest n that is timed, 128 to 8192
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: view preset n d heads layers batch bytes expansion window methods to reset predict chart table measure,
// and the parts of the frame.
//
// Properties: strings, the author's words (web/explorers/cost/strings.js); startTiming, what measures (tests put
// times of their own there). Event: change, its detail the state.
import { html, nothing } from "lit";
import { controlsOf } from "./controls.js";
import { chartOf, LESSON_SIZE, lessonLine, squareLine } from "./charts.js";
import { factsOf, timedOf } from "./facts.js";
import { figureTable, figureTableStyles } from "./figure-table.js";
import { pointsOf, rowsOf } from "./figures.js";
import { filesOf, tablesOf } from "./files.js";
import { Measurements } from "./measurements.js";
import { readoutsIn } from "./readouts.js";
import { METHODS, STEPS } from "./sides.js";
import { SIZE_NAMES, sizesOf, SMALL, TIMED, timedSizes } from "./sizes.js";
import { strings } from "./strings.js";
import { costStyles } from "./styles.js";
import { startTiming } from "./timing-run.js";
import { timingNow } from "./timing-state.js";
import { VIEWS } from "./views.js";
import { bytes as bytesText, count, duration } from "./write.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { drawingStyles } from "../../parts/charts/drawing.js";
import { lineChart, lineChartStyles } from "../../parts/charts/line-chart.js";
import { numberFieldStyles } from "../../parts/fields/number-field.js";
import { progressStyles } from "../../parts/fields/progress.js";
import { shownTables } from "../../frame/concealed.js";
import { wordsConverter } from "../../frame/converters.js";
import { stopsStyles } from "../../parts/fields/stops.js";
import { withSymbols } from "../../parts/letters/symbols.js";
import { fixed, listSign, signsInUse } from "../../parts/letters/numbers.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./sides.js").Kind} Kind */
/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./facts.js").Timed} Timed */
/** @typedef {import("../../parts/charts/line-chart.js").ChartOptions} ChartOptions */

// Where n² is drawn from, as far as there is a time.
const SQUARE_FROM = 1024;

export class AttentionCost extends AttentionElement {
  static tag = "attention-cost";
  static reservedHeight = "52rem";
  static strings = strings;
  static state = ["view", "preset", ...SIZE_NAMES, "methods", "to"];

  static styles = [
    ...AttentionElement.styles,
    drawingStyles,
    lineChartStyles,
    numberFieldStyles,
    progressStyles,
    stopsStyles,
    figureTableStyles,
    costStyles,
  ];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    view: { type: String, reflect: true },
    preset: { type: String, reflect: true },
    n: { type: Number, reflect: true },
    d: { type: Number, reflect: true },
    heads: { type: Number, reflect: true },
    layers: { type: Number, reflect: true },
    bytes: { type: Number, reflect: true },
    expansion: { type: Number, reflect: true },
    batch: { type: Number, reflect: true },
    window: { type: Number, reflect: true },
    methods: { converter: wordsConverter, reflect: true },
    to: { type: Number, reflect: true },
    startTiming: { state: true },
    refused: { state: true },
  };

  constructor() {
    super();
    this.view = "time";
    // Undefined: as the view begins, and as the preset has it.
    /** @type {string | undefined} */
    this.preset = undefined;
    /** @type {number | undefined} */
    this.n = undefined;
    /** @type {number | undefined} */
    this.d = undefined;
    /** @type {number | undefined} */
    this.heads = undefined;
    /** @type {number | undefined} */
    this.layers = undefined;
    /** @type {number | undefined} */
    this.bytes = undefined;
    /** @type {number | undefined} */
    this.expansion = undefined;
    /** @type {number | undefined} */
    this.batch = undefined;
    /** @type {number | undefined} */
    this.window = undefined;
    /** @type {string[] | undefined} */
    this.methods = [...METHODS];
    this.to = 8192;
    /** @type {import("./measurements.js").Start} */
    this.startTiming = startTiming;
    /** What has been measured by itself, by kind and key size. @type {Set<string>} */
    this.begun = new Set();
    /** What was typed and cannot be. @type {{ key: string, values: Record<string, unknown> } | undefined} */
    this.refused = undefined;
    this.measurements = new Measurements(() => this.requestUpdate());
    /** @type {Facts} */
    this.facts = /** @type {Facts} */ (/** @type {unknown} */ (undefined));
    this.onVisibility = () => this.requestUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("visibilitychange", this.onVisibility);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("visibilitychange", this.onVisibility);
    this.measurements.end();
  }

  // --- what is computed ------------------------------------------------------------------------

  get presetName() {
    return this.preset ?? this.shown.first;
  }

  /** The view at hand. @returns {import("./view.js").View} */
  get shown() {
    return VIEWS[this.view];
  }

  /** What is timed in this view. @returns {Kind | undefined} */
  get kind() {
    return this.shown?.kind;
  }

  compute() {
    if (!Object.hasOwn(VIEWS, this.view)) {
      const known = Object.keys(VIEWS).join(", ");
      throw new Error(this.text("noView", { view: this.view, known }));
    }
    const sizes = sizesOf(this, this.text);
    const unknown = this.methods?.find((name) => !METHODS.includes(/** @type {"loop"} */ (name)));
    if (unknown !== undefined || !this.methods?.length) {
      throw new Error(this.text("noMethod", { method: unknown ?? "", known: METHODS.join(", ") }));
    }
    const [least, most] = [TIMED[0], TIMED[TIMED.length - 1]];
    if (!Number.isInteger(this.to) || this.to < least || this.to > most) {
      throw new RangeError(this.text("noSize", { name: "to", value: this.to, least, most }));
    }
    const { kind } = this;
    const size = sizes.d / sizes.heads;
    const isRunning = kind !== undefined && this.measurements.isRunning(kind, size);
    this.facts = factsOf({
      name: this.view,
      view: this.shown,
      sizes,
      timed:
        kind &&
        timedOf(
          kind,
          this.measurements.found(kind, size),
          this.timedTokens(sizes),
          this.timedNames,
        ),
      revealed: false,
      isRunning,
    });
    this.facts.revealed = this.isRevealed;
    const { counted } = this.facts;
    // Where the lines cross is a row of its own, which would tell.
    if (counted && !this.facts.revealed)
      this.facts.counted = rowsOf(counted, (n) => n === sizes.n || this.shown.tokens.includes(n));
  }

  /** @param {Sizes} sizes */
  timedTokens({ n }) {
    return timedSizes(this.to, n);
  }

  get timedNames() {
    return this.view === "decoding"
      ? STEPS
      : METHODS.filter((name) => this.methods?.includes(name));
  }

  /** What has been measured by now of what a question was about. @param {Facts} facts as it was asked */
  timedAgain({ sizes, counts, timed }) {
    const names = timed?.figures.columns.map(({ name }) => name) ?? this.timedNames;
    const found = this.measurements.found("time", counts.size);
    return timedOf("time", found, timed?.figures.tokens ?? this.timedTokens(sizes), names);
  }

  get isRevealed() {
    return !this.asking.isOpen();
  }

  /** Where times are asked about, only small sizes are measured before the answer. @param {number} n */
  isDue(n) {
    return this.isRevealed || n <= SMALL;
  }

  /** What is still to be measured. */
  get missing() {
    const { kind, facts } = this;
    if (!kind) return [];
    const tokens = this.timedTokens(facts.sizes);
    return this.measurements.missing(
      kind,
      facts.counts.size,
      this.timedNames,
      tokens.filter((n) => this.isDue(n)),
    );
  }

  /** @param {{ anew?: boolean, wanted?: import("./timing.js").Plan["wanted"] }} [how] */
  measure({ anew = false, wanted } = {}) {
    const { kind, facts, attn } = this;
    if (!kind || !attn || !this.isConnected) return;
    if (anew) this.measurements.forget(kind, facts.counts.size);
    const { size } = facts.counts;
    this.begun.add(`${kind} ${size}`);
    this.measurements.begin(this.startTiming, attn, kind, size, wanted ?? this.missing);
    this.requestUpdate();
  }

  /** Small sizes are measured by themselves, once, as soon as somebody sees it. */
  measureSmall() {
    const { kind, facts } = this;
    if (!kind || !this.shows("measure") || this.isPaused || this.measurements.run) return;
    const key = `${kind} ${facts.counts.size}`;
    if (this.begun.has(key)) return;
    this.begun.add(key);
    const small = this.missing.filter(({ n }) => n <= SMALL);
    if (small.length > 0) this.measure({ wanted: small });
  }

  updated() {
    if (this.attn && this.failure === undefined) this.measureSmall();
    const { measurements, kind } = this;
    const { plan } = measurements;
    if (!plan || !measurements.run) return;
    // Another key size or an error: nobody waits for these times any more.
    if (this.failure !== undefined) return measurements.end();
    if (plan.kind === kind && plan.size !== this.facts.counts.size) return measurements.halt();
    measurements.pause(this.isPaused);
  }

  /** Nobody can see it, or the browser slows down what is hidden. */
  get isPaused() {
    const { run, plan } = this.measurements;
    return !this.inView || document.hidden || Boolean(run && plan?.kind !== this.kind);
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return this.text("heading");
  }

  formulaNames() {
    // Each view's own formula is what it asks: until it is answered, the one that it comes from stands there.
    if (this.facts && !this.isRevealed) return ["attention"];
    // None where an unknown view is asked for, which is said in its place.
    return this.shown?.formulas ?? [];
  }

  formulaPart() {
    return "scores";
  }

  /** The heads and layers that are counted together, in words. */
  get headsText() {
    const { heads, layers, batch } = this.facts.sizes;
    const what = this.text(layers > 1 ? "manyLayers" : "manyHeads", { h: heads, layers });
    return batch > 1 ? this.text("inSequences", { what, b: batch }) : what;
  }

  get layersText() {
    return this.text("someLayers", { layers: this.facts.sizes.layers });
  }

  /** The title of a chart or a table. @param {string} key */
  titleOf(key) {
    const { counts } = this.facts;
    return this.text(key, { size: counts.size, heads: this.headsText, layers: this.layersText });
  }

  /** @returns {ChartOptions[]} */
  charts() {
    const { facts, text } = this;
    const { name: view, counted, counts, timed, revealed, sizes } = facts;
    /** @type {ChartOptions[]} */
    const list = [];
    const { lines, measure } = facts.view;
    if (counted && measure) {
      list.push(
        chartOf({
          name: view,
          title: this.titleOf(`chart ${view}`),
          yLabel: text(`axis ${view}`),
          measure,
          figures: counted,
          names: lines,
          revealed,
          n: sizes.n,
          text,
        }),
      );
    }
    if (timed) {
      const name = view === "time" ? "time" : "steps";
      list.push(
        chartOf({
          name,
          title: this.titleOf(`chart ${name}`),
          yLabel: text(`axis ${name}`),
          measure: "time",
          figures: timed.figures,
          names: timed.figures.columns.map((column) => column.name),
          revealed,
          n: sizes.n,
          more: [
            ...(revealed ? this.squareLine(timed) : []),
            ...(view === "time" && counts.size === LESSON_SIZE
              ? lessonLine((n) => this.isDue(n), text("lesson"))
              : []),
          ],
          text,
        }),
      );
    }
    return list;
  }

  /** The line of n² through the first line that has a time at SQUARE_FROM, or below. @param {Timed} timed */
  squareLine({ figures }) {
    const names = ["staged", "fused", "loop", "whole"];
    for (const name of names) {
      const column = figures.columns.find((one) => one.name === name);
      const points = column ? pointsOf(column, figures.tokens) : [];
      const from = points.filter(({ x }) => x <= SQUARE_FROM).pop() ?? points[0];
      if (from) {
        return squareLine(from, figures.tokens, this.text("square", { n: count(from.x) }));
      }
    }
    return [];
  }

  picture() {
    const { facts, text } = this;
    const { name: view, counted, timed, revealed, sizes } = facts;
    const timedName = view === "time" ? "time" : "steps";
    const charts = this.shows("chart")
      ? this.charts().map((chart) => html`<div data-stays>${lineChart(chart)}</div>`)
      : [];
    /** @param {string} name @param {import("./figures.js").Figures} figures @param {Record<string, number | undefined>} [slopes] */
    const table = (name, figures, slopes) =>
      figureTable({
        name,
        title: withSymbols(this.titleOf(`table ${name}`)),
        label: this.titleOf(`table ${name}`),
        figures,
        slopes,
        now: sizes.n,
        revealed,
        text,
      });
    const tables = this.shows("table")
      ? [
          ...(counted ? [table(view, counted)] : []),
          ...(timed
            ? [
                table(
                  timedName,
                  rowsOf(timed.figures, (n) => view !== "time" || this.isDue(n)),
                  revealed ? timed.slopes : undefined,
                ),
              ]
            : []),
        ]
      : [];
    // Where times are asked for, an answer begins to measure them.
    const isMeasured = timed && this.shows("measure");
    return html`${this.asking.draw(facts.name)}
      ${isMeasured ? timingNow(this, timed.found) : nothing}
      ${facts.view.picture?.(facts, text, this) ?? nothing}
      <div class="stage">${charts}${tables}</div>
      ${timed ? this.notes(timed) : nothing}`;
  }

  /** Why a line ends where it ends. @param {Timed} timed */
  notes({ found }) {
    const notes = this.stopTexts(found);
    return notes.length === 0
      ? nothing
      : html`<div class="notes" data-stops>${notes.map((note) => html`<p>${note}</p>`)}</div>`;
  }

  /** @param {import("./measurements.js").Found} found */
  stopTexts({ stops: all }) {
    return this.timedNames.flatMap((method) => {
      const stop = all.get(method);
      if (!stop) return [];
      return [
        this.text(`stop ${stop.why}`, {
          method: this.text(`name ${method}`),
          n: count(stop.n),
          time: duration(stop.milliseconds ?? 0),
          bytes: bytesText(stop.bytes ?? 0),
          message: stop.message,
        }),
      ];
    });
  }

  questions() {
    const { facts, text, view } = this;
    // Times that nobody measures are not asked about.
    if (!facts || facts.name !== view || (view === "time" && !this.shows("measure"))) return [];
    const { asked: ask, judged } = facts.view;
    const asked = ask(facts, text, this);
    if (!asked) return [];
    const { question, answers, right, why } = asked;
    return [
      {
        name: view,
        ask: () => withSymbols(question),
        answers,
        judge: () => {
          const found = judged ? judged(facts, text, this) : { right, why };
          return found && { right: found.right, why: () => withSymbols(found.why) };
        },
        waiting: () => facts.view.waiting?.(facts, text, this) ?? "",
        isPlaced: true,
        isHere: () => this.view === view,
        hides: { time: [], decoding: [view, "steps"] }[view] ?? [view],
        // Of time, nobody knows before it is measured.
        then: () => {
          if (view === "time") this.measure();
        },
      },
    ];
  }

  // --- readouts and controls ---------------------------------------------------------------------

  readoutItems() {
    const { facts, text } = this;
    const { answers, readouts } = facts.view;
    return readouts(facts, text, readoutsIn(facts, text, answers))
      .filter(({ value }) => value !== text("notMeasured"))
      .map((item) => ({ ...item, label: withSymbols(item.label), value: breakable(item.value) }));
  }

  controls() {
    return controlsOf(this);
  }

  sentence() {
    const { refused, facts, text } = this;
    const head = refused ? `${text(refused.key, refused.values)} ` : "";
    return `${head}${facts.view.sentence(facts, text)}`;
  }

  // --- what a learner does -------------------------------------------------------------------------------

  /** @param {Record<string, unknown>} changes */
  change(changes) {
    this.set({ ...changes, refused: undefined });
  }

  /** Sizes that have a name: those of one's own are gone. @param {string} preset */
  choose(preset) {
    if (preset === "own") return;
    const none = Object.fromEntries(SIZE_NAMES.map((name) => [name, undefined]));
    this.change({ ...none, preset: preset === this.shown.first ? undefined : preset });
  }

  /** @param {string} typed @param {number} min @param {number} max @param {number} kept */
  refuse(typed, min, max, kept) {
    const values = { text: typed, min, max: count(max), kept: count(kept) };
    this.refused = { key: "didRefuse", values };
  }

  reset() {
    super.reset();
    this.begun.clear();
    this.refused = undefined;
    this.measurements.end();
  }

  // --- what lies behind --------------------------------------------------------------------------------------

  tables() {
    return tablesOf(this.facts, this.text, (name) => this.titleOf(`table ${name}`));
  }

  description() {
    const { text, facts } = this;
    const lines = this.charts().map((chart) => {
      const said = chart.series
        .filter((series) => !series.silent)
        .map((series) =>
          text("describeLine", {
            name: series.label,
            points:
              series.points
                .map((point) =>
                  text("describePoint", {
                    value: (series.write ?? String)(point.y),
                    n: count(point.x),
                  }),
                )
                .join(listSign()) || text(facts.revealed ? "describeNothing" : "describeSecret"),
          }),
        );
      return withSymbols(
        `${chart.title}. ${text("describe chart", { axis: chart.y.label, lines: said.join(" ") })}`,
      );
    });
    if (!facts.timed) return lines;
    const stops = this.stopTexts(facts.timed.found);
    if (!facts.revealed) return [...lines, stops.join(" ")].filter(Boolean);
    const slopes = Object.entries(facts.timed.slopes).flatMap(([name, slope]) =>
      slope === undefined
        ? []
        : [text("describeSlope", { name: text(`column ${name}`), slope: fixed(slope, 2) })],
    );
    return [...lines, [...slopes, ...stops].join(" ")].filter(Boolean);
  }

  exports() {
    return filesOf({
      facts: this.facts,
      text: this.text,
      element: this.localName,
      state: Object.fromEntries(this.stateAttributes()),
      title: this.text("heading"),
      tables: shownTables(this),
      charts: this.charts(),
    });
  }
}

/** Where there is little room, a long number breaks between its groups of digits. @param {string} text */
function breakable(text) {
  const { group } = signsInUse();
  return text.split(group).map((piece, at) => (at === 0 ? piece : html`${group}<wbr />${piece}`));
}

AttentionCost.define();

// <attention-key-size>: what the key size does to scores, to softmax and to its gradient, and what
// dividing by √d_k does about it.
//
// Attributes (all optional, all state: they change as the learner works)
//   key-size        d_k, 1 to 4096
//   divisor         root | key-size | one
//   seed            of the query and keys whose weights are the bars
//   scaling-seed, gradient-seed   of the averages
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: predict bars chart key-size divisor seed averages reproduce, and the parts of the frame.
//
// Property: strings, the author's words (web/explorers/key-size/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { startMeasurement } from "./measurement.js";
import { SAMPLE } from "./measure.js";
import { DIVISORS, LESSON_SIZES, divisorOf, draw, placeOf } from "./draws.js";
import { printedLines, pythonOf } from "./reproduce.js";
import { strings } from "./strings.js";
import { keySizeStyles } from "./styles.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { entryOf } from "../../parts/own-entry.js";
import { barRow, barRowStyles, barShapes } from "../../parts/charts/bar-row.js";
import { choice } from "../../parts/fields/controls.js";
import { drawingStyles, moved, toSvgFile } from "../../parts/charts/drawing.js";
import { copyable } from "../../frame/export-menu.js";
import { chartShapes, lineChart, lineChartStyles } from "../../parts/charts/line-chart.js";
import { numberField, numberFieldStyles } from "../../parts/fields/number-field.js";
import { format } from "../../parts/letters/numbers.js";
import { prediction } from "../../parts/fields/prediction.js";
import { progress, progressStyles } from "../../parts/fields/progress.js";
import { stops, stopsStyles } from "../../parts/fields/stops.js";
import { symbol, withKeySize } from "../../parts/letters/symbols.js";

/** @typedef {import("./measure.js").Averages} Averages */
/** @typedef {import("./measure.js").Plan} Plan */
/** @typedef {import("./draws.js").Divisor} Divisor */
/** @typedef {import("./draws.js").Draw} Draw */

const MOST = 4096;
const MOST_SEED = 2 ** 32 - 1;
const LARGEST = LESSON_SIZES[LESSON_SIZES.length - 1];
// What is about as large: within this factor.
const ABOUT = 1.5;

const FORMULAS = { root: "weightsRoot", "key-size": "weightsKeySize", one: "weightsOne" };

/** @param {number} value a count, with its thousands apart */
const count = (value) => String(value).replaceAll(/\B(?=(\d{3})+$)/g, ",");

/** With a fixed number of decimals, as the lesson prints it; what is not 0 is not written as 0.
 * @param {number} value @param {number} decimals */
function printed(value, decimals) {
  const text = value.toFixed(decimals);
  return Number(text) === 0 && value > 0 ? format(value, decimals) : text;
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)}%`;

export class AttentionKeySize extends AttentionElement {
  static tag = "attention-key-size";
  static reservedHeight = "46rem";
  static strings = strings;
  static state = ["keySize", "divisor", "seed", "scalingSeed", "gradientSeed"];

  static styles = [
    ...AttentionElement.styles,
    drawingStyles,
    barRowStyles,
    lineChartStyles,
    numberFieldStyles,
    progressStyles,
    stopsStyles,
    keySizeStyles,
  ];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    keySize: { type: Number, reflect: true, attribute: "key-size" },
    divisor: { type: String, reflect: true },
    seed: { type: Number, reflect: true },
    scalingSeed: { type: Number, reflect: true, attribute: "scaling-seed" },
    gradientSeed: { type: Number, reflect: true, attribute: "gradient-seed" },
    pointed: { state: true },
    guess: { state: true },
    refused: { state: true },
    halted: { state: true },
    found: { state: true },
    fraction: { state: true },
  };

  constructor() {
    super();
    this.keySize = 4;
    /** @type {Divisor} */
    this.divisor = "root";
    // With this seed the bars are the lesson's.
    this.seed = 2;
    this.scalingSeed = 0;
    this.gradientSeed = 1;
    /** The bar that is read. @type {number | undefined} */
    this.pointed = undefined;
    /** What the learner expects; "" when they only looked. @type {string | undefined} */
    this.guess = undefined;
    /** The size at which the question was asked. */
    this.asked = 0;
    /** What was typed and is none. @type {Record<string, unknown> | undefined} */
    this.refused = undefined;
    /** Why nothing is measured: the learner ended it, or it failed. @type {string | undefined} */
    this.halted = undefined;
    /** What is measured, by plan and size. @type {Map<string, Averages>} */
    this.found = new Map();
    /** How much of what runs is done. */
    this.fraction = 0;
    /** What runs, by plan. @type {Map<string, import("./measurement.js").Measurement>} */
    this.running = new Map();
    /** The numbers that are drawn: there once compute() has run. */
    this.draw = /** @type {Draw} */ (/** @type {unknown} */ (undefined));
    this.drawKey = "";
    /** @type {{ scores: number[], weights: number[] }} */
    this.undivided = { scores: [], weights: [] };
    this.divided = this.undivided;
  }

  // --- what is computed ------------------------------------------------------------------------

  compute() {
    if (!this.attn) return;
    const { keySize, divisor, seed } = this;
    if (!Number.isInteger(keySize) || keySize < 1 || keySize > MOST) {
      throw new RangeError(this.text("noSize", { size: keySize, most: MOST }));
    }
    if (!DIVISORS.includes(divisor)) {
      throw new Error(this.text("noDivisor", { divisor, known: DIVISORS.join(", ") }));
    }
    for (const [name, value] of [
      ["seed", seed],
      ["scaling-seed", this.scalingSeed],
      ["gradient-seed", this.gradientSeed],
    ]) {
      if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > MOST_SEED) {
        throw new RangeError(this.text("noSeed", { name, seed: value, most: MOST_SEED }));
      }
    }
    const key = `${seed}:${keySize}`;
    if (key !== this.drawKey) {
      this.draw = draw(this.attn, seed, keySize);
      this.undivided = this.draw.divided(1);
      this.drawKey = key;
    }
    this.divided = this.draw.divided(divisorOf(divisor, keySize));
  }

  /** What has to be measured for what is shown: the lesson's sizes in turn, and a size of one's own.
   * @returns {Plan[]} */
  plans() {
    const { scalingSeed, gradientSeed, keySize } = this;
    const sizes = LESSON_SIZES.includes(keySize) ? [] : [[keySize]];
    return [LESSON_SIZES, ...sizes].map((dK) => ({ dK, scalingSeed, gradientSeed }));
  }

  /** @param {Plan} plan @param {number} dK */
  keyOf({ dK: sizes, scalingSeed, gradientSeed }, dK) {
    return [scalingSeed, gradientSeed, sizes.length > 1 ? "turn" : "own", dK].join(" ");
  }

  /** @param {Plan} plan */
  isFound(plan) {
    return plan.dK.every((dK) => this.found.has(this.keyOf(plan, dK)));
  }

  /** What is measured of the sizes shown, smallest first. @returns {Averages[]} */
  get averages() {
    return this.plans()
      .flatMap((plan) => plan.dK.map((dK) => this.found.get(this.keyOf(plan, dK))))
      .filter((row) => row !== undefined)
      .sort((a, b) => a.dK - b.dK);
  }

  /** Those of the key size at hand. */
  get now() {
    return this.averages.find((row) => row.dK === this.keySize);
  }

  updated() {
    if (!this.attn || this.failure !== undefined || !this.shows("averages")) return;
    for (const measurement of this.running.values()) measurement.pause(!this.inView);
    if (this.halted !== undefined || !this.inView) return;
    const wanted = new Map(
      this.plans()
        .filter((plan) => !this.isFound(plan))
        .map((plan) => [JSON.stringify(plan), plan]),
    );
    for (const [key, measurement] of this.running) {
      if (wanted.has(key)) continue;
      measurement.end();
      this.running.delete(key);
    }
    for (const [key, plan] of wanted) if (!this.running.has(key)) this.measure(key, plan);
  }

  /** @param {string} key @param {Plan} plan */
  measure(key, plan) {
    const attn = /** @type {import("../../frame/attention-element.js").Attention} */ (this.attn);
    const end = () => {
      this.running.delete(key);
      this.requestUpdate();
    };
    this.fraction = 0;
    const measurement = startMeasurement(attn, plan, {
      onProgress: ({ averages }) => {
        const all = [...this.running.values()];
        this.fraction = Math.min(...all.map((one) => one.fraction));
        if (averages) this.found = new Map(this.found).set(this.keyOf(plan, averages.dK), averages);
      },
      onDone: end,
      onFail: (reason) => {
        this.halted = this.text("failedToMeasure", { reason });
        end();
      },
    });
    this.running.set(key, measurement);
  }

  /** @param {string} [why] */
  halt(why) {
    for (const measurement of this.running.values()) measurement.end();
    this.running.clear();
    this.halted = why;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.halt();
  }

  get asks() {
    return (
      this.shows("predict") && (this.guess !== undefined ? this.asked : this.keySize) < LARGEST
    );
  }

  /** Whether what happens at other sizes may be seen. */
  get revealed() {
    return !this.asks || this.guess !== undefined;
  }

  /** The divisor as it is written: √64, 64 or 1. */
  get divisorText() {
    const { divisor, keySize } = this;
    return divisor === "root" ? `√${keySize}` : divisor === "one" ? "1" : String(keySize);
  }

  /** The divisor for all sizes: √d_k, d_k or 1. */
  get divisorName() {
    return this.text(`divisor ${this.divisor}`);
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return withKeySize(this.text("heading"));
  }

  formulaNames() {
    return ["scoreVariance", entryOf(FORMULAS, this.divisor) ?? ""].filter((name) => name !== "");
  }

  formulaPart() {
    return "scale";
  }

  picture() {
    const bars = this.shows("bars");
    const chart = this.shows("chart");
    return html`<div class="stage ${bars && chart ? "both" : ""}">
        ${bars ? this.bars() : nothing} ${chart ? lineChart(this.chart()) : nothing}
      </div>
      ${this.asks ? this.question() : nothing}`;
  }

  bars() {
    const { undivided, divided, draw: drawn, pointed } = this;
    /** @param {"undivided" | "divided"} name */
    const row = (name) => {
      const { scores, weights } = this[name];
      const title = this.text(name === "divided" ? "barsDivided" : "barsUndivided", {
        divisor: this.divisorText,
      });
      const spoken =
        pointed === undefined
          ? this.text("noBar")
          : this.text("barSpoken", {
              place: pointed + 1,
              key: drawn.order[pointed] + 1,
              score: format(scores[pointed]),
              weight: format(weights[pointed]),
            });
      return barRow({
        name,
        title: html`<span class="swatch" aria-hidden="true"></span>${title}`,
        label: title,
        note: html`<span data-largest=${name}
          >${this.rich("largestHere", { weight: html`<b>${printed(weights[0], 3)}</b>` })}</span
        >`,
        values: weights,
        hue: name === "divided" ? 2 : 1,
        chosen: pointed,
        spoken,
        onChoose: (index) => {
          this.pointed = index;
        },
      });
    };
    const read =
      pointed === undefined
        ? this.text("barsNote", { keys: SAMPLE.keys })
        : this.text("barRead", {
            key: drawn.order[pointed] + 1,
            keys: SAMPLE.keys,
            score: format(undivided.scores[pointed]),
            undivided: format(undivided.weights[pointed]),
            divisor: this.divisorText,
            scaled: format(divided.scores[pointed]),
            divided: format(divided.weights[pointed]),
          });
    return html`<div class="rows">
      ${row("undivided")} ${row("divided")}
      <p class="bar-read" data-bar-read>${read}</p>
    </div>`;
  }

  /** @returns {import("../../parts/charts/line-chart.js").ChartOptions} */
  chart() {
    const { averages, keySize } = this;
    const which = placeOf(this.divisor);
    const seen = averages.filter((row) => this.revealed || row.dK <= keySize);
    const sizes = [...LESSON_SIZES, keySize];
    const ends = /** @type {[number, number]} */ ([Math.min(...sizes), Math.max(...sizes)]);
    const floor = this.divisor === "key-size" ? 0.5 / ends[1] : 0.5;
    return {
      name: "variance",
      title: this.text("chartTitle"),
      x: {
        label: this.text("chartX"),
        scale: "log",
        domain: [ends[0] / 1.4, ends[1] * 1.4],
        ticks: LESSON_SIZES,
        write: String,
      },
      y: {
        label: this.text("chartY"),
        scale: "log",
        domain: [floor, ends[1] * 2],
        write: (value) => String(value),
      },
      series: [
        {
          name: "line",
          label: this.text("seriesLine"),
          points: ends.map((size) => ({ x: size, y: size })),
          hue: 4,
          mark: "none",
          line: "dotted",
          silent: true,
        },
        {
          name: "undivided",
          label: this.text("seriesUndivided"),
          points: seen.map(({ dK, variance }) => ({ x: dK, y: variance[0] })),
          hue: 1,
          mark: "circle",
          write: (value) => printed(value, 2),
        },
        {
          name: "divided",
          label: this.text("seriesDivided", { divisor: this.divisorName }),
          points: seen.map(({ dK, variance }) => ({ x: dK, y: variance[which] })),
          hue: 2,
          mark: "square",
          line: "dashed",
          write: (value) => printed(value, 3),
        },
      ],
      marker: keySize,
      height: 320,
    };
  }

  question() {
    const size = this.guess === undefined ? this.keySize : this.asked;
    /** @param {number} dK */
    const largestAt = (dK) =>
      draw(/** @type {NonNullable<typeof this.attn>} */ (this.attn), this.seed, dK).divided(1)
        .weights[0];
    const answers = ["larger", "same", "smaller"];
    return prediction({
      question: withKeySize(
        this.text("question", {
          size,
          keys: SAMPLE.keys,
          weight: printed(this.undivided.weights[0], 3),
          end: LARGEST,
        }),
      ),
      answers: answers.map((value) => ({ value, label: this.text(`answer ${value}`) })),
      given: this.guess,
      verdict: this.guess ? this.verdict(size, largestAt(size), largestAt(LARGEST)) : undefined,
      onAnswer: (value) => {
        this.asked = this.keySize;
        this.guess = value;
        this.set({ keySize: LARGEST, pointed: undefined, refused: undefined });
      },
      text: this.text,
    });
  }

  /** @param {number} size @param {number} before @param {number} after */
  verdict(size, before, after) {
    const so = after > before * ABOUT ? "larger" : after < before / ABOUT ? "smaller" : "same";
    const isRight = this.guess === so || (so === "same" && after > 0.9 && this.guess === "larger");
    const values = { size, end: LARGEST, before: printed(before, 3), after: printed(after, 3) };
    return [
      withKeySize(this.text(isRight ? "verdictRight" : "verdictWrong", values)),
      " ",
      withKeySize(this.text("verdictWhy")),
    ];
  }

  // --- readouts and controls ---------------------------------------------------------------------

  readoutItems() {
    const { now } = this;
    const which = placeOf(this.divisor);
    /** @param {string} name @param {[number, number, number] | undefined} triple @param {(value: number, isDivided: boolean) => string} write */
    const item = (name, triple, write) => ({
      name,
      label: this.text(`read${name[0].toUpperCase()}${name.slice(1)}`),
      value: triple
        ? this.text("pair", {
            undivided: write(triple[0], false),
            divided: write(triple[which], true),
          })
        : this.text("notYet"),
    });
    return [
      item("variance", now?.variance, (value, isDivided) => printed(value, isDivided ? 3 : 2)),
      item("largest", now?.largest, (value) => printed(value, 3)),
      item("saturated", now?.saturated, percent),
      item("gradient", now?.gradient, (value) => printed(value, 4)),
    ];
  }

  controls() {
    const { text } = this;
    const refuse = (/** @type {Record<string, unknown>} */ values) => {
      this.refused = values;
    };
    const size = () =>
      html`${stops({
        name: "key-size",
        label: html`${text("keySize")} ${symbol("d_k")}`,
        stops: LESSON_SIZES.map((value) => ({ value, label: String(value) })),
        value: this.keySize,
        shown: String(this.keySize),
        onChange: (keySize) => this.turn({ keySize }),
      })}
      ${numberField({
        name: "own-size",
        label: text("ownSize", { most: MOST }),
        value: this.keySize,
        min: 1,
        max: MOST,
        onChange: (keySize) => this.turn({ keySize }),
        onRefuse: (typed) => refuse({ text: typed, min: 1, max: MOST, kept: this.keySize }),
      })}`;
    const divisor = () =>
      choice({
        name: "divisor",
        label: text("divisor"),
        options: DIVISORS.map((value) => ({ value, label: withKeySize(text(`divisor ${value}`)) })),
        value: this.divisor,
        onChange: (value) => this.set({ divisor: value, refused: undefined }),
      });
    /** @param {"seed" | "scalingSeed" | "gradientSeed"} name */
    const seed = (name) =>
      numberField({
        name: name.replace("Seed", "-seed"),
        label: text(name),
        value: this[name],
        min: 0,
        max: MOST_SEED,
        onChange: (value) =>
          this.set({ [name]: value, refused: undefined, pointed: undefined, halted: undefined }),
        onRefuse: (typed) => refuse({ text: typed, min: 0, max: MOST_SEED, kept: this[name] }),
      });
    return html`${this.shows("key-size") ? size() : nothing}
    ${this.shows("divisor") ? divisor() : nothing} ${this.shows("seed") ? seed("seed") : nothing}
    ${
      this.shows("averages")
        ? html`<div class="sample" data-averages>
            <div class="state">
              <span>${text("sampleLabel", { rows: count(SAMPLE.rows), keys: SAMPLE.keys })}</span>
              ${this.progress()}
            </div>
            ${this.shows("seed") ? html`${seed("scalingSeed")} ${seed("gradientSeed")}` : nothing}
          </div>`
        : nothing
    }`;
  }

  /** How many random numbers the averages take, in millions. */
  get numbers() {
    const each = 2 * SAMPLE.pairs + 2 * SAMPLE.rows * (1 + SAMPLE.keys);
    const sizes = this.plans().flatMap((plan) => plan.dK);
    return count(Math.round((each * sizes.reduce((sum, size) => sum + size, 0)) / 1e6));
  }

  progress() {
    const { text } = this;
    if (this.plans().every((plan) => this.isFound(plan))) {
      return html`<p data-state="done">${text("measured", { numbers: this.numbers })}</p>`;
    }
    if (this.halted !== undefined) {
      return html`<p data-state="stopped">
        ${this.halted}
        <button
          type="button"
          class="plain"
          data-action="measure"
          @click=${() => {
            this.halted = undefined;
          }}
        >
          ${text("measure")}
        </button>
      </p>`;
    }
    return progress({
      label: text("measuring", { numbers: this.numbers }),
      fraction: this.fraction,
      onCancel: () => this.halt(text("stopped")),
      text,
    });
  }

  // --- the sentence ------------------------------------------------------------------------------------

  sentence() {
    const { now, refused, keySize } = this;
    const which = placeOf(this.divisor);
    const head = refused ? [this.text("didRefuse", refused), " "] : [];
    if (!now) {
      return [
        ...head,
        withKeySize(
          this.text("sayHere", {
            size: keySize,
            undivided: printed(this.undivided.weights[0], 3),
            divisor: this.divisorText,
            divided: printed(this.divided.weights[0], 3),
          }),
        ),
        this.running.size > 0 ? ` ${this.text("sayWaiting", { rows: count(SAMPLE.rows) })}` : "",
      ];
    }
    const values = {
      size: keySize,
      divisor: format(divisorOf(this.divisor, keySize)),
      variance: printed(now.variance[0], 2),
      deviation: printed(Math.sqrt(now.variance[0]), 2),
      largest: printed(now.largest[0], 3),
      saturated: percent(now.saturated[0]),
      scaledVariance: printed(now.variance[which], 3),
      scaledLargest: printed(now.largest[which], 3),
      gradient: printed(now.gradient[0], 4),
      scaledGradient: printed(now.gradient[which], 4),
      keys: SAMPLE.keys,
      even: format(1 / SAMPLE.keys),
    };
    const last = { root: "sayRoot", "key-size": "sayKeySize", one: "sayOne" }[this.divisor];
    return [
      ...head,
      withKeySize(["sayScores", "sayWeights", last].map((key) => this.text(key, values)).join(" ")),
    ];
  }

  // --- what a learner does -------------------------------------------------------------------------------

  /** Another size: whoever turns there has seen. @param {Record<string, unknown>} changes */
  turn(changes) {
    if (this.guess === undefined) {
      this.asked = this.keySize;
      this.guess = "";
    }
    this.set({ ...changes, pointed: undefined, refused: undefined });
  }

  reset() {
    super.reset();
    this.guess = undefined;
    this.pointed = undefined;
    this.refused = undefined;
    this.halt();
  }

  // --- what lies behind --------------------------------------------------------------------------------------

  panels() {
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    const { text } = this;
    /** @param {string} message */
    const onDone = (message) => {
      this.notice = message;
    };
    return [
      {
        name: "reproduce",
        title: text("reproduce"),
        draw: () =>
          html`${copyable({ code: this.python(), name: "reproduce", label: text("reproduceHow"), text, root, onDone })}
            <p id="code-output">${text("reproduceOutput")}</p>
            <pre tabindex="0" role="region" aria-labelledby="code-output" data-code="output">
${this.output()}</pre>`,
      },
    ];
  }

  python() {
    return pythonOf(this);
  }

  /** What the program prints. */
  output() {
    const attn = /** @type {NonNullable<typeof this.attn>} */ (this.attn);
    const sizes = this.plans().flatMap((plan) => plan.dK);
    const bars = sizes.map((dK) => {
      const drawn = draw(attn, this.seed, dK);
      return {
        dK,
        undivided: drawn.divided(1).weights[0],
        divided: drawn.divided(divisorOf(this.divisor, dK)).weights[0],
      };
    });
    const averages = sizes
      .map((dK) => this.averages.find((row) => row.dK === dK))
      .filter((row) => row !== undefined);
    return printedLines(bars, averages, placeOf(this.divisor));
  }

  tables() {
    const { undivided, divided, draw: drawn, averages } = this;
    const which = placeOf(this.divisor);
    const { text } = this;
    const divisor = this.divisorText;
    const names = drawn.order.map((key) => String(key + 1));
    /** @param {number[][]} rows */
    const tensor = (rows) => ({ data: rows.flat(), shape: [rows.length, rows[0]?.length ?? 0] });
    const bars = {
      name: "P",
      title: text("title P"),
      tensor: tensor(
        drawn.order.map((_, i) => [
          undivided.scores[i],
          undivided.weights[i],
          divided.scores[i],
          divided.weights[i],
        ]),
      ),
      rows: names,
      columns: [
        text("columnScore"),
        text("columnUndivided"),
        text("columnScaled", { divisor }),
        text("columnDivided"),
      ],
      worded: true,
      rowAxis: text("axisKey"),
      columnAxis: text("axisNumber"),
    };
    if (averages.length === 0) return [bars];
    return [
      {
        name: "Var",
        title: text("title Var"),
        tensor: tensor(
          averages.map(({ variance, largest, saturated, gradient }) =>
            [variance, largest, saturated, gradient].flatMap((triple) => [
              triple[0],
              triple[which],
            ]),
          ),
        ),
        rows: averages.map(({ dK }) => String(dK)),
        columns: ["Variance", "Largest", "Saturated", "Gradient"].flatMap((name) => [
          text(`column${name}`),
          text(`column${name}Divided`),
        ]),
        worded: true,
        rowAxis: text("axisSize"),
        columnAxis: text("axisNumber"),
      },
      bars,
    ];
  }

  description() {
    const { undivided, divided, averages, now, keySize, seed } = this;
    const which = placeOf(this.divisor);
    /** @param {number[]} weights */
    const first = (weights) =>
      weights
        .slice(0, 3)
        .map((weight) => format(weight))
        .join(", ");
    const points = averages
      .filter((row) => this.revealed || row.dK <= keySize)
      .map(({ dK, variance }) =>
        this.text("describePoint", {
          size: dK,
          variance: printed(variance[0], 2),
          scaled: printed(variance[which], 3),
        }),
      );
    const lines = [
      this.text("describeBars", {
        keys: SAMPLE.keys,
        size: keySize,
        seed,
        undivided: first(undivided.weights),
        divisor: this.divisorText,
        divided: first(divided.weights),
      }),
      this.text("describeChart", {
        points: points.length > 0 ? points.join(" ") : this.text("describeNothing"),
      }),
    ];
    if (!now) return lines;
    return [
      ...lines,
      this.text("describeAverages", {
        rows: count(SAMPLE.rows),
        size: keySize,
        largest: printed(now.largest[0], 3),
        scaledLargest: printed(now.largest[which], 3),
        saturated: percent(now.saturated[0]),
        scaledSaturated: percent(now.saturated[which]),
        gradient: printed(now.gradient[0], 4),
        scaledGradient: printed(now.gradient[which], 4),
      }),
    ];
  }

  exports() {
    return {
      name: `attention-key-size-${this.keySize}`,
      svg: () => this.svg(),
      python: () => this.python(),
    };
  }

  svg() {
    const width = 480;
    const height = 112;
    /** @param {string} content @param {number} y @returns {import("../../parts/charts/drawing.js").Shape} */
    const title = (content, y) => ({ kind: "text", x: 16, y, content, look: "fill-ink strong" });
    const values = { divisor: this.divisorText };
    /** @param {number} y @returns {import("../../parts/charts/drawing.js").Shape} */
    const base = (y) => ({
      kind: "path",
      d: `M16,${y}L${16 + width},${y}`,
      look: "line-control-line thin",
    });
    const largest = [this.undivided, this.divided].map(({ weights }) =>
      this.text("largestHere", { weight: printed(weights[0], 3) }),
    );
    return toSvgFile({
      title: `${this.text("heading")} d_k = ${this.keySize}`,
      width: 940,
      height: 370,
      shapes: [
        title(`${this.text("barsUndivided")}, ${largest[0]}`, 32),
        ...moved(barShapes(this.undivided.weights, { width, height, hue: 1 }), 16, 44),
        base(44 + height),
        title(`${this.text("barsDivided", values)}, ${largest[1]}`, 204),
        ...moved(barShapes(this.divided.weights, { width, height, hue: 2 }), 16, 216),
        base(216 + height),
        title(this.text("chartY"), 32),
        ...moved(
          chartShapes(this.chart(), { width: 400, height: 310, at: this.keySize, legend: true }),
          530,
          44,
        ),
      ].map((shape, index, all) =>
        // The chart's title stands over the chart.
        shape === all.find((one) => one.kind === "text" && one.content === this.text("chartY"))
          ? { ...shape, x: 540 }
          : shape,
      ),
    });
  }
}

AttentionKeySize.define();

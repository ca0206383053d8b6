// <attention-key-size>: what the key size does to scores, to softmax and to its gradient, and what
// dividing by √d_k does about it.
//
// Attributes (all optional, all state: they change as the learner works)
//   view            sizes | derivation | spread
//   proof, step     variance | slope, and how many of its lines are shown
//   key-size        d_k, 1 to 4096
//   divisor         root | key-size | one
//   seed            of the query and keys whose weights are the bars
//   scaling-seed, gradient-seed   of the averages
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: view predict bars chart key-size divisor seed averages reproduce, and the parts of the frame.
//
// Property: strings, the author's words (web/explorers/key-size/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { MOST, MOST_SEED, controlsOf } from "./controls.js";
import {
  LINES,
  PROOFS,
  derivationControls,
  derivationDescription,
  derivationPicture,
  derivationTables,
} from "./derivation-view.js";
import { DIVISORS, LESSON_SIZES, divisorOf, draw, placeOf } from "./draws.js";
import { startMeasurement } from "./measurement.js";
import { derivationQuestion, sizeQuestion, spreadQuestion } from "./questions.js";
import { numpyOf, printedLines, pythonOf } from "./reproduce.js";
import {
  barsOf,
  chartOf,
  descriptionOf,
  readoutsOf,
  sentenceOf,
  svgOf,
  tablesOf,
} from "./sizes-view.js";
import {
  measureSpread,
  numpyRows,
  spreadDescription,
  spreadNumpy,
  spreadPicture,
  spreadPython,
  spreadTables,
} from "./spread-view.js";
import { strings } from "./strings.js";
import { keySizeStyles } from "./styles.js";
import { count } from "./write.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { entryOf } from "../../parts/own-entry.js";
import { copyable } from "../../frame/export-menu.js";
import { barRowStyles } from "../../parts/charts/bar-row.js";
import { drawingStyles } from "../../parts/charts/drawing.js";
import { lineChart, lineChartStyles } from "../../parts/charts/line-chart.js";
import { choice } from "../../parts/fields/controls.js";
import { numberFieldStyles } from "../../parts/fields/number-field.js";
import { progressStyles } from "../../parts/fields/progress.js";
import { stopsStyles } from "../../parts/fields/stops.js";
import { withSymbols } from "../../parts/letters/symbols.js";

/** @typedef {import("./measure.js").Averages} Averages */
/** @typedef {import("./measure.js").Plan} Plan */
/** @typedef {import("./draws.js").Divisor} Divisor */
/** @typedef {import("./draws.js").Draw} Draw */

const VIEWS = ["sizes", "derivation", "spread"];
const FORMULAS = { root: "weightsRoot", "key-size": "weightsKeySize", one: "weightsOne" };

export class AttentionKeySize extends AttentionElement {
  static tag = "attention-key-size";
  static reservedHeight = "46rem";
  static strings = strings;
  static state = [
    "view",
    "proof",
    "step",
    "keySize",
    "divisor",
    "seed",
    "scalingSeed",
    "gradientSeed",
  ];

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
    view: { type: String, reflect: true },
    proof: { type: String, reflect: true },
    step: { type: Number, reflect: true },
    keySize: { type: Number, reflect: true, attribute: "key-size" },
    divisor: { type: String, reflect: true },
    seed: { type: Number, reflect: true },
    scalingSeed: { type: Number, reflect: true, attribute: "scaling-seed" },
    gradientSeed: { type: Number, reflect: true, attribute: "gradient-seed" },
    pointed: { state: true },
    spread: { state: true },
    refused: { state: true },
    halted: { state: true },
    found: { state: true },
    fraction: { state: true },
  };

  constructor() {
    super();
    this.view = "sizes";
    this.proof = "variance";
    this.step = 1;
    this.keySize = 4;
    /** @type {Divisor} */
    this.divisor = "root";
    // With this seed the bars are the lesson's.
    this.seed = 2;
    this.scalingSeed = 0;
    this.gradientSeed = 1;
    /** The bar that is read. @type {number | undefined} */
    this.pointed = undefined;
    /** The size of which the question is asked, or was. */
    this.askedSize = 4;
    /** The samples of the derivation. @type {{ key: string, drawn: import("./samples.js").Samples } | undefined} */
    this.samples = undefined;
    /** Lesson 2's deviations, once they are drawn. @type {import("../../../js/experiments.js").SpreadRow[] | undefined} */
    this.spread = undefined;
    /** What draws them. @type {{ pause: (paused: boolean) => void } | undefined} */
    this.spreading = undefined;
    /** Lesson 3's rows. @type {ReturnType<typeof numpyRows>} */
    this.numpy = { spreads: [], largest: [] };
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
    if (!VIEWS.includes(this.view)) {
      throw new Error(this.text("noView", { view: this.view, known: VIEWS.join(", ") }));
    }
    if (!PROOFS.includes(this.proof)) {
      throw new Error(this.text("noProof", { proof: this.proof, known: PROOFS.join(", ") }));
    }
    this.step = Math.min(Math.max(1, Math.trunc(this.step) || 1), LINES[this.proof].length);
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
        throw new RangeError(this.text("noSeed", { name, seed: `${value}`, most: MOST_SEED }));
      }
    }
    const key = `${seed}:${keySize}`;
    if (key !== this.drawKey) {
      this.draw = draw(this.attn, seed, keySize);
      this.undivided = this.draw.divided(1);
      this.drawKey = key;
    }
    this.divided = this.draw.divided(divisorOf(divisor, keySize));
    if (this.view === "spread" && this.numpy.spreads.length === 0) this.numpy = numpyRows(this);
    this.keepAsked();
  }

  /** The question is asked of the size at hand. Once it is answered, of that; asked again, one is back there. */
  keepAsked() {
    const isAnswered = this.asking.given("largest") !== undefined;
    if (this.wasAnswered && !isAnswered) this.keySize = this.askedSize;
    if (!isAnswered) this.askedSize = this.keySize;
    this.wasAnswered = isAnswered;
  }

  wasAnswered = false;

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
    if (!this.attn || this.failure !== undefined) return;
    if (this.view === "spread" && this.inView && !this.spread && !this.spreading) {
      this.spreading = measureSpread(this, (rows) => {
        this.spread = rows;
      });
    }
    this.spreading?.pause(!this.inView);
    if (!this.shows("averages") || this.view !== "sizes") return;
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

  /** Whether what happens at other sizes may be seen. */
  get revealed() {
    return !this.asking.isOpen();
  }

  /** The divisor as it is written: √64, 64 or 1. */
  get divisorText() {
    const { divisor, keySize } = this;
    return divisor === "root" ? `√${count(keySize)}` : divisor === "one" ? "1" : count(keySize);
  }

  /** The divisor for all sizes: √d_k, d_k or 1. */
  get divisorName() {
    return this.text(`divisor ${this.divisor}`);
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return withSymbols(this.text("heading"));
  }

  formulaNames() {
    if (this.view === "derivation" && this.proof === "slope") return ["softmax", "jacobian"];
    return ["scoreVariance", entryOf(FORMULAS, this.divisor) ?? ""].filter((name) => name !== "");
  }

  formulaPart() {
    return "scale";
  }

  picture() {
    if (this.view === "derivation") return derivationPicture(this);
    if (this.view === "spread") return spreadPicture(this);
    const bars = this.shows("bars");
    const chart = this.shows("chart");
    return html`<div class="stage ${bars && chart ? "both" : ""}">
      ${bars ? barsOf(this) : nothing} ${chart ? lineChart(chartOf(this)) : nothing}
    </div>`;
  }

  questions() {
    const of = { sizes: sizeQuestion, derivation: derivationQuestion, spread: spreadQuestion };
    return of[/** @type {keyof typeof of} */ (this.view)]?.(this) ?? [];
  }

  readoutItems() {
    return this.view === "sizes" ? readoutsOf(this) : [];
  }

  controls() {
    const { text } = this;
    const view = () =>
      html`<div class="views">
        ${choice({
          name: "view",
          label: text("view"),
          value: this.view,
          options: VIEWS.map((value) => ({ value, label: text(`view ${value}`) })),
          onChange: (value) => this.set({ view: value, refused: undefined }),
        })}
      </div>`;
    return html`${this.shows("view") ? view() : nothing}
    ${this.view === "derivation" ? derivationControls(this) : nothing}
    ${this.view === "spread" ? nothing : controlsOf(this)}`;
  }

  sentence() {
    if (this.view === "sizes") return sentenceOf(this);
    const key = this.view === "spread" ? "saySpread" : `say ${this.proof}`;
    return this.text(this.revealed ? key : "sayAsk");
  }

  // --- what a learner does -------------------------------------------------------------------------------

  /** Another size: whoever turns there has seen. @param {Record<string, unknown>} changes */
  turn(changes) {
    this.asking.pass("largest");
    this.set({ ...changes, pointed: undefined, refused: undefined });
  }

  reset() {
    super.reset();
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
    if (this.view !== "sizes") return [];
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
    // While it is asked what a larger size does, the program does not say it.
    const sizes = this.plans()
      .flatMap((plan) => plan.dK)
      .filter((dK) => this.revealed || dK <= this.keySize);
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
    if (this.view === "derivation") return derivationTables(this);
    return this.view === "spread" ? spreadTables(this) : tablesOf(this);
  }

  description() {
    if (this.view === "derivation") return derivationDescription(this);
    return this.view === "spread" ? spreadDescription(this) : descriptionOf(this);
  }

  exports() {
    if (this.view === "spread")
      return {
        name: "attention-key-size-spread",
        python: spreadPython,
        numpy: () => spreadNumpy(this),
      };
    const programs = { python: () => this.python(), numpy: () => numpyOf(this) };
    return {
      name: `attention-key-size-${this.keySize}`,
      ...(this.view === "sizes" ? { svg: () => svgOf(this) } : {}),
      ...programs,
    };
  }
}

AttentionKeySize.define();

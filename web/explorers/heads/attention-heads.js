// <attention-heads>: how a layer is cut into heads, what that costs, four heads at work, and the two
// mistakes that raise no error.
//
// Attributes (all optional, all state: they change as the learner works)
//   view       shapes | patterns | reshape | axis | output | stacked | practice | check
//   preset     block | code | ticket | paper | paper-formulas | shared: the sizes
//   d, heads, kv-heads, n, batch, bias   sizes of one's own; bias: true | false
//   cut        1 | 2 | 4: into how many heads the example is cut
//   query      the row to follow, from 1
//   output     mixed | left-out: whether W_O mixes the heads; mix: a W_O of one's own, "1 0 0 0; …"
//   third      Q | K | V: which third of the stacked matrix is looked at
//   task       which question of the guided practice is asked, 1 to 6
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: view preset d heads kv-heads n batch bias reset cut query output third predict flow steps bars, and the
// parts of the frame.
//
// Property: strings, the author's words (web/explorers/heads/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { AxisView } from "./axis-view.js";
import { CheckView } from "./check-view.js";
import { CUTS, TOKENS } from "./example.js";
import { OutputView } from "./output-view.js";
import { PatternsView } from "./patterns-view.js";
import { PracticeView, TASKS } from "./practice-view.js";
import { ReshapeView } from "./reshape-view.js";
import { ShapesView } from "./shapes-view.js";
import { countsOf, fitting, LIMITS, OWN_SIZES, PRESETS } from "./sizes.js";
import { LETTERS, StackedView } from "./stacked-view.js";
import { strings } from "./strings.js";
import { headsStyles } from "./styles.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { matrixConverter } from "../../frame/converters.js";
import { presetOf } from "../../frame/presets.js";
import { drawingStyles } from "../../parts/charts/drawing.js";
import { choice } from "../../parts/fields/controls.js";
import { sliderFieldStyles } from "../../parts/fields/slider-field.js";
import { stopsStyles } from "../../parts/fields/stops.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {keyof typeof VIEWS} ViewName */

const VIEWS = {
  shapes: ShapesView,
  patterns: PatternsView,
  reshape: ReshapeView,
  axis: AxisView,
  output: OutputView,
  stacked: StackedView,
  practice: PracticeView,
  check: CheckView,
};
const OUTPUTS = ["mixed", "left-out"];

export class AttentionHeads extends AttentionElement {
  static tag = "attention-heads";
  static reservedHeight = "54rem";
  static strings = strings;
  static state = ["view", "preset", ...OWN_SIZES, "cut", "query", "output", "mix", "third", "task"];

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
    output: { type: String, reflect: true },
    mix: { converter: matrixConverter, reflect: true },
    third: { type: String, reflect: true },
    task: { type: Number, reflect: true },
    refused: { state: true },
  };

  constructor() {
    super();
    /** @type {ViewName} */
    this.view = "shapes";
    this.preset = "paper";
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
    this.output = "mixed";
    /** W_O of one's own. @type {number[][] | undefined} */
    this.mix = undefined;
    this.third = "Q";
    this.task = 1;
    /** A size that was typed and does not fit. @type {string | undefined} */
    this.refused = undefined;

    /** @type {Sizes} */
    this.sizes = PRESETS.paper;
    this.counts = countsOf(this.sizes);
    this.views = Object.fromEntries(
      Object.entries(VIEWS).map(([name, Kind]) => [name, new Kind(this, name)]),
    );
  }

  // --- what is computed ------------------------------------------------------------------------

  compute() {
    if (!this.attn) return;
    if (!Object.hasOwn(VIEWS, this.view)) {
      const known = Object.keys(VIEWS).join(", ");
      throw new Error(this.text("noView", { view: this.view, known }));
    }
    if (!CUTS.includes(this.cut)) {
      throw new RangeError(this.text("noCut", { cut: this.cut, known: CUTS.join(", ") }));
    }
    this.sizes = this.readSizes();
    this.counts = countsOf(this.sizes);
    if (!OUTPUTS.includes(this.output)) {
      const known = OUTPUTS.join(", ");
      throw new Error(this.text("noOutput", { output: this.output, known }));
    }
    if (!LETTERS.includes(/** @type {"Q"} */ (this.third))) {
      throw new Error(this.text("noThird", { third: this.third, known: LETTERS.join(", ") }));
    }
    if (
      this.mix &&
      (this.mix.length !== 4 ||
        this.mix.some((row) => row.length !== 4 || !row.every(Number.isFinite)))
    ) {
      throw new RangeError(this.text("noMix"));
    }
    this.task = Math.min(Math.max(1, Math.trunc(this.task) || 1), TASKS.length);
    this.query = Math.min(Math.max(1, Math.trunc(this.query) || 1), TOKENS.length);
    this.now.prepare();
  }

  /** The view at hand. @returns {import("./view.js").View} */
  get now() {
    return this.views[this.view];
  }

  /** @returns {Sizes} */
  readSizes() {
    const preset = presetOf(PRESETS, this.preset, this.text);
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

  /** Whether what is asked may be seen. */
  get revealed() {
    return !this.asking.isOpen();
  }

  // --- what is drawn ---------------------------------------------------------------------------

  heading() {
    return this.text("heading");
  }

  formulaNames() {
    // None where an unknown view is asked for, which is said in its place.
    return this.now?.formulas ?? [];
  }

  formulaPart() {
    return this.now?.part ?? "";
  }

  picture() {
    return html`<div
      class="stage"
      @row-choose=${(/** @type {CustomEvent} */ event) => this.set({ query: event.detail.i + 1 })}
    >
      ${this.now.picture()}
    </div>`;
  }

  questions() {
    return this.now?.questions() ?? [];
  }

  readoutItems() {
    return this.now.readouts();
  }

  controls() {
    const { text } = this;
    /** @type {import("./view.js").Shown} */
    const shown = (name, draw) => (this.shows(name) ? draw() : nothing);
    const view = () =>
      html`<div class="views">
        ${choice({
          name: "view",
          label: text("view"),
          value: this.view,
          options: /** @type {ViewName[]} */ (Object.keys(VIEWS)).map((value) => ({
            value,
            label: text(`view ${value}`),
          })),
          onChange: (value) => this.set({ view: value }),
        })}
      </div>`;
    return html`${shown("view", view)} ${this.now.controls(shown)}`;
  }

  sentence() {
    return this.refused === undefined
      ? this.now.sentence()
      : this.text("refused", { text: this.refused });
  }

  // --- what a learner does -----------------------------------------------------------------------

  /** @param {string} preset */
  startOver(preset) {
    this.refused = undefined;
    this.set({ ...Object.fromEntries(OWN_SIZES.map((name) => [name, undefined])), preset });
  }

  reset() {
    super.reset();
    this.refused = undefined;
  }

  // --- what lies behind ------------------------------------------------------------------------

  tables() {
    return this.now.tables();
  }

  description() {
    return this.now.description();
  }

  exports() {
    const { now } = this;
    return {
      name: `attention-heads-${this.view}`,
      ...(now.hasDrawing ? { svg: () => now.svg() } : {}),
      python: () => now.python(),
      numpy: () => now.numpy(),
    };
  }
}

AttentionHeads.define();

// <attention-heatmap>: attention weights of every layer and head, a small map each and one large; and with
// a trained model, what it makes of a text, and without any of its heads.
//
// Attributes (all optional, all state but model: they change as the learner works)
//   preset        tickets | untrained | causal | six | cross | long. Without it: tickets where the page has the
//                 trained model (attention-ticket-model.js), else untrained
//   phrase, seed  the text that a model reads, and where the numbers of untrained layers come from
//   without       heads of the trained model that are switched off: "1:3 2:1" is head 3 of layer 1, head 1 of layer 2
//   weights       JSON: n × m, heads × n × m, layers × heads × n × m, or with sequences after layers; or an
//                 object as web/heatmap/read.js takes it. As a property also typed arrays { data, shape }
//   tokens, query-tokens, key-tokens   labels of the weights
//   kind          which of the object's weights: attentions, cross_attentions, …
//   layer, head, sequence, row         what is shown and which query is outlined, from 1
//   scale         sqrt | linear | log
//   range         common (0 to 1 in every head) | head (0 to the head's largest)
//   zoom          "9:16 1:8": rows 9 to 16, columns 1 to 8
// and those of every explorer (web/README.md): hide, address, theme, heading-level.
// hide may name: predict heads map zoom received pairs classes switches check ticket preset phrase seed file
// kind sequence scale range legend about own-model, and the parts of the frame.
//
// Properties: model, an object { tokens, layers, run(text) } (web/heatmap/models.js); strings, the author's
// words (web/heatmap/strings.js). Event: change, its detail the state.
import { html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { styleMap } from "lit/directives/style-map.js";
import { onModel } from "../data/model-registry.js";
import { ablationOf, ablationQuestion } from "../heatmap/ablation.js";
import { Canvases } from "../heatmap/canvases.js";
import { Classifier } from "../heatmap/classifier.js";
import * as fields from "../heatmap/fields.js";
import { cellByKey, cellUnder, dragMap, zoomByKey } from "../heatmap/gestures.js";
import { Incoming } from "../heatmap/incoming.js";
import { largeMap, zoomButtons } from "../heatmap/large-map.js";
import { layoutOf } from "../heatmap/layout.js";
import { classTable, headSwitches, modelPanelStyles } from "../heatmap/model-panel.js";
import { PRESETS, presetOf, SEEDED } from "../heatmap/models.js";
import { Names } from "../heatmap/names.js";
import { ownModelPanel, missingModel } from "../heatmap/own-model.js";
import { pairs, pairStyles } from "../heatmap/pairs.js";
import { mapToSvg } from "../heatmap/picture.js";
import { pythonOf } from "../heatmap/python.js";
import { ReadError, readMaps } from "../heatmap/read.js";
import { isWrittenWhole, savedJson, tensorOf } from "../heatmap/saved.js";
import { cellSentence, describedRows, rowSentence } from "../heatmap/sayings.js";
import { smallMaps, smallSize } from "../heatmap/small-maps.js";
import { strings } from "../heatmap/strings.js";
import { heatmapStyles } from "../heatmap/styles.js";
import { lineField, textFieldStyles, ticketField } from "../heatmap/text-fields.js";
import { hasTickets, TICKET_SCRIPT, ticketFacts, TICKETS } from "../heatmap/tickets.js";
import * as view from "../heatmap/view.js";
import { headsConverter, precise, rounded, tiny, weightsConverter } from "../heatmap/written.js";
import { AttentionElement, sharedModule } from "../parts/attention-element.js";
import { paint, sampleOf, SIGNS } from "../parts/heat-canvas.js";
import { heatScale, heatScaleStyles, scaleInWords, SCALES, valueAt } from "../parts/heat-scale.js";
import { numberFieldStyles } from "../parts/number-field.js";
import { format, plain, shape } from "../parts/numbers.js";
import { prediction } from "../parts/prediction.js";
import { wordsConverter } from "../parts/state.js";
import { visibleToken } from "../parts/symbols.js";
import { toCsv } from "../parts/tables.js";

/** @typedef {import("../heatmap/classifier.js").Answer} Answer */
/** @typedef {import("../heatmap/classifier.js").Effect} Effect */
/** @typedef {import("../heatmap/gestures.js").Cell} Cell */
/** @typedef {import("../heatmap/incoming.js").Shown} Shown */
/** @typedef {import("../heatmap/models.js").Model} Model */
/** @typedef {import("../heatmap/models.js").Result} Result */
/** @typedef {import("../heatmap/read.js").Maps} Maps */
/** @typedef {import("../heatmap/view.js").Facts} Facts */
/** @typedef {import("../parts/attention-element.js").Attention} Attention */
/** @typedef {import("../parts/heat-canvas.js").Matrix} Matrix */
/** @typedef {import("../parts/heat-canvas.js").Region} Region */
/** @typedef {import("../parts/heat-scale.js").HeatScale} HeatScale */
/** @typedef {import("../parts/heat-scale.js").ScaleName} ScaleName */

// A number above 1 by less than this is a weight with rounding.
const ROUNDING = 1e-3;
// Maps with no more tokens need no buttons to come closer.
const SMALL = 16;
// Tables of more rows or columns help nobody; files hold all.
const TABLE = 48;
// So many of a head's strongest pairs are listed.
const PAIRS = 5;
// Models of more layers offer the switches of the layer that is shown.
const FEW_LAYERS = 2;

export class AttentionHeatmap extends AttentionElement {
  static tag = "attention-heatmap";
  static reservedHeight = "48rem";
  static strings = strings;
  static state = [
    "preset",
    "phrase",
    "seed",
    "without",
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
    textFieldStyles,
    fields.fileStyles,
    modelPanelStyles,
    pairStyles,
    heatmapStyles,
  ];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    preset: { type: String, reflect: true },
    phrase: { type: String, reflect: true },
    seed: { type: Number, reflect: true },
    without: { converter: headsConverter, reflect: true },
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
    zoom: { converter: view.regionConverter, reflect: true },
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
    /** @type {string | undefined} */
    this.preset = undefined;
    /** @type {string | undefined} */
    this.phrase = undefined;
    this.seed = 4;
    /** Heads that are switched off, from 1. @type {[layer: number, head: number][]} */
    this.without = [];
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
    /** The learner's file. @type {Shown | undefined} */
    this.opened = undefined;
    /** The files that are being read. */
    this.opening = "";
    /** What was wrong with the last file or text. */
    this.wrong = "";
    /** The cell that is read. @type {Cell | undefined} */
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
    /** @type {Result | Answer | undefined} */
    this.result = undefined;
    /** Where the weights come from: a preset, "own", "file" or "model". */
    this.source = "";
    /** Whether the trained model is asked for and not there. */
    this.isMissing = false;
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
    /** What was last worked out of them, by what it was made from. @type {Map<string, { from: unknown[], value: any }>} */
    this.remembered = new Map();
    this.incoming = new Incoming();
    this.canvases = new Canvases();
    /** @type {ResizeObserver | undefined} */
    this.sizes = undefined;
    /** What the observer watches. @type {Element | undefined} */
    this.watched = undefined;
    /** @type {MediaQueryList | undefined} */
    this.density = undefined;
    /** Ends waiting for the trained model. */
    this.endWaiting = () => {};
    // Wherever a file is dropped on this explorer, it is taken.
    this.addEventListener("dragover", this.onDragOver);
    this.addEventListener("dragleave", () => {
      this.dropping = false;
    });
    this.addEventListener("drop", this.onDrop);
  }

  // --- what is computed ------------------------------------------------------------------------

  /** The preset that was chosen, or the one that stands for none. */
  get chosen() {
    return this.preset ?? (hasTickets() ? TICKETS : "untrained");
  }

  compute() {
    if (!this.attn) return;
    const { scale, range, chosen, seed } = this;
    if (!SCALES.includes(scale)) {
      throw new Error(this.text("noScale", { scale, known: SCALES.join(", ") }));
    }
    if (!fields.RANGES.includes(range)) {
      throw new Error(this.text("noRange", { range, known: fields.RANGES.join(", ") }));
    }
    if (!PRESETS.includes(chosen)) {
      throw new Error(this.text("noPreset", { preset: chosen, known: PRESETS.join(", ") }));
    }
    if (!Number.isInteger(seed) || seed < 0 || seed > fields.MOST_SEED) {
      throw new RangeError(this.text("seedRefused", { text: seed }));
    }
    if (this.without.some((place) => !place.every((at) => at >= 1))) {
      throw new Error(this.text("noHeads", { given: this.getAttribute("without") }));
    }
    try {
      this.makeMaps();
    } catch (error) {
      this.madeFrom = [];
      throw error instanceof ReadError ? new Error(this.reasonOf(error)) : error;
    }
    if (this.maps) this.choose(this.maps);
  }

  /** What is wrong, in words. @param {unknown} error */
  reasonOf(error) {
    return error instanceof ReadError
      ? this.text(error.key, error.values)
      : /** @type {Error} */ (error).message;
  }

  /** Reads or computes the weights, where what they are made from has changed. */
  makeMaps() {
    const attn = /** @type {Attention} */ (this.attn);
    const { opened, weights, kind, tokens, queryTokens, keyTokens, model, chosen } = this;
    this.source = opened ? "file" : weights !== undefined ? "own" : model ? "model" : chosen;
    const from = [
      opened,
      weights,
      kind,
      tokens,
      queryTokens,
      keyTokens,
      model,
      chosen,
      hasTickets(),
      this.seed,
      this.phrase,
      headsConverter.toAttribute(this.without),
    ];
    if (from.every((value, at) => value === this.madeFrom[at]) && this.madeFrom.length > 0) return;
    this.madeFrom = from;
    this.asked += 1;
    this.isRunning = false;
    this.isMissing = false;
    this.result = undefined;
    const labels = { tokens, queryTokens, keyTokens };
    if (opened?.all) {
      this.take(opened.all.find((maps) => maps.kind === kind) ?? opened.all[0]);
    } else if (weights !== undefined && !opened) {
      const { wrong } = /** @type {{ wrong?: string }} */ (weights ?? {});
      if (typeof wrong === "string") throw new Error(this.text("wrongJson", { reason: wrong }));
      this.take(readMaps(weights, { kind, ...labels }));
    } else {
      const own = opened?.model ?? model;
      const made = own ? { model: own } : presetOf(attn, chosen, this.seed);
      if (made.model) this.ask(made.model);
      else if (made.result) this.answer(made.result);
      else {
        this.isMissing = true;
        this.maps = undefined;
      }
    }
  }

  /** The text that the model gets. @param {Model | Classifier} model */
  phraseOf(model) {
    const words = "tokens" in model ? model.tokens?.join(" ") : undefined;
    return this.phrase ?? model.text ?? words ?? "";
  }

  /** @param {Model | Classifier} model */
  ask(model) {
    const asked = this.asked;
    const text = this.phraseOf(model);
    const found = text.trim() === "" ? undefined : model.run(text, { without: this.off(model) });
    if (found === undefined) {
      // An empty text is an empty map, not yesterday's.
      this.maps = undefined;
      this.wrong = this.text("emptyText");
      return;
    }
    this.wrong = "";
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
        this.maps = undefined;
        this.wrong = this.text("model failed", { reason: this.reasonOf(error) });
      })
      .finally(() => {
        if (asked !== this.asked) return;
        this.isRunning = false;
        this.requestUpdate();
      });
  }

  /** @param {Result | Answer} result */
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
          facts.push(view.factsOf(view.matrixOf(maps, layer, sequence, head)));
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
      const region = view.kept(this.zoom, { rows: n, columns: m });
      const isWhole = region.rows === n && region.columns === m;
      this.zoom = isWhole ? undefined : region;
    }
    if (this.pointed && (this.pointed.i >= n || this.pointed.j >= m)) this.pointed = undefined;
    this.matrix = view.matrixOf(maps, this.layer - 1, this.sequence - 1, this.head - 1);
  }

  /** Works something out once for what it is made from.
   * @template T @param {string} name @param {unknown[]} from @param {() => T} make @returns {T} */
  remember(name, from, make) {
    const before = this.remembered.get(name);
    if (before?.from.every((value, at) => value === from[at])) return before.value;
    const value = make();
    this.remembered.set(name, { from, value });
    return value;
  }

  /** What each key receives on average. */
  get received() {
    const { matrix } = this;
    return this.remember("received", [matrix.data, matrix.start], () => view.receivedBy(matrix));
  }

  get strongestPairs() {
    const { matrix } = this;
    return this.remember("pairs", [matrix.data, matrix.start], () =>
      view.strongestPairs(matrix, PAIRS),
    );
  }

  /** The outlined row, from 0: where nobody chose the model's, or the second. */
  get outlined() {
    return (this.row ?? (this.result?.row ?? Math.min(1, this.matrix.rows - 1)) + 1) - 1;
  }

  /** What is on screen of the map. @returns {Region} */
  get region() {
    return this.zoom ?? view.wholeOf(this.matrix);
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

  /** Whether it is asked what adds up to 1. */
  get asks() {
    return (
      this.shows("predict") &&
      this.what === "weight" &&
      !this.classifier &&
      Math.min(this.matrix.rows, this.matrix.columns) > 1
    );
  }

  get revealed() {
    return !this.asks || this.guess !== undefined;
  }

  get names() {
    return new Names(this.maps, this.sequence - 1, this);
  }

  get placeName() {
    return this.text("place", { layer: this.layer, head: this.head });
  }

  get about() {
    const { opened, source } = this;
    if (source === "model") return this.model?.about ?? "";
    if (opened?.model) {
      const { layers, heads, vocabulary, encoder } = opened.model;
      const values = {
        file: opened.name,
        layers,
        heads,
        words: vocabulary.length,
        count: encoder.parameterCount,
      };
      const said = this.text("about opened", values);
      return opened.isHeadsKnown ? said : `${said} ${this.text("about guessed", values)}`;
    }
    const facts = source === TICKETS ? ticketFacts() : {};
    return this.text(`about ${source}`, { seed: this.seed, file: opened?.name, ...facts });
  }

  get scaleWords() {
    const scale = this.scaleOf(this.now);
    const words = scaleInWords(scale, (key) =>
      this.text(key, { most: precise(scale.most), least: precise(valueAt(scale, 0)) }),
    );
    return this.text(this.range === "head" ? "headWords" : "commonWords", { scale: words });
  }

  // --- a trained model -------------------------------------------------------------------------

  /** What takes a text, where the weights come from a model. @returns {Model | Classifier | undefined} */
  get runner() {
    const { source, opened, attn } = this;
    if (source === "model") return this.model;
    if (opened) return opened.model;
    return attn && [TICKETS, "untrained", "causal"].includes(source)
      ? presetOf(attn, source, this.seed).model
      : undefined;
  }

  /** The runner, where it is a trained model. */
  get classifier() {
    const { runner } = this;
    return runner instanceof Classifier ? runner : undefined;
  }

  /** What the trained model made of the text. */
  get answered() {
    return this.classifier && /** @type {Answer | undefined} */ (this.result);
  }

  /** Heads that are off and that the model has, from 0. @param {Model | Classifier} model */
  off(model) {
    if (!(model instanceof Classifier)) return [];
    return this.without
      .filter(([layer, head]) => layer <= model.layers && head <= model.heads)
      .map(([layer, head]) => /** @type {[number, number]} */ ([layer - 1, head - 1]));
  }

  /** What the classes are called together, and which heads are off. */
  get classesCaption() {
    const classes = this.text(this.source === TICKETS ? "classes" : "classesOf");
    const off = this.off(/** @type {Classifier} */ (this.classifier));
    if (off.length === 0) return classes;
    const heads = off.map(([layer, head]) =>
      this.text("place", { layer: layer + 1, head: head + 1 }),
    );
    return this.text("classesWithout", { classes, heads: heads.join("; ") });
  }

  /** What becomes of the text without each head; undefined for models that take too long for that. */
  get ablation() {
    const { classifier, answered } = this;
    if (!classifier?.isOpen || !answered) return undefined;
    const text = this.phraseOf(classifier);
    return this.remember("ablation", [classifier, text], () =>
      ablationOf(classifier.effects(text), answered.whole),
    );
  }

  /** The largest differences from float64: of every head, or of the one that is shown.
   * @returns {{ data: Float32Array, shape: number[], most: number } | undefined} */
  get checked() {
    const { classifier, answered, layer, head } = this;
    if (!classifier || !answered) return undefined;
    const { layers, heads, isOpen } = classifier;
    return this.remember("checked", [answered, isOpen || layer, isOpen || head], () => {
      const places = isOpen
        ? Array.from({ length: layers * heads }, (_, at) => [Math.floor(at / heads), at % heads])
        : [[layer - 1, head - 1]];
      const data = Float32Array.from(places, ([row, column]) =>
        classifier.difference(answered, row, column),
      );
      return { data, shape: isOpen ? [layers, heads] : [1, 1], most: Math.max(...data) };
    });
  }

  /** The model's panel: what it says, and the switches of its heads. */
  modelPanel() {
    const { classifier, answered, text } = this;
    if (!classifier || !answered) return nothing;
    const { layers, heads, classes, examples } = classifier;
    const label = examples.find((example) => example.text === this.phraseOf(classifier))?.label;
    const isAblated = this.off(classifier).length > 0;
    const all = Array.from({ length: layers }, (_, at) => at + 1);
    return html`<div class="model">
      ${
        this.shows("classes")
          ? classTable({
              classes,
              probabilities: answered.probabilities,
              whole: isAblated ? answered.whole : undefined,
              caption: this.classesCaption,
              text,
            })
          : nothing
      }
      ${
        this.shows("classes") && label !== undefined
          ? html`<p class="about">${text("rightTeam", { name: classes[label] })}</p>`
          : nothing
      }
      ${
        this.shows("switches")
          ? headSwitches({
              layers: layers <= FEW_LAYERS ? all : [this.layer],
              heads,
              without: this.without,
              onChange: (without) => this.set({ without }),
              text,
            })
          : nothing
      }
    </div>`;
  }

  /** Where the text of a trained model is picked and typed. */
  ticketField() {
    const { classifier, text } = this;
    if (!classifier) return nothing;
    const read = classifier.encode(this.phraseOf(classifier));
    const notes = [];
    if (read.unknown.length > 0) {
      const key = classifier.unknown === undefined ? "leftOut" : "unknownWords";
      notes.push(text(key, { words: read.unknown.join(", ") }));
    }
    if (read.left > 0) {
      notes.push(text("tooLong", { most: classifier.sizes.maxLen, left: read.left }));
    }
    return ticketField({
      value: this.phraseOf(classifier),
      examples: classifier.examples.map((example) => ({
        text: example.text,
        label: example.label === undefined ? undefined : classifier.classes[example.label],
      })),
      isQuick: classifier.isQuick,
      onChange: (typed, isPicked) => {
        if (isPicked) this.guess = undefined;
        const phrase = typed === classifier.text ? undefined : typed;
        this.set({ phrase, row: undefined, zoom: undefined });
      },
      notes,
      hasMenu: this.shows("ticket"),
      hasField: this.shows("phrase"),
      text,
    });
  }

  /** The question what a head's largest weight says about the choice. */
  ablationQuestion() {
    const { ablation, classifier, text } = this;
    if (!ablation || !classifier) return nothing;
    const isExample = this.phraseOf(classifier) === classifier.text;
    return ablationQuestion({
      ablation,
      classes: classifier.classes,
      guess: this.shows("predict") ? this.guess : "",
      onGuess: (guess) => {
        this.guess = guess;
      },
      onSwitch: ({ layer, head }) =>
        this.set({ without: [[layer + 1, head + 1]], layer: layer + 1, head: head + 1 }),
      onExample:
        ablation.brightest === ablation.strongest && !isExample && this.source === TICKETS
          ? () => this.set({ phrase: undefined, row: undefined, zoom: undefined, without: [] })
          : undefined,
      text,
      rich: (key, values) => this.rich(key, values),
    });
  }

  /** Scripts besides the explorers' that this state needs on a page. */
  scripts() {
    return this.source === TICKETS ? [TICKET_SCRIPT] : [];
  }

  /** The preset stands in the address and in the code to embed even where nobody chose it: another page
   * may have another.
   * @override */
  stateAttributes() {
    const attributes = super.stateAttributes();
    return this.source === TICKETS && this.preset === undefined
      ? new Map([["preset", TICKETS], ...attributes])
      : attributes;
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

  /** @param {string} message */
  onDone = (message) => {
    this.notice = message;
  };

  picture() {
    const { text } = this;
    const probe = html`<span
      class="probe"
      aria-hidden="true"
      @transitionend=${this.onTheme}
    ></span>`;
    const wrong = this.wrong ? html`<p class="wrong" role="alert">${this.wrong}</p>` : nothing;
    const busy = this.opening
      ? text("reading", { file: this.opening })
      : this.isRunning
        ? text("running")
        : "";
    const about = this.shows("about") && !this.isMissing ? this.about : nothing;
    const state = html`<p class="about" role="status">${busy || about}</p>`;
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    const missing = this.isMissing ? missingModel({ root, onDone: this.onDone, text }) : nothing;
    const stage = { stage: true, dropping: this.dropping };
    if (!this.maps) {
      return html`${probe}${state}${this.ticketField()}${wrong}
        <div class=${classMap(stage)} data-drop=${text("drop")}>${missing}</div>`;
    }
    const [layers, , heads] = this.maps.shape;
    const hasMany = layers * heads > 1 && this.shows("heads");
    const hasPairs = this.shows("pairs") && this.matrix.rows * this.matrix.columns > PAIRS;
    return html`${probe}${state}${this.ticketField()}${wrong}
      <div class=${classMap({ ...stage, beside: hasMany && heads <= 6 })} data-drop=${text("drop")}>
        ${hasMany ? this.smallMaps(layers, heads) : nothing} ${this.modelPanel()}
        ${this.shows("map") ? this.largeMap() : nothing} ${hasPairs ? this.pairs() : nothing}
      </div>
      ${this.shows("legend") ? this.legend() : nothing} ${this.asks ? this.question() : nothing}
      ${this.ablationQuestion()}`;
  }

  /** @param {number} layers @param {number} heads */
  smallMaps(layers, heads) {
    const maps = /** @type {Maps} */ (this.maps);
    const { runner } = this;
    const off = runner ? this.off(runner) : [];
    return smallMaps({
      layers,
      heads,
      size: smallSize(maps.shape, this.room),
      layer: this.layer,
      head: this.head,
      isOff: (layer, head) => off.some((at) => at[0] === layer - 1 && at[1] === head - 1),
      mostOf: (layer, head) => precise(this.factsAt(layer - 1, head - 1).most),
      onChoose: (layer, head) => this.set({ layer, head }),
      text: this.text,
    });
  }

  pairs() {
    return pairs({
      title: this.text("pairsTitle", { place: this.placeName }),
      list: this.strongestPairs,
      names: this.names,
      onChoose: ({ i, j }) => {
        this.pointed = { i, j };
        const { zoom, matrix } = this;
        this.set({ row: i + 1, zoom: zoom && view.showing(zoom, matrix, i, j) });
      },
      rich: (key, values) => this.rich(key, values),
    });
  }

  get layout() {
    return layoutOf({
      region: this.region,
      room: this.room,
      hasKeyTokens: Boolean(this.maps?.keyTokens),
      hasReceived: this.shows("received"),
      names: this.names,
    });
  }

  largeMap() {
    const { region, matrix, layout, text } = this;
    const { rows: n, columns: m } = matrix;
    const hasButtons = this.shows("zoom") && (this.zoom || Math.max(n, m) > SMALL);
    return largeMap({
      title: this.placeName,
      label: text("mapLabel", { layer: this.layer, head: this.head, n, m }),
      size: matrix,
      region,
      note: this.zoom ? this.regionNote : "",
      isZoomed: Boolean(this.zoom),
      isPanning: this.panning,
      layout,
      names: this.names,
      pointed: this.pointed,
      outlined: this.outlined,
      hasReceived: this.shows("received"),
      reading: this.reading(),
      buttons: hasButtons
        ? zoomButtons({
            region,
            isZoomed: Boolean(this.zoom),
            onZoom: (factor) => (factor ? this.zoomBy(factor) : this.set({ zoom: undefined })),
            text,
          })
        : nothing,
      on: {
        keydown: this.onMapKey,
        focus: this.onMapFocus,
        pointermove: this.onMove,
        pointerleave: this.onLeave,
        pointerdown: this.onDown,
        click: this.onMapClick,
        wheel: this.onWheel,
      },
      text,
    });
  }

  reading() {
    const { pointed } = this;
    const isTold = pointed && this.shows("received") && this.revealed;
    return cellSentence({
      matrix: this.matrix,
      pointed,
      names: this.names,
      received: isTold ? this.received[pointed.j] : undefined,
      block: this.blockNote(),
      text: this.text,
      rich: (key, values) => this.rich(key, values),
    });
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
    const column = view.bestOf(received);
    const { names } = this;
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
              query: names.named("queryTokens", outlined),
              key: names.named("keyTokens", column),
              row: html`<b>${rounded(view.sumOf(matrix, { row: outlined }))}</b>`,
              column: html`<b>${rounded(view.sumOf(matrix, { column }))}</b>`,
              all: html`<b>${rounded(view.sumOf(matrix, {}))}</b>`,
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
    this.drawIn(this.dark ? "dark" : "light");
  }

  /** @param {"light" | "dark"} theme */
  drawIn(theme) {
    const { matrix, region, layout, received } = this;
    const maps = /** @type {Maps} */ (this.maps);
    /** @param {string} wanted @returns {HTMLCanvasElement[]} */
    const all = (wanted) =>
      [...(this.shadowRoot?.querySelectorAll(wanted) ?? [])].map(
        (canvas) => /** @type {HTMLCanvasElement} */ (canvas),
      );
    const size = /** @type {[number, number]} */ ([layout.width, layout.height]);
    for (const canvas of all("canvas[data-large]"))
      this.canvases.large(canvas, { matrix, region, size, scale: this.scaleOf(this.now), theme });
    for (const canvas of all("canvas[data-received]"))
      this.canvases.received(canvas, { received, region, width: layout.width });
    this.canvases.small(all("canvas[data-small]"), {
      size: smallSize(maps.shape, this.room),
      theme,
      cells: maps.data.length,
      matrixOf: (layer, head) => view.matrixOf(maps, layer, this.sequence - 1, head),
      scaleOf: (layer, head) => this.scaleOf(this.factsAt(layer, head)),
    });
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("beforeprint", this.onPrint);
    window.addEventListener("afterprint", this.onTheme);
    this.watchDensity();
    this.endWaiting = onModel(() => this.requestUpdate());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.endWaiting();
    window.removeEventListener("beforeprint", this.onPrint);
    window.removeEventListener("afterprint", this.onTheme);
    this.density?.removeEventListener("change", this.watchDensity);
    this.sizes?.disconnect();
    this.sizes = undefined;
    this.watched = undefined;
    this.canvases.stop();
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
    if (this.maps && this.room > 0) this.drawIn("light");
  };

  // --- what a learner does ---------------------------------------------------------------------

  /** @param {MouseEvent} event @returns {Cell | undefined} */
  cellAt(event) {
    const canvas = this.shadowRoot?.querySelector("canvas[data-large]");
    return canvas ? cellUnder(event, canvas, this.region) : undefined;
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    if (this.panning || event.pointerType === "touch") return;
    const cell = this.cellAt(event);
    if (cell?.i !== this.pointed?.i || cell?.j !== this.pointed?.j) this.pointed = cell;
  }

  /** @param {PointerEvent} event */
  onLeave(event) {
    const isOnMap = this.shadowRoot?.activeElement?.classList.contains("map");
    if (event.pointerType === "mouse" && !isOnMap) this.pointed = undefined;
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    const from = this.zoom;
    if (!from || event.button !== 0) return;
    dragMap(event, {
      from,
      size: this.matrix,
      layout: this.layout,
      onStart: () => {
        this.panning = true;
      },
      onMove: (region) => {
        this.zoom = region;
      },
      onEnd: (region) => {
        if (region) this.set({ zoom: region });
        // The click that follows a drag chooses nothing.
        setTimeout(() => {
          this.panning = false;
        });
      },
    });
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

  /** @param {number} factor @param {Cell} [around] */
  zoomBy(factor, around) {
    const { region, matrix } = this;
    const middle = {
      i: region.top + Math.floor(region.rows / 2),
      j: region.left + Math.floor(region.columns / 2),
    };
    this.set({ zoom: view.zoomed(region, matrix, factor, around ?? this.pointed ?? middle) });
  }

  /** @param {KeyboardEvent} event */
  onMapKey(event) {
    if (event.altKey || event.metaKey) return;
    const { matrix, region } = this;
    const from = this.pointed ?? { i: this.outlined, j: region.left };
    const cell = cellByKey(event, from, matrix, region.rows);
    const factor = zoomByKey(event.key);
    if (cell) {
      this.pointed = cell;
      if (this.zoom) {
        const zoom = view.showing(this.zoom, matrix, cell.i, cell.j);
        const { toAttribute } = view.regionConverter;
        if (toAttribute(zoom) !== toAttribute(this.zoom)) this.set({ zoom });
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.set({ row: from.i + 1 });
    } else if (factor !== undefined) {
      if (factor) this.zoomBy(factor);
      else this.set({ zoom: undefined });
    } else if (event.key === "Escape") {
      this.pointed = undefined;
    } else {
      return;
    }
    event.preventDefault();
  }

  /** What goes when other weights come. */
  get startState() {
    return {
      layer: 1,
      head: 1,
      sequence: 1,
      row: undefined,
      zoom: undefined,
      kind: undefined,
      without: [],
      phrase: undefined,
    };
  }

  /** Shows a file, or no file any more. @param {Shown | undefined} opened */
  show(opened) {
    if (this.opened?.model !== opened?.model) this.opened?.model?.release();
    this.opened = opened;
    this.wrong = "";
    this.guess = undefined;
  }

  /** @param {string} preset */
  choosePreset(preset) {
    if (!PRESETS.includes(preset)) return;
    this.show(undefined);
    this.set({
      ...this.startState,
      preset,
      weights: undefined,
      tokens: undefined,
      queryTokens: undefined,
      keyTokens: undefined,
    });
  }

  /** @param {File | File[] | undefined} given one, or several that belong together */
  async open(given) {
    const files = given instanceof File ? [given] : [...(given ?? [])];
    if (files.length === 0) return;
    const names = files.map(({ name }) => name).join(", ");
    this.opening = names;
    this.wrong = "";
    this.asked += 1;
    const { asked } = this;
    try {
      const { shown, ask } = await this.incoming.read(await sharedModule(), files);
      if (asked !== this.asked) {
        shown?.model?.release();
        return;
      }
      if (shown) {
        this.show(shown);
        await this.set({ ...this.startState, weights: undefined });
      } else if (ask) {
        this.wrong = this.text(ask.key, ask.values);
      }
    } catch (error) {
      if (asked !== this.asked) return;
      // What is on screen stays: only the file is wrong.
      this.wrong =
        error instanceof ReadError
          ? this.reasonOf(error)
          : this.text("readFailed", { reason: this.reasonOf(error) });
    } finally {
      if (this.opening === names) this.opening = "";
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
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!this.shows("file") || files.length === 0) return;
    event.preventDefault();
    this.open(files);
  }

  reset() {
    super.reset();
    this.show(undefined);
    this.refused = undefined;
  }

  // --- readouts and controls -------------------------------------------------------------------

  readoutItems() {
    if (!this.maps) return [];
    const { matrix, outlined, received, what, names, answered, classifier, checked } = this;
    const [best] = view.strongestOf(matrix, outlined, 1);
    const key = view.bestOf(received);
    const isWeight = what === "weight";
    const chosen = answered ? view.bestOf(answered.probabilities) : 0;
    /** @param {boolean} isShown @param {string} name @param {string} label @param {() => unknown} value */
    const item = (isShown, name, label, value) =>
      isShown ? [{ name, label: this.text(label), value: value() }] : [];
    return [
      ...item(answered !== undefined && this.shows("classes"), "choice", "readChoice", () => [
        html`<bdi>${classifier?.classes[chosen]}</bdi> `,
        format(answered?.probabilities[chosen] ?? NaN),
      ]),
      ...item(true, "map", "readMap", () => this.placeName),
      ...item(true, "row", "readRow", () => names.named("queryTokens", outlined)),
      ...item(true, "best", "readBest", () =>
        best === undefined
          ? "—"
          : html`${names.named("keyTokens", best)} ${precise(view.cellOf(matrix, outlined, best))}`,
      ),
      ...item(isWeight, "sum", "readSum", () =>
        this.revealed ? rounded(view.sumOf(matrix, { row: outlined })) : this.text("notYet"),
      ),
      ...item(
        this.shows("received"),
        "received",
        "readReceived",
        () => html`${names.named("keyTokens", key)} ${precise(received[key])}`,
      ),
      ...item(checked !== undefined && this.shows("check"), "check", "readCheck", () =>
        this.text("checkAtMost", { difference: tiny(checked?.most ?? NaN) }),
      ),
      ...((this.result && "readouts" in this.result && this.result.readouts) || []),
    ];
  }

  controls() {
    const { text, source, opened, runner } = this;
    const model = opened?.model;
    /** @type {[string, () => unknown][]} */
    const all = [
      [
        "preset",
        () =>
          fields.presetField({
            value: source,
            values: [...(PRESETS.includes(source) ? [] : [source]), ...PRESETS],
            file: opened?.name,
            onChange: (value) => this.choosePreset(value),
            text,
          }),
      ],
      [
        "phrase",
        () =>
          runner && !(runner instanceof Classifier)
            ? lineField({
                value: this.phraseOf(runner),
                onChange: (phrase) => this.set({ phrase, row: undefined, zoom: undefined }),
                text,
              })
            : nothing,
      ],
      [
        "seed",
        () =>
          SEEDED.includes(source)
            ? fields.seedField({
                value: this.seed,
                onChange: (value) => {
                  this.refused = undefined;
                  this.set({ seed: value });
                },
                onRefuse: (typed) => {
                  this.refused = typed;
                },
                text,
              })
            : nothing,
      ],
      [
        "scale",
        () =>
          this.what === "weight"
            ? fields.scaleField({
                value: this.scale,
                onChange: (value) => this.set({ scale: value }),
                text,
              })
            : nothing,
      ],
      [
        "range",
        () =>
          fields.rangeField({
            value: this.range,
            onChange: (value) => this.set({ range: value }),
            text,
          }),
      ],
      [
        "kind",
        () =>
          fields.kindField({
            value: this.maps?.kind ?? "",
            kinds: opened?.all?.map(({ kind }) => kind) ?? [],
            onChange: (value) => this.set({ ...this.startState, kind: value }),
            text,
          }),
      ],
      [
        "sequence",
        () =>
          fields.sequenceField({
            value: this.sequence,
            sequences: this.maps?.shape[1] ?? 1,
            onChange: (value) => this.set({ sequence: value, row: undefined, zoom: undefined }),
            text,
          }),
      ],
      [
        "file",
        () =>
          model && !opened.isHeadsKnown
            ? fields.headsField({
                value: model.heads,
                d: model.sizes.d,
                onChange: (heads) => this.changeHeads(heads),
                text,
              })
            : nothing,
      ],
      ["file", () => fields.fileField({ onOpen: (files) => this.open(files), text })],
    ];
    return all.map(([name, draw]) => (this.shows(name) ? draw() : nothing));
  }

  /** The opened model, cut into another number of heads. @param {number} heads */
  changeHeads(heads) {
    this.show(this.incoming.withHeads(/** @type {Attention} */ (this.attn), heads));
    this.set({ layer: 1, head: 1, without: [] });
  }

  // --- what lies behind ------------------------------------------------------------------------

  sentence() {
    if (this.refused !== undefined) return this.text("seedRefused", { text: this.refused });
    if (!this.maps) return "";
    return rowSentence({
      matrix: this.matrix,
      outlined: this.outlined,
      names: this.names,
      what: this.what,
      isRevealed: this.revealed,
      text: this.text,
      rich: (key, values) => this.rich(key, values),
    });
  }

  /** @param {Region} region @returns {import("../parts/tables.js").NumberTable} */
  tableOf(region) {
    const { top, left, rows, columns } = region;
    const isCut = rows < this.matrix.rows || columns < this.matrix.columns;
    const { names } = this;
    return {
      name: "A",
      title: this.text(isCut ? "tablesCut" : "tablesPart", {
        place: this.placeName,
        top: top + 1,
        bottom: top + rows,
        left: left + 1,
        right: left + columns,
      }),
      tensor: tensorOf(this.matrix, region),
      rows: Array.from({ length: rows }, (_, i) => names.label("queryTokens", top + i)),
      columns: Array.from({ length: columns }, (_, j) => names.label("keyTokens", left + j)),
      rowAxis: this.text("queryAxis"),
      columnAxis: this.text("keyAxis"),
    };
  }

  tables() {
    if (!this.maps) return [];
    const { region, text } = this;
    const cut = {
      ...region,
      rows: Math.min(TABLE, region.rows),
      columns: Math.min(TABLE, region.columns),
    };
    const main = this.tableOf(cut);
    const received = {
      name: "r",
      title: text("tableReceived"),
      tensor: {
        data: this.received.slice(cut.left, cut.left + cut.columns),
        shape: [1, cut.columns],
      },
      rows: [text("received")],
      columns: main.columns?.map(visibleToken),
      worded: true,
    };
    return [main, received, ...this.modelTables()];
  }

  /** The trained model's numbers: what it says, and how far its weights are from float64.
   * @returns {import("../parts/tables.js").NumberTable[]} */
  modelTables() {
    const { classifier, answered, checked, text } = this;
    if (!classifier || !answered || !checked) return [];
    const [layers, heads] = checked.shape;
    const one = layers * heads === 1;
    return [
      {
        name: "p",
        title: text("tableClasses"),
        tensor: {
          data: [...answered.probabilities, ...answered.whole],
          shape: [2, classifier.classes.length],
        },
        rows: [text("tableNow"), text("tableWhole")],
        columns: classifier.classes,
        worded: true,
      },
      {
        name: "D",
        title: text(one ? "checkHead" : "checkTitle", { place: this.placeName }),
        tensor: checked,
        rows: Array.from({ length: layers }, (_, at) =>
          text("layer", { layer: one ? this.layer : at + 1 }),
        ),
        columns: Array.from({ length: heads }, (_, at) =>
          text("head", { head: one ? this.head : at + 1 }),
        ),
        worded: true,
      },
    ];
  }

  description() {
    if (!this.maps) return [];
    const { matrix, received, names, text, classifier, answered, checked } = this;
    const [layers, , heads, n, m] = this.maps.shape;
    const key = view.bestOf(received);
    const list = (/** @type {string[]} */ parts) => parts.join(", ");
    return [
      text("describe1", { layers, heads, n, m, place: this.placeName, about: this.about }),
      ...(classifier && answered && checked
        ? [
            text("describeClasses", {
              classes: this.classesCaption,
              list: list(
                classifier.classes.map(
                  (name, at) => `${name} ${format(answered.probabilities[at])}`,
                ),
              ),
            }),
            text("describeCheck", { difference: tiny(checked.most) }),
            text("notExplanations"),
          ]
        : []),
      this.scaleWords,
      text("describePairs", {
        title: text("pairsTitle", { place: this.placeName }),
        list: list(
          this.strongestPairs.map(({ i, j, value }) => {
            const [query, read] = [names.spoken("queryTokens", i), names.spoken("keyTokens", j)];
            return `${text("pair", { query, key: read })} ${precise(value)}`;
          }),
        ),
      }),
      ...describedRows(matrix, names, text),
      text("describeReceived", {
        key: names.spoken("keyTokens", key),
        value: precise(received[key]),
      }),
      text("describeSigns", this.now),
    ];
  }

  panels() {
    if (!this.shows("own-model") || !this.shows("file")) return [];
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    const { text, onDone, classifier: model } = this;
    return [
      {
        name: "own-model",
        title: text("ownModel"),
        draw: () => ownModelPanel({ model, root, onDone, text }),
      },
    ];
  }

  exports() {
    const { maps, runner, answered } = this;
    if (!maps) return {};
    const shown = { layer: this.layer - 1, head: this.head - 1, sequence: this.sequence - 1 };
    return {
      name: this.localName,
      svg: () => this.svg(),
      csv: () => toCsv([this.tableOf(view.wholeOf(this.matrix)), ...this.modelTables()], plain),
      json: () => savedJson(maps, { element: this.localName, ...shown }),
      python: () =>
        pythonOf({
          source: this.source,
          phrase: runner ? this.phraseOf(runner) : "",
          seed: this.seed,
          layer: isWrittenWhole(maps) ? shown.layer : 0,
          head: isWrittenWhole(maps) ? shown.head : 0,
          scale: this.scale,
          read: answered && runner && { tokens: answered.tokens, without: this.off(runner) },
        }),
    };
  }

  svg() {
    const { region } = this;
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
      valueAt: (i, j) => view.cellOf(this.matrix, region.top + i, region.left + j),
      scale,
      row: this.outlined - region.top,
      picture: () => {
        const sample = sampleOf(this.matrix, region, light.height, light.width);
        paint(light, sample, scale, "light", { density: 1 });
        return light.toDataURL("image/png");
      },
    });
  }
}

AttentionHeatmap.define();

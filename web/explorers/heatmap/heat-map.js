// What <attention-heatmap> shows, as state and numbers: where its weights come from, which of them are on
// screen, what a trained model makes of the text. How it is drawn is the element's.
import { onModel } from "../../model/model-registry.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { sharedModule } from "../../frame/module.js";
import { scaleInWords, SCALES, valueAt } from "../../parts/matrix/heat-scale.js";
import { wordsConverter } from "../../frame/converters.js";
import { ablationOf } from "./ablation.js";
import { Classifier } from "./classifier.js";
import { HEADS, MOST_SEED, RANGES } from "./fields.js";
import { Incoming } from "./incoming.js";
import { PRESETS, presetOf } from "./models.js";
import { Names } from "./names.js";
import { readMaps } from "../../model/maps.js";
import { clipped, ReadError } from "../../model/read-error.js";
import { asksSums, questionsOf } from "./questions.js";
import { strings } from "./strings.js";
import { hasTickets, TICKET_SCRIPT, ticketFacts, TICKETS } from "./tickets.js";
import * as view from "./view.js";
import {
  headsConverter,
  MOST_PHRASE,
  phraseConverter,
  precise,
  weightsConverter,
} from "./written.js";

/** @typedef {import("./classifier.js").Answer} Answer */
/** @typedef {import("./gestures.js").Cell} Cell */
/** @typedef {import("./incoming.js").Shown} Shown */
/** @typedef {import("./models.js").Model} Model */
/** @typedef {import("./models.js").Result} Result */
/** @typedef {import("../../model/maps.js").Maps} Maps */
/** @typedef {import("./view.js").Facts} Facts */
/** @typedef {import("../../frame/attention-element.js").Attention} Attention */
/** @typedef {import("../../parts/matrix/heat-canvas.js").Matrix} Matrix */
/** @typedef {import("../../parts/matrix/heat-canvas.js").Region} Region */
/** @typedef {import("../../parts/matrix/heat-scale.js").HeatScale} HeatScale */
/** @typedef {import("../../parts/matrix/heat-scale.js").ScaleName} ScaleName */

// A number above 1 by less than this is a weight with rounding.
const ROUNDING = 1e-3;
// So many of a head's strongest pairs are listed.
export const PAIRS = 5;
// More heads, or larger ones, do not stand side by side.
const MOST_SIDE_BY_SIDE = 12;
const MOST_CELLS = 512 ** 2;

export class HeatMap extends AttentionElement {
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
    "heads",
  ];

  /** @type {import("lit").PropertyDeclarations} */
  static properties = {
    preset: { type: String, reflect: true },
    phrase: { converter: phraseConverter, reflect: true },
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
    heads: { type: String, reflect: true },
    model: { attribute: false },
    opened: { state: true },
    opening: { state: true },
    wrong: { state: true },
    pointed: { state: true },
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
    /** Whether one head is large, or all of its layer. @type {"one" | "all"} */
    this.heads = "one";
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
    /** Ends waiting for the trained model. */
    this.endWaiting = () => {};
  }

  connectedCallback() {
    super.connectedCallback();
    this.endWaiting = onModel(() => this.requestUpdate());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.endWaiting();
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
      throw new Error(
        this.text("noScale", { scale: clipped(String(scale)), known: SCALES.join(", ") }),
      );
    }
    if (!RANGES.includes(range)) {
      throw new Error(
        this.text("noRange", { range: clipped(String(range)), known: RANGES.join(", ") }),
      );
    }
    if (!HEADS.includes(this.heads)) {
      throw new Error(
        this.text("noHeadsShown", { given: clipped(this.heads), known: HEADS.join(", ") }),
      );
    }
    if (!PRESETS.includes(chosen)) {
      throw new Error(
        this.text("noPreset", { preset: clipped(chosen), known: PRESETS.join(", ") }),
      );
    }
    if (!Number.isInteger(seed) || seed < 0 || seed > MOST_SEED) {
      throw new RangeError(this.text("seedRefused", { text: seed }));
    }
    if (this.without.some((place) => !place.every((at) => at >= 1))) {
      throw new Error(this.text("noHeads", { given: clipped(this.getAttribute("without") ?? "") }));
    }
    try {
      this.makeMaps();
    } catch (error) {
      this.madeFrom = [];
      throw error instanceof ReadError ? new Error(this.reasonOf(error)) : error;
    }
    if (this.maps) this.choose(this.maps);
  }

  /** What is wrong, in words. @param {unknown} error @param {string} [file] where it is wrong */
  reasonOf(error, file = "") {
    return error instanceof ReadError
      ? this.text(error.key, { file, ...error.values })
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
      // What the attribute has, where it is wrong.
      if (weights instanceof ReadError)
        throw new Error(this.text("wrongAttribute", { reason: this.reasonOf(weights) }));
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

  // --- what is shown of it ---------------------------------------------------------------------

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

  questions() {
    return questionsOf(this);
  }

  /** Whether it is asked what adds up to 1. */
  get asksSums() {
    const { matrix, outlined } = this;
    return this.remember("asks", [matrix.data, matrix.start, outlined, this.classifier], () =>
      asksSums(this),
    );
  }

  get revealed() {
    return !this.asking.isOpen("sums");
  }

  /** Whether all heads of a layer can stand side by side. */
  get hasLayerView() {
    if (!this.maps) return false;
    const [, , heads, n, m] = this.maps.shape;
    return heads > 1 && heads <= MOST_SIDE_BY_SIDE && n * m <= MOST_CELLS;
  }

  get isLayerShown() {
    return this.heads === "all" && this.hasLayerView;
  }

  /** The heads of the layer that is shown. */
  get layerMatrices() {
    const maps = /** @type {Maps} */ (this.maps);
    return Array.from({ length: maps.shape[2] }, (_, head) =>
      view.matrixOf(maps, this.layer - 1, this.sequence - 1, head),
    );
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

  /** What is said of a text that the page's address has no room for. */
  get longText() {
    return (this.phrase?.length ?? 0) > MOST_PHRASE
      ? this.text("longText", { most: MOST_PHRASE })
      : "";
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

  /** Whether the trained model knows enough of the text for its answer to mean something: two words. A text
   * of which it knows less gets an answer as well, and often a certain one. */
  get isUnderstood() {
    const { classifier } = this;
    return !classifier || classifier.known(this.phraseOf(classifier)) > 1;
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
    if (!classifier?.isOpen || !answered || !this.isUnderstood) return undefined;
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

  // --- other weights ---------------------------------------------------------------------------

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

  /** The opened model, cut into another number of heads. @param {number} heads */
  changeHeads(heads) {
    this.show(this.opened?.withHeads?.(heads));
    this.set({ layer: 1, head: 1, without: [] });
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
        // A model reads the text that stands there, if it knows any of its words.
        const text = this.runner && this.phraseOf(this.runner);
        const isKnown = text && shown.model?.knows(text);
        this.show(shown);
        await this.set({
          ...this.startState,
          phrase: isKnown ? text : undefined,
          weights: undefined,
        });
      } else if (ask) {
        this.wrong = this.text(ask.key, ask.values);
      }
    } catch (error) {
      if (asked !== this.asked) return;
      // What is on screen stays: only the file is wrong.
      this.wrong =
        error instanceof ReadError
          ? this.reasonOf(error, names)
          : this.text("readFailed", { reason: this.reasonOf(error) });
    } finally {
      if (this.opening === names) this.opening = "";
    }
  }

  reset() {
    super.reset();
    this.show(undefined);
    this.refused = undefined;
  }
}

// Where the weights of <attention-heatmap> come from: its state, the presets, models that are asked, lists
// that a page hands over; and how the state keeps within what there is.
import { onModel } from "../../model/model-registry.js";
import { AttentionElement } from "../../frame/attention-element.js";
import { SCALES } from "../../parts/matrix/heat-scale.js";
import { textsConverter, wordsConverter } from "../../frame/converters.js";
import { Classifier } from "./classifier.js";
import { HEADS, MOST_SEED, RANGES } from "./fields.js";
import { Incoming } from "./incoming.js";
import { PRESETS, presetOf } from "./models.js";
import { readMaps } from "../../model/maps.js";
import { clipped, messageOf, ReadError } from "../../model/read-error.js";
import { strings } from "./strings.js";
import { hasTickets, TICKETS } from "./tickets.js";
import * as view from "./view.js";
import { headsConverter, phraseConverter, weightsConverter } from "./written.js";

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
/** @typedef {import("../../parts/matrix/heat-scale.js").ScaleName} ScaleName */

// A number above 1 by less than this is a weight with rounding.
const ROUNDING = 1e-3;

export class WeightsSource extends AttentionElement {
  static strings = strings;
  static state = [
    "preset",
    "phrase",
    "tickets",
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
    tickets: { converter: textsConverter, reflect: true },
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
    /** Texts of the author's to choose from. @type {string[] | undefined} */
    this.tickets = undefined;
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
      ? messageOf(error, this.text, { file })
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
      this.tickets?.[0],
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
    return this.phrase ?? this.tickets?.[0] ?? model.text ?? words ?? "";
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
    if ("probabilities" in found && !found.probabilities.every(Number.isFinite)) {
      this.maps = undefined;
      this.wrong = this.text("modelOverflow");
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

  // --- what takes a text ------------------------------------------------------------------------

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
}

// What <attention-heatmap> shows of its weights, as numbers and names: which head, row and region, what a
// trained model says with and without its heads, and the files that bring other weights. How it is drawn is
// the element's.
import { clauseSign, listSign } from "../../parts/letters/numbers.js";
import { sharedModule } from "../../frame/module.js";
import { scaleInWords, valueAt } from "../../parts/matrix/heat-scale.js";
import { ablationOf } from "./ablation.js";
import { PRESETS } from "./models.js";
import { Names } from "./names.js";
import { ReadError } from "../../model/read-error.js";
import { asksSums, questionsOf } from "./questions.js";
import { TICKET_SCRIPT, ticketFacts, TICKETS } from "./tickets.js";
import * as view from "./view.js";
import { MOST_PHRASE, precise } from "./written.js";

import { WeightsSource } from "./weights-source.js";

/** @typedef {import("./incoming.js").Shown} Shown */
/** @typedef {import("../../model/maps.js").Maps} Maps */
/** @typedef {import("./classifier.js").Classifier} Classifier */
/** @typedef {import("./view.js").Facts} Facts */
/** @typedef {import("../../parts/matrix/heat-canvas.js").Region} Region */
/** @typedef {import("../../parts/matrix/heat-scale.js").HeatScale} HeatScale */

// So many of a head's strongest pairs are listed.
export const PAIRS = 5;
// More heads, or larger ones, do not stand side by side.
const MOST_SIDE_BY_SIDE = 12;
const MOST_CELLS = 512 ** 2;

export class HeatMap extends WeightsSource {
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
    return this.text(`about ${source}`, { seed: `${this.seed}`, file: opened?.name, ...facts });
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

  /** Whether the trained model knows enough of the text for its answer to mean something: two words. A text
   * of which it knows less gets an answer as well, and often a certain one. */
  get isUnderstood() {
    const { classifier } = this;
    return !classifier || classifier.known(this.phraseOf(classifier)) > 1;
  }

  /** What the classes are called: the teams of the trained model, or as their model calls them.
   * @returns {string[]} */
  get classNames() {
    const names = this.classifier?.classes ?? [];
    if (this.source !== TICKETS) return names;
    return names.map((name) => {
      const key = `team ${name}`;
      const said = this.text(key);
      return said === key ? name : said;
    });
  }

  /** What the classes are called together, and which heads are off. */
  get classesCaption() {
    const classes = this.text(this.source === TICKETS ? "classes" : "classesOf");
    const off = this.off(/** @type {Classifier} */ (this.classifier));
    if (off.length === 0) return classes;
    const heads = off.map(([layer, head]) =>
      this.text("place", { layer: layer + 1, head: head + 1 }),
    );
    return this.text("classesWithout", { classes, heads: heads.join(clauseSign()) });
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

  /** The trained model is a script of its own. @override @param {Map<string, string>} attributes */
  static scriptsFor(attributes) {
    const isShown = attributes.get("preset") === TICKETS && !attributes.has("weights");
    return isShown ? [TICKET_SCRIPT] : [];
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
    const names = files.map(({ name }) => name).join(listSign());
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

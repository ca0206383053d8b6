// The learner's files as they come: weights, a model, or a model in two files of which one may come later.
import { Classifier } from "./classifier.js";
import { openFile } from "./open.js";
import { assembled } from "../../model/model-file.js";
import { ReadError } from "../../model/read-error.js";

/** @typedef {import("../../frame/attention-element.js").Attention} Attention */
/** @typedef {import("../../model/maps.js").Maps} Maps */
/** @typedef {import("../../model/description.js").Description} Description */
/** @typedef {import("../../model/model-file.js").ModelFile} ModelFile */

/**
 * What was opened: weights, or a model.
 * @typedef {object} Shown
 * @property {string} name of the file
 * @property {Maps[]} [all]
 * @property {Classifier} [model]
 * @property {boolean} [isHeadsKnown] whether the files say how many heads the model has
 * @property {(heads: number) => Shown} [withHeads] the same model, cut into another number of heads
 */

/** @typedef {{ shown?: Shown, ask?: { key: string, values: Record<string, unknown> } }} Found
 *   ask: what is still missing, as a key of strings.js */

export class Incoming {
  /** The last model: its vocabulary may come after it. @type {{ name: string, dict: ModelFile } | undefined} */
  #model;
  /** A vocabulary: its model may come after it. @type {Description | undefined} */
  #description;

  /**
   * Reads files that came together.
   * @param {Attention} attn @param {File[]} files @returns {Promise<Found>}
   */
  async read(attn, files) {
    /** @type {Shown | undefined} */
    let weights;
    let model;
    let description;
    for (const file of files) {
      const { name } = file;
      const found = await openFile(file);
      if (found.all) weights = { name, all: found.all };
      if (found.model) model = { name, dict: found.model };
      if (found.description) description = found.description;
    }
    if (!model && !description) return { shown: weights };
    if (model) this.#model = model;
    if (description) this.#description = description;
    if (!this.#model) return { ask: { key: "askWeights", values: { file: files[0].name } } };
    const { name, dict } = this.#model;
    if (!this.#description && !dict.description.vocabulary) {
      const { vocab: count } = assembled(dict, {}).sizes;
      return { ask: { key: "askVocabulary", values: { file: name, count } } };
    }
    const more = this.#description ?? {};
    // Whether it fits or not: it belongs to no later model.
    this.#description = undefined;
    return { shown: build(attn, name, dict, more) };
  }
}

/**
 * @param {Attention} attn @param {string} name of the file
 * @param {ModelFile} dict @param {Description} more from another file
 * @returns {Shown}
 */
function build(attn, name, dict, more) {
  const { vocabulary, classes, heads, isHeadsKnown, scale, sizes } = assembled(dict, more);
  if (!vocabulary) throw new ReadError("modelVocabulary");
  try {
    const model = new Classifier(attn, {
      tensors: dict.tensors,
      sizes: { ...sizes, heads },
      scale,
      vocabulary,
      classes: classes ?? Array.from({ length: sizes.classes }, (_, at) => String(at + 1)),
    });
    /** @param {number} chosen @returns {Shown} */
    const withHeads = (chosen) => ({
      ...build(attn, name, dict, { ...more, heads: chosen }),
      isHeadsKnown,
      withHeads,
    });
    return { name, model, isHeadsKnown, withHeads };
  } catch (error) {
    const reason = /** @type {Error} */ (error).message.replace(/^encoder: /, "");
    throw new ReadError("modelRefused", { reason });
  }
}

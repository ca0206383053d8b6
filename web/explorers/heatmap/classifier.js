// A trained classifier as a model of the heat map: a text goes in; what its heads read and which class
// it takes the text for come out, with any heads switched off. Everything is computed by attn.encoder.
import { headEffects } from "../../model/heads.js";
import { writeModelFile } from "../../model/model-file.js";
import { tokensFor } from "../../model/tokenizer.js";
import { headInFloat64, largestDifference } from "./float64.js";

/** @typedef {import("../../frame/attention-element.js").Attention} Attention */
/** @typedef {import("../../../js/tensor.js").Tensor} Tensor */
/** @typedef {import("../../../js/encoder.js").EncoderSizes} EncoderSizes */

/** @typedef {[layer: number, head: number]} Place from 0 */

/**
 * @typedef {object} Answer
 * @property {string[]} tokens as they stand in the text
 * @property {Tensor[]} attentions for each layer (1, h, n, n)
 * @property {Tensor[]} inputs for each layer (1, n, d): what its attention reads
 * @property {Float32Array} probabilities of the classes
 * @property {Float32Array} whole the same with every head on
 * @property {string[]} unknown tokens that the vocabulary does not have
 * @property {number} left tokens at the end that there are no positions for
 * @property {number | undefined} row the query to outline first, from 0
 */

/** @typedef {import("../../model/heads.js").HeadEffect} Effect of switching one head off */

/** Multiplications that a page may do while a key is pressed. */
const WHILE_TYPING = 2e8;
/** And that it may do on its own account, for a look at every head. */
const AT_MOST = 2e9;

// A place where a ticket turns: which words it takes back is worth a look.
const TURN = /^(not|no|never|without|cannot|.*n't)$/;

/** The names under which vocabularies have the token for what they do not know. */
const UNKNOWN = ["<unk>", "[UNK]", "<UNK>", "unk", "UNK"];

export class Classifier {
  /**
   * @param {Attention} attn
   * @param {object} given
   * @param {Record<string, Tensor>} given.tensors a state dict, as attn.encoder takes it
   * @param {EncoderSizes} given.sizes @param {string[]} given.vocabulary @param {string[]} given.classes
   * @param {number} [given.scale] of the scores, where it is not 1/√d_k
   * @param {{ text: string, label?: number }[]} [given.examples] the first is the text to begin with
   */
  constructor(attn, { tensors, sizes, vocabulary, classes, scale, examples = [] }) {
    this.attn = attn;
    this.scale = scale ?? 1 / Math.sqrt(sizes.d / sizes.heads);
    this.encoder = attn.encoder({ ...sizes, parameters: tensors, scale });
    this.tensors = tensors;
    this.sizes = sizes;
    this.vocabulary = vocabulary;
    this.classes = classes;
    this.examples = examples;
    this.layers = sizes.layers;
    this.heads = sizes.heads;
    this.ids = new Map(vocabulary.map((word, id) => [word, id]));
    this.unknown = UNKNOWN.map((word) => this.ids.get(word)).find((id) => id !== undefined);
    this.text = examples[0]?.text ?? vocabulary.slice(2, 10).join(" ");
    /** What one reading of a text of usual length takes. */
    const work = this.encoder.parameterCount * Math.min(64, sizes.maxLen);
    this.isQuick = work < WHILE_TYPING;
    this.isOpen = work * sizes.layers * sizes.heads < AT_MOST;
  }

  /** @param {string} text */
  encode(text) {
    const all = tokensFor(text, this.ids);
    const tokens = all.slice(0, this.sizes.maxLen);
    const unknown = [...new Set(tokens.filter((token) => !this.ids.has(token)))];
    // Without a token for what is not known, such words are left out.
    const kept =
      this.unknown === undefined ? tokens.filter((token) => this.ids.has(token)) : tokens;
    return {
      tokens: kept,
      ids: kept.map((token) => /** @type {number} */ (this.ids.get(token) ?? this.unknown)),
      unknown,
      left: all.length - tokens.length,
    };
  }

  /** How many different words of a text are in the vocabulary; punctuation is none. @param {string} text */
  known(text) {
    const { tokens } = this.encode(text);
    return new Set(tokens.filter((token) => this.ids.has(token) && /[\p{L}\p{N}]/u.test(token)))
      .size;
  }

  /** Whether any word of a text is in the vocabulary. @param {string} text */
  knows(text) {
    return this.known(text) > 0;
  }

  /** @param {Tensor} logits (1, classes) */
  probabilities(logits) {
    return this.attn.softmax(logits).data;
  }

  /** @param {string} text @param {{ without?: Place[] }} [options] heads that are switched off
   * @returns {Answer | undefined} undefined: the text has no token */
  run(text, { without = [] } = {}) {
    const { tokens, ids, unknown, left } = this.encode(text);
    if (ids.length === 0) return undefined;
    const { logits, weights, inputs } = this.encoder.forward([ids], null, {
      without,
      inputs: true,
    });
    const probabilities = this.probabilities(logits);
    const whole =
      without.length === 0
        ? probabilities
        : this.probabilities(this.encoder.forward([ids], null, { weights: false }).logits);
    const turn = tokens.findIndex((token) => TURN.test(token));
    return {
      tokens,
      attentions: weights ?? [],
      inputs: inputs ?? [],
      probabilities,
      whole,
      unknown,
      left,
      row: turn < 0 ? undefined : turn,
    };
  }

  /** What each head does on its own: the same text with one of them switched off, each in turn.
   * @param {string} text @returns {Effect[]} */
  effects(text) {
    const { ids } = this.encode(text);
    if (ids.length === 0) return [];
    return headEffects(this.attn, this.encoder, ids);
  }

  /** The largest difference between the weights of a head and the formula in float64.
   * @param {Answer} answer @param {number} layer @param {number} head from 0 */
  difference({ attentions, inputs }, layer, head) {
    const { data, shape } = attentions[layer];
    const size = shape[2] * shape[3];
    const name = `blocks.layers.${layer}.self_attn.in_proj_`;
    const { [`${name}weight`]: weight, [`${name}bias`]: bias } = this.tensors;
    return largestDifference(
      data.subarray(head * size, (head + 1) * size),
      headInFloat64(inputs[layer], weight, bias, this.heads, head, this.scale),
    );
  }

  /** The model as one file, which this page opens again. */
  file() {
    const { heads, classes, vocabulary } = this;
    const scale = this.scale === 1 ? "one" : "root";
    return writeModelFile(this.tensors, { heads, classes, vocabulary, scale });
  }

  release() {
    this.encoder.release();
  }
}

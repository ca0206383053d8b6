// One training from its first step to its last: a model, its tickets, its settings. The same plan gives
// the same numbers however fast, and with whatever pauses, it is run.
import { tokenizer as tokenizerOf } from "../../model/tokenizer.js";
import {
  accuracyOf,
  batches,
  examplesOf,
  inBatches,
  inEpochs,
  shareRight,
  sizesOf,
  startingParameters,
  tokensIn,
} from "../../model/training.js";
import { Helpers, partsOf } from "./shares.js";
import { CHECK, START, START_TICKETS, factorOf, settingsOf } from "./settings.js";

/** @typedef {import("../../../js/encoder.js").Encoder} Encoder */
/** @typedef {import("../../../js/encoder.js").EncoderOptions} EncoderOptions */
/** @typedef {import("./settings.js").Plan} Plan */
/** @typedef {import("./tickets.js").Tickets} Tickets */
/** @typedef {import("./weights-file.js").Model} Model */

/**
 * What one step gave.
 * @typedef {object} Step
 * @property {number} step from 1
 * @property {number} loss of its batch, before the step
 * @property {number} correct of its `size` tickets
 * @property {number} size
 * @property {number} tokens
 * @property {number} lr the learning rate that was set, before warm-up and fading
 */

/** @typedef {{ step: number, of: number, accuracy: number, byKind: Record<string, number>, loss?: number }} Check
 *   loss: of some of the tickets, before the first step alone */

/** @typedef {{ tokens: string[], known: boolean[], logits: Float32Array, weights: Float32Array[], heads: number }} Reading */

export class Run {
  /**
   * @param {(options: EncoderOptions) => Encoder} makeEncoder
   * @param {Tickets} tickets @param {Plan} plan @param {number} lr
   * @param {{ from?: Model, helpers?: Helpers }} [more] from: a model that has learned already
   */
  constructor(makeEncoder, tickets, plan, lr, { from, helpers = new Helpers() } = {}) {
    const heads = from?.sizes.heads ?? plan.heads;
    this.plan = { ...plan, heads };
    this.settings = settingsOf(this.plan, lr);
    const vocabulary = from?.vocabulary ?? tickets.vocabulary;
    const sizes = from?.sizes ?? sizesOf(vocabulary.length, this.settings);
    this.sizes = sizes;
    this.vocabulary = vocabulary;
    this.tokenizer = tokenizerOf(vocabulary, sizes.maxLen);
    let parameters = from?.parameters;
    if (!parameters) {
      parameters = startingParameters(sizes, plan.seed);
      const { data: words } = parameters["embed.weight"];
      const { data: places } = parameters["position.weight"];
      for (let at = 0; at < words.length; at += 1) words[at] *= START.words;
      for (let at = 0; at < places.length; at += 1) places[at] *= START.places;
    }
    const scale = factorOf(plan.scale, sizes.d, heads);
    const options = { ...sizes, parameters, scale };
    this.model = makeEncoder(options);
    this.helpers = helpers;
    helpers.begin(options);
    this.valid = examplesOf(tickets.valid, this.tokenizer);
    this.step = 0;
    this.batches = batches(
      inEpochs(
        tickets.units.map((unit) => examplesOf(unit, this.tokenizer)),
        plan.seed,
      ),
      plan.steps,
      this.tokenizer,
      this.settings,
    );
  }

  get isOver() {
    return this.step >= this.plan.steps;
  }

  /** @param {number} lr from the next step on */
  set lr(lr) {
    this.settings.lr = lr;
  }

  /** @returns {Promise<Step | undefined>} undefined when it is over, or was released meanwhile */
  async next() {
    const { value: batch } = this.batches.next();
    if (!batch) return undefined;
    const { lr: set, weightDecay } = this.settings;
    const parts = await this.helpers.made(this.model, partsOf(batch));
    if (!parts) return undefined;
    const { loss, correct } = this.model.learn(parts, { lr: batch.lr, weightDecay });
    const { step, labels, lengths } = batch;
    this.step = step;
    return { step, loss, correct, size: labels.length, tokens: tokensIn(lengths), lr: set };
  }

  /** How many of the first validation tickets it gets right, or of all.
   * @param {number} [count] @returns {Check} */
  check(count = CHECK.tickets) {
    const some = this.valid.slice(0, count);
    return { step: this.step, of: some.length, ...accuracyOf(this.model, some, this.tokenizer) };
  }

  checkAll() {
    return this.check(this.valid.length);
  }

  /** The same, shared out among those who help.
   * @param {number} [count] @returns {Promise<Check | undefined>} undefined when it was released meanwhile */
  async checkTogether(count = CHECK.tickets) {
    const some = this.valid.slice(0, count);
    const guesses = await this.helpers.made(this.model, inBatches(some, this.tokenizer));
    return guesses && { step: this.step, of: some.length, ...shareRight(some, guesses.flat()) };
  }

  /** All tickets before the first step, and what the guesses about some of them cost. @returns {Check} */
  checkStart() {
    const some = this.valid.slice(0, START_TICKETS);
    const { ids, lengths } = this.tokenizer.batch(some.map((example) => example.ids));
    const labels = some.map(({ team }) => team);
    const { loss } = this.model.gradientPart(ids, lengths, labels);
    return { ...this.checkAll(), loss };
  }

  /** What the model makes of a text. @param {string} text @returns {Reading | undefined} undefined for no token */
  read(text) {
    const { tokens, ids } = this.tokenizer.encode(text);
    if (tokens.length === 0) return undefined;
    const { logits, weights = [] } = this.model.forward([ids]);
    return {
      tokens,
      known: tokens.map((token) => this.vocabulary.includes(token)),
      logits: logits.data,
      weights: weights.map(({ data }) => data),
      heads: this.sizes.heads,
    };
  }

  release() {
    this.helpers.forget();
    this.model.release();
  }
}

// How the model of the tickets is trained, step by step: by train.js, which made the weights that are
// shipped, and by the page that shows it happening.
import { draws } from "../../js/draws.js";
import { initialParameters } from "../../js/encoder-parameters.js";
import { TEAMS } from "./tickets.js";

/** @typedef {import("../../js/encoder.js").Encoder} Encoder */
/** @typedef {import("../../js/encoder.js").EncoderSizes} EncoderSizes */
/** @typedef {import("../../js/tensor.js").Tensor} Tensor */
/** @typedef {import("./tickets.js").Unit} Unit */
/** @typedef {ReturnType<typeof import("./tokenizer.js").tokenizer>} Tokenizer */
/** @typedef {{ ids: number[], team: number, kind: string }} Example */

/** The model and how it is trained. A page may change any of it. */
export const SETTINGS = {
  seed: 1,
  d: 64,
  heads: 4,
  ff: 128,
  layers: 2,
  maxLen: 64,
  /** Tickets a step. */ batch: 32,
  /** Step size after the warm-up. */ lr: 3e-3,
  /** Steps in which the step size grows from 0. */ warmUp: 100,
  weightDecay: 0.05,
  /** So many of the tokens are hidden from the model while it learns, so that it copes with words it
   * does not know. */ unknown: 0.05,
};
/** @typedef {typeof SETTINGS} Settings */

const UNKNOWN_ID = 1;

/** The sizes of the model, as attn.encoder() takes them.
 * @param {number} vocab @param {Pick<Settings, "d" | "heads" | "ff" | "layers" | "maxLen">} settings
 * @returns {EncoderSizes} */
export function sizesOf(vocab, { d, heads, ff, layers, maxLen }) {
  return { vocab, d, heads, ff, layers, classes: TEAMS.length, maxLen };
}

/** Parameters to start from: PyTorch's, but for the embeddings. Their N(0, 1) for words and places alike
 * leaves no trace of which places are near each other, and after 60,000 tickets the model still knew no
 * more than a bag of words. So places start as the sines and cosines of Vaswani et al. 2017 (section
 * 3.5, with 1000 in place of 10000: there are 64 places), learned from there on, and words smaller.
 * @param {EncoderSizes} sizes @param {number} seed @returns {Record<string, Tensor>} */
export function startingParameters(sizes, seed) {
  const parameters = initialParameters(sizes, seed),
    { d, maxLen } = sizes;
  const words = parameters["embed.weight"].data,
    places = parameters["position.weight"].data;
  for (let t = 0; t < words.length; t++) words[t] *= 0.3;
  for (let i = 0; i < maxLen; i++)
    for (let c = 0; c < d; c++) {
      const angle = i / 1000 ** ((2 * Math.floor(c / 2)) / d);
      places[i * d + c] = c % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }
  return parameters;
}

/** @param {Unit} unit @param {Tokenizer} tokenizer @returns {Example[]} */
export function examplesOf(unit, tokenizer) {
  return unit.map(({ text, team, kind }) => ({ ids: tokenizer.encode(text).ids, team, kind }));
}

/** Units in one random order after another, without end.
 * @template T @param {readonly T[]} units @param {number} seed @returns {Generator<T, never>} */
export function* inEpochs(units, seed) {
  const draw = draws(seed);
  for (;;) yield* draw.shuffled(units);
}

/** The step size at a share `done` of the training: from full to 0, slowly at first and at the end.
 * @param {number} done */
const fading = (done) => 1 - done * done * (3 - 2 * done);

/**
 * What one step learns from.
 * @typedef {object} Batch
 * @property {number} step from 1
 * @property {number[][]} ids padded to one length @property {number[]} lengths @property {number[]} labels
 * @property {number} lr its step size
 */

/** The batches of a training, one after the other. Settings are read anew for every batch, so that a page
 * may change them in between.
 * @param {Iterator<Example[]>} units pairs stay in one batch
 * @param {number} steps @param {Tokenizer} tokenizer @param {Settings} settings
 * @returns {Generator<Batch, void>} */
export function* batches(units, steps, tokenizer, settings) {
  const draw = draws(settings.seed + 1);
  for (let step = 1; step <= steps; step++) {
    /** @type {Example[]} */
    const examples = [];
    while (examples.length < settings.batch) examples.push(...units.next().value);
    const { ids, lengths } = tokenizer.batch(
      examples.map((example) =>
        example.ids.map((id) => (draw.chance(settings.unknown) ? UNKNOWN_ID : id)),
      ),
    );
    const lr = settings.lr * Math.min(1, step / settings.warmUp) * fading((step - 1) / steps);
    yield { step, ids, lengths, labels: examples.map(({ team }) => team), lr };
  }
}

/** How many tokens a batch has. @param {readonly number[]} lengths */
export const tokensIn = (lengths) => lengths.reduce((sum, length) => sum + length, 0);

/** Trains a model, one step each time that the next value is asked for.
 * @param {Encoder} model @param {Iterator<Example[]>} units pairs stay in one batch
 * @param {number} steps @param {Tokenizer} tokenizer @param {Settings} settings
 * @returns {Generator<{ step: number, loss: number, correct: number, size: number, tokens: number }, void>} */
export function* training(model, units, steps, tokenizer, settings) {
  for (const { step, ids, lengths, labels, lr } of batches(units, steps, tokenizer, settings)) {
    const { loss, correct } = model.trainStep(ids, lengths, labels, {
      lr,
      weightDecay: settings.weightDecay,
    });
    yield { step, loss, correct, size: labels.length, tokens: tokensIn(lengths) };
  }
}

/** Row `item` of a tensor (b, columns), as a view.
 * @param {Tensor} t @param {number} item */
const tensorRow = ({ data, shape: [, columns] }, item) =>
  data.subarray(item * columns, (item + 1) * columns);

/** The class with the largest logit of each item.
 * @param {Tensor} logits (b, classes) @returns {number[]} */
export function bestOf(logits) {
  return Array.from({ length: logits.shape[0] }, (_, item) => {
    const row = tensorRow(logits, item);
    return row.indexOf(Math.max(...row));
  });
}

/** Examples as the model reads them, so many at a time.
 * @param {readonly Example[]} examples @param {Tokenizer} tokenizer @param {number} [most] */
export const inBatches = (examples, tokenizer, most = 100) =>
  Array.from({ length: Math.ceil(examples.length / most) }, (_, index) =>
    tokenizer.batch(examples.slice(index * most, (index + 1) * most).map(({ ids }) => ids)),
  );

/** The class that the model would choose for each item.
 * @param {Encoder} model @param {{ ids: number[][], lengths: number[] }} batch */
export const guessesOf = (model, { ids, lengths }) =>
  bestOf(model.forward(ids, lengths, { weights: false }).logits);

/** What share of the guesses are right, in all and by kind.
 * @param {readonly Example[]} examples @param {readonly number[]} guesses one for each
 * @returns {{ accuracy: number, byKind: Record<string, number> }} */
export function shareRight(examples, guesses) {
  /** @type {Record<string, { right: number, all: number }>} */
  const kinds = {};
  examples.forEach(({ team, kind }, item) => {
    const count = (kinds[kind] ??= { right: 0, all: 0 });
    count.right += Number(guesses[item] === team);
    count.all++;
  });
  const right = Object.values(kinds).reduce((sum, kind) => sum + kind.right, 0);
  return {
    accuracy: right / examples.length,
    byKind: Object.fromEntries(
      Object.entries(kinds).map(([kind, count]) => [kind, count.right / count.all]),
    ),
  };
}

/** What share of the examples the model gets right, in all and by kind.
 * @param {Encoder} model @param {readonly Example[]} examples @param {Tokenizer} tokenizer */
export const accuracyOf = (model, examples, tokenizer) =>
  shareRight(
    examples,
    inBatches(examples, tokenizer).flatMap((batch) => guessesOf(model, batch)),
  );

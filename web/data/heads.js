// What single heads do to a prediction: each is switched off in turn. A head with large weights need
// not matter, and one that matters need not have large weights.
import { tensorRow } from "./training.js";

/** @typedef {import("../../js/encoder.js").Encoder} Encoder */

/** exp(z − max) / Σ of a few logits.
 * @param {ArrayLike<number>} logits @returns {number[]} */
export function probabilitiesOf(logits) {
  const all = Array.from(logits),
    top = Math.max(...all),
    e = all.map((z) => Math.exp(z - top));
  const sum = e.reduce((a, b) => a + b);
  return e.map((x) => x / sum);
}

/**
 * @typedef {object} HeadEffect
 * @property {number} layer @property {number} head
 * @property {number} largest the largest weight of the head
 * @property {number[]} probabilities of the classes when the head is left out
 * @property {number} change of the predicted class's probability
 */

/** Reads one ticket with all heads and with each of them left out.
 * @param {Encoder} model @param {number[]} ids
 * @returns {{ probabilities: number[], best: number, heads: HeadEffect[] }} */
export function headEffects(model, ids) {
  const { logits, weights } = model.forward([ids]);
  const probabilities = probabilitiesOf(tensorRow(logits, 0)),
    best = probabilities.indexOf(Math.max(...probabilities));
  const heads = (weights ?? []).flatMap(({ data, shape: [, h, n, m] }, layer) =>
    Array.from({ length: h }, (_, head) => {
      const changed = model.forward([ids], null, {
        weights: false,
        without: [[layer, head]],
      }).logits;
      const without = probabilitiesOf(tensorRow(changed, 0));
      const largest = data
        .subarray(head * n * m, (head + 1) * n * m)
        .reduce((most, weight) => Math.max(most, weight), 0);
      return {
        layer,
        head,
        largest,
        probabilities: without,
        change: without[best] - probabilities[best],
      };
    }),
  );
  return { probabilities, best, heads };
}

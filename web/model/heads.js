// What single heads do to a prediction: each is switched off in turn. A head with large weights need
// not matter, and one that matters need not have large weights.

/** @typedef {import("../../js/encoder.js").Encoder} Encoder */

/**
 * @typedef {object} HeadEffect
 * @property {number} layer @property {number} head from 0
 * @property {number} largest the largest weight of the head
 * @property {Float32Array} probabilities of the classes when the head is left out
 */

/** Reads one text with each head left out.
 * @param {Pick<import("../../js/load.js").Attention, "softmax">} attn
 * @param {Encoder} model @param {number[]} ids @returns {HeadEffect[]} */
export function headEffects(attn, model, ids) {
  const { weights } = model.forward([ids]);
  return (weights ?? []).flatMap(({ data, shape: [, heads, n, m] }, layer) =>
    Array.from({ length: heads }, (_, head) => {
      /** @type {[layer: number, head: number][]} */
      const without = [[layer, head]];
      const { logits } = model.forward([ids], null, { weights: false, without });
      const own = data.subarray(head * n * m, (head + 1) * n * m);
      return {
        layer,
        head,
        largest: own.reduce((most, weight) => Math.max(most, weight), 0),
        probabilities: attn.softmax(logits).data,
      };
    }),
  );
}

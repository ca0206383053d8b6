// What is measured of many random queries, as steps of a few milliseconds: both experiments of a d_k,
// then both of the next, so that the numbers of a d_k appear together.

/** @typedef {import("../../../js/experiments.js").ScalingRow} ScalingRow */
/** @typedef {import("../../../js/experiments.js").GradientRow} GradientRow */
/** @typedef {import("../../../js/experiments.js").ByKeySize} ByKeySize */

/**
 * @typedef {object} Plan
 * @property {number[]} dK in the order in which they are drawn
 * @property {number} scalingSeed
 * @property {number} gradientSeed
 */

/**
 * What is known of one d_k: each number undivided, divided by √d_k, and divided by d_k.
 * @typedef {object} Averages
 * @property {number} dK
 * @property {[number, number, number]} variance of the scores
 * @property {[number, number, number]} largest mean of the largest weight
 * @property {[number, number, number]} saturated share of the rows with a weight above 0.99
 * @property {[number, number, number]} gradient mean size of softmax's gradient
 */

/** @typedef {{ fraction: number, averages?: Averages }} Progress */

/** The lesson's sizes: pairs for the variance, rows of keys for the weights. */
export const SAMPLE = { pairs: 20000, rows: 2000, keys: 32 };

/**
 * @param {Pick<import("../../../js/load.js").Attention, "scalingSteps" | "gradientSteps">} attn
 * @param {Plan} plan
 * @returns {Generator<Progress, void, unknown>}
 */
export function* measure(attn, { dK, scalingSeed, gradientSeed }) {
  const { pairs, rows, keys } = SAMPLE;
  const scaling = attn.scalingSteps({ seed: scalingSeed, dK, pairs, rows, keys });
  const gradient = attn.gradientSteps({ seed: gradientSeed, dK, rows, keys });
  const scalingNumbers = 2 * pairs + rows * (1 + keys);
  const gradientNumbers = rows * (1 + keys);
  const share = scalingNumbers / (scalingNumbers + gradientNumbers);
  for (let at = 0, scalingDone = 0, gradientDone = 0; at < dK.length; at += 1) {
    /** @type {{ row: ScalingRow, by: ByKeySize } | undefined} */
    let scaled;
    /** @type {{ row: GradientRow, by: ByKeySize } | undefined} */
    let passed;
    const fraction = () => share * scalingDone + (1 - share) * gradientDone;
    while (!scaled) {
      const step = /** @type {import("../../../js/experiments.js").Step<ScalingRow>} */ (
        scaling.next().value
      );
      scalingDone = step.fraction;
      if (step.row && step.byKeySize) scaled = { row: step.row, by: step.byKeySize };
      yield { fraction: fraction() };
    }
    while (!passed) {
      const step = /** @type {import("../../../js/experiments.js").Step<GradientRow>} */ (
        gradient.next().value
      );
      gradientDone = step.fraction;
      if (step.row && step.byKeySize) passed = { row: step.row, by: step.byKeySize };
      else yield { fraction: fraction() };
    }
    const { row, by } = scaled;
    yield {
      fraction: fraction(),
      averages: {
        dK: row.dK,
        variance: [row.variance, row.varianceScaled, row.variance / row.dK ** 2],
        largest: [row.largestUnscaled, row.largestScaled, by.largest],
        saturated: [row.saturatedUnscaled, row.saturatedScaled, by.saturated],
        gradient: [passed.row.unscaled, passed.row.scaled, passed.by.gradient],
      },
    };
  }
}

/** Whether a step is told of at once: it brings averages. @param {Progress} progress */
export const isNews = ({ averages }) => averages !== undefined;

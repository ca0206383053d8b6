// What a view of <attention-cost> is: one thing that attention costs. The element keeps the state; a view says
// what is counted or timed, asks about it, and says it.

/** @typedef {import("./counts.js").Counts} Counts */
/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./facts.js").Text} Text */
/** @typedef {import("./attention-cost.js").AttentionCost} Explorer */
/** @typedef {import("./sizes.js").Sizes} Sizes */

/**
 * What a view asks, of the numbers that it was asked about.
 * @typedef {object} Asked
 * @property {string} question
 * @property {{ value: string, label: string }[]} answers
 * @property {string} right
 * @property {string} why
 */

/** @typedef {{ name: string, label: string, value: string }} Item */

/**
 * @typedef {object} View
 * @property {string} first the preset with which it begins
 * @property {number[]} tokens the numbers of tokens that it shows
 * @property {number[]} stops of the slider of tokens
 * @property {(keyof Sizes)[]} fields which sizes matter
 * @property {string[]} formulas of parts/letters/formulas.js
 * @property {"time" | "decoding"} [kind] what is timed
 * @property {string[]} lines columns that the chart of counts draws
 * @property {"bytes" | "operations" | "steps"} [measure] what those are
 * @property {(sizes: Sizes) => number[]} [more] numbers of tokens of which it tells besides
 * @property {(all: Counts[]) => import("./figures.js").Column[]} [columns] what is counted, a row for each number of tokens
 * @property {string[]} answers readouts that answer the question
 * @property {(facts: Facts, text: Text, explorer: Explorer) => Asked | undefined} asked undefined where there is
 *   nothing to ask
 * @property {(facts: Facts, text: Text, explorer: Explorer) => { right: string, why: string } | undefined} [judged]
 *   in the place of what asked() says is right, where nobody knows before it is measured; undefined until then
 * @property {(facts: Facts, text: Text, explorer: Explorer) => string} [waiting] what stands there until then; the facts are
 *   those that were asked about
 * @property {(facts: Facts, text: Text, explorer: Explorer) => unknown} [picture] what stands beside the chart
 * @property {(facts: Facts, text: Text, of: Readouts) => Item[]} readouts
 * @property {(facts: Facts, text: Text) => string} sentence
 * @property {(facts: Facts) => string} python
 */

/** @typedef {ReturnType<typeof import("./readouts.js").readoutsIn>} Readouts */
export {};

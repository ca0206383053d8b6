// The readouts of <attention-softmax>: the largest weight, its slope, the size of the Jacobian. What is being
// asked about is left out.
import { fine } from "./fine.js";
import { isConcealed } from "./question.js";

/** @typedef {import("./attention-softmax.js").AttentionSoftmax} AttentionSoftmax */

/** @param {AttentionSoftmax} explorer */
export function readoutsOf(explorer) {
  const { rows, asking, text } = explorer;
  const { best, temperature, functions, hasSlope, weights } = rows;
  /** @param {number[]} list */
  const sumOf = (list) => Math.fround(list.reduce((sum, weight) => sum + weight, 0));
  const showsSlope = hasSlope && explorer.shows("jacobian") && !asking.hides("J");
  /** @param {string} name @param {number} value @param {boolean} isShown */
  const item = (name, value, isShown) =>
    isShown
      ? [{ name, label: text(`read${name[0].toUpperCase()}${name.slice(1)}`), value: fine(value) }]
      : [];
  return [
    ...item("largest", weights.softmax[best], !isConcealed(explorer, best, 0)),
    ...item("sum", sumOf(weights.softmax), !asking.isOpen("low")),
    ...item("slope", rows.at("J", best, best), showsSlope),
    ...item("size", rows.size, showsSlope),
    ...item("plainSize", rows.plainSize, showsSlope && temperature !== 1),
    ...item("plusOne", sumOf(weights.plusOne), functions.includes("plusOne")),
  ];
}

// The readouts of <attention-softmax>: the largest weight, its slope, the size of the Jacobian.
import { fine } from "./fine.js";

/** @typedef {import("./attention-softmax.js").AttentionSoftmax} AttentionSoftmax */

/** @param {AttentionSoftmax} explorer */
export function readoutsOf(explorer) {
  const { rows } = explorer;
  const { best, temperature } = rows;
  const notYet = explorer.text("notYet");
  /** @param {number} value @param {boolean} isHidden */
  const shown = (value, isHidden) => (isHidden ? notYet : fine(value));
  const plusOne = Math.fround(rows.weights.plusOne.reduce((sum, weight) => sum + weight, 0));
  const items = [
    {
      name: "largest",
      label: explorer.text("readLargest"),
      value: shown(rows.weights.softmax[best], explorer.concealsWeights),
    },
    {
      name: "slope",
      label: explorer.text("readSlope"),
      value: shown(rows.at("J", best, best), explorer.concealsJacobian),
    },
    {
      name: "size",
      label: explorer.text("readSize"),
      value: shown(rows.size, explorer.concealsJacobian),
    },
  ];
  if (temperature !== 1) {
    items.push({
      name: "plainSize",
      label: explorer.text("readPlainSize"),
      value: fine(rows.plainSize),
    });
  }
  items.push({
    name: "plusOne",
    label: explorer.text("readPlusOne"),
    value: shown(plusOne, explorer.concealsWeights),
  });
  return items;
}

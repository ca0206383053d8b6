// The right way: −∞ is added to every hidden score, before softmax.
import { SCALED } from "../ways.js";

/** @typedef {import("../view.js").View} View */

/** @type {View} */
export const add = {
  lines: ({ text }, { show, scores, weights, softmax, switched }) => [
    {
      title: text("line add"),
      verdict: "right",
      parts: [scores(SCALED, { editable: true, infinite: true }), "+", show("M", switched)],
    },
    { title: "", parts: ["=", scores("Z"), softmax, ...weights("A")] },
  ],
  shown: [SCALED, "M", "Z", "A", "Σ"],
  cell: ({ row, firstHidden }) => ({ matrix: "Z", i: row, j: firstHidden }),
  sentence: (explorer, values, { isBlind, isOpen }) =>
    explorer.rich(isBlind ? "sayBlind" : isOpen ? "sayAllOpen" : "sayAdd", values),
};

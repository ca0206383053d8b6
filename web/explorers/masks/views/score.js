// A wrong way: a hidden score is overwritten with 0, which counts like any other score.
import { written } from "../../../parts/letters/lists.js";

/** @typedef {import("../view.js").View} View */

/** @type {View} */
export const score = {
  lines: ({ text }, { scores, weights, softmax, switched }) => [
    {
      title: text("line right"),
      verdict: "right",
      parts: [scores("Z", switched), softmax, ...weights("A")],
    },
    {
      title: text("line score"),
      verdict: "wrong",
      parts: [scores("Z_0"), softmax, ...weights("A_0")],
    },
  ],
  shown: ["Z", "A", "Σ", "Z_0", "A_0", "Σ_0"],
  cell: ({ row, firstHidden }) => ({ matrix: "A_0", i: row, j: firstHidden }),
  sentence: (explorer, values, { isBlind, isOpen }) => {
    if (isOpen) return explorer.rich("sayNothingHidden", values);
    const { ways } = explorer;
    return explorer.rich(isBlind ? "sayScoreBlind" : "sayScore", {
      ...values,
      right: written(ways.rowOf("A", ways.row)),
    });
  },
};

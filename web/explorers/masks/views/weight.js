// A wrong way: weights are set to 0 after softmax has counted them.

/** @typedef {import("../view.js").View} View */

/** @type {View} */
export const weight = {
  lines: ({ text }, { show, scores, weights, softmax, switched }) => [
    {
      title: text("line right"),
      verdict: "right",
      parts: [scores("Z", switched), softmax, ...weights("A")],
    },
    {
      title: text("line weight"),
      verdict: "wrong",
      parts: [show("A_all", { heat: "weight", extent: 1 }), text("zeroSign"), ...weights("A_cut")],
    },
  ],
  shown: ["Z", "A", "Σ", "A_all", "A_cut", "Σ_cut"],
  cell: ({ row }) => ({ matrix: "Σ_cut", i: row, j: 0 }),
  sentence: (explorer, values, { isBlind, isOpen }) => {
    if (isOpen) return explorer.rich("sayNothingHidden", values);
    return explorer.rich(isBlind ? "sayWeightBlind" : "sayWeight", values);
  },
};

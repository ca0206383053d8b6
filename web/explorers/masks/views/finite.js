// A finite number instead of −∞, any that is typed: what float32 makes of it.
import { equalsSign } from "../../../parts/letters/lists.js";
import { format } from "../../../parts/letters/numbers.js";
import { SCALED } from "../ways.js";

/** @typedef {import("../view.js").View} View */

/** @type {View} */
export const finite = {
  lines: ({ text }, { show, scores, weights, softmax }) => [
    {
      title: text("line finite"),
      parts: [
        scores(SCALED, { editable: true, infinite: true }),
        "+",
        show("M_b", { editable: true, infinite: true }),
      ],
    },
    { title: "", parts: ["=", scores("Z_b"), softmax, ...weights("A_b")] },
    {
      title: text("line right"),
      verdict: "right",
      parts: [scores("Z"), softmax, ...weights("A")],
    },
  ],
  shown: [SCALED, "M_b", "Z_b", "A_b", "Σ_b", "Z", "A", "Σ"],
  cell: ({ row, firstHidden }) => ({ matrix: "Z_b", i: row, j: firstHidden }),
  sentence: (explorer, values, { isBlind, isOpen }) => {
    const { ways } = explorer;
    const { row, firstHidden } = ways;
    if (isOpen) return explorer.rich("sayFiniteOpen", values);
    const score = ways.at(SCALED, row, firstHidden);
    const bias = ways.at("M_b", row, firstHidden);
    const sum = ways.at("Z_b", row, firstHidden);
    const left = ways.leftOn("A_b", row);
    const key = isBlind
      ? "sayFiniteBlind"
      : bias === -Infinity
        ? "sayFiniteInfinite"
        : left > 0
          ? "sayFiniteLeft"
          : sum === bias
            ? "sayFiniteLost"
            : "sayFiniteZero";
    return explorer.rich(key, {
      ...values,
      score: format(score),
      bias: format(bias),
      total: format(sum),
      equals: equalsSign(score, bias, sum),
    });
  },
};

// A mask of true and false, which two functions of PyTorch read in opposite ways.
import { asOutput } from "../outputs.js";

/** @typedef {import("../view.js").View} View */

/** @type {View} */
export const boolean = {
  lines: ({ text }, { show, weights, switched, isLocked }) => {
    const outputs = { write: asOutput };
    const flags = {
      ...switched,
      write: (/** @type {number} */ value) => text(value === 0 ? "false" : "true"),
    };
    return [
      { title: text("line flags"), parts: [show("B", flags), show("V", { editable: !isLocked })] },
      {
        title: text("line drop"),
        verdict: "right",
        parts: [weights("A")[0], "· V =", show("O", outputs)],
      },
      {
        title: text("line keep"),
        verdict: "wrong",
        parts: [weights("A_keep")[0], "· V =", show("O_keep", outputs)],
      },
    ];
  },
  shown: ["B", "V", "A", "O", "A_keep", "O_keep"],
  cell: ({ row, matrices }) => ({
    matrix: "O_keep",
    i: row,
    j: Math.max(0, matrices.V.shape[1] - 1),
  }),
  sentence: (explorer, values, { isOpen }) =>
    explorer.rich(isOpen ? "sayBooleanBlind" : "sayBoolean", values),
};

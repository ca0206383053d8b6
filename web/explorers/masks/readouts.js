// The readouts of <attention-masks>: what is hidden, and the followed row in the way that is shown.
import { written } from "../../parts/letters/lists.js";
import { format } from "../../parts/letters/numbers.js";
import { outputVector } from "./outputs.js";
import { LETTERS } from "./ways.js";

/** @typedef {import("./attention-masks.js").AttentionMasks} AttentionMasks */

/** @param {AttentionMasks} explorer */
export function readoutsOf(explorer) {
  const { ways, way } = explorer;
  const { weights, output } = LETTERS[way];
  const hidden = ways.matrices.M.data.filter((value) => value === -Infinity).length;
  const row = [
    {
      name: "weights",
      label: explorer.rich("readWeights", { query: explorer.followed }),
      value: written(ways.rowOf(weights, ways.row)),
    },
    { name: "sum", label: explorer.text("readSum"), value: format(ways.sumOf(weights, ways.row)) },
    {
      name: "left",
      label: explorer.text("readLeft"),
      value: format(ways.leftOn(weights, ways.row)),
    },
    {
      name: "output",
      label: explorer.rich("readOutput", { query: explorer.followed }),
      value: outputVector(ways.rowOf(output, ways.row)),
    },
  ];
  return [
    {
      name: "hidden",
      label: explorer.text("readHidden"),
      value: explorer.text("ofCells", { hidden, cells: ways.n * ways.m }),
    },
    // Before the answer there is nothing to read.
    ...(explorer.isQuestion ? [] : row),
  ];
}

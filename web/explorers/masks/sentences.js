// What <attention-masks> says from the live numbers: the sentence of each way, the picture in words.
import { joined, written } from "../../parts/letters/lists.js";
import { format, listSign, vector } from "../../parts/letters/numbers.js";
import { isWorded, symbolText, visibleToken } from "../../parts/letters/symbols.js";
import { outputVector } from "./outputs.js";
import { labelsOf } from "./picture.js";
import { views } from "./view.js";
import { LETTERS } from "./ways.js";

/** @typedef {import("./attention-masks.js").AttentionMasks} AttentionMasks */

/** @param {AttentionMasks} explorer */
export function waySentence(explorer) {
  const { ways, followed: query, way } = explorer;
  const { row } = ways;
  const { weights, output } = LETTERS[way];
  if (explorer.isQuestion) return explorer.rich("sayPredict", { query });
  const visible = explorer.keysOf((j) => !ways.isHidden(row, j));
  const values = {
    query,
    weights: written(ways.rowOf(weights, row)),
    sum: format(ways.sumOf(weights, row)),
    left: format(ways.leftOn(weights, row)),
    output: outputVector(ways.rowOf(output, row)),
    right: outputVector(ways.rowOf("O", row)),
    visible: joined(visible),
  };
  const state = { isBlind: ways.isBlind(row), isOpen: visible.length === ways.m };
  return views[way].sentence(explorer, values, state);
}

/** @param {AttentionMasks} explorer */
export function descriptionOf(explorer) {
  const { ways } = explorer;
  const hidden = ways.matrices.M.data.filter((value) => value === -Infinity).length;
  const names = ways.settings.masks.map((mask) => explorer.text(`mask ${mask}`)).join(" + ");
  return [
    explorer.text("describeIntro", {
      masks: names || explorer.text("noMaskOn"),
      hidden,
      cells: ways.n * ways.m,
      query: visibleToken(ways.queries[ways.row]),
    }),
    ...explorer.allNames.map((name) => {
      const { rows = [], worded } = labelsOf(explorer, name);
      const write = isWorded(worded, "rows") ? String : visibleToken;
      const line = explorer.text("describe", {
        name: symbolText(name),
        title: explorer.text(`title ${symbolText(name)}`),
        rows: rows
          .map((label, i) => `${write(label)} ${vector(ways.rowOf(name, i))}`)
          .join(listSign()),
      });
      return { of: name, line };
    }),
  ];
}

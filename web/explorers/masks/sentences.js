// What <attention-masks> says from the live numbers: the sentence of each way, the verdicts, the picture
// in words.
import { html } from "lit";
import { joined, written } from "../../parts/letters/lists.js";
import { format, vector } from "../../parts/letters/numbers.js";
import { symbolText, visibleToken } from "../../parts/letters/symbols.js";
import { outputVector } from "./outputs.js";
import { labelsOf } from "./picture.js";
import { LETTERS } from "./ways.js";

/** @typedef {import("./attention-masks.js").AttentionMasks} AttentionMasks */

// An answer "little" is below the first, "some" up to the second.
const LITTLE = 0.1;
const HALF = 0.5;

/** @param {AttentionMasks} explorer */
export function waySentence(explorer) {
  const { ways, followed: query, way } = explorer;
  const { row } = ways;
  const { weights, output } = LETTERS[way];
  if (!explorer.isRevealed(way)) return explorer.rich("sayPredict", { query });
  const isBlind = ways.isBlind(row);
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
  const isOpen = visible.length === ways.m;
  switch (way) {
    case "add":
      return explorer.rich(isBlind ? "sayBlind" : isOpen ? "sayAllOpen" : "sayAdd", values);
    case "score":
      if (isOpen) return explorer.rich("sayNothingHidden", values);
      return explorer.rich(isBlind ? "sayScoreBlind" : "sayScore", {
        ...values,
        right: written(ways.rowOf("A", row)),
      });
    case "weight":
      if (isOpen) return explorer.rich("sayNothingHidden", values);
      return explorer.rich(isBlind ? "sayWeightBlind" : "sayWeight", values);
    default:
      return explorer.rich(isOpen ? "sayBooleanBlind" : "sayBoolean", values);
  }
}

/** @param {AttentionMasks} explorer @param {"add" | "score"} name */
export function verdictOf(explorer, name) {
  const { ways, followed: query } = explorer;
  const { row } = ways;
  const left = ways.leftOn("A_0", row);
  const before = ways.rowOf("A_all", row);
  const after = ways.rowOf("A", row);
  const seen = after.findIndex((weight) => weight > 0);
  const truth =
    name === "add"
      ? "factor"
      : left === 0
        ? "none"
        : left < LITTLE
          ? "little"
          : left <= HALF
            ? "some"
            : "most";
  const isRight = explorer.guesses[name] === truth;
  const said =
    name === "score"
      ? explorer.rich("verdict score", {
          left: format(left),
          right: written(after),
          wrong: written(ways.rowOf("A_0", row)),
        })
      : seen < 0
        ? explorer.rich("verdict blind", { query })
        : explorer.rich("verdict factor", {
            query,
            before: written(before),
            after: written(after),
            factor: format(Math.fround(after[seen] / before[seen])),
          });
  return html`<b>${explorer.text(isRight ? "asExpected" : "notAsExpected")}</b> ${said}`;
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
      const rows = labelsOf(explorer, name).rows ?? [];
      return explorer.text("describe", {
        name: symbolText(name),
        title: explorer.text(`title ${symbolText(name)}`),
        rows: rows
          .map((label, i) => `${visibleToken(label)} ${vector(ways.rowOf(name, i))}`)
          .join(", "),
      });
    }),
  ];
}

// The question before softmax: which key does the followed query read most?
import { largestOf } from "../../parts/letters/largest.js";
import { joined } from "../../parts/letters/lists.js";
import { format } from "../../parts/letters/numbers.js";
import { SOFTMAX } from "./stages.js";

/** @typedef {import("./attention-steps.js").AttentionSteps} AttentionSteps */
/** @typedef {import("../../frame/questions.js").Question} Question */

// More answers than this make a question nobody reads.
const MOST_ANSWERS = 12;
// The answer of who expects no single winner.
const TIE = "same";

/** @param {AttentionSteps} explorer @returns {Question[]} */
export function questionsOf(explorer) {
  const { stages, keyNames, followed: query } = explorer;
  const { row, n, m } = stages;
  const weights = stages.rowOf("A", row);
  const isBlind = weights.every((weight) => weight === 0) || !weights.every(Number.isFinite);
  // Who works the weights out is asked nothing else about them.
  if (explorer.try?.includes("softmax") || explorer.practice.hides("A")) return [];
  if (explorer.step !== SOFTMAX || m < 2 || m > MOST_ANSWERS || isBlind) return [];
  const keys = keyNames.map((_, j) => explorer.quotedKey(j));
  const winners = largestOf(weights);
  return [
    {
      name: "most",
      ask: () => explorer.rich("question", { query }),
      answers: [
        ...keyNames.map((label, j) => ({ value: String(j), label })),
        { value: TIE, label: () => explorer.text("same") },
      ],
      isHere: () => explorer.step === SOFTMAX,
      hides: ["A", "O"],
      judge: (given) => {
        const weight = format(weights[winners[0]]);
        const guess = Number(given);
        if (winners.length > 1) {
          const values = { query, weight, keys: joined(winners.map((j) => keys[j])) };
          return { right: TIE, why: () => explorer.rich("verdictTie", values) };
        }
        const isOther = given !== "" && given !== TIE && guess !== winners[0];
        const values = {
          query,
          key: keys[winners[0]],
          weight,
          guess: keys[guess],
          guessed: format(weights[guess]),
        };
        return {
          right: String(winners[0]),
          why: () => explorer.rich(isOther ? "verdictOther" : "verdictKey", values),
        };
      },
      then: () => {
        explorer.pointed = undefined;
      },
      next: n > 1 ? () => explorer.choose((row + 1) % n) : undefined,
    },
  ];
}

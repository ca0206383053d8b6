// The question before the lookup: which key does the query match best?
import { largestOf } from "../../parts/letters/largest.js";
import { format, listSign, vector } from "../../parts/letters/numbers.js";

/** @typedef {import("./attention-lookup.js").AttentionLookup} AttentionLookup */
/** @typedef {import("../../frame/questions.js").Question} Question */

const TIE = "tie";

/** @param {AttentionLookup} explorer @returns {Question[]} */
export function questionsOf(explorer) {
  const { scene, lookup, asker } = explorer;
  const { keys, labels, query } = scene;
  const { scores, soft } = lookup;
  if (keys.length < 2 || scores.some(Number.isNaN)) return [];
  const winners = largestOf(scores);
  const names = labels.map((_, j) => explorer.named(j));
  const equal = keys.findIndex((key) => key.every((value, t) => value === query[t]));
  const [best] = winners;
  return [
    {
      name: "match",
      ask: () => explorer.text("question", { query: vector(query) }),
      answers: [
        ...explorer.names.map((label, j) => ({ value: String(j), label })),
        { value: TIE, label: () => explorer.text("tie") },
      ],
      hides: ["S", "A", "O"],
      judge: (given) => {
        const values = {
          key: names[best],
          keys: winners.map((j) => names[j]).join(listSign()),
          score: format(scores[best]),
          weight: format(soft[best]),
          guess: names[Number(given)] ?? "",
          guessed: format(scores[Number(given)] ?? NaN),
        };
        const isOther = given !== "" && given !== TIE && Number(given) !== best;
        const key = winners.length > 1 ? "verdictTie" : isOther ? "verdictOther" : "verdictKey";
        const beaten = equal >= 0 && !winners.includes(equal);
        return {
          right: winners.length > 1 ? TIE : String(best),
          why: () =>
            explorer.text(key, values) +
            (beaten ? ` ${explorer.text("verdictEqual", { equal: names[equal] })}` : ""),
        };
      },
      next: asker === undefined ? undefined : () => explorer.ask((asker % labels.length) + 1),
      isPlaced: true,
    },
  ];
}

// What is asked before a way is shown: what becomes of the weight that hidden keys had, and how much of it a
// score of 0 leaves them.
import { largestOf } from "../../parts/letters/largest.js";
import { joined, written } from "../../parts/letters/lists.js";
import { format } from "../../parts/letters/numbers.js";

/** @typedef {import("./attention-masks.js").AttentionMasks} AttentionMasks */
/** @typedef {import("../../frame/questions.js").Question} Question */

// An answer "little" is below the first, "some" up to the second.
const LITTLE = 0.1;
const HALF = 0.5;
// Less than this is written as no number of its own.
const LEAST = 0.001;

/** @param {AttentionMasks} explorer @returns {Question[]} */
export function questionsOf(explorer) {
  const { ways, way } = explorer;
  const hidden = ways.hiddenFrom(ways.row);
  if (hidden.length === 0) return [];
  if (way === "add") return isShared(explorer, hidden) ? [shareQuestion(explorer, hidden)] : [];
  return way === "score" ? [leftQuestion(explorer)] : [];
}

/** Whether keys had weight that goes to others which had some before: only then is there something to ask.
 * @param {AttentionMasks} explorer @param {number[]} hidden */
function isShared({ ways }, hidden) {
  const before = ways.rowOf("A_all", ways.row);
  const has = (/** @type {boolean} */ isHidden) =>
    before.some((weight, j) => hidden.includes(j) === isHidden && weight >= LEAST);
  return before.every(Number.isFinite) && has(true) && has(false);
}

/**
 * Who gets the weight of the hidden keys? Only answers that differ here are offered: where one key is left it
 * gets all, and where all that is left had equal weights, equal parts and one factor are the same.
 * @param {AttentionMasks} explorer @param {number[]} hidden
 * @returns {Question}
 */
function shareQuestion(explorer, hidden) {
  const { ways, followed: query } = explorer;
  const { row } = ways;
  const [before, after] = [ways.rowOf("A_all", row), ways.rowOf("A", row)];
  const visible = after.flatMap((_, j) => (hidden.includes(j) ? [] : [j]));
  const kept = visible.map((j) => before[j]);
  const isEven = largestOf(kept).length === kept.length;
  const right = visible.length === 1 ? "all" : isEven ? "equal" : "factor";
  const names = joined(hidden.map((j) => explorer.quotedKey(j)));
  const first = explorer.quotedKey(visible[0]);
  const offered = right === "factor" ? ["lost", "equal", "factor"] : ["lost", "stays", right];
  const label = (/** @type {string} */ name) => () =>
    explorer.rich(`answer ${name}`, { key: first });
  return {
    name: "add",
    ask: () =>
      explorer.rich(hidden.length === 1 ? "question addOne" : "question add", {
        query,
        hidden: names,
      }),
    answers: offered.map((name) => ({ value: name, label: label(name) })),
    isHere: () => explorer.way === "add",
    hides: ["A", "A_b", "A_cut", "Σ", "O", "O_b", "O_cut", "A_row", "Σ_row"],
    judge: () => ({
      right,
      why: () =>
        explorer.rich(`verdict ${right}`, {
          query,
          key: first,
          before: written(before),
          after: written(after),
          factor: format(Math.fround(after[visible[0]] / before[visible[0]])),
        }),
    }),
    then: () => {
      explorer.pointed = undefined;
    },
    next: ways.n > 1 ? () => explorer.choose((row + 1) % ways.n) : undefined,
  };
}

/** How much stays on hidden keys whose score is 0? @param {AttentionMasks} explorer @returns {Question} */
function leftQuestion(explorer) {
  const { ways, followed: query } = explorer;
  const { row } = ways;
  const left = ways.leftOn("A_0", row);
  const [after, wrong] = [ways.rowOf("A", row), ways.rowOf("A_0", row)];
  const right = left === 0 ? "none" : left < LITTLE ? "little" : left <= HALF ? "some" : "most";
  return {
    name: "score",
    ask: () => explorer.rich("question score", { query }),
    answers: ["none", "little", "some", "most"].map((name) => ({
      value: name,
      label: () => explorer.text(`answer ${name}`),
    })),
    isHere: () => explorer.way === "score",
    hides: ["A_0", "Σ_0", "O_0", "A_row", "Σ_row"],
    judge: () => ({
      right,
      why: () =>
        explorer.rich("verdict score", {
          left: format(left),
          right: written(after),
          wrong: written(wrong),
        }),
    }),
    then: () => {
      explorer.pointed = undefined;
    },
    next: ways.n > 1 ? () => explorer.choose((row + 1) % ways.n) : undefined,
  };
}

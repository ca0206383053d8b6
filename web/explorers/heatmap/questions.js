// What <attention-heatmap> asks: which numbers add up to 1, and what a trained model says without the head
// that has the largest weight.
import { html } from "lit";
import { ablationWhy } from "./ablation.js";
import * as view from "./view.js";
import { precise, rounded } from "./written.js";

/** @typedef {import("./heat-map.js").HeatMap} HeatMap */
/** @typedef {import("../../frame/questions.js").Question} Question */

// Closer to 1 than this, a sum could be taken for 1.
const NEAR = 0.02;

/** Whether the row, and nothing else that is offered, adds up to 1. @param {HeatMap} map */
export function asksSums({ matrix, what, classifier, outlined, received }) {
  const { rows, columns } = matrix;
  if (what !== "weight" || classifier || Math.min(rows, columns) < 2) return false;
  const isOne = (/** @type {number} */ sum) => Math.abs(sum - 1) < NEAR;
  return (
    isOne(view.sumOf(matrix, { row: outlined })) &&
    !isOne(received[view.bestOf(received)] * rows) &&
    !isOne(view.sumOf(matrix, {}))
  );
}

/** @param {HeatMap} map @returns {Question} */
function sumsQuestion(map) {
  const { matrix, outlined, received, names } = map;
  const column = view.bestOf(received);
  return {
    name: "sums",
    ask: () => map.text("question"),
    answers: ["column", "row", "all"].map((value) => ({
      value,
      label: () => map.text(`answer ${value}`),
    })),
    judge: () => {
      const row = rounded(view.sumOf(matrix, { row: outlined }));
      const down = rounded(view.sumOf(matrix, { column }));
      const all = rounded(view.sumOf(matrix, {}));
      return {
        right: "row",
        why: () =>
          map.rich("sumsWhy", {
            query: names.named("queryTokens", outlined),
            key: names.named("keyTokens", column),
            row: html`<b>${row}</b>`,
            column: html`<b>${down}</b>`,
            all: html`<b>${all}</b>`,
          }),
      };
    },
    hides: ["r"],
  };
}

/** @param {HeatMap} map @param {import("./ablation.js").Ablation} ablation @returns {Question} */
function ablationQuestion(map, ablation) {
  const { best, before, brightest, truth } = ablation;
  const classes = map.classNames;
  return {
    name: "ablation",
    ask: () =>
      map.rich("ablationQuestion", {
        place: map.text("place", { layer: brightest.layer + 1, head: brightest.head + 1 }),
        largest: precise(brightest.largest),
        name: html`<bdi>${classes[best]}</bdi>`,
        before: precise(before),
      }),
    answers: ["half", "some", "hardly"].map((value) => ({
      value,
      label: () => map.text(`falls ${value}`),
    })),
    judge: () => ({ right: truth, why: () => ablationWhy(map, ablation, classes) }),
  };
}

/** @param {HeatMap} map @returns {Question[]} */
export function questionsOf(map) {
  if (!map.maps) return [];
  const { ablation, source } = map;
  const isHere = () => map.source === source;
  if (ablation) return ablation.isAsked ? [{ ...ablationQuestion(map, ablation), isHere }] : [];
  return map.asksSums ? [{ ...sumsQuestion(map), isHere }] : [];
}

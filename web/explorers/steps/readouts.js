// The readouts of <attention-steps>: the step, the shapes that meet in it, the followed weights.
import { html } from "lit";
import { joined, sumOf, written } from "../../parts/letters/lists.js";
import { format, shape } from "../../parts/letters/numbers.js";
import { SOFTMAX } from "./stages.js";

/** @typedef {import("./attention-steps.js").AttentionSteps} AttentionSteps */

/** @param {AttentionSteps} explorer */
export function readoutsOf(explorer) {
  const weights = explorer.stages.rowOf("A", explorer.stages.row);
  const isSeen = !explorer.isQuestion && explorer.step >= SOFTMAX;
  const sum = { name: "sum", label: explorer.text("readSum"), value: format(sumOf(weights)) };
  return [
    { name: "step", label: explorer.text("readStep"), value: explorer.stepName },
    { name: "shapes", label: explorer.text("readShapes"), value: shapesOf(explorer) },
    {
      name: "weights",
      label: explorer.rich("readWeights", { query: explorer.followed }),
      value: isSeen ? written(weights) : explorer.text("notYet"),
    },
    ...(isSeen ? [sum] : []),
  ];
}

/** @param {AttentionSteps} explorer */
export function shapesOf(explorer) {
  const { X, keysX, isCross, n, m } = explorer.stages;
  /** @param {string} name */
  const of = (name) => html`<span class="nobreak">${shape(...explorer.stages.sizeOf(name))}</span>`;
  switch (explorer.atWork) {
    case "inputs":
      return joined([X, ...(isCross ? [keysX] : []), "W_Q", "W_K", "W_V"].map(of), "  ");
    case "projections":
      return html`${of(X)} · ${of("W_Q")} → ${of("Q")}`;
    case "scores":
      return html`${of("Q")} · ${of("K^T")} → ${of("S")}`;
    case "output":
      return html`${of("A")} · ${of("V")} → ${of("O")}`;
    default:
      return shape(n, m);
  }
}

// What <attention-softmax> draws beside its weights: the sliders of the scores, the Jacobian and the slope,
// the arithmetic of one cell.
import { html, nothing } from "lit";
import { lineChart } from "../../parts/charts/line-chart.js";
import { sliderField } from "../../parts/fields/slider-field.js";
import { arithmetic } from "../../parts/letters/arithmetic.js";
import { shortToken, symbol, symbolText, visibleToken } from "../../parts/letters/symbols.js";
import { colourBar } from "../../parts/matrix/colour-bar.js";
import { matrix } from "../../parts/matrix/matrix-grid.js";
import { SCORE_END } from "./controls.js";
import { fine } from "./fine.js";
import { isConcealed } from "./question.js";

/** @typedef {import("./attention-softmax.js").AttentionSoftmax} AttentionSoftmax */

// The largest slope that softmax can have: p(1 − p) at 1/2.
export const STEEPEST = 0.25;

/** @param {AttentionSoftmax} explorer */
export function scoreSliders(explorer) {
  const { scores } = explorer.rows;
  return html`<div class="scores" role="group" aria-label=${explorer.text("scores", { x: "x" })}>
    <p>${explorer.rich("scores", { x: symbol("x") })}</p>
    ${scores.map(
      (value, i) =>
        html`<div class="score" data-score=${i}>
          <bdi title=${explorer.labels[i]}>${visibleToken(explorer.labels[i])}</bdi>
          ${sliderField({
            name: `score-${i + 1}`,
            label: explorer.text("score", { label: visibleToken(explorer.labels[i]) }),
            min: -SCORE_END,
            max: SCORE_END,
            step: 0.1,
            value,
            isOff: explorer.readonly,
            onChange: (wanted) =>
              explorer.put({
                scores: scores.map((score, at) => (at === i ? Math.fround(wanted) : score)),
              }),
            onRefuse: (text) => explorer.refuse(text),
          })}
        </div>`,
    )}
  </div>`;
}

/** @param {AttentionSoftmax} explorer */
export function derivativeOf(explorer) {
  const { J, J_1 } = explorer.drawn;
  const { temperature, m } = explorer.rows;
  return html`<div class="derivative" @cell-point=${explorer.onPoint}>
    <div class="jacobians">
      <p class="note">${explorer.text("facts J")}</p>
      <div class="pair">${temperature !== 1 && m <= 4 ? matrix(J_1) : nothing} ${matrix(J)}</div>
      ${explorer.asking.hides("J") ? nothing : colourBar({ scale: "score", extent: STEEPEST, label: explorer.text("slopeScale") })}
    </div>
    ${explorer.shows("chart") && !explorer.asking.hides("J") ? lineChart(chartOf(explorer)) : nothing}
  </div>`;
}

/** The curve p(1 − p), with the weights there are. @param {AttentionSoftmax} explorer @returns {import("../../parts/charts/line-chart.js").ChartOptions} */
export function chartOf(explorer) {
  const now = explorer.rows.weights.softmax.map((x, i) => ({ x, y: explorer.rows.at("J", i, i) }));
  now.sort((a, b) => a.x - b.x);
  return {
    name: "slope",
    title: explorer.text("chart"),
    height: 180,
    x: {
      label: explorer.text("chartWeight"),
      domain: [0, 1],
      ticks: [0, 0.25, 0.5, 0.75, 1],
    },
    y: { label: explorer.text("chartSlope"), domain: [0, 0.27], ticks: [0, 0.125, 0.25] },
    marker: now[now.length - 1].x,
    series: [
      {
        name: "curve",
        label: explorer.text("chartCurve"),
        points: explorer.curve ?? [],
        mark: "none",
        hue: 4,
        silent: true,
      },
      {
        name: "now",
        label: explorer.text("chartNow"),
        points: now,
        line: "none",
        hue: 1,
        write: fine,
      },
    ],
  };
}

/** @param {AttentionSoftmax} explorer */
export function cellArithmetic(explorer) {
  const { cell, explanation } = explorer;
  if (!cell || !explanation) return nothing;
  if (cell.matrix.startsWith("J") && explorer.asking.hides("J")) return nothing;
  if (cell.matrix === "W" && isConcealed(explorer, cell.i, cell.j)) return nothing;
  const { rows, columns, rowAxis, columnAxis } = explorer.labelsOf(cell.matrix);
  const isWeight = cell.matrix === "W";
  const place = explorer.rich("place", {
    symbol: symbol(cell.matrix),
    title: explorer.text(`title ${symbolText(cell.matrix)}`),
    rowAxis,
    row: html`<bdi>${shortToken(rows[cell.i])}</bdi>`,
    columnAxis,
    column: isWeight
      ? explorer.text(`name ${explorer.rows.functions[cell.j]}`)
      : html`<bdi>${shortToken(columns[cell.j])}</bdi>`,
  });
  return arithmetic({ place, sum: explanation.sum, live: explorer.pointed !== undefined });
}

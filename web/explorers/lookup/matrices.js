// The numbers of <attention-lookup> as matrices to type into.
import { html } from "lit";
import { equation } from "../../parts/matrix/equation.js";

/** @typedef {import("./attention-lookup.js").AttentionLookup} AttentionLookup */

/** @param {number[][]} rows @returns {{ data: Float32Array, shape: number[] }} */
export const tensorOf = (rows) => ({
  data: Float32Array.from(rows.flat()),
  shape: [rows.length, rows[0].length],
});

/** @param {AttentionLookup} explorer */
export function matricesOf(explorer) {
  const { scene, text } = explorer;
  const rows = scene.labels;
  /** @param {string} name @param {number[][]} numbers @param {string[]} labels @param {string} rowAxis */
  const options = (name, numbers, labels, rowAxis) => ({
    name,
    title: text(`title ${name}`),
    tensor: tensorOf(numbers),
    rows: labels,
    worded: true, // a label is not a token
    rowAxis: text(rowAxis),
    columnAxis: text("axisNumber"),
    editable: !explorer.readonly,
    text,
  });
  return html`<div @cell-edit=${explorer.onEdit} @cell-refuse=${explorer.onRefuse}>
    ${equation([
      options("Q", [scene.query], [text("query")], "axisQuery"),
      options("K", scene.keys, rows, "axisKey"),
      options("V", scene.values, rows, "axisKey"),
    ])}
  </div>`;
}

// What <attention-masks> draws: the equations of each way, the arithmetic of one cell, the scales.
import { html, nothing } from "lit";
import { arithmetic } from "../../parts/letters/arithmetic.js";
import { symbolText } from "../../parts/letters/symbols.js";
import { extentOf } from "../../parts/matrix/colour.js";
import { colourBar } from "../../parts/matrix/colour-bar.js";
import { views } from "./view.js";
import { SCALED, WAYS, sumName } from "./ways.js";

/** @typedef {import("./attention-masks.js").AttentionMasks} AttentionMasks */
/** @typedef {import("../../parts/matrix/matrix-grid.js").MatrixOptions} MatrixOptions */
/** @typedef {import("./view.js").Line} Line */

// From this many rows or columns on, matrices are drawn a size smaller.
const DENSE_FROM = 5;

/** The equations of this way, one under the other. @param {AttentionMasks} explorer @returns {Line[]} */
export function linesOf(explorer) {
  const { matrices, summands, queries, row } = explorer.ways;
  const extent = extentOf(matrices[SCALED].data);
  /** @param {string} name @param {Partial<MatrixOptions>} [more] */
  const show = (name, more) => options(explorer, name, more);
  /** @param {string} name @param {Partial<MatrixOptions>} [more] */
  const scores = (name, more) => show(name, { heat: "score", extent, ...more });
  /** @param {string} name */
  const weights = (name) => [
    show(name, { heat: "weight", extent: 1 }),
    show(sumName(name), { rowAxis: undefined }),
  ];
  const isLocked = explorer.readonly;
  /** @type {Line[]} */
  const lines = [];
  if (!["boolean", "finite"].includes(explorer.way) && summands.length > 1) {
    lines.push({
      title: explorer.text("line sum"),
      parts: summands.flatMap(([name], index) => [
        ...(index > 0 ? ["+"] : []),
        show(`M_${name}`, { dense: true, choosable: false, chosenRow: undefined }),
      ]),
    });
  }
  lines.push(
    ...views[explorer.way].lines(explorer, {
      show,
      scores,
      weights,
      softmax: explorer.text("softmaxSign"),
      switched: { switchable: !isLocked },
      isLocked,
    }),
  );
  if (explorer.comparesWays) {
    lines.push({
      title: explorer.rich("line compare", { query: explorer.quoted(queries[row]) }),
      parts: [show("A_row", { heat: "weight", extent: 1 }), show("Σ_row")],
    });
  }
  return lines;
}

/** What the rows and columns of a matrix are. @param {AttentionMasks} explorer @param {string} name
 * @returns {Pick<MatrixOptions, "rowAxis" | "columnAxis" | "rows" | "columns" | "worded">} */
export function labelsOf(explorer, name) {
  const { queries, keys } = explorer.ways;
  const query = explorer.text("axisQuery");
  const key = explorer.text("axisKey");
  const number = explorer.text("axisNumber");
  if (name === "V") return { rowAxis: key, columnAxis: number, rows: keys };
  if (name.startsWith("O")) return { rowAxis: query, columnAxis: number, rows: queries };
  if (name === "A_row") {
    const rows = WAYS.map((way) => explorer.text(`row ${way}`));
    const rowAxis = explorer.text("axisWay");
    return { rowAxis, columnAxis: key, rows, columns: keys, worded: "rows" };
  }
  if (name === "Σ_row") {
    const rows = WAYS.map((way) => explorer.text(`row ${way}`));
    const columns = [explorer.text("sum"), explorer.text("onHidden")];
    return {
      rowAxis: explorer.text("axisWay"),
      columnAxis: explorer.text("axisSum"),
      rows,
      columns,
      worded: true,
    };
  }
  if (name.startsWith("Σ")) {
    const columns = [explorer.text("sum")];
    const columnAxis = explorer.text("axisSum");
    return { rowAxis: query, columnAxis, rows: queries, columns, worded: "columns" };
  }
  return { rowAxis: query, columnAxis: key, rows: queries, columns: keys };
}

/** @param {AttentionMasks} explorer @param {string} name @param {Partial<MatrixOptions>} [more] @returns {MatrixOptions} */
export function options(explorer, name, more) {
  const { ways, cell } = explorer;
  const { n, m } = ways;
  const followsQueries = !["V", "A_row", "Σ_row"].includes(name);
  const explained = explorer.isQuestion ? undefined : explorer.explanation;
  return {
    ...labelsOf(explorer, name),
    name,
    title: explorer.text(`title ${symbolText(name)}`),
    tensor: ways.matrices[name],
    dense: Math.max(n, m) >= DENSE_FROM,
    chosenRow: followsQueries && n > 1 ? ways.row : undefined,
    choosable: followsQueries && n > 1 && !name.startsWith("Σ"),
    target: cell?.matrix === name && explained ? [cell.i, cell.j] : undefined,
    lit: explained?.lit[name],
    masked: hatchOf(explorer, name),
    concealed: explorer.asking.hides(name),
    text: explorer.text,
    ...more,
    ...(explorer.readonly ? { editable: false } : {}),
  };
}

/**
 * Which cells are hatched: what a mask hides. A hidden key that has some weight all the same is not:
 * its colour is the fault.
 * @param {AttentionMasks} explorer
 * @param {string} name @returns {MatrixOptions["masked"]}
 */
function hatchOf(explorer, name) {
  const { ways } = explorer;
  if (name === SCALED || name.endsWith("_b") || /^[BVOΣ]/.test(name)) return undefined;
  if (name.startsWith("M_")) return (i, j) => ways.at(name, i, j) === -Infinity;
  if (name === "A_row") return (i, j) => ways.at(name, i, j) === 0;
  if (name === "A_keep") return (i, j) => !ways.isHidden(i, j);
  const isWeight = name.startsWith("A");
  return (i, j) => ways.isHidden(i, j) && !(isWeight && ways.at(name, i, j) > 0);
}

/** @param {AttentionMasks} explorer */
export function cellArithmetic(explorer) {
  const { cell, explanation } = explorer;
  if (!cell || !explanation) return nothing;
  const place = explorer.rich("place", explorer.placeOf(cell));
  return arithmetic({ place, sum: explanation.sum, live: explorer.pointed !== undefined });
}

/** @param {AttentionMasks} explorer */
export function legend(explorer) {
  const { matrices } = explorer.ways;
  const masked = matrices.M.data.includes(-Infinity) ? explorer.text("hatched") : undefined;
  return html`<div class="bars">
    ${
      explorer.way === "boolean"
        ? nothing
        : colourBar({
            scale: "score",
            extent: extentOf(matrices[SCALED].data),
            label: explorer.text("scoreScale"),
          })
    }
    ${colourBar({ scale: "weight", extent: 1, label: explorer.text("weightScale"), masked })}
  </div>`;
}

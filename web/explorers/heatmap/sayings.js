// The map in words, from its live numbers: the sentence under the controls, the cell that is pointed at,
// and the rows of the text description.
import { largestOf } from "../../parts/letters/largest.js";
import { joined } from "../../parts/letters/lists.js";
import { listSign } from "../../parts/letters/numbers.js";
import { html, nothing } from "lit";
import { cellOf, strongestOf, sumOf } from "./view.js";
import { precise, rounded } from "./written.js";

/** @typedef {import("../../parts/matrix/heat-canvas.js").Matrix} Matrix */
/** @typedef {import("./gestures.js").Cell} Cell */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */
/** @typedef {(key: string, values?: Record<string, unknown>) => unknown} Rich */

/**
 * What the outlined row says.
 * @param {object} shown
 * @param {Matrix} shown.matrix @param {number} shown.outlined from 0 @param {Names} shown.names
 * @param {"weight" | "score"} shown.what @param {boolean} shown.isRevealed whether sums may be said
 * @param {Text} shown.text @param {Rich} shown.rich
 */
export function rowSentence({ matrix, outlined, names, what, isRevealed, text, rich }) {
  const query = names.named("queryTokens", outlined);
  const row = { hidden: 0, nan: 0 };
  for (let j = 0; j < matrix.columns; j += 1) {
    const value = cellOf(matrix, outlined, j);
    if (value === -Infinity) row.hidden += 1;
    else if (!Number.isFinite(value)) row.nan += 1;
  }
  if (row.nan > 0) return rich("sayNan", { query });
  if (row.hidden === matrix.columns) return rich("sayNothing", { query });
  const best = strongestOf(matrix, outlined, 3);
  if (what === "score") {
    return rich("sayScores", {
      query,
      value: precise(cellOf(matrix, outlined, best[0])),
      key: names.named("keyTokens", best[0]),
    });
  }
  const pairs = joined(
    best.map((j) =>
      rich("weightOf", {
        value: precise(cellOf(matrix, outlined, j)),
        key: names.named("keyTokens", j),
      }),
    ),
  );
  const sum = sumOf(matrix, { row: outlined });
  if (!isRevealed) return [rich("describeMore", { query, pairs })];
  const said = rich(row.hidden > 0 ? "saySumHidden" : "saySum", {
    query,
    pairs,
    count: matrix.columns - row.hidden,
    sum: rounded(sum),
  });
  return Math.abs(sum - 1) > 0.01 ? [said, " ", text("sayAbove", { sum: rounded(sum) })] : said;
}

/**
 * What is said of the cell that is pointed at.
 * @param {object} shown
 * @param {Matrix} shown.matrix @param {Cell | undefined} shown.pointed @param {Names} shown.names
 * @param {number | undefined} shown.received what the cell's key receives, where that may be said
 * @param {string} shown.block what a pixel stands for, or ""
 * @param {Text} shown.text @param {Rich} shown.rich
 */
export function cellSentence({ matrix, pointed, names, received, block, text, rich }) {
  const note = block ? html`<small>${block}</small>` : nothing;
  if (!pointed) return html`<small>${text("pointHere")}</small> ${note}`;
  const value = cellOf(matrix, pointed.i, pointed.j);
  const key =
    value === -Infinity
      ? "cellHidden"
      : value === 0
        ? "cellZero"
        : Number.isFinite(value)
          ? "cell"
          : "cellNan";
  const average =
    received === undefined
      ? nothing
      : html`<small>${text("received")} <span class="key">${precise(received)}</span></small>`;
  return html`${rich(key, {
    query: names.named("queryTokens", pointed.i),
    key: names.named("keyTokens", pointed.j),
    value: html`<b>${precise(value)}</b>`,
  })}.
  ${average} ${note}`;
}

/** The keys with the largest number: equal ones together, since none of them is the largest.
 * @param {ArrayLike<number>} values one for each key @param {Names} names */
export function mostRead(values, names) {
  const best = largestOf(values, precise);
  const some = best.slice(0, 3).map((j) => names.named("keyTokens", j));
  return [joined(some), best.length > some.length ? `${listSign()}…` : ""];
}

/** The rows one by one: whole where they are short, else what they read most.
 * @param {Matrix} matrix @param {Names} names @param {"weight" | "score"} what @param {Text} text
 * @returns {string[]} */
export function describedRows(matrix, names, what, text) {
  const least = what === "weight" ? 0 : -Infinity; // of what is hidden
  const { rows: n, columns: m } = matrix;
  const isShort = n <= 12 && m <= 12;
  return Array.from({ length: Math.min(n, 24) }, (_, i) => {
    const keys = isShort ? Array.from({ length: m }, (_unused, j) => j) : strongestOf(matrix, i, 3);
    const pairs = keys
      .map((j) =>
        text("weightOf", {
          value: precise(Math.max(least, cellOf(matrix, i, j))),
          key: names.spoken("keyTokens", j),
        }),
      )
      .join(listSign());
    const query = names.spoken("queryTokens", i);
    return isShort
      ? text("describeRow", { query, weights: pairs })
      : text("describeMore", { query, pairs });
  });
}

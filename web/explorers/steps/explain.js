// Where one cell comes from: its place in words, its arithmetic with the real numbers, and the cells
// that light up.
import { equals, factorOf, productSum } from "../../parts/letters/arithmetic.js";
import { softmaxSum } from "../../parts/letters/softmax-sum.js";
import { symbol, symbolText } from "../../parts/letters/symbols.js";
import { SCALED } from "./stages.js";

/** @typedef {import("./stages.js").Stages} Stages */
/** @typedef {import("../../parts/matrix/matrix-grid.js").Light} Light */
/** @typedef {(i: number, j: number) => Light | undefined} Lights */
/** @typedef {{ matrix: string, i: number, j: number }} Cell */
/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

/**
 * @typedef {object} Explanation
 * @property {unknown} sum
 * @property {Record<string, Lights>} lit by matrix
 */

/** @param {number} i @param {number} j @returns {Lights} */
const only = (i, j) => (r, c) => (r === i && c === j ? "plain" : undefined);

/** @param {number} i @param {Light} light @returns {Lights} */
const wholeRow = (i, light) => (r) => (r === i ? light : undefined);

/** @param {number} j @param {Light} light @returns {Lights} */
const wholeColumn = (j, light) => (_, c) => (c === j ? light : undefined);

/**
 * A row times a column.
 * @param {Stages} stages @param {Cell} cell @param {string} left @param {string} right
 * @param {Light} leftLight @param {Light} rightLight
 * @returns {Explanation}
 */
function product(stages, { matrix, i, j }, left, right, leftLight, rightLight) {
  const [, size] = stages.sizeOf(left);
  const terms = Array.from({ length: size }, (_, t) => [
    { value: stages.at(left, i, t), role: leftLight },
    { value: stages.at(right, t, j), role: rightLight },
  ]);
  return {
    sum: productSum(terms, stages.at(matrix, i, j)),
    lit: { [left]: wholeRow(i, leftLight), [right]: wholeColumn(j, rightLight) },
  };
}

/**
 * @param {Stages} stages @param {Cell} cell @param {Text} text
 * @returns {Explanation}
 */
export function explain(stages, cell, text) {
  const { matrix: name, i, j } = cell;
  const value = stages.at(name, i, j);
  switch (name) {
    case "Q":
      return product(stages, cell, stages.X, "W_Q", "plain", "query");
    case "K":
      return product(stages, cell, stages.keysX, "W_K", "plain", "key");
    case "V":
      return product(stages, cell, stages.keysX, "W_V", "plain", "value");
    case "S":
      return product(stages, cell, "Q", "K^T", "query", "key");
    case "O":
      return product(stages, cell, "A", "V", "plain", "value");
    case "K^T": {
      const twin = product(
        stages,
        { matrix: "K", i: j, j: i },
        stages.keysX,
        "W_K",
        "plain",
        "key",
      );
      return { sum: twin.sum, lit: {} };
    }
    case SCALED: {
      const score = stages.at("S", i, j);
      return {
        sum: equals([`${factorOf(score)} ÷ √${stages.d_k}`], value, score),
        lit: { S: only(i, j) },
      };
    }
    case "M":
      return { sum: text(value === 0 ? "maskOpen" : "maskHides"), lit: { Z: only(i, j) } };
    case "Z": {
      const score = stages.at(SCALED, i, j);
      const sum = equals([`${factorOf(score)} + ${factorOf(stages.at("M", i, j))}`], value, score);
      return { sum, lit: { [SCALED]: only(i, j), M: only(i, j) } };
    }
    case "A":
      return {
        sum: softmaxSum(stages.attn, stages.rowOf("Z", i), j, value, {
          allHidden: text("allHidden"),
        }),
        lit: { Z: wholeRow(i, "plain") },
      };
    default: {
      const isProduct = stages.factor !== 1 && name === "X";
      if (!isProduct) return { sum: equals([], value), lit: {} };
      const before = stages.at("X_0", i, j);
      return {
        sum: equals([`${factorOf(stages.factor)} · ${factorOf(before)}`], value, before),
        lit: { X_0: only(i, j) },
      };
    }
  }
}

/**
 * What the rows and columns of a matrix are: axes in words, and tokens where they have any.
 * @param {Stages} stages @param {string} name @param {Text} text
 * @returns {{ rowAxis?: string, columnAxis?: string, rows?: string[], columns?: string[] }}
 */
export function labelsOf(stages, name, text) {
  const { queryTokens, keyTokens } = stages;
  const query = text("axisQuery");
  const key = text("axisKey");
  const number = text("axisNumber");
  switch (name) {
    case "X":
    case "X_0":
      return { rowAxis: text("axisToken"), columnAxis: number, rows: queryTokens };
    case "X_q":
    case "Q":
    case "O":
      return { rowAxis: query, columnAxis: number, rows: queryTokens };
    case "X_kv":
    case "K":
    case "V":
      return { rowAxis: key, columnAxis: number, rows: keyTokens };
    case "K^T":
      return { rowAxis: number, columnAxis: key, columns: keyTokens };
    case "W_Q":
    case "W_K":
    case "W_V":
      return {};
    default:
      return { rowAxis: query, columnAxis: key, rows: queryTokens, columns: keyTokens };
  }
}

/**
 * The values for a sentence that names a cell.
 * @param {Stages} stages @param {Cell} cell @param {Text} text @param {(token: string) => unknown} quoted
 */
export function placeOf(stages, { matrix: name, i, j }, text, quoted) {
  const { rows, columns, rowAxis, columnAxis } = labelsOf(stages, name, text);
  return {
    symbol: symbol(name),
    title: text(`title ${symbolText(name)}`),
    rowAxis: rowAxis ?? text("axisRow"),
    columnAxis: columnAxis ?? text("axisColumn"),
    row: rows ? quoted(rows[i]) : i + 1,
    column: columns ? quoted(columns[j]) : j + 1,
  };
}

// Where one cell comes from: its place in words, its arithmetic with the real numbers, and the cells
// that light up.
import { equals, factorOf, productSum, worked } from "../../parts/letters/arithmetic.js";
import { softmaxSum } from "../../parts/letters/softmax-sum.js";
import { format } from "../../parts/letters/numbers.js";
import { symbol, symbolText } from "../../parts/letters/symbols.js";
import { normOf, turnOf } from "./inputs.js";
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
  if (stages.isDrawn && ["Q", "K", "V", "K^T"].includes(name)) {
    return { sum: text("drawnCell", { seed: `${stages.example.drawn?.seed}` }), lit: {} };
  }
  switch (name) {
    case "Q":
      if (stages.positions === "rotary") return turnedCell(stages, cell, "Q_0");
      return product(stages, cell, stages.X, "W_Q", "plain", "query");
    case "Q_0":
      return product(stages, cell, stages.X, "W_Q", "plain", "query");
    case "K":
      if (stages.positions === "rotary") return turnedCell(stages, cell, "K_0");
      return product(stages, cell, stages.keysX, "W_K", "plain", "key");
    case "K_0":
      return product(stages, cell, stages.keysX, "W_K", "plain", "key");
    case "QKV":
      return stackedCell(stages, cell);
    case "A_lin":
      return { sum: equals([`${text("linearCell")} `], value, NaN), lit: {} };
    case "O_lin":
      return product(stages, cell, "A_lin", "V", "plain", "value");
    case "V":
      return product(stages, cell, stages.keysX, "W_V", "plain", "value");
    case "S":
      return product(stages, cell, "Q", "K^T", "query", "key");
    case "O":
      return product(stages, cell, "A", "V", "plain", "value");
    case "K^T":
      return { sum: explain(stages, { matrix: "K", i: j, j: i }, text).sum, lit: {} };
    case SCALED: {
      const score = stages.at("S", i, j);
      const root = Math.sqrt(stages.d_k);
      return {
        sum: worked([`${factorOf(score)} ÷ √${stages.d_k}`], value, (s) => s / root, score),
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
    case "X":
    case "X_q":
    case "X_kv":
      return preparedCell(stages, cell, text);
    default:
      return { sum: equals([], value), lit: {} };
  }
}

/**
 * A number of an embedding after what was done to it: a factor, a layer norm, positions.
 * @param {Stages} stages @param {Cell} cell @param {Text} text
 * @returns {Explanation}
 */
function preparedCell(stages, { matrix: name, i, j }, text) {
  const value = stages.at(name, i, j);
  const { factor, norm, matrices } = stages;
  const P = name === "X_kv" ? "P_kv" : "P";
  const isAdded = P in matrices;
  const from = name === "X_kv" ? "X_kv0" : "X_0";
  if (!(from in matrices) || (factor === 1 && !norm && !isAdded)) {
    return { sum: equals([], value), lit: {} };
  }
  const before = stages.at(from, i, j);
  const times = factor === 1 ? factorOf(before) : `${factorOf(factor)} · ${factorOf(before)}`;
  const lit = { [from]: only(i, j), ...(isAdded ? { [P]: only(i, j) } : {}) };
  if (norm) {
    const { mean, root } = normOf(stages.rowOf(from, i).map((number) => number * factor));
    const sum = equals(
      [`(${times} − ${factorOf(mean)}) ÷ ${format(root)}`],
      value,
      before,
      mean,
      root,
    );
    return { sum: [sum, ` ${text("normCell")}`], lit: { [from]: wholeRow(i, "plain") } };
  }
  if (!isAdded) return { sum: worked([times], value, (x) => factor * x, before), lit };
  const position = stages.at(P, i, j);
  const both = `${times} + ${factorOf(position)}`;
  return { sum: worked([both], value, (x, p) => factor * x + p, before, position), lit };
}

/**
 * A number of a query or key after rotary positions have turned it.
 * @param {Stages} stages @param {Cell} cell @param {"Q_0" | "K_0"} from
 * @returns {Explanation}
 */
function turnedCell(stages, { matrix: name, i, j }, from) {
  const value = stages.at(name, i, j);
  const turn = turnOf(i, j, stages.d_k);
  if (!turn) return { sum: equals([], value), lit: { [from]: only(i, j) } };
  const [a, b] = turn.pair.map((t) => stages.at(from, i, t));
  const angle = format(turn.angle);
  const written =
    j % 2 === 0
      ? `${factorOf(a)} · cos ${angle} − ${factorOf(b)} · sin ${angle}`
      : `${factorOf(a)} · sin ${angle} + ${factorOf(b)} · cos ${angle}`;
  const light = from === "Q_0" ? "query" : "key";
  return {
    sum: equals([written], value, NaN),
    lit: { [from]: (r, c) => (r === i && turn.pair.includes(c) ? light : undefined) },
  };
}

/**
 * A number of Q, K and V side by side: a row of X times a column of the stacked matrix.
 * @param {Stages} stages @param {Cell} cell
 * @returns {Explanation}
 */
function stackedCell(stages, { i, j }) {
  const { X, matrices } = stages;
  const [W_QKV, QKV] = [stages.tensorOf("W_QKV"), stages.tensorOf("QKV")];
  const width = W_QKV.shape[1];
  const [keys, values] = [matrices.Q.shape[1], matrices.Q.shape[1] + matrices.K.shape[1]];
  const light = j < keys ? "query" : j < values ? "key" : "value";
  const terms = stages.rowOf(X, i).map((value, t) => [
    { value, role: "plain" },
    { value: W_QKV.data[t * width + j], role: light },
  ]);
  return {
    sum: productSum(terms, QKV.data[i * width + j]),
    lit: { [X]: wholeRow(i, "plain"), W_QKV: wholeColumn(j, light) },
  };
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
    case "P":
    case "QKV":
      return { rowAxis: text("axisToken"), columnAxis: number, rows: queryTokens };
    case "X_q":
    case "Q":
    case "Q_0":
    case "O":
    case "O_lin":
      return { rowAxis: query, columnAxis: number, rows: queryTokens };
    case "X_kv":
    case "X_kv0":
    case "P_kv":
    case "K":
    case "K_0":
    case "V":
      return { rowAxis: key, columnAxis: number, rows: keyTokens };
    case "K^T":
      return { rowAxis: number, columnAxis: key, columns: keyTokens };
    case "W_Q":
    case "W_K":
    case "W_V":
    case "W_QKV":
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

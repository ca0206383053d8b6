// Where one cell of <attention-masks> comes from: its arithmetic with the real numbers, and the cells
// that light up.
import { equals, factorOf, productSum, worked } from "../../parts/letters/arithmetic.js";
import { format } from "../../parts/letters/numbers.js";
import { softmaxSum } from "../../parts/letters/softmax-sum.js";
import { LETTERS, SCALED, WAYS } from "./ways.js";

/** @typedef {import("./ways.js").Ways} Ways */
/** @typedef {{ matrix: string, i: number, j: number }} Cell */
/** @typedef {(i: number, j: number) => import("../../parts/matrix/matrix-grid.js").Light | undefined} Lights */
/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

/** The scores that each way's weights are made from. @type {Record<string, string>} */
const SCORES_OF = { A: "Z", A_b: "Z_b", A_0: "Z_0", A_all: SCALED, A_keep: "Z_keep" };

/** @param {number} i @param {number} j @returns {Lights} */
const only = (i, j) => (r, c) => (r === i && c === j ? "plain" : undefined);
/** @param {number} i @returns {Lights} */
const wholeRow = (i) => (r) => (r === i ? "plain" : undefined);
/** @param {number} j @returns {Lights} */
const valueColumn = (j) => (_, c) => (c === j ? "value" : undefined);

/**
 * a + b + c = their sum.
 * @param {number[]} terms @param {number} value
 */
const added = (terms, value) =>
  terms.length === 0
    ? equals(["0"], value)
    : equals(
        terms.map((term, index) => `${index > 0 ? " + " : ""}${format(term)}`),
        value,
        ...terms,
      );

/**
 * @param {Ways} ways @param {Cell} cell @param {Text} text
 * @returns {{ sum: unknown, lit: Record<string, Lights> }} lit: by matrix
 */
export function explain(ways, cell, text) {
  const { matrix: name, i, j } = cell;
  const value = ways.at(name, i, j);
  switch (name) {
    case "M":
      return { sum: text(value === 0 ? "maskOpen" : "maskHides"), lit: { Z: only(i, j) } };
    case "B":
      return { sum: text(value === 0 ? "flagOpen" : "flagHides"), lit: {} };
    case "Z":
    case "Z_b": {
      const mask = name.replace("Z", "M");
      const [score, bias] = [ways.at(SCALED, i, j), ways.at(mask, i, j)];
      const written = `${factorOf(score)} + ${factorOf(bias)}`;
      const sum = worked([written], value, (a, b) => a + b, score, bias);
      const isLost = Number.isFinite(bias) && bias !== 0 && value === bias && score !== 0;
      return {
        sum: isLost ? [sum, ` ${text("scoreLost")}`] : sum,
        lit: { [SCALED]: only(i, j), [mask]: only(i, j) },
      };
    }
    case "M_b":
      return { sum: text("biasCell"), lit: { Z_b: only(i, j) } };
    case "A":
    case "A_b":
    case "A_0":
    case "A_all":
    case "A_keep": {
      const from = SCORES_OF[name];
      const key = name === "A_keep" ? "otherWayBlind" : "allHidden";
      const sum = softmaxSum(ways.attn, ways.rowOf(from, i), j, value, { allHidden: text(key) });
      return { sum, lit: { [from]: wholeRow(i) } };
    }
    case "Z_0":
    case "A_cut": {
      const from = name === "Z_0" ? SCALED : "A_all";
      const before = ways.at(from, i, j);
      const key = ways.isHidden(i, j) ? "overwritten" : "stays";
      return {
        sum: text(key, { before: format(before) }),
        lit: { [from]: only(i, j), Z: name === "Z_0" ? only(i, j) : () => undefined },
      };
    }
    case "O":
    case "O_keep": {
      const weights = name.replace("O", "A");
      const terms = ways.rowOf(weights, i).map((weight, key) => [
        { value: weight, role: "plain" },
        { value: ways.at("V", key, j), role: "value" },
      ]);
      return {
        sum: productSum(terms, value),
        lit: { [weights]: wholeRow(i), V: valueColumn(j) },
      };
    }
    case "A_row": {
      const { weights } = LETTERS[WAYS[i]];
      const { sum } = explain(ways, { matrix: weights, i: ways.row, j }, text);
      return { sum, lit: { [weights]: only(ways.row, j) } };
    }
    case "Σ_row": {
      const row = ways.rowOf("A_row", i);
      const terms = j === 0 ? row : row.filter((_, key) => ways.isHidden(ways.row, key));
      return {
        sum: added(terms, value),
        lit: {
          A_row: (r, c) =>
            r === i && (j === 0 || ways.isHidden(ways.row, c)) ? "plain" : undefined,
        },
      };
    }
    default: {
      if (name.startsWith("Σ")) {
        const weights = name.replace("Σ", "A");
        return { sum: added(ways.rowOf(weights, i), value), lit: { [weights]: wholeRow(i) } };
      }
      if (name.startsWith("M_")) {
        return { sum: text(value === 0 ? "partOpen" : "partHides"), lit: { M: only(i, j) } };
      }
      return { sum: equals([], value), lit: {} };
    }
  }
}

// Where one number of <attention-softmax> comes from: its arithmetic, and the cells that light up.
import { equals, factorOf, worked } from "../../parts/letters/arithmetic.js";
import { format } from "../../parts/letters/numbers.js";
import { softmaxSum } from "../../parts/letters/softmax-sum.js";

/** @typedef {import("./rows.js").Rows} Rows */
/** @typedef {{ matrix: string, i: number, j: number }} Cell */
/** @typedef {(i: number, j: number) => import("../../parts/matrix/matrix-grid.js").Light | undefined} Lights */
/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

/** @param {(i: number, j: number) => boolean} isLit @returns {Lights} */
const where = (isLit) => (i, j) => (isLit(i, j) ? "plain" : undefined);

/** @param {number[]} z @param {number} score one of them @param {number} weight */
function hardmaxKey(z, score, weight) {
  if (weight === 0) return score === Math.max(...z) ? "laterOfEquals" : "notTheLargest";
  return z.filter((one) => one === score).length > 1 ? "firstOfEquals" : "largestTakesAll";
}

/** @param {Rows} rows @param {number} i @param {number} f @param {Text} text */
function weight(rows, i, f, text) {
  const name = rows.functions[f];
  const value = rows.weights[name][i];
  const { z } = rows;
  switch (name) {
    case "softmax":
    case "plusOne":
      return softmaxSum(rows.attn, z, i, value, { allHidden: "", plusOne: name === "plusOne" });
    case "hardmax":
      return text(hardmaxKey(z, z[i], value), { z: format(z[i]) });
    case "l1": {
      const sizes = z.map((score) => `|${format(score)}|`).join(" + ");
      return equals([`|${format(z[i])}| ÷ (${sizes})`], value, ...z);
    }
    default: {
      // Every score that gets some weight is as much above the threshold.
      const best = z.indexOf(Math.max(...z));
      const threshold = Math.fround(z[best] - rows.weights.sparsemax[best]);
      if (value > 0)
        return equals([`${format(z[i])} − ${factorOf(threshold)}`], value, z[i], threshold);
      return text("belowThreshold", { z: format(z[i]), threshold: format(threshold) });
    }
  }
}

/**
 * @param {Rows} rows @param {Cell} cell @param {Text} text
 * @returns {{ sum: unknown, lit: Record<string, Lights> }} lit: by matrix
 */
export function explain(rows, { matrix: name, i, j }, text) {
  const value = rows.at(name, i, j);
  switch (name) {
    case "z": {
      const { shift, temperature, scores } = rows;
      const above =
        shift === 0 ? factorOf(scores[i]) : `(${format(scores[i])} + ${factorOf(shift)})`;
      return {
        sum: worked(
          [`${above} ÷ ${format(temperature)}`],
          value,
          (x, c, tau) => (x + c) / tau,
          scores[i],
          shift,
          temperature,
        ),
        lit: {},
      };
    }
    case "W":
      return { sum: weight(rows, i, j, text), lit: { z: where(() => true) } };
    case "J":
    case "J_1": {
      const p = name === "J" ? rows.weights.softmax : rows.plain.softmax;
      const sum =
        i === j
          ? equals([`${format(p[i])} · (1 − ${format(p[i])})`], value, p[i], NaN)
          : equals([`−${format(p[i])} · ${format(p[j])}`], value, p[i], p[j]);
      /** @type {Record<string, Lights>} */
      const lit = name === "J" ? { W: where((r, c) => c === 0 && (r === i || r === j)) } : {};
      return { sum, lit };
    }
    default:
      return { sum: equals([], value), lit: {} };
  }
}

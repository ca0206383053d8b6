// What <attention-steps> draws in each step: the matrices in the order of the equation, the arithmetic of
// one cell, the scale of the colours.
import { html, nothing } from "lit";
import { action } from "../../parts/fields/controls.js";
import { arithmetic } from "../../parts/letters/arithmetic.js";
import { format } from "../../parts/letters/numbers.js";
import { symbolText } from "../../parts/letters/symbols.js";
import { extentOf } from "../../parts/matrix/colour.js";
import { colourBar } from "../../parts/matrix/colour-bar.js";
import { branches } from "../../parts/matrix/equation.js";
import { labelsOf } from "./explain.js";
import { SCALED } from "./stages.js";

/** @typedef {import("./attention-steps.js").AttentionSteps} AttentionSteps */
/** @typedef {import("../../parts/matrix/matrix-grid.js").MatrixOptions} MatrixOptions */

// From this many rows or columns on, matrices are drawn a size smaller.
export const DENSE_FROM = 7;
/** Which property holds an input. @type {Record<string, "x" | "memory" | "wq" | "wk" | "wv">} */
export const PROPERTY_OF = {
  X: "x",
  X_q: "x",
  X_0: "x",
  X_kv: "memory",
  X_kv0: "memory",
  W_Q: "wq",
  W_K: "wk",
  W_V: "wv",
};

/** The step's equations: matrices, and between them signs. @param {AttentionSteps} explorer @returns {(MatrixOptions | string)[][]} */
export function equations(explorer) {
  const { matrices, isDrawn, d_k } = explorer.stages;
  // One size for all of a step's matrices.
  const dense = Object.values(matrices).some(
    ({ shape: sizes }) => Math.max(...sizes) >= DENSE_FROM,
  );
  /** @param {string} name @param {Partial<MatrixOptions>} [more] */
  const show = (name, more) => options(explorer, name, { dense, ...more });
  /** @param {string} name @param {string} scale the matrix whose largest score ends the scale */
  const scores = (name, scale) =>
    show(name, { heat: "score", extent: extentOf(matrices[scale].data) });
  const weights = { heat: /** @type {const} */ ("weight"), extent: 1 };
  switch (explorer.atWork) {
    case "inputs":
      if (isDrawn) return [[show("Q"), show("K"), show("V")]];
      return inputs(explorer, show, dense);
    case "projections":
      if (isDrawn) return [[show("Q"), show("K"), show("V")]];
      return projected(explorer, show);
    case "scores":
      return [[show("Q"), "·", show("K^T"), "=", scores("S", "S")]];
    case "scale":
      // One scale for both, so that shrinking is seen as paling.
      return [[scores("S", "S"), `÷ √${d_k} =`, scores(SCALED, "S")]];
    case "mask":
      return [
        [
          scores(SCALED, SCALED),
          "+",
          show("M", { switchable: !explorer.readonly }),
          "=",
          scores("Z", SCALED),
        ],
      ];
    case "softmax":
      return [
        [
          scores("Z", SCALED),
          explorer.text("softmaxSign"),
          show("A", { ...weights, ...(explorer.isQuestion ? { concealed: true } : {}) }),
        ],
        ...(explorer.experiment === "linear" && !explorer.isQuestion
          ? [[explorer.text("linearSign"), show("A_lin", weights)]]
          : []),
      ];
    default:
      return [
        [show("A", weights), "·", show("V"), "=", show("O")],
        ...(explorer.experiment === "linear"
          ? [[show("A_lin", weights), "·", show("V"), "=", show("O_lin")]]
          : []),
      ];
  }
}

/**
 * The embeddings, with what is done to them, and the weight matrices.
 * @param {AttentionSteps} explorer @param {(name: string) => MatrixOptions} show @param {boolean} dense
 */
function inputs({ stages, isStacked, text }, show, dense) {
  const { factor, norm, isCross, isPrepared, matrices } = stages;
  /** @param {string} from @param {string} P @param {string} to @returns {(MatrixOptions | string)[]} */
  const line = (from, P, to) => {
    if (!isPrepared) return [show(to)];
    const times = factor === 1 ? "" : `${format(factor)} ·`;
    const before = norm ? `${text("normSign")}(${times}` : times;
    return [
      ...(before === "" ? [] : [before]),
      show(from),
      ...(P in matrices ? ["+", show(P)] : []),
      norm ? ") =" : "=",
      show(to),
    ];
  };
  const tokens = isCross
    ? [line("X_0", "P", "X_q"), line("X_kv0", "P_kv", "X_kv")]
    : [line("X_0", "P", "X")];
  const weights = isStacked ? [show("W_QKV")] : [show("W_Q"), show("W_K"), show("W_V")];
  const isLong = dense || norm || matrices.P !== undefined;
  if (isCross && isPrepared) return [...tokens, weights];
  return isLong ? [tokens.flat(), weights] : [[...tokens.flat(), ...weights]];
}

/** @param {AttentionSteps} explorer @param {(name: string, more?: Partial<MatrixOptions>) => MatrixOptions} show */
function projected({ stages, isStacked, text }, show) {
  const { X, keysX, positions } = stages;
  const low = { compact: true };
  if (isStacked) return [[show(X), "·", show("W_QKV"), "=", show("QKV")]];
  if (positions === "rotary") {
    // What X and the weight matrices make is turned; the products are the same as without.
    const sign = text("turnSign");
    return [
      [show("Q_0", low), sign, show("Q", low)],
      [show("K_0", low), sign, show("K", low)],
      [show("V", low)],
    ];
  }
  return [
    [show(X), "·", show("W_Q", low), "=", show("Q", low)],
    [show(keysX), "·", show("W_K", low), "=", show("K", low)],
    [show(keysX), "·", show("W_V", low), "=", show("V", low)],
  ];
}

/** @param {AttentionSteps} explorer @param {string} name @param {Partial<MatrixOptions>} more @returns {MatrixOptions} */
export function options(explorer, name, more) {
  const { stages, cell } = explorer;
  const labels = labelsOf(stages, name, explorer.text);
  const followsQueries = labels.rows === stages.queryTokens && !["K", "V"].includes(name);
  // What something was done to is no input: the numbers to edit are those before it.
  const isProduct = stages.isPrepared && ["X", "X_q", "X_kv"].includes(name);
  const isMade = !stages.roles && name.startsWith("W");
  return {
    ...labels,
    name,
    title: explorer.text(`title ${symbolText(name)}`),
    tensor: stages.tensorOf(name),
    transposed: name === "K^T",
    chosenRow: followsQueries ? stages.row : undefined,
    choosable: followsQueries && stages.n > 1,
    target: cell?.matrix === name && !explorer.isQuestion ? [cell.i, cell.j] : undefined,
    lit: explorer.isQuestion ? undefined : explorer.explanation?.lit[name],
    masked: ["M", "Z", "A"].includes(name) ? (i, j) => stages.isHidden(i, j) : undefined,
    editable: name in PROPERTY_OF && !isProduct && !isMade && !explorer.readonly,
    asked: explorer.practice.asked(name),
    concealed: (i, j) => explorer.practice.conceals(name, i, j),
    text: explorer.text,
    ...more,
  };
}

/**
 * What is multiplied stands once, on the left of all that is made from it.
 * @param {AttentionSteps} explorer
 * @param {(MatrixOptions | string)[][]} lines
 */
export function projectionLines(explorer, lines) {
  const [[x, toQ, q], [keysX, toK, k], [, toV, v]] = lines.map((line) =>
    line.flatMap((part) => (typeof part === "string" ? [] : [part])),
  );
  if (explorer.stages.isCross) {
    return [
      branches(x, [[toQ, q]]),
      branches(keysX, [
        [toK, k],
        [toV, v],
      ]),
    ];
  }
  return branches(x, [
    [toQ, q],
    [toK, k],
    [toV, v],
  ]);
}

/** @param {AttentionSteps} explorer */
export function cellArithmetic(explorer) {
  const { cell, explanation } = explorer;
  if (!cell || !explanation)
    return arithmetic({ place: explorer.text("inputsHow"), sum: "", live: false });
  const { practice, text } = explorer;
  const { matrix, i, j } = cell;
  const place = explorer.rich("place", explorer.placeOf(cell));
  if (practice.conceals(matrix, i, j)) {
    if (!practice.asked(matrix))
      return arithmetic({
        place: text("practiceFirst", { step: practice.openStep }),
        sum: "",
        live: false,
      });
    /** @param {string} name @param {() => void} onPress */
    const button = (name, onPress) => action({ name, label: text(name), onPress });
    return html`${arithmetic({ place, sum: text("practiceHow"), live: false })}
    ${button("showCell", () => practice.show(matrix, i, j))}
    ${button("showRest", () => practice.showRest())}`;
  }
  const verdict = practice.verdict(matrix, i, j);
  const sum =
    verdict === ""
      ? explanation.sum
      : html`<div dir="auto"><b data-verdict>${verdict}</b></div>
          ${explanation.sum}`;
  return arithmetic({ place, sum, live: explorer.pointed !== undefined });
}

/** @param {AttentionSteps} explorer */
export function legend(explorer) {
  const { practice, step } = explorer;
  // The end of a scale would tell a number.
  if (practice.open !== undefined && step >= practice.openStep) return nothing;
  const { matrices } = explorer.stages;
  const masked = matrices.M.data.includes(-Infinity) ? explorer.text("hatched") : undefined;
  switch (explorer.atWork) {
    case "scores":
    case "scale":
      return colourBar({
        scale: "score",
        extent: extentOf(matrices.S.data),
        label: explorer.text("scoreScale"),
      });
    case "mask":
      return colourBar({
        scale: "score",
        extent: extentOf(matrices[SCALED].data),
        label: explorer.text("scoreScale"),
        masked,
      });
    case "softmax":
    case "output":
      return colourBar({ scale: "weight", extent: 1, label: explorer.text("weightScale"), masked });
    default:
      return nothing;
  }
}

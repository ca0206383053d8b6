// What <attention-steps> says from the live numbers: the sentence of each step, the picture in words.
import { html } from "lit";
import { joined, sumOf, written } from "../../parts/letters/lists.js";
import { largestOf } from "../../parts/letters/largest.js";
import { format, shape, vector } from "../../parts/letters/numbers.js";
import { symbol, visibleToken } from "../../parts/letters/symbols.js";
import { PARTS, SCALED } from "./stages.js";

/** @typedef {import("./attention-steps.js").AttentionSteps} AttentionSteps */
/** @typedef {import("./stages.js").Stages} Stages */

// Vectors up to this length are written out in a sentence.
const SHORT_VECTOR = 4;

/** Whether value rows are too long to be written into a sentence. @param {Stages} stages */
const matricesAreWide = ({ matrices }) => matrices.V.shape[1] > SHORT_VECTOR;

/** What explorer step shows for the followed query. @param {AttentionSteps} explorer */
export function stepSentence(explorer) {
  const { stages, followed: query } = explorer;
  const { row, n, m, isCross, matrices } = stages;
  const isBlind = stages.rowOf("M", row).every((value) => value === -Infinity);
  switch (explorer.atWork) {
    case "inputs":
      return explorer.rich(isCross ? "sayCrossInputs" : "sayInputs", {
        n,
        m,
        d: stages.d,
        size: stages.d_k,
        X: symbol(stages.X),
        Xkv: symbol(stages.keysX),
        d_k: symbol("d_k"),
        weights: shape(...matrices.W_Q.shape),
      });
    case "projections":
      return explorer.rich(isCross ? "sayCrossProjections" : "sayProjections", {
        query,
        m,
        q: html`<span class="query">${vector(stages.rowOf("Q", row))}</span>`,
        k: isCross ? "" : html`<span class="key">${vector(stages.rowOf("K", row))}</span>`,
        v: isCross ? "" : html`<span class="value">${vector(stages.rowOf("V", row))}</span>`,
      });
    case "scores": {
      const scores = stages
        .rowOf("S", row)
        .map(
          (value, j) => html`${format(value)} ${explorer.text("with")} ${explorer.quotedKey(j)}`,
        );
      return explorer.rich("sayScores", { query, scores: joined(scores) });
    }
    case "scale":
      return explorer.rich("sayScale", {
        query,
        root: `√${stages.d_k}`,
        divisor: format(Math.fround(Math.sqrt(stages.d_k))),
        before: written(stages.rowOf("S", row)),
        after: written(stages.rowOf(SCALED, row)),
      });
    case "mask": {
      const hidden = matrices.M.data.filter((value) => value === -Infinity).length;
      if (hidden === 0) return explorer.rich("sayNoMask", { M: symbol("M") });
      const visible = Array.from({ length: m }, (_, j) => j)
        .filter((j) => !stages.isHidden(row, j))
        .map((j) => explorer.quotedKey(j));
      const key = isBlind ? "sayNothingLeft" : visible.length === m ? "sayAllLeft" : "sayMask";
      return explorer.rich(key, { hidden, cells: n * m, query, visible: joined(visible) });
    }
    case "softmax": {
      if (explorer.isQuestion) return explorer.rich("sayPredict", { query });
      if (isBlind) return explorer.rich("sayNoWeights", { query });
      const weights = stages.rowOf("A", row);
      const most = largestOf(weights);
      return explorer.rich(most.length === 1 ? "saySoftmax" : "saySoftmaxTie", {
        query,
        key: joined(most.map((j) => explorer.quotedKey(j))),
        weight: format(weights[most[0]]),
        weights: weights.map((value) => format(value)).join(" + "),
        sum: format(sumOf(weights)),
      });
    }
    default:
      return isBlind ? explorer.rich("sayNoOutput", { query }) : outputSentence(explorer);
  }
}

/** @param {AttentionSteps} explorer */
export function outputSentence(explorer) {
  const { stages, followed: query } = explorer;
  const weights = stages.rowOf("A", stages.row);
  if (matricesAreWide(stages)) {
    const parts = weights.map(
      (weight, j) => html`${format(weight)} ${explorer.text("of")} ${explorer.quotedKey(j)}`,
    );
    return explorer.rich("sayLongOutput", { query, V: symbol("V"), mixed: joined(parts) });
  }
  const parts = weights.map(
    (weight, j) =>
      html`<span class="nobreak"
        >${format(weight)} · <span class="value">${vector(stages.rowOf("V", j))}</span></span
      >`,
  );
  const output = vector(stages.rowOf("O", stages.row));
  return explorer.rich("sayOutput", { query, mixed: joined(parts, " + "), output });
}

/** @param {AttentionSteps} explorer */
export function descriptionOf(explorer) {
  const { stages } = explorer;
  const { queryTokens, keyTokens, isCross, X, keysX } = stages;
  /** @param {string} name */
  const size = (name) => shape(...stages.sizeOf(name));
  /** @param {string} name */
  const rows = (name) =>
    Array.from({ length: stages.sizeOf(name)[0] }, (_, i) => vector(stages.rowOf(name, i))).join(
      ", ",
    );
  /** @param {string} name @param {string[]} [tokens] */
  const labelled = (name, tokens = queryTokens) =>
    tokens.map((token, i) => `${visibleToken(token)} ${vector(stages.rowOf(name, i))}`).join(", ");
  /** @param {string} name @param {string[]} tokens */
  const input = (name, tokens) =>
    explorer.text("describeInputs", { x: name, size: size(name), rows: labelled(name, tokens) });
  return [
    explorer.text("describeIntro", {
      steps: PARTS.length,
      step: explorer.stepName,
      query: visibleToken(queryTokens[stages.row]),
      mask: explorer.text(`mask ${explorer.mask}`),
      factor: format(explorer.factor),
    }),
    input(X, queryTokens),
    ...(isCross ? [input(keysX, keyTokens)] : []),
    explorer.text("describeWeights", {
      size: size("W_Q"),
      wq: rows("W_Q"),
      wk: rows("W_K"),
      wv: rows("W_V"),
    }),
    explorer.text("describeProjections", {
      size: size("Q"),
      q: rows("Q"),
      k: rows("K"),
      v: rows("V"),
    }),
    explorer.text("describeScores", { size: size("S"), rows: labelled("S") }),
    explorer.text("describeScaled", { d: stages.d_k, rows: labelled(SCALED) }),
    explorer.text("describeMask", { rows: labelled("M") }),
    { of: "A", line: explorer.text("describeSoftmax", { rows: labelled("A") }) },
    { of: "O", line: explorer.text("describeOutput", { size: size("O"), rows: labelled("O") }) },
  ];
}

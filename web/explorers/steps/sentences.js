// What <attention-steps> says from the live numbers: the sentence of each step, the picture in words.
import { html } from "lit";
import { equalsSign, joined, sumOf, written } from "../../parts/letters/lists.js";
import { largestOf } from "../../parts/letters/largest.js";
import { format, listSign, shape, vector } from "../../parts/letters/numbers.js";
import { symbol, visibleToken } from "../../parts/letters/symbols.js";
import { PARTS, SCALED } from "./stages.js";
import { shares } from "./vectors.js";

/** @typedef {import("./attention-steps.js").AttentionSteps} AttentionSteps */
/** @typedef {import("./stages.js").Stages} Stages */

// Outputs nearer than this differ by rounding: the same numbers were added in another order.
const SAME = 1e-5;
// Vectors up to this length are written out in a sentence.
const SHORT_VECTOR = 4;

/** Whether value rows are too long to be written into a sentence. @param {Stages} stages */
const matricesAreWide = ({ matrices }) => matrices.V.shape[1] > SHORT_VECTOR;

/** What this step shows for the followed query, and what the experiment makes of it. @param {AttentionSteps} explorer */
export function stepSentence(explorer) {
  const waiting = practiceSentence(explorer);
  if (waiting) return waiting;
  const more = experimentSentence(explorer);
  return [plainSentence(explorer), more ? [" ", more] : ""];
}

/** What is still to be worked out, while the numbers of this step are not to be told. @param {AttentionSteps} explorer */
function practiceSentence({ practice, step, text }) {
  const { open, openStep, counts } = practice;
  if (open === undefined || step < openStep) return undefined;
  return step > openStep
    ? text("practiceFirst", { step: openStep })
    : text("sayPractice", { ...counts, left: counts.all - counts.done });
}

/** @param {AttentionSteps} explorer */
function plainSentence(explorer) {
  const { stages, followed: query } = explorer;
  const { row, n, m, isDrawn, matrices } = stages;
  const isBlind = stages.rowOf("M", row).every((value) => value === -Infinity);
  switch (explorer.atWork) {
    case "inputs":
    case "projections":
      if (isDrawn) {
        return explorer.rich("sayDrawn", {
          n,
          seed: `${stages.example.drawn?.seed}`,
          size: stages.d_k,
          d_k: symbol("d_k"),
        });
      }
      return explorer.atWork === "inputs"
        ? inputsSentence(explorer)
        : projectionsSentence(explorer);
    case "scores": {
      const scores = stages
        .rowOf("S", row)
        .map((value, j) =>
          explorer.rich("with", { score: format(value), key: explorer.quotedKey(j) }),
        );
      return explorer.rich("sayScores", {
        query,
        scores: joined(scores),
        size: stages.d_k,
        n,
        m,
        all: n * m * stages.d_k,
      });
    }
    case "scale": {
      const divisor = Math.fround(Math.sqrt(stages.d_k));
      return explorer.rich("sayScale", {
        query,
        root: `√${stages.d_k}`,
        equals: equalsSign(divisor),
        divisor: format(divisor),
        before: written(stages.rowOf("S", row)),
        after: written(stages.rowOf(SCALED, row)),
      });
    }
    case "mask": {
      const hidden = matrices.M.data.filter((value) => value === -Infinity).length;
      if (hidden === 0)
        return explorer.rich(explorer.readonly ? "sayNoMaskFixed" : "sayNoMask", {
          M: symbol("M"),
        });
      const visible = Array.from({ length: m }, (_, j) => j)
        .filter((j) => !stages.isHidden(row, j))
        .map((j) => explorer.quotedKey(j));
      const key = isBlind ? "sayNothingLeft" : visible.length === m ? "sayAllLeft" : "sayMask";
      return explorer.rich(key, { hidden, cells: n * m, query, visible: joined(visible) });
    }
    case "softmax":
      if (explorer.isQuestion) return explorer.rich("sayPredict", { query });
      return isBlind ? explorer.rich("sayNoWeights", { query }) : weightsSentence(explorer);
    default:
      return isBlind ? explorer.rich("sayNoOutput", { query }) : outputSentence(explorer);
  }
}

/** @param {AttentionSteps} explorer */
function inputsSentence(explorer) {
  const { stages } = explorer;
  return explorer.rich(stages.isCross ? "sayCrossInputs" : "sayInputs", {
    n: stages.n,
    m: stages.m,
    d: stages.d,
    size: stages.d_k,
    dIs: symbol("d"),
    X: symbol(stages.X),
    Xkv: symbol(stages.keysX),
    d_k: symbol("d_k"),
    weights: shape(...stages.matrices.W_Q.shape),
  });
}

/** @param {AttentionSteps} explorer */
function projectionsSentence(explorer) {
  const { stages, followed: query } = explorer;
  const { row, m, isCross } = stages;
  return explorer.rich(isCross ? "sayCrossProjections" : "sayProjections", {
    query,
    m,
    q: html`<span class="query">${vector(stages.rowOf("Q", row))}</span>`,
    k: isCross ? "" : html`<span class="key">${vector(stages.rowOf("K", row))}</span>`,
    v: isCross ? "" : html`<span class="value">${vector(stages.rowOf("V", row))}</span>`,
  });
}

/** @param {AttentionSteps} explorer */
function weightsSentence(explorer) {
  const { stages, followed: query } = explorer;
  const weights = stages.rowOf("A", stages.row);
  const winners = largestOf(weights);
  const sum = sumOf(weights);
  return explorer.rich(winners.length > 1 ? "saySoftmaxTie" : "saySoftmax", {
    query,
    key: joined(winners.map((j) => explorer.quotedKey(j))),
    weight: format(weights[winners[0]]),
    weights: weights.map((value) => format(value)).join(" + "),
    equals: equalsSign(...weights, sum),
    sum: format(sum),
  });
}

/** @param {AttentionSteps} explorer */
function outputSentence(explorer) {
  const { stages, followed: query } = explorer;
  const weights = stages.rowOf("A", stages.row);
  if (matricesAreWide(stages)) {
    const parts = weights.map((weight, j) =>
      explorer.rich("of", { weight: format(weight), key: explorer.quotedKey(j) }),
    );
    return explorer.rich("sayLongOutput", { query, V: symbol("V"), mixed: joined(parts) });
  }
  const parts = weights.map(
    (weight, j) =>
      html`<span class="nobreak"
        >${format(weight)} · <span class="value">${vector(stages.rowOf("V", j))}</span></span
      >`,
  );
  const scaled = shares(stages);
  const output = stages.rowOf("O", stages.row);
  return explorer.rich("sayOutput", {
    query,
    mixed: joined(parts, " + "),
    equals: equalsSign(...weights, ...scaled.flat()),
    shares: joined(
      scaled.map((share) => html`<span class="nobreak">${vector(share)}</span>`),
      " + ",
    ),
    andEquals: equalsSign(...scaled.flat(), ...output),
    output: vector(output),
  });
}

/** What the experiment makes of this step; undefined where it has nothing to say. @param {AttentionSteps} explorer */
function experimentSentence(explorer) {
  const { stages, experiment, atWork, followed: query } = explorer;
  const isLate = atWork === "softmax" || atWork === "output";
  if (atWork === "softmax" && explorer.isQuestion) return undefined;
  if (experiment === "norm") {
    if (atWork === "inputs") return explorer.rich("sayNorm", { factor: format(stages.factor) });
    if (!isLate) return undefined;
    const plain = explorer.stagesWith({ norm: false });
    const once = explorer.stagesWith({ factor: 1 });
    return explorer.rich(stages.factor === 1 ? "sayNormOnce" : "sayNormWeights", {
      factor: format(stages.factor),
      plain: written(plain.rowOf("A", plain.row)),
      once: written(once.rowOf("A", once.row)),
      query,
    });
  }
  if (experiment === "roles" && atWork === "scores")
    return explorer.rich("sayRoles", { S: symbol("S") });
  if (explorer.isStacked && atWork === "projections") {
    const [rows, columns] = stages.tensorOf("W_QKV").shape;
    return explorer.rich("sayStacked", {
      size: shape(rows, columns),
      turned: shape(columns, rows),
    });
  }
  if (experiment === "values" && (atWork === "output" || atWork === "projections")) {
    return explorer.rich("sayValues", {
      d_k: stages.d_k,
      d_v: stages.matrices.V.shape[1],
      size: shape(...stages.matrices.O.shape),
    });
  }
  if (experiment === "linear" && isLate) {
    return explorer.rich(stages.linearMask === "other" ? "sayLinearMask" : "sayLinear", {
      query,
      weights: written(stages.rowOf("A_lin", stages.row)),
      softmax: written(stages.rowOf("A", stages.row)),
      n: stages.n,
      m: stages.m,
      kept: shape(stages.d_k, stages.matrices.V.shape[1]),
    });
  }
  return explorer.isOrder ? orderSentence(explorer) : undefined;
}

/** What the order of the tokens does, and positions. @param {AttentionSteps} explorer */
function orderSentence(explorer) {
  const { stages, positions, atWork } = explorer;
  if (atWork === "inputs") {
    return positions === "none"
      ? explorer.text("sayNoPositions")
      : explorer.text(`sayAdded ${positions}`);
  }
  if (atWork === "projections") {
    return positions === "rotary" ? explorer.text("sayTurned") : undefined;
  }
  if (atWork !== "softmax" && atWork !== "output") return undefined;
  const said = [twinSentence(explorer)];
  if (stages.places.some((place, i) => place !== i)) {
    const before = explorer.stagesWith({
      order: undefined,
      query: (stages.isCross ? stages.row : stages.places[stages.row]) + 1,
    });
    const [now, then] = [stages, before].map((state) => state.rowOf("O", state.row));
    const wide = matricesAreWide(stages) ? "Wide" : "";
    const isSame = now.every((value, t) => Math.abs(value - then[t]) < SAME);
    said.push(
      explorer.rich(`${isSame ? "sayOrderSame" : "sayOrderOther"}${wide}`, {
        query: explorer.followed,
        before: vector(then),
        after: vector(now),
      }),
    );
  }
  return joined(
    said.filter((sentence) => sentence !== undefined),
    " ",
  );
}

/** Two tokens that are the same word: whether anything tells them apart. @param {AttentionSteps} explorer */
function twinSentence(explorer) {
  const { stages } = explorer;
  const { queryTokens: tokens } = stages;
  const first = tokens.findIndex((token, i) => tokens.indexOf(token, i + 1) > i);
  if (first < 0) return undefined;
  const second = tokens.indexOf(tokens[first], first + 1);
  const [a, b] = [first, second].map((i) => stages.rowOf("A", i));
  const isSame = a.every((weight, j) => Math.abs(weight - b[j]) < SAME);
  return explorer.rich(isSame ? "sayTwins" : "sayApart", {
    token: explorer.quoted(tokens[first]),
    first: first + 1,
    second: second + 1,
    weights: written(a),
    others: written(b),
  });
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
    tokens
      .map((token, i) => `${visibleToken(token)} ${vector(stages.rowOf(name, i))}`)
      .join(listSign());
  /** @param {string} name @param {string[]} tokens */
  const input = (name, tokens) =>
    explorer.text("describeInputs", { x: name, size: size(name), rows: labelled(name, tokens) });
  /** Lines, with the matrix that each tells of. @type {(string | { of: string, line: string })[]} */
  const all = [
    explorer.text("describeIntro", {
      steps: PARTS.length,
      step: explorer.stepName,
      query: visibleToken(queryTokens[stages.row]),
      mask: explorer.text(`mask ${explorer.mask}`),
      factor: format(explorer.factor),
    }),
    ...(stages.isDrawn
      ? []
      : [
          input(X, queryTokens),
          ...(isCross ? [input(keysX, keyTokens)] : []),
          explorer.text("describeWeights", {
            size: size("W_Q"),
            wq: rows("W_Q"),
            wk: rows("W_K"),
            wv: rows("W_V"),
          }),
        ]),
    {
      of: "V",
      line: explorer.text("describeProjections", {
        size: size("Q"),
        q: rows("Q"),
        k: rows("K"),
        v: rows("V"),
      }),
    },
    { of: "S", line: explorer.text("describeScores", { size: size("S"), rows: labelled("S") }) },
    {
      of: SCALED,
      line: explorer.text("describeScaled", { d: stages.d_k, rows: labelled(SCALED) }),
    },
    explorer.text("describeMask", { rows: labelled("M") }),
    { of: "A", line: explorer.text("describeSoftmax", { rows: labelled("A") }) },
    { of: "O", line: explorer.text("describeOutput", { size: size("O"), rows: labelled("O") }) },
  ];
  const { practice } = explorer;
  const waits = ["Q", "K", "V"].some((name) => practice.hides(name));
  // What is being worked out is not told.
  return all.filter((line) => typeof line === "string" || !(waits || practice.hides(line.of)));
}

// What <attention-softmax> says from the live numbers: the sentence, the picture in words.
import { html } from "lit";
import { largestOf } from "../../parts/letters/largest.js";
import { joined } from "../../parts/letters/lists.js";
import { format, isShort, listSign, numberSign, vector } from "../../parts/letters/numbers.js";
import { shortToken } from "../../parts/letters/symbols.js";
import { fine, fineList } from "./fine.js";

/** @typedef {import("./attention-softmax.js").AttentionSoftmax} AttentionSoftmax */

/** What softmax makes of the scores, and each function that stands beside it. @param {AttentionSoftmax} explorer */
export function stateSentence(explorer) {
  const { rows, asking } = explorer;
  const own = asking.hides("W") ? explorer.text("sayPredict") : softmaxSentence(explorer);
  const others = rows.functions
    .filter((f) => f !== "softmax" && !(f === "l1" && asking.isOpen("sizes")))
    .flatMap((f) => [" ", functionSentence(explorer, f)]);
  return [
    own,
    ...others,
    ...(rows.hasSlope && !asking.hides("J") ? [" ", slopeSentence(explorer)] : []),
  ];
}

/** @param {AttentionSoftmax} explorer */
function softmaxSentence(explorer) {
  const { rows } = explorer;
  const { temperature, shift, weights } = rows;
  const said = [];
  if (shift !== 0) {
    const { moved } = rows;
    said.push(
      explorer.rich(moved.length === 0 ? "sayShiftAll" : "sayShift", {
        shift: format(shift),
        weights: fineList(weights.softmax),
        moved: moved.map((f) => explorer.text(`name ${f}`)).join(listSign()),
      }),
      " ",
    );
  }
  if (temperature !== 1) {
    said.push(
      explorer.rich(temperature > 1 ? "sayTemperatureFlat" : "sayTemperatureSharp", {
        temperature: format(temperature),
        before: fineList(rows.plain.softmax),
        after: fineList(weights.softmax),
      }),
    );
  }
  if (said.length > 0) return said;
  if (rows.m === 1) return explorer.text("sayOne");
  const zeros = weights.softmax.filter((weight) => weight === 0).length;
  const winners = largestOf(weights.softmax, fine);
  const values = {
    zeros,
    weights: fineList(weights.softmax),
    label: joined(winners.map((i) => html`<bdi>${shortToken(explorer.labels[i])}</bdi>`)),
    m: rows.m,
  };
  if (winners.length === rows.m) return explorer.rich("sayAllEqual", values);
  if (zeros > 0) return explorer.rich("sayRoundedAway", values);
  return explorer.rich(winners.length > 1 ? "sayWeightsTie" : "sayWeights", values);
}

/** One sentence on a function beside softmax. @param {AttentionSoftmax} explorer @param {import("./rows.js").FunctionName} f */
function functionSentence({ rows, text }, f) {
  const { weights, m, z } = rows;
  const list = weights[f];
  const isTie = f === "hardmax" && z.filter((score) => score === Math.max(...z)).length > 1;
  return text(`say ${f}${isTie ? "Tie" : ""}`, {
    m,
    kept: list.filter((weight) => weight > 0).length,
    weights: list.map(fine).join(numberSign()),
    sum: fine(Math.fround(list.reduce((sum, weight) => sum + weight, 0))),
  });
}

/** @param {AttentionSoftmax} explorer */
function slopeSentence({ rows, text }) {
  const { best, temperature } = rows;
  return text(temperature === 1 ? "saySlope" : "saySlopeThen", {
    weight: fine(rows.weights.softmax[best]),
    slope: fine(rows.at("J", best, best)),
    equals: isShort(rows.at("J", best, best), 4) ? "=" : "≈",
    before: fine(rows.plainSize),
    after: fine(rows.size),
    temperature: format(temperature),
  });
}

/** @param {AttentionSoftmax} explorer */
export function descriptionOf(explorer) {
  const { rows } = explorer;
  return [
    explorer.text("describeIntro", {
      scores: vector(rows.scores),
      shift: format(rows.shift),
      temperature: format(rows.temperature),
      z: vector(rows.z),
    }),
    ...rows.functions.map((f) => ({
      of: "W",
      line: explorer.text("describeWeights", {
        name: explorer.text(`name ${f}`),
        weights: vector(rows.weights[f], fine),
        sum: format(Math.fround(rows.weights[f].reduce((sum, weight) => sum + weight, 0))),
      }),
    })),
    ...(rows.hasSlope
      ? [
          {
            of: "J",
            line: explorer.text("describeJacobian", {
              rows: rows.z.map((_, i) => vector(rows.rowOf("J", i), fine)).join(listSign()),
              size: fine(rows.size),
            }),
          },
        ]
      : []),
  ];
}

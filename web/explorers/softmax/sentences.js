// What <attention-softmax> says from the live numbers: the sentence, the picture in words.
import { html } from "lit";
import { format, vector } from "../../parts/letters/numbers.js";
import { shortToken } from "../../parts/letters/symbols.js";
import { fine, fineList } from "./fine.js";
import { FUNCTIONS } from "./rows.js";

/** @typedef {import("./attention-softmax.js").AttentionSoftmax} AttentionSoftmax */

/** @param {AttentionSoftmax} explorer */
export function stateSentence(explorer) {
  const { rows } = explorer;
  const { temperature, shift, weights } = rows;
  if (explorer.concealsWeights) return explorer.text("sayPredict");
  const said = [];
  if (shift !== 0) {
    const { moved } = rows;
    said.push(
      explorer.rich(moved.length === 0 ? "sayShiftAll" : "sayShift", {
        shift: format(shift),
        weights: fineList(weights.softmax),
        moved: moved.map((f) => explorer.text(`name ${f}`)).join(", "),
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
        sizeBefore: fine(rows.plainSize),
        sizeAfter: fine(rows.size),
      }),
    );
  }
  if (said.length > 0) return said;
  if (rows.m === 1) return explorer.text("sayOne");
  const zeros = weights.softmax.filter((weight) => weight === 0).length;
  return explorer.rich(zeros > 0 ? "sayRoundedAway" : "sayWeights", {
    zeros,
    weights: fineList(weights.softmax),
    label: html`<bdi>${shortToken(explorer.labels[rows.best])}</bdi>`,
    kept: weights.sparsemax.filter((weight) => weight > 0).length,
    m: rows.m,
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
    ...FUNCTIONS.map((f) =>
      explorer.text("describeWeights", {
        name: explorer.text(`name ${f}`),
        weights: `(${rows.weights[f].map(fine).join(", ")})`,
        sum: format(Math.fround(rows.weights[f].reduce((sum, weight) => sum + weight, 0))),
      }),
    ),
    explorer.text("describeJacobian", {
      rows: rows.z.map((_, i) => `(${rows.rowOf("J", i).map(fine).join(", ")})`).join(", "),
      size: fine(rows.size),
    }),
  ];
}

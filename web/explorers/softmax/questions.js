// What <attention-softmax> asks before it shows: a question for each example, and what is so.
import { html, nothing } from "lit";
import { prediction } from "../../parts/fields/prediction.js";
import { format, vector } from "../../parts/letters/numbers.js";
import { visibleToken } from "../../parts/letters/symbols.js";
import { fine } from "./fine.js";
import { FUNCTIONS, Rows } from "./rows.js";

/** @typedef {import("./attention-softmax.js").AttentionSoftmax} AttentionSoftmax */

/** @param {AttentionSoftmax} explorer */
export function questionOf(explorer) {
  if (!explorer.asks) return nothing;
  const { preset } = explorer;
  /** @param {string[]} keys */
  const named = (keys) => keys.map((value) => ({ value, label: explorer.text(`answer ${value}`) }));
  const answers = {
    four: FUNCTIONS.map((value) => ({ value, label: explorer.text(`name ${value}`) })),
    shift: named(["same", "first", "level"]),
    saturation: named(["near1", "near2", "near3"]),
    even: named(["slope1", "slope2", "slope4"]),
    pencil: explorer.labels.map((label, i) => ({ value: String(i), label: visibleToken(label) })),
  }[preset];
  if (!answers) return nothing;
  return prediction({
    question: explorer.text(`question ${preset}`),
    answers,
    given: explorer.isQuestion ? undefined : (explorer.guess ?? ""),
    verdict: explorer.guess ? verdictOf(explorer) : "",
    onAnswer: (guess) =>
      explorer.set({ guess, pointed: undefined, happened: undefined, ...explorer.example.then }),
    text: explorer.text,
  });
}

/** Whether the learner saw it, and what is so; in the state that the question speaks of. @param {AttentionSoftmax} explorer */
export function verdictOf(explorer) {
  const { attn, example, preset, guess } = explorer;
  if (!attn) return "";
  const rows = new Rows(attn, {
    scores: example.scores,
    shift: 0,
    temperature: 1,
    ...example.then,
  });
  const before = new Rows(attn, { scores: example.scores, shift: 0, temperature: 1 });
  const { best } = rows;
  const right = {
    four: rows.blindToSign[0],
    shift: rows.moved.includes("softmax") ? "first" : "same",
    saturation: "near2",
    even: "slope4",
    pencil: String(best),
  }[preset];
  const low = rows.z.indexOf(Math.min(...rows.z));
  const said = explorer.rich(`verdict ${preset}`, {
    weights: vector(rows.weights.softmax),
    weight: format(rows.weights.l1[low]),
    softmax: format(rows.weights.softmax[low]),
    before: fine(before.at("J", best, best)),
    after: fine(rows.at("J", best, best)),
    slope: format(rows.at("J", 0, 0)),
    other: format(rows.at("J", 1, 0)),
  });
  return html`<b>${explorer.text(guess === right ? "asExpected" : "notAsExpected")}</b> ${said}`;
}

// The question on screen, and what the learner's own trainings say to it.
import { html, nothing } from "lit";
import { SETTINGS } from "../../model/training.js";
import { format } from "../../parts/letters/numbers.js";
import { prediction } from "../../parts/fields/prediction.js";
import { withKeySize } from "../../parts/letters/symbols.js";
import { percent } from "./charts.js";
import { ANSWERS, QUESTIONS, judge, pairOf } from "./questions.js";
import { goal } from "./tell.js";

/** @typedef {import("./attention-training.js").AttentionTraining} Host */
/** @typedef {import("./record.js").Record} Record */

/** @param {Host} host */
export function questionNow(host) {
  const { text, guess } = host;
  const question = QUESTIONS[host.asked % QUESTIONS.length];
  const { name } = question;
  const keySize = SETTINGS.d / host.heads;
  const asked =
    name === "scale"
      ? text("question scale", {
          heads: host.heads,
          keySize,
          divisor: format(Math.sqrt(keySize)),
        })
      : text("question heads");
  const asks = prediction({
    question: withKeySize(asked),
    answers: ANSWERS.map((value) => ({ value, label: text(`answer ${name} ${value}`) })),
    given: guess,
    verdict: guess === undefined ? nothing : verdict(host),
    onAnswer: (value) => {
      host.guess = value;
    },
    text,
  });
  return asks;
}

/** @param {Host} host */
function verdict(host) {
  const { text, guess } = host;
  const question = QUESTIONS[host.asked % QUESTIONS.length];
  const { name } = question;
  const keySize = SETTINGS.d / host.heads;
  const { usual, other } = pairOf(question, host.plan, host.ended);
  /** @param {Record | undefined} record */
  const share = (record) => (record?.check ? percent(record.check.accuracy) : text("notTrained"));
  /** @param {Record | undefined} record */
  const goalOf = (record) =>
    record?.reached ? text("goalAt", { goal, step: record.reached.step }) : "";
  const values = {
    usual: share(usual),
    other: share(other),
    usualGoal: goalOf(usual),
    otherGoal: goalOf(other),
    keySize,
    divisor: format(Math.sqrt(keySize)),
    d: SETTINGS.d,
  };
  if (!usual || !other) return withKeySize(text(`wait ${name}`, values));
  const isRight = judge(usual, other) === guess;
  const next = html`<button
    type="button"
    class="quiet"
    data-action="next-question"
    @click=${() => {
      host.asked += 1;
      host.guess = undefined;
    }}
  >
    ${text("nextQuestion")}
  </button>`;
  return [
    text(isRight ? "verdictRight" : "verdictWrong"),
    " ",
    withKeySize(text(`verdict ${name}`, values)),
    " ",
    next,
  ];
}

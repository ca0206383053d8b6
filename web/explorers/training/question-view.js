// The question on screen, and what the learner's own trainings say to it.
import { html } from "lit";
import { SETTINGS } from "../../model/training.js";
import { equalsSign } from "../../parts/letters/lists.js";
import { format, percentage } from "../../parts/letters/numbers.js";
import { withSymbols } from "../../parts/letters/symbols.js";
import { ANSWERS, QUESTIONS, judge, pairOf } from "./questions.js";
import { goal } from "./tell.js";
import { thousands } from "./write.js";

/** @typedef {import("./attention-training.js").AttentionTraining} Host */
/** @typedef {import("./record.js").Record} Record */

/** @param {Host} host @returns {import("../../frame/questions.js").Question[]} */
export function questionsOf(host) {
  const { text, plan, lr } = host;
  const question = QUESTIONS[host.asked % QUESTIONS.length];
  const { name } = question;
  const keySize = SETTINGS.d / plan.heads;
  const root = Math.sqrt(keySize);
  const shared = {
    ...{ heads: plan.heads, keySize, d: SETTINGS.d },
    divisor: format(root),
    sign: equalsSign(root),
  };
  /** @param {Record | undefined} record */
  const share = (record) =>
    record?.check ? percentage(record.check.accuracy) : text("notTrained");
  /** @param {Record | undefined} record */
  const goalOf = (record) =>
    record?.reached ? text("goalAt", { goal: goal(), step: thousands(record.reached.step) }) : "";
  /** The trainings of the plan that was asked about, as far as they have ended here. */
  const found = () => {
    const { usual, other } = pairOf(question, plan, lr, host.ended);
    const values = {
      ...shared,
      usual: share(usual),
      other: share(other),
      usualGoal: goalOf(usual),
      otherGoal: goalOf(other),
    };
    return { usual, other, values };
  };
  return [
    {
      name,
      ask: () => withSymbols(text(`question ${name}`, shared)),
      answers: ANSWERS.map((value) => ({ value, label: () => text(`answer ${name} ${value}`) })),
      judge() {
        const { usual, other, values } = found();
        if (!usual || !other) return undefined;
        return {
          right: judge(usual, other),
          why: () => withSymbols(text(`verdict ${name}`, values)),
        };
      },
      waiting: () => [
        withSymbols(text(`wait ${name}`, found().values)),
        " ",
        host.comparing
          ? text(host.running ? "comparing" : "comparingPaused")
          : html`<button
              type="button"
              class="strong"
              data-action="compare"
              @click=${() => host.compare(question, plan, lr)}
            >
              ${text("compare")}
            </button>`,
      ],
      next: () => {
        host.asked += 1;
      },
      isPlaced: true,
    },
  ];
}

// A question before the answer: the learner says what they expect, then sees what is so. The answer
// is made by the explorer from its live numbers; this part only asks, and compares.
import { html } from "lit";
import { classMap } from "lit/directives/class-map.js";

/**
 * @typedef {object} Prediction
 * @property {unknown} question
 * @property {{ value: string, label: unknown }[]} answers
 * @property {string | undefined} given what the learner answered; "" when they only looked
 * @property {unknown} [verdict] what is so, and whether the learner saw it; shown once given
 * @property {(value: string) => void} onAnswer "" when the learner only wants to look
 * @property {(key: string, values?: Record<string, unknown>) => string} text
 */

/** @param {Prediction} prediction */
export function prediction({ question, answers, given, verdict, onAnswer, text }) {
  if (given !== undefined) {
    return given === "" ? "" : html`<div class="prediction" role="status"><p>${verdict}</p></div>`;
  }
  return html`<div class="prediction" role="group" aria-label=${text("predict")}>
    <p class="question">${question}</p>
    <div class="answers">
      ${answers.map(
        ({ value, label }) =>
          html`<button
            type="button"
            class=${classMap({ plain: true })}
            data-answer=${value}
            @click=${() => onAnswer(value)}
          >
            ${label}
          </button>`,
      )}
      <button type="button" class="quiet" data-answer="" @click=${() => onAnswer("")}>
        ${text("justShow")}
      </button>
    </div>
  </div>`;
}

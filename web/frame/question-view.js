// How a question looks: open, with its answers to press; answered, with the learner's own answer, the
// right one, and why. Printed, it stands there too.
import { css, html, nothing } from "lit";
import { action } from "../parts/fields/controls.js";
import { hasRightToLeft } from "../parts/letters/right-to-left.js";
import { sayNow } from "./said.js";

export const questionStyles = css`
  .prediction {
    margin: 0;
    padding-block: 0;
    padding-inline: 16px 0;
    border: 0;
    border-inline-start: 3px solid var(--accent);
  }

  .prediction .question {
    font-weight: 600;
  }

  .prediction .answers {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-block-start: 8px;
  }

  .prediction .compare {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 12px;
    margin: 4px 0;
  }

  .prediction .compare dt {
    color: var(--muted);
  }

  .prediction .compare dd {
    margin: 0;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  @media print {
    .prediction button.quiet {
      display: none;
    }
  }
`;

/**
 * @param {object} options
 * @param {import("./questions.js").Question} options.question
 * @param {import("./questions.js").Answered | undefined} options.answered
 * @param {boolean} options.hasMoved whether something else would be asked now
 * @param {(value: string) => void} options.onAnswer "" when the learner only wants to look
 * @param {(() => void) | undefined} options.onAgain
 * @param {(() => void) | undefined} options.onClose in its place where the state asks nothing any more
 * @param {(() => void) | undefined} options.onNext
 * @param {(key: string, values?: Record<string, unknown>) => string} options.text
 */
export function questionView(options) {
  const { question, answered, hasMoved, onAnswer, onAgain, onClose, onNext, text } = options;
  const { name, ask, answers } = question;
  /** @param {string} name @param {string} label @param {() => void} onPress */
  const quiet = (name, label, onPress) => action({ name, label: text(label), onPress });
  const open = () =>
    html`<div class="answers">
      ${answers.map(
        ({ value, label }) =>
          html`<button
            type="button"
            class="plain"
            data-answer=${value}
            dir=${hasRightToLeft(label) ? nothing : "auto"}
            @click=${() => onAnswer(value)}
          >
            ${sayNow(label)}
          </button>`,
      )}
      <button type="button" class="quiet" data-answer="" @click=${() => onAnswer("")}>
        ${text("justShow")}
      </button>
    </div>`;
  const told = () =>
    html`${verdict(question, /** @type {import("./questions.js").Answered} */ (answered), text)}
      <div class="answers">
        ${onAgain ? quiet("ask-again", hasMoved ? "askHere" : "askAgain", onAgain) : nothing}
        ${onClose ? quiet("close-question", "closeQuestion", onClose) : nothing}
        ${onNext ? quiet("next-question", "nextQuestion", onNext) : nothing}
      </div>`;
  return html`<div
    class="prediction"
    role="group"
    aria-labelledby="question-${name}"
    data-question=${name}
  >
    <p class="question" id="question-${name}">${sayNow(ask)}</p>
    ${answered ? told() : open()}
  </div>`;
}

/**
 * @param {import("./questions.js").Question} question
 * @param {import("./questions.js").Answered} answered
 * @param {(key: string) => string} text
 */
function verdict({ answers, waiting }, { given, judged }, text) {
  /** @param {string} value */
  const read = (value) => sayNow(answers.find((answer) => answer.value === value)?.label);
  const isRight = judged?.right === given;
  // It takes the focus, so that who works with the keyboard stays here, and hears it.
  return html`<div class="verdict" role="status" tabindex="-1">
    <dl class="compare">
      ${
        given === ""
          ? nothing
          : html`<dt>${text("yourAnswer")}</dt>
              <dd data-given>${read(given)}</dd>`
      }
      ${
        judged
          ? html`<dt>${text("rightAnswer")}</dt>
              <dd data-right>${read(judged.right)}</dd>`
          : nothing
      }
    </dl>
    <p>
      ${given !== "" && judged ? html`<b>${text(isRight ? "answeredRight" : "answeredWrong")}</b> ` : nothing}
      ${judged ? sayNow(judged.why) : sayNow(waiting)}
    </p>
  </div>`;
}

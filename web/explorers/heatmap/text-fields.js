// Where a text for a model is typed: a line for untrained layers, and for a trained model a field of
// several lines with texts to pick.
// Their direction is that of each line (parts/direction.js); dir="auto" says the same, but takes Chromium a
// second for 20,000 lines.
import { css, html, nothing } from "lit";
import { fieldLook } from "../../parts/fields/field-look.js";
import { live } from "lit/directives/live.js";
import { menu } from "../../parts/fields/controls.js";
import { MOST_TYPED } from "./written.js";

/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

export const textFieldStyles = css`
  .control.phrase {
    flex: 1 1 16rem;
  }

  .phrase button {
    white-space: nowrap;
  }

  .phrase .line {
    display: flex;
    gap: 8px;
  }

  .phrase :is(input, textarea) {
    flex: 1 1 auto;
    min-width: 0;
    ${fieldLook}
  }

  .phrase textarea {
    display: block;
    width: 100%;
    padding: 8px 12px;
    line-height: 1.4;
    max-height: 50vh;
    resize: vertical;
    field-sizing: content;
  }

  .ticket {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }

  .ticket select {
    width: 100%;
    text-overflow: ellipsis;
  }

  .ticket .beside {
    color: var(--muted);
    font-size: var(--small);
    max-width: none;
  }
`;

/**
 * One line, taken when it is left, with Enter or with the button.
 * @param {{ value: string, onChange: (text: string) => void, text: Text }} options
 */
export function lineField({ value, onChange, text }) {
  /** @param {Event} event */
  const take = (event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    const field = /** @type {HTMLInputElement} */ (button.parentElement?.querySelector("input"));
    if (field.value !== value) onChange(field.value);
  };
  return html`<div class="control phrase" data-control="phrase">
    <label for="phrase">${text("phrase")}</label>
    <div class="line">
      <input
        id="phrase"
        type="text"
        maxlength=${MOST_TYPED}
        autocomplete="off"
        spellcheck="false"
        .value=${live(value)}
        @change=${take}
      />
      <button type="button" class="plain" data-action="run" @click=${take}>${text("run")}</button>
    </div>
  </div>`;
}

// Of a text in the menu, in characters.
const LONG = 90;

/**
 * @param {object} options
 * @param {string} options.value the text that is read
 * @param {{ text: string, label?: string }[]} options.examples
 * @param {boolean} options.isQuick whether it is read while it is typed
 * @param {(text: string, isPicked: boolean) => void} options.onChange
 * @param {string[]} options.notes about this text
 * @param {boolean} options.hasMenu @param {boolean} options.hasField
 * @param {Text} options.text
 */
export function ticketField(options) {
  const { value, examples, isQuick, onChange, notes, hasMenu, hasField, text } = options;
  const now = examples.findIndex((example) => example.text === value);
  const short = (/** @type {string} */ all) =>
    all.length > LONG ? `${all.slice(0, LONG - 1).trimEnd()}…` : all;
  /** @param {Event} event */
  const take = (event) => {
    const { value: typed } = /** @type {HTMLTextAreaElement} */ (event.currentTarget);
    if (typed !== value) onChange(typed, false);
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    // A ticket is one paragraph: Enter reads it.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    take(event);
  };
  return html`<div class="ticket">
    ${
      hasMenu && examples.length > 1
        ? menu({
            name: "ticket",
            label: text("pick"),
            value: String(now),
            options: [
              ...(now < 0 ? [{ value: "-1", label: text("ownText") }] : []),
              ...examples.map((example, at) => ({
                value: String(at),
                label: example.label
                  ? text("ticketOption", { label: example.label, text: short(example.text) })
                  : short(example.text),
              })),
            ],
            onChange: (at) => {
              if (Number(at) >= 0) onChange(examples[Number(at)].text, true);
            },
          })
        : nothing
    }
    ${
      hasField
        ? html`<div class="control phrase" data-control="phrase">
            <label for="phrase">${text("ticket")}</label>
            <textarea
              id="phrase"
              rows="2"
              maxlength=${MOST_TYPED}
              autocomplete="off"
              spellcheck="false"
              .value=${live(value)}
              @input=${isQuick ? take : nothing}
              @change=${take}
              @keydown=${onKey}
            ></textarea>
          </div>`
        : nothing
    }
    ${notes.map((note) => html`<p class="beside" data-note>${note}</p>`)}
  </div>`;
}

// Steps in a row: Back, a button for each, Next. Arrow keys move along, Home and End to the ends.
import { css, html } from "lit";
import { classMap } from "lit/directives/class-map.js";

export const stepperStyles = css`
  .stepper {
    display: grid;
    grid-template-columns: auto 1fr auto;
    gap: 8px 16px;
    align-items: center;
  }

  .stepper ol {
    display: flex;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .stepper li {
    flex: 1 1 0;
    min-width: 0;
  }

  .stepper .step {
    display: block;
    width: 100%;
    min-height: 44px;
    padding: 4px 2px 0;
    border: 0;
    border-top: 3px solid var(--line);
    background: none;
    color: var(--muted);
    font: inherit;
    font-size: var(--small);
    line-height: 1.25;
    text-align: center;
    cursor: pointer;
  }

  .stepper .step:hover {
    color: var(--ink);
    border-top-color: var(--control-line);
  }

  .stepper .step b {
    display: block;
    font-weight: 400;
  }

  .stepper .done {
    border-top-color: var(--control-line);
  }

  .stepper .step[aria-current="step"] {
    border-top-color: var(--accent);
    color: var(--ink);
    font-weight: 600;
  }

  .stepper .step[aria-current="step"] b {
    font-weight: 600;
  }

  @container (max-width: 44rem) {
    .stepper {
      grid-template-columns: 1fr 1fr;
    }

    .stepper ol {
      grid-column: 1 / -1;
      grid-row: 1;
    }

    .stepper .step span {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    .stepper .step b {
      font-size: var(--text);
      padding-block: 4px;
    }
  }
`;

/**
 * @param {object} options
 * @param {string[]} options.steps names of the steps, in order
 * @param {number} options.current the step shown, from 1
 * @param {(step: number) => void} options.onStep
 * @param {(key: string, values?: Record<string, unknown>) => string} options.text
 */
export function stepper({ steps, current, onStep, text }) {
  const last = steps.length;
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const { key } = event;
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 1, End: last }[key];
    if (to === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    const step = Math.min(last, Math.max(1, to));
    const list = /** @type {HTMLElement} */ (event.currentTarget);
    onStep(step);
    /** @type {HTMLElement | null} */ (list.querySelector(`[data-step="${step}"]`))?.focus();
  };
  return html`<div class="stepper" role="group" aria-label=${text("steps")}>
    <button
      type="button"
      class="plain"
      data-action="back"
      aria-disabled=${current === 1}
      @click=${() => current > 1 && onStep(current - 1)}
    >
      ${text("back")}
    </button>
    <ol @keydown=${onKey}>
      ${steps.map((name, index) => {
        const step = index + 1;
        return html`<li>
          <button
            type="button"
            class=${classMap({ step: true, done: step < current })}
            data-step=${step}
            tabindex=${step === current ? "0" : "-1"}
            aria-current=${step === current ? "step" : "false"}
            @click=${() => onStep(step)}
          >
            <b>${step}</b><span>${name}</span>
          </button>
        </li>`;
      })}
    </ol>
    <button
      type="button"
      class="strong"
      data-action="next"
      aria-disabled=${current === last}
      @click=${() => current < last && onStep(current + 1)}
    >
      ${text("next")}
    </button>
  </div>`;
}

// Work that takes a while: how far it is, as a bar and a number, and a button that ends it.
import { css, html } from "lit";
import { percentage } from "../letters/numbers.js";

export const progressStyles = css`
  .progress {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 12px;
    min-height: 44px;
  }

  .progress progress {
    width: 120px;
    height: 8px;
    accent-color: var(--accent);
  }

  .progress .so-far {
    min-width: 5ch;
    font-weight: 600;
  }
`;

/**
 * @param {object} options
 * @param {string} options.label what is being done
 * @param {number} options.fraction 0 to 1
 * @param {() => void} options.onCancel
 * @param {(key: string, values?: Record<string, unknown>) => string} options.text
 */
export const progress = ({ label, fraction, onCancel, text }) =>
  html`<div class="progress">
    <progress max="1" .value=${fraction} aria-label=${label}></progress>
    <span class="so-far">${percentage(Math.floor(100 * fraction) / 100, 0)}</span>
    <button type="button" class="plain" data-action="cancel" @click=${onCancel}>
      ${text("cancel")}
    </button>
  </div>`;

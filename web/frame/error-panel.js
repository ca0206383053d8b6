// What stands in an explorer's place when it cannot work: never nothing.
import { css, html } from "lit";
import { LONGEST_MESSAGE } from "./limits.js";

export const errorStyles = css`
  .error {
    padding: 12px 16px;
    border-inline-start: 4px solid var(--key);
    background: var(--wash);
  }

  .error .what {
    font-weight: 600;
  }

  .error code {
    font-family: var(--mono);
    font-size: var(--small);
    overflow-wrap: anywhere;
  }

  .error button {
    margin-block-start: 8px;
  }
`;

/**
 * @param {object} options
 * @param {unknown} options.error
 * @param {() => void} [options.onRetry]
 * @param {(key: string, values?: Record<string, unknown>) => string} options.text
 */
export function errorPanel({ error, onRetry, text }) {
  const said = error instanceof Error ? error.message : String(error);
  const message = said.length > LONGEST_MESSAGE ? `${said.slice(0, LONGEST_MESSAGE)} …` : said;
  return html`<div class="error" role="alert">
    <p class="what">${text("failed")}</p>
    <p><code>${message}</code></p>
    <p>${text("pageIsFine")}</p>
    ${
      onRetry
        ? html`<button type="button" class="plain" data-action="retry" @click=${onRetry}>
            ${text("startAgain")}
          </button>`
        : ""
    }
  </div>`;
}

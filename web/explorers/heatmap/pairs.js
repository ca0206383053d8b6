// The strongest pairs of a head: which query reads which key most, over the whole map.
import { css, html } from "lit";
import { precise } from "./written.js";

export const pairStyles = css`
  .pairs {
    grid-area: pairs;
    min-width: 0;
  }

  .pairs .name {
    color: var(--muted);
    font-size: var(--small);
  }

  .pairs ol {
    display: grid;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .pairs button {
    display: grid;
    grid-template-columns: 4em minmax(0, 1fr);
    gap: 0 8px;
    align-items: center;
    width: 100%;
    min-height: 28px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--ink);
    font: inherit;
    text-align: start;
    cursor: pointer;
  }

  .pairs button:hover {
    background: var(--wash);
  }

  .pairs button b {
    font-weight: 600;
  }
`;

/** @typedef {{ i: number, j: number, value: number }} Pair */

/**
 * @param {object} options
 * @param {string} options.title
 * @param {Pair[]} options.list strongest first
 * @param {import("./names.js").Names} options.names
 * @param {(pair: Pair) => void} options.onChoose
 * @param {(key: string, values?: Record<string, unknown>) => unknown} options.rich
 */
export const pairs = ({ title, list, names, onChoose, rich }) =>
  html`<div class="pairs" data-pairs>
    <p class="name" id="pairs-name">${title}</p>
    <ol aria-labelledby="pairs-name">
      ${list.map(
        (pair) =>
          html`<li>
            <button type="button" data-pair="${pair.i},${pair.j}" @click=${() => onChoose(pair)}>
              <b>${precise(pair.value)}</b>
              <span
                >${rich("pair", {
                  query: names.named("queryTokens", pair.i),
                  key: names.named("keyTokens", pair.j),
                })}</span
              >
            </button>
          </li>`,
      )}
    </ol>
  </div>`;

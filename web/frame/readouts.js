// One strip of figures: what each is called, and what it is now.
import { css, html } from "lit";

export const readoutStyles = css`
  .readouts {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 32px;
    margin: 0;
    padding-block: 12px;
    border-block: 1px solid var(--line);
  }

  .readouts dt {
    color: var(--muted);
    font-size: var(--small);
  }

  .readouts dd {
    margin: 0;
    font-weight: 600;
    overflow-wrap: break-word;
    text-wrap: pretty;
  }

  @container (max-width: 30rem) {
    .readouts {
      display: grid;
      grid-template-columns: fit-content(40%) minmax(0, 1fr);
      gap: 4px 16px;
      align-items: baseline;
    }

    .readouts > div {
      display: contents;
    }
  }

  /* A number of thirteen digits stays in one line. */
  @container (max-width: 20rem) {
    .readouts {
      grid-template-columns: fit-content(34%) minmax(0, 1fr);
      column-gap: 8px;
    }

    .readouts dd {
      font-size: calc(0.9 * var(--text));
    }
  }
`;

/**
 * @typedef {object} Readout
 * @property {unknown} label
 * @property {unknown} value
 * @property {string} [name] what a test finds it by
 * @property {string} [of] the matrix that it is read from: it waits with that for an answer
 */

/** @param {Readout[]} items */
export const readouts = (items) =>
  html`<dl class="readouts">
    ${items.map(
      ({ label, value, name }) =>
        html`<div data-readout=${name ?? ""}>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;

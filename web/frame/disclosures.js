// What lies behind the picture, one line of headings that open: tables, text description, files,
// embed code. Closed parts are not drawn, so that they cost nothing.
import { css, html } from "lit";

export const disclosureStyles = css`
  .disclosures {
    display: flex;
    flex-wrap: wrap;
    gap: 0 24px;
    border-block-start: 1px solid var(--line);
  }

  .disclosures details[open] {
    flex-basis: 100%;
    min-width: 0;
    padding-block-end: 16px;
  }

  .disclosures summary {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    color: var(--muted);
    font-size: var(--small);
    cursor: pointer;
    list-style: none;
  }

  .disclosures summary::-webkit-details-marker {
    display: none;
  }

  .disclosures summary::before {
    content: "+";
    width: 1.1em;
    font-size: var(--text);
    line-height: 1;
  }

  .disclosures details[open] > summary {
    color: var(--ink);
    font-weight: 600;
  }

  .disclosures details[open] > summary::before {
    content: "−";
  }

  .disclosures summary:hover {
    color: var(--ink);
  }

  .disclosures pre {
    margin: 0 0 8px;
    padding: 12px;
    max-height: 20rem;
    overflow: auto;
    background: var(--wash);
    font: var(--small) / 1.5 var(--mono);
    tab-size: 2;
  }

  .disclosures button + p {
    margin-block-start: 16px;
  }

  .disclosures .described {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }

  .disclosures .files {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-block-end: 12px;
  }

  @media print {
    .disclosures {
      display: none;
    }
  }
`;

/**
 * @typedef {object} Disclosure
 * @property {string} name what it is known by
 * @property {unknown} title
 * @property {() => unknown} draw its content, asked for when it is open
 */

/**
 * @param {Disclosure[]} list
 * @param {Set<string>} open names of the open ones
 * @param {(name: string, isOpen: boolean) => void} onToggle
 */
export const disclosures = (list, open, onToggle) =>
  html`<div class="disclosures">
    ${list.map(
      ({ name, title, draw }) =>
        html`<details
          data-disclosure=${name}
          ?open=${open.has(name)}
          @toggle=${(/** @type {Event} */ event) =>
            onToggle(name, /** @type {HTMLDetailsElement} */ (event.currentTarget).open)}
        >
          <summary>${title}</summary>
          ${open.has(name) ? draw() : ""}
        </details>`,
    )}
  </div>`;

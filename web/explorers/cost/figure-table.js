// The figures as a table beside the chart: a row for each number of tokens, the one that is asked about
// marked, and under measured columns the slope of each.
import { css, html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { count } from "./write.js";
import { fixed } from "../../parts/letters/numbers.js";

export const figureTableStyles = css`
  .figures {
    min-width: 0;
    overflow-x: auto;
  }

  .figures table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--small);
  }

  .figures caption {
    padding-block-end: 4px;
    text-align: start;
    color: var(--muted);
  }

  .figures th,
  .figures td {
    padding-block: 4px;
    padding-inline: 12px 0;
    border-block-end: 1px solid var(--line);
    font-weight: 400;
    text-align: end;
    vertical-align: baseline;
    white-space: nowrap;
  }

  .figures thead th {
    vertical-align: bottom;
    white-space: normal;
    color: var(--muted);
  }

  .figures thead small {
    display: block;
    font-size: inherit;
  }

  .figures tbody th {
    padding-inline-start: 4px;
    color: var(--muted);
  }

  .figures td small {
    display: block;
    color: var(--muted);
    font-size: calc(0.6875 * var(--text));
  }

  .figures .now > * {
    background: var(--wash);
    color: var(--ink);
    font-weight: 600;
  }

  @container (max-width: 30rem) {
    .figures th,
    .figures td {
      padding-inline-start: 8px;
    }

    /* Bold numbers would touch those beside them; the row is marked by its colour. */
    .figures .now > td {
      font-weight: inherit;
    }
  }

  .figures tfoot th,
  .figures tfoot td {
    border-block-end: 0;
  }
`;

/**
 * @param {object} options
 * @param {string} options.name what tests find it by
 * @param {unknown} options.title @param {string} options.label for speech
 * @param {import("./figures.js").Figures} options.figures
 * @param {Record<string, number | undefined>} [options.slopes] by column
 * @param {number} options.now the row that is marked
 * @param {boolean} options.revealed whether what answers the question may be seen
 * @param {(key: string, values?: Record<string, unknown>) => string} options.text
 */
export function figureTable({ name, title, label, figures, slopes, now, revealed, text }) {
  const { tokens, columns } = figures;
  /** @param {import("./figures.js").Column} column @param {number} at */
  const cell = ({ values, spreads, write, asked }, at) => {
    if (asked && !revealed) return text("secret");
    const value = values[at];
    const spread = spreads?.[at];
    // As high as it will be, so that nothing moves when the time comes in.
    if (value === undefined) {
      return html`${text("notMeasured")}${spreads ? html`<small>${"\u00a0"}</small>` : nothing}`;
    }
    return html`${write(value)}${
      spread
        ? html`<small
            >${text("spread", { low: write(spread.low), high: write(spread.high) })}</small
          >`
        : nothing
    }`;
  };
  const foot = slopes
    ? html`<tfoot>
        <tr>
          <th scope="row">${text("slopeRow")}</th>
          ${columns.map(({ name: of }) => html`<td data-slope=${of}>${slopes[of] === undefined ? text("notMeasured") : fixed(slopes[of], 2)}</td>`)}
        </tr>
      </tfoot>`
    : nothing;
  return html`<div class="figures" tabindex="0" role="region" aria-label=${label}>
    <table data-figures=${name}>
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col">${text("columnTokens")}</th>
          ${columns.map(
            (column) =>
              html`<th scope="col" data-column=${column.name}>
                ${text(`column ${column.name}`)}${
                  column.unit ? html`<small>${column.unit}</small>` : nothing
                }
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${tokens.map(
          (n, at) =>
            html`<tr class=${classMap({ now: n === now })} data-n=${n}>
              <th scope="row">${count(n)}</th>
              ${columns.map((column) => html`<td data-cell=${column.name}>${cell(column, at)}</td>`)}
            </tr>`,
        )}
      </tbody>
      ${foot}
    </table>
  </div>`;
}

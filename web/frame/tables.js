// The numbers behind the picture as plain tables, with every digit: for reading, copying and for
// whoever does not see the picture.
import { downAndAcross } from "../parts/direction.js";
import { css, html, nothing } from "lit";
import { exact, shape } from "../parts/letters/numbers.js";
import {
  isWorded,
  symbol,
  symbolText,
  visibleToken,
  withSymbols,
} from "../parts/letters/symbols.js";

/**
 * @typedef {object} NumberTable
 * @property {string} name letter of the formula
 * @property {string} title in words
 * @property {boolean} [unnamed] its name is no letter of the formula: nobody reads it
 * @property {{ data: ArrayLike<number | undefined>, shape: number[] }} tensor two sizes; undefined where a row has
 *   no such cell
 * @property {string[]} [rows] labels
 * @property {string[]} [columns] labels
 * @property {boolean | "rows" | "columns"} [worded] which of the labels are words of ours, whose spaces
 *   are spaces; tokens show theirs
 * @property {string} [rowAxis] what a row is
 * @property {string} [columnAxis] what a column is
 * @property {boolean | ((i: number, j: number) => boolean)} [concealed] whether its numbers wait for the answer to a
 *   question; where only some of them do, all wait in a table
 * @property {boolean} [ragged] whether rows may be shorter than the longest: NaN at their end is no number
 * @property {(value: number) => string} [write] how a value is written, where it is no float32
 */

/** What stands for a number that would give an answer away. */
export const CONCEALED = "?";

export const tableStyles = css`
  .tables {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
    gap: 24px 32px;
  }

  .tables .wide {
    overflow-x: auto;
  }

  .tables table {
    border-collapse: collapse;
    font-size: var(--small);
  }

  .tables caption {
    padding-block-end: 4px;
    text-align: start;
    white-space: nowrap;
  }

  .tables caption .facts {
    color: var(--muted);
  }

  .tables th,
  .tables td {
    padding-block: 4px;
    padding-inline: 0 12px;
    border-block-end: 1px solid var(--line);
    text-align: end;
    font-weight: 400;
    white-space: nowrap;
  }

  .tables th {
    color: var(--muted);
  }

  .tables tbody th {
    text-align: start;
  }
`;

/** @param {number} count @param {string[] | undefined} labels @param {boolean} [worded] */
const labelsOf = (count, labels, worded) =>
  Array.from({ length: count }, (_, index) => {
    const label = labels?.[index] ?? String(index + 1);
    return worded ? label : visibleToken(label);
  });

/** How a cell is written. @param {NumberTable["concealed"]} concealed @param {(value: number) => string} write
 * @param {boolean} [ragged] @returns {(value: number | undefined) => string} */
const cellsOf = (concealed, write, ragged) => (value) =>
  value === undefined || (ragged && Number.isNaN(value))
    ? ""
    : concealed
      ? CONCEALED
      : write(value);

/** @param {NumberTable} table */
function numberTable({
  name,
  title,
  tensor,
  rows,
  columns,
  unnamed,
  worded,
  rowAxis,
  columnAxis,
  concealed,
  ragged,
  write = exact,
}) {
  const [height, width] = tensor.shape;
  const shown = cellsOf(concealed, write, ragged);
  return html`<div
    class="wide"
    tabindex="0"
    role="region"
    aria-label=${unnamed ? `${title} ${shape(height, width)}` : symbolText(name)}
  >
    <table data-table=${name}>
      <caption>
        ${unnamed ? nothing : symbol(name)}
        <span class="facts"><bdi>${title}</bdi> <bdi dir="ltr">${shape(height, width)}</bdi></span>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            ${rowAxis && columnAxis ? withSymbols(downAndAcross(rowAxis, columnAxis)) : symbol(name)}
          </th>
          ${labelsOf(width, columns, isWorded(worded, "columns")).map((label) => html`<th scope="col"><bdi>${isWorded(worded, "columns") ? withSymbols(label) : label}</bdi></th>`)}
        </tr>
      </thead>
      <tbody>
        ${labelsOf(height, rows, isWorded(worded, "rows")).map(
          (label, i) =>
            html`<tr>
              <th scope="row">
                <bdi>${isWorded(worded, "rows") ? withSymbols(label) : label}</bdi>
              </th>
              ${Array.from({ length: width }, (_, j) => html`<td translate="no">${shown(tensor.data[i * width + j])}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {NumberTable[]} tables */
export const numberTables = (tables) => html`<div class="tables">${tables.map(numberTable)}</div>`;

/** A cell of comma-separated values. Spreadsheets run what begins like a formula: a text that does gets an
 * apostrophe in front, by which they know it for a text. Numbers stay numbers.
 * @param {string} text */
function quoted(text) {
  const isFormula = /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !Number.isFinite(Number(text));
  const cell = isFormula ? `'${text}` : text;
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * The same tables as comma-separated values, one under the other.
 * @param {NumberTable[]} tables
 * @param {(value: number) => string} write
 */
export function toCsv(tables, write) {
  return tables
    .map(({ name, title, unnamed, tensor, rows, columns, worded, concealed, ragged }) => {
      const [height, width] = tensor.shape;
      const shown = cellsOf(concealed, write, ragged);
      const head = [
        unnamed ? title : name,
        ...labelsOf(width, columns, isWorded(worded, "columns")),
      ]
        .map(quoted)
        .join(",");
      const body = labelsOf(height, rows, isWorded(worded, "rows")).map((label, i) =>
        [
          quoted(label),
          ...Array.from({ length: width }, (_, j) => shown(tensor.data[i * width + j])),
        ].join(","),
      );
      return [head, ...body, ""].join("\n");
    })
    .join("\n");
}

// A matrix as a table: its name, its labels, and its cells as text, fields or switches.
import { downAndAcross } from "../direction.js";
import { html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { live } from "lit/directives/live.js";
import { exact, format, listSign, shape, signsInUse } from "../letters/numbers.js";
import { isWorded, symbol, symbolText, visibleToken } from "../letters/symbols.js";
import { styleMap } from "../style-map.js";
import { heatProperties } from "./colour.js";

/** @typedef {import("./matrix-grid.js").MatrixGrid} MatrixGrid */
/** @typedef {import("./matrix-grid.js").MatrixOptions} MatrixOptions */
/** @typedef {import("lit").TemplateResult} TemplateResult */

// In characters; longer tokens end in an ellipsis.
const LONGEST_LABEL = 9;
const DENSE_COLUMNS = 8;

/** @param {MatrixOptions} options @param {number} i @param {number} j */
export const isConcealed = ({ concealed }, i, j) =>
  typeof concealed === "function" ? concealed(i, j) : Boolean(concealed);

/** @param {MatrixGrid} grid @param {MatrixOptions} options @returns {TemplateResult} */
export function drawGrid(grid, options) {
  const [rows, columns] = grid.size;
  const { name, title, text, rowAxis, columnAxis, bare } = options;
  const axes = rowAxis && columnAxis ? downAndAcross(rowAxis, columnAxis) : "";
  const spoken = text("matrixLabel", { name: symbolText(name), title, rows, columns });
  const spokenAxes = rowAxis && columnAxis ? text("matrixAxes", { rowAxis, columnAxis }) : "";
  const shown = Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) =>
      isConcealed(options, i, j) ? "?" : (options.write ?? format)(grid.valueAt(i, j)),
    ),
  );
  const digits = Math.max(2, ...shown.flat().map((number) => number.length));
  // All columns are as wide as the widest number and the longest label need.
  const words = (options.columns ?? []).flatMap((label) => label.split(" "));
  const label = bare ? 0 : Math.max(0, ...words.map((word) => word.length));
  const columnWidths = Array.from({ length: columns }, (_, j) =>
    widthOf(shown.map((row) => row[j])),
  );
  return html`<figure
    class=${classMap({ matrix: true, bare: Boolean(bare), dense: options.dense ?? columns >= DENSE_COLUMNS, compact: Boolean(options.compact) })}
    data-matrix=${name}
    style=${styleMap({ "--digits": String(digits), "--label": String(Math.min(label, LONGEST_LABEL)) })}
  >
    <figcaption aria-hidden="true">
      <span class="name"
        >${options.sign ? html`<span class="sign">${options.sign}</span>` : nothing}${symbol(name)}</span
      >
      <span class="facts">${shape(rows, columns)}</span>
      ${axes ? html`<span class="facts">${axes}</span>` : nothing}
    </figcaption>
    <div class="scroller">
      <table role="grid" aria-label="${spoken}${spokenAxes}">
        <thead>
          <tr>
            <td></td>
            ${Array.from(
              { length: columns },
              (_, j) =>
                html`<th scope="col">
                  ${options.columns ? labelled(options, "columns", j) : j + 1}
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${shown.map((numbers, i) => row(grid, options, numbers, i, columnWidths))}
        </tbody>
      </table>
    </div>
  </figure>`;
}

/** @param {MatrixGrid} grid @param {MatrixOptions} options @param {string[]} numbers @param {number} i @param {Width[]} widths @returns {TemplateResult} */
function row(grid, options, numbers, i, widths) {
  const { rows, choosable, chosenRow, text } = options;
  const label = rows ? labelled(options, "rows", i) : i + 1;
  const chosen = chosenRow === i;
  return html`<tr class=${classMap({ chosen })}>
    <th scope="row">
      ${
        choosable
          ? html`<button
              type="button"
              data-i=${i}
              data-j="-1"
              tabindex=${grid.movement.tabindex(i, -1)}
              aria-pressed=${chosen}
              title=${text("chooseRow", { token: rows?.[i] ?? i + 1 })}
            >
              ${label}
            </button>`
          : label
      }
    </th>
    ${numbers.map((number, j) => cell(grid, options, number, i, j, widths[j]))}
  </tr>`;
}

/** @param {MatrixGrid} grid @param {MatrixOptions} options @param {string} number @param {number} i @param {number} j @param {Width} width @returns {TemplateResult} */
function cell(grid, options, number, i, j, width) {
  const value = grid.valueAt(i, j);
  const light = options.lit?.(i, j);
  const masked = Boolean(options.masked?.(i, j));
  const heat = options.heat && !isConcealed(options, i, j) && !masked;
  const holder = options.editable || options.switchable;
  const bar = isConcealed(options, i, j) ? undefined : options.bar;
  const isTarget = options.target?.[0] === i && options.target[1] === j;
  const looks = {
    cell: true,
    holder: Boolean(holder),
    heat: Boolean(heat),
    masked,
    bar: Boolean(bar),
    chosen: options.chosenColumn === j,
    lit: Boolean(light),
    [`lit-${light}`]: Boolean(light),
    target: isTarget,
  };
  const classes = classMap(looks);
  const style = styleMap({
    ...(heat && options.heat ? heatProperties(options.heat, value, options.extent ?? 1) : {}),
    // What is more than 0 is seen.
    ...(bar ? { "--bar": String(bar(i, j)), "--least": bar(i, j) > 0 ? "1.5px" : "0px" } : {}),
  });
  const asked = options.asked?.(i, j);
  if (asked) {
    const askedClasses = classMap({
      ...looks,
      holder: true,
      asked: true,
      [asked.verdict || "unanswered"]: true,
    });
    return html`<td class=${askedClasses} style=${style}>
      ${answerField(grid, options, asked, i, j)}
    </td>`;
  }
  if (holder) {
    return html`<td class=${classes} style=${style}>
      ${options.editable ? field(grid, options, number, i, j) : flip(grid, options, number, i, j)}
    </td>`;
  }
  const own = number.includes(signsInUse().decimal) && !options.bare ? widthOf([number]) : width;
  return html`<td
    translate="no"
    class=${classes}
    style=${style}
    data-i=${i}
    data-j=${j}
    tabindex=${grid.movement.tabindex(i, j)}
  >
    <span
      class="number"
      data-lead=${filler(width.before - own.before)}
      data-tail=${filler(width.after - own.after)}
      >${number}</span
    >
  </td>`;
}

/** A number that can be typed. @param {MatrixGrid} grid @param {MatrixOptions} options @param {string} number @param {number} i @param {number} j */
function field(grid, options, number, i, j) {
  const typed = grid.typing.at(i, j);
  return html`<input
    type="text"
    autocomplete="off"
    spellcheck="false"
    enterkeyhint="next"
    data-i=${i}
    data-j=${j}
    tabindex=${grid.movement.tabindex(i, j)}
    aria-label=${placeInWords(options, i, j)}
    aria-invalid=${typed && !typed.isNumber ? "true" : "false"}
    title=${exact(grid.valueAt(i, j))}
    .value=${live(typed ? typed.text : number)}
  />`;
}

/**
 * A cell that the learner works out: it counts when it is left, or at Enter.
 * @param {MatrixGrid} grid @param {MatrixOptions} options
 * @param {import("./matrix-grid.js").Asked} asked @param {number} i @param {number} j
 */
function answerField(grid, options, { text, verdict }, i, j) {
  const tell = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.currentTarget);
    if (value.trim() !== "" && value !== text) grid.tell("cell-answer", { i, j, text: value });
  };
  const said = verdict === "" ? "" : `, ${options.text(`asked ${verdict}`)}`;
  return html`<input
    type="text"
    autocomplete="off"
    spellcheck="false"
    enterkeyhint="next"
    data-i=${i}
    data-j=${j}
    data-asked
    tabindex=${grid.movement.tabindex(i, j)}
    aria-label="${placeInWords(options, i, j)}${said}"
    aria-invalid=${verdict === "wrong" ? "true" : "false"}
    .value=${live(text)}
    @change=${tell}
    @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && tell(event)}
  />`;
}

/** A switch between 0 and −∞. @param {MatrixGrid} grid @param {MatrixOptions} options @param {string} number @param {number} i @param {number} j */
function flip(grid, options, number, i, j) {
  const hidden = grid.valueAt(i, j) === -Infinity;
  const state = options.text(hidden ? "hidden" : "visible");
  return html`<button
    type="button"
    data-i=${i}
    data-j=${j}
    tabindex=${grid.movement.tabindex(i, j)}
    aria-pressed=${hidden}
    aria-label="${placeInWords(options, i, j)}: ${number}${listSign()}${state}"
  >
    <span class="number">${number}</span>
  </button>`;
}

/** @param {MatrixOptions} options @param {number} i @param {number} j */
const placeInWords = ({ name, rows, columns }, i, j) =>
  `${symbolText(name)} ${rows?.[i] ?? i + 1}${listSign()}${columns?.[j] ?? j + 1}`;

/** A token shows its spaces, and is cut where it is long; words of ours wrap.
 * @param {MatrixOptions} options @param {"rows" | "columns"} side @param {number} at */
function labelled({ worded, ...options }, side, at) {
  const text = options[side]?.[at] ?? "";
  return isWorded(worded, side)
    ? html`<bdi class="words">${text}</bdi>`
    : html`<bdi class="token" translate="no" title=${text}>${visibleToken(text)}</bdi>`;
}

/**
 * How many characters a column has before and after its decimal signs.
 * @typedef {{ before: number, after: number }} Width
 */

/** @param {string[]} numbers @returns {Width} */
function widthOf(numbers) {
  const { decimal } = signsInUse();
  const fractions = numbers.filter((number) => number.includes(decimal));
  return {
    before: Math.max(0, ...fractions.map((number) => number.indexOf(decimal))),
    after: Math.max(0, ...fractions.map((number) => number.length - number.indexOf(decimal))),
  };
}

/** @param {number} count characters as wide as a digit */
const filler = (count) => (count > 0 ? "0".repeat(count) : nothing);

// A matrix as a table between brackets: name, shape, labels, and cells to point at, edit or switch.
//
// It draws into the explorer's own shadow root (no root of its own), so labels may be referred to,
// and one stylesheet serves all. It holds no numbers: the explorer hands them in, hears about what a
// learner did, computes, and hands new ones in.
import { LitElement, css, html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { live } from "lit/directives/live.js";
import { styleMap } from "../style-map.js";
import { heatProperties } from "./colour.js";
import { define } from "../define.js";
import { exact, format, parseNumber, shape } from "../letters/numbers.js";
import { symbol, symbolText, visibleToken } from "../letters/symbols.js";

/** @typedef {{ data: ArrayLike<number>, shape: number[] }} Tensor */
/** @typedef {"query" | "key" | "value" | "plain"} Light */

/**
 * What one matrix shows. Functions get (i, j): row and column, from 0.
 * @typedef {object} MatrixOptions
 * @property {string} name letter of the formula, as `symbol` takes it: "X", "W_Q", "K^T"
 * @property {string} title what it is in words, for screen readers: "scores"
 * @property {Tensor} tensor (rows, columns); other ranks are refused
 * @property {boolean} [transposed] draw it turned on its side
 * @property {string[]} [rows] labels of the rows as drawn; numbers when missing
 * @property {string[]} [columns] labels of the columns as drawn; numbers when missing
 * @property {string} [rowAxis] what a row is: "query"
 * @property {string} [columnAxis] what a column is: "key"
 * @property {"weight" | "score"} [heat] colour the cells by this scale
 * @property {number} [extent] end of the scale; 1 for weights
 * @property {boolean} [bare] colours without numbers (small squares); numbers stay for assistive technology
 * @property {string} [sign] what stands before it in the equation
 * @property {boolean} [dense] everything a size smaller; by itself from eight columns on
 * @property {boolean} [compact] lower rows, where several equations stand one under the other
 * @property {number} [chosenRow] the row to mark
 * @property {number} [chosenColumn] the column to mark
 * @property {boolean} [choosable] the row labels are buttons that choose their row
 * @property {[number, number]} [target] the cell that is being explained
 * @property {(i: number, j: number) => Light | undefined} [lit] what the explained cell came from
 * @property {(i: number, j: number) => boolean} [masked] hatch the cell
 * @property {boolean} [editable] the cells take numbers
 * @property {boolean} [switchable] the cells are switches between 0 and −∞
 * @property {boolean} [concealed] a question mark in place of every number
 * @property {(i: number, j: number) => number} [bar] a bar under the number, as this share of the cell
 * @property {(value: number) => string} [write] how a number is written; `format` when missing
 * @property {(key: string, values?: Record<string, unknown>) => string} text the explorer's words
 */

const TAG = "attention-part-matrix";
// In characters; longer tokens end in an ellipsis.
const LONGEST_LABEL = 9;
const DENSE_COLUMNS = 8;

export const matrixStyles = css`
  attention-part-matrix {
    display: block;
    min-width: 0;
    max-width: 100%;
  }

  .matrix {
    --cell-height: 32px;
    --cell-space: 14px;
    margin: 0;
    position: relative;
  }

  .matrix figcaption {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: 8px;
    padding-inline-start: 2px;
    line-height: 1.35;
  }

  .matrix .name {
    font-weight: 600;
  }

  /* Where there is no room beside the matrix, the sign stands before its name. */
  .matrix .name .sign {
    display: none;
    margin-inline-end: 8px;
    font-weight: 400;
  }

  .matrix .facts {
    color: var(--muted);
    font-size: var(--small);
  }

  .matrix .scroller {
    overflow-x: auto;
    overflow-y: hidden;
    padding: 4px 4px 6px;
    margin: 0 -4px;
  }

  .matrix table {
    border-collapse: separate;
    border-spacing: 0;
    line-height: 1.2;
  }

  .matrix th {
    padding: 0 8px 0 0;
    font-weight: 400;
    font-size: var(--small);
    color: var(--muted);
    text-align: end;
    white-space: nowrap;
  }

  .matrix thead th {
    padding: 0 2px 4px;
    text-align: center;
    vertical-align: bottom;
  }

  .matrix .token {
    display: inline-block;
    max-width: 9ch;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
  }

  .matrix .cell {
    position: relative;
    /* Labels are set smaller than numbers: three quarters of a digit a letter. */
    min-width: max(
      36px,
      calc(var(--digits) * 1ch + var(--cell-space)),
      calc(var(--label) * 0.75ch + 8px)
    );
    height: var(--cell-height);
    padding: 0 4px;
    text-align: center;
    white-space: nowrap;
    cursor: default;
    transition:
      background-color var(--quick),
      color var(--quick);
  }

  /* Lines the decimal points of a column up without touching its text; what has none is centred. */
  .matrix .number[data-lead]::before {
    content: attr(data-lead);
    visibility: hidden;
  }

  .matrix .number[data-tail]::after {
    content: attr(data-tail);
    visibility: hidden;
  }

  .matrix .cell:first-of-type::before,
  .matrix .cell:last-of-type::before {
    content: "";
    position: absolute;
    inset-block: 0;
    width: 6px;
    border: 0 solid var(--ink);
    pointer-events: none;
  }

  .matrix .cell:first-of-type::before {
    inset-inline-start: -3px;
    border-inline-start-width: 1.5px;
  }

  .matrix .cell:last-of-type::before {
    inset-inline-end: -3px;
    border-inline-end-width: 1.5px;
  }

  .matrix .cell:only-of-type::before {
    inset-inline: -3px;
    width: auto;
    border-inline-width: 1.5px;
    mask: linear-gradient(90deg, #000 6px, transparent 6px calc(100% - 6px), #000 calc(100% - 6px));
  }

  .matrix tbody tr:first-child .cell::before {
    border-block-start-width: 1.5px;
    inset-block-start: -2px;
  }

  .matrix tbody tr:last-child .cell::before {
    border-block-end-width: 1.5px;
    inset-block-end: -2px;
  }

  .matrix .cell.heat {
    background: var(--cell-light);
    color: var(--text-light);
  }

  @supports (color: light-dark(#000, #fff)) {
    .matrix .cell.heat {
      background: light-dark(var(--cell-light), var(--cell-dark));
      color: light-dark(var(--text-light), var(--text-dark));
    }
  }

  .matrix .cell.bar {
    padding-block-end: 12px;
    background:
      linear-gradient(var(--accent), var(--accent)) no-repeat 5px calc(100% - 5px) /
        max(var(--least), calc(var(--bar) * (100% - 10px))) 6px,
      linear-gradient(var(--line), var(--line)) no-repeat 5px calc(100% - 5px) / calc(100% - 10px)
        6px;
    forced-color-adjust: none;
    print-color-adjust: exact;
  }

  .matrix .cell.masked {
    background: repeating-linear-gradient(-45deg, var(--hatch) 0 1px, transparent 1px 6px)
      var(--paper);
    color: var(--ink);
  }

  .matrix .cell.masked .number {
    padding-inline: 3px;
    border-radius: 2px;
    background: var(--paper);
  }

  .matrix tr.chosen th {
    color: var(--query-text);
    font-weight: 600;
  }

  .matrix tr.chosen .cell,
  .matrix .cell.chosen {
    box-shadow:
      inset 0 2px 0 var(--query),
      inset 0 -2px 0 var(--query);
  }

  .matrix .cell.chosen {
    box-shadow:
      inset 2px 0 0 var(--query),
      inset -2px 0 0 var(--query);
  }

  .matrix .cell.lit {
    --light: var(--accent);
  }

  .matrix .cell.lit-query {
    --light: var(--query);
  }

  .matrix .cell.lit-key {
    --light: var(--key);
  }

  .matrix .cell.lit-value {
    --light: var(--value);
  }

  .matrix .cell.lit:not(.heat) {
    background-color: color-mix(in srgb, var(--light) 20%, var(--paper));
    color: var(--ink);
  }

  .matrix .cell.lit.heat::after {
    content: "";
    visibility: visible;
    position: absolute;
    inset: 2px;
    border: 2px dotted currentcolor;
    pointer-events: none;
  }

  .matrix .cell.target {
    outline: 2px solid var(--ink);
    outline-offset: -2px;
    z-index: 1;
  }

  .matrix .cell:focus-visible,
  .matrix .cell:has(:focus-visible) {
    outline: 3px solid var(--focus);
    outline-offset: -1px;
    z-index: 2;
  }

  .matrix .cell :focus-visible {
    outline: none;
  }

  .matrix .cell.holder {
    padding: 0;
  }

  .matrix input,
  .matrix .cell button {
    display: block;
    width: 100%;
    min-width: 36px;
    height: 100%;
    min-height: var(--cell-height);
    margin: 0;
    padding: 0 4px;
    border: 0;
    border-radius: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-variant-numeric: inherit;
    text-align: center;
    cursor: text;
  }

  .matrix input {
    width: calc(var(--digits) * 1ch + 12px);
    text-decoration: underline dotted var(--control-line) 1px;
    text-underline-offset: 5px;
  }

  .matrix input:hover {
    background: var(--wash);
  }

  .matrix input[aria-invalid="true"] {
    color: var(--key-text);
    text-decoration: underline wavy var(--key) 1px;
  }

  .matrix .cell button {
    cursor: pointer;
  }

  .matrix .cell button:hover {
    background: color-mix(in srgb, var(--accent) 10%, transparent);
  }

  .matrix th button {
    min-height: var(--cell-height);
    margin: 0 -8px 0 0;
    padding: 0 8px 0 4px;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }

  .matrix th button:hover {
    color: var(--ink);
    text-decoration: underline;
  }

  .matrix.bare .cell {
    min-width: 24px;
    width: 24px;
    height: 24px;
    padding: 0;
    forced-color-adjust: none;
  }

  .matrix.bare .cell .number {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  /* Eight columns and more: everything a size smaller. */
  .matrix.dense {
    --cell-height: 26px;
    font-size: var(--small);
  }

  .matrix.dense .cell {
    min-width: max(26px, calc(var(--digits) * 1ch + 5px), calc(var(--label) * 0.9ch + 4px));
    padding: 0 1px;
  }

  .matrix.compact {
    --cell-height: 28px;
  }

  .matrix.dense .cell.holder {
    padding: 0;
  }

  .matrix.dense input,
  .matrix.dense .cell button {
    min-width: 26px;
    padding: 0 1px;
  }

  .matrix.dense input {
    width: calc(var(--digits) * 1ch + 5px);
  }

  .matrix.dense thead th {
    padding-inline: 3px;
  }

  .matrix.dense th {
    padding-inline-end: 5px;
  }

  @container (max-width: 30rem) {
    .matrix {
      font-size: var(--small);
    }

    .matrix .cell {
      min-width: max(34px, calc(var(--digits) * 1ch + 8px), calc(var(--label) * 0.9ch + 6px));
      padding: 0 2px;
    }

    .matrix.dense .cell {
      min-width: max(26px, calc(var(--digits) * 1ch + 4px), calc(var(--label) * 0.9ch));
    }

    .matrix .token {
      max-width: 8ch;
    }

    /* Where a matrix scrolls, its labels stay. */
    .matrix tbody th {
      position: sticky;
      inset-inline-start: 0;
      z-index: 3;
      background: linear-gradient(to left, transparent 4px, var(--paper) 4px);
    }

    .matrix .name .sign {
      display: inline;
    }

    .matrix th {
      padding-inline-end: 5px;
    }

    .matrix thead th {
      padding-inline: 3px;
    }
  }

  @media (forced-colors: active) {
    .matrix .cell.heat {
      background-color: Canvas;
      color: CanvasText;
    }

    /* A hatch is an image, which forced colours would take away. */
    .matrix .cell.masked {
      forced-color-adjust: none;
    }

    .matrix.bare .cell.heat {
      background: var(--cell-light);
    }

    .matrix tr.chosen .cell,
    .matrix .cell.chosen {
      border-block: 2px solid Highlight;
    }

    .matrix .cell.lit {
      border-block-end: 3px double CanvasText;
    }
  }
`;

export class MatrixGrid extends LitElement {
  static properties = {
    options: { attribute: false },
    active: { state: true },
    editing: { state: true },
  };

  #justEntered = false;

  constructor() {
    super();
    /** @type {MatrixOptions | undefined} */
    this.options = undefined;
    /**
     * The cell that Tab reaches, [row, column]; column −1 is the row's label.
     * @type {[number, number]}
     */
    this.active = [0, 0];
    /**
     * What is being typed, until it is left.
     * @type {{ i: number, j: number, text: string } | undefined}
     */
    this.editing = undefined;
    this.addEventListener("keydown", this.#onKey);
    this.addEventListener("focusin", this.#onFocus);
    this.addEventListener("focusout", this.#onBlur);
    this.addEventListener("click", this.#onClick);
    this.addEventListener("mouseup", this.#onRelease);
    this.addEventListener("pointerover", this.#onHover);
    this.addEventListener("pointerleave", () => this.#tell("cell-leave", {}));
  }

  createRenderRoot() {
    return this;
  }

  /** @returns {[number, number]} rows and columns as drawn */
  get size() {
    const { tensor, transposed } = /** @type {MatrixOptions} */ (this.options);
    const [rows, columns] = tensor.shape;
    return transposed ? [columns, rows] : [rows, columns];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!this.options || !changed.has("options")) return;
    if (this.options.tensor.shape.length !== 2) {
      throw new Error(
        `matrix ${this.options.name}: it has the shape ${shape(...this.options.tensor.shape)}, not two sizes`,
      );
    }
    const [rows, columns] = this.size;
    const first = this.options.choosable ? -1 : 0;
    this.active = [
      Math.max(0, Math.min(this.active[0], rows - 1)),
      Math.max(first, Math.min(this.active[1], columns - 1)),
    ];
  }

  /** @param {number} i @param {number} j @returns {number} */
  valueAt(i, j) {
    const { tensor, transposed } = /** @type {MatrixOptions} */ (this.options);
    const columns = tensor.shape[1];
    return transposed ? tensor.data[j * columns + i] : tensor.data[i * columns + j];
  }

  render() {
    const options = this.options;
    if (!options) return nothing;
    const [rows, columns] = this.size;
    const { name, title, text, rowAxis, columnAxis, bare } = options;
    const axes = rowAxis && columnAxis ? `${rowAxis} ↓ ${columnAxis} →` : "";
    const spoken = text("matrixLabel", { name: symbolText(name), title, rows, columns });
    const spokenAxes = rowAxis && columnAxis ? text("matrixAxes", { rowAxis, columnAxis }) : "";
    const shown = Array.from({ length: rows }, (_, i) =>
      Array.from({ length: columns }, (_, j) =>
        options.concealed ? "?" : (options.write ?? format)(this.valueAt(i, j)),
      ),
    );
    const digits = Math.max(2, ...shown.flat().map((number) => number.length));
    // All columns are as wide as the widest number and the longest label need.
    const label = bare ? 0 : Math.max(0, ...(options.columns ?? []).map((word) => word.length));
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
              ${Array.from({ length: columns }, (_, j) => this.#columnLabel(j))}
            </tr>
          </thead>
          <tbody>
            ${shown.map((row, i) => this.#row(row, i, columnWidths))}
          </tbody>
        </table>
      </div>
    </figure>`;
  }

  /** @param {number} j */
  #columnLabel(j) {
    const { columns } = /** @type {MatrixOptions} */ (this.options);
    return html`<th scope="col">${columns ? token(columns[j]) : j + 1}</th>`;
  }

  /** @param {string[]} shown @param {number} i @param {Width[]} widths */
  #row(shown, i, widths) {
    const { rows, choosable, chosenRow, text } = /** @type {MatrixOptions} */ (this.options);
    const label = rows ? token(rows[i]) : i + 1;
    const chosen = chosenRow === i;
    return html`<tr class=${classMap({ chosen })}>
      <th scope="row">
        ${
          choosable
            ? html`<button
                type="button"
                data-i=${i}
                data-j="-1"
                tabindex=${this.#tabindex(i, -1)}
                aria-pressed=${chosen}
                title=${text("chooseRow", { token: rows?.[i] ?? i + 1 })}
              >
                ${label}
              </button>`
            : label
        }
      </th>
      ${shown.map((number, j) => this.#cell(number, i, j, widths[j]))}
    </tr>`;
  }

  /** @param {string} number @param {number} i @param {number} j @param {Width} width */
  #cell(number, i, j, width) {
    const options = /** @type {MatrixOptions} */ (this.options);
    const value = this.valueAt(i, j);
    const light = options.lit?.(i, j);
    const masked = Boolean(options.masked?.(i, j));
    const heat = options.heat && !options.concealed && !masked;
    const holder = options.editable || options.switchable;
    const bar = options.concealed ? undefined : options.bar;
    const isTarget = options.target?.[0] === i && options.target[1] === j;
    const classes = classMap({
      cell: true,
      holder: Boolean(holder),
      heat: Boolean(heat),
      masked,
      bar: Boolean(bar),
      chosen: options.chosenColumn === j,
      lit: Boolean(light),
      [`lit-${light}`]: Boolean(light),
      target: isTarget,
    });
    const style = styleMap({
      ...(heat && options.heat ? heatProperties(options.heat, value, options.extent ?? 1) : {}),
      // What is more than 0 is seen.
      ...(bar ? { "--bar": String(bar(i, j)), "--least": bar(i, j) > 0 ? "1.5px" : "0px" } : {}),
    });
    if (!holder) {
      const own = number.includes(".") && !options.bare ? widthOf([number]) : width;
      return html`<td
        class=${classes}
        style=${style}
        data-i=${i}
        data-j=${j}
        tabindex=${this.#tabindex(i, j)}
      >
        <span
          class="number"
          data-lead=${filler(width.before - own.before)}
          data-tail=${filler(width.after - own.after)}
          >${number}</span
        >
      </td>`;
    }
    return html`<td class=${classes} style=${style}>
      ${options.editable ? this.#input(number, value, i, j) : this.#switch(number, value, i, j)}
    </td>`;
  }

  /** @param {string} number @param {number} value @param {number} i @param {number} j */
  #input(number, value, i, j) {
    const editing = this.editing?.i === i && this.editing.j === j ? this.editing : undefined;
    const wrong = editing && parseNumber(editing.text) === undefined;
    return html`<input
      type="text"
      autocomplete="off"
      spellcheck="false"
      enterkeyhint="next"
      data-i=${i}
      data-j=${j}
      tabindex=${this.#tabindex(i, j)}
      aria-label=${this.#place(i, j)}
      aria-invalid=${wrong ? "true" : "false"}
      title=${exact(value)}
      .value=${live(editing ? editing.text : number)}
      @input=${this.#onInput}
    />`;
  }

  /** @param {string} number @param {number} value @param {number} i @param {number} j */
  #switch(number, value, i, j) {
    const { text } = /** @type {MatrixOptions} */ (this.options);
    const hidden = value === -Infinity;
    return html`<button
      type="button"
      data-i=${i}
      data-j=${j}
      tabindex=${this.#tabindex(i, j)}
      aria-pressed=${hidden}
      aria-label="${this.#place(i, j)}: ${number}, ${text(hidden ? "hidden" : "visible")}"
    >
      <span class="number">${number}</span>
    </button>`;
  }

  /** @param {number} i @param {number} j */
  #place(i, j) {
    const { name, rows, columns } = /** @type {MatrixOptions} */ (this.options);
    return `${symbolText(name)} ${rows?.[i] ?? i + 1}, ${columns?.[j] ?? j + 1}`;
  }

  /** @param {number} i @param {number} j */
  #tabindex(i, j) {
    return this.active[0] === i && this.active[1] === j ? "0" : "-1";
  }

  /** @param {string} type @param {Record<string, unknown>} detail */
  #tell(type, detail) {
    const matrix = this.options?.name;
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail: { matrix, ...detail } }));
  }

  /** @param {Event} event @returns {{ i: number, j: number, control: HTMLElement } | undefined} */
  #placeOf(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const control = /** @type {HTMLElement | null} */ (
      target.closest("[data-i]") ?? target.closest("td")?.querySelector("[data-i]") ?? null
    );
    if (!control || !this.contains(control)) return undefined;
    return { i: Number(control.dataset.i), j: Number(control.dataset.j), control };
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    const place = this.#placeOf(event);
    if (!place) return;
    this.active = [place.i, place.j];
    if (place.control instanceof HTMLInputElement) {
      place.control.select();
      this.#justEntered = true;
    }
    if (place.j >= 0) this.#tell("cell-point", { i: place.i, j: place.j });
  }

  #onBlur() {
    const editing = this.editing;
    if (!editing) return;
    this.editing = undefined;
    if (parseNumber(editing.text) === undefined) this.#tell("cell-refuse", { ...editing });
  }

  /** @param {PointerEvent} event */
  #onHover(event) {
    if (event.pointerType !== "mouse") return;
    const place = this.#placeOf(event);
    if (place && place.j >= 0) this.#tell("cell-point", { i: place.i, j: place.j, hover: true });
  }

  /**
   * Letting the button go would put the caret somewhere: the first click keeps the whole number
   * selected.
   * @param {MouseEvent} event
   */
  #onRelease(event) {
    if (this.#justEntered) event.preventDefault();
    this.#justEntered = false;
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const place = this.#placeOf(event);
    if (!place) return;
    const { i, j, control } = place;
    // A tap does not focus a cell on every phone.
    if (control instanceof HTMLTableCellElement) control.focus({ preventScroll: true });
    if (j < 0) this.#tell("row-choose", { i });
    else if (this.options?.switchable && control instanceof HTMLButtonElement) {
      this.#tell("cell-switch", { i, j });
    }
  }

  /** @param {Event} event */
  #onInput(event) {
    const place = this.#placeOf(event);
    if (!place) return;
    const { i, j, control } = place;
    const text = /** @type {HTMLInputElement} */ (control).value;
    this.editing = { i, j, text };
    const value = parseNumber(text);
    if (value !== undefined && value !== this.valueAt(i, j))
      this.#tell("cell-edit", { i, j, value });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const place = this.#placeOf(event);
    if (!place || event.altKey || event.metaKey) return;
    const { control } = place;
    if (control instanceof HTMLInputElement) {
      if (event.key === "Escape") {
        this.editing = undefined;
        return;
      }
      if (movesCaret(event, control)) return;
    }
    const to = this.#destination(event, place);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    this.focusCell(...to);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {{ i: number, j: number, control: HTMLElement }} place
   * @returns {[number, number] | undefined}
   */
  #destination({ key, ctrlKey }, { i, j, control }) {
    const [rows, columns] = this.size;
    const first = this.options?.choosable ? -1 : 0;
    switch (key) {
      case "ArrowUp":
        return [Math.max(0, i - 1), j];
      case "ArrowDown":
        return [Math.min(rows - 1, i + 1), j];
      case "Enter":
        return control instanceof HTMLInputElement ? [Math.min(rows - 1, i + 1), j] : undefined;
      case "ArrowLeft":
        return [i, Math.max(first, j - 1)];
      case "ArrowRight":
        return [i, Math.min(columns - 1, j + 1)];
      case "Home":
        return ctrlKey ? [0, first] : [i, first];
      case "End":
        return ctrlKey ? [rows - 1, columns - 1] : [i, columns - 1];
      default:
        return undefined;
    }
  }

  /**
   * Moves the focus to a cell; column −1 is the row's label.
   * @param {number} i @param {number} j
   */
  focusCell(i, j) {
    /** @type {HTMLElement | null} */
    const control = this.querySelector(`[data-i="${i}"][data-j="${j}"]`);
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  }
}

/** @param {string} text */
const token = (text) => html`<bdi class="token" title=${text}>${visibleToken(text)}</bdi>`;

/**
 * How many characters a column has before and after its decimal points.
 * @typedef {{ before: number, after: number }} Width
 */

/** @param {string[]} numbers @returns {Width} */
function widthOf(numbers) {
  const fractions = numbers.filter((number) => number.includes("."));
  return {
    before: Math.max(0, ...fractions.map((number) => number.indexOf("."))),
    after: Math.max(0, ...fractions.map((number) => number.length - number.indexOf("."))),
  };
}

/** @param {number} count characters as wide as a digit */
const filler = (count) => (count > 0 ? "0".repeat(count) : nothing);

/**
 * Whether a key belongs to the text in a field rather than to the grid around it.
 * @param {KeyboardEvent} event @param {HTMLInputElement} field
 */
function movesCaret({ key }, field) {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const allSelected = start === 0 && end === value.length;
  if (key === "ArrowLeft") return !allSelected && start !== 0;
  if (key === "ArrowRight") return !allSelected && end !== value.length;
  if (key === "Home" || key === "End") return !allSelected;
  return false;
}

define(TAG, MatrixGrid);

/**
 * A matrix for a template.
 * @param {MatrixOptions} options
 */
export const matrix = (options) =>
  html`<attention-part-matrix
    .options=${options}
    data-name=${options.name}
  ></attention-part-matrix>`;

// Keys that move the focus from cell to cell. One cell is reached by Tab, the arrows go on from there.

/**
 * @typedef {object} Grid what moving asks of a matrix
 * @property {[number, number]} size rows and columns as drawn
 * @property {number} firstColumn 0, or −1 where the rows' labels are buttons
 */

/** @typedef {import("lit").ReactiveController} ReactiveController */

/** @implements {ReactiveController} */
export class Movement {
  /**
   * The cell that Tab reaches, [row, column]; column −1 is the row's label.
   * @type {[number, number]}
   */
  #active = [0, 0];

  /** @param {import("lit").LitElement & Grid} host */
  constructor(host) {
    this.host = host;
    host.addController(this);
    host.addEventListener("keydown", (event) => this.#onKey(event));
    host.addEventListener("focusin", (event) => {
      const place = placeIn(host, event);
      if (!place) return;
      this.#active = [place.i, place.j];
      host.requestUpdate();
    });
  }

  /** The matrix may have become smaller than the place of the cell. */
  hostUpdate() {
    const [rows, columns] = this.host.size;
    const [i, j] = this.#active;
    this.#active = [
      Math.max(0, Math.min(i, rows - 1)),
      Math.max(this.host.firstColumn, Math.min(j, columns - 1)),
    ];
  }

  /** @param {number} i @param {number} j */
  tabindex(i, j) {
    return this.#active[0] === i && this.#active[1] === j ? "0" : "-1";
  }

  /**
   * Moves the focus to a cell; column −1 is the row's label.
   * @param {number} i @param {number} j
   */
  focus(i, j) {
    /** @type {HTMLElement | null} */
    const control = this.host.querySelector(`[data-i="${i}"][data-j="${j}"]`);
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const place = placeIn(this.host, event);
    if (!place || event.altKey || event.metaKey) return;
    const { control } = place;
    if (control instanceof HTMLInputElement && belongsToText(event, control)) return;
    const to = this.#destination(event, place);
    if (!to) return;
    event.preventDefault();
    this.focus(...to);
  }

  /**
   * @param {KeyboardEvent} event @param {Place} place
   * @returns {[number, number] | undefined}
   */
  #destination({ key, ctrlKey }, { i, j, control }) {
    const [rows, columns] = this.host.size;
    const first = this.host.firstColumn;
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
}

/** @typedef {{ i: number, j: number, control: HTMLElement }} Place */

/**
 * The cell, or the row's label, where something happened.
 * @param {HTMLElement} grid @param {Event} event @returns {Place | undefined}
 */
export function placeIn(grid, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const control = /** @type {HTMLElement | null} */ (
    target.closest("[data-i]") ?? target.closest("td")?.querySelector("[data-i]") ?? null
  );
  if (!control || !grid.contains(control)) return undefined;
  return { i: Number(control.dataset.i), j: Number(control.dataset.j), control };
}

/**
 * Whether a key belongs to the text in a field rather than to the grid around it.
 * @param {KeyboardEvent} event @param {HTMLInputElement} field
 */
function belongsToText({ key }, field) {
  const { selectionStart: start, selectionEnd: end, value } = field;
  const allSelected = start === 0 && end === value.length;
  if (key === "ArrowLeft") return !allSelected && start !== 0;
  if (key === "ArrowRight") return !allSelected && end !== value.length;
  if (key === "Home" || key === "End") return !allSelected;
  return false;
}

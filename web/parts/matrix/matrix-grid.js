// A matrix as a table between brackets: name, shape, labels, and cells to point at, edit or switch.
//
// It draws into the explorer's own shadow root (no root of its own), so labels may be referred to,
// and one stylesheet serves all. It holds no numbers: the explorer hands them in, hears about what a
// learner did, computes, and hands new ones in.
import { LitElement, html, nothing } from "lit";
import { define } from "../define.js";
import { inSigns, shape, signsInUse } from "../letters/numbers.js";
import { Movement, placeIn } from "./grid-movement.js";
import { drawGrid } from "./grid-drawing.js";
import { Typing } from "./grid-typing.js";
import { putTextsBack } from "../translated.js";

/** @typedef {{ data: ArrayLike<number>, shape: number[] }} Tensor */
/** @typedef {"query" | "key" | "value" | "plain"} Light */

/** A cell that is worked out: what was typed, and how it was judged.
 * @typedef {{ text: string, verdict: "" | "right" | "wrong" }} Asked */

/**
 * What one matrix shows. Functions get (i, j): row and column, from 0.
 * @typedef {object} MatrixOptions
 * @property {string} name letter of the formula, as `symbol` takes it: "X", "W_Q", "K^T"
 * @property {string} title what it is in words, for screen readers: "scores"
 * @property {Tensor} tensor (rows, columns); other ranks are refused
 * @property {boolean} [transposed] draw it turned on its side
 * @property {string[]} [rows] labels of the rows as drawn; numbers when missing
 * @property {string[]} [columns] labels of the columns as drawn; numbers when missing
 * @property {boolean | "rows" | "columns"} [worded] which of the labels are words of ours and no tokens
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
 * @property {boolean} [infinite] and −∞, which hides a key
 * @property {boolean} [switchable] the cells are switches between 0 and −∞
 * @property {boolean | ((i: number, j: number) => boolean)} [concealed] a question mark in place of the number
 * @property {(i: number, j: number) => Asked | undefined} [asked] cells that the learner works out; event
 *   cell-answer, with the text, when one is left
 * @property {(i: number, j: number) => number} [bar] a bar under the number, as this share of the cell
 * @property {(value: number) => string} [write] how a number is written; `format` when missing
 * @property {(key: string, values?: Record<string, unknown>) => string} text the explorer's words
 */

const TAG = "attention-part-matrix";

export class MatrixGrid extends LitElement {
  static properties = {
    options: { attribute: false },
    signs: { attribute: false },
  };

  constructor() {
    super();
    /** @type {MatrixOptions | undefined} */
    this.options = undefined;
    this.signs = signsInUse();
    this.movement = new Movement(this);
    this.typing = new Typing(this);
    this.addEventListener("focusin", (event) => {
      const place = placeIn(this, event);
      if (place && place.j >= 0) this.tell("cell-point", { i: place.i, j: place.j });
    });
    this.addEventListener("click", this.#onClick);
    this.addEventListener("pointerover", this.#onHover);
    this.addEventListener("pointerleave", () => this.tell("cell-leave", {}));
  }

  createRenderRoot() {
    return this;
  }

  /** @returns {[number, number]} rows and columns as drawn */
  get size() {
    if (!this.options) return [0, 0];
    const { tensor, transposed } = this.options;
    const [rows, columns] = tensor.shape;
    return transposed ? [columns, rows] : [rows, columns];
  }

  /** 0, or −1 where the rows' labels are buttons. */
  get firstColumn() {
    return this.options?.choosable ? -1 : 0;
  }

  /** @param {number} i @param {number} j @returns {number} */
  valueAt(i, j) {
    const { tensor, transposed } = /** @type {MatrixOptions} */ (this.options);
    const columns = tensor.shape[1];
    return transposed ? tensor.data[j * columns + i] : tensor.data[i * columns + j];
  }

  /** @param {import("lit").PropertyValues} changed */
  update(changed) {
    putTextsBack(this.getRootNode());
    super.update(changed);
  }

  /** @returns {unknown} */
  render() {
    const { options } = this;
    if (!options) return nothing;
    if (options.tensor.shape.length !== 2) {
      throw new Error(
        `matrix ${options.name}: it has the shape ${shape(...options.tensor.shape)}, not two sizes`,
      );
    }
    return inSigns(this.signs, () => drawGrid(this, options));
  }

  /** @param {string} type @param {Record<string, unknown>} detail */
  tell(type, detail) {
    const matrix = this.options?.name;
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, detail: { matrix, ...detail } }));
  }

  /** @param {PointerEvent} event */
  #onHover(event) {
    if (event.pointerType !== "mouse") return;
    const place = placeIn(this, event);
    if (place && place.j >= 0) this.tell("cell-point", { i: place.i, j: place.j, hover: true });
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const place = placeIn(this, event);
    if (!place) return;
    const { i, j, control } = place;
    // A tap does not focus a cell on every phone.
    if (control instanceof HTMLTableCellElement) control.focus({ preventScroll: true });
    if (j < 0) this.tell("row-choose", { i });
    else if (this.options?.switchable && control instanceof HTMLButtonElement) {
      this.tell("cell-switch", { i, j });
    }
  }
}

define(TAG, MatrixGrid);

/**
 * A matrix for a template.
 * @param {MatrixOptions} options
 */
export const matrix = (options) =>
  html`<attention-part-matrix
    .options=${options}
    .signs=${signsInUse()}
    data-name=${options.name}
  ></attention-part-matrix>`;

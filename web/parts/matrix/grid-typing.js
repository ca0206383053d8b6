// Numbers typed into cells. A number counts as it is typed; what is none leaves the cell as it was
// before, and the field shows the text until it is left.
import { asks, readNumber, repeated } from "../letters/read-number.js";
import { placeIn } from "./grid-movement.js";

/**
 * @typedef {object} Cells what typing asks of a matrix
 * @property {(i: number, j: number) => number} valueAt
 * @property {(type: "cell-edit" | "cell-refuse", detail: Record<string, unknown>) => void} tell
 * @property {import("../letters/numbers.js").Signs} signs
 * @property {{ infinite?: boolean }} [options] infinite: −∞ is taken as well
 */

/** @typedef {import("lit").ReactiveController} ReactiveController */

/** @implements {ReactiveController} */
export class Typing {
  /** @type {{ i: number, j: number, text: string, before: number } | undefined} */
  #typed;

  /** A pointer has just brought the focus into a field. */
  #isEntered = false;

  /** @param {import("lit").LitElement & Cells} host */
  constructor(host) {
    this.host = host;
    host.addController(this);
    host.addEventListener("input", (event) => this.#onInput(event));
    host.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      target.select();
      this.#isEntered = true;
    });
    host.addEventListener("focusout", () => this.#onLeave());
    host.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.#forget();
    });
    // Letting the button go would put the caret somewhere: the first click keeps the whole number
    // selected.
    host.addEventListener("mouseup", (event) => {
      if (this.#isEntered) event.preventDefault();
      this.#isEntered = false;
    });
  }

  /** Nothing to attach: all is heard on the host itself. */
  hostConnected() {}

  /** What is being typed into a cell, and whether it is a number; undefined where nothing is.
   * @param {number} i @param {number} j */
  at(i, j) {
    const typed = this.#typed;
    if (typed?.i !== i || typed.j !== j) return undefined;
    return { text: typed.text, isNumber: this.#read(typed.text).value !== undefined };
  }

  /** @param {string} text */
  #read(text) {
    const { signs, options } = this.host;
    const reading = readNumber(text, { signs, infinite: options?.infinite });
    return reading.value === Infinity ? { fault: /** @type {const} */ ("none") } : reading;
  }

  /** @param {Event} event */
  #onInput(event) {
    const place = placeIn(this.host, event);
    if (!place || place.control.dataset.asked !== undefined) return;
    const { i, j, control } = place;
    const { value: text } = /** @type {HTMLInputElement} */ (control);
    const isSame = this.#typed?.i === i && this.#typed.j === j;
    const before = isSame && this.#typed ? this.#typed.before : this.host.valueAt(i, j);
    this.#typed = { i, j, text, before };
    const { value, fault } = this.#read(text);
    // On the way to a number there is much that is none ("-", "1e"), but nothing too large.
    if (value !== undefined) this.#edit(i, j, value);
    else if (fault !== "none") this.#edit(i, j, before);
    this.host.requestUpdate();
  }

  /** @param {number} i @param {number} j @param {number} value */
  #edit(i, j, value) {
    if (value !== this.host.valueAt(i, j)) this.host.tell("cell-edit", { i, j, value });
  }

  /** Back to what stood in the cell before. */
  #forget() {
    const typed = this.#typed;
    if (!typed) return undefined;
    this.#typed = undefined;
    this.#edit(typed.i, typed.j, typed.before);
    this.host.requestUpdate();
    return typed;
  }

  #onLeave() {
    if (!this.#typed) return;
    const reading = this.#read(this.#typed.text);
    if (reading.value !== undefined) {
      this.#typed = undefined;
      this.host.requestUpdate();
      return;
    }
    const { i, j, text } = /** @type {{ i: number, j: number, text: string }} */ (this.#forget());
    if (reading.fault === "none") this.host.tell("cell-refuse", { i, j, text: repeated(text) });
    else asks(this.host, text, reading, (value) => this.#edit(i, j, value));
  }
}

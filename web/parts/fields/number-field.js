// A whole number that is typed. It is taken when the field is left or Enter is pressed; what is no
// such number is refused, and the field goes back to what it was.
import { css, html } from "lit";
import { parseNumber } from "../letters/numbers.js";

export const numberFieldStyles = css`
  .number-field {
    min-height: 44px;
    padding: 0 12px;
    border: 1px solid var(--control-line);
    border-radius: 4px;
    background: var(--paper);
    color: var(--ink);
    font: inherit;
    font-variant-numeric: inherit;
  }
`;

/**
 * @param {object} options
 * @param {string} options.name
 * @param {unknown} options.label
 * @param {number} options.value
 * @param {number} options.min
 * @param {number} options.max
 * @param {(value: number) => void} options.onChange
 * @param {(text: string) => void} options.onRefuse
 */
export function numberField({ name, label, value, min, max, onChange, onRefuse }) {
  // Drawing again does not touch what is being typed: the field is set when the value changes.
  /** @param {Event} event */
  const take = (event) => {
    const field = /** @type {HTMLInputElement} */ (event.currentTarget);
    // The field's own text: a number beyond 2²⁴ is not rounded to float32.
    const tidy = field.value.trim();
    const number = /^\d+$/.test(tidy) ? Number(tidy) : parseNumber(tidy);
    if (number !== undefined && Number.isInteger(number) && number >= min && number <= max) {
      field.value = String(number);
      if (number !== value) onChange(number);
    } else {
      const refused = field.value;
      field.value = String(value);
      onRefuse(refused);
    }
  };
  return html`<div class="control" data-control=${name}>
    <label for=${name}>${label}</label>
    <input
      id=${name}
      class="number-field"
      type="text"
      inputmode="numeric"
      autocomplete="off"
      size=${Math.min(6, Math.max(4, String(max).length))}
      .value=${String(value)}
      @change=${take}
    />
  </div>`;
}

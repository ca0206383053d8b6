// A whole number that is typed.
import { css, html } from "lit";
import { fieldLook } from "./field-look.js";
import { whenTyped } from "./typed-number.js";

export const numberFieldStyles = css`
  .number-field {
    ${fieldLook}
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
  const onTyped = whenTyped({
    value,
    write: String,
    whole: true,
    takes: (number) => Number.isInteger(number) && number >= min && number <= max,
    onChange,
    onRefuse,
  });
  // Drawing again does not touch what is being typed: the field is set when the value changes.
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
      @change=${onTyped}
    />
  </div>`;
}

// Several of a few, all visible: check boxes that look like the choices of controls.js.
import { html } from "lit";
import { live } from "lit/directives/live.js";

/**
 * @template {string} T
 * @param {object} options
 * @param {string} options.label
 * @param {{ value: T, label: unknown }[]} options.options
 * @param {T[]} options.values those that are on
 * @param {(values: T[]) => void} options.onChange all that are on from now, in the order of the options
 * @param {string} options.name also what tests find it by
 */
export function toggles({ label, options, values, onChange, name }) {
  /** @param {T} value @param {boolean} isOn */
  const change = (value, isOn) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((each) => (each === value ? isOn : values.includes(each))),
    );
  return html`<fieldset class="control" data-control=${name}>
    <legend>${label}</legend>
    <div class="choices">
      ${options.map(
        (option) =>
          html`<label
            ><input
              type="checkbox"
              name=${name}
              value=${option.value}
              .checked=${live(values.includes(option.value))}
              @change=${(/** @type {Event} */ event) =>
                change(option.value, /** @type {HTMLInputElement} */ (event.currentTarget).checked)}
            /><span>${option.label}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}

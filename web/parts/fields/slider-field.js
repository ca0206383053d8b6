// A real number on a slider, with a field beside it that takes any number exactly. What is typed may
// lie beyond the slider, which then stands at its end.
import { css, html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { exact, format } from "../letters/numbers.js";
import { styleMap } from "../style-map.js";
import { whenTyped } from "./typed-number.js";

export const sliderFieldStyles = css`
  .slide input.typed {
    min-height: 44px;
    padding: 0 4px;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-variant-numeric: inherit;
    font-weight: 600;
    text-decoration: underline dotted var(--control-line) 1px;
    text-underline-offset: 5px;
  }

  .slide input.typed:hover {
    background: var(--wash);
  }
`;

/**
 * @typedef {object} SliderField
 * @property {string} name what its ids and tests call it
 * @property {string} label for speech
 * @property {number} min of the slider
 * @property {number} max of the slider
 * @property {number} step of the slider
 * @property {number} value
 * @property {(value: number) => void} onChange
 * @property {(text: string) => void} onRefuse what was typed is no number that can be taken
 * @property {(value: number) => boolean} [takes] which numbers can be; all when missing
 * @property {boolean} [isOff] it stays as it is
 * @property {boolean} [whole] whole numbers alone
 * @property {(value: number) => string} [write] how it stands in the field; as every number when missing
 * @property {{ to: (value: number) => number, from: (place: number) => number }} [scale] where a value
 *   stands on the slider, and back; the value itself when missing
 */

/** @param {SliderField} options */
export function sliderField(options) {
  const { name, label, min, max, step, value, onChange, onRefuse, takes, scale } = options;
  const { write = format, whole, isOff } = options;
  const written = write(value);
  const place = Math.min(max, Math.max(min, scale ? scale.to(value) : value));
  /** @param {Event} event */
  const onSlide = (event) => {
    const wanted = Number(/** @type {HTMLInputElement} */ (event.currentTarget).value);
    onChange(scale ? scale.from(wanted) : wanted);
  };
  const onTyped = whenTyped({
    value,
    write,
    whole,
    takes: (number) => takes?.(number) ?? true,
    onChange,
    onRefuse,
  });
  return html`<div class="slide">
    <input
      id=${name}
      type="range"
      ?disabled=${isOff}
      min=${min}
      max=${max}
      step=${step}
      .value=${live(String(place))}
      aria-label=${label}
      aria-valuetext=${written}
      @input=${onSlide}
    />
    <input
      id="${name}-typed"
      class="typed"
      type="text"
      ?disabled=${isOff}
      inputmode=${whole ? "numeric" : nothing}
      autocomplete="off"
      spellcheck="false"
      aria-label=${label}
      title=${exact(value)}
      style=${styleMap({ width: `${Math.max(6.5, written.length + 1)}ch` })}
      .value=${live(written)}
      @change=${onTyped}
      @focus=${(/** @type {Event} */ event) =>
        /** @type {HTMLInputElement} */ (event.currentTarget).select()}
    />
  </div>`;
}

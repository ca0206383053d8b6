// What a learner turns in <attention-lookup>: the example, the temperature, how many keys.
import { html, nothing } from "lit";
import { menu, slider } from "../../parts/fields/controls.js";
import { format } from "../../parts/letters/numbers.js";
import { presets } from "./presets.js";

/** @typedef {import("./attention-lookup.js").AttentionLookup} AttentionLookup */

/** √d_k of two numbers. */
export const ROOT = Math.sqrt(2);
// The slider: hard at its left end, uniform at its right, √d_k in the middle.
const MIDDLE = 20;
const STEPS = 2 * MIDDLE;
const DOUBLING = 3;
/** More answers than this make a question that nobody reads. */
export const MOST_KEYS = 12;

/** @param {number} place of the slider @returns {number | undefined} */
const temperatureAt = (place) => {
  if (place <= 0) return 0;
  if (place >= STEPS) return Infinity;
  return place === MIDDLE
    ? undefined
    : Number((ROOT * 2 ** ((place - MIDDLE) / DOUBLING)).toPrecision(3));
};

/** @param {number} temperature */
const placeOf = (temperature) => {
  if (temperature === 0) return 0;
  if (temperature === Infinity) return STEPS;
  const place = MIDDLE + DOUBLING * Math.log2(temperature / ROOT);
  return Math.min(STEPS - 1, Math.max(1, Math.round(place)));
};

/** @param {AttentionLookup} explorer */
export function controlsOf(explorer) {
  const { text } = explorer;
  const preset = () =>
    menu({
      name: "preset",
      label: text("preset"),
      value: explorer.preset,
      options: Object.keys(presets).map((value) => ({ value, label: text(`preset ${value}`) })),
      onChange: (value) => explorer.startOver({ preset: value }),
    });
  const temperature = () =>
    slider({
      name: "temperature",
      label: text("temperature"),
      min: 0,
      max: STEPS,
      step: 1,
      value: placeOf(explorer.degree),
      shown: degreeText(explorer),
      onChange: (place) => explorer.change({ temperature: temperatureAt(place) }),
    });
  /** @param {string} name @param {() => void} onPress @param {boolean} isOff */
  const button = (name, onPress, isOff = false) =>
    html`<button
      type="button"
      class="quiet"
      data-action=${name}
      aria-disabled=${isOff}
      @click=${() => isOff || onPress()}
    >
      ${text(name)}
    </button>`;
  return html`${explorer.shows("preset") ? preset() : nothing}
  ${explorer.shows("temperature") ? temperature() : nothing}
  ${
    explorer.shows("rows")
      ? html`${button("addKey", () => explorer.addKey(), explorer.scene.keys.length >= MOST_KEYS)}
        ${button("removeKey", () => explorer.removeKey(), explorer.scene.keys.length <= 1)}`
      : nothing
  }
  ${explorer.shows("reset") ? button("reset", () => explorer.startOver({})) : nothing}`;
}

/** The temperature as it is written. @param {AttentionLookup} explorer */
export function degreeText(explorer) {
  const { degree, text } = explorer;
  if (degree === 0) return text("temperatureHard");
  if (degree === Infinity) return text("temperatureUniform");
  if (explorer.temperature === undefined) return text("temperatureRoot", { value: format(ROOT) });
  return format(degree);
}

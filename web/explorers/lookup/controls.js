// What a learner turns in <attention-lookup>: the example, the temperature, how many keys.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { action, menu, slider } from "../../parts/fields/controls.js";
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
const MOST_KEYS = 12;

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
  const { queries } = presets[/** @type {keyof typeof presets} */ (explorer.preset)];
  const asker = () =>
    menu({
      name: "asker",
      label: text("asker"),
      value: String(explorer.asker ?? 0),
      options: [
        { value: "0", label: text("askerNone") },
        ...explorer.scene.labels
          .slice(0, queries?.length)
          .map((label, j) => ({ value: String(j + 1), label })),
      ],
      onChange: (value) => explorer.ask(Number(value)),
    });
  const names = () => {
    const first = presets[/** @type {keyof typeof presets} */ (explorer.preset)].keys.length;
    return explorer.scene.labels.slice(first).map(
      (label, at) =>
        html`<div class="control" data-control="name-${first + at + 1}">
          <label for="name-${first + at + 1}">${text("nameOf", { i: first + at + 1 })}</label>
          <input
            id="name-${first + at + 1}"
            class="typed"
            type="text"
            maxlength="40"
            autocomplete="off"
            spellcheck="false"
            .value=${live(label)}
            @change=${(/** @type {Event} */ event) =>
              explorer.nameKey(
                first + at,
                /** @type {HTMLInputElement} */ (event.currentTarget).value,
              )}
          />
        </div>`,
    );
  };
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
    action({ name, label: text(name), onPress, isOff });
  return html`${explorer.shows("preset") ? preset() : nothing}
  ${queries && explorer.shows("asker") ? asker() : nothing}
  ${explorer.shows("temperature") ? temperature() : nothing}
  ${
    explorer.shows("rows")
      ? html`${button("addKey", () => explorer.addKey(), explorer.readonly || explorer.scene.keys.length >= MOST_KEYS)}
        ${button("removeKey", () => explorer.removeKey(), explorer.readonly || explorer.scene.keys.length <= 1)}`
      : nothing
  }
  ${explorer.shows("names") ? names() : nothing}
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

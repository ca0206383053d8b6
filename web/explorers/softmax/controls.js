// What a learner turns in <attention-softmax>: temperature, shift, how many scores, the example.
import { html, nothing } from "lit";
import { action, menu } from "../../parts/fields/controls.js";
import { sliderField } from "../../parts/fields/slider-field.js";
import { toggles } from "../../parts/fields/toggles.js";
import { examples } from "./examples.js";
import { MORE } from "./rows.js";

/** @typedef {import("./attention-softmax.js").AttentionSoftmax} AttentionSoftmax */

export const MOST_SCORES = 8;
// The sliders' ends; what is typed may lie beyond.
export const SCORE_END = 10;
const SHIFT_END = 1000;
const TEMPERATURE_END = 2; // in powers of ten

/** @param {AttentionSoftmax} explorer */
export function controlsOf(explorer) {
  const { text, rows } = explorer;
  const { scores } = rows;
  /** @param {"temperature" | "shift"} name @param {Omit<import("../../parts/fields/slider-field.js").SliderField, "name" | "label" | "value" | "onChange" | "onRefuse">} more */
  const field = (name, more) =>
    html`<div class="control" data-control=${name}>
      <span class="label">${text(name)}</span>
      ${sliderField({
        name,
        label: text(name),
        value: explorer[name],
        onChange: (value) => explorer.put({ [name]: value }),
        onRefuse: (typed) => explorer.refuse(typed),
        ...more,
      })}
    </div>`;
  const temperature = () =>
    field("temperature", {
      min: -TEMPERATURE_END,
      max: TEMPERATURE_END,
      step: 0.02,
      takes: (value) => value > 0,
      scale: {
        to: (value) => Math.log10(value),
        // Two digits are enough for a slider; others are typed.
        from: (place) => Number((10 ** place).toPrecision(2)),
      },
    });
  const shift = () => field("shift", { min: -SHIFT_END, max: SHIFT_END, step: 1 });
  /** @param {string} name @param {boolean} isOff @param {() => void} onPress */
  const button = (name, isOff, onPress) => action({ name, label: text(name), isOff, onPress });
  const count = () =>
    html`<div class="in-line">
      ${button("more", explorer.readonly || scores.length >= MOST_SCORES, () =>
        explorer.put({ scores: [...scores, 0], tokens: undefined }),
      )}
      ${button("fewer", explorer.readonly || scores.length <= 1, () =>
        explorer.put({ scores: scores.slice(0, -1), tokens: undefined }),
      )}
    </div>`;
  const also = () =>
    toggles({
      name: "also",
      label: text("also"),
      values: [...explorer.beside],
      options: MORE.filter((name) => name !== "slope" || explorer.shows("jacobian")).map(
        (value) => ({ value, label: text(`also ${value}`) }),
      ),
      onChange: (values) => explorer.put({ also: values, pointed: undefined }),
    });
  const preset = () =>
    menu({
      name: "preset",
      label: text("preset"),
      value: explorer.preset,
      options: Object.keys(examples).map((value) => ({ value, label: text(`preset ${value}`) })),
      onChange: (value) => explorer.startOver({ preset: value }),
    });
  /** @param {string} name @param {() => unknown} draw */
  const shown = (name, draw) => (explorer.shows(name) ? draw() : nothing);
  return html`${shown("also", also)} ${shown("temperature", temperature)} ${shown("shift", shift)}
    ${shown("count", count)}
    <div class="in-line">
      ${shown("preset", preset)}
      ${shown("reset", () => button("reset", false, () => explorer.startOver({})))}
    </div>`;
}

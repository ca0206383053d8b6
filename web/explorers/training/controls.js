// What a learner turns while a model learns, and before.
import { html, nothing } from "lit";
import { choice, slider } from "../../parts/fields/controls.js";
import { fileField } from "../../parts/fields/file-field.js";
import { numberField } from "../../parts/fields/number-field.js";
import { exact } from "../../parts/letters/numbers.js";
import { withSymbols } from "../../parts/letters/symbols.js";
import * as settings from "./settings.js";

/** @typedef {import("./attention-training.js").AttentionTraining} Host */

const { HEADS, SCALES, SPEEDS } = settings;

/** @param {Host} host */
export function controlsOf(host) {
  const { text } = host;
  /** @param {"seed" | "steps"} name @param {number} min @param {number} max */
  const number = (name, min, max) =>
    host.shows(name)
      ? numberField({
          name,
          label: text(name),
          value: host[name],
          min,
          max,
          onChange: (value) => host.set({ [name]: value, refused: undefined }),
          onRefuse: (typed) => {
            host.refused = { text: typed, min, max, kept: host[name] };
          },
        })
      : nothing;
  return html`${
      host.shows("lr")
        ? slider({
            name: "lr",
            label: text("lr"),
            min: -4.5,
            max: -1.5,
            step: 0.05,
            value: Math.log10(host.lr),
            shown: exact(host.lr),
            onChange: (place) => host.set({ lr: Number((10 ** place).toPrecision(2)) }),
          })
        : nothing
    }
    ${
      host.shows("speed")
        ? choice({
            name: "speed",
            label: text("speed label"),
            options: /** @type {settings.Speed[]} */ (Object.keys(SPEEDS)).map((value) => ({
              value,
              label: text(`speed ${value}`),
            })),
            value: host.speed,
            onChange: (value) => host.set({ speed: value }),
          })
        : nothing
    }
    <div class="group anew">
      ${
        host.shows("head-count")
          ? choice({
              name: "head-count",
              label: text("headCount"),
              options: HEADS.map((count) => ({ value: String(count), label: count })),
              value: String(host.heads),
              onChange: (value) => host.set({ heads: Number(value) }),
            })
          : nothing
      }
      ${
        host.shows("scale")
          ? choice({
              name: "scale",
              label: text("scale"),
              options: SCALES.map((value) => ({
                value,
                label: withSymbols(text(`scale ${value}`)),
              })),
              value: host.scale,
              onChange: (value) => host.set({ scale: value }),
            })
          : nothing
      }
      ${number("steps", settings.LEAST_STEPS, settings.MOST_STEPS)}
      ${number("seed", 0, settings.MOST_SEED)}
      <p class="small">${host.refused ? text("numberRefused", host.refused) : text("anewNote")}</p>
    </div>
    ${host.shows("weights") ? weightFiles(host) : nothing}`;
}

/** @param {Host} host */
function weightFiles(host) {
  const { text } = host;
  const isReady = Boolean(host.record?.isReady);
  return html`<div class="group">
    <button
      type="button"
      class="plain"
      data-action="save"
      aria-disabled=${!isReady}
      @click=${() => isReady && host.askForWeights()}
    >
      ${text("save")}
    </button>
    ${fileField({
      name: "open",
      label: text("open"),
      accept: ".safetensors,.json",
      onOpen: (files) => host.openFiles(files),
    })}
    <p class="small">${text("weightsNote")}</p>
  </div>`;
}

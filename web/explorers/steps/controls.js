// What a learner turns in <attention-steps>: the step, the example, the query, the mask, the factor.
import { html, nothing } from "lit";
import { examples } from "../../model/lessons.js";
import { choice, menu, slider } from "../../parts/fields/controls.js";
import { stepper } from "../../parts/fields/stepper.js";
import { format } from "../../parts/letters/numbers.js";
import { shortToken } from "../../parts/letters/symbols.js";
import { MASKS, PARTS } from "./stages.js";

/** @typedef {import("./attention-steps.js").AttentionSteps} AttentionSteps */

/** @param {AttentionSteps} explorer */
export function controlsOf(explorer) {
  const { text, stages } = explorer;
  const steps = () =>
    stepper({
      steps: PARTS.map((_, index) => text(`step ${index + 1}`)),
      current: explorer.step,
      onStep: (step) => explorer.set({ step, pointed: undefined, happened: undefined }),
      text,
    });
  const preset = () =>
    menu({
      name: "preset",
      label: text("preset"),
      value: explorer.preset,
      options: Object.keys(examples).map((value) => ({ value, label: text(`preset ${value}`) })),
      onChange: (value) => explorer.startOver({ preset: value }),
    });
  const reset = () =>
    html`<button
      type="button"
      class="quiet"
      data-action="reset"
      @click=${() => explorer.startOver({})}
    >
      ${text("reset")}
    </button>`;
  const query = () =>
    menu({
      name: "query",
      label: text("follow"),
      value: String(stages.row),
      options: stages.queryTokens.map((token, i) => ({
        value: String(i),
        label: shortToken(token),
      })),
      onChange: (row) => explorer.choose(Number(row)),
    });
  const mask = () =>
    choice({
      name: "mask",
      label: text("mask"),
      value: explorer.mask,
      options: MASKS.map((value) => ({ value, label: text(`mask ${value}`) })),
      onChange: (value) =>
        explorer.change({ mask: value, flip: [] }, "didMask", { mask: text(`mask ${value}`) }),
    });
  const factor = () =>
    slider({
      name: "factor",
      label: text("factor"),
      min: 0,
      max: 8,
      step: 0.5,
      value: explorer.factor,
      shown: `× ${format(explorer.factor)}`,
      onChange: (value) =>
        explorer.change({ factor: value }, "didFactor", { factor: format(value) }),
    });
  /** @param {string} name @param {() => unknown} draw */
  const shown = (name, draw) => (explorer.shows(name) ? draw() : nothing);
  return html`${shown("steps", steps)}
    <div class="beside">${shown("preset", preset)} ${shown("reset", reset)}</div>
    ${shown("query", query)} ${shown("mask", mask)} ${shown("factor", factor)}`;
}

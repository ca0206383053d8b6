// What a learner turns in <attention-steps>: the step, the example, the query, the mask, the factor.
import { html, nothing } from "lit";
import { examples } from "../../model/lessons.js";
import { action, choice, menu, slider } from "../../parts/fields/controls.js";
import { stepper } from "../../parts/fields/stepper.js";
import { format } from "../../parts/letters/numbers.js";
import { shortToken } from "../../parts/letters/symbols.js";
import { POSITIONS } from "./inputs.js";
import { MASKS, PARTS } from "./stages.js";

/** @typedef {import("./attention-steps.js").AttentionSteps} AttentionSteps */

/** What can be tried besides the formula as it is; each shows its own fields. */
export const EXPERIMENTS = /** @type {const} */ ([
  "",
  "norm",
  "order",
  "roles",
  "stacked",
  "values",
  "linear",
]);
/** @typedef {(typeof EXPERIMENTS)[number]} ExperimentName */
const MOST_COLUMNS = 8;

/** Those that this example can do. @param {AttentionSteps} explorer @returns {ExperimentName[]} */
function experimentsOf({ stages, canStack }) {
  if (stages.isDrawn) return ["", "linear"];
  return EXPERIMENTS.filter((name) => name !== "stacked" || canStack);
}

/** The fields of the experiment at work. @param {AttentionSteps} explorer */
function experimentFields(explorer) {
  const { stages, text, experiment } = explorer;
  /** @param {string} name @param {() => void} onPress @param {boolean} [isOff] */
  const button = (name, onPress, isOff = false) =>
    action({ name, label: text(name), onPress, isOff });
  if (explorer.isOrder) {
    const isShuffled = stages.places.some((place, i) => place !== i);
    return html`${choice({
      name: "positions",
      label: text("positions"),
      value: explorer.positions,
      options: POSITIONS.map((value) => ({ value, label: text(`positions ${value}`) })),
      onChange: (positions) =>
        explorer.change({ positions, pointed: undefined }, "didPositions", {
          positions: text(`positions ${positions}`),
        }),
    })}
    ${button("shuffle", () => explorer.reorder(nextOrder(stages.places)))}
    ${button("putBack", () => explorer.reorder(undefined), !isShuffled)}`;
  }
  if (experiment === "values") {
    const width = stages.matrices.V.shape[1];
    return html`${button("moreValues", () => explorer.resizeValues(1), width >= MOST_COLUMNS)}
    ${button("fewerValues", () => explorer.resizeValues(-1), width <= 1)}`;
  }
  return nothing;
}

/**
 * Another order, the same at each press: the last token comes first, and every second pair changes places.
 * @param {number[]} places from 0 @returns {number[]} from 1
 */
function nextOrder(places) {
  const turned = [...places.slice(-1), ...places.slice(0, -1)];
  for (let i = 1; i + 1 < turned.length; i += 3)
    [turned[i], turned[i + 1]] = [turned[i + 1], turned[i]];
  return turned.map((place) => place + 1);
}

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
    action({ name: "reset", label: text("reset"), onPress: () => explorer.startOver({}) });
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
  const experiment = () =>
    html`<div class="in-line">
      ${menu({
        name: "experiment",
        label: text("experiment"),
        value: explorer.isOrder ? "order" : explorer.experiment,
        options: experimentsOf(explorer).map((value) => ({
          value,
          label: text(`experiment ${value || "none"}`),
        })),
        onChange: (value) => explorer.tryOut(/** @type {ExperimentName} */ (value)),
      })}
      ${experimentFields(explorer)}
    </div>`;
  /** @param {string} name @param {() => unknown} draw */
  const shown = (name, draw) => (explorer.shows(name) ? draw() : nothing);
  return html`${shown("steps", steps)}
    <div class="in-line">${shown("preset", preset)} ${shown("reset", reset)}</div>
    ${shown("query", query)} ${shown("mask", mask)}
    ${stages.isDrawn ? nothing : shown("factor", factor)} ${shown("experiment", experiment)}`;
}

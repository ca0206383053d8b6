// The controls of the heat map: what is shown, and in which colours.
import { nothing } from "lit";
import { choice, menu } from "../../parts/fields/controls.js";
import { numberField } from "../../parts/fields/number-field.js";
import { SCALES } from "../../parts/matrix/heat-scale.js";

/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */
/** @typedef {import("../../parts/matrix/heat-scale.js").ScaleName} ScaleName */

/** @type {("common" | "head")[]} */
export const RANGES = ["common", "head"];
/** Which heads are large. @type {("one" | "all")[]} */
export const HEADS = ["one", "all"];
export const MOST_SEED = 2 ** 32 - 1;

/** @param {{ value: string, values: string[], file: string | undefined, onChange: (value: string) => void, text: Text }} options */
export const presetField = ({ value, values, file, onChange, text }) =>
  menu({
    name: "preset",
    label: text("preset"),
    value,
    options: values.map((each) => ({ value: each, label: text(`preset ${each}`, { file }) })),
    onChange,
  });

/** @param {{ value: string, kinds: string[], onChange: (value: string) => void, text: Text }} options */
export const kindField = ({ value, kinds, onChange, text }) =>
  kinds.length > 1
    ? menu({
        name: "kind",
        label: text("kind"),
        value,
        options: kinds.map((each) => ({ value: each, label: each })),
        onChange,
      })
    : nothing;

/** @param {{ value: number, sequences: number, onChange: (value: number) => void, text: Text }} options */
export const sequenceField = ({ value, sequences, onChange, text }) =>
  sequences > 1
    ? menu({
        name: "sequence",
        label: text("sequence"),
        value: String(value),
        options: Array.from({ length: sequences }, (_, at) => ({
          value: String(at + 1),
          label: text("sequenceOption", { sequence: at + 1, sequences }),
        })),
        onChange: (chosen) => onChange(Number(chosen)),
      })
    : nothing;

/** How many heads the model of a file has, where the file does not say it.
 * @param {{ value: number, d: number, onChange: (value: number) => void, text: Text }} options */
export const headsField = ({ value, d, onChange, text }) =>
  menu({
    name: "heads",
    label: text("headsOfModel"),
    value: String(value),
    options: Array.from({ length: Math.min(d, 32) }, (_, at) => at + 1)
      .filter((heads) => d % heads === 0)
      .map((heads) => ({ value: String(heads), label: String(heads) })),
    onChange: (chosen) => onChange(Number(chosen)),
  });

/** @param {{ value: number, onChange: (value: number) => void, onRefuse: (typed: string) => void, text: Text }} options */
export const seedField = ({ value, onChange, onRefuse, text }) =>
  numberField({
    name: "seed",
    label: text("seed"),
    value,
    min: 0,
    max: MOST_SEED,
    onChange,
    onRefuse,
  });

/** @param {{ value: ScaleName, onChange: (value: ScaleName) => void, text: Text }} options */
export const scaleField = ({ value, onChange, text }) =>
  choice({
    name: "scale",
    label: text("scale"),
    value,
    options: SCALES.map((each) => ({ value: each, label: text(`scaleName ${each}`) })),
    onChange,
  });

/** One head large, or all of its layer.
 * @param {{ value: "one" | "all", onChange: (value: "one" | "all") => void, text: Text }} options */
export const headsShownField = ({ value, onChange, text }) =>
  choice({
    name: "heads-shown",
    label: text("headsShown"),
    value,
    options: HEADS.map((each) => ({ value: each, label: text(`headsShown ${each}`) })),
    onChange,
  });

/** @param {{ value: "common" | "head", onChange: (value: "common" | "head") => void, text: Text }} options */
export const rangeField = ({ value, onChange, text }) =>
  choice({
    name: "range",
    label: text("range"),
    value,
    options: RANGES.map((each) => ({ value: each, label: text(`range ${each}`) })),
    onChange,
  });

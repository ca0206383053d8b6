// The controls of <attention-heatmap>, those that its present weights have a use for.
import { nothing } from "lit";
import { Classifier } from "./classifier.js";
import * as fields from "./fields.js";
import { PRESETS, SEEDED } from "./models.js";
import { fileField } from "../../parts/fields/file-field.js";
import { lineField } from "./text-fields.js";
import { cutText } from "./written.js";

/** @typedef {import("./heat-map.js").HeatMap} HeatMap */

/** @param {HeatMap} map */
export function controls(map) {
  const { text, source, opened, runner } = map;
  const model = opened?.model;
  /** @type {[string, () => unknown][]} */
  const all = [
    [
      "preset",
      () =>
        fields.presetField({
          value: source,
          values: [...(PRESETS.includes(source) ? [] : [source]), ...PRESETS],
          file: opened?.name,
          onChange: (value) => map.choosePreset(value),
          text,
        }),
    ],
    [
      "phrase",
      () =>
        runner && !(runner instanceof Classifier)
          ? lineField({
              value: map.phraseOf(runner),
              onChange: (typed) =>
                map.set({ phrase: cutText(typed), row: undefined, zoom: undefined }),
              text,
            })
          : nothing,
    ],
    [
      "seed",
      () =>
        SEEDED.includes(source)
          ? fields.seedField({
              value: map.seed,
              onChange: (value) => {
                map.refused = undefined;
                map.set({ seed: value });
              },
              onRefuse: (typed) => {
                map.refused = typed;
              },
              text,
            })
          : nothing,
    ],
    [
      "scale",
      () =>
        map.what === "weight"
          ? fields.scaleField({
              value: map.scale,
              onChange: (value) => map.set({ scale: value }),
              text,
            })
          : nothing,
    ],
    [
      "range",
      () =>
        fields.rangeField({
          value: map.range,
          onChange: (value) => map.set({ range: value }),
          text,
        }),
    ],
    [
      "heads",
      () =>
        map.hasLayerView
          ? fields.headsShownField({
              value: map.heads,
              onChange: (value) => map.set({ heads: value }),
              text,
            })
          : nothing,
    ],
    [
      "kind",
      () =>
        fields.kindField({
          value: map.maps?.kind ?? "",
          kinds: opened?.all?.map(({ kind }) => kind) ?? [],
          onChange: (value) => map.set({ ...map.startState, kind: value }),
          text,
        }),
    ],
    [
      "sequence",
      () =>
        fields.sequenceField({
          value: map.sequence,
          sequences: map.maps?.shape[1] ?? 1,
          onChange: (value) => map.set({ sequence: value, row: undefined, zoom: undefined }),
          text,
        }),
    ],
    [
      "file",
      () =>
        model && !opened.isHeadsKnown
          ? fields.headsField({
              value: model.heads,
              d: model.sizes.d,
              onChange: (heads) => map.changeHeads(heads),
              text,
            })
          : nothing,
    ],
    [
      "file",
      () =>
        fileField({
          name: "file",
          label: text("file"),
          accept: ".json,.safetensors,application/json",
          onOpen: (files) => map.open(files),
        }),
    ],
  ];
  return all.map(([name, draw]) => (map.shows(name) ? draw() : nothing));
}

// What a learner turns in <attention-masks>: the way, the masks and their sizes, the query, the example.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { action, choice, menu, slider } from "../../parts/fields/controls.js";
import { toggles } from "../../parts/fields/toggles.js";
import { exact } from "../../parts/letters/numbers.js";
import { shortToken } from "../../parts/letters/symbols.js";
import { MASKS, examples } from "./examples.js";
import { WAYS } from "./ways.js";

/** @typedef {import("./attention-masks.js").AttentionMasks} AttentionMasks */
/** @typedef {import("./examples.js").MaskName} MaskName */

export const SIZES = /** @type {const} */ (["padding", "prefix", "left", "right"]);
/** The properties of the sizes: elements have a property "prefix" already. */
export const SIZE_OF = /** @type {const} */ ({
  padding: "paddingSize",
  prefix: "prefixSize",
  left: "leftSize",
  right: "rightSize",
});
/** Which mask each size belongs to. @type {Record<string, MaskName>} */
const MASK_OF = { padding: "padding", prefix: "prefix", left: "window", right: "window" };

/** @param {AttentionMasks} explorer */
export function controlsOf(explorer) {
  const { text, ways } = explorer;
  const { settings } = ways;
  const way = () =>
    choice({
      name: "way",
      label: text("way"),
      value: explorer.way,
      options: WAYS.map((value) => ({ value, label: text(`way ${value}`) })),
      onChange: (value) => explorer.set({ way: value, pointed: undefined, happened: undefined }),
    });
  const masks = () =>
    toggles({
      name: "masks",
      label: text("masks"),
      values: settings.masks,
      options: MASKS.map((value) => ({ value, label: text(`mask ${value}`) })),
      onChange: (values) => {
        const names = values.map((value) => text(`mask ${value}`)).join(" + ");
        explorer.change({ masks: values, flip: [], biases: {} }, "didMasks", {
          masks: names || text("noMaskOn"),
        });
      },
    });
  /** @param {(typeof SIZES)[number]} name */
  const size = (name) =>
    slider({
      name,
      label: text(`size ${name}`),
      min: 0,
      max: name === "padding" || name === "prefix" ? ways.m : Math.max(ways.n, ways.m) - 1,
      step: 1,
      value: settings[name],
      shown: String(settings[name]),
      onChange: (value) =>
        explorer.set({ [SIZE_OF[name]]: value, pointed: undefined, happened: undefined }),
    });
  const bias = () =>
    html`<div class="control" data-control="bias">
      <label for="bias">${text("bias")}</label>
      <input
        id="bias"
        class="typed"
        type="text"
        autocomplete="off"
        spellcheck="false"
        .value=${live(exact(explorer.bias))}
        @change=${(/** @type {Event} */ event) =>
          explorer.fill(/** @type {HTMLInputElement} */ (event.currentTarget).value)}
      />
    </div>`;
  const query = () =>
    menu({
      name: "query",
      label: text("follow"),
      value: String(ways.row),
      options: ways.queries.map((token, i) => ({ value: String(i), label: shortToken(token) })),
      onChange: (row) => explorer.choose(Number(row)),
    });
  const preset = () =>
    menu({
      name: "preset",
      label: text("preset"),
      value: explorer.preset,
      options: Object.keys(examples).map((value) => ({ value, label: text(`preset ${value}`) })),
      onChange: (value) => explorer.startOver({ preset: value }),
    });
  /** @param {string} name @param {() => void} onPress */
  const button = (name, onPress) => action({ name, label: text(name), onPress });
  /** @param {string} name @param {() => unknown} draw */
  const shown = (name, draw) => (explorer.shows(name) ? draw() : nothing);
  const isBlind = ways.isBlind(ways.row);
  return html`${shown("way", way)} ${shown("masks", masks)}
    ${explorer.way === "finite" ? shown("bias", bias) : nothing}
    ${SIZES.filter((name) => settings.masks.includes(MASK_OF[name])).map((name) =>
      shown(name, () => size(name)),
    )}
    <div class="in-line">
      ${ways.n > 1 ? shown("query", query) : nothing}
      ${isBlind ? nothing : shown("blind", () => button("blind", () => explorer.hideAll()))}
    </div>
    <div class="in-line">
      ${shown("preset", preset)}
      ${shown("reset", () => button("reset", () => explorer.startOver({})))}
    </div>`;
}

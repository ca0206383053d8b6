// What the colours and signs of the maps mean.
import { html } from "lit";
import { SIGNS } from "../../parts/matrix/heat-canvas.js";
import { heatScale } from "../../parts/matrix/heat-scale.js";
import { styleMap } from "../../parts/style-map.js";

/** @param {import("./attention-heatmap.js").AttentionHeatmap} map */
export function legend(map) {
  const theme = map.dark ? "dark" : "light";
  const signs = SIGNS[theme];
  const { hidden, zero, nan } = map.now;
  /** @type {{ zero?: string, hidden?: string, nan?: string }} */
  const shown = {};
  if (zero > 0) shown.zero = map.text("signZero");
  if (hidden > 0) shown.hidden = map.text("signHidden");
  if (nan > 0) shown.nan = map.text("signNan");
  return html`<div
    style=${styleMap({
      "--heat-paper": signs.paper,
      "--heat-alarm": signs.alarm,
      "--heat-zero": map.dark ? "#191d23" : "#fafbfc",
    })}
  >
    ${heatScale({ scale: map.scaleOf(map.now), theme, words: map.scaleWords, signs: shown })}
  </div>`;
}

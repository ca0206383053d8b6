// The scale that coloured cells have, with its ends and what it measures.
import { css, html } from "lit";
import { styleMap } from "../style-map.js";
import { scoreColour, weightColour } from "./colour.js";
import { format } from "../letters/numbers.js";

const STOPS = 12;

export const colourBarStyles = css`
  .colour-bar {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    max-width: 100%;
    color: var(--muted);
    font-size: var(--small);
    line-height: 1.2;
  }

  .colour-bar .ramp {
    width: 72px;
    height: 10px;
    border: 1px solid var(--control-line);
    forced-color-adjust: none;
  }

  .colour-bar .meaning {
    display: flex;
    gap: 6px;
    align-items: center;
    min-width: 0;
  }

  .colour-bar .hatched {
    flex: none;
    width: 14px;
    height: 14px;
    border: 1px solid var(--control-line);
    background: repeating-linear-gradient(-45deg, var(--hatch) 0 1px, transparent 1px 5px);
    forced-color-adjust: none;
  }
`;

/** @param {"weight" | "score"} scale @param {number} extent @param {"light" | "dark"} theme */
function stops(scale, extent, theme) {
  const from = scale === "weight" ? 0 : -extent;
  return Array.from({ length: STOPS + 1 }, (_, index) => {
    const value = from + ((extent - from) * index) / STOPS;
    const colour =
      scale === "weight" ? weightColour(value, theme, extent) : scoreColour(value, theme, extent);
    return /** @type {import("./colour.js").CellColour} */ (colour).background;
  });
}

/**
 * @param {{ scale: "weight" | "score", extent?: number, label: string, masked?: string }} options
 *   masked: what a hatched cell means; no hatch when missing
 */
export function colourBar({ scale, extent = 1, label, masked }) {
  // Where all scores are 0 the bar still has two ends.
  const end = extent > 0 ? extent : 1;
  const low = scale === "weight" ? 0 : -end;
  const mixed = stops(scale, end, "light").map(
    (light, index) => `light-dark(${light}, ${stops(scale, end, "dark")[index]})`,
  );
  const gradient = globalThis.CSS?.supports("color", "light-dark(#000, #fff)")
    ? mixed
    : stops(scale, end, "light");
  return html`<div class="colour-bar">
    <span>${label}</span>
    <span>${format(low)}</span>
    <span
      class="ramp"
      style=${styleMap({ background: `linear-gradient(90deg, ${gradient.join(", ")})` })}
    ></span>
    <span>${format(end)}</span>
    ${masked ? html`<span class="meaning"><span class="hatched"></span><span>${masked}</span></span>` : ""}
  </div>`;
}

// A matrix as coloured squares: where it is the pattern that matters. The numbers are one arrow key
// or one pointer away, and stay readable for assistive technology.
import { html } from "lit";
import { colourBar } from "./colour-bar.js";
import { matrix } from "./matrix-grid.js";

/**
 * @param {import("./matrix-grid.js").MatrixOptions & { heat: "weight" | "score", scaleLabel: string, maskedLabel?: string }} options
 */
export const heatGrid = (options) =>
  html`<div class="heat-grid">
    ${matrix({ ...options, bare: true })}
    ${colourBar({
      scale: options.heat,
      extent: options.extent,
      label: options.scaleLabel,
      masked: options.maskedLabel,
    })}
  </div>`;

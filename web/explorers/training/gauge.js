// A share as a bar.
import { html } from "lit";
import { styleMap } from "../../parts/style-map.js";

/** @param {number} share */
export const gauge = (share) =>
  html`<span class="gauge" aria-hidden="true"
    ><span style=${styleMap({ width: `${100 * share}%` })}></span
  ></span>`;

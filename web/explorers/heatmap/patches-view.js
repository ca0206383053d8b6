// The picture whose patches are the keys, once as it is and once lit by the weights of the outlined query.
import { css, html } from "lit";
import { styleMap } from "../../parts/style-map.js";
import { COLOURS } from "../../model/patches.js";
import { cellOf } from "./view.js";
import { format } from "../../parts/letters/numbers.js";

/** @typedef {import("./heat-map.js").HeatMap} HeatMap */

export const patchesStyles = css`
  .patches {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 32px;
    margin-block: 12px;
  }

  .patches figure {
    margin: 0;
  }

  .patches figcaption {
    color: var(--muted);
    font-size: var(--small);
  }

  .patches .image {
    display: grid;
    grid-template-columns: repeat(4, 52px);
    gap: 2px;
    direction: ltr;
  }

  .patches .image > * {
    display: grid;
    place-items: center;
    height: 52px;
    padding: 0;
    border: 0;
    border-radius: 0;
    background: var(--patch);
    color: #17202a;
    font: inherit;
    font-size: var(--small);
    forced-color-adjust: none;
  }

  .patches .lit > * > span {
    padding: 0 3px;
    border-radius: 2px;
    background: #ffffffd9;
  }

  .patches .lit > * {
    border: 3px solid transparent;
  }

  .patches .lit > .most {
    border-color: #17202a;
  }
`;

/** @param {HeatMap} map */
export function patchesView(map) {
  const { matrix, outlined, names, text } = map;
  const weights = Array.from({ length: matrix.columns }, (_, j) => cellOf(matrix, outlined, j));
  const most = weights.indexOf(Math.max(...weights));
  const colours = COLOURS.flat();
  /** @param {string} colour @param {number} share of it on white */
  const faded = (colour, share) =>
    `color-mix(in srgb, ${colour} ${Math.round(100 * share)}%, white)`;
  return html`<div class="patches" data-patches>
    <figure>
      <div class="image" role="img" aria-label=${text("patchesPicture")}>
        ${colours.map((colour) => html`<span style=${styleMap({ "--patch": colour })}></span>`)}
      </div>
      <figcaption>${text("patchesKeys")}</figcaption>
    </figure>
    <figure>
      <div class="image lit">
        ${weights.map(
          (weight, j) =>
            html`<span
              class=${j === most ? "most" : ""}
              style=${styleMap({ "--patch": faded(colours[j], 0.12 + (0.88 * weight) / weights[most]) })}
              ><span>${format(weight)}</span></span
            >`,
        )}
      </div>
      <figcaption>
        ${map.rich("patchesRead", { query: names.named("queryTokens", outlined) })}
      </figcaption>
    </figure>
  </div>`;
}

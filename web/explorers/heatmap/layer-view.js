// All heads of one layer side by side, large, each with the same row outlined and what that row reads.
import { css, html, nothing } from "lit";
import { styleMap } from "../../parts/style-map.js";
import { columnLabels, rowLabels } from "./large-map.js";
import { layoutOf } from "./layout.js";
import { mostRead } from "./sayings.js";
import { bestOf, cellOf, receivedBy, rowOf, strongestOf } from "./view.js";
import { precise } from "./written.js";

/** @typedef {import("../../parts/matrix/heat-canvas.js").Matrix} Matrix */
/** @typedef {import("../../parts/matrix/heat-canvas.js").Region} Region */
/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */
/** @typedef {(key: string, values?: Record<string, unknown>) => unknown} Rich */

const GAP = 24;
const TWO_FROM = 520;
/** What a label needs, set smaller than beside one large map. */
const LABEL = 12;

export const layerViewStyles = css`
  .layer-maps {
    display: grid;
    grid-template-columns: repeat(var(--columns), minmax(0, 1fr));
    gap: 16px ${GAP}px;
  }

  .layer-maps figure {
    margin: 0;
    min-width: 0;
  }

  .layer-maps figcaption {
    display: grid;
    gap: 2px;
    margin-block-end: 6px;
    overflow-wrap: anywhere;
  }

  .layer-maps figcaption button {
    justify-self: start;
  }

  .layer-maps .labels {
    font-size: calc(0.6875 * var(--text));
    line-height: 1;
  }

  .layer-maps .plot {
    position: relative;
    grid-column: 2;
    grid-row: 3;
    direction: ltr;
    cursor: pointer;
  }

  .layer-maps canvas {
    display: block;
  }

  .layer-maps .outlined {
    position: absolute;
    inset-inline: 0;
    outline: 2px solid var(--query);
    outline-offset: -2px;
    pointer-events: none;
  }
`;

/** Where everything of a map stands, and how many maps stand in a line.
 * @param {Omit<Parameters<typeof layoutOf>[0], "hasReceived">} shown room: of all of them */
export function layerLayout(shown) {
  const columns = shown.room >= TWO_FROM ? 2 : 1;
  const room = Math.floor((shown.room - GAP * (columns - 1)) / columns);
  return { columns, layout: layoutOf({ ...shown, room, hasReceived: false, least: LABEL }) };
}

/**
 * @param {object} shown
 * @param {number} shown.layer from 1 @param {number} shown.head the chosen one, from 1
 * @param {Matrix[]} shown.matrices of each head
 * @param {Region} shown.region @param {ReturnType<typeof layerLayout>} shown.places
 * @param {number} shown.outlined the row, from 0
 * @param {import("./names.js").Names} shown.names
 * @param {(head: number) => void} shown.onChoose from 1
 * @param {(head: number, row: number) => void} shown.onRow head from 1, row from 0
 * @param {Text} shown.text @param {Rich} shown.rich
 */
export function layerView(shown) {
  const { layer, head, matrices, region, places, outlined, names, onChoose, onRow, text, rich } =
    shown;
  const { columns, layout } = places;
  const { width, height, side, over, y: edges } = layout;
  const labelled = { layout, region, names, pointed: undefined, outlined };
  const row = outlined - region.top;
  const query = names.named("queryTokens", outlined);
  /** @param {MouseEvent} event @param {number} number */
  const onClick = (event, number) => {
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const at = Math.floor(((event.clientY - box.top) / box.height) * region.rows);
    onRow(number, region.top + Math.max(0, Math.min(region.rows - 1, at)));
  };
  /** @param {Matrix} matrix @param {number} at */
  const figure = (matrix, at) => {
    const [best] = strongestOf(matrix, outlined, 1);
    const received = receivedBy(matrix);
    const most = bestOf(received);
    return html`<figure data-layer-head=${at + 1}>
      <figcaption>
        <button
          type="button"
          class=${at + 1 === head ? "strong" : "plain"}
          aria-pressed=${at + 1 === head}
          @click=${() => onChoose(at + 1)}
        >
          ${text("place", { layer, head: at + 1 })}
        </button>
        <span data-reads
          >${
            best === undefined
              ? "—"
              : rich("cell", {
                  query,
                  key: mostRead(rowOf(matrix, outlined), names),
                  value: html`<b>${precise(cellOf(matrix, outlined, best))}</b>`,
                })
          }</span
        >
        <small data-receives
          >${rich("receivesMost", {
            key: mostRead(received, names),
            value: html`<b>${precise(received[most])}</b>`,
          })}</small
        >
      </figcaption>
      <div class="map-grid" style=${styleMap({ "--side": `${side}px`, "--over": `${over}px` })}>
        ${columnLabels(labelled)} ${rowLabels(labelled)}
        <div
          class="plot"
          style=${styleMap({ width: `${width}px`, height: `${height}px` })}
          @click=${(/** @type {MouseEvent} */ event) => onClick(event, at + 1)}
        >
          <canvas
            data-layer-map=${at}
            aria-hidden="true"
            style=${styleMap({ width: `${width}px`, height: `${height}px` })}
          ></canvas>
          ${
            row >= 0 && row < region.rows
              ? html`<div
                  class="outlined"
                  style=${styleMap({
                    top: `${edges[row]}px`,
                    height: `${edges[row + 1] - edges[row]}px`,
                  })}
                ></div>`
              : nothing
          }
        </div>
      </div>
    </figure>`;
  };
  return html`<div class="large" data-stays>
    <div class="title"><b>${text("layerTitle", { layer, heads: matrices.length })}</b></div>
    <div
      class="layer-maps"
      style=${styleMap({ "--columns": String(columns) })}
      role="group"
      aria-label=${text("layerTitle", { layer, heads: matrices.length })}
    >
      ${matrices.map(figure)}
    </div>
  </div>`;
}

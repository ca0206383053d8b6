// All heads of a model as small maps, as they form.
import { html } from "lit";
import { headOf } from "./reading.js";
import { styleMap } from "../../parts/style-map.js";
import { paint } from "../../parts/matrix/heat-canvas.js";
import { format } from "../../parts/letters/numbers.js";

/** @typedef {import("./run.js").Reading} Reading */
/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

/**
 * All heads as small maps; one is chosen.
 * @param {object} options
 * @param {Reading} options.reading
 * @param {number} options.block @param {number} options.head the chosen one, from 0
 * @param {(block: number, head: number) => void} options.onHead
 * @param {Text} options.text
 */
export function headMaps({ reading, block, head, onHead, text }) {
  const n = reading.tokens.length;
  return html`<div class="heads-now" data-stays>
    ${reading.weights.map(
      (_, layer) =>
        html`<div
          class="head-row"
          style=${styleMap({ gridTemplateColumns: `repeat(${Math.max(4, reading.heads)}, minmax(0, 1fr))` })}
        >
          ${Array.from({ length: reading.heads }, (__, at) => {
            const data = headOf(reading, layer, at);
            const most = data.reduce((a, b) => Math.max(a, b), 0);
            return html`<button
              type="button"
              aria-pressed=${layer === block && at === head}
              aria-label=${text("headButton", { block: layer + 1, head: at + 1, most: format(most) })}
              data-head="${layer + 1}.${at + 1}"
              @click=${() => onHead(layer, at)}
            >
              <canvas width=${n} height=${n} data-map="${layer},${at}"></canvas>
              <span aria-hidden="true">${layer + 1}.${at + 1}</span>
            </button>`;
          })}
        </div>`,
    )}
  </div>`;
}

/** One scale for all small maps, so that they can be compared as they form.
 * @type {import("../../parts/matrix/heat-scale.js").HeatScale} */
export const MAP_SCALE = { name: "sqrt", kind: "weight", most: 1 };

/** Paints the small maps. @param {ShadowRoot} root @param {Reading} reading @param {"light" | "dark"} theme */
export function paintMaps(root, reading, theme) {
  const n = reading.tokens.length;
  for (const canvas of /** @type {NodeListOf<HTMLCanvasElement>} */ (
    root.querySelectorAll("canvas[data-map]")
  )) {
    const [layer, at] = String(canvas.dataset.map).split(",").map(Number);
    const data = headOf(reading, layer, at);
    paint(canvas, { data, rows: n, columns: n }, MAP_SCALE, theme, { density: 1 });
  }
}

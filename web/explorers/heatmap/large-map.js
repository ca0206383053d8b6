// The chosen head as a large map: axes, labels, the outlined row, the cell that is pointed at, and what
// every key receives.
import { html, nothing } from "lit";
import { action } from "../../parts/fields/controls.js";
import { classMap } from "lit/directives/class-map.js";
import { styleMap } from "../../parts/style-map.js";
import { shape } from "../../parts/letters/numbers.js";
import { visibleToken } from "../../parts/letters/symbols.js";
import { STRIP } from "./canvases.js";
import { firstOf } from "./layout.js";

/** @typedef {import("../../parts/matrix/heat-canvas.js").Region} Region */
/** @typedef {import("./gestures.js").Cell} Cell */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./names.js").Names} Names */
/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

// Pixels of four digits, set small.
const HALF_A_NUMBER = 14;

const px = (/** @type {number} */ value) => `${value}px`;

/** @param {{ layout: Layout, region: Region, names: Names, pointed: Cell | undefined, outlined: number }} map */
export function rowLabels({ layout: { y, everyRow }, region, names, pointed, outlined }) {
  const list = [];
  for (let i = firstOf(region.top, everyRow); i < region.rows; i += everyRow) {
    const at = region.top + i;
    const token = names.label("queryTokens", at);
    const isEach = everyRow === 1;
    list.push(
      html`<span
        class=${classMap({ lit: isEach && pointed?.i === at, chosen: isEach && outlined === at })}
        style=${styleMap({ top: px((y[i] + y[i + 1]) / 2 + 1) })}
        title=${isEach ? token : nothing}
        ><bdi>${isEach ? visibleToken(token) : at + 1}</bdi></span
      >`,
    );
  }
  return html`<div class="labels side" aria-hidden="true" data-labels="rows">${list}</div>`;
}

/** @param {{ layout: Layout, region: Region, names: Names, pointed: Cell | undefined }} map */
export function columnLabels({ layout: { x, everyColumn, upright }, region, names, pointed }) {
  const list = [];
  for (let j = firstOf(region.left, everyColumn); j < region.columns; j += everyColumn) {
    const at = region.left + j;
    const token = names.label("keyTokens", at);
    const isEach = everyColumn === 1;
    // A number at the edge would stand out of the map.
    if (!isEach && j > 0 && (x[j] + x[j + 1]) / 2 > x[region.columns] - HALF_A_NUMBER) continue;
    list.push(
      html`<span
        class=${classMap({ lit: isEach && pointed?.j === at })}
        style=${styleMap({
          left: px((x[j] + x[j + 1]) / 2 + 1),
          "--most": px(everyColumn > 1 ? 40 : x[j + 1] - x[j]),
        })}
        title=${isEach ? token : nothing}
        ><bdi>${isEach ? visibleToken(token) : at + 1}</bdi></span
      >`,
    );
  }
  return html`<div
    class=${classMap({ labels: true, over: true, upright })}
    aria-hidden="true"
    data-labels="columns"
  >
    ${list}
  </div>`;
}

/**
 * @param {object} map
 * @param {string} map.title @param {string} map.label how it is called where it is not seen
 * @param {{ rows: number, columns: number }} map.size of the whole map
 * @param {Region} map.region what is on screen @param {string} map.note which part that is, or ""
 * @param {boolean} map.isZoomed @param {boolean} map.isPanning
 * @param {Layout} map.layout @param {Names} map.names
 * @param {Cell | undefined} map.pointed @param {number} map.outlined the row, from 0
 * @param {boolean} map.hasReceived
 * @param {unknown} map.reading what is said of the cell that is pointed at
 * @param {unknown} map.buttons
 * @param {Record<"keydown" | "focus" | "pointermove" | "pointerleave" | "pointerdown" | "click" | "wheel",
 *   (event: any) => void>} map.on what happens to it
 * @param {Text} map.text
 */
export function largeMap(map) {
  const { title, label, size, region, note, isZoomed, isPanning, layout, pointed, outlined } = map;
  const { hasReceived, reading, buttons, on, text } = map;
  const { side, over, width, height, x, y } = layout;
  const row = outlined - region.top;
  const i = (pointed?.i ?? -1) - region.top;
  const j = (pointed?.j ?? -1) - region.left;
  const isShown = i >= 0 && i < region.rows && j >= 0 && j < region.columns;
  const whole = styleMap({ width: px(width), height: px(height) });
  const box = isShown
    ? {
        left: px(x[j]),
        top: px(y[i]),
        width: px(x[j + 1] - x[j]),
        height: px(y[i + 1] - y[i]),
      }
    : {};
  return html`<div class="large" data-stays>
    <div class="title">
      <b>${title}</b> <bdi class="facts" dir="ltr">${shape(size.rows, size.columns)}</bdi>
      ${note ? html`<span class="facts">${note}</span>` : nothing}
    </div>
    <div class="map-grid" style=${styleMap({ "--side": px(side), "--over": px(over) })}>
      <span class="axis keys">${text("keyAxis")} →</span>
      <span class="axis queries">${text("queryAxis")} ↓</span>
      ${columnLabels(map)} ${rowLabels(map)}
      <div
        class=${classMap({ map: true, zoomed: isZoomed, panning: isPanning })}
        style=${whole}
        tabindex="0"
        role="application"
        aria-roledescription=${text("mapRole")}
        aria-label=${label}
        aria-describedby="map-help map-read"
        @keydown=${on.keydown}
        @focus=${on.focus}
        @pointermove=${on.pointermove}
        @pointerleave=${on.pointerleave}
        @pointerdown=${on.pointerdown}
        @click=${on.click}
        @wheel=${on.wheel}
      >
        <canvas data-large aria-hidden="true" style=${whole}></canvas>
        ${
          row >= 0 && row < region.rows
            ? html`<div
                class="outlined"
                style=${styleMap({ top: px(y[row]), height: px(y[row + 1] - y[row]) })}
              ></div>`
            : nothing
        }
        ${isShown ? html`<div class="pointed" style=${styleMap(box)}></div>` : nothing}
      </div>
      ${
        hasReceived
          ? html`<span class="strip-name">${text("received")}</span>
              <div class="strip">
                <canvas
                  data-received
                  aria-hidden="true"
                  style=${styleMap({ width: px(width), height: px(STRIP) })}
                ></canvas>
              </div>`
          : nothing
      }
    </div>
    <p class="unseen" id="map-help">${text("mapHelp")}</p>
    <p class="read" id="map-read" data-read aria-live="polite">${reading}</p>
    ${buttons}
  </div>`;
}

/**
 * Nearer, farther, all of it.
 * @param {{ region: Region, isZoomed: boolean, onZoom: (factor: number) => void, text: Text }} options factor
 *   0: the whole map
 */
export function zoomButtons({ region: { rows, columns }, isZoomed, onZoom, text }) {
  /** @param {string} name @param {number} factor @param {boolean} isOff */
  const button = (name, factor, isOff) =>
    action({ name, label: text(name), isOff, look: "plain", onPress: () => onZoom(factor) });
  return html`<div class="zoom-buttons">
    ${button("zoomIn", 0.5, rows <= 4 && columns <= 4)} ${button("zoomOut", 2, !isZoomed)}
    ${isZoomed ? button("whole", 0, false) : nothing}
  </div>`;
}

// Draws the canvases: the large map, what every key receives, and the small maps. A canvas is drawn
// again only where something in it has changed.
import { edgesOf, fit, paint, sampleOf } from "../../parts/matrix/heat-canvas.js";
import { signsInUse } from "../../parts/letters/numbers.js";
import { wholeOf } from "./view.js";

/** @typedef {import("../../parts/matrix/heat-canvas.js").Matrix} Matrix */
/** @typedef {import("../../parts/matrix/heat-canvas.js").Region} Region */
/** @typedef {import("../../parts/matrix/heat-scale.js").HeatScale} HeatScale */
/** @typedef {"light" | "dark"} Theme */

/** The height of the strip of what is received, in CSS pixels. */
export const STRIP = 34;
// Small maps are drawn in slices from so many cells on, of so many milliseconds.
const AT_ONCE = 2 ** 21;
const SLICE = 8;

export class Canvases {
  /** What each canvas shows. @type {WeakMap<HTMLCanvasElement, unknown[]>} */
  #drawn = new WeakMap();
  #slice = 0;

  /** Whether a canvas has to be drawn for this. @param {HTMLCanvasElement} canvas @param {unknown[]} what */
  #isNew(canvas, what) {
    const before = this.#drawn.get(canvas);
    const isSame =
      before && before.length === what.length && before.every((value, at) => value === what[at]);
    if (!isSame) this.#drawn.set(canvas, what);
    return !isSame;
  }

  /** @param {HTMLCanvasElement} canvas
   * @param {{ matrix: Matrix, region: Region, size: [number, number], scale: HeatScale, theme: Theme }} shown */
  large(canvas, { matrix, region, size, scale, theme }) {
    const density = fit(canvas, ...size);
    const what = [
      matrix.data,
      matrix.start,
      ...Object.values(region),
      canvas.width,
      canvas.height,
      ...Object.values(scale),
      theme,
      signsInUse().decimal, // of the numbers in the cells
    ];
    if (!this.#isNew(canvas, what)) return;
    const sample = sampleOf(matrix, region, canvas.height, canvas.width);
    paint(canvas, sample, scale, theme, { density, numbers: true });
  }

  /** Bars of what each key receives: the largest where a pixel stands for several.
   * @param {HTMLCanvasElement} canvas
   * @param {{ received: Float64Array, region: Region, width: number }} shown */
  received(canvas, { received, region, width }) {
    const density = fit(canvas, width, STRIP);
    const colour = getComputedStyle(canvas).color;
    const what = [received, region.left, region.columns, canvas.width, density, colour];
    if (!this.#isNew(canvas, what)) return;
    const context = canvas.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = colour;
    const most = Math.max(
      ...Array.from(received, (value) => (Number.isFinite(value) ? value : 0)),
      1e-9,
    );
    const columns = Math.min(region.columns, canvas.width);
    const edges = edgesOf(columns, canvas.width);
    const isWide = canvas.width / columns >= 6 * density;
    for (let bar = 0; bar < columns; bar += 1) {
      const from = region.left + Math.floor((bar * region.columns) / columns);
      const to =
        region.left +
        Math.max(1 + from - region.left, Math.floor(((bar + 1) * region.columns) / columns));
      let value = 0;
      for (let j = from; j < to; j += 1) if (received[j] > value) value = received[j];
      const height = Math.round((value / most) * canvas.height);
      const gap = isWide ? Math.round(density) : 0;
      context.fillRect(
        edges[bar] + gap,
        canvas.height - height,
        edges[bar + 1] - edges[bar] - 2 * gap,
        height,
      );
    }
  }

  /** The small maps, in slices where they have many cells.
   * @param {HTMLCanvasElement[]} canvases each with data-small="layer,head" from 0
   * @param {object} shown
   * @param {[number, number]} shown.size @param {Theme} shown.theme @param {number} shown.cells in all
   * @param {(layer: number, head: number) => Matrix} shown.matrixOf
   * @param {(layer: number, head: number) => HeatScale} shown.scaleOf */
  small(canvases, { size: [width, height], theme, cells, matrixOf, scaleOf }) {
    this.stop();
    const waiting = [...canvases];
    for (const canvas of waiting) fit(canvas, width, height);
    const isLarge = cells > AT_ONCE;
    const work = () => {
      const end = performance.now() + SLICE;
      for (let canvas = waiting.shift(); canvas; canvas = waiting.shift()) {
        const [layer, head] = /** @type {string} */ (canvas.dataset.small).split(",").map(Number);
        const matrix = matrixOf(layer, head);
        const scale = scaleOf(layer, head);
        const what = [
          matrix.data,
          matrix.start,
          canvas.width,
          canvas.height,
          ...Object.values(scale),
          theme,
        ];
        if (!this.#isNew(canvas, what)) continue;
        const sample = sampleOf(matrix, wholeOf(matrix), canvas.height, canvas.width);
        paint(canvas, sample, scale, theme, { density: canvas.width / width });
        if (isLarge && performance.now() > end) break;
      }
      if (waiting.length > 0) this.#slice = window.setTimeout(work);
    };
    if (isLarge) this.#slice = window.setTimeout(work);
    else work();
  }

  /** Draws no more of the small maps that wait. */
  stop() {
    clearTimeout(this.#slice);
  }
}

// Lines over an axis, in even steps or in even factors (log–log). It measures its room, so that its
// text keeps its size on every screen. It is read with the pointer, with a finger, or with the
// arrow keys: at each place of the x axis it says the values of all lines.
import { LitElement, css, html, nothing } from "lit";
import { define } from "../define.js";
import { placeOf } from "../pointer-place.js";
import { shapes, through } from "./drawing.js";
import { clauseSign, colon, format, inSigns, signsInUse } from "../letters/numbers.js";
import { scale } from "./scale.js";
import { withSymbols } from "../letters/symbols.js";
import { putTextsBack } from "../translated.js";

/** @typedef {import("./drawing.js").Shape} Shape */

/**
 * @typedef {object} Axis
 * @property {string} label what it measures
 * @property {"linear" | "log"} [scale] linear when missing
 * @property {[number, number]} [domain] its ends; those of the points when missing
 * @property {number[]} [ticks] values that are written; round ones when missing
 * @property {(value: number) => string} [write] how a tick is written
 */

/**
 * @typedef {object} Series
 * @property {string} name what tests and files know it by
 * @property {string} label in the legend and in speech
 * @property {{ x: number, y: number, low?: number, high?: number }[]} points from left to right;
 *   low and high: the ends of a spread
 * @property {1 | 2 | 3 | 4} [hue] which of the series' colours
 * @property {"circle" | "square" | "triangle" | "none"} [mark]
 * @property {"solid" | "dashed" | "dotted" | "none"} [line]
 * @property {(value: number) => string} [write] how its values are said
 * @property {boolean} [silent] a guide for the eye: drawn, not said
 */

/**
 * @typedef {object} ChartOptions
 * @property {string} name what it is found by
 * @property {string} title
 * @property {Axis} x
 * @property {Axis} y
 * @property {Series[]} series
 * @property {number} [marker] a value of x that is marked and said while nothing is pointed at
 * @property {number} [height] of the drawing, in px
 */

const MARGIN = { top: 12, right: 14, bottom: 40, left: 52 };
const HEIGHT = 240;
const TICKS = 6;
// A written tick of the x axis takes about so much, in px, and each digit of a long one.
const TICK_WIDTH = 38;
const TICK_DIGIT = 9;
const MARK = 4;

export const lineChartStyles = css`
  attention-part-line-chart {
    display: block;
    min-width: 0;
  }

  .line-chart {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
    margin: 0;
    /* Until it is drawn anew, a window that was made narrower has the old drawing. */
    overflow-x: clip;
    overflow-clip-margin: 16px;
  }

  .line-chart figcaption {
    display: grid;
    gap: 4px;
  }

  .line-chart .axis-name,
  .line-chart .legend,
  .line-chart .read {
    color: var(--muted);
    font-size: var(--small);
  }

  .line-chart .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .line-chart .legend li {
    display: flex;
    align-items: center;
    gap: 6px;
  }

  .line-chart .cursor {
    touch-action: pan-y;
    cursor: crosshair;
  }

  .line-chart .read {
    min-height: 3em;
  }

  .line-chart .read b {
    color: var(--ink);
    font-weight: 600;
  }
`;

/** @param {Series["mark"]} mark @param {number} x @param {number} y @param {number} hue @returns {Shape[]} */
function markAt(mark, x, y, hue) {
  const look = `fill-series-${hue}`;
  switch (mark) {
    case "none":
      return [];
    case "square":
      return [{ kind: "rect", x: x - MARK, y: y - MARK, width: 2 * MARK, height: 2 * MARK, look }];
    case "triangle": {
      const d = `${through([
        [x, y - MARK - 1],
        [x + MARK + 1, y + MARK],
        [x - MARK - 1, y + MARK],
      ])}Z`;
      return [{ kind: "path", d, look }];
    }
    default:
      return [{ kind: "circle", x, y, r: MARK, look }];
  }
}

/** @param {Series["line"]} line @param {number} hue */
const lineLook = (line, hue) =>
  `line-series-${hue} ${line === "dotted" ? "thin dashed" : line === "dashed" ? "medium dashed" : "medium"}`;

/** @param {Axis} axis @param {number[]} values @returns {[number, number]} */
function domainOf({ domain, scale: kind }, values) {
  if (domain) return domain;
  const finite = values.filter((value) => Number.isFinite(value) && (kind !== "log" || value > 0));
  if (finite.length === 0) return kind === "log" ? [1, 10] : [0, 1];
  const least = Math.min(...finite);
  const most = Math.max(...finite);
  if (kind === "log") return least === most ? [least / 2, most * 2] : [least / 1.5, most * 1.5];
  return [Math.min(0, least), most === least ? least + 1 : most];
}

/** @param {ChartOptions} options @param {number} width @param {number} height */
function scalesOf({ x, y, series }, width, height) {
  const points = series.flatMap((one) => one.points);
  const heights = points.flatMap((point) => [point.y, point.low ?? point.y, point.high ?? point.y]);
  return {
    across: scale(
      x.scale ?? "linear",
      domainOf(
        x,
        points.map((point) => point.x),
      ),
      [MARGIN.left, width - MARGIN.right],
    ),
    up: scale(y.scale ?? "linear", domainOf(y, heights), [height - MARGIN.bottom, MARGIN.top]),
  };
}

/**
 * The chart as shapes: on the page and in a file.
 * @param {ChartOptions} options
 * @param {{ width: number, height?: number, at?: number, legend?: boolean }} more at: the x that is
 *   marked; legend: names of the lines at their right ends, for a file
 * @returns {Shape[]}
 */
export function chartShapes(options, { width, height = options.height ?? HEIGHT, at, legend }) {
  const { x, y, series } = options;
  const { across, up } = scalesOf(options, width, height);
  const bottom = height - MARGIN.bottom;
  const right = width - MARGIN.right;
  /** @type {Shape[]} */
  const list = [];
  for (const tick of y.ticks ?? up.ticks(TICKS)) {
    const place = up.at(tick);
    list.push(
      {
        kind: "path",
        d: through([
          [MARGIN.left, place],
          [right, place],
        ]),
        look: "line-line thin",
      },
      {
        kind: "text",
        x: MARGIN.left - 8,
        y: place + 4.5,
        content: (y.write ?? format)(tick),
        look: "fill-muted",
        anchor: "end",
      },
    );
  }
  let free = -Infinity;
  for (const tick of x.ticks ?? across.ticks(TICKS)) {
    const place = across.at(tick);
    list.push({
      kind: "path",
      d: through([
        [place, bottom],
        [place, bottom + 5],
      ]),
      look: "line-control-line thin",
    });
    const content = (x.write ?? format)(tick);
    if (place - free < Math.max(TICK_WIDTH, content.length * TICK_DIGIT)) continue;
    free = place;
    list.push({
      kind: "text",
      x: place,
      y: bottom + 19,
      content,
      look: "fill-muted",
      anchor: "middle",
    });
  }
  list.push(
    {
      kind: "path",
      d: through([
        [MARGIN.left, bottom],
        [right, bottom],
      ]),
      look: "line-control-line thin",
    },
    {
      kind: "text",
      x: right,
      y: height - 4,
      content: x.label,
      look: "fill-muted",
      anchor: "end",
    },
  );
  if (at !== undefined) {
    const place = across.at(at);
    list.push({
      kind: "path",
      d: through([
        [place, MARGIN.top],
        [place, bottom],
      ]),
      look: "line-line medium",
    });
  }
  for (const { points, hue = 1, mark, line = "solid", label } of series) {
    const places = points
      .filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y))
      .map((point) => ({ point, x: across.at(point.x), y: up.at(point.y) }))
      .filter((place) => Number.isFinite(place.x) && Number.isFinite(place.y));
    if (line !== "none" && places.length > 1) {
      list.push({
        kind: "path",
        d: through(places.map((place) => [place.x, place.y])),
        look: lineLook(line, hue),
      });
    }
    for (const { point, x: left, y: top } of places) {
      if (point.low !== undefined && point.high !== undefined) {
        list.push({
          kind: "path",
          d: through([
            [left, up.at(point.low)],
            [left, up.at(point.high)],
          ]),
          look: `line-series-${hue} thin`,
        });
      }
      list.push(...markAt(mark, left, top, hue));
    }
    const last = places.at(-1);
    if (legend && last) {
      list.push({
        kind: "text",
        x: last.x,
        y: last.y - 9,
        content: label,
        look: `fill-series-${hue}`,
        anchor: "end",
      });
    }
  }
  return list;
}

/** The sign of a line in a legend, 28 by 12 px. @param {Series} series @returns {Shape[]} */
export const signOf = ({ hue = 1, mark, line = "solid" }) => [
  ...(line === "none"
    ? []
    : [{ kind: /** @type {const} */ ("path"), d: "M0,6L28,6", look: lineLook(line, hue) }]),
  ...markAt(mark, 14, 6, hue),
];

/** @param {Series} series */
const swatch = (series) =>
  html`<svg class="drawing" width="28" height="12" aria-hidden="true">
    ${shapes(signOf(series))}
  </svg>`;

class LineChart extends LitElement {
  static properties = {
    options: { attribute: false },
    signs: { attribute: false },
    width: { state: true },
    pointed: { state: true },
  };

  constructor() {
    super();
    /** @type {ChartOptions | undefined} */
    this.options = undefined;
    this.signs = signsInUse();
    /** The room that it has, in px. */
    this.width = 320;
    /** Which of the places of x is read; the marker's when undefined. @type {number | undefined} */
    this.pointed = undefined;
    /** @type {ResizeObserver | undefined} */
    this.observer = undefined;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    if (typeof ResizeObserver === "undefined") return;
    this.observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry.contentRect.width);
      // A frame later: drawn at once, its new height would be news within the same round of news.
      if (width > 0) requestAnimationFrame(() => (this.width = width));
    });
    this.observer.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
  }

  performUpdate() {
    inSigns(this.signs, () => super.performUpdate());
  }

  /** The values of x at which there is a point, from left to right. */
  get places() {
    const said = this.options?.series.filter((series) => !series.silent) ?? [];
    const all = said.flatMap((series) => series.points.map((point) => point.x));
    return [...new Set(all)].sort((a, b) => a - b);
  }

  /** The place that is read: pointed at, or the marker's. */
  get place() {
    const { places } = this;
    if (this.pointed !== undefined) return Math.min(this.pointed, places.length - 1);
    return places.indexOf(this.options?.marker ?? NaN);
  }

  /** What is said at a place. @param {number} place */
  readAt(place) {
    const { series, x } = /** @type {ChartOptions} */ (this.options);
    const value = this.places[place];
    const found = series
      .filter((one) => !one.silent)
      .flatMap((one) => {
        const point = one.points.find((candidate) => candidate.x === value);
        return point ? [{ label: one.label, value: (one.write ?? format)(point.y) }] : [];
      });
    return { head: `${x.label} = ${(x.write ?? format)(value)}`, found };
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const last = this.places.length - 1;
    const now = Math.max(0, this.place);
    const to = {
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined || last < 0) return;
    event.preventDefault();
    this.pointed = Math.min(Math.max(0, to), last);
  }

  /** @param {PointerEvent} event */
  onPoint(event) {
    const { places } = this;
    if (!this.options || places.length === 0) return;
    const { x } = placeOf(event, /** @type {HTMLElement} */ (event.currentTarget));
    const { across } = scalesOf(this.options, this.width, this.options.height ?? HEIGHT);
    const distances = places.map((value) => Math.abs(across.at(value) - x));
    this.pointed = distances.indexOf(Math.min(...distances));
  }

  /** @param {import("lit").PropertyValues} changed */
  update(changed) {
    putTextsBack(this.getRootNode());
    super.update(changed);
  }

  render() {
    const { options, width, place, places } = this;
    if (!options) return nothing;
    const height = options.height ?? HEIGHT;
    const isRead = place >= 0 && place < places.length;
    const { head, found } = isRead ? this.readAt(place) : { head: "", found: [] };
    const spoken = [head, ...found.map(({ label, value }) => `${label}${colon()}${value}`)].join(
      clauseSign(),
    );
    return html`<figure class="line-chart" data-chart=${options.name}>
      <figcaption>
        <span>${withSymbols(options.title)}</span>
        <ul class="legend">
          ${options.series.map((series) => html`<li>${swatch(series)}<span>${withSymbols(series.label)}</span></li>`)}
        </ul>
        <span class="axis-name">${withSymbols(options.y.label)}</span>
      </figcaption>
      <div
        class="cursor"
        tabindex="0"
        role="slider"
        aria-label=${options.title}
        aria-valuemin="1"
        aria-valuemax=${Math.max(1, places.length)}
        aria-valuenow=${Math.max(1, place + 1)}
        aria-valuetext=${spoken || "…"}
        aria-disabled=${places.length === 0}
        @keydown=${this.onKey}
        @pointermove=${this.onPoint}
        @pointerdown=${this.onPoint}
        @pointerleave=${() => {
          this.pointed = undefined;
        }}
        @blur=${() => {
          this.pointed = undefined;
        }}
      >
        <svg class="drawing" width=${width} height=${height} aria-hidden="true">
          ${shapes(chartShapes(options, { width, at: isRead ? places[place] : options.marker }))}
        </svg>
      </div>
      <p class="read">
        ${
          isRead
            ? html`<bdi>${withSymbols(head)}</bdi
                >${found.map(({ label, value }) => html`${clauseSign()}<bdi>${withSymbols(label)}</bdi>${colon()}<b>${value}</b>`)}`
            : nothing
        }
      </p>
    </figure>`;
  }
}

define("attention-part-line-chart", LineChart);

/** @param {ChartOptions} options */
export const lineChart = (options) =>
  html`<attention-part-line-chart
    .options=${options}
    .signs=${signsInUse()}
  ></attention-part-line-chart>`;

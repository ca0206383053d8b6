// A square piece of the plane, its middle at 0, with shapes in it and one point that can be moved:
// dragged, put down with a tap, or moved with the arrow keys. The last position wins: while frames are
// slower than the pointer, what lies between is left out.
import { css, html, nothing } from "lit";
import { acrossAndUp } from "../direction.js";
import { styleMap } from "../style-map.js";
import { shapes, through } from "./drawing.js";

/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {[number, number]} Point */

/** The side of the drawing, in its own units; the page stretches it a little. */
export const SIDE = 320;
const EDGE = 12;

export const planeStyles = css`
  .plane {
    min-width: 0;
    max-width: 25rem;
    margin: 0;
  }

  .plane figcaption {
    display: grid;
  }

  .plane figcaption small {
    color: var(--muted);
    font-size: var(--small);
  }

  .plane .axes {
    color: var(--muted);
    font-size: var(--small);
    text-align: center;
    white-space: pre-wrap;
  }

  .plane .field {
    position: relative;
    margin-block-start: 4px;
  }

  .plane svg.drawing {
    width: 100%;
    height: auto;
    overflow: hidden;
  }

  .plane .field.movable {
    cursor: crosshair;
  }

  .plane .drawing > text {
    /* A rim keeps a label readable where it meets a line. */
    paint-order: stroke;
    stroke: var(--paper);
    stroke-width: 4px;
    stroke-linejoin: round;
  }

  .plane .handle {
    position: absolute;
    width: 44px;
    height: 44px;
    margin: -22px 0 0 -22px;
    border-radius: 50%;
    cursor: grab;
    touch-action: none;
  }

  .plane .handle.minor {
    width: 28px;
    height: 28px;
    margin: -14px 0 0 -14px;
  }

  .plane .handle:active {
    cursor: grabbing;
  }

  .plane .handle:focus-visible {
    outline-offset: -8px;
  }
`;

/** From numbers to places. @param {number} extent the number at the right and upper edge @param {Point} point @returns {Point} */
export const placeAt = (extent, [x, y]) => {
  const unit = (SIDE / 2 - EDGE) / extent;
  return [SIDE / 2 + x * unit, SIDE / 2 - y * unit];
};

/**
 * Grid and axes.
 * @param {number} extent
 * @returns {Shape[]}
 */
export function gridShapes(extent) {
  /** @type {Shape[]} */
  const lines = [];
  const step = extent <= 5 ? 1 : Math.ceil(extent / 5);
  /** @param {Point} from @param {Point} to @param {string} look */
  const line = (from, to, look) =>
    lines.push({ kind: "path", d: through([placeAt(extent, from), placeAt(extent, to)]), look });
  for (let value = -Math.floor(extent / step) * step; value <= extent; value += step) {
    line([value, -extent], [value, extent], "line-line thin");
    line([-extent, value], [extent, value], "line-line thin");
  }
  line([0, -extent], [0, extent], "line-control-line thin");
  line([-extent, 0], [extent, 0], "line-control-line thin");
  const [x, y] = placeAt(extent, [step, 0]);
  lines.push({
    kind: "text",
    x,
    y: y + 17,
    content: String(step),
    look: "fill-muted",
    anchor: "middle",
  });
  return lines;
}

/** @param {number} value @param {number} extent @param {number} step */
const snapped = (value, extent, step) => {
  const rounded = Number((Math.round(value / step) * step).toFixed(6));
  // No −0, which would be written with a sign.
  return Math.min(extent, Math.max(-extent, rounded)) + 0;
};

/**
 * @typedef {object} Handle the point that can be moved
 * @property {Point} at
 * @property {string} label
 * @property {string} spoken where it is, in words
 * @property {number} step numbers are whole multiples of it
 * @property {(at: Point, isLast: boolean) => void} onMove isLast: false while it is being dragged
 */

/**
 * @param {object} options
 * @param {string} options.name what it is found by
 * @param {unknown} options.title
 * @param {unknown} options.note
 * @param {[string, string]} options.axes what the two numbers are, across and upwards
 * @param {string} options.label the picture in words
 * @param {number} options.extent
 * @param {Shape[]} options.shapes
 * @param {Handle} [options.handle] the point that a tap moves too
 * @param {Handle[]} [options.others] further points to drag, smaller
 */
export function plane({ name, title, note, axes, label, extent, shapes: list, handle, others }) {
  return html`<figure class="plane" data-plane=${name}>
    <figcaption><span>${title}</span><small>${note}</small></figcaption>
    <div
      class="field ${handle ? "movable" : ""}"
      @click=${
        handle
          ? (/** @type {MouseEvent} */ event) => {
              if (/** @type {Element} */ (event.target).closest(".handle")) return;
              handle.onMove(pointOf(event, extent, handle.step), true);
            }
          : nothing
      }
    >
      <svg class="drawing" viewBox=${`0 0 ${SIDE} ${SIDE}`} role="img" aria-label=${label}>
        ${shapes(list)}
      </svg>
      ${(others ?? []).map((other) => handleOf(other, extent, true))}
      ${handle ? handleOf(handle, extent) : nothing}
    </div>
    <p class="axes">${acrossAndUp(...axes)}</p>
  </figure>`;
}

/** @param {MouseEvent} event @param {number} extent @param {number} step @returns {Point} */
function pointOf(event, extent, step) {
  const field = /** @type {Element} */ (event.currentTarget).closest(".field");
  const { left, top, width } = /** @type {Element} */ (field).getBoundingClientRect();
  const unit = (width / SIDE) * ((SIDE / 2 - EDGE) / extent);
  return [
    snapped((event.clientX - left - width / 2) / unit, extent, step),
    snapped((top + width / 2 - event.clientY) / unit, extent, step),
  ];
}

/** @param {number} place */
const inside = (place) => Math.min(SIDE, Math.max(0, place));

/** @param {Handle} handle @param {number} extent @param {boolean} [isMinor] */
function handleOf({ at, label, spoken, step, onMove }, extent, isMinor = false) {
  // Where a point lies outside, its handle stands at the edge.
  const [x, y] = placeAt(extent, at).map(inside);
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const far = (event.shiftKey ? 10 : 1) * step;
    const to = /** @type {Record<string, Point>} */ ({
      ArrowRight: [at[0] + far, at[1]],
      ArrowLeft: [at[0] - far, at[1]],
      ArrowUp: [at[0], at[1] + far],
      ArrowDown: [at[0], at[1] - far],
      Home: [-extent, at[1]],
      End: [extent, at[1]],
      PageUp: [at[0], extent],
      PageDown: [at[0], -extent],
    })[event.key];
    if (!to) return;
    event.preventDefault();
    onMove([snapped(to[0], extent, step), snapped(to[1], extent, step)], true);
  };
  /** @param {PointerEvent} event */
  const onDown = (event) => {
    if (event.button !== 0) return;
    const target = /** @type {HTMLElement} */ (event.currentTarget);
    target.focus({ preventScroll: true });
    target.setPointerCapture(event.pointerId);
    let frame = 0;
    /** @type {Point | undefined} */
    let last;
    /** @param {PointerEvent} move */
    const onDrag = (move) => {
      last = pointOf(move, extent, step);
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        if (last) onMove(last, false);
      });
    };
    const onEnd = () => {
      cancelAnimationFrame(frame);
      target.removeEventListener("pointermove", onDrag);
      target.removeEventListener("pointerup", onEnd);
      target.removeEventListener("pointercancel", onEnd);
      if (last) onMove(last, true);
    };
    target.addEventListener("pointermove", onDrag);
    target.addEventListener("pointerup", onEnd);
    target.addEventListener("pointercancel", onEnd);
  };
  return html`<div
    class="handle ${isMinor ? "minor" : ""}"
    tabindex="0"
    role="slider"
    aria-label=${label}
    aria-valuemin=${-extent}
    aria-valuemax=${extent}
    aria-valuenow=${at[0]}
    aria-valuetext=${spoken}
    style=${styleMap({ left: `clamp(6px, ${(100 * x) / SIDE}%, 100% - 6px)`, top: `${(100 * y) / SIDE}%` })}
    @keydown=${onKey}
    @pointerdown=${onDown}
  ></div>`;
}

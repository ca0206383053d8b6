// A row of bars between 0 and a common top, one of which can be read with the pointer, with a finger,
// or with the arrow keys.
import { css, html } from "lit";
import { shapes } from "./drawing.js";

/** @typedef {import("./drawing.js").Shape} Shape */

const HEIGHT = 112;
// The drawing has its own unit across, which the page stretches to its room.
const WIDTH = 320;
const GAP = 0.25;

export const barRowStyles = css`
  .bar-row {
    margin: 0;
  }

  .bar-row figcaption {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
  }

  .bar-row .bars {
    display: grid;
    margin-block-start: 8px;
    grid-template-columns: auto minmax(0, 1fr);
    column-gap: 6px;
  }

  .bar-row .ends {
    display: flex;
    flex-direction: column;
    justify-content: space-between;
    margin-block: -0.6em;
    color: var(--muted);
    font-size: var(--small);
    line-height: 1.2;
  }

  .bar-row .cursor {
    min-width: 0;
    padding-block-end: 1px;
    border-block-end: 1px solid var(--control-line);
    border-block-start: 1px solid var(--line);
    touch-action: pan-y;
    cursor: crosshair;
  }

  .bar-row svg.drawing {
    width: 100%;
    height: ${HEIGHT}px;
  }

  .bar-row .drawing > .chosen {
    fill: var(--line);
  }

  @media (forced-colors: active) {
    .bar-row .drawing > .chosen {
      fill: none;
      stroke: Highlight;
      stroke-width: 2px;
    }
  }
`;

/**
 * @param {ArrayLike<number>} values
 * @param {object} room
 * @param {number} room.width
 * @param {number} room.height
 * @param {number} [room.most] the value that is as high as the room
 * @param {number} [room.chosen] the bar that is marked
 * @param {1 | 2 | 3 | 4} [room.hue]
 * @returns {Shape[]}
 */
export function barShapes(values, { width, height, most = 1, chosen, hue = 1 }) {
  const step = width / values.length;
  /** @type {Shape[]} */
  const mark =
    chosen === undefined
      ? []
      : [{ kind: "rect", x: chosen * step, y: 0, width: step, height, look: "fill-wash chosen" }];
  const bars = Array.from(values, (value, index) => {
    // What is more than 0 is seen.
    const tall = value > 0 ? Math.max(0.75, Math.min(1, value / most) * height) : 0;
    return /** @type {Shape} */ ({
      kind: "rect",
      x: (index + GAP / 2) * step,
      y: height - tall,
      width: step * (1 - GAP),
      height: tall,
      look: `fill-series-${hue}`,
    });
  });
  return [...mark, ...bars];
}

/**
 * @param {object} options
 * @param {string} options.name what it is found by
 * @param {unknown} options.title
 * @param {unknown} [options.note] at the right of the title
 * @param {string} options.label the title in plain words, for speech
 * @param {ArrayLike<number>} options.values
 * @param {string} [options.top] how the value at the top is written
 * @param {number} [options.most]
 * @param {1 | 2 | 3 | 4} [options.hue]
 * @param {number | undefined} options.chosen
 * @param {string} options.spoken the chosen bar in words
 * @param {(index: number | undefined) => void} options.onChoose undefined: nothing is pointed at
 */
export function barRow(options) {
  const {
    name,
    title,
    note,
    label,
    values,
    top = "1",
    most,
    hue,
    chosen,
    spoken,
    onChoose,
  } = options;
  const last = values.length - 1;
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const now = chosen ?? -1;
    const to = {
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onChoose(Math.min(Math.max(0, to), last));
  };
  /** @param {PointerEvent} event */
  const onPoint = (event) => {
    const { left, width } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * values.length);
    onChoose(Math.min(Math.max(0, index), last));
  };
  return html`<figure class="bar-row" data-bars=${name}>
    <figcaption>
      <span>${title}</span>${note === undefined ? "" : html`<span>${note}</span>`}
    </figcaption>
    <div class="bars">
      <div class="ends" aria-hidden="true"><span>${top}</span><span>0</span></div>
      <div
        class="cursor"
        tabindex="0"
        role="slider"
        aria-label=${label}
        aria-valuemin="1"
        aria-valuemax=${values.length}
        aria-valuenow=${(chosen ?? 0) + 1}
        aria-valuetext=${spoken}
        @keydown=${onKey}
        @pointermove=${onPoint}
        @pointerdown=${onPoint}
        @pointerleave=${() => onChoose(undefined)}
      >
        <svg
          class="drawing"
          viewBox=${`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          ${shapes(barShapes(values, { width: WIDTH, height: HEIGHT, most, chosen, hue }))}
        </svg>
      </div>
    </div>
  </figure>`;
}

// A slider with a few named stops, in even steps whatever the numbers are. A value between two stops
// may be set from elsewhere: the slider then stands between them, and its next move reaches a stop.
import { css, html } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { live } from "lit/directives/live.js";

export const stopsStyles = css`
  .stops {
    width: min(22rem, 100%);
  }

  /* Names stand under it, so what stands beside it is aligned by its label, above. */
  .controls:has(.stops) {
    align-items: flex-start;
  }

  .controls:has(.stops) > button {
    margin-block-start: calc(1.5 * var(--small));
  }

  .stops input[type="range"] {
    display: block;
    width: 100%;
  }

  .stops .names {
    display: flex;
    justify-content: space-between;
    margin-block-start: -10px;
    color: var(--muted);
    font-size: var(--small);
    line-height: 1.2;
  }

  .stops .names span {
    display: flex;
    justify-content: center;
    /* As wide as the thumb, under whose middle the name stands. */
    width: 16px;
    white-space: nowrap;
  }

  /* Names for which the line is too short stand in two. */
  .stops .names.crowded span:nth-child(even) {
    padding-block-start: 1.2em;
  }

  /* Where letters are large for the room, the last name ends with the slider and not beyond it. */
  @container (max-width: 43.75rem) {
    .stops .names span:last-child {
      justify-content: flex-end;
    }
  }

  .stops .names .now {
    color: var(--ink);
    font-weight: 600;
  }
`;

// In pixels: from the middle of the first stop to that of the last on a phone, and a bold digit.
const LENGTH = 236;
const DIGIT = 9;

/** Whether neighbouring names would touch on a line of that length. @param {{ label: string }[]} list */
const isCrowded = (list) =>
  list.some(({ label }, at) => {
    const next = list[at + 1]?.label ?? "";
    const room = LENGTH / (list.length - 1);
    return next !== "" && ((label.length + next.length) / 2) * DIGIT + 6 > room;
  });

/**
 * @param {object} options
 * @param {string} options.name
 * @param {unknown} options.label
 * @param {{ value: number, label: string }[]} options.stops rising
 * @param {number} options.value
 * @param {string} options.shown the value as it is said
 * @param {(value: number) => void} options.onChange
 */
export function stops({ name, label, stops: list, value, shown, onChange }) {
  const last = list.length - 1;
  const exact = list.findIndex((stop) => stop.value === value);
  const place = exact >= 0 ? exact : between(list, value);
  /** @param {Event} event */
  const onInput = (event) => {
    const field = /** @type {HTMLInputElement} */ (event.currentTarget);
    const wanted = Number(field.value);
    const near =
      Math.abs(wanted - place) >= 0.5
        ? Math.round(wanted)
        : wanted > place
          ? Math.floor(place) + 1
          : Math.ceil(place) - 1;
    const stop = list[Math.min(Math.max(0, near), last)];
    if (stop.value !== value) onChange(stop.value);
  };
  return html`<div class="control stops" data-control=${name}>
    <label for=${name}>${label}</label>
    <input
      id=${name}
      type="range"
      min="0"
      max=${last}
      step=${exact >= 0 ? "1" : "any"}
      .value=${live(String(place))}
      aria-valuetext=${shown}
      @input=${onInput}
    />
    <div class=${classMap({ names: true, crowded: isCrowded(list) })} aria-hidden="true">
      ${list.map((stop, index) => html`<span class=${index === exact ? "now" : ""}>${stop.label}</span>`)}
    </div>
  </div>`;
}

/** Where a value stands between two stops, in even factors. @param {{ value: number }[]} list @param {number} value */
function between(list, value) {
  const after = list.findIndex((stop) => stop.value > value);
  if (after === 0) return 0;
  if (after < 0) return list.length - 1;
  const [low, high] = [list[after - 1].value, list[after].value];
  return after - 1 + Math.log(value / low) / Math.log(high / low);
}

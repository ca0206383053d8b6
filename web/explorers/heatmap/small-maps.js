// Every layer and head as a small map, one of them chosen.
import { html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { styleMap } from "../../parts/style-map.js";

const NARROW = 480;

/** The size of a small map, in CSS pixels.
 * @param {number[]} shape layers, sequences, heads, n, m @param {number} room for a line of them
 * @returns {[number, number]} */
export function smallSize([, , heads, n, m], room) {
  const wanted = heads <= 4 ? 56 : heads <= 6 ? 44 : heads <= 8 ? 40 : heads <= 12 ? 36 : 28;
  const fitting = room < NARROW ? Math.floor((room - 60) / heads) - 14 : wanted;
  const width = Math.max(24, Math.min(wanted, fitting));
  const height = Math.round(width * Math.min(2.5, Math.max(0.4, n / m)));
  return [width, height];
}

/** @param {number} count */
const numbers = (count) => Array.from({ length: count }, (_, i) => i + 1);

/**
 * @param {object} options all layers and heads from 1
 * @param {number} options.layers @param {number} options.heads
 * @param {[number, number]} options.size of each
 * @param {number} options.layer @param {number} options.head the chosen one
 * @param {(layer: number, head: number) => boolean} options.isOff whether a head is switched off
 * @param {(layer: number, head: number) => string} options.mostOf its largest weight
 * @param {(layer: number, head: number) => void} options.onChoose
 * @param {(key: string, values?: Record<string, unknown>) => string} options.text
 */
export function smallMaps({ layers, heads, size, layer, head, isOff, mostOf, onChoose, text }) {
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowUp: [layer - 1, head],
      ArrowDown: [layer + 1, head],
      ArrowLeft: [layer, head - 1],
      ArrowRight: [layer, head + 1],
      Home: [event.ctrlKey ? 1 : layer, 1],
      End: [event.ctrlKey ? layers : layer, heads],
    };
    const to = moves[event.key];
    if (!to || event.altKey || event.metaKey) return;
    event.preventDefault();
    const row = Math.min(layers, Math.max(1, to[0]));
    const column = Math.min(heads, Math.max(1, to[1]));
    onChoose(row, column);
    /** @type {HTMLElement | null} */
    const button = /** @type {HTMLElement} */ (event.currentTarget).querySelector(
      `[data-layer="${row}"][data-head="${column}"]`,
    );
    button?.focus();
  };
  /** @param {number} row @param {number} column */
  const small = (row, column) => {
    const checked = row === layer && column === head;
    const off = isOff(row, column);
    const label = text("headLabel", { layer: row, head: column, most: mostOf(row, column) });
    return html`<button
      type="button"
      role="radio"
      class=${classMap({ off })}
      aria-checked=${checked}
      aria-label=${off ? text("headLabelOff", { label }) : label}
      tabindex=${checked ? "0" : "-1"}
      data-layer=${row}
      data-head=${column}
      @click=${() => onChoose(row, column)}
    >
      <canvas
        aria-hidden="true"
        data-small="${row - 1},${column - 1}"
        style=${styleMap({ width: `${size[0]}px`, height: `${size[1]}px` })}
      ></canvas>
      ${off ? html`<span class="sign" aria-hidden="true">${text("off")}</span>` : nothing}
    </button>`;
  };
  return html`<div class="heads">
    <div
      class="grid"
      role="radiogroup"
      aria-label=${text("headsLabel")}
      style=${styleMap({ "--heads": String(heads) })}
      @keydown=${onKey}
    >
      <span></span>
      ${numbers(heads).map(
        (column) =>
          html`<span class="over" aria-hidden="true"
            >${heads <= 4 ? text("head", { head: column }) : column}</span
          >`,
      )}
      ${numbers(layers).map(
        (row) =>
          html`<span class="side" aria-hidden="true">${text("layer", { layer: row })}</span
            >${numbers(heads).map((column) => small(row, column))}`,
      )}
    </div>
  </div>`;
}

// What a learner turns: a choice of a few, a choice of many, a slider. Native fields, each with its
// name above it, 44 px high.
import { css, html } from "lit";
import { live } from "lit/directives/live.js";

export const controlStyles = css`
  .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 16px 24px;
  }

  .control {
    min-width: 0;
    max-width: 100%;
    min-width: 0;
    max-width: 100%;
    margin: 0;
    padding: 0;
    border: 0;
  }

  .control > legend,
  .control > label,
  .control > .label {
    display: block;
    padding: 0;
    color: var(--muted);
    font-size: var(--small);
  }

  .choices {
    display: flex;
    flex-wrap: wrap;
    column-gap: 16px;
  }

  .choices label {
    position: relative;
    display: flex;
    align-items: center;
    min-height: 44px;
    cursor: pointer;
  }

  /* Half of the gap on each side belongs to it: a choice may be a single digit. */
  .choices input {
    position: absolute;
    inset: 0 -8px;
    width: calc(100% + 16px);
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }

  .choices span {
    padding: 4px 0 2px;
    border-bottom: 2px solid transparent;
    color: var(--muted);
  }

  .choices label:hover span {
    color: var(--ink);
    border-bottom-color: var(--line);
  }

  .choices input:checked + span {
    color: var(--ink);
    font-weight: 600;
    border-bottom-color: var(--accent);
  }

  .choices input:focus-visible + span {
    outline: 2px solid var(--focus);
    outline-offset: 3px;
  }

  /* No engine breaks the line of a menu: its words stand in front of it, and it is as wide as its longest
     where there is room. */
  .menu {
    position: relative;
    display: inline-grid;
    grid-template-columns: minmax(0, max-content);
    max-width: 100%;
    border: 1px solid var(--control-line);
    border-radius: 4px;
    vertical-align: top;
  }

  .menu::after {
    content: "";
    position: absolute;
    inset-block-start: calc(50% - 5px);
    inset-inline-end: 14px;
    width: 6px;
    height: 6px;
    border: solid var(--ink);
    border-width: 0 2px 2px 0;
    transform: rotate(45deg);
    pointer-events: none;
  }

  .menu > * {
    grid-area: 1 / 1;
    min-height: 42px;
    margin: 0;
    padding-block: 9px;
    padding-inline: 12px 32px;
    font: inherit;
    line-height: 1.5;
    overflow-wrap: anywhere;
  }

  /* The border of the menu is tapped as well. */
  .menu select {
    width: calc(100% + 2px);
    height: calc(100% + 2px);
    margin: -1px;
    border: 0;
    background: var(--paper);
    color: var(--ink);
    opacity: 0;
    cursor: pointer;
  }

  .menu:focus-within {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }

  .slide {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 44px;
  }

  .slide output {
    min-width: 4ch;
    font-weight: 600;
  }

  input[type="range"] {
    width: 120px;
    height: 44px;
    margin: 0;
    accent-color: var(--accent);
    cursor: pointer;
  }

  button.plain,
  button.strong {
    min-height: 44px;
    min-width: 44px;
    padding: 0 16px;
    border: 1px solid var(--control-line);
    border-radius: 4px;
    background: none;
    color: var(--ink);
    font: inherit;
    cursor: pointer;
  }

  button.plain:hover {
    background: var(--wash);
  }

  button.strong {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }

  button[aria-disabled="true"] {
    border-color: var(--line);
    background: none;
    color: var(--muted);
    font-weight: 400;
    cursor: default;
  }

  button.quiet {
    min-height: 44px;
    padding: 0 4px;
    border: 0;
    background: none;
    color: var(--ink);
    font: inherit;
    text-decoration: underline;
    text-decoration-color: var(--control-line);
    text-underline-offset: 4px;
    cursor: pointer;
  }

  button.quiet:hover {
    text-decoration-color: currentcolor;
  }

  @media (forced-colors: active) {
    .choices span {
      border-color: Canvas;
    }

    .choices input:checked + span {
      border-color: Highlight;
      text-decoration: underline double;
    }

    button.strong {
      border: 2px solid Highlight;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`;

/**
 * A button that does something; one that cannot now keeps its place and the focus.
 * @param {object} options
 * @param {string} options.name also what tests find it by
 * @param {string} options.label
 * @param {() => void} options.onPress
 * @param {boolean} [options.isOff]
 * @param {"quiet" | "plain"} [options.look]
 */
export const action = ({ name, label, onPress, isOff = false, look = "quiet" }) =>
  html`<button
    type="button"
    class=${look}
    data-action=${name}
    aria-disabled=${isOff}
    @click=${() => isOff || onPress()}
  >
    ${label}
  </button>`;

/**
 * One of a few, all visible.
 * @template {string} T
 * @param {object} options
 * @param {unknown} options.label
 * @param {{ value: T, label: unknown }[]} options.options
 * @param {T | undefined} options.value none is chosen when it is not among the options
 * @param {(value: T) => void} options.onChange
 * @param {string} options.name also what tests find it by
 */
export function choice({ label, options, value, onChange, name }) {
  return html`<fieldset class="control" data-control=${name}>
    <legend>${label}</legend>
    <div class="choices">
      ${options.map(
        (option) =>
          html`<label
            ><input
              type="radio"
              name=${name}
              value=${option.value}
              .checked=${live(option.value === value)}
              @change=${() => onChange(option.value)}
            /><span>${option.label}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}

/**
 * One of many.
 * @param {object} options
 * @param {string} options.label
 * @param {{ value: string, label: string }[]} options.options
 * @param {string} options.value
 * @param {(value: string) => void} options.onChange
 * @param {string} options.name
 */
export function menu({ label, options, value, onChange, name }) {
  return html`<div class="control" data-control=${name}>
    <label for=${name}>${label}</label>
    <div class="menu">
      <span aria-hidden="true">${options.find((option) => option.value === value)?.label}</span>
      <select
        id=${name}
        .value=${live(value)}
        @change=${(/** @type {Event} */ event) =>
          onChange(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}
      >
        ${options.map(
          (option) =>
            html`<option value=${option.value} ?selected=${option.value === value}>
              ${option.label}
            </option>`,
        )}
      </select>
    </div>
  </div>`;
}

/**
 * A number on a scale. It tells while it is dragged, not only when it is let go. The field itself says its value:
 * said by the output as well, each step would be heard twice.
 * @param {object} options
 * @param {unknown} options.label
 * @param {number} options.min
 * @param {number} options.max
 * @param {number} options.step
 * @param {number} options.value
 * @param {string} options.shown the value as it is written
 * @param {(value: number) => void} options.onChange
 * @param {string} options.name
 */
export function slider({ label, min, max, step, value, shown, onChange, name }) {
  return html`<div class="control" data-control=${name}>
    <label for=${name}>${label}</label>
    <div class="slide">
      <input
        id=${name}
        type="range"
        min=${min}
        max=${max}
        step=${step}
        .value=${live(String(value))}
        aria-valuetext=${shown}
        @input=${(/** @type {Event} */ event) =>
          onChange(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value))}
      />
      <output for=${name} aria-live="off" translate="no">${shown}</output>
    </div>
  </div>`;
}

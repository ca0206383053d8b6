// What a trained model makes of the text: its classes with their probabilities, and its heads, each of
// which can be switched off.
import { css, html, nothing } from "lit";
import { action } from "../../parts/fields/controls.js";
import { classMap } from "lit/directives/class-map.js";
import { styleMap } from "../../parts/style-map.js";
import { format } from "../../parts/letters/numbers.js";
import { toggles } from "../../parts/fields/toggles.js";

/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */
/** @typedef {[layer: number, head: number]} Place from 1 */

export const modelPanelStyles = css`
  .model {
    grid-area: model;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
    min-width: 0;
  }

  .classes {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
  }

  /* Where letters are twice as large on a phone. */
  @container (max-width: 15rem) {
    .classes {
      display: block;
      overflow-x: auto;
    }
  }

  .classes .name {
    width: 6.4em;
  }

  @container (min-width: 22rem) {
    .classes .name {
      width: 8em;
    }
  }

  .classes .share {
    width: 4.6em;
  }

  .classes .shift {
    width: 5em;
  }

  .classes caption {
    padding: 0;
    color: var(--muted);
    font-size: var(--small);
    text-align: start;
  }

  .classes thead th {
    color: var(--muted);
    font-size: var(--small);
    font-weight: 400;
    text-align: end;
    overflow-wrap: anywhere;
    vertical-align: bottom;
  }

  .classes tbody th {
    padding-block: 0;
    padding-inline: 0 8px;
    overflow: hidden;
    font-weight: 400;
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .classes td {
    padding: 0;
    height: 28px;
    text-align: end;
    white-space: nowrap;
  }

  .classes td.change {
    color: var(--muted);
  }

  .classes :is(td:not(:first-of-type), thead th) {
    padding-inline-start: 8px;
  }

  .classes .best :is(th, .number) {
    font-weight: 600;
  }

  .classes .bar {
    position: relative;
    height: 16px;
    border-inline-start: 1px solid var(--control-line);
  }

  .classes .bar i {
    position: absolute;
    inset-block: 2px;
    inset-inline-start: 0;
    background: var(--accent);
    forced-color-adjust: none;
  }

  /* Where the bar ended with every head on. */
  .classes .bar u {
    position: absolute;
    inset-block: -1px;
    width: 0;
    border-inline-start: 2px solid var(--ink);
  }

  .switches {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0;
    margin-block-start: 8px;
  }

  .switches .name {
    color: var(--muted);
    font-size: var(--small);
  }

  .switches .control {
    display: flex;
    align-items: center;
    gap: 12px;
  }

  .switches .control > legend {
    float: inline-start;
    min-width: 3.6em;
    white-space: nowrap;
  }

  .switches .choices label {
    justify-content: center;
    min-width: 44px;
  }

  .switches .choices {
    column-gap: 4px;
  }

  .switches input:not(:checked) + span {
    text-decoration: line-through;
  }

  @media (prefers-reduced-motion: no-preference) {
    .classes .bar i {
      transition: width 200ms;
    }
  }
`;

/** A change with its sign. @param {number} value */
const signed = (value) => {
  const text = format(value);
  return value > 0 && !text.startsWith("<") ? `+${text}` : text;
};

/**
 * @param {object} options
 * @param {string[]} options.classes
 * @param {ArrayLike<number>} options.probabilities
 * @param {ArrayLike<number> | undefined} options.whole those with every head on, where some are off
 * @param {string} options.caption
 * @param {Text} options.text
 */
export function classTable({ classes, probabilities, whole, caption, text }) {
  const best = Array.from(probabilities).indexOf(Math.max(...Array.from(probabilities)));
  const percent = (/** @type {number} */ share) => `${100 * share}%`;
  return html`<table class="classes" data-classes>
    <caption>
      ${caption}
    </caption>
    <colgroup>
      <col class="name" />
      <col />
      <col class="share" />
      ${whole ? html`<col class="shift" />` : nothing}
    </colgroup>
    <thead class=${whole ? "" : "unseen"}>
      <tr>
        <th scope="col"><span class="unseen">${text("className")}</span></th>
        <th scope="col" colspan="2">${text("probability")}</th>
        ${whole ? html`<th scope="col">${text("change")}</th>` : nothing}
      </tr>
    </thead>
    <tbody>
      ${classes.map(
        (name, at) =>
          html`<tr class=${classMap({ best: at === best })}>
            <th scope="row" title=${name}><bdi>${name}</bdi></th>
            <td aria-hidden="true">
              <div class="bar">
                <i style=${styleMap({ width: percent(probabilities[at]) })}></i>
                ${
                  whole
                    ? html`<u style=${styleMap({ insetInlineStart: percent(whole[at]) })}></u>`
                    : nothing
                }
              </div>
            </td>
            <td class="number">${format(probabilities[at])}</td>
            ${
              whole
                ? html`<td class="change">${signed(probabilities[at] - whole[at])}</td>`
                : nothing
            }
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Two heads are the same. @param {Place} a @param {Place} b */
const isSame = (a, b) => a[0] === b[0] && a[1] === b[1];

/**
 * A line of switches for each of the layers.
 * @param {object} options
 * @param {number[]} options.layers those that are offered, from 1 @param {number} options.heads of each
 * @param {Place[]} options.without heads that are off
 * @param {(without: Place[]) => void} options.onChange
 * @param {Text} options.text
 */
export function headSwitches({ layers, heads, without, onChange, text }) {
  const all = Array.from({ length: heads }, (_, at) => String(at + 1));
  return html`<div class="switches" role="group" aria-labelledby="switches-name">
    <p class="name" id="switches-name">${text("switches")}</p>
    ${layers.map((layer) =>
      toggles({
        name: `switch-${layer}`,
        label: text("layer", { layer }),
        options: all.map((value) => ({
          value,
          label: html`<span class="unseen">${text("headOf", { layer })} </span>${value}`,
        })),
        values: all.filter((head) => !without.some((off) => isSame(off, [layer, Number(head)]))),
        onChange: (on) =>
          onChange(
            [
              ...without.filter(([other]) => other !== layer),
              ...all
                .filter((head) => !on.includes(head))
                .map((head) => /** @type {Place} */ ([layer, Number(head)])),
            ].sort((a, b) => a[0] - b[0] || a[1] - b[1]),
          ),
      }),
    )}
    ${
      without.length > 0
        ? html`<div>
            ${action({ name: "all-on", label: text("allOn"), onPress: () => onChange([]) })}
          </div>`
        : nothing
    }
  </div>`;
}

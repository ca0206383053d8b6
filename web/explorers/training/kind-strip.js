// How much of each kind of ticket a model gets right.
import { html } from "lit";
import { gauge } from "./gauge.js";
import { percentage } from "../../parts/letters/numbers.js";

/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

/** The accuracy on each kind of ticket.
 * @param {{ kinds: readonly string[], byKind: Record<string, number> | undefined, title: string, text: Text }} options */
export const kindStrip = ({ kinds, byKind, title, text }) =>
  html`<div>
    <p class="small">${title}</p>
    <dl class="kinds">
      ${kinds.map((kind) => {
        const share = byKind?.[kind];
        return html`<div data-kind=${kind}>
          <dt>${text(`kind ${kind}`)}</dt>
          <dd>${share === undefined ? text("notYet") : percentage(share)} ${gauge(share ?? 0)}</dd>
        </div>`;
      })}
    </dl>
  </div>`;

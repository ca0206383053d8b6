// The probability of every team.
import { html, nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { gauge } from "./gauge.js";
import { percentage } from "../../parts/letters/numbers.js";

/** @typedef {(key: string, values?: Record<string, unknown>) => string} Text */

/**
 * @param {{ teams: readonly string[], probabilities: ArrayLike<number> | undefined, team: number | undefined, text: Text }} options
 *   team: the right one, where it is known
 */
export function teamBars({ teams, probabilities, team, text }) {
  const list = probabilities ? Array.from(probabilities) : [];
  const best = list.indexOf(Math.max(...list));
  return html`<dl class="teams" aria-label=${text("predictionLabel")}>
    ${teams.map((name, at) => {
      const share = list[at];
      return html`<div data-team=${name}>
        <dt class=${classMap({ best: at === best })}>
          ${text(`team ${name}`)}
          ${at === team ? html`<span class="true">(${text("right")})</span>` : nothing}
        </dt>
        <dd aria-hidden="true">${gauge(share ?? 0)}</dd>
        <dd data-share>${share === undefined ? text("notYet") : percentage(share)}</dd>
      </div>`;
    })}
  </dl>`;
}

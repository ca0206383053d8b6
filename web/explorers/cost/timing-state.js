// What is being measured, how far it is, and the button that begins it.
import { html, nothing } from "lit";
import { CALL_HERE } from "./timing-run.js";
import { count } from "./write.js";
import { progress } from "../../parts/fields/progress.js";
import { withSymbols } from "../../parts/letters/symbols.js";

/** @typedef {import("./attention-cost.js").AttentionCost} Host */

/** @param {Host} host @param {import("./measurements.js").Found} found */
export function timingNow(host, found) {
  const { text, measurements, facts } = host;
  const size = facts.counts.size;
  return html`<div class="timing">
    ${facts.isRunning ? runningState(host) : restingState(host, found)}
    <p class="note">
      ${withSymbols(text("howMeasured", { size }))}
      ${measurements.isHere ? text("here", { call: CALL_HERE }) : nothing}
    </p>
  </div>`;
}

/** @param {Host} host */
function runningState(host) {
  const { text, measurements } = host;
  const { at, fraction } = measurements;
  const now = host.isPaused
    ? text("paused")
    : at
      ? text(`now ${at.method}`, { n: count(at.n) })
      : text("starts");
  return html`<div data-state=${host.isPaused ? "paused" : "running"}>
    ${progress({
      label: text("running"),
      fraction,
      onCancel: () => measurements.halt(),
      text,
    })}
    <span data-now>${now}</span>
  </div>`;
}

/** @param {Host} host @param {import("./measurements.js").Found} found */
function restingState(host, { points }) {
  const { text, measurements, kind, facts } = host;
  const { broken, plan } = measurements;
  const isDone = host.missing.length === 0;
  const isOwn = plan?.kind === kind && plan?.size === facts.counts.size;
  const said = isOwn && broken ? text(broken.key, { reason: broken.reason }) : "";
  const state = isDone ? "done" : said ? "stopped" : points.size > 0 ? "part" : "none";
  return html`<div data-state=${state}>
    <button
      type="button"
      class=${points.size > 0 ? "plain" : "strong"}
      data-action="measure"
      @click=${() => {
        host.measure({ anew: isDone });
      }}
    >
      ${text(isDone ? "again" : points.size > 0 ? "measureOn" : "measure")}
    </button>
    ${said ? html`<span>${said}</span>` : nothing}
  </div>`;
}

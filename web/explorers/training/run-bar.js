// What starts and ends a training, and how far it is.
import { html, nothing } from "lit";
import { progress } from "../../parts/fields/progress.js";
import { percentage } from "../../parts/letters/numbers.js";
import { thousands } from "./write.js";

/** @typedef {import("./attention-training.js").AttentionTraining} Host */

/** @param {Host} host */
export function runBar(host) {
  const { text, running, record, failed } = host;
  const main = running
    ? "pause"
    : record?.isOver
      ? "trainAgain"
      : record && record.step > 0
        ? "trainOn"
        : "train";
  /** @param {string} action @param {string} label @param {string} look @param {() => void} act */
  const button = (action, label, look, act) =>
    html`<button type="button" class=${look} data-action=${action} @click=${act}>${label}</button>`;
  return html`<div class="run">
      ${button("train", text(main), "strong", () => (running ? host.pause() : host.train()))}
      ${button("one", text("one"), "plain", () => host.oneStep())}
      ${button("anew", text("anew"), "plain", () => host.startOver())}
      ${
        host.preparing === undefined
          ? html`<span class="status" data-status>${status(host)}</span>`
          : html`<span class="status" data-status>${text("statusPreparing")}</span> ${progress({
                label: text("statusPreparing"),
                fraction: host.preparing,
                onCancel: () => host.end(),
                text,
              })}`
      }
    </div>
    ${host.lost ? html`<p role="alert" class="refused" data-lost>${text("noWorker")}</p>` : nothing}
    ${failed ? html`<p role="alert" class="refused">${text("statusFailed", { reason: failed })}</p>` : nothing}
    ${host.fileRefused ? html`<p role="alert" class="refused" data-refused>${host.fileRefused}</p>` : nothing}`;
}

/** @param {Host} host */
function status(host) {
  const { record, text, running, file } = host;
  if (!record?.isReady || (record.fromFile && !record.check))
    return text(record ? "statusBegins" : "statusNew");
  const { step } = record;
  const { accuracy, of } = record.check ?? { accuracy: 0, of: 0 };
  const values = {
    step: thousands(step),
    steps: thousands(record.plan.steps),
    share: percentage(accuracy),
    of: thousands(of),
    file,
  };
  if (record.isOver) return text("statusOver", values);
  if (running) return text(document.hidden ? "statusHidden" : "statusTraining", values);
  if (step > 0) return text("statusPaused", values);
  return text(record.fromFile ? "statusFile" : "statusReady", values);
}

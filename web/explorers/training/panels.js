// What opens under the picture: how training is done, and the same as a program.
import { html, nothing } from "lit";
import { CHECK, WARM_UP } from "./settings.js";
import { goal, seconds } from "./tell.js";
import { thousands } from "./write.js";
import { copyable } from "../../frame/export-menu.js";
import { SETTINGS } from "../../model/training.js";

/** @typedef {import("./attention-training.js").AttentionTraining} Host */

/** @param {Host} host */
export function panelsOf(host) {
  const { text, known, record } = host;
  const root = /** @type {ShadowRoot} */ (host.shadowRoot);
  /** @param {string} message */
  const onDone = (message) => {
    host.notice = message;
  };
  const reproduce = () =>
    html`<div class="files">
        <button
          type="button"
          class="plain"
          data-action="tickets"
          aria-disabled=${!known}
          @click=${() => known && host.trainer?.call("list")}
        >
          ${text("saveTickets")}
        </button>
        ${known ? nothing : html`<span class="small">${text("statusPreparing")}</span>`}
      </div>
      ${copyable({
        code: host.python(),
        name: "reproduce",
        label: text("reproduceHow"),
        text,
        root,
        onDone,
      })}`;
  const { d, layers, ff } = record?.sizes ?? SETTINGS;
  const { batch } = SETTINGS;
  const values = {
    ...(known
      ? { ...known, learned: thousands(known.learned), valid: thousands(known.valid) }
      : {}),
    seconds: seconds(known?.ms ?? 0),
    ...{ d, layers, ff, batch, warmUp: WARM_UP, heads: record?.plan.heads ?? host.heads },
    ...{
      count: record?.plan.steps ?? host.steps,
      some: CHECK.tickets,
      every: CHECK.every,
      goal: goal(),
    },
  };
  const how = () =>
    html`<div class="described">
      <p>${known ? text("how1", values) : text("statusPreparing")}</p>
      ${["how2", "how3", "how4"].map((key) => html`<p>${text(key, values)}</p>`)}
    </div>`;
  return [
    { name: "how", title: text("howItIs"), draw: how },
    { name: "reproduce", title: text("reproduce"), draw: reproduce },
  ];
}

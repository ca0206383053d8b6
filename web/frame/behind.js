// What lies behind the picture: the explorer's own panels, tables, description, files and embed code.
import { html, nothing } from "lit";
import { shownDescription, shownTables } from "./concealed.js";
import { withSymbols } from "../parts/letters/symbols.js";
import { disclosures } from "./disclosures.js";
import { embedPanel } from "./embed-code.js";
import { embeddingOf } from "./embedding.js";
import { exportMenu } from "./export-menu.js";
import { filesOf } from "./files-of.js";
import { numberTables } from "./tables.js";

/** @typedef {import("./attention-element.js").AttentionElement} Host */

/** @param {Host} host */
export function behind(host) {
  const root = /** @type {ShadowRoot} */ (host.shadowRoot);
  const { text } = host;
  /** @param {string} message */
  const onDone = (message) => {
    host.notice = message;
  };
  const all = [
    ...host.panels(),
    { name: "tables", title: text("tables"), draw: () => numberTables(shownTables(host)) },
    {
      name: "description",
      title: text("description"),
      draw: () =>
        html`<div class="described">
          ${shownDescription(host).map((line) => html`<p>${withSymbols(line)}</p>`)}
        </div>`,
    },
    {
      name: "export",
      title: text("export"),
      draw: () => exportMenu({ exports: filesOf(host), text, root, onDone }),
    },
    {
      name: "embed",
      title: text("embed"),
      draw: () =>
        embedPanel({
          embedding: embeddingOf(host),
          form: host.embedForm,
          onForm: (form) => {
            host.embedForm = form;
            host.notice = "";
          },
          text,
          root,
          onDone,
        }),
    },
  ];
  const shown = all.filter(({ name }) => host.shows(name));
  if (shown.length === 0) return nothing;
  /** @param {string} name @param {boolean} isOpen */
  const onToggle = (name, isOpen) => {
    if (isOpen === host.openParts.has(name)) return;
    const open = new Set(host.openParts);
    if (isOpen) open.add(name);
    else open.delete(name);
    const putBack = host.hold.keep();
    host.openParts = open;
    host.notice = "";
    host.updateComplete.then(putBack);
  };
  return html`${disclosures(shown, host.openParts, onToggle)}
    <p class="notice" role="status">${host.notice}</p>`;
}

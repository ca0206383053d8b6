// A page that says <html data-scorm> is one of a course system's: its explorer reports.
import { report } from "./scorm-report.js";

/** @typedef {import("../frame/attention-element.js").AttentionElement} AttentionElement */

async function begin() {
  const figure = [...document.body.querySelectorAll("*")].find(
    ({ localName }) => localName.startsWith("attention-") && customElements.get(localName),
  );
  if (!figure) return;
  await /** @type {AttentionElement} */ (figure).updateComplete;
  report(/** @type {AttentionElement} */ (figure));
}

/** Does nothing in any other page. */
export function reportWhereAsked() {
  if (globalThis.document?.documentElement?.dataset.scorm === undefined) return;
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
}

// Why a dot product: what it says of direction and length, and what it costs; with the numbers on screen.
import { html } from "lit";
import { format } from "../../parts/letters/numbers.js";

/** @typedef {import("./attention-lookup.js").AttentionLookup} AttentionLookup */

/** @param {AttentionLookup} explorer */
export function whyPanel({ scene, lookup, text, revealed }) {
  const { query, keys, labels } = scene;
  const length = Math.hypot(...query);
  const size = query.length;
  const rows = keys.map((key, j) => {
    const own = Math.hypot(...key);
    const cosine = length * own === 0 ? NaN : lookup.scores[j] / (length * own);
    const angle = (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
    return { label: labels[j], own, angle, score: lookup.scores[j] };
  });
  return html`<div class="described">
      <p>${text("whyDirection", { length: format(length) })}</p>
      <p>${text("whyCost", { size, keys: keys.length, all: size * keys.length })}</p>
    </div>
    <div class="angles">
      <table data-angles>
        <thead>
          <tr>
            <th scope="col">${text("columnKey")}</th>
            <th scope="col">${text("columnAngle")}</th>
            <th scope="col">${text("columnLength")}</th>
            <th scope="col">${text("columnScore")}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ label, own, angle, score }) =>
              html`<tr>
                <th scope="row"><bdi>${label}</bdi></th>
                <td>${Number.isNaN(angle) ? "–" : `${format(angle, 0)}°`}</td>
                <td>${format(own)}</td>
                <td>${revealed ? format(score) : "?"}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

// Scores and weights of each key as bars, and the dot product of the key that is pointed at.
import { html, nothing } from "lit";
import { shapes } from "../../parts/charts/drawing.js";
import { arithmetic, productSum } from "../../parts/letters/arithmetic.js";
import { clauseSign, format, vector } from "../../parts/letters/numbers.js";
import { footOf } from "./draw.js";

/** @typedef {import("./attention-lookup.js").AttentionLookup} AttentionLookup */

/** A weight as a bar from the left. @param {number} weight @param {1 | 2} hue @returns {import("../../parts/charts/drawing.js").Shape[]} */
const lyingBar = (weight, hue) =>
  weight > 0
    ? [
        {
          kind: "rect",
          x: 0,
          y: 0,
          width: Math.max(0.5, 100 * weight),
          height: 12,
          look: `fill-series-${hue}`,
        },
      ]
    : [];

/** @param {AttentionLookup} explorer */
export function tableOf(explorer) {
  const { scene, lookup, text, revealed, pointed } = explorer;
  /** @param {number[]} weights @param {number} j @param {1 | 2} hue */
  const bar = (weights, j, hue) =>
    html`<td class="weight">
      <span
        ><svg class="drawing" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
          ${revealed ? shapes(lyingBar(weights[j], hue)) : nothing}
        </svg>
        <bdi dir="ltr">${revealed ? format(weights[j]) : "?"}</bdi></span
      >
    </td>`;
  /** @param {number | undefined} j */
  const point = (j) => {
    explorer.pointed = j;
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const rows = [.../** @type {Element} */ (event.currentTarget).querySelectorAll("tr")];
    const now = rows.findIndex((row) => row.matches(":focus"));
    const to = {
      ArrowDown: now + 1,
      ArrowUp: now - 1,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (to === undefined || now < 0) return;
    event.preventDefault();
    rows[Math.min(Math.max(0, to), rows.length - 1)].focus();
  };
  return html`<table class="lookups" data-stays aria-label=${text("tableLabel")} data-lookups>
    <thead>
      <tr>
        <th scope="col">${text("columnKey")}</th>
        <th scope="col" class="score">${text("columnScore")}</th>
        <th scope="col">${text("columnHard")}</th>
        <th scope="col">${text("columnSoft")}</th>
      </tr>
    </thead>
    <tbody @keydown=${onKey} @pointerleave=${() => point(undefined)}>
      ${scene.labels.map(
        (label, j) =>
          html`<tr
            class="${revealed && j === lookup.best ? "best" : ""} ${j === pointed ? "pointed" : ""}"
            tabindex=${j === (pointed ?? 0) ? "0" : "-1"}
            @focus=${() => point(j)}
            @pointerenter=${() => point(j)}
            @click=${() => point(j)}
          >
            <th scope="row" class="key"><bdi>${label}</bdi></th>
            <td class="score">${revealed ? format(lookup.scores[j]) : "?"}</td>
            ${bar(lookup.hard, j, 1)} ${bar(lookup.soft, j, 2)}
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${text("rowOutput")}</th>
        <td></td>
        <td class="value" data-output="hard">${revealed ? vector(lookup.hardOutput) : "?"}</td>
        <td class="value" data-output="soft">${revealed ? vector(lookup.softOutput) : "?"}</td>
      </tr>
    </tfoot>
  </table>`;
}

/** The dot product of the key that is pointed at, and the same as a projection. @param {AttentionLookup} explorer */
export function productOf(explorer) {
  const { scene, lookup, pointed, text } = explorer;
  if (pointed === undefined || pointed >= scene.keys.length || !explorer.revealed) {
    return arithmetic({ place: text("howNone"), sum: "", live: false });
  }
  const { query, keys } = scene;
  const key = keys[pointed];
  const length = Math.hypot(...query);
  const foot = footOf(query, key);
  const sign = lookup.scores[pointed] < 0 ? -1 : 1;
  const place =
    length === 0
      ? text("howProduct", { key: explorer.named(pointed) })
      : `${text("howProduct", { key: explorer.named(pointed) })}${clauseSign()}${text("howShadow", {
          key: explorer.named(pointed),
          shadow: format(sign * Math.hypot(...foot)),
          length: format(length),
        })}`;
  return arithmetic({
    place,
    sum: productSum(
      query.map((value, t) => [
        { value, role: "query" },
        { value: key[t], role: "key" },
      ]),
      lookup.scores[pointed],
    ),
    live: true,
  });
}

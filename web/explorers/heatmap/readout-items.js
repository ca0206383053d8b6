// The numbers under the picture of <attention-heatmap>.
import { html } from "lit";
import { format, small } from "../../parts/letters/numbers.js";
import { mostRead } from "./sayings.js";
import * as view from "./view.js";
import { precise, rounded } from "./written.js";

/** @param {import("./heat-map.js").HeatMap} map */
export function readoutItems(map) {
  if (!map.maps) return [];
  const { matrix, outlined, received, what, names, answered, checked } = map;
  const [best] = view.strongestOf(matrix, outlined, 1);
  const key = view.bestOf(received);
  const isWeight = what === "weight";
  const chosen = answered ? view.bestOf(answered.probabilities) : 0;
  /** @param {boolean} isShown @param {string} name @param {string} label @param {() => unknown} value */
  const item = (isShown, name, label, value) =>
    isShown ? [{ name, label: map.text(label), value: value() }] : [];
  return [
    ...item(answered !== undefined && map.shows("classes"), "choice", "readChoice", () =>
      map.isUnderstood
        ? [
            html`<bdi>${map.classNames[chosen]}</bdi> `,
            format(answered?.probabilities[chosen] ?? NaN),
          ]
        : map.text("noChoice"),
    ),
    ...item(true, "map", "readMap", () => map.placeName),
    ...item(true, "row", "readRow", () => names.named("queryTokens", outlined)),
    ...item(true, "best", "readBest", () =>
      best === undefined
        ? "—"
        : html`${mostRead(view.rowOf(matrix, outlined), names)}
          ${precise(view.cellOf(matrix, outlined, best))}`,
    ),
    // Not even its name while the question asks what adds up to 1.
    ...item(isWeight && map.revealed, "sum", "readSum", () =>
      rounded(view.sumOf(matrix, { row: outlined })),
    ),
    ...item(
      map.shows("received"),
      "received",
      "readReceived",
      () => html`${mostRead(received, names)} ${precise(received[key])}`,
    ),
    ...item(checked !== undefined && map.shows("check"), "check", "readCheck", () =>
      map.text("checkAtMost", { difference: small(checked?.most ?? NaN) }),
    ),
    ...((map.result && "readouts" in map.result && map.result.readouts) || []),
  ];
}

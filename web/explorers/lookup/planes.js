// The two planes of <attention-lookup>: the query among the keys, and what it gets back; on the page and as a
// file.
import { html } from "lit";
import { moved, toSvgFile } from "../../parts/charts/drawing.js";
import { SIDE, plane } from "../../parts/charts/plane.js";
import { acrossAndUp } from "../../parts/direction.js";
import { format, listSign, vector } from "../../parts/letters/numbers.js";
import { keyShapes, valueShapes } from "./draw.js";
import { presets } from "./presets.js";

/** @typedef {import("./attention-lookup.js").AttentionLookup} AttentionLookup */
/** @typedef {import("./draw.js").Point} Point */

// Numbers that are dragged are multiples of it.
const GRAIN = 0.1;

/** @param {AttentionLookup} explorer */
export function planesOf(explorer) {
  const { scene, lookup, text } = explorer;
  const { query, keys, values, labels, extent, valueExtent } = scene;
  const isOutside = Math.max(...query.map(Math.abs)) > extent;
  /** @param {Point[]} points */
  const listed = (points) =>
    points.map((point, j) => `${labels[j]} ${vector(point)}`).join(listSign());
  const outputs = explorer.revealed
    ? text("valuePlaneOutputs", {
        hard: vector(lookup.hardOutput),
        soft: vector(lookup.softOutput),
      })
    : "";
  return html`<div class="planes">
    ${plane({
      name: "keys",
      title: text("keyPlane"),
      note: isOutside
        ? text("keyPlaneOutside", { query: vector(query) })
        : explorer.readonly
          ? ""
          : text("keyPlaneNote"),
      axes: axesOf(explorer, "keys"),
      label: text("keyPlaneLabel", { query: vector(query), keys: listed(keys) }),
      extent,
      shapes: keyShapes(scene),
      ...(!explorer.readonly && {
        handle: {
          at: query,
          label: text("query"),
          spoken: text("querySpoken", { x: format(query[0]), y: format(query[1]) }),
          step: GRAIN,
          onMove: (at, isLast) => explorer.move(at, isLast),
        },
        others: keys.map((at, j) => ({
          at,
          label: text("moveKey", { key: labels[j] }),
          spoken: text("querySpoken", { x: format(at[0]), y: format(at[1]) }),
          step: GRAIN,
          onMove: (to, isLast) => explorer.moveKey(j, to, isLast),
        })),
      }),
    })}
    ${plane({
      name: "values",
      title: text("valuePlane"),
      note: text("valuePlaneNote"),
      axes: axesOf(explorer, "values"),
      label: text("valuePlaneLabel", { values: listed(values) }) + outputs,
      extent: valueExtent,
      shapes: valueShapes(scene),
    })}
  </div>`;
}

/** What the numbers of a key or a value are. @param {AttentionLookup} explorer @param {"keys" | "values"} which @returns {[string, string]} */
function axesOf(explorer, which) {
  const { axes } = presets[/** @type {keyof typeof presets} */ (explorer.preset)];
  const [across, up] = which === "keys" ? axes.slice(0, 2) : axes.slice(2);
  return [explorer.text(`axis ${across}`), explorer.text(`axis ${up}`)];
}

/** @param {AttentionLookup} explorer */
export function svgOf(explorer) {
  const { scene, text } = explorer;
  /**
   * @param {string} content @param {number} x @param {number} y @param {string} look
   * @returns {import("../../parts/charts/drawing.js").Shape}
   */
  const line = (content, x, y, look) => ({ kind: "text", x, y, content, look });
  const [left, right, top] = [24, SIDE + 48, 40];
  const bottom = top + SIDE + 18;
  return toSvgFile({
    title: text("heading"),
    width: right + SIDE + 24,
    height: bottom + 40,
    shapes: [
      line(text("keyPlane"), left, 28, "fill-ink strong"),
      ...moved(keyShapes({ ...scene, pointed: undefined }), left, top),
      line(acrossAndUp(...axesOf(explorer, "keys")), left + 12, bottom, "fill-muted"),
      line(text("valuePlane"), right, 28, "fill-ink strong"),
      ...moved(valueShapes({ ...scene, pointed: undefined }), right, top),
      line(acrossAndUp(...axesOf(explorer, "values")), right + 12, bottom, "fill-muted"),
      line(text("valuePlaneNote"), right + 12, bottom + 20, "fill-muted"),
    ],
  });
}

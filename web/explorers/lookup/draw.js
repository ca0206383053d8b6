// The two planes as shapes: the query among the keys, and the values with what comes back.
import { through } from "../../parts/charts/drawing.js";
import { labelsAt } from "../../parts/charts/labels.js";
import { gridShapes, placeAt } from "../../parts/charts/plane.js";

/** @typedef {import("../../parts/charts/drawing.js").Shape} Shape */
/** @typedef {[number, number]} Point */

// A weight of 1 is a line so wide, in px.
const WIDEST = 12;

/**
 * @typedef {object} Scene
 * @property {Point} query
 * @property {Point[]} keys @property {Point[]} values
 * @property {string[]} labels
 * @property {number} extent of the plane of keys @property {number} valueExtent
 * @property {import("./find.js").Lookup | undefined} found nothing is told before the answer
 * @property {number | undefined} pointed the key that is pointed at
 */

/** @param {number} extent @param {Point} from @param {Point} to @param {string} look @param {number} [width] @returns {Shape} */
const line = (extent, from, to, look, width) => ({
  kind: "path",
  d: through([placeAt(extent, from), placeAt(extent, to)]),
  look,
  width,
});

/** @param {Point} place @param {number} r @param {string} look @returns {Shape} */
const dot = ([x, y], r, look) => ({ kind: "circle", x, y, r, look });

/** Where the perpendicular from a key meets the line of the query. @param {Point} query @param {Point} key @returns {Point} */
export function footOf([a, b], [x, y]) {
  const share = (a * x + b * y) / (a * a + b * b);
  return [a * share, b * share];
}

/** @param {Scene} scene @returns {Shape[]} */
export function keyShapes({ query: asked, keys, labels, extent, found, pointed }) {
  const list = gridShapes(extent);
  // A query outside is shown in its direction, at the edge.
  const share = Math.min(1, extent / Math.max(...asked.map(Math.abs)));
  const query = /** @type {Point} */ (share < 1 ? asked.map((value) => value * share) : asked);
  const length = Math.hypot(...query);
  if (length > 0) {
    // From edge to edge of the plane.
    const far = extent / Math.max(...query.map(Math.abs));
    /** @type {Point} */
    const end = [query[0] * far, query[1] * far];
    list.push(line(extent, [-end[0], -end[1]], end, "line-query thin faint"));
    keys.forEach((key, j) => {
      const isPointed = pointed === j;
      const foot = footOf(query, key);
      list.push(line(extent, key, foot, `line-key ${isPointed ? "medium" : "thin"} dashed`));
      if (isPointed) list.push(line(extent, [0, 0], foot, "line-key thick faint"));
      list.push(dot(placeAt(extent, foot), isPointed ? 4 : 2.5, "fill-key"));
    });
  }
  if (found) {
    keys.forEach((key, j) => {
      const width = found.soft[j] * WIDEST;
      if (width > 0.05) list.push(line(extent, query, key, "line-key faint", width));
    });
  }
  // A ring, so that a key under it is seen.
  const [x, y] = placeAt(extent, query);
  list.push(line(extent, [0, 0], query, "line-query thick"), dot([x, y], 11, "line-query thick"));
  keys.forEach((key, j) => {
    const place = placeAt(extent, key);
    if (found?.best === j) list.push(dot(place, 15, "line-ink medium"));
    list.push(dot(place, 6, "fill-key"));
  });
  const isAtRight = x > 290;
  list.push({
    kind: "text",
    x: x + (isAtRight ? -14 : 14),
    y: y + 20,
    content: "q",
    look: "fill-query-text strong",
    anchor: isAtRight ? "end" : "start",
  });
  const places = keys.map((key) => placeAt(extent, key));
  list.push(...labelsAt(places, labels, "fill-key-text", list));
  return list;
}

/** @param {Scene} scene @returns {Shape[]} */
export function valueShapes({ values, labels, valueExtent: extent, found, pointed }) {
  const list = gridShapes(extent);
  const output = /** @type {Point | undefined} */ (found?.softOutput);
  if (found && output) {
    values.forEach((value, j) => {
      const width = found.soft[j] * WIDEST;
      if (width > 0.05) list.push(line(extent, output, value, "line-value faint", width));
    });
  }
  values.forEach((value, j) => {
    const place = placeAt(extent, value);
    list.push(dot(place, pointed === j ? 8 : 6, "fill-value"));
  });
  const places = values.map((value) => placeAt(extent, value));
  list.push(...labelsAt(places, labels, "fill-value-text", list));
  if (found && output) {
    const [x, y] = placeAt(extent, output);
    const diamond = through([
      [x, y - 9],
      [x + 9, y],
      [x, y + 9],
      [x - 9, y],
    ]);
    list.push(
      dot(placeAt(extent, /** @type {Point} */ (found.hardOutput)), 13, "line-ink medium"),
      {
        kind: "path",
        d: `${diamond}Z`,
        look: "fill-ink line-paper medium",
      },
    );
  }
  return list;
}

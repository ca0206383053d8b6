// The weighted sum of the last step as a picture: the values, each scaled by its weight, put end to end.
import { through } from "../../parts/charts/drawing.js";
import { labelsAt } from "../../parts/charts/labels.js";
import { gridShapes, placeAt, plane } from "../../parts/charts/plane.js";
import { listSign, vector } from "../../parts/letters/numbers.js";
import { visibleToken } from "../../parts/letters/symbols.js";

/** @typedef {import("../../parts/charts/drawing.js").Shape} Shape */
/** @typedef {import("./stages.js").Stages} Stages */
/** @typedef {[number, number]} Point */

// A share of a value shorter than this is not drawn as an arrow of its own.
const SHORTEST = 1e-3;
const LEAST_EXTENT = 2;

/** Whether values are points of a plane. @param {Stages} stages */
export const isPlane = ({ matrices }) => matrices.V.shape[1] === 2;

/**
 * The values times their weights, for the followed query.
 * @param {Stages} stages
 * @returns {number[][]} (m, d_v)
 */
export const shares = (stages) =>
  stages
    .rowOf("A", stages.row)
    .map((weight, j) => stages.rowOf("V", j).map((value) => Math.fround(weight * value)));

/**
 * A line with a head at its end.
 * @param {Point} from @param {Point} to places, in px @param {string} look
 * @returns {Shape[]}
 */
function arrow([x, y], [toX, toY], look) {
  const angle = Math.atan2(toY - y, toX - x);
  const size = Math.min(9, Math.hypot(toX - x, toY - y) / 2);
  /** @param {number} turn @returns {Point} */
  const side = (turn) => [toX - size * Math.cos(angle + turn), toY - size * Math.sin(angle + turn)];
  const ends = [side(0.45), [toX, toY], side(-0.45)];
  return [
    {
      kind: "path",
      d: through([
        [x, y],
        [toX, toY],
      ]),
      look,
    },
    { kind: "path", d: through(/** @type {Point[]} */ (ends)), look },
  ];
}

/**
 * @param {Stages} stages
 * @returns {{ extent: number, shapes: Shape[] }}
 */
function vectorShapes(stages) {
  const values = /** @type {Point[]} */ (stages.keyTokens.map((_, j) => stages.rowOf("V", j)));
  const output = /** @type {Point} */ (stages.rowOf("O", stages.row));
  const ends = shares(stages).reduce(
    (list, share) => {
      const [x, y] = list[list.length - 1];
      return [...list, /** @type {Point} */ ([x + share[0], y + share[1]])];
    },
    [/** @type {Point} */ ([0, 0])],
  );
  const isMoved = !stages.isDrawn && stages.d === 2 && !stages.isCross;
  const before = /** @type {Point} */ (isMoved ? stages.rowOf(stages.X, stages.row) : [0, 0]);
  const far = Math.max(...[...values, ...ends, output, before].flat().map(Math.abs));
  const extent = Math.max(LEAST_EXTENT, Math.ceil(far));
  /** @param {Point} point */
  const at = (point) => placeAt(extent, point);
  const list = gridShapes(extent);
  for (const value of values) {
    list.push({
      kind: "path",
      d: through([at([0, 0]), at(value)]),
      look: "line-value faint dashed",
    });
    const [x, y] = at(value);
    list.push({ kind: "circle", x, y, r: 5, look: "fill-value" });
  }
  for (let j = 0; j < values.length; j += 1) {
    const [from, to] = [ends[j], ends[j + 1]];
    if (Math.hypot(to[0] - from[0], to[1] - from[1]) < SHORTEST) continue;
    list.push(...arrow(at(from), at(to), "line-value thick"));
  }
  const [x, y] = at(output);
  if (isMoved) {
    const [fromX, fromY] = at(before);
    list.push({ kind: "circle", x: fromX, y: fromY, r: 9, look: "line-query medium" });
  }
  list.push({
    kind: "path",
    d: `${through([
      [x, y - 8],
      [x + 8, y],
      [x, y + 8],
      [x - 8, y],
    ])}Z`,
    look: "fill-ink line-paper medium",
  });
  list.push(
    ...labelsAt(values.map(at), stages.keyTokens.map(visibleToken), "fill-value-text", list),
  );
  return { extent, shapes: list };
}

/** @param {import("./attention-steps.js").AttentionSteps} explorer */
export function vectorPlane({ stages, text, preset }) {
  const { extent, shapes } = vectorShapes(stages);
  const isMoved = !stages.isDrawn && stages.d === 2 && !stages.isCross;
  const named = preset === "river" || preset === "money";
  return plane({
    name: "vectors",
    title: text("vectors"),
    note: text(isMoved ? "vectorsMoved" : "vectorsNote"),
    axes: named ? [text("axisWater"), text("axisMoney")] : [text("axisFirst"), text("axisSecond")],
    label: text("vectorsLabel", {
      shares: shares(stages)
        .map((values) => vector(values))
        .join(listSign()),
      output: vector(stages.rowOf("O", stages.row)),
    }),
    extent,
    shapes,
  });
}

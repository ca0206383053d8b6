// The way of the numbers through a layer as shapes: X, its three projections with their slices, a
// square a head, and what is joined again. Once from left to right, once downwards.
import { through } from "../../parts/charts/drawing.js";

/** @typedef {import("../../parts/charts/drawing.js").Shape} Shape */
/** @typedef {[number, number]} Point */

/**
 * @typedef {object} Flow
 * @property {number} heads @property {number} kvHeads
 * @property {{ x: string, q: string, kv: string, square: string }} shapes as they are written
 * @property {{ join: string, out: string }} words
 */

export const WIDE = { width: 700, height: 318 };
export const NARROW = { width: 296, height: 470 };
// More than these are not told apart: slices of a matrix, heads as squares.
const MOST_SLICES = 32;
const MOST_HEADS = 4;
const MOST_NUMBERED = 8;

/** @param {number} x @param {number} y @param {string} content @param {string} [look] @param {"start" | "middle" | "end"} [anchor] @returns {Shape} */
const text = (x, y, content, look = "fill-ink", anchor = "middle") => ({
  kind: "text",
  x,
  y,
  content,
  look,
  anchor,
});

/** @param {Point[]} points @param {string} look @returns {Shape} */
const line = (points, look) => ({ kind: "path", d: through(points), look });

/** A curve that leaves and arrives sideways. @param {Point} from @param {Point} to @param {string} look @returns {Shape} */
const curve = (from, to, look) => {
  const middle = (from[0] + to[0]) / 2;
  return { kind: "path", d: `M${from}C${middle},${from[1]},${middle},${to[1]},${to}`, look };
};

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} look @returns {Shape} */
const rect = (x, y, width, height, look) => ({ kind: "rect", x, y, width, height, look });

/**
 * A matrix with its columns cut into slices.
 * @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {number} slices @param {string} role
 * @returns {Shape[]}
 */
function sliced(x, y, width, height, slices, role) {
  const shown = Math.min(slices, MOST_SLICES);
  const list = [rect(x, y, width, height, "fill-wash")];
  for (let slice = 0; slice < shown; slice += 2)
    list.push(rect(x + (slice * width) / shown, y, width / shown, height, `fill-${role} faint`));
  for (let slice = 1; slice < shown; slice += 1) {
    const at = x + (slice * width) / shown;
    list.push(line([[at, y], [at, y + height]], `line-${role} thin`)); // prettier-ignore
  }
  list.push(rect(x, y, width, height, `line-${role} medium`));
  if (slices > 1 && slices <= MOST_NUMBERED) {
    for (let slice = 0; slice < slices; slice += 1)
      list.push(text(middleOf(x, width, slice, slices), y + height / 2 + 5, String(slice + 1)));
  }
  return list;
}

/** The middle of a head's slice. @param {number} x @param {number} width @param {number} head @param {number} slices */
const middleOf = (x, width, head, slices) => x + ((head + 0.5) * width) / slices;

/** A shape where there is little room: without spaces, and none where it is longer than that.
 * @param {string} shape */
const tight = (shape) =>
  shape.length <= 12 ? shape : shape.length <= 14 ? shape.replaceAll(" ", "") : "";

/** The number of a head, and of the keys and values that it shares.
 * @param {number} x @param {number} y @param {number} head @param {number | undefined} shared @returns {Shape[]} */
const named = (x, y, head, shared) =>
  shared === undefined
    ? [text(x, y + 5, String(head + 1), "fill-ink strong")]
    : [
        text(x, y - 3, String(head + 1), "fill-ink strong"),
        text(x, y + 15, `KV ${shared + 1}`, "fill-muted"),
      ];

/** Which heads are drawn: the first ones, and where there are more, the last. @param {number} heads */
const drawnHeads = (heads) =>
  heads <= MOST_HEADS ? Array.from({ length: heads }, (_, i) => i) : [0, 1, 2, heads - 1];

/** @param {Flow} flow @returns {Shape[]} */
export function wideShapes({ heads, kvHeads, shapes, words }) {
  const shared = (/** @type {number} */ head) =>
    kvHeads < heads ? Math.floor((head * kvHeads) / heads) : undefined;
  const [width, height, left] = [96, 52, 128];
  const tops = { q: 26, k: 126, v: 226 };
  /** @type {Shape[]} */
  const list = [
    rect(14, 118, 48, 68, "fill-wash"),
    rect(14, 118, 48, 68, "line-ink medium"),
    text(38, 108, "X", "fill-ink strong"),
    text(44, 204, shapes.x, "fill-muted"),
  ];
  for (const top of Object.values(tops)) {
    list.push(line([[62, 152], [left, top + height / 2]], "line-control-line thin")); // prettier-ignore
  }
  const squares = drawnHeads(heads);
  const side = 46;
  const step = squares.length > 1 ? Math.min(84, 250 / squares.length) : 0;
  const first = 152 - ((squares.length - 1) * step) / 2 - side / 2;
  const squareLeft = 372;
  squares.forEach((head, index) => {
    const y = first + index * step;
    for (const [at, [role, top]] of [
      ["query", tops.q],
      ["key", tops.k],
      ["value", tops.v],
    ].entries()) {
      const start = /** @type {Point} */ ([left + width, Number(top) + height / 2]);
      const end = /** @type {Point} */ ([squareLeft, y + side * (0.25 + 0.25 * at)]);
      list.push(curve(start, end, `line-${role} thin`));
    }
  });
  list.push(
    ...sliced(left, tops.q, width, height, heads, "query"),
    ...sliced(left, tops.k, width, height, kvHeads, "key"),
    ...sliced(left, tops.v, width, height, kvHeads, "value"),
    text(left, tops.q - 8, "Q", "fill-query-text strong", "start"),
    text(left, tops.k - 8, "K", "fill-key-text strong", "start"),
    text(left, tops.v - 8, "V", "fill-value-text strong", "start"),
    text(left + 18, tops.q - 8, shapes.q, "fill-muted", "start"),
    text(left + 18, tops.k - 8, shapes.kv, "fill-muted", "start"),
    text(left + 18, tops.v - 8, shapes.kv, "fill-muted", "start"),
  );
  const [joinLeft, joinTop] = [500, 126];
  squares.forEach((head, index) => {
    const y = first + index * step;
    list.push(
      curve([squareLeft + side, y + side / 2], [joinLeft, joinTop + height / 2], "line-ink thin"),
      rect(squareLeft, y, side, side, "fill-paper"),
      rect(squareLeft, y, side, side, "line-ink medium"),
      ...named(squareLeft + side / 2, y + side / 2, head, shared(head)),
    );
  });
  if (heads > MOST_HEADS) {
    list.push(text(squareLeft + side / 2, first + 3 * step - 7, "⋮", "fill-ink strong"));
  }
  const last = first + (squares.length - 1) * step + side;
  list.push(
    text(squareLeft + side / 2, Math.min(last + 18, 312), shapes.square, "fill-muted"),
    ...sliced(joinLeft, joinTop, width, height, heads, "series-4"),
    text(joinLeft + width / 2, joinTop - 10, words.join, "fill-ink"),
    line([[joinLeft + width, 152], [640, 152]], "line-control-line thin"), // prettier-ignore
    rect(640, 118, 48, 68, "fill-wash"),
    rect(640, 118, 48, 68, "line-ink medium"),
    text(664, 108, words.out, "fill-ink strong"),
    text(686, 204, shapes.x, "fill-muted", "end"),
    text((joinLeft + width + 640) / 2, 144, "W_O", "fill-ink"),
  );
  return list;
}

/** @param {Flow} flow @returns {Shape[]} */
export function narrowShapes({ heads, kvHeads, shapes, words }) {
  const shared = (/** @type {number} */ head) =>
    kvHeads < heads ? Math.floor((head * kvHeads) / heads) : undefined;
  const [width, height, top] = [80, 44, 116];
  const lefts = { q: 6, k: 108, v: 210 };
  /** @type {Shape[]} */
  const list = [
    text(112, 20, "X", "fill-ink strong", "end"),
    rect(122, 8, 52, 44, "fill-wash"),
    rect(122, 8, 52, 44, "line-ink medium"),
    text(184, 34, shapes.x, "fill-muted", "start"),
  ];
  for (const left of Object.values(lefts)) {
    list.push(line([[148, 52], [left + width / 2, top - 24]], "line-control-line thin")); // prettier-ignore
  }
  const squares = drawnHeads(heads);
  const side = 40;
  const step = 292 / squares.length;
  const squareTop = 240;
  squares.forEach((head, index) => {
    const x = 2 + (index + 0.5) * step - side / 2;
    const group = Math.floor((head * kvHeads) / heads);
    const from = /** @type {[number, string, number, number][]} */ ([
      [lefts.q, "query", head, heads],
      [lefts.k, "key", group, kvHeads],
      [lefts.v, "value", group, kvHeads],
    ]);
    from.forEach(([left, role, slice, slices], at) =>
      list.push(
        line(
          [
            [middleOf(left, width, slice, slices), top + height],
            [x + side * (0.25 + 0.25 * at), squareTop],
          ],
          `line-${role} thin`,
        ),
      ),
    );
  });
  const joinTop = 340;
  squares.forEach((head, index) => {
    const x = 2 + (index + 0.5) * step - side / 2;
    list.push(
      line(
        [
          [x + side / 2, squareTop + side],
          [middleOf(98, 100, head, heads), joinTop],
        ],
        "line-ink thin",
      ),
      rect(x, squareTop, side, side, "fill-paper"),
      rect(x, squareTop, side, side, "line-ink medium"),
      ...named(x + side / 2, squareTop + side / 2, head, shared(head)),
    );
  });
  if (heads > MOST_HEADS) list.push(text(2 + 3 * step, squareTop + 26, "…", "fill-ink strong"));
  list.push(
    ...sliced(lefts.q, top, width, height, heads, "query"),
    ...sliced(lefts.k, top, width, height, kvHeads, "key"),
    ...sliced(lefts.v, top, width, height, kvHeads, "value"),
    text(lefts.q, top - 8, "Q", "fill-query-text strong", "start"),
    text(lefts.k, top - 8, "K", "fill-key-text strong", "start"),
    text(lefts.v, top - 8, "V", "fill-value-text strong", "start"),
    ...[lefts.q, lefts.k, lefts.v].map((left, at) =>
      text(
        left + width / 2,
        top + height + 16,
        tight(at === 0 ? shapes.q : shapes.kv),
        "fill-muted",
      ),
    ),
    text(294, squareTop + side + 18, shapes.square, "fill-muted", "end"),
    ...sliced(98, joinTop, 100, height, heads, "series-4"),
    text(208, joinTop + 26, words.join, "fill-ink", "start"),
    line([[148, joinTop + height], [148, 418]], "line-control-line thin"), // prettier-ignore
    text(156, 405, "W_O", "fill-ink", "start"),
    rect(122, 418, 52, 44, "fill-wash"),
    rect(122, 418, 52, 44, "line-ink medium"),
    text(112, 444, words.out, "fill-ink strong", "end"),
    text(184, 444, shapes.x, "fill-muted", "start"),
  );
  return list;
}

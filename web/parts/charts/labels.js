// Names beside the points of a plane, none over another.
import { SIDE } from "./plane.js";

/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {[number, number]} Point */

// A letter is about so wide, in px, a Chinese one twice, and a label so tall.
const LETTER = 7.6;
const TALL = 14;

/** @param {string} text */
const widthOf = (text) => text.replaceAll(/\p{sc=Han}/gu, "  ").length * LETTER;

/**
 * Labels beside their points, each on a side where it covers no other label and leaves the plane nowhere.
 * @param {Point[]} places @param {string[]} contents @param {string} look @param {Shape[]} avoid texts that are
 *   there already
 * @returns {Shape[]}
 */
export function labelsAt(places, contents, look, avoid) {
  /** @type {[number, number, number, number][]} left, top, right and bottom of what is placed */
  const taken = avoid.flatMap((shape) => {
    if (shape.kind !== "text") return [];
    const width = widthOf(shape.content);
    const left = shape.x - { start: 0, middle: width / 2, end: width }[shape.anchor ?? "start"];
    return [[left, shape.y - TALL, left + width, shape.y]];
  });
  return places.map(([x, y], at) => {
    const width = widthOf(contents[at]);
    const sides = [
      { x: x + 12, y: y - 10 },
      { x: x - 12 - width, y: y - 10 },
      { x: x + 12, y: y + 22 },
      { x: x - 12 - width, y: y + 22 },
    ];
    if (x > 200) sides.push(...sides.splice(0, 1), ...sides.splice(1, 1));
    /** @param {{ x: number, y: number }} side how much of it is covered or outside, in px */
    const cost = (side) =>
      taken.reduce(
        (sum, [left, top, right, bottom]) =>
          sum +
          Math.max(0, Math.min(side.x + width, right) - Math.max(side.x, left)) *
            Math.max(0, Math.min(side.y, bottom) - Math.max(side.y - TALL, top)),
        TALL * (Math.max(0, -side.x) + Math.max(0, side.x + width - SIDE)),
      );
    const best = sides.reduce((one, other) => (cost(other) < cost(one) ? other : one));
    taken.push([best.x, best.y - TALL, best.x + width, best.y]);
    const isLeft = best.x < x;
    return {
      kind: "text",
      x: isLeft ? x - 12 : x + 12,
      y: best.y,
      content: contents[at],
      look,
      anchor: isLeft ? "end" : "start",
    };
  });
}

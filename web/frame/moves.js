// Shows what became what: a matrix that stays from one step to the next glides to its new place.
// Nothing moves where motion is reduced.
import { scaleOf } from "../parts/pointer-place.js";

const DURATION = 220;

const still = () => globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;

/**
 * Where each matrix stands now, by name.
 * @param {ParentNode} root
 * @returns {Map<string, DOMRect>}
 */
export function placesOf(root) {
  const places = new Map();
  if (still()) return places;
  for (const element of root.querySelectorAll("[data-matrix]")) {
    places.set(
      /** @type {HTMLElement} */ (element).dataset.matrix,
      element.getBoundingClientRect(),
    );
  }
  return places;
}

/**
 * Lets every matrix that has moved start from where it was; new ones fade in.
 * @param {ParentNode} root
 * @param {Map<string, DOMRect>} before
 * @returns {Animation[]} to be cancelled where the matrices are taken away: Firefox keeps what it moves
 */
export function glide(root, before) {
  const matrices = [...root.querySelectorAll("[data-matrix]")];
  if (still() || before.size === 0 || typeof matrices[0]?.animate !== "function") return [];
  return matrices.flatMap((element) => {
    const from = before.get(/** @type {HTMLElement} */ (element).dataset.matrix ?? "");
    const to = element.getBoundingClientRect();
    const scale = scaleOf(/** @type {HTMLElement} */ (element));
    const x = from ? from.left - to.left : 0,
      y = from ? from.top - to.top : 0;
    if (from && Math.abs(x) + Math.abs(y) <= 1) return [];
    const start = from
      ? { transform: `translate(${x / scale}px, ${y / scale}px)` }
      : { opacity: 0 };
    return element.animate([start, from ? { transform: "none" } : { opacity: 1 }], {
      duration: DURATION,
      easing: "ease-out",
    });
  });
}

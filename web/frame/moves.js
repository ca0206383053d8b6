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
 */
export function glide(root, before) {
  if (still() || before.size === 0) return;
  for (const element of root.querySelectorAll("[data-matrix]")) {
    if (typeof element.animate !== "function") return;
    const from = before.get(/** @type {HTMLElement} */ (element).dataset.matrix ?? "");
    const to = element.getBoundingClientRect();
    const scale = scaleOf(/** @type {HTMLElement} */ (element));
    if (!from) {
      element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: DURATION, easing: "ease-out" });
    } else if (Math.abs(from.left - to.left) + Math.abs(from.top - to.top) > 1) {
      element.animate(
        [
          {
            transform: `translate(${(from.left - to.left) / scale}px, ${(from.top - to.top) / scale}px)`,
          },
          { transform: "none" },
        ],
        { duration: DURATION, easing: "ease-out" },
      );
    }
  }
}

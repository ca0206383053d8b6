// Shows what became what: a matrix that stays from one step to the next glides to its new place, and a new
// one fades in. Nothing moves where motion is reduced.
//
// Frame by frame, not by animate() or CSS: Firefox 153 keeps for ever what is taken away while either moves
// it, with the whole tree that it stands in, also where the animation is cancelled.
import { scaleOf } from "../parts/pointer-place.js";

const DURATION = 220;

/** When the last began: what began before it ends at its next frame. */
let latest = 0;

/**
 * Notes where each matrix stands, before all is drawn anew.
 * @param {ParentNode} root
 * @returns {(() => void) | undefined} to be called then: lets every matrix start from where it was
 */
export function gliding(root) {
  if (globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true) return undefined;
  const before = new Map();
  for (const element of root.querySelectorAll("[data-matrix]"))
    before.set(
      /** @type {HTMLElement} */ (element).dataset.matrix,
      element.getBoundingClientRect(),
    );
  return () => {
    const start = (latest = performance.now());
    const moves = Array.from(root.querySelectorAll("[data-matrix]"), (element) => {
      const { style, dataset } = /** @type {HTMLElement} */ (element);
      style.translate = style.opacity = "";
      const to = element.getBoundingClientRect();
      const from = before.get(dataset.matrix);
      const scale = scaleOf(/** @type {HTMLElement} */ (element));
      const x = (from?.x - to.x) / scale;
      const y = (from?.y - to.y) / scale;
      return (/** @type {number} */ left) => {
        if (!from) style.opacity = left ? `${1 - left}` : "";
        else if (x || y) style.translate = left ? `${x * left}px ${y * left}px` : "";
      };
    });
    const step = () => {
      const left =
        latest === start ? Math.max(0, 1 - (performance.now() - start) / DURATION) ** 2 : 0;
      for (const move of moves) move(left);
      if (left) requestAnimationFrame(step);
    };
    step();
  };
}

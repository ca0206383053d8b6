// Shows what became what: a matrix that stays from one step to the next glides to its new place, and a new
// one fades in. Nothing moves where motion is reduced.
//
// Frame by frame, not by animate() or CSS: Firefox 153 keeps for ever what is taken away while either moves
// it, with the whole tree that it stands in, also where the animation is cancelled.

const DURATION = 220;

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
    const start = performance.now();
    const moves = Array.from(root.querySelectorAll("[data-matrix]"), (element) => {
      const { style, dataset } = /** @type {HTMLElement} */ (element);
      style.translate = "";
      const to = element.getBoundingClientRect();
      const from = before.get(dataset.matrix);
      // In parts of its own size, which hold in a page that is scaled too.
      const x = (100 * (from?.x - to.x)) / to.width;
      const y = (100 * (from?.y - to.y)) / to.height;
      return (/** @type {number} */ left) => {
        if (!from) style.opacity = left ? `${1 - left}` : "";
        else if (x || y) style.translate = left ? `${x * left}% ${y * left}%` : "";
      };
    });
    // One that began before runs first in every frame, and ends first: what is written here stands.
    const step = () => {
      const left = Math.max(0, 1 - (performance.now() - start) / DURATION) ** 2;
      for (const move of moves) move(left);
      if (left) requestAnimationFrame(step);
    };
    step();
  };
}

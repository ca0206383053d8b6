/** Once the next frame is drawn; in the next turn where nothing draws frames, as in jsdom. @param {() => void} act */
export const nextFrame = (act) =>
  void (typeof requestAnimationFrame === "function" ? requestAnimationFrame(act) : setTimeout(act));

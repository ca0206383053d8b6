// Long work in turns, so that whoever shares the thread has one between them.

/** @typedef {{ fraction: number }} Progress */

/**
 * @template {Progress} P
 * @typedef {object} Listener
 * @property {(progress: P) => void} onProgress @property {() => void} onDone
 * @property {(reason: string) => void} onFail
 */

/**
 * Takes one step after another, and gives whoever shares the thread a turn between them. A step is told
 * whether there was a pause before it.
 * @template {Progress} P
 * @param {Generator<P, void, { waited: boolean }>} steps
 * @param {Listener<P> & { slice?: number, isNews?: (progress: P) => boolean }} how
 *   slice: for how many ms to take steps without a turn, of which the last is told of and those that are
 *   news; by default every step has its turn
 * @returns {{ pause: (paused: boolean) => void }}
 */
export function inTurns(steps, { slice = 0, isNews, onProgress, onDone, onFail }) {
  let paused = false;
  let waited = false;
  let isComing = false;
  const turn = () => {
    isComing = false;
    if (paused) return;
    try {
      const end = performance.now() + slice;
      let isTold = false;
      let latest;
      do {
        const { done, value } = steps.next({ waited });
        waited = false;
        if (done) return onDone();
        latest = value;
        isTold = isNews?.(latest) ?? false;
        if (isTold) onProgress(latest);
      } while (performance.now() < end);
      if (!isTold) onProgress(latest);
    } catch (error) {
      return onFail(/** @type {Error} */ (error).message);
    }
    next();
  };
  const next = () => {
    if (isComing) return;
    isComing = true;
    setTimeout(turn);
  };
  next();
  return {
    pause(now) {
      paused = now;
      if (now) waited = true;
      else next();
    },
  };
}

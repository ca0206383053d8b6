// From raw times to what is said about them.

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Milliseconds of one call: the median of the samples, the quickest and the slowest.
 * @param {{ calls: number, samples: number[] }} point samples: milliseconds of `calls` calls each
 */
export function spreadOf({ calls, samples }) {
  const each = samples.map((sample) => sample / calls);
  return { median: median(each), low: Math.min(...each), high: Math.max(...each) };
}

/** Below this, what every call costs whatever its size hides the slope. */
export const FIT_FROM = 512;

/** The points that the slope is fitted to: from FIT_FROM on, or all where those are fewer than three.
 * @param {{ x: number, y: number }[]} points */
export function fitted(points) {
  const large = points.filter(({ x }) => x >= FIT_FROM);
  return large.length > 2 ? large : points;
}

/**
 * The slope of a straight line through the points on logarithmic axes, by least squares: 2 for y ~ x².
 * @param {{ x: number, y: number }[]} points @returns {number | undefined}
 */
export function slopeOf(points) {
  const chosen = fitted(points).filter(({ y }) => y > 0);
  // Through two points goes any line.
  if (chosen.length < 3) return undefined;
  const logs = chosen.map(({ x, y }) => [Math.log(x), Math.log(y)]);
  const mean = (/** @type {number} */ axis) =>
    logs.reduce((sum, pair) => sum + pair[axis], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const along = logs.reduce((sum, pair) => sum + (pair[0] - x) ** 2, 0);
  return logs.reduce((sum, pair) => sum + (pair[0] - x) * (pair[1] - y), 0) / along;
}

// From numbers to places on an axis, in even steps or in even factors.

/**
 * @typedef {object} Scale
 * @property {(value: number) => number} at the place of a value
 * @property {(place: number) => number} value the value at a place
 * @property {(count: number) => number[]} ticks round values, about so many
 */

/**
 * @param {"linear" | "log"} kind
 * @param {[number, number]} domain the smallest and the largest value; above 0 for "log"
 * @param {[number, number]} range their places
 * @returns {Scale}
 */
export function scale(kind, [from, to], [start, end]) {
  const isLog = kind === "log";
  const bent = isLog ? Math.log : (/** @type {number} */ value) => value;
  const unbent = isLog ? Math.exp : (/** @type {number} */ value) => value;
  const low = bent(from);
  const size = bent(to) - low || 1;
  return {
    at: (value) => start + ((bent(value) - low) / size) * (end - start),
    value: (place) => unbent(low + ((place - start) / (end - start || 1)) * size),
    ticks: (count) => (isLog ? powersOfTen(from, to, count) : roundSteps(from, to, count)),
  };
}

/** @param {number} from @param {number} to @param {number} count */
function powersOfTen(from, to, count) {
  const first = Math.ceil(Math.log10(from) - 1e-9);
  const last = Math.floor(Math.log10(to) + 1e-9);
  const stride = Math.max(1, Math.ceil((last - first + 1) / count));
  const ticks = [];
  // Number("1e-3") is the nearest float64; 10 ** -3 need not be.
  for (let power = first; power <= last; power += stride) ticks.push(Number(`1e${power}`));
  return ticks;
}

/** @param {number} from @param {number} to @param {number} count */
function roundSteps(from, to, count) {
  const least = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
  const ticks = [];
  for (let index = Math.ceil(from / step - 1e-9); index * step <= to + step * 1e-9; index += 1) {
    ticks.push(Number((index * step).toPrecision(12)));
  }
  return ticks;
}

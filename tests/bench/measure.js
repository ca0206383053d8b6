// How the bench measures: sides that alternate, each sample long enough for a browser's clock.

/**
 * What is compared with others in a row.
 * @typedef {object} Side
 * @property {string} name
 * @property {() => unknown} run one call; what it returns is awaited if it is a promise
 * @property {number} [flops] of one call @property {number} [bytes] that one call reads
 * @property {boolean} [slow] measured in three rounds only
 */

/**
 * @typedef {object} Timing
 * @property {string} name
 * @property {number} least milliseconds a call @property {number} median
 * @property {number[]} samples one a round; NaN where it was left out
 * @property {number} [rate] at its least: GFLOP/s, or GB/s for sides that count bytes
 * @property {"GFLOP/s" | "GB/s"} [unit]
 */

/** @param {number[]} values */
export function median(values) {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Milliseconds that `calls` calls take. @param {Side} side @param {number} calls */
async function timeOf({ run }, calls) {
  const begin = performance.now();
  for (let call = 0; call < calls; call++) {
    const result = /** @type {any} */ (run());
    if (typeof result?.then === "function") await result;
  }
  return performance.now() - begin;
}

// Browsers' clocks step by up to 1 ms, so a sample takes 50 (users' notes on timers say the same).
const SAMPLE = 50;

/** @param {Side[]} sides @param {{ rounds: number, sample?: number }} how @returns {Promise<Timing[]>} */
export async function alternate(sides, { rounds, sample = SAMPLE }) {
  const calls = [];
  for (const side of sides) {
    // Until the engine has compiled what is called often: 150 ms, or three calls of a long one.
    let spent = 0;
    let last = 0;
    for (let count = 1, turns = 0; spent < 3 * sample && turns < 3 + 2 * sample; turns++) {
      last = (await timeOf(side, count)) / count;
      spent += last * count;
      if (last * count < sample / 8) count *= 2;
      if (last > 5 * sample && turns > 0) break;
    }
    calls.push(Math.max(1, Math.round(sample / Math.max(last, 1e-6))));
  }
  /** @type {number[][]} */
  const samples = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const skip = side.slow && round >= 3;
      samples[index].push(skip ? NaN : (await timeOf(side, calls[index])) / calls[index]);
    }
  }
  return sides.map(({ name, flops, bytes }, index) => {
    const taken = samples[index].filter((value) => !Number.isNaN(value));
    const least = Math.min(...taken);
    const work = flops ?? bytes;
    return {
      name,
      least,
      median: median(taken),
      samples: samples[index],
      ...(work ? { rate: work / least / 1e6, unit: flops ? "GFLOP/s" : "GB/s" } : {}),
    };
  });
}

/** How many times as long a takes as b: the median of the rounds, so that what slows both does not count.
 * @param {Timing} a @param {Timing} b */
export const ratio = (a, b) => median(a.samples.map((value, round) => value / b.samples[round]));

/** How many times as much work a does in its time as b. @param {Timing} a @param {Timing} b */
export const rateRatio = (a, b) =>
  (ratio(b, a) * ((a.rate ?? 0) * a.least)) / ((b.rate ?? 1) * b.least);

// How time is measured. A browser's clock may step by a whole millisecond, so one sample is as many
// calls as take a good part of that, and a point is so many samples that they take 50 ms together.
// Whoever runs the steps may wait between two of them, and says when it did: the sample before the wait
// is thrown away.
import { median } from "./statistics.js";

/**
 * @typedef {object} Point
 * @property {string} method @property {number} n tokens
 * @property {number} calls of one sample
 * @property {number[]} samples milliseconds of so many calls, in the order in which they were taken
 */

/**
 * Why a method is measured no further.
 * @typedef {object} Stop
 * @property {string} method @property {number} n the first size that is left out
 * @property {"time" | "memory" | "refused"} why
 * @property {number} [milliseconds] that one call would take @property {number} [bytes] that it would hold
 * @property {string} [message] what was refused
 */

/**
 * @typedef {object} Plan
 * @property {"time" | "decoding"} kind @property {number} size d_k
 * @property {{ method: string, n: number }[]} wanted the points, smallest first
 * @property {Point[]} known points that are there already
 */

/** @typedef {{ call: number, bytes: number }} Limits the longest call in ms, and the most bytes it may hold */

/**
 * @typedef {object} Progress
 * @property {number} fraction @property {{ method: string, n: number }} [at] what is measured now
 * @property {Point} [point] @property {Stop} [stop]
 * @property {number} [apart] how far the results lie apart, at the smallest size
 */

/**
 * @typedef {object} Bench
 * @property {(method: string, n: number) => import("./sides.js").Side} sideOf
 * @property {(method: string, n: number) => number} bytesOf
 * @property {(method: string) => number} powerOf
 * @property {(a: Float32Array, b: Float32Array) => number} apart
 * @property {() => number} now milliseconds
 */

const WARM_UP = 30;
const SAMPLE = 10;
const POINT = 50;
const SAMPLES = 5;
// A call that takes so long needs no fifth sample.
const LONG_CALL = 400;
const FEW_SAMPLES = 3;
// A sample that is shorter than this part of what it should be begins the point anew, so many times.
const SHORT = 0.8;
const BEGINNINGS = 6;
// The clock's step is at most this part of a sample.
const STEPS_A_SAMPLE = 20;

/** The smallest step that the clock makes. @param {() => number} now */
function clockStep(now) {
  let least = Infinity;
  for (let turn = 0; turn < 3; turn += 1) {
    const before = now();
    let after = before;
    while (after === before) after = now();
    least = Math.min(least, after - before);
  }
  return least;
}

/** @param {number} calls @param {() => unknown} run @param {() => number} now */
function timeOf(calls, run, now) {
  const begin = now();
  for (let call = 0; call < calls; call += 1) run();
  return now() - begin;
}

/**
 * One point. Each yield gives how much of it is done, and takes whether there was a wait.
 * @param {import("./sides.js").Side} side @param {number} sample @param {() => number} now
 * @returns {Generator<number, { calls: number, samples: number[] }, { waited?: boolean } | undefined>}
 */
function* pointSteps({ run }, sample, now) {
  let spent = 0;
  let each = 0;
  for (let calls = 1; spent < WARM_UP; calls *= 2) {
    const took = timeOf(calls, run, now);
    each = took / calls;
    spent += took;
    yield 0.1;
    // What is about to take as long as a sample has been warmed up by bursts of that length.
    if (took * 2 > sample) calls = Math.max(1, Math.ceil(calls / 2));
  }
  let calls = Math.max(1, Math.ceil(sample / Math.max(each, 1e-6)));
  const wanted = each > LONG_CALL ? FEW_SAMPLES : SAMPLES;
  /** @type {number[]} */
  let samples = [];
  let total = 0;
  let beginnings = 0;
  while (samples.length < wanted || total < POINT) {
    const took = timeOf(calls, run, now);
    const after = yield (samples.length + 1) / (wanted + 1);
    if (after?.waited) {
      run(); // what was in the processor's caches is gone
    } else if (took < sample * SHORT && beginnings < BEGINNINGS) {
      // The engine has just found a quicker way: it was not warm yet.
      calls = Math.ceil(calls * Math.min(10, sample / Math.max(took, sample / 10)));
      samples = [];
      total = 0;
      beginnings += 1;
    } else {
      samples.push(took);
      total += took;
    }
  }
  return { calls, samples };
}

/**
 * @param {Plan} plan @param {Limits} limits @param {Bench} bench
 * @returns {Generator<Progress, void, { waited?: boolean } | undefined>}
 */
export function* timingSteps({ wanted, known }, limits, bench) {
  const sample = Math.max(SAMPLE, STEPS_A_SAMPLE * clockStep(bench.now));
  /** The largest point of each method so far. @type {Map<string, Point>} */
  const last = new Map();
  for (const point of known) {
    if (point.n >= (last.get(point.method)?.n ?? 0)) last.set(point.method, point);
  }
  const smallest = Math.min(...wanted.map(({ n }) => n));
  /** @type {Float32Array | undefined} */
  let first;
  const total = wanted.reduce((sum, { n }) => sum + n, 0);
  let done = 0;
  const stopped = new Set();
  for (const { method, n } of wanted) {
    const at = { method, n };
    const fraction = (/** @type {number} */ part) => (done + part * n) / total;
    const stop = stopped.has(method)
      ? undefined
      : reasonToStop(at, last.get(method), limits, bench);
    if (stop) {
      stopped.add(method);
      yield { fraction: fraction(1), at, stop };
    } else if (!stopped.has(method)) {
      yield { fraction: fraction(0), at };
      /** @type {import("./sides.js").Side | undefined} */
      let side;
      try {
        side = bench.sideOf(method, n);
        if (n === smallest) {
          const result = side.run().slice();
          if (first) yield { fraction: fraction(0), at, apart: bench.apart(first, result) };
          else first = result;
        }
        const steps = pointSteps(side, sample, bench.now);
        let turn = steps.next();
        while (!turn.done) turn = steps.next(yield { fraction: fraction(turn.value), at });
        const point = { ...at, ...turn.value };
        last.set(method, point);
        yield { fraction: fraction(1), at, point };
      } catch (error) {
        // Most likely memory that this machine does not give.
        stopped.add(method);
        const { message } = /** @type {Error} */ (error);
        yield { fraction: fraction(1), at, stop: { ...at, why: "refused", message } };
      } finally {
        side?.release?.();
      }
    }
    done += n;
  }
}

/**
 * Why a point is not to be tried: the one before it tells how long a call would take.
 * @param {{ method: string, n: number }} at @param {Point | undefined} before @param {Limits} limits
 * @param {Bench} bench @returns {Stop | undefined}
 */
function reasonToStop({ method, n }, before, limits, bench) {
  const bytes = bench.bytesOf(method, n);
  if (bytes > limits.bytes) return { method, n, why: "memory", bytes };
  if (!before) return undefined;
  const milliseconds =
    (median(before.samples) / before.calls) * (n / before.n) ** bench.powerOf(method);
  return milliseconds > limits.call ? { method, n, why: "time", milliseconds } : undefined;
}

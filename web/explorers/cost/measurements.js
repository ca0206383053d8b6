// What has been measured so far, for each kind of timing and each key size, and what is running.
import { pointKey } from "./figures.js";

/** @typedef {import("./sides.js").Kind} Kind */
/** @typedef {import("./timing.js").Point} Point */
/** @typedef {import("./timing.js").Stop} Stop */
/** @typedef {import("./timing.js").Plan} Plan */

/** @typedef {{ points: Map<string, Point>, stops: Map<string, Stop>, apart?: number }} Found */
/** @typedef {{ pause: (paused: boolean) => void, end: () => void, isHere?: boolean }} Run */
/** @typedef {(attn: import("../../../js/load.js").Attention, plan: Plan, listener: import("./timing-run.js").Listener) => Run} Start */

export class Measurements {
  /** @param {() => void} onChange something is to be drawn */
  constructor(onChange) {
    this.onChange = onChange;
    /** @type {Map<string, Found>} */
    this.all = new Map();
    /** @type {Run | undefined} */
    this.run = undefined;
    /** What runs, or ran last. @type {Plan | undefined} */
    this.plan = undefined;
    /** Why it ended before its end. @type {{ key: "halted" | "died" | "brokeOff", reason: string } | undefined} */
    this.broken = undefined;
    this.fraction = 0;
    /** @type {{ method: string, n: number } | undefined} */
    this.at = undefined;
    this.paused = false;
    /** Whether the page's own thread has to do. */
    this.isHere = false;
  }

  /** @param {Kind} kind @param {number} size @returns {Found} */
  found(kind, size) {
    const key = `${kind} ${size}`;
    const found = this.all.get(key) ?? { points: new Map(), stops: new Map() };
    this.all.set(key, found);
    return found;
  }

  /** What is neither measured nor given up, smallest first.
   * @param {Kind} kind @param {number} size @param {string[]} methods @param {number[]} tokens */
  missing(kind, size, methods, tokens) {
    const { points, stops } = this.found(kind, size);
    return tokens.flatMap((n) =>
      methods
        .filter(
          (method) =>
            !points.has(pointKey(method, n)) && n < (stops.get(method)?.n ?? Number.MAX_VALUE),
        )
        .map((method) => ({ method, n })),
    );
  }

  /** @param {Kind} kind @param {number} size */
  forget(kind, size) {
    this.all.delete(`${kind} ${size}`);
  }

  /** @param {Kind} kind @param {number} size */
  isRunning(kind, size) {
    return this.run !== undefined && this.plan?.kind === kind && this.plan.size === size;
  }

  /** @param {Start} start @param {import("../../../js/load.js").Attention} attn @param {Kind} kind
   * @param {number} size @param {Plan["wanted"]} wanted */
  begin(start, attn, kind, size, wanted) {
    this.end();
    this.broken = undefined;
    if (wanted.length === 0) return;
    const found = this.found(kind, size);
    this.plan = { kind, size, wanted, known: [...found.points.values()] };
    this.fraction = 0;
    this.at = undefined;
    this.paused = false;
    /** @param {Measurements["broken"]} broken */
    const stop = (broken) => {
      this.run = undefined;
      this.broken = broken;
      this.onChange();
    };
    this.run = start(attn, this.plan, {
      onProgress: ({ fraction, at, point, stop: given, apart }) => {
        this.fraction = fraction;
        this.at = at;
        this.isHere = this.run?.isHere ?? false;
        if (point) found.points.set(pointKey(point.method, point.n), point);
        if (given) found.stops.set(given.method, given);
        if (apart !== undefined) found.apart = Math.max(found.apart ?? 0, apart);
        this.onChange();
      },
      onDone: () => stop(undefined),
      onFail: (reason) => stop({ key: reason === "" ? "died" : "brokeOff", reason }),
    });
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    this.run?.pause(paused);
  }

  end() {
    this.run?.end();
    this.run = undefined;
  }

  /** The learner ends it. */
  halt() {
    this.end();
    this.broken = { key: "halted", reason: "" };
    this.onChange();
  }
}

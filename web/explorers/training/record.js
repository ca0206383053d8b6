// What is known of one training so far: every step, every check, and what they add up to.
import { MEAN_OF } from "./settings.js";

/** @typedef {import("./run.js").Step} Step */
/** @typedef {import("./run.js").Check} Check */
/** @typedef {import("./engine.js").News} News */
/** @typedef {import("./settings.js").Plan} Plan */

// While there are fewer steps than this, each is a point of its own.
const FEW = 2 * MEAN_OF;

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

export class Record {
  /** @param {Plan} plan @param {boolean} [fromFile] */
  constructor(plan, fromFile = false) {
    this.plan = plan;
    /** Whether it began with weights from a file. */
    this.fromFile = fromFile;
    /** Whether the model stands. */
    this.isReady = false;
    /** @type {import("../../../js/encoder.js").EncoderSizes | undefined} */
    this.sizes = undefined;
    /** @type {Step[]} */
    this.steps = [];
    /** @type {Check[]} */
    this.checks = [];
    /** @type {News["reached"]} */
    this.reached = undefined;
    this.ms = 0;
    this.stepMs = 0;
    this.tokens = 0;
    this.isOver = false;
  }

  /** @param {News} news */
  take({ begun, sizes, steps = [], checks = [], reached, ms, stepMs, over }) {
    if (begun) {
      this.plan = begun;
      this.isReady = true;
      this.sizes = sizes;
    }
    for (const step of steps) {
      this.steps.push(step);
      this.tokens += step.tokens;
    }
    this.checks.push(...checks);
    this.reached ??= reached;
    this.ms = ms ?? this.ms;
    this.stepMs = stepMs ?? this.stepMs;
    this.isOver ||= Boolean(over);
  }

  /** How many steps are done. */
  get step() {
    return this.steps.length;
  }

  /** @returns {Check | undefined} the latest */
  get check() {
    return this.checks.at(-1);
  }

  /** The mean of the latest losses. @returns {number | undefined} */
  get loss() {
    const latest = this.steps.slice(-MEAN_OF).map(({ loss }) => loss);
    return latest.length > 0 ? mean(latest) : undefined;
  }

  /** Tokens that training reads a second, checks apart. */
  get tokensPerSecond() {
    return this.stepMs > 0 ? this.tokens / (this.stepMs / 1000) : undefined;
  }

  /** What is drawn of the steps: each, while they are few, then means.
   * @returns {{ step: number, loss: number, accuracy: number }[]} */
  get points() {
    const width = this.steps.length < FEW ? 1 : MEAN_OF;
    const points = [];
    for (let from = 0; from + width <= this.steps.length; from += width) {
      const part = this.steps.slice(from, from + width);
      points.push({
        step: part[part.length - 1].step,
        loss: mean(part.map(({ loss }) => loss)),
        accuracy:
          part.reduce((sum, { correct }) => sum + correct, 0) /
          part.reduce((sum, { size }) => sum + size, 0),
      });
    }
    return points;
  }
}

/** What tells two trainings apart. @param {Plan} plan */
export const keyOf = ({ seed, heads, scale, steps }) => [seed, heads, scale, steps].join(" ");

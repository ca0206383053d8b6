// What a learner may turn, and how training runs unless they do. The sizes are those of the trained
// model in web/model; what differs is chosen so that it learns within seconds.
import { SETTINGS } from "../../model/training.js";

/** @typedef {import("../../model/training.js").Settings} Settings */

/**
 * What a run is made of: changing any of it starts anew.
 * @typedef {object} Plan
 * @property {number} seed of the starting numbers and of the order of the tickets
 * @property {number} heads
 * @property {"root" | "one"} scale what scores are divided by: √d_k, or 1, which is no division
 * @property {number} steps after so many the step size has faded to 0
 */

/** The tickets: the same for every run. Pairs, whose two tickets hold the same phrases for different
 * teams, teach attention most, so of single tickets only a share is kept. */
export const TICKETS = {
  seed: 1,
  train: 24000,
  singles: 0.15,
  valid: 1000,
  /** A word that is met less often while learning is unknown. */ least: 14,
  /** Passes of the bag of words over the tickets. */ epochs: 5,
};

/** Validation while training: so many tickets, every so many steps. The end measures all. */
export const CHECK = { tickets: 400, every: 50 };

/** Losses jump from batch to batch: they are shown as means of so many. */
export const MEAN_OF = 25;

/** The share of validation tickets at which the clock is read. */
export const GOAL = 0.9;
/** When the few are as near to it as this, all are measured. */
export const NEAR = 0.02;

/** The kinds of tickets, the easiest for a bag of words first, and how many of each are offered to look at. */
export const KINDS = /** @type {const} */ (["plain", "two topics", "negated", "exchanged"]);
export const OFFERED = 2;

export const HEADS = [1, 2, 4, 8];
export const SCALES = /** @type {const} */ (["root", "one"]);
/** Steps a second; 0 is as many as can be. */
export const SPEEDS = { full: 0, ten: 10, one: 1 };
/** @typedef {keyof typeof SPEEDS} Speed */

export const DEFAULTS = {
  seed: 1,
  heads: 4,
  scale: /** @type {Plan["scale"]} */ ("root"),
  steps: 1200,
  lr: 4e-3,
};

/** A larger file is no model that a page can train. */
export const MOST_BYTES = 64e6;

export const LEAST_STEPS = 50;
export const MOST_STEPS = 20000;
export const MOST_SEED = 2 ** 32 - 2; // the order of the tickets is drawn from the next one
export const LR = { min: 1e-5, max: 0.1 };

/** What words and places start with, as a share of what web/model's do: places count for more here, so that
 * order is learned sooner. */
export const START = { words: 0.5, places: 1.5 };

/** Tickets whose loss is measured before the first step. */
export const START_TICKETS = 100;

/** Steps in which the learning rate grows from 0. */
export const WARM_UP = 50;

/** @param {Plan} plan @param {number} lr @returns {Settings} */
export const settingsOf = ({ seed, heads }, lr) => ({
  ...SETTINGS,
  seed,
  heads,
  lr,
  warmUp: WARM_UP,
});

/** What every query is multiplied by.
 * @param {Plan["scale"]} scale @param {number} d @param {number} heads */
export const factorOf = (scale, d, heads) => (scale === "root" ? 1 / Math.sqrt(d / heads) : 1);

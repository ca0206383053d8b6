// What to expect before it is seen: two trainings that differ in one thing. The answer comes from the
// trainings themselves, once both have ended here.
import { keyOf } from "./record.js";

/** @typedef {import("./record.js").Record} Record */
/** @typedef {import("./settings.js").Plan} Plan */

/**
 * @typedef {object} Question
 * @property {string} name
 * @property {(plan: Plan) => Plan} usual the training that is compared with
 * @property {(plan: Plan) => Plan} other
 */

/** @type {Question[]} */
export const QUESTIONS = [
  {
    name: "scale",
    usual: (plan) => ({ ...plan, scale: "root" }),
    other: (plan) => ({ ...plan, scale: "one" }),
  },
  {
    name: "heads",
    usual: (plan) => ({ ...plan, heads: 4 }),
    other: (plan) => ({ ...plan, heads: 1 }),
  },
];

export const ANSWERS = ["better", "same", "worse"];

// Final accuracies that are nearer to each other than this are about the same.
const ABOUT = 0.02;

/** How the other training went.
 * @param {Record} usual @param {Record} other both over @returns {"better" | "same" | "worse"} */
export function judge(usual, other) {
  const difference = (other.check?.accuracy ?? 0) - (usual.check?.accuracy ?? 0);
  return Math.abs(difference) < ABOUT ? "same" : difference > 0 ? "better" : "worse";
}

/** What tells apart trainings that have ended. @param {Plan} plan @param {number} lr */
export const endedKey = (plan, lr) => `${keyOf(plan)} ${lr}`;

/** The two trainings of a question, as far as they have ended.
 * @param {Question} question @param {Plan} plan @param {number} lr @param {Map<string, Record>} ended */
export const pairOf = ({ usual, other }, plan, lr, ended) => ({
  usual: ended.get(endedKey(usual(plan), lr)),
  other: ended.get(endedKey(other(plan), lr)),
});

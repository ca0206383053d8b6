// The question of each view, its answers, which of them is right, and what is said then: all of it from
// the live numbers.
import { bytes, count, duration, factor } from "./write.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./facts.js").Text} Text */

/**
 * @typedef {object} Question
 * @property {string} question
 * @property {{ value: string, label: string }[]} answers
 * @property {string[] | undefined} right undefined while nobody knows
 * @property {string} verdict
 */

const TIMES = [2, 4, 8];

/** @param {Facts} facts @param {Text} text @returns {Question} */
export function questionOf(facts, text) {
  const { view, sizes, counts, crossovers } = facts;
  const ask = (/** @type {Record<string, unknown>} */ values) => text(`ask ${view}`, values);
  /** @param {string[]} values */
  const answers = (...values) => values.map((value) => ({ value, label: text(`answer ${value}`) }));
  const n = count(sizes.n);
  switch (view) {
    case "time":
      return {
        question: ask({}),
        answers: answers(...TIMES.map(String)),
        ...timeAnswer(facts, text),
      };
    case "memory":
      return {
        question: ask({ n, qkv: bytes(counts.qkvBytes) }),
        answers: answers("less", "more", "most"),
        right: [counts.times < 1 ? "less" : counts.times <= 10 ? "more" : "most"],
        verdict: text("verdict memory", {
          scores: bytes(counts.scoreBytes),
          times: factor(counts.times),
        }),
      };
    case "operations": {
      const names = /** @type {const} */ (["attention", "projections", "feedForward"]);
      const most = Math.max(...names.map((name) => counts[name]));
      return {
        question: ask({ n }),
        answers: answers(...names),
        right: names.filter((name) => counts[name] === most),
        verdict: text(
          "verdict operations",
          Object.fromEntries(names.map((name) => [name, count(counts[name])])),
        ),
      };
    }
    case "feed-forward": {
      const { one } = crossovers;
      return {
        question: ask({ d: count(sizes.d) }),
        answers: [one / 4, one, 4 * one].map((value, at) => ({
          value: ["quarter", "equal", "four"][at],
          label: text("answerTokens", { n: factor(value) }),
        })),
        right: ["equal"],
        verdict: text("verdict feed-forward", {
          expansion: factor(sizes.expansion),
          crossover: factor(one),
        }),
      };
    }
    default:
      return {
        question: ask({ n }),
        answers: [
          ["two", 2],
          ["size", counts.size],
          ["saved", Math.round(counts.saved)],
        ].map(([value, times]) => ({
          value: String(value),
          label: text("answerTimes", { times: count(Number(times)) }),
        })),
        right: ["saved"],
        verdict: text("verdict decoding", {
          n,
          pairs: count((sizes.n * (sizes.n + 1)) / 2),
          saved: factor(counts.saved),
        }),
      };
  }
}

/** What the measured times say: a slope, and so what a doubling takes. One pair of sizes may be off by
 * whatever else the machine was doing. @param {Facts} facts @param {Text} text */
function timeAnswer({ timed, isRunning }, text) {
  const { growth, lead, slopes } = /** @type {import("./facts.js").Timed} */ (timed);
  const slope = lead === undefined ? undefined : slopes[lead];
  if (!growth || slope === undefined || isRunning) {
    return { right: undefined, verdict: text("verdict waiting") };
  }
  const times = 2 ** slope;
  const far = TIMES.map((each) => Math.abs(Math.log(times / each)));
  return {
    right: [String(TIMES[far.indexOf(Math.min(...far))])],
    verdict: text("verdict time", {
      name: text(`in text ${lead}`),
      from: count(growth.from),
      n: count(growth.to),
      before: duration(growth.before),
      after: duration(growth.after),
      times: times.toFixed(1),
      slope: slope.toFixed(2),
    }),
  };
}

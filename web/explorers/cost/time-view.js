// Time, measured here and now: one head of attention over more and more tokens.
import { GROWTH_FROM, timeAt } from "./facts.js";
import { CLOCK, tuple } from "./program.js";
import { TIMED } from "./sizes.js";
import { FIT_FROM } from "./statistics.js";
import { count, duration, factor } from "./write.js";
import { small } from "../../parts/letters/small.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./facts.js").Text} Text */

const TIMES = [2, 4, 8];

/** @param {number} size d_k @param {number[]} tokens */
const timePython = (size, tokens) => `import math, statistics, time
import torch

d_k = ${size}

def staged(Q, K, V):
    return torch.softmax(Q @ K.transpose(-2, -1) / d_k**0.5, dim=-1) @ V

def row_by_row(Q, K, V):
    return torch.stack([torch.softmax(K[0] @ q / d_k**0.5, dim=0) @ V[0] for q in Q[0]])[None]

fused = getattr(torch.nn.functional, "scaled_dot_product_attention", None)  # from PyTorch 2.0 on

${CLOCK}
for method in filter(None, (staged, fused, row_by_row)):
    points = []
    for n in ${tuple(tokens)}:
        Q, K, V = (torch.randn(1, n, d_k) for _ in range(3))
        points.append((math.log(n), math.log(milliseconds(lambda: method(Q, K, V)))))
        print(f"{method.__name__}, n {n:5}: {math.exp(points[-1][1]):.4g} ms")
    large = [point for point in points if point[0] >= math.log(${FIT_FROM})]
    x, y = zip(*(large if len(large) > 2 else points))
    x, y = (torch.tensor(values) - sum(values) / len(values) for values in (x, y))
    print(f"{method.__name__}: slope {float((x * y).sum() / (x * x).sum()):.2f}")
`;

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
    right: String(TIMES[far.indexOf(Math.min(...far))]),
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

/** @param {Facts} facts @param {Text} text @param {import("./view.js").Readouts} of */
function timeReadouts({ timed, sizes, counts }, text, { item }) {
  const { figures, slopes, lead, growth, found } = /** @type {import("./facts.js").Timed} */ (
    timed
  );
  const later = text("notYet");
  /** What stands for a time that is not there: it comes, or it does not. @param {string} name */
  const none = (name) =>
    text(figures.tokens.includes(sizes.n) && !found.stops.has(name) ? "notYet" : "notMeasured");
  const times = figures.columns.map(({ name }) => {
    const value = timeAt(/** @type {import("./facts.js").Timed} */ (timed), name, sizes.n);
    return item(name, value === undefined ? none(name) : duration(value));
  });
  const told =
    lead ?? (figures.columns.find(({ name }) => name === "fused") ?? figures.columns[0]).name;
  const name = text(`column ${told}`);
  const time = timeAt(/** @type {import("./facts.js").Timed} */ (timed), told, sizes.n);
  const slope = slopes[told];
  // One head's operations in a millisecond are a thousandth of those in a second.
  const rate = time && counts.attention / sizes.heads / sizes.layers / time / 1e6;
  const last = figures.tokens[figures.tokens.length - 1];
  return [
    ...times,
    item("slope", slope === undefined ? later : slope.toFixed(2), { name }),
    item("rate", rate ? text("rate", { rate: rate.toPrecision(3) }) : none(told), { name }),
    item("growth", growth ? text("growth", { times: factorOf(growth) }) : later, {
      name,
      from: count(growth?.from ?? Math.min(GROWTH_FROM, last)),
      to: count(growth?.to ?? last),
    }),
    item("apart", found.apart === undefined ? later : small(found.apart)),
  ];
}

/** How many times as long. @param {import("./facts.js").Growth} growth */
const factorOf = ({ before, after }) => {
  const times = after / before;
  return times < 10 ? times.toFixed(1) : count(Math.round(times));
};

/** @param {Facts} facts @param {Text} text */
function timeSentence({ timed, isRunning }, text) {
  const { lead, growth, slopes, found, fitFrom } = /** @type {import("./facts.js").Timed} */ (
    timed
  );
  // While numbers come in, nothing is read aloud again and again.
  if (isRunning) return text("say time running");
  const slope = lead === undefined ? undefined : slopes[lead];
  if (!lead || !growth || slope === undefined) return text("say time none");
  const said = text("say time", {
    name: text(`in text ${lead}`),
    times: factor(growth.to / growth.from),
    from: count(growth.from),
    to: count(growth.to),
    growth: factorOf(growth),
    slope: slope.toFixed(2),
    fit: count(fitFrom),
  });
  if (found.apart === undefined) return said;
  return `${said} ${text("say apart", { apart: small(found.apart) })}`;
}

/** @type {import("./view.js").View} */
export const time = {
  first: "head",
  tokens: TIMED,
  stops: TIMED,
  fields: ["d", "heads"],
  formulas: ["costTime"],
  kind: "time",
  lines: [],
  answers: [],
  question: (facts, text) => ({
    question: text("ask time"),
    answers: TIMES.map(String).map((value) => ({ value, label: text(`answer ${value}`) })),
    ...timeAnswer(facts, text),
  }),
  readouts: timeReadouts,
  sentence: timeSentence,
  python: ({ counts, timed }) => timePython(counts.size, timed?.figures.tokens ?? []),
};

// Time, measured here and now: one head of attention over more and more tokens.
import { GROWTH_FROM, timeAt } from "./facts.js";
import { CLOCK, tuple } from "./program.js";
import { SMALL, TIMED } from "./sizes.js";
import { FIT_FROM } from "./statistics.js";
import { count, duration, factor } from "./write.js";
import { fixed, inDigits, small } from "../../parts/letters/numbers.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./facts.js").Text} Text */

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

/** From how many tokens to how many it is asked: small ones are measured already. @param {Facts} facts */
const askedOf = ({ timed }) => {
  const tokens = timed?.figures.tokens ?? [SMALL];
  return { from: SMALL, to: Math.min(8 * SMALL, tokens[tokens.length - 1]) };
};

/** What can be expected: as many times as long, that squared, that cubed. @param {number} times */
const expected = (times) => [times, times ** 2, times ** 3];

/** What the measured times say, as a slope: one pair of sizes may be off by whatever else the machine was
 * doing. They are those of the key size that was asked about, whatever is set since.
 * @param {Facts} facts as it was asked @param {Text} text @param {import("./view.js").Explorer} explorer */
function judged(facts, text, explorer) {
  const { from, to } = askedOf(facts);
  const { growth, lead, slopes } = explorer.timedAgain(facts);
  const slope = lead === undefined ? undefined : slopes[lead];
  const isRunning = explorer.measurements.isRunning("time", facts.counts.size);
  if (!growth || slope === undefined || isRunning || growth.to <= SMALL) return undefined;
  const times = (to / from) ** slope;
  const offered = expected(to / from);
  const far = offered.map((each) => Math.abs(Math.log(times / each)));
  return {
    right: String(offered[far.indexOf(Math.min(...far))]),
    why: text("verdict time", {
      name: text(`in text ${lead}`),
      from: count(growth.from),
      n: count(growth.to),
      before: duration(growth.before),
      after: duration(growth.after),
      slope: fixed(slope, 2),
      asked: count(to / from),
      times: count(Math.round(times)),
    }),
  };
}

/** @param {Facts} facts @param {Text} text @param {import("./view.js").Readouts} of */
function timeReadouts({ timed, sizes, counts, revealed, isRunning }, text, { item }) {
  const { figures, slopes, lead, growth, found } = /** @type {import("./facts.js").Timed} */ (
    timed
  );
  // Where nothing runs, nothing is on its way.
  const later = text(isRunning ? "notYet" : "notMeasured");
  /** What stands for a time that is not there: it comes, or it does not. @param {string} name */
  const none = (name) =>
    figures.tokens.includes(n) && !found.stops.has(name) ? later : text("notMeasured");
  // Before the answer only small sizes have times: the largest of them is told.
  const n = revealed ? sizes.n : Math.min(sizes.n, SMALL);
  const times = figures.columns.map(({ name }) => {
    const value = timeAt(/** @type {import("./facts.js").Timed} */ (timed), name, n);
    return item(name, value === undefined ? none(name) : duration(value), { n: count(n) });
  });
  const told =
    lead ?? (figures.columns.find(({ name }) => name === "fused") ?? figures.columns[0]).name;
  const name = text(`column ${told}`);
  const time = timeAt(/** @type {import("./facts.js").Timed} */ (timed), told, n);
  const slope = slopes[told];
  // One head's operations in a millisecond are a thousandth of those in a second.
  const { heads, layers, batch } = sizes;
  const work = counts.attention * (n / sizes.n) ** 2;
  const rate = time && work / heads / layers / batch / time / 1e6;
  const last = figures.tokens[figures.tokens.length - 1];
  return [
    ...times,
    ...(revealed ? [item("slope", slope === undefined ? later : fixed(slope, 2), { name })] : []),
    item("rate", rate ? text("rate", { rate: inDigits(rate, 3) }) : none(told), { name }),
    ...(revealed
      ? [
          item("growth", growth ? text("growth", { times: factorOf(growth) }) : later, {
            name,
            from: count(growth?.from ?? Math.min(GROWTH_FROM, last)),
            to: count(growth?.to ?? last),
          }),
        ]
      : []),
    ...(found.apart === undefined ? [] : [item("apart", small(found.apart))]),
  ];
}

/** How many times as long. @param {import("./facts.js").Growth} growth */
const factorOf = ({ before, after }) => {
  const times = after / before;
  return times < 10 ? fixed(times, 1) : count(Math.round(times));
};

/** @param {Facts} facts @param {Text} text */
function timeSentence({ timed, isRunning, revealed }, text) {
  const { lead, growth, slopes, found, fitFrom } = /** @type {import("./facts.js").Timed} */ (
    timed
  );
  // While numbers come in, nothing is read aloud again and again.
  if (isRunning) return text("say time running");
  if (!revealed && growth) return text("say time small", { n: count(growth.to) });
  const slope = lead === undefined ? undefined : slopes[lead];
  if (!lead || !growth) return text("say time none");
  if (slope === undefined) return "";
  const said = text("say time", {
    name: text(`in text ${lead}`),
    times: factor(growth.to / growth.from),
    from: count(growth.from),
    to: count(growth.to),
    growth: factorOf(growth),
    slope: fixed(slope, 2),
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
  asked(facts, text) {
    const { from, to } = askedOf(facts);
    if (to <= from) return undefined;
    const times = to / from;
    return {
      question: text("ask time", { from: count(from), to: count(to), times: factor(times) }),
      answers: expected(times).map((each) => ({
        value: String(each),
        label: text("answerTimes", { times: factor(each) }),
      })),
      // Known once it is measured.
      right: "",
      why: "",
    };
  },
  judged,
  waiting({ counts: { size } }, text, { measurements, facts: now }) {
    if (now.counts.size !== size) return text("verdict elsewhere", { size });
    return text(measurements.isRunning("time", size) ? "verdict waiting" : "verdict stopped");
  },
  readouts: timeReadouts,
  sentence: timeSentence,
  python: ({ counts, timed }) => timePython(counts.size, timed?.figures.tokens ?? []),
};

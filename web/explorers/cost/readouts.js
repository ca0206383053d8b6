// The strip of readouts of each view, and its sentence.
import { GROWTH_FROM, timeAt } from "./facts.js";
import { binaryBytes, bytes, count, decimal, duration, factor, small } from "./write.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./facts.js").Text} Text */
/** @typedef {import("./counts.js").Counts} Counts */

/** @param {number} value @param {Text} text */
const bytesInFull = (value, text) => {
  const exact = text("bytesExact", { bytes: count(value) });
  return value < 1000 ? exact : text("exactly", { bytes: exact, written: bytes(value) });
};

/** The numbers that answer the view's question. @type {Record<string, string[]>} */
const ANSWERS = {
  memory: ["scores", "scoreBytes", "headScores", "times"],
  operations: ["scoresProduct", "attention"],
  "feed-forward": ["share", "crossover", "crossoverAll"],
  decoding: ["again", "saved"],
};

/** @param {Facts} facts @param {Text} text @returns {{ name: string, label: string, value: string }[]} */
export function readoutsOf(facts, text) {
  const { view, sizes, counts, crossovers, revealed } = facts;
  const { n, heads } = sizes;
  /** @param {string} name @param {string} value @param {Record<string, unknown>} [values] */
  const item = (name, value, values) => ({
    name,
    label: text(`read ${name}`, { n: count(n), h: heads, ...values }),
    value: !revealed && ANSWERS[view]?.includes(name) ? text("secret") : value,
  });
  /** @param {"scoreBytes" | "qkvBytes" | "headBytes" | "hidden" | "cache"} name */
  const room = (name) => item(name, bytesInFull(counts[name], text));
  /** @param {"scores" | "headScores" | "scoresProduct" | "attention" | "projections" | "feedForward" | "step" | "again"} name */
  const number = (name) => item(name, count(counts[name]));
  switch (view) {
    case "time":
      return timeReadouts(facts, text, item);
    case "memory":
      return [
        number("scores"),
        ...(heads * sizes.layers > 1 ? [number("headScores")] : []),
        room("scoreBytes"),
        room("qkvBytes"),
        item("times", factor(counts.times)),
      ];
    case "operations":
      return [
        number("scoresProduct"),
        number("attention"),
        number("projections"),
        number("feedForward"),
      ];
    case "feed-forward":
      return [
        room("headBytes"),
        room("hidden"),
        item("share", decimal(counts.share, 2)),
        item("crossover", factor(crossovers.one)),
        ...(heads > 1 ? [item("crossoverAll", factor(crossovers.all))] : []),
      ];
    default: {
      const timed = /** @type {import("./facts.js").Timed} */ (facts.timed);
      /** @param {string} name */
      const time = (name) => {
        const value = timeAt(timed, name, n);
        return item(name, value === undefined ? text("notYet") : duration(value));
      };
      return [
        room("cache"),
        number("step"),
        number("again"),
        item("saved", factor(counts.saved)),
        time("cached"),
        time("whole"),
      ];
    }
  }
}

/** @param {Facts} facts @param {Text} text
 * @param {(name: string, value: string, values?: Record<string, unknown>) => { name: string, label: string, value: string }} item */
function timeReadouts({ timed, sizes, counts }, text, item) {
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
export const factorOf = ({ before, after }) => {
  const times = after / before;
  return times < 10 ? times.toFixed(1) : count(Math.round(times));
};

/** @param {Facts} facts @param {Text} text @returns {string} */
export function sentenceOf(facts, text) {
  const { view, sizes, counts, crossovers, timed, revealed } = facts;
  const { n, heads, expansion } = sizes;
  if (view === "time") return timeSentence(facts, text);
  const said = text(`say ${view}${revealed ? "" : " secret"}`, {
    n: count(n),
    h: heads,
    scores: count(counts.headScores),
    bytes: bytes(counts.headBytes),
    binary: binaryBytes(counts.headBytes),
    qkv: bytes(counts.qkvBytes),
    head: count(counts.scoresProduct / heads / sizes.layers),
    share: decimal(counts.share, 2),
    expansion: factor(expansion),
    crossover: factor(crossovers.one),
    crossoverAll: factor(crossovers.all),
    cache: bytes(counts.cache),
    step: count(counts.step),
    again: count(counts.again),
  });
  if (view === "feed-forward" && revealed && heads > 1) {
    const all = { h: heads, crossoverAll: factor(crossovers.all) };
    return `${said} ${text("say heads", all)}`;
  }
  if (view !== "decoding" || !timed || !revealed) return said;
  const [cached, whole] = ["cached", "whole"].map((method) => timeAt(timed, method, n));
  if (cached === undefined || whole === undefined) return said;
  const times = { n: count(n), cached: duration(cached), whole: duration(whole) };
  return `${said} ${text("say steps", times)}`;
}

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

// One more token: with a cache of keys and values, and without.
import { bytesIn, ratioOf, workOf } from "./columns.js";
import { timeAt } from "./facts.js";
import { CLOCK, head, tuple } from "./program.js";
import { STOPS, TIMED } from "./sizes.js";
import { bytes, count, duration, factor } from "./write.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./facts.js").Timed} Timed */

/**
 * @param {Sizes} sizes @param {number[]} tokens @param {number[]} timed those that are measured
 */
const decodingPython = (sizes, tokens, timed) => `import statistics, time
import torch

${head(sizes)}
d_k = d // h

rows = []
for n in ${tuple(tokens)}:
    cache, step, again = 2 * b * layers * n * d * size, 4 * b * layers * d * n, 4 * b * layers * d * sum(range(1, n + 1))
    rows.append([cache, step, again, again / step])
    print(f"n {n:7}: cache {cache:,} bytes; {step:,} operations, without a cache {again:,}")

def attention(Q, K, V, M):
    return torch.softmax(Q @ K.transpose(-2, -1) / d_k**0.5 + M, dim=-1) @ V

${CLOCK}
for n in ${tuple(timed)}:
    Q, K, V = (torch.randn(1, n, d_k) for _ in range(3))  # one head
    M = torch.full((n, n), -torch.inf).triu(1)
    cached = milliseconds(lambda: attention(Q[:, -1:], K, V, M[-1:]))
    whole = milliseconds(lambda: attention(Q, K, V, M))
    print(f"n {n:7}: one head {cached:.4g} ms, without a cache {whole:.4g} ms")
`;

// Offered answers that are nearer than this would all be right, as far as “about” goes.
const APART = 1.5;

/** Wrong answers that nobody takes for the right one, or for each other.
 * @param {number} right @param {Record<string, number>} wrong @returns {[string, number][]} */
function apartFrom(right, wrong) {
  /** @type {[string, number][]} */
  const kept = [];
  for (const [name, times] of Object.entries(wrong)) {
    const others = [right, ...kept.map(([, each]) => each)];
    if (others.every((other) => Math.max(other / times, times / other) >= APART))
      kept.push([name, times]);
  }
  return kept;
}

/** @type {import("./view.js").View} */
export const decoding = {
  first: "model",
  tokens: TIMED,
  stops: STOPS,
  fields: ["d", "heads", "layers", "batch", "bytes"],
  formulas: ["costDecoding"],
  kind: "decoding",
  lines: ["again", "step"],
  measure: "operations",
  columns(all) {
    const work = workOf(all);
    const cache = bytesIn(all, "cache")("cache");
    return [cache, work("step"), work("again", true), ratioOf(all, "saved")];
  },
  answers: ["again", "saved", "whole"],
  asked({ sizes, counts }, text) {
    const n = count(sizes.n);
    const offered = apartFrom(counts.saved, { two: 2, size: counts.size, square: sizes.n ** 2 });
    if (offered.length < 2) return undefined;
    return {
      question: text("ask decoding", { n }),
      answers: [...offered, /** @type {const} */ (["saved", counts.saved])]
        .sort(([, a], [, b]) => a - b)
        .map(([value, times]) => ({
          value,
          label: text("answerTimes", {
            times: times < 10 ? factor(times) : count(Math.round(times)),
          }),
        })),
      right: "saved",
      why: text("verdict decoding", {
        n,
        pairs: count((sizes.n * (sizes.n + 1)) / 2),
        saved: factor(counts.saved),
      }),
    };
  },
  readouts({ sizes, counts, timed, isRunning }, text, { item, number, room }) {
    /** @param {string} name */
    const time = (name) => {
      const value = timeAt(/** @type {Timed} */ (timed), name, sizes.n);
      return item(
        name,
        value === undefined ? text(isRunning ? "notYet" : "notMeasured") : duration(value),
      );
    };
    return [
      room("cache"),
      number("step"),
      number("again"),
      item("saved", factor(counts.saved)),
      time("cached"),
      time("whole"),
    ];
  },
  sentence({ sizes, counts, timed, revealed }, text) {
    const n = count(sizes.n);
    const said = text(revealed ? "say decoding" : "say decoding secret", {
      n,
      cache: bytes(counts.cache),
      step: count(counts.step),
      again: count(counts.again),
    });
    if (!timed || !revealed) return said;
    const [cached, whole] = ["cached", "whole"].map((method) => timeAt(timed, method, sizes.n));
    if (cached === undefined || whole === undefined) return said;
    const times = { n, cached: duration(cached), whole: duration(whole) };
    return `${said} ${text("say steps", times)}`;
  },
  python: ({ sizes, counted, timed }) =>
    decodingPython(sizes, counted?.tokens ?? [], timed?.figures.tokens ?? []),
};

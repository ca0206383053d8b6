// A window: every query reads itself and so many tokens before it, however long the text is.
import { bytesIn, ratioOf, workOf } from "./columns.js";
import { head, tuple } from "./program.js";
import { STOPS, TIMED } from "./sizes.js";
import { bytes, count, factor } from "./write.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */

/** @param {Sizes} sizes @param {number[]} tokens */
const windowPython = (sizes, tokens) => `# Python alone: nothing is stored, all is counted.
${head(sizes)}
w = ${sizes.window}  # a query reads itself and w - 1 tokens before it
rows = []
for n in ${tuple(tokens)}:
    pairs, seen = sum(range(1, n + 1)), sum(min(i, w) for i in range(1, n + 1))
    assert seen <= n * w
    cache = 2 * b * layers * min(n, w) * d * size
    rows.append([4 * b * layers * d * pairs, 4 * b * layers * d * seen, pairs / seen, cache])
    print(f"n {n:7}: all {pairs:18,} pairs, window {seen:18,}; cache {cache:16,} bytes")
`;

/** @type {import("./view.js").View} */
export const windowed = {
  first: "model",
  tokens: TIMED,
  stops: STOPS,
  fields: ["window", "d", "heads", "layers", "bytes"],
  formulas: ["costWindow"],
  lines: ["causal", "windowed"],
  measure: "operations",
  columns(all) {
    const work = workOf(all);
    const cache = bytesIn(all, "windowCache")("windowCache");
    return [work("causal"), work("windowed", true), ratioOf(all, "windowSaved"), cache];
  },
  answers: ["windowed", "windowSaved"],
  asked({ sizes, counts }, text) {
    const { n, window } = sizes;
    // Where the window is as long as the text, nothing is left out.
    if (n <= 2 * window) return undefined;
    return {
      question: text("ask window", { w: count(window), n: count(n), twice: count(2 * n) }),
      answers: ["same", "twice", "four"].map((value) => ({
        value,
        label: text(`answer ${value}`),
      })),
      right: "twice",
      why: text("verdict window", {
        n: count(n),
        w: count(window),
        seen: count(counts.windowPairs),
        pairs: count(counts.pairs),
      }),
    };
  },
  readouts: ({ counts }, _text, { item, number, room }) => [
    number("pairs"),
    number("windowPairs"),
    number("windowed"),
    item("windowSaved", factor(counts.windowSaved)),
    room("windowCache"),
  ],
  sentence: ({ sizes, counts, revealed }, text) =>
    text(revealed ? "say window" : "say window secret", {
      n: count(sizes.n),
      w: count(sizes.window),
      layers: count(sizes.layers),
      reach: count(sizes.layers * (sizes.window - 1)),
      saved: factor(counts.windowSaved),
      cache: bytes(counts.windowCache),
      all: bytes(counts.cache),
    }),
  python: ({ sizes, counted }) => windowPython(sizes, counted?.tokens ?? []),
};

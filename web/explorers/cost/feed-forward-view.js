// Against feed-forward: from how many tokens on the scores outgrow the hidden layer.
import { bytesIn, ratioOf } from "./columns.js";
import { crossoversOf } from "./counts.js";
import { head, tuple } from "./program.js";
import { count, decimal, factor } from "./write.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */

const TOKENS = [256, 1024, 4096, 16384, 65536];

/** @param {Sizes} sizes @param {number[]} tokens */
const feedForwardPython = (sizes, tokens) => `# Python alone: nothing is stored, all is counted.
${head(sizes)}
rows = []
for n in ${tuple(tokens)}:
    scores, hidden = n * n * size, n * e * d * size
    rows.append([scores, hidden, scores / hidden])
    print(f"n {n:7}: scores of one head {scores / 1e9:8.2f} GB, feed-forward {hidden / 1e9:8.2f} GB, "
          f"ratio {scores / hidden:5.2f}")
print("as much at n =", next(n for n in range(1, 2**23) if n * n >= n * e * d))
`;

/** @type {import("./view.js").View} */
export const feedForward = {
  first: "wide",
  tokens: TOKENS,
  stops: TOKENS,
  fields: ["d", "heads", "expansion", "bytes"],
  formulas: ["costFeedForward"],
  lines: ["headBytes", "hidden"],
  measure: "bytes",
  more(sizes) {
    const { one } = crossoversOf(sizes);
    return Number.isSafeInteger(one) && one > 0 ? [one] : [];
  },
  columns(all) {
    const column = bytesIn(all, "headBytes", "hidden");
    const share = ratioOf(all, "share", (value) => decimal(value, 2));
    return [column("headBytes", true), column("hidden"), share];
  },
  answers: ["headBytes", "share", "crossover", "crossoverAll"],
  asked({ sizes, crossovers: { one } }, text) {
    return {
      question: text("ask feed-forward", { d: count(sizes.d) }),
      answers: [one / 4, one, 4 * one].map((value, at) => ({
        value: ["quarter", "equal", "four"][at],
        label: text("answerTokens", { n: factor(value) }),
      })),
      right: "equal",
      why: text("verdict feed-forward", {
        expansion: factor(sizes.expansion),
        crossover: factor(one),
      }),
    };
  },
  readouts: ({ sizes, counts, crossovers }, _text, { item, room }) => [
    room("headBytes"),
    room("hidden"),
    item("share", decimal(counts.share, 2)),
    item("crossover", factor(crossovers.one)),
    ...(sizes.heads > 1 ? [item("crossoverAll", factor(crossovers.all))] : []),
  ],
  sentence({ sizes, counts, crossovers, revealed }, text) {
    const said = text(revealed ? "say feed-forward" : "say feed-forward secret", {
      n: count(sizes.n),
      share: decimal(counts.share, 2),
      expansion: factor(sizes.expansion),
      crossover: factor(crossovers.one),
    });
    if (!revealed || sizes.heads === 1) return said;
    const all = { h: sizes.heads, crossoverAll: factor(crossovers.all) };
    return `${said} ${text("say heads", all)}`;
  },
  python: ({ sizes, counted }) => feedForwardPython(sizes, counted?.tokens ?? []),
};

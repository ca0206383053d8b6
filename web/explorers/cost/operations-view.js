// Operations: multiplications and additions of attention, of the projections and of the feed-forward layer.
import { workOf } from "./columns.js";
import { SOFTMAX_STEPS } from "./counts.js";
import { head, tuple } from "./program.js";
import { STOPS, TIMED } from "./sizes.js";
import { count } from "./write.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */

const PARTS = /** @type {const} */ (["attention", "projections", "feedForward"]);

/** @param {Sizes} sizes @param {number[]} tokens */
const operationsPython = (sizes, tokens) => `import torch

${head(sizes)}
meta = {"device": "meta"}  # shapes alone: nothing is stored, nothing is computed

def flops(a, b):
    return 2 * (a @ b).numel() * a.shape[-1]  # a multiplication and an addition each

W, W_1, W_2 = (torch.empty(*s, **meta) for s in ((d, d), (d, round(e * d)), (round(e * d), d)))
rows = []
for n in ${tuple(tokens)}:
    X, Q, A = (torch.empty(*s, **meta) for s in ((b * layers, n, d), (b * layers * h, n, d // h), (b * layers * h, n, n)))
    scores, values = flops(Q, Q.transpose(1, 2)), flops(A, Q)
    projections, feed_forward = 4 * flops(X, W), flops(X, W_1) + flops(X @ W_1, W_2)
    softmax = 5 * A.numel()  # compared, subtracted, e to it, added up, divided
    assert scores == values
    rows.append([scores, values, scores + values, softmax, projections, feed_forward])
    print(f"n {n:7}: Q Kᵀ {scores:,}, A V {values:,}, projections {projections:,}, feed-forward {feed_forward:,}")
`;

/** @type {import("./view.js").View} */
export const operations = {
  first: "half",
  tokens: TIMED,
  stops: STOPS,
  fields: ["d", "heads", "layers", "batch", "expansion"],
  formulas: ["costScores", "costValues"],
  lines: [...PARTS],
  measure: "operations",
  columns(all) {
    const work = workOf(all);
    return [
      work("scoresProduct", true),
      work("valuesProduct", true),
      work("attention", true),
      work("softmax", true),
      work("projections"),
      work("feedForward"),
    ];
  },
  answers: ["scoresProduct", "attention", "softmax"],
  asked({ sizes, counts }, text) {
    const most = Math.max(...PARTS.map((name) => counts[name]));
    // Equal ones are none of them the largest.
    if (PARTS.filter((name) => counts[name] === most).length > 1) return undefined;
    return {
      question: text("ask operations", { n: count(sizes.n) }),
      answers: PARTS.map((value) => ({ value, label: text(`answer ${value}`) })),
      right: /** @type {string} */ (PARTS.find((name) => counts[name] === most)),
      why: text(
        "verdict operations",
        Object.fromEntries(PARTS.map((name) => [name, count(counts[name])])),
      ),
    };
  },
  readouts: (_facts, _text, { number }) => [
    number("scoresProduct"),
    number("attention"),
    number("softmax"),
    number("projections"),
    number("feedForward"),
  ],
  sentence: ({ sizes, counts, revealed }, text) =>
    text(revealed ? "say operations" : "say operations secret", {
      head: count(counts.scoresProduct / sizes.heads / sizes.layers / sizes.batch),
      softmax: count(counts.softmax / sizes.heads / sizes.layers / sizes.batch),
      steps: SOFTMAX_STEPS,
    }),
  python: ({ sizes, counted }) => operationsPython(sizes, counted?.tokens ?? []),
};

// Linear attention: no softmax, so the sum over the keys can be kept and every token costs the same. What it
// costs, and what it blends, beside softmax attention.
import { html } from "lit";
import { ratioOf, workOf } from "./columns.js";
import { head, tuple } from "./program.js";
import { STOPS, TIMED } from "./sizes.js";
import { count, factor } from "./write.js";
import { equation } from "../../parts/matrix/equation.js";
import { examples } from "../../model/lessons.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */
/** @typedef {import("./view.js").Explorer} Explorer */

/** @param {Sizes} sizes @param {number[]} tokens */
const linearPython = (sizes, tokens) => `import torch

${head(sizes)}
d_k = d // h
rows = []
for n in ${tuple(tokens)}:
    softmax, linear = 4 * b * layers * d * n * n, 4 * b * layers * d * n * (d_k + 1)
    rows.append([softmax, linear, softmax / linear])
    print(f"n {n:7}: softmax attention {softmax:,} operations, linear {linear:,}")

def linear_attention(Q, K, V):
    Q, K = torch.nn.functional.elu(Q) + 1, torch.nn.functional.elu(K) + 1
    return (Q @ (K.T @ V)) / (Q @ K.sum(0))[:, None]  # K.T @ V is (d_k, d_v): no n × n matrix

Q, K, V = (torch.randn(6, d_k) for _ in range(3))
A = linear_attention(Q, K, torch.eye(6))  # the values are the unit vectors: what comes out are the weights
assert torch.allclose(A.sum(-1), torch.ones(6), atol=1e-5)
assert torch.allclose(A @ V, linear_attention(Q, K, V), atol=1e-4)
`;

/** What both kinds read, of the lesson's three tokens. @param {Explorer} explorer */
export function weightsOf({ attn }) {
  if (!attn) return undefined;
  const { x, W_Q, W_K, W_V, tokens } = examples["lesson-1"];
  const { q, k, weights } = attn.steps(x, { W_Q, W_K, W_V });
  const unit = tokens.map((_, i) => tokens.map((__, j) => Number(i === j)));
  return { tokens, softmax: weights, linear: attn.linearAttention(q, k, unit) };
}

/** @type {import("./view.js").View} */
export const linear = {
  first: "head",
  tokens: TIMED,
  stops: STOPS,
  fields: ["d", "heads", "layers"],
  formulas: ["costLinear"],
  lines: ["attention", "linear"],
  measure: "operations",
  columns(all) {
    const work = workOf(all);
    return [work("attention"), work("linear", true), ratioOf(all, "linearSaved")];
  },
  answers: ["linear", "linearSaved"],
  asked({ counts }, text) {
    return {
      question: text("ask linear"),
      answers: ["same", "twice", "four"].map((value) => ({
        value,
        label: text(`answer ${value}`),
      })),
      right: "twice",
      why: text("verdict linear", { size: counts.size, linear: count(counts.linear) }),
    };
  },
  readouts: ({ counts }, _text, { item, number }) => [
    number("attention"),
    number("linear"),
    item("linearSaved", factor(counts.linearSaved)),
  ],
  sentence: ({ sizes, counts, revealed }, text) =>
    text(revealed ? "say linear" : "say linear secret", {
      n: count(sizes.n),
      size: counts.size,
      saved: factor(counts.linearSaved),
      cross: count(counts.size + 1),
    }),
  picture(_facts, text, explorer) {
    const found = weightsOf(explorer);
    if (!found) return "";
    const { tokens } = found;
    /** @param {string} name @param {string} title @param {import("../../../js/tensor.js").Tensor} tensor
     * @returns {import("../../parts/matrix/matrix-grid.js").MatrixOptions} */
    const matrix = (name, title, tensor) => ({
      name,
      title,
      tensor,
      rows: tokens,
      columns: tokens,
      rowAxis: text("query"),
      columnAxis: text("key"),
      heat: "weight",
      extent: 1,
      text,
    });
    return html`<div class="blends">
      <p class="note">${text("blends")}</p>
      ${equation([
        matrix("A", text("softmaxWeights"), found.softmax),
        matrix("A′", text("linearWeights"), found.linear),
      ])}
    </div>`;
  },
  python: ({ sizes, counted }) => linearPython(sizes, counted?.tokens ?? []),
};

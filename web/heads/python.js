// The same in PyTorch: a layer and its shapes, the four heads by hand, and both mistakes.
import { examples } from "../data/lessons.js";
import { CELLS, RESHAPE, TOKENS, WIDTH, X } from "./example.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */

/** @param {number[][]} rows */
const written = (rows) =>
  `torch.tensor([${rows.map((row) => `[${row.map((value) => (Number.isInteger(value) ? `${value}.` : value)).join(", ")}]`).join(",\n    ")}])`;

/** @param {Sizes} sizes */
export const shapesPython = ({ d, heads, kvHeads, n, batch, bias }) =>
  [
    "import torch",
    "",
    `b, n, d, h, g = ${batch}, ${n}, ${d}, ${heads}, ${kvHeads}`,
    "d_k = d // h",
    "X = torch.randn(b, n, d)",
    `W_Q, W_O = (torch.nn.Linear(d, d, bias=${bias ? "True" : "False"}) for _ in range(2))`,
    `W_K, W_V = (torch.nn.Linear(d, g * d_k, bias=${bias ? "True" : "False"}) for _ in range(2))`,
    "Q = W_Q(X).view(b, n, h, d_k).transpose(1, 2)",
    "K, V = (W(X).view(b, n, g, d_k).transpose(1, 2) for W in (W_K, W_V))",
    "K, V = (T.repeat_interleave(h // g, dim=1) for T in (K, V))",
    "A = torch.softmax(Q @ K.transpose(-2, -1) / d_k**0.5, dim=-1)",
    "out = W_O((A @ V).transpose(1, 2).reshape(b, n, d))",
    "layers = (W_Q, W_K, W_V, W_O)",
    'print("parameters", sum(p.numel() for layer in layers for p in layer.parameters()))',
    'print("Q", tuple(Q.shape), "A", tuple(A.shape), "out", tuple(out.shape))',
    'print("scores", A.numel(), "bytes", 4 * A.numel(), "cache", 2 * 4 * b * g * n * d_k)',
    "",
  ].join("\n");

/** @param {number} cut */
export const patternsPython = (cut) =>
  [
    "import torch",
    "",
    `tokens = ${JSON.stringify(TOKENS)}`,
    `n, d, h = ${TOKENS.length}, ${WIDTH}, ${cut}`,
    `X = ${written(X)}`,
    "W_Q, W_K = torch.zeros(d, d), torch.zeros(d, d)",
    `for i, j, value in ${JSON.stringify(CELLS.W_Q)}: W_Q[i, j] = value`,
    `for i, j, value in ${JSON.stringify(CELLS.W_K)}: W_K[i, j] = value`,
    "split = lambda T: T.view(n, h, d // h).transpose(0, 1)",
    "Q, K = split(X @ W_Q), split(X @ W_K)",
    "A = torch.softmax(Q @ K.transpose(-2, -1) / (d // h) ** 0.5, dim=-1)",
    "print(A)",
    "",
  ].join("\n");

export const reshapePython = () =>
  [
    "import torch",
    "",
    `Q = ${written(RESHAPE.Q)}  # and K and V alike`,
    "n, h, d_k = 3, 2, 2",
    "right = Q.view(n, h, d_k).transpose(0, 1)",
    "wrong = Q.view(h, n, d_k)",
    "for heads in (right, wrong):",
    "    print(heads)",
    "    print(torch.softmax(heads @ heads.transpose(-2, -1) / d_k**0.5, dim=-1))",
    "",
  ].join("\n");

export function axisPython() {
  const { x, W_Q, W_K } = examples["lesson-1"];
  return [
    "import torch",
    "",
    `X = ${written(x)}`,
    `W_Q = ${written(W_Q)}`,
    `W_K = ${written(W_K)}`,
    "Z = (X @ W_Q) @ (X @ W_K).T / 2**0.5",
    "for dim in (-1, -2):  # right, wrong",
    "    A = torch.softmax(Z, dim=dim)",
    "    print(A, A.sum(dim=-1), A.sum(dim=-2))",
    "",
  ].join("\n");
}

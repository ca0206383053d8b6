// The same in PyTorch: a layer and its shapes, the four heads by hand, and both mistakes.
import { examples } from "../../model/lessons.js";
import { assignment, BEGIN, list, printed } from "../../frame/python.js";
import { CELLS, RESHAPE, TOKENS, WIDTH, X } from "./example.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */

/** @param {Sizes} sizes */
export const shapesPython = ({ d, heads, kvHeads, n, batch, bias }) =>
  [
    "import torch",
    "",
    `b, n, d, h, g = ${batch}, ${n}, ${d}, ${heads}, ${kvHeads}`,
    "d_k = d // h",
    'meta = {"device": "meta"}  # shapes alone: nothing is stored, nothing is computed',
    `like = {"bias": ${bias ? "True" : "False"}, **meta}`,
    "W_Q, W_O = torch.nn.Linear(d, d, **like), torch.nn.Linear(d, d, **like)",
    "W_K, W_V = torch.nn.Linear(d, g * d_k, **like), torch.nn.Linear(d, g * d_k, **like)",
    "",
    "X = torch.empty(b, n, d, **meta)",
    "Q = W_Q(X).view(b, n, h, d_k).transpose(1, 2)",
    "K, V = (W(X).view(b, n, g, d_k).transpose(1, 2) for W in (W_K, W_V))",
    "cache = 4 * (K.numel() + V.numel())  # bytes, four a number",
    "K, V = (T[:, :, None].expand(b, g, h // g, n, d_k).reshape(b, h, n, d_k) for T in (K, V))",
    "A = torch.softmax(Q @ K.transpose(-2, -1) / d_k**0.5, dim=-1)",
    "O = W_O((A @ V).transpose(1, 2).reshape(b, n, d))",
    "",
    "parameters = sum(p.numel() for W in (W_Q, W_K, W_V, W_O) for p in W.parameters())",
    'for name, T in {"X": X, "Q": Q, "K": K, "V": V, "A": A, "O": O}.items():',
    "    print(name, tuple(T.shape))",
    'print(f"{parameters:,} parameters, {A.numel():,} scores of {4 * A.numel():,} bytes, cache {cache:,} bytes")',
    "",
  ].join("\n");

/** A matrix of zeros but for a few cells: their rows, columns and values. @param {"W_Q" | "W_K"} name */
function cells(name) {
  const [rows, columns, values] = [0, 1, 2].map((at) => CELLS[name].map((cell) => cell[at]));
  return [
    `${name} = torch.zeros(d, d)`,
    `${name}[[${rows.join(", ")}],`,
    `    [${columns.join(", ")}]] = torch.tensor(${list(values)})`,
  ];
}

/** @param {number} cut */
export const patternsPython = (cut) =>
  [
    ...BEGIN,
    `tokens = ${JSON.stringify(TOKENS).replaceAll(",", ", ")}`,
    `n, d, h = ${TOKENS.length}, ${WIDTH}, ${cut}`,
    assignment("X", X),
    ...cells("W_Q"),
    ...cells("W_K"),
    "",
    "",
    "def split(T):",
    "    return T.view(n, h, d // h).transpose(0, 1)",
    "",
    "",
    "Q, K = split(X @ W_Q), split(X @ W_K)",
    "A = torch.softmax(Q @ K.transpose(-2, -1) / (d // h) ** 0.5, dim=-1)",
    'print(f"Q {tuple(Q.shape)}, A {tuple(A.shape)}")',
    "for head, weights in enumerate(A, 1):",
    '    print(f"head {head}\\n{weights}")',
    "",
  ].join("\n");

export const reshapePython = () =>
  [
    ...BEGIN,
    `${assignment("Q", RESHAPE.Q)}  # and K and V alike`,
    `n, h, d_k = ${RESHAPE.Q.length}, ${RESHAPE.heads}, ${RESHAPE.Q[0].length / RESHAPE.heads}`,
    "right = Q.view(n, h, d_k).transpose(0, 1)",
    "wrong = Q.view(h, n, d_k)",
    "A_right = torch.softmax(right @ right.transpose(-2, -1) / d_k**0.5, dim=-1)",
    "A_wrong = torch.softmax(wrong @ wrong.transpose(-2, -1) / d_k**0.5, dim=-1)",
    "",
    ...printed("right", "A_right", "wrong", "A_wrong"),
    "",
  ].join("\n");

export function axisPython() {
  const { x, W_Q, W_K } = examples["lesson-1"];
  return [
    ...BEGIN,
    assignment("X", x),
    assignment("W_Q", W_Q),
    assignment("W_K", W_K),
    "",
    "Q, K = X @ W_Q, X @ W_K",
    "Z = Q @ K.T / K.shape[-1] ** 0.5",
    "A_right = torch.softmax(Z, dim=-1)  # along the keys",
    "A_wrong = torch.softmax(Z, dim=-2)  # along the queries",
    "",
    ...printed("Z"),
    'for name, A in {"right": A_right, "wrong": A_wrong}.items():',
    '    print(f"{name} {tuple(A.shape)}\\n{A}")',
    '    print(f"sums of rows {A.sum(dim=-1)}, of columns {A.sum(dim=-2)}")',
    "",
  ].join("\n");
}

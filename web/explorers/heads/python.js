// The same in PyTorch and in NumPy: a layer and its shapes, the four heads by hand, both mistakes, the output
// matrix, the stacked one, the guided practice, and the check in float64.
import { examples } from "../../model/lessons.js";
import { assignment, BEGIN, BEGIN_NUMPY, list, printed } from "../../frame/python.js";
import { CELLS, RESHAPE, STACKED, TOKENS, WIDTH, X } from "./example.js";

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
    "assert O.shape == X.shape and A.shape == (b, h, n, n)",
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
    "assert A.shape == (h, n, n) and torch.allclose(A.sum(-1), torch.ones(h, n))",
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
    "assert right.shape == wrong.shape  # which is why no error is raised",
    "assert not torch.equal(right, wrong)",
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
    "assert torch.allclose(A_right.sum(-1), torch.ones(3))",
    "assert torch.allclose(A_wrong.sum(-2), torch.ones(3))",
    ...printed("Z"),
    'for name, A in {"right": A_right, "wrong": A_wrong}.items():',
    '    print(f"{name} {tuple(A.shape)}\\n{A}")',
    '    print(f"sums of rows {A.sum(dim=-1)}, of columns {A.sum(dim=-2)}")',
    "",
  ].join("\n");
}

// --- NumPy ---------------------------------------------------------------------------------------

/** Softmax as NumPy has none. */
const SOFTMAX = [
  "def softmax(S, axis=-1):",
  "    E = np.exp(S - S.max(axis=axis, keepdims=True))  # the largest is subtracted: no overflow",
  "    return E / E.sum(axis=axis, keepdims=True)",
  "",
  "",
];

/** @param {Sizes} sizes */
export const shapesNumpy = ({ d, heads, kvHeads, n, batch, bias }) =>
  [
    "import numpy as np",
    "",
    `b, n, d, h, g = ${batch}, ${n}, ${d}, ${heads}, ${kvHeads}`,
    "d_k = d // h",
    "zero = np.zeros((), np.float32)  # only the shapes matter",
    "X = np.broadcast_to(zero, (b, n, d))",
    "Q = np.broadcast_to(zero, (b, n, h, d_k)).swapaxes(1, 2)",
    "K = V = np.broadcast_to(zero, (b, n, g, d_k)).swapaxes(1, 2)",
    "A = np.broadcast_to(zero, (b, h, n, n))",
    "",
    "assert Q.shape == (b, h, n, d_k) and d_k * h == d and h % g == 0",
    `parameters = 2 * d * d + 2 * d * g * d_k${bias ? " + 2 * d + 2 * g * d_k" : ""}`,
    'for name, T in {"X": X, "Q": Q, "K": K, "V": V, "A": A}.items():',
    "    print(name, T.shape)",
    "cache = 4 * (K.size + V.size)",
    'print(f"{parameters:,} parameters, {A.size:,} scores of {4 * A.size:,} bytes, cache {cache:,} bytes")',
    "",
  ].join("\n");

/** @param {number} cut */
export const patternsNumpy = (cut) =>
  [
    ...BEGIN_NUMPY,
    `tokens = ${JSON.stringify(TOKENS).replaceAll(",", ", ")}`,
    `n, d, h = ${TOKENS.length}, ${WIDTH}, ${cut}`,
    assignment("X", X, "np.array"),
    ...["W_Q", "W_K"].flatMap((name) => {
      const [rows, columns, values] = [0, 1, 2].map((at) =>
        CELLS[/** @type {"W_Q"} */ (name)].map((cell) => cell[at]),
      );
      return [
        `${name} = np.zeros((d, d))`,
        `${name}[[${rows.join(", ")}], [${columns.join(", ")}]] = ${list(values)}`,
      ];
    }),
    "",
    "",
    ...SOFTMAX,
    "def split(T):",
    "    return T.reshape(n, h, d // h).swapaxes(0, 1)",
    "",
    "",
    "Q, K = split(X @ W_Q), split(X @ W_K)",
    "A = softmax(Q @ K.swapaxes(-2, -1) / (d // h) ** 0.5)",
    "assert A.shape == (h, n, n) and np.allclose(A.sum(-1), 1)",
    "for head, weights in enumerate(A, 1):",
    '    print(f"head {head}\\n{weights.round(3)}")',
    "",
  ].join("\n");

export const reshapeNumpy = () =>
  [
    ...BEGIN_NUMPY,
    "",
    "",
    ...SOFTMAX,
    `${assignment("Q", RESHAPE.Q, "np.array")}  # and K and V alike`,
    `n, h, d_k = ${RESHAPE.Q.length}, ${RESHAPE.heads}, ${RESHAPE.Q[0].length / RESHAPE.heads}`,
    "right = Q.reshape(n, h, d_k).swapaxes(0, 1)",
    "wrong = Q.reshape(h, n, d_k)",
    "A_right = softmax(right @ right.swapaxes(-2, -1) / d_k**0.5)",
    "A_wrong = softmax(wrong @ wrong.swapaxes(-2, -1) / d_k**0.5)",
    "assert right.shape == wrong.shape  # which is why no error is raised",
    "assert not np.array_equal(right, wrong)",
    "",
    ...printedNumpy("right", "A_right", "wrong", "A_wrong"),
    "",
  ].join("\n");

export function axisNumpy() {
  const { x, W_Q, W_K } = examples["lesson-1"];
  return [
    ...BEGIN_NUMPY,
    "",
    "",
    ...SOFTMAX,
    assignment("X", x, "np.array"),
    assignment("W_Q", W_Q, "np.array"),
    assignment("W_K", W_K, "np.array"),
    "",
    "Q, K = X @ W_Q, X @ W_K",
    "Z = Q @ K.T / K.shape[-1] ** 0.5",
    "A_right, A_wrong = softmax(Z, axis=-1), softmax(Z, axis=-2)",
    "assert np.allclose(A_right.sum(-1), 1) and np.allclose(A_wrong.sum(-2), 1)",
    'for name, A in {"right": A_right, "wrong": A_wrong}.items():',
    '    print(f"{name}\\n{A.round(3)}\\nsums of rows {A.sum(-1).round(3)}")',
    "",
  ].join("\n");
}

/** @param {...string} names */
const printedNumpy = (...names) =>
  names.map((name) => `print(f"${name} {${name}.shape}\\n{${name}.round(3)}")`);

// --- The output matrix ---------------------------------------------------------------------------

/** @param {number[][]} mixing */
export const outputPython = (mixing) =>
  [
    ...BEGIN,
    `${assignment("X", RESHAPE.Q)}  # W_Q = W_K = W_V = I, so Q = K = V = X`,
    assignment("W_O", mixing),
    `n, h, d_k = ${RESHAPE.Q.length}, ${RESHAPE.heads}, ${RESHAPE.Q[0].length / RESHAPE.heads}`,
    "Q = X.view(n, h, d_k).transpose(0, 1)",
    "heads = torch.softmax(Q @ Q.transpose(-2, -1) / d_k**0.5, dim=-1) @ Q",
    "J = heads.transpose(0, 1).reshape(n, h * d_k)  # joined",
    "O = J @ W_O",
    "O_1, O_2 = (J[:, i * d_k : (i + 1) * d_k] @ W_O[i * d_k : (i + 1) * d_k] for i in range(h))",
    "assert torch.allclose(O, O_1 + O_2, atol=1e-6)  # the output is the sum of what each head adds",
    "",
    ...printed("J", "O", "O_1", "O_2"),
    "",
  ].join("\n");

/** @param {number[][]} mixing */
export const outputNumpy = (mixing) =>
  [
    ...BEGIN_NUMPY,
    "",
    "",
    ...SOFTMAX,
    `${assignment("X", RESHAPE.Q, "np.array")}  # W_Q = W_K = W_V = I, so Q = K = V = X`,
    assignment("W_O", mixing, "np.array"),
    `n, h, d_k = ${RESHAPE.Q.length}, ${RESHAPE.heads}, ${RESHAPE.Q[0].length / RESHAPE.heads}`,
    "Q = X.reshape(n, h, d_k).swapaxes(0, 1)",
    "heads = softmax(Q @ Q.swapaxes(-2, -1) / d_k**0.5) @ Q",
    "J = heads.swapaxes(0, 1).reshape(n, h * d_k)  # joined",
    "O = J @ W_O",
    "O_1, O_2 = (J[:, i * d_k : (i + 1) * d_k] @ W_O[i * d_k : (i + 1) * d_k] for i in range(h))",
    "assert np.allclose(O, O_1 + O_2)  # the output is the sum of what each head adds",
    "",
    ...printedNumpy("J", "O", "O_1", "O_2"),
    "",
  ].join("\n");

// --- The stacked matrix --------------------------------------------------------------------------

export const stackedPython = () =>
  [
    ...BEGIN,
    assignment("X", RESHAPE.Q),
    ...Object.entries(STACKED).map(([name, rows]) => assignment(name, rows)),
    "",
    "W = torch.cat([W_Q.T, W_K.T, W_V.T])  # in_proj_weight: (3·d, d), a row for every number that comes out",
    "P = X @ W.T",
    "Q, K, V = P.chunk(3, dim=-1)",
    "",
    `layer = torch.nn.MultiheadAttention(${RESHAPE.Q[0].length}, ${RESHAPE.heads}, bias=False)`,
    "assert layer.in_proj_weight.shape == W.shape",
    "assert torch.equal(Q, X @ W_Q) and torch.equal(K, X @ W_K) and torch.equal(V, X @ W_V)",
    "",
    ...printed("W", "P", "Q", "K", "V"),
    "",
  ].join("\n");

export const stackedNumpy = () =>
  [
    ...BEGIN_NUMPY,
    assignment("X", RESHAPE.Q, "np.array"),
    ...Object.entries(STACKED).map(([name, rows]) => assignment(name, rows, "np.array")),
    "",
    "W = np.concatenate([W_Q.T, W_K.T, W_V.T])  # (3·d, d), a row for every number that comes out",
    "P = X @ W.T",
    "Q, K, V = np.split(P, 3, axis=-1)",
    "assert np.allclose(Q, X @ W_Q) and np.allclose(K, X @ W_K) and np.allclose(V, X @ W_V)",
    "",
    ...printedNumpy("W", "P", "Q", "K", "V"),
    "",
  ].join("\n");

// --- Guided practice -----------------------------------------------------------------------------

/** @param {Sizes} sizes */
export const practicePython = ({ d, heads, n, batch }) =>
  [
    "import torch",
    "",
    `b, n, d, h = ${batch}, ${n}, ${d}, ${heads}`,
    "layer = torch.nn.MultiheadAttention(d, h, batch_first=True)",
    "X = torch.randn(b, n, d)",
    "O, A = layer(X, X, X, average_attn_weights=False)",
    "Q = X.view(b, n, h, d // h).transpose(1, 2)",
    "parameters = sum(p.numel() for p in layer.parameters())",
    "",
    "assert O.shape == X.shape and A.shape == (b, h, n, n)",
    'print(f"d_k {d // h}, Q {tuple(Q.shape)}, {A.numel():,} scores of {4 * A.numel():,} bytes")',
    'print(f"output {tuple(O.shape)}, {parameters:,} parameters")',
    "",
  ].join("\n");

/** @param {Sizes} sizes */
export const practiceNumpy = ({ d, heads, n, batch }) =>
  [
    "import numpy as np",
    "",
    `b, n, d, h = ${batch}, ${n}, ${d}, ${heads}`,
    "Q = np.zeros((b, n, d), np.float32).reshape(b, n, h, d // h).swapaxes(1, 2)",
    "S = Q @ Q.swapaxes(-2, -1)",
    "parameters = 4 * d * d + 4 * d",
    "",
    "assert S.shape == (b, h, n, n)",
    'print(f"d_k {d // h}, Q {Q.shape}, {S.size:,} scores of {S.nbytes:,} bytes")',
    'print(f"output {(b, n, d)}, {parameters:,} parameters")',
    "",
  ].join("\n");

// --- The check -----------------------------------------------------------------------------------

/** @param {{ n: number, d: number, heads: number }} sizes @param {number} valid */
export const checkPython = ({ n, d, heads }, valid) =>
  [
    "import torch",
    "",
    `n, d, h, valid = ${n}, ${d}, ${heads}, ${valid}`,
    "torch.manual_seed(0)",
    "X = torch.randn(n, d)",
    "W_Q, W_K, W_V, W_O = (torch.randn(d, d) / d**0.5 for _ in range(4))",
    "later = torch.arange(n)[None] > torch.arange(n)[:, None]",
    "padding = (torch.arange(n) >= valid).expand(n, n)",
    "far = torch.arange(n)[None] < torch.arange(n)[:, None] - 4",
    "masks = {",
    '    "none": torch.zeros(n, n, dtype=torch.bool), "causal": later, "padding": padding,',
    '    "both": later | padding, "window": later | far,',
    "}",
    "",
    "",
    "def layer(X, W_Q, W_K, W_V, W_O, hidden):",
    "    Q, K, V = ((X @ W).view(n, h, d // h).transpose(0, 1) for W in (W_Q, W_K, W_V))",
    "    S = (Q @ K.transpose(-2, -1) / (d // h) ** 0.5).masked_fill(hidden, -torch.inf)",
    "    A = S.softmax(-1)",
    "    return (A @ V).transpose(0, 1).reshape(n, d) @ W_O, A",
    "",
    "",
    "for name, hidden in masks.items():",
    "    O, A = layer(X, W_Q, W_K, W_V, W_O, hidden)",
    "    exact = layer(*(T.double() for T in (X, W_Q, W_K, W_V, W_O)), hidden)",
    "    apart = [float((a - b).abs().max()) for a, b in zip((O, A), exact)]",
    "    assert max(apart) < 1e-5",
    '    print(f"{name:8} output {apart[0]:.1e}, weights {apart[1]:.1e}")',
    "",
  ].join("\n");

/** @param {{ n: number, d: number, heads: number }} sizes @param {number} valid */
export const checkNumpy = ({ n, d, heads }, valid) =>
  [
    "import numpy as np",
    "",
    "",
    ...SOFTMAX,
    `n, d, h, valid = ${n}, ${d}, ${heads}, ${valid}`,
    "rng = np.random.default_rng(0)",
    "X = rng.normal(size=(n, d))",
    "W_Q, W_K, W_V, W_O = (rng.normal(size=(d, d)) / d**0.5 for _ in range(4))",
    "later = np.arange(n)[None] > np.arange(n)[:, None]",
    "padding = np.broadcast_to(np.arange(n) >= valid, (n, n))",
    'masks = {"none": later & False, "causal": later, "padding": padding, "both": later | padding}',
    "",
    "",
    "def layer(X, W_Q, W_K, W_V, W_O, hidden):",
    "    Q, K, V = ((X @ W).reshape(n, h, d // h).swapaxes(0, 1) for W in (W_Q, W_K, W_V))",
    "    S = np.where(hidden, -np.inf, Q @ K.swapaxes(-2, -1) / np.sqrt(d // h).astype(X.dtype))",
    "    A = softmax(S)",
    "    return (A @ V).swapaxes(0, 1).reshape(n, d) @ W_O, A",
    "",
    "",
    "for name, hidden in masks.items():",
    "    exact = layer(X, W_Q, W_K, W_V, W_O, hidden)",
    "    short = layer(*(T.astype(np.float32) for T in (X, W_Q, W_K, W_V, W_O)), hidden)",
    "    apart = [np.abs(a - b).max() for a, b in zip(short, exact)]",
    "    assert max(apart) < 1e-5 and np.allclose(exact[1].sum(-1), 1)",
    '    print(f"{name:8} output {apart[0]:.1e}, weights {apart[1]:.1e}")',
    "",
  ].join("\n");

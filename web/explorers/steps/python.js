// The same computation as a program, with the learner's numbers in it: in PyTorch, and in NumPy as lesson 2
// writes it. Each asserts what must hold, and says what it prints.
import { assignment, BEGIN, BEGIN_NUMPY, number, printed, shown } from "../../frame/python.js";

/** @typedef {import("./stages.js").Stages} Stages */

/** @param {Stages} stages @param {string} name */
const rowsOf = (stages, name) =>
  Array.from({ length: stages.tensorOf(name).shape[0] }, (_, i) => stages.rowOf(name, i));

/** Rotary positions, for either library. @param {"torch" | "np"} library */
const turning = (library) => [
  "def turned(rows):",
  `    out = rows.${library === "torch" ? "clone" : "copy"}()`,
  "    for i in range(rows.shape[0]):",
  "        for t in range(0, rows.shape[1] - 1, 2):",
  "            angle = i * 10000 ** (-t / rows.shape[1])",
  "            a, b = rows[i, t], rows[i, t + 1]",
  "            out[i, t] = a * math.cos(angle) - b * math.sin(angle)",
  "            out[i, t + 1] = a * math.sin(angle) + b * math.cos(angle)",
  "    return out",
  "",
];

/**
 * The lines that make Q, K and V.
 * @param {Stages} stages @param {"torch.tensor" | "np.array"} make
 */
function beginning(stages, make) {
  const isTorch = make === "torch.tensor";
  const { isDrawn, example, X, keysX, isCross, factor, norm, positions, matrices, n } = stages;
  if (isDrawn) {
    const { seed, d_k } = example.drawn ?? { seed: 0, d_k: 0 };
    if (isTorch) return ["Q", "K", "V"].map((name) => assignment(name, rowsOf(stages, name), make));
    return [
      `rng = np.random.default_rng(${seed})`,
      `Q, K, V = (rng.normal(0, 1, (${n}, ${d_k})) for _ in range(3))`,
    ];
  }
  const inputs = isCross
    ? /** @type {const} */ ([
        [X, "X_0", "P"],
        [keysX, "X_kv0", "P_kv"],
      ])
    : /** @type {const} */ ([[X, "X_0", "P"]]);
  const lines = inputs.flatMap(([name, before, P]) => [
    assignment(name, rowsOf(stages, before), make),
    ...(factor === 1 ? [] : [`${name} = ${number(factor)} * ${name}`]),
    ...(!norm
      ? []
      : isTorch
        ? [`${name} = torch.nn.functional.layer_norm(${name}, ${name}.shape[-1:])`]
        : [
            `${name} = (${name} - ${name}.mean(-1, keepdims=True)) / np.sqrt(${name}.var(-1, keepdims=True) + 1e-5)`,
          ]),
    ...(P in matrices ? [assignment(P, rowsOf(stages, P), make), `${name} = ${name} + ${P}`] : []),
  ]);
  const isTurned = positions === "rotary";
  return [
    ...lines,
    ...["W_Q", "W_K", "W_V"].map((name) => assignment(name, rowsOf(stages, name), make)),
    "",
    ...(isTurned ? turning(isTorch ? "torch" : "np") : []),
    ...(isTurned ? [`Q_0, K_0 = ${X} @ W_Q, ${keysX} @ W_K`] : []),
    isTurned
      ? `Q, K, V = turned(Q_0), turned(K_0), ${keysX} @ W_V`
      : `Q, K, V = ${X} @ W_Q, ${keysX} @ W_K, ${keysX} @ W_V`,
  ];
}

/** @param {Stages} stages */
function maskOf(stages) {
  const rows = rowsOf(stages, "M");
  const isBlind = rows.some((row) => row.every((value) => value === -Infinity));
  return { rows, isBlind, hides: rows.flat().includes(-Infinity) };
}

/**
 * @param {Stages} stages
 * @returns {string} a program that prints every matrix that is computed
 */
export function pythonOf(stages) {
  const { n, m, matrices, positions } = stages;
  const { rows, isBlind, hides } = maskOf(stages);
  return [
    ...(positions === "rotary" ? ["import math"] : []),
    ...BEGIN,
    ...(hides ? ['inf = float("inf")'] : []),
    ...beginning(stages, "torch.tensor"),
    assignment("M", rows),
    "S = Q @ K.T",
    `assert S.shape == (${n}, ${m})`,
    "Z = S / K.shape[-1] ** 0.5 + M",
    "A = torch.softmax(Z, dim=-1)",
    ...(isBlind
      ? [
          "# A query with every key hidden reads nothing; softmax alone gives NaN.",
          "A = A.masked_fill((M == -inf).all(dim=-1, keepdim=True), 0.0)",
        ]
      : ["assert torch.allclose(A.sum(dim=-1), torch.ones(len(A)))  # every row adds up to 1"]),
    "O = A @ V",
    `assert O.shape == (${n}, ${matrices.V.shape[1]})`,
    ...(isBlind
      ? []
      : [
          "fused = torch.nn.functional.scaled_dot_product_attention(Q, K, V, attn_mask=M)",
          "assert torch.allclose(O, fused, rtol=1e-4, atol=1e-5 * float(V.abs().max()))  # PyTorch’s own, in one call",
        ]),
    "",
    ...printed("Q", "K", "V", "S", "Z", "A", "O"),
    "# with three decimals:",
    ...shown("A", rowsOf(stages, "A")),
    ...shown("O", rowsOf(stages, "O")),
    "",
  ].join("\n");
}

/**
 * @param {Stages} stages
 * @returns {string} the same in NumPy, attention itself in five lines
 */
export function numpyOf(stages) {
  const { n, matrices, positions } = stages;
  const { rows, isBlind, hides } = maskOf(stages);
  return [
    ...(positions === "rotary" ? ["import math"] : []),
    ...BEGIN_NUMPY,
    ...(hides ? ["inf = np.inf"] : []),
    "",
    "",
    "def attention(Q, K, V, M):",
    "    scores = Q @ K.T / np.sqrt(K.shape[-1]) + M",
    ...(isBlind
      ? [
          "    largest = scores.max(axis=-1, keepdims=True)",
          "    powers = np.exp(scores - np.where(largest == -inf, 0, largest))",
          "    total = powers.sum(axis=-1, keepdims=True)",
          "    weights = powers / np.where(total == 0, 1, total)  # a query with every key hidden reads nothing",
        ]
      : [
          "    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))  # the largest is subtracted: no overflow",
          "    weights = powers / powers.sum(axis=-1, keepdims=True)",
        ]),
    "    return weights @ V, weights",
    "",
    "",
    ...beginning(stages, "np.array"),
    assignment("M", rows, "np.array"),
    "O, A = attention(Q, K, V, M)",
    `assert O.shape == (${n}, ${matrices.V.shape[1]})`,
    ...(isBlind ? [] : ["assert np.allclose(A.sum(axis=-1), 1)  # every row adds up to 1"]),
    "",
    ...shown("A", rowsOf(stages, "A")),
    ...shown("O", rowsOf(stages, "O")),
    "",
  ].join("\n");
}

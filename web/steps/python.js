// The same computation as a PyTorch program, with the learner's numbers in it.
import { plain } from "../parts/numbers.js";

/** With a point, so that no tensor of whole numbers becomes one of integers. @param {number} value */
const written = (value) => plain(value).replace(/^-?\d+$/, "$&.0");

/** @param {string} name @param {number[][]} rows @param {string} [factor] */
function assignment(name, rows, factor = "") {
  const head = `${name} = ${factor}torch.tensor([`;
  const lines = rows.map((row) => `[${row.map(written).join(", ")}]`);
  return `${head}${lines.join(`,\n${" ".repeat(head.length)}`)}])`;
}

/**
 * @param {import("./stages.js").Stages} stages
 * @returns {string} a program that prints A and O
 */
export function pythonOf(stages) {
  const { example, X, keysX, n } = stages;
  const factor = stages.factor === 1 ? "" : `${written(stages.factor)} * `;
  const mask = Array.from({ length: n }, (_, i) => stages.rowOf("M", i));
  const isBlind = mask.some((row) => row.every((value) => value === -Infinity));
  return [
    "import torch",
    "",
    'inf = float("inf")',
    assignment(X, example.x, factor),
    ...(example.memory ? [assignment(keysX, example.memory, factor)] : []),
    assignment("W_Q", example.W_Q),
    assignment("W_K", example.W_K),
    assignment("W_V", example.W_V),
    assignment("M", mask),
    "",
    `Q, K, V = ${X} @ W_Q, ${keysX} @ W_K, ${keysX} @ W_V`,
    "S = Q @ K.T",
    "Z = S / K.shape[-1] ** 0.5 + M",
    "A = torch.softmax(Z, dim=-1)",
    ...(isBlind ? ["A = A.nan_to_num()  # a query with every key hidden reads nothing"] : []),
    "O = A @ V",
    "print(A)",
    "print(O)",
    "",
  ].join("\n");
}

// The same computation as a PyTorch program, with the learner's numbers in it.
import { assignment, BEGIN, number, printed } from "../../frame/python.js";

/**
 * @param {import("./stages.js").Stages} stages
 * @returns {string} a program that prints every matrix that is computed
 */
export function pythonOf(stages) {
  const { example, X, keysX, n, factor } = stages;
  const mask = Array.from({ length: n }, (_, i) => stages.rowOf("M", i));
  const isBlind = mask.some((row) => row.every((value) => value === -Infinity));
  const inputs = example.memory ? [X, keysX] : [X];
  return [
    ...BEGIN,
    ...(mask.flat().includes(-Infinity) ? ['inf = float("inf")'] : []),
    assignment(X, example.x),
    ...(example.memory ? [assignment(keysX, example.memory)] : []),
    ...(factor === 1 ? [] : inputs.map((name) => `${name} = ${number(factor)} * ${name}`)),
    assignment("W_Q", example.W_Q),
    assignment("W_K", example.W_K),
    assignment("W_V", example.W_V),
    assignment("M", mask),
    "",
    `Q, K, V = ${X} @ W_Q, ${keysX} @ W_K, ${keysX} @ W_V`,
    "S = Q @ K.T",
    "Z = S / K.shape[-1] ** 0.5 + M",
    "A = torch.softmax(Z, dim=-1)",
    ...(isBlind
      ? [
          "# A query with every key hidden reads nothing; softmax alone gives NaN.",
          "A = A.masked_fill((M == -inf).all(dim=-1, keepdim=True), 0.0)",
        ]
      : []),
    "O = A @ V",
    "",
    ...printed("Q", "K", "V", "S", "Z", "A", "O"),
    "",
  ].join("\n");
}

// The same two lookups as a PyTorch program.
import { assignment, BEGIN, list, number, printed } from "../../frame/python.js";

/**
 * @param {Pick<import("./draw.js").Scene, "query" | "keys" | "values">} scene
 * @param {number} temperature
 * @returns {string} a program that prints scores, weights and outputs
 */
export function pythonOf({ query, keys, values }, temperature) {
  const soft =
    temperature === 0
      ? "hard  # temperature 0"
      : temperature === Infinity
        ? "torch.full_like(s, 1 / len(s))  # temperature infinity"
        : temperature === Math.sqrt(query.length)
          ? "torch.softmax(s / len(q) ** 0.5, dim=0)"
          : `torch.softmax(s / ${number(temperature)}, dim=0)`;
  return [
    ...BEGIN,
    `q = torch.tensor(${list(query)})`,
    assignment("K", keys),
    assignment("V", values),
    "",
    "s = K @ q",
    "hard = torch.nn.functional.one_hot(s.argmax(), len(s)).float()",
    `soft = ${soft}`,
    "hard_output = hard @ V",
    "soft_output = soft @ V",
    "",
    ...printed("s", "hard", "hard_output", "soft", "soft_output"),
    "",
  ].join("\n");
}

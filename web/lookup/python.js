// The same two lookups as a PyTorch program.
import { plain } from "../parts/numbers.js";

/** With a point, so that no tensor of whole numbers becomes one of integers. @param {number} value */
const written = (value) => plain(value).replace(/^-?\d+$/, "$&.0");

/** @param {number[][]} rows */
const matrix = (rows) => `[${rows.map((row) => `[${row.map(written).join(", ")}]`).join(", ")}]`;

/**
 * @param {Pick<import("./draw.js").Scene, "query" | "keys" | "values">} scene
 * @param {number} temperature
 * @returns {string} a program that prints scores, weights and outputs
 */
export function pythonOf({ query, keys, values }, temperature) {
  const weights =
    temperature === 0
      ? "torch.nn.functional.one_hot(s.argmax(), len(s)).float()  # temperature 0"
      : temperature === Infinity
        ? "torch.full_like(s, 1 / len(s))  # temperature infinity"
        : `torch.softmax(s / ${String(temperature)}, dim=0)`;
  return `import torch

q = torch.tensor(${matrix([[...query]]).slice(1, -1)})
K = torch.tensor(${matrix(keys)})
V = torch.tensor(${matrix(values)})

s = K @ q
p = ${weights}
print(s)
print(V[s.argmax()])  # hard lookup
print(p)
print(p @ V)  # soft lookup
`;
}

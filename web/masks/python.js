// The same four ways as a PyTorch program, with the learner's numbers in it.
import { plain } from "../parts/numbers.js";
import { SCALED } from "./ways.js";

/** With a point, so that no tensor of whole numbers becomes one of integers. @param {number} value */
const written = (value) => plain(value).replace(/^-?\d+$/, "$&.0");

/** @param {string} name @param {number[][]} rows */
function assignment(name, rows) {
  const head = `${name} = torch.tensor([`;
  const lines = rows.map((row) => `[${row.map(written).join(", ")}]`);
  return `${head}${lines.join(`,\n${" ".repeat(head.length)}`)}])`;
}

/**
 * @param {import("./ways.js").Ways} ways
 * @returns {string} a program that prints the weights of all four ways, and both outputs
 */
export function pythonOf(ways) {
  /** @param {string} name */
  const rows = (name) =>
    Array.from({ length: ways.matrices[name].shape[0] }, (_, i) => ways.rowOf(name, i));
  const isBlind = rows("M").some((_, i) => ways.isBlind(i));
  return [
    "import torch",
    "",
    'inf = float("inf")',
    assignment("scaled", rows(SCALED)),
    assignment("M", rows("M")),
    assignment("V", rows("V")),
    "hidden = M == -inf",
    "",
    "A = torch.softmax(scaled + M, dim=-1)  # right: added before softmax",
    ...(isBlind ? ["A = A.nan_to_num()  # a query with every key hidden reads nothing"] : []),
    "A_0 = torch.softmax(scaled.masked_fill(hidden, 0.0), dim=-1)  # wrong: 0 still counts",
    "A_cut = torch.softmax(scaled, dim=-1).masked_fill(hidden, 0.0)  # wrong: rows fall short of 1",
    "A_keep = torch.softmax(scaled.masked_fill(~hidden, -inf), dim=-1)  # wrong: True read as may read",
    "A_keep = A_keep.nan_to_num()",
    "for weights in (A, A_0, A_cut, A_keep):",
    "    print(weights, weights.sum(dim=-1))",
    "print(A @ V)",
    "print(A_keep @ V)",
    "",
  ].join("\n");
}

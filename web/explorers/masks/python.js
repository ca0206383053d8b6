// The same four ways as a PyTorch program, with the learner's numbers in it.
import { assignment, BEGIN } from "../../frame/python.js";
import { SCALED } from "./ways.js";

/**
 * @param {import("./ways.js").Ways} ways
 * @returns {string} a program that prints the weights of all four ways, their sums and their outputs
 */
export function pythonOf(ways) {
  /** @param {string} name */
  const rows = (name) =>
    Array.from({ length: ways.matrices[name].shape[0] }, (_, i) => ways.rowOf(name, i));
  const M = rows("M");
  const blind = M.some((row) => row.every((value) => value === -Infinity));
  const open = M.some((row) => row.every((value) => value !== -Infinity));
  return [
    ...BEGIN,
    'inf = float("inf")',
    assignment("scaled", rows(SCALED)),
    assignment("M", M),
    assignment("V", rows("V")),
    "hidden = M == -inf",
    "",
    "# Right: the mask is added before softmax.",
    "A = torch.softmax(scaled + M, dim=-1)",
    ...(blind
      ? [
          "# A query with every key hidden reads nothing; softmax alone gives NaN.",
          "A = A.masked_fill(hidden.all(dim=-1, keepdim=True), 0.0)",
        ]
      : []),
    "# Wrong: a score of 0 still counts.",
    "A_0 = torch.softmax(scaled.masked_fill(hidden, 0.0), dim=-1)",
    "# Wrong: cut after softmax, rows fall short of 1.",
    "A_cut = torch.softmax(scaled, dim=-1).masked_fill(hidden, 0.0)",
    "# Wrong: True, which means hidden, is read as may be read.",
    "A_keep = torch.softmax(scaled.masked_fill(~hidden, -inf), dim=-1)",
    ...(open ? ["A_keep = A_keep.masked_fill((~hidden).all(dim=-1, keepdim=True), 0.0)"] : []),
    "",
    'for name, A_way in {"A": A, "A_0": A_0, "A_cut": A_cut, "A_keep": A_keep}.items():',
    '    print(f"{name} {tuple(A_way.shape)}\\n{A_way}")',
    '    print(f"sums of its rows {A_way.sum(dim=-1)}")',
    '    print(f"output {tuple((A_way @ V).shape)}\\n{A_way @ V}\\n")',
    "",
  ].join("\n");
}

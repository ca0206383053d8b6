// The same ways as a program, with the learner's numbers in it: in PyTorch, and in NumPy. Each asserts what
// must hold, and says what it prints.
import { assignment, BEGIN, BEGIN_NUMPY, shown } from "../../frame/python.js";
import { SCALED } from "./ways.js";

/** @param {import("./ways.js").Ways} ways @param {string} name */
const rowsOf = (ways, name) =>
  Array.from({ length: ways.matrices[name].shape[0] }, (_, i) => ways.rowOf(name, i));

/**
 * @param {import("./ways.js").Ways} ways
 * @returns {string} a program that prints the weights of all ways, their sums and their outputs
 */
export function pythonOf(ways) {
  /** @param {string} name */
  const rows = (name) => rowsOf(ways, name);
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
      : ["assert torch.allclose(A.sum(dim=-1), torch.ones(len(A)))  # every row adds up to 1"]),
    "assert (A[hidden] == 0).all()  # what is hidden has no weight",
    "# A finite number is only a bias.",
    assignment("M_b", rows("M_b")),
    "A_b = torch.softmax(scaled + M_b, dim=-1)",
    "# Wrong: a score of 0 still counts.",
    "A_0 = torch.softmax(scaled.masked_fill(hidden, 0.0), dim=-1)",
    "# Wrong: cut after softmax, rows fall short of 1.",
    "A_cut = torch.softmax(scaled, dim=-1).masked_fill(hidden, 0.0)",
    "# Wrong: True, which means hidden, is read as may be read.",
    "A_keep = torch.softmax(scaled.masked_fill(~hidden, -inf), dim=-1)",
    ...(open ? ["A_keep = A_keep.masked_fill((~hidden).all(dim=-1, keepdim=True), 0.0)"] : []),
    "",
    'for name, A_way in {"A": A, "A_b": A_b, "A_0": A_0, "A_cut": A_cut, "A_keep": A_keep}.items():',
    '    print(f"{name} {tuple(A_way.shape)}\\n{A_way}")',
    '    print(f"sums of its rows {A_way.sum(dim=-1)}")',
    '    print(f"output {tuple((A_way @ V).shape)}\\n{A_way @ V}\\n")',
    "# with three decimals:",
    ...shown("A", rows("A")),
    "",
  ].join("\n");
}

/**
 * @param {import("./ways.js").Ways} ways
 * @returns {string} the right way and the first wrong one in NumPy
 */
export function numpyOf(ways) {
  const M = rowsOf(ways, "M");
  const blind = M.some((row) => row.every((value) => value === -Infinity));
  return [
    ...BEGIN_NUMPY,
    "inf = np.inf",
    "",
    "",
    "def softmax(scores):",
    ...(blind
      ? [
          "    largest = scores.max(axis=-1, keepdims=True)",
          "    powers = np.exp(scores - np.where(largest == -inf, 0, largest))",
          "    total = powers.sum(axis=-1, keepdims=True)",
          "    return powers / np.where(total == 0, 1, total)  # a query with every key hidden reads nothing",
        ]
      : [
          "    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))",
          "    return powers / powers.sum(axis=-1, keepdims=True)",
        ]),
    "",
    "",
    assignment("scaled", rowsOf(ways, SCALED), "np.array"),
    assignment("M", M, "np.array"),
    assignment("V", rowsOf(ways, "V"), "np.array"),
    "hidden = M == -inf",
    "",
    "A = softmax(scaled + M)",
    "A_0 = softmax(np.where(hidden, 0, scaled))  # wrong: a score of 0 still counts",
    "O = A @ V",
    ...(blind ? [] : ["assert np.allclose(A.sum(axis=-1), 1)  # every row adds up to 1"]),
    "assert (A[hidden] == 0).all()  # what is hidden has no weight",
    "",
    ...shown("A", rowsOf(ways, "A")),
    ...shown("A_0", rowsOf(ways, "A_0")),
    ...shown("O", rowsOf(ways, "O")),
    "",
  ].join("\n");
}

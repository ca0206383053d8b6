// The same two lookups as a program, in PyTorch and in NumPy. Each asserts what must hold, and says what it
// prints.
import {
  assignment,
  BEGIN,
  BEGIN_NUMPY,
  list,
  number,
  printed,
  shown,
} from "../../frame/python.js";

/**
 * @param {Pick<import("./draw.js").Scene, "query" | "keys" | "values">} scene
 * @param {number} temperature
 * @param {import("./find.js").Lookup} found
 * @returns {string} a program that prints scores, weights and outputs
 */
export function pythonOf({ query, keys, values }, temperature, found) {
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
    "assert torch.isclose(soft.sum(), torch.tensor(1.0))  # the weights add up to 1",
    "assert soft_output.shape == V[0].shape",
    "",
    ...printed("s", "hard", "hard_output", "soft", "soft_output"),
    "# with three decimals:",
    ...shown("[soft, soft_output]", [found.soft, found.softOutput]),
    "",
  ].join("\n");
}

/**
 * @param {Pick<import("./draw.js").Scene, "query" | "keys" | "values">} scene
 * @param {number} temperature
 * @param {import("./find.js").Lookup} found
 * @returns {string} the same in NumPy
 */
export function numpyOf({ query, keys, values }, temperature, found) {
  const soft =
    temperature === 0
      ? ["soft = hard  # temperature 0"]
      : temperature === Infinity
        ? ["soft = np.full(len(s), 1 / len(s))  # temperature infinity"]
        : [
            `z = s / ${temperature === Math.sqrt(query.length) ? "np.sqrt(len(q))" : number(temperature)}`,
            "powers = np.exp(z - z.max())  # the largest is subtracted: no overflow",
            "soft = powers / powers.sum()",
          ];
  return [
    ...BEGIN_NUMPY,
    "",
    `q = np.array(${list(query)})`,
    assignment("K", keys, "np.array"),
    assignment("V", values, "np.array"),
    "",
    "s = K @ q",
    "hard = np.eye(len(s))[s.argmax()]",
    ...soft,
    "assert np.isclose(soft.sum(), 1)  # the weights add up to 1",
    "",
    ...shown("[soft, hard @ V, soft @ V]", [found.soft, found.hardOutput, found.softOutput]),
    "",
  ].join("\n");
}

// The same numbers as a program: in PyTorch, and in NumPy. Each asserts what must hold, and says what it prints.
import { BEGIN, BEGIN_NUMPY, list, number } from "../../frame/python.js";

/** @param {ArrayLike<number>} row with four decimals */
const line = (row) => `# ${Array.from(row, (value) => value.toFixed(4)).join(" ")}`;

/** @param {import("./rows.js").Rows} rows @returns {string} */
export function pythonOf({ scores, shift, temperature, weights }) {
  const moved = shift === 0 ? "x" : `x ${shift < 0 ? "-" : "+"} ${number(Math.abs(shift))}`;
  const z =
    temperature === 1 ? moved : `${shift === 0 ? "x" : `(${moved})`} / ${number(temperature)}`;
  const isZero = scores.every((score) => score + shift === 0);
  const atOne = `
J_1 = jacobian(torch.softmax(${moved}, dim=-1))  # at temperature 1
print(f"J_1 {tuple(J_1.shape)}\\n{J_1}\\nsize {torch.linalg.norm(J_1):.6f}")
`;
  return `${BEGIN.join("\n")}
x = torch.tensor(${list(scores)})
z = ${z}


def sparsemax(z):
    z = z - z.max()  # the largest is subtracted: no overflow
    top = z.sort(descending=True).values
    kept = 1 + torch.arange(1, len(z) + 1) * top > top.cumsum(0)
    threshold = (top[kept].sum() - 1) / kept.sum()
    return (z - threshold).clamp(min=0)


def jacobian(p):
    return torch.diag(p) - torch.outer(p, p)


ways = {
    "softmax": torch.softmax(z, dim=-1),
    "hardmax": torch.nn.functional.one_hot(z.argmax(), len(z)).float(),
    "L1": z.abs() / z.abs().sum()${isZero ? ".clamp(min=1e-12)" : ""},
    "sparsemax": sparsemax(z),
    "softmax plus one": torch.softmax(torch.cat([z, z.new_zeros(1)]), dim=-1)[:-1],
}
for name, weights in ways.items():
    print(f"{name} {tuple(weights.shape)} {weights} sum {weights.sum():.4f}")

assert torch.isclose(ways["softmax"].sum(), torch.tensor(1.0))  # the weights add up to 1
print(*(f"{p:.4f}" for p in ways["softmax"]))
${line(weights.softmax)}

J = jacobian(ways["softmax"])
assert torch.allclose(J.sum(dim=-1), torch.zeros(len(z)), atol=1e-6)  # what one weight gains, others lose
print(f"J {tuple(J.shape)}\\n{J}\\nsize {torch.linalg.norm(J):.6f}")
${temperature === 1 ? "" : atOne}`;
}

/** @param {import("./rows.js").Rows} rows @returns {string} softmax, safe for any scores, and its derivative */
export function numpyOf({ scores, shift, temperature, weights, size }) {
  const z = `(x ${shift < 0 ? "-" : "+"} ${number(Math.abs(shift))}) / ${number(temperature)}`;
  return `${BEGIN_NUMPY.join("\n")}


def softmax(z):
    powers = np.exp(z - z.max())  # the largest is subtracted: no overflow
    return powers / powers.sum()


x = np.array(${list(scores)})
z = ${z}
p = softmax(z)
J = np.diag(p) - np.outer(p, p)
assert np.isclose(p.sum(), 1)  # the weights add up to 1
assert np.allclose(J.sum(axis=-1), 0)  # what one weight gains, others lose

print(*(f"{value:.4f}" for value in p))
${line(weights.softmax)}
print(f"{np.linalg.norm(J):.4f}")
${line([size])}
`;
}

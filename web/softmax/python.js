// The same numbers as a PyTorch program.
import { plain } from "../parts/numbers.js";

/** With a point, so that no tensor of whole numbers becomes one of integers. @param {number} value */
const written = (value) => plain(value).replace(/^-?\d+$/, "$&.0");

/** @param {import("./rows.js").Rows} rows @returns {string} */
export const pythonOf = ({ scores, shift, temperature }) => `import torch

x = torch.tensor([${scores.map(written).join(", ")}])
z = (x + ${written(shift)}) / ${written(temperature)}

p = torch.softmax(z, dim=-1)
hardmax = torch.nn.functional.one_hot(z.argmax(), len(z)).float()
l1 = z.abs() / z.abs().sum()


def sparsemax(z):
    top = z.sort(descending=True).values
    kept = 1 + torch.arange(1, len(z) + 1) * top > top.cumsum(0)
    threshold = (top[kept].sum() - 1) / kept.sum()
    return (z - threshold).clamp(min=0)


plus_one = torch.softmax(torch.cat([z, z.new_zeros(1)]), dim=-1)[:-1]
for weights in (p, hardmax, l1, sparsemax(z), plus_one):
    print(weights, weights.sum())

J = torch.diag(p) - torch.outer(p, p)
print(J, torch.linalg.norm(J))
`;

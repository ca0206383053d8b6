// The same draws as a PyTorch program, and the lines that it prints, made from the numbers computed
// here. Program and lines are written side by side, so that one format serves both.
import { LESSON_SIZES } from "./draws.js";
import { SAMPLE } from "./measure.js";

/** @typedef {import("./measure.js").Averages} Averages */
/** @typedef {{ dK: number, undivided: number, divided: number }} Bars the largest weight of a row each */

const DIVISOR = { root: "d_k**0.5", "key-size": "d_k", one: "1" };

/**
 * @param {object} shown
 * @param {number} shown.keySize
 * @param {"root" | "key-size" | "one"} shown.divisor
 * @param {number} shown.seed @param {number} shown.scalingSeed @param {number} shown.gradientSeed
 */
export function pythonOf({ keySize, divisor, seed, scalingSeed, gradientSeed }) {
  const { pairs, rows, keys } = SAMPLE;
  const own = LESSON_SIZES.includes(keySize) ? "" : `, (${keySize},)`;
  const scale = DIVISOR[divisor];
  return `import torch

double = torch.float64
runs = [(${LESSON_SIZES.join(", ")})${own}]  # a size of its own starts the streams again

print("one query, ${keys} keys")
for sizes in runs:
    torch.manual_seed(${seed})
    for d_k in sizes:
        q, k = torch.randn(d_k, dtype=double), torch.randn(${keys}, d_k, dtype=double)
        p, p_divided = (k @ q).softmax(0), (k @ q / ${scale}).softmax(0)
        assert p.shape == (${keys},) and torch.isclose(p.sum(), torch.tensor(1.0, dtype=double))
        print(f"{d_k:5} largest {p.max():.3f} {p_divided.max():.3f}")

print("variance of the scores, and weights")
for sizes in runs:
    torch.manual_seed(${scalingSeed})
    for d_k in sizes:
        pairs = torch.randn(${pairs}, d_k, dtype=double), torch.randn(${pairs}, d_k, dtype=double)
        dots = (pairs[0] * pairs[1]).sum(1)
        q, k = torch.randn(${rows}, d_k, dtype=double), torch.randn(${rows}, ${keys}, d_k, dtype=double)
        s = torch.einsum("rd,rkd->rk", q, k)
        most, most_divided = s.softmax(1).amax(1), (s / ${scale}).softmax(1).amax(1)
        print(f"{d_k:5} var {dots.var():.2f} {(dots / ${scale}).var():.3f}"
              f" largest {most.mean():.3f} {most_divided.mean():.3f}"
              f" above 0.99 {(most > 0.99).double().mean():.1%} {(most_divided > 0.99).double().mean():.1%}")

print("gradient of softmax")
def size(p):
    return (p.diag_embed() - p[:, :, None] * p[:, None, :]).norm(dim=(1, 2)).mean()

for sizes in runs:
    torch.manual_seed(${gradientSeed})
    for d_k in sizes:
        q, k = torch.randn(${rows}, d_k, dtype=double), torch.randn(${rows}, ${keys}, d_k, dtype=double)
        s = torch.einsum("rd,rkd->rk", q, k)
        print(f"{d_k:5} size {size(s.softmax(1)):.4f} {size((s / ${scale}).softmax(1)):.4f}")
`;
}

/**
 * What that program prints, as far as it is measured.
 * @param {Bars[]} bars @param {Averages[]} averages @param {number} which of each triple is "divided"
 */
export function printedLines(bars, averages, which) {
  /** @param {number} size */
  const head = (size) => String(size).padStart(5);
  /** @param {number} share */
  const percent = (share) => `${(100 * share).toFixed(1)}%`;
  return [
    `one query, ${SAMPLE.keys} keys`,
    ...bars.map(
      ({ dK, undivided, divided }) =>
        `${head(dK)} largest ${undivided.toFixed(3)} ${divided.toFixed(3)}`,
    ),
    "variance of the scores, and weights",
    ...averages.map(
      ({ dK, variance, largest, saturated }) =>
        `${head(dK)} var ${variance[0].toFixed(2)} ${variance[which].toFixed(3)}` +
        ` largest ${largest[0].toFixed(3)} ${largest[which].toFixed(3)}` +
        ` above 0.99 ${percent(saturated[0])} ${percent(saturated[which])}`,
    ),
    "gradient of softmax",
    ...averages.map(
      ({ dK, gradient }) =>
        `${head(dK)} size ${gradient[0].toFixed(4)} ${gradient[which].toFixed(4)}`,
    ),
    "",
  ].join("\n");
}

/** The same experiment with NumPy's random numbers, which are others: the figures come out alike, not equal.
 * @param {{ keySize: number, divisor: "root" | "key-size" | "one" }} shown */
export function numpyOf({ keySize, divisor }) {
  const { pairs, rows, keys } = SAMPLE;
  const sizes = [...new Set([...LESSON_SIZES, keySize])].sort((a, b) => a - b);
  return `import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))  # the largest is subtracted: no overflow
    return E / E.sum(axis=-1, keepdims=True)


rng = np.random.default_rng(0)
for d_k in (${sizes.join(", ")},):
    q, k = rng.normal(size=(${pairs}, d_k)), rng.normal(size=(${pairs}, d_k))
    dots = (q * k).sum(axis=1)
    q, k = rng.normal(size=(${rows}, 1, d_k)), rng.normal(size=(${rows}, ${keys}, d_k))
    S = (q * k).sum(axis=2)
    p, p_divided = softmax(S), softmax(S / ${DIVISOR[divisor].replace("d_k**0.5", "np.sqrt(d_k)")})
    assert p.shape == (${rows}, ${keys}) and np.allclose(p.sum(axis=1), 1)
    print(f"{d_k:5} var {dots.var(ddof=1):.2f} std {dots.std(ddof=1):.2f}"
          f" largest {p.max(axis=1).mean():.3f} {p_divided.max(axis=1).mean():.3f}")
`;
}

// The same arithmetic, and the same measurement, as programs with PyTorch.
import { FIT_FROM } from "./statistics.js";

/** @typedef {import("./sizes.js").Sizes} Sizes */

/** @param {number[]} list */
const tuple = (list) => `(${list.join(", ")}${list.length === 1 ? "," : ""})`;

/** @param {Sizes} sizes */
const head = ({ d, heads, layers, bytes, expansion }) =>
  `d, h, layers, size, e = ${d}, ${heads}, ${layers}, ${bytes}, ${expansion}  # size: bytes of a number, e: feed-forward width / d`;

/** @param {Sizes} sizes @param {number[]} tokens */
export const memoryPython = (sizes, tokens) => `# Python alone: nothing is stored, all is counted.
${head(sizes)}
rows = []
for n in ${tuple(tokens)}:
    scores, qkv = layers * h * n * n, 3 * layers * n * d
    rows.append([scores, scores * size, qkv * size, scores / qkv])
    print(f"n {n:7}: {scores:18,} scores, {scores * size:18,} bytes; Q, K, V {qkv * size:16,} bytes")
`;

/** @param {Sizes} sizes @param {number[]} tokens */
export const operationsPython = (sizes, tokens) => `import torch

${head(sizes)}
meta = {"device": "meta"}  # shapes alone: nothing is stored, nothing is computed

def flops(a, b):
    return 2 * (a @ b).numel() * a.shape[-1]  # a multiplication and an addition each

W, W_1, W_2 = (torch.empty(*s, **meta) for s in ((d, d), (d, round(e * d)), (round(e * d), d)))
rows = []
for n in ${tuple(tokens)}:
    X, Q, A = (torch.empty(*s, **meta) for s in ((layers, n, d), (layers * h, n, d // h), (layers * h, n, n)))
    scores, values = flops(Q, Q.transpose(1, 2)), flops(A, Q)
    projections, feed_forward = 4 * flops(X, W), flops(X, W_1) + flops(X @ W_1, W_2)
    rows.append([scores, values, scores + values, projections, feed_forward])
    print(f"n {n:7}: Q Kᵀ {scores:,}, A V {values:,}, projections {projections:,}, feed-forward {feed_forward:,}")
`;

/** @param {Sizes} sizes @param {number[]} tokens */
export const feedForwardPython = (
  sizes,
  tokens,
) => `# Python alone: nothing is stored, all is counted.
${head(sizes)}
rows = []
for n in ${tuple(tokens)}:
    scores, hidden = n * n * size, n * e * d * size
    rows.append([scores, hidden, scores / hidden])
    print(f"n {n:7}: scores of one head {scores / 1e9:8.2f} GB, feed-forward {hidden / 1e9:8.2f} GB, "
          f"ratio {scores / hidden:5.2f}")
print("as much at n =", next(n for n in range(1, 2**23) if n * n >= n * e * d))
`;

const CLOCK = `def milliseconds(run):
    for _ in range(3):
        run()
    samples = []
    while len(samples) < 5 or sum(samples) < 0.05:
        begin = time.perf_counter()
        run()
        samples.append(time.perf_counter() - begin)
    return 1000 * statistics.median(samples)
`;

/** @param {number} size d_k @param {number[]} tokens */
export const timePython = (size, tokens) => `import math, statistics, time
import torch

d_k = ${size}

def staged(Q, K, V):
    return torch.softmax(Q @ K.transpose(-2, -1) / d_k**0.5, dim=-1) @ V

def row_by_row(Q, K, V):
    return torch.stack([torch.softmax(K[0] @ q / d_k**0.5, dim=0) @ V[0] for q in Q[0]])[None]

fused = getattr(torch.nn.functional, "scaled_dot_product_attention", None)  # from PyTorch 2.0 on

${CLOCK}
for method in filter(None, (staged, fused, row_by_row)):
    points = []
    for n in ${tuple(tokens)}:
        Q, K, V = (torch.randn(1, n, d_k) for _ in range(3))
        points.append((math.log(n), math.log(milliseconds(lambda: method(Q, K, V)))))
        print(f"{method.__name__}, n {n:5}: {math.exp(points[-1][1]):.4g} ms")
    large = [point for point in points if point[0] >= math.log(${FIT_FROM})]
    x, y = zip(*(large if len(large) > 2 else points))
    x, y = (torch.tensor(values) - sum(values) / len(values) for values in (x, y))
    print(f"{method.__name__}: slope {float((x * y).sum() / (x * x).sum()):.2f}")
`;

/**
 * @param {Sizes} sizes @param {number[]} tokens @param {number[]} timed those that are measured
 */
export const decodingPython = (sizes, tokens, timed) => `import statistics, time
import torch

${head(sizes)}
d_k = d // h

rows = []
for n in ${tuple(tokens)}:
    cache, step, again = 2 * layers * n * d * size, 4 * layers * d * n, 4 * layers * d * sum(range(1, n + 1))
    rows.append([cache, step, again, again / step])
    print(f"n {n:7}: cache {cache:,} bytes; {step:,} operations, without a cache {again:,}")

def attention(Q, K, V, M):
    return torch.softmax(Q @ K.transpose(-2, -1) / d_k**0.5 + M, dim=-1) @ V

${CLOCK}
for n in ${tuple(timed)}:
    Q, K, V = (torch.randn(1, n, d_k) for _ in range(3))  # one head
    M = torch.full((n, n), -torch.inf).triu(1)
    cached = milliseconds(lambda: attention(Q[:, -1:], K, V, M[-1:]))
    whole = milliseconds(lambda: attention(Q, K, V, M))
    print(f"n {n:7}: one head {cached:.4g} ms, without a cache {whole:.4g} ms")
`;

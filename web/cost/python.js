// The same arithmetic, and the same measurement, as programs with PyTorch.

/** @typedef {import("./sizes.js").Sizes} Sizes */

/** @param {number[]} list */
const tuple = (list) => `(${list.join(", ")}${list.length === 1 ? "," : ""})`;

/** @param {Sizes} sizes */
const head = ({ d, heads, layers, bytes, expansion }) =>
  `d, h, layers, size, e = ${d}, ${heads}, ${layers}, ${bytes}, ${expansion}  # size: bytes of a number`;

/** @param {Sizes} sizes @param {number[]} tokens */
export const memoryPython = (sizes, tokens) => `${head(sizes)}
for n in ${tuple(tokens)}:
    scores = layers * h * n * n
    qkv = 3 * layers * n * d
    print(f"n {n:7}: {scores:15,} scores = {scores * size:17,} bytes; Q, K, V {qkv * size:15,} bytes")
`;

/** @param {Sizes} sizes @param {number[]} tokens */
export const operationsPython = (sizes, tokens) => `import torch
from torch.utils.flop_counter import FlopCounterMode

${head(sizes)}
for n in ${tuple(tokens)}:
    # Tensors without memory: only their shapes are multiplied.
    X = torch.empty(layers, n, d, device="meta")
    Q = K = V = torch.empty(layers * h, n, d // h, device="meta")
    W, W_1, W_2 = (torch.empty(s, device="meta") for s in ((d, d), (d, int(e * d)), (int(e * d), d)))
    counts = []
    for run in (
        lambda: Q @ K.transpose(1, 2),
        lambda: (Q @ K.transpose(1, 2)) @ V,
        lambda: [X @ W for _ in range(4)],
        lambda: X @ W_1 @ W_2,
    ):
        with FlopCounterMode(display=False) as counter:
            run()
        counts.append(counter.get_total_flops())
    scores, attention, projections, feed_forward = counts
    print(f"n {n:6}: Q Kᵀ {scores:,}, attention {attention:,}, "
          f"projections {projections:,}, feed-forward {feed_forward:,}")
`;

/** @param {Sizes} sizes @param {number[]} tokens */
export const feedForwardPython = (sizes, tokens) => `${head(sizes)}
for n in ${tuple(tokens)}:
    attention, hidden = n * n * size, n * e * d * size
    print(f"n {n:7}: scores of one head {attention / 1e9:6.2f} GB, "
          f"feed-forward {hidden / 1e9:6.2f} GB, ratio {attention / hidden:5.2f}")
print("as much at n =", next(n for n in range(1, 2**24) if n * n >= n * e * d))
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
from torch.nn.functional import scaled_dot_product_attention

d_k = ${size}

def staged(Q, K, V):
    return torch.softmax(Q @ K.transpose(-2, -1) / d_k**0.5, dim=-1) @ V

def loop(Q, K, V):
    return torch.stack([torch.softmax(K[0] @ q / d_k**0.5, dim=0) @ V[0] for q in Q[0]])[None]

${CLOCK}
for method in (staged, scaled_dot_product_attention, loop):
    points = []
    for n in ${tuple(tokens)}:
        Q, K, V = (torch.randn(1, n, d_k) for _ in range(3))
        points.append((math.log(n), math.log(milliseconds(lambda: method(Q, K, V)))))
        print(f"{method.__name__} n {n:5}: {math.exp(points[-1][1]):.4g} ms")
    x, y = (torch.tensor(column) for column in zip(*points[-5:]))
    print(f"slope {float(((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum()):.2f}")
`;

/** @param {Sizes} sizes @param {number[]} tokens */
export const decodingPython = (sizes, tokens) => `import statistics, time
import torch
from torch.nn.functional import scaled_dot_product_attention

${head(sizes)}
d_k = d // h

${CLOCK}
for n in ${tuple(tokens)}:
    cache = 2 * layers * n * d * size
    step, again = (4 * layers * d * pairs for pairs in (n, n * (n + 1) // 2))
    Q, K, V = (torch.randn(1, n, d_k) for _ in range(3))  # one head
    cached = milliseconds(lambda: scaled_dot_product_attention(Q[:, -1:], K, V))
    whole = milliseconds(lambda: scaled_dot_product_attention(Q, K, V, is_causal=True))
    print(f"n {n:6}: cache {cache:,} bytes; {step:,} operations, without a cache {again:,}; "
          f"one head {cached:.4g} ms, without {whole:.4g} ms")
`;

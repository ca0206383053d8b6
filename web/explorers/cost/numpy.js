// The programs in NumPy: what a view counts, for all numbers of tokens at once, attention as it is counted, and
// asserts that hold what is shown against both.
import { CLOCK, head, tuple } from "./program.js";

/** @typedef {import("./facts.js").Facts} Facts */

/** What each view counts, of n: an array. @type {Record<string, string>} */
const COUNTED = {
  memory: `scores, qkv = b * layers * h * n * n, 3 * b * layers * n * d
rows = [scores, scores * size, qkv * size, scores / qkv]

Q = K = np.zeros((128, d // h), np.float32)
assert (Q @ K.T).nbytes == 128 * 128 * 4`,
  operations: `product = 2 * b * layers * d * n * n  # Q Kᵀ, and A V as well
softmax = 5 * b * layers * h * n * n  # compared, subtracted, e to it, added up, divided
rows = [product, product, 2 * product, softmax, 8 * b * layers * n * d * d, 4 * b * layers * n * d * e * d]`,
  "feed-forward": `scores, hidden = n * n * size, n * e * d * size
rows = [scores, hidden, scores / hidden]
every = np.arange(1, 2**21)
print("as much at n =", every[every >= e * d][:1])`,
  decoding: `cache, step, again = 2 * b * layers * n * d * size, 4 * b * layers * n * d, 2 * b * layers * d * n * (n + 1)
rows = [cache, step, again, again / step]

M = np.triu(np.full((64, 64), -np.inf), 1)
last = attention(Q[-1:], K, V, 0)[0]  # the new token alone, over the keys and values that were kept
assert np.allclose(last, attention(Q, K, V, M)[0][-1:], atol=1e-6)`,
  window: `seen = np.minimum(n, w)
all_pairs, pairs = n * (n + 1) / 2, n * seen - seen * (seen - 1) / 2
rows = [4 * b * layers * d * all_pairs, 4 * b * layers * d * pairs, all_pairs / pairs, 2 * b * layers * seen * d * size]

i, j = np.indices((64, 64))
O, A = attention(Q, K, V, np.where((j <= i) & (j > i - 16), 0, -np.inf))  # 64 tokens, a window of 16
assert np.count_nonzero(A) == 64 * 16 - 16 * 15 / 2 and np.allclose(A.sum(-1), 1)`,
  linear: `softmax, linear = 4 * b * layers * d * n * n, 4 * b * layers * d * n * (d // h + 1)
rows = [softmax, linear, softmax / linear]

def above_zero(x):
    return np.where(x > 0, x + 1, np.exp(np.minimum(x, 0)))  # elu(x) + 1

def linear_attention(Q, K, V):
    Q, K = above_zero(Q), above_zero(K)
    return (Q @ (K.T @ V)) / (Q @ K.sum(0))[:, None]  # K.T @ V is (d_k, d_v): no n × n matrix

A = linear_attention(Q, K, np.eye(64))  # the values are the unit vectors: what comes out are the weights
assert np.allclose(A.sum(-1), 1) and np.allclose(A @ V, linear_attention(Q, K, V), atol=1e-4)`,
  path: `k = 3  # tokens that one layer of the convolution reads
rows = [n - 1, np.ceil((n - 1) / (k - 1)), np.ceil(np.log(n) / np.log(k) - 1e-9), np.ones(len(n))]
assert np.all(rows[3] <= rows[2]) and np.all(rows[2] <= rows[1]) and np.all(rows[1] <= rows[0])`,
};

const ATTENTION = `def attention(Q, K, V, M=0):
    S = Q @ K.T / np.sqrt(Q.shape[-1]) + M
    E = np.exp(S - S.max(axis=-1, keepdims=True))  # the largest is subtracted: no overflow
    A = E / E.sum(axis=-1, keepdims=True)
    assert np.allclose(A.sum(axis=-1), 1)
    return A @ V, A

rng = np.random.default_rng(0)
`;

/** The views whose program runs attention. */
const RUN = ["decoding", "window", "linear"];

/** What is shown, once it may be seen: a row for each number of tokens. @param {Facts} facts */
function shownOf({ counted, revealed }) {
  if (!counted || !revealed) return "";
  const rows = counted.tokens.map((_, at) =>
    counted.columns.map(({ values }) => Number(values[at]?.toPrecision(12))).join(", "),
  );
  return `shown = [\n${rows.map((row) => `    [${row}],\n`).join("")}]  # the table of the page\n`;
}

/** For a program that counts row by row: its rows are those that are shown. @param {Facts} facts */
export function assertedOf(facts) {
  const shown = shownOf(facts);
  return shown
    ? `${shown}assert all(abs(x - y) <= 1e-9 * abs(y) for a, c in zip(rows, shown) for x, y in zip(a, c))\n`
    : "";
}

/** @param {Facts} facts */
export function numpyOf(facts) {
  const { name, sizes, counts, counted, timed } = facts;
  const draws = (/** @type {string} */ n) =>
    `Q, K, V = (rng.standard_normal((${n}, ${counts.size})).astype(np.float32) for _ in range(3))`;
  if (!counted)
    return `import statistics, time
import numpy as np

${ATTENTION}
${CLOCK}
for n in ${tuple(timed?.figures.tokens ?? [])}:
    ${draws("n")}
    print(f"n {n:5}: {milliseconds(lambda: attention(Q, K, V)):.4g} ms")
`;
  const shown = shownOf(facts);
  return `import numpy as np

${head(sizes)}
w = ${sizes.window}
n = np.array(${tuple(counted.tokens)}, dtype=float)
${RUN.includes(name) ? `${ATTENTION}${draws("64")}\n` : ""}
${COUNTED[name]}

for count, *row in zip(n, *rows):
    print(f"n {count:9,.0f}", *(f"{value:20,.12g}" for value in row))
${shown && `${shown}assert np.allclose(np.transpose(rows), shown, rtol=1e-9)\n`}`;
}

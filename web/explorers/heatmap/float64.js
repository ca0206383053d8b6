// A check, not a computation that anything is drawn from: the weights of one head again, from the
// formula alone, in plain JavaScript and float64, beside those that the module computed in float32.

/** @typedef {import("../../../js/tensor.js").Tensor} Tensor */

/**
 * A = softmax(scale · Q Kᵀ) with Q = X W_Qᵀ + b_Q and K = X W_Kᵀ + b_K, of one head and one sequence.
 * @param {Tensor} x (1, n, d), what the block's attention reads
 * @param {Tensor} weight (3·d, d), the rows of W_Q, W_K and W_V one under the other
 * @param {Tensor} bias 3·d
 * @param {number} heads @param {number} head from 0 @param {number} scale 1/√d_k, or what the model has
 * @returns {Float64Array} (n, n)
 */
export function headInFloat64({ data: x, shape: [, n, d] }, weight, bias, heads, head, scale) {
  const size = d / heads;
  /** @param {number} first row of the weight @returns {Float64Array} (n, size) */
  const projected = (first) => {
    const found = new Float64Array(n * size);
    for (let i = 0; i < n; i += 1)
      for (let c = 0; c < size; c += 1) {
        let sum = bias.data[first + c];
        for (let t = 0; t < d; t += 1) sum += x[i * d + t] * weight.data[(first + c) * d + t];
        found[i * size + c] = sum;
      }
    return found;
  };
  const q = projected(head * size);
  const k = projected(d + head * size);
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i += 1) {
    const row = a.subarray(i * n, (i + 1) * n);
    for (let j = 0; j < n; j += 1) {
      for (let c = 0; c < size; c += 1) row[j] += q[i * size + c] * k[j * size + c];
      row[j] *= scale;
    }
    const most = row.reduce((a, b) => Math.max(a, b));
    let sum = 0;
    for (let j = 0; j < n; j += 1) sum += row[j] = Math.exp(row[j] - most);
    for (let j = 0; j < n; j += 1) row[j] /= sum;
  }
  return a;
}

/** The largest difference of two lists of numbers; NaN where one of them has it.
 * @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function largestDifference(a, b) {
  let most = 0;
  for (let at = 0; at < a.length; at += 1) {
    const difference = Math.abs(a[at] - b[at]);
    if (!(difference <= most)) most = difference;
  }
  return most;
}

// What a page does without a library: attention as plain loops over typed arrays. It is here to be
// timed beside the module, and draws nothing.

/**
 * softmax(q kᵀ / √d_k) v of one head; q, k and v are (n, d_k).
 * @param {Float32Array} q @param {Float32Array} k @param {Float32Array} v
 * @param {number} n @param {number} size d_k
 * @returns {Float32Array} (n, d_k)
 */
export function attentionLoop(q, k, v, n, size) {
  const output = new Float32Array(n * size);
  const weights = new Float32Array(n);
  const scale = 1 / Math.sqrt(size);
  for (let i = 0; i < n; i += 1) {
    let largest = -Infinity;
    for (let j = 0; j < n; j += 1) {
      let score = 0;
      for (let c = 0; c < size; c += 1) score += q[i * size + c] * k[j * size + c];
      weights[j] = score * scale;
      if (weights[j] > largest) largest = weights[j];
    }
    let sum = 0;
    for (let j = 0; j < n; j += 1) {
      weights[j] = Math.exp(weights[j] - largest);
      sum += weights[j];
    }
    for (let j = 0; j < n; j += 1) {
      const weight = weights[j] / sum;
      for (let c = 0; c < size; c += 1) output[i * size + c] += weight * v[j * size + c];
    }
  }
  return output;
}

// What a page does without a library: plain loops over typed arrays. And the definition in float64,
// row by row, which says whether what was timed is right.

/** softmax(q kᵀ / √d) v of q (n, d), k and v (m, d).
 * @param {Float32Array} q @param {Float32Array} k @param {Float32Array} v
 * @param {number} n @param {number} m @param {number} d
 * @param {Float32Array} [weights] (n, m), where they are to be kept */
export function attentionLoops(q, k, v, n, m, d, weights) {
  const out = new Float32Array(n * d);
  const row = new Float32Array(m);
  const scale = 1 / Math.sqrt(d);
  for (let i = 0; i < n; i++) {
    let top = -Infinity;
    for (let j = 0; j < m; j++) {
      let sum = 0;
      for (let x = 0; x < d; x++) sum += q[i * d + x] * k[j * d + x];
      row[j] = sum * scale;
      if (row[j] > top) top = row[j];
    }
    let total = 0;
    for (let j = 0; j < m; j++) total += row[j] = Math.exp(row[j] - top);
    for (let j = 0; j < m; j++) {
      const share = (row[j] /= total);
      for (let x = 0; x < d; x++) out[i * d + x] += share * v[j * d + x];
    }
    weights?.set(row, i * m);
  }
  return out;
}

/** x (rows, depth) times w (depth, columns).
 * @param {Float32Array} x @param {Float32Array} w @param {number} rows @param {number} depth
 * @param {number} columns */
export function multiplyLoops(x, w, rows, depth, columns) {
  const out = new Float32Array(rows * columns);
  for (let r = 0; r < rows; r++)
    for (let t = 0; t < depth; t++) {
      const value = x[r * depth + t];
      for (let c = 0; c < columns; c++) out[r * columns + c] += value * w[t * columns + c];
    }
  return out;
}

/** A layer without biases: x (n, d), heads of d / heads.
 * @param {Float32Array} x @param {Record<"W_Q" | "W_K" | "W_V" | "W_O", { data: Float32Array }>} parameters
 * @param {number} n @param {number} d @param {number} heads */
export function layerLoops(x, { W_Q, W_K, W_V, W_O }, n, d, heads) {
  const [q, k, v] = [W_Q, W_K, W_V].map(({ data }) => multiplyLoops(x, data, n, d, d));
  const size = d / heads;
  const joined = new Float32Array(n * d);
  const column = (/** @type {Float32Array} */ t, /** @type {number} */ head) =>
    Float32Array.from(
      { length: n * size },
      (_, at) => t[Math.floor(at / size) * d + head * size + (at % size)],
    );
  for (let head = 0; head < heads; head++) {
    const out = attentionLoops(column(q, head), column(k, head), column(v, head), n, n, size);
    for (let i = 0; i < n; i++)
      joined.set(out.subarray(i * size, (i + 1) * size), i * d + head * size);
  }
  return multiplyLoops(joined, W_O.data, n, d, d);
}

/** Row i of the output by the definition, in float64. reads(j): whether it reads key j.
 * @param {Float32Array} q @param {Float32Array} k @param {Float32Array} v @param {number} m
 * @param {number} d @param {number} i @param {(j: number) => boolean} [reads] */
export function definitionRow(q, k, v, m, d, i, reads = () => true) {
  const scores = Array.from({ length: m }, (_, j) => {
    if (!reads(j)) return -Infinity;
    let sum = 0;
    for (let x = 0; x < d; x++) sum += q[i * d + x] * k[j * d + x];
    return sum / Math.sqrt(d);
  });
  const top = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const weights = scores.map((score) => Math.exp(score - top));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const output = Array.from({ length: d }, (_, x) => {
    let sum = 0;
    for (let j = 0; j < m; j++) sum += weights[j] * v[j * d + x];
    return sum / total;
  });
  return { output, weights: weights.map((weight) => weight / total) };
}

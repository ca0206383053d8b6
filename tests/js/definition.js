// Attention by its definition, in float64, one number after the other: what the suites compare with.
// Nothing here knows how the module computes. Beside each number stands how far a float32 computation
// may be from it, worked out from the sizes and the numbers themselves.

/** @typedef {{ data: ArrayLike<number>, shape: readonly number[], error?: ArrayLike<number> }} Numbers */
/** @typedef {{ data: Float64Array, shape: number[], error: Float64Array }} Expected */

/** Half a unit in the last place of float32, relative. */
export const UNIT = 2 ** -24;

const product = (/** @type {readonly number[]} */ shape) => shape.reduce((a, b) => a * b, 1);
const given = (/** @type {any} */ value) => value !== undefined && value !== null;

/** q, k or v as (b, h, tokens, size): `at` reads a number, `off` what it may be wrong by.
 * @param {Numbers} t @param {number} heads more than 0: packed */
function headsOf(t, heads) {
  const { shape, data, error } = t;
  const rank = shape.length;
  const [tokens, width] = shape.slice(-2);
  const b = rank > 2 ? shape[0] : 1;
  const h = heads || (rank === 4 ? shape[1] : 1);
  const size = heads ? width / heads : width;
  /** @type {(item: number, head: number, token: number, place: number) => number} */
  const index = heads
    ? (item, head, token, place) => (item * tokens + token) * width + head * size + place
    : (item, head, token, place) => ((item * h + head) * tokens + token) * size + place;
  return {
    b,
    h,
    tokens,
    size,
    at: (/** @type {[number, number, number, number]} */ ...place) => data[index(...place)],
    off: (/** @type {[number, number, number, number]} */ ...place) =>
      error ? error[index(...place)] : 0,
  };
}

/** A mask of any smaller shape, read as (b, h, n, m) would be; undefined past the end of a short last axis.
 * @param {Numbers} mask @param {readonly number[]} full the shape of the weights @param {readonly number[]} place
 * @returns {any} */
function broadcast(mask, full, place) {
  let shape = mask.shape;
  if (shape.length > full.length) {
    // (b, 1, n, m) against (b, n, m): the axis of heads is 1 there.
    shape =
      full.length === 3 ? [shape[0], ...shape.slice(2)] : shape.slice(shape.length - full.length);
  }
  let index = 0;
  shape.forEach((length, axis) => {
    const at = place[full.length - shape.length + axis];
    index = index * length + (length === 1 ? 0 : at);
  });
  const last = shape[shape.length - 1];
  return last !== 1 && place[full.length - 1] >= last ? undefined : mask.data[index];
}

/**
 * softmax(q kᵀ · scale, masked) v with all options of attn.attention.
 *
 * @param {Numbers} q @param {Numbers} k @param {Numbers} v @param {Record<string, any>} [options] masks and
 *   the like as tensors
 * @param {number} [appended] so many of the last keys are hidden by no rule
 */
export function attentionDefinition(q, k, v, options = {}, appended = 0) {
  const heads = options.heads ?? 0;
  const queries = headsOf(q, heads),
    keys = headsOf(k, options.kvHeads ?? heads),
    values = headsOf(v, options.kvHeads ?? heads);
  const pastKeys = options.past && headsOf(expand(options.past.key, q.shape.length), 0);
  const pastValues = options.past && headsOf(expand(options.past.value, q.shape.length), 0);
  const past = options.past ? pastKeys.tokens : 0;
  const { b, h, tokens: n, size: dK } = queries,
    m = past + keys.tokens,
    dV = values.size,
    group = h / keys.h;
  const key = (/** @type {number[]} */ [item, head, j, d]) =>
    j < past ? pastKeys.at(item, head, j, d) : keys.at(item, head, j - past, d);
  const value = (/** @type {number[]} */ [item, head, j, e]) =>
    j < past ? pastValues.at(item, head, j, e) : values.at(item, head, j - past, e);
  const scale = given(options.scale) ? options.scale : dK ? 1 / Math.sqrt(dK) : 1;
  const rank = q.shape.length,
    batched = rank > 2;
  const lead = heads || rank === 4 ? (batched ? [b, h] : [h]) : batched ? [b] : [];
  const full = [...lead, n, m];

  /** What is added to the score of (item, head, i, j): −∞ where the key is hidden. */
  const bias = (
    /** @type {number} */ item,
    /** @type {number} */ head,
    /** @type {number} */ i,
    /** @type {number} */ j,
  ) => {
    if (j >= m - appended) return 0;
    const place = [
      ...(lead.length === 2 ? [item, head] : lead.length === 1 ? [batched ? item : head] : []),
      i,
      j,
    ];
    const length = options.lengths ? options.lengths[item] : m - appended;
    if (j >= length) return -Infinity;
    const offset = options.lengths
      ? length - n
      : options.causal === "bottom-right"
        ? m - appended - n
        : past;
    const position = i + offset;
    if (options.causal && j > position) return -Infinity;
    if (given(options.window?.left) && j < position - options.window.left) return -Infinity;
    if (given(options.window?.right) && j > position + options.window.right) return -Infinity;
    if (options.keep && !broadcast(options.keep, full, place)) return -Infinity;
    if (options.drop) {
      const byte = broadcast(options.drop, full, place);
      if (byte === undefined || byte) return -Infinity;
    }
    return options.mask ? (broadcast(options.mask, full, place) ?? -Infinity) : 0;
  };

  const make = (/** @type {number[]} */ shape) => ({
    data: new Float64Array(product(shape)),
    shape,
    error: new Float64Array(product(shape)),
  });
  const square = [b, h, n, m];
  const scaled = make(square),
    capped = make(square),
    masked = make(square),
    weights = make(square);
  const output = make([b, h, n, dV]);
  // Sums of m numbers are made of blocks, of 64 numbers or more.
  const summing = (64 + m / 64) * UNIT;
  for (let item = 0; item < b; item++)
    for (let head = 0; head < h; head++)
      for (let i = 0; i < n; i++) {
        const row = ((item * h + head) * n + i) * m,
          kv = Math.floor(head / group);
        let max = -Infinity,
          worst = 0;
        for (let j = 0; j < m; j++) {
          let score = 0;
          let size = 0;
          let carried = 0;
          for (let d = 0; d < dK; d++) {
            const from = queries.at(item, head, i, d);
            const to = key([item, kv, j, d]);
            const offTo = j < past ? 0 : keys.off(item, kv, j - past, d);
            score += from * scale * to;
            size += Math.abs(from * scale * to);
            carried +=
              Math.abs(queries.off(item, head, i, d) * scale * to) + Math.abs(from * scale) * offTo;
          }
          const hidden = bias(item, head, i, j);
          scaled.data[row + j] = score;
          scaled.error[row + j] = (dK + 6) * UNIT * size + carried + 1e-38;
          let error = scaled.error[row + j] + 4 * UNIT * Math.abs(score);
          if (options.softcap) {
            score = options.softcap * Math.tanh(score / options.softcap);
            error += 6 * UNIT * options.softcap;
          }
          capped.data[row + j] = score;
          capped.error[row + j] = error;
          score = hidden === -Infinity ? -Infinity : score + hidden;
          error += hidden === -Infinity ? 0 : 2 * UNIT * (Math.abs(score) + Math.abs(hidden));
          masked.data[row + j] = score;
          masked.error[row + j] = hidden === -Infinity ? 0 : error;
          if (hidden !== -Infinity) worst = Math.max(worst, error);
          max = Math.max(max, score);
        }
        if (max === -Infinity) continue; // no key left: 0
        let sum = 0;
        for (let j = 0; j < m; j++)
          sum += weights.data[row + j] =
            masked.data[row + j] === -Infinity ? 0 : Math.exp(masked.data[row + j] - max);
        // Relative: an argument whose error stands in the exponent, above and below the line; two
        // exponentials. (A bias of −1e9 leaves nothing of the scores in float32: then all is allowed.)
        const relative = Math.expm1(2 * worst) + 8 * UNIT + summing;
        for (let j = 0; j < m; j++) {
          const weight = (weights.data[row + j] /= sum);
          if (masked.data[row + j] === -Infinity) continue; // exactly 0, whatever the value
          weights.error[row + j] = Math.min(
            1,
            weight * (relative + 2 * UNIT * Math.abs(masked.data[row + j] - max)) + 1e-37,
          );
          for (let e = 0; e < dV; e++) {
            const at = ((item * h + head) * n + i) * dV + e,
              part = value([item, kv, j, e]);
            const off = j < past ? 0 : values.off(item, kv, j - past, e);
            output.data[at] += weight * part;
            output.error[at] +=
              weights.error[row + j] * Math.abs(part) +
              weight * (Math.abs(part) * (summing + 4 * UNIT) + off);
          }
        }
      }
  const shaped = (/** @type {Expected} */ t) => ({ ...t, shape: full });
  return {
    output: heads
      ? pack(output, q.shape.slice(0, -2))
      : { ...output, shape: [...q.shape.slice(0, -1), dV] },
    weights: shaped(weights),
    scaled: shaped(scaled),
    capped: shaped(capped),
    masked: shaped(masked),
    mean: lead.length > (batched ? 1 : 0) ? meanOverHeads(weights, batched) : shaped(weights),
    present: options.past && {
      key: joined(key, b, keys.h, m, dK, lead, batched),
      value: joined(value, b, keys.h, m, dV, lead, batched),
    },
  };
}

/** The past is (b, h_kv, tokens, size) also where q is packed; without a batch it lacks b.
 * @param {Numbers} t @param {number} rank of q @returns {Numbers} */
const expand = (t, rank) =>
  rank === 2 && t.shape.length === 3 ? { data: t.data, shape: [1, ...t.shape] } : t;

/** @param {(place: number[]) => number} at @param {number} b @param {number} h @param {number} m
 * @param {number} size @param {number[]} lead @param {boolean} batched */
function joined(at, b, h, m, size, lead, batched) {
  const data = [];
  for (let item = 0; item < b; item++)
    for (let head = 0; head < h; head++)
      for (let j = 0; j < m; j++) for (let d = 0; d < size; d++) data.push(at([item, head, j, d]));
  const withHeads = lead.length > (batched ? 1 : 0);
  return { data, shape: [...(batched ? [b] : []), ...(withHeads ? [h] : []), m, size] };
}

/** (b, h, n, d) → (b, n, h·d).
 * @param {Expected} t @param {readonly number[]} lead @returns {Expected} */
function pack({ data, shape: [b, h, n, d], error }, lead) {
  const packed = {
    data: new Float64Array(data.length),
    shape: [...lead, n, h * d],
    error: new Float64Array(data.length),
  };
  for (let item = 0; item < b; item++)
    for (let head = 0; head < h; head++)
      for (let i = 0; i < n; i++)
        for (let e = 0; e < d; e++) {
          const from = ((item * h + head) * n + i) * d + e,
            to = ((item * n + i) * h + head) * d + e;
          packed.data[to] = data[from];
          packed.error[to] = error[from];
        }
  return packed;
}

/** @param {Expected} weights @param {boolean} batched @returns {Expected} */
function meanOverHeads({ data, shape: [b, h, n, m], error }, batched) {
  const shape = [...(batched ? [b] : []), n, m];
  const mean = { data: new Float64Array(b * n * m), shape, error: new Float64Array(b * n * m) };
  for (let at = 0; at < mean.data.length; at++)
    for (let head = 0; head < h; head++) {
      const from = (Math.floor(at / (n * m)) * h + head) * n * m + (at % (n * m));
      mean.data[at] += data[from] / h;
      mean.error[at] += error[from] / h + (h * UNIT * data[from]) / h;
    }
  return mean;
}

/** x w + bias for (…, ins) x and (ins, outs) w. The error is that of a float32 sum, and of an x that has
 * one itself.
 * @param {Numbers} x @param {Numbers} w @param {ArrayLike<number> | null} [bias]
 * @returns {Expected} */
export function project(x, w, bias) {
  const [ins, outs] = w.shape,
    rows = product(x.shape.slice(0, -1));
  const shape = [...x.shape.slice(0, -1), outs];
  const result = {
    data: new Float64Array(rows * outs),
    shape,
    error: new Float64Array(rows * outs),
  };
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < outs; c++) {
      let sum = bias ? bias[c] : 0,
        size = Math.abs(sum),
        carried = 0;
      for (let t = 0; t < ins; t++) {
        const term = x.data[r * ins + t] * w.data[t * outs + c];
        sum += term;
        size += Math.abs(term);
        carried += (x.error ? x.error[r * ins + t] : 0) * Math.abs(w.data[t * outs + c]);
      }
      result.data[r * outs + c] = sum;
      result.error[r * outs + c] = (ins + 2) * UNIT * size + carried + 1e-38;
    }
  return result;
}

/** The gradients of Σ output ∘ g with respect to q, k and v (unpacked, without a past).
 * @param {Numbers} q @param {Numbers} k @param {Numbers} v @param {Numbers} g @param {Record<string, any>} [options] */
export function gradientDefinition(q, k, v, g, options = {}) {
  const { weights, capped } = attentionDefinition(q, k, v, options);
  const queries = headsOf(q, 0),
    keys = headsOf(k, 0),
    values = headsOf(v, 0),
    grads = headsOf(g, 0);
  const { b, h, tokens: n, size: dK } = queries,
    m = keys.tokens,
    dV = values.size,
    group = h / keys.h;
  const scale = given(options.scale) ? options.scale : 1 / Math.sqrt(dK);
  const gradQ = new Float64Array(product(q.shape)),
    gradK = new Float64Array(product(k.shape)),
    gradV = new Float64Array(product(v.shape));
  for (let item = 0; item < b; item++)
    for (let head = 0; head < h; head++)
      for (let i = 0; i < n; i++) {
        const kv = Math.floor(head / group),
          row = ((item * h + head) * n + i) * m;
        const w = weights.data.subarray(row, row + m),
          gradW = new Float64Array(m);
        let mean = 0;
        for (let j = 0; j < m; j++) {
          if (w[j] === 0) continue;
          for (let e = 0; e < dV; e++) {
            gradW[j] += grads.at(item, head, i, e) * values.at(item, kv, j, e);
            gradV[((item * keys.h + kv) * m + j) * dV + e] += w[j] * grads.at(item, head, i, e);
          }
          mean += w[j] * gradW[j];
        }
        for (let j = 0; j < m; j++) {
          if (w[j] === 0) continue;
          const slope = options.softcap ? 1 - (capped.data[row + j] / options.softcap) ** 2 : 1;
          const gradScore = w[j] * (gradW[j] - mean) * slope * scale;
          for (let d = 0; d < dK; d++) {
            gradQ[((item * h + head) * n + i) * dK + d] += gradScore * keys.at(item, kv, j, d);
            gradK[((item * keys.h + kv) * m + j) * dK + d] +=
              gradScore * queries.at(item, head, i, d);
          }
        }
      }
  return {
    gradQ: { data: gradQ, shape: q.shape },
    gradK: { data: gradK, shape: k.shape },
    gradV: { data: gradV, shape: v.shape },
  };
}

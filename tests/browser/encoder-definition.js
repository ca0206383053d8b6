// The classifier's definition (c/encoder.h) in float64, for one text: what it reads, what its heads read,
// what it says, with any heads left out.

/** @param {number[]} row */
export function softmax(row) {
  const most = Math.max(...row);
  const powers = row.map((value) => Math.exp(value - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * @param {Record<string, { data: ArrayLike<number>, shape: number[] }>} state a PyTorch state dict
 * @param {number} heads @param {number[]} ids @param {[layer: number, head: number][]} [without] from 0
 * @returns {{ inputs: number[][][], weights: number[][][][], probabilities: number[] }} of every layer
 */
export function classify(state, heads, ids, without = []) {
  const d = state["embed.weight"].shape[1];
  const size = d / heads;
  const n = ids.length;
  /** @param {string} name @param {number} i */
  const rowOf = (name, i) => Array.from({ length: d }, (_, c) => state[name].data[i * d + c]);
  /** @param {number[]} x @param {string} name */
  const linear = (x, name) => {
    const key = state[`${name}.weight`] ? "." : "_";
    const weight = state[`${name}${key}weight`];
    const bias = state[`${name}${key}bias`].data;
    return Array.from({ length: weight.shape[0] }, (_, r) =>
      x.reduce((sum, value, c) => sum + value * weight.data[r * x.length + c], bias[r]),
    );
  };
  /** @param {number[]} x @param {string} name */
  const norm = (x, name) => {
    const mean = x.reduce((sum, value) => sum + value, 0) / d;
    const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / d;
    const [gain, shift] = ["weight", "bias"].map((part) => state[`${name}.${part}`].data);
    return x.map((value, c) => ((value - mean) / Math.sqrt(variance + 1e-5)) * gain[c] + shift[c]);
  };
  const layers = Object.keys(state).filter((name) => name.endsWith("in_proj_weight")).length;
  let stream = ids.map((id, i) => {
    const place = rowOf("position.weight", i);
    return rowOf("embed.weight", id).map((value, c) => value + place[c]);
  });
  /** @type {number[][][]} */
  const inputs = [];
  /** @type {number[][][][]} */
  const weights = [];
  for (let layer = 0; layer < layers; layer += 1) {
    const block = `blocks.layers.${layer}.`;
    const x = stream.map((row) => norm(row, `${block}norm1`));
    const qkv = x.map((row) => linear(row, `${block}self_attn.in_proj`));
    const own = Array.from({ length: heads }, (_, head) =>
      qkv.map((query) =>
        softmax(
          qkv.map((key) => {
            let sum = 0;
            for (let c = head * size; c < (head + 1) * size; c += 1) sum += query[c] * key[d + c];
            return sum / Math.sqrt(size);
          }),
        ),
      ),
    );
    stream = stream.map((row, i) => {
      const read = Array.from({ length: d }, (_, c) => {
        const head = Math.floor(c / size);
        if (without.some(([l, h]) => l === layer && h === head)) return 0;
        return own[head][i].reduce((sum, weight, j) => sum + weight * qkv[j][2 * d + c], 0);
      });
      const added = linear(read, `${block}self_attn.out_proj`);
      return row.map((value, c) => value + added[c]);
    });
    stream = stream.map((row) => {
      const hidden = linear(norm(row, `${block}norm2`), `${block}linear1`);
      const added = linear(
        hidden.map((value) => Math.max(0, value)),
        `${block}linear2`,
      );
      return row.map((value, c) => value + added[c]);
    });
    inputs.push(x);
    weights.push(own);
  }
  const last = stream.map((row) => norm(row, "norm"));
  const mean = last[0].map((_, c) => last.reduce((sum, row) => sum + row[c], 0) / n);
  return { inputs, weights, probabilities: softmax(linear(mean, "head")) };
}

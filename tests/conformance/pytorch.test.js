// nn.MultiheadAttention and the gradients of attention as PyTorch computed them (float32):
// fixtures/pytorch-multihead.json and fixtures/pytorch-attention-gradients.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";

import { paddingMask } from "attention-wasm";

import { nearTensor, onEach, tensorOf } from "../js/support.js";

const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8"));
const multihead = read("pytorch-multihead.json"),
  gradients = read("pytorch-attention-gradients.json");

const parameters = Object.fromEntries(
  Object.entries(multihead.parameters).map(([name, entry]) => [
    name,
    tensorOf(/** @type {any} */ (entry)),
  ]),
);
const x = tensorOf(multihead.x),
  memory = tensorOf(multihead.memory);
const [b, n, d] = x.shape,
  heads = multihead.num_heads;

/** Rows of a matrix, turned into its columns.
 * @param {Float32Array} data @param {number} rows @param {number} columns */
const transposed = (data, rows, columns) => ({
  data: Float32Array.from(
    { length: rows * columns },
    (_, at) => data[(at % rows) * columns + Math.floor(at / rows)],
  ),
  shape: [columns, rows],
});

/** PyTorch's parameters as matrices on the right of x. */
const ours = (() => {
  /** @type {Record<string, any>} */
  const result = {
    W_O: transposed(parameters["out_proj.weight"].data, d, d),
    b_O: parameters["out_proj.bias"],
  };
  ["Q", "K", "V"].forEach((role, index) => {
    result[`W_${role}`] = transposed(
      parameters.in_proj_weight.data.subarray(index * d * d, (index + 1) * d * d),
      d,
      d,
    );
    result[`b_${role}`] = {
      data: parameters.in_proj_bias.data.subarray(index * d, (index + 1) * d),
      shape: [d],
    };
  });
  return result;
})();

const future = {
  data: Uint8Array.from({ length: n * n }, (_, at) => Number(at % n > Math.floor(at / n))),
  shape: [n, n],
};
const padding = {
  data: Uint8Array.from({ length: b * n }, (_, at) =>
    Number(at % n >= multihead.lengths[Math.floor(at / n)]),
  ),
  shape: [b, 1, 1, n],
};

/** Each case of the fixture, in all the ways that it can be said here. @type {Record<string, any[]>} */
const sayings = {
  none: [{}],
  causal: [{ causal: true }, { drop: future }, { window: { right: 0 } }],
  padding: [
    { lengths: multihead.lengths },
    { drop: padding },
    { mask: paddingMask(multihead.lengths, n) },
  ],
  causal_and_padding: [
    { drop: future, mask: paddingMask(multihead.lengths, n) },
    { causal: true, drop: padding },
  ],
  cross_attention: [{ key: memory }, { key: memory, value: memory }],
};

await onEach("PyTorch", (attn) => {
  it("knows every case of the fixture", () =>
    assert.deepEqual(Object.keys(sayings).sort(), Object.keys(multihead.cases).sort()));
  for (const [convention, given] of /** @type {[string, any][]} */ ([
    ["PyTorch's parameters", parameters],
    ["W_Q …, (in, out)", ours],
  ])) {
    for (const [name, expected] of /** @type {[string, any][]} */ (
      Object.entries(multihead.cases)
    )) {
      it(`nn.MultiheadAttention: ${name}, ${convention}`, () => {
        const layer = attn.multiHead({ d, heads, parameters: given });
        for (const options of sayings[name]) {
          const result = layer.forward(x, { ...options, weights: true });
          nearTensor(result.output, tensorOf(expected.output), { abs: 2e-6 }, "output");
          nearTensor(result.weights, tensorOf(expected.weights), { abs: 1e-6 }, "weights");
          for (const method of ["fused", "staged"]) {
            nearTensor(
              layer.forward(x, { ...options, method }).output,
              tensorOf(expected.output),
              { abs: 2e-6 },
              `${method} output`,
            );
          }
        }
        layer.release();
      });
    }
  }
  for (const [name, expected] of /** @type {[string, any][]} */ (Object.entries(gradients.cases))) {
    const [q, k, v, g] = ["q", "k", "v", "grad_output"].map((part) => tensorOf(gradients[part]));
    it(`attention and its gradients: ${name}`, () => {
      const options = { causal: name === "causal" };
      const { output, weights } = attn.attention(q, k, v, { ...options, weights: true });
      nearTensor(output, tensorOf(expected.output), { abs: 2e-6 }, "output");
      nearTensor(weights, tensorOf(expected.weights), { abs: 1e-6 }, "weights");
      const result = attn.attentionBackward(q, k, v, g, options);
      nearTensor(result.gradQ, tensorOf(expected.grad_q), { abs: 3e-6, rel: 3e-6 }, "gradQ");
      nearTensor(result.gradK, tensorOf(expected.grad_k), { abs: 3e-6, rel: 3e-6 }, "gradK");
      nearTensor(result.gradV, tensorOf(expected.grad_v), { abs: 3e-6, rel: 3e-6 }, "gradV");
    });
  }
});

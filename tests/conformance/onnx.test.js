// The node cases of the ONNX Attention operator (opsets 23 to 25) with the outputs of ONNX's reference
// implementation: fixtures/onnx-attention.json.
import { readFileSync } from "node:fs";
import { it } from "node:test";

import { decode, nearTensor, onEach, tensorOf } from "../js/support.js";

const cases = JSON.parse(
  readFileSync(new URL("../fixtures/onnx-attention.json", import.meta.url), "utf8"),
);

/** ONNX's attributes and inputs in the words of attn.attention.
 * @param {any} entry */
function callOf({ attrs, inputs, output_order: outputs }) {
  /** @type {Record<string, any>} */
  const options = {};
  if (attrs.scale !== undefined) options.scale = attrs.scale;
  if (attrs.softcap) options.softcap = attrs.softcap;
  if (attrs.is_causal) options.causal = true;
  if (attrs.q_num_heads)
    Object.assign(options, { heads: attrs.q_num_heads, kvHeads: attrs.kv_num_heads });
  const [left, right] = [attrs.left_window_size ?? -1, attrs.right_window_size ?? -1];
  if (left >= 0 || right >= 0)
    options.window = { left: left < 0 ? null : left, right: right < 0 ? null : right };
  if (inputs.attn_mask) {
    const { dtype, shape, data } = decode(inputs.attn_mask);
    if (dtype === "bool") options.keep = { data, shape };
    else options.mask = tensorOf(inputs.attn_mask);
  }
  if (inputs.past_key)
    options.past = { key: tensorOf(inputs.past_key), value: tensorOf(inputs.past_value) };
  if (inputs.nonpad_kv_seqlen) options.lengths = [...decode(inputs.nonpad_kv_seqlen).data];
  /** Which result holds qk_matmul_output. */
  const scores = outputs.includes("qk_matmul_output")
    ? ["scaled", "capped", "masked", "weights"][attrs.qk_matmul_output_mode ?? 0]
    : null;
  return { q: tensorOf(inputs.Q), k: tensorOf(inputs.K), v: tensorOf(inputs.V), options, scores };
}

await onEach("ONNX Attention", (attn) => {
  for (const entry of cases) {
    it(entry.name, () => {
      const { q, k, v, options, scores } = callOf(entry);
      // float16 has 11 bits: the reference rounded its output to them, and computed in them.
      const abs = entry.inputs.Q.dtype === "float16" ? 2e-3 : 2e-6;
      const expected = entry.outputs;
      for (const method of ["staged", "fused"]) {
        const result = attn.attention(q, k, v, { ...options, method });
        nearTensor(result.output, tensorOf(expected.Y), { abs }, `${method} output`);
        if (expected.present_key) {
          nearTensor(result.present?.key, tensorOf(expected.present_key), {}, "present.key");
          nearTensor(result.present?.value, tensorOf(expected.present_value), {}, "present.value");
        }
      }
      if (scores) {
        const wanted = scores === "weights" ? { weights: true } : { scores };
        const result = attn.attention(q, k, v, { ...options, ...wanted });
        nearTensor(
          scores === "weights" ? result.weights : result.scores,
          tensorOf(expected.qk_matmul_output),
          { abs, rel: abs },
          scores,
        );
        nearTensor(result.output, tensorOf(expected.Y), { abs }, "output beside the scores");
      }
    });
  }
});

// Every number that the three lessons print: fixtures/lesson-facts.json. (The random experiments have
// a suite of their own.)
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";

import {
  attentionCost,
  causalMask,
  feedForwardBytes,
  memoryCrossover,
  parameterCount,
  prefixMask,
  tensor,
  toNested,
} from "attention-wasm";

import { drawn, filled, near, nearTensor, onEach } from "../js/support.js";

const facts = JSON.parse(
  readFileSync(new URL("../fixtures/lesson-facts.json", import.meta.url), "utf8"),
);
const { lesson_1: one, lesson_2: two, lesson_3: three } = facts;
const INF = Infinity;

/** Nested numbers as a flat list.
 * @param {any} values @returns {number[]} */
const flat = (values) => (values.data ? [...values.data] : [values].flat(Infinity));

/** Throws unless each number, rounded to so many digits, is what was printed. A number that lies on the
 * edge of two roundings may have been printed as either.
 * @param {any} actual @param {any} printed @param {number} digits @param {string} what */
function prints(actual, printed, digits, what) {
  near(flat(actual), flat(printed), { abs: 0.5 * 10 ** -digits + 2e-7, rel: 2e-7 }, what);
}

await onEach("the lessons", (attn) => {
  const weights1 = { W_Q: one.W_Q, W_K: one.W_K, W_V: one.W_V };
  for (const [name, lesson] of [
    ["lesson 1", one],
    ["lesson 2", two],
  ]) {
    it(`${name}: X, Q, K, V and S, exactly`, () => {
      const s = attn.steps(lesson.X, { W_Q: lesson.W_Q, W_K: lesson.W_K, W_V: lesson.W_V });
      for (const [stage, printed] of /** @type {const} */ ([
        ["x", "X"],
        ["q", "Q"],
        ["k", "K"],
        ["v", "V"],
        ["scores", "S"],
      ])) {
        nearTensor(s[stage], tensor(lesson[printed]), {}, stage);
      }
    });
  }
  it("lesson 1: scaled scores", () =>
    prints(attn.steps(one.X, weights1).scaled, one.S_scaled_3dp, 3, "scaled"));
  for (const [name, options] of /** @type {const} */ ([
    ["none", {}],
    ["causal", { causal: true }],
  ])) {
    it(`lesson 1: weights and output, mask: ${name}`, () => {
      const s = attn.steps(one.X, weights1, options);
      const r = attn.attention(one.Q, one.K, one.V, { ...options, weights: true });
      for (const result of [s, r]) {
        prints(result.weights, one[name].A_3dp, 3, "weights");
        prints(result.output, one[name].O_3dp, 3, "output");
      }
      for (const method of ["fused", "staged"]) {
        prints(
          attn.attention(one.Q, one.K, one.V, { ...options, method }).output,
          one[name].O_3dp,
          3,
          `${method} output`,
        );
      }
    });
  }
  it("lesson 1: the causal mask as a stage", () => {
    const s = attn.steps(one.X, weights1, { causal: true });
    const expected = tensor([
      [0, -INF, -INF],
      [0, 0, -INF],
      [0, 0, 0],
    ]);
    nearTensor(s.mask, expected, {}, "mask");
    nearTensor(causalMask(3), expected, {}, "causalMask(3)");
    assert.deepEqual(toNested(s.masked)[0].slice(1), [-INF, -INF]);
    nearTensor(attn.steps(one.X, weights1).mask, filled([3, 3], 0), {}, "no mask");
  });
  it("lesson 1: a padding mask hides key 3, however it is said", () => {
    const printed = one.padding_hides_key_3.A_3dp;
    const options = [
      { mask: [0, 0, -INF] },
      { mask: [[0, 0, -INF]] },
      { mask: [0, 0] },
      { keep: [true, true, false] },
      { drop: [false, false, true] },
      { keep: { data: Uint8Array.of(7, 255, 0), shape: [1, 3] } },
      { lengths: [2] },
    ];
    for (const option of options) {
      prints(
        attn.attention(one.Q, one.K, one.V, { ...option, weights: true }).weights,
        printed,
        3,
        JSON.stringify(option),
      );
    }
    prints(
      attn.attention([one.Q], [one.K], [one.V], { lengths: [2], weights: true }).weights,
      printed,
      3,
      "lengths of a batch",
    );
  });
  it("lesson 1: a hidden score set to 0 still counts; −∞ does not", () => {
    const row = one.why_minus_infinity_row_damaged;
    const zeros = attn.softmax([row.scaled[0], 0, 0]);
    prints(zeros, row.scores_set_to_0_3dp, 3, "scores set to 0");
    prints(
      zeros.data[1] + zeros.data[2],
      row.weight_left_on_hidden_keys_3dp,
      3,
      "weight left on hidden keys",
    );
    nearTensor(
      attn.softmax([[row.scaled[0], -INF, -INF]]),
      tensor([row.add_minus_infinity_to_keys_2_3]),
      {},
      "−∞ added",
    );
    const check = one.knowledge_check_row;
    prints(
      attn.softmax([2, 1, -INF]),
      check.hide_key_3_with_minus_infinity_3dp,
      3,
      "key 3 hidden with −∞",
    );
    prints(attn.softmax([2, 1, 0]), check.hide_key_3_with_score_0_3dp, 3, "key 3 hidden with 0");
  });
  it("lesson 1: embeddings times 4", () => {
    const s = attn.steps(
      one.X.map((/** @type {number[]} */ row) => row.map((value) => 4 * value)),
      weights1,
    );
    prints(toNested(s.scaled)[0], [5.657, 8.485, 33.941], 3, "scaled scores"); // 5.66, 8.48, 33.9 in the lesson: 8 √½, 12 √½, 48 √½
    prints(s.weights, one.embeddings_times_4.A_3dp, 3, "weights");
  });
  it("lesson 1: a boolean mask read both ways", () => {
    const future = [
      [false, true, true],
      [false, false, true],
      [false, false, false],
    ];
    prints(
      attn.attention(one.Q, one.K, one.V, { keep: future }).output,
      one.boolean_mask_polarity.future_read_as_may_read_O_4dp,
      4,
      "keep",
    );
    prints(
      attn.attention(one.Q, one.K, one.V, { drop: future }).output,
      one.boolean_mask_polarity.future_read_as_may_not_read_O_4dp,
      4,
      "drop",
    );
  });
  it("lesson 1: shapes of a layer", () => {
    for (const { input, heads, output, weights } of [one.multihead_shapes, one.one_block_shapes]) {
      const d = input[2],
        w = drawn([d, d], 1, 0.1);
      const layer = attn.multiHead({ d, heads, parameters: { W_Q: w, W_K: w, W_V: w, W_O: w } });
      const result = layer.forward(drawn(input), { weights: true });
      assert.deepEqual(result.output.shape, output);
      assert.deepEqual(result.weights?.shape, weights);
      layer.release();
    }
  });
  it("lesson 2: row 2, with and without the causal mask", () => {
    const r = attn.attention(two.Q, two.K, two.V, { weights: true, scores: "scaled" }),
      row = two.row_2;
    prints(toNested(r.scores)[1], row.scaled_3dp, 3, "scaled");
    prints(toNested(r.weights)[1], row.weights_3dp, 3, "weights");
    prints(toNested(r.output)[1], row.output_2dp, 2, "output");
    const exps = flat(attn.softmax([toNested(r.scores)[1]])).map(
      (weight) =>
        weight * row.exp_3dp.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b),
    );
    near(exps, row.exp_3dp, { abs: 2e-3 }, "exp, from the weights and the printed sum");
    const causal = attn.attention(two.Q, two.K, two.V, { causal: true, weights: true });
    prints(toNested(causal.weights)[1], two.row_2_causal_weights_3dp, 3, "causal weights");
  });
  it("lesson 2: saturation of 8, 0, −8", () => {
    const {
      scores,
      weights,
      divided_by_8_weights_3dp,
      gradient_p_1_minus_p_about: slope,
    } = two.saturation;
    const p = attn.softmax(scores);
    prints(p, weights, 4, "softmax");
    near([p.data[2]], [weights[2]], { rel: 0.2 }, "the smallest weight, about 1e-7");
    prints(attn.softmax(scores, { temperature: 8 }), divided_by_8_weights_3dp, 3, "divided by 8");
    near([attn.softmaxJacobian(p).data[0]], [slope], { abs: 5e-5 }, "p (1 − p)");
  });
  it("lesson 3: softmax does not change when all scores move, however far", () => {
    const { a, b } = three.softmax_shift_invariance;
    nearTensor(attn.softmax(b), attn.softmax(a), {}, "shifted");
    nearTensor(attn.softmax([3e38, -3e38]), tensor([1, 0]), {}, "extremes");
  });
  it("lesson 3: the Jacobian, whose diagonal is largest at ½, and its size", () => {
    prints(
      attn.softmaxJacobian([[0.5, 0.3, 0.2]]),
      [0.25, -0.15, -0.1, -0.15, 0.21, -0.06, -0.1, -0.06, 0.16],
      6,
      "Jacobian",
    );
    for (let p = 0; p <= 1; p += 1 / 64) {
      assert.ok(attn.softmaxJacobian([p, 1 - p]).data[0] <= 0.25);
    }
    assert.equal(attn.softmaxJacobian([0.5, 0.5]).data[0], 0.25);
    const size = attn.softmaxGradientSize([[Math.log(0.5), Math.log(0.3), Math.log(0.2)]]);
    near(
      [size],
      [Math.hypot(0.25, 0.15, 0.1, 0.15, 0.21, 0.06, 0.1, 0.06, 0.16)],
      { abs: 1e-6 },
      "size",
    );
  });
  it("lesson 3: cross-attention, 4 queries and 6 keys", () => {
    const { Q, K, V, output, weights } = three.cross_attention_shapes;
    const r = attn.attention(drawn(Q, 1), drawn(K, 2), drawn(V, 3), { weights: true });
    assert.deepEqual(r.output.shape, output);
    assert.deepEqual(r.weights?.shape, weights);
    for (const row of toNested(r.weights))
      near(
        [row.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b)],
        [1],
        { abs: 3e-7 },
        "sum of a row",
      );
  });
  it("lesson 3: prefix mask, hardmax, L1, sparsemax, linear attention", () => {
    nearTensor(
      prefixMask(4, 2),
      tensor([
        [0, 0, -INF, -INF],
        [0, 0, -INF, -INF],
        [0, 0, 0, -INF],
        [0, 0, 0, 0],
      ]),
      {},
      "prefixMask(4, 2)",
    );
    nearTensor(attn.hardmax([[1, 3, 2]]), tensor([[0, 1, 0]]), {}, "hardmax");
    nearTensor(attn.l1Normalize([[1, -3, 4]]), tensor([[0.125, 0.375, 0.5]]), {}, "L1");
    nearTensor(attn.sparsemax([[1, 0.8, -1]]), tensor([[0.6, 0.4, 0]]), { abs: 1e-7 }, "sparsemax");
    const phi = (/** @type {number} */ x) => (x > 0 ? x + 1 : Math.exp(x));
    const weights = [phi(1) * phi(0.5) + phi(-1) * phi(0), phi(1) * phi(-2) + phi(-1) * phi(1)];
    const sum = weights[0] + weights[1];
    nearTensor(
      attn.linearAttention(
        [[1, -1]],
        [
          [0.5, 0],
          [-2, 1],
        ],
        [
          [1, 0],
          [0, 1],
        ],
      ),
      tensor([[weights[0] / sum, weights[1] / sum]]),
      { abs: 2e-7 },
      "linear attention",
    );
  });
  it("lesson 3: a row with every key hidden is not NaN", () => {
    const { output, weights } = attn.attention(one.Q, one.K, one.V, {
      mask: [
        [-INF, -INF, -INF],
        [0, 0, 0],
        [0, 0, 0],
      ],
      weights: true,
    });
    assert.deepEqual(toNested(output)[0], [0, 0]);
    assert.deepEqual(toNested(weights)[0], [0, 0, 0]);
  });
});

describe("the lessons' costs", () => {
  it("lesson 1: parameters", () => {
    for (const { d, heads, bias, count } of one.parameter_count) {
      for (const h of heads) assert.equal(parameterCount({ d, heads: h, bias }), count);
    }
    assert.equal(
      parameterCount({ d: two.multihead.d_model, heads: two.multihead.heads, bias: false }),
      two.multihead.weights_without_bias,
    );
  });
  it("lesson 1: memory of the scores", () => {
    for (const { n, scores, mb_2dp: printed, qkv_mb_1dp: qkv } of one.memory) {
      const cost = attentionCost({ n, d_k: 64 });
      assert.equal((cost.scoreBytes / 1e6).toFixed(2), printed.toFixed(2));
      if (scores) assert.equal(cost.scores, scores);
      if (qkv) assert.equal((cost.qkvBytes / 1e6).toFixed(1), qkv.toFixed(1));
    }
    const {
      input: [batch, n],
      heads,
      d_k,
      scores,
      score_bytes_float32: bytes,
    } = one.one_block_shapes;
    const cost = attentionCost({ n, d_k, heads, batch });
    assert.deepEqual([cost.scores, cost.scoreBytes], [scores, bytes]);
    assert.equal(attentionCost({ n: 4096, d_k: 64 }).scores, two.scores_at_4096);
  });
  it("lesson 3: memory of attention against the feed-forward layer", () => {
    for (const row of three.memory_fp16_vs_ffn.rows) {
      const attention = attentionCost({ n: row.n, d_k: 128, bytes: 2 }).scoreBytes,
        feedForward = feedForwardBytes({ n: row.n, d: 4096, bytes: 2 });
      assert.deepEqual(
        [attention / 1e9, feedForward / 1e9, attention / feedForward].map((value) =>
          value.toFixed(2),
        ),
        [row.attn_gb, row.ffn_gb, row.ratio].map((value) => value.toFixed(2)),
      );
    }
    assert.equal(memoryCrossover({ d: 4096 }), three.memory_fp16_vs_ffn.crossover_n);
  });
  it("lesson 3: floating-point operations", () => {
    assert.equal(attentionCost({ n: 4096, d_k: 64 }).flops, 2 * three.flops.n_4096_d_64_scores);
  });
});

// What the lessons teach that <attention-steps> lets one try, each by its number in the lessons' list: read
// off the page, against the lessons' digits or the definition in float64.
/* global explorer, matrixTexts, put, readText */
import assert from "node:assert/strict";
import { inEveryBrowser } from "./harness.js";
import { assertMatrix, assertShown, read } from "./numbers.js";

/** @typedef {number[][]} Matrix */

// --- definitions, in float64 -----------------------------------------------------------------------

/** @param {Matrix} a @param {Matrix} b @returns {Matrix} */
const times = (a, b) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, t) => sum + value * b[t][j], 0)));
/** @param {Matrix} a @returns {Matrix} */
const transposed = (a) => a[0].map((_, j) => a.map((row) => row[j]));
/** @param {number[]} row */
function softmax(row) {
  const powers = row.map((value) => Math.exp(value - Math.max(...row)));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
/** @param {Matrix} q @param {Matrix} k @returns {Matrix} */
const weightsOf = (q, k) =>
  times(q, transposed(k)).map((row) => softmax(row.map((value) => value / Math.sqrt(k[0].length))));
/** nn.LayerNorm without weight and bias. @param {Matrix} rows @returns {Matrix} */
const layerNorm = (rows) =>
  rows.map((row) => {
    const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
    return row.map((value) => (value - mean) / Math.sqrt(variance + 1e-5));
  });
/** Attention Is All You Need, 3.5. @param {number} n @param {number} d @returns {Matrix} */
const sinusoidal = (n, d) =>
  Array.from({ length: n }, (_, place) =>
    Array.from({ length: d }, (_unused, t) => {
      const angle = place / 10000 ** ((2 * Math.floor(t / 2)) / d);
      return t % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }),
  );
/** RoFormer, equation 34. @param {Matrix} rows @returns {Matrix} */
const rotated = (rows) =>
  rows.map((row, place) =>
    row.map((value, t) => {
      const angle = place * 10000 ** ((-2 * Math.floor(t / 2)) / row.length);
      const other = t % 2 === 0 ? -row[t + 1] : row[t - 1];
      return value * Math.cos(angle) + other * Math.sin(angle);
    }),
  );
/** @param {Matrix} q @param {Matrix} k @returns {Matrix} of the feature map elu + 1 */
function linearWeights(q, k) {
  const phi = (/** @type {number} */ x) => (x > 0 ? x + 1 : Math.exp(x));
  return times(
    q.map((row) => row.map(phi)),
    transposed(k.map((row) => row.map(phi))),
  ).map((row) => row.map((value) => value / row.reduce((sum, one) => sum + one, 0)));
}

/** @param {string[][]} texts @returns {Matrix} */
const numbers = (texts) => texts.map((row) => row.map(read));
/** @param {number[]} row to as many decimals */
const rounded = (row, decimals = 3) => row.map((value) => Number(value.toFixed(decimals)));

/**
 * What is shown in a state.
 * @param {import("./harness.js").Page} page @param {Record<string, unknown>} values
 */
const show = (page, values) =>
  page.run(async (/** @type {Record<string, unknown>} */ all) => {
    await put({ hide: "predict", ...all });
    return {
      matrices: matrixTexts(),
      sentence: readText(".sentence"),
      shapes: readText("[data-readout=shapes] dd"),
      letters: readText("[data-readout=letters] dd"),
      tokens: /** @type {string[]} */ (explorer().stages.queryTokens),
      failure: explorer().failure?.message,
    };
  }, values);

inEveryBrowser("attention-steps, item by item", "explorers/attention-steps.html", (test) => {
  test("item 3: d and d_k are told apart where both letters meet", async (page) => {
    const { sentence } = await show(page, { step: 1 });
    assert.match(
      sentence,
      /d = 4 says how many numbers a token has, dk = 2 how many a query or a key has/,
    );
  });

  test("item 9: a dot product costs d_k multiplications, one product makes all of them", async (page) => {
    const { sentence } = await show(page, { step: 3 });
    assert.match(
      sentence,
      /Each takes 2 multiplications, .*all 3 × 3 scores: 18 multiplications in all/,
    );
  });

  test("item 12: letters stand beside the shapes", async (page) => {
    const found = [];
    for (const step of [1, 2, 3, 4, 5, 6, 7]) found.push(await show(page, { step }));
    assert.deepEqual(
      found.map(({ shapes }) => shapes),
      [
        "(3, 4) (4, 2) (4, 2) (4, 2)",
        "(3, 4) · (4, 2) → (3, 2)",
        "(3, 2) · (2, 3) → (3, 3)",
        "(3, 3)",
        "(3, 3)",
        "(3, 3)",
        "(3, 3) · (3, 2) → (3, 2)",
      ],
    );
    assert.deepEqual(
      found.map(({ letters }) => letters),
      [
        "(n, d) (d, dk) (d, dk) (d, dv)",
        "(n, d) · (d, dk) → (n, dk)",
        "(n, dk) · (dk, n) → (n, n)",
        "(n, n)",
        "(n, n)",
        "(n, n)",
        "(n, n) · (n, dv) → (n, dv)",
      ],
    );
    const cross = await show(page, { preset: "cross", step: 3 });
    assert.equal(cross.letters, "(n, dk) · (dk, m) → (n, m)");
  });

  test("item 13: a learner makes values longer than keys", async (page) => {
    await show(page, { step: 7, experiment: "values" });
    await page.click('[data-action="moreValues"]');
    const after = await page.run(async () => {
      await explorer().updateComplete;
      return { matrices: matrixTexts(), sentence: readText(".sentence") };
    });
    assert.equal(after.matrices.V[0].length, 3);
    assertMatrix(
      after.matrices.O,
      times(
        weightsOf(
          [
            [0.5, 1.5],
            [0, 0],
            [1, 0],
          ],
          [
            [1, 0],
            [0, 0.5],
            [0, 2],
          ],
        ),
        numbers(after.matrices.V),
      ),
      "O",
    );
    assert.match(after.sentence, /A key has 2 numbers, a value 3.*\(3, 3\)/);
    const { shapes, letters } = await show(page, { step: 2 });
    assert.equal(shapes, "(3, 4) · (4, 2) → (3, 2), (3, 4) · (4, 3) → (3, 3)");
    assert.match(letters, /\(d, dv\) → \(n, dv\)$/);
    await page.click('[data-action="fewerValues"]');
    await page.click('[data-action="fewerValues"]');
    const last = await page.run(async () => {
      await explorer().updateComplete;
      return matrixTexts().V;
    });
    assert.equal(last[0].length, 1);
  });

  test("item 45: the three weight matrices as one", async (page) => {
    const { matrices, sentence } = await show(page, { step: 2, experiment: "stacked" });
    assert.deepEqual(numbers(matrices.W_QKV), [
      [0.5, 0.5, 1, 0, 1, 0],
      [0, 0, 0, 0.5, 0, 0],
      [1, 0, 0, 2, 0, 1],
      [0, 1, 0, 0, 1, 0],
    ]);
    assert.deepEqual(numbers(matrices.QKV), [
      [0.5, 1.5, 1, 0, 2, 0],
      [0, 0, 0, 0.5, 0, 0],
      [1, 0, 0, 2, 0, 1],
    ]);
    assert.match(sentence, /in_proj_weight, with the shape \(6, 4\)/);
  });

  test("items 51 and 95: positions tell two equal words apart, and order counts", async (page) => {
    const plain = await show(page, { preset: "six", step: 6, experiment: "order" });
    const A = numbers(plain.matrices.A);
    assert.deepEqual(A[0], A[4], "both “the” are one row");
    assert.match(plain.sentence, /“the” stands at positions 1 and 5, and both rows are the same/);

    await page.click('[data-action="shuffle"]');
    const mixed = await show(page, { step: 7 });
    assert.notDeepEqual(mixed.tokens, plain.tokens);
    assert.deepEqual([...mixed.tokens].sort(), [...plain.tokens].sort());
    assert.match(mixed.sentence, /had the same output/);
    await page.click('[data-action="putBack"]');
    const back = await show(page, { step: 7 });
    assert.deepEqual(back.tokens, plain.tokens);

    const first = await show(page, { step: 1 });
    const X = numbers(first.matrices.X);
    const [W_Q, W_K] = [numbers(first.matrices.W_Q), numbers(first.matrices.W_K)];
    const P = sinusoidal(6, 8);
    const moved = X.map((row, i) => row.map((value, t) => value + P[i][t]));
    const waves = await show(page, { positions: "sinusoidal", step: 1 });
    assertMatrix(waves.matrices.P, P, "P");
    assertMatrix(waves.matrices.X, moved, "X");
    const added = await show(page, { step: 6 });
    const expected = weightsOf(times(moved, W_Q), times(moved, W_K));
    assertMatrix(added.matrices.A, expected, "A with sinusoidal positions");
    assert.notDeepEqual(added.matrices.A[0], added.matrices.A[4]);
    assert.match(added.sentence, /now the two rows differ/);

    const turned = await show(page, { positions: "rotary", step: 6 });
    const [q, k] = [times(X, W_Q), times(X, W_K)];
    assertMatrix(turned.matrices.A, weightsOf(rotated(q), rotated(k)), "A with rotary positions");
    assert.notDeepEqual(turned.matrices.A[0], turned.matrices.A[4]);
    const made = await show(page, { step: 2 });
    assertMatrix(made.matrices.Q, rotated(q), "Q, turned");
    // Only distances count: from one place on, the scores along a diagonal of equal tokens are equal.
    const alike = await show(page, {
      x: [
        [1, 2],
        [1, 2],
        [1, 2],
      ],
      preset: "lesson-2",
      step: 3,
    });
    const S = numbers(alike.matrices.S);
    assert.equal(S[0][1], S[1][2]);
    assert.equal(S[1][0], S[2][1]);
    assert.notEqual(S[0][1], S[0][2]);

    const learned = await show(page, {
      x: null,
      preset: "six",
      positions: "learned",
      step: 6,
    });
    assert.notDeepEqual(learned.matrices.A[0], learned.matrices.A[4]);
    await page.click('[data-action="shuffle"]');
    const counted = await show(page, { step: 7 });
    assert.match(counted.sentence, /had a different output: the position of a token matters/);
  });

  test("item 54: a layer norm before attention undoes embeddings times 4", async (page) => {
    const x = [
      [1, 0, 0, 1],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
    ];
    const W_Q = [
      [0.5, 0.5],
      [0, 0],
      [1, 0],
      [0, 1],
    ];
    const W_K = [
      [1, 0],
      [0, 0.5],
      [0, 2],
      [0, 0],
    ];
    const large = layerNorm(x.map((row) => row.map((value) => 4 * value)));
    const inputs = await show(page, { factor: 4, experiment: "norm", step: 1 });
    assertMatrix(inputs.matrices.X, large, "X after the norm");
    const { matrices, sentence } = await show(page, { step: 6 });
    assertMatrix(matrices.A, weightsOf(times(large, W_Q), times(large, W_K)), "A");
    // The lesson's damage is named: without the norm the row is 0, 0, 1.
    assert.match(sentence, /the factor 4 would make the weights of “damaged” <0\.001, <0\.001, 1/);
    const once = await show(page, { factor: 1 });
    assert.deepEqual(once.matrices.A, matrices.A, "the factor changes nothing");
    const without = await show(page, { factor: 4, experiment: "" });
    assert.deepEqual(without.matrices.A[0], ["<0.001", "<0.001", "1"]);
  });

  test("item 60: bank is moved by the word beside it", async (page) => {
    const bank = [1, 1];
    for (const [preset, other] of /** @type {const} */ ([
      ["river", [2, 0]],
      ["money", [0, 2]],
    ])) {
      const x = [[0, 0], [...other], bank];
      const expected = times(weightsOf([bank], x), x);
      const first = await show(page, { preset, step: 1 });
      assert.deepEqual(numbers(first.matrices.X), x);
      const { matrices } = await show(page, { step: 7 });
      assertMatrix([matrices.O[2]], expected, preset);
      const drawn = await page.run(() =>
        Boolean(explorer().shadowRoot.querySelector('[data-plane="vectors"] svg')),
      );
      assert.ok(drawn);
    }
  });

  test("item 65: without weight matrices the scores are symmetric", async (page) => {
    const { matrices, sentence } = await show(page, {
      preset: "lesson-2",
      experiment: "roles",
      step: 3,
    });
    const x = [
      [1, 0],
      [0, 1],
      [1, 1],
    ];
    assertMatrix(matrices.S, times(x, transposed(x)), "S = X Xᵀ");
    assert.deepEqual(numbers(matrices.S), transposed(numbers(matrices.S)));
    assert.match(sentence, /symmetric.*ask for one thing, offer another, and pass on a third/);
    const output = await show(page, { step: 7 });
    assertMatrix(output.matrices.O, times(weightsOf(x, x), x), "O");
  });

  test("item 70: the weighted sum, share by share and as arrows put end to end", async (page) => {
    const { sentence } = await show(page, { preset: "lesson-2", step: 7 });
    assert.match(
      sentence,
      /\(0\.568, 0\) \+ \(0, 0\.140\) \+ \(1\.152, 0\.576\) ≈ \(1\.720, 0\.716\)/,
    );
    const label = await page.run(() =>
      explorer().shadowRoot.querySelector('[data-plane="vectors"] svg').getAttribute("aria-label"),
    );
    assert.match(label, /\(0\.568, 0\), \(0, 0\.140\), \(1\.152, 0\.576\),.* \(1\.720, 0\.716\)/);
    // Three arrows, of two strokes each, and the last ends at the output.
    const arrows = await page.run(
      () =>
        explorer().shadowRoot.querySelectorAll('[data-plane="vectors"] .line-value.thick').length,
    );
    assert.equal(arrows, 6);
  });

  test("items 6 and 7: = where the written numbers make the result, ≈ where something is rounded", async (page) => {
    // [X, W_Q, what the first number of Q is worked out as]
    const tried = [
      ["1.1 0", "3 0; 0 1", "1.1 · 3 + 0 · 0 = 3.3"], // 3.3000002 in float32
      ["0.1 0.2", "3 0; 1 0", "0.1 · 3 + 0.2 · 1 = 0.5"],
      ["3500 1500", "1000 0; 100 0", "3500 · 1000 + 1500 · 100 = 3.65 · 10⁶"],
      ["0.333333 1", "3 0; 1 0", "0.333 · 3 + 1 · 1 ≈ 2.000"],
      ["0.001 1", "0.001 0; 1 0", "0.001 · 0.001 + 1 · 1 ≈ 1.000"],
    ];
    for (const [x, wq, wanted] of tried) {
      const text = await page.run(
        async (/** @type {string} */ X, /** @type {string} */ W) => {
          await put({ hide: "predict", x: X, wq: W, wk: "1 0; 0 1", wv: "1 0; 0 1", tokens: "a" });
          await put({ step: 2, pointed: { matrix: "Q", i: 0, j: 0 } });
          return explorer().failure?.message ?? readText("[data-arithmetic] .sum");
        },
        x,
        wq,
      );
      assert.ok(text.startsWith(wanted), `${text}, not ${wanted}`);
    }
  });

  test("item 87: attention in NumPy in five lines, with what it prints", async (page) => {
    const code = await page.run(async () => {
      await put({ hide: "predict", preset: "lesson-2" });
      return explorer().exports().numpy();
    });
    const [, body] = /def attention\(Q, K, V, M\):\n([\s\S]*?)\n\n/.exec(code) ?? [];
    assert.equal(body.split("\n").length, 4, "four lines and the return, as the lesson has it");
    assert.match(body, /scores\.max\(axis=-1, keepdims=True\)/);
    assert.match(code, /# 0\.284 0\.140 0\.576\n/);
    assert.match(code, /# 1\.720 0\.716\n/);
  });

  test("item 88: the PyTorch program asserts shapes, sums and PyTorch's own function", async (page) => {
    const code = await page.run(async () => {
      await put({ hide: "predict", mask: "causal" });
      return explorer().exports().python();
    });
    assert.match(code, /assert S\.shape == \(3, 3\)/);
    assert.match(code, /assert O\.shape == \(3, 2\)/);
    assert.match(code, /scaled_dot_product_attention\(Q, K, V, attn_mask=M\)/);
    assert.match(code, /# 1\.000 0\.000 0\.000\n# 0\.500 0\.500 0\.000\n# 0\.503 0\.248 0\.248/);
  });

  test("item 100: six positions of NumPy's own numbers", async (page) => {
    const { matrices } = await show(page, { preset: "numpy-6", step: 1 });
    // numpy.random.default_rng(0).normal: 0.12573022, −0.13210486, 0.64042265, 0.10490012, −0.53566937 …
    assert.deepEqual(matrices.Q[0].slice(0, 5), ["0.126", "−0.132", "0.640", "0.105", "−0.536"]);
    assert.deepEqual([matrices.Q.length, matrices.Q[0].length], [6, 8]);
    const code = await page.run(() => explorer().exports().numpy());
    assert.match(code, /np\.random\.default_rng\(0\)/);
    assert.match(code, /rng\.normal\(0, 1, \(6, 8\)\)/);
    const weights = await show(page, { step: 6 });
    for (const row of numbers(weights.matrices.A)) {
      assert.ok(Math.abs(row.reduce((sum, value) => sum + value, 0) - 1) < 0.003);
    }
  });

  test("item 109: linear attention blends too, and never makes the n × n weights", async (page) => {
    const { matrices, sentence } = await show(page, {
      preset: "lesson-2",
      experiment: "linear",
      step: 7,
    });
    const q = [
      [1, 0],
      [1, 1],
      [2, 1],
    ];
    const k = [
      [1, 1],
      [0, 1],
      [1, 2],
    ];
    const v = [
      [2, 0],
      [0, 1],
      [2, 1],
    ];
    const expected = linearWeights(q, k);
    assertMatrix(matrices.A_lin, expected, "weights of linear attention");
    assertMatrix(matrices.O_lin, times(expected, v), "its output");
    assert.match(sentence, /one matrix of shape \(2, 2\).*cost grows with n, not with n²/);
    const causal = await show(page, { mask: "causal", step: 6 });
    const cut = expected.map((row, i) => {
      const kept = row.map((value, j) => (j <= i ? value : 0));
      return kept.map((value) => value / kept.reduce((sum, one) => sum + one, 0));
    });
    assertMatrix(causal.matrices.A_lin, cut, "causal");
    const padded = await show(page, { mask: "padding" });
    assertMatrix(padded.matrices.A_lin, expected, "it cannot follow a padding mask");
    assert.match(padded.sentence, /cannot follow this mask/);
  });

  test("item 126: the 5 × 5 causal weights that the lesson prints", async (page) => {
    await page.run(async () => {
      await put({ hide: "predict" });
      const menu = explorer().shadowRoot.querySelector("select#preset");
      menu.value = "numpy-5";
      menu.dispatchEvent(new Event("change"));
    });
    const { matrices } = await show(page, { step: 6 });
    assert.deepEqual(
      numbers(matrices.A).map((row) => rounded(row)),
      [
        [1, 0, 0, 0, 0],
        [0.218, 0.782, 0, 0, 0],
        [0.571, 0.342, 0.087, 0, 0],
        [0.032, 0.717, 0.192, 0.059, 0],
        [0.516, 0.063, 0.1, 0.127, 0.195],
      ],
    );
    for (const row of matrices.A) assert.ok(row.every((text) => !text.startsWith("<")));
    const sum = await page.run(() => readText("[data-readout=sum] dd"));
    assertShown(sum, 1, "sum of the row");
  });

  test("an experiment is state: in attributes, in the address, and wrong names say so", async (page) => {
    const attributes = await page.run(async () => {
      await put({ experiment: "order", positions: "rotary", order: [2, 1, 3] });
      return Object.fromEntries(explorer().stateAttributes());
    });
    assert.equal(attributes.experiment, "order");
    assert.equal(attributes.positions, "rotary");
    assert.equal(attributes.order, "2 1 3");
    const { failure } = await show(page, { experiment: "magic" });
    assert.match(failure, /there is no experiment “magic”; choose from norm, order/);
    const other = await show(page, { experiment: "", positions: "absolute" });
    assert.match(other.failure, /there is no positions “absolute”/);
    // What is no order of these tokens leaves them as they are.
    const kept = await show(page, { positions: "none", order: [1, 1, 7] });
    assert.deepEqual(kept.tokens, ["damaged", "on", "arrival"]);
  });
});

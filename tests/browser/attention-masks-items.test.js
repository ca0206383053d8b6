// What the lessons teach that <attention-masks> shows, each by its number in the lessons' list: read off the
// page, against the lessons' digits, or float64 and float32 arithmetic.
/* global explorer, matrixTexts, put, readText, within */
import assert from "node:assert/strict";
import { inEveryBrowser } from "./harness.js";
import { read } from "./numbers.js";

/** @param {string[][]} texts */
const numbers = (texts) => texts.map((row) => row.map(read));

/** @param {import("./harness.js").Page} page @param {Record<string, unknown>} values */
const show = (page, values) =>
  page.run(async (/** @type {Record<string, unknown>} */ all) => {
    await put({ hide: "predict", ...all });
    return { matrices: matrixTexts(), sentence: readText(".sentence") };
  }, values);

/** Types into a cell of the mask, and leaves it. @param {import("./harness.js").Page} page @param {number} i @param {number} j @param {string} text @param {string} [matrix] */
async function typed(page, i, j, text, matrix = "M_b") {
  await page.click(`[data-matrix="${matrix}"] input[data-i="${i}"][data-j="${j}"]`);
  await page.type(text);
  await page.press("Tab");
  return page.run(async () => {
    await explorer().updateComplete;
    return { matrices: matrixTexts(), sentence: readText(".sentence") };
  });
}

inEveryBrowser("attention-masks, item by item", "explorers/attention-masks.html", (test) => {
  test("item 44: every combination of the masks agrees with float64", async (page) => {
    const rows = await page.run(async () => {
      await put({ hide: "predict", preset: "six" });
      explorer().openParts = new Set(["check"]);
      await explorer().updateComplete;
      return [...explorer().shadowRoot.querySelectorAll("[data-check] tbody tr")].map((row) =>
        [...row.children].map((cell) => (cell.textContent ?? "").replace(/\s+/g, " ").trim()),
      );
    });
    assert.equal(rows.length, 16);
    assert.deepEqual(rows[0][0], "none");
    assert.ok(rows.some(([name]) => name === "Causal + Padding"));
    for (const [name, ...differences] of rows) {
      for (const text of differences) {
        // Rounding of float32, in sums of six numbers of a few units.
        assert.match(text, /^(0|\d\.\d · 10⁻(⁷|⁸|⁹|¹⁰))$/, name);
      }
    }
    // A wrong result would be seen: the largest is not 0 everywhere.
    assert.ok(rows.some(([, weights]) => weights !== "0"));
  });

  test("item 113: −10⁹, −∞ or any bias typed into M, and what float32 makes of it", async (page) => {
    const large = await show(page, { way: "finite", query: 1 });
    // 0.530 + (−10⁹) in float32 is −10⁹, whose neighbours are 64 apart.
    assert.equal(Math.fround(0.53033 - 1e9), -1e9);
    assert.equal(read(large.matrices.Z_b[0][1]), -1e9);
    assert.deepEqual(numbers(large.matrices.A_b), numbers(large.matrices.A), "as with −∞");
    assert.match(large.sentence, /the score is lost/);

    const low = await typed(page, 0, 2, "-3");
    const row = [0.3535534, 0.5303301 - 1e9, 2.1213203 - 3];
    const powers = row.map((value) => Math.exp(value));
    const sum = powers.reduce((total, power) => total + power, 0);
    numbers(low.matrices.A_b)[0].forEach((weight, j) => {
      assert.ok(Math.abs(weight - powers[j] / sum) <= 0.0005 + 1e-6, `${weight}`);
    });
    assert.equal(low.matrices.A_b[0][1], "0");

    const infinite = await typed(page, 0, 2, "−∞");
    assert.equal(infinite.matrices.M_b[0][2], "−∞");
    assert.equal(infinite.matrices.A_b[0][2], "0");

    // A score of −∞ hides its key like a mask's; what is no number leaves the cell as it is.
    const hidden = await typed(page, 0, 0, "-inf", "S/sqrt(d_k)");
    assert.equal(hidden.matrices["S/sqrt(d_k)"][0][0], "−∞");
    assert.equal(hidden.matrices.A_b[0][0], "0");
    assert.equal(hidden.matrices.Z_b[0][0], "−∞");
    for (const wrong of ["NaN", "∞"]) {
      const kept = await typed(page, 0, 0, wrong, "S/sqrt(d_k)");
      assert.equal(kept.matrices["S/sqrt(d_k)"][0][0], "−∞", wrong);
      assert.match(kept.sentence, /is not a number; the cell keeps −∞/);
    }
    await page.run(() => put({ scores: undefined }));

    // The same number for all hidden keys, typed beside the mask.
    await page.click("#bias");
    await page.run(() => /** @type {HTMLInputElement} */ (within("#bias")).select());
    await page.type("-2");
    await page.press("Tab");
    const small = await page.run(async () => {
      await explorer().updateComplete;
      return { M: matrixTexts().M_b, bias: explorer().bias, sentence: readText(".sentence") };
    });
    assert.equal(small.bias, -2);
    assert.deepEqual(small.M[0], ["0", "−2", "−2"]);
    assert.match(small.sentence, /is low, but not hidden/);
  });

  test("item 113: a row with every key hidden, both ways", async (page) => {
    const finite = await show(page, { way: "finite", query: 1, flip: ["1:1"] });
    assert.deepEqual(finite.matrices.A_b[0], ["0.333", "0.333", "0.333"]);
    assert.deepEqual(finite.matrices.A[0], ["0", "0", "0"]);
    assert.match(
      finite.sentence,
      /a blend of what it must not read.*a plain softmax gives NaN, while this module gives 0/,
    );
    const add = await show(page, { way: "add" });
    assert.deepEqual(add.matrices.A[0], ["0", "0", "0"]);
    assert.match(add.sentence, /divide 0 by 0 and give NaN/);
  });

  test("item 126: the 5 × 5 causal weights that lesson 3 prints", async (page) => {
    const { matrices } = await show(page, { preset: "numpy-5" });
    assert.deepEqual(numbers(matrices.A), [
      [1, 0, 0, 0, 0],
      [0.218, 0.782, 0, 0, 0],
      [0.571, 0.342, 0.087, 0, 0],
      [0.032, 0.717, 0.192, 0.059, 0],
      [0.516, 0.063, 0.1, 0.127, 0.195],
    ]);
    assert.ok(numbers(matrices.Σ).every(([sum]) => sum === 1));
  });

  test("items 87 and 88: programs with asserts, and what they print", async (page) => {
    const { numpy, python } = await page.run(async () => {
      await put({ hide: "predict", preset: "lesson-1" });
      const { numpy: make, python: other } = explorer().exports();
      return { numpy: make(), python: other() };
    });
    assert.match(numpy, /np\.exp\(scores - scores\.max\(axis=-1, keepdims=True\)\)/);
    assert.match(numpy, /assert \(A\[hidden\] == 0\)\.all\(\)/);
    assert.match(numpy, /# 0\.416 0\.292 0\.292\n/, "the lesson's scores set to 0");
    assert.match(python, /assert torch\.allclose\(A\.sum\(dim=-1\), torch\.ones\(len\(A\)\)\)/);
    assert.match(
      python,
      /# 1\.000 0\.000 0\.000\n# 0\.500 0\.500 0\.000\n# 0\.503 0\.248 0\.248\n/,
    );
  });

  test("each question has one right answer among those offered, and is judged once", async (page) => {
    // One key left; two left that are equal; two left that differ; three to share.
    for (const [state, right] of /** @type {const} */ ([
      [{ preset: "lesson-1", query: 1 }, "all"],
      [{ preset: "lesson-1", query: 2 }, "equal"],
      [{ preset: "lesson-2", query: 2 }, "factor"],
      [{ preset: "row" }, "factor"],
    ])) {
      const offered = await page.run(async (/** @type {Record<string, unknown>} */ values) => {
        await put({ hide: "", way: "add", masks: null, flip: [], query: null, ...values });
        explorer().asking.forget();
        await explorer().updateComplete;
        return [...explorer().shadowRoot.querySelectorAll("[data-answer]")]
          .map((button) => button.dataset.answer)
          .filter((name) => name !== "");
      }, state);
      assert.equal(offered.length, 3);
      // One factor and equal parts are the same where what is left had equal weights.
      if (right !== "factor") assert.ok(!offered.includes("factor"), JSON.stringify(offered));
      await page.click(`[data-answer="${right}"]`);
      const verdict = await page.run(async () => {
        await explorer().updateComplete;
        const said = readText(".prediction");
        await put({ masks: ["padding"] });
        return { said, given: readText("[data-given]"), later: readText(".verdict p") };
      });
      assert.equal(verdict.given !== "", true);
      assert.match(verdict.said, /still adds up to 1/);
      assert.ok(verdict.said.includes(verdict.later), "it goes on speaking of what was asked");
    }
    const none = await page.run(async () => {
      await put({ masks: [], preset: "lesson-1", query: 1 });
      return explorer().shadowRoot.querySelectorAll("[data-answer]").length;
    });
    assert.equal(none, 0, "nothing is hidden, so nothing is asked");
  });

  test("readonly locks every cell; the masks still change", async (page) => {
    const found = await page.run(async () => {
      const counts = [];
      for (const way of ["add", "finite", "score", "weight", "boolean"]) {
        await put({ hide: "predict", way, readonly: true });
        counts.push(
          explorer().shadowRoot.querySelectorAll("[data-matrix] td input, [data-matrix] td button")
            .length,
        );
      }
      within('input[value="padding"]')?.click();
      await explorer().updateComplete;
      return { counts, masks: explorer().masks };
    });
    assert.deepEqual(found.counts, [0, 0, 0, 0, 0]);
    assert.deepEqual(found.masks, ["causal", "padding"]);
  });
});

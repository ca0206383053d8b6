// What the lessons teach that <attention-softmax> shows, each by its number in the lessons' list: read off the
// page, against the lessons' digits.
/* global explorer, matrixTexts, put, readText */
import assert from "node:assert/strict";
import { inEveryBrowser } from "./harness.js";

/** @param {import("./harness.js").Page} page @param {Record<string, unknown>} values */
const show = (page, values) =>
  page.run(async (/** @type {Record<string, unknown>} */ all) => {
    await put({ hide: "", temperature: 1, shift: 0, ...all });
    return {
      matrices: matrixTexts(),
      sentence: readText(".sentence"),
      question: readText(".prediction .question"),
      largest: readText("[data-readout=largest] dd"),
      sum: readText("[data-readout=sum] dd"),
      slope: readText("[data-readout=slope] dd"),
    };
  }, values);

inEveryBrowser("attention-softmax, item by item", "explorers/attention-softmax.html", (test) => {
  test("item 20: 0.99 · 0.01 = 0.0099, asked and shown", async (page) => {
    const before = await show(page, { preset: "p99" });
    assert.deepEqual(before.matrices.W, [["0.990"], ["0.010"]]);
    assert.deepEqual(before.matrices.J.flat(), ["?", "?", "?", "?"]);
    assert.equal(before.slope, "", "what is asked is not told");
    await page.click('[data-answer="slope0099"]');
    const after = await page.run(async () => {
      await explorer().updateComplete;
      return {
        verdict: readText(".prediction"),
        slope: readText("[data-readout=slope] dd"),
        J: matrixTexts().J,
      };
    });
    assert.match(after.verdict, /0\.99 · 0\.01 = 0\.0099/);
    assert.equal(after.slope, "0.0099");
    assert.deepEqual(after.J, [
      ["0.0099", "−0.0099"],
      ["−0.0099", "0.0099"],
    ]);
  });

  for (const [preset, size, before, after, right] of /** @type {const} */ ([
    ["numpy-8", 8, "0.9251", "0.5213", "to52"],
    ["numpy-512", 512, "1.0000", "0.7216", "to72"],
  ])) {
    test(`item 125: seed 1 with d_k = ${size}, ${before} unscaled and ${after} scaled`, async (page) => {
      const raw = await show(page, { preset });
      // NumPy prints four decimals; a 1 that is not quite 1 is written 1.000… here, and 1 where it is.
      assert.equal(Number(raw.largest).toFixed(4), before);
      assert.equal(Number(raw.sum), 1, "weights add up to 1");
      assert.equal(raw.matrices.W.length, 6);
      await page.click(`[data-answer="${right}"]`);
      const scaled = await page.run(async () => {
        await explorer().updateComplete;
        return {
          largest: readText("[data-readout=largest] dd"),
          sum: readText("[data-readout=sum] dd"),
          temperature: explorer().temperature,
          verdict: readText(".prediction"),
        };
      });
      assert.equal(scaled.largest, after);
      assert.equal(Number(scaled.sum), 1);
      assert.equal(scaled.temperature, Math.sqrt(size));
      assert.ok(scaled.verdict.includes(after));
    });
  }

  test("items 87 and 88: programs with asserts, and what they print", async (page) => {
    const { numpy, python } = await page.run(async () => {
      await put({ hide: "predict", preset: "saturation" });
      const { numpy: make, python: other } = explorer().exports();
      return { numpy: make(), python: other() };
    });
    assert.match(numpy, /powers = np\.exp\(z - z\.max\(\)\)/);
    assert.match(numpy, /assert np\.isclose\(p\.sum\(\), 1\)/);
    assert.match(numpy, /# 0\.9997 0\.0003 0\.0000\n/, "the lesson's saturated weights");
    assert.match(python, /assert torch\.isclose\(ways\["softmax"\]\.sum\(\)/);
    assert.match(python, /# 0\.9997 0\.0003 0\.0000\n/);
  });

  test("softmax stands alone at first; each function that is added has a sentence", async (page) => {
    const alone = await show(page, { hide: "predict", preset: "four" });
    assert.deepEqual(Object.keys(alone.matrices), ["W"]);
    assert.deepEqual(
      alone.matrices.W.map((row) => row.length),
      [1, 1, 1, 1],
    );
    /** @type {string[]} */
    const said = [];
    for (const name of ["hardmax", "l1", "sparsemax", "plusOne", "slope"]) {
      // What was added before has its room by the frame after the next: only then does nothing move.
      await page.run(async () => {
        for (let frame = 0; frame < 3; frame += 1)
          await new Promise((resolve) => requestAnimationFrame(resolve));
      });
      await page.click(`[data-control="also"] input[value="${name}"]`);
      said.push(
        await page.run(async (/** @type {string} */ wanted) => {
          for (let turn = 0; turn < 500 && !explorer().beside.includes(wanted); turn += 1)
            await new Promise((resolve) => setTimeout(resolve, 10));
          await explorer().updateComplete;
          return readText(".sentence");
        }, name),
      );
    }
    said.forEach((sentence, at) => {
      assert.ok(sentence.length > (said[at - 1] ?? alone.sentence).length, sentence);
    });
    const all = await show(page, { hide: "predict" });
    assert.deepEqual(Object.keys(all.matrices).sort(), ["J", "W"]);
    assert.equal(all.matrices.W[0].length, 5);
    const attributes = await page.run(() => Object.fromEntries(explorer().stateAttributes()));
    assert.equal(attributes.also, "hardmax l1 sparsemax plusOne slope");
  });

  test("equal weights are never called the largest", async (page) => {
    const even = await show(page, { hide: "predict", preset: "even", also: [] });
    assert.match(even.sentence, /equal scores, equal weights/);
    const tie = await show(page, { scores: [2, 2, 0], also: ["hardmax"] });
    assert.match(tie.sentence, /share the largest weight/);
    assert.match(tie.sentence, /to the first of the largest/);
    assert.doesNotMatch(tie.sentence, /gets the most/);
  });
});

// Practice in <attention-steps>: cells that the learner works out, checked as they are left; what is told and
// what waits; state, keys, events. Right values are lesson 2's by hand.
/* global explorer, matrixTexts, put, readText, within */
import assert from "node:assert/strict";
import { inEveryBrowser } from "./harness.js";

/** @param {string} matrix @param {number} i @param {number} j */
const cell = (matrix, i, j) => `[data-matrix="${matrix}"] input[data-i="${i}"][data-j="${j}"]`;

inEveryBrowser("attention-steps, practice", "explorers/attention-steps.html", (test) => {
  test("each cell is checked on leaving, and its worked line comes, right or wrong", async (page) => {
    await page.run(async () => {
      /** @type {any} */ (window).heard = [];
      explorer().addEventListener("answer", (/** @type {CustomEvent} */ event) =>
        /** @type {any} */ (window).heard.push(event.detail),
      );
      await put({ preset: "lesson-2", try: ["scores", "softmax", "output"], step: 3 });
    });
    const before = await page.run(() => ({
      S: matrixTexts().S,
      sum: readText("[data-arithmetic]"),
      sentence: readText(".sentence"),
      tables: explorer()
        .tables()
        .filter((/** @type {any} */ table) => table.concealed)
        .map((/** @type {any} */ table) => table.name),
      described: explorer()
        .description()
        .map((/** @type {any} */ line) => line.line ?? line)
        .join(" "),
      files: Object.keys(explorer().exports()),
    }));
    assert.deepEqual(before.S, [
      ["", "", ""],
      ["", "", ""],
      ["", "", ""],
    ]);
    assert.match(before.sentence, /0 of 24 are done/);
    for (const name of ["S", "S/sqrt(d_k)", "Z", "A", "O"])
      assert.ok(before.tables.includes(name), name);
    assert.doesNotMatch(before.described, /Scores S|Weights A|Output O/);
    assert.ok(!before.files.includes("python") && !before.files.includes("numpy"));
    assert.doesNotMatch(before.sum, / = | ≈ /, "nothing is worked out yet");

    await page.click(cell("S", 1, 2));
    await page.type("3");
    await page.press("Tab");
    const right = await page.run(async () => {
      await explorer().updateComplete;
      return {
        sum: readText("[data-arithmetic]"),
        invalid: within('[data-matrix="S"] input[data-i="1"][data-j="2"]')?.getAttribute(
          "aria-invalid",
        ),
      };
    });
    assert.match(right.sum, /Right: 1 · 1 \+ 1 · 2 = 3/);
    assert.equal(right.invalid, "false");

    await page.click(cell("S", 2, 2));
    await page.type("5");
    await page.press("Enter");
    const wrong = await page.run(async () => {
      await explorer().updateComplete;
      return {
        sum: readText("[data-arithmetic]"),
        own: matrixTexts().S[2][2],
        invalid: within('[data-matrix="S"] input[data-i="2"][data-j="2"]')?.getAttribute(
          "aria-invalid",
        ),
        label: within('[data-matrix="S"] input[data-i="2"][data-j="2"]')?.getAttribute(
          "aria-label",
        ),
        heard: /** @type {any} */ (window).heard,
        worked: readText("[data-readout=worked] dd"),
      };
    });
    assert.match(wrong.sum, /Not quite, you have 5: 2 · 1 \+ 1 · 2 = 4/);
    assert.equal(wrong.own, "5", "the learner's own answer stays to be compared");
    assert.equal(wrong.invalid, "true");
    assert.match(wrong.label ?? "", /not quite/);
    assert.equal(wrong.worked, "1 of 24 right");
    assert.equal(wrong.heard.length, 2, "once each");
    const [first, second] = wrong.heard;
    assert.deepEqual(
      [first.explorer, first.question, first.given, first.right, first.options],
      ["attention-steps", "S, two, three", "3", "3", []],
    );
    assert.deepEqual([second.given, second.right], ["5", "4"]);
    assert.equal(first.state.preset, "lesson-2");

    // What is not a number does not count.
    await page.click(cell("S", 0, 0));
    await page.type("one");
    await page.press("Tab");
    const none = await page.run(async () => {
      await explorer().updateComplete;
      return {
        answers: explorer().answers,
        sentence: readText(".sentence"),
        heard: /** @type {any} */ (window).heard.length,
      };
    });
    assert.equal(Object.keys(none.answers).length, 2);
    assert.match(none.sentence, /“one” is not a number/);
    assert.equal(none.heard, 2);
  });

  test("later steps wait; three decimals or an exact fraction; show me fills one, or the rest", async (page) => {
    await page.run(() => put({ preset: "lesson-2", try: ["scores", "softmax"], step: 4 }));
    const early = await page.run(() => ({
      scaled: matrixTexts()["S/sqrt(d_k)"],
      said: readText("[data-arithmetic]"),
    }));
    assert.ok(early.scaled.flat().every((/** @type {string} */ text) => text === "?"));
    assert.match(early.said, /Work out step 3 first/);
    await page.run(() => put({ step: 3 }));
    await page.click("[data-action=showCell]");
    const one = await page.run(async () => {
      await explorer().updateComplete;
      return {
        filled: matrixTexts()
          .S.flat()
          .filter((/** @type {string} */ text) => text !== "").length,
        sum: readText("[data-arithmetic] .sum"),
      };
    });
    assert.equal(one.filled, 1);
    assert.match(one.sum, /=/);
    await page.run(async () => {
      explorer().pointed = { matrix: "S", i: 0, j: 0 };
      await explorer().updateComplete;
    });
    await page.click("[data-action=showRest]");
    await page.run(() => put({ step: 6, query: 2 }));
    const weights = await page.run(() => matrixTexts().A);
    assert.deepEqual(weights.flat(), Array(9).fill(""));
    // softmax of (1, 0, 1) ÷ √2 has two equal weights and no short fraction; row 2 by three decimals.
    await page.click(cell("A", 1, 0));
    await page.type("0.284");
    await page.press("Tab");
    await page.click(cell("A", 1, 1));
    await page.type("0.14");
    await page.press("Tab");
    const judged = await page.run(async () => {
      await explorer().updateComplete;
      return explorer().practice.counts;
    });
    assert.deepEqual(judged, { right: 2, done: 11, all: 18 });
    // Too few decimals are not enough.
    await page.click(cell("A", 1, 2));
    await page.type("0.58");
    await page.press("Tab");
    const rough = await page.run(async () => {
      await explorer().updateComplete;
      return readText("[data-arithmetic] .sum");
    });
    assert.match(rough, /^Not quite, you have 0\.58: .*0\.576/);
    // A query without scores spreads its weight: 1/3 each, exactly.
    await page.run(async () => {
      await put({ preset: "lesson-1", try: ["softmax"], step: 6 });
      /** @type {any} */ (window).heard = [];
      addEventListener("answer", (/** @type {any} */ { detail: { given, right } }) =>
        /** @type {any} */ (window).heard.push([given, right]),
      );
    });
    await page.click(cell("A", 1, 1));
    await page.type("1/3");
    await page.press("Tab");
    const third = await page.run(async () => {
      await explorer().updateComplete;
      return { sum: readText("[data-arithmetic] .sum"), question: readText(".prediction") };
    });
    assert.match(third.sum, /^Right: /);
    assert.equal(third.question, "", "who works the weights out is asked nothing else about them");
    await page.click(cell("A", 1, 0));
    await page.type("0.3");
    await page.press("Tab");
    const heard = await page.run(() => /** @type {any} */ (window).heard);
    assert.deepEqual(
      heard,
      [
        ["1/3", "1/3"],
        ["0.3", "0.333"],
      ],
      "given and right are the same where the answer is right, however it is written",
    );
    // 2.421 is no number in thousands where the decimal sign is a comma.
    const german = await page.run(async () => {
      /** @type {any} */ (window).attentionExplorers.setStrings("de", {
        frame: { next: "Weiter" },
      });
      document.documentElement.lang = "de";
      await put({
        preset: "lesson-1",
        try: ["output"],
        step: 7,
        x: [[2.421, 0, 0, 0]],
        tokens: ["a"],
      });
      const { practice, stages } = explorer();
      practice.answer("O", 0, 0, String(stages.at("O", 0, 0).toFixed(3)).replace(".", ","));
      await explorer().updateComplete;
      return { counts: practice.counts.right, value: stages.at("O", 0, 0).toFixed(3) };
    });
    assert.deepEqual(german, { counts: 1, value: "2.421" });
    // The same answer, opened in English, where it could also be 2421; and 2.421 typed on a German page.
    const asked = await page.run(async () => {
      document.documentElement.lang = "en";
      await put({ lang: "en" });
      const english = explorer().practice.counts.right;
      await put({ lang: "de", try: ["scores"] });
      await put({ try: ["output"] });
      explorer().practice.answer("O", 0, 1, "2.421");
      await explorer().updateComplete;
      const buttons = [...explorer().shadowRoot.querySelectorAll("[data-doubt] button")];
      const before = explorer().practice.counts.done;
      buttons[1].click();
      await explorer().updateComplete;
      return {
        english,
        offered: buttons.slice(0, 2).map((button) => button.textContent.trim()),
        more: explorer().practice.counts.done - before,
      };
    });
    assert.equal(asked.english, 1);
    assert.deepEqual(asked.offered, ["2421", "2,421"]);
    assert.equal(asked.more, 1);
  });

  test("where Q, K and V are worked out, they are not one stacked product", async (page) => {
    const open = await page.run(async () => {
      await put({ preset: "lesson-2", try: ["projections"], step: 2, experiment: "stacked" });
      return explorer().shadowRoot.querySelectorAll("input[data-asked]").length;
    });
    // Three queries, keys and values of two numbers each.
    assert.equal(open, 18);
  });

  test("−∞ counts where a mask hides; a mask, a preset or own numbers begin anew", async (page) => {
    await page.run(() => put({ try: ["mask"], mask: "causal", step: 5 }));
    await page.click(cell("Z", 0, 1));
    await page.type("-∞");
    await page.press("Tab");
    const hidden = await page.run(async () => {
      await explorer().updateComplete;
      return explorer().practice.counts;
    });
    assert.deepEqual(hidden, { right: 1, done: 1, all: 9 });
    const states = await page.run(async () => {
      const found = [];
      for (const change of [
        { mask: "padding" },
        { preset: "cross" },
        { preset: "lesson-1", x: [[1, 2, 3, 4]], tokens: ["one"] },
      ]) {
        await put({ answers: { "Z:1:1": "0" } });
        await put({ ...change });
        found.push({ done: explorer().practice.counts.done, all: explorer().practice.counts.all });
      }
      return found;
    });
    assert.deepEqual(states, [
      { done: 0, all: 9 },
      { done: 0, all: 24 },
      { done: 0, all: 1 },
    ]);
  });

  test("state: attributes, embed code; an unknown step says so; readonly locks cells", async (page) => {
    const found = await page.run(async () => {
      const element = document.createElement("attention-steps");
      element.setAttribute("preset", "lesson-2");
      element.setAttribute("try", "scores output");
      element.setAttribute("answers", "S:2:3=3 S:3:3=5 S:1:1=?");
      element.setAttribute("step", "3");
      explorer().replaceWith(element);
      while (!explorer().attn) await new Promise((resolve) => setTimeout(resolve, 10));
      await explorer().updateComplete;
      const S = matrixTexts().S;
      const attributes = Object.fromEntries(explorer().stateAttributes());
      const { counts } = explorer().practice;
      await put({ try: ["magic"] });
      const message = readText(".frame");
      await put({ try: null, answers: {}, readonly: true, step: 1 });
      const inputs = explorer().shadowRoot.querySelectorAll("[data-matrix] td input").length;
      await put({ step: 5 });
      const switches = explorer().shadowRoot.querySelectorAll('[data-matrix="M"] td button').length;
      return { S, attributes, counts, message, inputs, switches };
    });
    assert.equal(found.S[1][2], "3");
    assert.equal(found.S[2][2], "5");
    assert.equal(found.S[0][0], "1", "shown");
    assert.equal(found.attributes.try, "scores output");
    assert.equal(found.attributes.answers, "S:2:3=3 S:3:3=5 S:1:1=?");
    assert.deepEqual(found.counts, { right: 1, done: 3, all: 15 });
    assert.match(
      found.message,
      /there is no try “magic”; choose from projections, scores, scale, mask, softmax, output/,
    );
    assert.equal(found.inputs, 0);
    assert.equal(found.switches, 0);
  });

  test("by keys alone; axe-core finds nothing", async (page) => {
    await page.run(() => put({ preset: "lesson-2", try: ["scores"], step: 3 }));
    await page.focusByKeys('[data-matrix="S"] input');
    await page.type("1");
    await page.press("ArrowRight");
    await page.press("ArrowRight");
    await page.type("0");
    await page.press("Enter");
    const found = await page.run(async () => {
      await explorer().updateComplete;
      return explorer().practice.counts;
    });
    assert.equal(found.done, 2);
    assert.deepEqual(await page.axe(), []);
  });
});

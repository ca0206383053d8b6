// <attention-masks> as a reader meets it: every number on screen against the definition in float64,
// right way and wrong ways, the lessons' printed numbers, keys, small screens, files.
/* global explorer, matrixTexts, put, readText, within */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { inEveryBrowser } from "./harness.js";
import { assertMatrix, assertShown, read } from "./numbers.js";

const facts = JSON.parse(
  fs.readFileSync(new URL("../fixtures/lesson-facts.json", import.meta.url), "utf8"),
);
const lesson1 = facts.lesson_1;
const lesson2 = facts.lesson_2;
/** @typedef {number[][]} Matrix */

const WAYS = ["add", "finite", "score", "weight", "boolean"];
const SCALED = "S/sqrt(d_k)";

// --- the definition, in float64 --------------------------------------------------------------------

/** @param {Matrix} a @param {Matrix} b @returns {Matrix} */
const times = (a, b) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, t) => sum + value * b[t][j], 0)));
/** @param {number[]} row */
function softmax(row) {
  const largest = Math.max(...row);
  if (largest === -Infinity) return row.map(() => 0);
  const powers = row.map((value) => Math.exp(value - largest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
/** @param {number[]} row */
const sum = (row) => row.reduce((total, value) => total + value, 0);

/** @type {Record<string, (i: number, j: number, m: number, size: { padding: number, prefix: number, left: number, right: number }) => boolean>} */
const READS = {
  causal: (i, j) => j <= i,
  padding: (_, j, m, { padding }) => j < m - padding,
  prefix: (i, j, _, { prefix }) => j < prefix || j <= i,
  window: (i, j, _, { left, right }) => j >= i - left && j <= i + right,
};

/**
 * @param {Matrix} scaled @param {Matrix} V @param {(i: number, j: number) => boolean} isHidden
 * @param {number} row the followed query, from 0
 * @returns {Record<string, Matrix>}
 */
function definition(scaled, V, isHidden, row) {
  /** @param {Matrix} matrix @param {number} value @param {boolean} [others] */
  const overwritten = (matrix, value, others = false) =>
    matrix.map((numbers, i) =>
      numbers.map((number, j) => (isHidden(i, j) !== others ? value : number)),
    );
  const M = overwritten(
    scaled.map((numbers) => numbers.map(() => 0)),
    -Infinity,
  );
  const Z = overwritten(scaled, -Infinity);
  const A = Z.map(softmax);
  const Z_0 = overwritten(scaled, 0);
  const A_0 = Z_0.map(softmax);
  const A_all = scaled.map(softmax);
  const A_cut = overwritten(A_all, 0);
  const A_keep = overwritten(scaled, -Infinity, true).map(softmax);
  // −10⁹ in float32: the score is rounded away, and e to the power of it is 0.
  const M_b = overwritten(
    scaled.map((numbers) => numbers.map(() => 0)),
    -1e9,
  );
  const Z_b = scaled.map((numbers, i) => numbers.map((value, j) => Math.fround(value + M_b[i][j])));
  const A_b = Z_b.map(softmax);
  const ways = [A, A_b, A_0, A_cut, A_keep].map((weights) => weights[row]);
  const all = {
    [SCALED]: scaled,
    M,
    Z,
    A,
    O: times(A, V),
    M_b,
    Z_b,
    A_b,
    Z_0,
    A_0,
    A_all,
    A_cut,
    A_keep,
    O_keep: times(A_keep, V),
    V,
    A_row: ways,
    Σ_row: ways.map((weights) => [sum(weights), sum(weights.filter((_, j) => isHidden(row, j)))]),
  };
  /** @param {Matrix} weights */
  const sums = (weights) => weights.map((numbers) => [sum(numbers)]);
  return { ...all, Σ: sums(A), Σ_b: sums(A_b), Σ_0: sums(A_0), Σ_cut: sums(A_cut) };
}

/** Scores and values of the presets, from the lessons' inputs.
 * @param {any} lesson @returns {{ scaled: Matrix, V: Matrix }} */
function inputsOf({ Q, K, V }) {
  const turned = K[0].map((/** @type {number} */ _, /** @type {number} */ j) =>
    K.map((/** @type {number[]} */ row) => row[j]),
  );
  return {
    scaled: times(Q, turned).map((row) => row.map((value) => value / Math.sqrt(K[0].length))),
    V,
  };
}
const row = {
  scaled: [facts.lesson_1.knowledge_check_row.scores],
  V: [
    [2, 0],
    [0, 1],
    [1, 1],
  ],
};
/** @type {Record<string, { scaled: Matrix, V: Matrix }>} */
const PRESETS = { "lesson-1": inputsOf(lesson1), "lesson-2": inputsOf(lesson2), row };

/** Numbers of outputs have four decimals. @param {string[][]} texts @param {Matrix} values @param {string} where */
function assertFour(texts, values, where) {
  texts.forEach((line, i) =>
    line.forEach((text, j) => {
      assert.ok(Math.abs(read(text) - values[i][j]) <= 0.00005 + 1e-6, `${where}: ${text}`);
    }),
  );
}

/** @param {Record<string, string[][]>} shown @param {Record<string, Matrix>} expected @param {string} where */
function assertAll(shown, expected, where) {
  for (const [name, texts] of Object.entries(shown)) {
    const values = expected[name];
    if (name.startsWith("M_") || name === "B") continue;
    assert.ok(values, `${where}: ${name} is not expected`);
    if (name.startsWith("O")) assertFour(texts, values, `${where} ${name}`);
    else assertMatrix(texts, values, `${where} ${name}`);
  }
}

inEveryBrowser("attention-masks", "explorers/attention-masks.html", (test) => {
  test("every number of every mask, sum of masks and way is the definition's", async (page) => {
    const sizes = { padding: 1, prefix: 2, left: 1, right: 0 };
    const sets = [[], ["causal"], ["padding"], ["prefix"], ["window"], ["causal", "padding"]];
    const cases = [
      ...sets.flatMap((masks) => WAYS.map((way) => ({ preset: "lesson-1", masks, way, flip: [] }))),
      { preset: "lesson-1", masks: ["padding", "prefix", "window"], way: "add", flip: ["1:1"] },
      { preset: "lesson-2", masks: ["causal"], way: "weight", flip: ["3:1", "1:3"] },
      ...WAYS.map((way) => ({ preset: "row", masks: ["padding"], way, flip: [] })),
      ...WAYS.map((way) => ({ preset: "lesson-1", masks: ["causal"], way, flip: ["1:1"] })),
    ];
    const states = await page.run(async (/** @type {any[]} */ list) => {
      const found = [];
      for (const state of list) {
        await put({ hide: "predict", ...state, prefixSize: 2, query: 1 });
        found.push({
          shown: matrixTexts(),
          weights: readText("[data-readout=weights] dd"),
          sum: readText("[data-readout=sum] dd"),
          left: readText("[data-readout=left] dd"),
          text: explorer().shadowRoot.textContent,
        });
      }
      return found;
    }, cases);
    states.forEach((state, index) => {
      const { preset, masks, way, flip } = cases[index];
      const { scaled, V } = PRESETS[preset];
      const m = V.length;
      /** @param {number} i @param {number} j */
      const isHidden = (i, j) =>
        masks.some((mask) => !READS[mask](i, j, m, sizes)) !==
        flip.includes(/** @type {never} */ (`${i + 1}:${j + 1}`));
      const expected = definition(scaled, V, isHidden, 0);
      const where = `${preset} ${masks.join("+")} ${way}`;
      assertAll(state.shown, expected, where);
      if (masks.length > 1 && way !== "boolean" && way !== "finite") {
        for (const mask of masks) {
          const part = scaled.map((numbers, i) =>
            numbers.map((_, j) => (READS[mask](i, j, m, sizes) ? 0 : -Infinity)),
          );
          assertMatrix(state.shown[`M_${mask}`], part, `${where} M_${mask}`);
        }
      }
      if (way === "boolean") {
        state.shown.B.forEach((texts, i) =>
          texts.forEach((text, j) => assert.equal(text, isHidden(i, j) ? "True" : "False")),
        );
      }
      const [total, left] = expected["Σ_row"][WAYS.indexOf(way)];
      const weights = expected.A_row[WAYS.indexOf(way)];
      state.weights
        .split(", ")
        .forEach((text, j) => assertShown(text, weights[j], `${where} readout ${j}`));
      assertShown(state.sum, total, `${where} sum`);
      assertShown(state.left, left, `${where} left`);
      assert.doesNotMatch(state.text, /undefined|Infinity|\bNaN\b(?!,|\.| )/, where);
    });
  });

  test("items 28, 30, 55 and 57: the lessons' numbers stand in their presets", async (page) => {
    /** @param {Record<string, unknown>} state @returns {Promise<Record<string, string[][]>>} */
    const shown = (state) =>
      page.run(async (/** @type {Record<string, unknown>} */ values) => {
        await put({ hide: "predict", flip: [], masks: undefined, query: undefined, ...values });
        return { ...matrixTexts(), left: [[readText("[data-readout=left] dd")]] };
      }, state);
    /** @param {string[][]} texts */
    const numbers = (texts) => texts.map((line) => line.map(read));
    const causal = await shown({ preset: "lesson-1" });
    assert.deepEqual(numbers(causal.A), lesson1.causal.A_3dp);
    const padding = await shown({ masks: ["padding"] });
    assert.deepEqual(numbers(padding.A), lesson1.padding_hides_key_3.A_3dp);
    const why = lesson1.why_minus_infinity_row_damaged;
    const score = await shown({ masks: ["causal"], way: "score" });
    assert.deepEqual(numbers(score.A_0)[0], why.scores_set_to_0_3dp);
    assert.deepEqual(numbers(score.A)[0], why.add_minus_infinity_to_keys_2_3);
    assert.equal(read(score.left[0][0]), why.weight_left_on_hidden_keys_3dp);
    const boolean = await shown({ way: "boolean" });
    const polarity = lesson1.boolean_mask_polarity;
    assert.deepEqual(numbers(boolean.O_keep), polarity.future_read_as_may_read_O_4dp);
    assert.deepEqual(numbers(boolean.O), polarity.future_read_as_may_not_read_O_4dp);
    const check = await shown({ preset: "row", way: "score" });
    const row3 = lesson1.knowledge_check_row;
    assert.deepEqual(numbers(check.A)[0], row3.hide_key_3_with_minus_infinity_3dp);
    assert.deepEqual(numbers(check.A_0)[0], row3.hide_key_3_with_score_0_3dp);
    const second = await shown({ preset: "lesson-2", way: "add" });
    assert.deepEqual(numbers(second.A)[1], lesson2.row_2_causal_weights_3dp);
  });

  test("asks before it shows, and says what is so", async (page) => {
    const before = await page.run(async () => {
      await put({ preset: "row", way: "score" });
      return { A: matrixTexts().A_0, sum: readText("[data-readout=sum] dd") };
    });
    assert.deepEqual(before, { A: [["?", "?", "?"]], sum: "" });
    await page.click('[data-answer="none"]');
    const after = await page.run(async () => {
      await explorer().updateComplete;
      return { A: matrixTexts().A_0, verdict: readText(".prediction") };
    });
    assert.deepEqual(after.A, [["0.665", "0.245", "0.090"]]);
    assert.match(after.verdict, /0\.090 of it stays/);
    assert.match(
      after.verdict,
      /0\.731, 0\.269, 0; with scores of 0 they are 0\.665, 0\.245, 0\.090/,
    );
    await page.run(() => put({ preset: "lesson-1", way: "add", masks: ["padding"] }));
    await page.click('[data-answer="factor"]');
    const factor = await page.run(async () => {
      await explorer().updateComplete;
      return readText(".prediction");
    });
    // 1 ÷ (0.124 + 0.148), from the unmasked row of "damaged".
    assert.match(
      factor,
      /grow by the same factor.*0\.124, 0\.148, 0\.728.*0\.456, 0\.544, 0.*3\.671 times/,
    );
  });

  test("a row with everything hidden is 0, and says why", async (page) => {
    const shown = await page.run(async () => {
      await put({ hide: "predict" });
      within("[data-action=blind]")?.click();
      await new Promise((resolve) => setTimeout(resolve, 30));
      await explorer().updateComplete;
      return { A: matrixTexts().A, flip: explorer().flip, sentence: readText(".sentence") };
    });
    assert.deepEqual(shown.A[0], ["0", "0", "0"]);
    assert.deepEqual(shown.flip, ["1:1"]);
    assert.match(shown.sentence, /divide 0 by 0 and give NaN.*are 0/);
  });

  test("from question to wrong ways by keys alone", async (page) => {
    await page.focusByKeys('[data-matrix="S/sqrt(d_k)"] input');
    await page.type("2");
    await page.focusByKeys('[data-matrix="M"] button:not([data-j="-1"])');
    await page.press("End", "Space");
    await page.focusByKeys("[data-answer]");
    await page.press("Enter");
    await page.focusByKeys('input[type="radio"]');
    await page.press("ArrowRight", "ArrowRight", "ArrowRight");
    await page.focusByKeys('input[type="checkbox"]');
    await page.press("Tab", "Space");
    await page.focusByKeys('input[type="range"]');
    await page.press("ArrowRight");
    const state = await page.run(async () => {
      await explorer().updateComplete;
      const { way, masks, scores, paddingSize, asking } = explorer();
      return { way, masks, score: scores?.[0][0], paddingSize, guess: asking.given("add") };
    });
    assert.deepEqual(state, {
      way: "weight",
      masks: ["causal", "padding"],
      score: 2,
      paddingSize: 2,
      guess: "lost",
    });
  });

  test("keeps its state in attributes, in the address and in the embed code", async (page) => {
    await page.run(() => put({ hide: "predict" }));
    await page.click('input[value="window"]');
    await page.click('[data-matrix="M"] button[data-i="2"][data-j="0"]');
    const state = await page.run(async () => {
      await explorer().updateComplete;
      explorer().openParts = new Set(["embed"]);
      await explorer().updateComplete;
      // The address follows at the end of a pause, so that a drag does not write it at every move.
      while (!explorer().addressing.isSettled)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const hash = location.hash;
      const embed = readText("[data-code=embed]");
      location.hash =
        "#attention-masks.preset=row&attention-masks.masks=none&attention-masks.scores=1+2+3+4";
      await new Promise((resolve) => setTimeout(resolve, 50));
      await explorer().updateComplete;
      const { preset, masks, scores, flip } = explorer();
      return { hash, embed, preset, masks, scores, flip, shown: matrixTexts() };
    });
    const kept = new URLSearchParams(state.hash.slice(1));
    assert.equal(kept.get("attention-masks.masks"), "causal window");
    assert.equal(kept.get("attention-masks.flip"), "3:1");
    assert.match(state.embed, /<attention-masks masks="causal window" flip="3:1" hide="predict">/);
    assert.deepEqual([state.preset, state.masks, state.flip], ["row", [], []]);
    assert.deepEqual(state.scores, [[1, 2, 3, 4]]);
    assertMatrix(state.shown.A, [softmax([1, 2, 3, 4])], "A");
  });

  test("tokens that look like markup are shown as they are; wrong input gives a sentence", async (page) => {
    const tokens = ["<unk>", '<img src=x onerror="problems.push(1)">', "&amp;"];
    const shown = await page.run(async (/** @type {string[]} */ words) => {
      await put({ hide: "predict", tokens: words });
      explorer().openParts = new Set(["tables", "description", "export", "embed"]);
      await explorer().updateComplete;
      const found = {
        labels: [...explorer().shadowRoot.querySelectorAll('[data-matrix="A"] tbody th bdi')].map(
          (label) => label.getAttribute("title"),
        ),
        images: explorer().shadowRoot.querySelectorAll("img").length,
        svg: explorer().allExports().svg(),
      };
      await put({ masks: ["diagonal"] });
      const wrong = readText(".error");
      await put({ masks: undefined, tokens: ["one"] });
      return { ...found, wrong, few: readText(".error") };
    }, tokens);
    assert.deepEqual(shown.labels, tokens);
    assert.equal(shown.images, 0);
    assert.doesNotMatch(shown.svg, /<img|<unk>/);
    assert.match(shown.wrong, /there is no mask “diagonal”/);
    assert.match(shown.few, /tokens names 1 token, but 3 are needed/);
  });

  test("tables, description and files carry the live numbers", async (page) => {
    const shown = await page.run(async () => {
      await put({ hide: "predict", way: "score" });
      explorer().openParts = new Set(["tables", "description"]);
      await explorer().updateComplete;
      const files = explorer().allExports();
      const png = await files.png?.();
      return {
        tables: [...explorer().shadowRoot.querySelectorAll("[data-table]")].map((table) => ({
          name: table.dataset.table,
          rows: [...table.querySelectorAll("tbody tr")].map((/** @type {Element} */ line) =>
            [...line.querySelectorAll("td")].map((cell) => cell.textContent ?? ""),
          ),
        })),
        description: readText(".described"),
        csv: files.csv(),
        python: files.python(),
        svg: files.svg(),
        png: png?.size ?? 0,
      };
    });
    const { scaled, V } = PRESETS["lesson-1"];
    const expected = definition(scaled, V, (i, j) => j > i, 0);
    /** @type {Record<string, Matrix>} */
    const outputs = {
      O_b: times(expected.A_b, V),
      O_0: times(expected.A_0, V),
      O_cut: times(expected.A_cut, V),
    };
    for (const { name, rows } of shown.tables) {
      const values = outputs[name ?? ""] ?? expected[name ?? ""];
      rows.forEach((line, i) =>
        line.forEach((text, j) => {
          if (values[i][j] === -Infinity) assert.equal(text, "−∞");
          else if (Math.abs(values[i][j]) > 1e5) assert.equal(read(text), values[i][j], text);
          else assert.ok(Math.abs(read(text) - values[i][j]) < 2e-6, `${name} ${i} ${j}: ${text}`);
        }),
      );
    }
    assert.match(shown.description, /A0: damaged \(0\.416, 0\.292, 0\.292\)/);
    assert.match(shown.csv, /^A,damaged,on,arrival\ndamaged,1,0,0$/m);
    assert.match(shown.python, /^M = torch\.tensor\(\[\[0\.0, -inf, -inf\],$/m);
    assert.match(shown.svg, /^<svg [^>]+>/);
    assert.ok(shown.png > 1000);
  });

  test("hides what the author hides, and speaks the author's words", async (page) => {
    const shown = await page.run(async () => {
      await put({ hide: "masks padding blind reset formula embed", strings: { way: "Wort" } });
      return {
        controls: [...explorer().shadowRoot.querySelectorAll("[data-control]")].map(
          (control) => control.dataset.control,
        ),
        text: readText(".controls"),
        formulas: explorer().shadowRoot.querySelectorAll("math").length,
        parts: [...explorer().shadowRoot.querySelectorAll("details")].map(
          (part) => part.dataset.disclosure,
        ),
      };
    });
    assert.deepEqual(shown.controls, ["way", "query", "preset"]);
    assert.match(shown.text, /Wort/);
    assert.equal(shown.formulas, 0);
    assert.deepEqual(shown.parts, ["check", "tables", "description", "export"]);
  });
});

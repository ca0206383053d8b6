// <attention-steps> as a reader meets it: every number on screen against the formula in float64, the
// lessons' printed numbers, keys, pointer, names that look like markup, small screens, files.
/* global explorer, focusIsOn, matrixTexts, put, readText, within */
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
/** @type {{ x: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix }} */
const inputs1 = { x: lesson1.X, W_Q: lesson1.W_Q, W_K: lesson1.W_K, W_V: lesson1.W_V };

const PRESETS = ["lesson-1", "lesson-2", "river", "money", "six", "cross"];
const MASKS = ["none", "causal", "padding", "prefix"];
const SCALED = "S/sqrt(d_k)";

// --- the formula, in float64 ---------------------------------------------------------------------

/** @param {Matrix} a @param {Matrix} b @returns {Matrix} */
const times = (a, b) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, t) => sum + value * b[t][j], 0)));
/** @param {Matrix} a @returns {Matrix} */
const turned = (a) => a[0].map((_, j) => a.map((row) => row[j]));
/** @param {Matrix} a @param {(value: number, i: number, j: number) => number} change @returns {Matrix} */
const mapped = (a, change) => a.map((row, i) => row.map((value, j) => change(value, i, j)));
/** @param {number[]} row */
function softmax(row) {
  const largest = Math.max(...row);
  if (largest === -Infinity) return row.map(() => 0);
  const powers = row.map((value) => Math.exp(value - largest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * Which key a query may read. The presets hide the last third of the keys as padding, and let the
 * first few tokens read each other as a prefix.
 * @type {Record<string, (i: number, j: number, m: number, preset?: string) => boolean>}
 */
const READS = {
  none: () => true,
  causal: (i, j) => j <= i,
  padding: (i, j, m) => j < m - Math.round(m / 3),
  prefix: (i, j, m, preset) => j <= i || j < (preset === "six" ? 3 : 2),
};

/**
 * @param {{ x: Matrix, memory?: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix }} inputs
 * @param {(i: number, j: number, m: number) => boolean} reads
 * @param {number} [factor]
 * @returns {Record<string, Matrix>}
 */
function definition({ x, memory, W_Q, W_K, W_V }, reads, factor = 1) {
  const from = mapped(x, (value) => value * factor);
  const to = mapped(memory ?? x, (value) => value * factor);
  const Q = times(from, W_Q);
  const K = times(to, W_K);
  const V = times(to, W_V);
  const S = times(Q, turned(K));
  const scaled = mapped(S, (value) => value / Math.sqrt(K[0].length));
  const M = mapped(S, (_, i, j) => (reads(i, j, to.length) ? 0 : -Infinity));
  const Z = mapped(scaled, (value, i, j) => value + M[i][j]);
  const A = Z.map(softmax);
  /** @type {Record<string, Matrix>} */
  const names = memory ? { X_q: from, X_kv: to } : { X: from };
  return {
    ...names,
    X_0: x,
    W_Q,
    W_K,
    W_V,
    Q,
    K,
    "K^T": turned(K),
    V,
    S,
    [SCALED]: scaled,
    M,
    Z,
    A,
    O: times(A, V),
  };
}

/** @param {string[][]} texts @returns {Matrix} */
const numbers = (texts) => texts.map((row) => row.map(read));

/** The inputs that a page shows in its first step. @param {Record<string, string[][]>} shown */
const inputsOf = (shown) => ({
  x: numbers(shown.X ?? shown.X_q),
  memory: shown.X_kv ? numbers(shown.X_kv) : undefined,
  W_Q: numbers(shown.W_Q),
  W_K: numbers(shown.W_K),
  W_V: numbers(shown.W_V),
});

/** The matrices that each step must show, besides the inputs. */
const SHOWN_IN = [
  ["W_Q", "W_K", "W_V"],
  ["Q", "K", "V"],
  ["Q", "K^T", "S"],
  ["S", SCALED],
  [SCALED, "M", "Z"],
  ["Z", "A"],
  ["A", "V", "O"],
];

// --- tests -------------------------------------------------------------------------------------------

inEveryBrowser("attention-steps", "explorers/attention-steps.html", (test) => {
  test("every number of every preset, mask and step is the formula's", async (page) => {
    const states = await page.run(
      async (/** @type {string[]} */ presets, /** @type {string[]} */ masks) => {
        const found = [];
        for (const preset of presets) {
          for (const mask of masks) {
            for (let step = 1; step <= 7; step += 1) {
              await put({ hide: "predict", preset, mask, step });
              found.push({
                preset,
                mask,
                step,
                shown: matrixTexts(),
                weights: readText("[data-readout=weights] dd"),
                sum: readText("[data-readout=sum] dd"),
              });
            }
          }
        }
        return found;
      },
      PRESETS,
      MASKS,
    );
    assert.equal(states.length, PRESETS.length * MASKS.length * 7);
    /** @type {ReturnType<typeof inputsOf> | undefined} */
    let inputs;
    for (const { preset, mask, step, shown, weights, sum } of states) {
      if (step === 1) inputs = inputsOf(shown);
      assert.ok(inputs);
      const expected = definition(inputs, (i, j, m) => READS[mask](i, j, m, preset));
      for (const name of SHOWN_IN[step - 1])
        assert.ok(shown[name], `${preset}, step ${step} shows ${name}`);
      for (const [name, texts] of Object.entries(shown)) {
        assertMatrix(texts, expected[name], `${preset}, ${mask}, step ${step}, ${name}`);
      }
      if (step >= 6) {
        const row =
          { "lesson-1": 0, "lesson-2": 1, river: 2, money: 2, six: 2, cross: 1 }[preset] ?? 0;
        weights
          .split(", ")
          .forEach((text, j) => assertShown(text, expected.A[row][j], `${preset}, weight ${j}`));
        assertShown(sum, 1, `${preset}, sum of weights`);
      }
    }
  });

  test("items 1, 5, 8, 24, 25, 28 and 53: shows what lesson 1 prints", async (page) => {
    /** @param {Record<string, unknown>} values @returns {Promise<Record<string, Matrix>>} */
    const show = async (values) => {
      const shown = await page.run(
        async (/** @type {Record<string, unknown>} */ all) => {
          await put(all);
          return matrixTexts();
        },
        { hide: "predict", preset: "lesson-1", mask: "none", factor: 1, ...values },
      );
      return Object.fromEntries(
        Object.entries(shown).map(([name, texts]) => [name, numbers(texts)]),
      );
    };
    const inputs = await show({ step: 1 });
    for (const name of ["X", "W_Q", "W_K", "W_V"])
      assert.deepEqual(inputs[name], lesson1[name], name);
    const projected = await show({ step: 2 });
    for (const name of ["Q", "K", "V"]) assert.deepEqual(projected[name], lesson1[name], name);
    const scaled = await show({ step: 4 });
    assert.deepEqual(scaled.S, lesson1.S);
    assert.deepEqual(scaled[SCALED], lesson1.S_scaled_3dp);
    for (const mask of ["none", "causal"]) {
      const { A, O } = await show({ step: 7, mask });
      assert.deepEqual(A, lesson1[mask].A_3dp, mask);
      assert.deepEqual(O, lesson1[mask].O_3dp, mask);
    }
    const padded = await show({ step: 6, mask: "padding" });
    assert.deepEqual(padded.A, lesson1.padding_hides_key_3.A_3dp);

    const large = await show({ step: 6, factor: 4 });
    const printed = lesson1.embeddings_times_4;
    assert.deepEqual(
      large.Z[0].map((value) => Number(value.toPrecision(3))),
      printed.row_damaged_scaled_scores,
    );
    assert.deepEqual(large.A, printed.A_3dp);
    assert.deepEqual(await page.run(() => explorer().stages.queryTokens), lesson1.tokens);
  });

  test("items 64, 67, 71 and 78: shows what lesson 2 computes by hand", async (page) => {
    const shown = await page.run(async () => {
      /** @type {Record<number, Record<string, string[][]>>} */
      const steps = {};
      for (let step = 1; step <= 7; step += 1) {
        await put({ hide: "predict", preset: "lesson-2", step });
        steps[step] = matrixTexts();
      }
      await put({ mask: "causal" });
      steps[8] = matrixTexts();
      await put({ mask: "none", step: 6 });
      return { steps, sum: readText("[data-arithmetic] .sum") };
    });
    const { steps } = shown;
    for (const name of ["X", "W_Q", "W_K", "W_V"])
      assert.deepEqual(numbers(steps[1][name]), lesson2[name], name);
    for (const name of ["Q", "K", "V"])
      assert.deepEqual(numbers(steps[2][name]), lesson2[name], name);
    assert.deepEqual(numbers(steps[3].S), lesson2.S);
    assert.deepEqual(numbers(steps[4][SCALED])[1], lesson2.row_2.scaled_3dp);
    assert.deepEqual(numbers(steps[6].A)[1], lesson2.row_2.weights_3dp);
    const rounded = numbers(steps[7].O)[1].map((value) => Number(value.toFixed(2)));
    assert.deepEqual(rounded, lesson2.row_2.output_2dp);
    assert.deepEqual(numbers(steps[8].A)[1], lesson2.row_2_causal_weights_3dp);
    // e^2.121 ÷ the sum of the row, the sum as the lesson has it.
    assert.match(shown.sum, /÷ 14\.48\d/);
  });

  test("items 26, 115 and 128: cross-attention has lesson 3's shapes", async (page) => {
    const expected = facts.lesson_3.cross_attention_shapes;
    /** @type {Record<string, string[][]>} */
    const shown = await page.run(async () => {
      await put({ preset: "cross", step: 2 });
      const made = matrixTexts();
      await put({ step: 7 });
      return { ...matrixTexts(), Q: made.Q, K: made.K };
    });
    /** @param {string} name */
    const size = (name) => [shown[name].length, shown[name][0].length];
    for (const [name, letter] of [
      ["Q", "Q"],
      ["K", "K"],
      ["V", "V"],
      ["output", "O"],
      ["weights", "A"],
    ]) {
      assert.deepEqual(size(letter), expected[name], name);
    }
  });

  test("a cell is edited and all numbers follow", async (page) => {
    await page.click('[data-matrix="X"] input[data-i="0"][data-j="1"]');
    await page.type("-1,5");
    await page.press("Enter");
    const shown = await page.run(async () => {
      const inputs = matrixTexts();
      await put({ hide: "predict", step: 7 });
      return {
        inputs,
        outputs: matrixTexts(),
        attribute: explorer().getAttribute("x"),
        focus: focusIsOn("input"),
      };
    });
    assert.equal(shown.inputs.X[0][1], "−1.5");
    assert.equal(shown.attribute, "1 -1.5 0 1; 0 1 0 0; 0 0 1 0");
    const expected = definition(inputsOf(shown.inputs), () => true);
    for (const name of ["A", "V", "O"]) assertMatrix(shown.outputs[name], expected[name], name);
  });

  test("a screen reader hears the sentence once, when it has stopped changing", async (page) => {
    const { heard, sentence, atStart } = await page.run(async () => {
      const said = within("[data-said]");
      const atStart = said?.textContent;
      /** @type {(string | null)[]} */
      const heard = [];
      new MutationObserver(() => heard.push(said?.textContent ?? null)).observe(
        /** @type {Node} */ (said),
        { childList: true, characterData: true, subtree: true },
      );
      for (let step = 2; step <= 4; step += 1) await put({ step });
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return { heard, sentence: readText(".sentence"), atStart };
    });
    assert.equal(atStart, "");
    assert.deepEqual(heard, [sentence]);
  });

  test("what is no number is refused, and the cell keeps its own", async (page) => {
    await page.click('[data-matrix="W_Q"] input[data-i="0"][data-j="0"]');
    await page.type("abc");
    assert.equal(
      await page.run(() => within('[data-matrix="W_Q"] input')?.getAttribute("aria-invalid")),
      "true",
    );
    await page.press("Tab");
    const after = await page.run(async () => {
      await explorer().updateComplete;
      return { shown: matrixTexts().W_Q[0][0], sentence: readText(".sentence") };
    });
    assert.equal(after.shown, "0.5");
    assert.match(after.sentence, /“abc” is not a number/);
  });

  test("cells of the mask switch by hand; a query with nothing left to read gets 0", async (page) => {
    await page.run(() => put({ hide: "predict", step: 5 }));
    for (const j of [0, 1, 2])
      await page.click(`[data-matrix="M"] button[data-i="1"][data-j="${j}"]`);
    const shown = await page.run(async () => {
      await explorer().updateComplete;
      const { M, Z } = matrixTexts();
      const flip = explorer().getAttribute("flip");
      await put({ step: 7, query: 2 });
      const { A, O } = matrixTexts();
      return {
        M,
        Z,
        A,
        O,
        flip,
        sentence: readText(".sentence"),
        sum: readText("[data-readout=sum] dd"),
      };
    });
    assert.equal(shown.flip, "2:1 2:2 2:3");
    assert.deepEqual(shown.M[1], ["−∞", "−∞", "−∞"]);
    assert.deepEqual(shown.Z[1], ["−∞", "−∞", "−∞"]);
    assert.deepEqual(shown.A[1], ["0", "0", "0"]);
    assert.deepEqual(shown.O[1], ["0", "0"]);
    assert.equal(shown.sum, "0");
    assert.match(shown.sentence, /reads nothing/);
    assert.doesNotMatch(await page.run(() => explorer().shadowRoot.textContent), /NaN|undefined/);
  });

  test("pointing at a cell shows its arithmetic and lights up what it came from", async (page) => {
    await page.run(() => put({ step: 3 }));
    const lit = () =>
      page.run(async () => {
        await explorer().updateComplete;
        return {
          place: readText("[data-arithmetic] .place"),
          sum: readText("[data-arithmetic] .sum"),
          cells: [...explorer().shadowRoot.querySelectorAll(".lit")].map((cell) =>
            [cell.closest("[data-matrix]").dataset.matrix, cell.dataset.i, cell.dataset.j].join(
              " ",
            ),
          ),
        };
      });
    // Without asking: the largest score of the followed query.
    const first = await lit();
    assert.equal(first.sum, "0.5 · 0 + 1.5 · 2 = 3");
    assert.match(first.place, /query “damaged”, key “arrival”/);
    assert.deepEqual(first.cells, ["Q 0 0", "Q 0 1", "K^T 0 2", "K^T 1 2"]);
    await page.hover('[data-matrix="S"] td[data-i="0"][data-j="1"]');
    assert.equal((await lit()).sum, "0.5 · 0 + 1.5 · 0.5 = 0.75");
    // The focus shows the same as the pointer, and arrow keys move it.
    await page.run(() => {
      within('[data-matrix="S"] td[tabindex="0"]')?.focus();
    });
    await page.press("Home", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft");
    const third = await lit();
    assert.match(third.place, /query “arrival”, key “damaged”/);
    assert.equal(third.sum, "1 · 1 + 0 · 0 = 1");
    assert.deepEqual(third.cells, ["Q 2 0", "Q 2 1", "K^T 0 0", "K^T 1 0"]);
  });

  test("asks before it shows the weights", async (page) => {
    const before = await page.run(async () => {
      await put({ step: 6 });
      return { A: matrixTexts().A, weights: readText("[data-readout=weights] dd") };
    });
    assert.ok(before.A.flat().every((text) => text === "?"));
    assert.equal(before.weights, "", "no readout before the answer");
    await page.click('[data-answer="1"]');
    const after = await page.run(async () => {
      await explorer().updateComplete;
      return { A: matrixTexts().A, verdict: readText(".prediction") };
    });
    assert.deepEqual(numbers(after.A), lesson1.none.A_3dp);
    assert.match(after.verdict, /reads “arrival” most, with a weight of 0\.728; “on” gets 0\.148/);
  });

  test("from the first step to the last by keys alone", async (page) => {
    await page.focusByKeys('[data-matrix="X"] input');
    await page.type("2");
    await page.focusByKeys(".step");
    await page.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight");
    assert.equal(await page.run(() => explorer().step), 5);
    await page.focusByKeys(
      '[data-matrix="M"] button[data-j="0"], [data-matrix="M"] button[data-j="-1"]',
      "Shift+Tab",
    );
    await page.press("End", "Space");
    await page.focusByKeys('[data-action="next"]');
    await page.press("Enter");
    assert.equal(await page.run(() => explorer().step), 6);
    await page.focusByKeys("[data-answer]", "Shift+Tab");
    await page.press("Enter");
    await page.focusByKeys('input[type="radio"]');
    await page.press("ArrowRight");
    await page.focusByKeys('input[type="range"]');
    await page.press("ArrowRight");
    await page.focusByKeys(".step", "Shift+Tab");
    await page.press("End");
    const state = await page.run(async () => {
      await explorer().updateComplete;
      const { step, mask, factor, x, asking } = explorer();
      return { step, mask, factor, x, given: asking.given("most"), shown: matrixTexts() };
    });
    assert.equal(state.step, 7);
    assert.equal(state.mask, "causal");
    assert.equal(state.factor, 1.5);
    assert.equal(state.x?.[0][0], 2);
    assert.equal(typeof state.given, "string");
    assertMatrix(state.shown.O, definition({ ...inputs1, x: state.x }, READS.causal, 1.5).O, "O");
  });

  test("tokens that look like markup are shown as they are", async (page) => {
    const tokens = [
      "<unk>",
      "</s>",
      '<img src=x onerror="problems.push(1)">',
      "&amp;",
      "\"''",
      "à",
      "\u202eabc",
      "😀",
      " ",
    ];
    const shown = await page.run(async (/** @type {string[]} */ words) => {
      const unit = words.map((_, i) => words.map((__, j) => (i === j ? 1 : 0)));
      await put({ hide: "predict", tokens: words, x: unit, wq: unit, wk: unit, wv: unit, step: 7 });
      const labels = [
        ...explorer().shadowRoot.querySelectorAll('[data-matrix="A"] tbody th bdi'),
      ].map((label) => [label.textContent, label.getAttribute("title")]);
      explorer().openParts = new Set(["tables", "description", "export", "embed"]);
      await explorer().updateComplete;
      return {
        labels,
        svg: explorer().allExports().svg(),
        text: explorer().shadowRoot.textContent,
        images: explorer().shadowRoot.querySelectorAll("img").length,
        embed: readText("[data-code=embed]"),
      };
    }, tokens);
    tokens.forEach((token, i) => {
      assert.equal(shown.labels[i][1], token);
      // What turns the direction of the text around it is named instead.
      assert.equal(shown.labels[i][0], token.replaceAll(" ", "␣").replace("\u202e", "U+202E"));
    });
    assert.equal(shown.images, 0);
    assert.match(shown.svg, /&lt;unk&gt;/);
    assert.doesNotMatch(shown.svg, /<img|<unk>/);
    assert.match(shown.embed, /&lt;unk>|&lt;unk&gt;/);
  });

  test("long names neither widen the page nor a column", async (page) => {
    const { overflow, widths } = await page.run(async () => {
      await put({
        hide: "predict",
        tokens: ["a".repeat(200), "字".repeat(40), "b"],
        x: [
          [1, 0, 0, 1],
          [0, 1, 0, 0],
          [0, 0, 1, 0],
        ],
        step: 6,
      });
      const row = [
        ...explorer().shadowRoot.querySelectorAll('[data-matrix="A"] tbody tr:first-child td'),
      ];
      return {
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        widths: row.map((cell) => Math.round(cell.getBoundingClientRect().width)),
      };
    });
    assert.equal(overflow, 0);
    assert.ok(Math.max(...widths) - Math.min(...widths) <= 1, `columns of ${widths.join(", ")} px`);
  });

  test("one token, none, and more than can be written out", async (page) => {
    const shown = await page.run(async () => {
      await put({ hide: "predict", tokens: ["alone"], x: [[1, 0, 0, 1]], step: 7 });
      const alone = matrixTexts().A;
      await put({ x: [], tokens: [] });
      const none = explorer().shadowRoot.textContent;
      await put({ x: Array.from({ length: 512 }, () => [1, 0, 0, 1]), tokens: undefined });
      return { alone, text: none, many: readText(".error") };
    });
    assert.match(shown.many, /x has a side of 512.*at most 32/);
    assert.deepEqual(shown.alone, [["1"]]);
    assert.match(shown.text, /there are no tokens/);
    assert.doesNotMatch(shown.text, /NaN|undefined|Infinity/);
  });

  test("a wrong attribute gives a message that names it, and a way back", async (page) => {
    const message = await page.run(async () => {
      await put({ preset: "lesson-1", wq: [[1, 2, 3]] });
      return readText(".error");
    });
    assert.match(message, /W_Q/);
    assert.match(message, /The rest of the page is not affected/);
    const other = await page.run(async () => {
      explorer().setAttribute("wq", "1 x; 0 1");
      await explorer().updateComplete;
      return readText(".error");
    });
    assert.match(other, /wq contains something that is not a number/);
    await page.click('[data-action="retry"]');
    const shown = await page.run(async () => {
      await explorer().updateComplete;
      return matrixTexts();
    });
    assert.deepEqual(numbers(shown.W_Q), lesson1.W_Q);
  });

  test("keeps its state in attributes, in the address and in the embed code", async (page) => {
    await page.run(() => put({ step: 5 }));
    await page.click('input[type="radio"][value="causal"]');
    await page.click('[data-matrix="M"] button[data-i="0"][data-j="0"]');
    const state = await page.run(async () => {
      await explorer().updateComplete;
      explorer().openParts = new Set(["embed"]);
      await explorer().updateComplete;
      // The address follows at the end of a pause, so that a drag does not write it at every move.
      while (!explorer().addressing.isSettled)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const hash = location.hash;
      const embed = readText("[data-code=embed]");
      location.hash = "#attention-steps.step=7&attention-steps.preset=lesson-2";
      await new Promise((resolve) => setTimeout(resolve, 50));
      await explorer().updateComplete;
      const { step, preset, mask, flip } = explorer();
      return { hash, embed, step, preset, mask, flip };
    });
    const kept = new URLSearchParams(state.hash.slice(1));
    assert.equal(kept.get("attention-steps.step"), "5");
    assert.equal(kept.get("attention-steps.mask"), "causal");
    assert.equal(kept.get("attention-steps.flip"), "1:1");
    assert.match(state.embed, /<attention-steps step="5" mask="causal" flip="1:1">/);
    assert.deepEqual(
      [state.step, state.preset, state.mask, state.flip],
      [7, "lesson-2", "none", []],
    );
  });

  test("tells the page what a learner changed, and not what the page changed itself", async (page) => {
    const heard = await page.run(async () => {
      /** @type {any} */ (window).heard = [];
      document.addEventListener("change", (event) => {
        /** @type {any} */ (window).heard.push(/** @type {CustomEvent} */ (event).detail.step);
      });
      await put({ step: 2 });
      return /** @type {any} */ (window).heard.length;
    });
    assert.equal(heard, 0);
    await page.click('[data-action="next"]');
    assert.deepEqual(await page.run(() => /** @type {any} */ (window).heard), [3]);
  });

  test("Next stays under the pointer while the picture above it grows and shrinks", async (page) => {
    await page.resize(1280, 500);
    await page.run(() => {
      document.body.style.paddingBlock = "600px";
    });
    // Where the button comes to rest: the element puts it back once everything is drawn, which on a busy
    // machine takes more than a frame.
    const top = (/** @type {number} */ wanted) =>
      page.run(async (/** @type {number} */ place) => {
        let now = NaN;
        for (let turn = 0; turn < 40 && !(Math.abs(now - place) <= 2); turn += 1) {
          await explorer().updateComplete;
          await new Promise((resolve) => setTimeout(resolve, 25));
          now = within('[data-action="next"]')?.getBoundingClientRect().top ?? NaN;
        }
        return now;
      }, wanted);
    await page.hover('[data-action="next"]');
    const start = await page.run(
      () => within('[data-action="next"]')?.getBoundingClientRect().top ?? NaN,
    );
    for (const step of [2, 3]) {
      await page.click('[data-action="next"]');
      assert.equal(await page.run(() => explorer().step), step);
      const now = await top(start);
      assert.ok(Math.abs(now - start) <= 2, `step ${step}: from ${start} to ${now}`);
    }
  });

  test("hides what the author hides, and speaks the author's words", async (page) => {
    const shown = await page.run(async () => {
      await put({ hide: "mask factor export formula", strings: { next: "Weiter", mask: "Maske" } });
      return {
        controls: [...explorer().shadowRoot.querySelectorAll("[data-control]")].map(
          (control) => control.dataset.control,
        ),
        next: readText('[data-action="next"]'),
        formula: explorer().shadowRoot.querySelectorAll("math").length,
        parts: [...explorer().shadowRoot.querySelectorAll("details")].map(
          (part) => part.dataset.disclosure,
        ),
      };
    });
    assert.deepEqual(shown.controls, ["preset", "query", "experiment"]);
    assert.equal(shown.next, "Weiter");
    assert.equal(shown.formula, 0);
    assert.deepEqual(shown.parts, ["tables", "description", "embed"]);
  });

  test("marks the part of the formula at work, and the scale is that of the step (VIZ-02)", async (page) => {
    const marked = await page.run(async () => {
      const found = [];
      for (let step = 1; step <= 7; step += 1) {
        await put({ step });
        found.push(
          [...explorer().shadowRoot.querySelectorAll(".at-work")].map(
            (part) => part.dataset.part,
          )[0],
        );
      }
      return found;
    });
    assert.deepEqual(marked, [
      "inputs",
      "projections",
      "scores",
      "scale",
      "mask",
      "softmax",
      "output",
    ]);
    const ends = await page.run(async () => {
      const found = [];
      for (const step of [3, 4, 6]) {
        await put({ step, hide: "predict" });
        found.push(
          [...explorer().shadowRoot.querySelectorAll(".colour-bar")]
            .map((bar) => [...bar.querySelectorAll("span:not(.ramp, .meaning, .meaning *)")])
            .map((parts) => parts.slice(-2).map((part) => part.textContent)),
        );
      }
      return found;
    });
    const [scores, scaled, weights] = ends.map((bars) => bars.at(-1));
    assert.deepEqual(weights, ["0", "1"]);
    for (const bar of [scores, scaled]) assert.equal(bar?.[0], `−${bar?.[1]}`);
    assert.notDeepEqual(scores, weights);
  });

  test("tables, description and files carry the live numbers", async (page) => {
    const shown = await page.run(async () => {
      await put({ hide: "predict", mask: "causal", step: 7 });
      explorer().openParts = new Set(["tables", "description"]);
      await explorer().updateComplete;
      const tables = Object.fromEntries(
        [...explorer().shadowRoot.querySelectorAll("[data-table]")].map((table) => [
          table.dataset.table,
          [...table.querySelectorAll("tbody tr")].map((/** @type {Element} */ row) =>
            [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? ""),
          ),
        ]),
      );
      const files = explorer().allExports();
      const png = await files.png?.();
      return {
        tables,
        description: readText(".described"),
        csv: files.csv(),
        json: JSON.parse(JSON.stringify(files.json())),
        python: files.python(),
        svg: files.svg(),
        png: png?.size,
      };
    });
    const expected = definition(inputs1, READS.causal);
    for (const [name, table] of Object.entries(shown.tables)) {
      table.forEach((/** @type {string[]} */ row, /** @type {number} */ i) =>
        row.forEach((text, j) => {
          const value = read(text);
          const wanted = expected[name][i][j];
          if (wanted === -Infinity) assert.equal(value, -Infinity);
          else
            assert.ok(
              Math.abs(value - wanted) < 1e-6 * Math.max(1, Math.abs(wanted)),
              `${name} ${i} ${j}`,
            );
        }),
      );
    }
    assert.deepEqual(
      Object.keys(shown.tables).sort(),
      ["X", "W_Q", "W_K", "W_V", "Q", "K", "V", "S", SCALED, "M", "Z", "A", "O"].sort(),
    );
    assert.match(
      shown.description,
      /Weights A.*damaged \(1, 0, 0\), on \(0\.5, 0\.5, 0\), arrival \(0\.503, 0\.248, 0\.248\)/,
    );
    assert.match(shown.csv, /^A,damaged,on,arrival\ndamaged,1,0,0$/m);
    assert.deepEqual(shown.json.matrices.M.data.slice(0, 3), [0, "-inf", "-inf"]);
    assert.match(shown.python, /^M = torch\.tensor\(\[\[0\.0, -inf, -inf\],$/m);
    assert.match(shown.svg, /^<svg [^>]+>/);
    assert.ok((shown.png ?? 0) > 1000);
  });
});

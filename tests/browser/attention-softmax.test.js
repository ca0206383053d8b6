// <attention-softmax> as a reader meets it: every number on screen against the definition in float64,
// the lessons' printed numbers, keys, small screens, files.
/* global explorer, focusIsOn, matrixTexts, put, readText, within */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { inEveryBrowser } from "./harness.js";
import { assertMatrix, assertShown, read } from "./numbers.js";

const facts = JSON.parse(
  fs.readFileSync(new URL("../fixtures/lesson-facts.json", import.meta.url), "utf8"),
);

// --- the definitions, in float64 -------------------------------------------------------------------

/** @param {number[]} row @param {number} [more] what is added to the denominator, as e^0 */
function softmax(row, more = 0) {
  const largest = Math.max(...row, ...(more ? [0] : []));
  const powers = row.map((value) => Math.exp(value - largest));
  const sum = powers.reduce((total, power) => total + power, more * Math.exp(-largest));
  return powers.map((power) => power / sum);
}
/** @param {number[]} row the nearest point of the simplex, by bisection of the threshold */
function sparsemax(row) {
  let low = Math.min(...row) - 1;
  let high = Math.max(...row);
  for (let turn = 0; turn < 200; turn += 1) {
    const middle = (low + high) / 2;
    const sum = row.reduce((total, value) => total + Math.max(value - middle, 0), 0);
    if (sum > 1) low = middle;
    else high = middle;
  }
  return row.map((value) => (value - high > 1e-9 ? value - high : 0));
}
/** @param {number[]} z the columns of W, in their order */
function weightsOf(z) {
  const best = z.indexOf(Math.max(...z));
  const size = z.reduce((total, value) => total + Math.abs(value), 0);
  return [
    softmax(z),
    z.map((_, i) => (i === best ? 1 : 0)),
    z.map((value) => (size === 0 ? 0 : Math.abs(value) / size)),
    sparsemax(z),
    softmax(z, 1),
  ];
}
/** @param {number[]} p */
const jacobian = (p) => p.map((a, i) => p.map((b, j) => (i === j ? a * (1 - a) : -a * b)));
/** @param {number[][]} matrix */
const frobenius = (matrix) => Math.hypot(...matrix.flat());

/**
 * A number with four decimals, or one digit that counts.
 * @param {string} text @param {number} value @param {string} where
 */
function assertFine(text, value, where) {
  const decimals = Math.max(4, (text.split(".")[1] ?? "").length);
  assert.ok(
    Math.abs(read(text) - value) <= 0.5 * 10 ** -decimals + 1e-6 * Math.abs(value),
    `${where}: ${text} is shown for ${value}`,
  );
}

/** @type {{ scores: number[], temperature: number, shift: number }[]} */
const CASES = [
  { scores: [1.5, 1, 0.25, -1], temperature: 1, shift: 0 },
  { scores: [5, 3, 2], temperature: 1, shift: 998 },
  { scores: [8, 0, -8], temperature: 1, shift: 0 },
  { scores: [8, 0, -8], temperature: 8, shift: 0 },
  { scores: [0, 0], temperature: 1, shift: 0 },
  { scores: [0, 0, 0, 0], temperature: 0.5, shift: 0 },
  { scores: [3], temperature: 2, shift: -4 },
  { scores: [3, 2.5, 2, 1, 0.5, 0, -1, -4], temperature: 0.25, shift: 1.5 },
];

inEveryBrowser("attention-softmax", "explorers/attention-softmax.html", (test) => {
  test("every number of every function is the definition's", async (page) => {
    const states = await page.run(async (/** @type {any[]} */ cases) => {
      const found = [];
      for (const state of cases) {
        await put({
          also: ["hardmax", "l1", "sparsemax", "plusOne", "slope"],
          hide: "predict",
          ...state,
        });
        found.push({
          shown: matrixTexts(),
          bars: [...explorer().shadowRoot.querySelectorAll('[data-matrix="W"] .bar')].map((cell) =>
            Number(cell.style.getPropertyValue("--bar")),
          ),
          typed: [...explorer().shadowRoot.querySelectorAll(".score .typed")].map(
            (field) => field.value,
          ),
          largest: readText("[data-readout=largest] dd"),
          slope: readText("[data-readout=slope] dd"),
          size: readText("[data-readout=size] dd"),
          plainSize: readText("[data-readout=plainSize] dd"),
          plusOne: readText("[data-readout=plusOne] dd"),
          text: explorer().shadowRoot.textContent,
        });
      }
      return found;
    }, CASES);
    states.forEach((state, index) => {
      const { scores, temperature, shift } = CASES[index];
      const where = JSON.stringify(CASES[index]);
      const z = scores.map((score) => (score + shift) / temperature);
      const columns = weightsOf(z);
      const W = z.map((_, i) => columns.map((column) => column[i]));
      const J = jacobian(columns[0]);
      assertMatrix(state.shown.W, W, `${where} W`);
      W.flat().forEach((weight, at) =>
        assert.ok(Math.abs(state.bars[at] - weight) < 1e-6, `${where}: bar ${at}`),
      );
      state.typed.forEach((text, i) => assertShown(text, scores[i], `${where} score ${i}`));
      if (state.shown.z)
        assertMatrix(
          state.shown.z,
          z.map((value) => [value]),
          `${where} z`,
        );
      /** @type {[string, number[][]][]} */
      const slopes = [["J", J]];
      if (state.shown.J_1) slopes.push(["J_1", jacobian(softmax(scores.map((x) => x + shift)))]);
      for (const [name, values] of slopes) {
        state.shown[name].forEach((row, i) =>
          row.forEach((text, j) => {
            const isFine = Math.max(...values.flat().map(Math.abs)) < 0.01;
            if (/[<>]/.test(text)) assert.ok(Math.abs(values[i][j]) < 0.0005, `${where} ${text}`);
            else if (isFine) assertFine(text, values[i][j], `${where} ${name}`);
            else assertShown(text, values[i][j], `${where} ${name} ${i} ${j}`);
          }),
        );
      }
      const best = z.indexOf(Math.max(...z));
      assertFine(state.largest, columns[0][best], `${where} largest`);
      assertFine(state.slope, J[best][best], `${where} slope`);
      assertFine(state.size, frobenius(J), `${where} size`);
      if (temperature !== 1) {
        const plain = frobenius(jacobian(softmax(scores.map((x) => x + shift))));
        assertFine(state.plainSize, plain, `${where} size at 1`);
      }
      assertFine(
        state.plusOne,
        columns[4].reduce((total, weight) => total + weight, 0),
        `${where} plus one`,
      );
      assert.doesNotMatch(state.text, /NaN|undefined|Infinity/, where);
    });
  });

  test("items 74, 75 and 77: the lessons' numbers stand in their presets", async (page) => {
    /** @param {Record<string, unknown>} state */
    const shown = (state) =>
      page.run(async (/** @type {Record<string, unknown>} */ values) => {
        await put({
          also: ["hardmax", "l1", "sparsemax", "plusOne", "slope"],
          hide: "predict",
          temperature: 1,
          shift: 0,
          ...values,
        });
        const { W, J } = /** @type {any} */ (matrixTexts());
        return {
          W,
          J,
          sentence: readText(".sentence"),
          slope: readText("[data-readout=slope] dd"),
        };
      }, state);
    const { saturation } = facts.lesson_2;
    const steep = await shown({ preset: "saturation" });
    assert.match(steep.sentence, /0\.9997, 0\.0003, 0\.0000001/);
    assert.deepEqual(saturation.weights, [0.9997, 0.0003, 1e-7]);
    assert.equal(read(steep.slope), saturation.gradient_p_1_minus_p_about);
    /** @param {string[][]} W */
    const softmaxColumn = (W) => W.map((row) => read(row[0]));
    const divided = await shown({ preset: "saturation", temperature: 8 });
    assert.deepEqual(softmaxColumn(divided.W), saturation.divided_by_8_weights_3dp);
    const pencil = await shown({ preset: "pencil" });
    assert.deepEqual(softmaxColumn(pencil.W), facts.lesson_2.row_2.weights_3dp);
    const { a, b } = facts.lesson_3.softmax_shift_invariance;
    const first = await shown({ preset: "shift" });
    const second = await shown({ preset: "shift", shift: b[0] - a[0] });
    assert.deepEqual(softmaxColumn(first.W), softmaxColumn(second.W));
    assert.deepEqual(
      second.W.map((/** @type {string[]} */ row) => row[0]),
      first.W.map((/** @type {string[]} */ row) => row[0]),
    );
    assert.match(second.sentence, /leaves softmax as it was/);
    const even = await shown({ preset: "even" });
    assert.deepEqual(even.J, [
      ["0.25", "−0.25"],
      ["−0.25", "0.25"],
    ]);
  });

  test("asks before it shows, and says what is so", async (page) => {
    // Only what is asked is hidden, and nothing but softmax is there at first.
    const first = await page.run(() => ({
      W: matrixTexts().W,
      matrices: Object.keys(matrixTexts()),
      readouts: [...explorer().shadowRoot.querySelectorAll("[data-readout] dd")].map(
        (value) => value.textContent,
      ),
    }));
    assert.deepEqual(first.W, [["0.510"], ["0.309"], ["0.139"], ["?"]]);
    assert.deepEqual(first.matrices, ["W"]);
    assert.ok(first.readouts.length > 0 && first.readouts.every((text) => /\d/.test(text)));
    await page.click('[data-answer="above0"]');
    const low = await page.run(async () => {
      await explorer().updateComplete;
      const verdict = readText(".prediction");
      await put({ also: ["l1"] });
      return { verdict, W: matrixTexts().W };
    });
    assert.match(low.verdict, /It gets 0\.042\./);
    assert.deepEqual(
      low.W.map((/** @type {string[]} */ row) => row[1]),
      ["?", "?", "?", "?"],
    );
    assert.equal(low.W[3][0], "0.042");
    await page.click('[data-answer="alike"]');
    const four = await page.run(async () => {
      await explorer().updateComplete;
      const verdict = readText(".prediction");
      explorer().asking.forget();
      await put({ preset: "saturation", also: null });
      return { verdict, W: matrixTexts().W };
    });
    assert.match(four.verdict, /0\.270 each.*0\.042/);
    assert.equal(four.W.flat().includes("?"), false, "it asks about what comes next");
    await page.click('[data-answer="near1"]');
    const divided = await page.run(async () => {
      await explorer().updateComplete;
      return { verdict: readText(".prediction"), temperature: explorer().temperature };
    });
    assert.equal(divided.temperature, 8);
    assert.match(divided.verdict, /Not quite.*\(0\.665, 0\.245, 0\.090\).*0\.0003 to 0\.2227/);
    await page.run(() => put({ preset: "shift", temperature: 1, shift: 0 }));
    await page.click('[data-answer="same"]');
    const shift = await page.run(async () => {
      await explorer().updateComplete;
      return { verdict: readText(".prediction"), z: matrixTexts().z };
    });
    assert.deepEqual(shift.z, [["1003"], ["1001"], ["1000"]]);
    assert.match(shift.verdict, /have the same softmax weights/);
  });

  test("arithmetic of any cell, with the pointer and with the arrow keys", async (page) => {
    await page.run(() =>
      put({ also: ["hardmax", "l1", "sparsemax", "plusOne", "slope"], hide: "predict" }),
    );
    await page.hover('[data-matrix="W"] td[data-i="0"][data-j="3"]');
    const sparse = await page.run(async () => {
      await explorer().updateComplete;
      return readText(".arithmetic .sum");
    });
    assert.equal(sparse, "1.5 − 0.75 = 0.75");
    await page.run(() => within('[data-matrix="J"] td[tabindex="0"]')?.focus());
    await page.press("ArrowRight");
    const slope = await page.run(async () => {
      await explorer().updateComplete;
      return readText(".arithmetic .sum");
    });
    // Read aloud, what is rounded and its digits are two numbers.
    assert.match(slope, /^−0\.510 · 0\.309 ≈ −0\.158 −0\.1577\d*$/);
  });

  test("from question to temperature by keys alone", async (page) => {
    await page.focusByKeys('[data-answer="exactly0"]');
    await page.press("Enter");
    await page.focusByKeys("#score-2", "Shift+Tab");
    await page.press("ArrowRight", "Tab");
    await page.type("2.5");
    await page.press("Enter");
    await page.focusByKeys("#temperature-typed");
    await page.type("nothing");
    await page.press("Enter");
    const refused = await page.run(async () => {
      await explorer().updateComplete;
      return { sentence: readText(".sentence"), temperature: explorer().temperature };
    });
    assert.match(refused.sentence, /“nothing” is not possible/);
    assert.equal(refused.temperature, 1);
    await page.run(() => within("#temperature-typed")?.blur());
    await page.focusByKeys("#shift");
    await page.press("ArrowRight");
    await page.focusByKeys("[data-action=more]");
    await page.press("Enter");
    const state = await page.run(async () => {
      await explorer().updateComplete;
      const { scores, shift, asking } = explorer();
      return { scores, shift, guess: asking.given("low") };
    });
    assert.deepEqual(state, {
      scores: [1.5, 2.5, Math.fround(0.2), -1, 0],
      shift: 1,
      guess: "exactly0",
    });
  });

  test("the last of many moves wins, and keeps up with a finger", async (page) => {
    const { last, frames } = await page.run(async () => {
      await put({ also: ["hardmax", "l1", "sparsemax", "plusOne", "slope"], hide: "predict" });
      const slider = /** @type {any} */ (within("#score-1"));
      let drawn = 0;
      for (let turn = 0; turn < 30; turn += 1) {
        const start = performance.now();
        for (const value of [turn / 10, -turn / 10, turn / 5]) {
          slider.value = String(value);
          slider.dispatchEvent(new Event("input", { bubbles: true }));
        }
        await explorer().updateComplete;
        drawn += performance.now() - start;
      }
      return { last: explorer().scores[0], frames: drawn / 30 };
    });
    assert.equal(Math.round(last * 10) / 10, 5.8);
    // Far above what a drawing takes, so that a busy machine does not fail it.
    assert.ok(frames < 200, `${frames} ms a move`);
  });

  test("keeps its state in attributes, in the address and in the embed code", async (page) => {
    await page.run(() => put({ hide: "predict" }));
    await page.click("[data-action=fewer]");
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
        "#attention-softmax.preset=saturation&attention-softmax.temperature=8&attention-softmax.shift=2";
      await new Promise((resolve) => setTimeout(resolve, 50));
      await explorer().updateComplete;
      const { preset, scores, temperature, shift } = explorer();
      return { hash, embed, preset, scores: scores ?? null, temperature, shift };
    });
    const kept = new URLSearchParams(state.hash.slice(1));
    assert.equal(kept.get("attention-softmax.scores"), "1.5 1 0.2");
    assert.match(state.embed, /<attention-softmax scores="1\.5 1 0\.2" hide="predict">/);
    assert.deepEqual(
      [state.preset, state.scores, state.temperature, state.shift],
      ["saturation", null, 8, 2],
    );
  });

  test("names that look like markup are shown as they are; wrong input gives a sentence", async (page) => {
    const shown = await page.run(async () => {
      const tokens = ["<unk>", '<img src=x onerror="problems.push(1)">', "&amp;", " "];
      await put({
        also: ["hardmax", "l1", "sparsemax", "plusOne", "slope"],
        hide: "predict",
        tokens,
      });
      explorer().openParts = new Set(["tables", "description", "export", "embed"]);
      await explorer().updateComplete;
      const images = explorer().shadowRoot.querySelectorAll("img").length;
      const svg = explorer().allExports().svg();
      const labels = [...explorer().shadowRoot.querySelectorAll(".score bdi")].map(
        (label) => label.textContent,
      );
      await put({ temperature: 0 });
      return { images, svg, labels, wrong: readText(".error") };
    });
    assert.equal(shown.images, 0);
    assert.doesNotMatch(shown.svg, /<img|<unk>/);
    assert.equal(shown.labels[0], "<unk>");
    assert.equal(shown.labels[3], "␣");
    assert.match(shown.wrong, /temperature is 0, but must be a number above 0/);
  });

  test("tables, description and files carry the live numbers", async (page) => {
    const shown = await page.run(async () => {
      await put({
        also: ["hardmax", "l1", "sparsemax", "plusOne", "slope"],
        hide: "predict",
        preset: "saturation",
        temperature: 8,
      });
      explorer().openParts = new Set(["tables", "description"]);
      await explorer().updateComplete;
      const files = explorer().allExports();
      const png = await files.png?.();
      return {
        description: readText(".described"),
        tables: [...explorer().shadowRoot.querySelectorAll("[data-table]")].map(
          (table) => table.dataset.table,
        ),
        csv: files.csv(),
        json: JSON.parse(JSON.stringify(files.json())),
        python: files.python(),
        svg: files.svg(),
        png: png?.size ?? 0,
      };
    });
    assert.deepEqual(shown.tables, ["x", "z", "W", "J", "J_1"]);
    assert.match(shown.description, /softmax: \(0\.6652, 0\.2447, 0\.0900\), which add up to 1\./);
    const expected = weightsOf([1, 0, -1]);
    shown.json.matrices.W.data.forEach((/** @type {number} */ value, /** @type {number} */ at) =>
      assert.ok(Math.abs(value - expected[at % 5][Math.floor(at / 5)]) < 1e-6),
    );
    assert.match(shown.csv, /^z,z\n/m);
    assert.match(shown.python, /^z = x \/ 8\.0$/m);
    assert.match(shown.svg, /^<svg [^>]+>/);
    assert.ok(shown.png > 1000);
  });

  test("hides what the author hides, and speaks the author's words", async (page) => {
    const shown = await page.run(async () => {
      await put({ hide: "shift count formula embed jacobian", strings: { temperature: "Wort" } });
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
    assert.deepEqual(shown.controls, ["also", "temperature", "preset"]);
    assert.match(shown.text, /Wort/);
    assert.equal(shown.formulas, 0);
    assert.deepEqual(shown.parts, ["tables", "description", "export"]);
  });

  test("where only a selection can copy, the focus stays on the button", async (page) => {
    await page.run(() => {
      Object.defineProperty(navigator, "clipboard", { configurable: true, value: undefined });
      return put({ openParts: new Set(["embed"]) });
    });
    await page.run(() => within("[data-copy=embed]")?.focus());
    await page.press("Enter");
    await page.run(() => explorer().updateComplete);
    assert.ok(await page.run(() => focusIsOn("[data-copy=embed]")));
    assert.match(await page.run(() => readText("p.notice")), /./);
  });
});

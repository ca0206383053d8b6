// <attention-key-size> as a reader meets it: the lesson's table digit for digit, every bar against the
// definition in float64, a size and seeds of one's own, cancelling, keys, small screens, files.
/* global explorer, put, readText, within */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { load } from "attention-wasm";
import { inEveryBrowser } from "./harness.js";
import { assertShown } from "./numbers.js";

const lessons = JSON.parse(
  fs.readFileSync(new URL("../fixtures/lesson-facts.json", import.meta.url), "utf8"),
);
const facts = lessons.lesson_1;
const SIZES = [4, 16, 64, 256, 1024];
const KEYS = 32;
// The weights that lesson 1 names of its one query.
const NAMED = { 4: [[0.164], [0.084]], 64: [[0.797, 0.2], [0.149]], 1024: [[1], [0.243]] };

// --- the definition, in float64; the draws are PyTorch's (tests/js/random.test.js) -------------------

const attn = await load();

/** @param {ReturnType<typeof attn.torchGenerator>} generator @param {number[]} shape */
const randn = (generator, shape) => generator.randn(shape, { dtype: "float64" }).data;

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @param {number} size @param {number} [i] @param {number} [j] rows of a and b */
function dot(a, b, size, i = 0, j = 0) {
  let sum = 0;
  for (let t = 0; t < size; t += 1) sum += a[i * size + t] * b[j * size + t];
  return sum;
}

/** @param {number[]} row */
function softmax(row) {
  const powers = row.map((value) => Math.exp(value - Math.max(...row)));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** The scores of the one query of a size, largest first. @param {number} seed @param {number} size */
function scoresOf(seed, size) {
  const generator = attn.torchGenerator(seed);
  const sizes = SIZES.includes(size) ? SIZES.slice(0, SIZES.indexOf(size) + 1) : [size];
  /** @type {number[]} */
  let scores = [];
  for (const dK of sizes) {
    const q = randn(generator, [dK]);
    const k = randn(generator, [KEYS, dK]);
    scores = Array.from({ length: KEYS }, (_, j) => dot(q, k, dK, 0, j));
  }
  return scores.sort((a, b) => b - a);
}

/** The averages of a size that starts its own streams. @param {number} dK @param {number} scalingSeed @param {number} gradientSeed @param {number} divisor */
function averagesOf(dK, scalingSeed, gradientSeed, divisor) {
  /** @param {ReturnType<typeof attn.torchGenerator>} generator @param {(row: number[]) => void} use */
  const eachRow = (generator, use) => {
    const q = randn(generator, [2000, dK]);
    const k = randn(generator, [2000, KEYS, dK]);
    for (let r = 0; r < 2000; r += 1)
      use(Array.from({ length: KEYS }, (_, j) => dot(q, k, dK, r, r * KEYS + j) / divisor));
  };
  const first = attn.torchGenerator(scalingSeed);
  const [q, k] = [randn(first, [20000, dK]), randn(first, [20000, dK])];
  const dots = Array.from({ length: 20000 }, (_, i) => dot(q, k, dK, i, i) / divisor);
  const mean = dots.reduce((sum, value) => sum + value / 20000, 0);
  const variance = dots.reduce((sum, value) => sum + (value - mean) ** 2 / 19999, 0);
  let largest = 0;
  let saturated = 0;
  eachRow(first, (row) => {
    const most = Math.max(...softmax(row));
    largest += most / 2000;
    if (most > 0.99) saturated += 1 / 2000;
  });
  let gradient = 0;
  eachRow(attn.torchGenerator(gradientSeed), (row) => {
    const p = softmax(row);
    let squares = 0;
    for (let i = 0; i < KEYS; i += 1)
      for (let j = 0; j < KEYS; j += 1) squares += (p[i] * ((i === j ? 1 : 0) - p[j])) ** 2;
    gradient += Math.sqrt(squares) / 2000;
  });
  return { variance, largest, saturated, gradient };
}

/** @param {import("./harness.js").Page} page */
const readouts = (page) =>
  page.run(() =>
    Object.fromEntries(
      ["variance", "largest", "saturated", "gradient"].map((name) => [
        name,
        readText(`[data-readout=${name}] dd`).split(" → "),
      ]),
    ),
  );

/** @param {import("./harness.js").Page} page */
const measured = (page) =>
  page.run(async () => {
    for (let turn = 0; turn < 4500 && !within("[data-state=done]"); turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (!within("[data-state=done]")) throw new Error("the measurement did not end");
  });

// --- tests -------------------------------------------------------------------------------------------

inEveryBrowser("attention-key-size", "explorers/attention-key-size.html", (test) => {
  test("items 15, 16, 17, 18, 21 and 56: by keys alone: the question, then the lesson's table, digit for digit", async (page) => {
    await page.focusByKeys("[data-answer=larger]");
    await page.press("Enter");
    assert.match(await page.run(() => readText(".prediction")), /You got it.* 0\.164 .* 1\.000 /);
    await measured(page);
    await page.focusByKeys("#key-size", "Tab");
    await page.press("Home");
    for (const [index, size] of SIZES.entries()) {
      assert.equal(await page.run(() => explorer().keySize), size);
      const shown = await readouts(page);
      const row = facts.scaling_experiment.rows[index];
      const slope = facts.gradient_experiment.rows[index];
      assert.deepEqual(shown.variance, [
        row.var_2dp.toLocaleString("en", { minimumFractionDigits: 2 }),
        row.var_scaled_3dp.toFixed(3),
      ]);
      assert.deepEqual(
        shown.largest,
        [row.largest_unscaled_3dp, row.largest_scaled_3dp].map((value) => value.toFixed(3)),
      );
      if (row.rows_above_099_percent_1dp !== undefined)
        assert.deepEqual(shown.saturated, [
          `${row.rows_above_099_percent_1dp.toFixed(1)}%`,
          `${row.rows_above_099_scaled_percent_1dp.toFixed(1)}%`,
        ]);
      assert.deepEqual(
        shown.gradient,
        [slope.unscaled_4dp, slope.scaled_4dp].map((value) => value.toFixed(4)),
      );
      const chart = await page.run(() => readText(".line-chart .read"));
      assert.ok(chart.includes(shown.variance[0]) && chart.includes(shown.variance[1]), chart);
      await page.press("ArrowRight");
    }
    const output = await page.run(async () => {
      explorer().openParts = new Set(["reproduce"]);
      await explorer().updateComplete;
      return within("[data-code=output]")?.textContent;
    });
    assert.match(String(output), /^ {2}256 var 256\.00 1\.000 largest 0\.903 0\.164 above/m);
    assert.match(String(output), /^ 1024 size 0\.0570 0\.2403$/m);
  });

  test("items 14, 72 and 101: Var(q · k) = d_k line by line, each with its samples", async (page) => {
    const hidden = await page.run(async () => {
      await put({ view: "derivation", keySize: 64 });
      return readText("[data-found]");
    });
    assert.match(hidden, /once you have answered/);
    const found = await page.run(async () => {
      /** @type {HTMLElement} */ (within('[data-answer="1"]')).click();
      await explorer().updateComplete;
      const verdict = readText(".prediction");
      await put({ step: 5 });
      const lines = [...explorer().shadowRoot.querySelectorAll("[data-line]")];
      return {
        verdict,
        claims: lines.map((line) => line.querySelector(".claim").textContent.trim()),
        found: lines.map((line) => line.querySelector("[data-found]").textContent.trim()),
        // How high each bar stands, line by line.
        bars: lines.map((line) =>
          [...line.querySelectorAll(".histogram rect")].map((bar) =>
            Number(bar.getAttribute("height")),
          ),
        ),
      };
    });
    assert.match(found.verdict, /You got it/);
    assert.match(found.claims[0], /E\[q₁k₁\] = E\[q₁\] · E\[k₁\] = 0 · 0 = 0/);
    assert.match(found.claims[1], /E\[q₁²\] · E\[k₁²\] = 1 · 1 = 1/);
    assert.match(found.claims[2], /E\[q₁q₂k₁k₂\] = E\[q₁q₂\] · E\[k₁k₂\] = 0 · 0 = 0/);
    assert.match(found.claims[3], /Var\(q · k\) = 1 \+ 1 \+ … = d.*k.*, here 64/s);
    // The samples, from the same stream, by the definitions.
    const attn = await load();
    const [pairs, dK] = [4000, 64];
    const generator = attn.torchGenerator(2);
    const [q, k] = [0, 1].map(() => generator.randn([pairs, dK]).data);
    const of = (/** @type {(at: number) => number} */ value) =>
      Array.from({ length: pairs }, (_, pair) => value(pair * dK));
    const mean = (/** @type {number[]} */ list) => list.reduce((a, b) => a + b, 0) / list.length;
    const dots = of((at) => {
      let sum = 0;
      for (let i = 0; i < dK; i += 1) sum += q[at + i] * k[at + i];
      return sum;
    });
    const middle = mean(dots);
    const spread = dots.reduce((sum, dot) => sum + (dot - middle) ** 2, 0) / (pairs - 1);
    const three = (/** @type {number} */ value) => value.toFixed(3).replace("-", "−");
    assert.ok(found.found[0].includes(three(mean(of((at) => q[at] * k[at])))), found.found[0]);
    assert.ok(found.found[1].includes(three(mean(of((at) => q[at] ** 2)))), found.found[1]);
    const cross = mean(of((at) => q[at] * q[at + 1] * k[at] * k[at + 1]));
    assert.ok(found.found[2].includes(three(cross)), found.found[2]);
    assert.ok(found.found[3].includes(spread.toFixed(2)), found.found[3]);
    assert.ok(found.found[4].includes(Math.sqrt(spread).toFixed(2)), found.found[4]);
    // Beside each line stand its samples: of the scores, divided by their root, 41 bars from −4 to 4.
    assert.equal(found.bars.length, 5);
    const counts = new Array(41).fill(0);
    for (const dot of dots) {
      // What lies beyond counts at the ends.
      const bar = Math.floor(((dot / Math.sqrt(dK) + 4) / 8) * 41);
      counts[Math.min(40, Math.max(0, bar))] += 1;
    }
    const [last] = found.bars.slice(-1);
    assert.equal(last.length, 41);
    last.forEach((/** @type {number} */ height, /** @type {number} */ at) =>
      assert.ok(Math.abs(height / 80 - counts[at] / Math.max(...counts)) < 0.02, `bar ${at}`),
    );
  });

  test("the slope of softmax, line by line: p(1 − p), and the lessons' 0.0099 and 0.0003", async (page) => {
    const lines = await page.run(async () => {
      await put({ view: "derivation", proof: "slope", step: 5, hide: "predict" });
      const root = explorer().shadowRoot;
      for (const line of root.querySelectorAll(".claim, [data-found]"))
        if (/[_^]/.test(line.textContent)) throw new Error(`no formula: ${line.textContent}`);
      return [...root.querySelectorAll("[data-found]")].map((line) => line.textContent.trim());
    });
    const e = [2, 1, 0.5].map(Math.exp);
    const p = e.map((each) => each / (e[0] + e[1] + e[2]));
    assert.ok(lines[0].includes(p.map((x) => x.toFixed(3)).join(", ")), lines[0]);
    assert.ok(lines[2].includes((p[0] * (1 - p[0])).toFixed(3)), lines[2]);
    assert.ok(lines[3].includes(`−${(p[0] * p[1]).toFixed(3)}`), lines[3]);
    assert.match(lines[4], /0\.9997.*0\.0003.*0\.99 · 0\.01 = 0\.0099/);
  });

  test("items 73, 76, 104 and 125: standard deviations of 10,000 pairs, and NumPy's digits", async (page) => {
    const found = await page.run(async () => {
      await put({ view: "spread" });
      const asked = readText("[data-spread=stream] [data-cell=undivided]");
      /** @type {HTMLElement} */ (within('[data-answer="23"]')).click();
      for (let turn = 0; turn < 1500 && !explorer().spread; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await explorer().updateComplete;
      /** @param {string} name */
      const rows = (name) =>
        [...explorer().shadowRoot.querySelectorAll(`[data-spread=${name}] tbody tr`)].map((row) => [
          row.dataset.size,
          ...[...row.querySelectorAll("[data-cell]")].map((cell) => cell.textContent.trim()),
        ]);
      return {
        asked,
        verdict: readText(".prediction"),
        pairs: rows("pairs"),
        stream: rows("stream"),
        exercise: rows("exercise"),
        numpy: explorer().allExports().numpy(),
      };
    });
    assert.equal(found.asked, "?");
    assert.match(found.verdict, /You got it/);
    assert.deepEqual(
      found.stream.map(([size, std]) => [size, std]),
      [["8", "2.77"], ["64", "7.66"], ["512", "23.42"], ["4096", "70.03"]], // prettier-ignore
    );
    for (const [size, std, scaled] of found.stream)
      assert.ok(Math.abs(Number(scaled) - Number(std) / Math.sqrt(Number(size))) < 0.006);
    for (const { d_k, unscaled_max_4dp, scaled_max_4dp } of lessons.lesson_3.numpy_experiment
      .rows) {
      const row = found.exercise.find(([size]) => size === String(d_k));
      assert.deepEqual(row?.slice(1), [unscaled_max_4dp.toFixed(4), scaled_max_4dp.toFixed(4)]);
    }
    for (const { d_k, std } of lessons.lesson_2.std_of_10000_dot_products_about) {
      const [, undivided, divided] = found.pairs.find(([size]) => size === String(d_k)) ?? [];
      assert.equal(Math.round(Number(undivided)), std);
      assert.ok(Math.abs(Number(divided) - 1) < 0.03, divided);
    }
    assert.match(found.numpy, /default_rng\(0\)/);
  });

  test("every bar is the definition's, for each size and divisor", async (page) => {
    for (const [size, divisor, by] of /** @type {[number, string, number][]} */ ([
      [4, "root", 2],
      [64, "root", 8],
      [1024, "root", 32],
      [256, "key-size", 256],
      [50, "root", Math.sqrt(50)],
      [7, "one", 1],
    ])) {
      const shown = await page.run(
        async (/** @type {number} */ keySize, /** @type {string} */ name) => {
          const element = await put({ keySize, divisor: name });
          const read = [];
          for (let bar = 0; bar < 32; bar += 1) {
            element.pointed = bar;
            await element.updateComplete;
            read.push(readText("[data-bar-read]"));
          }
          const heights = ["undivided", "divided"].map((row) =>
            [...element.shadowRoot.querySelectorAll(`[data-bars=${row}] rect:not(.chosen)`)].map(
              (rect) => Number(rect.getAttribute("height")),
            ),
          );
          const largest = ["undivided", "divided"].map((row) => readText(`[data-largest=${row}]`));
          return { read, heights, largest, top: readText("[data-bars=divided] .ends span") };
        },
        size,
        divisor,
      );
      const scores = scoresOf(2, size);
      const scaled = scores.map((score) => score / by);
      const weights = [softmax(scores), softmax(scaled)];
      shown.read.forEach((/** @type {string} */ text, /** @type {number} */ i) => {
        const found = /score (\S+): weight (\S+)\. Divided by \S+: (\S+), weight (\S+)\.$/.exec(
          text,
        );
        assert.ok(found, text);
        [scores[i], weights[0][i], scaled[i], weights[1][i]].forEach((value, at) =>
          assertShown(found[at + 1], value, `d_k ${size}, bar ${i + 1}`),
        );
      });
      // Both rows share the lowest of three tops that holds their largest bar, and it is written there.
      const top = [0.25, 0.5].find((most) => Math.max(...weights.flat()) <= most) ?? 1;
      assert.equal(shown.top, String(top));
      weights.forEach((row, at) => {
        assert.equal(shown.largest[at], `largest ${row[0].toFixed(3)}`);
        row.forEach((weight, i) =>
          assert.ok(
            Math.abs(shown.heights[at][i] - (weight / top) * 112) < 0.76,
            `bar ${i} of d_k ${size}`,
          ),
        );
      });
      const named = NAMED[/** @type {4} */ (size)];
      named?.forEach((list, at) =>
        list.forEach((weight, i) => assert.equal(weights[at][i].toFixed(3), weight.toFixed(3))),
      );
    }
  });

  test("a size and seeds of one's own, undivided, by √d_k and by d_k", async (page) => {
    await page.run(() => put({ scalingSeed: 5, gradientSeed: 6 }));
    await page.click("#own-size");
    await page.focusByKeys("#own-size");
    await page.run(() => /** @type {HTMLInputElement} */ (within("#own-size")).select());
    await page.type("3");
    await page.press("Enter");
    await page.run(async () => {
      for (let turn = 0; turn < 500 && !explorer().now; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
    });
    const plain = averagesOf(3, 5, 6, 1);
    for (const [divisor, by] of /** @type {[string, number][]} */ ([
      ["root", Math.sqrt(3)],
      ["key-size", 3],
      ["one", 1],
    ])) {
      await page.run((/** @type {string} */ name) => put({ divisor: name }), divisor);
      const shown = await readouts(page);
      const divided = averagesOf(3, 5, 6, by);
      assert.deepEqual(shown, {
        variance: [plain.variance.toFixed(2), divided.variance.toFixed(3)],
        largest: [plain.largest, divided.largest].map((value) => value.toFixed(3)),
        saturated: [plain, divided].map((row) => `${(100 * row.saturated).toFixed(1)}%`),
        gradient: [plain.gradient, divided.gradient].map((value) => value.toFixed(4)),
      });
    }
    await page.focusByKeys("#own-size", "Shift+Tab");
    await page.run(() => /** @type {HTMLInputElement} */ (within("#own-size")).select());
    await page.type("many");
    await page.press("Enter");
    assert.match(await page.run(() => readText(".sentence")), /“many” is not a whole number/);
    assert.equal(await page.run(() => explorer().keySize), 3);
  });

  test("the measurement can be ended and begun again", async (page) => {
    await page.run(() => put({ keySize: 1024, scalingSeed: 9 }));
    await page.click("[data-action=cancel]");
    assert.equal(await page.run(() => explorer().running.size), 0);
    assert.deepEqual((await readouts(page)).largest, ["…"]);
    await page.click("[data-action=measure]");
    assert.equal(await page.run(() => explorer().running.size), 1);
  });

  test("where workers are refused it measures on the page's own thread", async (page) => {
    const shown = await page.run(async () => {
      explorer().halt("ended");
      globalThis.Worker = /** @type {any} */ (
        class {
          constructor() {
            throw new Error("refused");
          }
        }
      );
      await put({ keySize: 3, scalingSeed: 5, gradientSeed: 6, halted: undefined });
      for (let turn = 0; turn < 500 && !explorer().now; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      return readText("[data-readout=largest] dd");
    });
    const expected = [1, Math.sqrt(3)].map((by) => averagesOf(3, 5, 6, by).largest.toFixed(3));
    assert.equal(shown, expected.join(" → "));
  });

  test("state goes to attributes and address and comes back; change tells it", async (page) => {
    const found = await page.run(async () => {
      const element = explorer();
      /** @type {unknown[]} */
      const told = [];
      element.addEventListener("change", (/** @type {CustomEvent} */ event) =>
        told.push(event.detail),
      );
      await element.set({ keySize: 100, divisor: "key-size", seed: 7 });
      // The address follows at the end of a pause, so that a drag does not write it at every move.
      while (!explorer().addressing.isSettled)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const hash = location.hash;
      const attributes = Object.fromEntries(element.stateAttributes());
      await put({ keySize: 4, divisor: "root", seed: 2 });
      element.addressing.read();
      await element.updateComplete;
      return {
        told,
        hash,
        attributes,
        size: element.keySize,
        seed: element.seed,
        divisor: element.divisor,
      };
    });
    assert.deepEqual(found.attributes, { "key-size": "100", divisor: "key-size", seed: "7" });
    assert.match(found.hash, /attention-key-size\.key-size=100/);
    assert.deepEqual([found.size, found.seed, found.divisor], [100, 7, "key-size"]);
    assert.equal(found.told.length, 1);
  });

  test("what cannot be is said, and hide removes what it names", async (page) => {
    const found = await page.run(async () => {
      await put({ keySize: 0.5 });
      const message = readText("[role=alert]") || readText(".frame");
      await put({ keySize: 16, hide: "averages divisor chart predict seed bars" });
      return {
        message,
        left: [
          "[data-averages]",
          "[data-control=divisor]",
          "[data-chart]",
          ".prediction",
          "#seed",
          "[data-bars]",
        ].filter((selector) => within(selector)),
      };
    });
    assert.match(found.message, /key-size = 0\.5 is not a whole number/);
    assert.deepEqual(found.left, []);
  });

  test("files hold what is shown", async (page) => {
    const files = await page.run(() => {
      const { svg, csv, python, json } = explorer().allExports();
      return { svg: svg(), csv: csv(), python: python(), json: json() };
    });
    assert.match(files.svg, /^<svg [^>]+>.*largest 0\.164.*<\/svg>\n$/s);
    assert.match(files.csv, /^P,q · k,/m);
    assert.match(files.python, /torch\.manual_seed\(2\)/);
    assert.equal(files.json.matrices.P.shape.join(), "32,4");
  });
});

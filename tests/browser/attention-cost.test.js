// <attention-cost> as a reader meets it: every count against its definition, the lessons' tables, times
// against their raw samples, a real measurement, cancelling and pausing, keys, small screens, files.
/* global explorer, focusIsOn, matrixTexts, put, readText, within */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { describe, it } from "node:test";
import { timingSteps } from "../../web/explorers/cost/timing.js";
import { inEveryBrowser } from "./harness.js";

const lessons = JSON.parse(
  fs.readFileSync(new URL("../fixtures/lesson-facts.json", import.meta.url), "utf8"),
);

// --- the definition ----------------------------------------------------------------------------------

/** @param {number} value */
const grouped = (value) => value.toLocaleString("en-GB", { maximumFractionDigits: 0 });

/** What is shown of bytes, in MB or GB with two decimals. @param {string} text @param {number} value @param {number} unit @param {string} where */
function assertBytes(text, value, unit, where) {
  const said = `${where}: ${text} is shown for ${value} bytes`;
  if (text.startsWith("<")) assert.ok(value > 0 && value / unit < 0.005, said);
  else assert.ok(Math.abs(Number(text.replaceAll(",", "")) - value / unit) <= 0.005 + 1e-9, said);
}

/** A factor, with two digits at least. @param {string} text @param {number} value @param {string} where */
function assertFactor(text, value, where) {
  const shown = Number(text.replaceAll(",", ""));
  assert.ok(
    Math.abs(shown - value) <= Math.max(0.005, value < 1000 ? 0 : 0.05) + 1e-9,
    `${where}: ${text} is shown for ${value}`,
  );
}

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return (sorted[Math.floor(at)] + sorted[Math.ceil(at)]) / 2;
}

/** The slope of log y over log x, by the normal equations. @param {[number, number][]} points */
function slope(points) {
  const n = points.length;
  const [x, y] = [0, 1].map((axis) => points.map((point) => Math.log(point[axis])));
  const sum = (/** @type {number[]} */ list) => list.reduce((total, value) => total + value, 0);
  const xy = sum(x.map((value, at) => value * y[at]));
  return (n * xy - sum(x) * sum(y)) / (n * sum(x.map((value) => value ** 2)) - sum(x) ** 2);
}

/** Three digits, as times are written. @param {number} value */
const threeDigits = (value) =>
  value >= 1000 ? grouped(Number(value.toPrecision(3))) : value.toPrecision(3);

// --- what the page shows -----------------------------------------------------------------------------

/** The cells of a table on screen, by tokens and column; and the readouts.
 * @param {import("./harness.js").Page} page @param {Record<string, unknown>} state */
const shownOf = (page, state) =>
  page.run(async (/** @type {Record<string, unknown>} */ values) => {
    const none = Object.fromEntries(
      ["preset", "n", "d", "heads", "layers", "bytes", "expansion"].map((name) => [
        name,
        undefined,
      ]),
    );
    const element = await put({ hide: "predict", ...none, ...values });
    /** @type {Record<string, Record<string, Record<string, string>>>} */
    const tables = {};
    for (const table of element.shadowRoot.querySelectorAll("[data-figures]")) {
      tables[table.dataset.figures] = Object.fromEntries(
        [...table.querySelectorAll("tbody tr")].map((row) => [
          row.dataset.n,
          Object.fromEntries(
            [...row.querySelectorAll("td")].map((cell) => [
              cell.dataset.cell,
              (cell.textContent ?? "").trim(),
            ]),
          ),
        ]),
      );
    }
    const readouts = Object.fromEntries(
      [...element.shadowRoot.querySelectorAll("[data-readout]")].map((item) => [
        item.dataset.readout,
        item.querySelector("dd").textContent.trim(),
      ]),
    );
    const units = Object.fromEntries(
      [...element.shadowRoot.querySelectorAll("[data-column]")].map((head) => [
        head.dataset.column,
        head.querySelector("small")?.textContent,
      ]),
    );
    return { tables, readouts, units, sentence: readText(".sentence") };
  }, state);

/** @type {Record<string, number>} */
const UNITS = { MB: 1e6, GB: 1e9, TB: 1e12 };

/** Times of one's own instead of measured ones: the call of a method takes `times(method, n)` ms, and
 * the samples of a point scatter around it.
 * @param {import("./harness.js").Page} page @param {number} [pause] ms between two points */
const inject = (page, pause = 0) =>
  page.run((/** @type {number} */ wait) => {
    /** @type {any} */ (window).taken = [];
    // What has been measured by itself meanwhile is forgotten.
    explorer().measurements.end();
    explorer().measurements.all.clear();
    explorer().begun.clear();
    explorer().startTiming = (
      /** @type {unknown} */ _attn,
      /** @type {any} */ plan,
      /** @type {any} */ listener,
    ) => {
      /** @type {any[]} */
      const left = [...plan.wanted];
      let paused = false;
      let ended = false;
      const each = { staged: 3e-6, fused: 2e-6, loop: 4e-5, cached: 1e-4, whole: 1e-6 };
      const step = () => {
        if (ended) return;
        if (paused) return void setTimeout(step, 5);
        const at = left.shift();
        if (!at) return listener.onDone();
        const { method, n } = at;
        /** @type {any} */ (window).taken.push(at);
        const fraction = 1 - left.length / plan.wanted.length;
        if (method === "loop" && n > 4096) {
          // It has ended before.
        } else if (method === "loop" && n > 2048) {
          const stop = { method, n, why: "time", milliseconds: 2718 };
          listener.onProgress({ fraction, at, stop });
        } else {
          const power = method === "cached" ? 1 : 1.95;
          const time = /** @type {any} */ (each)[method] * n ** power;
          const calls = Math.max(1, Math.ceil(10 / time));
          const samples = [1.07, 0.98, 1.4, 1, 0.99].map((noise) => calls * time * noise);
          listener.onProgress({ fraction, at, point: { method, n, calls, samples } });
        }
        setTimeout(step, wait);
      };
      setTimeout(step, wait);
      return {
        pause: (/** @type {boolean} */ now) => (paused = now),
        end: () => (ended = true),
      };
    };
  }, pause);

/** @param {import("./harness.js").Page} page */
const measured = (page) =>
  page.run(async () => {
    for (let turn = 0; turn < 1500 && explorer().measurements.run; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (explorer().measurements.run) throw new Error("the measurement did not end");
    await explorer().updateComplete;
  });

// --- the rules of measuring, under a clock of our own --------------------------------------------------

/**
 * Measures what takes as long as `lasts` says, by a clock that steps by `tick` ms.
 * @param {object} options
 * @param {number} [options.tick] @param {{ method: string, n: number }[]} options.wanted
 * @param {(method: string, n: number) => number} options.lasts ms of one call
 * @param {number} [options.bytes] that a call may hold
 * @param {(turn: number) => boolean} [options.waits] whether there is a wait after this step
 */
function underClock({ tick = 0.1, wanted, lasts, bytes = Infinity, waits = () => false }) {
  let time = 0;
  let calls = 0;
  let released = 0;
  const steps = timingSteps(
    { kind: "time", size: 64, wanted, known: [] },
    { call: 2000, bytes },
    {
      sideOf: (method, n) => ({
        run: () => {
          calls += 1;
          if (method === "refused") throw new RangeError("which this machine does not give");
          time += lasts(method, n);
          return new Float32Array([method === "b" ? 1.5 : 1]);
        },
        release: () => (released += 1),
      }),
      bytesOf: (method, n) => (method === "a" ? 4 * n * n : 0),
      powerOf: () => 2,
      apart: (a, b) => Math.abs(a[0] - b[0]),
      now: () => Math.floor((time += 1e-4) / tick) * tick,
    },
  );
  /** @type {any[]} */
  const all = [];
  let turn = 0;
  for (let next = steps.next(); !next.done; turn += 1) {
    all.push(next.value);
    const waited = waits(turn);
    // What happens in a wait makes the sample before it useless.
    if (waited) time += 5000;
    next = steps.next({ waited });
  }
  return {
    points: all.flatMap(({ point }) => point ?? []),
    stops: all.flatMap(({ stop }) => stop ?? []),
    apart: all.flatMap(({ apart }) => apart ?? []),
    fractions: all.map(({ fraction }) => fraction),
    time,
    calls,
    released,
  };
}

/** @param {string[]} methods @param {number[]} sizes */
const pairs = (methods, sizes) => sizes.flatMap((n) => methods.map((method) => ({ method, n })));

describe("the rules of measuring", () => {
  it("a sample is long for the clock, a point takes 50 ms, and the median is right", () => {
    for (const tick of [0.005, 0.1, 1]) {
      const { points, fractions } = underClock({
        tick,
        wanted: pairs(["a"], [128, 256]),
        lasts: (_, n) => n / 1000,
      });
      assert.equal(points.length, 2);
      for (const { n, calls, samples } of points) {
        const each = samples.map((/** @type {number} */ sample) => sample / calls);
        assert.ok(samples.length >= 5);
        assert.ok(Math.min(...samples) >= Math.max(10, 20 * tick) - tick, `${samples}`);
        assert.ok(
          samples.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b) >= 50,
        );
        assert.ok(Math.abs(median(each) / (n / 1000) - 1) < 0.06, `${tick}: ${median(each)}`);
      }
      assert.deepEqual(
        fractions,
        [...fractions].sort((a, b) => a - b),
      );
      assert.equal(fractions[fractions.length - 1], 1);
    }
  });

  it("an engine that gets quicker only after a while does not make samples short", () => {
    let calls = 0;
    const { points } = underClock({
      wanted: pairs(["a"], [128]),
      lasts: () => ((calls += 1) < 40 ? 2 : 0.05),
    });
    for (const sample of points[0].samples) assert.ok(sample >= 7.9, `${sample} ms`);
    assert.ok(Math.abs(median(points[0].samples) / points[0].calls / 0.05 - 1) < 0.02);
  });

  it("a long call is sampled three times, one that would be too long never", () => {
    const { points, stops } = underClock({
      wanted: pairs(["slow", "fast"], [1024, 2048, 4096, 8192]),
      lasts: (method, n) => (method === "slow" ? 1e-4 : 1e-6) * n ** 2,
    });
    const slow = points.filter(({ method }) => method === "slow");
    assert.deepEqual(
      slow.map(({ n, samples }) => [n, samples.length]),
      [
        [1024, 5],
        [2048, 3],
        [4096, 3],
      ],
    );
    assert.equal(points.length, 7);
    assert.equal(stops.length, 1);
    assert.deepEqual([stops[0].method, stops[0].n, stops[0].why], ["slow", 8192, "time"]);
    assert.ok(Math.abs(stops[0].milliseconds / (1e-4 * 8192 ** 2) - 1) < 0.01);
  });

  it("what would hold too many bytes, or is refused, ends; the others go on", () => {
    const { points, stops, released } = underClock({
      wanted: pairs(["a", "b", "refused"], [128, 256, 512]),
      lasts: () => 1,
      bytes: 300_000,
    });
    assert.deepEqual(
      points.map(({ method, n }) => `${method} ${n}`),
      ["a 128", "b 128", "a 256", "b 256", "b 512"],
    );
    assert.deepEqual(stops, [
      { method: "refused", n: 128, why: "refused", message: "which this machine does not give" },
      { method: "a", n: 512, why: "memory", bytes: 4 * 512 ** 2 },
    ]);
    assert.equal(released, 6);
  });

  it("results are compared at the smallest size", () => {
    const { apart } = underClock({ wanted: pairs(["a", "b"], [128, 256]), lasts: () => 1 });
    assert.deepEqual(apart, [0.5]);
  });

  it("the sample before a wait is thrown away", () => {
    const plan = { wanted: pairs(["a"], [128]), lasts: () => 1 };
    const calm = underClock(plan);
    const disturbed = underClock({ ...plan, waits: (turn) => turn % 3 === 2 });
    assert.equal(disturbed.points[0].samples.length, calm.points[0].samples.length);
    for (const sample of disturbed.points[0].samples) assert.ok(sample < 20, `${sample} ms`);
    assert.ok(disturbed.calls > calm.calls);
  });
});

// --- tests -------------------------------------------------------------------------------------------

inEveryBrowser("attention-cost", "explorers/attention-cost.html", (test) => {
  test("items 91 and 119: memory: every count is the definition's, and the lesson's table is there", async (page) => {
    for (const [state, d, heads, layers, bytes, own] of /** @type {any[]} */ ([
      [{ view: "memory" }, 64, 1, 1, 4, 8192],
      [{ view: "memory", preset: "ticket" }, 64, 4, 1, 4, 120],
      [{ view: "memory", preset: "128k" }, 64, 1, 1, 2, 131072],
      [{ view: "memory", n: 777, d: 96, heads: 3, layers: 5, bytes: 1 }, 96, 3, 5, 1, 777],
    ])) {
      const { tables, readouts, units } = await shownOf(page, state);
      const where = JSON.stringify(state);
      const rows = Object.keys(tables.memory).map(Number);
      assert.deepEqual(
        rows,
        [...new Set([128, 256, 512, 1024, 2048, 4096, 8192, own])].sort((a, b) => a - b),
      );
      for (const n of rows) {
        const cells = tables.memory[n];
        const scores = layers * heads * n * n;
        const qkv = layers * 3 * n * d * bytes;
        assert.equal(cells.scores, grouped(scores), where);
        assertBytes(cells.scoreBytes, scores * bytes, UNITS[units.scoreBytes ?? ""], where);
        assertBytes(cells.qkvBytes, qkv, UNITS[units.qkvBytes ?? ""], where);
        assertFactor(cells.times, (scores * bytes) / qkv, where);
      }
      assert.equal(readouts.scores, grouped(layers * heads * own * own));
      assert.ok(
        readouts.scoreBytes.startsWith(`${grouped(layers * heads * own * own * bytes)} bytes`),
      );
      assert.ok(readouts.qkvBytes.startsWith(`${grouped(layers * 3 * own * d * bytes)} bytes`));
    }
    const { tables, sentence } = await shownOf(page, { view: "memory" });
    for (const { n, scores, mb_2dp, qkv_mb_1dp } of lessons.lesson_1.memory) {
      assert.equal(tables.memory[n].scoreBytes, mb_2dp.toFixed(2));
      if (scores) assert.equal(tables.memory[n].scores, grouped(scores));
      if (qkv_mb_1dp)
        assert.equal(Number(tables.memory[n].qkvBytes).toFixed(1), String(qkv_mb_1dp));
    }
    assert.equal(tables.memory[4096].scores, grouped(lessons.lesson_2.scores_at_4096));
    assert.match(sentence, /67,108,864 scores per head: 268\.44 MB, or 256 MiB\./);
    const ticket = await shownOf(page, { view: "memory", preset: "ticket" });
    const block = lessons.lesson_1.one_block_shapes;
    assert.equal(ticket.readouts.headScores, grouped(block.scores / block.heads));
    const long = await shownOf(page, { view: "memory", preset: "128k" });
    assert.match(long.sentence, /34\.36 GB, or 32 GiB\./);
    assert.equal(ticket.readouts.scores, grouped(block.scores));
    assert.ok(ticket.readouts.scoreBytes.startsWith(`${grouped(block.score_bytes_float32)} bytes`));
  });

  test("items 121 and 127: against feed-forward: the lesson's table and where the lines cross", async (page) => {
    const lesson = lessons.lesson_3.memory_fp16_vs_ffn;
    const { tables, readouts, units } = await shownOf(page, { view: "feed-forward" });
    assert.equal(units.headBytes, "GB");
    for (const { n, attn_gb, ffn_gb, ratio } of lesson.rows) {
      const cells = tables["feed-forward"][n];
      // What is not 0 is not written as 0.
      if (attn_gb === 0) assert.ok(Number(cells.headBytes) > 0 && Number(cells.headBytes) < 0.005);
      else assert.equal(cells.headBytes, attn_gb.toFixed(2));
      assert.equal(cells.hidden, ffn_gb.toFixed(2));
      assert.equal(cells.share, ratio.toFixed(2));
    }
    assert.equal(readouts.crossover, grouped(lesson.crossover_n));
    for (const [n, d, heads, bytes, expansion] of [
      [1000, 96, 3, 4, 4],
      [40000, 512, 8, 2, 3],
    ]) {
      const own = await shownOf(page, { view: "feed-forward", n, d, heads, bytes, expansion });
      const where = `n ${n}, d ${d}`;
      const crossover = expansion * d;
      assert.ok(String(crossover) in own.tables["feed-forward"], where);
      for (const [row, cells] of Object.entries(own.tables["feed-forward"])) {
        const tokens = Number(row);
        assertBytes(cells.headBytes, tokens ** 2 * bytes, UNITS[own.units.headBytes ?? ""], where);
        assertBytes(cells.hidden, tokens * crossover * bytes, UNITS[own.units.hidden ?? ""], where);
        assert.equal(Number(cells.share), Number((tokens / crossover).toFixed(2)), where);
      }
      assert.equal(readoutNumber(own.readouts.crossover), crossover);
      assert.equal(readoutNumber(own.readouts.crossoverAll), crossover / heads);
    }
  });

  test("operations and the step with a cache: counted one multiplication and addition at a time", async (page) => {
    const { readouts, tables } = await shownOf(page, { view: "operations" });
    assert.equal(readouts.scoresProduct, grouped(lessons.lesson_3.flops.n_4096_d_64_scores));
    assert.equal(tables.operations[4096].scoresProduct, "2.147");
    for (const state of [
      { n: 10, d: 12, heads: 3, layers: 2, expansion: 2 },
      { n: 300, d: 64, heads: 1, layers: 1, expansion: 4 },
    ]) {
      const { n, d, heads, layers, expansion } = state;
      const size = d / heads;
      // (rows, depth) times (depth, columns) is rows · columns sums of depth products.
      const product = (/** @type {number[]} */ [rows, depth, columns]) =>
        2 * rows * depth * columns;
      const expected = {
        scoresProduct: layers * heads * product([n, size, n]),
        attention: layers * heads * (product([n, size, n]) + product([n, n, size])),
        projections: layers * 4 * product([n, d, d]),
        feedForward: layers * (product([n, d, expansion * d]) + product([n, expansion * d, d])),
      };
      const shown = await shownOf(page, { view: "operations", ...state });
      for (const [name, value] of Object.entries(expected)) {
        assert.equal(shown.readouts[name], grouped(value), name);
        const cell = shown.tables.operations[n][name];
        if (!cell.startsWith("<")) assert.ok(Math.abs(Number(cell) - value / 1e9) <= 0.0005);
        else assert.ok(value < 0.0005e9);
      }
      let again = 0;
      for (let token = 1; token <= n; token += 1)
        again += layers * heads * (product([1, size, token]) + product([1, token, size]));
      const step = layers * heads * (product([1, size, n]) + product([1, n, size]));
      const decoding = await shownOf(page, { view: "decoding", ...state, bytes: 2 });
      assert.equal(decoding.readouts.step, grouped(step));
      assert.equal(decoding.readouts.again, grouped(again));
      assertFactor(decoding.readouts.saved, again / step, "saved");
      assert.ok(decoding.readouts.cache.startsWith(`${grouped(layers * 2 * n * d * 2)} bytes`));
    }
  });

  test("items 41 and 42: times: median, spread, slope and n² are those of the raw samples", async (page) => {
    await inject(page);
    // Small sizes are there by themselves, with no slope that would tell the answer.
    await measured(page);
    const before = await page.run(() => ({
      sizes: [...new Set(/** @type {any} */ (window).taken.map((/** @type {any} */ at) => at.n))],
      slope: readText("[data-readout=slope] dd"),
      foot: within("[data-slope]") !== null,
      empty: [...explorer().shadowRoot.querySelectorAll("[data-readout] dd, [data-cell]")]
        .map((/** @type {Element} */ cell) => cell.textContent?.trim() ?? "")
        .filter((/** @type {string} */ text) => ["", "…", "–", "NaN"].includes(text)),
      lines: explorer().description().join(" "),
      question: readText(".prediction .question"),
    }));
    assert.deepEqual(before.sizes, [128, 256, 512]);
    assert.equal(before.slope, "");
    // Nothing waits or is empty: what has no time yet has no place.
    assert.deepEqual(before.empty, []);
    assert.match(
      before.lines,
      /lesson 1: PyTorch[^:]*: 0\.0350 ms at n = 128, 0\.225 ms at n = 512\./,
    );
    assert.ok(!before.foot);
    assert.match(before.question, /From 512 to 4,096 tokens, a text becomes 8 times as long/);
    await page.focusByKeys('[data-answer="64"]');
    await page.press("Enter");
    await measured(page);
    const { tables, readouts, sentence } = await shownOf(page, { view: "time", hide: "" });
    const json = await page.run(() => explorer().allExports().json());
    /** @type {Record<string, [number, number][]>} */
    const lines = { staged: [], fused: [], loop: [] };
    for (const { method, n, calls, samples } of json.samples) {
      const times = samples.map((/** @type {number} */ sample) => sample / calls);
      lines[method].push([n, median(times)]);
      assert.equal(
        tables.time[n][method].replaceAll(/\s+/g, " "),
        `${threeDigits(median(times))}${threeDigits(Math.min(...times))}–${threeDigits(Math.max(...times))}`,
      );
    }
    assert.deepEqual(
      lines.fused.map(([n]) => n),
      [128, 256, 512, 1024, 2048, 4096, 8192],
    );
    assert.equal(lines.loop.length, 5);
    assert.equal(tables.time[4096].loop, "–");
    for (const [method, points] of Object.entries(lines)) {
      const expected = slope(points.filter(([n]) => n >= 512)).toFixed(2);
      assert.equal(
        await page.run((/** @type {string} */ of) => readText(`[data-slope=${of}]`), method),
        expected,
      );
    }
    assert.equal(readouts.slope, "1.95");
    const [at1024, at8192] = [3, 6].map((index) => lines.fused[index][1]);
    assert.equal(readouts.growth, `${Math.round(at8192 / at1024)} times as long`);
    assert.equal(readouts.rate, `${((4 * 8192 ** 2 * 64) / at8192 / 1e6).toPrecision(3)} · 10⁹`);
    assert.match(
      sentence,
      /fused attention takes 58 times as long for 8 times as many tokens \(1,024 → 8,192\)/,
    );
    assert.match(
      await page.run(() => readText("[data-stops]")),
      /^The plain loop stops before n = 4,096: one call would take about 2\.72 s\.$/,
    );
    assert.match(await page.run(() => readText(".prediction")), /You got it\..* ≈ 58 times/s);
    // The line of n² goes through the first line at 1,024.
    const [square, staged] = await page.run(() => {
      const { series } = explorer().charts()[0];
      return ["square", "staged"].map((name) =>
        series.find((/** @type {any} */ one) => one.name === name),
      );
    });
    const through = staged.points.find((/** @type {any} */ point) => point.x === 1024).y;
    for (const { x, y } of square.points)
      assert.ok(Math.abs(y / (through * (x / 1024) ** 2) - 1) < 1e-9);
    const { csv, svg, python } = await page.run(() => {
      const files = explorer().allExports();
      return { csv: files.csv(), svg: files.svg(), python: files.python() };
    });
    assert.equal(csv.match(/^(staged|fused|loop),\d+,\d+,/gm)?.length, 5 * 19);
    assert.match(csv, /^1024,/m);
    assert.match(svg, /^<svg .*n², from n = 1,024.*<\/svg>\n$/s);
    assert.match(python, /d_k = 64\n[\s\S]*scaled_dot_product_attention/);
  });

  test("a real measurement, in a worker: the three agree, and times grow", async (page) => {
    const found = await page.run(async () => {
      const element = await put({ to: 512, hide: "predict", n: 512 });
      element.measure();
      for (let turn = 0; turn < 1500 && element.measurements.run; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await element.updateComplete;
      const json = element.allExports().json();
      return {
        samples: json.samples,
        apart: element.facts.timed.found.apart,
        isHere: element.measurements.isHere,
        state: within("[data-state]")?.dataset.state,
        broken: element.measurements.broken ?? null,
      };
    });
    assert.equal(found.broken, null);
    assert.equal(found.state, "done");
    assert.equal(found.isHere, false);
    assert.equal(found.samples.length, 9);
    for (const { samples, calls } of found.samples) {
      assert.ok(samples.length >= 5 && calls >= 1);
      assert.ok(
        samples.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b, 0) >= 50,
      );
    }
    assert.ok(found.apart > 0 && found.apart < 1e-5, `apart ${found.apart}`);
    for (const method of ["staged", "fused", "loop"]) {
      const [small, , large] = found.samples.filter(
        (/** @type {any} */ point) => point.method === method,
      );
      // Sixteen times the work; others may have this machine's cores meanwhile.
      assert.ok(large.median > small.median, method);
    }
  });

  test("a real step with and without a cache; they agree", async (page) => {
    const { samples, apart } = await page.run(async () => {
      const element = await put({ view: "decoding", to: 256, n: 256, hide: "predict" });
      element.measure();
      for (let turn = 0; turn < 1500 && element.measurements.run; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await element.updateComplete;
      return {
        samples: element.allExports().json().samples,
        apart: element.facts.timed.found.apart,
      };
    });
    assert.equal(samples.length, 4);
    assert.ok(apart < 1e-5);
    const at = (/** @type {string} */ method) =>
      samples.find((/** @type {any} */ point) => point.method === method && point.n === 256).median;
    assert.ok(at("whole") > at("cached"));
  });

  test("the measurement can be ended, and goes on where it was", async (page) => {
    await inject(page, 30);
    // The focus goes from what ends the measurement to what begins it.
    await measured(page);
    await page.focusByKeys('[data-answer="8"]');
    await page.press("Enter");
    await page.focusByKeys("[data-action=cancel]");
    await page.press("Enter");
    assert.ok(await page.run(() => focusIsOn("[data-action=measure]")));
    const halted = await page.run(async () => {
      const before = explorer().measurements.found("time", 64).points.size;
      await new Promise((resolve) => setTimeout(resolve, 150));
      return {
        before,
        after: explorer().measurements.found("time", 64).points.size,
        text: readText("[data-state=stopped]"),
      };
    });
    assert.equal(halted.after, halted.before);
    assert.match(halted.text, /Stopped\. The results so far are kept\./);
    await page.press("Enter");
    await measured(page);
    const taken = await page.run(() =>
      /** @type {any} */ (window).taken.map((/** @type {any} */ at) => `${at.method} ${at.n}`),
    );
    assert.equal(new Set(taken).size, 21);
    assert.ok(taken.length <= 22, "nothing is measured twice but what was under way");
  });

  test("a real measurement pauses while nobody sees it, and can be cancelled", async (page) => {
    const counts = await page.run(async () => {
      const element = await put({ hide: "predict", to: 1024 });
      const wait = (/** @type {number} */ time) =>
        new Promise((resolve) => setTimeout(resolve, time));
      const done = () => element.measurements.found("time", 64).points.size;
      element.measure();
      while (done() < 1) await wait(10);
      const hidden = (/** @type {boolean} */ isHidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
        document.dispatchEvent(new Event("visibilitychange"));
      };
      hidden(true);
      await element.updateComplete;
      const state = within("[data-state]")?.dataset.state;
      await wait(300); // what was under way ends
      const before = done();
      await wait(400);
      const after = done();
      hidden(false);
      for (let turn = 0; turn < 500 && done() === after; turn += 1) await wait(10);
      const later = done();
      element.measurements.halt();
      await element.updateComplete;
      return { state, before, after, later, end: within("[data-state]")?.dataset.state };
    });
    assert.equal(counts.state, "paused");
    assert.equal(counts.after, counts.before);
    assert.ok(counts.later > counts.after);
    assert.equal(counts.end, "stopped");
  });

  test("where workers are refused, short calls are timed on the page's own thread", async (page) => {
    const found = await page.run(async () => {
      globalThis.Worker = /** @type {any} */ (
        class {
          constructor() {
            throw new Error("refused");
          }
        }
      );
      const element = await put({ to: 128, hide: "predict", methods: ["fused"] });
      element.measure();
      for (let turn = 0; turn < 500 && element.measurements.run; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await element.updateComplete;
      return {
        isHere: element.measurements.isHere,
        size: element.measurements.found("time", 64).points.size,
        text: readText(".timing"),
      };
    });
    assert.equal(found.isHere, true);
    assert.equal(found.size, 1);
    assert.match(found.text, /Workers cannot be used here/);
  });

  test("a worker that dies leaves what was measured, and says so", async (page) => {
    const found = await page.run(async () => {
      const Original = globalThis.Worker;
      globalThis.Worker = /** @type {any} */ (
        class {
          constructor() {
            const at = { method: "staged", n: 128 };
            const point = { ...at, calls: 2, samples: [20, 22, 24] };
            setTimeout(() => this.onmessage({ data: { progress: { fraction: 0.1, at, point } } }));
            setTimeout(() => this.onerror({ preventDefault: () => undefined }), 50);
          }
          onmessage(/** @type {unknown} */ _event) {}
          onerror(/** @type {unknown} */ _event) {}
          postMessage() {}
          terminate() {}
        }
      );
      const element = await put({ hide: "predict" });
      element.measure();
      for (let turn = 0; turn < 500 && element.measurements.run; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      globalThis.Worker = Original;
      await element.updateComplete;
      return {
        text: readText("[data-state=stopped]"),
        cell: readText('[data-n="128"] [data-cell=staged]'),
        isHere: element.measurements.isHere,
      };
    });
    assert.match(found.text, /stopped, most likely because memory ran out/);
    assert.match(found.cell, /^11\.0/);
    assert.equal(found.isHere, false);
  });

  test("the author's words stand in place of ours", async (page) => {
    const found = await page.run(async () => {
      await put({
        strings: { heading: "Was kostet das?", "view time": "Zeit", measureOn: "Weiter messen" },
      });
      await put({ hide: "predict" });
      for (let turn = 0; turn < 500 && explorer().measurements.run; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await explorer().updateComplete;
      return [
        readText(".heading"),
        readText("[data-control=view] label"),
        readText(".timing button"),
      ];
    });
    assert.deepEqual(found, ["Was kostet das?", "Zeit", "Weiter messen"]);
  });

  test("on a device with little memory the scores are not kept, and the chart says so", async (page) => {
    const found = await page.run(async () => {
      Object.defineProperty(navigator, "deviceMemory", { value: 1 / 64 });
      const element = await put({ to: 512, hide: "predict", methods: ["staged", "fused"] });
      element.measure();
      for (let turn = 0; turn < 1500 && element.measurements.run; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await element.updateComplete;
      return {
        points: [...element.measurements.found("time", 64).points.keys()],
        text: readText("[data-stops]"),
        told: element.description().flat(3).join(" "),
      };
    });
    // A sixteenth of 16 MiB holds the scores of 256 tokens, not of 512: 4 · 512² bytes and Q, K, V.
    assert.deepEqual(found.points, [
      "staged 128",
      "fused 128",
      "staged 256",
      "fused 256",
      "fused 512",
    ]);
    assert.match(
      found.text,
      /^Staged attention stops before n = 512: one call would need 1\.84 MB/,
    );
    assert.ok(found.told.includes(found.text));
  });

  test("items 117 and 118: softmax's own operations, and sequences side by side", async (page) => {
    const { tables, readouts } = await shownOf(page, { view: "operations", n: 4096 });
    const pairs = 4096 ** 2;
    assert.equal(readouts.softmax, grouped(5 * pairs));
    assert.equal(Number(tables.operations[4096].softmax), Number(((5 * pairs) / 1e9).toFixed(3)));
    const many = await shownOf(page, { view: "memory", n: 120, d: 64, heads: 4, batch: 32 });
    assert.equal(many.readouts.scores, grouped(32 * 57600));
    assert.match(many.readouts.scoreBytes, /^7,372,800 bytes/);
  });

  test("item 43: what a window costs, counted pair by pair", async (page) => {
    for (const [n, window] of [
      [300, 64],
      [64, 100],
    ]) {
      // prettier-ignore
      const { readouts } = await shownOf(page, {
        view: "window",
        ...{ n, window, d: 64, heads: 1, layers: 1, bytes: 4 },
      });
      let pairs = 0;
      for (let i = 0; i < n; i += 1) for (let j = 0; j <= i; j += 1) if (j > i - window) pairs += 1;
      assert.equal(readouts.windowPairs, grouped(pairs));
      assert.equal(readouts.windowed, grouped(4 * 64 * pairs));
      assert.equal(readouts.pairs, grouped((n * (n + 1)) / 2));
      assert.match(readouts.windowCache, new RegExp(`^${grouped(2 * 64 * Math.min(n, window) * 4)} bytes`)); // prettier-ignore
    }
    const verdict = await page.run(async () => {
      await put({ hide: "", n: 4096, window: 1024 });
      /** @type {HTMLElement} */ (within("[data-answer=twice]")).click();
      await explorer().updateComplete;
      return readText(".prediction");
    });
    assert.match(verdict, /You got it/);
  });

  test("item 109: linear attention costs O(n), and what it blends is the definition's", async (page) => {
    const one = await shownOf(page, { view: "linear", n: 1000, d: 64, heads: 1 });
    const two = await shownOf(page, { view: "linear", n: 2000, d: 64, heads: 1 });
    const of = (/** @type {typeof one} */ found) => readoutNumber(found.readouts.linear);
    assert.equal(of(one), 4 * 1000 * 64 * 65);
    assert.equal(of(two), 2 * of(one));
    const texts = await page.run(() => matrixTexts());
    // The lesson's Q and K, and elu(x) + 1 of them: x + 1 where x is not negative.
    const phi = (/** @type {number[][]} */ rows) =>
      rows.map((row) => row.map((value) => (value >= 0 ? value + 1 : Math.exp(value))));
    const { Q, K } = lessons.lesson_1;
    const keys = phi(K);
    phi(Q).forEach((query, i) => {
      const scores = keys.map((key) => key.reduce((sum, value, c) => sum + value * query[c], 0));
      const all = scores.reduce((a, b) => a + b, 0);
      scores.forEach((score, j) => {
        const text = texts["A′"][i][j];
        assert.ok(Math.abs(Number(text) - score / all) <= 0.0005 + 1e-6, `${i}, ${j}: ${text}`);
      });
    });
  });

  test("item 93: path lengths in recurrence, convolution and attention", async (page) => {
    const { tables } = await shownOf(page, { view: "path" });
    for (const n of [8, 64, 512, 4096]) {
      const row = tables.path[n];
      // A convolution is built up until its last output has the first token in it.
      const grow = (/** @type {(layer: number) => number} */ step) => {
        let [seen, layers] = [1, 0];
        for (; seen < n; layers += 1) seen += step(layers);
        return layers;
      };
      assert.equal(row.recurrent, grouped(n - 1));
      assert.equal(row.convolution, grouped(grow(() => 2)));
      assert.equal(row.dilated, grouped(grow((layer) => 2 * 3 ** layer)));
      assert.equal(row.attentionPath, "1");
    }
    const found = await page.run(async () => {
      await put({ hide: "", n: 512 });
      const before = readText("[data-readout=recurrent] dd");
      /** @type {HTMLElement} */ (within('[data-answer="511"]')).click();
      await explorer().updateComplete;
      return { before, verdict: readText(".prediction"), drawn: explorer().shadowRoot.querySelectorAll("[data-path] svg").length }; // prettier-ignore
    });
    assert.equal(found.before, "?");
    assert.equal(found.drawn, 3);
    assert.match(
      found.verdict,
      /You got it\..*passes it on 511 times, .* need 256 layers, dilated ones 6\. Attention reads it in 1 step\./,
    );
  });

  test("one head, one layer, one token: singular; what is small is not written as <0.01", async (page) => {
    const found = await page.run(async () => {
      await put({ view: "memory", n: 1, layers: 2, heads: 1, hide: "predict" });
      const title = readText("[data-figures=memory] caption, [data-chart=memory]");
      const sentence = readText(".sentence");
      await put({ view: "memory", n: 128, layers: 1, batch: 2 });
      const chart = explorer().titleOf("chart memory");
      await put({ view: "feed-forward", n: 16, d: 4096, layers: null, batch: null });
      return {
        title,
        sentence,
        chart,
        ratio: readText("[data-figures=feed-forward] [data-n='16'] [data-cell=share]"),
        all: readText("[data-figures=feed-forward]"),
      };
    });
    assert.match(found.sentence, /^1 token makes 1 × 1 = 1 score per head/);
    assert.equal(found.chart, "Memory for one head, 2 sequences");
    // 16² numbers against 16 · 4 · 4096.
    assert.equal(found.ratio, (16 / (4 * 4096)).toFixed(5));
    assert.doesNotMatch(found.all, /</);
  });

  test("each view's question: hidden numbers, then the answer from live ones", async (page) => {
    for (const [view, answer, hidden, verdict] of [
      ["memory", "most", "times", /You got it\. The scores take 268\.44 MB, 42\.67 times/],
      [
        "operations",
        "feedForward",
        "attention",
        /Not quite\. Attention takes 4,294,967,296 operations,/,
      ],
      ["feed-forward", "equal", "crossover", /You got it\. .* = 16,384\./],
      ["decoding", "two", "again", /Not quite\. .* 8,390,656 in all, 2,048\.5 times as many\./],
    ]) {
      const found = await page.run(
        async (
          /** @type {string} */ name,
          /** @type {string} */ value,
          /** @type {string} */ of,
        ) => {
          await put({ view: name });
          const before = readText(`[data-readout=${of}] dd`);
          /** @type {HTMLElement} */ (within(`[data-answer=${value}]`)).click();
          await explorer().updateComplete;
          return {
            before,
            after: readText(`[data-readout=${of}] dd`),
            verdict: readText(".prediction"),
          };
        },
        view,
        answer,
        hidden,
      );
      assert.equal(found.before, "?");
      assert.match(found.after, /^[\d,.]+$/);
      assert.match(found.verdict, /** @type {RegExp} */ (verdict));
    }
  });

  test("by keys alone: views, sizes, a number of one's own, and what it is not", async (page) => {
    await page.focusByKeys("[data-control=view] input");
    await page.press("ArrowRight");
    assert.equal(await page.run(() => explorer().view), "memory");
    await page.focusByKeys("#n");
    await page.press("Home");
    assert.equal(await page.run(() => explorer().n), 128);
    await page.press("ArrowRight");
    assert.equal(await page.run(() => explorer().n), 512);
    await page.focusByKeys("#own-n");
    await page.run(() => /** @type {HTMLInputElement} */ (within("#own-n")).select());
    await page.type("1000");
    await page.press("Enter");
    assert.equal(await page.run(() => explorer().n), 1000);
    await page.focusByKeys("#heads");
    await page.run(() => /** @type {HTMLInputElement} */ (within("#heads")).select());
    await page.type("3");
    await page.press("Enter");
    assert.match(
      await page.run(() => readText(".sentence")),
      /A width of 64 cannot be divided evenly among 3 heads/,
    );
    await page.focusByKeys("[data-action=reset]");
    await page.press("Enter");
    assert.deepEqual(await page.run(() => [explorer().view, explorer().n ?? null]), ["time", null]);
  });

  test("state goes to attributes and address and comes back; change tells it", async (page) => {
    const found = await page.run(async () => {
      const element = explorer();
      /** @type {unknown[]} */
      const told = [];
      element.addEventListener("change", (/** @type {CustomEvent} */ event) =>
        told.push(event.detail),
      );
      await element.set({ view: "decoding", n: 300, heads: 4, methods: ["fused"], to: 1024 });
      while (!explorer().addressing.isSettled)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const attributes = Object.fromEntries(element.stateAttributes());
      const hash = location.hash;
      await put({ view: "time", n: undefined, heads: undefined, methods: ["loop"], to: 8192 });
      element.addressing.read();
      await element.updateComplete;
      return {
        told,
        hash,
        attributes,
        now: [element.view, element.n, element.heads, element.methods, element.to],
      };
    });
    assert.deepEqual(found.attributes, {
      view: "decoding",
      n: "300",
      heads: "4",
      methods: "fused",
      to: "1024",
    });
    assert.match(found.hash, /attention-cost\.view=decoding/);
    assert.deepEqual(found.now, ["decoding", 300, 4, ["fused"], 1024]);
    assert.equal(found.told.length, 1);
  });

  test("what cannot be is said, and hide removes what it names", async (page) => {
    const found = await page.run(async () => {
      const messages = [];
      for (const wrong of [
        { n: 0.5 },
        { heads: 5 },
        { bytes: 3 },
        { preset: "none" },
        { view: "none" },
        { methods: ["gpu"] },
      ]) {
        await put(wrong);
        messages.push(readText("[role=alert]"));
        explorer().reset();
        await explorer().updateComplete;
      }
      await put({ hide: "predict view preset n d heads methods to reset chart table measure" });
      return {
        messages,
        left: [
          ".prediction",
          "[data-control]",
          "[data-action]",
          "[data-chart]",
          "[data-figures]",
          ".timing",
        ].filter((selector) => within(selector)),
      };
    });
    for (const message of found.messages)
      assert.match(message, /^Something went wrong in this explorer\./);
    [
      /n = 0\.5 is not/,
      /d = 64 cannot be divided evenly among 5 heads/,
      /bytes = 3/,
      /“none”/,
      /“none”/,
      /“gpu”/,
    ].forEach((pattern, at) => assert.match(found.messages[at], pattern));
    assert.deepEqual(found.left, []);
  });
});

/** @param {string} text */
function readoutNumber(text) {
  return Number(text.replaceAll(",", ""));
}

// <attention-heads> as a reader meets it: the lessons' shapes and counts in their presets, four heads
// and both mistakes against the definition in float64, keys, state, files.
/* global explorer, matrixTexts, put, readText, within */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { load } from "attention-wasm";
import { inEveryBrowser } from "./harness.js";
import { assertMatrix, assertShown } from "./numbers.js";

const facts = JSON.parse(
  fs.readFileSync(new URL("../fixtures/lesson-facts.json", import.meta.url), "utf8"),
);
const { multihead_shapes: code, one_block_shapes: block, parameter_count: counts } = facts.lesson_1;

// --- the definition, in float64 ----------------------------------------------------------------------

/** @param {number[]} row */
function softmax(row) {
  const powers = row.map((value) => Math.exp(value - Math.max(...row)));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** @param {number[][]} a */
const turned = (a) => a[0].map((_, j) => a.map((row) => row[j]));

/** @param {number[][]} a @param {number[][]} b */
const times = (a, b) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, t) => sum + value * b[t][j], 0)));

/** @param {number[][]} q @param {number[][]} k */
const weightsOf = (q, k) =>
  times(q, turned(k)).map((row) => softmax(row.map((score) => score / Math.sqrt(k[0].length))));

/** @param {number[][]} m @param {number} head @param {number} size */
const slice = (m, head, size) => m.map((row) => row.slice(head * size, (head + 1) * size));

// The example's four wishes: the token before (places turn an eighth a token), the same word, nouns,
// nothing. Rebuilt here from what they mean.
const TOKENS = ["the", "cat", "sat", "on", "the", "mat"];
const WORDS = ["the", "cat", "sat", "on"];
/** @type {number[][]} */
const Q16 = [];
/** @type {number[][]} */
const K16 = [];
TOKENS.forEach((token, i) => {
  const round = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;
  const [c, s] = [round(Math.cos((i * Math.PI) / 4)), round(Math.sin((i * Math.PI) / 4))];
  const word = WORDS.includes(token)
    ? WORDS.map((other) => (other === token ? 0.964 : -0.155))
    : [-0.5, -0.5, -0.5, -0.5];
  const noun = ["cat", "mat"].includes(token) ? 1 : 0;
  const rest = [0, 0, 0];
  Q16.push([
    11.312 * (c + s),
    11.312 * (s - c),
    0,
    0,
    ...word.map((x) => 8 * x),
    6,
    ...rest,
    0,
    ...rest,
  ]);
  K16.push([c, s, 0, 0, ...word, noun, ...rest, 0, ...rest]);
});

const VIEWS = ["shapes", "patterns", "reshape", "axis", "output", "stacked", "practice", "check"];

const RESHAPED = [
  [1, 0, 2, -1],
  [0, 1, -1, 1],
  [2, 1, 0, 1.5],
];
const SCORES = [
  [0.5, 0.75, 3],
  [0, 0, 0],
  [1, 0, 0],
].map((row) => row.map((score) => score / Math.sqrt(2)));

/** @param {number[]} sizes */
const written = (sizes) => `(${sizes.join(", ")})`;
/** @param {number} value */
const count = (value) => value.toLocaleString("en-US");

/** @param {import("./harness.js").Page} page @param {Record<string, unknown>} state */
const shown = (page, state) =>
  page.run(async (/** @type {Record<string, unknown>} */ values) => {
    const element = await put(values);
    const rows = [...element.shadowRoot.querySelectorAll("[data-step]")];
    const texts = (/** @type {string} */ bars) =>
      Object.fromEntries(
        [...element.shadowRoot.querySelectorAll(`[data-bars=${bars}] tr`)].map((row) => [
          row.dataset.of,
          row.querySelector("td").textContent.trim(),
        ]),
      );
    const readouts = [...element.shadowRoot.querySelectorAll("[data-readout]")];
    return {
      steps: Object.fromEntries(
        rows.map((row) => [row.dataset.step, row.querySelector(".numbers").textContent]),
      ),
      readouts: Object.fromEntries(
        readouts.map((item) => [item.dataset.readout, item.querySelector("dd").textContent.trim()]),
      ),
      heads: texts("heads"),
      shared: texts("shared"),
    };
  }, state);

inEveryBrowser("attention-heads", "explorers/attention-heads.html", (test) => {
  test("bars are as long as their numbers are large, 390 px wide; a number stays with its unit", async (page) => {
    await page.resize(390, 800);
    const { heads, shared, said } = await page.run(async () => {
      // 16 × 1,000² scores of 4 bytes: 64 MB.
      await put({ hide: "predict", heads: 16, kvHeads: 16, n: 1000 });
      const lengths = (/** @type {string} */ bars) =>
        [...explorer().shadowRoot.querySelectorAll(`[data-bars=${bars}] .bar`)].map(
          (bar) => bar.getBoundingClientRect().width,
        );
      return {
        heads: lengths("heads"),
        shared: lengths("shared"),
        said: explorer().shadowRoot.querySelector(".sentence").textContent,
      };
    });
    assert.ok(heads[0] > 50);
    for (const length of heads) assert.ok(Math.abs(length - heads[0]) < 0.5, heads.join(" "));
    // 1, 2, 4, 8 and 16 heads of keys and values.
    shared.forEach((length, at) => {
      const wanted = shared[0] * 2 ** at;
      assert.ok(Math.abs(length - wanted) < 0.1 * wanted, shared.join(" "));
    });
    assert.match(said, /64\u00a0MB/);
  });

  test("shared heads: both parameter counts are told apart; short shapes end without NaN", async (page) => {
    const { sentence, bars } = await page.run(async () => {
      await put({ preset: "shared", hide: "predict" });
      return { sentence: readText(".sentence"), bars: readText("[data-bars=heads] .now td") };
    });
    // W_Q and W_O of 4096 × 4096, W_K and W_V of 4096 × 1024; with 32 heads of their own, four of 4096 × 4096.
    const [shared, full] = [2 * 4096 * (4096 + 1024), 4 * 4096 * 4096];
    assert.match(sentence, new RegExp(`The layer has ${count(shared)} parameters, and`));
    assert.match(
      sentence,
      new RegExp(`own keys and values, the layer would have ${count(full)} parameters`),
    );
    assert.equal(bars, count(full));
    const { rows, csv, data } = await page.run(async () => {
      const files = explorer().allExports();
      const json = files.json();
      return {
        rows: explorer().tables()[1].tensor.shape,
        csv: files.csv(),
        data: json.matrices.L.data,
      };
    });
    assert.deepEqual(rows, [10, 4]);
    assert.deepEqual(data.slice(0, 4), [1, 8192, 4096, null]);
    assert.match(csv, /^input X,1,8192,4096,$/m);
    assert.doesNotMatch(csv, /nan/i);
    const one = await page.run(async () => {
      await put({ preset: "ticket", heads: 1, n: 1, batch: 1 });
      return readText(".sentence");
    });
    assert.match(
      one,
      /^With 1 head of 64 numbers, there is 1 score, which takes 4 bytes .* its cache for 1 token takes/,
    );
  });

  test("items 33, 34, 35, 81, 83 and 84: the lessons' shapes and counts, each in its preset", async (page) => {
    const long = await shown(page, { preset: "block", hide: "predict" });
    assert.equal(long.steps.input, written(block.input));
    assert.equal(long.steps.transpose, written(block.split));
    assert.equal(long.steps.weights, written(block.weights));
    assert.equal(long.steps.output, written(block.output));
    assert.equal(long.readouts.size, String(block.d_k));
    assert.equal(long.readouts.scores, count(block.scores));
    assert.equal(long.readouts["score-bytes"], `${count(block.score_bytes_float32)} bytes`);
    const three = await shown(page, { preset: "code" });
    assert.equal(three.steps.input, written(code.input));
    assert.equal(three.steps.weights, written(code.weights));
    assert.equal(three.steps.output, written(code.output));
    const presets = { 64: "block", "512 true": "paper", "512 false": "paper-formulas" };
    for (const { d, heads, bias, count: parameters } of counts) {
      const preset = presets[/** @type {64} */ (d === 64 ? 64 : `${d} ${bias}`)];
      const found = await shown(page, { preset });
      for (const h of heads) assert.equal(found.heads[h], count(parameters));
      assert.equal(found.readouts.parameters, count(parameters));
      assert.equal(new Set(Object.values(found.heads)).size, 1, "the count moves with no head");
    }
    const {
      d_model: d,
      heads,
      d_k: size,
      weights_without_bias: weights,
    } = facts.lesson_2.multihead;
    const paper = await shown(page, { preset: "paper-formulas" });
    assert.deepEqual(
      [paper.readouts.size, paper.readouts.parameters, paper.steps.transpose],
      [String(size), count(weights), written([1, heads, 512, d / heads])],
    );
  });

  test("shapes and counts are those of a layer that runs", async (page) => {
    const attn = await load();
    for (const [d, heads, kvHeads, n, batch] of [
      [64, 8, 2, 5, 2],
      [48, 12, 12, 3, 1],
    ]) {
      const kv = (d / heads) * kvHeads;
      const zeros = (/** @type {number[]} */ shape) => ({
        data: new Float32Array(shape.reduce((a, b) => a * b)),
        shape,
      });
      const layer = attn.multiHead({
        d,
        heads,
        kvHeads,
        parameters: {
          W_Q: zeros([d, d]),
          W_K: zeros([d, kv]),
          W_V: zeros([d, kv]),
          W_O: zeros([d, d]),
          b_Q: zeros([d]),
          b_K: zeros([kv]),
          b_V: zeros([kv]),
          b_O: zeros([d]),
        },
      });
      const { output, weights } = layer.forward(zeros([batch, n, d]), { weights: true });
      const found = await shown(page, { d, heads, kvHeads, n, batch, hide: "predict" });
      assert.equal(found.steps.output, written(output.shape));
      assert.equal(found.steps.weights, written(weights?.shape ?? []));
      assert.equal(found.readouts.parameters, count(layer.parameterCount));
      assert.equal(found.readouts.scores, count(batch * heads * n * n));
      assert.equal(found.readouts.cache, `${count(2 * 4 * batch * n * kv)} bytes`);
      // Sharing makes the cache smaller in proportion.
      for (const [g, text] of Object.entries(found.shared))
        assert.equal(text, `${count((2 * 4 * batch * n * d * Number(g)) / heads)} bytes`);
      layer.release();
    }
  });

  test("every weight of four heads, two and one is the definition's", async (page) => {
    for (const cut of [4, 2, 1]) {
      const found = await page.run(async (/** @type {number} */ heads) => {
        await put({ view: "patterns", cut: heads });
        return matrixTexts();
      }, cut);
      assert.equal(Object.keys(found).length, cut);
      const size = 16 / cut;
      for (let head = 0; head < cut; head += 1) {
        const want = weightsOf(slice(Q16, head, size), slice(K16, head, size));
        assertMatrix(found[`A_${head + 1}`], want, `head ${head + 1} of ${cut}`);
      }
    }
    const four = [0, 1, 2, 3].map((head) => weightsOf(slice(Q16, head, 4), slice(K16, head, 4)));
    const patterns = new Set(four.map((weights) => weights[2].map((x) => x.toFixed(2)).join()));
    assert.equal(patterns.size, 4, "four patterns");
  });

  test("equal weights are named together, not one of them as the largest", async (page) => {
    await page.run(() => put({ view: "patterns", hide: "predict", query: 3 }));
    assert.match(
      await page.run(() => readText(".sentence")),
      /0\.455 each to “cat”, “mat”; head 4 gives every token the same, 0\.167/,
    );
  });

  test("items 36 and 85: the reshape without the transpose scrambles tokens, with real numbers", async (page) => {
    const hidden = await page.run(async () => {
      await put({ view: "reshape" });
      return matrixTexts()["Q′_1"];
    });
    assert.deepEqual(new Set(hidden.flat()), new Set(["?"]), "first the question");
    await page.click("[data-answer=damaged]");
    const found = await page.run(() => ({
      matrices: matrixTexts(),
      verdict: readText(".prediction"),
      readouts: readText("[data-readout=misplaced] dd"),
    }));
    const flat = RESHAPED.flat();
    for (let head = 0; head < 2; head += 1) {
      const right = slice(RESHAPED, head, 2);
      const wrong = [0, 1, 2].map((i) => flat.slice(head * 6 + i * 2, head * 6 + i * 2 + 2));
      const name = head + 1;
      assertMatrix(found.matrices[`Q_${name}`], right, "right");
      assertMatrix(found.matrices[`A_${name}`], weightsOf(right, right), "right weights");
      assertMatrix(found.matrices[`Q′_${name}`], wrong, "wrong");
      assertMatrix(found.matrices[`A′_${name}`], weightsOf(wrong, wrong), "wrong weights");
      const from = [0, 1, 2].map((i) =>
        [0, 1].map((c) => Math.floor((head * 6 + i * 2 + c) / 4) + 1),
      );
      assertMatrix(found.matrices[`T′_${name}`], from, "where they came from");
    }
    assert.match(
      found.verdict,
      /You got it\..*Row 2 of head 1 now holds \(2, −1\), which is the second half of “damaged”/s,
    );
    assert.equal(found.readouts, "8 of 12");
  });

  test("item 86: softmax over the wrong axis: rows no longer add up to 1", async (page) => {
    const found = await page.run(async () => {
      await put({ view: "axis", hide: "predict" });
      return {
        matrices: matrixTexts(),
        sums: readText("[data-readout=wrong-sums] dd"),
        right: readText("[data-readout=row-sums] dd"),
      };
    });
    const right = SCORES.map(softmax);
    const wrong = turned(turned(SCORES).map(softmax));
    const sum = (/** @type {number[]} */ row) => row.reduce((a, b) => a + b, 0);
    assertMatrix(found.matrices.A, right, "A");
    assertMatrix(found.matrices["A′"], wrong, "A′");
    assertMatrix(
      found.matrices["r′"],
      wrong.map((row) => [sum(row)]),
      "row sums",
    );
    assertMatrix(found.matrices["c′"], [turned(wrong).map(sum)], "column sums");
    assertMatrix(found.matrices.c, [turned(right).map(sum)], "column sums, right");
    found.sums.split(", ").forEach((text, i) => assertShown(text, sum(wrong[i]), "a row's sum"));
    found.right.split(", ").forEach((text) => assertShown(text, 1, "a row's sum"));
  });

  test("by keys alone: the question, sizes, every view", async (page) => {
    const before = await shown(page, { preset: "block" });
    assert.equal(before.heads[8], "?", "first the question");
    await page.focusByKeys("[data-answer=same]");
    await page.press("Enter");
    assert.match(
      await page.run(() => readText(".prediction")),
      /You got it\..*16,640 parameters with 4 heads, and 16,640 with 8/s,
    );
    await page.focusByKeys("#heads");
    await page.press("ArrowRight");
    assert.equal(await page.run(() => explorer().sizes.heads), 8);
    await page.focusByKeys("#kv-heads, #kvHeads");
    await page.press("Home");
    const found = await page.run(() => [
      explorer().sizes.kvHeads,
      readText("[data-readout=cache] dd"),
    ]);
    assert.deepEqual(found, [1, "7,680 bytes"]);
    assert.match(await page.run(() => readText(".sentence")), /cache is 8 times smaller/);
    await page.focusByKeys("[data-control=view] input", "Shift+Tab");
    for (const view of ["patterns", "reshape", "axis"]) {
      await page.press("ArrowRight");
      assert.equal(await page.run(() => explorer().view), view);
    }
    await page.focusByKeys("[data-answer=columns]", "Shift+Tab");
    await page.press("Enter");
    assert.match(
      await page.run(() => readText(".prediction")),
      /You got it\..*the rows add up to 1\.586/s,
    );
  });

  test("items 52 and 3: guided practice, six questions asked one after the other, none answered before", async (page) => {
    const answers = ["16", "(1, 4, 120, 16)", "57,600", "230,400", "(1, 120, 64)", "16,640"];
    const before = await page.run(async () => {
      await put({ view: "practice" });
      return {
        cells: [...explorer().shadowRoot.querySelectorAll("[data-task] td")].map((cell) =>
          cell.textContent.trim(),
        ),
        said: `${explorer().description().join(" ")} ${readText(".sentence")} ${readText(".readouts")}`,
      };
    });
    assert.deepEqual(before.cells, Array(6).fill("?"));
    for (const answer of answers.slice(2)) assert.ok(!before.said.includes(answer), answer);
    for (const [at, answer] of answers.entries()) {
      const found = await page.run(async (/** @type {string} */ value) => {
        const root = explorer().shadowRoot;
        const offered = [...root.querySelectorAll("[data-answer]")].map(
          (one) => one.dataset.answer,
        );
        const button = [...root.querySelectorAll("[data-answer]")].find(
          (one) => one.dataset.answer === value,
        );
        button.click();
        await explorer().updateComplete;
        const cells = [...root.querySelectorAll("[data-task] td")].map((cell) =>
          cell.textContent.trim(),
        );
        const verdict = readText(".prediction");
        root.querySelector("[data-action=next-question]")?.click();
        await explorer().updateComplete;
        return { offered, cells, verdict, task: explorer().task };
      }, answer);
      assert.equal(found.offered.filter((one) => one === answer).length, 1);
      assert.match(found.verdict, /You got it/);
      assert.equal(found.cells[at], answer);
      assert.deepEqual(found.cells.slice(at + 1), Array(5 - at).fill("?"));
      assert.equal(found.task, Math.min(6, at + 2), "the next one is asked");
    }
  });

  test("item 82: W_O mixes the heads; changed, and left out", async (page) => {
    const MIX = [[1, 0, 0.5, 0], [0, 1, 0, 0.5], [0.5, 0, -1, 0], [0, 0.5, 0, 1]]; // prettier-ignore
    const heads = [0, 1].map((head) => {
      const q = slice(RESHAPED, head, 2);
      return times(weightsOf(q, q), q);
    });
    const joined = RESHAPED.map((_, i) => heads.flatMap((head) => head[i]));
    const seen = await page.run(async () => {
      await put({ view: "output", hide: "predict" });
      return matrixTexts();
    });
    assertMatrix(seen.J, joined, "joined");
    assertMatrix(seen.O, times(joined, MIX), "mixed");
    for (const head of [0, 1])
      assertMatrix(
        seen[`O_${head + 1}`],
        times(heads[head], MIX.slice(2 * head, 2 * head + 2)),
        `what head ${head + 1} adds`,
      );
    const own = [[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]]; // prettier-ignore
    const changed = await page.run(async (/** @type {number[][]} */ mix) => {
      await put({ mix });
      return { matrices: matrixTexts(), attribute: explorer().getAttribute("mix") };
    }, own);
    assertMatrix(changed.matrices.O, times(joined, own), "changed");
    assert.equal(changed.attribute, "0 0 0 1; 0 0 1 0; 0 1 0 0; 1 0 0 0");
    const without = await page.run(async () => {
      await put({ output: "left-out" });
      return { matrices: matrixTexts(), reach: readText("[data-readout=reach-2] dd") };
    });
    assertMatrix(without.matrices.O, joined, "without it the heads stand side by side");
    assert.deepEqual(without.matrices.O_2.map((row) => row.slice(0, 2)), Array(3).fill(["0", "0"])); // prettier-ignore
    assert.equal(without.reach, "2 of 4");
  });

  test("item 45: W_Q, W_K and W_V stacked as in_proj_weight", async (page) => {
    const found = await page.run(async () => {
      await put({ view: "stacked", third: "K", hide: "predict" });
      return {
        matrices: matrixTexts(),
        shape: readText("[data-readout=stack] dd"),
        apart: readText("[data-readout=apart] dd"),
      };
    });
    const W_K = [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0.5, 0, 0, 1]]; // prettier-ignore
    assert.equal(found.shape, "(12, 4)");
    assert.equal(found.apart, "0", "both layers give the same");
    assertMatrix(found.matrices.W.slice(4, 8), turned(W_K), "the middle third is W_K, turned");
    assertMatrix(found.matrices.K, times(RESHAPED, W_K), "K");
    assertMatrix(
      found.matrices.P.map((row) => row.slice(4, 8)),
      times(RESHAPED, W_K),
      "the middle of the product",
    );
  });

  test("item 44: a whole layer, with every mask, agrees with float64 to about 10⁻⁷", async (page) => {
    await page.run(() => put({ view: "check" }));
    assert.equal(await page.run(() => readText("[data-mask=both] [data-cell=output]")), "?");
    await page.click('[data-answer="1e-7"]');
    const found = await page.run(() => ({
      verdict: readText(".prediction"),
      cells: [...explorer().shadowRoot.querySelectorAll("[data-check] td")].map((cell) =>
        cell.textContent.trim(),
      ),
    }));
    assert.match(found.verdict, /You got it/);
    assert.equal(found.cells.length, 15);
    found.cells.forEach((text, at) => {
      const [, digits, power] = /^(\d\.\d) · 10⁻(.)/.exec(text) ?? [];
      const value = Number(digits) * 10 ** -"⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(power);
      if (at % 3 === 2) assert.ok(text === "0" || text.includes("10⁻¹"), `float64's own: ${text}`);
      else assert.ok(value > 1e-8 && value < 3e-6, text);
    });
  });

  test("state goes to attributes and address and comes back; what cannot be is said", async (page) => {
    const found = await page.run(async () => {
      const element = explorer();
      let told = 0;
      element.addEventListener("change", () => (told += 1));
      await element.set({
        view: "patterns",
        cut: 2,
        query: 5,
        d: 128,
        heads: 8,
        kvHeads: 2,
        bias: "false",
      });
      const attributes = Object.fromEntries(element.stateAttributes());
      await put({ view: "shapes", cut: 4, query: 1, d: undefined, heads: undefined });
      element.addressing.read();
      await element.updateComplete;
      const back = [
        element.view,
        element.cut,
        element.query,
        element.sizes.d,
        element.sizes.kvHeads,
      ];
      const messages = [];
      for (const values of [
        { view: "nothing" },
        { view: "shapes", heads: 7 },
        { heads: 8, kvHeads: 3 },
        { kvHeads: 8, d: 0 },
        { d: undefined, heads: undefined, kvHeads: undefined, preset: "x" },
      ]) {
        await put(values);
        messages.push(readText(".frame"));
      }
      await put({ preset: "block", hide: "flow steps bars predict n view" });
      const left = [".flow", ".steps", ".bars", ".prediction", "#n", "[data-control=view]"];
      return { told, attributes, back, messages, left: left.filter((one) => within(one)) };
    });
    assert.equal(found.told, 1);
    assert.deepEqual(found.attributes, {
      view: "patterns",
      cut: "2",
      query: "5",
      d: "128",
      heads: "8",
      "kv-heads": "2",
      bias: "false",
    });
    assert.deepEqual(found.back, ["patterns", 2, 5, 128, 2]);
    assert.match(found.messages[0], /no view nothing/);
    assert.match(found.messages[1], /128 columns cannot be cut into 7 heads/);
    assert.match(found.messages[2], /8 heads cannot share 3/);
    assert.match(found.messages[3], /d = 0 is not a whole number/);
    assert.match(found.messages[4], /no preset x/);
    assert.deepEqual(found.left, []);
  });

  test("files hold what is shown", async (page) => {
    for (const view of VIEWS) {
      const files = await page.run(async (/** @type {string} */ name) => {
        const element = await put({ view: name });
        element.asking.answer(name, "");
        const { svg, csv, json, python, numpy } = element.allExports();
        return {
          svg: svg?.(),
          csv: csv(),
          python: python(),
          numpy: numpy(),
          json: JSON.stringify(json()),
        };
      }, view);
      // What is a table of words and numbers is no drawing.
      if (view === "practice" || view === "check") assert.ok(!files.svg);
      else assert.match(files.svg ?? "", /^<svg [^>]+>.*<\/svg>\n$/s);
      assert.match(files.python, /^import torch\n/);
      assert.match(files.python, /\bassert\b/, view);
      assert.match(files.numpy, /^import numpy as np\n/);
      assert.match(files.numpy, /\bassert\b/, view);
      if (view !== "practice") assert.ok(files.csv.length > 40, view);
      assert.ok(files.json.includes("matrices"), view);
    }
  });
});

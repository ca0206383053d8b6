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
  test("the lessons' shapes and counts, each in its preset", async (page) => {
    const long = await shown(page, { hide: "predict" });
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

  test("the reshape without the transpose scrambles tokens, with real numbers", async (page) => {
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
      /^Yes: row 2 of head 1 holds \(2, −1\), the second half of “damaged”/,
    );
    assert.equal(found.readouts, "8 of 12");
  });

  test("softmax over the wrong axis: rows no longer add up to 1", async (page) => {
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
    const before = await shown(page, {});
    assert.equal(before.heads[8], "?", "first the question");
    await page.focusByKeys("[data-answer=same]");
    await page.press("Enter");
    assert.match(
      await page.run(() => readText(".prediction")),
      /^Yes: 16,640 with 4 heads and 16,640 with 8/,
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
    assert.match(await page.run(() => readText(".sentence")), /cache 8 times smaller/);
    await page.focusByKeys("[data-control=view] input", "Shift+Tab");
    for (const view of ["patterns", "reshape", "axis"]) {
      await page.press("ArrowRight");
      assert.equal(await page.run(() => explorer().view), view);
    }
    await page.focusByKeys("[data-answer=columns]", "Shift+Tab");
    await page.press("Enter");
    assert.match(
      await page.run(() => readText(".prediction")),
      /^Yes: columns add up to 1, rows to 1\.586/,
    );
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
      element.readFromAddress();
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
    assert.match(found.messages[3], /d = 0 is no whole number/);
    assert.match(found.messages[4], /no preset x/);
    assert.deepEqual(found.left, []);
  });

  test("files hold what is shown", async (page) => {
    for (const view of ["shapes", "patterns", "reshape", "axis"]) {
      const files = await page.run(async (/** @type {string} */ name) => {
        const { svg, csv, json, python } = (
          await put({ view: name, guesses: { [name]: "" } })
        ).allExports();
        return { svg: svg(), csv: csv(), python: python(), json: JSON.stringify(json()) };
      }, view);
      assert.match(files.svg, /^<svg [^>]+>.*<\/svg>\n$/s);
      assert.match(files.python, /^import torch\n/);
      assert.ok(files.csv.length > 40 && files.json.includes("matrices"), view);
    }
  });

  test("axe-core finds nothing, light, dark and forced colours, in every view", async (page) => {
    for (const scheme of ["light", "dark"]) {
      for (const view of ["shapes", "patterns", "reshape", "axis"]) {
        await page.run(
          async (/** @type {string} */ theme, /** @type {string} */ name) => {
            document.documentElement.style.colorScheme = theme;
            explorer().style.setProperty("--quick", "0ms");
            explorer().openParts = new Set(["tables", "description", "export", "embed"]);
            await put({ view: name, guesses: theme === "dark" ? { [name]: "" } : {} });
          },
          scheme,
          view,
        );
        assert.deepEqual(await page.axe(), [], `${scheme}, ${view}`);
      }
    }
    if (await page.emulate("forced-colors", "active"))
      assert.deepEqual(await page.axe(), [], "forced");
  });

  test("no sideways scrolling at 320 px", async (page) => {
    await page.resize(320, 700);
    for (const view of ["shapes", "patterns", "reshape", "axis"]) {
      const wide = await page.run(async (/** @type {string} */ name) => {
        if (innerWidth > 320) document.documentElement.style.width = "320px";
        const element = await put({ view: name, preset: "shared", hide: "predict" });
        const room = document.documentElement.getBoundingClientRect().width;
        return [...element.shadowRoot.querySelectorAll("*")]
          .filter(
            (part) =>
              !part.closest("pre, .wide, .unseen, math, .scroller, svg") &&
              part.getBoundingClientRect().right > room + 1,
          )
          .map((part) => part.className || part.localName);
      }, view);
      assert.deepEqual(wide, [], view);
    }
  });
});

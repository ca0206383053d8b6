// <attention-heatmap> as a reader meets it: every number and colour against the definition in float64,
// files and properties in every form, keys, large maps, and whatever a token can be.
/* global explorer, put, readText, ready, within */
import assert from "node:assert/strict";
import { load } from "attention-wasm";
import { examples } from "../../web/model/lessons.js";
import { patchNumbers, WORD_NUMBERS } from "../../web/model/patches.js";
import { inEveryBrowser } from "./harness.js";
import { assertShown } from "./numbers.js";

const attn = await load();

// --- the definition, in float64: two layers of four heads with PyTorch's random numbers --------------

/** @param {number[]} row */
function softmax(row) {
  const most = Math.max(...row);
  const powers = row.map((value) => Math.exp(value - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** @param {number[][]} a @param {number[][]} b */
const times = (a, b) =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, value, t) => sum + value * b[t][j], 0)));

/** @param {string[]} tokens @param {number} seed @param {boolean} causal @returns {number[][][][]} layers, heads, n, n */
function definition(tokens, seed, causal) {
  const [d, h] = [32, 4];
  const size = d / h;
  const generator = attn.torchGenerator(seed);
  /** @param {number[]} shape @returns {number[][]} */
  const rowsOf = (shape) => {
    const { data } = generator.randn(shape);
    return Array.from({ length: shape[0] }, (_, i) =>
      Array.from(data.slice(i * shape[1], (i + 1) * shape[1])),
    );
  };
  const layers = [0, 1].map(() =>
    [0, 1, 2, 3].map(() => rowsOf([d, d]).map((row) => row.map((x) => x / Math.sqrt(d)))),
  );
  const vocabulary = [...new Set(tokens)];
  const rows = vocabulary.map(() => rowsOf([1, d])[0]);
  let x = tokens.map((token, i) =>
    rows[vocabulary.indexOf(token)].map((value, c) => {
      const angle = i / 10000 ** ((2 * Math.floor(c / 2)) / d);
      return value + (c % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
    }),
  );
  return layers.map(([W_Q, W_K, W_V, W_O]) => {
    const [q, k, v] = [W_Q, W_K, W_V].map((w) => times(x, w));
    const part = (/** @type {number[][]} */ m, /** @type {number} */ head) =>
      m.map((row) => row.slice(head * size, (head + 1) * size));
    const weights = Array.from({ length: h }, (_, head) =>
      times(
        part(q, head),
        part(k, head)[0].map((_unused, c) => part(k, head).map((row) => row[c])),
      ).map((row, i) =>
        softmax(row.map((s, j) => (causal && j > i ? -Infinity : s / Math.sqrt(size)))),
      ),
    );
    const joined = tokens.map((_, i) =>
      weights.flatMap((w, head) => times([w[i]], part(v, head))[0]),
    );
    const read = times(joined, W_O);
    x = x.map((row, i) => row.map((value, c) => value + read[i][c]));
    return weights;
  });
}

/** The whole map as the tables write it. @param {import("./harness.js").Page} page @param {Record<string, unknown>} state */
const numbersOf = (page, state) =>
  page.run(async (/** @type {Record<string, unknown>} */ values) => {
    const element = await put({ ...values, openParts: new Set(["tables"]) });
    await element.updateComplete;
    return [...element.shadowRoot.querySelectorAll("[data-table=A] tbody tr")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.textContent),
    );
  }, state);

/** @param {string} text */
const read = (text) => Number(text.replace("−", "-").replace("∞", "Infinity"));

/** The colour in the middle of a cell of the large map, or of a place within it.
 * @param {import("./harness.js").Page} page @param {number} i @param {number} j @param {number[]} [at] */
const colourAt = (page, i, j, at) =>
  page.run(
    (/** @type {number} */ row, /** @type {number} */ column, /** @type {number[]} */ place) => {
      const element = explorer();
      const { rows, columns } = element.region;
      const canvas = /** @type {HTMLCanvasElement} */ (within("canvas[data-large]"));
      const x = Math.floor(((column + place[0]) * canvas.width) / columns);
      const y = Math.floor(((row + place[1]) * canvas.height) / rows);
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      return [...context.getImageData(x, y, 1, 1).data].slice(0, 3).join();
    },
    i,
    j,
    at ?? [0.12, 0.2],
  );

/** What is hard to write: nothing, the least and the largest of float32, what is hidden. */
const SCORES = [
  [0, 1.401298464324817e-45, -1.1754942106924411e-38, 3.4028234663852886e38],
  [0.1, 1 / 3, 16777216, -Infinity],
  [99999.9921875, 100000.0078125, 1e21, 1.2345678e-7],
];
const fileNumber = (/** @type {string | number | null} */ cell) =>
  cell === null || cell === "-inf" ? -Infinity : Math.fround(Number(cell));
const fourDecimals = (/** @type {number} */ value) =>
  value === -Infinity ? "-inf" : value.toFixed(4);

/** The weights that the module gives for an example of the lessons. @param {"six" | "cross"} name */
function exampleOf(name) {
  const { x, memory, W_Q, W_K } = /** @type {any} */ (examples[name]);
  const W_V = W_K.map(() => [1]);
  return [...attn.steps(x, { W_Q, W_K, W_V }, { memory }).weights.data];
}

const HOSTILE = [
  "<unk>",
  "</s>",
  '<img src=x onerror="window.__pwned=1">',
  "&amp;",
  "\"''",
  "à",
  "‮abc",
  "😀",
  " ",
];

inEveryBrowser("attention-heatmap", "explorers/attention-heatmap.html", (test) => {
  test("every weight of every head is the definition's, with and without a mask", async (page) => {
    for (const [preset, phrase, seed] of /** @type {[string, string, number][]} */ ([
      ["untrained", "the cat sat on the mat", 4],
      ["causal", "one two, one two 😀", 11],
    ])) {
      const tokens = phrase.match(/[a-z]+|,|😀/gu) ?? [];
      const want = definition(tokens, seed, preset === "causal");
      for (const [layer, head] of [
        [1, 1],
        [1, 4],
        [2, 2],
      ]) {
        const shown = await numbersOf(page, { preset, phrase, seed, layer, head });
        const weights = want[layer - 1][head - 1];
        assert.equal(shown.length, tokens.length);
        weights.forEach((row, i) =>
          row.forEach((value, j) => {
            const text = String(shown[i][j]);
            if (preset === "causal" && j > i) assert.equal(text, "0", "hidden keys get no weight");
            else assert.ok(Math.abs(read(text) - value) < 1e-5, `${text} for ${value}`);
          }),
        );
        // Means times rows are the sums of columns, which the question is about.
        const isAsked = await page.run(() => Boolean(within("[data-answer]")));
        const waiting = await page.run(() => readText("[data-table=r] td"));
        if (isAsked) assert.doesNotMatch(waiting, /\d/);
        await page.run(async () => {
          explorer().asking.answer("sums", "");
          await explorer().updateComplete;
        });
        const received = await page.run(() =>
          [...explorer().shadowRoot.querySelectorAll("[data-table=r] td")].map(
            (cell) => cell.textContent,
          ),
        );
        received.forEach((text, j) => {
          const mean = weights.reduce((sum, row) => sum + row[j], 0) / tokens.length;
          assert.ok(Math.abs(read(String(text)) - mean) < 1e-5, `received: ${text} for ${mean}`);
        });
      }
    }
  });

  test("by keys alone: question, head, cell, row, zoom", async (page) => {
    const [[, , second]] = definition("the cat sat on the mat".split(" "), 4, false);
    await page.run(() => put({ preset: "untrained" }));
    await page.focusByKeys("[data-layer='1'][data-head='1']");
    await page.press("ArrowRight", "ArrowRight");
    assert.deepEqual(await page.run(() => [explorer().layer, explorer().head]), [1, 3]);
    await page.focusByKeys(".map");
    await page.press("ArrowDown", "ArrowRight", "Enter");
    assert.match(
      await page.run(() => readText("[data-read]")),
      /^“sat” \(3\) reads “cat” \(2\): 0\.\d+/,
    );
    assert.equal(await page.run(() => explorer().row), 3);
    // What adds up to 1 is being asked: not even the readout's name is there, whatever is pressed.
    assert.equal(await page.run(() => readText("[data-readout=sum]")), "");
    await page.press("End");
    const said = /: ([\d.]+?)\.(?: |$)/.exec(await page.run(() => readText("[data-read]")));
    assert.ok(said);
    assert.ok(Math.abs(read(said[1]) - second[2][5]) < 5e-5);
    await page.press("=");
    assert.equal(await page.run(() => explorer().region.rows), 4);
    await page.press("Home");
    assert.equal(await page.run(() => explorer().region.left), 0);
    await page.press("0");
    assert.equal((await page.run(() => explorer().zoom)) ?? undefined, undefined);
    await page.focusByKeys("[data-answer=column]");
    await page.press("Enter");
    const verdict = await page.run(() => readText(".prediction"));
    const numbers =
      /Row .* adds up to (\S+), column .* to (\S+), the whole map to (\S+)\. Try again/.exec(
        verdict,
      );
    assert.ok(numbers, verdict);
    const column = [0, 1, 2, 3, 4, 5].map((j) => second.reduce((sum, row) => sum + row[j], 0));
    assertShown(numbers[1], 1, "the row");
    assertShown(numbers[2], Math.max(...column), "the column");
    assertShown(numbers[3], 6, "the map");
    assert.equal(read(await page.run(() => readText("[data-readout=sum] dd"))), 1);
  });

  test("item 89: rows are queries: what is pointed at names query, key and number (VIZ-01)", async (page) => {
    await page.run(async () => {
      const weights = [
        [1, 0, 0],
        [0.25, 0.75, 0],
        [0.1, 0.2, 0.7],
      ];
      await put({ weights, tokens: ["a", "b", "c"], hide: "predict" });
    });
    const { x, y } = await page.run(() => {
      const box = /** @type {HTMLElement} */ (within("canvas[data-large]")).getBoundingClientRect();
      return { x: box.left + box.width / 6, y: box.top + box.height / 2 };
    });
    await page.tab.point(x, y, false);
    assert.match(
      await page.run(() => readText("[data-read]")),
      /^“b” \(2\) reads “a” \(1\): 0\.25\./,
    );
    const lit = await page.run(() =>
      ["rows", "columns"].map((side) => readText(`[data-labels=${side}] .lit`)),
    );
    assert.deepEqual(lit, ["b", "a"]);
    const mirrored = await page.run(async () => {
      explorer().pointed = { i: 0, j: 1 };
      await explorer().updateComplete;
      return readText("[data-read]");
    });
    assert.match(mirrored, /^“a” \(1\) reads “b” \(2\).*exactly 0/);
    await page.tab.point(x, y, true);
    assert.equal(await page.run(() => explorer().row), 2);
    assert.equal(await page.run(() => readText("[data-readout=sum] dd")), "1");
    assert.match(
      await page.run(() => readText(".axis.keys") + readText(".axis.queries")),
      /key \(column\).*query \(row\)/,
    );
  });

  test("equal weights are named together: none of them is the largest", async (page) => {
    const said = await page.run(async () => {
      const read = () => [
        readText("[data-readout=best] dd"),
        readText("[data-readout=received] dd"),
      ];
      await put({ weights: [[0.5, 0.5, 0], [0.5, 0.5, 0]], keyTokens: ["a", "b", "c"], row: 1, hide: "predict" }); // prettier-ignore
      const two = read();
      await put({ weights: [[0.2, 0.2, 0.2, 0.2, 0.2]], keyTokens: [..."abcde"] });
      return [two, read()];
    });
    assert.deepEqual(said[0], ["“a” (1), “b” (2) 0.5", "“a” (1), “b” (2) 0.5"]);
    assert.equal(said[1][0], "“a” (1), “b” (2), “c” (3), … 0.2");
  });

  test("hidden, zero and NaN look and read differently", async (page) => {
    const said = await page.run(async () => {
      const element = await put({
        weights: [
          [0.6, 0, NaN],
          [0.5, 0.5, -Infinity],
          [0.2, 0.3, 0.5],
        ],
        hide: "predict",
      });
      const found = [];
      for (const cell of [
        { i: 0, j: 1 },
        { i: 0, j: 2 },
        { i: 1, j: 2 },
      ]) {
        element.pointed = cell;
        await element.updateComplete;
        found.push(readText("[data-read]"));
      }
      element.pointed = undefined;
      await element.updateComplete;
      const signs = [...element.shadowRoot.querySelectorAll("[data-sign]")];
      return { found, signs: signs.map((sign) => sign.dataset.sign) };
    });
    assert.match(said.found[0], /exactly 0/);
    assert.match(said.found[1], /NaN, not a number/);
    assert.match(said.found[2], /cannot read .* mask hides/);
    assert.deepEqual(said.signs.sort(), ["hidden", "nan", "zero"]);
    const colours = [
      await colourAt(page, 0, 1),
      await colourAt(page, 0, 2),
      await colourAt(page, 2, 0),
      await colourAt(page, 0, 0),
    ];
    assert.equal(new Set(colours).size, 4, colours.join(" | "));
    const hatch = new Set();
    for (let step = 0; step < 12; step += 1)
      hatch.add(await colourAt(page, 1, 2, [0.2 + step / 40, 0.3]));
    assert.equal(hatch.size, 2, "a hatch has two colours");
  });

  test("one colour for one weight in every head; a scale of its own says so; a constant map (VIZ-04, VIZ-05)", async (page) => {
    const head = (/** @type {number} */ most) => [
      [0.3, 0.7 - most / 10, most / 10],
      [most, 1 - most, 0],
      [0.3, 0.3, 0.4],
    ];
    await page.run(
      (/** @type {number[][][]} */ weights) => put({ weights, hide: "predict" }),
      [head(0.5), head(0.9)],
    );
    const first = await colourAt(page, 0, 0);
    await page.run(() => put({ head: 2 }));
    assert.equal(await colourAt(page, 0, 0), first);
    assert.match(
      await page.run(() => readText(".heat-scale .words")),
      /from 0 to 1\. The scale is the same in every head/,
    );
    await page.run(() => put({ range: "head" }));
    assert.notEqual(await colourAt(page, 0, 0), first);
    assert.match(
      await page.run(() => readText(".heat-scale .words")),
      /from 0 to 0\.9\. The scale ends at the largest weight of this head, so colours of different heads cannot be compared/,
    );
    await page.run(() => put({ range: "common", scale: "linear" }));
    const linear = await colourAt(page, 0, 0);
    await page.run(() => put({ scale: "log" }));
    assert.equal(new Set([first, linear, await colourAt(page, 0, 0)]).size, 3);
    // The colours' one source: lightness even along the square root of the weight.
    const flat = await page.run(async () => {
      const element = await put({ scale: "sqrt", weights: [[0.25, 0.25, 0.25, 0.25]] });
      return [element.what, readText(".frame")];
    });
    assert.equal(flat[0], "weight");
    assert.doesNotMatch(String(flat[1]), /NaN|Infinity|undefined/);
    for (const n of [4, 1]) {
      const said = await page.run(async (/** @type {number} */ size) => {
        const row = new Array(size).fill(1 / size);
        const element = await put({ weights: row.map(() => row), hide: "predict" });
        element.pointed = { i: size - 1, j: 0 };
        await element.updateComplete;
        const read = readText("[data-read]");
        element.pointed = undefined;
        await element.updateComplete;
        return [read, readText(".frame")];
      }, n);
      assert.match(said[0], n === 4 ? /: 0\.25\./ : /: 1\./);
      assert.doesNotMatch(said.join(), /NaN|Infinity|undefined/);
      assert.equal(await colourAt(page, 0, 0), await colourAt(page, n - 1, n - 1));
    }
    // Small weights and thirds keep their digits, and a row adds up to 1. (VIZ-13)
    const digits = await page.run(async () => {
      const third = Math.fround(1 / 3);
      const rows = [
        [third, third, third],
        [4e-5, 0.99996, 0],
        [0, 0, 1],
      ];
      const element = await put({ weights: rows, hide: "predict", row: 1 });
      const found = [readText("[data-readout=sum] dd")];
      for (const [i, j] of [
        [0, 0],
        [1, 0],
        [1, 2],
      ]) {
        element.pointed = { i, j };
        await element.updateComplete;
        found.push(readText("[data-read]"));
      }
      element.pointed = undefined;
      return found;
    });
    assert.equal(digits[0], "1");
    assert.match(digits[1], /: 0\.3333/);
    assert.match(digits[2], /: 0\.00004/);
    assert.match(digits[3], /exactly 0/);
  });

  test("sharp on dense screens: whole pixels, no smoothing, no side above 4096 (VIZ-09, VIZ-10)", async (page) => {
    for (const density of [1, 1.5, 2, 3]) {
      const found = await page.run(async (/** @type {number} */ ratio) => {
        Object.defineProperty(window, "devicePixelRatio", { get: () => ratio, configurable: true });
        const element = await put({
          weights: [
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
        });
        element.requestUpdate();
        await element.updateComplete;
        const canvas = /** @type {HTMLCanvasElement} */ (within("canvas[data-large]"));
        const box = canvas.getBoundingClientRect();
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        const edge = Math.round(canvas.width / 3);
        const pixel = (/** @type {number} */ x) =>
          [...context.getImageData(x, 3, 1, 1).data].join();
        return {
          pixels: canvas.width,
          wanted: box.width * ratio,
          inside: [pixel(edge - 1), pixel(edge - 2), pixel(4)],
          outside: [pixel(edge), pixel(edge + 1), pixel(canvas.width - 3)],
        };
      }, density);
      assert.ok(Math.abs(found.pixels - found.wanted) <= 1, `${found.pixels} at ${density}`);
      assert.equal(new Set(found.inside).size, 1);
      assert.equal(new Set(found.outside).size, 1);
      assert.notEqual(found.inside[0], found.outside[0]);
    }
  });

  test("4096 × 4096 is drawn in a moment; a single bright cell is seen, and found by zooming (VIZ-11)", async (page) => {
    const found = await page.run(async () => {
      const n = 4096;
      const data = new Float32Array(n * n).fill(1 / n);
      data[3000 * n + 1234] = 0.9;
      const start = performance.now();
      const element = await put({
        weights: { data, shape: [n, n] },
        hide: "predict",
        scale: "linear",
      });
      await element.updateComplete;
      const first = performance.now() - start;
      const canvas = /** @type {HTMLCanvasElement} */ (within("canvas[data-large]"));
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      const at = (/** @type {number} */ i, /** @type {number} */ j) =>
        [
          ...context.getImageData(
            Math.floor((j * canvas.width) / n),
            Math.floor((i * canvas.height) / n),
            1,
            1,
          ).data,
        ].join();
      const bright = at(3000, 1234);
      const dull = at(100, 100);
      const note = readText("[data-read]");
      const before = performance.now();
      element.pointed = { i: 3000, j: 1234 };
      await element.updateComplete;
      const hover = performance.now() - before;
      for (let turn = 0; turn < 12; turn += 1) element.zoomBy(0.5);
      await element.updateComplete;
      const { top, left, rows, columns } = element.region;
      return {
        first,
        hover,
        bright,
        dull,
        note,
        region: [top, left, rows, columns],
        side: canvas.width,
      };
    });
    assert.notEqual(found.bright, found.dull);
    assert.ok(found.side <= 4096);
    assert.match(found.note, /Each pixel stands for \d+ × \d+ cells and shows the largest/);
    assert.ok(
      found.hover < 1000 && found.first < 5000,
      `${found.first} ms, then ${found.hover} ms`,
    );
    const [top, left, rows, columns] = found.region;
    assert.ok(rows === 4 && columns === 4, `${rows} × ${columns}`);
    assert.ok(top <= 3000 && top + rows > 3000 && left <= 1234 && left + columns > 1234);
  });

  test("a file as Hugging Face models give it, read beside the page; a wrong one is said", async (page) => {
    const open = (/** @type {string} */ text) =>
      page.run(async (/** @type {string} */ content) => {
        const element = explorer();
        await element.open(new File([content], "a.json", { type: "application/json" }));
        await element.updateComplete;
        return {
          shape: element.maps?.shape,
          wrong: readText(".wrong"),
          words: readText("[data-labels=columns]"),
          kinds: [...element.shadowRoot.querySelectorAll("#kind option")].map(
            (option) => option.value,
          ),
        };
      }, text);
    const square = "[[1, null], [NaN, 0.5]]";
    const cross = "[[0.5, 0.25, 0.25], [0, 1, 0]]";
    const whole = `{"encoder_attentions": [[[${square}, ${square}]], [[${square}, ${square}]]],
      "cross_attentions": [[[${cross}]]], "encoder_tokens": ["x", "y", "z"], "decoder_tokens": ["a", "b"]}`;
    const wrong = await open(whole);
    assert.match(wrong.wrong, /encoder_tokens has 3 tokens, but the weights have 2/);
    const good = await open(
      whole.replace('["x", "y", "z"]', "null").replace('null, "decoder', 'null, "decoder'),
    );
    assert.deepEqual(good.shape, [2, 1, 2, 2, 2]);
    assert.equal(good.wrong, "");
    assert.deepEqual(good.kinds, ["encoder_attentions", "cross_attentions"]);
    const other = await page.run(async () => {
      await explorer().set({ kind: "cross_attentions" });
      return [
        explorer().maps.shape,
        [...explorer().shadowRoot.querySelectorAll("[data-labels=rows] bdi")]
          .map((x) => x.textContent)
          .join(" "),
      ];
    });
    assert.deepEqual(other, [[1, 1, 1, 2, 3], "a b"]);
    for (const [text, message] of /** @type {[string, RegExp][]} */ ([
      ["", /The file is empty/],
      ["hello", /not JSON: it begins with “hello”/],
      ["{}", /contains no attention weights/],
      ["[[1, 2], [3]]", /weights\[1\] has 1 entry, but must have 2/],
      ['[[1, "x"]]', /weights\[0\]\[1\] is the text “x”, not a number/],
      ["[1, 2]", /nested 1 level deep/],
      ['{"weights": [[1, 0]], "tokens": ["a", "b"]}', /one list of tokens is not enough/],
      ['{"weights": [[1, 0]], "mask": [true, false]}', /true or false.*keep.*drop/],
    ])) {
      const { wrong: said, shape } = await open(text);
      assert.match(said, message);
      assert.deepEqual(shape, [1, 1, 1, 2, 3], "what was on screen stays");
    }
  });

  test("tokens are shown literally, whatever they are, and keep the page in place (VIZ-07, VIZ-11)", async (page) => {
    const shown = await page.run(async (/** @type {string[]} */ tokens) => {
      const n = tokens.length;
      const weights = Array.from({ length: n }, () => Array.from({ length: n }, () => 1 / n));
      const element = await put({
        weights,
        tokens,
        hide: "predict",
        openParts: new Set(["description"]),
      });
      const text = (/** @type {string} */ side) =>
        [...element.shadowRoot.querySelectorAll(`[data-labels=${side}] bdi`)].map(
          (label) => label.textContent,
        );
      const { svg } = element.allExports();
      return {
        rows: text("rows"),
        columns: text("columns"),
        svg: svg(),
        pwned: /** @type {any} */ (window).__pwned,
      };
    }, HOSTILE);
    const visible = [...HOSTILE.slice(0, 8), "␣"].map((token) =>
      token.replaceAll(" ", "␣").replace("\u202e", "U+202E"),
    );
    assert.deepEqual(shown.rows, visible);
    assert.deepEqual(shown.columns, visible);
    assert.equal(shown.pwned ?? undefined, undefined);
    assert.doesNotMatch(shown.svg, /<img/);
    await page.resize(360, 640);
    const wide = await page.run(async () => {
      const tokens = ["x".repeat(200), "漢".repeat(40), "שלום עולם", "the", "the"];
      const row = tokens.map(() => 0.2);
      const element = await put({ tokens, weights: tokens.map(() => row) });
      await new Promise((resolve) => setTimeout(resolve, 60));
      await element.updateComplete;
      const { x, y } = element.layout;
      const title = within("[data-labels=rows] span")?.title.length;
      const room = element.getBoundingClientRect().right;
      const over = [...element.shadowRoot.querySelectorAll(".map, .labels > span")].filter(
        (part) => part.getBoundingClientRect().right > room + 1,
      ).length;
      return {
        title,
        over,
        steps: [x, y].map(
          (edges) =>
            new Set(
              Array.from(edges)
                .slice(1)
                .map((edge, i) => Math.round((edge - edges[i]) / 2)),
            ).size,
        ),
      };
    });
    assert.equal(wide.title, 200);
    assert.equal(wide.over, 0);
    assert.ok(
      wide.steps.every((count) => count <= 2),
      "cells are of one size",
    );
  });

  test("item 116: queries of one kind, keys of another: words read the patches of a picture", async (page) => {
    const shown = await page.run(async () => {
      const element = await put({ preset: "patches", hide: "predict" });
      const rows = [];
      for (const row of [1, 2, 3, 4]) {
        await put({ row });
        rows.push({
          said: readText("[data-readout=row] dd"),
          tiles: [...element.shadowRoot.querySelectorAll("[data-patches] .lit > *")].map((tile) =>
            tile.textContent.trim(),
          ),
          most: [...element.shadowRoot.querySelectorAll("[data-patches] .lit > *")].findIndex(
            (tile) => tile.classList.contains("most"),
          ),
        });
      }
      return { rows, shape: element.maps.shape };
    });
    assert.deepEqual(shown.shape, [1, 1, 1, 4, 16]);
    // softmax(QKᵀ/√4) in float64.
    const keys = patchNumbers();
    WORD_NUMBERS.forEach((query, i) => {
      const want = softmax(keys.map((key) => key.reduce((sum, x, t) => sum + x * query[t], 0) / 2));
      want.forEach((value, j) => {
        const text = shown.rows[i].tiles[j];
        if (text === "<0.001") assert.ok(value < 0.001);
        else assert.ok(Math.abs(read(text) - value) <= 5.1e-4, `${text} for ${value}`);
      });
      assert.equal(shown.rows[i].most, want.indexOf(Math.max(...want)));
    });
    // The sun is in the corner, the boat in the middle of the sea.
    assert.deepEqual([shown.rows[1].most, shown.rows[2].most], [3, 9]);
  });

  test("a model of the page's own; the last text wins; an empty text is said (VIZ-14)", async (page) => {
    const found = await page.run(async () => {
      /** @type {((value: unknown) => void)[]} */
      const answers = [];
      const model = {
        layers: 1,
        tokens: ["a", "b"],
        run: (/** @type {string} */ text) =>
          new Promise((resolve) => answers.push(() => resolve(resultOf(text)))),
      };
      const resultOf = (/** @type {string} */ text) => {
        const tokens = text.split(" ");
        return { tokens, attentions: [[tokens.map(() => tokens.map(() => 1 / tokens.length))]] };
      };
      const element = await put({ model });
      await put({ phrase: "one two three" });
      answers[1](undefined);
      answers[0](undefined);
      await new Promise((resolve) => setTimeout(resolve, 20));
      await element.updateComplete;
      const shown = [...explorer().shadowRoot.querySelectorAll("[data-labels=rows] bdi")]
        .map((x) => x.textContent)
        .join(" ");
      await put({ phrase: " " });
      const empty = readText(".frame");
      await put({
        model: { run: () => Promise.reject(new Error("no weights here")) },
        phrase: "x",
      });
      await new Promise((resolve) => setTimeout(resolve, 20));
      await element.updateComplete;
      const failed = readText(".wrong");
      await put({ model: undefined, preset: "untrained", phrase: "alone" });
      return { shown, empty, failed, one: readText(".frame"), shape: element.maps.shape };
    });
    assert.equal(found.shown, "one two three");
    assert.match(found.empty, /Type a text/);
    assert.match(found.failed, /The model could not run: no weights here/);
    assert.deepEqual(found.shape.slice(3), [1, 1]);
    assert.match(found.one, /add up to 1/);
    assert.doesNotMatch(found.one, /NaN|Infinity|undefined/);
  });

  test("state goes to attributes and address and comes back; change tells it", async (page) => {
    const found = await page.run(async () => {
      const element = explorer();
      let told = 0;
      element.addEventListener("change", () => (told += 1));
      const weights = [[0.5, 0.5, null].map((x) => x ?? -Infinity), [0.25, 0.25, 0.5]];
      await element.set({
        weights,
        head: 1,
        row: 1,
        scale: "log",
        range: "head",
        queryTokens: ["<a>", "b"],
        keyTokens: ["1", "2", "3"],
      });
      const attributes = Object.fromEntries(element.stateAttributes());
      const fresh = /** @type {any} */ (document.createElement("attention-heatmap"));
      for (const [name, value] of Object.entries(attributes)) fresh.setAttribute(name, value);
      document.body.append(fresh);
      await ready();
      const same = JSON.stringify([...fresh.maps.data]) === JSON.stringify([...element.maps.data]);
      const labels = fresh.maps.queryTokens;
      fresh.remove();
      await put({
        weights: undefined,
        scale: "sqrt",
        queryTokens: undefined,
        keyTokens: undefined,
      });
      element.addressing.read();
      await element.updateComplete;
      return {
        told,
        same,
        labels,
        attributes,
        shape: element.maps.shape,
        scale: element.scale,
        hash: location.hash,
      };
    });
    assert.equal(found.told, 1);
    assert.ok(found.same);
    assert.deepEqual(found.labels, [["<a>", "b"]]);
    assert.equal(found.attributes.weights, "[[0.5,0.5,null],[0.25,0.25,0.5]]");
    assert.deepEqual(found.shape, [1, 1, 1, 2, 3]);
    assert.equal(found.scale, "log");
    const wrong = await page.run(async () => {
      const messages = [];
      for (const values of [
        { scale: "cube" },
        { scale: "sqrt", preset: "no" },
        { preset: "six", weights: "x" },
      ]) {
        await put(values);
        messages.push(readText(".frame"));
      }
      await put({ weights: undefined, hide: "heads zoom received predict file seed legend" });
      return {
        messages,
        left: [
          "canvas[data-small]",
          ".heat-scale",
          ".prediction",
          "[data-action=file]",
          ".strip",
        ].filter((one) => within(one)),
      };
    });
    assert.match(wrong.messages[0], /no scale cube/);
    assert.match(wrong.messages[1], /no preset no/);
    assert.match(wrong.messages[2], /The attribute weights cannot be read\. This is not JSON/);
    assert.deepEqual(wrong.left, []);
  });

  test("files hold what is shown, and come back", async (page) => {
    const files = await page.run(async () => {
      const element = await put({ preset: "causal" });
      const { svg, csv, json, python } = element.allExports();
      const program = python();
      const text = JSON.stringify(json());
      const before = [...element.maps.data];
      await element.open(new File([text], "back.json"));
      const after = [...element.maps.data];
      const same = before.every((x, i) => x === after[i]);
      return { svg: svg(), csv: csv(), python: program, same, shape: element.maps.shape };
    });
    assert.match(
      files.svg,
      /^<svg [^>]+>.*key \(column\).*query \(row\).*url\(#hatch\).*<\/svg>\n$/s,
    );
    assert.match(files.csv, /^A,the,cat,sat/);
    assert.match(files.csv, /^the,1,0,0,0,0,0$/m);
    assert.match(files.python, /torch\.manual_seed\(4\)/);
    assert.ok(files.same);
    assert.deepEqual(files.shape, [2, 1, 4, 6, 6]);
  });

  test("files hold the module's numbers to the last digit", async (page) => {
    for (const [preset, expected] of Object.entries({
      six: exampleOf("six"),
      cross: exampleOf("cross"),
      patches: null,
      causal: null,
      "of a file": SCORES.flat().map(Math.fround),
    })) {
      const found = await page.run(
        async (/** @type {string} */ name, /** @type {unknown} */ scores) => {
          const preset = name === "of a file" ? "six" : name,
            element = await put({ preset, hide: "predict" }); // a question hides what a program prints
          if (name === "of a file")
            await element.open(new File([JSON.stringify({ attentions: [[scores]] })], "s.json"));
          await element.updateComplete;
          const { svg, csv, json, numpy } = element.allExports();
          return {
            shape: element.maps.shape,
            all: Array.from(element.maps.data, String), // JSON has no −∞
            csv: csv(),
            json: JSON.stringify(json()),
            svg: svg(),
            numpy: numpy?.() ?? "",
          };
        },
        preset,
        SCORES.map((row) => row.map((value) => (Number.isFinite(value) ? value : null))),
      );
      const [layers, , heads, n, m] = found.shape,
        all = found.all.map(Number),
        shown = all.slice(0, n * m);
      if (expected) assert.deepEqual(shown, expected, `${preset}: the module's numbers`);
      const cells = found.csv
        .split("\n")
        .slice(1, n + 1)
        .flatMap((/** @type {string} */ row) => row.split(",").slice(-m));
      // The weight of what is hidden is 0.
      const weights = shown.map((value) =>
        value === -Infinity && preset === "causal" ? 0 : value,
      );
      assert.deepEqual(cells.map(fileNumber), weights, `${preset}: CSV`);
      const saved = JSON.parse(found.json).attentions;
      assert.deepEqual(
        [saved.length, saved[0].length, saved[0][0].length, saved[0][0][0].length],
        [layers, heads, n, m],
      );
      assert.deepEqual(saved.flat(3).map(fileNumber), all, `${preset}: JSON`);
      const written = [...found.svg.matchAll(/text-anchor="middle"[^>]*>([^<]+)</g)].map(
        ([, text]) => text,
      );
      const finite = shown.filter(Number.isFinite);
      assert.equal(written.length, m > 16 ? 0 : finite.length, `${preset}: SVG`);
      written.forEach((text, index) =>
        assertShown(text.replace("&lt;", "<").replace("&gt;", ">"), finite[index], preset),
      );
      const printed = found.numpy.split("# It prints:\n")[1]?.trimEnd().split("\n") ?? [];
      for (const [i, line] of printed.entries())
        assert.equal(
          line,
          `# ${shown
            .slice(i * m, i * m + line.split(" ").length - 1)
            .map(fourDecimals)
            .join(" ")}`,
          `${preset}: NumPy, row ${i}`,
        );
    }
  });

  test("the canvas follows the theme", async (page) => {
    const found = await page.run(async () => {
      document.documentElement.style.colorScheme = "dark";
      await put({ preset: "causal" });
      const can = CSS.supports("color", "light-dark(#000, #fff)");
      for (let turn = 0; turn < 100 && explorer().dark !== can; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      return { dark: explorer().dark, can };
    });
    assert.equal(found.dark, found.can);
  });
});

// What the lessons teach, row by row: the page is put into a state by its attributes, and what it shows there is
// read. The numbers are the lessons'. tests/js/lesson-rows.test.js tells whether any row has no test.
/* global explorer, matrixTexts, put, readText, ready */
import assert from "node:assert/strict";
import { inEveryBrowser } from "./harness.js";

/**
 * @typedef {object} Look
 * @property {Record<string, string>} at attributes
 * @property {Record<string, string[][]>} [matrices] by name, as they are written
 * @property {string[]} [says] what stands somewhere in the picture, its readouts and its sentence
 * @property {string[]} [hides] what does not
 * @property {string[]} [formulas] how formulas begin
 */

/** @typedef {[title: string, ...looks: Look[]]} Row */

const SHIFT = [["0.844"], ["0.114"], ["0.042"]];

/** @type {Record<string, Row[]>} */
const rows = {
  "attention-steps": [
    [
      "items 2, 97 and 99: the formula, its projections, its operations with shapes",
      {
        at: { step: "2" },
        formulas: ["Q=XWQ", "K=XWK", "V=XWV", "O=softmax"],
        says: ["Shapes (3, 4) · (4, 2) → (3, 2)", "(n, d) · (d, dk) → (n, dk)"],
      },
      { at: { step: "3" }, says: ["(3, 2) · (2, 3) → (3, 3)"] },
      { at: { step: "6", hide: "predict" }, says: ["Shapes (3, 3)"] },
      { at: { step: "7", hide: "predict" }, says: ["(3, 3) · (3, 2) → (3, 2)"] },
    ],
    [
      "items 4, 6 and 63: one row of X becomes a query, a key and a value, and one number is written out",
      {
        at: { step: "2" },
        matrices: { Q: [["0.5", "1.5"], ["0", "0"], ["1", "0"]] }, // prettier-ignore
        says: [
          "1 · 0.5 + 0 · 0 + 0 · 0 + 1 · 1 = 1.5",
          "its query (0.5, 1.5), its key (1, 0) and its value (2, 0)",
        ],
      },
    ],
    [
      "items 7 and 66: a score is a sum of products",
      { at: { step: "3" }, says: ["0.5 · 0 + 1.5 · 2 = 3"] },
      {
        at: { step: "3", preset: "lesson-2" },
        matrices: { S: [["1", "0", "1"], ["2", "1", "3"], ["3", "1", "4"]] }, // prettier-ignore
        says: ["1 · 1 + 1 · 2 = 3"],
      },
    ],
    [
      "item 10: seven steps, with and without a mask",
      { at: { step: "1" }, says: ["Step 1 of 7"] },
      { at: { step: "5", mask: "causal" }, says: ["Step 5 of 7", "3 of 9 cells are hidden"] },
      {
        at: { step: "7", mask: "causal", hide: "predict" },
        says: ["Step 7 of 7"],
        matrices: { O: [["2", "0"], ["1", "0"], ["1.007", "0.248"]] }, // prettier-ignore
      },
    ],
    [
      "item 11: a prediction first",
      { at: { step: "6" }, says: ["damaged", "Just show it"], hides: ["0.728", "0.124"] },
    ],
    [
      "items 27 and 111: M is 0 where a token may be read, −∞ where it may not",
      {
        at: { step: "5", mask: "causal" },
        matrices: {
          M: [["0", "−∞", "−∞"], ["0", "0", "−∞"], ["0", "0", "0"]], // prettier-ignore
          Z: [["0.354", "−∞", "−∞"], ["0", "0", "−∞"], ["0.707", "0", "0"]], // prettier-ignore
        },
      },
    ],
    [
      "items 68, 69 and 70: exponentials, their sum, the weighted sum",
      {
        at: { step: "6", preset: "lesson-2", hide: "predict" },
        says: ["8.342 ÷ 14.484 ≈ 0.576", "0.284, 0.140, 0.576"],
      },
      {
        at: { step: "6", preset: "lesson-2", mask: "causal", hide: "predict" },
        says: ["4.113 ÷ 6.141 ≈ 0.670", "0.670, 0.330, 0"],
      },
      {
        at: { step: "7", preset: "lesson-2", hide: "predict" },
        says: ["(0.568, 0) + (0, 0.140) + (1.152, 0.576) ≈ (1.720, 0.716)"],
      },
    ],
  ],
  "attention-lookup": [
    [
      "items 61, 62 and 96: a library, looked up hard and soft, over all temperatures",
      {
        at: { preset: "library", hide: "predict" },
        says: [
          "q · k",
          "hard lookup",
          "soft lookup",
          "Street food 4.25 1 0.600",
          "≈ (1.691, 1.303)",
        ],
      },
      {
        at: { preset: "library", temperature: "hard", hide: "predict" },
        says: ["Street food 4.25 1 1", "Tax law −4.5 0 0"],
      },
      {
        at: { preset: "library", temperature: "uniform", hide: "predict" },
        says: ["Street food 4.25 1 0.25", "Tax law −4.5 0 0.25", "(1, 0.875)"],
      },
    ],
  ],
  "attention-softmax": [
    [
      "items 19, 22 and 107: the slope, and one size for all of them",
      {
        at: { preset: "even", also: "slope", hide: "predict" },
        formulas: ["J"],
        matrices: { J: [["0.25", "−0.25"], ["−0.25", "0.25"]] }, // prettier-ignore
        says: ["Its slope p(1 − p) 0.25", "Size of the Jacobian 0.5"],
      },
    ],
    [
      "item 75: a saturated weight has hardly any slope, and it is rounded",
      {
        at: { preset: "saturation", also: "slope", hide: "predict" },
        says: ["Its slope p(1 − p) 0.0003", "a slope of p(1 − p) ≈ 0.0003", "0.9997, 0.0003"],
      },
      {
        at: { scores: "0 0", also: "slope", hide: "predict" },
        says: ["a slope of p(1 − p) = 0.25"],
      },
    ],
    [
      "items 103, 105 and 106: a common shift changes nothing, and the largest is subtracted first",
      { at: { preset: "shift", hide: "predict" }, matrices: { W: SHIFT } },
      {
        at: { preset: "shift", shift: "998", hide: "predict" },
        matrices: { z: [["1003"], ["1001"], ["1000"]], W: SHIFT },
        says: ["1003 − 1003", "1001 − 1003", "Sum of the weights"],
      },
    ],
    [
      "item 108: hardmax, L1 and sparsemax beside it",
      {
        at: { also: "hardmax l1 sparsemax", hide: "predict" },
        matrices: {
          W: [
            ["0.510", "1", "0.405", "0.75"],
            ["0.309", "0", "0.270", "0.25"],
            ["0.139", "0", "0.054", "0"],
            ["0.042", "0", "0.270", "0"],
          ],
        },
      },
    ],
    [
      "item 110: a temperature above 1 flattens, below it sharpens",
      {
        at: { preset: "saturation", temperature: "8", hide: "predict" },
        matrices: { W: [["0.665"], ["0.245"], ["0.090"]] },
        says: ["flatter"],
      },
      { at: { preset: "pencil", temperature: "0.5", hide: "predict" }, says: ["sharper"] },
    ],
  ],
  "attention-masks": [
    [
      "items 29 and 79: both masks, each with its weights; the pencil example as well",
      {
        at: { hide: "predict", masks: "causal" },
        matrices: { A: [["1", "0", "0"], ["0.5", "0.5", "0"], ["0.503", "0.248", "0.248"]] }, // prettier-ignore
      },
      {
        at: { hide: "predict", masks: "padding" },
        matrices: {
          M: [["0", "0", "−∞"], ["0", "0", "−∞"], ["0", "0", "−∞"]], // prettier-ignore
          A: [["0.456", "0.544", "0"], ["0.5", "0.5", "0"], ["0.670", "0.330", "0"]], // prettier-ignore
        },
      },
      { at: { preset: "lesson-2", way: "weight", hide: "predict" }, says: ["Their sum 0.424"] },
    ],
    [
      "items 31 and 112: weights set to 0 after softmax no longer add up to 1",
      { at: { hide: "predict", way: "weight" }, says: ["adds up to 0.124, not 1"] },
    ],
    [
      "item 114: causal, padding and prefix masks are added up",
      {
        at: { preset: "six", masks: "causal padding prefix", hide: "predict" },
        says: ["The mask is a sum", "18 of 36"],
      },
    ],
  ],
  "attention-heads": [
    [
      "items 32 and 124: several heads, each with its own formula, joined",
      {
        at: { preset: "ticket", hide: "predict" },
        formulas: ["headi=softmax", "O=[head1", "dk=dh"],
        says: ["(1, 4, 30, 16)", "(1, 4, 30, 30)", "16,640"],
      },
    ],
    [
      "items 37 and 80: four heads read four things, one head has to share",
      { at: { view: "patterns", hide: "predict" }, says: ["0.838, 0.968, 0.455, 0.167"] },
      { at: { view: "patterns", cut: "1", hide: "predict" }, says: ["0.521"] },
    ],
  ],
  "attention-training": [
    ["item 23: the small model divides by √16 = 4", { at: {}, says: ["here √16 = 4"] }],
  ],
  "attention-cost": [
    [
      "items 38, 117 and 120: n² in operations and in memory; a model of 7B parameters",
      {
        at: { view: "operations", preset: "model", hide: "predict" },
        says: ["Q Kᵀ takes 2 · n² · dk = 2,147,483,648", "4,398,046,511,104"],
      },
    ],
    [
      "items 39, 40, 50, 58 and 118: scores and their room, of one head and of a ticket",
      {
        at: { view: "memory", hide: "predict" },
        says: [
          "67,108,864",
          "268,435,456 bytes ≈ 268.44 MB",
          "6,291,456 bytes ≈ 6.29 MB",
          "256 MiB",
          "16,3840.070.10",
        ],
      },
      { at: { view: "memory", bytes: "2", hide: "predict" }, says: ["134.22 MB", "128 MiB"] },
      {
        at: { view: "memory", preset: "ticket", hide: "predict" },
        says: ["Scores of one head 14,400", "57,600", "230,400 bytes = 230.4 kB"],
      },
    ],
    [
      "item 122: from 4K to 128K tokens",
      { at: { view: "memory", preset: "128k", hide: "predict" }, says: ["34.36 GB", "32 GiB"] },
    ],
    [
      "item 123: with a cache each token costs n",
      {
        at: { view: "decoding", hide: "predict" },
        says: ["1,073,741,824"],
      },
    ],
  ],
};

for (const [tag, list] of Object.entries(rows)) {
  inEveryBrowser(`the lessons' rows in ${tag}`, `explorers/${tag}.html`, (test) => {
    for (const [title, ...looks] of list) {
      test(title, async (page) => {
        for (const { at, matrices = {}, says = [], hides = [], formulas = [] } of looks) {
          const where = JSON.stringify(at);
          const seen = await page.run(async (/** @type {Record<string, string>} */ attributes) => {
            const old = explorer();
            const figure = document.createElement(old.localName);
            for (const [name, value] of Object.entries(attributes))
              figure.setAttribute(name, value);
            old.replaceWith(figure);
            await ready();
            const root = /** @type {ShadowRoot} */ (figure.shadowRoot);
            const text = [...root.querySelectorAll(".picture, .readouts, .prediction, .sentence")]
              .map((part) => /** @type {HTMLElement} */ (part).textContent)
              .join(" ")
              .replaceAll(/\s+/g, " ");
            return {
              text,
              matrices: matrixTexts(figure),
              formulas: [...root.querySelectorAll("math")].map((formula) =>
                (formula.textContent ?? "").replaceAll(/\s+/g, ""),
              ),
            };
          }, at);
          for (const [name, wanted] of Object.entries(matrices))
            assert.deepEqual(seen.matrices[name], wanted, `${name} at ${where}`);
          for (const wanted of says)
            assert.ok(seen.text.includes(wanted), `“${wanted}” at ${where}: ${seen.text}`);
          for (const hidden of hides)
            assert.ok(!seen.text.includes(hidden), `“${hidden}” is told at ${where}`);
          for (const begin of formulas)
            assert.ok(
              seen.formulas.some((formula) => formula.startsWith(begin)),
              `${begin} at ${where}: ${seen.formulas.join(" | ")}`,
            );
        }
      });
    }
  });
}

inEveryBrowser("the lessons' rows in key size", "explorers/attention-key-size.html", (test) => {
  test("item 102: scores spread by 8, 11 and 23 at 64, 128 and 512", async (page) => {
    const spreads = await page.run(async () => {
      const found = [];
      for (const size of [64, 128, 512]) {
        await put({ hide: "predict", keySize: size });
        for (let turn = 0; turn < 1500 && !explorer().now; turn += 1)
          await new Promise((resolve) => setTimeout(resolve, 20));
        await explorer().updateComplete;
        found.push(readText("[data-readout=deviation] dd"));
      }
      return found;
    });
    assert.deepEqual(
      spreads.map((text) => Math.round(Number.parseFloat(text))),
      [8, 11, 23],
      spreads.join(", "),
    );
    for (const text of spreads) assert.match(text, /→ (0\.99|1\.00)/);
  });
});

/** The words of a section of a page, without what its explorers say.
 * @param {import("./harness.js").Page} page @param {string} id */
const sectionText = (page, id) =>
  page.run(async (/** @type {string} */ name) => {
    await ready();
    return (document.getElementById(name)?.textContent ?? "").replaceAll(/\s+/g, " ");
  }, id);

inEveryBrowser("the lessons' rows in running text", "lesson-1.html", (test) => {
  test("item 59: what to keep of lesson 1", async (page) => {
    const text = await sectionText(page, "recap");
    for (const wanted of [
      /\(n, d\)/,
      /4\.03/,
      /1,024\.99/,
      /0\.335/,
      /0\.953/,
      /−∞/,
      /16,640/,
      /1,050,624/,
      /268/,
    ])
      assert.match(text, wanted);
  });

  test("items 1, 7, 41 and 42: a score as a sum, and what the lesson's machine took", async (page) => {
    const first = await sectionText(page, "step-1");
    assert.match(first, /∑t=1dkqitkjt|S.*=.*∑/);
    const last = await sectionText(page, "step-6");
    assert.match(last, /8 times as many tokens .* 71 times as long; 8² is 64/);
    // Which token has the weight is asked in the figure below: it is not told before.
    const idea = await sectionText(page, "idea");
    assert.match(idea, /mostly one of the three, with a weight of 0\.728/);
    assert.doesNotMatch(idea, /mostly “arrival”/);
  });

  test(
    "item 92: what to keep of lesson 2, and where to go on",
    async (page) => {
      const text = await sectionText(page, "recap");
      for (const wanted of [/√d_?k/, /−∞/, /W_?O/, /n²|T²/]) assert.match(text, wanted);
      const next = await page.run(() =>
        [...document.querySelectorAll("#recap a")].map((link) => link.getAttribute("href")),
      );
      assert.ok(next.length > 0, "there is somewhere to go on to");
    },
    "lesson-2.html",
  );

  test(
    "items 93 and 94: the limits of recurrence and convolution, 2014, 2015 and 2017, with their sources",
    async (page) => {
      const text = await sectionText(page, "why");
      for (const wanted of [/2014/, /2015/, /2017/, /recurrent/, /convolution/])
        assert.match(text, wanted);
      const found = await page.run(async () => {
        const links = [...document.querySelectorAll("#why a")].map((link) =>
          link.getAttribute("href"),
        );
        const link = /** @type {any} */ (
          document.querySelector('#why attention-link[view="path"]')
        );
        await link.show();
        const cost = /** @type {any} */ (document.getElementById("cost-3"));
        return { links, view: cost.view };
      });
      assert.deepEqual(found.links, [
        "https://arxiv.org/abs/1409.0473",
        "https://arxiv.org/abs/1508.04025",
        "https://arxiv.org/abs/1706.03762",
      ]);
      assert.equal(found.view, "path");
    },
    "lesson-3.html",
  );
});

// <attention-heatmap> with the trained model: every number of the choice and of the heads is attn.encoder's,
// run in Node on the same weights, and the definition's in float64; heads switched off; the check; models
// that a learner brings; a page without the model.
/* global explorer, put, readText, within */
import assert from "node:assert/strict";
import { load, parseSafetensors, writeSafetensors } from "attention-wasm";
import { ticketModel } from "attention-wasm/ticket-model";
import { classify } from "./encoder-definition.js";
import { inEveryBrowser } from "./harness.js";

const attn = await load();
const { sizes, vocabulary, teams, ablation, examples, accuracy } =
  /** @type {import("../../web/data/model-registry.js").TicketModelDescription} */ (
    ticketModel.description
  );
const { tensors: state } = parseSafetensors(ticketModel.weights());
const encoder = attn.encoder({ ...sizes, parameters: state });

/** @typedef {[layer: number, head: number]} Place from 0 */

/** Ids of tokens; what is not in the vocabulary has 1. @param {string[]} tokens */
const idsOf = (tokens) =>
  tokens.map((token) => {
    const id = vocabulary.indexOf(token);
    return id < 0 ? 1 : id;
  });

/** What the module says in Node. @param {number[]} ids @param {Place[]} [without] */
function computed(ids, without = []) {
  const { logits, weights, inputs } = encoder.forward([ids], null, { without, inputs: true });
  return {
    probabilities: [...attn.softmax(logits).data],
    weights: /** @type {NonNullable<typeof weights>} */ (weights),
    inputs: /** @type {NonNullable<typeof inputs>} */ (inputs),
  };
}

/** @param {string} text as it is written on the page */
function read(text) {
  const plain = text.replaceAll("−", "-").replace(/ · 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, (_, power) => {
    const digits = [...power].map((sign) => (sign === "⁻" ? "-" : "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(sign)));
    return `e${digits.join("")}`;
  });
  const value = Number(plain.replace(/^at most /, ""));
  assert.ok(!Number.isNaN(value), `“${text}” is no number`);
  return value;
}

/** Tokens, tables and table of classes as they stand. @param {import("./harness.js").Page} page @param {Record<string, unknown>} values */
const shownBy = (page, values) =>
  page.run(async (/** @type {Record<string, unknown>} */ given) => {
    const element = await put({ ...given, openParts: new Set(["tables"]) });
    await element.updateComplete;
    /** @param {string} selector @returns {string[][]} */
    const rows = (selector) =>
      [...element.shadowRoot.querySelectorAll(`${selector} tbody tr`)].map((row) =>
        [...row.querySelectorAll("th, td:not([aria-hidden])")].map((cell) =>
          (cell.textContent ?? "").trim(),
        ),
      );
    return {
      tokens: /** @type {string[]} */ (element.maps.queryTokens[0]),
      weights: rows("[data-table=A]"),
      chances: rows("[data-table=p]"),
      differences: rows("[data-table=D]"),
      classes: rows("[data-classes]"),
      check: readText("[data-readout=check] dd"),
      choice: readText("[data-readout=choice] dd"),
    };
  }, values);

/** The same float32. @param {string} text @param {number} value @param {string} what */
function sameNumber(text, value, what) {
  assert.equal(Math.fround(read(text)), Math.fround(value), `${what}: ${text} for ${value}`);
}

/** Three decimals of it. @param {string} text @param {number} value @param {string} what */
function sameDecimals(text, value, what) {
  if (text.includes("<0.001") || text.includes(">−0.001"))
    assert.ok(Math.abs(value) <= 0.0005 + 1e-6, `${what}: ${text} for ${value}`);
  else assert.ok(Math.abs(read(text) - value) <= 0.0005 + 1e-6, `${what}: ${text} for ${value}`);
}

const TYPED =
  "Not a delivery issue, I’m keeping the gramophone. My card was charged twice! Can you take the second charge back?";

inEveryBrowser("attention-heatmap with its model", "explorers/attention-heatmap.html", (test) => {
  test("what it says and what its heads read: attn.encoder's numbers, and the definition's", async (page) => {
    for (const [phrase, without] of /** @type {[string | undefined, Place[]][]} */ ([
      [undefined, []],
      [TYPED, [[0, 3]]],
      [
        examples[7].text,
        [
          [0, 1],
          [1, 2],
          [1, 3],
        ],
      ],
    ])) {
      const off = without.map(([layer, head]) => [layer + 1, head + 1]);
      for (const [layer, head] of [
        [1, 4],
        [2, 1],
      ]) {
        const shown = await shownBy(page, { phrase, without: off, layer, head });
        const ids = idsOf(shown.tokens);
        const now = computed(ids, without);
        // A text is read again for this, without its weights: another order of the same sums.
        const { logits } = encoder.forward([ids], null, { weights: without.length === 0 });
        const whole = [...attn.softmax(logits).data];
        const exact = classify(state, sizes.heads, ids, without);
        const exactWhole = classify(state, sizes.heads, ids).probabilities;
        const chances = shown.chances.map((row) => row.slice(1));
        now.probabilities.forEach((value, at) => {
          sameNumber(chances[0][at], value, `${teams[at]} now`);
          sameNumber(chances[1][at], whole[at], `${teams[at]} with all heads`);
          assert.ok(Math.abs(value - exact.probabilities[at]) < 2e-5, `${teams[at]}: float64`);
          const [name, chance, change] = shown.classes[at];
          assert.equal(name, teams[at]);
          sameDecimals(chance, exact.probabilities[at], name);
          assert.equal(change !== undefined, without.length > 0);
          if (change !== undefined) {
            const moved = exact.probabilities[at] - exactWhole[at];
            sameDecimals(change.replace("+", ""), moved, `${name}, change`);
          }
        });
        const best = exact.probabilities.indexOf(Math.max(...exact.probabilities));
        assert.ok(shown.choice.startsWith(teams[best]), shown.choice);
        const n = ids.length;
        const data = now.weights[layer - 1].data.subarray((head - 1) * n * n, head * n * n);
        shown.weights.forEach((row, i) =>
          row.slice(1).forEach((text, j) => {
            sameNumber(text, data[i * n + j], `weight ${i}, ${j}`);
            const value = exact.weights[layer - 1][head - 1][i][j];
            assert.ok(Math.abs(data[i * n + j] - value) < 2e-5, `weight ${i}, ${j}: float64`);
          }),
        );
        assert.equal(shown.weights.length, n);
      }
    }
  });
});

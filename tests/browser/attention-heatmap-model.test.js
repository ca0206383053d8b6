// <attention-heatmap> with the trained model: every number of the choice and of the heads is attn.encoder's,
// run in Node on the same weights, and the definition's in float64; heads switched off; the check; models
// that a learner brings; a page without the model.
/* global explorer, put, readText, within */
import assert from "node:assert/strict";
import { initialParameters, load, parseSafetensors, writeSafetensors } from "attention-wasm";
import { ticketModel } from "attention-wasm/ticket-model";
import { classify } from "./encoder-definition.js";
import { LESSON_TICKET } from "../../web/model/lesson-ticket.js";
import { inEveryBrowser } from "./harness.js";

const attn = await load();
const { sizes, vocabulary, teams, ablation, examples, accuracy } =
  /** @type {import("../../web/model/model-registry.js").TicketModelDescription} */ (
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

/** A state dict of these sizes, its numbers small and each other's neighbours.
 * @param {typeof sizes} given */
function smallState(given) {
  const parameters = initialParameters(given, 3);
  for (const { data } of Object.values(parameters))
    data.forEach((value, at) => {
      data[at] = Math.fround(value + Math.sin(at) / 4);
    });
  return parameters;
}

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
  test("item 90: what it says and what its heads read: attn.encoder's numbers, and the definition's", async (page) => {
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

  test("item 49: by keys alone: question, head, switch, ticket", async (page) => {
    const ids = idsOf(await page.run(() => explorer().maps.queryTokens[0]));
    const place = (/** @type {number[]} */ at) => `layer ${at[0] + 1}, head ${at[1] + 1}`;
    assert.ok(ablation);
    const { brightest, strongest, team } = ablation;
    const question = await page.run(() => readText(".prediction .question"));
    assert.match(
      question,
      new RegExp(`The largest weight of all, [\\d.]+, is in ${place(brightest)}\\.`),
    );
    await page.focusByKeys("[data-answer=half]");
    await page.press("Enter");
    const verdict = await page.run(() => readText(".prediction"));
    const numbers =
      /Right answer .*? Not quite\. Without (.+), which has the largest weight of all \((\S+)\), the probability of “(\w+)” goes from (\S+) to (\S+)\. Without (.+), whose largest weight is (\S+), the probability goes to (\S+)\. The model then chooses “(\w+)”\. Weights are not explanations/.exec(
        verdict,
      );
    assert.ok(numbers, verdict);
    assert.deepEqual([numbers[1], numbers[6]], [place(brightest), place(strongest)]);
    assert.equal(numbers[3], teams[team]);
    /** @param {string} text @param {number} value four digits of it */
    const near = (text, value) =>
      assert.ok(Math.abs(read(text) / value - 1) < 6e-4, `${text}, ${value}`);
    const exact = classify(state, sizes.heads, ids);
    const without = (/** @type {number[]} */ at) =>
      classify(state, sizes.heads, ids, [/** @type {Place} */ (at)]).probabilities;
    near(numbers[2], Math.max(...exact.weights[brightest[0]][brightest[1]].flat()));
    near(numbers[4], exact.probabilities[team]);
    near(numbers[5], without(brightest)[team]);
    near(numbers[7], Math.max(...exact.weights[strongest[0]][strongest[1]].flat()));
    near(numbers[8], without(strongest)[team]);
    assert.ok(Math.abs(without(brightest)[team] - exact.probabilities[team]) < 0.001);
    const winner = without(strongest);
    assert.equal(numbers[9], teams[winner.indexOf(Math.max(...winner))]);

    await page.focusByKeys(`[data-ablate="${strongest[0] + 1}:${strongest[1] + 1}"]`);
    await page.press("Enter");
    const off = () => page.run(() => explorer().getAttribute("without"));
    assert.equal(await off(), `${strongest[0] + 1}:${strongest[1] + 1}`);
    assert.equal(await page.run(() => readText(".heads .off .sign")), "off");
    await page.focusByKeys("[data-control=switch-2] input[value='2']", "Shift+Tab");
    await page.press("Space");
    assert.equal(await off(), `${strongest[0] + 1}:${strongest[1] + 1} 2:2`);
    assert.match(
      await page.run(() => readText(".classes caption")),
      /without layer 1, head 4; layer 2, head 2/,
    );
    await page.focusByKeys("[data-action=all-on]");
    await page.press("Enter");
    assert.equal(await off(), null);
    await page.focusByKeys("[data-layer='1'][data-head='4']", "Shift+Tab");
    await page.press("ArrowDown", "ArrowLeft");
    assert.deepEqual(await page.run(() => [explorer().layer, explorer().head]), [2, 3]);
    await page.focusByKeys("#phrase", "Shift+Tab");
    await page.press("End");
    await page.type(" now ");
    // Wherever the engine puts the caret.
    assert.ok(await page.run(() => explorer().maps.queryTokens[0].includes("now")));
    assert.match(await page.run(() => explorer().phrase), / now/);
  });

  test("the strongest pairs are the largest weights of the head; one chosen is outlined and read", async (page) => {
    const { tokens } = await shownBy(page, { layer: 1, head: 4 });
    const n = tokens.length;
    const { weights } = classify(state, sizes.heads, idsOf(tokens));
    const all = weights[0][3]
      .flatMap((row, i) => row.map((value, j) => ({ value, i, j })))
      .sort((a, b) => b.value - a.value);
    const shown = await page.run(() =>
      [...explorer().shadowRoot.querySelectorAll("[data-pair]")].map((pair) => [
        pair.dataset.pair,
        pair.textContent.replaceAll(/\s+/g, " ").trim(),
      ]),
    );
    assert.equal(shown.length, 5);
    shown.forEach(([place, text], at) => {
      const { value, i, j } = all[at];
      assert.equal(place, `${i},${j}`);
      const [, number, query, key] =
        /^(\S+) “(.+)” \(\d+\) reads “(.+)” \(\d+\)$/.exec(text) ?? assert.fail(text);
      assert.ok(Math.abs(read(number) - value) < 1e-4);
      assert.deepEqual([query, key], [tokens[i], tokens[j]]);
    });
    assert.ok(n > 20);
    await page.click("[data-pair]:first-of-type");
    assert.equal(await page.run(() => explorer().row), all[0].i + 1);
    assert.match(
      await page.run(() => readText("[data-read]")),
      new RegExp(`“${tokens[all[0].i]}” \\(${all[0].i + 1}\\) reads “${tokens[all[0].j]}”`),
    );
  });

  test("the check: every head against the formula in float64, recomputed here as well", async (page) => {
    const shown = await shownBy(page, { phrase: TYPED });
    const ids = idsOf(shown.tokens);
    const { weights, inputs } = computed(ids);
    const n = ids.length;
    const { d, heads } = sizes;
    let most = 0;
    weights.forEach(({ data }, layer) => {
      const x = inputs[layer].data;
      const weight = state[`blocks.layers.${layer}.self_attn.in_proj_weight`].data;
      const bias = state[`blocks.layers.${layer}.self_attn.in_proj_bias`].data;
      const project = (/** @type {number} */ i, /** @type {number} */ r) => {
        let sum = 0;
        for (let c = 0; c < d; c += 1) sum += x[i * d + c] * weight[r * d + c];
        return sum + bias[r];
      };
      for (let head = 0; head < heads; head += 1) {
        const rows = Array.from({ length: d / heads }, (_, c) => head * (d / heads) + c);
        let largest = 0;
        for (let i = 0; i < n; i += 1) {
          const q = rows.map((r) => project(i, r));
          const powers = ids.map((_, j) =>
            Math.exp(
              rows.reduce((sum, r, c) => sum + q[c] * project(j, d + r), 0) / Math.sqrt(d / heads),
            ),
          );
          const sum = powers.reduce((total, power) => total + power, 0);
          powers.forEach((power, j) => {
            const at = (head * n + i) * n + j;
            largest = Math.max(largest, Math.abs(data[at] - power / sum));
          });
        }
        const text = shown.differences[layer][head + 1];
        assert.ok(
          Math.abs(read(text) / largest - 1) < 1e-3,
          `${layer}, ${head}: ${text}, ${largest}`,
        );
        most = Math.max(most, largest);
      }
    });
    assert.ok(most < 2e-6 && most > 0, String(most));
    assert.match(shown.check, /^at most /);
    assert.ok(Math.abs(read(shown.check) / most - 1) < 0.06, `${shown.check}, ${most}`);
  });

  test("says honestly what it is, and which words it does not know", async (page) => {
    const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}%`;
    const about = await page.run(() => readText(".about"));
    assert.ok(
      about.includes(percent(accuracy.model)) && about.includes(percent(accuracy.bagOfWords)),
      about,
    );
    assert.match(about, /A program wrote the tickets/);
    const notes = await page.run(async () => {
      const found = [];
      for (const phrase of ["my gramophone is broken", "charge ".repeat(70), "?", " "]) {
        await put({ phrase });
        found.push(
          [...explorer().shadowRoot.querySelectorAll("[data-note], .wrong")]
            .map((note) => note.textContent.trim())
            .join(" "),
        );
      }
      return found;
    });
    assert.match(notes[0], /Not in the model's vocabulary, so read as “unknown”: gramophone\./);
    assert.match(notes[1], /64 positions, so it does not read the last 6 tokens\./);
    assert.equal(notes[2], "");
    assert.match(notes[3], /Type a text/);
    const right = await page.run(async () => {
      await put({ phrase: undefined });
      /** @type {HTMLSelectElement} */ (within("#ticket")).value = "3";
      within("#ticket")?.dispatchEvent(new Event("change"));
      await explorer().updateComplete;
      return [explorer().phrase, readText(".model .about")];
    });
    assert.deepEqual(right, [
      examples[2].text,
      `The right team for this ticket: ${teams[examples[2].team]}.`,
    ]);
  });

  test("state goes to attributes, address and embed code, and comes back", async (page) => {
    const found = await page.run(async (/** @type {string} */ phrase) => {
      const element = explorer();
      const before = Object.fromEntries(element.stateAttributes());
      await element.set({
        phrase,
        without: [
          [1, 4],
          [2, 1],
        ],
        layer: 2,
        row: 3,
      });
      const attributes = Object.fromEntries(element.stateAttributes());
      const fresh = /** @type {any} */ (document.createElement("attention-heatmap"));
      for (const [name, value] of Object.entries(attributes)) fresh.setAttribute(name, value);
      document.body.append(fresh);
      for (let turn = 0; turn < 100 && !fresh.maps; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const same = [fresh, element].map((one) => [...one.result.probabilities].join());
      fresh.remove();
      const { hash } = location;
      await put({ phrase: undefined, without: [], layer: 1, row: undefined });
      element.addressing.read();
      await element.updateComplete;
      const back = Object.fromEntries(element.stateAttributes());
      const scripts = element.constructor.scriptsFor(element.stateAttributes());
      element.openParts = new Set(["embed"]);
      await element.updateComplete;
      const code = readText("[data-code]");
      await put({ without: "1:x" });
      const wrong = readText(".frame");
      await put({
        without: [
          [9, 1],
          [1, 2],
        ],
      });
      return {
        before,
        attributes,
        same,
        hash,
        back,
        scripts,
        code,
        wrong,
        off: readText(".classes caption"),
      };
    }, TYPED);
    assert.deepEqual(found.before, { preset: "tickets" });
    assert.deepEqual(found.attributes, {
      preset: "tickets",
      phrase: TYPED,
      without: "1:4 2:1",
      layer: "2",
      row: "3",
    });
    assert.equal(found.same[0], found.same[1]);
    assert.deepEqual(found.back, found.attributes);
    assert.match(found.hash, /without=1%3A4\+2%3A1/);
    assert.deepEqual(found.scripts, ["attention-ticket-model.js"]);
    assert.match(
      found.code,
      /<script src="attention-explorers\.js".*<script src="attention-ticket-model\.js".*preset="tickets"/,
    );
    assert.match(found.wrong, /without must name heads as layer:head/);
    assert.match(found.off, /without layer 1, head 2$/);
  });

  test("without the model it says what to do; the script may come before or after", async (page) => {
    const found = await page.run(async () => {
      const registry = /** @type {any} */ (window)[Symbol.for("attention-wasm.models")];
      const source = registry.models.get("tickets");
      registry.models.clear();
      const element = /** @type {any} */ (document.createElement("attention-heatmap"));
      explorer().replaceWith(element);
      const settled = async () => {
        for (let turn = 0; turn < 100 && !element.attn; turn += 1)
          await new Promise((resolve) => setTimeout(resolve, 20));
        await element.updateComplete;
      };
      await settled();
      const usual = element.source;
      await put({ preset: "tickets" });
      const missing = readText("[data-missing]");
      const code = readText("[data-missing] pre");
      const options = [...element.shadowRoot.querySelectorAll("#preset option")].map(
        (option) => option.value,
      );
      const attributes = Object.fromEntries(element.stateAttributes());
      await put({ preset: undefined });
      const script = document.createElement("script");
      script.textContent =
        [...document.scripts].find(
          ({ text }) =>
            text.includes("attention-wasm.models") &&
            text.length > 2e5 &&
            !text.includes("customElements"),
        )?.text ?? "";
      document.head.append(script);
      await settled();
      const after = element.source;
      const isNew = registry.models.get("tickets") !== source;
      const again = document.createElement("script");
      again.textContent = script.textContent;
      document.head.append(again);
      await settled();
      return {
        usual,
        missing,
        code,
        options,
        attributes,
        after,
        isNew,
        classes: readText(".classes"),
      };
    });
    assert.equal(found.usual, "untrained");
    assert.match(
      found.missing,
      /The trained model is not on this page\..*attention-explorers-with-model\.html/,
    );
    assert.equal(found.code, '<script src="attention-ticket-model.js"></script>');
    assert.equal(found.options[0], "tickets");
    assert.deepEqual(found.attributes, { preset: "tickets" });
    assert.equal(found.after, "tickets");
    assert.ok(found.isNew);
    assert.match(found.classes, /account 0\.997/);
  });

  test("a model of one's own: in one file, in two, in any order; what is wrong is said, and nothing lost", async (page) => {
    const small = { vocab: 8, d: 8, heads: 2, ff: 4, layers: 1, classes: 2, maxLen: 5 };
    const words = ["<pad>", "<unk>", "the", "cat", "<b>sat</b>", "mat", "on", "'"];
    const own = smallState(small);
    const bytes = (/** @type {Record<string, string>} */ metadata, tensors = own) => [
      ...new Uint8Array(writeSafetensors(tensors, metadata)),
    ];
    const whole = {
      vocabulary: JSON.stringify(words),
      classes: JSON.stringify(["<i>yes</i>", "no"]),
      heads: "2",
    };
    /** @param {Record<string, number[] | string>} files by name */
    const open = (files) =>
      page.run(async (/** @type {Record<string, number[] | string>} */ given) => {
        const element = explorer();
        const list = Object.entries(given).map(
          ([name, content]) =>
            new File([typeof content === "string" ? content : Uint8Array.from(content)], name),
        );
        await element.open(list);
        await element.updateComplete;
        return {
          wrong: readText(".wrong"),
          about: readText(".about"),
          source: element.source,
          shape: element.maps?.shape,
          classes: [...element.shadowRoot.querySelectorAll(".classes tbody th")].map(
            (x) => x.textContent,
          ),
          heads: /** @type {HTMLSelectElement | null} */ (within("#heads"))?.value,
        };
      }, files);

    const one = await open({ "own.safetensors": bytes(whole) });
    assert.equal(one.wrong, "");
    assert.match(
      one.about,
      /The model from the file own\.safetensors: 1 layer of 2 heads, 8 words/,
    );
    assert.deepEqual(one.classes, ["<i>yes</i>", "no"]);
    assert.equal(one.heads ?? undefined, undefined);
    // It computes what the module computes in Node, heads left out as well.
    const shown = await shownBy(page, { phrase: "The cat ' sat on the", without: [[1, 2]] });
    const ids = shown.tokens.map((token) => Math.max(1, words.indexOf(token)));
    assert.equal(ids.length, small.maxLen);
    const model = attn.encoder({ ...small, parameters: own });
    const { logits } = model.forward([ids], null, { without: [[0, 1]] });
    [...attn.softmax(logits).data].forEach((value, at) => {
      sameNumber(shown.chances[0][at + 1], value, `class ${at}`);
      const exact = classify(own, small.heads, ids, [[0, 1]]).probabilities[at];
      assert.ok(Math.abs(value - exact) < 1e-5);
    });
    model.release();

    // The weights first, then a wrong vocabulary, then the right one.
    const asked = await open({ "bare.safetensors": bytes({}) });
    assert.match(
      asked.wrong,
      /bare\.safetensors have been read\. They know 8 tokens\. Now open or drop their vocabulary/,
    );
    assert.match(asked.about, /own\.safetensors/);
    const seven = await open({ "vocabulary.json": JSON.stringify(words.slice(1)) });
    assert.match(
      seven.wrong,
      /The vocabulary has 7 entries, but the model’s embed\.weight has 8 rows/,
    );
    assert.match(seven.about, /own\.safetensors/);
    const later = await open({ "vocabulary.json": JSON.stringify(words) });
    assert.match(
      later.about,
      /bare\.safetensors.*does not say how many heads the model has, so 4 are assumed/,
    );
    assert.deepEqual(later.classes, ["1", "2"]);
    assert.equal(later.heads, "4");
    const cut = await page.run(async () => {
      const field = /** @type {HTMLSelectElement} */ (within("#heads"));
      field.value = "2";
      field.dispatchEvent(new Event("change"));
      await explorer().updateComplete;
      return explorer().maps.shape[2];
    });
    assert.equal(cut, 2);

    // Together, the vocabulary by ids, with classes and heads.
    const byId = Object.fromEntries(words.map((word, id) => [word, id]));
    const both = await open({
      "words.json": JSON.stringify({ vocab: byId, labels: ["a", "b"], nhead: 1 }),
      "two.safetensors": bytes({}),
    });
    assert.match(both.about, /two\.safetensors: 1 layer of 1 head,/);
    assert.deepEqual(both.classes, ["a", "b"]);

    // As <attention-training> saves it, trained without the division by √d_k.
    const undivided = {
      vocabulary: whole.vocabulary,
      teams: '["u", "v"]',
      heads: "2",
      scale: "one",
    };
    await open({ "trained.safetensors": bytes(undivided) });
    const trained = await shownBy(page, { phrase: "the cat on", without: [] });
    assert.deepEqual(
      trained.classes.map(([name]) => name),
      ["u", "v"],
    );
    const other = attn.encoder({ ...small, parameters: own, scale: 1 });
    const said = attn.softmax(other.forward([[2, 3, 6]]).logits).data;
    said.forEach((value, at) => sameNumber(trained.chances[0][at + 1], value, `class ${at}`));
    other.release();
    assert.ok(read(trained.check) < 1e-6, trained.check);
    await open({
      "words.json": JSON.stringify({ vocab: byId, labels: ["a", "b"], nhead: 1 }),
      "two.safetensors": bytes({}),
    });

    const { "head.weight": _, ...headless } = own;
    for (const [files, message] of /** @type {[Record<string, number[] | string>, RegExp][]} */ ([
      [
        { "cut.safetensors": bytes(whole).slice(0, 900) },
        /^cut\.safetensors is not a safetensors file that can be read: /,
      ],
      [
        { "weights.zip": [0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0] },
        /weights\.zip is a zip archive\. Unpack it first/,
      ],
      [
        { "model.pt": [0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0] },
        /a pickle.*safetensors\.torch\.save_file/,
      ],
      [
        { "a.safetensors": bytes(whole, { x: { data: new Float32Array(1), shape: [1] } }) },
        /no tensor called embed\.weight\. Its tensors are x/,
      ],
      [{ "a.safetensors": bytes(whole, headless) }, /no tensor called head\.weight/],
      [
        { "a.safetensors": bytes(whole, { ...own, "norm3.bias": own["norm.bias"] }) },
        /cannot be used: .*norm3\.bias/,
      ],
      [{ "a.safetensors": bytes({ ...whole, heads: "3" }) }, /3 heads cannot share d = 8/],
      [{ "a.safetensors": bytes({ ...whole, heads: "many" }) }, /number of heads is many/],
      [
        { "a.safetensors": bytes({ ...whole, classes: '["a"]' }) },
        /There is 1 class name, but the model’s head has 2/,
      ],
      [
        { "a.safetensors": bytes({ ...whole, vocabulary: "[" }) },
        /metadata entry vocabulary is not JSON/,
      ],
      [{ "a.safetensors": bytes({ ...whole, vocabulary: '["a", 1]' }) }, /must be a list of texts/],
      [{ "v.json": JSON.stringify(["a", "a"]) }, /contains “a” twice/],
      [{ "v.json": JSON.stringify({ a: 0, b: 2 }) }, /“b” has 2/],
    ])) {
      const { wrong, about, shape } = await open(files);
      assert.match(wrong, message);
      assert.match(about, /two\.safetensors/, "what was on screen stays");
      assert.deepEqual(shape.slice(0, 3), [1, 1, 1]);
    }
    // Numbers that are all finite, of which the module makes some that are not.
    const { data, shape } = own["head.weight"];
    const huge = { data: data.map((_, at) => (at % 2 === 0 ? 3e38 : -3e38)), shape };
    const beyond = await open({ "h.safetensors": bytes(whole, { ...own, "head.weight": huge }) });
    assert.match(beyond.wrong, /too large for float32, so the model has no answer/);
    await open({
      "words.json": JSON.stringify({ vocab: byId, labels: ["a", "b"], nhead: 1 }),
      "two.safetensors": bytes({}),
    });
    // What is saved comes back.
    const again = await page.run(async () => {
      const element = explorer();
      await put({ phrase: "the cat on" });
      const before = [...element.maps.data];
      const file = element.classifier.file();
      element.choosePreset("tickets");
      await put({ phrase: "the mat" });
      await element.open(new File([file], "saved.safetensors"));
      const { phrase } = element;
      await put({ phrase: "the cat on" });
      return {
        phrase,
        same: before.every((x, i) => x === element.maps.data[i]),
        python: element.allExports().python(),
      };
    });
    assert.ok(again.same);
    assert.equal(again.phrase, "the mat", "the text that stood there is read by the new model");
    assert.match(again.python, /open\("attention-model\.safetensors", "rb"\)/);
  });

  test("items 46, 47 and 48: lesson 1's ticket: 30 tokens, the last layer's heads side by side, the lesson's digits beside these", async (page) => {
    const shown = await page.run(async (/** @type {string} */ text) => {
      const element = explorer();
      const menu = /** @type {HTMLSelectElement} */ (within("#ticket"));
      const option = [...menu.options].find(
        (each) => element.classifier.examples[each.value]?.text === text,
      );
      menu.value = String(option?.value);
      menu.dispatchEvent(new Event("change"));
      await element.updateComplete;
      await new Promise((resolve) => setTimeout(resolve, 100));
      const root = element.shadowRoot;
      const text_ = (/** @type {Element} */ x) => (x.textContent ?? "").replace(/\s+/g, " ").trim();
      return {
        tokens: element.maps.queryTokens[0],
        layer: element.layer,
        outlined: element.maps.queryTokens[0][element.outlined],
        reads: [...root.querySelectorAll("[data-reads]")].map(text_),
        receives: [...root.querySelectorAll("[data-receives]")].map(text_),
        sizes: [...root.querySelectorAll("[data-layer-map]")].map(
          (x) => x.getBoundingClientRect().width,
        ),
        outlines: root.querySelectorAll(".layer-maps .outlined").length,
        names: ["rows", "columns"].map((which) =>
          [...root.querySelectorAll(`[data-layer-head="4"] [data-labels=${which}] span`)].map(
            text_,
          ),
        ),
        rows: [...root.querySelectorAll("[data-lesson] tbody tr")].map((row) =>
          [...row.children].map(text_),
        ),
        said: readText("[data-lesson] .about"),
      };
    }, LESSON_TICKET.text);
    assert.equal(shown.tokens.length, 30);
    assert.deepEqual([shown.layer, shown.outlined], [2, "not"]);
    assert.equal(shown.outlines, 4);
    assert.deepEqual(shown.names, [shown.tokens, shown.tokens], "each map names its tokens");
    for (const size of shown.sizes) assert.ok(size >= 200, `${size} px`);
    // The definition in float64, read by hand.
    const { weights } = classify(state, sizes.heads, idsOf(shown.tokens));
    weights[1].forEach((/** @type {number[][]} */ head, /** @type {number} */ at) => {
      const largest = Math.max(...head[0]);
      const token = shown.tokens[head[0].indexOf(largest)];
      assert.match(shown.reads[at], new RegExp(`reads “${token === "?" ? "\\?" : token}”`));
      const mean = shown.tokens.map(
        (/** @type {string} */ _, /** @type {number} */ j) =>
          head.reduce((sum, row) => sum + row[j], 0) / 30,
      );
      const most = Math.max(...mean);
      assert.match(
        shown.receives[at],
        new RegExp(`: “${shown.tokens[mean.indexOf(most)].replace(/[?.]/, "\\$&")}”`),
      );
      assert.deepEqual(shown.rows[at].slice(3), [
        `${token} ${largest.toFixed(2)}`,
        `${shown.tokens[mean.indexOf(most)]} ${most.toFixed(3)}`,
      ]);
    });
    assert.deepEqual(
      shown.rows.map((row) => row.slice(1, 3)),
      [
        ["twice 0.50", "twice 0.355"],
        ["charge 0.55", "charge 0.208"],
        ["remove 0.50", "remove 0.118"],
        ["remove 0.48", "remove 0.274"],
      ],
    );
    assert.match(shown.said, /another model/);
  });

  test("a text of which the model knows nothing gets a warning; an empty one keeps field and focus; a long one stays out of the address", async (page) => {
    for (const phrase of ["hello", "a", "👍", "?!", "zzz qqq", "hello hello"]) {
      const said = await page.run(async (/** @type {string} */ text) => {
        await put({ phrase: text });
        return {
          doubt: readText("[data-doubt]"),
          classes: Boolean(within(".classes")),
          choice: readText("[data-readout=choice] dd"),
          asks: Boolean(within("[data-question=ablation]")),
          words: explorer().description().join(" "),
        };
      }, phrase);
      assert.match(said.doubt, /knows fewer than two words of this text/, phrase);
      assert.ok(!said.classes && !said.asks);
      assert.doesNotMatch(said.choice, /\d/);
      assert.doesNotMatch(said.words, /billing/);
    }
    assert.ok(
      await page.run(async () => Boolean((await put({ phrase: "my card" })) && within(".classes"))),
    );
    // What is pasted ends where no model reads on; a word that is not known is named short.
    for (const letter of ["a", "wörd ", "😀", "\n", " \t"]) {
      const pasted = await page.run(async (/** @type {string} */ text) => {
        const field = /** @type {HTMLTextAreaElement} */ (within("#phrase"));
        const start = performance.now();
        // What is pasted is cut by the browser; a program's text is not.
        field.value = text.repeat(440_000 / text.length).slice(0, field.maxLength);
        field.dispatchEvent(new Event("change", { bubbles: true }));
        await explorer().updateComplete;
        const { height } = field.getBoundingClientRect();
        return {
          letters: field.value.length,
          time: performance.now() - start,
          screens: height / innerHeight,
          notes: [...explorer().shadowRoot.querySelectorAll("[data-note], [data-doubt]")].map(
            (note) => note.textContent.length,
          ),
          address: location.hash.length,
        };
      }, letter);
      assert.equal(pasted.letters, 20_000, JSON.stringify(letter));
      assert.ok(pasted.time < 1000, `${JSON.stringify(letter)} takes ${pasted.time} ms`);
      assert.ok(pasted.screens <= 0.5, `the field is ${pasted.screens} screens high`);
      assert.ok(pasted.notes.every((length) => length < 400));
      assert.ok(pasted.address < 4000);
    }
    const kept = await page.run(async () => {
      const field = /** @type {HTMLTextAreaElement} */ (within("#phrase"));
      field.focus();
      for (const value of ["m", "", "my card"]) {
        field.value = value;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        await explorer().updateComplete;
        if (within("#phrase") !== field || explorer().shadowRoot.activeElement !== field)
          return value || "empty";
      }
      return "kept";
    });
    assert.equal(kept, "kept");
    const long = await page.run(async () => {
      const element = await put({ address: "", phrase: "my card" });
      const field = /** @type {HTMLTextAreaElement} */ (within("#phrase"));
      field.value = "card ".repeat(88000);
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await element.updateComplete;
      return {
        attributes: [...element.stateAttributes().keys()],
        size: element.outerHTML.length + location.hash.length,
        failed: element.failure !== undefined,
        note: readText("[data-long]"),
      };
    });
    assert.ok(!long.attributes.includes("phrase") && long.size < 10000 && !long.failed);
    assert.match(long.note, /more than 2,000 letters/);
  });
});

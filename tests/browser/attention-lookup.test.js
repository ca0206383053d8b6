// <attention-lookup> as a reader meets it: both lookups against their definition in float64, lesson 2's
// numbers, the query moved by keys, by a tap and by dragging, numbers of one's own, small screens, files.
/* global explorer, matrixTexts, middleOf, put, readText, within */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { inEveryBrowser } from "./harness.js";
import { assertShown, read } from "./numbers.js";

const lesson2 = JSON.parse(
  fs.readFileSync(new URL("../fixtures/lesson-facts.json", import.meta.url), "utf8"),
).lesson_2;
const ROOT = Math.sqrt(2);

// --- the definition, in float64 --------------------------------------------------------------------

/** @param {number[]} q @param {number[][]} keys @param {number[][]} values @param {number} temperature */
function definition(q, keys, values, temperature) {
  const scores = keys.map((key) => key[0] * q[0] + key[1] * q[1]);
  const best = scores.indexOf(Math.max(...scores));
  const hard = scores.map((_, j) => (j === best ? 1 : 0));
  const powers = scores.map((score) => Math.exp((score - scores[best]) / temperature));
  const sum = powers.reduce((total, power) => total + power, 0);
  const soft = temperature === 0 ? hard : powers.map((power) => power / sum);
  /** @param {number[]} weights */
  const blend = (weights) =>
    [0, 1].map((t) => weights.reduce((total, weight, j) => total + weight * values[j][t], 0));
  return { scores, hard, soft, outputs: { hard: blend(hard), soft: blend(soft) } };
}

/**
 * @typedef {object} Shown
 * @property {string[][]} rows dot product, hard weight and soft weight of each key
 * @property {number[][]} bars
 * @property {{ hard: string, soft: string }} outputs
 * @property {Record<string, string[][]>} matrices
 * @property {string} readout
 */

/** What the page shows of both lookups. @param {import("./harness.js").Page} page @returns {Promise<Shown>} */
const shownBy = (page) =>
  page.run(() => {
    const rows = [...explorer().shadowRoot.querySelectorAll("[data-lookups] tbody tr")];
    return {
      rows: rows.map((row) =>
        [...row.querySelectorAll("td")].map((cell) => cell.textContent.trim()),
      ),
      bars: rows.map((row) =>
        [...row.querySelectorAll("td.weight")].map((cell) =>
          Number(cell.querySelector("rect")?.getAttribute("width") ?? 0),
        ),
      ),
      outputs: {
        hard: readText("[data-output=hard]"),
        soft: readText("[data-output=soft]"),
      },
      matrices: matrixTexts(),
      readout: readText("[data-readout=soft] dd"),
    };
  });

/** @param {Shown} shown @param {number} temperature @param {string} where */
function assertLookups({ rows, bars, outputs, matrices, readout }, temperature, where) {
  const [Q, K, V] = ["Q", "K", "V"].map((name) =>
    matrices[name].map((/** @type {string[]} */ row) => row.map(read)),
  );
  const expected = definition(Q[0], K, V, temperature);
  assert.equal(rows.length, K.length, where);
  rows.forEach((/** @type {string[]} */ [score, hard, soft], /** @type {number} */ j) => {
    assertShown(score, expected.scores[j], `${where}: q · k ${j}`);
    assertShown(hard, expected.hard[j], `${where}: hard ${j}`);
    assertShown(soft, expected.soft[j], `${where}: soft ${j}`);
    assert.ok(Math.abs(bars[j][1] - 100 * expected.soft[j]) < 0.51, `${where}: bar ${j}`);
  });
  for (const kind of /** @type {const} */ (["hard", "soft"])) {
    const numbers = outputs[kind].replaceAll(/[()]/g, "").split(", ");
    numbers.forEach((text, t) => assertShown(text, expected.outputs[kind][t], `${where}: ${kind}`));
  }
  assert.equal(readout, outputs.soft, where);
}

inEveryBrowser("attention-lookup", "explorers/attention-lookup.html", (test) => {
  test("by keys alone: the question, lesson 2's numbers, then another query", async (page) => {
    assert.deepEqual((await shownBy(page)).rows[0], ["?", "?", "?"]);
    await page.focusByKeys("[data-answer='0']");
    await page.press("Enter");
    assert.match(
      await page.run(() => readText(".prediction")),
      /“three” has the largest dot product.*“one” is equal/,
    );
    const shown = await shownBy(page);
    assertLookups(shown, ROOT, "pencil");
    const fact = lesson2.row_2;
    shown.rows.forEach(([, , soft], j) => assert.equal(soft, fact.weights_3dp[j].toFixed(3)));
    shown.outputs.soft
      .replaceAll(/[()]/g, "")
      .split(", ")
      .forEach((text, t) => assert.equal(Number(text).toFixed(2), fact.output_2dp[t].toFixed(2)));
    await page.focusByKeys(".handle:not(.minor)", "Shift+Tab");
    await page.press("ArrowRight", "ArrowRight", "ArrowUp", "Shift+ArrowDown");
    const moved = await page.run(() => explorer().query);
    assert.deepEqual(
      moved.map((/** @type {number} */ value) => value.toFixed(3)),
      ["1.200", "0.100"],
    );
    await page.press("End", "Shift+ArrowDown");
    assert.deepEqual(await page.run(() => explorer().query), [3, -0.9]);
    assertLookups(await shownBy(page), ROOT, "moved by keys");
    await page.focusByKeys("[data-lookups] tbody tr");
    await page.press("End");
    assert.match(
      await page.run(() => readText("[data-arithmetic]")),
      /3 · 1 \+ \(−0\.9\) · 2 = 1\.2$/,
    );
    await page.focusByKeys("#temperature");
    await page.press("Home");
    assertLookups(await shownBy(page), 0, "hard");
    await page.press("End");
    assertLookups(await shownBy(page), Infinity, "uniform");
  });

  test("both lookups are the definition's, for every preset, query and temperature", async (page) => {
    for (const preset of ["pencil", "library", "students"])
      for (const query of [undefined, [-1.5, 0.3], [0, 0], [2.9, -2.4]])
        for (const temperature of [undefined, 0, 0.2, 5, Infinity]) {
          await page.run(
            (/** @type {any} */ values, /** @type {string} */ degree) =>
              put({
                ...values,
                query: values.query ?? undefined,
                temperature: degree === "undefined" ? undefined : Number(degree),
                hide: "predict",
              }),
            { preset, query: query ?? null },
            String(temperature),
          );
          const where = `${preset} ${query} ${temperature}`;
          assertLookups(await shownBy(page), temperature ?? ROOT, where);
        }
  });

  test("the query goes where it is tapped and follows a drag; the last position wins", async (page) => {
    await page.click("[data-plane=keys] .field");
    assert.deepEqual(await page.run(() => explorer().query), [0, 0]);
    const { during, after, told } = await page.run(async () => {
      const element = explorer();
      /** @type {unknown[]} */
      const heard = [];
      element.addEventListener("change", (/** @type {CustomEvent} */ event) =>
        heard.push(event.detail.query),
      );
      const { x, y } = middleOf(".handle:not(.minor)");
      const handle = /** @type {HTMLElement} */ (within(".handle:not(.minor)"));
      handle.setPointerCapture = () => {};
      /** @param {string} type @param {number} right @param {number} up */
      const fire = (type, right, up) =>
        handle.dispatchEvent(
          new PointerEvent(type, { clientX: x + right, clientY: y - up, bubbles: true, button: 0 }),
        );
      const field = /** @type {HTMLElement} */ (within("[data-plane=keys] .field"));
      const unit = (field.getBoundingClientRect().width / 320) * (148 / 3);
      fire("pointerdown", 0, 0);
      for (let step = 1; step <= 50; step += 1) fire("pointermove", (step / 50) * 2 * unit, unit);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      await element.updateComplete;
      const dragged = [...element.query];
      const heardSoFar = heard.length;
      fire("pointermove", unit, -unit);
      fire("pointerup", unit, -unit);
      await element.updateComplete;
      return {
        during: dragged,
        after: element.query,
        told: [heardSoFar, heard.length, String(heard[0])],
      };
    });
    assert.deepEqual(during, [2, 1]);
    assert.deepEqual(after, [1, -1]);
    assert.deepEqual(told, [0, 1, "1,-1"]);
    assertLookups(await shownBy(page), ROOT, "dragged");
  });

  test("keys and values take numbers of one's own; keys come and go", async (page) => {
    await page.run(() => put({ hide: "predict" }));
    await page.click("[data-matrix=K] tbody td input");
    await page.type("-2,5");
    await page.press("Enter");
    await page.run(() => explorer().updateComplete);
    assert.equal((await shownBy(page)).matrices.K[0][0], "−2.5");
    assertLookups(await shownBy(page), ROOT, "own key");
    await page.click("[data-action=addKey]");
    assert.equal((await shownBy(page)).rows.length, 4);
    assertLookups(await shownBy(page), ROOT, "one more");
    await page.click("[data-action=removeKey]");
    await page.click("[data-action=removeKey]");
    assertLookups(await shownBy(page), ROOT, "two fewer");
  });

  test("labels that look like markup are shown as they are", async (page) => {
    const found = await page.run(async () => {
      await put({
        labels: ['<img src=x onerror="window.pwned=1">', "</svg>&amp;", "‮abc"],
        hide: "predict",
      });
      const { svg } = explorer().allExports();
      return {
        row: readText("[data-lookups] tbody th"),
        plane: readText("[data-plane=keys] svg"),
        file: svg(),
        pwned: "pwned" in window,
      };
    });
    assert.equal(found.row, '<img src=x onerror="window.pwned=1">');
    assert.match(found.plane, /<\/svg>&amp;/);
    assert.match(found.file, /&lt;\/svg&gt;&amp;amp;/);
    assert.equal(found.pwned, false);
  });

  test("state goes to attributes and address and comes back; hide removes what it names", async (page) => {
    const found = await page.run(async () => {
      const element = explorer();
      await element.set({ preset: "library", temperature: 0, query: [1, -2] });
      const attributes = Object.fromEntries(element.stateAttributes());
      // The address follows at the end of a pause, so that a drag does not write it at every move.
      while (!explorer().addressing.isSettled)
        await new Promise((resolve) => setTimeout(resolve, 20));
      const hash = location.hash;
      await put({ preset: "pencil", temperature: undefined, query: undefined });
      element.addressing.read();
      await element.updateComplete;
      const back = [element.preset, element.temperature, element.query];
      await put({ temperature: -1 });
      const message = readText(".frame");
      await put({
        temperature: undefined,
        hide: "planes table matrices preset asker temperature rows names reset",
      });
      return {
        attributes,
        hash,
        back,
        message,
        left: [
          ".plane",
          "[data-lookups]",
          "[data-matrix]",
          ".controls select, .controls input, .controls button",
        ].filter((selector) => within(selector)),
      };
    });
    assert.deepEqual(found.attributes, { preset: "library", temperature: "hard", query: "1 -2" });
    assert.match(found.hash, /temperature=hard/);
    assert.deepEqual(found.back, ["library", 0, [1, -2]]);
    assert.match(found.message, /temperature = −1 must be 0 or more/);
    assert.deepEqual(found.left, []);
  });

  test("files hold what is shown", async (page) => {
    const files = await page.run(async () => {
      await put({ hide: "predict" });
      const { svg, csv, python, json } = explorer().allExports();
      return { svg: svg(), csv: csv(), python: python(), json: json() };
    });
    assert.match(files.svg, /^<svg [^>]+>.*three.*<\/svg>\n$/s);
    assert.match(files.csv, /^A,one,two,three\nhard,0,0,1$/m);
    assert.match(files.python, /^K = torch\.tensor\(\[\[1\.0, 1\.0\],\n +\[0\.0, 1\.0\],/m);
    assert.equal(files.json.matrices.O.shape.join(), "2,2");
  });
});

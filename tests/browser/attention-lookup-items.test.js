// What the lessons teach that <attention-lookup> shows, each by its number in the lessons' list, and points that
// lie outside: read off the page, against the definition in float64.
/* global explorer, put, readText, within */
import assert from "node:assert/strict";
import { inEveryBrowser } from "./harness.js";

/** @param {number[]} row @param {number} temperature */
function softmax(row, temperature) {
  const largest = Math.max(...row);
  const powers = row.map((value) => Math.exp((value - largest) / temperature));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

inEveryBrowser("attention-lookup, item by item", "explorers/attention-lookup.html", (test) => {
  test("item 9: why a dot product: direction, length, and what it costs", async (page) => {
    const found = await page.run(async () => {
      await put({
        hide: "predict",
        query: [1, 0],
        keys: [
          [2, 0],
          [0, 3],
          [-1, 0],
          [1, 1],
        ],
        values: [
          [1, 0],
          [0, 1],
          [1, 1],
          [0, 0],
        ],
        labels: ["same", "right", "apart", "slanted"],
      });
      explorer().openParts = new Set(["why"]);
      await explorer().updateComplete;
      return {
        rows: [...explorer().shadowRoot.querySelectorAll("[data-angles] tbody tr")].map((row) =>
          [...row.children].map((cell) => cell.textContent?.trim()),
        ),
        text: readText('[data-disclosure="why"]'),
      };
    });
    assert.deepEqual(found.rows, [
      ["same", "0°", "2", "2"],
      ["right", "90°", "3", "0"],
      ["apart", "180°", "1", "−1"],
      ["slanted", "45°", "1.414", "1"],
    ]);
    assert.match(found.text, /2 multiplications for each key, so 8 for all 4/);
    assert.match(found.text, /one matrix product/);
  });

  test("item 98: each of eight students asks, and their own card is among those looked at", async (page) => {
    const asked = await page.run(async () => {
      await put({ hide: "predict", preset: "students" });
      const found = [];
      const options = [.../** @type {HTMLSelectElement} */ (within("select#asker")).options];
      for (let asker = 1; asker <= 8; asker += 1) {
        await put({ asker });
        const { query, keys } = explorer().scene;
        found.push({
          query: [...query],
          keys: keys.map((/** @type {number[]} */ key) => [...key]),
          own: readText("[data-readout=own] dd"),
          sentence: readText(".sentence"),
        });
      }
      return { found, names: options.map((option) => option.textContent?.trim()) };
    });
    assert.equal(asked.names.length, 9);
    const own = asked.found.map(({ query, keys, own: shown, sentence }, i) => {
      const scores = keys.map(
        (/** @type {number[]} */ key) => key[0] * query[0] + key[1] * query[1],
      );
      const weights = softmax(scores, Math.SQRT2);
      assert.ok(
        Math.abs(Number(shown) - weights[i]) <= 0.0005 + 1e-6,
        `${asked.names[i + 1]}: ${shown}`,
      );
      const isMost = weights.every((weight, j) => j === i || weight < weights[i]);
      assert.match(sentence, isMost ? /listens most to .*own card/ : /own card gets a weight/);
      return isMost;
    });
    // Often, but not always, one's own card carries most.
    assert.ok(own.filter(Boolean).length >= 5 && own.includes(false));
  });

  test("items 87 and 88: programs with asserts, and what they print", async (page) => {
    const { numpy, python } = await page.run(async () => {
      await put({ hide: "predict", preset: "pencil" });
      const { numpy: make, python: other } = explorer().exports();
      return { numpy: make(), python: other() };
    });
    assert.match(numpy, /powers = np\.exp\(z - z\.max\(\)\)/);
    assert.match(numpy, /assert np\.isclose\(soft\.sum\(\), 1\)/);
    assert.match(numpy, /# 0\.284 0\.140 0\.576\n# 2\.000 1\.000\n# 1\.720 0\.716\n/);
    assert.match(python, /assert torch\.isclose\(soft\.sum\(\)/);
    assert.match(python, /# 0\.284 0\.140 0\.576\n/);
  });

  test("a query outside the plane: the plane grows, or says where it is; the page keeps its width", async (page) => {
    for (const [query, isOutside] of /** @type {const} */ ([
      [[7, -2], false],
      [[1e6, 2], true],
      [[0, -3e38], true],
    ])) {
      const found = await page.run(
        async (/** @type {number[]} */ at) => {
          await put({ hide: "predict", query: at });
          const field = /** @type {Element} */ (
            within('[data-plane="keys"] .field')
          ).getBoundingClientRect();
          const handle = /** @type {Element} */ (
            within(".handle:not(.minor)")
          ).getBoundingClientRect();
          const middle = [handle.left + handle.width / 2, handle.top + handle.height / 2];
          return {
            width: document.documentElement.scrollWidth,
            view: window.innerWidth,
            isInside:
              middle[0] >= field.left - 1 &&
              middle[0] <= field.right + 1 &&
              middle[1] >= field.top - 1 &&
              middle[1] <= field.bottom + 1,
            note: readText('[data-plane="keys"] small'),
            paths: [...explorer().shadowRoot.querySelectorAll('[data-plane="keys"] svg [d]')].every(
              (path) => !/NaN|e\+/.test(path.getAttribute("d")),
            ),
          };
        },
        [...query],
      );
      assert.ok(found.width <= found.view, `${query}: the page is ${found.width} px wide`);
      assert.ok(found.isInside && found.paths, `${query}`);
      assert.equal(/is far outside/.test(found.note), isOutside, found.note);
    }
  });

  test("added keys stand apart, can be dragged, moved by keys, and named", async (page) => {
    await page.run(() => put({ hide: "predict" }));
    for (let press = 0; press < 3; press += 1) await page.click("[data-action=addKey]");
    const added = await page.run(async () => {
      await explorer().updateComplete;
      const { keys, query } = explorer().scene;
      const points = [...keys, query];
      return points.flatMap((/** @type {number[]} */ a, /** @type {number} */ i) =>
        points
          .slice(i + 1, keys.length)
          .map((/** @type {number[]} */ b) => Math.hypot(a[0] - b[0], a[1] - b[1])),
      );
    });
    assert.ok(Math.min(...added) >= 1, "no two on one place");
    await page.run(() => within('.handle.minor[aria-label="key new 5"]')?.focus());
    await page.press("ArrowLeft", "ArrowUp");
    const moved = await page.run(async () => {
      const before = explorer().scene.keys[4];
      await explorer().updateComplete;
      return { before: [...before], keys: explorer().keys[4] };
    });
    assert.deepEqual(moved.keys.map(Math.fround), moved.before);
    assert.notDeepEqual(
      moved.before.map((/** @type {number} */ value) => value % 1),
      [0, 0],
    );
    await page.click("#name-4");
    await page.run(() => /** @type {HTMLInputElement} */ (within("#name-4")).select());
    await page.type("river");
    await page.press("Enter");
    const named = await page.run(async () => {
      await explorer().updateComplete;
      return {
        labels: explorer().labels,
        row: readText("[data-lookups] tbody tr:nth-child(4) th"),
      };
    });
    assert.equal(named.labels[3], "river");
    assert.equal(named.row, "river");
    const dragged = await page.run(async () => {
      const handle = /** @type {HTMLElement} */ (within('.handle.minor[aria-label="key river"]'));
      const box = handle.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      handle.setPointerCapture = () => {};
      const fire = (/** @type {string} */ type, /** @type {number} */ dx) =>
        handle.dispatchEvent(
          new PointerEvent(type, {
            clientX: x + dx,
            clientY: y,
            button: 0,
            pointerId: 1,
            bubbles: true,
          }),
        );
      const before = [...explorer().scene.keys[3]];
      fire("pointerdown", 0);
      fire("pointermove", 30);
      await new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));
      fire("pointerup", 30);
      await explorer().updateComplete;
      return { before, after: [...explorer().scene.keys[3]] };
    });
    assert.ok(dragged.after[0] > dragged.before[0], JSON.stringify(dragged));
  });
});

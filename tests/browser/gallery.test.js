// The gallery as one file from disk: all explorers draw, nothing is asked of any network.
/* global work */
import assert from "node:assert/strict";
import { inEveryBrowser } from "./harness.js";

inEveryBrowser("the gallery", "attention-explorers.html", (test) => {
  test("every explorer of the page has drawn its picture (PKG-04)", async (page) => {
    const empty = await page.run(() =>
      [...document.querySelectorAll("section.explorer > :not(.around)")]
        .filter((element) => !element.shadowRoot?.querySelector(".picture"))
        .map((element) => element.localName),
    );
    assert.deepEqual(empty, []);
  });

  for (const [width, height] of [
    [1280, 800],
    [360, 740],
  ]) {
    test(`shows on the first screen what it is, ${width} × ${height}`, async (page) => {
      await page.resize(width, height);
      const shown = await page.run(() => {
        scrollTo(0, 0);
        /** @param {Element | null | undefined} element */
        const box = (element) => {
          if (!element) throw new Error("something is missing");
          return element.getBoundingClientRect().toJSON();
        };
        const first = document.querySelector("section.explorer > :not(.around)")?.shadowRoot;
        return {
          title: document.querySelector("h1")?.textContent,
          heading: box(document.querySelector("h1")),
          formula: box(first?.querySelector("math")),
          picture: box(first?.querySelector(".picture")),
          contents: box(document.querySelector(".contents :is(a, summary)")),
          questions: [...document.querySelectorAll(".contents a")].map((link) => link.textContent),
          explorers: document.querySelectorAll("section.explorer").length,
          screen: innerHeight,
        };
      });
      assert.match(shown.title ?? "", /Attention/);
      for (const part of [shown.heading, shown.contents, shown.formula]) {
        assert.ok(part.bottom <= shown.screen, `${JSON.stringify(part)} on ${shown.screen} px`);
      }
      assert.ok(shown.picture.top < shown.screen, "something to touch is in sight");
      assert.equal(shown.questions.length, shown.explorers);
      for (const question of shown.questions) assert.match(question ?? "", /\?$/);
    });
  }

  test("nothing on it moves while it starts", async (page) => {
    if (page.engine !== "Chromium") return; // the others do not tell
    const shifts = await page.run(
      () =>
        new Promise((resolve) => {
          new PerformanceObserver((list) => {
            resolve(list.getEntries().map((entry) => /** @type {any} */ (entry).value));
          }).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve([]), 500);
        }),
    );
    assert.deepEqual(shifts, []);
  });

  // Usable within a second means little work: how long it takes is another machine's matter.
  test("starts with one module compiled for all explorers", async (page) => {
    const { modules } = await page.run(() => ({ ...work }));
    assert.ok(modules <= 3, `${modules} calls that compile`);
  });

  test("the list of questions is open beside the explorers, and behind a line above them", async (page) => {
    const states = [];
    for (const width of [1280, 700]) {
      await page.resize(width, 800);
      states.push(
        await page.run(async () => {
          await new Promise((resolve) => setTimeout(resolve, 50));
          return /** @type {HTMLDetailsElement} */ (document.querySelector(".contents details"))
            .open;
        }),
      );
    }
    assert.deepEqual(states, [true, false]);
  });

  test("what to remember waits for the question that it would answer", async (page) => {
    const said = await page.run(async () => {
      const heads = /** @type {any} */ (document.querySelector("attention-heads"));
      const read = (/** @type {string} */ id) =>
        /** @type {HTMLElement} */ (document.querySelector(`#${id} .keep`)).innerText;
      const all = [read("heads"), read("steps")];
      const [{ name }] = heads.questions();
      for (const change of [
        () => heads.asking.answer(name, ""),
        () => heads.asking.forget(),
        () => heads.setAttribute("hide", "predict"),
      ]) {
        change();
        await heads.updateComplete;
        all.push(read("heads"));
      }
      return all;
    });
    const waits = "Remember: first, answer the question above.";
    assert.deepEqual([said[0], said[3]], [waits, waits]);
    // Where nothing is asked, it stands there.
    assert.match(said[1], /four operations/);
    for (const at of [2, 4]) assert.match(said[at], /^Remember: more heads .* no extra parameters/);
  });

  test("axe-core finds nothing, light and dark", async (page) => {
    for (const scheme of ["light", "dark"]) {
      await page.run((/** @type {string} */ theme) => {
        document.documentElement.style.colorScheme = theme;
        for (const element of document.querySelectorAll("section.explorer > :not(.around)")) {
          /** @type {HTMLElement} */ (element).style.setProperty("--quick", "0ms");
        }
      }, scheme);
      assert.deepEqual(await page.axe(), [], scheme);
    }
  });

  test("no sideways scrolling at 320 px", async (page) => {
    await page.resize(320, 700);
    const overflow = await page.run(() => {
      if (innerWidth > 320) return 0;
      return document.documentElement.scrollWidth - innerWidth;
    });
    assert.ok(overflow <= 0, `${overflow} px too wide`);
  });

  test("the script may stand on the page twice", async (page) => {
    const count = await page.run(async () => {
      const again = document.createElement("script");
      again.textContent =
        [...document.scripts].find((script) => script.text.length > 10_000)?.text ?? "";
      document.head.append(again);
      const another = document.createElement("attention-steps");
      document.body.append(another);
      await /** @type {any} */ (another).updateComplete;
      return document.querySelectorAll("attention-steps").length;
    });
    assert.equal(count, 2);
  });
});

// The gallery as one file from disk: all explorers draw, nothing is asked of any network.
import assert from "node:assert/strict";
import { inEveryBrowser } from "./harness.js";

inEveryBrowser("the gallery", "attention-explorers.html", (test) => {
  test("every explorer of the page has drawn its picture", async (page) => {
    const empty = await page.run(() =>
      [...document.querySelectorAll("section.explorer > *")]
        .filter((element) => !element.shadowRoot?.querySelector(".picture"))
        .map((element) => element.localName),
    );
    assert.deepEqual(empty, []);
  });

  test("says what it is on the first screen", async (page) => {
    const { title, bottom, screen } = await page.run(() => {
      const heading = /** @type {HTMLElement} */ (document.querySelector("h1"));
      return {
        title: heading.textContent ?? "",
        bottom: heading.getBoundingClientRect().bottom,
        screen: innerHeight,
      };
    });
    assert.match(title, /Attention/);
    assert.ok(bottom < screen / 2);
  });

  test("axe-core finds nothing, light and dark", async (page) => {
    for (const scheme of ["light", "dark"]) {
      await page.run((/** @type {string} */ theme) => {
        document.documentElement.style.colorScheme = theme;
        for (const element of document.querySelectorAll("section.explorer > *")) {
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

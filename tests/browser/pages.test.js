// The pages for authors: a lesson with explorers in its text, and every way of embedding, live. And all
// explorers at 200 %, whether the page is enlarged or its letters are.
/* global ready */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { engines } from "./browsers.js";
import { Page, inEveryBrowser, watched } from "./harness.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** How far the page is too wide, and what hangs out of it. @param {Page} page */
const tooWide = (page) =>
  page.run(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(scrollWidth - clientWidth, 0);
  });

/** What axe-core finds in light, dark and forced colours. @param {Page} page */
async function assertAccessible(page) {
  for (const scheme of ["light", "dark"]) {
    await page.run((/** @type {string} */ theme) => {
      document.documentElement.style.colorScheme = theme;
      for (const element of document.querySelectorAll("main *")) {
        if (element.shadowRoot)
          /** @type {HTMLElement} */ (element).style.setProperty("--quick", "0ms");
      }
    }, scheme);
    assert.deepEqual(await page.axe(), [], scheme);
  }
  await page.run(() => (document.documentElement.style.colorScheme = ""));
  if (await page.emulate("forced-colors", "active"))
    assert.deepEqual(await page.axe(), [], "forced colours");
}

inEveryBrowser("the lesson", "lesson.html", (test) => {
  test("four explorers, each under a heading of the lesson's own, in order", async (page) => {
    const shown = await page.run(() => ({
      explorers: [...document.querySelectorAll("figure > :first-child")].map(
        (element) => element.localName,
      ),
      headings: [...document.querySelectorAll("figure > :first-child")].map((element) => {
        const heading = element.shadowRoot?.querySelector("[role=heading]");
        return [heading?.textContent?.trim(), heading?.getAttribute("aria-level")];
      }),
      embed: [...document.querySelectorAll("figure > :first-child")].some((element) =>
        element.shadowRoot?.querySelector("[data-disclosure=embed]"),
      ),
    }));
    assert.deepEqual(shown.explorers, [
      "attention-lookup",
      "attention-steps",
      "attention-key-size",
      "attention-masks",
    ]);
    assert.deepEqual(
      shown.headings.map(([, level]) => level),
      ["3", "3", "3", "3"],
    );
    assert.equal(shown.headings[0][0], "Which book would you take?");
    assert.equal(shown.embed, false, "what is hidden is not there");
  });

  test("notices what a learner has done, without a line of script of its own", async (page) => {
    const packed = fs.readFileSync(path.join(root, "dist/pages/lesson.html"), "utf8");
    assert.deepEqual(
      [...packed.matchAll(/<script[^>]*>([^<]*)/g)].map(([tag, inside]) => [
        tag.includes('src="../attention-explorers.js"'),
        inside,
      ]),
      [[true, ""]],
    );
    const done = await page.run(async () => {
      const lookup = /** @type {any} */ (document.querySelector("attention-lookup"));
      const tasks = /** @type {any[]} */ ([...document.querySelectorAll("attention-task")]);
      const ticked = [];
      for (const temperature of [Infinity, 0.5, 0]) {
        await lookup.set({ temperature });
        await new Promise((resolve) => setTimeout(resolve, 50));
        ticked.push(tasks.map((task) => task.done));
      }
      return ticked;
    });
    assert.deepEqual(done, [
      [false, true],
      [false, true],
      [true, true],
    ]);
  });

  test("axe-core finds nothing, light, dark and in forced colours", assertAccessible);

  test("no sideways scrolling at 320 px", async (page) => {
    await page.resize(320, 700);
    assert.equal(await tooWide(page), 0);
  });
});

inEveryBrowser("the gallery at 200 %", "attention-explorers.html", (test) => {
  /** What reaches over the right edge of its explorer and cannot be scrolled to. @param {Page} page */
  const cutOff = (page) =>
    page.run(() => {
      /** @type {string[]} */
      const found = [];
      for (const element of document.querySelectorAll("section.explorer > :not(.around)")) {
        const end = element.getBoundingClientRect().right + 1;
        for (const part of element.shadowRoot?.querySelectorAll("*") ?? []) {
          const { right, width, height } = part.getBoundingClientRect();
          if (right <= end || width === 0 || height === 0) continue;
          /** @type {Element | null} */
          let around = part.parentElement;
          while (around && !/auto|scroll/.test(getComputedStyle(around).overflowX))
            around = around.parentElement;
          if (!around && !part.closest(".unseen, svg"))
            found.push(
              `${element.localName}: ${part.localName}.${part.className} by ${right - end}`,
            );
        }
      }
      return found;
    });

  test("of a window of 1280 px: half as many fit", async (page) => {
    await page.resize(640, 400);
    assert.equal(await tooWide(page), 0);
    assert.deepEqual(await cutOff(page), []);
  });

  for (const width of [1280, 640]) {
    test(`of the letters, in ${width} px`, async (page) => {
      await page.resize(width, 800);
      await page.run(async () => {
        document.documentElement.style.fontSize = "200%";
        await new Promise((resolve) => setTimeout(resolve, 200));
      });
      assert.equal(await tooWide(page), 0);
      assert.deepEqual(await cutOff(page), []);
    });
  }
});

// The page of all forms has frames, whose pages lie beside it.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-forms-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data:; frame-src file:; worker-src blob:";

for (const engine of engines) {
  const isMissing = engine.missing !== "";
  const skip = isMissing && !process.env.CI ? `${engine.name} is not on this machine` : false;
  describe(`the page of all forms in ${engine.name}`, { skip }, () => {
    /** @type {Awaited<ReturnType<typeof engine.launch>>} */
    let browser;
    /** @type {string} */
    let address;
    before(async () => {
      if (isMissing) throw new Error(`${engine.name} is missing: ${engine.missing}`);
      browser = await engine.launch();
      fs.mkdirSync(path.join(folder, "explorers"), { recursive: true });
      const beside = "explorers/attention-masks.html";
      fs.copyFileSync(path.join(root, "dist", beside), path.join(folder, beside));
      const html = fs.readFileSync(path.join(root, "dist/embed.html"), "utf8");
      fs.writeFileSync(path.join(folder, "embed.html"), watched(html, POLICY));
      address = pathToFileURL(path.join(folder, "embed.html")).href;
    });
    after(() => browser?.close());

    it("shows each form's code, and what it gives; nothing too wide, nothing for axe-core", async () => {
      const tab = await browser.open(address);
      try {
        const page = new Page(tab, engine.name);
        const forms = await page.run(async () => {
          const frames = () => [...document.querySelectorAll("iframe")];
          for (let turn = 0; turn < 400; turn += 1) {
            const isWhole = document.querySelector("[data-form=scorm] pre") !== null;
            const told = frames().filter((frame) => frame.style.height !== "640px");
            if (isWhole && frames().length === 3 && told.length === 3) break;
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
          await ready();
          return [...document.querySelectorAll("[data-form]")].map((section) => ({
            name: section.getAttribute("data-form"),
            code: section.querySelector("pre")?.textContent ?? "",
            live: section.querySelector(".live > :not(script), .live > div > *")?.localName ?? null,
            height: section.querySelector("iframe")?.style.height,
          }));
        });
        assert.deepEqual(
          forms.map(({ name, live }) => [name, live]),
          [
            ["script", "attention-softmax"],
            ["cdn", null],
            ["iframe", "iframe"],
            ["srcdoc", "iframe"],
            ["markdown", "div"],
            ["mdx", "attention-key-size"],
            ["jupyter", "iframe"],
            // These are seen in their own tools.
            ...["link", "next", "vitepress", "astro", "myst"].map((name) => [name, null]),
            ...["quarto", "mkdocs", "reveal", "liascript", "scorm"].map((name) => [name, null]),
          ],
        );
        const offered = await page.run(async () => {
          const element = /** @type {any} */ (document.querySelector("attention-softmax"));
          element.openParts = new Set(["embed"]);
          await element.updateComplete;
          const all = [...element.shadowRoot.querySelectorAll("#embed-form option")];
          element.openParts = new Set();
          await element.updateComplete;
          return all.map(({ value }) => value);
        });
        assert.deepEqual(forms.map(({ name }) => name).sort(), offered.sort());
        for (const { name, code, height } of forms) {
          assert.ok(code.includes("attention-"), `${name} shows its code`);
          assert.notEqual(height, "640px", `${name}: its frame has told its height`);
        }
        await page.resize(320, 700);
        assert.equal(await tooWide(page), 0);
        await page.resize(1280, 800);
        await assertAccessible(page);
        assert.deepEqual(await page.run(() => /** @type {any} */ (window).problems), []);
      } finally {
        await tab.close();
      }
    });
  });
}

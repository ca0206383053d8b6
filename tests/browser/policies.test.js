// All explorers on a page whose content policy allows no style and no script but its own: nothing is
// forbidden to them, and they look as they do on a page without such a policy.
import assert from "node:assert/strict";
import * as path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { tags } from "../../tools/bundle.js";
import { inEveryBrowser } from "./harness.js";
import { scenes } from "./scenes.js";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const NONCE = "r4nd0m";

/** @param {string} script its attributes and text */
const pageWith = (script) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>All explorers</title><link rel="icon" href="data:,"></head>
<body>
${tags()
  .map((tag) => `<${tag}>this needs a script</${tag}>`)
  .join("\n")}
<script nonce="${NONCE}" ${script}</script>
</body>
</html>`;

const everything = () =>
  pageWith(`src="${pathToFileURL(path.join(dist, "attention-explorers.js")).href}">`);

/** What a policy could spoil: how tall each explorer is, and every colour and length that numbers
 * make, in each of its scenes. @param {Record<string, Record<string, Record<string, string>>>} all */
async function looks(all) {
  /** @type {Record<string, unknown>} */
  const seen = {};
  for (const [tag, states] of Object.entries(all)) {
    const first = /** @type {any} */ (document.querySelector(tag));
    for (const [scene, attributes] of Object.entries(states)) {
      const element = first.cloneNode();
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      first.replaceWith(element);
      while (!element.attn) await new Promise((resolve) => setTimeout(resolve, 10));
      await element.updateComplete;
      const styled = [...element.shadowRoot.querySelectorAll("[style], .heat, .ramp, canvas")];
      const shown = {
        height: element.getBoundingClientRect().height,
        styled: styled.map((each) => {
          const { backgroundColor, backgroundImage, color, width, top, left } =
            getComputedStyle(each);
          return [each.className, backgroundColor, backgroundImage, color, width, top, left].join();
        }),
      };
      // As it stands before it has the module.
      element.attn = undefined;
      await element.updateComplete;
      seen[`${tag} ${scene}`] = { ...shown, reserved: element.getBoundingClientRect().height };
      element.replaceWith(first);
    }
  }
  return seen;
}

const SCRIPTS = `script-src 'nonce-${NONCE}' 'wasm-unsafe-eval'; img-src data:; worker-src blob:`;
const STRICT = `default-src 'none'; ${SCRIPTS}; style-src 'none'`;
const LENIENT = `default-src 'none'; ${SCRIPTS}; style-src 'unsafe-inline'`;
const TYPES = `${STRICT}; require-trusted-types-for 'script'`;

/** What the strictest page showed, by engine. @type {Map<string, Record<string, any>>} */
const strictly = new Map();
/** Scenes are many: those of Chromium speak for the rest, whose explorers are taken as they start. What is
 * measured is none of them: how tall it is depends on how far it has come.
 * @param {string} engine */
const scenesIn = (engine) =>
  Object.fromEntries(
    tags().map((tag) => {
      const all = Object.entries(scenes[tag] ?? { start: {} }).filter(
        ([, { view = "time", heads }]) =>
          tag !== "attention-cost" || heads || !["time", "decoding"].includes(view),
      );
      return [tag, Object.fromEntries(engine === "Chromium" ? all : all.slice(0, 1))];
    }),
  );

inEveryBrowser(
  "explorers without a style of the page's",
  "strict.html",
  (test) => {
    test("nothing is forbidden", async (page) => {
      strictly.set(page.engine, await page.run(looks, scenesIn(page.engine)));
    });
  },
  { policy: STRICT, html: everything },
);

inEveryBrowser(
  "explorers where every style is allowed",
  "lenient.html",
  (test) => {
    test("look the same", async (page) => {
      const seen = /** @type {Record<string, any>} */ (
        await page.run(looks, scenesIn(page.engine))
      );
      const strict = strictly.get(page.engine) ?? {};
      assert.ok(Object.keys(seen).length >= tags().length);
      for (const [scene, { reserved, height, styled }] of Object.entries(seen)) {
        assert.equal(strict[scene].reserved, reserved, `${scene}: height while it starts`);
        assert.equal(strict[scene].height, height, `${scene}: height`);
        assert.deepEqual(strict[scene].styled, styled, scene);
        assert.ok(reserved > 100, `${scene} reserves ${reserved} px`);
      }
      const heat = Object.values(seen).flatMap(({ styled }) => styled);
      assert.ok(heat.length > 50, `${heat.length} things with a style of their own`);
    });
  },
  { policy: LENIENT, html: everything },
);

inEveryBrowser(
  "explorers where scripts may write trusted types alone",
  "trusted-types.html",
  (test) => {
    test("Lit's one policy is all they need", async (page) => {
      const empty = await page.run(
        (/** @type {string[]} */ all) =>
          all.filter((tag) => !document.querySelector(tag)?.shadowRoot?.querySelector(".picture")),
        tags(),
      );
      assert.deepEqual(empty, []);
      const step = await page.run(async () => {
        const training = /** @type {any} */ (document.querySelector("attention-training"));
        training.train();
        for (let turn = 0; turn < 3000 && !(training.record?.step >= 2); turn += 1)
          await new Promise((resolve) => setTimeout(resolve, 10));
        training.pause();
        return training.record?.step;
      });
      assert.ok(step >= 2, "its workers train");
    });
  },
  { policy: `${TYPES}; trusted-types lit-html`, html: everything },
);

inEveryBrowser(
  "explorers that may write no trusted type",
  "no-trusted-types.html",
  (test) => {
    test("the console says what they need, and what stands in their place stays", async (page) => {
      const engineKnows = await page.run(() => "trustedTypes" in window);
      const seen = await page.run(() => {
        const problems = /** @type {any} */ (window).problems.splice(0);
        const drawn = document.querySelectorAll("attention-steps:defined").length;
        return { problems, drawn, text: document.querySelector("attention-steps")?.textContent };
      });
      if (!engineKnows) {
        assert.deepEqual([seen.problems, seen.drawn], [[], 1]);
        return;
      }
      assert.equal(seen.drawn, 0);
      assert.equal(seen.text, "this needs a script");
      const said = seen.problems.filter((/** @type {string} */ each) => !/ forbids /.test(each));
      assert.equal(said.length, 1, JSON.stringify(said));
      assert.match(said[0], /console\.error: .*need "trusted-types lit-html"/);
    });
  },
  { policy: `${TYPES}; trusted-types 'none'`, html: everything },
);

inEveryBrowser(
  "explorers where WebAssembly is forbidden",
  "no-webassembly.html",
  (test) => {
    test("compute in plain JavaScript, and draw the same to the last colour", async (page) => {
      const seen = /** @type {Record<string, any>} */ (
        await page.run(looks, scenesIn(page.engine))
      );
      const { problems, variants } = await page.run((/** @type {string[]} */ all) => {
        const found = all.map(
          (tag) => /** @type {any} */ (document.querySelector(tag)).attn.variant,
        );
        // That it was tried is told; nothing else may be.
        return { problems: /** @type {any} */ (window).problems.splice(0), variants: found };
      }, tags());
      assert.deepEqual([...new Set(variants)], ["js"]);
      assert.deepEqual(
        problems.filter((/** @type {string} */ each) => !/ forbids .*(wasm|script-src)/.test(each)),
        [],
      );
      const strict = strictly.get(page.engine) ?? {};
      for (const [scene, { styled }] of Object.entries(seen))
        // These two measure or learn in workers, with WebAssembly alone, and say so.
        if (!/^attention-(cost|training) /.test(scene))
          assert.deepEqual(styled, strict[scene].styled, scene);
    });
  },
  { policy: STRICT.replace(" 'wasm-unsafe-eval'", ""), html: everything },
);

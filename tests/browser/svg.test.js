// The picture that every explorer gives away as a file, in every scene: opened by itself, it is a whole
// SVG whose texts are inside it and do not cover each other.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { engines } from "./browsers.js";
import { watched } from "./harness.js";
import { scenes } from "./scenes.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What is wrong with the SVG that the page is. @returns {string[]} */
function faults() {
  const { documentElement: svg } = document;
  if (svg.nodeName !== "svg") return [`no SVG: ${svg.textContent?.slice(0, 200)}`];
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")].map((text) => ({
    said: text.textContent ?? "",
    isTurned: text.hasAttribute("transform") || text.parentElement?.hasAttribute("transform"),
    box: text.getBoundingClientRect(),
  }));
  const found = texts
    .filter(
      ({ box }) =>
        box.left < frame.left - 1 ||
        box.right > frame.right + 1 ||
        box.top < frame.top - 1 ||
        box.bottom > frame.bottom + 1,
    )
    .map(({ said }) => `“${said}” is cut off`);
  // The box of a text that is turned says little.
  const upright = texts.filter(({ isTurned }) => !isTurned);
  upright.forEach((one, at) => {
    for (const other of upright.slice(at + 1)) {
      const width =
        Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height =
        Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (width > 2 && height > 6) found.push(`“${one.said}” and “${other.said}” cover each other`);
    }
  });
  for (const element of svg.querySelectorAll("*"))
    for (const { name, value } of element.attributes)
      if (name !== "href" && /NaN|undefined|Infinity|var\(/.test(value))
        found.push(`${name}="${value}"`);
  return found;
}

const engine = engines.find(({ missing }) => !missing);
describe(
  "pictures that explorers give away",
  {
    skip: engine || process.env.CI ? false : "no browser is on this machine",
  },
  () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-svg-"));
    /** @type {Awaited<ReturnType<import("./browsers.js").Engine["launch"]>>} */
    let browser;
    before(async () => {
      if (!engine) throw new Error("no browser is on this machine");
      browser = await engine.launch();
    });
    after(async () => {
      await browser?.close();
      fs.rmSync(folder, { recursive: true });
    });

    for (const [tag, states] of Object.entries(scenes)) {
      it(tag, async () => {
        const html = fs.readFileSync(path.join(root, "dist/explorers", `${tag}.html`), "utf8");
        const page = path.join(folder, `${tag}.html`);
        fs.writeFileSync(page, watched(html));
        const tab = await browser.open(pathToFileURL(page).href);
        const files = /** @type {Record<string, string>} */ (
          await tab.evaluate(
            `return await (${async (
              /** @type {string} */ name,
              /** @type {typeof states} */ all,
            ) => {
              const first = /** @type {any} */ (document.querySelector(name));
              /** @type {Record<string, string>} */
              const made = {};
              for (const [scene, attributes] of Object.entries(all)) {
                const element = first.cloneNode();
                for (const [attribute, value] of Object.entries(attributes))
                  element.setAttribute(attribute, value);
                first.replaceWith(element);
                while (!element.attn) await new Promise((resolve) => setTimeout(resolve, 10));
                await element.updateComplete;
                // What an explorer that could not work would give away is not offered.
                const svg = element.failure === undefined ? element.allExports().svg : undefined;
                if (svg) made[scene] = svg();
                element.replaceWith(first);
              }
              return made;
            }})(${JSON.stringify(tag)}, ${JSON.stringify(states)});`,
          )
        );
        await tab.close();
        for (const [scene, svg] of Object.entries(files)) {
          const file = path.join(folder, `${tag}-${scene}.svg`);
          fs.writeFileSync(file, svg);
          const picture = await browser.open(pathToFileURL(file).href);
          const found = await picture.evaluate(`return (${faults})();`);
          await picture.close();
          assert.deepEqual(found, [], `${tag}, ${scene}`);
        }
      });
    }
  },
);

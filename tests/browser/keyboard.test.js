// With the keyboard alone: every control says its name, Tab walks them in the order of the document, and
// a key that acts never loses the focus, not even where what was pressed is gone afterwards.
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
const MOST = 90; // stops of Tab that are walked

/** What has the focus, and what the page can say of it. */
function focused() {
  const host = document.activeElement;
  const found = /** @type {HTMLElement | undefined} */ (
    host?.shadowRoot?.activeElement ?? undefined
  );
  if (!found) return undefined;
  const scope = /** @type {ShadowRoot} */ (found.getRootNode());
  const labelled = (found.getAttribute("aria-labelledby") ?? "")
    .split(" ")
    .map((id) => (id ? scope.getElementById(id)?.textContent : ""))
    .join(" ");
  const labels = Array.from(/** @type {any} */ (found).labels ?? [])
    .map((/** @type {HTMLElement} */ label) => label.textContent)
    .join(" ");
  const name = [found.getAttribute("aria-label"), labelled, labels, found.textContent, found.title]
    .map((text) => (text ?? "").trim())
    .find((text) => text !== "");
  const all = [...scope.querySelectorAll("*")];
  return {
    name,
    what: `${found.localName}${[...found.attributes]
      .filter(({ name }) => /^(data-|class|type|role)/.test(name))
      .map(({ name, value }) => `[${name}=${value.slice(0, 30)}]`)
      .join("")}`,
    at: all.indexOf(found),
    presses:
      found.localName === "button" && !/copy|export|expand/.test(Object.keys(found.dataset).join()),
    tabindex: found.tabIndex,
  };
}

const engine = engines.find(({ name }) => name === "Chromium");
describe(
  "explorers by keyboard alone",
  {
    skip: engine?.missing === "" || process.env.CI ? false : "Chromium is not on this machine",
  },
  () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-keyboard-"));
    /** @type {Awaited<ReturnType<import("./browsers.js").Engine["launch"]>>} */
    let browser;
    before(async () => {
      browser = await /** @type {import("./browsers.js").Engine} */ (engine).launch();
    });
    after(async () => {
      await browser?.close();
      fs.rmSync(folder, { recursive: true });
    });

    for (const tag of Object.keys(scenes)) {
      it(tag, async () => {
        const html = fs.readFileSync(path.join(root, "dist/explorers", `${tag}.html`), "utf8");
        const page = path.join(folder, `${tag}.html`);
        fs.writeFileSync(page, watched(html));
        const tab = await browser.open(pathToFileURL(page).href);
        await tab.evaluate("await ready();");
        const ask = () =>
          /** @type {Promise<ReturnType<typeof focused>>} */ (
            tab.evaluate(`return (${focused})();`)
          );
        let before = -1;
        let stops = 0;
        for (let press = 0; press < MOST; press += 1) {
          await tab.press("Tab");
          const here = await ask();
          if (!here) {
            if (stops === 0) continue;
            break;
          }
          stops += 1;
          assert.ok(here.name, `${here.what} has a name`);
          assert.ok(here.tabindex === 0, `${here.what} has no order of its own`);
          assert.ok(here.at > before, `Tab goes on from ${before} to ${here.what}`);
          before = here.at;
          if (!here.presses) continue;
          await tab.press("Space");
          await tab.evaluate(
            "await explorer().updateComplete; await new Promise(requestAnimationFrame);",
          );
          const afterwards = await ask();
          assert.ok(afterwards, `after ${here.what} (${here.name}) the focus is lost`);
          // What it did may have put other things before or behind it.
          before = afterwards.at;
        }
        assert.ok(stops > 5, `${stops} stops`);
        const { problems } = /** @type {any} */ (
          await tab.evaluate("return { problems: window.problems };")
        );
        assert.deepEqual(problems, []);
        await tab.close();
      });
    }
  },
);

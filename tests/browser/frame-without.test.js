// What an engine does not have, as jsdom and happy-dom do not, is done without: every explorer draws itself.
import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { engines } from "./browsers.js";
import { watched } from "./harness.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tags = fs.readdirSync(path.join(root, "web/explorers")).map((name) => `attention-${name}`);
const MISSING = [
  ...["IntersectionObserver", "ResizeObserver", "matchMedia", "MutationObserver"],
  "requestAnimationFrame",
];

const engine = engines.find(({ name }) => name === "Chromium");
it(
  `explorers without ${MISSING.join(", ")}`,
  { skip: engine?.missing === "" || process.env.CI ? false : "Chromium is not on this machine" },
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-without-"));
    const script = fs
      .readFileSync(path.join(root, "dist/attention-explorers.js"), "utf8")
      .replaceAll("</script", "<\\/script");
    const page = path.join(folder, "page.html");
    fs.writeFileSync(
      page,
      watched(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body>
<script>for (const name of ${JSON.stringify(MISSING)}) delete window[name];</script>
${tags.map((tag) => `<${tag}></${tag}>`).join("\n")}
<script>${script}</script></body></html>`),
    );
    const browser = await /** @type {import("./browsers.js").Engine} */ (engine).launch();
    try {
      const tab = await browser.open(pathToFileURL(page).href);
      const { shown, problems } = /** @type {any} */ (
        await tab.evaluate(`await ready();
          const shown = ${JSON.stringify(tags)}.map((tag) => [tag, Boolean(document.querySelector(tag).shadowRoot.querySelector(".picture"))]);
          document.querySelectorAll(${JSON.stringify(tags.join(","))}).forEach((each) => each.remove());
          return { shown, problems: window.problems };`)
      );
      assert.deepEqual(problems, []);
      assert.deepEqual(
        shown,
        tags.map((tag) => [tag, true]),
      );
    } finally {
      await browser.close();
      fs.rmSync(folder, { recursive: true });
    }
  },
);

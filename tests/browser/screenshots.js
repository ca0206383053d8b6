// npm run screenshots: every explorer in every scene, wide and narrow, light and dark, as PNG files
// in build/screenshots/, and all of them on one contact sheet a width. Look at them.
//
//   node tests/browser/screenshots.js [tag or scene …]   only those whose name holds one of these
import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";
import { chromium, CHROMIUM_FLAGS } from "./browsers.js";
import { scenes } from "./scenes.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = path.join(root, "build/screenshots");
const wanted = process.argv.slice(2);

const WIDTHS = [1280, 360];
const THEMES = /** @type {const} */ (["light", "dark"]);

if (!chromium) throw new Error("screenshots: Chromium is not on this machine");
fs.mkdirSync(target, { recursive: true });
const browser = await puppeteer.launch({
  executablePath: chromium,
  headless: true,
  args: CHROMIUM_FLAGS,
});

/** @type {{ file: string, name: string, width: number }[]} */
const taken = [];
const pages = fs
  .readdirSync(path.join(root, "dist/explorers"))
  .filter((file) => file.endsWith(".html"));
for (const file of [
  ...pages.sort(),
  "../attention-explorers.html",
  "../lesson.html",
  "../embed.html",
]) {
  const tag = path.basename(file, ".html");
  const address = pathToFileURL(path.join(root, "dist/explorers", file)).href;
  for (const [scene, attributes] of Object.entries(scenes[tag] ?? { start: {} })) {
    const name = `${tag}-${scene}`;
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    for (const width of WIDTHS) {
      for (const theme of THEMES) {
        const page = await browser.newPage();
        await page.setViewport({ width, height: 800, deviceScaleFactor: width < 600 ? 2 : 1 });
        await page.emulateMediaFeatures([
          { name: "prefers-color-scheme", value: theme },
          { name: "prefers-reduced-motion", value: "reduce" },
        ]);
        await page.goto(address);
        await page.evaluate(async (/** @type {Record<string, string>} */ values) => {
          const all = [...document.querySelectorAll("*")].filter((element) =>
            element.localName.startsWith("attention-"),
          );
          for (const element of /** @type {any[]} */ (all)) {
            while (!element.attn) await new Promise((resolve) => setTimeout(resolve, 20));
            await element.updateComplete;
          }
          const first = /** @type {any} */ (all[0]);
          for (const [attribute, value] of Object.entries(values))
            first.setAttribute(attribute, value);
          await first.updateComplete;
          first[values["data-act"]]?.();
          for (const frame of document.querySelectorAll("iframe")) {
            if (frame.loading !== "lazy") continue;
            frame.loading = "eager"; // below the screen it would stay empty
            await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
          }
          const isBusy = () =>
            first.running === true || first.shadowRoot.querySelector("[data-action=cancel]");
          do await new Promise((resolve) => setTimeout(resolve, 100));
          while (values["data-act"] && isBusy());
          await new Promise((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(resolve)),
          );
        }, attributes);
        const png = path.join(target, `${name}-${width}-${theme}.png`);
        if (page.frames().length > 1) {
          // What is in a frame is painted on the screen only: so the screen is as tall as the page.
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewport({ width, height, deviceScaleFactor: 1 });
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
        await page.screenshot({ path: /** @type {`${string}.png`} */ (png), fullPage: true });
        taken.push({ file: png, name: `${name}, ${theme}`, width });
        await page.close();
      }
    }
  }
}

for (const width of WIDTHS) {
  const shown = taken.filter((picture) => picture.width === width);
  if (shown.length === 0) continue;
  const columns = width < 600 ? 8 : 4;
  const sheet = path.join(target, `sheet-${width}.html`);
  fs.writeFileSync(
    sheet,
    `<!doctype html><meta charset="utf-8"><style>
body { margin: 16px; font: 13px system-ui, sans-serif; display: grid; gap: 16px;
  grid-template-columns: repeat(${columns}, 1fr); align-items: start; background: #777; color: #fff; }
figure { margin: 0; } img { width: 100%; display: block; }
</style>${shown
      .map(
        ({ file, name }) =>
          `<figure><img src="${path.basename(file)}"><figcaption>${name}</figcaption></figure>`,
      )
      .join("")}`,
  );
  const page = await browser.newPage();
  await page.setViewport({ width: 1920, height: 1000 });
  await page.goto(pathToFileURL(sheet).href);
  await page.screenshot({
    path: /** @type {`${string}.png`} */ (path.join(target, `sheet-${width}.png`)),
    fullPage: true,
  });
  await page.close();
  fs.rmSync(sheet);
}
await browser.close();
console.log(`${taken.length} pictures and their contact sheets are in build/screenshots/`);

// The pages that open from disk: one file each, with a classic script inside and no request at all.
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import { classicScript, tags } from "./bundle.js";
import { withMath } from "./tex.js";

/** A script's text as it may stand inside <script>. @param {string} script */
const inScript = (script) =>
  script.replaceAll(/<\/(?=script)/gi, "<\\/").replaceAll("<!--", "<\\!--");

/** The classic scripts of dist/ that pages name by an address. */
const SCRIPTS = ["attention-explorers.js", "attention-ticket-model.js"];

/** The hash of each, as it is written in integrity="…". @returns {Record<string, string>} */
function integrity() {
  const present = SCRIPTS.filter((name) => fs.existsSync(`dist/${name}`));
  return Object.fromEntries(
    present.map((name) => {
      const hash = createHash("sha384").update(fs.readFileSync(`dist/${name}`));
      return [name, `sha384-${hash.digest("base64")}`];
    }),
  );
}

/** The pages beside the course, each a file of web/pages/. */
const PAGES = ["embed.html", "lesson.html", "lesson-1.html", "lesson-2.html", "lesson-3.html"];

/** Elements that show the trained model: their pages carry it. */
const WITH_MODEL = ["attention-heatmap"];

/** Puts the script and the style sheets that a page names inside it.
 * @param {string} html @param {string} script @param {string} folder of the page's source
 * @param {string} [model] the script of the trained model, for pages that carry it */
function inlined(html, script, folder, model) {
  // The embed code of a page's explorers names the scripts by these hashes (web/frame/own-script.js).
  const hashes = JSON.stringify(integrity()).replaceAll('"', "&quot;");
  const whole = html.replaceAll(/<!-- include (\S+) -->/g, (_, name) =>
    fs.readFileSync(path.join(folder, name), "utf8").trim(),
  );
  return withMath(whole)
    .replaceAll(/<link\s[^>]*rel="?stylesheet"?[^>]*>/g, (tag) => {
      const href = /href="([^"]+)"/.exec(tag)?.[1] ?? "";
      return `<style>\n${fs.readFileSync(path.join(folder, href), "utf8").trim()}\n</style>`;
    })
    .replaceAll(
      /<script\s[^>]*src="[^"]*attention-explorers\.js"[^>]*><\/script>/g,
      () =>
        `<script data-integrity="${hashes}">${inScript(script.trim())}</script>${
          model ? `\n<script>${inScript(model.trim())}</script>` : ""
        }`,
    );
}

/** @param {string} tag */
const plainPage = (tag) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${tag}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; }
body { margin: 1rem; }
</style>
<script src="attention-explorers.js"></script>
</head>
<body>
<${tag}></${tag}>
</body>
</html>
`;

export async function makePages() {
  const all = fs.readFileSync("dist/attention-explorers.js", "utf8");
  const gallery = fs.existsSync("web/pages/index.html")
    ? fs.readFileSync("web/pages/index.html", "utf8")
    : undefined;
  const model = fs.readFileSync("dist/attention-ticket-model.js", "utf8");
  if (gallery) {
    fs.writeFileSync("dist/attention-explorers.html", inlined(gallery, all, "web/pages"));
    fs.writeFileSync(
      "dist/attention-explorers-with-model.html",
      inlined(gallery, all, "web/pages", model),
    );
  }

  fs.writeFileSync("dist/integrity.json", `${JSON.stringify(integrity(), null, 2)}\n`);
  for (const name of PAGES) {
    if (!fs.existsSync(`web/pages/${name}`)) continue;
    const page = fs.readFileSync(`web/pages/${name}`, "utf8");
    fs.writeFileSync(`dist/${name}`, inlined(page, all, "web/pages"));
  }

  // Pages stay while they are made anew: somebody may be looking at one.
  fs.mkdirSync("dist/explorers", { recursive: true });
  for (const name of fs.readdirSync("dist/explorers"))
    if (!tags().includes(path.basename(name, ".html"))) fs.rmSync(`dist/explorers/${name}`);
  const template = fs.existsSync("web/pages/element.html")
    ? fs.readFileSync("web/pages/element.html", "utf8")
    : undefined;
  for (const tag of tags()) {
    const page = template ? template.replaceAll("{{tag}}", tag) : plainPage(tag);
    fs.writeFileSync(
      `dist/explorers/${tag}.html`,
      inlined(
        page,
        await classicScript([tag]),
        "web/pages",
        WITH_MODEL.includes(tag) ? model : undefined,
      ),
    );
  }
}

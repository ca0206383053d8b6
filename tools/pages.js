// The pages that open from disk: one file each, with a classic script inside and no request at all; and
// the same in dist/pages/, where they name the script beside them, as the package holds them.
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import { transformSync } from "esbuild";
import { strings } from "../web/pages/strings.js";
import { classicScript, IN_PAGES, languages, proseTags, tags } from "./bundle.js";
import { referencePage } from "./describe.js";
import { withScriptsInside } from "./inline.js";
import { withoutSpace } from "./styles.js";
import { withLetters, withMath } from "./tex.js";

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

/** A language by its own name, as a menu has it. @param {string} code */
function languageOption(code) {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
  const title = name[0].toLocaleUpperCase(code) + name.slice(1);
  return `<option value="${code}" lang="${code}">${title}</option>`;
}

/** @returns {string} */
const languageOptions = () => ["en", ...languages()].map(languageOption).join("");

/** A page that names its scripts and its styles, which stand beside it or above it.
 * @param {string} html its source @param {string} to the way from the page to dist/
 * @param {boolean} carriesModel whether it loads the trained model as well */
function linked(html, to, carriesModel) {
  // The embed code of a page's explorers names the scripts by these hashes (web/frame/own-script.js).
  const hashes = JSON.stringify(integrity()).replaceAll('"', "&quot;");
  const whole = html.replaceAll(/<!-- include (\S+) -->/g, (_, name) =>
    fs.readFileSync(path.join("web/pages", name), "utf8").trim(),
  );
  return withLetters(withMath(whole))
    .replaceAll("{{languages}}", languageOptions)
    .replaceAll("{{strings}}", () => JSON.stringify(strings))
    .replaceAll(' data-languages="', `$&${to}`)
    .replaceAll(/(<link\s[^>]*rel="?stylesheet"?[^>]*href=")/g, `$1${to.slice("../".length)}`)
    .replaceAll(
      /<script\s[^>]*src="[^"]*attention-explorers\.js"[^>]*><\/script>/g,
      () =>
        `<script data-integrity="${hashes}" src="${to}attention-explorers.js"></script>${
          carriesModel ? `\n<script src="${to}attention-ticket-model.js"></script>` : ""
        }`,
    );
}

/** @param {string} name a file of web/pages/ */
const styleOf = (name) => withoutSpace(fs.readFileSync(`web/pages/${name}`, "utf8"));

/** A page whose own scripts are minified, with the names that they have at the top. @param {string} html */
const withSmallScripts = (html) =>
  html.replaceAll(
    /(<script\b(?![^>]* (?:src|type)=)[^>]*>)([^]*?)<\/script>/g,
    (_, tag, script) => `${tag}${transformSync(script, { minify: true }).code.trim()}</script>`,
  );

/** Writes a page as the package holds it, and as one file.
 * @param {string} name its file in dist/ @param {string} source @param {boolean} carriesModel
 * @param {string} [script] what defines its elements, where it is not all of them */
function makePage(name, source, carriesModel, script) {
  const html = withSmallScripts(linked(source, "../".repeat(name.split("/").length), carriesModel));
  fs.mkdirSync(path.dirname(`dist/pages/${name}`), { recursive: true });
  fs.writeFileSync(`dist/pages/${name}`, html);
  const read = (/** @type {string} */ file) => {
    if (file.endsWith(".css")) return styleOf(file);
    return file === "attention-explorers.js"
      ? (script ?? fs.readFileSync(IN_PAGES, "utf8"))
      : fs.readFileSync(`dist/${file}`, "utf8");
  };
  fs.writeFileSync(`dist/${name}`, withScriptsInside(html, read));
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
  fs.writeFileSync("dist/integrity.json", `${JSON.stringify(integrity(), null, 2)}\n`);
  const index = fs.readFileSync("web/pages/index.html", "utf8");
  makePage("attention-explorers.html", index, false);
  makePage("attention-explorers-with-model.html", index, true);
  for (const name of fs.readdirSync("web/pages"))
    if (name.endsWith(".css")) fs.writeFileSync(`dist/pages/${name}`, styleOf(name));
  makePage("reference.html", await referencePage(proseTags()), false);
  for (const name of PAGES) {
    if (!fs.existsSync(`web/pages/${name}`)) continue;
    makePage(name, fs.readFileSync(`web/pages/${name}`, "utf8"), false);
  }

  // Pages stay while they are made anew: somebody may be looking at one.
  fs.mkdirSync("dist/explorers", { recursive: true });
  fs.rmSync("dist/pages/explorers", { recursive: true, force: true });
  for (const name of fs.readdirSync("dist/explorers"))
    if (name.endsWith(".html") && !tags().includes(path.basename(name, ".html")))
      fs.rmSync(`dist/explorers/${name}`);
  const template = fs.existsSync("web/pages/element.html")
    ? fs.readFileSync("web/pages/element.html", "utf8")
    : undefined;
  for (const tag of tags()) {
    makePage(
      `explorers/${tag}.html`,
      template ? template.replaceAll("{{tag}}", tag) : plainPage(tag),
      WITH_MODEL.includes(tag),
      await classicScript([tag]),
    );
  }
}

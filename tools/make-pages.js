#!/usr/bin/env node
// npx attention-wasm-pages FOLDER: the pages of dist/pages/ as files that hold everything, which open from
// disk, from any server, and offline; the widget as one module, which also speaks the languages that are named
// after the folder; all words in English, for who translates them.
// npx attention-wasm-pages --scorm FILE.zip TAG [attribute=value …]: one explorer for a course system.
import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { withScriptsInside } from "./inline.js";
import { strings as pages } from "../web/pages/strings.js";
import { writeScorm } from "./scorm.js";

const dist = path.dirname(fileURLToPath(import.meta.url));
const read = (/** @type {string} */ name) =>
  fs.readFileSync(path.join(dist, name.endsWith(".css") ? "pages" : "", name), "utf8");
const [target, ...more] = process.argv.slice(2);
/** @typedef {{ tag?: string, strings?: Record<string, string> }} Speaking a class of elements */
/** What the package exports. @returns {Promise<Speaking[]>} */
const classesOf = async () =>
  Object.values(await import(new URL("./explorers.js", import.meta.url).href));
if (target === "--scorm") {
  try {
    console.log(writeScorm(more, read, await classesOf()));
    process.exit(0);
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exit(2);
  }
}
const spoken = more.map((code) => `languages/${code}.js`);
const isKnown = (/** @type {string} */ name) =>
  /^languages\/[a-z]+\.js$/.test(name) && fs.existsSync(path.join(dist, name));
if (!target || target.startsWith("-") || !spoken.every(isKnown)) {
  console.error(
    "Usage: attention-wasm-pages FOLDER [LANGUAGE …]\n\nWrites every page of the package into the folder, each as one file that needs no other, the widget, which also speaks the named languages (de, es, zh, ar), and words.json.\n       attention-wasm-pages --scorm FILE.zip TAG [attribute=value …]\n\nWrites one explorer as a SCORM 1.2 package.",
  );
  process.exit(2);
}

/** @param {string} folder @param {string} name @param {string} html a page that names its scripts */
function write(folder, name, html) {
  const file = path.join(target, folder, name);
  fs.writeFileSync(file, withScriptsInside(html, read));
  console.log(file);
}

for (const folder of ["", "explorers"]) {
  fs.mkdirSync(path.join(target, folder), { recursive: true });
  for (const name of fs.readdirSync(path.join(dist, "pages", folder))) {
    if (!name.endsWith(".html")) continue;
    write(folder, name, fs.readFileSync(path.join(dist, "pages", folder, name), "utf8"));
  }
}
// The course stands in the package once, without the trained model.
const course = fs.readFileSync(path.join(dist, "pages/attention-explorers.html"), "utf8");
write(
  "",
  "attention-explorers-with-model.html",
  course.replace(
    /(<script [^>]*src=")([^"]*)attention-explorers\.js"><\/script>/,
    '$&\n<script src="$2attention-ticket-model.js"></script>',
  ),
);
// File by file: in Yarn's archives Node copies no folder.
fs.mkdirSync(path.join(target, "languages"), { recursive: true });
for (const name of fs.readdirSync(path.join(dist, "languages")))
  if (/^[\w-]+\.js$/.test(name))
    fs.writeFileSync(path.join(target, "languages", name), read(`languages/${name}`));
const widget = path.join(target, "attention-widget.mjs");
const parts = ["attention-explorers.js", ...spoken, "explorers/widget.js"];
fs.writeFileSync(widget, parts.map((name) => read(name).replace(/^\ufeff/, "")).join("\n"));
console.log(widget);

/** What stands in words.json, as tools/bundle.js writes it from the sources. */
async function allWords() {
  const classes = await classesOf();
  /** What a class says for all that are made of it. @param {Speaking | undefined} some
   * @returns {Record<string, string> | undefined} */
  const first = (some) =>
    some?.strings && (first(/** @type {Speaking} */ (Object.getPrototypeOf(some))) ?? some.strings);
  const speaking = classes.filter(({ strings }) => strings);
  const own = speaking.filter((each) => each.strings !== first(each));
  return {
    frame: first(own[0]),
    ...Object.fromEntries(own.map(({ tag, strings }) => [tag, strings])),
    prose: speaking.find((each) => !own.includes(each))?.strings,
    pages,
  };
}
const words = path.join(target, "words.json");
fs.writeFileSync(words, `${JSON.stringify(await allWords(), null, 2)}\n`);
console.log(words);

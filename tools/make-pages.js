#!/usr/bin/env node
// npx attention-wasm-pages FOLDER: the pages of dist/pages/ as files that hold everything, which open from
// disk, from any server, and offline; and the widget as one module.
// npx attention-wasm-pages --scorm FILE.zip TAG [attribute=value …]: one explorer for a course system.
import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { withScriptsInside } from "./inline.js";
import { writeScorm } from "./scorm.js";

const dist = path.dirname(fileURLToPath(import.meta.url));
const read = (/** @type {string} */ name) =>
  fs.readFileSync(path.join(dist, name.endsWith(".css") ? "pages" : "", name), "utf8");
const [target, ...more] = process.argv.slice(2);
if (target === "--scorm") {
  console.log(writeScorm(more, read));
  process.exit(0);
}
if (!target || target.startsWith("-") || more.length > 0) {
  console.error(
    "Usage: attention-wasm-pages FOLDER\n\nWrites every page of the package into the folder, each as one file that needs no other, and the widget.\n       attention-wasm-pages --scorm FILE.zip TAG [attribute=value …]\n\nWrites one explorer as a SCORM 1.2 package.",
  );
  process.exit(2);
}

for (const folder of ["", "explorers"]) {
  fs.mkdirSync(path.join(target, folder), { recursive: true });
  for (const name of fs.readdirSync(path.join(dist, "pages", folder))) {
    if (!name.endsWith(".html")) continue;
    const html = fs.readFileSync(path.join(dist, "pages", folder, name), "utf8");
    fs.writeFileSync(path.join(target, folder, name), withScriptsInside(html, read));
    console.log(path.join(target, folder, name));
  }
}
fs.cpSync(path.join(dist, "languages"), path.join(target, "languages"), {
  recursive: true,
  filter: (file) => !/\.(cjs|d\.c?ts)$/.test(file),
});
const widget = path.join(target, "attention-widget.mjs");
fs.writeFileSync(widget, `${read("attention-explorers.js")}\n${read("explorers/widget.js")}`);
console.log(widget);

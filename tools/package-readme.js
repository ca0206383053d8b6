// README as the package's page shows it: there, nothing beside it can be reached by a relative address, so
// pictures are left out and links become their words. npm runs this before and after it packs:
//
//   node tools/package-readme.js            writes it in the place of README.md
//   node tools/package-readme.js --restore  puts README.md back
import * as fs from "node:fs";
import { fileURLToPath } from "node:url";

const RELATIVE = /\((?!https?:|#)[^()\s]+\)/.source;

/** @param {string} text of README.md */
export const forPackage = (text) =>
  text
    .replaceAll(new RegExp(`!\\[[^\\]]*\\]${RELATIVE}\\n*`, "g"), "")
    .replaceAll(new RegExp(`\\[([^\\]]*)\\]${RELATIVE}`, "g"), "`$1`");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [readme, kept] = ["../README.md", "../build/README.md"].map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  );
  if (!process.argv.includes("--restore")) {
    fs.copyFileSync(readme, kept);
    fs.writeFileSync(readme, forPackage(fs.readFileSync(readme, "utf8")));
  } else if (fs.existsSync(kept)) fs.renameSync(kept, readme);
}

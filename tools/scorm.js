// node tools/scorm.js FILE.zip TAG [attribute=value …]: a SCORM 1.2 package of one explorer, from dist/.
// npx attention-wasm-pages --scorm does the same from the package.
import * as fs from "node:fs";
import { fileURLToPath } from "node:url";
import { inScript } from "./inline.js";
import { embedForms } from "../web/frame/embed-forms.js";

/** Writes the package. @param {string[]} words FILE.zip TAG [attribute=value …]
 * @param {(name: string) => string} read a script of dist/ @returns {string} what was written, or how to ask for it */
export function writeScorm(words, read) {
  const [file, tag, ...settings] = words;
  const attributes = settings.map((each) => /^([\w-]+)(?:=(.*))?$/s.exec(each));
  if (!file || !/^attention-[a-z-]+$/.test(tag ?? "") || attributes.includes(null))
    throw new Error("Usage: scorm FILE.zip TAG [attribute=value …]");
  const made = embedForms
    .find(({ name }) => name === "scorm")
    ?.file?.({
      tag,
      attributes: new Map(attributes.map((found) => [found?.[1] ?? "", found?.[2] ?? ""])),
      place: { page: `${tag}.html`, prefix: tag },
      title: tag,
      fallback: "This explorer needs JavaScript.",
      height: 640,
      version: "",
      scripts: ["attention-explorers.js"],
      integrity: {},
      ownText: inScript(read("attention-explorers.js").trim()),
    });
  if (!made) throw new Error("scorm: there is no script to put into the package");
  fs.writeFileSync(file, made.bytes);
  return `${file}: ${made.bytes.length} bytes`;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && /\bscorm\.js$/.test(process.argv[1])) {
  try {
    const dist = new URL("../dist/", import.meta.url);
    console.log(
      writeScorm(process.argv.slice(2), (name) => fs.readFileSync(new URL(name, dist), "utf8")),
    );
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 2;
  }
}

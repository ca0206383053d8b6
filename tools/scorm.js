// node tools/scorm.js FILE.zip TAG [attribute=value …]: a SCORM 1.2 package of one explorer, from dist/.
// npx attention-wasm-pages --scorm does the same from the package.
import * as fs from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { inScript } from "./inline.js";
import { embedForms } from "../web/frame/embed-forms.js";

/** The scripts that an explorer needs: the trained model where it is shown, and its language.
 * @param {string} tag @param {Map<string, string>} set */
function scriptsFor(tag, set) {
  const showsModel =
    tag === "attention-heatmap" &&
    !set.has("weights") &&
    (set.get("preset") ?? "tickets") === "tickets";
  const [code] = (set.get("lang") ?? "en").toLowerCase().split("-");
  return [
    "attention-explorers.js",
    ...(showsModel ? ["attention-ticket-model.js"] : []),
    ...(/^[a-z]+$/.test(code) && code !== "en" ? [`languages/${code}.js`] : []),
  ];
}

/** What the course system calls it: the question that an explorer answers, where its language has a script. @param {string} tag @param {string[]} scripts
 * @param {(name: string) => string} read */
function headingOf(tag, scripts, read) {
  const script = scripts.find((name) => name.startsWith("languages/"));
  if (!script) return tag;
  // The script gives its words to the page that it runs in.
  const page = createContext({});
  runInContext(read(script), page);
  const given = runInContext('globalThis[Symbol.for("attention-wasm.words")]', page);
  /** @type {Record<string, Record<string, string>>[]} */
  const [words] = given.words.values();
  return words[tag].heading.replaceAll("_", "");
}

/** Writes the package. @param {string[]} words FILE.zip TAG [attribute=value …]
 * @param {(name: string) => string} read a script of dist/ @returns {string} what was written, or how to ask for it */
export function writeScorm(words, read) {
  const [file, tag, ...settings] = words;
  const attributes = settings.map((each) => /^([\w-]+)(?:=(.*))?$/s.exec(each));
  if (!file || !/^attention-[a-z-]+$/.test(tag ?? "") || attributes.includes(null))
    throw new Error("Usage: scorm FILE.zip TAG [attribute=value …]");
  const set = new Map(attributes.map((found) => [found?.[1] ?? "", found?.[2] ?? ""]));
  const needed = scriptsFor(tag, set);
  const made = embedForms
    .find(({ name }) => name === "scorm")
    ?.file?.({
      tag,
      attributes: set,
      place: { page: `${tag}.html`, prefix: tag },
      title: headingOf(tag, needed, read),
      fallback: "This explorer needs JavaScript.",
      height: 640,
      version: "",
      scripts: needed,
      integrity: {},
      texts: Object.fromEntries(needed.map((name) => [name, inScript(read(name).trim())])),
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

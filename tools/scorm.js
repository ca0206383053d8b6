// node tools/scorm.js FILE.zip TAG [attribute=value …]: a SCORM 1.2 package of one explorer, from dist/.
// npx attention-wasm-pages --scorm does the same from the package.
import * as fs from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { inScript } from "./inline.js";
import { embedForms } from "../web/frame/embed-forms.js";
import { sharedStrings } from "../web/frame/strings.js";

/** The class of an explorer, as dist/explorers.js exports it.
 * @typedef {{ tag: string, strings: Record<string, string>, scriptsFor(attributes: Map<string, string>): string[] }} Explorer */

/** The script of a language, where the package has one. @param {string} language @param {(name: string) => string} read */
function languageScript(language, read) {
  const [code] = language.toLowerCase().split("-");
  const name = `languages/${code}.js`;
  if (code === "en" || !/^[a-z]+$/.test(code)) return undefined;
  try {
    return read(name) && name;
  } catch {
    return undefined; // its words are the author's
  }
}

/** The words of a language's script, which gives them to the page that it runs in.
 * @param {string} script @returns {Record<string, Record<string, string>>} */
function wordsIn(script) {
  const page = createContext({});
  runInContext(script, page);
  const given = runInContext('globalThis[Symbol.for("attention-wasm.words")]', page);
  return [...given.words.values()][0];
}

/** The author's words in the attribute. @param {string} [json] @returns {Record<string, string>} */
const ownWords = (json) => (json ? JSON.parse(json) : {});

/** Writes the package. @param {string[]} words FILE.zip TAG [attribute=value …]
 * @param {(name: string) => string} read a script of dist/
 * @param {unknown[]} classes what dist/explorers.js exports @returns {string} what was written, or how to ask for it */
export function writeScorm(words, read, classes) {
  const [file, tag, ...settings] = words;
  const attributes = settings.map((each) => /^([\w-]+)(?:=(.*))?$/s.exec(each));
  const explorers = /** @type {Explorer[]} */ (classes).filter((each) => each?.scriptsFor);
  const explorer = explorers.find((each) => each.tag === tag);
  if (!file || !explorer || attributes.includes(null)) {
    const tags = explorers.map((each) => each.tag).filter(Boolean);
    throw new Error(`Usage: scorm FILE.zip TAG [attribute=value …]\n\nTAG: ${tags.join(", ")}`);
  }
  const set = new Map(attributes.map((found) => [found?.[1] ?? "", found?.[2] ?? ""]));
  const script = languageScript(set.get("lang") ?? "en", read);
  const needed = [
    "attention-explorers.js",
    // A map of nothing in particular is one of the trained model.
    ...explorer.scriptsFor(new Map([["preset", "tickets"], ...set])),
    ...(script ? [script] : []),
  ];
  const texts = Object.fromEntries(needed.map((name) => [name, inScript(read(name).trim())]));
  const spoken = script ? wordsIn(read(script)) : undefined;
  const said = {
    ...sharedStrings,
    ...explorer.strings,
    ...spoken?.frame,
    ...spoken?.[tag],
    ...ownWords(set.get("strings")),
  };
  const made = embedForms
    .find(({ name }) => name === "scorm")
    ?.file?.({
      tag,
      attributes: set,
      place: { page: `${tag}.html`, prefix: tag },
      title: said.heading.replaceAll("_", ""),
      fallback: said.needsScript,
      height: 640,
      version: "",
      scripts: needed,
      integrity: {},
      texts,
    });
  if (!made) throw new Error("scorm: there is no script to put into the package");
  fs.writeFileSync(file, made.bytes);
  return `${file}: ${made.bytes.length} bytes`;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && /\bscorm\.js$/.test(process.argv[1])) {
  try {
    const dist = new URL("../dist/", import.meta.url);
    const read = (/** @type {string} */ name) => fs.readFileSync(new URL(name, dist), "utf8");
    const classes = Object.values(await import(new URL("explorers.js", dist).href));
    console.log(writeScorm(process.argv.slice(2), read, classes));
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 2;
  }
}

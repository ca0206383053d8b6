// Turns formulas.js into build/formulas.js: TeX to MathML by KaTeX, once, at build time, so that a
// page carries neither TeX nor a font. Run by the build: node tools/formulas.js
import { mkdir, writeFile } from "node:fs/promises";
import { toMathML } from "./tex.js";
import { sources } from "../web/parts/letters/formulas.js";

const target = new URL("../build/formulas.js", import.meta.url);

const entries = Object.entries(sources).map(
  ([name, tex]) => `  ${name}:\n    ${JSON.stringify(toMathML(tex))},`,
);
const module = `// Made by tools/formulas.js from web/parts/letters/formulas.js.
/** @type {Record<string, string>} */
export const formulas = {
${entries.join("\n")}
};
`;
await mkdir(new URL(".", target), { recursive: true });
await writeFile(target, module);

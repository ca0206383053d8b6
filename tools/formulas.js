// Turns formulas.js into build/formulas.js: TeX to MathML by KaTeX, once, at build time, so that a
// page carries neither TeX nor a font. Run by the build: node tools/formulas.js
import { mkdir, writeFile } from "node:fs/promises";
import katex from "katex";
import { sources } from "../web/parts/letters/formulas.js";

const target = new URL("../build/formulas.js", import.meta.url);

// KaTeX drops \htmlClass from MathML but keeps colours, so a mark travels through it as a colour
// that nobody would choose, and becomes an attribute on the way out.
const FIRST_MARK = 0xabc000;

/** @param {string} tex */
function toMathML(tex) {
  /** @type {string[]} */
  const marks = [];
  const marked = tex.replaceAll(/\\(part|role)\{(\w+)\}/g, (_, kind, name) => {
    marks.push(kind === "part" ? `data-part="${name}"` : `class="${name}"`);
    return `\\textcolor{#${(FIRST_MARK + marks.length - 1).toString(16)}}`;
  });
  const html = katex.renderToString(marked, {
    output: "mathml",
    displayMode: true,
    strict: "error",
  });
  const math = /<semantics>(.*)<annotation/s.exec(html)?.[1];
  if (!math) throw new Error(`build-formulas: KaTeX gave no MathML for ${tex}`);

  /** @type {string[]} */
  const closings = [];
  const body = math.replaceAll(/<mstyle([^>]*)>|<\/mstyle>/g, (tag, attributes) => {
    if (tag === "</mstyle>") return closings.pop() ?? tag;
    const colour = /^ mathcolor="#([0-9a-f]{6})"$/.exec(attributes)?.[1];
    closings.push(colour ? "</mrow>" : "</mstyle>");
    return colour ? `<mrow ${marks[parseInt(colour, 16) - FIRST_MARK]}>` : tag;
  });
  // KaTeX writes its negative thin space as text, which some engines draw as a gap.
  return `<math display="block">${body.replaceAll(/<mtext>[\s\u2063]*\u2063?<\/mtext>/g, "")}</math>`;
}

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

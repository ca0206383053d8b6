// Styles and templates as they are shipped: without comments and without space that says nothing.
import { parse } from "acorn";
import * as fs from "node:fs";

/** @param {string} css a whole sheet, or what stands between two ${…} */
const tight = (css) =>
  css
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part
            .replaceAll(/\/\*[^]*?\*\//g, "")
            .replaceAll(/\s+/g, " ")
            .replaceAll(/ ?([{};,>]) ?/g, "$1")
            .replaceAll(": ", ":")
            .replaceAll(";}", "}"),
    )
    .join("");

/** @param {string} css a whole sheet */
export const withoutSpace = (css) => tight(css).trim();

/** Templates of elements: where a line ends within one, a line end is enough, however far the next is indented.
 * @param {string} text */
const withoutIndents = (text) => text.replaceAll(/\s*\n\s*/g, "\n");

/** By a template's tag, how its text is shipped. @type {Record<string, (text: string) => string>} */
const SHIPPED = { css: tight, html: withoutIndents, svg: withoutIndents };

/** @param {string} code */
function withPlainTemplates(code) {
  /** @type {{ start: number, end: number, shipped: (text: string) => string }[]} */
  const texts = [];
  /** @param {any} node */
  const walk = (node) => {
    if (!node || typeof node !== "object") return;
    const shipped = node.type === "TaggedTemplateExpression" && SHIPPED[node.tag.name];
    if (shipped)
      for (const { start, end } of node.quasi.quasis) texts.push({ start, end, shipped });
    for (const each of Object.values(node)) walk(each);
  };
  walk(parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  let [made, from] = ["", 0];
  for (const { start, end, shipped } of texts.sort((a, b) => a.start - b.start)) {
    made += code.slice(from, start) + shipped(code.slice(start, end));
    from = end;
  }
  return made + code.slice(from);
}

/** What css`…`, html`…` and svg`…` hold in a file of web/.
 * @type {import("esbuild").Plugin} */
export const plainStyles = {
  name: "styles and templates without space",
  setup(build) {
    build.onLoad({ filter: /[\\/]web[\\/].*\.js$/ }, ({ path: file, namespace }) => {
      if (namespace !== "file") return undefined;
      const text = fs.readFileSync(file, "utf8");
      if (!/\b(?:css|html|svg)`/.test(text)) return undefined;
      return { contents: withPlainTemplates(text) };
    });
  },
};

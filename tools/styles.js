// Styles and templates as they are shipped: without comments and without space that says nothing.
import { parse } from "acorn";
import * as fs from "node:fs";

/** @param {string} css with ${…} in it */
export const withoutSpace = (css) =>
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
    .join("")
    .trim();

/** Templates of elements: where a line ends within one, a line end is enough, however far the next is indented.
 * @param {string} code */
function withoutIndents(code) {
  /** @type {[start: number, end: number][]} */
  const texts = [];
  /** @param {any} node */
  const walk = (node) => {
    if (!node || typeof node !== "object") return;
    if (node.type === "TaggedTemplateExpression" && ["html", "svg"].includes(node.tag.name))
      for (const { start, end } of node.quasi.quasis) texts.push([start, end]);
    for (const each of Object.values(node)) walk(each);
  };
  walk(parse(code, { ecmaVersion: "latest", sourceType: "module" }));
  let [made, from] = ["", 0];
  for (const [start, end] of texts.sort(([a], [b]) => a - b)) {
    made += code.slice(from, start) + code.slice(start, end).replaceAll(/\s*\n\s*/g, "\n");
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
      // A style within a style would end at the wrong `.
      const plain = text.replaceAll(/\bcss`([^`]*)`/g, (_, css) => `css\`${withoutSpace(css)}\``);
      return { contents: withoutIndents(plain) };
    });
  },
};

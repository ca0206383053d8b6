// Styles as they are shipped: without comments and without space that says nothing.
import * as fs from "node:fs";

/** @param {string} css with ${…} in it */
const withoutSpace = (css) =>
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

/** What css`…` holds in a file of web/.
 * @type {import("esbuild").Plugin} */
export const plainStyles = {
  name: "styles without space",
  setup(build) {
    build.onLoad({ filter: /[\\/]web[\\/].*\.js$/ }, ({ path: file, namespace }) => {
      if (namespace !== "file") return undefined;
      const text = fs.readFileSync(file, "utf8");
      if (!text.includes("css`")) return undefined;
      // A style within a style would end at the wrong `.
      return {
        contents: text.replaceAll(/\bcss`([^`]*)`/g, (_, css) => `css\`${withoutSpace(css)}\``),
      };
    });
  },
};

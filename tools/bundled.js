// What every bundle of dist/ has in common.
import * as esbuild from "esbuild";
import * as fs from "node:fs";

const { version } = /** @type {{ version: string }} */ (
  JSON.parse(fs.readFileSync("package.json", "utf8"))
);
export const NOTICE = `/*! attention-wasm ${version}, MIT licence, the attention-wasm authors */`;

/** @satisfies {import("esbuild").BuildOptions} */
const common = {
  bundle: true,
  minify: true,
  lineLimit: 400,
  charset: "ascii",
  define: { PACKAGE_VERSION: JSON.stringify(version) },
  // What Safari 15 and its contemporaries know.
  target: ["chrome91", "firefox90", "safari15", "node20"],
  // import() stays import(), so that what is loaded rarely is a file of its own.
  // A script may stand inside a page: no string of it may end it there.
  supported: { "dynamic-import": true, "inline-script": false },
  logLevel: "warning",
  legalComments: "eof",
  // Or names of chunks would depend on where a linked node_modules lies.
  preserveSymlinks: true,
  banner: { js: NOTICE },
};

/** What esbuild makes of a source, in memory. @param {import("esbuild").BuildOptions} options */
export const bundled = (options) =>
  esbuild.build({ ...common, ...options, write: false, metafile: true });

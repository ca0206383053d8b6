// The package in a user's bundle, for browsers and for Node: no warning, no setting, each wasm module
// once, and it runs.
import { before, describe, test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import * as esbuild from "esbuild";
import { FIRST_CALL, installPacked, root } from "./packed.js";

describe("bundling (PKG-06)", () => {
  /** @type {import("./packed.js").Project} */ let project;
  before(async () => {
    project = await installPacked("bundle");
    project.write("program.js", `import { load } from "attention-wasm";\n${FIRST_CALL}`);
    project.write(
      "page.js",
      `import "attention-wasm/explorers";\nimport { load } from "attention-wasm";\n${FIRST_CALL}`,
    );
    project.write(
      "program.cjs",
      `const { load } = require("attention-wasm");\n(async () => {${FIRST_CALL}})();`,
    );
  });

  /** From the middle of the text that holds the simd module: where it stands in a bundle, a copy is. */
  const text = /** @type {RegExpExecArray} */ (
    /decode\("([^"]*)"/.exec(fs.readFileSync(path.join(root, "build/bytes.js"), "utf8"))
  )[1];
  const piece = text.slice(text.length / 2, text.length / 2 + 200);

  /** @param {string} entry @param {import("esbuild").BuildOptions} options */
  async function bundle(entry, options) {
    const outdir = path.join(
      project.folder,
      "out",
      `${entry}-${options.platform}-${options.format}`,
    );
    const result = await esbuild.build({
      entryPoints: [path.join(project.folder, entry)],
      outdir,
      bundle: true,
      ...options,
      logLevel: "silent",
      metafile: true,
    });
    assert.deepEqual(result.warnings, []);
    const outputs = Object.keys(result.metafile.outputs).map((file) => path.resolve(file));
    const texts = outputs.map((file) => fs.readFileSync(file, "latin1"));
    const copies = texts.join("\n").split(piece).length - 1;
    assert.equal(copies, 1, "the modules stand in the bundle once");
    return outputs;
  }

  for (const [entry, options] of /** @type {[string, import("esbuild").BuildOptions][]} */ ([
    ["program.js", { platform: "node", format: "esm", outExtension: { ".js": ".mjs" } }],
    ["program.cjs", { platform: "node", format: "cjs", outExtension: { ".js": ".cjs" } }],
    [
      "program.js",
      { platform: "browser", format: "esm", splitting: true, outExtension: { ".js": ".mjs" } },
    ],
    ["program.js", { platform: "neutral", format: "esm", outExtension: { ".js": ".mjs" } }],
  ])) {
    test(`${entry} for ${options.platform}, ${options.format}${options.splitting ? ", split" : ""}`, async () => {
      const outputs = await bundle(entry, options);
      const main = /** @type {string} */ (
        outputs.find((file) => path.basename(file).startsWith("program."))
      );
      assert.equal(await project.node([main]), "[10]");
    });
  }

  test("a page that uses the explorers and the package has the modules once", async () => {
    await bundle("page.js", { platform: "browser", format: "esm", minify: true });
  });

  test("one that uses only the plain arithmetic carries no module", async () => {
    project.write(
      "cost.js",
      'import { attentionCost } from "attention-wasm";\nconsole.log(attentionCost);',
    );
    const result = await esbuild.build({
      entryPoints: [path.join(project.folder, "cost.js")],
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      logLevel: "silent",
    });
    assert.ok(!result.outputFiles[0].text.includes(piece));
  });
});

// The grid of calls of tests/conformance/grid.js has the same bits in every browser as here.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";

import { load } from "attention-wasm";

import { gridHash } from "../conformance/grid.js";
import { engines } from "./browsers.js";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-grid-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const page = path.join(folder, "grid.html");
/** @type {string} */ let expected;

before(async () => {
  expected = gridHash(await load());
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `
        import { load } from "attention-wasm";
        import { gridHash } from "./tests/conformance/grid.js";
        window.hashOf = async (variant) => gridHash(await load({ variant }));`,
      resolveDir: fileURLToPath(new URL("../..", import.meta.url)),
    },
    bundle: true,
    format: "iife",
    charset: "ascii",
    write: false,
  });
  const text = outputFiles[0].text.replaceAll("</script", "<\\/script");
  fs.writeFileSync(page, `<!doctype html><meta charset="utf-8"><script>${text}</script>`);
});

for (const engine of engines) {
  const skip =
    engine.missing && !process.env.CI ? `${engine.missing} is not installed here` : false;
  describe(`bits in ${engine.name}`, { skip }, () => {
    /** @type {Awaited<ReturnType<typeof engine.launch>>} */
    let browser;
    before(async () => {
      browser = await engine.launch();
    });
    after(() => browser?.close());

    for (const variant of ["simd", "scalar"])
      it(variant, async () => {
        const tab = await browser.open(pathToFileURL(page).href);
        const found = await tab.evaluate(`return await hashOf("${variant}");`);
        await tab.close();
        assert.equal(found, expected);
      });
  });
}

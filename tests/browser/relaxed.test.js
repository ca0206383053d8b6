// The relaxed build as a classic script on a page from disk: it computes where the engine has relaxed SIMD,
// and says that it is missing where not.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { engines } from "./browsers.js";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

const IN_PAGE = `
  const x = [[1, 0, 2], [0, 3, 1], [2, 1, 0]];
  const attn = await attentionWasm.load();
  const expected = [...attn.attention(x, x, x).output.data];
  const known = WebAssembly.validate(new Uint8Array([${[
    ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0],
    // i32.const 0, i8x16.splat, three times; f32x4.relaxed_madd
    ...[65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11],
  ].join()}]));
  const pool = attentionWasm.createPool({ workers: 2, variant: "relaxed" });
  const get = async (call) => { try { return await call(); } catch (error) { return error.message; } };
  const one = await get(async () => {
    const relaxed = await attentionWasm.load({ variant: "relaxed" });
    return [relaxed.variant, ...relaxed.attention(x, x, x).output.data];
  });
  const many = await get(async () => [...(await pool.attention(x, x, x)).output.data]);
  await pool.release();
  return { variant: attn.variant, expected, known, one, many };`;

for (const engine of engines) {
  const skip =
    engine.missing && !process.env.CI ? `${engine.missing} is not installed here` : undefined;
  describe(`the relaxed build in ${engine.name}`, { skip }, () => {
    /** @type {{ open: (address: string) => Promise<import("./browsers.js").Tab>, close: () => Promise<void> }} */
    let browser;
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-relaxed-"));
    before(async () => {
      for (const name of ["attention.js", "attention-relaxed.js"])
        fs.copyFileSync(dist + name, path.join(folder, name));
      for (const [page, scripts] of Object.entries({
        both: ["attention.js", "attention-relaxed.js"],
        alone: ["attention.js"],
      }))
        fs.writeFileSync(
          path.join(folder, `${page}.html`),
          `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title>${scripts.map((name) => `<script src="${name}"></script>`).join("")}`,
        );
      browser = await engine.launch();
    });
    after(async () => {
      await browser?.close();
      fs.rmSync(folder, { recursive: true, force: true });
    });

    it("computes, or says what the engine does not have", async () => {
      const tab = await browser.open(pathToFileURL(path.join(folder, "both.html")).href);
      const { variant, expected, known, one, many } = /** @type {any} */ (
        await tab.evaluate(IN_PAGE)
      );
      assert.equal(variant, "simd");
      if (engine.name === "Chromium") assert.ok(known, "Chromium has relaxed SIMD");
      if (!known) {
        assert.match(one, /^load: variant "relaxed" needs relaxed SIMD/);
        assert.match(many, /^load: variant "relaxed" needs relaxed SIMD/);
        return;
      }
      const [name, ...numbers] = one;
      assert.equal(name, "relaxed");
      for (const found of [numbers, many]) {
        assert.equal(found.length, expected.length);
        expected.forEach((/** @type {number} */ value, /** @type {number} */ at) =>
          assert.ok(Math.abs(found[at] - value) < 1e-5, `${found[at]}, not ${value}`),
        );
      }
      await tab.close();
    });

    it("says what to do where its script is missing and cannot be fetched", async () => {
      const tab = await browser.open(pathToFileURL(path.join(folder, "alone.html")).href);
      fs.rmSync(path.join(folder, "attention-relaxed.js"));
      const { one } = /** @type {any} */ (await tab.evaluate(IN_PAGE));
      assert.match(one, /^load: the build "relaxed" could not be loaded .*attention-wasm\/relaxed/);
      await tab.close();
    });
  });
}

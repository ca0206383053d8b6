// The pool on a page that is opened from disk, under content policies that allow less and less.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { engines } from "./browsers.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

const POLICIES = {
  "blob workers and WebAssembly":
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:",
  "no worker":
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'none'",
  "no WebAssembly": "default-src 'none'; script-src 'unsafe-inline'; worker-src blob:",
};

// Runs in the page: everything is compared with an instance there.
const script = `
  import { createPool, load } from "attention-wasm";
  const started = [];
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      started.push(this);
    }
  };
  const drawn = (shape, seed) => {
    const data = new Float32Array(shape.reduce((a, b) => a * b, 1));
    return { data: data.map((_, x) => Math.sin(x * 12.9898 + seed)), shape };
  };
  const same = (a, b) => a.data.length === b.data.length && a.data.every((value, x) => value === b.data[x]);
  window.tryPool = async () => {
    const attn = await load();
    const pool = createPool({ workers: 2 });
    const [q, k, v] = [drawn([1, 3, 300, 16], 1), drawn([1, 3, 200, 16], 2), drawn([1, 3, 200, 8], 3)];
    const options = { causal: "bottom-right", weights: true };
    const one = attn.attention(q, k, v, options), many = await pool.attention(q, k, v, options);
    const square = () => drawn([16, 16], 4);
    const settings = { d: 16, heads: 4, parameters: { W_Q: square(), W_K: square(), W_V: square(), W_O: square() } };
    const x = drawn([300, 16], 5);
    const layer = same((await pool.multiHead(settings).forward(x)).output, attn.multiHead(settings).forward(x).output);
    const wrong = await pool.attention(q, k, [[1]]).catch((error) => error.name + " " + error.message);
    const workers = pool.workers;
    let died = "", after = false;
    if (workers > 0) {
      const long = drawn([1, 8, 2000, 16], 6);
      const pending = pool.attention(long, long, long).catch((error) => error.message);
      await new Promise((resolve) => setTimeout(resolve));
      started[0].dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
      started[1].dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
      died = await pending;
      after = same((await pool.attention(q, k, v)).output, attn.attention(q, k, v).output);
    }
    await pool.release();
    const released = await pool.attention(q, k, v).catch((error) => error.message);
    return {
      variant: attn.variant, workers, layer, wrong, died, after, released, started: started.length,
      output: same(one.output, many.output), weights: same(one.weights, many.weights),
    };
  };`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-pool-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

before(async () => {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: script, resolveDir: root },
    bundle: true,
    format: "iife",
    charset: "ascii",
    write: false,
  });
  const text = outputFiles[0].text.replaceAll("</script", "<\\/script");
  Object.values(POLICIES).forEach((policy, index) => {
    fs.writeFileSync(
      path.join(folder, `${index}.html`),
      `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${text}</script>`,
    );
  });
});

for (const engine of engines) {
  const skip =
    engine.missing && !process.env.CI ? `${engine.missing} is not installed here` : false;
  describe(`the pool in ${engine.name}`, { skip }, () => {
    /** @type {Awaited<ReturnType<typeof engine.launch>>} */
    let browser;
    before(async () => {
      browser = await engine.launch();
    });
    after(() => browser?.close());

    Object.keys(POLICIES).forEach((policy, index) => {
      it(`gives the bits of a single instance: ${policy}`, async () => {
        const tab = await browser.open(pathToFileURL(path.join(folder, `${index}.html`)).href);
        const found = /** @type {any} */ (await tab.evaluate("return await tryPool();"));
        await tab.close();
        assert.ok(found.output && found.weights && found.layer, JSON.stringify(found));
        assert.match(found.wrong, /^RangeError attention: v has/);
        assert.match(found.released, /released/);
        if (index === 0) {
          assert.equal(found.workers, 2);
          assert.equal(found.variant, "simd");
          assert.match(found.died, /the worker died \(out of memory\)/);
          assert.ok(found.after);
          assert.equal(found.started, 4);
        }
        if (index === 1) assert.equal(found.workers, 0);
      });
    });
  });
}

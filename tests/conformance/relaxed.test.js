// The relaxed build: the numbers of PyTorch, ONNX and float64 within the bounds of the others, never taken
// unasked, and a sentence where the engine has no relaxed SIMD.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { createPool, load } from "attention-wasm";
import { patched } from "../../js/patch.js";
import { drawn, near } from "../js/support.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Whether this engine runs it, and what makes Node.js 20, which knows it behind a flag, run it too. */
const [known, flags] = WebAssembly.validate(readFileSync(`${root}build/attention-relaxed.wasm`))
  ? [true, []]
  : [false, ["--experimental-wasm-relaxed-simd"]];

const NEEDS = /^Error: load: variant "relaxed" needs relaxed SIMD, which this engine does not have/;

/** The instructions of a module, one by one. @param {string} variant */
function instructions(variant) {
  const text = execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import binaryen from "binaryen"; import * as fs from "node:fs";
       const module = binaryen.readBinary(fs.readFileSync("build/attention-${variant}.wasm"));
       module.setFeatures(binaryen.Features.All); fs.writeSync(1, module.emitText());`,
    ],
    { cwd: root, encoding: "utf8", maxBuffer: 1e8 },
  );
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const [, name] of text.matchAll(/\(((?:local|global|call|br|[a-z]+\d+(?:x\d+)?)[\w.]*)/g))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

it("a difference is what is written, then what stands in the old bytes, run by run", () => {
  const old = Uint8Array.of(1, 2, 3, 4);
  assert.deepEqual(
    [
      ...patched(
        old,
        [
          ["0aff", 1, 2],
          ["", 0, 1],
          ["07", 3, 0],
        ],
        6,
      ),
    ],
    [10, 255, 2, 3, 1, 7],
  );
});

describe("the relaxed build", () => {
  it("differs from simd by fused products alone", () => {
    const [simd, relaxed] = [instructions("simd"), instructions("relaxed")];
    const fused = relaxed.get("f32x4.relaxed_madd") ?? 0;
    assert.ok(fused > 80, `${fused} products are fused`);
    for (const name of ["f32x4.mul", "f32x4.add"])
      simd.set(name, /** @type {number} */ (simd.get(name)) - fused);
    simd.set("f32x4.relaxed_madd", fused);
    assert.deepEqual(Object.fromEntries(relaxed), Object.fromEntries(simd));
  });

  it("holds every suite of numbers that the other builds hold", async () => {
    const suites = [
      ...["lessons", "onnx", "pytorch", "reported"].map((name) => `tests/conformance/${name}`),
      ...["attention", "cache", "encoder", "experiments", "multihead", "numbers"].map(
        (name) => `tests/js/${name}`,
      ),
      ...["random", "softmax"].map((name) => `tests/js/${name}`),
    ].map((file) => `${file}.test.js`);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...flags, "--test", "--test-reporter=tap", "--test-concurrency=1", ...suites],
      { cwd: root, env: { ...env, ATTENTION_WASM_VARIANT: "relaxed" }, maxBuffer: 1e8 },
    );
    assert.match(stdout, /\(relaxed\)/);
    assert.doesNotMatch(stdout, /\((simd|scalar|js)\)/);
    assert.ok(Number(/^# pass (\d+)$/m.exec(stdout)?.[1]) > 250, stdout.slice(-500));
  });

  it("is never taken by auto", async () => {
    assert.equal((await load()).variant, "simd");
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        ...flags,
        ...["--input-type=module", "-e"],
        `import { load } from "attention-wasm"; console.log((await load()).variant);`,
      ],
      { cwd: root },
    );
    assert.equal(stdout, "simd\n");
  });

  it("is said to be missing where the engine does not know it, and computes where it does", async () => {
    const x = drawn([70, 8]);
    const pool = createPool({ workers: 2, variant: "relaxed" });
    try {
      if (known) {
        const expected = (await load()).attention(x, x, x).output.data;
        const attn = await load({ variant: "relaxed" });
        assert.equal(attn.variant, "relaxed");
        assert.notEqual(attn.build.hash, (await load({ variant: "simd" })).build.hash);
        near(attn.attention(x, x, x).output.data, expected, { abs: 1e-6 });
        near((await pool.attention(x, x, x)).output.data, expected, { abs: 1e-6 });
      } else {
        await assert.rejects(load({ variant: "relaxed" }), NEEDS);
        await assert.rejects(load({ variant: "relaxed" }), NEEDS, "a second time");
        await assert.rejects(pool.attention(x, x, x), NEEDS);
      }
    } finally {
      await pool.release();
    }
  });

  it("is tried again after it failed", async () => {
    // A copy of the file that has compiled nothing yet.
    const { relaxed } = await import(`${"../../js/relaxed.js"}?anew`);
    const lost = () => {
      throw new Error("the bytes are lost");
    };
    await assert.rejects(relaxed.compile(lost), /the bytes are lost/);
    const again = relaxed.compile(() => readFileSync(`${root}build/attention-simd.wasm`));
    if (known) assert.ok((await again) instanceof WebAssembly.Module);
    else await assert.rejects(again, NEEDS);
  });

  it("is known by its bytes", async () => {
    const program = `import { load } from "attention-wasm"; import * as fs from "node:fs";
      const wasm = fs.readFileSync("build/attention-relaxed.wasm");
      const attn = await load({ wasm });
      const same = (await load({ variant: "relaxed" })).build;
      console.log(attn.variant, attn.build.size === wasm.length, same.hash === attn.build.hash,
        await load({ wasm, variant: "simd" }).catch((error) => error.message));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...flags, "--input-type=module", "-e", program],
      { cwd: root },
    );
    assert.equal(
      stdout,
      'relaxed true true load: variant "simd" was requested, but the given wasm is "relaxed"\n',
    );
  });
});

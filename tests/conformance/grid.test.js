// One hash of a grid of calls (grid.js): the same in the three builds here, in native C, and in another
// version of the engine. tests/browser/grid.test.js compares it with what browsers compute.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { promisify } from "node:util";
import { it } from "node:test";

import { load } from "attention-wasm";

import { isThere } from "../c/run.js";
import { nodeProgram } from "../tools.js";
import { gridHash } from "./grid.js";

const execute = promisify(execFile);
const root = new URL("../..", import.meta.url);
const expected = gridHash(await load({ variant: "simd" }));

for (const variant of /** @type {const} */ (["scalar", "js"]))
  it(`the grid has the same bits in ${variant}`, async () => {
    assert.equal(gridHash(await load({ variant })), expected);
  });

it(
  "the grid has the same bits in native C",
  { skip: !(await isThere("gcc")) && !process.env.CI },
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "grid-")),
      program = path.join(folder, "grid");
    const sources = fs
      .readdirSync(new URL("c", root))
      .filter((name) => name.endsWith(".c") && name !== "wasm.c")
      .map((name) => `c/${name}`);
    const flags = ["-std=c99", "-D_ISOC11_SOURCE", "-O2", "-ffp-contract=off", "-Ic"];
    await execute("gcc", [...flags, "tests/conformance/grid.c", ...sources, "-lm", "-o", program], {
      cwd: root,
    });
    assert.equal((await execute(program)).stdout.trim(), expected);
  },
);

it("the grid has the same bits in Node 24", async () => {
  const program = `
    import { load } from "attention-wasm";
    import { gridHash } from "./tests/conformance/grid.js";
    console.log(process.versions.node, gridHash(await load()));`;
  const { stdout } = await execute(await nodeProgram(24), ["--input-type=module", "-e", program], {
    cwd: root,
  });
  assert.match(stdout, /^24\./);
  assert.equal(stdout.trim().split(" ")[1], expected);
});

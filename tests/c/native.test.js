// The native programs of tests/c/ as tests, once in each build (tests/c/run.js).
import { describe, test } from "node:test";
import assert from "node:assert/strict";
import * as os from "node:os";
import { COMPILERS, compile, isThere, programs, runProgram } from "./run.js";

for (const compiler of COMPILERS) {
  const there = await isThere(compiler);
  describe(
    `c/ by ${compiler}${compiler.startsWith("clang") ? ", under the sanitizers" : ", optimised"}`,
    { concurrency: os.availableParallelism(), skip: !there && !process.env.CI },
    () => {
      const names = programs();
      const compiled = there
        ? compile(compiler, names)
        : Promise.reject(new Error("not installed"));
      compiled.catch(() => {}); // reported by the test
      test("compiles without a warning", () =>
        compiled.catch((error) => assert.fail(`${compiler}: ${error.stderr ?? error.message}`)));
      for (const name of names) {
        test(name, async (t) => {
          await compiled;
          const { ok, output } = await runProgram(compiler, name);
          assert.ok(ok, output);
          t.diagnostic(`${name}: ${output.split("\n").at(-1)}`);
        });
      }
    },
  );
}

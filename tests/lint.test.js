// npm run lint, as tests: one for each tool.
import { test } from "node:test";
import assert from "node:assert/strict";
import { checks, run } from "../tools/lint.js";

for (const check of checks) {
  test(`lint: ${check.name}`, async (t) => {
    const { ok, output, missing } = await run(check.command);
    if (missing && !process.env.CI) {
      t.skip(`${check.command[0]} is not installed here`);
      return;
    }
    assert.ok(ok, `${check.name} found:\n${output}`);
  });
}

// The quick rows of npm run test:consumers: the runtimes.
import { before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { packed } from "./project.js";
import { rows } from "./rows.js";
import { runRow } from "./run.js";

describe("the packed tarball runs in", () => {
  /** @type {string} */ let tarball;
  before(async () => {
    tarball = await packed();
  });
  for (const row of rows.filter(({ quick }) => quick))
    test(row.name, async () => {
      const { result, why } = await runRow(row, tarball);
      assert.equal(result, "ok", why);
    });
});

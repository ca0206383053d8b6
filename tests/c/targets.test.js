// A minute of native fuzzing, shared out among the targets, from the corpora that are kept: no
// sanitizer and no check fails. Longer runs: npm run fuzz.
import { describe, test } from "node:test";
import assert from "node:assert/strict";
import { fuzz, targets } from "./fuzz.js";
import { isThere } from "./run.js";

const there = await isThere("clang");

describe("native fuzzing", { skip: !there && !process.env.CI }, () => {
  for (const target of targets())
    test(target, async (t) => {
      const tried = await fuzz(target, Math.floor(60 / targets().length));
      assert.ok(tried > 0, `${target} tried nothing`);
      t.diagnostic(`${target}: ${tried} inputs`);
    });
});

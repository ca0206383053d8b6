// A short run of the fuzzers of what reads files; npm run fuzz:readers goes on as long as one likes.
import assert from "node:assert/strict";
import { test } from "node:test";

import { fuzzReaders } from "./readers.js";

test("damaged files are read, or refused in our words, by every reader", () => {
  // Enough of them are files still, so that what follows the reading of their form is reached.
  for (const [name, taken] of Object.entries(fuzzReaders(2000, 20261130)))
    assert.ok(taken > 100, `${name} took ${taken}`);
});

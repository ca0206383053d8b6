// How the bytes of one module are made of another's.
import assert from "node:assert/strict";
import { it } from "node:test";

import { patched } from "../../js/patch.js";

it("what is written and what is copied stand one after the other", () => {
  const old = Uint8Array.of(10, 11, 12, 13);
  assert.deepEqual(
    patched(
      old,
      [
        ["ff", 0, 2],
        ["", 3, 1],
        ["0102", 1, 0],
        ["03", 1, 2],
      ],
      9,
    ),
    Uint8Array.of(255, 10, 11, 13, 1, 2, 3, 11, 12),
  );
  assert.deepEqual(patched(old, [["", 1, 2]], 2), Uint8Array.of(11, 12));
  assert.deepEqual(patched(old, [], 0), new Uint8Array(0));
});

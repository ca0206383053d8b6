// No file of ours needs itself, by whatever way: js/, web/ and tools/ have no cycle of imports.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import madge from "madge";

test("no cycle of imports", async () => {
  const folders = ["js", "web", "tools"].map((name) =>
    fileURLToPath(new URL(`../${name}`, import.meta.url)),
  );
  const found = await madge(folders, { fileExtensions: ["js"] });
  assert.ok(Object.keys(found.obj()).length > 150, "the files were read");
  assert.deepEqual(found.circular(), []);
});

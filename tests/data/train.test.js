// The training script gives the weights that are shipped, to the byte. It takes about a minute. When it
// fails after a change of the computation, node web/model/train.js makes them anew.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("node web/model/train.js gives the shipped weights", (t) => {
  const script = fileURLToPath(new URL("../../web/model/train.js", import.meta.url));
  const output = execFileSync(process.execPath, [script, "--check"], { encoding: "utf8" });
  t.diagnostic(output.trim().split("\n").slice(-3).join("; "));
  assert.match(output, /the files are these weights/);
});

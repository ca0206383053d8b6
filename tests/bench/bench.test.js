// The bench runs, every result agrees with those of onnxruntime-web, TensorFlow.js, plain loops and the
// definition in float64, and the figures are there. How large they are is no test's business.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { it } from "node:test";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ROWS = [
  "small",
  "fused-512",
  "staged",
  "layer-128",
  "decode",
  "backward",
  "causal-2048",
  "load",
  "size",
];

it("rows give the results of the other libraries, and their figures", () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["tests/bench/run.js", "--json", "--quick", "--rounds", "1", ...ROWS],
    { cwd: root, encoding: "utf8", maxBuffer: 1e8 },
  );
  const { about, results } = JSON.parse(stdout);
  assert.equal(about["attention-wasm"].variant, "simd");
  assert.equal(results.length, ROWS.length, stderr);
  for (const { row, outcome, error } of results) {
    assert.equal(error, undefined, `${row.id}: ${error}`);
    assert.equal(typeof outcome.met, "boolean", row.id);
    for (const figure of Object.values(outcome.figures)) assert.ok(Number.isFinite(figure), row.id);
    for (const { name, least, median } of outcome.timings) {
      assert.ok(least > 0 && median >= least, `${row.id}, ${name}: ${least}, ${median}`);
    }
  }
  const fused = results.find((/** @type {any} */ { row }) => row.id === "fused-512").outcome;
  const sides = fused.timings.map((/** @type {any} */ { name }) => name);
  assert.deepEqual(sides, [
    "attention-wasm",
    "onnxruntime-web",
    "TensorFlow.js",
    "plain loops",
    "tile ceiling",
  ]);
});

it("names its rows, and says when there is none of a name", () => {
  const run = (/** @type {string[]} */ ...flags) =>
    spawnSync(process.execPath, ["tests/bench/run.js", ...flags], { cwd: root, encoding: "utf8" });
  assert.match(run("--list").stdout, /^fused-512 .*\n(.*\n)*pool-2 /m);
  const none = run("colour");
  assert.equal(none.status, 2);
  assert.match(none.stderr, /there is no row colour/);
});

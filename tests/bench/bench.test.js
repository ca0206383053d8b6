// The bench runs, every result agrees with those of onnxruntime-web, jax-js, TensorFlow.js, plain loops and the
// definition in float64, and the figures are there. How large they are is no test's business.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { it } from "node:test";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ROWS = [
  "relaxed",
  "small-3x2",
  "small-shapes",
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
    ["tests/bench/run.js", "--json", "--quick", "--rounds", "1", "--node", "own", ...ROWS],
    { cwd: root, encoding: "utf8", maxBuffer: 1e8 },
  );
  const { about, results } = JSON.parse(stdout);
  const name = `Node ${process.versions.node}`;
  assert.equal(about.engines[name].variant, "simd");
  assert.equal(results.length, ROWS.length, stderr);
  for (const { row, engines } of results) {
    const { outcome, error } = engines[name];
    assert.equal(error, undefined, `${row.id}: ${error}`);
    if (row.id !== "relaxed-1024") assert.equal(typeof outcome.met, "boolean", row.id);
    for (const figure of Object.values(outcome.figures ?? {}))
      assert.ok(Number.isFinite(figure), row.id);
    for (const { name, least, median } of outcome.timings) {
      assert.ok(least > 0 && median >= least, `${row.id}, ${name}: ${least}, ${median}`);
    }
  }
  const fused = results.find((/** @type {any} */ { row }) => row.id === "fused-512").engines[name]
    .outcome;
  const sides = fused.timings.map((/** @type {any} */ timing) => timing.name);
  // jax-js wants a newer engine than Node.js 20.
  assert.deepEqual(
    sides.filter((/** @type {string} */ side) => side !== "jax-js"),
    ["attention-wasm", "onnxruntime-web", "TensorFlow.js", "plain loops", "tile ceiling"],
  );
});

it("names its rows, and says when there is none of a name", () => {
  const run = (/** @type {string[]} */ ...flags) =>
    spawnSync(process.execPath, ["tests/bench/run.js", ...flags], { cwd: root, encoding: "utf8" });
  assert.match(run("--list").stdout, /^fused-512 .*\n(.*\n)*pool-2 /m);
  const none = run("colour");
  assert.equal(none.status, 2);
  assert.match(none.stderr, /there is no row colour/);
});

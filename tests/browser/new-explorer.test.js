// What a new explorer costs: one folder. The example of web/README.md is put into a copy of web/, as
// its reader would do it, found by the build, and tried in a page.
/* global explorer, matrixTexts, put */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { inEveryBrowser } from "./harness.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const TAG = "attention-example";

/** The first program of web/README.md. */
function example() {
  const readme = fs.readFileSync(path.join(root, "web/README.md"), "utf8");
  const [, program = ""] = /```js\n(.*?)```/s.exec(readme) ?? [];
  assert.ok(program.includes(`static tag = "${TAG}"`));
  return program;
}

/** The page of the example: what the build makes of the folder. */
function built() {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-example-"));
  try {
    for (const name of ["web", "js", "build", "tools", "package.json"])
      fs.cpSync(path.join(root, name), path.join(copy, name), {
        recursive: true,
        filter: (file) => !file.includes("screenshots"),
      });
    fs.symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
    const folder = path.join(copy, "web/explorers/example");
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, `${TAG}.js`), example());
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `import { classicScript, tags } from "./tools/bundle.js";
        if (!tags().includes("${TAG}")) throw new Error("the build does not find it");
        process.stdout.write(await classicScript(["${TAG}"]));`,
      ],
      { cwd: copy, encoding: "utf8", maxBuffer: 2 ** 26 },
    );
    assert.equal(status, 0, stderr);
    return stdout;
  } finally {
    fs.rmSync(copy, { recursive: true });
  }
}

const page = () => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Example</title><link rel="icon" href="data:,"></head>
<body><${TAG} temperature="2"></${TAG}>
<script>${built().replaceAll("</script", "<\\/script")}</script></body>
</html>`;

/** Softmax of 1, 2, 3 in double precision, with three decimals. @param {number} temperature */
function weights(temperature) {
  const powers = [1, 2, 3].map((score) => Math.exp(score / temperature));
  const sum = powers.reduce((a, b) => a + b);
  return powers.map((power) => (power / sum).toFixed(3));
}

inEveryBrowser(
  "the example of web/README.md",
  `${TAG}.html`,
  (test) => {
    test("is a whole explorer", async (tab) => {
      const seen = await tab.run(async () => {
        const first = matrixTexts().A[0];
        const heading = explorer().shadowRoot.querySelector("#heading").textContent.trim();
        await put({ temperature: 0.5 });
        const second = matrixTexts().A[0];
        explorer().shadowRoot.querySelector("input[value='1']").click();
        await explorer().updateComplete;
        const panels = [...explorer().shadowRoot.querySelectorAll("summary")];
        return {
          first,
          second,
          third: matrixTexts().A[0],
          heading,
          temperature: explorer().temperature,
          panels: panels.length,
        };
      });
      assert.deepEqual(seen.first, weights(2));
      assert.deepEqual(seen.second, weights(0.5));
      assert.deepEqual(seen.third, weights(1));
      assert.equal(seen.heading, "What does the temperature do?");
      assert.equal(seen.temperature, 1);
      assert.ok(seen.panels >= 4, `${seen.panels} panels`);
    });
  },
  { only: "Chromium", html: page },
);

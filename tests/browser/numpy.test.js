// The NumPy programs that explorers give away, run as they are: their asserts hold.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { engines } from "./browsers.js";
import { toldIn } from "./told.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const engine = engines.find(({ name }) => name === "Chromium");
const pythons = ["/usr/bin/python3", "python3"];
const python = pythons.find((each) => spawnSync(each, ["-c", "import numpy"]).status === 0);
const isMissing = !engine || engine.missing !== "" || !python;
const skip =
  isMissing && !process.env.CI ? "NOT RUN: Chromium or NumPy is not on this machine" : false;

/** @param {string} name @param {string[]} values */
const each = (name, values) => values.map((value) => ({ [name]: value }));

/** States whose program is run. @type {Record<string, Record<string, string>[]>} */
const states = {
  "attention-steps": [
    {},
    ...each("experiment", ["norm", "order", "roles", "stacked", "values", "linear"]),
    { experiment: "order", positions: "rotary" },
    { experiment: "order", positions: "sinusoidal" },
    { preset: "numpy-5", mask: "causal" },
    ...each("preset", ["lesson-2", "numpy-6", "river", "money", "six", "cross"]),
  ],
  "attention-masks": each("way", ["add", "score", "weight", "boolean"]).map((state) => ({
    ...state,
    masks: "causal",
  })),
  "attention-softmax": each("preset", ["four", "shift", "saturation", "even", "pencil"]),
  "attention-lookup": each("preset", ["pencil", "library", "students"]),
  "attention-heads": each("view", [
    "shapes",
    "patterns",
    "output",
    "stacked",
    "check",
    "reshape",
    "axis",
  ]),
  "attention-key-size": each("view", ["sizes", "derivation", "spread"]),
  "attention-heatmap": each("preset", ["six", "cross", "patches"]),
  "attention-cost": [
    { to: "256" },
    ...each("view", [
      "memory",
      "operations",
      "feed-forward",
      "decoding",
      "window",
      "linear",
      "path",
    ]).flatMap((state) => [
      { hide: "predict", ...state },
      {
        ...state,
        n: "300",
        d: "96",
        heads: "3",
        layers: "2",
        bytes: "1",
        batch: "2",
        window: "40",
      },
    ]),
  ],
};

describe("programs in NumPy", { skip }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-numpy-"));
  /** @type {Awaited<ReturnType<NonNullable<typeof engine>["launch"]>>} */
  let browser;
  before(async () => {
    if (isMissing) throw new Error("Chromium or NumPy is missing");
    browser = await /** @type {NonNullable<typeof engine>} */ (engine).launch();
  });
  after(async () => {
    await browser?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  for (const [tag, list] of Object.entries(states)) {
    it(tag, async () => {
      const page = path.join(root, `dist/explorers/${tag}.html`);
      const tab = await browser.open(pathToFileURL(page).href);
      for (const state of list) {
        const program = /** @type {string} */ (
          await tab.evaluate(`
            const old = document.querySelector("${tag}");
            const figure = document.createElement("${tag}");
            for (const [name, value] of Object.entries(${JSON.stringify({ hide: "predict", ...state })})) figure.setAttribute(name, value);
            old.replaceWith(figure);
            for (let turn = 0; turn < 500 && !figure.shadowRoot?.querySelector(".picture"); turn += 1)
              await new Promise((resolve) => setTimeout(resolve, 20));
            await figure.updateComplete;
            return figure.allExports().numpy?.() ?? "";
          `)
        );
        assert.match(program, /import numpy/, `${tag} ${JSON.stringify(state)} gives a program`);
        const file = path.join(folder, "program.py");
        fs.writeFileSync(file, program);
        const { status, stdout, stderr } = spawnSync(/** @type {string} */ (python), [file], {
          cwd: folder,
          encoding: "utf8",
        });
        // What a comment says that it prints, it prints.
        const printed = stdout.split("\n").map((line) => line.trimEnd());
        for (const line of toldIn(program))
          assert.ok(
            printed.includes(line),
            `${tag} ${JSON.stringify(state)}: ${line} in\n${stdout}`,
          );
        assert.equal(status, 0, `${tag} ${JSON.stringify(state)}: ${stderr}`);
      }
      await tab.close();
    });
  }

  it("attention-training, of the weights that the page saves", async () => {
    const page = path.join(root, "dist/explorers/attention-training.html");
    const tab = await browser.open(pathToFileURL(page).href);
    const { program, bytes, shares } = /** @type {any} */ (
      await tab.evaluate(`
        const figure = document.querySelector("attention-training");
        for (let turn = 0; turn < 1500 && !figure.probabilities; turn += 1)
          await new Promise((resolve) => setTimeout(resolve, 20));
        const file = await new Promise((resolve) => {
          figure.saveWeights = resolve;
          figure.trainer.call("save", { more: {} });
        });
        return {
          program: figure.allExports().numpy(),
          bytes: [...new Uint8Array(file)],
          shares: [...figure.shadowRoot.querySelectorAll("[data-share]")].map((cell) => cell.textContent),
        };
      `)
    );
    await tab.close();
    fs.writeFileSync(path.join(folder, "attention-training.safetensors"), Uint8Array.from(bytes));
    fs.writeFileSync(path.join(folder, "training.py"), program);
    const { status, stdout, stderr } = spawnSync(
      /** @type {string} */ (python),
      [path.join(folder, "training.py")],
      { cwd: folder, encoding: "utf8" },
    );
    assert.equal(status, 0, stderr);
    assert.match(program, /assert np.allclose\(p, \[0\./);
    // What it prints is what stands beside the ticket.
    const printed = stdout
      .trim()
      .split("\n")
      .map((line) => Number(line.split(/\s+/)[1]));
    assert.equal(printed.length, 5);
    printed.forEach((share, at) =>
      assert.ok(Math.abs(100 * share - Number.parseFloat(shares[at])) <= 0.06, stdout),
    );
  });
});

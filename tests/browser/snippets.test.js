// The PyTorch program that every explorer gives away is run, in PyTorch, and must make the numbers that
// the explorer shows. Without PyTorch it is compiled, and the test that runs it is skipped and says so.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { engines } from "./browsers.js";
import { watched } from "./harness.js";
import { toldIn } from "./told.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const runner = fileURLToPath(new URL("./snippets.py", import.meta.url));
// Everything that <attention-softmax> can show beside softmax.
const ALL = ["hardmax", "l1", "sparsemax", "plusOne", "slope"];
const TOLERANCE = 1e-6; // of the largest number of a matrix

/** @typedef {{ shape: number[], data: string[] }} Written numbers as text, so that NaN and ∞ survive */
/** @typedef {{ name: string, code: string, numbers: Record<string, Written>, lines?: string }} Snippet */

/**
 * States of each explorer, and what its program must make there: an expression of the program, and the
 * explorer's numbers for it. `numbers` runs in the page.
 * `isReady`: when it shows them, where that takes a while. `lines`: all that is printed, to the letter.
 * @typedef {object} Explorer
 * @property {Record<string, Record<string, unknown>>} states
 * @property {(element: any) => Record<string, any>} numbers
 * @property {(element: any) => boolean} [isReady]
 * @property {(element: any) => string} [lines]
 */
/** @type {Record<string, Explorer>} */
const explorers = {
  "attention-steps": {
    states: {
      "lesson 1": {},
      causal: { mask: "causal" },
      padding: { mask: "padding" },
      prefix: { mask: "prefix" },
      "lesson 2": { preset: "lesson-2" },
      six: { preset: "six", mask: "prefix" },
      cross: { preset: "cross" },
      "cross, padding, times 4": { preset: "cross", mask: "padding", factor: 4 },
      "times 0": { factor: 0 },
      "times 4 after a layer norm": { factor: 4, experiment: "norm" },
      "no weight matrices": { preset: "lesson-2", experiment: "roles" },
      "another order": { preset: "six", order: [6, 1, 3, 2, 5, 4], positions: "sinusoidal" },
      "learned positions": { preset: "cross", positions: "learned" },
      "rotary positions": { preset: "six", positions: "rotary" },
      "drawn by NumPy": { preset: "numpy-5", mask: "causal" },
      "a row that reads nothing": { flip: ["1:1", "1:2", "1:3"], factor: 0.3 },
      "own numbers": {
        x: [
          [1 / 3, -1e-7],
          [12345678, 0.1],
        ],
        tokens: ["'; import os", '"\\'],
        wq: [[1e-3], [-2.5]],
        wk: [[7e-5], [1e6]],
        wv: [
          [1, 2, 3],
          [-1, 0.25, 1e8],
        ],
      },
    },
    numbers: ({ stages }) => {
      const { "S/sqrt(d_k)": scaled, "K^T": _, X_0: __, X_kv0: ___, ...matrices } = stages.matrices;
      return { ...matrices, "S / K.shape[-1] ** 0.5": scaled };
    },
  },
  "attention-masks": {
    states: {
      causal: {},
      none: { masks: [] },
      "all four": { masks: ["causal", "padding", "prefix", "window"] },
      "lesson 2": { preset: "lesson-2", masks: ["prefix"] },
      row: { preset: "row" },
      six: { preset: "six" },
      "a row that reads nothing": { flip: ["1:1"] },
      "own numbers": {
        scores: [
          [1e4, -1e4],
          [1 / 3, 88.7],
          [0, 0],
        ],
        values: [[1], [-2.5]],
        tokens: ["a", "b"],
        queryTokens: ["x", "y", "z"],
        flip: ["2:2"],
      },
    },
    numbers: ({ ways }) => {
      const { matrices } = ways;
      return {
        scaled: matrices["S/sqrt(d_k)"],
        M: matrices.M,
        V: matrices.V,
        A: matrices.A,
        A_0: matrices.A_0,
        A_cut: matrices.A_cut,
        A_keep: matrices.A_keep,
        "A @ V": matrices.O,
        "A_0 @ V": matrices.O_0,
        "A_cut @ V": matrices.O_cut,
        "A_keep @ V": matrices.O_keep,
        "A_cut.sum(dim=-1, keepdim=True)": matrices["Σ_cut"],
      };
    },
  },
  "attention-softmax": {
    states: {
      four: { also: ALL },
      flat: { also: ALL, temperature: 8 },
      sharp: { also: ALL, temperature: 0.1 },
      "moved far": { also: ALL, preset: "shift", shift: 998 },
      "eight, moved": {
        also: ALL,
        scores: [3, 2.5, 2, 1, 0.5, 0, -1, -4],
        shift: -3,
        temperature: 1 / 3,
      },
      saturation: { also: ALL, preset: "saturation" },
      even: { also: ALL, preset: "even" },
      pencil: { also: ALL, preset: "pencil", temperature: Math.SQRT2 },
      "all zero": { also: ALL, scores: [0, 0, 0] },
      "two alike at the top": { also: ALL, scores: [1, 2, 2] },
    },
    numbers: ({ rows }) => ({
      "x[:, None]": rows.matrices.x,
      "z[:, None]": rows.matrices.z,
      "torch.stack(list(ways.values()), dim=1)": rows.matrices.W,
      J: rows.matrices.J,
      "torch.linalg.norm(J)": { shape: [], data: [rows.size] },
      ...(rows.temperature === 1 ? {} : { J_1: rows.matrices.J_1 }),
    }),
  },
  "attention-lookup": {
    states: {
      pencil: { hide: "predict" },
      library: { preset: "library", hide: "predict" },
      students: { preset: "students", temperature: 0.5, hide: "predict" },
      hard: { temperature: 0, hide: "predict" },
      uniform: { temperature: Infinity, hide: "predict" },
      "two alike at the top": {
        keys: [
          [1, 0],
          [1, 0],
        ],
        values: [
          [1, 2],
          [3, 4],
        ],
        labels: ["a", "b"],
        query: [-0.3, 2],
        temperature: 1 / 3,
        hide: "predict",
      },
    },
    numbers: ({ scene, lookup }) => {
      const matrix = (/** @type {number[][]} */ rows) => ({
        shape: [rows.length, rows[0].length],
        data: rows.flat(),
      });
      return {
        "q[None]": matrix([scene.query]),
        K: matrix(scene.keys),
        V: matrix(scene.values),
        "s[None]": matrix([lookup.scores]),
        "torch.stack([hard, soft])": matrix([lookup.hard, lookup.soft]),
        "torch.stack([hard_output, soft_output])": matrix([lookup.hardOutput, lookup.softOutput]),
      };
    },
  },
  "attention-key-size": {
    states: {
      lesson: { keySize: 64, hide: "predict" },
      "own size and divisor": {
        keySize: 50,
        divisor: "key-size",
        seed: 7,
        scalingSeed: 3,
        gradientSeed: 5,
        hide: "predict",
      },
      derivation: { view: "derivation", hide: "predict" },
      "standard deviations": { view: "spread", hide: "predict" },
    },
    isReady: (element) =>
      element.view !== "sizes" ||
      element.plans().every((/** @type {any} */ plan) => element.isFound(plan)),
    // The draws are the same, so all digits that are printed are.
    numbers: () => ({}),
    lines: (element) => (element.view === "sizes" ? element.output() : undefined),
  },
  "attention-heatmap": {
    states: {
      untrained: { preset: "untrained", layer: 2, head: 3, hide: "predict" },
      causal: { preset: "causal", seed: 4, layer: 2, head: 2, hide: "predict" },
      "other words": {
        preset: "untrained",
        phrase: "a 'b' \"c\" a é 😀",
        layer: 2,
        hide: "predict",
      },
      long: { preset: "long", head: 2, hide: "predict" },
      six: { preset: "six", hide: "predict" },
      cross: { preset: "cross", hide: "predict" },
      patches: { preset: "patches", hide: "predict" },
    },
    isReady: ({ matrix }) => matrix.rows > 1,
    numbers: ({ matrix: { data, start, rows, columns }, head }) => {
      const step = rows > 64 ? 61 : 1;
      const taken = Array.from({ length: Math.ceil(rows / step) }, (_, row) =>
        Array.from(data.subarray(start + row * step * columns).subarray(0, columns)),
      );
      return {
        [`A.reshape(-1, ${rows}, ${columns})[${head - 1}, ::${step}]`]: {
          shape: [taken.length, columns],
          // What is hidden is −∞ there.
          data: taken.flat().map((value) => (value === -Infinity ? 0 : value)),
        },
      };
    },
  },
  "attention-heads": {
    states: {
      ...Object.fromEntries(
        ["block", "code", "ticket", "paper", "paper-formulas", "shared"].map((preset) => [
          `shapes of ${preset}`,
          { preset },
        ]),
      ),
      "one key head": { preset: "code", kvHeads: 1, bias: "false" },
      ...Object.fromEntries([1, 2, 4].map((cut) => [`patterns ${cut}`, { view: "patterns", cut }])),
      reshape: { view: "reshape" },
      axis: { view: "axis" },
      output: { view: "output", hide: "predict" },
      "without W_O": { view: "output", output: "left-out", hide: "predict" },
      stacked: { view: "stacked", hide: "predict" },
      practice: { view: "practice", hide: "predict" },
      check: { view: "check", hide: "predict" },
    },
    numbers: (element) => {
      const { view, counts, cut } = element;
      const { matrices, patterns } = element.views[view];
      const number = (/** @type {number} */ value) => ({ shape: [], data: [value] });
      switch (view) {
        case "shapes":
          return {
            parameters: number(counts.parameters),
            "A.numel()": number(counts.scores),
            "4 * A.numel()": number(counts.scoreBytes),
            cache: number(counts.cache),
          };
        case "patterns":
          return Object.fromEntries(
            patterns[cut].map((/** @type {any} */ tensor, /** @type {number} */ head) => [
              `A[${head}]`,
              tensor,
            ]),
          );
        case "reshape":
          return {
            "right[0]": matrices.Q_1,
            "right[1]": matrices.Q_2,
            "A_right[0]": matrices.A_1,
            "A_right[1]": matrices.A_2,
            "wrong[0]": matrices["Q′_1"],
            "wrong[1]": matrices["Q′_2"],
            "A_wrong[0]": matrices["A′_1"],
            "A_wrong[1]": matrices["A′_2"],
          };
        case "output":
          return { J: matrices.J, O: matrices.O, O_1: matrices.O_1, O_2: matrices.O_2 };
        case "stacked":
          return { W: matrices.W, P: matrices.P };
        case "practice":
        case "check":
          return {};
        default:
          return {
            Z: matrices.Z,
            A_right: matrices.A,
            A_wrong: matrices["A′"],
            "A_right.sum(dim=-1, keepdim=True)": matrices.r,
            "A_wrong.sum(dim=-1, keepdim=True)": matrices["r′"],
            "A_wrong.sum(dim=-2, keepdim=True)": matrices["c′"],
          };
      }
    },
  },
  "attention-cost": {
    states: {
      ...Object.fromEntries(
        ["memory", "operations", "feed-forward", "decoding", "window", "linear", "path"].flatMap(
          (view) => [
            [view, { view, to: 256 }],
            [
              `${view} of one's own`,
              { view, to: 128, n: 300, d: 96, heads: 3, layers: 2, bytes: 1 },
            ],
          ],
        ),
      ),
      // Times are nobody's but the machine's: that program only has to run.
      time: { to: 512 },
    },
    numbers: ({ facts: { counted } }) =>
      Object.fromEntries(
        (counted?.columns ?? []).map((/** @type {any} */ column, /** @type {number} */ at) => [
          `[row[${at}] for row in rows]`,
          { shape: [column.values.length], data: column.values },
        ]),
      ),
  },
};

/** The explorer's program and numbers in each of its states. @param {import("./browsers.js").Tab} tab @param {string} tag @returns {Promise<Snippet[]>} */
async function collect(tab, tag) {
  const { states, numbers, isReady = () => true, lines = () => undefined } = explorers[tag];
  const body = async (/** @type {typeof states} */ all) => {
    const first = /** @type {any} */ (document.querySelector(/** @type {string} */ (tag)));
    const snippets = [];
    for (const [name, values] of Object.entries(all)) {
      const element = first.cloneNode();
      first.replaceWith(element);
      Object.assign(element, values);
      if (values.hide) element.setAttribute("hide", values.hide);
      while (!element.attn) await new Promise((resolve) => setTimeout(resolve, 10));
      await element.updateComplete;
      while (!isReady(element)) await new Promise((resolve) => setTimeout(resolve, 20));
      const panel = element.shadowRoot.querySelector(".error, [role=alert]");
      if (panel?.textContent.trim()) throw new Error(`${name}: ${panel.textContent}`);
      snippets.push({
        name: `${tag}, ${name}`,
        code: element.exports().python(),
        lines: lines(element),
        numbers: Object.fromEntries(
          Object.entries(numbers(element)).map(([expression, { shape, data }]) => [
            expression,
            { shape: Array.from(shape), data: Array.from(data, String) },
          ]),
        ),
      });
      element.replaceWith(first);
    }
    return snippets;
  };
  const given = states; // Infinity is no JSON
  const text = `{${Object.entries(given)
    .map(([name, values]) => `${JSON.stringify(name)}: ${literal(values)}`)
    .join(",")}}`;
  return /** @type {any} */ (
    tab.evaluate(
      `const tag = ${JSON.stringify(tag)}; const numbers = ${numbers}; const isReady = ${isReady}; const lines = ${lines}; return await (${body})(${text});`,
    )
  );
}

/** JSON that knows ∞. @param {Record<string, unknown>} values */
const literal = (values) =>
  JSON.stringify(values, (_, value) => (value === Infinity ? "∞" : value)).replaceAll(
    '"∞"',
    "Infinity",
  );

/** @param {string} python @param {string[]} flags @param {unknown} input */
function runPython(python, flags, input) {
  const { status, stdout, stderr } = spawnSync(python, [runner, ...flags], {
    input: JSON.stringify(input),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  assert.equal(status, 0, stderr);
  assert.equal(stderr, "", "nothing is printed to the error stream");
  return JSON.parse(stdout);
}

/** @param {string} python @param {string} code */
const can = (python, code) => spawnSync(python, ["-c", code]).status === 0;
const pythons = [process.env.PYTHON ?? "", "python3", "/usr/bin/python3"].filter(
  (python) => python && can(python, "0"),
);
const withTorch = pythons.find((python) => can(python, "import torch"));

/** @param {Snippet} snippet @param {{ error?: string, printed: string, values: Written[] }} made */
function compare({ name, code, numbers, lines }, { error, printed, values }) {
  assert.equal(error, undefined, `${name}: ${error}\n${code}`);
  assert.notEqual(printed.trim(), "", `${name} prints nothing`);
  if (lines !== undefined) assert.equal(printed, lines, name);
  const seen = printed.split("\n").map((line) => line.trimEnd());
  for (const line of toldIn(code))
    assert.ok(seen.includes(line), `${name} does not print ${line}, but\n${printed}`);
  Object.entries(numbers).forEach(([expression, { shape, data }], at) => {
    const what = `${name}: ${expression}`;
    assert.deepEqual(values[at].shape, shape, `${what}: shape`);
    const shown = data.map(Number);
    // What is subtracted in a Jacobian are weights, of up to 1.
    const largest =
      shown.reduce(
        (most, value) =>
          Math.abs(value) > most && Number.isFinite(value) ? Math.abs(value) : most,
        0,
      ) || 1;
    const scale = expression.includes("J") ? 1 : largest;
    values[at].data.forEach((text, index) => {
      const value = Number(text.replace("inf", "Infinity").replace("nan", "NaN"));
      const isNear =
        Object.is(value, shown[index]) || Math.abs(value - shown[index]) <= TOLERANCE * scale;
      assert.ok(isNear, `${what}[${index}] is ${text} in PyTorch, ${shown[index]} here\n${code}`);
    });
  });
}

const engine = engines.find(({ missing }) => !missing);
describe(
  "programs that explorers give away",
  {
    skip: engine || process.env.CI ? false : "no browser is on this machine",
  },
  () => {
    /** @type {Snippet[]} */
    const snippets = [];
    const folder = fs.mkdtempSync("/tmp/attention-wasm-snippets-");
    before(async () => {
      if (!engine) throw new Error("no browser is on this machine");
      const browser = await engine.launch();
      try {
        for (const tag of Object.keys(explorers)) {
          const page = `${folder}/${tag}.html`;
          const html = fs.readFileSync(`${root}dist/explorers/${tag}.html`, "utf8");
          fs.writeFileSync(page, watched(html));
          const tab = await browser.open(pathToFileURL(page).href);
          snippets.push(...(await collect(tab, tag)));
          await tab.close();
        }
      } finally {
        await browser.close();
      }
    });
    after(() => fs.rmSync(folder, { recursive: true }));

    it(
      "are Python, and fit a page",
      { skip: pythons.length === 0 && "there is no python3 here" },
      () => {
        const made = runPython(
          pythons[0],
          ["--compile"],
          snippets.map(({ name, code }) => ({ name, code })),
        );
        snippets.forEach(({ name, code }, i) => {
          assert.equal(made[i].error, undefined, `${name}: ${made[i].error}`);
          assert.match(code, /^(import|#) .*[^\n]\n$/s, `${name} ends with one line break`);
          for (const line of code.split("\n")) assert.ok(line.length <= 132, `${name}: ${line}`);
        });
      },
    );

    it(
      "make the explorers' numbers in PyTorch",
      {
        skip: withTorch
          ? false
          : "NOT RUN: no python3 here has torch (Debian: apt-get install --no-install-recommends python3-torch)",
      },
      () => {
        const made = runPython(
          /** @type {string} */ (withTorch),
          [],
          snippets.map(({ name, code, numbers }) => ({ name, code, wanted: Object.keys(numbers) })),
        );
        const faults = snippets.flatMap((snippet, i) => {
          try {
            compare(snippet, made[i]);
            return [];
          } catch (error) {
            return [/** @type {Error} */ (error).message];
          }
        });
        assert.deepEqual(faults, []);
      },
    );

    it(
      "route a ticket as the page does, from the file that it saves",
      { skip: withTorch ? false : "NOT RUN: no python3 here has torch" },
      async () => {
        const browser = await /** @type {NonNullable<typeof engine>} */ (engine).launch();
        try {
          for (const [tag, file, save] of /** @type {const} */ ([
            [
              "attention-heatmap",
              "attention-model.safetensors",
              "for (let turn = 0; turn < 1500 && !figure.answered; turn += 1) await later(); const file = figure.classifier.file(); const { probabilities } = figure.answered;",
            ],
            [
              "attention-training",
              "attention-training.safetensors",
              "for (let turn = 0; turn < 1500 && !figure.probabilities; turn += 1) await later(); const { probabilities } = figure; const file = await new Promise((resolve) => { figure.saveWeights = resolve; figure.trainer.call('save', { more: {} }); });",
            ],
          ])) {
            const tab = await browser.open(pathToFileURL(`${root}dist/explorers/${tag}.html`).href);
            const { program, bytes, shares } = /** @type {any} */ (
              await tab.evaluate(`
                const figure = document.querySelector("${tag}");
                const later = () => new Promise((resolve) => setTimeout(resolve, 20));
                ${save}
                const { python = () => figure.python() } = figure.allExports(); return { program: python(), bytes: [...new Uint8Array(file)], shares: [...probabilities] };
              `)
            );
            await tab.close();
            fs.writeFileSync(`${folder}/${file}`, Uint8Array.from(bytes));
            fs.writeFileSync(`${folder}/program.py`, program);
            const { status, stdout, stderr } = spawnSync(
              /** @type {string} */ (withTorch),
              [`${folder}/program.py`],
              { cwd: folder, encoding: "utf8" },
            );
            assert.equal(status, 0, stderr);
            const printed = stdout.trim().split("\n").map((line) => Number(line.split(/\s+/)[1])); // prettier-ignore
            assert.equal(printed.length, shares.length, stdout);
            printed.forEach((share, at) =>
              assert.ok(Math.abs(share - shares[at]) < 6e-5, `${tag}: ${stdout} for ${shares}`),
            );
          }
        } finally {
          await browser.close();
        }
      },
    );
  },
);

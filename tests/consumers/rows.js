// Where the package must run, a row each: which tools at which versions, and what is done with them. `quick`
// rows are run by npm test, all of them by npm run test:consumers.
import * as path from "node:path";
import { PAGE_ANSWER, PAGE_PROGRAM, call, page, program } from "./programs.js";
import { resultOf, visit } from "./project.js";
import { nodeProgram, toolFolder } from "../tools.js";
import { typeRows } from "./type-rows.js";
import { policyRows } from "./policy-rows.js";
import { formRows } from "./form-rows.js";
import { appRows } from "./app-rows.js";

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {Record<string, string>} tools exact versions
 * @property {boolean} [quick]
 * @property {(project: import("./project.js").Project) => Promise<void>} run throws where something is wrong
 */

/** @param {string} has @param {string} expected */
function expect(has, expected) {
  if (!has.includes(expected)) throw new Error(`not ${expected} but ${has.slice(-1200)}`);
}

// --- runtimes ---------------------------------------------------------------------------------------

/** @param {string} name @param {() => Promise<string>} find the program of Node @param {boolean} permission
 * @returns {Row[]} */
function nodeRows(name, find, permission) {
  /** @param {string} kind @param {string[]} flags @returns {Row} */
  const row = (kind, flags) => ({
    name: `Node ${name}, ${kind}${flags.length > 0 ? ` ${flags.join(" ")}` : ""}`,
    tools: {},
    quick: true,
    async run(project) {
      const file = kind === "ESM" ? "program.mjs" : "program.cjs";
      project.write({ [file]: program(kind === "ESM" ? "esm" : "cjs") });
      const output = await project.run(await find(), [...flags, file]);
      if (output !== "[10]") throw new Error(output);
    },
  });
  return [
    row("ESM", []),
    row("CommonJS", []),
    {
      name: `Node ${name}, --test`,
      tools: {},
      quick: true,
      async run(project) {
        project.write({
          "a.test.mjs": `import { test } from "node:test";
import assert from "node:assert";
import { load } from "attention-wasm";
test("attention", async () => {${call()} assert.equal(answer, "[10]"); });`,
        });
        expect(await project.run(await find(), ["--test", "a.test.mjs"]), "pass 1");
      },
    },
    {
      name: `Node ${name}, --jitless (no WebAssembly)`,
      tools: {},
      quick: true,
      async run(project) {
        project.write({
          "a.mjs": `import { load } from "attention-wasm"; const run = async () => {${call()} console.log(answer, attn.variant); }; run();`,
        });
        expect(await project.run(await find(), ["--jitless", "a.mjs"]), "[10] js");
      },
    },
    ...(permission
      ? [
          {
            name: `Node ${name}, --permission`,
            tools: {},
            quick: true,
            /** @param {import("./project.js").Project} project */
            async run(project) {
              project.write({
                "a.mjs": `import { load, createPool } from "attention-wasm"; const run = async () => {${call()} const pool = createPool({ workers: 2 }); const { output: o } = await pool.attention([[1]], [[1]], [[7]]); console.log(answer, o.data[0]); }; run();`,
              });
              expect(
                await project.run(await find(), [
                  "--permission",
                  `--allow-fs-read=${project.folder}`,
                  "a.mjs",
                ]),
                "[10] 7",
              );
            },
          },
        ]
      : []),
  ];
}

/** @param {string} name @param {() => Promise<string>} find @param {string[]} flags @returns {Row} */
const runtimeRow = (name, find, flags) => ({
  name,
  tools: {},
  quick: true,
  async run(project) {
    const tool = await find();
    project.write({ "program.mjs": program("esm"), "program.cjs": program("cjs") });
    for (const file of ["program.mjs", "program.cjs"])
      expect(await project.run(tool, [...flags, file]), "[10]");
  },
});

const arch = process.arch === "arm64" ? "arm64" : "x64";
/** @param {string} package_ @param {string} version @param {string} place of the program */
const runtime = async (package_, version, place) =>
  path.join(await toolFolder({ [package_]: version }), "node_modules", place);
const deno = () => runtime("deno", "2.9.6", `@deno/linux-${arch}-glibc/deno`);
const bun = () =>
  runtime("bun", "1.4.5", `@oven/bun-linux-${arch === "arm64" ? "aarch64" : "x64"}/bin/bun`);

/** @type {Row[]} */
const runtimes = [
  ...nodeRows("20.0", () => nodeProgram("20.0"), false),
  ...nodeRows("20.11", () => nodeProgram("20.11"), false),
  ...nodeRows(process.versions.node, async () => process.execPath, false),
  ...nodeRows("22", () => nodeProgram("22"), true),
  ...nodeRows("24", () => nodeProgram("24"), true),
  ...nodeRows("26", () => nodeProgram("26"), true),
  {
    name: "Node 24, where no text becomes code",
    tools: {},
    quick: true,
    async run(project) {
      project.write({ "program.mjs": program("esm"), "program.cjs": program("cjs") });
      for (const file of ["program.mjs", "program.cjs"])
        expect(
          await project.run("node", ["--disallow-code-generation-from-strings", file]),
          "[10]",
        );
    },
  },
  {
    name: "Node 24, frozen intrinsics: --frozen-intrinsics, and lockdown() of SES",
    tools: { ses: "2.3.0" },
    async run(project) {
      project.write({
        "program.mjs": program("esm"),
        "locked.mjs": `import "ses"; lockdown({ consoleTaming: "unsafe" }); await import("./program.mjs");`,
      });
      expect(await project.run("node", ["--frozen-intrinsics", "program.mjs"]), "[10]");
      expect(await project.run("node", ["locked.mjs"]), "[10]");
    },
  },
  {
    name: "Node 24, a worker thread with a pool of its own",
    tools: {},
    quick: true,
    async run(project) {
      project.write({
        "program.mjs": program("esm"),
        "main.mjs": `import { Worker } from "node:worker_threads"; new Worker(new URL("program.mjs", import.meta.url), { env: {} });`,
      });
      expect(await project.run("node", ["main.mjs"]), "[10]");
    },
  },
  {
    name: "Node 24, what an engine may lack is not there (Intl.Segmenter, TextDecoder, URL, atob, …)",
    tools: {},
    quick: true,
    async run(project) {
      project.write({
        "program.mjs": `const { load, createPool } = await import("attention-wasm"); await import("attention-wasm/explorers"); await import("attention-wasm/ticket-model");${call()}
const pool = createPool({ workers: 2 }); const { output: pooled } = await pool.attention([[1]], [[1]], [[7]]); console.log(answer, pooled.data[0]);`,
        "main.mjs": `for (const name of ["Segmenter", "ListFormat", "PluralRules"]) delete Intl[name];
for (const name of ["structuredClone", "TextDecoder", "crypto", "AbortSignal", "DOMException", "performance", "queueMicrotask", "URL", "Blob", "SharedArrayBuffer", "Atomics", "WeakRef", "FinalizationRegistry", "atob", "btoa"]) delete globalThis[name];
await import("./program.mjs");`,
      });
      expect(await project.run("node", ["main.mjs"]), "[10] 7");
    },
  },
  runtimeRow("Deno 2.9.6", deno, ["run", "--allow-read", "--allow-env"]),
  runtimeRow("Bun 1.4.5", bun, ["run"]),
];

// --- package managers -------------------------------------------------------------------------------

/** @param {string} name @param {Record<string, string>} tools @param {string} program_ of them
 * @param {string[]} node how a program is run
 * @param {string[]} bin how a command of a package is @returns {Row} */
const managerRow = (name, tools, program_, node, bin) => ({
  name,
  tools,
  async run(project) {
    project.write({
      "own/package.json": JSON.stringify({
        private: true,
        type: "module",
        dependencies: { "attention-wasm": "file:../node_modules/attention-wasm" },
      }),
      "own/yarn.lock": "",
      "own/program.mjs": program("esm"),
      "own/program.cjs": program("cjs"),
    });
    const tool = path.join(project.folder, "node_modules", program_);
    const run = (/** @type {string[]} */ parameters) =>
      project.run("sh", ["-c", 'cd own && node "$@"', "sh", tool, ...parameters], {
        YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
      });
    await run(["install"]);
    for (const file of ["program.mjs", "program.cjs"]) expect(await run([...node, file]), "[10]");
    expect(await run([...bin, "attention-wasm-pages", "out"]), "attention-widget.mjs");
  },
});

const managers = [
  managerRow("pnpm", { pnpm: "12.21.0" }, "pnpm/bin/pnpm.mjs", ["exec", "node"], ["exec"]),
  managerRow(
    "yarn 4, Plug'n'Play",
    { "@yarnpkg/cli-dist": "4.18.1" },
    "@yarnpkg/cli-dist/bin/yarn.js",
    ["node"],
    ["run"],
  ),
];

// --- test runners -----------------------------------------------------------------------------------

const MOUNTING = `
  for (const name of ["cost", "heads", "heatmap", "key-size", "lookup", "masks", "softmax", "steps", "training"]) {
    const element = document.createElement("attention-" + name);
    document.body.append(element);
    const drawn = () => element.shadowRoot.querySelector(".picture");
    for (let i = 0; i < 400 && !drawn(); i++) await new Promise((r) => setTimeout(r, 25));
    // Training says that it needs a worker, which these have not.
    const alert = name === "training" ? undefined : element.shadowRoot.querySelector("[role=alert]")?.textContent;
    expect([name, Boolean(drawn()), alert]).toEqual([name, true, undefined]);
    await element.updateComplete;
    element.remove();
  }
  for (const name of ["exercise", "link", "program", "question", "task", "term"]) {
    const element = document.createElement("attention-" + name);
    document.body.append(element);
    await element.updateComplete;
    element.remove();
  }`;

const CJS_TEST = `const { load, createPool } = require("attention-wasm");
test("attention", async () => {${call()} expect(answer).toBe("[10]"); });
test("plain JavaScript", async () => {${call("js")} expect(answer).toBe("[10]"); expect(attn.variant).toBe("js"); });
test("a pool has its workers", async () => {
  const pool = createPool({ workers: 2 });
  const { output } = await pool.attention([[1]], [[1]], [[7]]);
  expect([pool.workers, output.data[0]]).toEqual([2, 7]);
  await pool.release();
});
test("entries", () => {
  expect(require("attention-wasm/explorers/key-size").AttentionKeySize.tag).toBe("attention-key-size");
  expect(typeof require("attention-wasm/widget").render).toBe("function");
  expect(typeof require("attention-wasm/explorers/words").setStrings).toBe("function");
  for (const name of ["languages/zh", "js", "relaxed"]) require("attention-wasm/" + name);
});
test("what loads is plain, so that tests may put something in its place", () => {
  const all = require("attention-wasm");
  jest.spyOn(all, "load").mockReturnValue(7);
  expect(all.load()).toBe(7);
});
test("the model", () => { expect(require("attention-wasm/ticket-model").ticketModel.weights().length).toBeGreaterThan(1000); });
`;

const JEST = { jest: "30.5.2", "jest-environment-jsdom": "30.5.2" };
const VITEST = { vitest: "5.1.2", jsdom: "31.0.1", "happy-dom": "21.0.4" };

/** @type {Row[]} */
const runners = [
  {
    name: "jest, CommonJS",
    tools: JEST,
    async run(project) {
      project.write({ "package.json": "{}", "a.test.js": CJS_TEST });
      expect(await project.run("jest", []), "6 passed");
    },
  },
  {
    name: "jest, CommonJS with jsdom: every element is mounted",
    tools: JEST,
    async run(project) {
      project.write({
        "package.json": "{}",
        "a.test.js": `/** @jest-environment jsdom */
const { AttentionSteps } = require("attention-wasm/explorers");
test("mounts", async () => {
  expect(customElements.get("attention-steps")).toBe(AttentionSteps);${MOUNTING}
}, 60000);`,
      });
      expect(await project.run("jest", []), "1 passed");
    },
  },
  {
    name: "jest, ESM",
    tools: JEST,
    async run(project) {
      project.write({
        "jest.config.json": '{ "transform": {} }',
        "a.test.js": `import { load } from "attention-wasm";
test("attention", async () => {${call()} expect(answer).toBe("[10]"); });
test("plain JavaScript", async () => {${call("js")} expect(answer).toBe("[10]"); });`,
        // A library of CommonJS beside it.
        "b.test.cjs": `const { load } = require("attention-wasm");
test("required", async () => {${call("js")} expect(answer).toBe("[10]"); });`,
      });
      const env = { NODE_OPTIONS: "--experimental-vm-modules" };
      expect(await project.run("jest", ["--testMatch", "**/*.test.*js"], env), "3 passed");
    },
  },
  ...["node", "jsdom", "happy-dom"].map(
    /** @returns {Row} */ (environment) => ({
      name: `vitest, ${environment}`,
      tools: VITEST,
      async run(project) {
        project.write({
          "a.test.js": `import { expect, test } from "vitest";
import { createPool, load } from "attention-wasm";
import { AttentionSteps } from "attention-wasm/explorers";
import { AttentionKeySize } from "attention-wasm/explorers/key-size";
import widget from "attention-wasm/widget";
import "attention-wasm/languages/zh";
import "attention-wasm/relaxed";
test("entries", () => expect([AttentionKeySize.tag, typeof widget.render]).toEqual(["attention-key-size", "function"]));
test("attention", async () => {${call()} expect(answer).toBe("[10]"); });
test("plain JavaScript", async () => {${call("js")} expect(answer).toBe("[10]"); });
test("an explorer", async () => {
  expect(typeof AttentionSteps).toBe("function");${environment === "node" ? "" : MOUNTING}
}, 60000);`,
        });
        expect(await project.run("vitest", ["run", "--environment", environment]), "4 passed");
      },
    }),
  ),
];

// --- bundlers ---------------------------------------------------------------------------------------

/** @param {string} name @param {Record<string, string>} tools @param {Record<string, string>} files
 * @param {[string, string[]]} build @param {string} folder where the page is @returns {Row} */
const bundlerRow = (name, tools, files, build, folder) => ({
  name,
  tools,
  async run(project) {
    project.write({ "src/main.js": PAGE_PROGRAM, ...files });
    await project.run(...build);
    expect(await project.inChromium(folder, "index.html"), PAGE_ANSWER);
  },
});

const VITE = { vite: "8.4.0" };
const BUNDLE_PAGE = { "out/index.html": page("main.js") };
/** @type {Row[]} */
const bundlers = [
  bundlerRow(
    "Vite 7",
    { vite: "7.3.8" },
    { "index.html": page("/src/main.js") },
    ["vite", ["build"]],
    "dist",
  ),
  bundlerRow("Vite 8", VITE, { "index.html": page("/src/main.js") }, ["vite", ["build"]], "dist"),
  {
    name: "Vite 8, in development",
    tools: VITE,
    async run(project) {
      project.write({ "src/main.js": PAGE_PROGRAM, "index.html": page("/src/main.js") });
      await project.serving("vite", ["--port", "8630"], async (address) =>
        expect(await visit(address, resultOf), PAGE_ANSWER),
      );
    },
  },
  {
    name: "Bun's bundler",
    tools: {},
    async run(project) {
      project.write({ "src/main.js": PAGE_PROGRAM, ...BUNDLE_PAGE });
      await project.run(await bun(), ["build", "src/main.js", "--outdir=out", "--splitting"]);
      expect(await project.inChromium("out", "index.html"), PAGE_ANSWER);
    },
  },
  bundlerRow(
    "esbuild, a classic script for browsers of 2021",
    { esbuild: "0.28.2" },
    { "out/index.html": page("main.js", "text/javascript") },
    [
      "esbuild",
      ["src/main.js", "--bundle", "--format=iife", "--target=chrome91,safari15", "--outdir=out"],
    ],
    "out",
  ),
  bundlerRow(
    "webpack 5",
    { webpack: "5.113.0", "webpack-cli": "7.3.1" },
    {
      ...BUNDLE_PAGE,
      "webpack.config.mjs": `export default { mode: "production", entry: "./src/main.js", performance: { hints: false }, output: { path: import.meta.dirname + "/out", filename: "main.js" } };`,
    },
    ["webpack", []],
    "out",
  ),
  bundlerRow(
    "Rspack",
    { "@rspack/core": "2.3.4", "@rspack/cli": "2.2.8" },
    {
      ...BUNDLE_PAGE,
      "rspack.config.mjs": `export default { mode: "production", entry: "./src/main.js", performance: { hints: false }, output: { path: import.meta.dirname + "/out", filename: "main.js" } };`,
    },
    ["rspack", ["build"]],
    "out",
  ),
  bundlerRow(
    "Rollup",
    { rollup: "4.68.8", "@rollup/plugin-node-resolve": "16.0.3" },
    BUNDLE_PAGE,
    ["rollup", ["src/main.js", "--dir", "out", "--plugin", "node-resolve", "--format", "esm"]],
    "out",
  ),
  bundlerRow(
    "Rolldown",
    { rolldown: "1.3.3" },
    BUNDLE_PAGE,
    ["rolldown", ["src/main.js", "--dir", "out", "--format", "esm"]],
    "out",
  ),
  bundlerRow(
    "esbuild",
    { esbuild: "0.28.2" },
    BUNDLE_PAGE,
    [
      "esbuild",
      ["src/main.js", "--bundle", "--minify", "--format=esm", "--splitting", "--outdir=out"],
    ],
    "out",
  ),
  bundlerRow(
    "Parcel 2, without a setting",
    { parcel: "2.16.4" },
    { "src/index.html": page("main.js") },
    ["parcel", ["build", "src/index.html", "--dist-dir", "out", "--no-cache"]],
    "out",
  ),
];

// --- frameworks and sites ----------------------------------------------------------------------------------

const REACT = { react: "19.3.1", "react-dom": "19.3.1" };
const REACT_PROGRAM = `import { createElement, useEffect, useRef, useState } from "react";
import { load } from "attention-wasm";
export default function Page() {
  const figure = useRef(null);
  const [answer, setAnswer] = useState("");
  useEffect(() => {
    (async () => {
      await import("attention-wasm/explorers/steps");
      ${call()}
      setAnswer(answer);
      for (let i = 0; i < 600 && !figure.current.shadowRoot?.querySelector("table"); i++) await new Promise((r) => setTimeout(r, 50));
      window.result = answer + (figure.current.shadowRoot?.querySelector("table") ? " table" : " no table");
    })();
  }, []);
  return createElement("main", null, answer, createElement("attention-steps", { ref: figure, preset: "lesson-2", mask: "causal" }));
}
`;

/** Next, whose page is rendered on the server, with one of its bundlers. @param {string} flag @returns {Row} */
const nextRow = (flag) => ({
  name: `Next 16 ${flag}, server and client`,
  tools: { next: "16.4.6", ...REACT },
  async run(project) {
    project.write({
      "next.config.mjs":
        'export default { output: "export", turbopack: { root: import.meta.dirname } };',
      "app/layout.js": `import { createElement } from "react"; export const metadata = { title: "x", icons: [] }; export default function Layout({ children }) { return createElement("html", { lang: "en" }, createElement("body", null, children)); }`,
      "app/figure.js": `"use client";\nimport "attention-wasm/explorers/lookup";\n${REACT_PROGRAM}`,
      "app/page.js": `import { createElement } from "react"; import { load } from "attention-wasm"; import Figure from "./figure.js";
export default async function Page() { ${call()} return createElement("div", null, "server " + answer, createElement(Figure)); }`,
      "public/favicon.ico": "",
    });
    await project.run("next", ["build", flag]);
    const server = await project.run("cat", ["out/index.html"]);
    expect(server.replaceAll("<!-- -->", ""), "server [10]");
    expect(await project.inChromium("out", "index.html"), PAGE_ANSWER);
  },
});

/** @type {Row[]} */
const frameworks = [
  {
    name: "React 19 with Vite",
    tools: { ...VITE, ...REACT },
    async run(project) {
      project.write({
        "index.html": page("/src/main.js").replace("<body>", '<body><div id="root"></div>'),
        "src/page.js": REACT_PROGRAM,
        "src/main.js": `import { createElement } from "react"; import { createRoot } from "react-dom/client"; import Page from "./page.js"; createRoot(document.getElementById("root")).render(createElement(Page));`,
      });
      await project.run("vite", ["build"]);
      expect(await project.inChromium("dist", "index.html"), PAGE_ANSWER);
    },
  },
  nextRow("--turbopack"),
  nextRow("--webpack"),
  {
    name: "Vue 3 with Vite",
    tools: { vue: "3.5.45", vite: "8.4.0", "@vitejs/plugin-vue": "6.0.11", "vue-tsc": "3.3.14" },
    async run(project) {
      project.write({
        "vite.config.js": `import vue from "@vitejs/plugin-vue";
export default { plugins: [vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("attention-") } } })] };`,
        "index.html": page("/src/main.js").replace("<body>", '<body><div id="root"></div>'),
        "src/main.js": `import { createApp } from "vue"; import App from "./App.vue"; createApp(App).mount("#root");`,
        "src/App.vue": `<script setup>
import { onMounted, ref } from "vue";
import { load } from "attention-wasm";
import "attention-wasm/explorers/steps";
const figure = ref();
onMounted(async () => {${call()}
  for (let i = 0; i < 600 && !figure.value.shadowRoot.querySelector("table"); i++) await new Promise((r) => setTimeout(r, 50));
  window.result = answer + (figure.value.shadowRoot.querySelector("table") ? " table" : "");
});
</script>
<template><attention-steps ref="figure" preset="lesson-2" :step="6" /></template>`,
      });
      await project.run("vite", ["build"]);
      expect(await project.inChromium("dist", "index.html"), PAGE_ANSWER);
    },
  },
  {
    name: "SvelteKit",
    tools: {
      "@sveltejs/kit": "3.2.0",
      "@sveltejs/adapter-static": "4.0.1",
      "@sveltejs/vite-plugin-svelte": "7.3.1",
      svelte: "5.57.3",
      vite: "8.4.0",
    },
    async run(project) {
      project.write({
        "vite.config.js": `import adapter from "@sveltejs/adapter-static"; import { sveltekit } from "@sveltejs/kit/vite"; export default { plugins: [sveltekit({ adapter: adapter() })] };`,
        "src/app.html": `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>`,
        "src/routes/+layout.js": "export const prerender = true;",
        "src/routes/+page.svelte": `<script>
import { onMount } from "svelte";
import { load } from "attention-wasm";
import "attention-wasm/explorers/steps";
let figure;
onMount(async () => {${call()}
  for (let i = 0; i < 600 && !figure.shadowRoot.querySelector("table"); i++) await new Promise((r) => setTimeout(r, 50));
  window.result = answer + (figure.shadowRoot.querySelector("table") ? " table" : "");
});
</script>
<attention-steps bind:this={figure} preset="lesson-2"></attention-steps>`,
      });
      await project.run("vite", ["build"]);
      expect(await project.inChromium("build", "index.html"), PAGE_ANSWER);
    },
  },
  {
    name: "Astro",
    tools: { astro: "7.3.5" },
    async run(project) {
      project.write({
        "src/pages/index.astro": `---
import { load } from "attention-wasm";
import "attention-wasm/explorers";
const main = async () => {${call()} return answer; };
const server = await main();
---
<html lang="en"><head><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,"></head><body><p>server {server}</p>
<script>${PAGE_PROGRAM}</script></body></html>`,
      });
      await project.run("astro", ["build"]);
      expect(await project.run("cat", ["dist/index.html"]), "server [10]");
      expect(await project.inChromium("dist", "index.html"), PAGE_ANSWER);
    },
  },
  {
    name: "VitePress",
    tools: { vitepress: "1.6.4", vue: "3.5.45" },
    async run(project) {
      project.write({
        ".vitepress/config.js": `export default { head: [["link", { rel: "icon", href: "data:," }]], vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("attention-") } } } };`,
        "index.md": `# Attention\n\n<attention-steps id="figure" preset="lesson-2"></attention-steps>\n\n<script setup>
import { onMounted } from "vue";
import { load } from "attention-wasm";
onMounted(async () => { await import("attention-wasm/explorers/steps");${call()}
  const figure = document.getElementById("figure");
  for (let i = 0; i < 600 && !figure.shadowRoot?.querySelector("table"); i++) await new Promise((r) => setTimeout(r, 50));
  window.result = answer + (figure.shadowRoot?.querySelector("table") ? " table" : "");
});
</script>\n`,
      });
      await project.run("vitepress", ["build"]);
      expect(await project.inChromium(".vitepress/dist", "index.html"), PAGE_ANSWER);
    },
  },
  {
    name: "Docusaurus 3",
    tools: { "@docusaurus/core": "3.10.2", "@docusaurus/preset-classic": "3.10.2", ...REACT },
    async run(project) {
      project.write({
        "package.json":
          '{ "private": true, "dependencies": { "@docusaurus/core": "3.10.2", "@docusaurus/preset-classic": "3.10.2", "react": "19.3.1", "react-dom": "19.3.1" } }',
        "docusaurus.config.js": `module.exports = { title: "x", url: "http://localhost", baseUrl: "/", favicon: "data:,", presets: [["classic", { docs: false, blog: false }]] };`,
        "src/pages/index.js": REACT_PROGRAM,
      });
      await project.run("docusaurus", ["build"]);
      expect(await project.inChromium("build", "index.html"), PAGE_ANSWER);
    },
  },
];

export const rows = [
  ...runtimes,
  ...managers,
  ...runners,
  ...typeRows,
  ...bundlers,
  ...frameworks,
  ...appRows,
  ...policyRows,
  ...formRows,
];

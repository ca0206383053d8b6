// The second half of build.sh: from the linked wasm modules to the package and the pages in dist/.
//
//   build/linked-{simd,scalar}.wasm  what emcc linked
//   build/attention-{simd,scalar}.wasm  the same without the names and exports that nobody calls
//   build/attention-relaxed.wasm     the simd module with fused products (relax.js)
//   build/attention-js.js            the scalar module as plain JavaScript, for engines without wasm
//   build/attention-js-explorers.js  of it what explorers call
//   build/bytes.js                   simd as text ("#bytes")
//   build/scalar-bytes.js            scalar as text ("#scalar-bytes")
//   build/relaxed-patch.js           what makes relaxed of simd ("#relaxed-patch")
//   build/worker-source.js           js/pool-worker.js as text ("#worker-source")
//   build/formulas.js                web/parts/letters/formulas.js as MathML
//   build/math-font.js               what formulas need of a mathematics font
//   dist/                            everything that is shipped
//
// Each step is left out when what it reads has not changed since (build/steps.json).
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import {
  bundleExplorers,
  bundleLanguages,
  bundleMakePages,
  bundlePackage,
  bundleTicketModel,
  IN_PAGES,
  proseTags,
  tags,
  workerSource,
} from "./bundle.js";
import { writeDescriptions } from "./describe.js";
import { difference } from "./difference.js";
import { encode } from "./encode.js";
import { makePages } from "./pages.js";
import { makeTypes } from "./types.js";

const { values: flags } = parseArgs({
  options: {
    compiler: { type: "string", default: "emcc" },
    "wasm-only": { type: "boolean", default: false },
    force: { type: "boolean", default: false },
    debug: { type: "boolean", default: false },
    quiet: { type: "boolean", default: false },
  },
});
/** @param {string} line */
const say = (line) => {
  if (!flags.quiet) console.log(line);
};

const VARIANTS = /** @type {const} */ (["simd", "scalar"]);
const MODULES = /** @type {const} */ ([...VARIANTS, "relaxed"]);
/** What a module is made of. @param {(typeof MODULES)[number]} variant */
const linked = (variant) => `build/linked-${variant === "scalar" ? "scalar" : "simd"}.wasm`;
/** @type {{ version: string }} */
const packageJson = JSON.parse(fs.readFileSync("package.json", "utf8"));
/** What could not be made, and what was made but is not right. */
const failures = /** @type {string[]} */ ([]);
const warnings = /** @type {string[]} */ ([]);

// --- steps ---------------------------------------------------------------------------------------

/** All files below the given files and folders.
 * @param {string[]} places @returns {string[]} */
function filesOf(places) {
  return places.flatMap((place) => {
    if (!fs.existsSync(place)) return [];
    if (!fs.statSync(place).isDirectory()) return [place];
    return filesOf(
      fs
        .readdirSync(place)
        .sort()
        .map((name) => path.join(place, name)),
    );
  });
}

/** @param {string | Uint8Array} data */
const sha256 = (data) => createHash("sha256").update(data).digest("hex");

const STEPS = "build/steps.json";
/** @type {Record<string, string>} */
const done = flags.force || !fs.existsSync(STEPS) ? {} : JSON.parse(fs.readFileSync(STEPS, "utf8"));
const toolsSum = filesOf(["tools", "package-lock.json", "package.json"])
  .map((file) => fs.readFileSync(file, "utf8"))
  .join();

/** Runs a step unless its inputs are the same as last time and its outputs are there.
 * @param {string} name @param {string[]} inputs files and folders
 * @param {string[]} outputs @param {() => unknown} body */
async function step(name, inputs, outputs, body) {
  const sum = createHash("sha256").update(toolsSum).update(`${flags.compiler} ${flags.debug}`);
  for (const file of filesOf(inputs)) sum.update(file).update(fs.readFileSync(file));
  const key = sum.digest("hex");
  if (done[name] === key && outputs.every((output) => fs.existsSync(output))) return;
  say(name);
  delete done[name];
  await body();
  done[name] = key;
}

// --- wasm ----------------------------------------------------------------------------------------

/** @param {(typeof MODULES)[number]} variant */
async function strip(variant) {
  const { default: binaryen } = await import("binaryen");
  const { relax } = await import("./relax.js");
  const { MVP, MutableGlobals, SIMD128, RelaxedSIMD } = binaryen.Features;
  const features = { scalar: 0, simd: SIMD128, relaxed: SIMD128 | RelaxedSIMD };
  const bytesLinked = fs.readFileSync(linked(variant));
  const module = variant === "relaxed" ? relax(bytesLinked) : binaryen.readBinary(bytesLinked);
  module.setFeatures(MVP | MutableGlobals | features[variant]);
  // Emscripten's own runtime would call these; ours does not.
  for (const name of [
    "_initialize",
    "stackSave",
    "stackRestore",
    "stackAlloc",
    "__indirect_function_table",
  ]) {
    module.removeExport(name);
  }
  if (flags.debug) binaryen.setDebugInfo(true);
  else module.runPasses(["strip-debug", "strip-producers", "strip-target-features"]);
  module.runPasses(["remove-unused-module-elements"]);
  if (!module.validate()) throw new Error(`attention-${variant}.wasm is not valid`);
  const bytes = module.emitBinary();
  module.dispose();

  // The module stands alone; what it would import is a function of C that no file in c/ has. (Node 20
  // compiles no relaxed module; what that imports, simd would import as well.)
  const imports =
    variant === "relaxed"
      ? []
      : WebAssembly.Module.imports(new WebAssembly.Module(new Uint8Array(bytes)));
  if (imports.length > 0) {
    const names = imports.map((entry) => `${entry.module}.${entry.name}`).join(", ");
    throw new Error(`attention-${variant}.wasm would import ${names}: defined in no file of c/`);
  }
  fs.writeFileSync(`build/attention-${variant}.wasm`, bytes);
}

/** What explorers never ask of the plain JavaScript build: they learn in workers, with WebAssembly. */
const NOT_IN_EXPLORERS = [
  ...["attention_backward_workspace", "attention_backward", "log_softmax"],
  ...["adamw", "add_gradient", "encoder_gradient"],
];

// wasm2js makes a module that makes one instance as it is imported; here it becomes a function, so
// that each load() has an instance of its own.
/** @param {string} target @param {string[]} [without] exports that it need not have */
async function makeJs(target, without = []) {
  const { default: binaryen } = await import("binaryen");
  const [bare, raw] = ["build/wasm2js-input.wasm", "build/wasm2js-output.js"];
  const module = binaryen.readBinary(fs.readFileSync("build/attention-scalar.wasm"));
  for (const name of without) module.removeExport(name);
  module.runPasses(["remove-unused-module-elements"]);
  fs.writeFileSync(bare, module.emitBinary());
  module.dispose();
  const wasm2js = "node_modules/binaryen/bin/wasm2js";
  const result = spawnSync(process.execPath, [wasm2js, bare, "-O", "-o", raw], {
    encoding: "utf8",
  });
  if (result.status !== 0) throw new Error(`wasm2js failed: ${result.stderr || result.error}`);
  const source = fs.readFileSync(raw, "utf8");
  const end = source.indexOf("var retasmFunc = ");
  if (end < 0 || !source.includes("function asmFunc("))
    throw new Error("wasm2js wrote something unknown");
  fs.writeFileSync(
    target,
    `// Made by tools/build.js from attention-scalar.wasm: the same computation in plain JavaScript.
// @ts-nocheck
/** Makes an instance of its own. @returns {Record<string, any>} what the wasm module exports */
export function instantiate() {
${source.slice(0, end)}
return asmFunc({});
}
`,
  );
  for (const file of [bare, raw]) fs.rmSync(file);
}

/** What a module was made with. @param {Uint8Array} bytes */
const buildOf = (bytes) =>
  JSON.stringify({
    compiler: flags.compiler,
    version: packageJson.version,
    hash: sha256(bytes),
    size: bytes.length,
  });

/** A module as text. @param {(typeof VARIANTS)[number]} variant @param {string} name of the function that reads it */
function textOf(variant, name) {
  const bytes = fs.readFileSync(`build/attention-${variant}.wasm`);
  const { text, frequent } = encode(bytes);
  return `/** The ${variant} module. */
export const ${name} = () => decode(${JSON.stringify(text)}, "${frequent}", ${bytes.length});
`;
}

function makeRelaxedPatch() {
  const [simd, relaxed] = ["simd", "relaxed"].map((variant) =>
    fs.readFileSync(`build/attention-${variant}.wasm`),
  );
  fs.writeFileSync(
    "build/relaxed-patch.js",
    `// Made by tools/build.js: what makes the relaxed module of the simd one.
import { patched } from "../js/patch.js";

export const build = ${buildOf(relaxed)};

/** The relaxed module. @param {Uint8Array} simd */
export const bytes = (simd) => patched(simd, ${JSON.stringify(difference(simd, relaxed))}, ${relaxed.length});
`,
  );
}

async function makeBytes() {
  const modules = VARIANTS.map((variant) => fs.readFileSync(`build/attention-${variant}.wasm`));
  const builds = modules.map((bytes, i) => `  ${VARIANTS[i]}: ${buildOf(bytes)},`);
  const { instance } = await WebAssembly.instantiate(new Uint8Array(modules[0]));
  const { block_rows, few_rows } = /** @type {Record<string, () => number>} */ (
    /** @type {unknown} */ (instance.exports)
  );
  fs.writeFileSync(
    "build/bytes.js",
    `// Made by tools/build.js: the simd module as text, and what both modules were made with.
import { decode } from "../js/decode.js";

/** What each module was made with: size in bytes, hash is SHA-256.
 * @type {Record<"simd" | "scalar", { compiler: string, version: string, hash: string, size: number }>} */
export const build = {
${builds.join("\n")}
};

/** How the modules cut rows of queries into blocks (c/block.h), asked of them as they were built. */
export const blockRows = ${block_rows()};
export const fewRows = ${few_rows()};

${textOf("simd", "simdBytes")}`,
  );
  fs.writeFileSync(
    "build/scalar-bytes.js",
    `// Made by tools/build.js: the scalar module as text.
import { decode } from "../js/decode.js";

${textOf("scalar", "bytes")}`,
  );
}

// --- report --------------------------------------------------------------------------------------

function report() {
  const files = [
    ...MODULES.map((variant) => `build/attention-${variant}.wasm`),
    ...[
      "index.js",
      "index.cjs",
      "attention.js",
      "attention-js.js",
      "attention-relaxed.js",
      "attention-explorers.js",
      "attention-ticket-model.js",
      "attention-explorers.html",
      "attention-explorers-with-model.html",
    ].map((name) => `dist/${name}`),
  ].filter((file) => fs.existsSync(file));
  say("");
  for (const file of files) {
    const bytes = fs.readFileSync(file);
    const sizes = `${String(bytes.length).padStart(9)} bytes ${String(gzipSync(bytes, { level: 9 }).length).padStart(7)} gzipped`;
    say(`${file.padEnd(32)} ${sizes}  sha-256 ${sha256(bytes).slice(0, 16)}`);
  }
}

/** @param {string} file */
const present = (file) => fs.existsSync(file);

async function main() {
  fs.mkdirSync("build", { recursive: true });
  for (const variant of MODULES) {
    const made = `attention-${variant}.wasm`;
    await step(made, [linked(variant)], [`build/${made}`], () => strip(variant));
  }
  for (const [name, without] of /** @type {[string, string[]][]} */ ([
    ["attention-js.js", []],
    ["attention-js-explorers.js", NOT_IN_EXPLORERS],
  ]))
    await step(name, ["build/attention-scalar.wasm"], [`build/${name}`], () =>
      makeJs(`build/${name}`, without),
    );
  await step(
    "bytes.js",
    VARIANTS.map((variant) => `build/attention-${variant}.wasm`),
    ["build/bytes.js", "build/scalar-bytes.js"],
    makeBytes,
  );
  await step(
    "relaxed-patch.js",
    ["build/attention-simd.wasm", "build/attention-relaxed.wasm", "js/patch.js"],
    ["build/relaxed-patch.js"],
    makeRelaxedPatch,
  );
  if (present("web/parts/letters/formulas.js")) {
    await step(
      "formulas.js",
      ["web/parts/letters/formulas.js", "tools/formulas.js"],
      ["build/formulas.js"],
      () => {
        const result = spawnSync(process.execPath, ["tools/formulas.js"], { stdio: "inherit" });
        if (result.status !== 0) throw new Error("tools/formulas.js failed");
      },
    );
  }
  if (flags["wasm-only"]) return;
  if (present("build/formulas.js")) {
    await step(
      "math-font.js",
      ["build/formulas.js", "tools/math-font.js", "package-lock.json"],
      ["build/math-font.js"],
      () => {
        const result = spawnSync(process.execPath, ["tools/math-font.js"], { stdio: "inherit" });
        if (result.status !== 0) throw new Error("tools/math-font.js failed");
      },
    );
  }

  fs.mkdirSync("dist", { recursive: true });
  for (const variant of VARIANTS)
    fs.copyFileSync(`build/attention-${variant}.wasm`, `dist/attention-${variant}.wasm`);
  const generated = [
    "build/bytes.js",
    "build/scalar-bytes.js",
    "build/relaxed-patch.js",
    "build/attention-js.js",
    "build/attention-js-explorers.js",
    "build/formulas.js",
    "build/math-font.js",
  ];
  if (present("js/pool-worker.js")) {
    await step("worker-source.js", ["js"], ["build/worker-source.js"], async () => {
      const text = await workerSource({ entryPoints: ["js/pool-worker.js"] });
      fs.writeFileSync(
        "build/worker-source.js",
        `// Made by tools/build.js from js/pool-worker.js.\nexport default ${JSON.stringify(text)};\n`,
      );
    });
    generated.push("build/worker-source.js");
  }
  if (!present("js/index.js")) {
    warnings.push("js/index.js is missing: no package was made");
    return;
  }
  await step(
    "index.js, index.cjs, attention.js",
    ["js", ...generated],
    ["index.js", "index.cjs", "attention-js.js", "attention-relaxed.js", "attention.js"].map(
      (name) => `dist/${name}`,
    ),
    bundlePackage,
  );
  await step(
    "types",
    ["js", "build/bytes.js", "build/relaxed-patch.js", "tsconfig.json", "js/tsconfig.json"],
    ["dist/index.d.ts", "dist/index.d.cts", "dist/wasm.d.ts"],
    async () => {
      const errors = await makeTypes();
      if (errors) warnings.push(`the types are not right (npm run lint):\n${errors}`);
    },
  );
  if (tags().length === 0) {
    warnings.push("web/explorers/ is empty: no explorers were made");
    return;
  }
  await step(
    "attention-explorers.js, explorers.js",
    ["js", "web", ...generated],
    [IN_PAGES, "dist/attention-explorers.js", "dist/explorers.js", "dist/explorers.cjs"],
    bundleExplorers,
  );
  await step(
    "explorers.d.ts, custom-elements.json",
    ["web", "dist/explorers.js"],
    ["explorers.d.ts", "explorers/element.d.ts", "custom-elements.json"].map(
      (name) => `dist/${name}`,
    ),
    () => writeDescriptions(proseTags()),
  );
  await step(
    "attention-ticket-model.js, ticket-model.js",
    ["web/model"],
    ["attention-ticket-model.js", "ticket-model.js", "ticket-model.cjs"].map(
      (name) => `dist/${name}`,
    ),
    bundleTicketModel,
  );
  await step(
    "pages",
    ["js", "web", ...generated],
    [
      "attention-explorers.html",
      "attention-explorers-with-model.html",
      "embed.html",
      "lesson.html",
      "integrity.json",
    ].map((name) => `dist/${name}`),
    async () => {
      await makePages();
      await bundleMakePages();
      await bundleLanguages();
    },
  );
}

try {
  await main();
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error));
}
fs.writeFileSync(STEPS, JSON.stringify(done, null, 2));
report();
for (const warning of warnings) console.error(`build: ${warning}`);
for (const failure of failures) console.error(`build failed: ${failure}`);
if (failures.length > 0) process.exitCode = 1;
else console.log(`built with ${flags.compiler}, attention-wasm ${packageJson.version}`);

// The mutation run: does a test fail when the code is wrong? Makes one small fault at a time in c/ or js/
// (tests/mutation/mutants.js says which), in a copy of the project, and runs tests until one fails.
//
//   npm run test:mutation                          250 mutants, drawn by seed 1
//   npm run test:mutation -- --count=40 --seed=7   as many, and others
//   npm run test:mutation -- --only=js/arena.js    of that file or folder
//   npm run test:mutation -- --again               those that survived last time
//   npm run test:mutation -- --seconds=300         goes on where the last run stopped, for so long
//
// A mutant of js/ is tried by the files of tests/js and tests/conformance that reach its line, those that
// end soonest first; one of c/ by the native programs, and where they pass by the same files, with the
// simd module made of it. A mutant that compiles to the same wasm is none. What differs and still is no fault is
// kept, with the reason, in tests/mutation/equivalents.json. At least 95 % of the others must be caught.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import * as esbuild from "esbuild";
import { COPY, makeCopy, measure, nodeFlags, passes, write } from "./mutation/copy.js";
import { mutantsOfC, mutantsOfJs } from "./mutation/mutants.js";

/** @typedef {import("./mutation/copy.js").Measured} Measured */
/** @typedef {import("./mutation/mutants.js").Mutant} Mutant */
/** @typedef {{ outcome: "caught" | "survived" | "equivalent" | "no program", by: string }} Result */

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const execute = promisify(execFile);
const OBJECTS = path.join(root, "build/mutation-objects");
const RESULTS = path.join(root, "build/mutation-results.json");
const WANTED = 0.95;

const { values: flags } = parseArgs({
  options: {
    count: { type: "string", default: "250" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    again: { type: "boolean", default: false },
    seconds: { type: "string", default: "Infinity" },
  },
});

/** @type {{ file: string, is: string, becomes: string, why: string }[]} */
const equivalents = JSON.parse(fs.readFileSync("tests/mutation/equivalents.json", "utf8"));
const sha = (/** @type {string} */ text) => createHash("sha256").update(text).digest("hex");
const keyOf = (/** @type {Mutant} */ m) => `${m.file}: ${m.is} → ${m.becomes}`;

// --- which --------------------------------------------------------------------------------------

/** Half of c/, half of js/; which of them the seed says, line by line, so that a change elsewhere
 * draws no others. */
function drawn() {
  const of = (/** @type {string} */ folder, /** @type {typeof mutantsOfJs} */ find) => {
    const seen = new Set();
    return fs
      .readdirSync(folder)
      .filter((name) => name.endsWith(`.${folder}`) && name !== "wasm.c")
      .map((name) => `${folder}/${name}`)
      .filter((file) => file.startsWith(flags.only))
      .flatMap((file) => find(file, fs.readFileSync(file, "utf8")))
      .filter((mutant) => !seen.has(keyOf(mutant)) && seen.add(keyOf(mutant)))
      .map((mutant) => ({ mutant, rank: sha(`${flags.seed} ${keyOf(mutant)}`) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .map(({ mutant }) => mutant);
  };
  return { c: of("c", mutantsOfC), js: of("js", mutantsOfJs) };
}

// --- js/ ------------------------------------------------------------------------------------------

/** @param {string[]} places */
function sumOf(places) {
  const hash = createHash("sha256");
  /** @param {string} place */
  const add = (place) => {
    if (fs.statSync(place).isDirectory())
      for (const name of fs.readdirSync(place).sort()) add(path.join(place, name));
    else hash.update(place).update(fs.readFileSync(place));
  };
  places.forEach(add);
  return hash.digest("hex");
}

/** The worker's script of the copy, unminified. What its bundle holds is found on the way. */
async function workerSource() {
  const names = ["#bytes", "#scalar-bytes", "#attention-js", "#worker-source"];
  const { outputFiles, metafile } = await esbuild.build({
    ...{ absWorkingDir: COPY, entryPoints: ["js/pool-worker.js"], bundle: true, write: false },
    ...{ format: "iife", metafile: true, logLevel: "silent", preserveSymlinks: true },
    define: { PACKAGE_VERSION: '"0"' },
    plugins: [
      {
        name: "without bytes",
        setup(build) {
          build.onResolve({ filter: /^#/ }, ({ path: name }) => ({
            path: name,
            namespace: "nothing",
          }));
          build.onLoad({ filter: /.*/, namespace: "nothing" }, ({ path: name }) => ({
            contents: names.includes(name)
              ? `export const build = {}; export const blockRows = 0, fewRows = 0; export default "";
                 export const bytesOf = () => { throw new Error("this worker was not sent the module") };
                 export const instantiate = bytesOf;`
              : "",
          }));
        },
      },
    ],
  });
  return { text: outputFiles[0].text, inputs: Object.keys(metafile.inputs) };
}

/** @param {Mutant} mutant */
function mutated({ file, from, to, text }) {
  const source = fs.readFileSync(file, "utf8");
  return source.slice(0, from) + text + source.slice(to);
}

/** @param {Measured[]} tests @param {string[]} inWorker files of the worker's bundle
 * @param {Mutant} mutant @returns {Promise<Result>} */
async function tryJs(tests, inWorker, mutant) {
  const { file, from, to } = mutant,
    source = fs.readFileSync(file, "utf8");
  const lines = source.slice(0, from).split("\n").length,
    last = source.slice(0, to).split("\n").length;
  const reaches = (/** @type {Measured} */ { file: test, lines: found }) => {
    for (let line = lines; line <= last; line++) if (found[file]?.includes(line)) return true;
    // What runs in a worker, coverage does not see.
    return inWorker.includes(file) && test.includes("pool");
  };
  write(file, mutated(mutant));
  try {
    if (inWorker.includes(file)) {
      const { text } = await workerSource();
      write("build/worker-source.js", `export default ${JSON.stringify(text)};\n`);
    }
    for (const { file: test, took } of tests.filter(reaches)) {
      const { passed, why } = await passes(process.execPath, nodeFlags(test), 20_000 + 6 * took);
      if (!passed) return { outcome: "caught", by: `${test}: ${why}` };
    }
    return { outcome: "survived", by: "" };
  } finally {
    write(file, source);
    if (inWorker.includes(file))
      write("build/worker-source.js", fs.readFileSync("build/worker-source.js", "utf8"));
  }
}

// --- c/ ---------------------------------------------------------------------------------------------

const NATIVE = [
  ...["-std=c99", "-ffp-contract=off", "-O1", "-w", "-Ic", "-Itests/c"],
  ...["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
];
const WASM = ["-std=c99", "-DNDEBUG", "-ffp-contract=off", "-fno-math-errno", "-O2", "-w"];
const LINK = [
  ...["-O1", "-sSTANDALONE_WASM", "--no-entry", "-sEXPORTED_FUNCTIONS=[]", "-sSUPPORT_ERRNO=0"],
  ...[
    "-sALLOW_MEMORY_GROWTH",
    "-sINITIAL_MEMORY=262144",
    "-sMAXIMUM_MEMORY=4GB",
    "-sTOTAL_STACK=65536",
  ],
  ...["-Wl,--stack-first", "-Wl,--export=__heap_base"],
];
const programs = () =>
  fs
    .readdirSync("tests/c")
    .filter((name) => name.endsWith(".c"))
    .map((name) => path.basename(name, ".c"));
const sources = () =>
  fs
    .readdirSync("c")
    .filter((name) => name.endsWith(".c"))
    .map((name) => path.basename(name, ".c"));
/** @param {string} kind @param {string} name */
const objectOf = (kind, name) => path.join(OBJECTS, `${kind}-${name}.o`);
/** @param {string} program @param {string[]} parameters */
const run = (program, parameters) =>
  execute(program, parameters, { cwd: COPY, maxBuffer: 64 << 20 });

/** @param {string} kind @param {string} file @param {string} to */
async function compile(kind, file, to) {
  if (kind === "native") await run("clang", [...NATIVE, "-c", file, "-o", to]);
  else
    await run("emcc", [
      ...WASM,
      kind === "simd" ? "-msimd128" : "-mno-simd128",
      "-c",
      file,
      "-o",
      to,
    ]);
}

/** The objects of what is right, and how long each native program takes. */
async function compileAll() {
  for (const name of fs.readdirSync(OBJECTS)) fs.rmSync(path.join(OBJECTS, name));
  for (const name of sources())
    for (const kind of name === "wasm" ? ["simd", "scalar"] : ["native", "simd", "scalar"])
      await compile(kind, `c/${name}.c`, objectOf(kind, name));
  const times = [];
  for (const name of programs()) {
    await compile("native", `tests/c/${name}.c`, objectOf("test", name));
    await link(name);
    const start = Date.now();
    const { passed, why } = await passes(path.join(OBJECTS, name), [], 600_000);
    if (!passed) throw new Error(`tests/c/${name}.c does not pass: ${why}`);
    times.push({ name, took: Date.now() - start });
  }
  return times.sort((a, b) => a.took - b.took);
}

/** @param {string} name of a native program */
const link = (name) =>
  run("clang", [
    ...NATIVE.filter((flag) => flag.startsWith("-f")),
    objectOf("test", name),
    ...sources()
      .filter((each) => each !== "wasm")
      .map((each) => objectOf("native", each)),
    ...["-lm", "-o", path.join(OBJECTS, name)],
  ]);

/** build/bytes.js with another simd module. @param {Buffer} wasm */
const bytesWith = (wasm) =>
  fs
    .readFileSync("build/bytes.js", "utf8")
    .replace(
      /export const simdBytes = [^]*/,
      `export const simdBytes = () => new Uint8Array([${wasm.join()}]);\n`,
    );

/** @param {Awaited<ReturnType<typeof compileAll>>} times @param {Measured[]} tests
 * @param {Mutant} mutant @returns {Promise<Result>} */
async function tryC(times, tests, mutant) {
  const name = path.basename(mutant.file, ".c"),
    source = fs.readFileSync(mutant.file, "utf8");
  const right = (/** @type {string} */ kind) => `${objectOf(kind, name)}.right`;
  for (const kind of ["native", "simd", "scalar"]) fs.renameSync(objectOf(kind, name), right(kind));
  write(mutant.file, mutated(mutant));
  try {
    try {
      for (const kind of ["simd", "scalar"]) await compile(kind, mutant.file, objectOf(kind, name));
    } catch {
      return { outcome: "no program", by: "" };
    }
    const same = (/** @type {string} */ kind) =>
      fs.readFileSync(objectOf(kind, name)).equals(fs.readFileSync(right(kind)));
    if (same("simd") && same("scalar"))
      return { outcome: "equivalent", by: "it compiles to the same wasm" };
    await compile("native", mutant.file, objectOf("native", name));
    // The program of that name knows most about it.
    const likely = [...times].sort((a, b) => Number(b.name === name) - Number(a.name === name));
    for (const { name: program, took } of likely) {
      await link(program);
      const { passed, why } = await passes(path.join(OBJECTS, program), [], 10_000 + 4 * took);
      if (!passed) return { outcome: "caught", by: `tests/c/${program}.c: ${why}` };
    }
    const wasm = path.join(OBJECTS, "all.wasm");
    await run("emcc", [...sources().map((each) => objectOf("simd", each)), ...LINK, "-o", wasm]);
    write("build/bytes.js", bytesWith(fs.readFileSync(wasm)));
    for (const { file: test, took } of tests) {
      const { passed, why } = await passes(process.execPath, nodeFlags(test), 20_000 + 6 * took);
      if (!passed) return { outcome: "caught", by: `${test}: ${why}` };
    }
    return { outcome: "survived", by: "" };
  } finally {
    write(mutant.file, source);
    write("build/bytes.js", fs.readFileSync("build/bytes.js", "utf8"));
    for (const kind of ["native", "simd", "scalar"])
      fs.renameSync(right(kind), objectOf(kind, name));
  }
}

// --- run --------------------------------------------------------------------------------------------

/** The results so far, by mutant. @type {Record<string, Result>} */
const results = fs.existsSync(RESULTS) ? JSON.parse(fs.readFileSync(RESULTS, "utf8")) : {};
const listed = (/** @type {Mutant} */ { file, is, becomes }) =>
  equivalents.find((each) => each.file === file && each.is === is && each.becomes === becomes);

async function main() {
  const end = Date.now() + 1000 * Number(flags.seconds),
    half = Math.ceil(Number(flags.count) / 2);
  makeCopy();
  fs.mkdirSync(OBJECTS, { recursive: true });
  const pools = drawn();
  /** @type {Mutant[]} */
  const counted = [];
  /** @type {((mutant: Mutant) => Promise<Result>) | undefined} */
  let tryIt;
  let stopped = false;
  for (const folder of /** @type {const} */ (["js", "c"])) {
    let taken = 0;
    for (const mutant of pools[folder]) {
      if (taken === half || stopped) break;
      const key = keyOf(mutant);
      const fresh = !results[key] || (flags.again && results[key].outcome === "survived");
      if (fresh && !listed(mutant)) {
        if (Date.now() > end) {
          stopped = true;
          break;
        }
        tryIt ??= await ready();
        results[key] = await tryIt(mutant);
        fs.writeFileSync(RESULTS, JSON.stringify(results, null, 1));
        const { outcome, by } = results[key];
        console.log(`${outcome}: ${mutant.file}:${mutant.line} (${mutant.operator})`);
        console.log(`    ${mutant.is}\n    ${mutant.becomes}${by && `\n    ${by}`}`);
      }
      if (listed(mutant) || results[key].outcome === "equivalent") continue;
      if (results[key].outcome === "no program") continue;
      counted.push(mutant);
      taken++;
    }
  }
  const survived = counted.filter((mutant) => results[keyOf(mutant)].outcome === "survived");
  console.log(`\nsurvivors:`);
  for (const { file, line, is, becomes } of survived)
    console.log(`${file}:${line}\n    ${is}\n    ${becomes}`);
  const share = 1 - survived.length / counted.length;
  console.log(
    `${counted.length - survived.length} of ${counted.length} mutants caught, ${(100 * share).toFixed(1)} %${stopped ? ", so far" : ""}`,
  );
  if (!stopped && share < WANTED) process.exitCode = 1;
}

/** Compiles everything and measures the tests, once for this state of tests and sources. */
async function ready() {
  const kept = path.join(root, "build/mutation-ready.json");
  const sum = sumOf(["c", "js", "tests/js", "tests/conformance", "tests/c", "build/bytes.js"]);
  let known = fs.existsSync(kept) ? JSON.parse(fs.readFileSync(kept, "utf8")) : {};
  const whole =
    fs.existsSync(OBJECTS) && !fs.readdirSync(OBJECTS).some((name) => name.endsWith(".right"));
  if (known.sum !== sum || !whole) {
    known = { sum, times: await compileAll(), tests: await measure() };
    fs.writeFileSync(kept, JSON.stringify(known));
  }
  const { times, tests } = known,
    { inputs } = await workerSource();
  return (/** @type {Mutant} */ mutant) =>
    mutant.file.startsWith("c/") ? tryC(times, tests, mutant) : tryJs(tests, inputs, mutant);
}

await main();

// Native fuzzing of c/: each tests/c/targets/*.c is a libFuzzer program under the address and
// undefined-behaviour sanitizers, with the SIMD body of c/vec.h in C (tests/c/simd).
//
//   npm run fuzz                             each target for a minute, then the coverage of c/
//   npm run fuzz -- --seconds=600 attention  as long as that, and that one
//   npm run fuzz -- --executions=10000000    in turns of a minute, until so many inputs were tried
//
// As many targets at a time as there are cores, each with an equal share of the time.
//
// What is found new is kept in build/fuzz. tests/c/corpus holds inputs to begin with, one a line.
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const execute = promisify(execFile);
const FOLDER = path.join(root, "build/fuzz");
const FLAGS = [
  ...["-std=c99", "-ffp-contract=off", "-g", "-O2", "-Wall", "-Wextra", "-Werror"],
  "-D__wasm_simd128__",
  ...["tests/c/simd", "c", "tests/c", "tests/c/targets"].map((place) => `-I${root}${place}`),
];
const SANITIZERS = ["-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"];
const COVERAGE = ["-fsanitize=fuzzer", "-fprofile-instr-generate", "-fcoverage-mapping"];

/** The targets, by name. */
export const targets = () =>
  fs
    .readdirSync(path.join(root, "tests/c/targets"))
    .filter((name) => name.endsWith(".c"))
    .map((name) => path.basename(name, ".c"));

const sources = () =>
  fs
    .readdirSync(path.join(root, "c"))
    .filter((name) => name.endsWith(".c") && name !== "wasm.c")
    .map((name) => path.join(root, "c", name));

/** What is compiled of c/ in this run, by kind: the folder of its objects.
 * @type {Record<string, Promise<string>>} */
const objects = {};

/** @param {string} kind @param {string[]} flags */
async function compileAll(kind, flags) {
  const folder = path.join(FOLDER, `objects-${kind}`);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  await execute("clang", [...FLAGS, ...flags, "-c", ...sources()], { cwd: folder });
  return folder;
}

/** @param {string} target @param {string} kind @param {string[]} flags */
async function compile(target, kind, flags) {
  const folder = await (objects[kind] ??= compileAll(kind, flags));
  const program = path.join(FOLDER, `${target}-${kind}`);
  const own = path.join(root, `tests/c/targets/${target}.c`);
  const parts = fs.readdirSync(folder).map((name) => path.join(folder, name));
  await execute("clang", [...FLAGS, ...flags, own, ...parts, "-lm", "-o", program]);
  return program;
}

/** The folder of a target's inputs, with those in it that are kept. @param {string} target */
function corpusOf(target) {
  const folder = path.join(FOLDER, `corpus-${target}`);
  fs.mkdirSync(folder, { recursive: true });
  const kept = fs.readFileSync(path.join(root, `tests/c/corpus/${target}.txt`), "utf8");
  kept
    .trim()
    .split("\n")
    .forEach((line, at) =>
      fs.writeFileSync(path.join(folder, `kept-${at}`), Buffer.from(line, "hex")),
    );
  return folder;
}

/** The programs of this run. @type {Record<string, Promise<string>>} */
const compiled = {};

/** Runs a target and says how many inputs it has tried. Throws with what it found.
 * @param {string} target @param {number} seconds @returns {Promise<number>} */
export async function fuzz(target, seconds) {
  const program = await (compiled[target] ??= compile(target, "fuzz", SANITIZERS));
  const { stderr } = await execute(
    program,
    [
      corpusOf(target),
      ...[`-max_total_time=${seconds}`, "-max_len=64", "-timeout=60", "-print_final_stats=1"],
      `-artifact_prefix=${FOLDER}/${target}-`,
    ],
    { cwd: root, maxBuffer: 64 << 20 },
  );
  return Number(/number_of_executed_units: (\d+)/.exec(stderr)?.[1]);
}

/** The share of the lines of c/ that the corpora reach, and the report of llvm-cov.
 * @param {string[]} names */
export async function coverage(names) {
  const programs = [];
  for (const target of names) {
    const program = await compile(target, "coverage", COVERAGE);
    await execute(program, [corpusOf(target), "-runs=0"], {
      cwd: root,
      maxBuffer: 64 << 20,
      env: { ...process.env, LLVM_PROFILE_FILE: `${program}.profraw` },
    });
    programs.push(program);
  }
  const profile = path.join(FOLDER, "all.profdata");
  const raw = programs.map((program) => `${program}.profraw`);
  await execute("llvm-profdata", ["merge", "-sparse", ...raw, "-o", profile]);
  const objects = programs.flatMap((program, index) =>
    index === 0 ? [program] : ["-object", program],
  );
  const { stdout } = await execute(
    "llvm-cov",
    ["report", ...objects, `-instr-profile=${profile}`, "-ignore-filename-regex=tests/"],
    { cwd: root, maxBuffer: 64 << 20 },
  );
  const total = stdout.split("\n").find((line) => line.startsWith("TOTAL")) ?? "";
  // Regions, functions, lines and branches: three columns each, the last of them a share.
  const lines = Number(total.trim().split(/\s+/)[9]?.replace("%", ""));
  return { lines, report: stdout };
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: "string", default: "60" },
      executions: { type: "string", default: "0" },
    },
  });
  let names = positionals.length > 0 ? positionals : targets();
  /** @type {Record<string, number>} */
  const tried = {};
  let all = 0;
  const turn = async (/** @type {string} */ target) => {
    try {
      const more = await fuzz(target, Number(values.seconds));
      all += more;
      tried[target] = (tried[target] ?? 0) + more;
      console.log(`${target}: ${tried[target]} inputs, nothing found`);
    } catch (error) {
      const { stdout = "", stderr = "", message } = /** @type {any} */ (error);
      console.error(`${target}: FAILED\n${(stdout + stderr).slice(-4000) || message}`);
      names = names.filter((name) => name !== target);
      process.exitCode = 1;
    }
  };
  do {
    const waiting = [...names];
    const work = async () => {
      for (let target = waiting.shift(); target; target = waiting.shift()) await turn(target);
    };
    await Promise.all(Array.from({ length: os.availableParallelism() }, work));
    console.log(`${all} inputs in all`);
  } while (all < Number(values.executions) && names.length > 0);
  names = Object.keys(tried);
  console.log((await coverage(names)).report);
}
if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

// The native tests of c/: every tests/c/*.c is a program of its own, linked with c/ (but for wasm.c,
// the boundary to JavaScript). It prints what it found and returns 0 when all is well. clang compiles
// with the address and undefined-behaviour sanitizers, both the plain body of c/vec.h and the SIMD
// body, with wasm's instructions in C (tests/c/simd). gcc optimises without them: a second opinion on
// warnings and on what the optimiser may assume (its sanitizers take minutes on these kernels).
//
//   node tests/c/run.js [--compiler=clang|clang-simd|gcc] [name …]
//
// Run by npm test through native.test.js.
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const execute = promisify(execFile);

// The same arithmetic as in the wasm: no fused multiply-add. Warnings are errors here, since these
// are compilers that we chose.
const FLAGS = [
  ...["-std=c99", "-ffp-contract=off", "-g", "-Ic", "-Itests/c"],
  ...["-Wall", "-Wextra", "-Wpedantic", "-Wvla", "-Wstrict-prototypes", "-Werror"],
];
const SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
const CLANG = ["-O1", "-fno-omit-frame-pointer", ...SANITIZERS];
/** What each build adds; its compiler is its name up to the hyphen. @type {Record<string, string[]>} */
const FLAGS_OF = {
  clang: CLANG,
  "clang-simd": [...CLANG, "-D__wasm_simd128__", "-Itests/c/simd"],
  gcc: ["-O2"],
};
const commandOf = (/** @type {string} */ compiler) => compiler.split("-")[0];
export const COMPILERS = Object.keys(FLAGS_OF);

/** The programs, by name. */
export const programs = () =>
  fs
    .readdirSync(path.join(root, "tests/c"))
    .filter((name) => name.endsWith(".c"))
    .map((name) => path.basename(name, ".c"));

/** Runs the tasks, as many at once as there are cores. @param {(() => Promise<unknown>)[]} tasks */
async function inParallel(tasks) {
  const waiting = [...tasks];
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await task();
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, work));
}

/** @param {string} file */
const modified = (file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether the compiler is installed. @param {string} compiler */
export async function isThere(compiler) {
  try {
    await execute(commandOf(compiler), ["--version"]);
    return true;
  } catch {
    return false;
  }
}

/** Compiles the named programs and c/. @param {string} compiler @param {string[]} names */
export async function compile(compiler, names) {
  const folder = path.join(root, "build/native", compiler);
  fs.mkdirSync(folder, { recursive: true });
  const headers = ["c", "tests/c", "tests/c/simd"].flatMap((place) =>
    fs
      .readdirSync(path.join(root, place))
      .filter((name) => name.endsWith(".h"))
      .map((name) => modified(path.join(root, place, name))),
  );
  const newest = Math.max(modified(fileURLToPath(import.meta.url)), ...headers);

  const objects = fs
    .readdirSync(path.join(root, "c"))
    .filter((name) => name.endsWith(".c") && name !== "wasm.c")
    .map((name) => ({ source: `c/${name}`, object: path.join(folder, `c-${name}.o`) }));
  const tests = names.map((name) => ({
    source: `tests/c/${name}.c`,
    object: path.join(folder, `test-${name}.o`),
  }));
  await inParallel(
    [...objects, ...tests]
      .filter(({ source, object }) => {
        const made = modified(object);
        return made <= newest || made <= modified(path.join(root, source));
      })
      .map(
        ({ source, object }) =>
          () =>
            execute(
              commandOf(compiler),
              [...FLAGS, ...FLAGS_OF[compiler], "-c", source, "-o", object],
              { cwd: root },
            ),
      ),
  );
  await inParallel(
    tests.map(
      ({ object }, i) =>
        () =>
          execute(commandOf(compiler), [
            ...[...FLAGS_OF[compiler], object, ...objects.map((each) => each.object), "-lm"],
            ...["-o", path.join(folder, names[i])],
          ]),
    ),
  );
}

/** Runs a program that was compiled. @param {string} compiler @param {string} name
 * @returns {Promise<{ ok: boolean, output: string }>} */
export async function runProgram(compiler, name) {
  try {
    const { stdout, stderr } = await execute(path.join(root, "build/native", compiler, name), [], {
      cwd: root,
      maxBuffer: 64 << 20,
      env: { ...process.env, UBSAN_OPTIONS: "print_stacktrace=1" },
    });
    return { ok: true, output: (stdout + stderr).trim() };
  } catch (error) {
    const { stdout = "", stderr = "", message, signal } = /** @type {any} */ (error);
    return {
      ok: false,
      output: `${(stdout + stderr).trim() || message}${signal ? ` (${signal})` : ""}`,
    };
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { compiler: { type: "string", multiple: true, default: COMPILERS } },
  });
  const names = positionals.length > 0 ? positionals : programs();
  for (const compiler of values.compiler) {
    try {
      await compile(compiler, names);
    } catch (error) {
      console.error(/** @type {any} */ (error).stderr ?? error);
      process.exitCode = 1;
      continue;
    }
    await inParallel(
      names.map((name) => async () => {
        const { ok, output } = await runProgram(compiler, name);
        const lines = output.split("\n");
        console.log(
          `${ok ? "ok    " : "FAILED"} ${compiler} ${name}: ${ok ? lines.at(-1) : `\n${output}`}`,
        );
        if (!ok) process.exitCode = 1;
      }),
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

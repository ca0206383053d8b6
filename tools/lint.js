// Everything that is checked without running it: npm run lint. With --fix, npm run format, it
// rewrites what can be rewritten.
import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** @param {string} folder @param {RegExp} name */
const files = (folder, name) =>
  fs.existsSync(`${root}${folder}`)
    ? fs
        .readdirSync(`${root}${folder}`)
        .filter((file) => name.test(file))
        .map((file) => `${folder}/${file}`)
    : [];

const cFiles = ["c", "tests/c", "tests/c/simd", "tests/c/targets"].flatMap((folder) =>
  files(folder, /\.[ch]$/),
);
const cSources = files("c", /\.c$/);
/** @param {string[]} list @param {number} count @returns {string[][]} */
const chunks = (list, count) =>
  Array.from({ length: count }, (_, i) => list.filter((__, at) => at % count === i)).filter(
    (part) => part.length > 0,
  );
const bin = (/** @type {string} */ name) => `node_modules/${name}`;

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string[]} command
 * @property {string[]} [fix] the command that puts it right
 */

/** @type {Check[]} */
export const checks = [
  {
    name: "clang-format",
    command: ["clang-format", "--dry-run", "-Werror", ...cFiles],
    fix: ["clang-format", "-i", ...cFiles],
  },
  ...chunks(cSources, os.availableParallelism()).map((part, i, all) => ({
    name: `clang-tidy, part ${i + 1} of ${all.length}`,
    command: ["clang-tidy", "--quiet", ...part, "--", "-std=c99"],
  })),
  {
    name: "eslint",
    command: [process.execPath, bin("eslint/bin/eslint.js"), "--max-warnings=0", "."],
    fix: [process.execPath, bin("eslint/bin/eslint.js"), "--fix", "."],
  },
  {
    name: "prettier",
    command: [
      process.execPath,
      bin("prettier/bin/prettier.cjs"),
      "--check",
      "--log-level=warn",
      ".",
    ],
    fix: [process.execPath, bin("prettier/bin/prettier.cjs"), "--write", "--log-level=warn", "."],
  },
  {
    name: "types of js/ (no DOM)",
    command: [process.execPath, bin("typescript/bin/tsc"), "-p", "js/tsconfig.json"],
  },
  {
    name: "types of web/, tools/ and tests/",
    command: [process.execPath, bin("typescript/bin/tsc"), "-p", "tsconfig.json"],
  },
];

/** @param {string[]} command @returns {Promise<{ ok: boolean, output: string, missing: boolean }>} */
export function run([program, ...parameters]) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (data) => (output += data));
    child.stderr.on("data", (data) => (output += data));
    child.on("error", (error) => resolve({ ok: false, output: error.message, missing: true }));
    child.on("close", (code) => resolve({ ok: code === 0, output: output.trim(), missing: false }));
  });
}

async function main() {
  spawnSync("tools/install.sh", ["lint"], { cwd: root, stdio: "inherit" });
  const fix = process.argv.includes("--fix");
  const waiting = checks.filter((check) => !fix || check.fix);
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { ok, output } = await run((fix && check.fix) || check.command);
      console.log(`${ok ? "ok    " : "FAILED"} ${check.name}${ok ? "" : `\n${output}`}`);
      if (!ok) process.exitCode = 1;
    }
  };
  // What rewrites files goes one after the other.
  await Promise.all(Array.from({ length: fix ? 1 : os.availableParallelism() }, work));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

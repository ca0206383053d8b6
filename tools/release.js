// npm run release -- --dry-run: builds anew, tests everything, packs, checks the changelog and the budgets, and
// prints what would be published. Without --dry-run it publishes that tarball.
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const { values: flags } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    // For who has just run them.
    "skip-tests": { type: "boolean", default: false },
  },
});

/** Bytes, by file of the package; gzipped but for the tarball. */
const BUDGETS = {
  "the tarball": 1_500_000,
  "dist/index.js": 63_000,
  "dist/attention-explorers.js": 355_000,
};

/** @type {string[]} */
const problems = [];
/** @param {string} program @param {string[]} parameters */
function run(program, parameters) {
  console.log(`> ${program} ${parameters.join(" ")}`);
  const { status } = spawnSync(program, parameters, { stdio: "inherit" });
  if (status !== 0) problems.push(`${program} ${parameters.join(" ")} failed`);
}
/** @param {string[]} parameters of npm */
const npm = (parameters) =>
  spawnSync("npm", parameters, { encoding: "utf8", maxBuffer: 2 ** 26 }).stdout.trim();

const { name, version } = /** @type {{ name: string, version: string }} */ (
  JSON.parse(fs.readFileSync("package.json", "utf8"))
);

const dirty = spawnSync("git", ["status", "--porcelain"], { encoding: "utf8" }).stdout.trim();
if (dirty) problems.push(`there is what is not committed:\n${dirty}`);
run("./build.sh", ["--quiet", "--force"]);
if (!flags["skip-tests"]) {
  run(process.execPath, ["tests/run.js"]);
  run(process.execPath, ["tests/consumers/run.js"]);
}

// Keep a Changelog: ## [1.2.3] - 2026-11-30, with something under it.
const changelog = fs.existsSync("CHANGELOG.md") ? fs.readFileSync("CHANGELOG.md", "utf8") : "";
const entry = new RegExp(
  `^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d\\d-\\d\\d\\n+([^]*?)(?=^## |$(?![^]))`,
  "m",
).exec(changelog)?.[1];
if (!entry?.trim()) problems.push(`CHANGELOG.md says nothing of ${version}, with its date`);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-release-"));
run(process.execPath, ["tools/package-readme.js"]);
const listing = npm(["pack", "--json", "--ignore-scripts", "--pack-destination", folder]);
run(process.execPath, ["tools/package-readme.js", "--restore"]);
const [packed] = /** @type {any[]} */ (Object.values(JSON.parse(listing)));
const tarball = path.join(folder, packed.filename);
for (const [file, most] of Object.entries(BUDGETS)) {
  const size =
    file === "the tarball"
      ? fs.statSync(tarball).size
      : gzipSync(fs.readFileSync(file), { level: 9 }).length;
  if (size > most) problems.push(`${file}: ${size} bytes, above ${most}`);
}

console.log(
  `\n${name} ${version}: ${packed.files.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked`,
);
console.log(`integrity ${packed.integrity}`);
for (const { path: file, size } of packed.files) console.log(`${String(size).padStart(9)} ${file}`);
console.log(`\n${entry?.trim() ?? ""}\n`);

if (problems.length > 0) {
  console.error(`Not ready:\n${problems.map((problem) => `- ${problem}`).join("\n")}`);
  process.exitCode = 1;
} else if (flags["dry-run"]) {
  console.log("Ready. Without --dry-run this would be published.");
} else run("npm", ["publish", "--ignore-scripts", tarball]);

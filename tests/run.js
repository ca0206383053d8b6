// Runs the tests: npm test runs everything that CI runs, npm run test:fast what a change needs first.
//
//   node tests/run.js                        everything
//   node tests/run.js --fast                 the API and the conformance data only
//   node tests/run.js tests/js/x.test.js …   these files
//
// Sets the machine up, builds what is missing, then hands over to Node's test runner, whose summary
// is the last thing printed. Lint and the native C programs are tests there like all others.
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fast: { type: "boolean", default: false },
    // Half of what a file takes is waiting for a browser: three keep two cores busy.
    concurrency: { type: "string", default: "3" },
  },
});

/** @param {string} program @param {string[]} parameters */
function run(program, parameters) {
  const { status, error } = spawnSync(program, parameters, { stdio: "inherit" });
  if (error) console.error(`${program}: ${error.message}`);
  return status ?? 1;
}

/** @param {string} folder @returns {string[]} */
function testsIn(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) return testsIn(place);
      return entry.name.endsWith(".test.js") ? [place] : [];
    });
}

const fast = ["tests/js/", "tests/conformance/"];
let files = positionals;
if (files.length === 0) files = testsIn("tests");
if (flags.fast) files = files.filter((file) => fast.some((folder) => file.startsWith(folder)));

const whole = !flags.fast && positionals.length === 0;
// A tool that is missing here is a failure in CI, and elsewhere a test that is skipped and says so.
if (whole && run("tools/install.sh", ["native", "lint", "browsers"]) !== 0 && process.env.CI) {
  process.exit(1);
}
if (run("./build.sh", whole ? [] : ["--quiet"]) !== 0) process.exit(1);

process.exit(
  run(process.execPath, [
    "--test",
    "--test-reporter=spec",
    `--test-concurrency=${flags.concurrency}`,
    "--test-timeout=600000", // of a file as a whole: a browser that hangs must not hang the run
    ...files,
  ]),
);

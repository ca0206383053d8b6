// How much of js/ the tests in Node reach, line by line, as V8 counts it: the files of tests/js and
// tests/conformance run on the sources (dist/ is bundled), each in a process of its own.
//
//   npm run test:coverage
//
// What only a worker or a browser runs (pool-worker.js, half of pool-thread.js) is not seen here. The share of
// c/ that is reached is printed by npm run fuzz.
import * as fs from "node:fs";
import { makeCopy, measure } from "./mutation/copy.js";

const WANTED = 0.95;

makeCopy();
const tests = await measure(() => true);
let all = 0,
  found = 0;
for (const name of fs.readdirSync("js").filter((each) => each.endsWith(".js"))) {
  const file = `js/${name}`,
    reached = new Set(tests.flatMap(({ lines }) => lines[file] ?? []));
  const code = fs
    .readFileSync(file, "utf8")
    .replace(/\/\*[^]*?\*\/|\/\/.*/g, (comment) => comment.replace(/[^\n]/g, " "))
    .split("\n")
    .flatMap((line, at) => (/\w/.test(line) ? [at + 1] : []));
  const missing = code.filter((line) => !reached.has(line));
  all += code.length;
  found += code.length - missing.length;
  const share = 100 * (1 - missing.length / Math.max(code.length, 1));
  if (missing.length > 0)
    console.log(`${share.toFixed(1).padStart(5)} %  ${file}: not ${missing.join(" ")}`);
}
console.log(`${found} of ${all} lines of code of js/, ${((100 * found) / all).toFixed(1)} %`);
if (found < WANTED * all) process.exitCode = 1;

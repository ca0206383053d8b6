// A copy of the project in build/mutation, as far as its tests need it, in which the package is its sources:
// so a test says which lines of js/ it reaches, and a file can be changed without harm.
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const COPY = path.join(root, "build/mutation");

/** The project as far as tests need it: hard links, and the package as its sources. */
export function makeCopy() {
  fs.rmSync(COPY, { recursive: true, force: true });
  fs.mkdirSync(path.join(COPY, "build"), { recursive: true });
  /** @param {string} place */
  const link = (place) => {
    const to = path.join(COPY, place);
    if (fs.statSync(place).isDirectory()) {
      fs.mkdirSync(to, { recursive: true });
      for (const name of fs.readdirSync(place)) link(path.join(place, name));
    } else fs.linkSync(place, to);
  };
  [
    "c",
    "js",
    "tests/js",
    "tests/conformance",
    "tests/fixtures",
    "tests/c",
    "tests/consumers",
  ].forEach(link);
  fs.readdirSync("build")
    .filter((name) => name.endsWith(".js"))
    .forEach((name) => link(`build/${name}`));
  fs.mkdirSync(path.join(COPY, "dist"));
  link("dist/attention-simd.wasm");
  fs.symlinkSync(path.join(root, "node_modules"), path.join(COPY, "node_modules"));
  const whole = JSON.parse(fs.readFileSync("package.json", "utf8"));
  const { name, version, type, imports } = whole;
  fs.writeFileSync(
    path.join(COPY, "package.json"),
    JSON.stringify({ name, version, type, imports, exports: { ".": "./js/index.js" } }),
  );
}

/** Writes a file of the copy anew; the file that it was linked to stays. @param {string} file @param {string} text */
export function write(file, text) {
  const to = path.join(COPY, file);
  fs.rmSync(to, { force: true });
  fs.writeFileSync(to, text);
}

/** Runs a program until it ends, prints a test that failed, or takes too long.
 * @param {string} program @param {string[]} parameters @param {number} limit in ms @param {Record<string, string>} [env]
 * @returns {Promise<{ passed: boolean, why: string }>} */
export function passes(program, parameters, limit, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: COPY,
      env: { ...process.env, ATTENTION_WASM_VARIANT: "simd", ...env },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let why = "",
      output = "";
    const stop = (/** @type {string} */ reason) => {
      why ||= reason;
      try {
        process.kill(-(/** @type {number} */ (child.pid)), "SIGKILL");
      } catch {
        // it has ended
      }
    };
    const timer = setTimeout(() => stop("takes too long"), limit);
    const read = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk).slice(-20000);
      const failed = /^\s*not ok \d+ - (.*)|^[\w./]+\.[ch]:\d+: (.*)/m.exec(output);
      if (failed) stop(failed[1] ?? failed[2]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", (chunk) => (output = (output + chunk).slice(-20000)));
    child.on("close", (code) => {
      clearTimeout(timer);
      stop(code === 0 ? "" : (output.trim().split("\n").at(-1) ?? "it ended"));
      resolve({ passed: why === "", why: why.slice(0, 120) });
    });
  });
}

/** The builds differ, and memory is flat: what no fault shows in that these files do not show sooner. */
const LEFT_OUT = [
  "tests/conformance/relaxed.test.js",
  "tests/conformance/bits.test.js",
  "tests/conformance/grid.test.js",
  "tests/js/soak.test.js",
];
const files = () =>
  ["tests/js", "tests/conformance"].flatMap((folder) =>
    fs
      .readdirSync(folder)
      .filter((name) => name.endsWith(".test.js"))
      .map((name) => `${folder}/${name}`),
  );
/** @param {string} file */
export const nodeFlags = (file) => ["--test-reporter=tap", file];

/**
 * What the tests do when nothing is wrong: how long each file takes and which lines of js/ it reaches.
 * @typedef {{ file: string, took: number, lines: Record<string, number[]> }} Measured
 */
/** @param {(file: string) => boolean} [wanted] @returns {Promise<Measured[]>} */
export async function measure(wanted = (file) => !LEFT_OUT.includes(file)) {
  const measured = [];
  for (const file of files().filter(wanted)) {
    const folder = path.join(COPY, "coverage");
    fs.rmSync(folder, { recursive: true, force: true });
    const start = Date.now();
    const { passed, why } = await passes(process.execPath, nodeFlags(file), 600_000, {
      NODE_V8_COVERAGE: folder,
    });
    if (!passed) {
      console.error(`${file} does not pass in the copy and is left out: ${why}`);
      continue;
    }
    measured.push({ file, took: Date.now() - start, lines: reached(folder) });
  }
  return measured.sort((a, b) => a.took - b.took);
}

/** The lines of js/ that V8 says were run. @param {string} folder */
function reached(folder) {
  /** @type {Record<string, Set<number>>} */
  const lines = {};
  for (const report of fs.readdirSync(folder))
    for (const { url, functions } of JSON.parse(fs.readFileSync(path.join(folder, report), "utf8"))
      .result) {
      const file = url.startsWith("file:") ? path.relative(COPY, fileURLToPath(url)) : "";
      if (!file.startsWith("js/")) continue;
      const source = fs.readFileSync(file, "utf8");
      // Inner ranges come later and say more.
      const counts = new Uint8Array(source.length);
      const ranges = functions
        .flatMap((/** @type {any} */ each) => each.ranges)
        .sort(
          (/** @type {any} */ a, /** @type {any} */ b) =>
            a.startOffset - b.startOffset || b.endOffset - a.endOffset,
        );
      for (const { startOffset, endOffset, count } of ranges)
        counts.fill(count > 0 ? 1 : 0, startOffset, endOffset);
      const found = (lines[file] ??= new Set());
      for (let at = 0, line = 1; at < source.length; at++) {
        if (source[at] === "\n") line++;
        else if (counts[at] && source[at] !== " ") found.add(line);
      }
    }
  return Object.fromEntries(Object.entries(lines).map(([file, set]) => [file, [...set]]));
}

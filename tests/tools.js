// Tools that are tried with the package, each in a folder of its own outside of the project: what npm
// installs here once stays there, so that a second run needs no network.
import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Where tools are kept from one run to the next. */
export const cache =
  process.env.ATTENTION_WASM_TOOLS ??
  path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), ".cache"), "attention-wasm");

/** A folder whose node_modules holds these packages. No script of a package is run.
 * @param {Record<string, string>} packages exact versions by name @returns {Promise<string>} */
export async function toolFolder(packages) {
  const list = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const sum = createHash("sha256").update(list.join("\n")).digest("hex").slice(0, 12);
  const [first] = list;
  const folder = path.join(cache, `${first.replaceAll(/[^\w.@-]/g, "_")}-${sum}`);
  if (fs.existsSync(folder)) return folder;
  // It takes its name only when it is whole: two runs may install it at once.
  const part = `${folder}.part-${process.pid}`;
  fs.rmSync(part, { recursive: true, force: true });
  fs.mkdirSync(part, { recursive: true });
  fs.writeFileSync(path.join(part, "package.json"), JSON.stringify({ private: true }));
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
  await execute("npm", ["install", ...quiet, ...list], { cwd: part, maxBuffer: 2 ** 26 });
  try {
    fs.renameSync(part, folder);
  } catch (error) {
    fs.rmSync(part, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error;
  }
  return folder;
}

/** The versions of Node.js that the package is tried in, by what they are called here.
 * @type {Record<string, string>} */
export const NODES = {
  "20.0": "20.0.0",
  20.11: "20.11.1",
  22: "22.23.5",
  24: "24.22.3",
  26: "26.12.1",
};

/** The program of another Node.js. npm has each version as a package a platform, which holds the program
 * itself (the package "node" would fetch it by a script of its own).
 * @param {string | number} name of NODES @returns {Promise<string>} */
export async function nodeProgram(name) {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const package_ = `node-${platform}-${process.arch}`;
  const folder = await toolFolder({ [package_]: NODES[name] });
  const program = platform === "win" ? "bin/node.exe" : "bin/node";
  return path.join(folder, "node_modules", package_, program);
}

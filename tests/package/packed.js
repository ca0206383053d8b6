// The tarball as a user gets it: packed, and installed without a network in an empty project.
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const execute = promisify(execFile);

/** The first masked case of the field, MASK-01: a program's body that prints [10]. */
export const FIRST_CALL = `
  const attn = await load();
  const { output } = attn.attention([[1, 0]], [[1, 0], [0, 1]], [[10], [20]], { keep: [[true, false]] });
  console.log(JSON.stringify([...output.data]));
`;

/**
 * @typedef {object} Project
 * @property {string} folder an npm project that has the package in node_modules
 * @property {string} tarball
 * @property {string[]} files what the tarball holds
 * @property {(name: string, text: string) => string} write puts a file into the project; its full path
 * @property {(parameters: string[]) => Promise<string>} node runs Node there; what it printed
 */

/** @param {string} name @returns {Promise<Project>} */
export async function installPacked(name) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `attention-wasm-${name}-`));
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  const { stdout } = await execute(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
    { cwd: root },
  );
  // npm 11 prints an array, later ones an object by package.
  const [packed] = Object.values(JSON.parse(stdout));
  const tarball = path.join(folder, packed.filename);
  const write = (/** @type {string} */ file, /** @type {string} */ text) => {
    const place = path.join(folder, file);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, text);
    return place;
  };
  write("package.json", JSON.stringify({ name: "consumer", private: true, type: "module" }));
  await execute(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball],
    { cwd: folder },
  );
  return {
    folder,
    tarball,
    files: packed.files.map((/** @type {{ path: string }} */ file) => file.path),
    write,
    async node(parameters) {
      const { stdout, stderr } = await execute(process.execPath, parameters, { cwd: folder });
      return stdout.trim() + stderr.trim();
    },
  };
}

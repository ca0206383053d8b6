// A user's project: a folder with the packed tarball and a tool in its node_modules, where commands are run
// and what comes out is looked at, in Node or in Chromium.
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import puppeteer from "puppeteer-core";
import { CHROMIUM_FLAGS } from "../browser/browsers.js";
import { createServer, listen } from "../../tools/serve.js";
import { nodeProgram, toolFolder } from "../tools.js";

const execute = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const MINUTES = 60_000;

/** The tarball as npm would publish it. @returns {Promise<string>} */
export async function packed() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-tarball-"));
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  const flags = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await execute("npm", flags, { cwd: root });
  const [{ filename }] = /** @type {any[]} */ (Object.values(JSON.parse(stdout)));
  return path.join(folder, filename);
}

// A tool may warn of anything but of the package.
const OURS =
  /critical dependency|\bwarn[^\n]*(\n[^\n]*){0,3}attention-wasm|attention-wasm[^\n]*(\n[^\n]*)?\bwarn/i;

export class Project {
  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
  }

  /** @param {string} tarball @param {Record<string, string>} packages exact versions of the tools */
  static async make(tarball, packages) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-consumer-"));
    if (Object.keys(packages).length > 0) {
      const tools = path.join(await toolFolder(packages), "node_modules");
      // Links to the same files where the file system has them; a copy costs a minute.
      const copy = process.platform === "linux" ? "-al" : "-a";
      await execute("cp", [copy, tools, path.join(folder, "node_modules")]);
    }
    const place = path.join(folder, "node_modules/attention-wasm");
    fs.mkdirSync(place, { recursive: true });
    await execute("tar", ["xzf", tarball, "--strip-components=1", "-C", place]);
    const project = new Project(folder);
    const dependencies = { ...packages, "attention-wasm": "*" };
    project.write({
      "package.json": JSON.stringify({
        name: "consumer",
        private: true,
        type: "module",
        dependencies,
      }),
    });
    return project;
  }

  /** @param {Record<string, string>} files text by name */
  write(files) {
    for (const [name, text] of Object.entries(files)) {
      const file = path.join(this.folder, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, text);
    }
  }

  /** Runs a program here. What it prints is returned, and must hold no warning of ours.
   * @param {string} program one of node_modules/.bin, or a path @param {string[]} parameters
   * @param {Record<string, string>} [env] */
  async run(program, parameters, env = {}) {
    const bin = path.join(this.folder, "node_modules/.bin", program);
    const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...own } = process.env;
    const result = await execute(fs.existsSync(bin) ? bin : program, parameters, {
      cwd: this.folder,
      // Most tools of today want a Node newer than the oldest that the package runs in.
      env: {
        ...own,
        PATH: `${path.dirname(await nodeProgram("24"))}${path.delimiter}${own.PATH}`,
        CI: "true",
        NO_COLOR: "1",
        NEXT_TELEMETRY_DISABLED: "1",
        ASTRO_TELEMETRY_DISABLED: "1",
        ...env,
      },
      maxBuffer: 2 ** 26,
      timeout: 8 * MINUTES,
    }).catch((error) => {
      throw new Error(
        `${program} ${parameters.join(" ")}: ${error.killed ? "it did not end. " : ""}${(error.stdout + error.stderr || error.message).trim().slice(-1500)}`,
      );
    });
    const output = (result.stdout + result.stderr).trim();
    const warning = OURS.exec(output);
    if (warning)
      throw new Error(
        `a warning: ${output.slice(Math.max(0, warning.index - 200), warning.index + 600)}`,
      );
    return output;
  }

  /** What a page of a folder leaves in window.result. @param {string} folder @param {string} page
   * @param {Record<string, string>} [headers] @param {RegExp} [expected] what the console may say */
  async inChromium(folder, page, headers = {}, expected = /^$/) {
    const server = createServer(path.join(this.folder, folder), "index.html");
    server.prependListener("request", (_, response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    });
    const port = await listen(server, "localhost", 8700 + (process.pid % 900));
    const executablePath = chromium();
    const browser = await puppeteer.launch({
      executablePath,
      headless: true,
      args: CHROMIUM_FLAGS,
    });
    try {
      const tab = await browser.newPage();
      /** @type {string[]} */
      const complaints = [];
      tab.on("pageerror", (error) => complaints.push(String(error)));
      tab.on("console", (message) => {
        if (
          ["error", "warn"].includes(message.type()) &&
          !expected.test(message.text()) &&
          !/favicon/.test(message.location().url ?? "")
        )
          complaints.push(message.text());
      });
      await tab.goto(`http://localhost:${port}/${page}`);
      await tab.waitForFunction("window.result !== undefined", { timeout: MINUTES }).catch(() => {
        throw new Error(`the page gave nothing; it said: ${complaints.join(" · ") || "nothing"}`);
      });
      const result = String(await tab.evaluate("window.result"));
      if (complaints.length > 0) throw new Error(`the console: ${complaints.join(" · ")}`);
      return result;
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
    }
  }

  remove() {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Chromium's program; throws where there is none. */
export function chromium() {
  const places = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ];
  const found = places.find((place) => fs.existsSync(place));
  if (!found) throw new Error("Chromium is missing");
  return found;
}

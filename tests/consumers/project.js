// A user's project: a folder with the packed tarball and a tool in its node_modules, where commands are run
// and what comes out is looked at, in Node or in Chromium.
import { execFile, spawn } from "node:child_process";
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

/** @param {string} output of a tool */
function refuseWarning(output) {
  // The folder's own name is no word of the package.
  const text = output.replaceAll("attention-wasm-consumer-", "");
  const warning = OURS.exec(text);
  if (warning)
    throw new Error(
      `a warning: ${text.slice(Math.max(0, warning.index - 200), warning.index + 600)}`,
    );
}

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
    // The package's command, as npm links it.
    const bin = path.join(folder, "node_modules/.bin");
    fs.mkdirSync(bin, { recursive: true });
    fs.chmodSync(path.join(place, "dist/make-pages.js"), 0o755);
    fs.symlinkSync("../attention-wasm/dist/make-pages.js", path.join(bin, "attention-wasm-pages"));
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
    const [file, options] = await this.command(program, env);
    const result = await execute(file, parameters, {
      ...options,
      maxBuffer: 2 ** 26,
      timeout: 8 * MINUTES,
    }).catch((error) => {
      throw new Error(
        `${program} ${parameters.join(" ")}: ${error.killed ? "it did not end. " : ""}${(error.stdout + error.stderr || error.message).trim().slice(-1500)}`,
      );
    });
    const output = (result.stdout + result.stderr).trim();
    refuseWarning(output);
    return output;
  }

  /** A program as it is run here. @param {string} program @param {Record<string, string>} env
   * @returns {Promise<[string, { cwd: string, env: NodeJS.ProcessEnv }]>} */
  async command(program, env) {
    const bin = path.join(this.folder, "node_modules/.bin", program);
    const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...own } = process.env;
    // Most tools of today want a Node newer than the oldest that the package runs in.
    const first = path.dirname(await nodeProgram("24"));
    return [
      fs.existsSync(bin) ? bin : program,
      {
        cwd: this.folder,
        env: {
          ...own,
          PATH: `${first}${path.delimiter}${own.PATH}`,
          CI: "true",
          NO_COLOR: "1",
          NEXT_TELEMETRY_DISABLED: "1",
          ASTRO_TELEMETRY_DISABLED: "1",
          ...env,
        },
      },
    ];
  }

  /** Starts a server of a tool, calls `use` with its address and ends it. What it printed must hold no
   * warning of ours.
   * @template T
   * @param {string} program @param {string[]} parameters @param {(address: string) => Promise<T>} use
   * @returns {Promise<T>} */
  async serving(program, parameters, use) {
    const [file, options] = await this.command(program, {});
    const server = spawn(file, parameters, { ...options, detached: true });
    let output = "";
    try {
      const address = await new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${program} gave no address`)), MINUTES);
        const hear = (/** @type {Buffer} */ data) => {
          output += data;
          const [found] = /http:\/\/(localhost|127\.0\.0\.1):\d+[^\s]*/.exec(output) ?? [];
          if (!found) return;
          clearTimeout(timer);
          resolve(found);
        };
        server.stdout.on("data", hear);
        server.stderr.on("data", hear);
        server.on("error", reject);
        server.on("exit", (code) => reject(new Error(`${program} ended with ${code}: ${output}`)));
      });
      // Some say it before it is true.
      const end = Date.now() + MINUTES;
      while (!(await fetch(address).catch(() => undefined)) && Date.now() < end)
        await new Promise((resolve) => setTimeout(resolve, 200));
      const result = await use(address);
      refuseWarning(output);
      return result;
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      throw new Error(`${message}\n${program} said: ${output.slice(-2000)}`, { cause: error });
    } finally {
      // The whole group: tools start workers.
      if (server.pid && server.exitCode === null) process.kill(-server.pid, "SIGKILL");
    }
  }

  /** Serves a folder of the project while `use` runs. @template T
   * @param {string} folder @param {(address: string) => Promise<T>} use with a / at its end
   * @param {Record<string, string>} [headers] @returns {Promise<T>} */
  async served(folder, use, headers = {}) {
    const server = createServer(path.join(this.folder, folder), "index.html");
    server.prependListener("request", (_, response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    });
    const port = await listen(server, "localhost", 8700 + (process.pid % 900));
    try {
      return await use(`http://localhost:${port}/`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  /** What a page of a folder leaves in window.result. @param {string} folder @param {string} page
   * @param {Record<string, string>} [headers] @param {RegExp} [expected] what the console may say */
  inChromium(folder, page, headers = {}, expected = /^$/) {
    return this.served(folder, (address) => visit(address + page, resultOf, expected), headers);
  }

  remove() {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What a page leaves in window.result. @param {import("puppeteer-core").Page} tab */
export async function resultOf(tab) {
  await tab.waitForFunction("window.result !== undefined", { timeout: MINUTES });
  return String(await tab.evaluate("window.result"));
}

/** Opens an address in Chromium. The page must neither fail nor complain. @template T
 * @param {string} address @param {(tab: import("puppeteer-core").Page) => Promise<T>} use
 * @param {RegExp} [expected] what the console may say
 * @param {(tab: import("puppeteer-core").Page) => Promise<unknown>} [before] is called before it is opened
 * @returns {Promise<T>} */
export async function visit(address, use, expected = /^$/, before = async () => {}) {
  const browser = await puppeteer.launch({
    executablePath: chromium(),
    headless: true,
    args: CHROMIUM_FLAGS,
  });
  try {
    const tab = await browser.newPage();
    /** @type {string[]} */
    const complaints = [];
    tab.on("pageerror", (error) => {
      if (!expected.test(String(error))) complaints.push(String(error));
    });
    tab.on("console", (message) => {
      const { url = "" } = message.location();
      if (!["error", "warn"].includes(message.type()) || /favicon/.test(url)) return;
      // What a tool's own pages ask of other hosts is not there without a network.
      if (/Failed to load resource|ERR_/.test(message.text()) && !/\/\/localhost/.test(url)) return;
      if (!expected.test(message.text())) complaints.push(`${message.text()} (${url})`);
    });
    await before(tab);
    await tab.goto(address, { timeout: 3 * MINUTES });
    const result = await use(tab).catch((error) => {
      throw new Error(`${error.message}; the page said: ${complaints.join(" · ") || "nothing"}`, {
        cause: error,
      });
    });
    if (complaints.length > 0) throw new Error(`the console: ${complaints.join(" · ")}`);
    return result;
  } finally {
    await browser.close();
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

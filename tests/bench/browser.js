// npm run bench:browser: the bench in Chromium, or with --serve in any browser that opens the address.
//
//   npm run bench:browser -- --quick fused layer-512     as npm run bench
//   npm run bench:browser -- --json
//   npm run bench:browser -- --serve
import * as fs from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as esbuild from "esbuild";
import puppeteer from "puppeteer-core";
import { CHROMIUM_FLAGS, chromium } from "../browser/browsers.js";
import { ceilingBytes } from "./ceiling.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const require = createRequire(import.meta.url);

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    serve: { type: "boolean", default: false },
    rounds: { type: "string" },
  },
});

const { outputFiles } = await esbuild.build({
  entryPoints: [`${here}page.js`],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  write: false,
  logLevel: "error",
  // Only Node asks for these.
  external: ["binaryen", "node:*"],
  define: { "import.meta.url": "location.href" },
});

const folders = {
  ort: path.dirname(require.resolve("onnxruntime-web/wasm")),
  tf: path.dirname(require.resolve("@tensorflow/tfjs-backend-wasm")),
};
const ceiling = await ceilingBytes();

/** What an address is answered with. @param {string} address @returns {Uint8Array | null} */
function answer(address) {
  if (address === "/") return fs.readFileSync(`${here}browser.html`);
  if (address === "/page.js") return outputFiles[0].contents;
  if (address === "/ceiling.wasm") return ceiling;
  const [, folder, name] = /^\/(ort|tf)\/([\w.-]+)$/.exec(address) ?? [];
  const file = folder && path.join(folders[/** @type {"ort" | "tf"} */ (folder)], name);
  return file && fs.existsSync(file) ? fs.readFileSync(file) : null;
}

const KINDS = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

const server = createServer(({ url = "/" }, response) => {
  const { pathname } = new URL(url, "http://localhost");
  const content = answer(pathname);
  const kind = KINDS[/** @type {keyof typeof KINDS} */ (path.extname(pathname))] ?? "text/html";
  response.writeHead(content ? 200 : 404, { "Content-Type": kind });
  response.end(content ?? "");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());

const query = new URLSearchParams(positionals.map((row) => ["row", row]));
if (flags.quick) query.set("quick", "");
if (flags.rounds) query.set("rounds", flags.rounds);
const address = `http://127.0.0.1:${port}/?${query}`;

if (flags.serve) {
  console.log(`open ${address}`);
} else if (!chromium) {
  console.error("there is no Chromium here; --serve prints an address for any browser");
  process.exit(1);
} else {
  const browser = await puppeteer.launch({
    executablePath: chromium,
    headless: true,
    args: CHROMIUM_FLAGS,
    protocolTimeout: 3_600_000,
  });
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(String(error)));
    await page.exposeFunction("benchRow", (/** @type {string} */ text) => {
      if (!flags.json) console.log(`${text}\n`);
    });
    await page.goto(address);
    const results = await page.evaluate(() => /** @type {any} */ (globalThis).benchResults);
    if (flags.json) console.log(JSON.stringify(results, null, 2));
    if (results.some((/** @type {any} */ { error }) => error)) process.exitCode = 1;
  } finally {
    await browser.close();
    server.close();
  }
}

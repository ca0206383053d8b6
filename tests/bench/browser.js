// npm run bench:browser: the bench in Chromium, Firefox and WebKit, a row in one after the other, and one
// table. With --serve in any browser that opens the address.
//
//   npm run bench:browser -- --quick fused layer-512     as npm run bench
//   npm run bench:browser -- --json, --markdown
//   npm run bench:browser -- --serve
//   BROWSERS=Chromium,Firefox npm run bench:browser      in these alone
import * as fs from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import * as esbuild from "esbuild";
import { engines } from "../browser/browsers.js";
import { ceilingBytes } from "./ceiling.js";
import { asMarkdown, asText, chosen, nameOf, summary } from "./report.js";
import { pageRows } from "./page-rows.js";
import { rows } from "./rows.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const require = createRequire(import.meta.url);

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
    serve: { type: "boolean", default: false },
    rounds: { type: "string" },
  },
});

const { outputFiles } = await esbuild.build({
  entryPoints: [`${here}page.js`],
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  write: false,
  logLevel: "error",
  // Only Node asks for the first; the others are files beside the package, as a user's server has them.
  external: ["binaryen", "node:*"],
  alias: { "attention-wasm": `${dist}index.js` },
  plugins: [
    {
      name: "files beside the package",
      setup: (build) =>
        void build.onResolve(
          { filter: /^\.\/(attention-js|attention-relaxed|worker-source)\.js$/ },
          ({ path: name }) => ({
            path: `/dist/${path.basename(name)}`,
            external: true,
          }),
        ),
    },
  ],
  define: { "import.meta.url": "location.href" },
});

const folders = {
  dist,
  ort: path.dirname(require.resolve("onnxruntime-web/wasm")),
  tf: path.dirname(require.resolve("@tensorflow/tfjs-backend-wasm")),
};
const ceilings = await ceilingBytes();

/** What an address is answered with. @param {URL} address @returns {Uint8Array | null} */
function answer({ pathname, search }) {
  if (pathname === "/") return fs.readFileSync(`${here}browser.html`);
  if (pathname === "/page.js") return outputFiles[0].contents;
  if (pathname === "/ceiling") return ceilings[decodeURIComponent(search.slice(1))] ?? null;
  const [, folder, name] = /^\/(dist|ort|tf)\/([\w.-]+)$/.exec(pathname) ?? [];
  const file = folder && path.join(folders[/** @type {keyof typeof folders} */ (folder)], name);
  return file && fs.existsSync(file) ? fs.readFileSync(file) : null;
}

const KINDS = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

const server = createServer(({ url = "/" }, response) => {
  const address = new URL(url, "http://localhost");
  const content = answer(address);
  const kind =
    KINDS[/** @type {keyof typeof KINDS} */ (path.extname(address.pathname))] ?? "text/html";
  response.writeHead(content ? 200 : 404, { "Content-Type": kind });
  response.end(content ?? "");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());

const query = new URLSearchParams(positionals.map((row) => ["row", row]));
if (flags.quick) query.set("quick", "");
if (flags.rounds) query.set("rounds", flags.rounds);
const address = `http://127.0.0.1:${port}/?${query}`;

const say = (/** @type {string} */ line) => {
  if (!flags.json && !flags.markdown) console.log(line);
};

/** @typedef {Awaited<ReturnType<(typeof engines)[number]["launch"]>>} Browser */

async function inEveryBrowser() {
  /** @type {{ name: string, tab: import("../browser/browsers.js").Tab, browser: Browser }[]} */
  const open = [];
  for (const engine of engines) {
    if (engine.missing) {
      console.error(`without ${engine.name}: ${engine.missing} is not installed here`);
      continue;
    }
    const browser = await engine.launch();
    const tab = await browser.open(`${address}&driven`);
    open.push({ name: engine.name, tab, browser });
  }
  /** @type {import("./report.js").Line[]} */
  const lines = [];
  const about = /** @type {Record<string, unknown>} */ ({});
  try {
    for (const { name, tab } of open) {
      about[name] = await tab.evaluate("return bench.about();");
      say(`${name}: ${/** @type {any} */ (about[name]).agent}`);
    }
    for (const row of chosen([...rows, ...pageRows], positionals, flags.quick)) {
      /** @type {import("./report.js").Line} */
      const line = { row: nameOf(row), engines: {} };
      for (const { name, tab: shared, browser } of open) {
        // What an explorer does in a page is measured in one that is fresh.
        const tab = pageRows.includes(row) ? await browser.open(`${address}&driven`) : shared;
        // A driver waits for an answer for a minute only, and some rows take longer.
        await tab.evaluate(
          `globalThis.found = undefined; bench.run(${JSON.stringify(row.id)}).then((result) => (globalThis.found = result));`,
        );
        let found;
        while (!found) {
          await new Promise((resolve) => setTimeout(resolve, 250));
          found = await tab.evaluate("return globalThis.found ?? null;");
        }
        line.engines[name] = /** @type {import("./report.js").Result} */ (found);
        if (tab !== shared) await tab.close();
      }
      lines.push(line);
      say(`\n${asText(line)}`);
    }
  } finally {
    for (const { browser } of open) await browser.close();
  }
  if (flags.json) console.log(JSON.stringify({ about, results: lines }, null, 2));
  else if (flags.markdown) console.log(asMarkdown(lines));
  else console.log(`\n${asMarkdown(lines)}\n\n${summary(lines)}`);
  if (open.length === 0) {
    console.error("there is no browser here; --serve prints an address for any browser");
    process.exitCode = 1;
  }
  if (lines.some((line) => Object.values(line.engines).some(({ error }) => error)))
    process.exitCode = 1;
}

if (flags.serve) {
  console.log(`open ${address}`);
} else {
  await inEveryBrowser();
  server.close();
}

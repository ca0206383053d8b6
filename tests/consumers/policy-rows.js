// Pages in Chromium: every content security policy that README speaks of, encodings that are not UTF-8, workers
// of every kind, the classic scripts.
import * as fs from "node:fs";
import * as path from "node:path";
import { pathToFileURL } from "node:url";
import { call } from "./programs.js";
import { resultOf, visit } from "./project.js";

const NINE = [
  "lookup",
  "steps",
  "key-size",
  "softmax",
  "masks",
  "heads",
  "heatmap",
  "cost",
  "training",
];

const SHOWN = `
const until = async (test) => { for (let i = 0; i < 600 && !test(); i++) await new Promise((r) => setTimeout(r, 50)); return test(); };
`;

/** @param {import("./project.js").Project} project @param {Record<string, string>} files */
function site(project, files) {
  const dist = path.join(project.folder, "node_modules/attention-wasm/dist");
  fs.cpSync(dist, path.join(project.folder, "site/dist"), { recursive: true });
  project.write(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`site/${name}`, text])),
  );
}

/** A page whose scripts are files, as policies want them. @param {string} scripts @param {string} body */
const plain = (scripts, body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="icon" href="icon.png">${scripts}<body>${body}</body></html>`;

/** @param {string} name @param {string} policy_ @param {string} expected
 * @param {string} [says] attributes of the scripts @returns {import("./rows.js").Row} */
const policy = (name, policy_, expected, says = "") => ({
  name: `policy: ${name}`,
  tools: {},
  async run(project) {
    site(project, {
      "icon.png": "",
      "all.js": `${SHOWN}
const violations = [];
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => blockedURI.endsWith("icon.png") || violations.push([violatedDirective, blockedURI, sourceFile + ":" + lineNumber].join(" ")));
addEventListener("load", async () => {
  const all = ${JSON.stringify(NINE)}.map((name) => document.querySelector("attention-" + name));
  const shown = await until(() => all.every((element) => element.shadowRoot?.querySelector(".picture")));
  const attn = await attentionWasm.load();
  const pool = attentionWasm.createPool({ workers: 2 });
  const { output } = await pool.attention([[1]], [[1]], [[7]]);
  window.result = [shown ? "nine" : "not all", attn.variant, pool.workers, output.data[0], violations.filter((each) => !/^worker-src|wasm-eval|trusted-types-sink/.test(each)).join()].join(" ");
});`,
      "index.html": plain(
        ["all", "dist/attention", "dist/attention-explorers"]
          .map((file) => `<script src="${file}.js"${says}></script>`)
          .join(""),
        NINE.map((each) => `<attention-${each}></attention-${each}>`).join(""),
      ),
    });
    const result = await project.inChromium(
      "site",
      "index.html",
      { "content-security-policy": policy_ },
      /refused|violat|content security policy|TrustedScriptURL/i,
    );
    if (result.trim() !== expected) throw new Error(`not ${expected} but ${result}`);
  },
});

const BASE = "default-src 'none'; style-src 'none'; img-src 'self' data: blob:";

/** @param {string} charset @returns {import("./rows.js").Row} */
const encoding = (charset) => ({
  name: `classic scripts on a page of ${charset || "no charset"}`,
  tools: {},
  async run(project) {
    // As the page is decoded, so is a script that says nothing: in UTF-16 it has to.
    const says = charset === "utf-16" ? ' charset="utf-8"' : "";
    const meta = charset ? `<meta charset="${charset}">` : "";
    site(project, {
      "index.html": `${charset === "utf-16" ? "\ufeff" : ""}<!doctype html><html lang="en">${meta}<title>x</title><link rel="icon" href="data:,">${["attention", "attention-explorers", "attention-ticket-model"].map((name) => `<script src="dist/${name}.js"${says}></script>`).join("")}
<body><attention-steps></attention-steps><script>${SHOWN}
if (${JSON.stringify(charset)} && !document.characterSet.toLowerCase().startsWith(${JSON.stringify(charset)}) && ${JSON.stringify(charset)} !== "iso-8859-1") throw new Error("the page is " + document.characterSet);
(async () => { const { load } = attentionWasm; ${call()}
const element = document.querySelector("attention-steps");
await until(() => element.shadowRoot.querySelector("table"));
window.result = answer + " " + element.shadowRoot.querySelector(".heading").textContent.trim() + " " + /\\u221a/.test(element.shadowRoot.textContent); })();</script></body></html>`,
    });
    const file = path.join(project.folder, "site/index.html");
    if (charset === "utf-16") fs.writeFileSync(file, fs.readFileSync(file, "utf8"), "utf16le");
    // From disk: a server that names a charset of its own would hide what the page says.
    const result = await visit(pathToFileURL(file).href, resultOf);
    if (!result.startsWith("[10] Where does each number")) throw new Error(result);
  },
});

/** @param {string} name @param {string} page the script of the page @param {Record<string, string>} files
 * @returns {import("./rows.js").Row} */
const worker = (name, page, files) => ({
  name: `worker: ${name}`,
  tools: {},
  async run(project) {
    site(project, {
      "index.html": `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,"><script type="module">${page}</script></html>`,
      ...files,
    });
    const result = await project.inChromium("site", "index.html");
    if (result !== "[10] js 7") throw new Error(result);
  },
});

const IN_WORKER = `(async () => {${call("js")}
  const pool = createPool({ workers: 1 });
  const { output: pooled } = await pool.attention([[1]], [[1]], [[7]]);
  return answer + " " + attn.variant + " " + pooled.data[0];
})()`;
const REGISTERED = (/** @type {string} */ file, /** @type {string} */ type) => `
const registration = await navigator.serviceWorker.register("${file}", { type: "${type}" });
await navigator.serviceWorker.ready;
const { port1, port2 } = new MessageChannel();
port1.onmessage = ({ data }) => { window.result = data; };
(registration.active ?? registration.waiting ?? registration.installing).postMessage("go", [port2]);`;
const ANSWERS = `addEventListener("message", ({ ports }) => { ${IN_WORKER}.then((text) => ports[0].postMessage(text), (error) => ports[0].postMessage(String(error))); });`;

/** @type {import("./rows.js").Row[]} */
export const policyRows = [
  policy(
    "'wasm-unsafe-eval', pools with worker-src blob:",
    `${BASE}; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:`,
    "nine simd 2 7",
  ),
  policy(
    "'wasm-unsafe-eval' without workers",
    `${BASE}; script-src 'self' 'wasm-unsafe-eval'`,
    "nine simd 0 7",
  ),
  policy("no WebAssembly", `${BASE}; script-src 'self'; worker-src blob:`, "nine js 0 7"),
  policy(
    "trusted types, lit-html allowed",
    `${BASE}; script-src 'self' 'wasm-unsafe-eval'; require-trusted-types-for 'script'; trusted-types lit-html`,
    "nine simd 0 7",
  ),
  policy(
    "the fewest directives",
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    "nine simd 0 7",
  ),
  policy(
    "a nonce and 'strict-dynamic'",
    "default-src 'none'; script-src 'nonce-abc' 'strict-dynamic' 'wasm-unsafe-eval'; worker-src blob:",
    "nine simd 2 7",
    ' nonce="abc"',
  ),
  policy(
    "a sandbox without an origin",
    "sandbox allow-scripts; default-src 'self' 'wasm-unsafe-eval' blob:",
    "nine simd 2 7",
  ),
  ...[
    "",
    "windows-1252",
    "iso-8859-1",
    "koi8-r",
    "euc-kr",
    "shift_jis",
    "gb18030",
    "big5",
    "utf-16",
    "utf-8",
  ].map(encoding),
  worker(
    "dedicated, module",
    `const worker = new Worker("w.js", { type: "module" }); worker.onmessage = ({ data }) => { window.result = data; };`,
    {
      "w.js": `import { load, createPool } from "./dist/index.js"; ${IN_WORKER}.then(postMessage, (error) => postMessage(String(error)));`,
    },
  ),
  worker(
    "dedicated, classic",
    `const worker = new Worker("w.js"); worker.onmessage = ({ data }) => { window.result = data; };`,
    {
      "w.js": `importScripts("dist/attention.js"); const { load, createPool } = attentionWasm; ${IN_WORKER}.then(postMessage, (error) => postMessage(String(error)));`,
    },
  ),
  worker("service worker, classic", REGISTERED("w.js", "classic"), {
    "w.js": `importScripts("dist/attention.js"); const { load, createPool } = attentionWasm; ${ANSWERS}`,
  }),
  worker('service worker, module, with "attention-wasm/js"', REGISTERED("w.js", "module"), {
    "w.js": `import "./dist/js.js"; import { load, createPool } from "./dist/index.js"; ${ANSWERS}`,
  }),
  {
    name: "page: two copies and two versions",
    tools: {},
    async run(project) {
      site(project, {
        "icon.png": "",
        "said.js": "window.said = []; console.info = (text) => said.push(text);",
        "index.html": plain(
          ["said.js", "dist/attention-explorers.js", "dist/newer.js", "dist/attention-explorers.js"]
            .map((name) => `<script src="${name}"></script>`)
            .join(""),
          `<attention-steps></attention-steps><attention-softmax></attention-softmax><script type="module">${SHOWN}
import "./dist/explorers.js";
const all = [...document.querySelectorAll("attention-steps, attention-softmax")];
const shown = await until(() => all.every((element) => element.shadowRoot?.querySelector("table, svg")));
window.result = JSON.stringify({ shown, said, drawn: all.map((element) => element.constructor.version) });
</script>`,
        ),
      });
      const dist = path.join(project.folder, "site/dist");
      const text = fs.readFileSync(path.join(dist, "attention-explorers.js"), "utf8");
      const { version } = JSON.parse(
        fs.readFileSync(
          path.join(project.folder, "node_modules/attention-wasm/package.json"),
          "utf8",
        ),
      );
      fs.writeFileSync(path.join(dist, "newer.js"), text.replaceAll(`"${version}"`, '"99.0.0"'));
      const result = JSON.parse(await project.inChromium("site", "index.html"));
      const [said, ...more] = result.said;
      const isRight =
        result.shown &&
        result.drawn.every((/** @type {string} */ each) => each === version) &&
        more.length === 0 &&
        said.includes(`version ${version} `) &&
        said.includes("version 99.0.0");
      if (!isRight) throw new Error(JSON.stringify(result));
    },
  },
  {
    name: "page: moved into another document by adoptNode",
    tools: {},
    async run(project) {
      site(project, {
        "index.html": `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,"><script src="dist/attention-explorers.js"></script>
<body><main>${NINE.map((each) => `<attention-${each}></attention-${each}>`).join("")}<attention-question right="1">One?</attention-question></main><script type="module">${SHOWN}
const main = document.querySelector("main");
const all = [...main.children];
await until(() => all.every((element) => element.shadowRoot?.childElementCount > 0));
await Promise.all(all.map((element) => element.updateComplete));
const sheets = (root) => [...root.querySelectorAll("*")].flatMap((each) => each.shadowRoot ? [each.localName + each.shadowRoot.adoptedStyleSheets.length, ...sheets(each.shadowRoot)] : []).join(" ");
const before = sheets(main);
const frame = document.body.appendChild(document.createElement("iframe"));
frame.contentDocument.body.append(frame.contentDocument.adoptNode(main));
const weight = frame.contentWindow.getComputedStyle(all[1].shadowRoot.querySelector(".heading")).fontWeight;
// What has never been drawn, in a frame from the start.
const fresh = frame.contentDocument.body.appendChild(document.createElement("attention-steps"));
await until(() => fresh.shadowRoot?.querySelector("table"));
const first = frame.contentWindow.getComputedStyle(fresh.shadowRoot.querySelector(".heading")).fontWeight;
window.result = before === sheets(main) && weight >= 600 && first >= 600 ? "the same" : before + " became " + sheets(main) + " " + weight + " " + first;
</script></body></html>`,
      });
      const result = await project.inChromium("site", "index.html");
      if (result !== "the same") throw new Error(result);
    },
  },
];

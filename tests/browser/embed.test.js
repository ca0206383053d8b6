// Every way into another page, for real: the code is copied from the panel of an explorer whose names
// hold all that a language could stumble over; a page is made of it; and there the explorer stands in
// the same state, and a frame as tall as what it shows.
/* global ready, explorer */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { marked } from "marked";
import { createServer, listen } from "../../tools/serve.js";
import { embedForms } from "../../web/frame/embed-forms.js";
import { engines } from "./browsers.js";
import { Page, watched } from "./harness.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
const script = fs.readFileSync(path.join(root, "dist/attention-explorers.js"), "utf8");
const HASH = `sha384-${createHash("sha384").update(script).digest("base64")}`;

const FORMS = ["script", "cdn", "link", "iframe", "srcdoc", "markdown", "mdx", "jupyter"];

// Quotes, markup, references, an emoji, braces, a blank line, what ends a Python text.
const TOKENS = ['<b>"it\'s"</b>', "a&quot;b 😀 {x}", 'c\n\n\\"""</script>'];

// Scripts and frames may come from beside the page, and nothing from anywhere else.
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' file: http://127.0.0.1:*; style-src 'unsafe-inline'; img-src data:; frame-src file:; worker-src blob:";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-embed-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** @param {string} name @param {string} text */
function write(name, text) {
  fs.writeFileSync(path.join(folder, name), text);
  return pathToFileURL(path.join(folder, name)).href;
}

/** An author's page. @param {string} name @param {string} body */
const authorsPage = (name, body) =>
  write(
    `${name}.html`,
    watched(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>
      <link rel="icon" href="data:,"><script>
      window.told = [];
      addEventListener("message", ({ data }) => window.told.push(data));
      </script></head><body>${body}</body></html>`,
      POLICY,
    ),
  );

it("LiaScript reads a tag in one line, whatever its author has written in several", () => {
  const form = embedForms.find(({ name }) => name === "liascript");
  const asked = { question: "It's?", answers: ["yes", "no"], right: "yes" };
  const code = form?.code({
    tag: "attention-steps",
    attributes: new Map([
      ["question", JSON.stringify(asked, null, 2)],
      ["x", "1 0;\n  0 1"],
    ]),
    place: { page: "", prefix: "" },
    title: "",
    fallback: "",
    height: 0,
    version: "",
    scripts: ["attention-explorers.js"],
    integrity: {},
    texts: {},
  });
  const [, json, x] =
    /^<attention-steps question='(.*)' x="(.*)"><\/attention-steps>$/m.exec(code ?? "") ?? [];
  assert.deepEqual(JSON.parse(json), asked);
  assert.equal(x, "1 0; 0 1");
});

write("attention-explorers.js", script);
const single = watched(
  fs.readFileSync(path.join(root, "dist/explorers/attention-steps.html"), "utf8"),
);
const address = write("attention-steps.html", single);

/** Reads the explorer of a page or of a frame. */
const STATE = `
  const element = document.querySelector("attention-steps");
  for (let turn = 0; turn < 500 && !element.attn; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  await element.updateComplete;
  const { step, mask, tokens, hide } = element;
  const numbers = [...element.shadowRoot.querySelectorAll("td")].map((cell) => cell.textContent.trim());
  return { step, mask, tokens, hide, numbers };`;

/** What the cell of a notebook shows. IPython need not be there: all that is asked of it is that HTML
 * keeps a text. @param {string} code */
function runPython(code) {
  const program = `
import json, sys, types
try:
    import IPython.display
except ImportError:
    class HTML:
        def __init__(self, data):
            self.data = data
    display = types.ModuleType("IPython.display")
    display.HTML = HTML
    sys.modules["IPython"] = types.ModuleType("IPython")
    sys.modules["IPython.display"] = display
source = json.loads(sys.argv[1])
# The value of the last expression, as a notebook shows it.
import ast, warnings
warnings.simplefilter("error")
tree = ast.parse(source)
last = tree.body.pop()
names = {}
exec(compile(tree, "cell", "exec"), names)
sys.stdout.reconfigure(encoding="utf-8")
sys.stdout.write(eval(compile(ast.Expression(last.value), "cell", "eval"), names).data)
`;
  return execFileSync("python3", ["-c", program, JSON.stringify(code)], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
}

/** What a bundler and a framework make of MDX's two lines. @param {string} code */
async function runJsx(code) {
  const result = await esbuild.build({
    stdin: {
      contents: code.replace(/^</m, "document.body.append(<").replace(/>\n$/, ">);"),
      loader: "jsx",
      resolveDir: folder,
    },
    bundle: true,
    write: false,
    format: "iife",
    jsxFactory: "h",
    alias: { "attention-wasm/explorers": path.join(root, "dist/explorers.js") },
    // As React 19, Preact and Vue do: a property where the element has one, else an attribute.
    banner: {
      js: `const h = (tag, values) => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(values ?? {}))
          if (name in element) element[name] = value;
          else element.setAttribute(name, value);
        return element;
      };`,
    },
    logLevel: "silent",
  });
  assert.deepEqual(result.warnings, []);
  return result.outputFiles[0].text;
}

describe("the script", () => {
  it("may stand inside a page as it is, and its hash lies beside it", () => {
    assert.doesNotMatch(script, /<\/script|<!--/i);
    const file = fs.readFileSync(path.join(root, "dist/integrity.json"), "utf8");
    assert.equal(JSON.parse(file)["attention-explorers.js"], HASH);
  });
});

for (const engine of engines) {
  const isMissing = engine.missing !== "";
  const skip =
    isMissing && !process.env.CI
      ? `${engine.name} is not on this machine (${engine.missing})`
      : false;
  describe(`embedding in ${engine.name}`, { skip }, () => {
    /** @type {Awaited<ReturnType<typeof engine.launch>>} */
    let browser;
    /** @type {Record<string, string>} what Copy copies, by the form's name */
    let codes = {};
    /** @type {unknown} */
    let state;

    /** @param {string} place @param {(page: Page) => Promise<void>} body */
    async function inPage(place, body) {
      const tab = await browser.open(place);
      try {
        const page = new Page(tab, engine.name);
        await body(page);
        assert.deepEqual(await page.run(() => /** @type {any} */ (window).problems), []);
      } finally {
        await tab.close();
      }
    }

    /** Copies the code of every form. @param {Page} page @param {string[]} forms */
    const copied = (page, forms) =>
      page.run(async (/** @type {string[]} */ names) => {
        /** @type {Record<string, string>} */
        const found = {};
        const element = explorer();
        let text = "";
        Object.defineProperty(navigator, "clipboard", {
          configurable: true,
          value: { writeText: async (/** @type {string} */ given) => (text = given) },
        });
        element.openParts = new Set(["embed"]);
        await element.updateComplete;
        for (const name of names) {
          const menu = element.shadowRoot.querySelector("#embed-form");
          menu.value = name;
          menu.dispatchEvent(new Event("change"));
          await element.updateComplete;
          element.shadowRoot.querySelector("[data-copy=embed]").click();
          await new Promise((resolve) => setTimeout(resolve, 0));
          found[name] = text;
        }
        return found;
      }, forms);

    /** A frame that is as tall as its content, and follows it. @param {Page} page */
    async function assertFrame(page) {
      assert.deepEqual(await page.tab.evaluateInFrame(STATE), state);
      const heights = async () => {
        await page.run(() => new Promise((resolve) => setTimeout(resolve, 300)));
        const inside = await page.tab.evaluateInFrame(`
          const { scrollHeight } = document.documentElement;
          return { scrollHeight, innerHeight };`);
        const outside = await page.run(() => {
          const told = /** @type {unknown[]} */ (/** @type {any} */ (window).told);
          const frame = /** @type {HTMLElement} */ (document.querySelector("iframe"));
          return { told, height: frame.getBoundingClientRect().height };
        });
        return { .../** @type {any} */ (inside), ...outside };
      };
      /** @param {string[]} parts */
      const open = (parts) =>
        page.tab.evaluateInFrame(`
          const element = document.querySelector("attention-steps");
          element.openParts = new Set(${JSON.stringify(parts)});
          await element.updateComplete;`);
      const first = await heights();
      assert.equal(first.height, first.scrollHeight, "the frame is as tall as its content");
      assert.deepEqual(first.told.at(-2), {
        type: "attention-wasm:height",
        height: first.height,
        element: "attention-steps",
      });
      assert.deepEqual(first.told.at(-1), { subject: "lti.frameResize", height: first.height });
      await open(["tables", "description"]);
      const taller = await heights();
      assert.ok(taller.height > first.height + 100, `${taller.height} after ${first.height}`);
      assert.equal(taller.height, taller.scrollHeight);
      await open([]);
      const last = await heights();
      assert.equal(last.height, first.height, "and becomes as small again");
      assert.ok(last.told.length < 24, `${last.told.length} messages`);
      assert.deepEqual((await heights()).told, last.told, "nothing is told while nothing changes");
    }

    before(async () => {
      if (isMissing) throw new Error(`${engine.name} is missing: ${engine.missing}`);
      browser = await engine.launch();
      await inPage(address, async (page) => {
        await page.run(async (/** @type {string[]} */ tokens) => {
          /** @type {unknown[]} */
          const heard = [];
          Object.assign(window, { told: heard });
          addEventListener("message", ({ data }) => heard.push(data));
          await ready();
          Object.assign(explorer(), { step: 5, mask: "causal", tokens, hide: "predict" });
          await explorer().updateComplete;
        }, TOKENS);
        state = await page.tab.evaluate(STATE);
        codes = await copied(page, FORMS);
        const told = await page.run(() => /** @type {any} */ (window).told);
        assert.deepEqual(told, [], "a page that is in no frame tells nobody its height");
      });
      const { numbers, ...values } = /** @type {any} */ (state);
      assert.deepEqual(values, { step: 5, mask: "causal", tokens: TOKENS, hide: "predict" });
      assert.ok(numbers.length > 20);
    });
    after(() => browser?.close());

    it("a script beside the page", () =>
      inPage(authorsPage("script", codes.script), async (page) => {
        assert.deepEqual(await page.tab.evaluate(STATE), state);
      }));

    it("a script from a CDN, with the hash of this very build", async () => {
      const cdn = `https://cdn.jsdelivr.net/npm/attention-wasm@${version}/dist`;
      assert.ok(codes.cdn.includes(`src="${cdn}/attention-explorers.js"`), codes.cdn);
      assert.ok(codes.cdn.includes(`integrity="${HASH}" crossorigin="anonymous"`), codes.cdn);
      // The same from a server here: the browser compares the hash, and the page's own panel knows it.
      const server = createServer(folder, "cdn.html");
      const port = await listen(server, "127.0.0.1", 8600);
      try {
        authorsPage("cdn", codes.cdn.replace(cdn, `http://127.0.0.1:${port}`));
        await inPage(`http://127.0.0.1:${port}/`, async (page) => {
          assert.deepEqual(await page.tab.evaluate(STATE), state);
          assert.equal((await copied(page, ["cdn"])).cdn, codes.cdn);
        });
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });

    it("where nobody knows the hash, none is claimed", () =>
      inPage(authorsPage("unknown", codes.script), async (page) => {
        await page.run(() => ready());
        const { cdn } = await copied(page, ["cdn"]);
        assert.doesNotMatch(cdn, /integrity/);
        const note = await page.run(
          () => explorer().shadowRoot.querySelector("[data-note=integrity]")?.textContent,
        );
        assert.match(note ?? "", /integrity\.json/);
      }));

    it("a link, to the page where it was copied", () =>
      inPage(codes.link, async (page) => {
        assert.ok(codes.link.startsWith(`${address}#attention-steps.`), codes.link);
        assert.deepEqual(await page.tab.evaluate(STATE), state);
      }));

    it("a frame, its state in the address, its height in messages", () =>
      inPage(authorsPage("iframe", codes.iframe), assertFrame));

    it("a frame keeps what its author hides, whatever a learner does", () =>
      inPage(authorsPage("iframe-kept", codes.iframe), async (page) => {
        await page.tab.evaluateInFrame(STATE);
        const hash = await page.tab.evaluateInFrame(`
          const element = document.querySelector("attention-steps");
          await element.set({ step: 4 });
          return location.hash;`);
        const kept = new URLSearchParams(String(hash).slice(1));
        assert.equal(kept.get("attention-steps.hide"), "predict");
        assert.equal(kept.get("attention-steps.step"), "4");
      }));

    it("a frame that holds everything, in a sandbox", () =>
      inPage(authorsPage("srcdoc", codes.srcdoc), async (page) => {
        assert.match(codes.srcdoc, /sandbox="allow-scripts allow-downloads"/);
        await assertFrame(page);
        // It has no origin: no storage, no address to write to. A learner's change must not fail there.
        const after = await page.tab.evaluateInFrame(`
          const element = document.querySelector("attention-steps");
          const complaints = [];
          addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
          element.address = "steps";
          await element.set({ step: 6 });
          element.openParts = new Set(["embed", "export"]);
          await element.updateComplete;
          return { origin, step: element.step, complaints };`);
        assert.deepEqual(after, { origin: "null", step: 6, complaints: [] });
      }));

    it("Markdown that lets HTML through", () =>
      inPage(
        authorsPage("markdown", String(marked.parse(`Before.\n\n${codes.markdown}\nAfter *it*.`))),
        async (page) => {
          assert.deepEqual(await page.tab.evaluate(STATE), state);
          const around = await page.run(() =>
            [...document.body.querySelectorAll(":scope > p")].map((each) => each.innerHTML),
          );
          assert.deepEqual(around, ["Before.", "After <em>it</em>."]);
        },
      ));

    it("MDX and JSX, whether attributes or properties are set", async () => {
      const text = await runJsx(codes.mdx);
      await inPage(authorsPage("mdx", `<script>${text}</script>`), async (page) => {
        assert.deepEqual(await page.tab.evaluate(STATE), state);
      });
    });

    it("a cell of a notebook", () =>
      inPage(authorsPage("jupyter", runPython(codes.jupyter)), assertFrame));
  });
}

// Every form that the panel Embed gives, in its own tool: the text is the product's own, put where the
// panel says, and what the tool makes of it is looked at in Chromium. The numbers are the lesson's.
import * as fs from "node:fs";
import * as path from "node:path";
import { pathToFileURL } from "node:url";
import { embedForms } from "../../web/frame/embed-forms.js";
import { unzipSync } from "fflate";
import { visit } from "./project.js";

/** @typedef {import("./project.js").Project} Project */
/** @typedef {import("puppeteer-core").Page} Tab */

const TAG = "attention-steps";
const SCRIPT = "attention-explorers.js";
// What an attribute may hold: quotation marks, a sign that begins a tag, a line end; JSON of several lines; and
// what tools read as their own: tags of templates, shortcodes, comments, emphasis, ends of scripts and of fences.
const ASKED = {
  question: "Is 1 < 2 & 2 > 1?\nIt's <b>",
  answers: ["yes", "no", "{{ 6 * 7 }} {% raw %} {# no #} {{< x >}} {{% y %}} ${z} {w}"],
  right: "yes",
  why: "*a* _b_ `c` \\d ~~~ ```e``` </script> <!-- f --> https://x.y/z :smile: @g مرحبا {.h #i} {{",
};
const QUESTION = JSON.stringify(ASKED);
const LINES = "one\n\ntwo";
const ATTRIBUTES = new Map([
  ["preset", "lesson-1"],
  ["step", "7"],
  ["mask", "causal"],
  ["question", JSON.stringify(ASKED, null, 2)],
  ["hide", "predict"],
  ["data-lines", LINES],
]);
// Lesson 1, causal: the last row of the output.
const NUMBERS = ["1.007", "0.248"];

/** The text of a form. @param {Project} project @param {string} name @param {boolean} [isInside] the page
 * that shows the form holds the script itself */
function textOf(project, name, isInside = false) {
  const dist = path.join(project.folder, "node_modules/attention-wasm/dist");
  const read = (/** @type {string} */ file) => fs.readFileSync(path.join(dist, file), "utf8");
  const form = embedForms.find((each) => each.name === name);
  if (!form) throw new Error(`there is no form ${name}`);
  return form.code({
    tag: TAG,
    attributes: ATTRIBUTES,
    place: { page: `${TAG}.html`, prefix: TAG },
    title: "Where does each number of attention come from?",
    fallback: "This <explorer> needs {{ script }} & {% raw %}.",
    height: 640,
    version: JSON.parse(read("../package.json")).version,
    scripts: [SCRIPT],
    integrity: JSON.parse(read("integrity.json")),
    texts: isInside ? { [SCRIPT]: read(SCRIPT) } : {},
  });
}

/** Puts the script where the form says. @param {Project} project @param {string} folder */
function putScript(project, folder) {
  const from = path.join(project.folder, "node_modules/attention-wasm/dist", SCRIPT);
  fs.mkdirSync(path.join(project.folder, folder), { recursive: true });
  fs.copyFileSync(from, path.join(project.folder, folder, SCRIPT));
}

// The first explorer of a page or of a widget's shadow tree, and all text that stands in its own.
const SHOWN = `(() => {
  const find = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.localName === "${TAG}") return element;
      const inside = element.shadowRoot && find(element.shadowRoot);
      if (inside) return inside;
    }
  };
  const trees = (root) => [root, ...[...root.querySelectorAll("*")].flatMap((each) => each.shadowRoot ? trees(each.shadowRoot) : [])];
  const figure = find(document);
  if (!figure?.shadowRoot) return undefined;
  const text = trees(figure.shadowRoot).flatMap((root) => [...root.querySelectorAll("*")].map((each) => each.childElementCount === 0 ? each.textContent.trim() : ""));
  return { text: text.filter((words) => /\\d/.test(words)), question: figure.getAttribute("question"), lines: figure.getAttribute("data-lines"), mask: figure.mask };
})()`;

/** Waits until the explorer shows the lesson's numbers, in the page or in a frame of it. @param {Tab} tab */
export async function seesNumbers(tab) {
  let seen = "no explorer";
  const end = Date.now() + 30_000;
  while (Date.now() < end) {
    for (const frame of tab.frames()) {
      const found = /** @type {any} */ (
        await Promise.race([
          frame.evaluate(SHOWN).catch(() => undefined),
          new Promise((resolve) => setTimeout(resolve, 2000)),
        ])
      );
      if (!found || found.mask === undefined) continue;
      seen = JSON.stringify(found);
      const isRight = NUMBERS.every((number) => found.text.includes(number));
      if (isRight && found.mask === "causal") {
        // An attribute that is not the explorer's is no part of a widget's or a frame's state.
        // LiaScript's JSON escapes an apostrophe.
        const question = JSON.stringify(JSON.parse(found.question ?? "null"));
        if (question !== QUESTION || ![LINES, "one two", null].includes(found.lines))
          throw new Error(`its attributes are ${JSON.stringify(found).slice(-600)}`);
        return;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the explorer does not show ${NUMBERS.join(" and ")}: ${seen.slice(0, 400)}`);
}

/** @param {string} body */
const htmlPage = (body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,"><body>\n${body}</body></html>`;

/** What a comment of a form says of another file. @param {string} text @param {RegExp} pattern */
function inComment(text, pattern) {
  const found = pattern.exec(text);
  if (!found) throw new Error(`the form names no ${pattern}`);
  return found[1];
}

/** A tool that no package registry has for Node. @param {Project} project @param {string} program */
async function needs(project, program) {
  await project.run("which", [program]).catch(() => {
    throw Object.assign(new Error(`${program} is not installed`), { cannot: true });
  });
}

/** @param {Project} project @param {string} folder @param {string} page
 * @param {(tab: Tab) => Promise<unknown>} [more] @param {RegExp} [expected] what the console may say */
const seen = (project, folder, page, more = async () => {}, expected = /^$/) =>
  project.served(folder, (address) =>
    visit(
      address + page,
      async (tab) => {
        await seesNumbers(tab);
        await more(tab);
      },
      expected,
    ),
  );

/** Sees the numbers, goes to another page of the site by its own link, comes back by another, and sees them
 * again.
 * @param {string} away @param {string} back the words of the links */
const awayAndBack = (away, back) => async (/** @type {Tab} */ tab) => {
  await seesNumbers(tab);
  // What a framework says of a hydration that did not fit comes with its next turns.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  for (const words of [away, back]) {
    const link = await tab.waitForSelector(`a ::-p-text(${words})`, { timeout: 10_000 });
    await link?.evaluate((element) => element.closest("a")?.click());
    await tab.waitForFunction(`document.querySelector("h1")?.textContent.includes("${words}")`, {
      timeout: 20_000,
    });
  }
  await seesNumbers(tab);
};

/** A notebook with one cell. @param {string} source */
const notebook = (source) =>
  JSON.stringify({
    cells: [
      { cell_type: "code", id: "a", metadata: {}, source, outputs: [], execution_count: null },
    ],
    metadata: { kernelspec: { name: "python3", display_name: "Python 3", language: "python" } },
    nbformat: 4,
    nbformat_minor: 5,
  });

const REACT = { react: "19.3.1", "react-dom": "19.3.1" };

/** @type {import("./rows.js").Row[]} */
export const formRows = [
  {
    name: "form: script, a web page",
    tools: {},
    async run(project) {
      putScript(project, "site");
      project.write({ "site/index.html": htmlPage(textOf(project, "script")) });
      await seen(project, "site", "index.html");
      // From disk as well.
      await visit(pathToFileURL(path.join(project.folder, "site/index.html")).href, seesNumbers);
    },
  },
  {
    name: "form: cdn, with its hash",
    tools: {},
    async run(project) {
      const text = textOf(project, "cdn");
      if (!/integrity="sha384-/.test(text)) throw new Error(`it has no hash: ${text}`);
      project.write({ "site/index.html": htmlPage(text) });
      const dist = path.join(project.folder, "node_modules/attention-wasm");
      // jsDelivr serves a package's files under its name and version; here the tarball's.
      const jsDelivr = async (/** @type {Tab} */ tab) => {
        await tab.setRequestInterception(true);
        tab.on("request", (request) => {
          const [, file] =
            /^https:\/\/cdn\.jsdelivr\.net\/npm\/attention-wasm@[^/]+\/(.*)$/.exec(request.url()) ??
            [];
          if (!file) void request.continue();
          else
            void request.respond({
              contentType: "application/javascript",
              headers: { "access-control-allow-origin": "*" },
              body: fs.readFileSync(path.join(dist, file)),
            });
        });
      };
      await project.served("site", (address) =>
        visit(`${address}index.html`, seesNumbers, /^$/, jsDelivr),
      );
    },
  },
  {
    name: "form: link, to a page that attention-wasm-pages wrote",
    tools: {},
    async run(project) {
      await project.run("npx", ["attention-wasm-pages", "pages"]);
      project.write({
        [`site/${TAG}.html`]: fs.readFileSync(
          path.join(project.folder, `pages/explorers/${TAG}.html`),
          "utf8",
        ),
      });
      await seen(project, "site", textOf(project, "link"));
    },
  },
  {
    name: "form: iframe, with a page that attention-wasm-pages wrote",
    tools: {},
    async run(project) {
      await project.run("npx", ["attention-wasm-pages", "pages"]);
      project.write({
        [`site/${TAG}.html`]: fs.readFileSync(
          path.join(project.folder, `pages/explorers/${TAG}.html`),
          "utf8",
        ),
        "site/index.html": htmlPage(textOf(project, "iframe")),
      });
      await seen(project, "site", "index.html");
    },
  },
  ...[true, false].map(
    /** @returns {import("./rows.js").Row} */ (isInside) => ({
      name: `form: srcdoc, the script ${isInside ? "inside" : "beside it"}`,
      tools: {},
      async run(project) {
        putScript(project, "site");
        project.write({ "site/index.html": htmlPage(textOf(project, "srcdoc", isInside)) });
        await seen(project, "site", "index.html");
      },
    }),
  ),
  {
    name: "form: markdown, Eleventy",
    tools: { "@11ty/eleventy": "3.1.8" },
    async run(project) {
      project.write({
        "eleventy.config.js": `export default (config) => { config.addPassthroughCopy("${SCRIPT}"); };`,
        "index.md": `# Attention\n\nText.\n\n${textOf(project, "markdown")}\nMore *text*.\n`,
      });
      putScript(project, ".");
      await project.run("eleventy", []);
      await seen(project, "_site", "index.html");
    },
  },
  {
    name: "form: markdown, Hugo",
    tools: {},
    async run(project) {
      await needs(project, "hugo");
      project.write({
        "hugo.toml": `baseURL = "/"\ntitle = "x"\ndisableKinds = ["RSS", "sitemap"]\n[markup.goldmark.renderer]\nunsafe = true\n`,
        "layouts/index.html": htmlPage("{{ .Content }}"),
        "content/_index.md": `---\ntitle: x\n---\n\n# Attention\n\nText.\n\n${textOf(project, "markdown")}\nMore *text*.\n`,
      });
      putScript(project, "static");
      await project.run("hugo", []);
      await seen(project, "public", "index.html");
    },
  },
  {
    name: "form: markdown, Jekyll",
    tools: {},
    async run(project) {
      await needs(project, "jekyll");
      project.write({
        "_config.yml": "exclude: [node_modules]\n",
        "_layouts/page.html": htmlPage("{{ content }}"),
        "index.md": `---\nlayout: page\n---\n\n# Attention\n\nText.\n\n${textOf(project, "markdown")}\nMore *text*.\n`,
      });
      putScript(project, ".");
      await project.run("jekyll", ["build"]);
      await seen(project, "_site", "index.html");
    },
  },
  {
    name: "form: mkdocs, MkDocs",
    tools: {},
    async run(project) {
      await needs(project, "mkdocs");
      const text = textOf(project, "mkdocs");
      const config = inComment(text, /<!-- mkdocs\.yml:\n([^]*?)-->/);
      project.write({
        "mkdocs.yml": `site_name: x\nuse_directory_urls: false\ntheme:\n  name: readthedocs\n  highlightjs: false\n${config}`,
        "docs/index.md": `# Attention\n\nText.\n\n${text}\nMore *text*.\n`,
        "docs/more/other.md": `# Other\n\n${text.replace(/<!--[^]*?-->/, "")}`,
      });
      putScript(project, "docs");
      await project.run("mkdocs", ["build"]);
      // Debian's MkDocs leaves files of its theme out.
      const theme = /status of 404|jQuery is not/;
      await seen(project, "site", "index.html", undefined, theme);
      await seen(project, "site", "more/other.html", undefined, theme);
    },
  },
  {
    name: "form: mdx, Docusaurus 3, before and after client navigation",
    tools: { "@docusaurus/core": "3.10.2", "@docusaurus/preset-classic": "3.10.2", ...REACT },
    async run(project) {
      project.write({
        "package.json":
          '{ "private": true, "dependencies": { "@docusaurus/core": "3.10.2", "@docusaurus/preset-classic": "3.10.2", "react": "19.3.1", "react-dom": "19.3.1" } }',
        "docusaurus.config.js": `module.exports = { title: "x", url: "http://localhost", baseUrl: "/", trailingSlash: false, favicon: "data:,", presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]] };`,
        "docs/index.mdx": `---\nslug: /\n---\n\n# Attention\n\nText. [Other](./other.mdx)\n\n${textOf(project, "mdx")}\nMore *text*.\n`,
        "docs/other.mdx": `# Other\n\n[Attention](./index.mdx)\n`,
        "docs/plain.md": `# Plain\n\n${textOf(project, "mdx")}`,
      });
      const move = awayAndBack("Other", "Attention");
      const port = ["--no-open", "--port", "8640"];
      await project.run("docusaurus", ["build"]);
      await project.serving("docusaurus", ["serve", ...port], async (address) => {
        await visit(address, move);
        await visit(new URL("plain", address).href, seesNumbers);
      });
      await project.serving("docusaurus", ["start", ...port], (address) => visit(address, move));
    },
  },
  {
    name: "form: vitepress, VitePress, built and in development, after client navigation",
    tools: { vitepress: "1.6.4", vue: "3.5.45" },
    async run(project) {
      const text = textOf(project, "vitepress");
      const config = inComment(text, /<!-- \.vitepress\/config\.js: ([^]*?)-->/);
      project.write({
        ".vitepress/config.js": config,
        "index.md": `# Attention\n\n[Other](./other.md)\n\n${text}\nMore *text*.\n`,
        "other.md": "# Other\n\n[Attention](./index.md)\n",
      });
      const move = awayAndBack("Other", "Attention");
      const port = ["--port", "8650"];
      await project.run("vitepress", ["build"]);
      await project.serving("vitepress", ["preview", ...port], (address) => visit(address, move));
      await project.serving("vitepress", ["dev", ...port], (address) => visit(address, move));
    },
  },
  ...["--turbopack", "--webpack"].map(
    /** @returns {import("./rows.js").Row} */ (bundler) => ({
      name: `form: next, Next 16 ${bundler}, in development and built`,
      tools: { next: "16.4.6", ...REACT },
      async run(project) {
        project.write({
          "next.config.mjs":
            "export default { devIndicators: false, turbopack: { root: import.meta.dirname } };",
          "app/layout.js": `export const metadata = { title: "x", icons: { icon: "data:," } }; export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }`,
          "app/explorer.js": textOf(project, "next"),
          "app/page.js": `import Link from "next/link"; import Explorer from "./explorer.js";
export default function Page() { return <main><h1>Attention</h1><Link href="/other">Other</Link><Explorer /></main>; }`,
          "app/other/page.js": `import Link from "next/link";
export default function Page() { return <main><h1>Other</h1><Link href="/">Attention</Link></main>; }`,
        });
        const move = awayAndBack("Other", "Attention");
        const port = ["--port", "8660"];
        await project.serving("next", ["dev", bundler, ...port], (address) => visit(address, move));
        await project.run("next", ["build", bundler]);
        await project.serving("next", ["start", ...port], (address) => visit(address, move));
      },
    }),
  ),
  {
    name: "form: astro, Astro and Starlight",
    tools: { "@astrojs/starlight": "0.42.4", astro: "7.3.5" },
    async run(project) {
      const text = textOf(project, "astro");
      const file = inComment(text, /\/\/ (src\/components\/\S+)/);
      const page = (/** @type {string} */ title, /** @type {string} */ body) =>
        `---\ntitle: ${title}\n---\n\n${body}\n`;
      project.write({
        "astro.config.mjs": `import { defineConfig, passthroughImageService } from "astro/config"; import starlight from "@astrojs/starlight";
export default defineConfig({ image: { service: passthroughImageService() }, integrations: [starlight({ title: "x", pagefind: false })] });`,
        "src/content.config.ts": `import { defineCollection } from "astro:content"; import { docsLoader } from "@astrojs/starlight/loaders"; import { docsSchema } from "@astrojs/starlight/schema";
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };`,
        [file]: text,
        "src/content/docs/index.mdx": page(
          "Attention",
          `import Explorer from "../../components/Explorer.astro";\n\n<Explorer />`,
        ),
        "src/pages/plain.astro": `---\nimport Explorer from "../components/Explorer.astro";\n---\n<html lang="en"><head><title>x</title></head><body><Explorer /></body></html>`,
      });
      await project.run("astro", ["build"]);
      await seen(project, "dist", "index.html");
      await seen(project, "dist", "plain/index.html");
    },
  },
  {
    name: "form: reveal, reveal.js",
    tools: { "reveal.js": "6.0.2" },
    async run(project) {
      putScript(project, "site");
      fs.cpSync(
        path.join(project.folder, "node_modules/reveal.js/dist"),
        path.join(project.folder, "site/dist"),
        { recursive: true },
      );
      project.write({
        "site/index.html": htmlPage(
          `<link rel="stylesheet" href="dist/reveal.css"><link rel="stylesheet" href="dist/theme/white.css">
<div class="reveal"><div class="slides">\n${textOf(project, "reveal")}<section>After</section></div></div>
<script src="dist/reveal.js"></script><script>Reveal.initialize();</script>`,
        ),
      });
      await seen(project, "site", "index.html", async (tab) => {
        // A key that an explorer's field uses turns no page; outside of it the same key does.
        const slide = () => tab.evaluate("Reveal.getIndices().h");
        await tab.evaluate(
          `document.querySelector("${TAG}").shadowRoot.querySelector("select, input").focus()`,
        );
        await tab.keyboard.press("ArrowRight");
        if ((await slide()) !== 0) throw new Error("the explorer's key turned the page");
        await tab.evaluate(`document.querySelector("${TAG}").shadowRoot.activeElement.blur()`);
        await tab.keyboard.press("ArrowRight");
        if ((await slide()) !== 1) throw new Error("the key does not turn the page");
      });
    },
  },
  {
    name: "form: liascript, LiaScript",
    tools: { "@liascript/editor": "1.1.41--1.0.1" },
    async run(project) {
      fs.cpSync(
        path.join(project.folder, "node_modules/@liascript/editor/dist"),
        path.join(project.folder, "site"),
        { recursive: true },
      );
      putScript(project, "site");
      project.write({
        "site/course.md": `${textOf(project, "liascript").replace("-->\n", "-->\n\n# Attention\n")}`,
      });
      await project.served("site", (address) =>
        visit(
          `${address}index.html?${address}course.md`,
          seesNumbers,
          /EasySpeech|could not handle event/,
        ),
      );
    },
  },
  {
    name: "form: myst, MyST: mystmd's tree of the page, shown by its theme's renderer",
    tools: {
      mystmd: "1.8.3",
      "@myst-theme/anywidget": "1.4.1",
      esbuild: "0.28.2",
      ...REACT,
    },
    async run(project) {
      await project.run("npx", ["attention-wasm-pages", "pages"]);
      fs.copyFileSync(
        path.join(project.folder, "pages/attention-widget.mjs"),
        path.join(project.folder, "attention-widget.mjs"),
      );
      // A whole theme is an archive on another site, not a package; what draws a widget in it is one.
      project.write({
        "myst.yml": "version: 1\nproject:\n  title: x\nsite:\n  template: ./theme\n",
        "theme/template.yml": "jtex: v1\ntitle: x\nversion: 1.0.0\n",
        "theme/package.json": '{ "name": "theme", "version": "1.0.0" }',
        "index.md": `# Attention\n\n${textOf(project, "myst")}`,
        "main.jsx": `import { createRoot } from "react-dom/client"; import { ANY_RENDERERS } from "@myst-theme/anywidget";
const { mdast } = await (await fetch("content/index.json")).json();
const find = (node) => node.type === "anywidget" ? node : node.children?.map(find).find(Boolean);
const Widget = ANY_RENDERERS.anywidget;
window.root = createRoot(document.querySelector("main"));
root.render(<Widget node={find(mdast)} />);`,
      });
      await project.run("myst", ["build", "--site", "--ci"]);
      fs.cpSync(
        path.join(project.folder, "_build/site/public"),
        path.join(project.folder, "_build/site"),
        { recursive: true },
      );
      project.write({
        "_build/site/index.html": htmlPage(
          '<main></main><script type="module" src="main.js"></script>',
        ),
      });
      const flags = [
        "--bundle",
        "--format=esm",
        "--jsx=automatic",
        "--outfile=_build/site/main.js",
      ];
      await project.run("esbuild", ["main.jsx", ...flags]);
      await seen(project, "_build/site", "index.html", async (tab) => {
        // A learner changes something: the model takes it. Then the page goes.
        const step = await tab.evaluate(`(async () => {
          const figure = document.querySelector(".myst-anywidget").shadowRoot.querySelector("${TAG}");
          await figure.set({ step: 6 });
          root.unmount();
          return figure.step;
        })()`);
        if (step !== 6) throw new Error(`its step is ${step}`);
        await new Promise((resolve) => setTimeout(resolve, 500));
      });
    },
  },
  {
    name: "form: quarto, by Quarto's reader of Markdown (pandoc), page and slides",
    tools: { "reveal.js": "6.0.2" },
    async run(project) {
      await needs(project, "pandoc");
      project.write({
        "page.qmd": `---\ntitle: x\nlang: en\n---\n\n## Attention\n\n${textOf(project, "quarto")}\nMore *text*.\n`,
      });
      putScript(project, "site");
      const from = ["page.qmd", "--from", "markdown", "--standalone"];
      await project.run("pandoc", [...from, "--to", "html5", "--output", "site/index.html"]);
      await seen(project, "site", "index.html");
      fs.cpSync(
        path.join(project.folder, "node_modules/reveal.js"),
        path.join(project.folder, "site/reveal.js"),
        { recursive: true },
      );
      const slides = await project.run("pandoc", [...from, "--to", "revealjs"]);
      if (!slides.includes(`<${TAG} `)) throw new Error("the slides have no explorer");
      // Pandoc's template is for an older reveal.js: the slides are its own, the program is today's.
      const [body] = /<div class="slides">[^]*?(?=<script src="[^"]*reveal)/.exec(slides) ?? [];
      if (!body) throw new Error(`no slides: ${slides.slice(0, 500)}`);
      project.write({
        "site/slides.html": htmlPage(
          `<link rel="stylesheet" href="reveal.js/dist/reveal.css"><div class="reveal">${body}<script src="reveal.js/dist/reveal.js"></script><script>Reveal.initialize();</script>`,
        ),
      });
      await seen(project, "site", "slides.html#/1");
    },
  },
  {
    name: "form: jupyter, a notebook that is run and shared as a page (nbconvert)",
    tools: {},
    async run(project) {
      await needs(project, "jupyter-nbconvert");
      putScript(project, ".");
      project.write({ "a.ipynb": notebook(textOf(project, "jupyter")) });
      await project.run("jupyter-nbconvert", ["--to", "html", "--execute", "a.ipynb"]);
      // The page names libraries of other hosts, which are not ours.
      await project.served(".", (address) =>
        visit(`${address}a.html`, seesNumbers, /MathJax|require|ERR_/),
      );
    },
  },
  {
    name: "form: jupyter, in Jupyter's notebook",
    tools: {},
    async run(project) {
      await needs(project, "jupyter-notebook");
      putScript(project, ".");
      project.write({ "a.ipynb": notebook(textOf(project, "jupyter")) });
      const flags = ["--no-browser", "--allow-root", "--port=8670", "--NotebookApp.token="];
      await project.serving("jupyter-notebook", flags, (address) =>
        visit(
          new URL("notebooks/a.ipynb", address).href,
          async (tab) => {
            await tab.waitForFunction("window.Jupyter?.notebook?.kernel?.is_connected()");
            await tab.evaluate("Jupyter.notebook.execute_all_cells()");
            await seesNumbers(tab);
          },
          // What it says of itself, and of libraries of other hosts.
          /MathJax|require|ERR_|actions jupyter|status of 404|nbextensions|Widgets are not/,
        ),
      );
    },
  },
  {
    name: "form: scorm, its command's package in scorm-again",
    tools: { "scorm-again": "3.4.3" },
    async run(project) {
      project.write({ "make.sh": textOf(project, "scorm") });
      await project.run("sh", ["make.sh"]);
      const zip = unzipSync(fs.readFileSync(path.join(project.folder, `${TAG}.zip`)));
      for (const [name, bytes] of Object.entries(zip)) {
        fs.mkdirSync(path.join(project.folder, "site/sco"), { recursive: true });
        fs.writeFileSync(path.join(project.folder, "site/sco", name), bytes);
      }
      const api = path.join(project.folder, "node_modules/scorm-again/dist/scorm12.js");
      fs.copyFileSync(api, path.join(project.folder, "site/scorm12.js"));
      project.write({
        "site/index.html": htmlPage(
          '<script src="scorm12.js"></script><script>window.API = new Scorm12API({ autocommit: false, logLevel: 5 });</script><iframe src="sco/index.html"></iframe>',
        ),
      });
      await seen(project, "site", "index.html", async (tab) => {
        await tab.waitForFunction('API.cmi.core.lesson_status === "incomplete"');
      });
    },
  },
  {
    name: "every form of the panel has a row",
    tools: {},
    async run() {
      const named = formRows.map(({ name }) => /^form: (\w+)/.exec(name)?.[1]);
      const missing = embedForms.filter(({ name }) => !named.includes(name));
      if (missing.length > 0) throw new Error(missing.map(({ name }) => name).join(", "));
    },
  },
];

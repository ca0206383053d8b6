// The code that puts an explorer, as it stands now, into another page: one function a way of doing it.
// Text in, text out; embed-code.js shows it.

import { scormPackage } from "./scorm-package.js";

/**
 * @typedef {object} Embedding
 * @property {string} tag
 * @property {Map<string, string>} attributes its state, and what its author has set
 * @property {{ page: string, prefix: string }} place the page whose address takes its state, and the name that
 *   the explorer has there
 * @property {string} title what a frame is called
 * @property {string} fallback what a page shows where no script runs
 * @property {number} height of a frame until it tells its own
 * @property {string} version of the package
 * @property {string[]} scripts the package's classic scripts that it needs, attention-explorers.js first
 * @property {Record<string, string>} integrity hashes of scripts, where known
 * @property {Record<string, string>} texts of those scripts, by their names, as far as the page has them
 */

/**
 * @typedef {object} EmbedForm
 * @property {string} name
 * @property {(embedding: Embedding) => string} code
 * @property {(embedding: Embedding) => { name: string, bytes: Uint8Array } | undefined} [file] what is saved
 *   instead of being copied; none where this page does not hold the script's text
 */

/** Text as the value of an attribute in quotes. Line ends become references, since a blank line would
 * end the block in Markdown; so do braces that begin a tag of Liquid, Nunjucks or Jinja, or one of Hugo's
 * shortcodes. @param {string} text */
const quoted = (text) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll("\n", "&#10;")
    .replaceAll(/\{(?=[{%#])/g, "&#123;");

/** Text between tags, which Vue and Astro search for braces. @param {string} text */
const plain = (text) => quoted(text).replaceAll("{", "&#123;").replaceAll("}", "&#125;");

/** @param {Iterable<[string, string]>} attributes */
const written = (attributes) =>
  [...attributes]
    .map(([name, value]) => (value === "" ? ` ${name}` : ` ${name}="${quoted(value)}"`))
    .join("");

/** @param {Embedding} embedding @param {[string, string][]} [more] */
const elementOf = ({ tag, attributes, fallback }, more = []) =>
  `<${tag}${written([...attributes, ...more])}>${plain(fallback)}</${tag}>`;

/** Astro and LiaScript take an attribute's text as it stands, without references; Astro also what JavaScript
 * gives. @param {string} text */
const forAstro = (text) => (/["&<>{}\n]/.test(text) ? `{${JSON.stringify(text)}}` : `"${text}"`);

/** An apostrophe in JSON has an escape; in other text that holds quotation marks too, it becomes the curly
 * one. A tag stands in one line. @param {string} given */
function forLiaScript(given) {
  const text = given.trim().replaceAll(/\s*\n\s*/g, " ");
  return text.includes('"')
    ? `'${text.replaceAll("'", /^[[{]/.test(text) ? "\\u0027" : "\u2019")}'`
    : `"${text}"`;
}

/** @param {Embedding} embedding @param {(text: string) => string} valueOf */
const elementWith = ({ tag, attributes, fallback }, valueOf) =>
  `<${tag}${[...attributes].map(([name, value]) => ` ${name}=${valueOf(value)}`).join("")}>${plain(fallback)}</${tag}>`;

/** Whether the page has the text of all that an explorer needs. @param {Embedding} embedding */
export const isWhole = ({ scripts, texts }) => scripts.every((name) => texts[name] !== undefined);

/** The scripts with their texts, where the page has those. @param {Embedding} embedding */
const scriptsInside = ({ scripts, texts }) =>
  scripts
    .map((name) =>
      texts[name] === undefined ? scriptsOf([name]) : `<script>${texts[name]}</script>`,
    )
    .join("\n");

/** @param {string[]} scripts */
const scriptsOf = (scripts) => scripts.map((name) => `<script src="${name}"></script>`).join("\n");

/** Sizes the frame from which a message came. @type {string} */
const LISTENER = `<script>
  // An explorer's frame is as tall as what it shows.
  addEventListener("message", ({ data, source }) => {
    if (data?.type !== "attention-wasm:height") return;
    for (const frame of document.querySelectorAll("iframe"))
      if (frame.contentWindow === source) frame.style.height = \`\${data.height}px\`;
  });
</script>`;

/** The page inside a frame that has no address: the state stands in the element's attributes.
 * @param {Embedding} embedding @param {string} scripts @param {string} [root] attributes of <html> */
const pageOf = (embedding, scripts, root = "") => {
  const more = /** @type {[string, string][]} */ ([
    ["heading-level", "1"],
    ["tell-height", ""],
  ]);
  return `<!doctype html><html lang="${quoted(embedding.attributes.get("lang") ?? "en")}"${root}><meta charset="utf-8">\
<meta name="viewport" content="width=device-width, initial-scale=1">\
<title>${quoted(embedding.title)}</title>\
<style>:root { color-scheme: light dark } body { margin: 0 }</style>
${scripts}
${elementOf(embedding, more)}`;
};

/** What a frame needs besides its page. In the sandbox it has no origin and reaches nothing of the
 * page around it; saving and copying are let through. @param {Embedding} embedding */
const frameAttributes = ({ title, height }) =>
  ` title="${quoted(title)}" allow="clipboard-write" style="width: 100%; height: ${height}px; border: 0"`;
const SANDBOX = ' sandbox="allow-scripts allow-downloads"';

/** @param {string} name @param {string} version */
const address = (name, version) =>
  `https://cdn.jsdelivr.net/npm/attention-wasm@${version}/dist/${name}`;

/** The package has each script as a module, under the script's name. @param {Embedding} embedding */
const importsOf = ({ scripts }) =>
  scripts
    .map((name) => `import "${name.replace(/^(?:attention-)?(.*)\.js$/, "attention-wasm/$1")}";\n`)
    .join("");

/** The address of a page with the state of an explorer. @param {Embedding} embedding @param {string} page
 * @param {string} prefix the explorer's name in that address */
function stateIn({ attributes }, page, prefix) {
  const state = new URLSearchParams(
    [...attributes].map(([name, value]) => [`${prefix}.${name}`, value]),
  ).toString();
  return `${page}${state === "" ? "" : `#${state}`}`;
}

/** How the widget comes to speak the languages of these scripts, as a comment of MyST. @param {string[]} scripts */
function widgetWith(scripts) {
  const codes = scripts.map((name) => /^languages\/(.+)\.js$/.exec(name)?.[1]).filter(Boolean);
  return codes.length > 0 ? `% npx attention-wasm-pages FOLDER ${codes.join(" ")}\n\n` : "";
}

/** @type {EmbedForm[]} */
export const embedForms = [
  {
    name: "script",
    code: (embedding) => `${scriptsOf(embedding.scripts)}\n${elementOf(embedding)}\n`,
  },
  {
    name: "cdn",
    code: (embedding) => {
      const { scripts, version, integrity } = embedding;
      const lines = scripts.map((name) => {
        const hash = integrity[name] ? `\n  integrity="${integrity[name]}"` : "";
        return `<script src="${address(name, version)}"${hash} crossorigin="anonymous"></script>`;
      });
      return `${lines.join("\n")}\n${elementOf(embedding)}\n`;
    },
  },
  {
    name: "link",
    code: (embedding) => stateIn(embedding, embedding.place.page, embedding.place.prefix),
  },
  {
    name: "iframe",
    code: (embedding) => {
      const { tag } = embedding;
      const page = stateIn(embedding, `${tag}.html`, tag);
      return `${LISTENER}\n<iframe src="${quoted(page)}"${frameAttributes(embedding)}></iframe>\n`;
    },
  },
  {
    name: "srcdoc",
    code: (embedding) => {
      // What is inside the page already needs no file; what is not is named, and found beside it.
      const page = pageOf(embedding, scriptsInside(embedding));
      // Only these two end or change an attribute's value; the rest stays readable.
      const value = page.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      return `${LISTENER}\n<iframe${SANDBOX}${frameAttributes(embedding)} srcdoc="${value}"></iframe>\n`;
    },
  },
  {
    name: "markdown",
    // One HTML block, which lasts from a <div> to the next blank line.
    code: (embedding) =>
      `<div>\n${scriptsOf(embedding.scripts)}\n${elementOf(embedding)}\n</div>\n`,
  },
  {
    name: "mdx",
    code: (embedding) =>
      `${importsOf(embedding)}\n<${embedding.tag}${written(embedding.attributes)} />\n`,
  },
  {
    name: "next",
    code: (embedding) =>
      `"use client";\n${importsOf(embedding)}\nexport default function Explorer() {\n  return <${embedding.tag}${written(embedding.attributes)} />;\n}\n`,
  },
  {
    name: "vitepress",
    code: (embedding) => `<!-- .vitepress/config.js: export default {
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("attention-") } } },
} -->

<script setup>
${importsOf(embedding)}</script>

${elementOf(embedding)}
`,
  },
  {
    name: "astro",
    code: (embedding) => `---
// src/components/Explorer.astro
---
<script>
${importsOf(embedding)}</script>
${elementWith(embedding, forAstro)}
`,
  },
  {
    name: "myst",
    code: ({ tag, attributes, scripts }) =>
      `${widgetWith(scripts)}\`\`\`{anywidget} ./attention-widget.mjs\n${JSON.stringify({ tag, ...Object.fromEntries(attributes) }, null, 2)}\n\`\`\`\n`,
  },
  {
    name: "quarto",
    code: (embedding) =>
      `\`\`\`{=html}\n${scriptsOf(embedding.scripts)}\n${elementOf(embedding)}\n\`\`\`\n`,
  },
  {
    name: "mkdocs",
    code: (embedding) => `<!-- mkdocs.yml:
extra_javascript:
${embedding.scripts.map((name) => `  - ${name}`).join("\n")}
-->

<div markdown="0">
${elementOf(embedding)}
</div>
`,
  },
  {
    name: "reveal",
    code: (embedding) =>
      `${scriptsOf(embedding.scripts)}\n<section>\n  ${elementOf(embedding)}\n</section>\n`,
  },
  {
    name: "liascript",
    code: (embedding) => `<!--
${embedding.scripts.map((name) => `script: ${name}`).join("\n")}
-->

${elementWith(embedding, forLiaScript)}
`,
  },
  {
    name: "scorm",
    code: ({ tag, attributes }) =>
      `npx attention-wasm-pages --scorm ${tag}.zip ${tag}${[...attributes].map(([name, value]) => ` '${name}=${value.replaceAll("'", "'\\''")}'`).join("")}\n`,
    file: (embedding) => {
      const { tag, title } = embedding;
      if (!isWhole(embedding)) return undefined;
      const page = pageOf(embedding, scriptsInside(embedding), " data-scorm");
      return { name: `${tag}.zip`, bytes: scormPackage({ tag, title, page }) };
    },
  },
  {
    name: "jupyter",
    code: (embedding) => {
      const [before, after] = pageOf(embedding, "").split("\n\n");
      // A JSON text is a Python literal as well.
      const python = (/** @type {unknown} */ value) => JSON.stringify(value);
      return `from html import escape
from pathlib import Path
from IPython.display import HTML

scripts = "".join(
    f"<script>{Path(name).read_text('utf-8')}</script>"
    for name in ${python(embedding.scripts)}
)
before = ${python(before)}
after = ${python(after)}
listener = """${LISTENER}
"""
HTML(
    listener
    + ${python(`<iframe${SANDBOX}${frameAttributes(embedding)} srcdoc="`)}
    + escape(before + scripts + after)
    + '"></iframe>'
)
`;
    },
  },
];

/** The frame that holds everything, as a notebook's cell makes it too. @param {Embedding} embedding */
export const frameCode = (embedding) =>
  /** @type {EmbedForm} */ (embedForms.find(({ name }) => name === "srcdoc")).code(embedding);

/**
 * The code as it is shown: scripts of a quarter of a megabyte inside it as their sizes.
 * @param {string} code @param {Record<string, string>} texts @param {(length: number) => string} size in words
 */
export const shownCode = (code, texts, size) =>
  Object.values(texts).reduce(
    (shown, text) =>
      shown
        .split(text.replaceAll("&", "&amp;").replaceAll('"', "&quot;"))
        .join(`/* ${size(text.length)} */`),
    code,
  );

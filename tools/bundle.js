// The bundles of dist/, by esbuild. Sources name what the build makes by the "imports" of
// package.json (#bytes, #attention-js, #worker-source); no such name is left in a bundle.
import * as fs from "node:fs";
import * as path from "node:path";
import { pathToFileURL } from "node:url";
import { minify } from "terser";
import { bundled, NOTICE } from "./bundled.js";
import { plainLines } from "./plain-lines.js";
import { plainStyles } from "./styles.js";
import { halvesOf } from "../web/model/halves.js";
import { sharedWithWorkers, workerScript, workersAs } from "./workers.js";

// What an instance of the package is called in a console and in a stack trace.
const CLASSES = [
  ...["Attention", "MultiHead", "KeyValueCache", "Encoder", "Pool"],
  ...["PoolMultiHead", "TorchGenerator", "NumpyGenerator"],
];

const FORMAT = {
  ascii_only: true,
  // What bundlers are told about an import() is a comment inside of it.
  comments: /webpackIgnore|@vite-ignore/,
};

/** Terser's answer. @param {import("./plain-lines.js").Script} script
 * @param {import("terser").MinifyOptions} options */
async function terser({ code, map }, options) {
  const small = await minify(code, {
    ...options,
    ecma: 2020,
    ...(map && { sourceMap: { content: map, includeSources: true } }),
  });
  if (!small.code) throw new Error("terser gave nothing");
  return { code: small.code, map: /** @type {string | undefined} */ (small.map) };
}

/** Minified by terser, which finds a twentieth that esbuild leaves: for what everybody loads.
 * @param {import("./plain-lines.js").Script} script made without minifying
 * @param {"module" | "script" | "commonjs"} kind @param {import("terser").FormatOptions} [format] */
const minified = (script, kind, format) =>
  terser(script, {
    module: kind === "module",
    toplevel: kind !== "script",
    compress: { passes: 2, keep_classnames: true },
    mangle: { keep_classnames: true, reserved: CLASSES },
    format: { ...FORMAT, ...format },
  });

const MOST = { max_line_len: 490 };

/** The same as a file that is shipped.
 * @param {import("./plain-lines.js").Script} script made without minifying
 * @param {"module" | "script" | "commonjs"} kind @param {string} [preamble] what stands before it
 * @returns {Promise<import("./plain-lines.js").Script>} */
async function smaller(script, kind, preamble = "") {
  const { code, map } = await minified(script, kind, { ...MOST, preamble });
  // On a line of its own, exports are found by tools that do not read the whole.
  return plainLines({ code: code.replace(/export\{[^{}]*\};?\s*$/, "\n$&"), map }, kind);
}

/** @param {string} file @param {import("./plain-lines.js").Script} script */
function write(file, { code, map }) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const end = code.endsWith("\n") ? "" : "\n";
  const link = map ? `//# sourceMappingURL=${path.basename(file)}.map\n` : "";
  fs.writeFileSync(file, code + end + link);
  if (map) fs.writeFileSync(`${file}.map`, map);
}

/** A worker's script as the text of one classic script. It holds no wasm: whoever starts the worker
 * sends it the bytes or the compiled module.
 * @param {import("esbuild").BuildOptions} entry @returns {Promise<string>} */
export async function workerSource(entry) {
  const result = await bundled({
    ...entry,
    minify: false,
    format: "iife",
    legalComments: "none",
    banner: {},
    plugins: [withoutBytes],
  });
  return (await smaller({ code: result.outputFiles[0].text }, "script")).code;
}

/** @type {import("esbuild").Plugin} */
const withoutBytes = {
  name: "without bytes",
  setup(build) {
    build.onResolve(
      { filter: /^#(bytes|scalar-bytes|attention-js|relaxed|worker-source)$/ },
      ({ path: name }) => ({
        path: name,
        namespace: "nothing",
      }),
    );
    build.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({
      contents: `
        export const build = {};
        export const blockRows = 0, fewRows = 0;
        export const simdBytes = () => { throw new Error("this worker was not sent the module") };
        export const instantiate = simdBytes, bytes = simdBytes;
        export default "";`,
    }));
  },
};

/** @type {import("esbuild").Plugin} */
const workers = workersAs(
  (file) => workerSource({ stdin: { contents: workerScript(file), resolveDir: "." } }),
  "text",
);

/** `import { high, low } from "./weights.safetensors?halves"` gives a file's bytes as text
 * (web/model/halves.js), and `import value from "./description.json?json"` what a JSON file says.
 * @type {import("esbuild").Plugin} */
const carriedFiles = {
  name: "carried files",
  setup(build) {
    build.onResolve({ filter: /\?(halves|json)$/ }, ({ path: name, resolveDir }) => {
      const [file, namespace] = name.split("?");
      return { path: path.relative(".", path.join(resolveDir, file)), namespace };
    });
    build.onLoad({ filter: /.*/, namespace: "json" }, ({ path: file }) => ({
      contents: fs.readFileSync(file),
      loader: "json",
    }));
    build.onLoad({ filter: /.*/, namespace: "halves" }, ({ path: file }) => {
      const { high, low } = halvesOf(fs.readFileSync(file));
      return {
        contents: `export const high = ${JSON.stringify(high)}, low = ${JSON.stringify(low)};`,
      };
    });
  },
};

/** Lit counts its copies in a page in globals, and warns of the second while an app is developed. Ours is
 * nobody else's: it is not counted. @param {string} text of a file of Lit's */
const uncounted = (text) => replaced(text, /\(\w+\.\w+Versions\?\?=\[\]\)\.push\("[\d.]+"\)/, "0");

/** Lit asks the page for its policy of trusted types by a function of ours, which does not end the
 * script where the page refuses it.
 * @type {import("esbuild").Plugin} */
const litPolicy = {
  name: "Lit's policy",
  setup(build) {
    build.onLoad({ filter: /[\\/]lit-html[\\/](node[\\/])?lit-html\.js$/ }, ({ path: file }) => {
      const question = /(\w+)\.createPolicy\("lit-html",\{createHTML:(\w+)=>\2\}\)/g;
      const text = fs.readFileSync(file, "utf8");
      if ([...text.matchAll(question)].length !== 1)
        throw new Error(`${file} asks for its policy of trusted types in another way than it did`);
      const ours = JSON.stringify(path.resolve("web/parts/trusted-types.js"));
      const contents = uncounted(text.replace(question, "policyOfLit($1)"));
      return { contents: `import { policyOfLit } from ${ours};\n${contents}` };
    });
  },
};

/** Keeps what another file of dist/ holds out of this one.
 * @param {string} from the source, in the project's root @param {string} to the file in dist/
 * @returns {import("esbuild").Plugin} */
function asFile(from, to) {
  const wanted = path.resolve(from);
  return {
    name: `as ${to}`,
    setup(build) {
      build.onResolve(
        { filter: /^[.#]|^attention-wasm$/ },
        async ({ path: name, pluginData, ...rest }) => {
          if (pluginData === "resolving" || rest.kind === "entry-point") return undefined;
          if (name === "attention-wasm")
            return to.endsWith("/index.js") ? { path: to, external: true } : undefined;
          const { importer, resolveDir, kind } = rest;
          const found = await build.resolve(name, {
            importer,
            resolveDir,
            kind,
            pluginData: "resolving",
          });
          if (found.errors.length > 0 || found.path !== wanted) return undefined;
          return { path: to, external: true };
        },
      );
    },
  };
}

/** `import … from "attention-wasm"` inside the project means js/index.js.
 * @type {import("esbuild").Plugin} */
const itself = {
  name: "itself",
  setup(build) {
    build.onResolve({ filter: /^attention-wasm$/ }, () => ({ path: path.resolve("js/index.js") }));
  },
};

// What few need is a file of its own, which import() brings: the text of the pool's worker, and builds that
// leave themselves for load(). Those are scripts, which both import() and require() run.
const WORKER = "worker-source";
const LEFT = /** @type {const} */ ({
  "attention-js": { source: "build/attention-js.js", leaves: "js", what: "instantiate" },
  "attention-scalar": { source: "build/scalar-bytes.js", leaves: "scalar", what: "bytes" },
  "attention-relaxed": { source: "js/relaxed.js", leaves: undefined, what: undefined },
});

/** Nothing holds the relaxed build but its own file. */
const relaxedAsFile = (folder = "./") =>
  asFile(LEFT["attention-relaxed"].source, `${folder}attention-relaxed.js`);

/** js/ as one module. @param {import("esbuild").BuildOptions} options */
async function library(options) {
  const result = await bundled({
    minify: false,
    minifySyntax: true,
    legalComments: "none",
    banner: {},
    entryPoints: ["js/index.js"],
    outfile: "dist/index.js",
    ...options,
  });
  const [code, map] = [/\.js$/, /\.map$/].map(
    (name) => result.outputFiles.find((file) => name.test(file.path))?.text,
  );
  return { code: /** @type {string} */ (code), map: map && withoutGenerated(map) };
}

/** A source map shows what people wrote; what was generated is named and not repeated, and comments, which
 * the types and the repository have, leave empty lines.
 * @param {string} map */
function withoutGenerated(map) {
  const json = JSON.parse(map);
  json.sources = json.sources.map((/** @type {string} */ file) => file.replace(/^(\.\.\/)+/, ""));
  json.sourcesContent = json.sourcesContent.map(
    (/** @type {string} */ text, /** @type {number} */ i) =>
      json.sources[i].startsWith("build/")
        ? `// ${json.sources[i]}, made by the build\n`
        : text
            .replaceAll(/\/\*\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]+/g, ""))
            .replaceAll(/^ *\/\/.*$/gm, ""),
  );
  return JSON.stringify(json);
}

/** @param {string} text @param {string | RegExp} what @param {string} by */
function replaced(text, what, by) {
  const result = text.replace(what, by);
  if (result === text) throw new Error(`the bundle holds no ${what}`);
  return result;
}

/** Where who requires the classic script hears what it has. */
const REQUIRED = "attention-wasm.require";

/** The classic script as require() runs it too: it hands its names over as well, and where import() is not
 * known, as in jest with CommonJS, require() brings the files beside it.
 * @param {string} code */
function requirable(code) {
  const bring = /import\((?:"\.\/(attention-[a-z]+\.js)"|\s*(?:\/\*.*?\*\/\s*)+(\w+)\s*)\)/g;
  const named = code.replaceAll(bring, (call, file, name) => {
    // A bundler is to see the file, and not the name.
    const way = file ? `require("./${file}")` : `module.require(${name})`;
    return `${call}.catch(typeof require === "function" ? () => ${way} : undefined)`;
  });
  if (named === code) throw new Error("the bundle has no import() left");
  return `${named}\nglobalThis[Symbol.for("${REQUIRED}")]?.(attentionWasm);\n`;
}

/** What require() brings stands in the package once, in the classic script. Node would take that file for a
 * module by its name, and is told what it is; jest and bundlers take it as it is.
 * @param {string} module that ends with the names that both export */
function indexForRequire(module) {
  const clause = /\bexport \{([^{}]*)\};?\s*$/.exec(module);
  if (!clause) throw new Error("index.js does not end with its exports");
  const names = clause[1].split(",").map((each) => each.trim().split(" as ").at(-1));
  return `${NOTICE}
"use strict";
const Module = module.constructor;
const key = Symbol.for("${REQUIRED}");
globalThis[key] = (all) => (module.exports = { ...all });
if (Module.prototype._compile) {
  const filename = __dirname + "/attention.js";
  const script = new Module(filename, module);
  script.filename = filename;
  script._compile(module.require("node:fs").readFileSync(filename, "utf8"), filename, "commonjs");
} else require("./attention.js");
delete globalThis[key];
// Which names there are Node reads here, without running it.
0 && (module.exports = { ${names.join(", ")} });
`;
}

/** The package: index.js and beside it what few need, attention.js, a classic script with all but that, and
 * index.cjs, which runs it for require(). */
export async function bundlePackage() {
  const whole = await library({
    format: "esm",
    sourcemap: "external",
    plugins: [
      workers,
      asFile(`build/${WORKER}.js`, `./${WORKER}.js`),
      ...Object.entries(LEFT).map(([name, { source }]) => asFile(source, `./${name}.js`)),
    ],
  });
  write("dist/index.js", await smaller(whole, "module", NOTICE));
  write("dist/index.cjs", { code: indexForRequire(whole.code) });

  const worker = await bundled({
    minify: false,
    banner: {},
    entryPoints: [`build/${WORKER}.js`],
    format: "esm",
  });
  write(`dist/${WORKER}.js`, await smaller({ code: worker.outputFiles[0].text }, "module", NOTICE));
  for (const [name, { source, leaves, what }] of Object.entries(LEFT)) {
    const contents = `import { ${what} } from "./${source}";
import { placeOf } from "./js/left.js";
globalThis[placeOf("${leaves}")] = ${what};`;
    const entry = what ? { stdin: { contents, resolveDir: "." } } : { entryPoints: [source] };
    const result = await bundled({ ...entry, minify: false, banner: {}, format: "iife" });
    write(`dist/${name}.js`, await smaller({ code: result.outputFiles[0].text }, "script", NOTICE));
  }
  for (const name of ["js", "relaxed"]) {
    write(`dist/${name}.js`, {
      code: `// Leaves this build for load(), which then needs no import().\nimport "./attention-${name}.js";`,
    });
    write(`dist/${name}.cjs`, { code: classicForRequire(`attention-${name}.js`) });
  }

  const { code } = await library({
    format: "iife",
    globalName: "attentionWasm",
    plugins: [
      workers,
      asFile(LEFT["attention-scalar"].source, "./attention-scalar.js"),
      relaxedAsFile(),
    ],
  });
  write("dist/attention.js", await smaller({ code: requirable(code) }, "script", NOTICE));
  // An earlier build made these.
  for (const name of [...Object.keys(LEFT), WORKER]) fs.rmSync(`dist/${name}.cjs`, { force: true });
  fs.rmSync("dist/attention-relaxed.wasm", { force: true });
}

const PREFIX = "attention-";

/** The tags of the elements: explorers/<name>/attention-<name>.js defines <attention-name>. */
export function tags() {
  const rooms = fs.existsSync("web/explorers") ? fs.readdirSync("web/explorers") : [];
  return rooms
    .map((name) => PREFIX + name)
    .filter((tag) => fs.existsSync(`web/explorers/${tag.slice(PREFIX.length)}/${tag}.js`))
    .sort();
}

/** What an explorer is called without what all tags begin with. @param {string} tag */
const roomOf = (tag) => tag.slice(PREFIX.length);

/** @param {string} tag */
const sourceOf = (tag) => `web/explorers/${roomOf(tag)}/${tag}.js`;

/** What stands in the text around explorers. */
const PROSE = "web/prose/index.js";

/** What gives a page words in other languages. */
const WORDS = "web/frame/languages.js";

/** What reports to a course system, in a page that says so. */
const SCORM = "web/hosts/scorm-page.js";

/** The tags of those elements. */
export const proseTags = () =>
  [...fs.readFileSync(PROSE, "utf8").matchAll(/from "\.\/(attention-[\w-]+)\.js"/g)].map(
    ([, tag]) => tag,
  );

/** The entries beside the whole: one an explorer, and one for the text around them. */
const rooms = () => [...tags().map(roomOf), "prose"];

/** The classes that an entry exports. @param {string} room */
const classesOf = (room) =>
  (room === "prose" ? proseTags() : [PREFIX + room]).map(classOf).join(", ");

// Lit's build for Node also runs in browsers, and may be imported where there is no document.
/** @type {import("esbuild").BuildOptions} */
const LIT_EVERYWHERE = {
  platform: "neutral",
  mainFields: ["module", "main"],
  conditions: ["node"],
};

/** A page needs one build beside simd: plain JavaScript, which runs under every policy and in every engine.
 * @type {import("esbuild").Plugin} */
const oneFallback = {
  name: "one fall-back",
  setup(build) {
    build.onResolve({ filter: /^#scalar-bytes$/ }, ({ path: name }) => ({
      path: name,
      namespace: "left out",
    }));
    build.onLoad({ filter: /.*/, namespace: "left out" }, () => ({
      contents: 'export function bytes() { throw new Error("it is left out here") }',
    }));
    build.onResolve({ filter: /^#attention-js$/ }, () => ({
      path: path.resolve("build/attention-js-explorers.js"),
    }));
  },
};

/** A classic script that defines the given elements and needs no other file, for a page: its lines may be of
 * any length, which is a hundredth of the bytes.
 * @param {string[]} names @returns {Promise<string>} */
export async function classicScript(names) {
  // The page of a single explorer has no text around it.
  const sources = [...names.map(sourceOf), ...(names.length > 1 ? [PROSE] : [])];
  const words = `./${WORDS}`;
  // gzip looks back 32 kB: all words beside each other make the whole 2 % smaller.
  const likes = ["strings", "about", "python", "styles"].flatMap((kind) =>
    names.map((tag) => `web/explorers/${roomOf(tag)}/${kind}.js`).filter(fs.existsSync),
  );
  const contents = `${likes.map((file) => `import "./${file}";`).join("\n")}
${sources.map((file, i) => `import * as all${i} from "./${file}";`).join("\n")}
import { setStrings, textIn } from "${words}";
// A server has no use for it.
if (typeof document !== "undefined") globalThis.attentionExplorers = { setStrings, textIn };
import { reportWhereAsked } from "./${SCORM}";
reportWhereAsked();
// For require(): see classicForRequire.
globalThis[Symbol.for("attention-wasm.explorers")] = { setStrings, ${sources.map((_, i) => `...all${i}`).join(", ")} };`;
  const plugins = [itself, withoutServer, litPolicy, plainStyles, relaxedAsFile(), oneFallback];
  /** @type {import("esbuild").BuildOptions} */
  const options = {
    ...LIT_EVERYWHERE,
    plugins,
    // Of those files nothing but their place is asked.
    logOverride: { "ignored-bare-import": "silent" },
  };
  const result = await bundled({
    stdin: { contents, resolveDir: ".", sourcefile: "explorers.js" },
    format: "iife",
    ...options,
    plugins: [...(await sharedWithWorkers(contents, options)), ...plugins],
  });
  const { text } = result.outputFiles[0];
  // The whole is what everybody loads; the pages of single explorers are made nine at a time.
  return names.length > 1
    ? (await minified({ code: text }, "script", { preamble: NOTICE })).code
    : text;
}

/** Lit's build for Node brings a stand-in for HTMLElement and a registry that it gives to everybody. Ours is
 * an empty class, and nobody else's.
 * @type {import("esbuild").Plugin} */
const withoutServer = {
  name: "without a server's shim",
  setup(build) {
    build.onResolve({ filter: /^@lit-labs\/ssr-dom-shim$/ }, () => ({
      path: "no shim",
      namespace: "shim",
    }));
    build.onLoad({ filter: /.*/, namespace: "shim" }, () => ({
      contents: "export class HTMLElement {}\nexport const customElements = undefined;",
    }));
    build.onLoad(
      { filter: /reactive-element[\\/]node[\\/]reactive-element\.js$/ },
      ({ path: file }) => {
        const text = replaced(fs.readFileSync(file, "utf8"), /\w+\.customElements\?\?=\w+;/, "");
        // Where intrinsics are frozen (SES, --frozen-intrinsics) Symbol takes no name; decorators need it.
        const name = 'Symbol.metadata??=Symbol("metadata")';
        const careful = replaced(text, name, `Object.isExtensible(Symbol)&&(${name})`);
        return { contents: uncounted(careful) };
      },
    );
    build.onLoad({ filter: /lit-element[\\/]lit-element\.js$/ }, ({ path: file }) => ({
      contents: uncounted(fs.readFileSync(file, "utf8")),
    }));
  },
};

/** Runs a classic script of dist/ where there is require() only, so that what few require stands in the
 * package once. Node's require() takes a .js file of this package for a module, which versions before 20.17
 * refuse; jest, whose files run in a realm of their own, takes it for what it is.
 * @param {string} file */
const classicForRequire = (file) => `${NOTICE}
"use strict";
const { runInThisContext } = require("node:vm");
if (runInThisContext("globalThis") === globalThis) {
  const filename = require("node:path").join(__dirname, "${file}");
  runInThisContext(require("node:fs").readFileSync(filename, "utf8"), { filename });
} else require("./${file}");`;

/** Characters of a module from which on terser is worth its seconds. */
const WORTH = 20_000;

/** The explorers as modules, one an explorer and what several need apart, and all of them for require().
 * They share index.js with whoever imports it. */
async function bundleModules() {
  const modules = await bundled({
    ...LIT_EVERYWHERE,
    entryPoints: [
      ...tags().map((tag) => ({ in: sourceOf(tag), out: roomOf(tag) })),
      { in: PROSE, out: "prose" },
      { in: WORDS, out: "words" },
    ],
    format: "esm",
    splitting: true,
    outdir: "dist/explorers",
    chunkNames: "shared-[hash]",
    plugins: [
      workers,
      withoutServer,
      litPolicy,
      plainStyles,
      // What else of js/ the page's side needs is public as well.
      ...["index", "cost", "safetensors"].map((name) => asFile(`js/${name}.js`, "../index.js")),
    ],
  });
  // Files of an earlier build have other hashes; pages stand here too.
  fs.mkdirSync("dist/explorers", { recursive: true });
  for (const name of fs.readdirSync("dist/explorers"))
    if (/\.(c?[jt]s|map)$/.test(name)) fs.rmSync(`dist/explorers/${name}`);
  for (const { path: file, text } of modules.outputFiles)
    write(
      path.relative(".", file),
      plainLines(
        text.length > WORTH ? await smaller({ code: text }, "module", NOTICE) : { code: text },
        "module",
      ),
    );
  const all = rooms().map((room) => `export * from "./explorers/${room}.js";\n`);
  all.push('export { setStrings } from "./explorers/words.js";\n');
  write("dist/explorers.js", { code: `${NOTICE}\n${all.join("")}` });
  // Alone: the command that makes pages puts it behind the classic script, as one module.
  const widget = await bundled({ entryPoints: ["web/hosts/widget.js"], format: "esm" });
  write("dist/explorers/widget.js", plainLines({ code: widget.outputFiles[0].text }, "module"));
  write("dist/widget.js", {
    code: `${NOTICE}\nimport "./explorers.js";\nexport { default, render } from "./explorers/widget.js";\n`,
  });
  const required = await bundled({ entryPoints: ["web/hosts/widget.js"], format: "cjs" });
  const code = `require("./explorers.cjs");\n${required.outputFiles[0].text}`;
  write("dist/widget.cjs", plainLines({ code }, "script"));
  for (const end of ["ts", "cts"]) write(`dist/widget.d.${end}`, { code: WIDGET_TYPES });

  const names = [...tags(), ...proseTags()].map(classOf).join(", ");
  write("dist/explorers.cjs", {
    code: `${classicForRequire("attention-explorers.js")}
const { setStrings, ${names} } = globalThis[Symbol.for("attention-wasm.explorers")];
module.exports = { setStrings, ${names} };
`,
  });
  write("dist/explorers/words.cjs", {
    code: 'const { setStrings } = require("../explorers.cjs");\nmodule.exports = { setStrings };\n',
  });
  for (const room of rooms())
    write(`dist/explorers/${room}.cjs`, {
      code: `const { ${classesOf(room)} } = require("../explorers.cjs");\nmodule.exports = { ${classesOf(room)} };\n`,
    });
  return Object.keys(modules.metafile.inputs);
}

const WIDGET_TYPES = `/** An explorer in anywidget's front-end format. */
export interface WidgetModel {
  get(name: string): unknown;
  set?(name: string, value: unknown): void;
  save_changes?(): void;
  on?(event: string, listener: () => void): void;
  off?(event: string, listener: () => void): void;
}
/** Puts the explorer of the model's \`tag\` into the place; what it returns takes it away again. */
export function render(place: { model: WidgetModel; el: HTMLElement }): () => void;
declare const widget: { render: typeof render };
export default widget;
`;

/** All explorers as the pages hold them. */
export const IN_PAGES = "build/explorers-in-pages.js";

/** The explorers: modules, and the classic script. */
export async function bundleExplorers() {
  const inputs = await bundleModules();
  const whole = { code: await classicScript(tags()) };
  write(IN_PAGES, whole);
  const format = { ...FORMAT, ...MOST, preamble: NOTICE };
  const lines = await terser(whole, { compress: false, mangle: false, format });
  write("dist/attention-explorers.js", plainLines(lines, "script"));
  copyLicences(inputs);
}

const LANGUAGES = "web/languages";

/** The languages that there are besides English, by their codes. */
export const languages = () =>
  (fs.existsSync(LANGUAGES) ? fs.readdirSync(LANGUAGES) : [])
    .filter((name) => name.endsWith(".js"))
    .map((name) => name.slice(0, -".js".length))
    .sort();

/** A script for each language, which gives the page its words: classic, and a module as well; and all words
 * in English for who translates them. */
export async function bundleLanguages() {
  for (const code of languages()) {
    const result = await bundled({
      stdin: {
        contents: `import { setStrings } from "./${WORDS}";
import words from "./${LANGUAGES}/${code}.js";
setStrings("${code}", words);`,
        resolveDir: ".",
        sourcefile: `${code}.js`,
      },
      format: "iife",
      charset: "utf8", // escaped, Arabic would be three times as long
    });
    // The mark in front has a page of any encoding read it rightly.
    write(`dist/languages/${code}.js`, { code: `\ufeff${result.outputFiles[0].text}` });
    write(`dist/languages/${code}.cjs`, { code: `${classicForRequire(`${code}.js`)}\n` });
    for (const end of ["ts", "cts"])
      write(`dist/languages/${code}.d.${end}`, { code: "export {};\n" });
  }
  fs.writeFileSync("dist/words.json", `${JSON.stringify(await allWords(), null, 2)}\n`);
}

/** Every text in English: by tag, "frame" for what every explorer says, "prose" for the elements of running
 * text, and "pages" for the pages around them. */
export async function allWords() {
  /** @param {string} file @returns {Promise<Record<string, string>>} */
  const stringsOf = async (file) =>
    Object.values(await import(pathToFileURL(path.resolve(file)).href))[0];
  const own = tags().map(async (tag) => [
    tag,
    await stringsOf(`web/explorers/${roomOf(tag)}/strings.js`),
  ]);
  return Object.fromEntries([
    ["frame", await stringsOf("web/frame/strings.js")],
    ...(await Promise.all(own)),
    ["prose", await stringsOf("web/prose/strings.js")],
    ["pages", await stringsOf("web/pages/strings.js")],
  ]);
}

/** The command that makes single files of the package's pages. */
export async function bundleMakePages() {
  const result = await bundled({
    banner: {},
    platform: "node",
    entryPoints: ["tools/make-pages.js"],
    format: "esm",
  });
  write("dist/make-pages.js", plainLines({ code: result.outputFiles[0].text }, "module"));
}

/** The class of an element: its tag in CamelCase. @param {string} tag */
export const classOf = (tag) =>
  tag
    .split("-")
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join("");

/** The trained model of the tickets: the classic script holds it, and the modules take it from there. */
export async function bundleTicketModel() {
  const result = await bundled({
    entryPoints: ["web/model/ticket-model.js"],
    format: "iife",
    plugins: [carriedFiles],
  });
  const { code } = plainLines({ code: result.outputFiles[0].text }, "script");
  write("dist/attention-ticket-model.js", { code });
  const found = `globalThis[Symbol.for("attention-wasm.models")].models.get("tickets")`;
  write("dist/ticket-model.js", {
    code: `${NOTICE}
// The weights stand in the package once, in the classic script, which is a module as well.
import "./attention-ticket-model.js";
export const ticketModel = ${found};
`,
  });
  write("dist/ticket-model.cjs", {
    code: `${classicForRequire("attention-ticket-model.js")}\nexports.ticketModel = ${found};\n`,
  });
  fs.writeFileSync("dist/ticket-model.d.ts", TICKET_MODEL_TYPES);
  fs.writeFileSync("dist/ticket-model.d.cts", TICKET_MODEL_TYPES);
}

const TICKET_MODEL_TYPES = `/** A small classifier of support tickets, trained by web/model/train.js. Importing it is enough for
 * <attention-heatmap preset="tickets">; attn.encoder() takes it as well. */
export const ticketModel: {
  readonly description: {
    readonly sizes: {
      readonly vocab: number;
      readonly d: number;
      readonly heads: number;
      readonly ff: number;
      readonly layers: number;
      readonly classes: number;
      readonly maxLen: number;
    };
    /** The classes, in the order of the logits. */
    readonly teams: readonly string[];
    /** The tokens, in the order of their ids. */
    readonly vocabulary: readonly string[];
    /** Shares of the validation tickets that are classified rightly. */
    readonly accuracy: {
      readonly model: number;
      readonly byKind: Readonly<Record<string, number>>;
      readonly bagOfWords: number;
    };
    readonly tickets: { readonly train: number; readonly valid: number };
    readonly examples: readonly { readonly text: string; readonly team: number; readonly kind: string }[];
  };
  /** The weights as a safetensors file, for parseSafetensors(). */
  weights(): Uint8Array;
};
`;

/** The licences of the packages that the explorers' bundles hold.
 * @param {string[]} inputs what esbuild read */
function copyLicences(inputs) {
  const names = inputs.flatMap((file) => {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file);
    return found ? [found[1]] : [];
  });
  names.push("@fontsource/stix-two-math"); // of which build/math-font.js is made
  const texts = [...new Set(names)].sort().map((name) => {
    const text = fs.readFileSync(`node_modules/${name}/LICENSE`, "utf8");
    return `${name}\n\n${text.trim()}\n`;
  });
  fs.writeFileSync("dist/third-party-licences.txt", texts.join(`\n${"-".repeat(80)}\n\n`));
}

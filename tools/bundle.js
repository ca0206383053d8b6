// The bundles of dist/, by esbuild. Sources name what the build makes by the "imports" of
// package.json (#bytes, #attention-js, #worker-source); no such name is left in a bundle.
import * as esbuild from "esbuild";
import * as fs from "node:fs";
import * as path from "node:path";
import { minify } from "terser";

const { version } = /** @type {{ version: string }} */ (
  JSON.parse(fs.readFileSync("package.json", "utf8"))
);
const NOTICE = `/*! attention-wasm ${version}, MIT licence, the attention-wasm authors */`;

/** @satisfies {import("esbuild").BuildOptions} */
const common = {
  bundle: true,
  minify: true,
  charset: "ascii",
  // What Safari 15 and its contemporaries know.
  target: ["chrome91", "firefox90", "safari15", "node20"],
  // import() stays import(), so that what is loaded rarely is a file of its own.
  supported: { "dynamic-import": true },
  write: true,
  logLevel: "warning",
  legalComments: "eof",
  banner: { js: NOTICE },
};

/** Once more by terser, which finds a twentieth that esbuild leaves: for what everybody loads.
 * @param {string} text @param {boolean} module @returns {Promise<string>} */
async function smaller(text, module) {
  const { code } = await minify(text, {
    module,
    ecma: 2020,
    compress: { passes: 2 },
    format: { ascii_only: true, comments: false },
  });
  if (!code) throw new Error("terser gave nothing");
  return code;
}

/** A worker's script as the text of one classic script. It holds no wasm: whoever starts the worker
 * sends it the bytes or the compiled module.
 * @param {string} entry @returns {Promise<string>} */
export async function workerSource(entry) {
  const result = await esbuild.build({
    ...common,
    entryPoints: [entry],
    format: "iife",
    write: false,
    legalComments: "none",
    banner: {},
    plugins: [withoutBytes],
  });
  return smaller(result.outputFiles[0].text, false);
}

/** @type {import("esbuild").Plugin} */
const withoutBytes = {
  name: "without bytes",
  setup(build) {
    build.onResolve({ filter: /^#(bytes|attention-js|worker-source)$/ }, ({ path: name }) => ({
      path: name,
      namespace: "nothing",
    }));
    build.onLoad({ filter: /.*/, namespace: "nothing" }, () => ({
      contents: `
        export const build = {};
        export const blockRows = 0, fewRows = 0;
        export const bytesOf = () => { throw new Error("this worker was not sent the module") };
        export const instantiate = bytesOf;
        export default "";`,
    }));
  },
};

/** `import source from "./some-worker.js?worker"` gives the text of that worker's script.
 * @type {import("esbuild").Plugin} */
const workers = {
  name: "workers",
  setup(build) {
    build.onResolve({ filter: /\?worker$/ }, ({ path: name, resolveDir }) => ({
      path: path.join(resolveDir, name.slice(0, -"?worker".length)),
      namespace: "worker",
    }));
    build.onLoad({ filter: /.*/, namespace: "worker" }, async ({ path: file }) => ({
      contents: await workerSource(file),
      loader: "text",
    }));
  },
};

/** `import base64 from "./weights.safetensors?base64"` gives a file's bytes as text, and
 * `import value from "./description.json?json"` what a JSON file says.
 * @type {import("esbuild").Plugin} */
const carriedFiles = {
  name: "carried files",
  setup(build) {
    build.onResolve({ filter: /\?(base64|json)$/ }, ({ path: name, resolveDir }) => {
      const [file, loader] = name.split("?");
      return { path: path.join(resolveDir, file), namespace: loader };
    });
    for (const loader of /** @type {const} */ (["base64", "json"]))
      build.onLoad({ filter: /.*/, namespace: loader }, ({ path: file }) => ({
        contents: fs.readFileSync(file),
        loader,
      }));
  },
};

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
      const contents = text.replace(question, "policyOfLit($1)");
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
            return to === "./index.js" ? { path: to, external: true } : undefined;
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

/** What stands before a module's one export clause, which is its end, and the clause's names.
 * @param {string} text @returns {{ body: string, names: [outside: string, inside: string][] }} */
function parted(text) {
  const clause = /\bexport\{([^{}]*)\};?\s*$/.exec(text);
  if (!clause) throw new Error("index.js does not end with its exports");
  const names = clause[1].split(",").map((each) => {
    const [inside, outside] = each.split(" as ");
    return /** @type {[string, string]} */ ([outside ?? inside, inside]);
  });
  return { body: text.slice(0, clause.index), names };
}

/** The package: index.js and index.cjs, and beside them what few need: the plain JavaScript build and
 * the text of the pool's worker. */
export async function bundlePackage() {
  const beside = ["attention-js", "worker-source"];
  const result = await esbuild.build({
    ...common,
    entryPoints: ["js/index.js"],
    format: "esm",
    write: false,
    metafile: true,
    plugins: [workers, ...beside.map((name) => asFile(`build/${name}.js`, `./${name}.js`))],
  });
  for (const { path: name, kind } of Object.values(result.metafile.outputs)[0].imports) {
    // require() has no other way to a file that is a module.
    if (kind !== "dynamic-import") throw new Error(`${name} must be loaded by import()`);
  }
  const { body, names } = parted(await smaller(result.outputFiles[0].text, true));
  // On a line of its own, where tools that guess a file's kind by its text look for it.
  const clause = names.map(([outside, inside]) => `${inside} as ${outside}`);
  fs.writeFileSync("dist/index.js", `${NOTICE}\n${body}\nexport{${clause.join(",")}};\n`);
  const object = names.map(([outside, inside]) => `${outside}:${inside}`);
  fs.writeFileSync(
    "dist/index.cjs",
    `${NOTICE}\n"use strict";${body}\nmodule.exports={${object.join(",")}};\n`,
  );
  const entryPoints = beside
    .map((name) => `build/${name}.js`)
    .filter((file) => fs.existsSync(file));
  await esbuild.build({ ...common, entryPoints, format: "esm", outdir: "dist" });
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

/** A source that defines the given elements.
 * @param {string[]} names @returns {import("esbuild").StdinOptions} */
function entryOf(names) {
  const rooms = names.map((name) => `./explorers/${name.slice(PREFIX.length)}/${name}.js`);
  // The page of a single explorer has no text around it.
  if (names.length > 1) rooms.push("./prose/index.js");
  return {
    contents: rooms.map((file) => `export * from "${file}";`).join("\n"),
    resolveDir: path.resolve("web"),
    sourcefile: "explorers.js",
  };
}

/** A classic script that defines the given elements and needs no other file.
 * @param {string[]} names @returns {Promise<string>} */
export async function classicScript(names) {
  const result = await esbuild.build({
    ...common,
    stdin: entryOf(names),
    format: "iife",
    write: false,
    plugins: [workers, itself, litPolicy],
  });
  return result.outputFiles[0].text;
}

/** explorers.js, which shares index.js with whoever imports it, and the classic script. */
export async function bundleClassic() {
  await esbuild.build({
    ...common,
    stdin: entryOf(tags()),
    format: "esm",
    outfile: "dist/explorers.js",
    // Lit's build for Node also runs in browsers, and may be imported where there is no document.
    platform: "neutral",
    conditions: ["node"],
    plugins: [workers, litPolicy, asFile("js/index.js", "./index.js")],
  });
  fs.writeFileSync("dist/attention-explorers.js", await classicScript(tags()));
  makeExplorerTypes();
  copyLicences();
}

/** The trained model of the tickets: a classic script, and the module "attention-wasm/ticket-model". */
export async function bundleTicketModel() {
  for (const [format, outfile] of /** @type {const} */ ([
    ["iife", "dist/attention-ticket-model.js"],
    ["esm", "dist/ticket-model.js"],
  ])) {
    await esbuild.build({
      ...common,
      entryPoints: ["web/model/ticket-model.js"],
      format,
      outfile,
      plugins: [carriedFiles],
    });
  }
  fs.writeFileSync("dist/ticket-model.d.ts", TICKET_MODEL_TYPES);
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

/** What `import "attention-wasm/explorers"` defines: a class for each tag. */
function makeExplorerTypes() {
  const classOf = (/** @type {string} */ tag) =>
    tag
      .split("-")
      .map((word) => word[0].toUpperCase() + word.slice(1))
      .join("");
  const lines = tags().flatMap((tag) => [
    `/** The element <${tag}>. */`,
    `export class ${classOf(tag)} extends HTMLElement {}`,
  ]);
  const map = tags().map((tag) => `    "${tag}": ${classOf(tag)};`);
  fs.writeFileSync(
    "dist/explorers.d.ts",
    `${lines.join("\n")}\n\ndeclare global {\n  interface HTMLElementTagNameMap {\n${map.join("\n")}\n  }\n}\n`,
  );
}

/** The licences of what the explorers' bundles hold. */
function copyLicences() {
  const texts = [
    "lit",
    "lit-html",
    "lit-element",
    "@lit/reactive-element",
    "d3-scale",
    "d3-shape",
  ].flatMap((name) => {
    const file = `node_modules/${name}/LICENSE`;
    return fs.existsSync(file) ? [`${name}\n\n${fs.readFileSync(file, "utf8").trim()}\n`] : [];
  });
  fs.writeFileSync("dist/third-party-licences.txt", texts.join(`\n${"-".repeat(80)}\n\n`));
}

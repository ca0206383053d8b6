// Workers of the explorers. A file x-worker.js exports `answer`, which takes the worker's messages;
// `import source from "./x-worker.js?worker"` gives the text of its script, which parts/work/worker.js
// starts from memory.
//
// In a module that text is a string. A classic script holds everything, and would hold the computation
// once for the page and once more for each worker: there it stands once, in a function that needs nothing
// around it. The page calls it, and a worker's text is the function's own source.
import { parse } from "acorn";
import * as path from "node:path";
import { bundled } from "./bundled.js";

/** @typedef {import("esbuild").Plugin} Plugin */

/** A script that answers its messages as the file says. @param {string} file */
export const workerScript = (file) =>
  `import { answer } from "./${file}";\nself.onmessage = answer;`;

/** `?worker` means the module that `contentsOf` writes for the file.
 * @param {(file: string) => string | Promise<string>} contentsOf @param {"js" | "text"} [loader] @returns {Plugin} */
export const workersAs = (contentsOf, loader = "js") => ({
  name: "workers",
  setup(build) {
    build.onResolve({ filter: /\?worker$/ }, ({ path: name, resolveDir }) => ({
      // From here on, or the hash of a chunk would depend on where the project lies.
      path: path.relative(".", path.join(resolveDir, name.slice(0, -"?worker".length))),
      namespace: "worker",
    }));
    build.onLoad({ filter: /.*/, namespace: "worker" }, async ({ path: file }) => ({
      contents: await contentsOf(file),
      loader,
      resolveDir: ".",
    }));
  },
});

/** @param {string} contents of a module @param {import("esbuild").BuildOptions} [options] */
async function moduleOf(contents, options) {
  const result = await bundled({
    minify: false,
    legalComments: "none",
    banner: {},
    stdin: { contents, resolveDir: "." },
    format: "esm",
    ...options,
  });
  return { text: result.outputFiles[0].text, inputs: Object.keys(result.metafile.inputs) };
}

/** Tells what a file is, wherever it is imported from. @param {(file: string) => object | undefined} told @returns {Plugin} */
const filesAs = (told) => ({
  name: "files apart",
  setup(build) {
    build.onResolve({ filter: /^\./ }, async ({ path: name, resolveDir, pluginData }) => {
      if (pluginData === "from shared") return undefined;
      return told(path.relative(".", path.join(resolveDir, name)));
    });
  },
});

/** The names that a file exports. @param {string} file */
async function exportsOf(file) {
  const result = await bundled({ entryPoints: [file], bundle: false, format: "esm", banner: {} });
  return Object.values(result.metafile.outputs)[0].exports;
}

/** The names that a module imports of other files, all that there are where it imports a file as a whole.
 * @param {string} text @returns {Promise<[file: string, names: string[]][]>} */
async function importsOf(text) {
  const { body } = parse(text, { ecmaVersion: "latest", sourceType: "module" });
  const imports = body.flatMap((node) => (node.type === "ImportDeclaration" ? [node] : []));
  return Promise.all(
    imports.map(async ({ source, specifiers }) => {
      const file = String(source.value);
      const names = specifiers.map((each) =>
        each.type === "ImportSpecifier" && each.imported.type === "Identifier"
          ? [each.imported.name]
          : exportsOf(file),
      );
      return /** @type {[string, string[]]} */ ([file, (await Promise.all(names)).flat()]);
    }),
  );
}

/**
 * What a classic script needs so that it and its workers share their code.
 * @param {string} contents of its entry @param {import("esbuild").BuildOptions} options as it will be built
 * @returns {Promise<Plugin[]>}
 */
export async function sharedWithWorkers(contents, options) {
  const plugins = options.plugins ?? [];
  /** @type {string[]} */
  const workers = [];
  const found = workersAs((file) => {
    workers.push(file);
    return "export default ''";
  });
  await moduleOf(contents, { ...options, plugins: [found, ...plugins] });
  if (workers.length === 0) return [];
  workers.sort();

  // All files that a worker needs; what of them the page imports is what both need.
  const answers = workers.map((file, i) => `import { answer as answer${i} } from "./${file}";`);
  const all = `${answers.join("\n")}\nexport const answers = [${workers.map((_, i) => `answer${i}`).join()}];`;
  const files = new Set((await moduleOf(all)).inputs);
  const page = await moduleOf(contents, {
    ...options,
    plugins: [
      workersAs(() => "export default ''"),
      filesAs((file) => (files.has(file) ? { path: file, external: true } : undefined)),
      ...plugins,
    ],
  });
  /** @type {Map<string, Map<string, string>>} by file: the page's name, and that in the shared object */
  const shared = new Map();
  let count = 0;
  for (const [file, names] of await importsOf(page.text)) {
    const known = shared.get(file) ?? new Map();
    shared.set(file, known);
    for (const name of names) if (!known.has(name)) known.set(name, `s${(count++).toString(36)}`);
  }
  const exported = [...shared].map(
    ([file, names]) =>
      `export { ${[...names].map(([name, short]) => `${name} as ${short}`).join(", ")} } from "./${file}";`,
  );
  const { text } = await moduleOf(`${all}\n${exported.join("\n")}`);
  const clause = /\bexport \{([^{}]*)\};?\s*$/.exec(text);
  if (!clause) throw new Error("what workers share does not end with its exports");
  const pairs = clause[1]
    .trim()
    .split(/,\s*/)
    .map((each) => each.split(" as ").reverse().join(": "));
  const computation = `const computation = function (worker) {
"use strict";
${text.slice(0, clause.index)}
if (worker !== undefined) self.onmessage = answers[worker];
return { ${pairs.join(", ")} };
};
export const shared = computation();
export const textOf = (worker) => \`(\${computation})(\${worker})\`;`;

  /** @type {Plugin} */
  const once = {
    name: "once for the page and its workers",
    setup(build) {
      build.onResolve({ filter: /^computation$/ }, () => ({
        path: "all",
        namespace: "computation",
      }));
      build.onLoad({ filter: /.*/, namespace: "computation" }, () => ({ contents: computation }));
      build.onLoad({ filter: /.*/, namespace: "shared" }, async ({ path: file }) => {
        const known = shared.get(file);
        const names = (await exportsOf(file)).map((name) => {
          const short = known?.get(name);
          // What nobody needs has a name, for importers that are not needed either.
          return `export const ${name} = ${short ? `shared.${short}` : "undefined"};`;
        });
        return { contents: `import { shared } from "computation";\n${names.join("\n")}` };
      });
    },
  };
  return [
    workersAs(
      (file) =>
        `import { textOf } from "computation";\nexport default textOf(${workers.indexOf(file)});`,
    ),
    filesAs((file) => (files.has(file) ? { path: file, namespace: "shared" } : undefined)),
    once,
  ];
}

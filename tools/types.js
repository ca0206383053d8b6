// The types of the package: TypeScript's declarations from the JSDoc of js/, rolled up into one file that
// holds the public names and what they are made of. They need nothing but ECMAScript, so they hold in any
// version of TypeScript from 5.4, with and without the types of browsers or of Node.
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { format } from "prettier";
import ts from "typescript";

// What an engine has and ECMAScript does not: as the user's own types know it, or as little as is needed.
const PLATFORM = `type Engine = typeof globalThis;
/** WebAssembly.Module, where its types are known. */
export type WasmModule = Engine extends { WebAssembly: { Module: { prototype: infer T } } } ? T : object;
/** Bytes. */
export type Bytes = ArrayBufferView | ArrayBufferLike;
/** A URL. */
export type Address = { readonly href: string; toString(): string };
/** A signal that gives a call up. */
export type Signal = Engine extends { AbortSignal: { prototype: infer T } } ? T : { readonly aborted: boolean };
/** A Float32Array with memory of its own, which TypeScript tells from shared memory since 5.7. */
export type OwnFloat32Array = ReturnType<Float32ArrayConstructor["of"]>;
/** A Float64Array with memory of its own. */
export type OwnFloat64Array = ReturnType<Float64ArrayConstructor["of"]>;
/** A Uint8Array with memory of its own. */
export type OwnUint8Array = ReturnType<Uint8ArrayConstructor["of"]>;
/** Symbol.dispose, where the user's own types have it (lib: esnext.disposable). */
export type DisposeKey = SymbolConstructor extends { readonly dispose: infer K extends symbol } ? K : never;
/** Symbol.asyncDispose, alike. */
export type AsyncDisposeKey = SymbolConstructor extends { readonly asyncDispose: infer K extends symbol } ? K : never;
/** What \`using\` releases at the end of its block. */
export type Disposed = { [K in DisposeKey]: () => void };
/** What \`await using\` releases at the end of its block. */
export type DisposedLater = { [K in AsyncDisposeKey]: () => Promise<void> };
`;

/** @param {string} text of a declaration file */
const portable = (text) =>
  text
    .replaceAll(/^ *#private;\n/gm, "")
    .replaceAll(/\bWebAssembly\.Module\b/g, "WasmModule")
    .replaceAll(/(?<![\w.])BufferSource\b/g, "Bytes")
    .replaceAll(/(?<![\w.])URL\b(?= \||;|,|\))/g, "Address")
    .replaceAll(/(?<![\w.])AbortSignal\b/g, "Signal")
    .replaceAll(/\b(Float32Array|Float64Array|Uint8Array)<ArrayBuffer>/g, "Own$1")
    .replaceAll(/\b((?:Big)?(?:Uint|Int|Float)\d+(?:Clamped)?Array)<[^<>]*>/g, "$1");

/** Instances are made by load() and what it gives: nobody calls the constructors.
 * @param {string} text */
function withoutConstructors(text) {
  const file = ts.createSourceFile("x.d.ts", text, ts.ScriptTarget.Latest);
  /** @type {[number, number][]} */
  const ranges = [];
  for (const statement of file.statements)
    if (ts.isClassDeclaration(statement))
      for (const member of statement.members)
        if (ts.isConstructorDeclaration(member)) ranges.push([member.getFullStart(), member.end]);
  let result = text;
  for (const [start, end] of ranges.reverse())
    result = `${result.slice(0, start)}\n    private constructor();${result.slice(end)}`;
  return result;
}

/** Comments without the types that the declarations say anyway: `@param {number} n size` → `@param n size`.
 * @param {string} text */
function withoutTypesInComments(text) {
  return text.replaceAll(/\/\*\*[^]*?\*\//g, (comment) => {
    let result = comment;
    for (;;) {
      const found =
        /@(param|returns|type|property|template|typedef|override|private)\b ?(?=\{)/.exec(result);
      if (!found) break;
      const start = found.index + found[0].length;
      let end = start;
      for (let depth = 0; end < result.length; end++) {
        if (result[end] === "{") depth++;
        if (result[end] === "}" && --depth === 0) break;
      }
      const tag = found[1] === "type" ? "" : `@${found[1]}`;
      result = result.slice(0, found.index) + tag + result.slice(end + 1);
    }
    // What says nothing any more.
    result = result
      .replaceAll(/ ?@param \[?\w[\w.]*(?:=[^\]]*)?\]?(?=\s*(?:\n|@|\*\/))/g, "")
      .replaceAll(/ ?@returns(?=\s*(?:\n|@|\*\/))/g, "")
      .replaceAll(/\n\s*\*(?=\s*\n\s*\* \S)/g, (empty) => empty)
      .replaceAll(/(?:\n\s*\*\s*)+(?=\n\s*\*\/)/g, "")
      .replaceAll(/(?:\s*\n \*\s*)+\*\/$/g, " */");
    const bare = result.replaceAll(/@(override|private)\b/g, "").replaceAll(/[/*\s]/g, "");
    if (bare === "" || /^(@typedef\w+)+$/.test(bare)) return "";
    const [, only] = /^\/\*\*\s*\n\s*\* ([^\n]*)\n\s*\*\/$/.exec(result) ?? [];
    if (only) return `/** ${only} */`;
    return result.replaceAll(/[ \t]+$/gm, "").replaceAll(/\n\s*\*\s*(?=\n\s*\*\/)/g, "");
  });
}

/** @typedef {{ text: string, isType: boolean }} Declaration */

/** Adds the declarations of a file to those that are known, by name. Types of one name in several files are
 * the same: one says what it is, the others that it is that one.
 * @param {string} text @param {Map<string, Declaration[]>} known */
function collect(text, known) {
  // What is imported is here under the name that it has there.
  const plain = text.replaceAll(/\bimport\("\.\/[\w-]+\.js"\)\./g, "");
  const file = ts.createSourceFile("x.d.ts", plain, ts.ScriptTarget.Latest, true);
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) continue;
    const { name } = /** @type {{ name?: import("typescript").Identifier }} */ (statement);
    const isType = !ts.isFunctionDeclaration(statement);
    if (!name) continue;
    const body = statement
      .getText(file)
      .replace(
        /^export (declare )?/,
        isType && !ts.isClassDeclaration(statement) ? "" : "declare ",
      );
    // js/release.js: what release() does, the end of a block does as well.
    const [, released] = (isType && /^ {4}release\(\): ([^;]*);/m.exec(body)) || [];
    const disposed = released && (released === "void" ? "Disposed" : "Disposed, DisposedLater");
    const whole = disposed ? `${body}\ninterface ${name.text} extends ${disposed} {}` : body;
    if (new RegExp(`^type ${name.text} = ${name.text};$`).test(body)) continue;
    // The last comment before it is its own.
    const comments = ts.getLeadingCommentRanges(plain, statement.getFullStart()) ?? [];
    const last = comments.at(-1);
    const comment = last ? `${plain.slice(last.pos, last.end)}\n` : "";
    const all = known.get(name.text) ?? [];
    if (isType && all.length > 0 && all[0].text.replace(/^\/\*\*[^]*?\*\/\n/, "") !== whole)
      throw new Error(`two types of js/ are called ${name.text}`);
    if (!isType || all.length === 0)
      known.set(name.text, [...all, { text: comment + whole, isType }]);
  }
}

/** One file with the given names, and what they are made of: a library whose functions return it must be
 * able to name it. Classes are types only, as no file of the package exports them.
 * @param {string[]} names @param {Map<string, Declaration[]>} known */
function rolledUp(names, known) {
  const wanted = new Set(names);
  for (const name of wanted)
    for (const { text } of known.get(name) ?? []) {
      const code = text.replaceAll(/\/\*[^]*?\*\//g, "");
      for (const [word] of code.matchAll(/\b[A-Z]\w*/g)) if (known.has(word)) wanted.add(word);
    }
  const all = [...wanted].flatMap((name) => {
    const found = known.get(name);
    if (!found) throw new Error(`no file of js/ declares ${name}`);
    return found.map((declaration) => ({ name, ...declaration }));
  });
  const list = (/** @type {boolean} */ isType) =>
    [...new Set(all.filter((each) => each.isType === isType).map(({ name }) => name))]
      .filter((name) => name !== "Engine")
      .sort()
      .join(", ");
  const body = all.map(({ text }) => text).join("\n\n");
  return `${body}\n\nexport { ${list(false)} };\nexport type { ${list(true)} };\n`;
}

/** @returns {Promise<string>} what tsc complained of; the declarations are there all the same */
export async function makeTypes() {
  const folder = "build/types/js";
  fs.rmSync("build/types", { recursive: true, force: true });
  const tsc = "node_modules/typescript/bin/tsc";
  const flags = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly"];
  const emitted = spawnSync(
    process.execPath,
    [tsc, "-p", "js/tsconfig.json", ...flags, "--outDir", "build/types"],
    { encoding: "utf8" },
  );
  if (!fs.existsSync(folder)) throw new Error(`tsc failed:\n${emitted.stdout}${emitted.stderr}`);

  /** @type {Map<string, Declaration[]>} */
  const known = new Map();
  collect(PLATFORM, known);
  for (const name of fs.readdirSync(folder).sort()) {
    if (name === "index.d.ts" || name === "pool-worker.d.ts") continue;
    const source = fs.readFileSync(path.join(folder, name), "utf8");
    collect(withoutTypesInComments(withoutConstructors(portable(source))), known);
  }
  const index = fs.readFileSync(path.join(folder, "index.d.ts"), "utf8");
  const names = [...index.matchAll(/^export (?:type )?\{([^}]*)\}|^export type (\w+)/gm)].flatMap(
    ([, list, type]) => type ?? list.split(",").map((name) => name.trim()),
  );
  const text = await format(rolledUp(names, known), { parser: "typescript", printWidth: 100 });
  // Once, for import as well: a type is the same however a file got hold of it.
  fs.writeFileSync("dist/index.d.cts", text);
  fs.writeFileSync("dist/index.d.ts", 'export * from "./index.cjs";\n');

  // Entries that are run for what they do, and addresses.
  for (const end of ["ts", "cts"]) {
    for (const name of ["js", "relaxed"]) fs.writeFileSync(`dist/${name}.d.${end}`, "export {};\n");
    fs.writeFileSync(
      `dist/wasm.d.${end}`,
      "/** What a bundler gives for the file: its address. */\ndeclare const address: string;\nexport default address;\n",
    );
  }
  // The classic scripts, should somebody import one for what it does.
  for (const name of ["attention-ticket-model", "attention-relaxed"])
    fs.writeFileSync(`dist/${name}.d.ts`, "export {};\n");
  fs.writeFileSync(
    "dist/attention-explorers.d.ts",
    `export {};
declare global {
  /** What <script src="attention-explorers.js"> leaves, beside the elements. */
  var attentionExplorers: { setStrings: typeof import("./explorers/words.js").setStrings };
}
`,
  );
  fs.writeFileSync(
    "dist/attention.d.ts",
    `export {};
declare global {
  /** What <script src="attention.js"> leaves: the functions of the package. */
  var attentionWasm: typeof import("./index.js");
}
`,
  );
  fs.rmSync("dist/types", { recursive: true, force: true });
  return emitted.stdout.trim();
}

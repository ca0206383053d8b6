// The types of the package: TypeScript's declarations from the JSDoc of js/, once for import (.d.ts)
// and once for require (.d.cts), so that each is resolved as what it is.
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";

// TypeScript for Node alone has no WebAssembly and no BufferSource, and private names in types ask for
// a target that is not the default.
const PLATFORM = `type Engine = typeof globalThis;
export type Module = Engine extends { WebAssembly: { Module: { prototype: infer T } } } ? T : object;
export type Memory = Engine extends { WebAssembly: { Memory: { prototype: infer T } } } ? T : object;
export type BufferSource = ArrayBufferView | ArrayBuffer;
`;

/** Types that need nothing but ECMAScript. @param {string} text */
const portable = (text) =>
  text
    .replaceAll(/^ *#private;\n/gm, "")
    .replaceAll(/\bWebAssembly\.(Module|Memory)\b/g, 'import("./platform.js").$1')
    .replaceAll(/(?<![\w.])BufferSource\b/g, 'import("./platform.js").BufferSource');

/** @returns {string} what tsc complained of; the declarations are there all the same */
export function makeTypes() {
  fs.rmSync("build/types", { recursive: true, force: true });
  const tsc = "node_modules/typescript/bin/tsc";
  const emitted = spawnSync(
    process.execPath,
    [
      tsc,
      "-p",
      "js/tsconfig.json",
      "--noEmit",
      "false",
      "--declaration",
      "--emitDeclarationOnly",
      "--outDir",
      "build/types",
    ],
    { encoding: "utf8" },
  );
  if (!fs.existsSync("build/types/js"))
    throw new Error(`tsc failed:\n${emitted.stdout}${emitted.stderr}`);

  fs.rmSync("dist/types", { recursive: true, force: true });
  fs.mkdirSync("dist/types", { recursive: true });
  fs.writeFileSync("build/types/js/platform.d.ts", PLATFORM);
  for (const name of fs.readdirSync("build/types/js")) {
    if (!name.endsWith(".d.ts") || name === "pool-worker.d.ts") continue;
    const source = fs.readFileSync(path.join("build/types/js", name), "utf8");
    const text = name === "platform.d.ts" ? source : portable(source);
    const foreign = /["'](#[\w-]+|\.\.\/[^"']*)["']/.exec(text);
    if (foreign)
      throw new Error(`the types in js/${name} name ${foreign[1]}, which is not shipped`);
    fs.writeFileSync(`dist/types/${name}`, text);
    fs.writeFileSync(
      `dist/types/${name.replace(/\.d\.ts$/, ".d.cts")}`,
      text.replaceAll(/(["']\.\/[\w./-]+)\.js(["'])/g, "$1.cjs$2"),
    );
  }
  fs.writeFileSync("dist/index.d.ts", 'export * from "./types/index.js";\n');
  fs.writeFileSync("dist/index.d.cts", 'export * from "./types/index.cjs";\n');
  return emitted.stdout.trim();
}

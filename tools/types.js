// The types of the package: TypeScript's declarations from the JSDoc of js/, once for import (.d.ts)
// and once for require (.d.cts), so that each is resolved as what it is.
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";

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
  for (const name of fs.readdirSync("build/types/js")) {
    if (!name.endsWith(".d.ts") || name === "pool-worker.d.ts") continue;
    const text = fs.readFileSync(path.join("build/types/js", name), "utf8");
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

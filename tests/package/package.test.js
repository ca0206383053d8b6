// What a user of the package meets first: what the tarball holds, import and require, import where
// there is no DOM and nothing may be touched.
import { before, describe, test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import { gzipSync } from "node:zlib";
import { FIRST_CALL, execute, installPacked, root } from "./packed.js";

const installed = "node_modules/attention-wasm";

describe("the packed tarball", () => {
  /** @type {import("./packed.js").Project} */ let project;
  before(async () => {
    project = await installPacked("package");
  });

  test("holds the package, its types, the C sources and the pages, and nothing else", () => {
    const expected = /^(dist\/|c\/[\w-]+\.[ch]$|(README\.md|LICENSE|package\.json)$)/;
    assert.deepEqual(
      project.files.filter((file) => !expected.test(file)),
      [],
    );
    for (const file of [
      "LICENSE",
      "README.md",
      "c/attention.h",
      "dist/attention-explorers-with-model.html",
      "dist/attention-explorers.html",
      "dist/attention-explorers.js",
      "dist/attention-js.js",
      "dist/attention-scalar.wasm",
      "dist/attention-simd.wasm",
      "dist/attention-ticket-model.js",
      "dist/explorers.d.ts",
      "dist/explorers.js",
      "dist/index.cjs",
      "dist/index.d.cts",
      "dist/index.d.ts",
      "dist/index.js",
      "dist/ticket-model.d.ts",
      "dist/ticket-model.js",
      "package.json",
    ]) {
      assert.ok(project.files.includes(file), `${file} is missing`);
    }
  });

  test("names nothing of the machine that built it, and no file that is not shipped", () => {
    for (const file of project.files) {
      const text = fs.readFileSync(path.join(project.folder, installed, file), "latin1");
      assert.ok(!text.includes(root.slice(0, -1)), `${file} names the folder it was built in`);
      if (!/^dist\/.*\.(js|cjs|ts|cts)$/.test(file)) continue;
      for (const [, name] of text.matchAll(
        /(?:from|import|require)\s*\(?\s*["']([#./][^"']*)["']/g,
      )) {
        const target = path.join(path.dirname(file), name).replaceAll(path.sep, "/");
        const shipped = [target, target.replace(/\.(c?)js$/, ".d.$1ts")];
        assert.ok(
          shipped.some((each) => project.files.includes(each)),
          `${file} imports ${name}`,
        );
      }
    }
  });

  test("makes no code of text, which content policies forbid", () => {
    for (const file of project.files.filter((name) => /^dist\/.*\.(c?js|html)$/.test(name))) {
      const text = fs.readFileSync(path.join(project.folder, installed, file), "latin1");
      // model.eval() is a line of the PyTorch programs that explorers give away.
      assert.doesNotMatch(text, /(?<!model\.)\beval\(|\bnew Function\b|\bdocument\.write\b/, file);
    }
  });

  test("has no runtime dependency", () => {
    const json = JSON.parse(
      fs.readFileSync(path.join(project.folder, installed, "package.json"), "utf8"),
    );
    assert.equal(json.dependencies, undefined);
    assert.equal(json.peerDependencies, undefined);
  });

  test("works by import", async () => {
    project.write("by-import.mjs", `import { load } from "attention-wasm";\n${FIRST_CALL}`);
    assert.equal(await project.node(["by-import.mjs"]), "[10]");
  });

  test("works by require, and has the same names", async () => {
    project.write(
      "by-require.cjs",
      `const { load, ...rest } = require("attention-wasm");
      (async () => {
        ${FIRST_CALL}
        const esm = await import("attention-wasm");
        const names = (all) => Object.keys(all).filter((name) => !/^(default|module\\.exports|load|__esModule)$/.test(name)).sort().join();
        if (names(esm) !== names(rest)) throw new Error(names(esm) + " but " + names(rest));
      })();`,
    );
    assert.equal(await project.node(["by-require.cjs"]), "[10]");
  });

  for (const variant of ["simd", "scalar", "js"]) {
    test(`every variant gives the same: ${variant}`, async () => {
      for (const [file, head] of [
        [`${variant}.mjs`, 'import { load as whole } from "attention-wasm";\n'],
        [`${variant}.cjs`, 'const { load: whole } = require("attention-wasm");\n'],
      ]) {
        project.write(
          file,
          `${head}const load = () => whole({ variant: "${variant}" });
          (async () => { ${FIRST_CALL}
          if (attn.variant !== "${variant}") throw new Error(attn.variant); })();`,
        );
        assert.equal(await project.node([file]), "[10]");
      }
    });
  }

  test("exports the wasm files, which load() takes", async () => {
    for (const variant of ["simd", "scalar"]) {
      project.write(
        `file-${variant}.mjs`,
        `import { load as whole } from "attention-wasm";
        import { readFileSync } from "node:fs";
        import { createRequire } from "node:module";
        const file = createRequire(import.meta.url).resolve("attention-wasm/attention-${variant}.wasm");
        const load = () => whole({ wasm: readFileSync(file) });
        ${FIRST_CALL}
        if (attn.variant !== "${variant}") throw new Error(attn.variant);`,
      );
      assert.equal(await project.node([`file-${variant}.mjs`]), "[10]");
    }
  });

  test("importing touches no DOM, no network and no global, and listens to nothing", async () => {
    for (const [file, head] of [
      ["bare.mjs", 'const whole = () => import("attention-wasm");'],
      ["bare.cjs", 'const whole = async () => require("attention-wasm");'],
    ]) {
      project.write(
        file,
        `${head}
        (async () => {
          await new Promise(setImmediate); // Node's own listeners of the start are gone
          // What load() itself may use it has got hold of by now.
          for (const name of ["window", "document", "HTMLElement", "customElements", "navigator", "location",
            "localStorage", "fetch", "XMLHttpRequest", "Worker", "importScripts", "self"]) {
            Object.defineProperty(globalThis, name, { configurable: true, get() { throw new Error("touched " + name); } });
          }
          const listeners = () => process.eventNames().map((name) => [name, process.listenerCount(name)]).join();
          const names = () => Object.getOwnPropertyNames(globalThis).sort().join();
          const before = [listeners(), names()].join();
          const { load } = await whole();
          if ([listeners(), names()].join() !== before) throw new Error("importing left a trace");
          ${FIRST_CALL}
          if ([listeners(), names()].join() !== before) throw new Error("load() left a trace");
        })();`,
      );
      assert.equal(await project.node([file]), "[10]");
    }
  });

  test("the explorers may be imported on a server that has no DOM", async () => {
    project.write(
      "server.mjs",
      `const all = await import("attention-wasm/explorers");
      console.log(Object.keys(all).length > 0);`,
    );
    assert.equal(await project.node(["server.mjs"]), "true");
  });

  test("the explorers' classes have the names that their types say", async () => {
    const declared = [
      ...fs
        .readFileSync(path.join(project.folder, installed, "dist/explorers.d.ts"), "utf8")
        .matchAll(/^export class (\w+)/gm),
    ].map(([, name]) => name);
    project.write(
      "names.mjs",
      'console.log(Object.keys(await import("attention-wasm/explorers")).sort().join());',
    );
    assert.equal(await project.node(["names.mjs"]), declared.sort().join());
  });

  test("the trained model and the explorers find each other, whichever is imported first", async () => {
    const [one, other] = ["attention-wasm/ticket-model", "attention-wasm/explorers"];
    for (const [name, order] of Object.entries({ before: [one, other], after: [other, one] })) {
      project.write(
        `model-${name}.mjs`,
        `${order.map((entry) => `await import("${entry}");`).join("\n")}
        const { load, parseSafetensors } = await import("attention-wasm");
        const { ticketModel } = await import("attention-wasm/ticket-model");
        const { models } = globalThis[Symbol.for("attention-wasm.models")];
        if (models.get("tickets") !== ticketModel || models.size !== 1) throw new Error("not registered");
        const attn = await load();
        const { sizes, teams, vocabulary } = ticketModel.description;
        const { tensors } = parseSafetensors(ticketModel.weights());
        const model = attn.encoder({ ...sizes, parameters: tensors });
        const ids = "my card was charged twice".split(" ").map((word) => vocabulary.indexOf(word));
        const { data } = model.forward([ids]).logits;
        console.log(teams[data.indexOf(Math.max(...data))]);`,
      );
      assert.equal(await project.node([`model-${name}.mjs`]), "billing");
    }
  });

  test("publint finds nothing", async () => {
    const { publint } = await import("publint");
    const { formatMessage } = await import("publint/utils");
    const pkgDir = path.join(project.folder, installed);
    const { messages, pkg } = await publint({ pkgDir, strict: true, pack: false });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, /** @type {any} */ (pkg))),
      [],
    );
  });

  test("attw finds nothing: every way of resolving gets the right types", async () => {
    const attw = path.join(root, "node_modules/@arethetypeswrong/cli/dist/index.js");
    await execute(process.execPath, [
      ...[attw, project.tarball, "--no-emoji", "--exclude-entrypoints"],
      ...["attention-simd.wasm", "attention-scalar.wasm"],
      // "./explorers" is for browsers and bundlers: there is no CommonJS build of it.
      ...["--ignore-rules", "cjs-resolves-to-esm", "no-resolution"],
    ]).catch((error) => assert.fail(error.stdout + error.stderr));
  });

  test("the package is small", () => {
    const size = (/** @type {string} */ name) =>
      gzipSync(fs.readFileSync(path.join(project.folder, installed, "dist", name)), { level: 9 })
        .length;
    for (const name of ["index.js", "index.cjs"]) {
      assert.ok(size(name) < 60_000, `${name} is ${size(name)} bytes gzipped, not below 60,000`);
    }
  });

  test("the gallery is small, with the trained model and without", () => {
    for (const [name, most] of /** @type {[string, number][]} */ ([
      ["attention-explorers.html", 300_000],
      ["attention-explorers-with-model.html", 1_200_000],
    ])) {
      const file = path.join(project.folder, installed, "dist", name);
      const size = gzipSync(fs.readFileSync(file), { level: 9 }).length;
      assert.ok(size < most, `${name} is ${size} bytes gzipped, not below ${most}`);
    }
  });
});

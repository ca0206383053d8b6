// What a user of the package meets first: what the tarball holds, import and require, import where
// there is no DOM and nothing may be touched.
import { before, describe, test } from "node:test";
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import { gzipSync } from "node:zlib";
import { allWords, IN_PAGES } from "../../tools/bundle.js";
import { inScript } from "../../tools/inline.js";
import { FIRST_CALL, execute, installPacked, root } from "./packed.js";

const installed = "node_modules/attention-wasm";

describe("the packed tarball", () => {
  /** @type {import("./packed.js").Project} */ let project;
  before(async () => {
    project = await installPacked("package");
  });

  test("holds the package, its types and the pages, and nothing else, in less than 1.5 MB", () => {
    const bytes = fs.statSync(project.tarball).size;
    assert.ok(bytes < 1_500_000, `${bytes} bytes`);
    const expected = /^(dist\/|(README\.md|LICENSE|package\.json)$)/;
    assert.deepEqual(
      project.files.filter((file) => !expected.test(file)),
      [],
    );
    for (const file of [
      "LICENSE",
      "README.md",
      "dist/attention-explorers.js",
      "dist/attention-js.js",
      "dist/attention-scalar.js",
      "dist/attention-relaxed.js",
      "dist/attention.js",
      "dist/explorers/steps.js",
      "dist/make-pages.js",
      "dist/pages/attention-explorers.html",
      "dist/pages/embed.html",
      "dist/pages/explorers/attention-steps.html",
      "dist/pages/lesson.html",
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

  test("leaves no name in a server's global object, whatever is imported or required", async () => {
    const { exports } = JSON.parse(
      fs.readFileSync(path.join(project.folder, installed, "package.json"), "utf8"),
    );
    const entries = Object.keys(exports)
      .filter((entry) => /^\.(\/[\w-]+)?$/.test(entry))
      .map((entry) => entry.replace(".", "attention-wasm"));
    entries.push("attention-wasm/languages/de", "attention-wasm/explorers/steps");
    for (const file of ["names.mjs", "names.cjs"]) {
      project.write(
        file,
        `const names = () => Object.getOwnPropertyNames(globalThis).filter((name) => name !== "litPropertyMetadata").sort().join();
        const before = names();
        (async () => {
          for (const entry of ${JSON.stringify(entries)}) {
            ${file === "names.mjs" ? "await import(entry)" : "require(entry)"};
            if (names() !== before) throw new Error(entry + ": " + names());
          }
          console.log("none");
        })();`,
      );
      assert.equal(await project.node([file]), "none");
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

  test("works by import (PKG-11)", async () => {
    project.write("by-import.mjs", `import { load } from "attention-wasm";\n${FIRST_CALL}`);
    assert.equal(await project.node(["by-import.mjs"]), "[10]");
  });

  test("works by require, and has the same names (PKG-11)", async () => {
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

  test("works in a worker of Node, whose results are handed over a hundred times (PKG-09)", async () => {
    project.write(
      "in-worker.mjs",
      `import { isMainThread, parentPort, Worker } from "node:worker_threads";
      import { load } from "attention-wasm";
      const q = [[1, 0]], k = [[1, 0], [0, 1]], v = [[10], [20]], keep = [[true, false]];
      if (isMainThread) {
        const found = [];
        new Worker(new URL(import.meta.url)).on("message", ({ data }) => found.push(data[0]))
          .on("exit", () => console.log(found.length, new Set(found).size, found[0]));
      } else {
        const attn = await load();
        for (let turn = 0; turn < 100; turn++) {
          const { output } = attn.attention(q, k, v, { keep });
          parentPort.postMessage(output, [output.data.buffer]);
          if (output.data.length !== 0) throw new Error("it was copied");
        }
      }`,
    );
    assert.equal(await project.node(["in-worker.mjs"]), "100 1 10");
  });

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

  test("carries the relaxed build beside the others, for who asks for it", async () => {
    const body = `for (const variant of ["auto", "relaxed"]) {
        const attn = await load({ variant });
        console.log(attn.variant, attn.attention([[1, 0]], [[1, 0]], [[10]]).output.data[0]);
      }`;
    const files = {
      "relaxed.mjs": `import { load } from "attention-wasm";\n${body}`,
      "relaxed.cjs": `const { load } = require("attention-wasm");\n(async () => { ${body} })();`,
      "relaxed-first.mjs": `import "attention-wasm/relaxed";\nimport { load } from "attention-wasm";\n${body}`,
      "relaxed-first.cjs": `require("attention-wasm/relaxed");\nconst { load } = require("attention-wasm");\n(async () => { ${body} })();`,
    };
    // Node.js 20 knows relaxed SIMD behind a flag.
    const flag = process.version.startsWith("v20.") ? ["--experimental-wasm-relaxed-simd"] : [];
    for (const [file, text] of Object.entries(files)) {
      project.write(file, text);
      assert.equal(await project.node([...flag, file]), "simd 10\nrelaxed 10", file);
    }
    // Functions without products are the same text in other builds; what says what it is, is not.
    const held = fs.readFileSync(
      path.join(project.folder, installed, "dist/attention-relaxed.js"),
      "latin1",
    );
    const [hash] = /** @type {RegExpExecArray} */ (/\b[0-9a-f]{64}\b/.exec(held));
    for (const name of ["index.js", "index.cjs", "attention.js", "attention-explorers.js"])
      assert.ok(
        !fs
          .readFileSync(path.join(project.folder, installed, "dist", name), "latin1")
          .includes(hash),
        name,
      );
  });

  test("importing touches no DOM, no network and no global, and listens to nothing (PKG-01, PKG-02)", async () => {
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
          for (let turn = 0; turn < 20; turn++) (await load()).release();
          if ([listeners(), names()].join() !== before) throw new Error("load() left a trace");
        })();`,
      );
      assert.equal(await project.node([file]), "[10]");
    }
  });

  test("the explorers may be imported on a server that has no DOM, and give it none", async () => {
    for (const [file, head] of [
      ["server.mjs", 'const all = await import("attention-wasm/explorers");'],
      ["server.cjs", 'const all = require("attention-wasm/explorers");'],
      ["server-one.mjs", 'const all = await import("attention-wasm/explorers/steps");'],
      ["server-one.cjs", 'const all = require("attention-wasm/explorers/steps");'],
    ]) {
      project.write(
        file,
        `${head}
        if ("customElements" in globalThis || "HTMLElement" in globalThis) throw new Error("a global");
        console.log(typeof all.AttentionSteps);`,
      );
      assert.equal(await project.node([file]), "function");
    }
  });

  test("one explorer has an entry of its own, which brings no other", async () => {
    const explorers = project.files.flatMap(
      (file) => /^dist\/explorers\/([a-z-]+)\.js$/.exec(file)?.[1] ?? [],
    );
    const names = explorers.filter(
      (name) => !name.startsWith("shared-") && !["widget", "words"].includes(name),
    );
    const all = fs.readdirSync(path.join(root, "web/explorers"));
    assert.deepEqual(names, [...all, "prose"].sort());
    names.splice(names.indexOf("prose"), 1); // several elements, for the text around
    project.write(
      "one.mjs",
      `for (const name of ${JSON.stringify(names)})
        console.log(Object.keys(await import(\`attention-wasm/explorers/\${name}\`)).join());`,
    );
    const expected = names.map(
      (name) => `Attention${name.replaceAll(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase())}`,
    );
    assert.equal(await project.node(["one.mjs"]), expected.join("\n"));
  });

  test("what users meet says its name", async () => {
    for (const file of ["class-names.mjs", "class-names.cjs"]) {
      project.write(
        file,
        `(async () => {
          const { load, createPool } = await import("attention-wasm");
          const attn = await load();
          const one = [[1, 0], [0, 1]];
          const made = [
            attn,
            attn.multiHead({ d: 2, heads: 1, bias: false, parameters: { W_Q: one, W_K: one, W_V: one, W_O: one } }),
            attn.keyValueCache({ kvHeads: 1, d_k: 2, d_v: 2, capacity: 2 }),
            createPool({ workers: 1 }),
          ];
          console.log(made.map((each) => each.constructor.name).join());
        })();`,
      );
      assert.equal(await project.node([file]), "Attention,MultiHead,KeyValueCache,Pool");
    }
  });

  test("README as the package's page shows it names nothing by a relative address", async () => {
    const { forPackage } = await import("../../tools/package-readme.js");
    assert.equal(
      forPackage(
        "# x\n\n![a picture](docs/a.png)\n\nSee [c/a.h](c/a.h), [b](https://b.example/) and [c](#c).\n",
      ),
      "# x\n\nSee `c/a.h`, [b](https://b.example/) and [c](#c).\n",
    );
    const text = forPackage(fs.readFileSync(path.join(root, "README.md"), "utf8"));
    for (const [, address] of text.matchAll(/\]\(([^)]*)\)/g))
      assert.match(address, /^(https?:|#)/);
    const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
    assert.match(scripts.prepack, /tools\/package-readme\.js$/);
    assert.match(scripts.postpack, /tools\/package-readme\.js --restore$/);
  });

  test("every script is ASCII, whatever the encoding of the page that holds it", () => {
    for (const file of project.files.filter((name) => /\.c?js$/.test(name))) {
      const bytes = fs.readFileSync(path.join(project.folder, installed, file));
      // Words of a language stand as they are, after the mark that makes them UTF-8 in any page.
      if (/^dist\/languages\/.*\.js$/.test(file)) {
        assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], file);
        continue;
      }
      const at = bytes.findIndex((byte) => byte > 126);
      assert.equal(at, -1, `${file}: ${bytes.subarray(at - 40, at + 40)}`);
    }
  });

  test("an error that nobody caught prints a short line", () => {
    for (const file of project.files.filter((name) => /\.c?js$/.test(name))) {
      if (file.startsWith("dist/languages/")) continue; // words, which throw nothing
      const lines = fs.readFileSync(path.join(project.folder, installed, file), "utf8").split("\n");
      const longest = Math.max(...lines.map((line) => line.length));
      assert.ok(longest <= 500, `${file} has a line of ${longest}`);
    }
  });

  test("the source map leads from a place in index.js to the line that was written", async () => {
    const { SourceMap } = await import("node:module");
    const dist = path.join(project.folder, installed, "dist");
    const lines = fs.readFileSync(path.join(dist, "index.js"), "utf8").split("\n");
    const payload = JSON.parse(fs.readFileSync(path.join(dist, "index.js.map"), "utf8"));
    const map = new SourceMap(payload);
    for (const [text, source] of [
      ["its first neighbour", "js/tensor.js"],
      ["could not be loaded", "js/load.js"],
      ["this pool was released", "js/pool.js"],
    ]) {
      const line = lines.findIndex((each) => each.includes(text));
      assert.ok(line >= 0, text);
      const entry = /** @type {any} */ (map.findEntry(line, lines[line].indexOf(text)));
      assert.equal(entry.originalSource, source);
      const content = payload.sourcesContent[payload.sources.indexOf(source)].split("\n");
      const near = content.slice(entry.originalLine, entry.originalLine + 4).join("\n");
      assert.ok(near.includes(text), `${text} is not at ${source}:${entry.originalLine + 1}`);
    }
  });

  test("the licences of what is bundled are there, and no others", () => {
    const listed = [
      ...fs
        .readFileSync(path.join(project.folder, installed, "dist/third-party-licences.txt"), "utf8")
        .matchAll(/^([@a-z][\w@/-]*)\n\n/gm),
    ].map(([, name]) => name);
    const script = fs.readFileSync(
      path.join(project.folder, installed, "dist/attention-explorers.js"),
      "latin1",
    );
    assert.ok(!script.includes("ssr"), "a server's shim");
    assert.deepEqual(listed, [
      "@fontsource/stix-two-math",
      "@lit/reactive-element",
      "fflate",
      "lit",
      "lit-element",
      "lit-html",
    ]);
  });

  test("one command makes each page a file that holds everything", async () => {
    const bin = path.join(project.folder, "node_modules/.bin/attention-wasm-pages");
    const target = path.join(project.folder, "made pages");
    await execute(bin, [target]);
    const [inPages, shipped] = [IN_PAGES, "dist/attention-explorers.js"].map((file) =>
      inScript(fs.readFileSync(path.join(root, file), "utf8").trim()),
    );
    for (const name of [
      "attention-explorers.html",
      "attention-explorers-with-model.html",
      "lesson.html",
    ]) {
      const made = fs.readFileSync(path.join(target, name), "utf8");
      // The same but for the ends of the lines of the explorers' script.
      assert.ok(made.includes(shipped));
      const built = fs.readFileSync(path.join(root, "dist", name), "utf8");
      assert.ok(made.replace(shipped, () => inPages) === built, name);
    }
    const single = fs.readFileSync(path.join(target, "explorers/attention-steps.html"), "utf8");
    assert.doesNotMatch(single, /<script data-integrity[^>]* src=/);
    const words = JSON.parse(fs.readFileSync(path.join(target, "words.json"), "utf8"));
    assert.deepEqual(words, await allWords());
    await assert.rejects(execute(bin, []), /Usage/);
  });

  test("the explorers' classes have the names that their types say", async () => {
    const declared = [
      ...fs
        .readFileSync(path.join(project.folder, installed, "dist/explorers.d.cts"), "utf8")
        .matchAll(/"\.\/explorers\/([\w-]+)\.cjs"/g),
    ].flatMap(([, name]) =>
      // The base class is a type only.
      name === "element"
        ? []
        : [
            ...fs
              .readFileSync(
                path.join(project.folder, installed, `dist/explorers/${name}.d.cts`),
                "utf8",
              )
              .matchAll(/^export (?:declare )?class (\w+)/gm),
          ].map(([, each]) => each),
    );
    project.write(
      "names.mjs",
      'console.log(Object.keys(await import("attention-wasm/explorers")).sort().join());',
    );
    // Beside the classes one function: words in other languages.
    assert.equal(await project.node(["names.mjs"]), [...declared, "setStrings"].sort().join());
  });

  test("the trained model and the explorers find each other, whichever is imported first", async () => {
    const [one, other] = ["attention-wasm/ticket-model", "attention-wasm/explorers"];
    for (const [name, order] of Object.entries({ before: [one, other], after: [other, one] })) {
      project.write(
        `model-${name}.mjs`,
        `import { readFileSync } from "node:fs";
        ${order.map((entry) => `await import("${entry}");`).join("\n")}
        const { load, parseSafetensors } = await import("attention-wasm");
        const { ticketModel } = await import("attention-wasm/ticket-model");
        const { models } = globalThis[Symbol.for("attention-wasm.models")];
        if (models.get("tickets") !== ticketModel || models.size !== 1) throw new Error("not registered");
        const attn = await load();
        const { sizes, teams, vocabulary } = ticketModel.description;
        if (Buffer.compare(ticketModel.weights(), readFileSync(${JSON.stringify(path.join(root, "web/model/ticket-model.safetensors"))}))) throw new Error("other weights");
        const { tensors } = parseSafetensors(ticketModel.weights());
        const model = attn.encoder({ ...sizes, parameters: tensors });
        const ids = "my card was charged twice".split(" ").map((word) => vocabulary.indexOf(word));
        const { data } = model.forward([ids]).logits;
        console.log(teams[data.indexOf(Math.max(...data))]);`,
      );
      assert.equal(await project.node([`model-${name}.mjs`]), "billing");
    }
  });

  test("publint finds nothing (PKG-11)", async () => {
    const { publint } = await import("publint");
    const { formatMessage } = await import("publint/utils");
    const pkgDir = path.join(project.folder, installed);
    const { messages, pkg } = await publint({ pkgDir, strict: true, pack: false });
    assert.deepEqual(
      messages.map((message) => formatMessage(message, /** @type {any} */ (pkg))),
      [],
    );
  });

  test("attw finds nothing: every way of resolving gets the right types, of every entry (PKG-11)", async () => {
    const attw = path.join(root, "node_modules/@arethetypeswrong/cli/dist/index.js");
    await execute(process.execPath, [attw, project.tarball, "--no-emoji"]).catch((error) =>
      assert.fail(error.stdout + error.stderr),
    );
  });

  test("the package is small", () => {
    const { size: packed } = fs.statSync(project.tarball);
    // Every language that it is translated into adds its words.
    const languages = project.files.filter((file) => /^dist\/languages\/\w+\.js$/.test(file));
    const most = 1_610_000 + 40_000 * languages.length;
    assert.ok(packed < most, `${packed} bytes packed, not below ${most}`);
    const size = (/** @type {string} */ name) =>
      gzipSync(fs.readFileSync(path.join(project.folder, installed, "dist", name)), { level: 9 })
        .length;
    for (const name of ["index.js", "index.cjs"]) {
      assert.ok(size(name) < 63_000, `${name} is ${size(name)} bytes gzipped, not below 63,000`);
    }
  });

  test("the gallery is small, with the trained model and without", () => {
    for (const [name, most] of /** @type {[string, number][]} */ ([
      ["attention-explorers.html", 360_000],
      ["attention-explorers-with-model.html", 1_200_000],
    ])) {
      const file = path.join(root, "dist", name);
      const size = gzipSync(fs.readFileSync(file), { level: 9 }).length;
      assert.ok(size < most, `${name} is ${size} bytes gzipped, not below ${most}`);
    }
  });
});

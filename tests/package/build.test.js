// The build: what the modules are, that kernels stay functions of their own, and that the same
// sources give the same bytes wherever they are built.
import { describe, test } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { execute, root } from "./packed.js";

const VARIANTS = ["simd", "scalar"];

/** Kernels that the plain build has no use for (c/matmul.c). */
const SIMD_ALONE = ["tiles_of_heads", "tiles_of_columns"];

/** @param {string} file */
const moduleOf = (file) => new WebAssembly.Module(fs.readFileSync(file));

/** The custom sections and the limits of the memory of a module.
 * @param {Uint8Array} bytes */
function read(bytes) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const name = () => {
    const length = number();
    at += length;
    return Buffer.from(bytes.subarray(at - length, at)).toString();
  };
  /** @type {string[]} */
  const custom = [];
  /** @type {string[]} */
  const functions = [];
  let memory = { flags: -1, initial: -1, maximum: -1 };
  while (at < bytes.length) {
    const id = bytes[at++];
    const end = number() + at;
    if (id === 0) {
      custom.push(name());
      while (custom.at(-1) === "name" && at < end) {
        const kind = bytes[at++];
        const next = number() + at;
        if (kind === 1) {
          for (let left = number(); left > 0; left--) {
            number();
            functions.push(name());
          }
        }
        at = next;
      }
    } else if (id === 5) {
      assert.equal(number(), 1, "one memory");
      memory = { flags: number(), initial: number(), maximum: number() };
    }
    at = end;
  }
  return { custom, functions, memory };
}

/** A copy of what is built from, with the packages of this project.
 * @returns {string} */
function copyOfSources() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-build-"));
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  for (const name of fs.readdirSync(root)) {
    if (["node_modules", "build", "dist", "tests", ".git"].includes(name)) continue;
    fs.cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

describe("the wasm modules", () => {
  for (const variant of VARIANTS) {
    const file = path.join(root, `build/attention-${variant}.wasm`);

    test(`${variant}: stands alone`, () => {
      assert.deepEqual(WebAssembly.Module.imports(moduleOf(file)), []);
    });

    test(`${variant}: memory is its own, not shared, small at first, and may grow to 4 GiB (PKG-10)`, async () => {
      const { flags, initial, maximum } = read(fs.readFileSync(file)).memory;
      assert.equal(flags, 1, "a maximum, not shared, 32-bit");
      assert.ok(initial <= 1024, `${initial} pages at first`);
      assert.equal(maximum, 65536);
      // A page that is opened again and again.
      const module = moduleOf(file);
      for (let turn = 0; turn < 50; turn++) await WebAssembly.instantiate(module, {});
    });
  }

  for (const variant of [...VARIANTS, "relaxed"])
    test(`${variant}: carries no name, no path and no tool's mark`, () => {
      const file = path.join(root, `build/attention-${variant}.wasm`);
      assert.deepEqual(read(fs.readFileSync(file)).custom, []);
    });

  test("both variants and the plain JavaScript one export the same", async () => {
    const [simd, scalar] = VARIANTS.map((variant) =>
      WebAssembly.Module.exports(moduleOf(path.join(root, `build/attention-${variant}.wasm`)))
        .map(({ name }) => name)
        .sort(),
    );
    assert.deepEqual(scalar, simd);
    const { instantiate } = await import("#attention-js");
    assert.deepEqual(Object.keys(instantiate()).sort(), simd);
    assert.ok(simd.includes("memory") && simd.includes("__heap_base"));
  });

  test("the plain JavaScript build makes instances that share nothing, with memory that grows", async () => {
    const { instantiate } = await import("#attention-js");
    const [one, two] = [instantiate(), instantiate()];
    const pages = one.memory.buffer.byteLength / 65536;
    new Uint8Array(one.memory.buffer)[70000] = 1;
    assert.equal(new Uint8Array(two.memory.buffer)[70000], 0);
    assert.equal(one.memory.grow(3), pages);
    assert.equal(one.memory.buffer.byteLength / 65536, pages + 3);
    assert.equal(new Uint8Array(one.memory.buffer)[70000], 1);
    assert.equal(two.memory.buffer.byteLength / 65536, pages);
  });

  test("the text in the package holds these bytes, and says what they are", async () => {
    const { build, simdBytes } = await import("#bytes");
    const { bytes: scalarBytes } = await import("#scalar-bytes");
    const texts = { simd: simdBytes, scalar: scalarBytes };
    for (const variant of /** @type {const} */ (["simd", "scalar"])) {
      const bytes = fs.readFileSync(path.join(root, `build/attention-${variant}.wasm`));
      assert.deepEqual(Buffer.from(texts[variant]()), bytes);
      assert.equal(build[variant].size, bytes.length);
      assert.equal(build[variant].hash, createHash("sha256").update(bytes).digest("hex"));
      assert.match(build[variant].compiler, /^emcc \d+\.\d+\.\d+$/);
      assert.equal(
        build[variant].version,
        JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")).version,
      );
    }
  });
});

describe("build.sh", () => {
  const folder = copyOfSources();
  /** @param {string[]} flags */
  const build = async (...flags) => {
    const { stdout } = await execute("./build.sh", ["--no-install", ...flags], { cwd: folder });
    return stdout;
  };

  test("gives the same bytes in another folder", async () => {
    await build();
    /** @param {string} place @returns {string[]} */
    const filesBelow = (place) =>
      fs.readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
        const file = path.join(place, entry.name);
        return entry.isDirectory() ? filesBelow(file) : [file];
      });
    const hashes = (/** @type {string} */ place) =>
      filesBelow(path.join(place, "dist"))
        .map((file) => [
          path.relative(place, file),
          createHash("sha256").update(fs.readFileSync(file)).digest("hex"),
        ])
        .sort();
    assert.deepEqual(hashes(folder), hashes(root));
  });

  test("builds nothing again when nothing has changed", async () => {
    const output = await build();
    assert.ok(!/^emcc (simd|scalar)/m.test(output), output);
    assert.match(output, /sha-256 [0-9a-f]+/);
    assert.match(output, /built with emcc \d/);
  });

  test("a function that must stay one of its own does, in both variants", async () => {
    await build("--wasm-only", "--debug");
    const kernels = fs
      .readdirSync(path.join(root, "c"))
      .filter((name) => name.endsWith(".c") || name.endsWith(".h"))
      .flatMap((name) => [
        ...fs
          .readFileSync(path.join(root, "c", name), "utf8")
          .matchAll(/__attribute__\(\(noinline\)\)[^;{}()]*?(\w+)\(/g),
      ])
      .map(([, name]) => name);
    assert.ok(kernels.includes("multiply_tiles"), String(kernels));
    for (const variant of VARIANTS) {
      const { functions } = read(
        fs.readFileSync(path.join(folder, `build/attention-${variant}.wasm`)),
      );
      for (const kernel of kernels) {
        const expected = variant === "simd" || !SIMD_ALONE.includes(kernel);
        assert.equal(functions.includes(kernel), expected, `${kernel} in ${variant}`);
      }
    }
  });

  test("explains its flags, and refuses others", async () => {
    assert.match(await build("--help"), /--debug/);
    await assert.rejects(build("--fast"), /there is no flag --fast/);
  });
});

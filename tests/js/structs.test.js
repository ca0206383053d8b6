// The structs that js/ writes for c/: every field's place and the size of the whole, as the compiler lays
// the headers out for wasm.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { describe, it } from "node:test";

import { Arena } from "../../js/arena.js";
import { CALL_FIELDS, GRADIENT_FIELDS, placeGradient } from "../../js/call.js";
import { ENCODER_FIELDS } from "../../js/encoder.js";
import { LINEAR_FIELDS } from "../../js/softmax.js";
import { structOf } from "../../js/struct.js";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "structs-"));

/** The fields of a struct with the bytes at which they begin, and its size, from clang's own listing.
 * @param {string} header of c/ @param {string} name */
function layoutOf(header, name) {
  const probe = path.join(folder, "probe.c");
  fs.writeFileSync(probe, `#include "${path.resolve("c", header)}"\nint size = sizeof(${name});\n`);
  const flags = ["-std=c99", "-fsyntax-only", "-Xclang", "-fdump-record-layouts", probe];
  const { stdout, stderr, status } = spawnSync("emcc", flags, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const listing = stdout
    .split("*** Dumping AST Record Layout")
    .find((part) => new RegExp(`^\\s*0 \\| (struct )?${name}\\b`, "m").test(part));
  assert.ok(listing, `${name} is not in ${stdout}`);
  // "        44 |   strides q_at": three spaces are a field, five one of a field's own.
  const fields = [...listing.matchAll(/^\s*(\d+) \| {3}(\S.*?) (\w+)$/gm)].map(
    ([, offset, type, field]) => ({ field, offset: Number(offset), type: type.trim() }),
  );
  return { fields, size: Number(/\[sizeof=(\d+)/.exec(listing)?.[1]) };
}

/** What clang calls the type of a field. */
const TYPES = { int: /^int32_t$/, float: /^float$/, pointer: /\*$/, strides: /^strides$/ };

describe("structs lie as in the headers", () => {
  for (const [name, header, fields] of /** @type {const} */ ([
    ["attention_call", "attention.h", CALL_FIELDS],
    ["linear_attention_call", "softmax.h", LINEAR_FIELDS],
    ["encoder_call", "encoder.h", ENCODER_FIELDS],
  ])) {
    it(name, () => {
      const layout = layoutOf(header, name),
        { at, words } = structOf(
          /** @type {Record<string, import("../../js/struct.js").Kind>} */ (fields),
        );
      assert.deepEqual(
        Object.fromEntries(layout.fields.map(({ field, offset }) => [field, offset])),
        Object.fromEntries(Object.entries(at).map(([field, word]) => [field, 4 * word])),
      );
      assert.equal(layout.size, 4 * words);
      for (const { field, type } of layout.fields) {
        const kind = /** @type {Record<string, import("../../js/struct.js").Kind>} */ (fields)[
          field
        ];
        assert.match(type, TYPES[kind], field);
      }
    });
  }

  it("a call that is placed has every word written", () => {
    // In memory full of another number than any that is written.
    const memory = new WebAssembly.Memory({ initial: 1 }),
      unwritten = 0x5a5a5a5a;
    new Int32Array(memory.buffer).fill(unwritten);
    const arena = new Arena(memory, 1024, 2 ** 20);
    const at = { b: 1, h: 2, i: 3 };
    /** @type {any} */
    const placed = {
      sizes: { b: 1, h: 2, hKv: 3, n: 4, m: 5, dK: 6, dV: 7 },
      rules: {
        ...{ scale: 1, softcap: 2, mask: null, maskAt: at, maskJ: 1, maskM: 2 },
        ...{ keep: null, keepAt: at, keepJ: 3, keepM: 4, keepIf: 1, lengths: null },
        ...{ causal: 1, offset: 2, left: 3, right: 4, always: 5 },
      },
      ...{ q: 16, k: 32, v: 48, out: 64, qAt: at, kAt: at, vAt: at, outAt: at },
    };
    arena.run((scratch) => {
      const pointer = placeGradient(scratch, placed, { gradOut: 1, gradQ: 2, gradK: 3, gradV: 4 });
      const words = structOf(CALL_FIELDS).words + structOf(GRADIENT_FIELDS).words;
      const written = scratch.intsView().subarray(pointer / 4, pointer / 4 + words);
      assert.equal(written.indexOf(unwritten), -1);
      assert.equal(scratch.intsView()[pointer / 4 + words], unwritten);
    });
  });

  it("attention_gradient", () => {
    const { fields, size } = layoutOf("attention.h", "attention_gradient"),
      call = structOf(CALL_FIELDS).words;
    const { at, words } = structOf(GRADIENT_FIELDS);
    assert.deepEqual(Object.fromEntries(fields.map(({ field, offset }) => [field, offset])), {
      call: 0,
      ...Object.fromEntries(Object.entries(at).map(([field, word]) => [field, 4 * (call + word)])),
    });
    assert.equal(size, 4 * (call + words));
  });
});

// The module's memory as JavaScript keeps it: blocks that live on, gaps between them that are used again,
// and what is said when there is no more.
import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { Arena } from "../../js/arena.js";
import { bytesInWords } from "../../js/check.js";
import { throwsSaying } from "./support.js";

const PAGE = 65536;
const BASE = 1000; // not aligned: the first block begins at 1008

/** @param {number} [pages] that it can have at most @param {number} [limit] */
function makeArena(pages = 10, limit = pages * PAGE) {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: pages });
  return { memory, arena: new Arena(memory, BASE, limit) };
}

describe("blocks that live on", () => {
  it("stand one after the other, aligned", () => {
    const { arena } = makeArena();
    const [a, b, c] = [1, 17, 32].map((bytes) => arena.keep("test", bytes).pointer);
    assert.deepEqual([a, b, c], [1008, 1024, 1056]);
    arena.run((scratch) => assert.equal(scratch.reserve(4), 1088));
  });

  it("take a gap that is large enough, the first one, and leave the rest of it", () => {
    const { arena } = makeArena();
    const [a, b, c, d] = [64, 32, 64, 16].map((bytes) => arena.keep("test", bytes));
    a.free();
    c.free();
    // 64 at a, 64 at c: too large for both goes to the end, what fits takes a's place, then its rest.
    assert.equal(arena.keep("test", 80).pointer, d.pointer + 16);
    assert.equal(arena.keep("test", 48).pointer, a.pointer);
    assert.equal(arena.keep("test", 16).pointer, a.pointer + 48);
    assert.equal(arena.keep("test", 64).pointer, c.pointer);
    assert.equal(b.pointer, a.pointer + 64);
  });

  it("make one gap of neighbours, whatever the order, and lower the floor at the end", () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [0, 2, 1],
    ]) {
      const { arena } = makeArena();
      const blocks = [32, 32, 32].map((bytes) => arena.keep("test", bytes)),
        last = arena.keep("test", 32);
      for (const at of order) blocks[at].free();
      assert.equal(arena.keep("test", 96).pointer, blocks[0].pointer, String(order));
      last.free();
      assert.equal(arena.keep("test", 32).pointer, last.pointer);
    }
    const { arena } = makeArena();
    const blocks = [32, 32].map((bytes) => arena.keep("test", bytes));
    blocks[0].free();
    blocks[1].free();
    assert.equal(arena.keep("test", 4096).pointer, blocks[0].pointer);
  });

  it("are freed once", () => {
    const { arena } = makeArena();
    const a = arena.keep("test", 32);
    arena.keep("test", 32);
    a.free();
    const b = arena.keep("test", 32);
    assert.equal(b.pointer, a.pointer);
    a.free();
    assert.notEqual(arena.keep("test", 32).pointer, b.pointer);
  });

  it("are not made while a call runs", () => {
    const { arena } = makeArena();
    arena.run((scratch) => {
      scratch.reserve(4);
      throwsSaying(() => arena.keep("test", 4), "Error", /during a call/);
    });
  });
});

describe("scratch", () => {
  it("is released when a call ends, however it ends", () => {
    const { arena } = makeArena();
    let first = 0;
    assert.throws(() =>
      arena.run((scratch) => {
        first = scratch.reserve(100);
        throw new Error("in the middle");
      }),
    );
    arena.run((scratch) => assert.equal(scratch.reserve(1), first));
  });

  it("grows the memory by what is missing, in whole pages, and reads and writes through new views", () => {
    const { arena, memory } = makeArena();
    arena.run((scratch) => {
      const pointer = scratch.floats(Float32Array.of(1, 2));
      scratch.ensure("test", PAGE);
      assert.equal(arena.bytes, 2 * PAGE);
      assert.equal(memory.buffer.byteLength, 2 * PAGE);
      assert.deepEqual(scratch.readFloats(pointer, 2), Float32Array.of(1, 2));
      scratch.ensure("test", 2 * PAGE - pointer - 16); // all that is left
      assert.equal(arena.bytes, 2 * PAGE);
      scratch.ensure("test", 2 * PAGE - pointer - 15);
      assert.equal(arena.bytes, 3 * PAGE);
    });
  });

  it("keeps every kind of number", () => {
    const { arena } = makeArena();
    arena.run((scratch) => {
      const [f, b, i, d] = [
        scratch.floats(Float32Array.of(1.5)),
        scratch.bytesOf(Uint8Array.of(7)),
        scratch.ints([-3, 4]),
        scratch.doubles(Float64Array.of(Math.PI)),
      ];
      assert.deepEqual(scratch.readFloats(f, 1), Float32Array.of(1.5));
      assert.equal(scratch.bytesView()[b], 7);
      assert.deepEqual([...scratch.intsView().subarray(i / 4, i / 4 + 2)], [-3, 4]);
      assert.deepEqual(scratch.readDoubles(d, 1), Float64Array.of(Math.PI));
    });
  });

  it("says what is missing, in numbers", () => {
    const { arena } = makeArena(4);
    const what = (/** @type {number} */ size) => `a call of ${size}`;
    throwsSaying(
      () => arena.ensure("test", 300_000, what, 7),
      "RangeError",
      /^test: a call of 7 needs 300\.0 kB of memory, more than the 262\.1 kB that a module can have$/,
    );
    arena.keep("test", 100_000);
    throwsSaying(
      () => arena.ensure("test", 200_000),
      "RangeError",
      /^test: the call needs 200\.0 kB of memory, more than the 161\.1 kB that this module has left$/,
    );
    // The machine gives less than the module could have.
    const { arena: narrow } = makeArena(2, 10 * PAGE);
    throwsSaying(
      () => narrow.ensure("test", 3 * PAGE),
      "RangeError",
      /^test: the call needs 196\.6 kB of memory, which this machine does not give$/,
    );
    narrow.ensure("test", PAGE);
    // A byte more than there is: in kilobytes both would read alike.
    throwsSaying(
      () => makeArena(4).arena.ensure("test", 262_145),
      "RangeError",
      /^test: the call needs 262145 bytes of memory, more than the 262144 bytes that a module can have$/,
    );
    // The first byte that is not left; what lives on ends at 1040.
    const { arena: full } = makeArena(4);
    full.keep("test", 32);
    throwsSaying(
      () => full.ensure("test", 262_144 - 1040 + 1),
      "RangeError",
      /^test: the call needs 261105 bytes of memory, more than the 261104 bytes that this module has left$/,
    );
    full.ensure("test", 262_144 - 1040);
  });

  it("is nobody's any more once the arena is closed", () => {
    const { arena } = makeArena();
    const block = arena.keep("test", 32);
    arena.close();
    assert.equal(arena.bytes, 0);
    block.free();
  });
});

it("bytes in words", () => {
  for (const [bytes, words] of /** @type {[number, string][]} */ ([
    [0, "0.0 kB"],
    [1234, "1.2 kB"],
    [999_949, "999.9 kB"],
    [1e6, "1.0 MB"],
    [268_435_456, "268.4 MB"],
    [1e9, "1.00 GB"],
    [4_294_901_760, "4.29 GB"],
    [99.9e9, "99.90 GB"],
    [1e11, "100 GB"],
    [123_456e9, "123456 GB"],
  ]))
    assert.equal(bytesInWords(bytes), words);
});

it("scratch that nobody asked for before is refused in words, too", () => {
  const arena = new Arena(new WebAssembly.Memory({ initial: 1 }), 0, 65536);
  assert.throws(() => arena.reserve(70000), {
    name: "RangeError",
    message:
      "attention-wasm: the call needs 70.0 kB of memory, more than the 65.5 kB that a module can have",
  });
});

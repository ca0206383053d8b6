// The module's memory, which JavaScript owns.
//
// Two regions, one above the other: blocks that live on (a layer's parameters, a cache) at the
// bottom, and above them the scratch of the call that runs: mark, copy in, call, copy out, and
// release to the mark in `finally`. Growing the memory detaches every view of it. Only ensure() grows it,
// and makes the views anew; so a view is asked for after everything has been reserved, and is not kept.
import { bytesInWords } from "./check.js";

const PAGE = 65536;
const ALIGNMENT = 16;
/** @param {number} bytes */
const aligned = (bytes) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** A block of memory that lives on. free() gives it back, and does nothing the second time.
 * @typedef {{ readonly pointer: number, readonly free: () => void }} Block */

export class Arena {
  /** @type {WebAssembly.Memory} */ #memory;
  /** The top of the blocks that live on; scratch starts here. */ #floor;
  /** The first free byte. */ #top;
  /** Freed blocks below the floor, by address. @type {{ pointer: number, bytes: number }[]} */
  #gaps = [];
  /** The whole memory, as what it is read and written as. */
  #floats = new Float32Array(0);
  #ints = new Int32Array(0);
  #bytes = new Uint8Array(0);

  /** @param {WebAssembly.Memory} memory @param {number} base the first byte that C does not use
   * @param {number} limit the most bytes that the memory can ever have */
  constructor(memory, base, limit) {
    this.#memory = memory;
    this.#floor = this.#top = aligned(base);
    this.limit = limit;
    this.#view();
  }

  #view() {
    const { buffer } = this.#memory;
    this.#floats = new Float32Array(buffer);
    this.#ints = new Int32Array(buffer);
    this.#bytes = new Uint8Array(buffer);
  }

  /** Lets go of the memory; blocks may still be freed. */
  close() {
    this.#memory = /** @type {any} */ (null);
    this.#floats = new Float32Array(0);
    this.#ints = new Int32Array(0);
    this.#bytes = new Uint8Array(0);
  }

  /** How many bytes the memory has now. */
  get bytes() {
    return this.#bytes.length;
  }

  /** Runs a call: all scratch that it reserves is released when it ends, however it ends.
   * @template T @param {(scratch: Arena) => T} body @returns {T} */
  run(body) {
    const mark = this.#top;
    try {
      return body(this);
    } finally {
      this.#top = mark;
    }
  }

  /** Throws unless so many bytes of scratch can be had: called before anything is placed.
   * @template T @param {string} where @param {number} bytes
   * @param {(sizes: T) => string} [what] needs them, said when they cannot be had @param {T} [sizes] */
  ensure(where, bytes, what, sizes) {
    const needed = this.#top + bytes;
    if (needed <= this.bytes) return;
    const refuse = (/** @type {string} */ why, most = Infinity) => {
      const call = what ? what(/** @type {T} */ (sizes)) : "the call";
      // Two numbers that differ are to be seen to differ.
      const words = (/** @type {number} */ n) =>
        bytesInWords(bytes) === bytesInWords(most) ? `${n} bytes` : bytesInWords(n);
      const reason = most < Infinity ? `more than the ${words(most)} that ${why}` : why;
      throw new RangeError(`${where}: ${call} needs ${words(bytes)} of memory, ${reason}`);
    };
    if (bytes > this.limit) refuse("a module can have", this.limit);
    if (needed > this.limit) refuse("this module has left", Math.max(0, this.limit - this.#top));
    try {
      this.#memory.grow(Math.ceil((needed - this.bytes) / PAGE));
      this.#view();
    } catch {
      refuse("which this machine does not give");
    }
  }

  /** Scratch of so many bytes, not initialised. @param {number} bytes @returns {number} a pointer */
  reserve(bytes) {
    this.ensure("attention-wasm", bytes + ALIGNMENT);
    const pointer = this.#top;
    this.#top += aligned(bytes);
    return pointer;
  }

  /** @param {Float32Array} data @returns {number} a pointer to a copy */
  floats(data) {
    const pointer = this.reserve(data.byteLength);
    this.#floats.set(data, pointer / 4);
    return pointer;
  }

  /** @param {Uint8Array} data @returns {number} a pointer to a copy */
  bytesOf(data) {
    const pointer = this.reserve(data.byteLength);
    this.#bytes.set(data, pointer);
    return pointer;
  }

  /** @param {ArrayLike<number>} data @returns {number} a pointer to int32 copies */
  ints(data) {
    const pointer = this.reserve(data.length * 4);
    this.#ints.set(data, pointer / 4);
    return pointer;
  }

  /** @param {Float64Array} data @returns {number} a pointer to a copy */
  doubles(data) {
    const pointer = this.reserve(data.byteLength);
    new Float64Array(this.#memory.buffer, pointer, data.length).set(data);
    return pointer;
  }

  /** The whole memory as floats. */
  floatsView() {
    return this.#floats;
  }

  /** The whole memory as int32. */
  intsView() {
    return this.#ints;
  }

  /** The whole memory as bytes. */
  bytesView() {
    return this.#bytes;
  }

  /** A copy that is the caller's own. @param {number} pointer @param {number} length */
  readFloats(pointer, length) {
    return this.#floats.slice(pointer / 4, pointer / 4 + length);
  }

  /** A copy that is the caller's own. @param {number} pointer @param {number} length */
  readDoubles(pointer, length) {
    return new Float64Array(this.#memory.buffer, pointer, length).slice();
  }

  /** A block that lives until it is freed. Only between calls: there is no scratch below it.
   * @param {string} where @param {number} bytes
   * @returns {Block} */
  keep(where, bytes) {
    if (this.#top !== this.#floor)
      throw new Error("a block that lives on cannot be made during a call");
    const size = aligned(Math.max(bytes, ALIGNMENT));
    const index = this.#gaps.findIndex((gap) => gap.bytes >= size);
    let pointer = this.#floor;
    if (index >= 0) {
      const gap = this.#gaps[index];
      pointer = gap.pointer;
      if (gap.bytes === size) this.#gaps.splice(index, 1);
      else this.#gaps[index] = { pointer: gap.pointer + size, bytes: gap.bytes - size };
    } else {
      this.ensure(where, size);
      this.#top = this.#floor += size;
    }
    let held = true;
    return {
      pointer,
      free: () => {
        if (held) this.#free(pointer, size);
        held = false;
      },
    };
  }

  /** Neighbouring gaps become one, and the last one lowers the floor.
   * @param {number} pointer @param {number} bytes */
  #free(pointer, bytes) {
    const gaps = [...this.#gaps, { pointer, bytes }].sort((a, b) => a.pointer - b.pointer);
    this.#gaps = [];
    for (const gap of gaps) {
      const last = this.#gaps[this.#gaps.length - 1];
      if (last && last.pointer + last.bytes === gap.pointer) last.bytes += gap.bytes;
      else this.#gaps.push(gap);
    }
    const last = this.#gaps[this.#gaps.length - 1];
    if (this.#top === this.#floor && last.pointer + last.bytes === this.#floor) {
      this.#gaps.pop();
      this.#top = this.#floor = last.pointer;
    }
  }
}

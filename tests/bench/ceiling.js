// The ceiling: what one tile of 4 rows and 8 columns reaches whose numbers all lie in the first-level
// cache and whose sums never leave the registers. No product of matrices can be faster in wasm SIMD
// without fused multiply-add; other tile sizes are slower (c/matmul.h).

const DEPTH = 256;
const ROW = DEPTH * 4; // bytes of a row of A: 4 rows, then B with 32 bytes a step

/** The module, as text. `many` runs the tile so many times; both are entered often, so that V8
 * replaces its first compilation of them. */
export function ceilingText() {
  const rows = [0, 1, 2, 3];
  const sums = rows.flatMap((row) => [`$s${row}a`, `$s${row}b`]);
  const add = (/** @type {string} */ sum, /** @type {string} */ b) =>
    `(local.set ${sum} (f32x4.add (local.get ${sum}) (f32x4.mul (local.get $x) (local.get ${b}))))`;
  const step = `
    (local.set $b0 (v128.load offset=${4 * ROW} (local.get $b)))
    (local.set $b1 (v128.load offset=${4 * ROW + 16} (local.get $b)))
    ${rows
      .map(
        (row) => `(local.set $x (v128.load32_splat offset=${row * ROW} (local.get $a)))
        ${add(`$s${row}a`, "$b0")} ${add(`$s${row}b`, "$b1")}`,
      )
      .join("\n")}
    (local.set $a (i32.add (local.get $a) (i32.const 4)))
    (local.set $b (i32.add (local.get $b) (i32.const 32)))`;
  return `(module
  (memory (export "memory") 1)
  (func $tile (export "tile")
    (local $a i32) (local $b i32) (local $x v128) (local $b0 v128) (local $b1 v128)
    ${sums.map((sum) => `(local ${sum} v128)`).join(" ")}
    (loop $again
      ${step}
      (br_if $again (i32.lt_u (local.get $a) (i32.const ${ROW}))))
    ${sums.map((sum, at) => `(v128.store offset=${32768 + 16 * at} (i32.const 0) (local.get ${sum}))`).join(" ")})
  (func (export "many") (param $times i32)
    (loop $again
      (call $tile)
      (br_if $again (local.tee $times (i32.sub (local.get $times) (i32.const 1)))))))`;
}

/** The module's bytes; in Node only. @returns {Promise<Uint8Array>} */
export async function ceilingBytes() {
  const { default: binaryen } = await import("binaryen");
  const module = binaryen.parseText(ceilingText());
  module.setFeatures(binaryen.Features.SIMD128);
  const bytes = module.emitBinary();
  module.dispose();
  return bytes;
}

/** Multiplications and additions of one tile. */
const TILE_FLOPS = DEPTH * 8 * 4 * 2;

/** The ceiling as a side of a row, about a millisecond a call.
 * @param {Uint8Array} bytes @returns {Promise<import("./measure.js").Side>} */
export async function ceilingSide(bytes) {
  const { instance } = /** @type {any} */ (
    await WebAssembly.instantiate(/** @type {any} */ (bytes), {})
  );
  const { memory, many } = instance.exports;
  new Float32Array(memory.buffer).fill(1);
  return { name: "tile ceiling", run: () => many(3000), flops: 3000 * TILE_FLOPS };
}

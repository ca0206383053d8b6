// The ceiling: what one tile of rows and columns reaches whose numbers all lie in the first-level cache
// and whose sums never leave the registers. No product of matrices can be faster in wasm SIMD with that
// tile; 4 rows of 8 columns, the product's own, is the one that the others are measured against.

const DEPTH = 256;
const ROW = DEPTH * 4; // bytes of a row of A: the rows, then B with its columns a step

/** @typedef {{ rows: number, columns: number, fused: boolean }} Tile */

/** The module, as text. `many` runs the tile so many times; both are entered often, so that V8
 * replaces its first compilation of them.
 * @param {Tile} tile */
export function ceilingText({ rows, columns, fused }) {
  const vectors = Array.from({ length: columns / 4 }, (_, at) => at);
  const all = Array.from({ length: rows }, (_, row) => row);
  const sums = all.flatMap((row) => vectors.map((vector) => `$s${row}v${vector}`));
  const add = (/** @type {string} */ sum, /** @type {string} */ b) =>
    fused
      ? `(local.set ${sum} (f32x4.relaxed_madd (local.get $x) (local.get ${b}) (local.get ${sum})))`
      : `(local.set ${sum} (f32x4.add (local.get ${sum}) (f32x4.mul (local.get $x) (local.get ${b}))))`;
  const step = `
    ${vectors.map((vector) => `(local.set $b${vector} (v128.load offset=${rows * ROW + 16 * vector} (local.get $b)))`).join("\n")}
    ${all
      .map(
        (row) => `(local.set $x (v128.load32_splat offset=${row * ROW} (local.get $a)))
        ${vectors.map((vector) => add(`$s${row}v${vector}`, `$b${vector}`)).join(" ")}`,
      )
      .join("\n")}
    (local.set $a (i32.add (local.get $a) (i32.const 4)))
    (local.set $b (i32.add (local.get $b) (i32.const ${4 * columns})))`;
  return `(module
  (memory (export "memory") 1)
  (func $tile (export "tile")
    (local $a i32) (local $b i32) (local $x v128) ${vectors.map((vector) => `(local $b${vector} v128)`).join(" ")}
    ${sums.map((sum) => `(local ${sum} v128)`).join(" ")}
    (loop $again
      ${step}
      (br_if $again (i32.lt_u (local.get $a) (i32.const ${ROW}))))
    ${sums.map((sum, at) => `(v128.store offset=${49152 + 16 * at} (i32.const 0) (local.get ${sum}))`).join(" ")})
  (func (export "many") (param $times i32)
    (loop $again
      (call $tile)
      (br_if $again (local.tee $times (i32.sub (local.get $times) (i32.const 1)))))))`;
}

/** The tiles that are tried: the product's own first. @type {Record<string, Tile>} */
export const TILES = {
  "tile ceiling": { rows: 4, columns: 8, fused: false },
  "5 × 8": { rows: 5, columns: 8, fused: false },
  "3 × 12": { rows: 3, columns: 12, fused: false },
  "4 × 8, fused products": { rows: 4, columns: 8, fused: true },
};

/** The modules' bytes by name; in Node only. @returns {Promise<Record<string, Uint8Array>>} */
export async function ceilingBytes() {
  const { default: binaryen } = await import("binaryen");
  return Object.fromEntries(
    Object.entries(TILES).map(([name, tile]) => {
      const module = binaryen.parseText(ceilingText(tile));
      module.setFeatures(binaryen.Features.SIMD128 | binaryen.Features.RelaxedSIMD);
      const bytes = module.emitBinary();
      module.dispose();
      return [name, bytes];
    }),
  );
}

const TIMES = 3000;

/** The ceilings as sides of a row, about a millisecond a call; without those that the engine does not know.
 * @param {Record<string, Uint8Array>} bytes @returns {Promise<import("./measure.js").Side[]>} */
export async function ceilingSides(bytes) {
  const sides = [];
  for (const [name, { rows, columns }] of Object.entries(TILES)) {
    const module = /** @type {any} */ (bytes[name]);
    if (!WebAssembly.validate(module)) continue;
    const { instance } = /** @type {any} */ (await WebAssembly.instantiate(module, {}));
    const { memory, many } = instance.exports;
    new Float32Array(memory.buffer).fill(1);
    sides.push({ name, run: () => many(TIMES), flops: TIMES * DEPTH * rows * columns * 2 });
  }
  return sides;
}

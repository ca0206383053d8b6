// What the suites share: instances of every build, arrays to compute with, and comparison.
import assert from "node:assert/strict";
import { describe } from "node:test";

import { load } from "attention-wasm";

/** @typedef {"simd" | "scalar" | "js" | "relaxed"} Variant */

/** The builds that give equal bits. The js build computes the same as the scalar one, a few times slower.
 * tests/conformance/relaxed.test.js runs suites on the relaxed one instead, and the mutation run on simd
 * alone.
 * @type {readonly Variant[]} */
export const VARIANTS = process.env.ATTENTION_WASM_VARIANT
  ? [/** @type {Variant} */ (process.env.ATTENTION_WASM_VARIANT)]
  : ["simd", "scalar", "js"];

/** Runs a suite on the builds: `body(attn, variant)` declares its tests. `attn` has no type, since tests
 * also call it as no one should.
 * @param {string} title @param {(attn: any, variant: string) => void} body
 * @param {readonly Variant[]} [variants] */
export async function onEach(title, body, variants = VARIANTS) {
  for (const variant of variants) {
    const attn = await load({ variant });
    assert.equal(attn.variant, variant);
    describe(`${title} (${variant})`, () => body(attn, variant));
  }
}

/** How many numbers a shape holds.
 * @param {readonly number[]} shape */
export const sizeOf = (shape) => shape.reduce((product, length) => product * length, 1);

/** Numbers in [−1, 1) that look random and are the same in every run.
 * @param {number} seed */
export function generator(seed) {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 23 - 1;
  };
}

/** A tensor of such numbers, times size.
 * @param {readonly number[]} shape @param {number} [seed] @param {number} [size] */
export function drawn(shape, seed = 1, size = 1) {
  const next = generator(seed);
  return {
    data: Float32Array.from({ length: sizeOf(shape) }, () => size * next()),
    shape: [...shape],
  };
}

/** A tensor without numbers: { data, shape } of nested arrays or of one value throughout.
 * @param {readonly number[]} shape @param {number | ((index: number) => number)} value */
export function filled(shape, value) {
  const at = typeof value === "function" ? value : () => value;
  return {
    data: Float32Array.from({ length: sizeOf(shape) }, (_, index) => at(index)),
    shape: [...shape],
  };
}

/** Throws unless every number is within abs + rel · |expected| of what is expected. NaN equals NaN, 0
 * equals −0. `abs` may be an array: a bound for each number.
 * @param {ArrayLike<number>} actual @param {ArrayLike<number>} expected
 * @param {{ abs?: number | ArrayLike<number>, rel?: number }} tolerance @param {string} [what] */
export function near(actual, expected, { abs = 0, rel = 0 }, what = "value") {
  assert.equal(actual.length, expected.length, `${what}: how many numbers`);
  for (let index = 0; index < expected.length; index++) {
    const got = actual[index],
      want = expected[index];
    if (got === want || (Number.isNaN(got) && Number.isNaN(want))) continue;
    const allowed = (typeof abs === "number" ? abs : abs[index]) + rel * Math.abs(want);
    if (!(Math.abs(got - want) <= allowed)) {
      assert.fail(`${what}[${index}] = ${got}, expected ${want} ± ${allowed.toExponential(1)}`);
    }
  }
}

/** near() for tensors: the shapes have to be equal too.
 * @param {{ data: ArrayLike<number>, shape: readonly number[] } | undefined} actual
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} expected
 * @param {{ abs?: number | ArrayLike<number>, rel?: number }} tolerance @param {string} [what] */
export function nearTensor(actual, expected, tolerance, what = "tensor") {
  assert.ok(actual, `${what} is missing`);
  assert.equal(Object.prototype.toString.call(actual.data), "[object Float32Array]", what);
  assert.deepEqual(actual.shape, [...expected.shape], `shape of ${what}`);
  near(actual.data, expected.data, tolerance, what);
}

/** Throws unless both have the same bits; all NaN are one.
 * @param {Float32Array} actual @param {Float32Array} expected @param {string} [what] */
export function sameBits(actual, expected, what = "value") {
  assert.equal(actual.length, expected.length, `${what}: how many numbers`);
  for (let index = 0; index < expected.length; index++) {
    if (!Object.is(actual[index], expected[index])) {
      assert.fail(
        `${what}[${index}] = ${actual[index]}, expected the same bits as ${expected[index]}`,
      );
    }
  }
}

/** Throws unless body throws an error of that name whose message matches every pattern.
 * @param {() => unknown} body @param {"TypeError" | "RangeError" | "Error"} name
 * @param {...RegExp} patterns */
export function throwsSaying(body, name, ...patterns) {
  let thrown;
  try {
    body();
  } catch (error) {
    thrown = /** @type {Error} */ (error);
  }
  assert.ok(thrown, `nothing was thrown; expected a ${name} with ${patterns.join(" ")}`);
  assert.equal(thrown.name, name, `${thrown.name}: ${thrown.message}`);
  for (const pattern of patterns) assert.match(thrown.message, pattern);
}

/** The array that a fixture holds as base64; float16 is widened to float32.
 * @param {{ dtype: string, shape: number[], data: string }} entry */
export function decode(entry) {
  const bytes = Uint8Array.from(Buffer.from(entry.data, "base64"));
  const { dtype, shape } = entry;
  if (dtype === "float16")
    return { dtype, shape, data: Float32Array.from(new Uint16Array(bytes.buffer), fromHalf) };
  /** @type {Record<string, () => Float32Array | Uint8Array>} */
  const kinds = {
    float32: () => new Float32Array(bytes.buffer),
    float64: () => Float32Array.from(new Float64Array(bytes.buffer)),
    int64: () => Float32Array.from(new BigInt64Array(bytes.buffer), Number),
    bool: () => bytes,
  };
  const data = kinds[dtype]?.();
  assert.ok(data, `no numbers of type ${dtype}`);
  return { dtype, shape, data };
}

/** @param {number} bits */
function fromHalf(bits) {
  const sign = bits >> 15 ? -1 : 1,
    exponent = (bits >> 10) & 0x1f,
    fraction = (bits & 0x3ff) / 1024;
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  return sign * (exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15));
}

/** A float32 tensor of a fixture's entry.
 * @param {{ dtype: string, shape: number[], data: string }} entry */
export function tensorOf(entry) {
  const { data, shape } = decode(entry);
  return { data: Float32Array.from(data), shape };
}

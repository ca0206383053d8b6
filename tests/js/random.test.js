// PyTorch's and NumPy's streams against what PyTorch and NumPy drew (tests/fixtures/make_random_fixtures.py).
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { it } from "node:test";

import { load } from "attention-wasm";

import { onEach, sizeOf, throwsSaying } from "./support.js";

/** @typedef {{ dtype: string, shape: number[], data?: string, at?: number[], values?: string, sha256?: string }} Entry */
/** @typedef {{ seed: string, calls: Entry[] }} Stream */

const fixture = JSON.parse(
  readFileSync(new URL("../fixtures/random-streams.json", import.meta.url), "utf8"),
);

/** @param {string} base64 @param {string} dtype */
function numbersOf(base64, dtype) {
  const { buffer } = Uint8Array.from(Buffer.from(base64, "base64"));
  return dtype === "float32" ? new Float32Array(buffer) : new Float64Array(buffer);
}

/** The distance from |x| to the next larger double, for a normal x.
 * @param {number} x */
const ulp = (x) => 2 ** (Math.floor(Math.log2(Math.abs(x))) - 52);

/** float32 bit for bit, float64 within 2 units of the last place.
 * @param {{ data: Float32Array | Float64Array, shape: number[] }} actual @param {Entry} expected @param {string} what */
function agrees(actual, { dtype, shape, data, at, values, sha256 }, what) {
  assert.deepEqual(actual.shape, shape, what);
  assert.equal(actual.data.length, sizeOf(shape), what);
  assert.equal(
    Object.prototype.toString.call(actual.data),
    dtype === "float32" ? "[object Float32Array]" : "[object Float64Array]",
  );
  const numbers = numbersOf(data ?? values ?? "", dtype);
  numbers.forEach((number, index) => {
    const place = at ? at[index] : index,
      got = actual.data[place];
    const right =
      dtype === "float32" ? Object.is(got, number) : Math.abs(got - number) <= 2 * ulp(number);
    assert.ok(right, `${what}[${place}] = ${got}, expected ${number}`);
  });
  if (sha256) {
    const bytes = new Uint8Array(actual.data.buffer);
    assert.equal(
      createHash("sha256").update(bytes).digest("hex"),
      sha256,
      `${what}: sum over all numbers`,
    );
  }
}

await onEach("random streams", (attn) => {
  it("draws what torch.randn drew, over whole sequences of calls", () => {
    for (const { seed, calls } of /** @type {Stream[]} */ (fixture.torch)) {
      const generator = attn.torchGenerator(BigInt(seed));
      calls.forEach((call, index) => {
        const drawn = generator.randn(call.shape, { dtype: /** @type {any} */ (call.dtype) });
        agrees(drawn, call, `seed ${seed}, call ${index + 1}: randn(${call.shape}) ${call.dtype}`);
      });
    }
  });

  it("draws what default_rng(seed).normal drew, for seeds of any length", () => {
    for (const { seed, calls } of /** @type {Stream[]} */ (fixture.numpy)) {
      const generator = attn.numpyGenerator(BigInt(seed));
      calls.forEach((call, index) =>
        agrees(
          generator.normal(call.shape),
          call,
          `seed ${seed}, call ${index + 1}: normal(${call.shape})`,
        ),
      );
    }
  });

  it("takes a seed as number or BigInt; in torch the low 32 bits decide, in NumPy all", () => {
    const torch = (/** @type {number | bigint} */ seed) => attn.torchGenerator(seed).randn([20]);
    const numpy = (/** @type {number | bigint} */ seed) => attn.numpyGenerator(seed).normal([20]);
    for (const seed of [0, 7, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER]) {
      assert.deepEqual(torch(seed), torch(BigInt(seed)));
      assert.deepEqual(numpy(seed), numpy(BigInt(seed)));
    }
    assert.deepEqual(torch(7), torch(2n ** 32n + 7n));
    assert.notDeepEqual(numpy(7), numpy(2n ** 32n + 7n));
    // torch.manual_seed takes negative seeds by their bits: −1 is 2⁶⁴ − 1.
    assert.deepEqual(torch(-1), torch(2n ** 64n - 1n));
    assert.deepEqual(torch(-5n), torch(2 ** 32 - 5));
    assert.deepEqual(torch(-(2n ** 63n)), torch(0));
  });

  it("draws float32 by default, and takes one size or a typed array as a shape", () => {
    const draw = (/** @type {any} */ shape, /** @type {any} */ options = undefined) =>
      attn.torchGenerator(1).randn(shape, options);
    assert.deepEqual(draw(18), draw([18]));
    assert.deepEqual(draw(Int32Array.of(3, 6)), draw([3, 6]));
    for (const options of [null, {}, { dtype: undefined }, { dtype: null }, { dtype: "float32" }])
      assert.deepEqual(draw([18], options), draw([18]));
    assert.deepEqual(attn.numpyGenerator(1).normal(6), attn.numpyGenerator(1).normal([6]));
  });

  it("keeps generators apart, whatever else is computed in between", () => {
    const [a, b] = [attn.torchGenerator(5), attn.torchGenerator(5)];
    const first = a.randn([3]);
    attn.softmax([[1, 2, 3]]);
    attn.numpyGenerator(5).normal([100]);
    const whole = [...first.data, ...a.randn([4]).data, ...a.randn([50]).data];
    assert.deepEqual(whole, [...b.randn([3]).data, ...b.randn([4]).data, ...b.randn([50]).data]);
  });

  it("says what is wrong, and has then drawn nothing", () => {
    const generator = attn.torchGenerator(9),
      numpy = attn.numpyGenerator(9);
    const wrong = /** @type {any} */ (generator),
      wrongNumpy = /** @type {any} */ (numpy);
    throwsSaying(() => wrong.randn([2, -1]), "RangeError", /randn: shape\[1\] = -1/);
    throwsSaying(() => wrong.randn([2.5]), "RangeError", /shape\[0\] = 2\.5/);
    throwsSaying(() => wrong.randn(["3"]), "TypeError", /shape\[0\]/);
    throwsSaying(() => wrong.randn(), "TypeError", /randn: shape must be an array/);
    throwsSaying(() => wrong.randn({}), "TypeError", /randn: shape/);
    throwsSaying(
      () => wrong.randn([3], { dtype: "float16" }),
      "RangeError",
      /dtype.*"float32", "float64".*"float16"/,
    );
    throwsSaying(() => wrong.randn([3], { dtype: 32 }), "TypeError", /dtype/);
    throwsSaying(() => wrong.randn([3], { type: "float32" }), "TypeError", /no option type/);
    throwsSaying(
      () => wrong.randn([2 ** 30, 2 ** 30]),
      "RangeError",
      /randn: a tensor of shape \(1073741824, 1073741824\)/,
    );
    throwsSaying(() => wrongNumpy.normal([-1]), "RangeError", /normal: shape\[0\] = -1/);
    throwsSaying(() => wrongNumpy.normal("3"), "TypeError", /normal: shape/);
    assert.deepEqual(generator.randn([17]), attn.torchGenerator(9).randn([17]));
    assert.deepEqual(numpy.normal([17]), attn.numpyGenerator(9).normal([17]));
  });

  it("says what is wrong with a seed", () => {
    const torch = /** @type {any} */ ((/** @type {any} */ seed) => attn.torchGenerator(seed));
    const numpy = /** @type {any} */ ((/** @type {any} */ seed) => attn.numpyGenerator(seed));
    for (const [name, make] of [
      ["torchGenerator", torch],
      ["numpyGenerator", numpy],
    ]) {
      for (const seed of [-(2n ** 64n), 0.5, NaN, Infinity])
        throwsSaying(
          () => make(seed),
          "RangeError",
          new RegExp(`${name}: seed = ${seed}n? must be a whole number`),
        );
      throwsSaying(() => make(2 ** 53), "RangeError", /seed = 9007199254740992/, /BigInt/);
      for (const seed of [undefined, null, "7", true, {}, [7]])
        throwsSaying(
          () => make(seed),
          "TypeError",
          new RegExp(`${name}: seed must be a whole number or a BigInt`),
        );
    }
    throwsSaying(() => torch(2n ** 64n), "RangeError", /from −2⁶³ to 2⁶⁴ − 1/);
    throwsSaying(() => torch(-(2n ** 63n) - 1n), "RangeError", /from −2⁶³ to 2⁶⁴ − 1/);
    for (const seed of [-1, -1n]) throwsSaying(() => numpy(seed), "RangeError", /of at least 0/);
    assert.ok(numpy(2n ** 64n));
  });
});

it("a generator of a released instance throws", async () => {
  const attn = await load();
  const [torch, numpy] = [attn.torchGenerator(1), attn.numpyGenerator(1)];
  attn.release();
  throwsSaying(() => torch.randn([3]), "Error", /released/);
  throwsSaying(() => numpy.normal([3]), "Error", /released/);
});

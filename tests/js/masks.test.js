// Masks as tensors: by their definitions, and by what attention does with them.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runInNewContext } from "node:vm";

import fc from "fast-check";

import {
  addMasks,
  causalMask,
  dropToMask,
  keepToMask,
  load,
  paddingMask,
  prefixMask,
  tensor,
  toNested,
  windowMask,
} from "attention-wasm";

import { drawn, filled, nearTensor, sameBits, sizeOf, throwsSaying } from "./support.js";

const HIDE = -Infinity;
/** The functions without their types, to be called as no one should. @type {any} */
const untyped = {
  addMasks,
  causalMask,
  dropToMask,
  keepToMask,
  paddingMask,
  prefixMask,
  windowMask,
};

/** @param {number} n @param {number} m @param {(i: number, j: number) => boolean} reads */
const where = (n, m, reads) =>
  filled([n, m], (at) => (reads(Math.floor(at / m), at % m) ? 0 : HIDE));

describe("masks", () => {
  it("causalMask: keys j ≤ i + offset", () => {
    nearTensor(
      causalMask(3),
      tensor([
        [0, HIDE, HIDE],
        [0, 0, HIDE],
        [0, 0, 0],
      ]),
      {},
    );
    nearTensor(
      causalMask(2, 4, 2),
      tensor([
        [0, 0, 0, HIDE],
        [0, 0, 0, 0],
      ]),
      {},
    );
    nearTensor(
      causalMask(3, 2, -1),
      tensor([
        [HIDE, HIDE],
        [0, HIDE],
        [0, 0],
      ]),
      {},
    );
    for (const n of [0, 1, 2, 7]) {
      for (const m of [0, 1, 3, 9]) {
        for (const offset of [-9, -1, 0, 1, 5])
          nearTensor(
            causalMask(n, m, offset),
            where(n, m, (i, j) => j <= i + offset),
            {},
          );
      }
      nearTensor(
        causalMask(n, null, null),
        where(n, n, (i, j) => j <= i),
        {},
      );
    }
  });

  it("paddingMask: (b, 1, 1, m), the keys after an item's length", () => {
    nearTensor(
      paddingMask([2, 0, 3], 3),
      { data: Float32Array.of(0, 0, HIDE, HIDE, HIDE, HIDE, 0, 0, 0), shape: [3, 1, 1, 3] },
      {},
    );
    for (const lengths of [
      Int32Array.of(1, 2),
      Float64Array.of(1, 2),
      BigInt64Array.of(1n, 2n),
      runInNewContext("[1, 2]"),
    ]) {
      nearTensor(
        paddingMask(lengths, 2),
        { data: Float32Array.of(0, HIDE, 0, 0), shape: [2, 1, 1, 2] },
        {},
      );
    }
    nearTensor(paddingMask([], 3), { data: new Float32Array(0), shape: [0, 1, 1, 3] }, {});
    nearTensor(paddingMask([0], 0), { data: new Float32Array(0), shape: [1, 1, 1, 0] }, {});
  });

  it("prefixMask: all of the prefix, causal after it", () => {
    nearTensor(
      prefixMask(4, 2),
      tensor([
        [0, 0, HIDE, HIDE],
        [0, 0, HIDE, HIDE],
        [0, 0, 0, HIDE],
        [0, 0, 0, 0],
      ]),
      {},
    );
    for (const n of [0, 1, 5]) {
      nearTensor(prefixMask(n, 0), causalMask(n), {});
      nearTensor(prefixMask(n, n), filled([n, n], 0), {});
    }
  });

  it("windowMask: i − left ≤ j ≤ i + right, an open side without a number", () => {
    nearTensor(
      windowMask(3, 4, 1, 0),
      tensor([
        [0, HIDE, HIDE, HIDE],
        [0, 0, HIDE, HIDE],
        [HIDE, 0, 0, HIDE],
      ]),
      {},
    );
    for (const left of [undefined, null, Infinity, 0, 1, 3]) {
      for (const right of [undefined, null, Infinity, 0, 2]) {
        nearTensor(
          windowMask(5, 6, left, right),
          where(5, 6, (i, j) => j >= i - (left ?? Infinity) && j <= i + (right ?? Infinity)),
          {},
        );
      }
    }
    nearTensor(windowMask(2, 3), filled([2, 3], 0), {});
  });

  it("keepToMask, dropToMask: any byte but 0 is true", () => {
    const bytes = { data: Uint8Array.of(0, 1, 2, 255), shape: [2, 2] };
    nearTensor(
      keepToMask(bytes),
      tensor([
        [HIDE, 0],
        [0, 0],
      ]),
      {},
    );
    nearTensor(
      dropToMask(bytes),
      tensor([
        [0, HIDE],
        [HIDE, HIDE],
      ]),
      {},
    );
    nearTensor(keepToMask([[true, false]]), tensor([[0, HIDE]]), {});
    nearTensor(dropToMask([true, false]), tensor([HIDE, 0]), {});
    assert.ok(keepToMask([true]).data.every((value) => Object.is(value, 0)));
  });

  it("addMasks: what either hides is hidden; biases add up", () => {
    nearTensor(
      addMasks(
        [
          [0, 1],
          [HIDE, 2],
        ],
        [
          [1, HIDE],
          [Infinity, -3],
        ],
      ),
      tensor([
        [1, HIDE],
        [HIDE, -1],
      ]),
      {},
    );
    // Finite biases stay finite, on either side.
    for (const sign of [-1, 1])
      for (const [a, b] of [
        [3e38, 3e38],
        [3.4028234663852886e38, 3.4028234663852886e38],
        [2e38, 1.5e38],
      ])
        assert.equal(addMasks([sign * a], [sign * b]).data[0], sign * 3.4028234663852886e38);
    assert.equal(addMasks([Infinity], [-3e38]).data[0], Infinity);
    for (const other of [0, 5, -Infinity, Infinity, NaN]) {
      assert.equal(addMasks([HIDE], [other]).data[0], HIDE);
      assert.equal(addMasks([other], [HIDE]).data[0], HIDE);
    }
    assert.ok(
      Number.isNaN(addMasks([NaN], [1]).data[0]),
      "a bias that is no number is not hidden from sight",
    );
    // Two biases that hide nothing hide nothing together.
    const lowest = -3.4028234663852886e38;
    assert.equal(addMasks([lowest], [lowest]).data[0], lowest);
    assert.equal(addMasks([-1e9], [-1e9]).data[0], -2e9);
  });

  it("addMasks: broadcasts from the right, whichever is smaller", () => {
    const property = fc.property(
      fc.array(
        fc.record({
          size: fc.integer({ min: 0, max: 4 }),
          ones: fc.constantFrom("neither", "neither", "a", "b"),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      fc.integer({ min: 0, max: 3 }),
      fc.boolean(),
      (axes, missing, swap) => {
        const shape = axes.map(({ size }) => size);
        const shapeA = axes.map(({ size, ones }) => (ones === "a" ? 1 : size));
        const shapeB = axes
          .map(({ size, ones }) => (ones === "b" ? 1 : size))
          .slice(Math.min(missing, axes.length - 1));
        axes
          .slice(0, axes.length - shapeB.length)
          .forEach((_, axis) => (shapeA[axis] = shape[axis]));
        const [a, b] = [drawn(shapeA, 1), drawn(shapeB, 2)];
        /** The index into a tensor of that shape for a place in the whole. @param {number[]} from @param {number} at */
        const read = (from, at) => {
          /** @type {number[]} */
          const place = [];
          for (let axis = shape.length - 1; axis >= 0; axis--) {
            place.unshift(at % shape[axis]);
            at = Math.floor(at / shape[axis]);
          }
          return from.reduce(
            (index, size, axis) =>
              index * size + (size === 1 ? 0 : place[axis + shape.length - from.length]),
            0,
          );
        };
        const expected = filled(shape, (at) =>
          Math.fround(a.data[read(shapeA, at)] + b.data[read(shapeB, at)]),
        );
        nearTensor(swap ? addMasks(b, a) : addMasks(a, b), expected, {});
      },
    );
    fc.assert(property, { numRuns: 500, seed: 3, includeErrorInReport: true });
    const sum = addMasks(causalMask(3), paddingMask([3, 1], 3));
    assert.deepEqual(sum.shape, [2, 1, 3, 3]);
    assert.deepEqual(toNested(sum)[1][0], [
      [0, HIDE, HIDE],
      [0, HIDE, HIDE],
      [0, HIDE, HIDE],
    ]);
  });

  it("attention does with a mask what its own option does", async () => {
    const attn = await load();
    const [q, k, v] = [drawn([2, 3, 7, 4], 1), drawn([2, 3, 7, 4], 2), drawn([2, 3, 7, 5], 3)];
    const keep = {
      data: Uint8Array.from({ length: 49 }, (_, at) => Number(at % 3 > 0)),
      shape: [7, 7],
    };
    /** @type {[any, any][]} */
    const pairs = [
      [{ mask: causalMask(7) }, { causal: true }],
      [{ mask: windowMask(7, 7, 2, 1) }, { window: { left: 2, right: 1 } }],
      [{ mask: paddingMask([7, 3], 7) }, { lengths: [7, 3] }],
      [{ mask: keepToMask(keep) }, { keep }],
      [{ mask: dropToMask(keep) }, { drop: keep }],
      [
        { mask: addMasks(causalMask(7), addMasks(keepToMask(keep), paddingMask([5, 6], 7))) },
        { causal: true, keep, mask: paddingMask([5, 6], 7) },
      ],
    ];
    for (const method of /** @type {const} */ (["fused", "staged"])) {
      for (const [one, other] of pairs) {
        sameBits(
          attn.attention(q, k, v, { ...one, method }).output.data,
          attn.attention(q, k, v, { ...other, method }).output.data,
          JSON.stringify(Object.keys(other)),
        );
      }
    }
  });

  it("results are new and the caller's own", () => {
    const a = tensor([1, 2]),
      sum = addMasks(a, a);
    assert.notEqual(sum.data, a.data);
    assert.deepEqual([...a.data], [1, 2]);
    assert.notEqual(causalMask(2).data, causalMask(2).data);
    assert.equal(sizeOf(sum.shape), sum.data.length);
  });

  it("says what is wrong with an argument", () => {
    for (const wrong of [-1, 2.5, NaN, Infinity, 2 ** 31]) {
      throwsSaying(
        () => untyped.causalMask(wrong),
        "RangeError",
        /^causalMask: n = /,
        new RegExp(String(wrong)),
      );
      throwsSaying(() => untyped.causalMask(2, wrong), "RangeError", /^causalMask: m = /);
      throwsSaying(() => untyped.paddingMask([1], wrong), "RangeError", /^paddingMask: m = /);
      throwsSaying(() => untyped.prefixMask(3, wrong), "RangeError", /^prefixMask: prefix = /);
      if (wrong !== Infinity)
        throwsSaying(() => untyped.windowMask(2, 2, wrong), "RangeError", /^windowMask: left = /);
      if (wrong !== Infinity)
        throwsSaying(
          () => untyped.windowMask(2, 2, 0, wrong),
          "RangeError",
          /^windowMask: right = /,
        );
    }
    for (const wrong of ["3", true, [3], {}, 3n]) {
      throwsSaying(() => untyped.causalMask(wrong), "TypeError", /^causalMask: n /);
      throwsSaying(() => untyped.windowMask(wrong, 2), "TypeError", /^windowMask: n /);
      throwsSaying(() => untyped.causalMask(2, 2, wrong), "TypeError", /^causalMask: offset /);
    }
    throwsSaying(() => untyped.causalMask(), "TypeError", /^causalMask: n .*undefined/);
    throwsSaying(
      () => untyped.paddingMask(new DataView(new ArrayBuffer(4)), 3),
      "TypeError",
      /^paddingMask: lengths /,
    );
    throwsSaying(() => untyped.paddingMask(3, 3), "TypeError", /^paddingMask: lengths /);
    throwsSaying(
      () => untyped.paddingMask([1, 4], 3),
      "RangeError",
      /^paddingMask: lengths\[1\] = 4/,
      /3/,
    );
    throwsSaying(
      () => untyped.paddingMask([1, "2"], 3),
      "TypeError",
      /^paddingMask: lengths\[1\] /,
    );
    throwsSaying(() => untyped.prefixMask(3, 4), "RangeError", /^prefixMask: prefix = 4/, /3/);
    throwsSaying(
      () => untyped.addMasks([[1, 2]], [1, 2, 3]),
      "RangeError",
      /^addMasks: a has shape \(1, 2\) but b has \(3\)/,
    );
    throwsSaying(() => untyped.addMasks([[1, 2]], [[true]]), "TypeError", /^addMasks: b/);
    throwsSaying(() => untyped.addMasks([[1, 2], [3]], [1]), "RangeError", /^addMasks: a /);
    throwsSaying(
      () => untyped.keepToMask(tensor([1, 0])),
      "TypeError",
      /^keepToMask: t /,
      /Uint8Array/,
    );
    throwsSaying(() => untyped.dropToMask([[1]]), "TypeError", /^dropToMask: t/, /boolean/);
    throwsSaying(
      () => untyped.dropToMask({ data: new Uint8Array(3), shape: [2, 2] }),
      "RangeError",
      /^dropToMask: t /,
      /3/,
      /4/,
    );
    throwsSaying(() => untyped.causalMask(1e6), "RangeError", /^causalMask: /, /1000000/, /memory/);
  });
});

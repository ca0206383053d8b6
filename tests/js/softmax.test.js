// Softmax, its alternatives and its derivative against their definitions in float64.
import assert from "node:assert/strict";
import { it } from "node:test";

import fc from "fast-check";

import { toNested } from "attention-wasm";

import { UNIT } from "./definition.js";
import { drawn, filled, near, nearTensor, onEach, sameBits, throwsSaying } from "./support.js";

/** @typedef {{ data: Float32Array, shape: number[] }} Tensor */

const sum = (/** @type {Iterable<number>} */ values) => [...values].reduce((a, b) => a + b, 0);

/** Σ exp of scores, times exp(−max), and max; plusOne counts one more score of 0.
 * @param {ArrayLike<number>} x @param {number} temperature @param {boolean} plusOne */
function exponentials(x, temperature, plusOne) {
  const scores = Array.from(x, (value) => value / temperature),
    max = scores.reduce((a, b) => Math.max(a, b), plusOne ? 0 : -Infinity);
  const exps = scores.map((score) => Math.exp(score - max));
  return { exps, max, total: sum(exps) + (plusOne ? Math.exp(-max) : 0), scores };
}

/** The weights of one row, and how far float32 may be from them: two exponentials, a quotient, and an
 * argument that was rounded twice.
 * @param {ArrayLike<number>} x @param {number} [temperature] @param {boolean} [plusOne] */
function softmaxDefinition(x, temperature = 1, plusOne = false) {
  const { exps, max, total, scores } = exponentials(x, temperature, plusOne);
  return {
    data: exps.map((e) => e / total),
    error: exps.map((e, j) => (e / total) * (9 * UNIT + 2 * UNIT * (max - scores[j])) + 2 ** -126),
  };
}

/** The threshold is found by trying every size of the support.
 * @param {ArrayLike<number>} x */
function sparsemaxDefinition(x) {
  const max = Array.from(x).reduce((a, b) => Math.max(a, b));
  const sorted = Array.from(x, (value) => value - max).sort((a, b) => b - a);
  let threshold = NaN;
  for (let size = 1; size <= sorted.length; size++) {
    const t = (sum(sorted.slice(0, size)) - 1) / size;
    if (sorted[size - 1] > t) threshold = t;
  }
  return Array.from(x, (value) => Math.max(value - max - threshold, 0));
}

/** @param {number} x */
const phi = (x) => (x > 0 ? x + 1 : Math.exp(x));

/** Rows of a few kinds: any float32 numbers, small ones, with ties, with hidden entries. */
const someRow = fc.oneof(
  fc.array(
    fc.float({
      noNaN: true,
      noDefaultInfinity: true,
      min: Math.fround(-1e30),
      max: Math.fround(1e30),
    }),
    { minLength: 1, maxLength: 40 },
  ),
  fc.array(fc.float({ noNaN: true, min: -20, max: 20 }), { minLength: 1, maxLength: 300 }),
  fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 40 }),
  fc
    .array(fc.oneof(fc.constant(-Infinity), fc.float({ noNaN: true, min: -2, max: 2 })), {
      minLength: 2,
      maxLength: 40,
    })
    .filter((row) => row.some((value) => value > -Infinity)),
);

await onEach("softmax and its family", (attn, variant) => {
  const numRuns = variant === "js" ? 100 : 1000;
  /** @param {any} property */
  const holds = (property) =>
    fc.assert(property, { numRuns, seed: 11, includeErrorInReport: true });
  const functions = {
    softmax: attn.softmax.bind(attn),
    plusOne: (/** @type {Tensor} */ t) => attn.softmax(t, { plusOne: true }),
    logSoftmax: attn.logSoftmax.bind(attn),
    hardmax: attn.hardmax.bind(attn),
    l1Normalize: attn.l1Normalize.bind(attn),
    sparsemax: attn.sparsemax.bind(attn),
  };

  it("softmax: rows, temperatures, plusOne", () =>
    holds(
      fc.property(
        someRow,
        fc.constantFrom(1, 0.1, 0.5, 2, 8, 1000),
        fc.boolean(),
        (row, temperature, plusOne) => {
          const x = Float32Array.from(row),
            { data, error } = softmaxDefinition(x, Math.fround(temperature), plusOne);
          const { data: weights } = attn.softmax(
            { data: x, shape: [x.length] },
            { temperature, plusOne },
          );
          near(weights, data, { abs: error }, "weights");
          if (!plusOne) near([sum(weights)], [1], { abs: 4e-7 }, "sum");
          x.forEach((value, j) => value === -Infinity && assert.equal(weights[j], 0));
        },
      ),
    ));

  it("softmax does not change when all scores move, if they can be told apart there", () =>
    holds(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: -(2 ** 20), max: 2 ** 20 }),
        (row, shift) => {
          sameBits(attn.softmax(row.map((value) => value + shift)).data, attn.softmax(row).data);
        },
      ),
    ));

  it("softmax of one entry is 1, of equal entries their share", () => {
    for (const m of [1, 2, 3, 7, 64, 100, 4096, 100000]) {
      for (const value of [0, -1e30, 3e38, -1e-40]) {
        near(
          attn.softmax(filled([m], value)).data,
          new Float32Array(m).fill(1 / m),
          {},
          `${m} times ${value}`,
        );
      }
    }
  });

  it("long rows keep their accuracy", () => {
    const m = 300000,
      x = drawn([m], 3, 5),
      { total, max } = exponentials(Array.from(x.data).slice(0, m), 1, false);
    const weights = attn.softmax(x).data,
      logs = attn.logSoftmax(x).data;
    for (let j = 0; j < m; j += 97) {
      near([weights[j]], [Math.exp(x.data[j] - max) / total], { rel: 2e-6 }, "weight"); // 9 units, and 10 · 2 units of the argument
      near(
        [logs[j]],
        [x.data[j] - max - Math.log(total)],
        { abs: 3e-7, rel: UNIT * 1.01 },
        "logarithm",
      );
    }
    near([sum(weights)], [1], { abs: 2e-7 }, "sum");
    near([sum(attn.l1Normalize(x).data)], [1], { abs: 2e-7 }, "sum of l1Normalize");
  });

  it("scores and temperatures at the ends of float32", () => {
    near(attn.softmax([3e38, -3e38]).data, [1, 0], {}, "their difference is no float32 number");
    near(
      attn.softmax([3e38, -3e38], { temperature: 1e38 }).data,
      softmaxDefinition([Math.fround(3e38), Math.fround(-3e38)], Math.fround(1e38)).data,
      { rel: 1e-6 },
      "but matters here",
    );
    near(attn.softmax([1, 2, 3], { temperature: 1e-45 }).data, [0, 0, 1], {}, "nearly hardmax");
    near(
      attn.softmax([1, 2, -Infinity], { temperature: 3.4e38 }).data,
      [0.5, 0.5, 0],
      {},
      "nearly uniform",
    );
    near(
      attn.softmax([88, 89, 10], { plusOne: true }).data,
      softmaxDefinition([88, 89, 10], 1, true).data,
      { rel: 1e-6 },
      "plusOne, large",
    );
    near(
      attn.softmax([-100, -200], { plusOne: true }).data,
      [0, 0],
      { abs: 1e-37 },
      "plusOne fades",
    );
  });

  it("logSoftmax", () =>
    holds(
      fc.property(someRow, (row) => {
        const x = Float32Array.from(row),
          { total, max } = exponentials(x, 1, false),
          logs = attn.logSoftmax({ data: x, shape: [x.length] }).data;
        near(
          logs,
          Array.from(x, (value) => value - max - Math.log(total)),
          { abs: 4e-7, rel: UNIT * 1.01 },
          "logarithms",
        );
      }),
    ));

  it("hardmax: the first of the largest", () =>
    holds(
      fc.property(someRow, (row) => {
        const x = Float32Array.from(row),
          first = x.indexOf(Math.max(...x));
        near(
          attn.hardmax({ data: x, shape: [x.length] }).data,
          Array.from(x, (_, j) => Number(j === first)),
          {},
          "hardmax",
        );
      }),
    ));

  it("l1Normalize: shares of the absolute values; −∞ is hidden, a row of zeros stays", () => {
    holds(
      fc.property(someRow, (row) => {
        const x = Float32Array.from(row, (value) => value),
          sizes = Array.from(x, (value) => (value === -Infinity ? 0 : Math.abs(value))),
          total = sum(sizes);
        near(
          attn.l1Normalize({ data: x, shape: [x.length] }).data,
          sizes.map((size) => (total ? size / total : 0)),
          { rel: 2 * UNIT, abs: 1e-45 },
          "shares",
        );
      }),
    );
    near(attn.l1Normalize([0, -0, 0]).data, [0, 0, 0], {}, "zeros");
    near(
      attn.l1Normalize([3e38, -3e38, 3e38]).data,
      [1 / 3, 1 / 3, 1 / 3].map(Math.fround),
      {},
      "their sum is no float32 number",
    );
  });

  it("sparsemax: the nearest point of the simplex", () => {
    holds(
      fc.property(someRow, (row) => {
        const x = Float32Array.from(row),
          y = attn.sparsemax({ data: x, shape: [x.length] }).data;
        near(y, sparsemaxDefinition(x), { rel: UNIT, abs: 1e-13 }, "sparsemax");
        near([sum(y)], [1], { abs: 4e-7 }, "sum");
      }),
    );
    for (const m of [10, 1000, 50000]) {
      near(
        attn.sparsemax(filled([m], 7)).data,
        new Float32Array(m).fill(1 / m),
        {},
        `${m} equal entries`,
      );
      // z_k = −k·s, of which k(k + 1)/2 · s < 1 are left: the slope that a partial sort is slow at.
      const slope = attn.sparsemax(filled([m], (j) => -((j * 7919) % m) / m ** 2)).data;
      near([sum(slope)], [1], { abs: 1e-6 }, "sum on a slope");
    }
  });

  it("hidden and special entries: each row is its own", () => {
    for (const m of [1, 2, 3, 4, 5, 8, 17, 300]) {
      const plain = drawn([m], m);
      for (const [name, compute] of Object.entries(functions)) {
        const alone = compute(plain).data,
          at = m - 1;
        /** @type {[string, (j: number) => number, (j: number) => number][]} */
        const special = [
          ["all hidden", () => -Infinity, () => (name === "logSoftmax" ? -Infinity : 0)],
          ["a NaN", (j) => (j === at ? NaN : plain.data[j]), () => NaN],
          ["hidden but a NaN", (j) => (j === at ? NaN : -Infinity), () => NaN],
          [
            "+∞",
            (j) => (j === at ? Infinity : plain.data[j]),
            (j) => (name === "hardmax" ? Number(j === at) : NaN),
          ],
        ];
        for (const [what, x, y] of special) {
          const input = filled([3, m], (index) =>
            Math.floor(index / m) === 1 ? x(index % m) : plain.data[index % m],
          );
          const expected = filled([3, m], (index) =>
            Math.floor(index / m) === 1 ? y(index % m) : alone[index % m],
          );
          nearTensor(compute(input), expected, {}, `${name}, ${what}, m ${m}`);
        }
      }
    }
  });

  it("any rank of at least 1, sizes of 0, nested arrays; the input is not changed", () => {
    for (const shape of [[5], [1], [0], [3, 0], [0, 3], [2, 3, 4], [2, 1, 3, 2, 5], [0, 2, 0]]) {
      for (const [name, compute] of Object.entries(functions)) {
        const t = drawn(shape, 2),
          copy = structuredClone(t),
          result = compute(t);
        assert.deepEqual(t, copy);
        assert.deepEqual(result.shape, shape);
        assert.equal(result.data.length, t.data.length);
        assert.notEqual(result.shape, t.shape);
        assert.equal(result.data.buffer.byteLength, result.data.byteLength);
        const m = shape[shape.length - 1];
        for (let row = 0; row * m < t.data.length; row++) {
          sameBits(
            result.data.subarray(row * m, (row + 1) * m),
            compute({ data: t.data.subarray(row * m, (row + 1) * m), shape: [m] }).data,
            `${name}, row ${row}`,
          );
        }
        if (t.data.length) sameBits(compute(toNested(t)).data, result.data, "nested");
      }
    }
    assert.deepEqual(attn.softmaxJacobian(drawn([2, 0])).shape, [2, 0, 0]);
    assert.deepEqual(attn.softmaxJacobian(drawn([0, 3])).shape, [0, 3, 3]);
    assert.equal(attn.softmaxGradientSize(drawn([2, 0])), 0);
    assert.equal(attn.softmaxGradientSize(drawn([0, 3])), NaN);
  });

  it("softmaxJacobian: p_i ([i = j] − p_j), and 0 is not −0", () => {
    for (const m of [1, 2, 3, 5, 16, 33]) {
      const p = attn.softmax(drawn([2, 3, m], m, 3)),
        jacobian = attn.softmaxJacobian(p);
      assert.deepEqual(jacobian.shape, [2, 3, m, m]);
      for (let row = 0; row < 6; row++) {
        for (let i = 0; i < m; i++) {
          for (let j = 0; j < m; j++) {
            const [pi, pj] = [p.data[row * m + i], p.data[row * m + j]];
            near(
              [jacobian.data[(row * m + i) * m + j]],
              [pi * (Number(i === j) - pj)],
              { rel: 2.01 * UNIT },
              `[${row}, ${i}, ${j}]`,
            );
          }
        }
      }
    }
    assert.ok(
      attn
        .softmaxJacobian([1, 0, 0])
        .data.every((/** @type {number} */ value) => Object.is(value, 0)),
    );
  });

  it("softmaxGradientSize: the mean Frobenius norm, also where softmax saturates", () => {
    const norm = (/** @type {ArrayLike<number>} */ x) => {
      const { data: p } = softmaxDefinition(x),
        rest = (/** @type {number} */ i) => sum(p.filter((_, j) => j !== i));
      return Math.sqrt(
        sum(p.map((pi, i) => sum(p.map((pj, j) => (i === j ? pi * rest(i) : pi * pj) ** 2)))),
      );
    };
    for (const m of [1, 2, 3, 8, 32, 65]) {
      for (const size of [0.01, 1, 10, 60]) {
        const x = drawn([4, m], m, size),
          expected =
            sum([0, 1, 2, 3].map((row) => norm(x.data.subarray(row * m, (row + 1) * m)))) / 4;
        near(
          [attn.softmaxGradientSize(x)],
          [expected],
          { rel: 1e-6 + 4 * UNIT * size },
          `m ${m}, size ${size}`,
        );
      }
    }
    near(
      [
        attn.softmaxGradientSize([
          [40, 0, -Infinity],
          [0, -Infinity, 0],
        ]),
      ],
      [(norm([40, 0]) + Math.SQRT1_2 * Math.SQRT1_2) / 2],
      { rel: 1e-6 },
      "hidden entries",
    );
    assert.equal(attn.softmaxGradientSize([[-Infinity, -Infinity]]), 0);
    assert.ok(
      Number.isNaN(
        attn.softmaxGradientSize([
          [1, 2],
          [NaN, 1],
        ]),
      ),
    );
  });

  it("linearAttention: every rank, grouped heads, causal in both alignments", () => {
    const shapes = [
      { lead: [], kv: [] },
      { lead: [3], kv: [3] },
      { lead: [2, 4], kv: [2, 4] },
      { lead: [2, 4], kv: [2, 2] },
      { lead: [1, 3], kv: [1, 1] },
    ];
    for (const { lead, kv } of shapes) {
      for (const [n, m, dK, dV] of [
        [3, 5, 2, 4],
        [5, 3, 4, 3],
        [1, 1, 1, 1],
        [70, 70, 7, 5],
        [70, 130, 3, 9],
        [0, 3, 2, 2],
        [3, 0, 2, 2],
        [3, 2, 2, 0],
        [2, 2, 0, 2],
      ]) {
        const [q, k, v] = [
          drawn([...lead, n, dK], 1, 2),
          drawn([...kv, m, dK], 2, 2),
          drawn([...kv, m, dV], 3),
        ];
        const heads = lead.reduce((a, b) => a * b, 1),
          group = heads / kv.reduce((a, b) => a * b, 1);
        for (const causal of [undefined, null, false, true, "top-left", "bottom-right"]) {
          const offset = causal === "bottom-right" ? m - n : causal ? 0 : m;
          const expected = filled([...lead, n, dV], (at) => {
            const e = at % dV,
              i = Math.floor(at / dV) % n,
              head = Math.floor(at / dV / n),
              kvHead = Math.floor(head / group);
            let total = 0,
              blend = 0;
            for (let j = 0; j < m && j <= i + offset; j++) {
              let weight = 0;
              for (let d = 0; d < dK; d++)
                weight +=
                  phi(q.data[(head * n + i) * dK + d]) * phi(k.data[(kvHead * m + j) * dK + d]);
              total += weight;
              blend += weight * v.data[(kvHead * m + j) * dV + e];
            }
            return total ? blend / total : 0;
          });
          // |v| ≤ 1, so each of 64 + d_k additions loses at most a unit, above and below the line.
          nearTensor(
            attn.linearAttention(q, k, v, { causal }),
            expected,
            { abs: 2 * UNIT * (70 + dK) },
            `n ${n}, m ${m}, causal ${causal}`,
          );
        }
      }
    }
    const late = { data: Float32Array.of(1, NaN, 2), shape: [3, 1] },
      x = filled([3, 1], 1);
    near(
      attn.linearAttention(x, x, late, { causal: true }).data,
      [1, NaN, NaN],
      {},
      "a value that comes later is not read",
    );
    near(
      attn.linearAttention(filled([1, 2], -Infinity), filled([3, 2], 1), filled([3, 1], 1)).data,
      [0],
      {},
      "φ(−∞) = 0: nothing is read",
    );
  });

  it("linearAttention over many keys keeps its accuracy", () => {
    const m = 100000,
      k = filled([m, 1], 0.1),
      v = filled([m, 1], (j) => 1 + (j % 2) / 4);
    near(attn.linearAttention([[0.3]], k, v).data, [1.125], { rel: 66 * UNIT }, "mean"); // a block of 64
  });

  it("says what is wrong with an argument", () => {
    const x = [1, 2];
    for (const name of ["softmax", "logSoftmax", "hardmax", "l1Normalize", "sparsemax"]) {
      throwsSaying(
        () => attn[name]({ data: Float32Array.of(1), shape: [] }),
        "RangeError",
        new RegExp(`^${name}: t `),
        /rank 0/,
      );
      throwsSaying(
        () => attn[name]({ data: Float32Array.of(1, 2, 3), shape: [2, 2] }),
        "RangeError",
        new RegExp(`^${name}: t `),
        /3/,
        /4/,
      );
      throwsSaying(
        () => attn[name]([[1, 2], [3]]),
        "RangeError",
        new RegExp(`^${name}: t `),
        /1/,
        /2/,
      );
      for (const wrong of [
        undefined,
        null,
        3,
        "x",
        new Float32Array(2),
        { data: new Float64Array(2), shape: [2] },
        [[true]],
        ["1"],
      ]) {
        throwsSaying(() => attn[name](wrong), "TypeError", new RegExp(`^${name}: .*\\bt\\b`));
      }
    }
    for (const [temperature, kind] of /** @type {const} */ ([
      [0, "RangeError"],
      [-1, "RangeError"],
      [NaN, "RangeError"],
      [Infinity, "RangeError"],
      [1e-50, "RangeError"],
      [1e39, "RangeError"],
      ["1", "TypeError"],
      [1n, "TypeError"],
    ])) {
      throwsSaying(() => attn.softmax(x, { temperature }), kind, /^softmax: temperature/);
    }
    throwsSaying(() => attn.softmax(x, { temperature: 0 }), "RangeError", /hardmax/);
    throwsSaying(() => attn.softmax(x, { plusOne: 1 }), "TypeError", /^softmax: plusOne/);
    throwsSaying(
      () => attn.softmax(x, { temprature: 1 }),
      "TypeError",
      /temprature/,
      /temperature/,
    );
    throwsSaying(() => attn.softmax(x, 2), "TypeError", /^softmax: options/);
    throwsSaying(() => attn.softmaxJacobian("p"), "TypeError", /^softmaxJacobian: p /);
    throwsSaying(
      () => attn.softmaxGradientSize({ data: Float32Array.of(1), shape: [] }),
      "RangeError",
      /^softmaxGradientSize: scores /,
    );
    throwsSaying(
      () => attn.softmaxJacobian(filled([1 << 17], 0)),
      "RangeError",
      /^softmaxJacobian: /,
      /memory/,
    );
    throwsSaying(
      () => attn.linearAttention([[1, 2]], [[1, 2, 3]], [[1]]),
      "RangeError",
      /^linearAttention: k has d_k = 3 but q has d_k = 2$/,
    );
    throwsSaying(
      () => attn.linearAttention([[1]], [[1], [2]], [[1]]),
      "RangeError",
      /^linearAttention: v /,
      /1/,
      /2/,
    );
    throwsSaying(
      () => attn.linearAttention(drawn([1, 3, 2, 2]), drawn([1, 2, 2, 2]), drawn([1, 2, 2, 2])),
      "RangeError",
      /3/,
      /2/,
    );
    throwsSaying(
      () => attn.linearAttention([[1]], [[1]], [[1]], { causal: "left" }),
      "RangeError",
      /^linearAttention: causal/,
      /bottom-right/,
    );
    throwsSaying(
      () => attn.linearAttention([[1]], [[1]], [[1]], { mask: [[0]] }),
      "TypeError",
      /mask/,
      /causal/,
    );
    throwsSaying(
      () => attn.linearAttention(drawn([1, 50000]), drawn([1, 50000]), drawn([1, 50000])),
      "RangeError",
      /^linearAttention: /,
      /memory/,
    );
    near(attn.softmax(x).data, softmaxDefinition(x).data, { abs: 1e-7 }, "after the errors");
  });
});

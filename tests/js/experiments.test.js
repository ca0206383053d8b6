// The experiments against the same experiments in PyTorch (tests/fixtures/make_random_fixtures.py), and
// against what the lessons print.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";

import { load } from "attention-wasm";

import { onEach, throwsSaying } from "./support.js";

/** @param {string} name */
const read = (name) =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8"));
const fixture = read("random-streams.json");
const lessons = read("lesson-facts.json");

/** @typedef {Record<string, number>} Row */

/**
 * Both sides sum in float64, in different orders: over at most 65,536 numbers that stays below 1e-11 of
 * the result. PyTorch's gradient is a difference of weights, so it is off by some 1e-16 itself.
 * @param {Row[]} actual @param {Row[]} expected @param {string} what
 */
function agree(actual, expected, what) {
  assert.equal(actual.length, expected.length, what);
  expected.forEach((row, index) => {
    assert.deepEqual(Object.keys(actual[index]).sort(), Object.keys(row).sort(), what);
    for (const [name, value] of Object.entries(row)) {
      const got = actual[index][name];
      assert.ok(
        Math.abs(got - value) <= 1e-11 * Math.abs(value) + 1e-15,
        `${what}, d_k ${row.dK}: ${name} = ${got}, expected ${value}`,
      );
    }
  });
}

await onEach("experiments", (/** @type {import("attention-wasm").Attention} */ attn, variant) => {
  for (const name of /** @type {const} */ (["scaling", "gradient", "spread"])) {
    const run = /** @type {(options: any) => any} */ (
      (options) => attn[`${name}Experiment`](options)
    );
    const steps = /** @type {(options: any) => Generator<any, any, void>} */ (
      (options) => attn[`${name}Steps`](options)
    );
    /** @type {{ options: any, rows: Row[] }[]} */
    const cases = fixture[name];

    it(`${name}: gives what PyTorch gives, for sizes of every kind`, () => {
      for (const { options, rows } of cases)
        agree(run(options), rows, `${name} ${JSON.stringify(options)}`);
    });

    it(`${name}: tells of each d_k when it is done, and of progress`, () => {
      for (const { options } of cases) {
        /** @type {number[]} */ const fractions = [];
        /** @type {[Row, number][]} */ const told = [];
        const onRow = (/** @type {Row} */ row, /** @type {number} */ index) => {
          attn.softmax([[1, 2]]); // the instance is free between two steps
          told.push([row, index]);
        };
        const result = run({
          ...options,
          onRow,
          onProgress: (/** @type {number} */ fraction) => fractions.push(fraction),
        });
        assert.deepEqual(
          told,
          result.map((/** @type {Row} */ row, /** @type {number} */ index) => [row, index]),
        );
        assert.ok(
          fractions.every(
            (fraction, index) => fraction >= (fractions[index - 1] ?? 0) && fraction <= 1,
          ),
          String(fractions),
        );
        assert.equal(fractions.at(-1), 1);
      }
    });

    it(`${name}: runs in steps, which may be left and may alternate with others`, () => {
      const { options } = cases[1];
      const expected = run(options),
        both = [steps(options), steps(options)];
      steps(options).next(); // left after its first step
      /** @type {any[][]} */ const found = [[], []];
      for (let turn = 0, running = 2; running > 0; turn++) {
        const { done, value } = both[turn % 2].next();
        if (done) {
          if (value) (assert.deepEqual(value, expected), running--);
        } else if (value.row) found[turn % 2][value.index] = value.row;
      }
      assert.deepEqual(found, [expected, expected]);
    });
  }

  // Divided by d_k = 64 a score's deviation is 1/8: of two keys one has more than 0.99 where their scores are
  // 4.6 apart, 26 deviations of the difference; divided by √d_k it is 3.25 of them, about 1 row in 900.
  it("tells what dividing by d_k makes of the scores", () => {
    const sizes = { seed: 0, dK: [1, 64], pairs: 1000, rows: 20000, keys: 2 };
    const [one, many] = [...attn.scalingSteps(sizes)].filter(({ row }) => row);
    const { largest, saturated } = /** @type {any} */ (one).byKeySize;
    // With d_k = 1 all three are one.
    assert.equal(largest, /** @type {any} */ (one).row.largestUnscaled);
    assert.equal(saturated, /** @type {any} */ (one).row.saturatedScaled);
    assert.equal(/** @type {any} */ (many).byKeySize.saturated, 0);
    const { saturatedScaled } = /** @type {any} */ (many).row;
    assert.ok(saturatedScaled > 0.0005 && saturatedScaled < 0.003, String(saturatedScaled));
  });

  it("prints lesson 2's standard deviations", () => {
    const rows = lessons.lesson_2.std_of_10000_dot_products_about;
    const result = attn.spreadExperiment({
      seed: 0,
      dK: rows.map((/** @type {Row} */ row) => row.d_k),
      pairs: 10000,
    });
    assert.deepEqual(
      result.map(({ std }) => Math.round(std)),
      rows.map((/** @type {Row} */ row) => row.std),
    );
  });

  // 145 and 90 million numbers: in plain JavaScript a d_k of 64 is enough.
  it("prints lesson 1's two tables, digit for digit", () => {
    const { scaling_experiment: scaling, gradient_experiment: gradient } = lessons.lesson_1;
    const count = variant === "js" ? 3 : 5;
    const printed = (/** @type {Row[]} */ rows) => rows.slice(0, count).map((row) => row.d_k);
    const table = attn.scalingExperiment({
      seed: 0,
      dK: printed(scaling.rows),
      pairs: 20000,
      rows: 2000,
      keys: 32,
    });
    table.forEach((row, index) => {
      const expected = scaling.rows[index];
      assert.equal(row.variance.toFixed(2), expected.var_2dp.toFixed(2));
      assert.equal(row.varianceScaled.toFixed(3), expected.var_scaled_3dp.toFixed(3));
      assert.equal(row.largestUnscaled.toFixed(3), expected.largest_unscaled_3dp.toFixed(3));
      assert.equal(row.largestScaled.toFixed(3), expected.largest_scaled_3dp.toFixed(3));
      if ("rows_above_099_percent_1dp" in expected) {
        assert.equal(
          (100 * row.saturatedUnscaled).toFixed(1),
          expected.rows_above_099_percent_1dp.toFixed(1),
        );
        assert.equal(
          (100 * row.saturatedScaled).toFixed(1),
          expected.rows_above_099_scaled_percent_1dp.toFixed(1),
        );
      }
    });
    const sizes = attn.gradientExperiment({
      seed: 1,
      dK: printed(gradient.rows),
      rows: 2000,
      keys: 32,
    });
    sizes.forEach((row, index) => {
      assert.equal(row.unscaled.toFixed(4), gradient.rows[index].unscaled_4dp.toFixed(4));
      assert.equal(row.scaled.toFixed(4), gradient.rows[index].scaled_4dp.toFixed(4));
    });
  });

  it("says what is wrong before anything is drawn", () => {
    const run = /** @type {any} */ (
      (/** @type {any} */ options) => attn.scalingExperiment(options)
    );
    let told = 0;
    const right = { seed: 0, dK: [4], pairs: 10, rows: 2, keys: 3, onRow: () => told++ };
    throwsSaying(() => run(), "TypeError", /scalingExperiment: seed/);
    throwsSaying(() => run({ ...right, seed: 0.5 }), "RangeError", /scalingExperiment: seed = 0.5/);
    throwsSaying(
      () => run({ ...right, dK: 4 }),
      "TypeError",
      /scalingExperiment: dK must be an array/,
    );
    throwsSaying(() => run({ ...right, dK: [4, 0] }), "RangeError", /dK\[1\] = 0/);
    throwsSaying(() => run({ ...right, dK: [4, 2.5] }), "RangeError", /dK\[1\] = 2\.5/);
    throwsSaying(
      () => run({ ...right, pairs: 1 }),
      "RangeError",
      /pairs = 1 must be a whole number from 2/,
    );
    throwsSaying(() => run({ ...right, rows: 0 }), "RangeError", /rows = 0/);
    throwsSaying(
      () => run({ ...right, keys: undefined }),
      "TypeError",
      /keys must be a whole number, not undefined/,
    );
    throwsSaying(() => run({ ...right, onRow: 3 }), "TypeError", /onRow must be a function/);
    for (const name of ["onRow", "onProgress"]) {
      const { proxy, revoke } = Proxy.revocable(() => {}, {});
      revoke();
      throwsSaying(
        () => run({ ...right, [name]: proxy }),
        "TypeError",
        new RegExp(
          `^scalingExperiment: ${name} must be a function, not a proxy that has been revoked$`,
        ),
      );
    }
    throwsSaying(() => run({ ...right, row: 3 }), "TypeError", /there is no option row;/);
    throwsSaying(() => run({ ...right, rows: 2 ** 30, keys: 2 ** 30 }), "RangeError", /numbers/);
    throwsSaying(
      () => /** @type {any} */ (attn).gradientExperiment({ ...right }),
      "TypeError",
      /there is no option pairs/,
    );
    throwsSaying(
      () => /** @type {any} */ (attn).spreadExperiment({ seed: 0, dK: [4], pairs: 10, keys: 2 }),
      "TypeError",
      /there is no option keys/,
    );
    throwsSaying(
      () => /** @type {any} */ (attn).scalingSteps(right),
      "TypeError",
      /there is no option onRow/,
    );
    assert.equal(told, 0);
    assert.deepEqual(attn.spreadExperiment({ seed: 0, dK: [], pairs: 2 }), []);
  });

  it("works on after a callback that throws", () => {
    const options = { seed: 3, dK: [4, 5], pairs: 10 };
    const stop = () => {
      throw new Error("enough");
    };
    throwsSaying(() => attn.spreadExperiment({ ...options, onRow: stop }), "Error", /enough/);
    assert.equal(attn.spreadExperiment(options).length, 2);
  });
});

it("an experiment whose instance is released in the middle throws", async () => {
  const attn = await load();
  const steps = attn.spreadSteps({ seed: 0, dK: [4, 8], pairs: 100 });
  steps.next();
  attn.release();
  throwsSaying(() => steps.next(), "Error", /released/);
});

it("simd, scalar and js give the same bits", async () => {
  const options = { seed: 5, dK: [3, 40, 513], pairs: 20, rows: 10, keys: 9 };
  const [simd, scalar, js] = await Promise.all(
    /** @type {const} */ (["simd", "scalar", "js"]).map(async (variant) =>
      (await load({ variant })).scalingExperiment(options),
    ),
  );
  assert.deepEqual(scalar, simd);
  assert.deepEqual(js, simd);
});

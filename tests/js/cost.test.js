// What attention costs: against the numbers counted by hand, and exact beyond 2^32.
import assert from "node:assert/strict";
import { describe, it } from "node:test";

import fc from "fast-check";

import {
  attentionCost,
  feedForwardBytes,
  load,
  memoryCrossover,
  parameterCount,
} from "attention-wasm";

import { drawn, throwsSaying } from "./support.js";

/** The functions without their types, to be called as no one should. @type {any} */
const untyped = { attentionCost, feedForwardBytes, memoryCrossover, parameterCount };

describe("cost", () => {
  it("attentionCost: counted by hand", () => {
    // 2 · 3 matrices of 5 × 7 scores; 4 + 6 multiplications and additions for each of them.
    assert.deepEqual(attentionCost({ n: 5, m: 7, d_k: 4, d_v: 6, heads: 3, batch: 2, bytes: 2 }), {
      scores: 210,
      scoreBytes: 420,
      qkvBytes: 2 * 6 * (5 * 4 + 7 * 4 + 7 * 6),
      flops: 2 * 210 * 10,
    });
    assert.deepEqual(attentionCost({ n: 5, d_k: 4 }), {
      scores: 25,
      scoreBytes: 100,
      qkvBytes: 240,
      flops: 400,
    });
    assert.deepEqual(
      attentionCost({
        n: 5,
        d_k: 4,
        m: null,
        d_v: undefined,
        heads: null,
        batch: null,
        bytes: null,
      }),
      attentionCost({ n: 5, d_k: 4 }),
    );
    assert.deepEqual(attentionCost({ n: 0, d_k: 4 }), {
      scores: 0,
      scoreBytes: 0,
      qkvBytes: 0,
      flops: 0,
    });
    assert.equal(attentionCost({ n: 8, d_k: 4, bytes: 0.5 }).scoreBytes, 32);
  });

  it("whole numbers stay exact up to 2^53", () => {
    const size = fc.integer({ min: 0, max: 2 ** 17 }),
      few = fc.integer({ min: 0, max: 4 });
    const property = fc.property(size, size, few, few, few, (n, m, heads, batch, d) => {
      const big = BigInt(n) * BigInt(m) * BigInt(heads) * BigInt(batch),
        cost = attentionCost({ n, m, heads, batch, d_k: d });
      assert.equal(BigInt(cost.scores), big);
      assert.equal(BigInt(cost.scoreBytes), 4n * big);
      assert.equal(BigInt(cost.flops), 4n * big * BigInt(d));
    });
    fc.assert(property, { numRuns: 500, seed: 1, includeErrorInReport: true });
    assert.equal(attentionCost({ n: 65537, d_k: 1 }).scores, 4295098369);
    assert.equal(attentionCost({ n: 1e6, d_k: 128, heads: 32 }).flops, 1.6384e16);
    assert.equal(feedForwardBytes({ n: 2 ** 20, d: 2 ** 14 }), 2 ** 38);
    assert.equal(parameterCount({ d: 2 ** 20, heads: 1, bias: false }), 2 ** 42);
  });

  it("feedForwardBytes and memoryCrossover: where n² and n · expansion · d meet", () => {
    assert.equal(feedForwardBytes({ n: 3, d: 5 }), 240);
    assert.equal(feedForwardBytes({ n: 3, d: 6, expansion: 8 / 3, bytes: 2 }), 96);
    for (const [d, expansion] of [
      [4096, 4],
      [64, 2],
      [100, 1],
    ]) {
      const n = memoryCrossover({ d, expansion });
      assert.equal(attentionCost({ n, d_k: 1 }).scoreBytes, feedForwardBytes({ n, d, expansion }));
    }
    assert.equal(memoryCrossover({ d: 4096 }), 16384);
  });

  it("parameterCount: what a layer holds", async () => {
    const attn = await load();
    for (const [d, heads, kvHeads] of [
      [8, 2, 2],
      [12, 4, 2],
      [12, 4, 1],
      [6, 1, 1],
      [9, 3, 3],
    ]) {
      for (const bias of [true, false]) {
        const width = (d / heads) * kvHeads;
        const parameters = {
          W_Q: drawn([d, d]),
          W_K: drawn([d, width]),
          W_V: drawn([d, width]),
          W_O: drawn([d, d]),
          ...(bias && {
            b_Q: drawn([d]),
            b_K: drawn([width]),
            b_V: drawn([width]),
            b_O: drawn([d]),
          }),
        };
        const layer = attn.multiHead({ d, heads, kvHeads, parameters });
        assert.equal(
          parameterCount({ d, heads, kvHeads, bias }),
          layer.parameterCount,
          `d ${d}, heads ${heads}, kvHeads ${kvHeads}, bias ${bias}`,
        );
        layer.release();
      }
      assert.equal(
        parameterCount({ d, heads, kvHeads }),
        parameterCount({ d, heads, kvHeads, bias: true }),
      );
    }
    assert.equal(parameterCount({ d: 64, heads: 4 }), 16640);
    assert.equal(parameterCount({ d: 64, heads: 4, kvHeads: null, bias: null }), 16640);
  });

  it("says what is wrong with an argument", () => {
    for (const wrong of [-1, 2.5, NaN, Infinity, 2 ** 53]) {
      throwsSaying(
        () => untyped.attentionCost({ n: wrong, d_k: 4 }),
        "RangeError",
        /^attentionCost: n = /,
        new RegExp(String(wrong)),
      );
      throwsSaying(
        () => untyped.attentionCost({ n: 4, d_k: 4, m: wrong }),
        "RangeError",
        /^attentionCost: m = /,
      );
      throwsSaying(
        () => untyped.memoryCrossover({ d: wrong }),
        "RangeError",
        /^memoryCrossover: d = /,
      );
    }
    for (const wrong of ["4", 4n, [4], true]) {
      throwsSaying(
        () => untyped.attentionCost({ n: 4, d_k: wrong }),
        "TypeError",
        /^attentionCost: d_k /,
      );
      throwsSaying(
        () => untyped.feedForwardBytes({ n: 4, d: 4, expansion: wrong }),
        "TypeError",
        /^feedForwardBytes: expansion /,
      );
    }
    for (const wrong of [0, -2, NaN, Infinity])
      throwsSaying(
        () => untyped.attentionCost({ n: 4, d_k: 4, bytes: wrong }),
        "RangeError",
        /^attentionCost: bytes = /,
      );
    for (const name of Object.keys(untyped)) {
      throwsSaying(() => untyped[name](), "TypeError", new RegExp(`^${name}: `), /undefined/);
      throwsSaying(() => untyped[name](4), "TypeError", new RegExp(`^${name}: `));
      throwsSaying(() => untyped[name]({ size: 4 }), "TypeError", /size/);
    }
    throwsSaying(() => untyped.attentionCost({ n: 4, d_k: 4, dv: 4 }), "TypeError", /dv/, /d_v/);
    throwsSaying(
      () => untyped.parameterCount({ d: 10, heads: 3 }),
      "RangeError",
      /^parameterCount: /,
      /10/,
      /3/,
    );
    throwsSaying(
      () => untyped.parameterCount({ d: 12, heads: 4, kvHeads: 3 }),
      "RangeError",
      /^parameterCount: /,
      /4/,
      /kvHeads = 3/,
    );
    throwsSaying(
      () => untyped.parameterCount({ d: 12, heads: 0 }),
      "RangeError",
      /^parameterCount: heads = 0/,
    );
    throwsSaying(
      () => untyped.parameterCount({ d: 12, heads: 4, bias: 1 }),
      "TypeError",
      /^parameterCount: bias /,
    );
  });
});

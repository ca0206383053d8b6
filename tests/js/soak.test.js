// Many calls in a row: the memory stays flat. A short run in the tests; for a long one
//   SOAK=1000000 node --test tests/js/soak.test.js
import assert from "node:assert/strict";
import { it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { createPool, initialParameters, load } from "attention-wasm";

import { drawn } from "./support.js";

const CALLS = Number(process.env.SOAK ?? 20_000);
const SIZES = { vocab: 5, d: 4, heads: 2, ff: 3, layers: 1, classes: 2, maxLen: 4 };

it(`memory is flat over ${CALLS} calls`, async () => {
  setFlagsFromString("--expose-gc");
  const collect = /** @type {() => void} */ (runInNewContext("gc"));
  const attn = await load(),
    pool = createPool({ workers: 1 });
  const square = (/** @type {number} */ seed) => drawn([8, 8], seed);
  const options = {
    d: 8,
    heads: 2,
    parameters: { W_Q: square(1), W_K: square(2), W_V: square(3), W_O: square(4) },
  };
  const parameters = initialParameters(SIZES, 1),
    trained = attn.encoder({ ...SIZES, parameters });
  const x = drawn([2, 70, 8]),
    small = drawn([3, 4]);
  /** Some of everything. @param {number} turn */
  const call = async (turn) => {
    attn.attention(small, small, small, { weights: turn % 2 === 0, causal: true });
    attn.softmax(small);
    if (turn % 5 === 0) attn.attentionBackward(small, small, small, small);
    if (turn % 7 === 0) trained.trainStep([[1, 2]], null, [turn % 2], { lr: 0.01 });
    if (turn % 10 === 0) {
      const layer = attn.multiHead(options),
        cache = attn.keyValueCache({ kvHeads: 1, d_k: 4, d_v: 4, capacity: 64 + (turn % 50) }),
        model = attn.encoder({ ...SIZES, parameters });
      layer.forward(x);
      cache.append(small, small);
      cache.attention(small);
      model.forward([[1, 2]]);
      for (const each of turn % 20 ? [layer, cache, model] : [model, cache, layer]) each.release();
      assert.throws(() => attn.attention(small, small, /** @type {any} */ (3)));
    }
    if (turn % 100 === 0) await pool.attention(x, x, x);
    if (turn % 500 === 0) (await load()).release();
  };
  const used = () => {
    collect();
    const { heapUsed, external, arrayBuffers } = process.memoryUsage();
    return heapUsed + external + arrayBuffers;
  };
  for (let turn = 0; turn < CALLS / 4; turn++) await call(turn);
  const before = used();
  for (let turn = 0; turn < CALLS; turn++) await call(turn);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const grown = used() - before;
  assert.ok(grown < 8e6, `${(grown / 1e6).toFixed(1)} MB more`);
  await pool.release();
});

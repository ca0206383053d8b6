// Classes whose instances a user meets keep their names in the shipped, minified build: a console and a
// stack trace show them.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { inspect } from "node:util";
import { test } from "node:test";

import * as byImport from "attention-wasm";

for (const [how, { load, createPool, initialParameters }] of /** @type {const} */ ([
  ["import", byImport],
  ["require", createRequire(import.meta.url)("attention-wasm")],
])) {
  test(`instances have their names (${how})`, async () => {
    const attn = await load(),
      pool = createPool({ workers: 1 });
    const one = { data: Float32Array.of(1), shape: [1, 1] };
    const layerOptions = { d: 1, heads: 1, parameters: { W_Q: one, W_K: one, W_V: one, W_O: one } };
    const sizes = { vocab: 1, d: 1, heads: 1, ff: 1, layers: 1, classes: 1, maxLen: 1 };
    const instances = {
      Attention: attn,
      KeyValueCache: attn.keyValueCache({ kvHeads: 1, d_k: 1, d_v: 1, capacity: 1 }),
      MultiHead: attn.multiHead(layerOptions),
      Encoder: attn.encoder({ ...sizes, parameters: initialParameters(sizes) }),
      TorchGenerator: attn.torchGenerator(1),
      NumpyGenerator: attn.numpyGenerator(1),
      Pool: pool,
      PoolMultiHead: pool.multiHead(layerOptions),
    };
    for (const [name, instance] of Object.entries(instances)) {
      assert.equal(instance.constructor.name, name);
      assert.ok(inspect(instance).startsWith(`${name} {`), inspect(instance));
    }
    await pool.release();
    attn.release();
  });
}

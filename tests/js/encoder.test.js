// attn.encoder: PyTorch's classifier (fixtures/pytorch-classifier-training.json) in logits, weights,
// every gradient, losses and parameters after AdamW; what the explorers ask for besides; errors.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { describe, test } from "node:test";
import { initialParameters, load } from "attention-wasm";
import {
  decode,
  generator,
  near,
  nearTensor,
  onEach,
  sameBits,
  tensorOf,
  throwsSaying,
} from "./support.js";

const fixture = JSON.parse(
  fs.readFileSync(new URL("../fixtures/pytorch-classifier-training.json", import.meta.url), "utf8"),
);
const { max_len: maxLen, ...sizes } = fixture.config;
const CONFIG = { ...sizes, maxLen };
const { ids, lengths, labels } = fixture;

/** @param {Record<string, any>} entries */
const tensorsOf = (entries) =>
  Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, tensorOf(entry)]));
/** @param {any} attn @param {Record<string, any>} [parameters] @param {object} [more] */
const make = (attn, parameters = tensorsOf(fixture.parameters), more = {}) =>
  attn.encoder({ ...CONFIG, parameters, ...more });

await onEach("encoder", (attn, variant) => {
  test("logits and weights are PyTorch's, those of padded queries too", () => {
    const model = make(attn),
      { logits, weights } = model.forward(ids, lengths);
    nearTensor(logits, tensorOf(fixture.logits), { abs: 3e-6 }, "logits");
    assert.equal(weights.length, CONFIG.layers);
    fixture.attention_weights.forEach((/** @type {any} */ entry, /** @type {number} */ layer) =>
      nearTensor(weights[layer], tensorOf(entry), { abs: 2e-6 }, `weights of layer ${layer}`),
    );
    model.release();
  });

  test("every gradient is PyTorch's", () => {
    const model = make(attn),
      { loss, correct, gradients } = model.gradients(ids, lengths, labels);
    near([loss], [fixture.losses[0]], { abs: 1e-6 }, "loss");
    const { data, shape } = decode(fixture.logits);
    const best = labels.map((/** @type {number} */ _, /** @type {number} */ item) => {
      const row = [...data.subarray(item * shape[1], (item + 1) * shape[1])];
      return row.indexOf(Math.max(...row));
    });
    const right = best.filter(
      (/** @type {number} */ c, /** @type {number} */ item) => c === labels[item],
    );
    assert.equal(correct, right.length);
    assert.deepEqual(Object.keys(gradients), Object.keys(fixture.parameters));
    for (const [name, entry] of Object.entries(fixture.gradients)) {
      const expected = tensorOf(entry),
        largest = Math.max(...expected.data.map(Math.abs));
      nearTensor(gradients[name], expected, { abs: 1e-7 + 3e-6 * largest }, name);
    }
    // Nothing was learned.
    for (const [name, t] of Object.entries(model.parameters()))
      sameBits(t.data, tensorOf(fixture.parameters[name]).data, name);
    model.release();
  });

  test("a step on the parts of a batch is PyTorch's, and the same bits whoever makes the parts", () => {
    const { lr, beta1, beta2, eps, weight_decay: weightDecay } = fixture.adamw;
    const options = { lr, beta1, beta2, eps, weightDecay };
    const ranges = [[0, 1], [1, labels.length - 1], [labels.length - 1, labels.length]]; // prettier-ignore
    /** One model, and copies of it that make a part each. @param {number} copies */
    const learned = (copies) => {
      const model = make(attn);
      const others = Array.from({ length: copies }, () => make(attn));
      const losses = [];
      for (let step = 1; step <= 5; step++) {
        const parts = ranges.map(([from, to], index) => {
          const by = others[index % Math.max(1, copies)] ?? model;
          if (by !== model) by.restore(model.snapshot());
          return by.gradientPart(
            ids.slice(from, to),
            lengths.slice(from, to),
            labels.slice(from, to),
          );
        });
        losses.push(model.learn(parts, options).loss);
      }
      const parameters = model.parameters();
      for (const one of [model, ...others]) one.release();
      return { losses, parameters };
    };
    const alone = learned(0);
    near(alone.losses, fixture.losses.slice(0, 5), { abs: 1e-4 }, "losses");
    for (const [name, entry] of Object.entries(fixture.parameters_after_5)) {
      const { data } = decode(fixture.gradients[name]);
      const bound = Array.from(data, (slope) => (Math.abs(slope) > 1e-5 ? 2e-4 : 10 * lr));
      const expected = tensorOf(entry).data;
      alone.parameters[name].data.forEach((/** @type {number} */ value, /** @type {number} */ at) =>
        assert.ok(Math.abs(value - expected[at]) <= bound[at], `${name}[${at}]`),
      );
    }
    for (const copies of [1, 2, 3]) {
      const { losses, parameters } = learned(copies);
      assert.deepEqual(losses, alone.losses);
      for (const [name, { data }] of Object.entries(parameters))
        sameBits(data, alone.parameters[name].data, name);
    }
  });

  test("what is no part or no snapshot of this model is refused", () => {
    const model = make(attn);
    throwsSaying(() => model.learn([], { lr: 1 }), "RangeError", /no parts/);
    const part = { loss: 0, correct: 0, items: 1, gradient: new Float32Array(3) };
    throwsSaying(() => model.learn([part], { lr: 1 }), "TypeError", /parts\[0\]/);
    throwsSaying(
      () => model.restore(new Float32Array(3)),
      "TypeError",
      /these parameters do not belong/,
    );
    model.release();
  });

  test("losses and parameters after one and five steps of AdamW are PyTorch's", () => {
    const model = make(attn),
      { lr, beta1, beta2, eps, weight_decay: weightDecay } = fixture.adamw;
    for (let step = 1; step <= 5; step++) {
      const options = step % 2 ? { lr, beta1, beta2, eps, weightDecay } : { lr }; // the defaults are these
      const { loss } = model.trainStep(ids, lengths, labels, options);
      near([loss], [fixture.losses[step - 1]], { abs: 1e-4 }, `loss ${step}`);
      const after = fixture[`parameters_after_${step}`];
      for (const [name, entry] of Object.entries(after ?? {})) {
        // Adam divides by |gradient|: near 0 a rounding error decides the sign of a step of lr.
        const { data } = decode(fixture.gradients[name]),
          bound = Array.from(data, (slope) => (Math.abs(slope) > 1e-5 ? 2e-4 : step * 2 * lr));
        nearTensor(model.parameters()[name], tensorOf(entry), { abs: bound }, `${step} ${name}`);
      }
    }
    model.release();
  });

  test("what attention reads and adds belongs to the weights", () => {
    const model = make(attn),
      { weights, inputs, outputs } = model.forward(ids, lengths, { inputs: true, outputs: true }),
      parameters = model.parameters(),
      { d, heads, layers } = CONFIG,
      n = ids[0].length,
      size = d / heads;
    for (let layer = 0; layer < layers; layer++) {
      const of = (/** @type {string} */ name) =>
        parameters[`blocks.layers.${layer}.self_attn.${name}`].data;
      const x = inputs[layer].data,
        inWeight = of("in_proj_weight"),
        inBias = of("in_proj_bias");
      /** Number `c` of q, k and v of token `i` of item `b`. */
      const project = (
        /** @type {number} */ b,
        /** @type {number} */ i,
        /** @type {number} */ c,
      ) => {
        let sum = inBias[c];
        for (let t = 0; t < d; t++) sum += x[(b * n + i) * d + t] * inWeight[c * d + t];
        return sum;
      };
      for (let b = 0; b < ids.length; b++) {
        const qkv = Array.from({ length: n }, (_, i) =>
          Array.from({ length: 3 * d }, (_, c) => project(b, i, c)),
        );
        for (let i = 0; i < n; i++) {
          const joined = new Float64Array(d);
          for (let h = 0; h < heads; h++) {
            const scores = qkv.slice(0, lengths[b]).map((key) => {
              let sum = 0;
              for (let c = h * size; c < (h + 1) * size; c++) sum += qkv[i][c] * key[d + c];
              return Math.exp(sum / Math.sqrt(size));
            });
            const total = scores.reduce((a, e) => a + e);
            const row = Array.from({ length: n }, (_, j) => (scores[j] ?? 0) / total);
            const at = ((b * heads + h) * n + i) * n;
            near(weights[layer].data.subarray(at, at + n), row, { abs: 2e-6 }, "weights");
            for (let c = h * size; c < (h + 1) * size; c++)
              for (let j = 0; j < n; j++) joined[c] += row[j] * qkv[j][2 * d + c];
          }
          const added = Array.from(of("out_proj.bias"), (bias, o) => {
            let sum = bias;
            for (let c = 0; c < d; c++) sum += joined[c] * of("out_proj.weight")[o * d + c];
            return sum;
          });
          const at = (b * n + i) * d;
          near(outputs[layer].data.subarray(at, at + d), added, { abs: 4e-6 }, "outputs");
        }
      }
    }
    model.release();
  });

  test("a head that is left out is a head whose columns of W_O are 0", () => {
    const { d, heads } = CONFIG,
      size = d / heads;
    const parameters = tensorsOf(fixture.parameters);
    const off = [
      [0, 2],
      [1, 0],
      [1, 3],
    ];
    for (const [layer, head] of off) {
      const { data } = parameters[`blocks.layers.${layer}.self_attn.out_proj.weight`];
      for (let o = 0; o < d; o++) data.fill(0, o * d + head * size, o * d + (head + 1) * size);
    }
    const cut = make(attn, parameters),
      model = make(attn);
    const expected = cut.forward(ids, lengths).logits;
    nearTensor(model.forward(ids, lengths, { without: off }).logits, expected, { abs: 1e-6 });
    nearTensor(
      model.forward(ids, lengths, { without: off, weights: false }).logits,
      expected,
      { abs: 1e-6 },
      "without weights",
    );
    sameBits(
      model.forward(ids, lengths, { without: [] }).logits.data,
      model.forward(ids, lengths).logits.data,
    );
    (cut.release(), model.release());
  });

  test("without weights the logits are the same, whatever the padding", () => {
    const model = make(attn),
      result = model.forward(ids, lengths, { weights: false });
    assert.deepEqual(Object.keys(result), ["logits"]);
    nearTensor(result.logits, tensorOf(fixture.logits), { abs: 3e-6 });
    const others = ids.map((/** @type {number[]} */ row, /** @type {number} */ item) =>
      Int32Array.from(row, (id, i) => (i < lengths[item] ? id : 7)),
    );
    sameBits(
      model.forward(others, Uint8Array.from(lengths), { weights: false }).logits.data,
      result.logits.data,
    );
    // One item alone, cut to its own length.
    const alone = model.forward([ids[1].slice(0, lengths[1])], null, { weights: false });
    sameBits(alone.logits.data, result.logits.data.slice(CONFIG.classes, 2 * CONFIG.classes));
    model.release();
  });

  // How many tokens an item has decides how it is computed (few, a block, more than a float's sum takes);
  // how many it is padded to, and what is returned beside the logits, must not.
  test("logits keep every bit, whatever is asked for beside them and however far an item is padded", () => {
    for (const [n, ...own] of [
      [9, 1, 2, 3, 4, 5, 9],
      [70, 63, 64, 66, 4],
      [264, 257, 260],
      [1040, 1027],
    ].slice(0, variant === "js" ? 2 : 4)) {
      const config = { vocab: 9, d: 6, heads: 2, ff: 5, layers: n > 99 ? 1 : 2, classes: 3 };
      const all = { ...config, maxLen: n };
      const model = attn.encoder({ ...all, parameters: initialParameters(all, n) });
      const rows = own.map((_, item) =>
        Int32Array.from({ length: n }, (_, i) => (i * i + item) % 9),
      );
      const { logits } = model.forward(rows, own, { weights: false });
      for (const wanted of [{}, { weights: false, inputs: true }, { outputs: true }]) {
        const { logits: beside, weights } = model.forward(rows, own, wanted);
        sameBits(beside.data, logits.data, `n = ${n}, ${Object.keys(wanted)}`);
        weights?.[0].data.forEach((/** @type {number} */ weight, /** @type {number} */ at) => {
          if (at % n >= own[Math.floor(at / (2 * n * n))]) assert.equal(weight, 0);
        });
      }
      own.forEach((length, item) =>
        sameBits(
          model.forward([rows[item].subarray(0, length)]).logits.data,
          logits.data.slice(3 * item, 3 * item + 3),
          `${length} of ${n} alone`,
        ),
      );
      model.release();
    }
  });

  test("an empty batch is read, and not learned from", () => {
    const model = make(attn),
      { logits, weights } = model.forward([], []);
    assert.deepEqual(logits.shape, [0, CONFIG.classes]);
    assert.deepEqual(weights[1].shape, [0, CONFIG.heads, 0, 0]);
    throwsSaying(() => model.trainStep([], [], [], { lr: 1 }), "RangeError", /batch is empty/);
    model.release();
  });

  test("training is the same every time, and several models do not disturb each other", () => {
    const run = (/** @type {any[]} */ ...models) => {
      for (let step = 0; step < 3; step++)
        for (const model of models) model.trainStep(ids, lengths, labels, { lr: 0.01 });
      return models.map((model) => model.parameters());
    };
    const alone = make(attn),
      [expected] = run(alone);
    alone.release();
    const models = [make(attn), make(attn)];
    for (const parameters of run(...models))
      for (const [name, { data }] of Object.entries(parameters))
        sameBits(data, expected[name].data, name);
    models.forEach((model) => model.release());
  });

  test("its memory is planned, and comes back", () => {
    const before = attn.encoder({ ...CONFIG, parameters: tensorsOf(fixture.parameters) });
    const count = Object.values(fixture.parameters).reduce(
      (sum, entry) => sum + decode(entry).data.length,
      0,
    );
    assert.equal(before.parameterCount, count);
    assert.equal(before.bytes, 16 * Math.ceil(count / 4));
    const { forward, trainStep } = before.bytesFor(4, 12);
    assert.ok(forward > 4 * CONFIG.layers * 4 * CONFIG.heads * 144 && trainStep > forward);
    before.trainStep(ids, lengths, labels, { lr: 0 });
    assert.equal(before.bytes, 3 * 16 * Math.ceil(count / 4));
    before.release();
    assert.equal(before.bytes, 0);
    before.release();
    throwsSaying(() => before.forward(ids, lengths), "Error", /forward/, /released/);
    throwsSaying(() => before.parameters(), "Error", /released/);
  });

  test("a wrong argument is named", () => {
    const model = make(attn);
    const { heads, vocab, classes } = CONFIG;
    const says = (
      /** @type {() => unknown} */ body,
      /** @type {"TypeError" | "RangeError"} */ name,
      /** @type {RegExp[]} */ ...patterns
    ) => throwsSaying(body, name, ...patterns);
    const first = [1, 2, 3];
    says(() => model.forward(first), "TypeError", /ids\[0\]/, /row/);
    says(() => model.forward("text"), "TypeError", /ids/, /"text"/);
    says(() => model.forward([first, [1]]), "RangeError", /ids\[1\] has 1 tokens/, /has 3/);
    says(() => model.forward([[]]), "RangeError", /\(1, 0\)/);
    says(() => model.forward([[vocab]]), "RangeError", /ids\[0\]\[0\] = 40/, /39/);
    says(() => model.forward([[1.5]]), "RangeError", /ids\[0\]\[0\] = 1.5/);
    says(() => model.forward([["a"]]), "TypeError", /ids\[0\]\[0\]/);
    says(() => model.forward([Array(13).fill(1)]), "RangeError", /13/, /maxLen = 12/);
    says(() => model.forward([first], [4]), "RangeError", /lengths\[0\] = 4/, /3/);
    says(() => model.forward([first], [0]), "RangeError", /lengths\[0\] = 0/);
    says(() => model.forward([first], [1, 2]), "RangeError", /lengths has 2/, /b = 1/);
    says(() => model.forward([first], 3), "TypeError", /lengths/);
    says(() => model.forward([first], [3], { weight: true }), "TypeError", /weight/);
    says(() => model.forward([first], [3], { inputs: 1 }), "TypeError", /inputs/);
    says(() => model.forward([first], [3], { without: [[0, heads]] }), "RangeError", /head/, /3/);
    says(() => model.forward([first], [3], { without: [[2, 0]] }), "RangeError", /layer/, /1/);
    says(() => model.forward([first], [3], { without: [0] }), "TypeError", /without\[0\]/);
    const step = (/** @type {any} */ wanted, /** @type {any} */ options) => () =>
      model.trainStep([first], [3], wanted, options);
    says(step([classes], { lr: 1 }), "RangeError", /labels\[0\] = 5/, /4/);
    says(step([0, 1], { lr: 1 }), "RangeError", /labels has 2/, /b = 1/);
    says(step(0, { lr: 1 }), "TypeError", /labels/);
    says(step([0], {}), "TypeError", /lr/);
    says(step([0], { lr: -1 }), "RangeError", /lr = -1/);
    says(step([0], { lr: NaN }), "RangeError", /lr = NaN/);
    says(step([0], { lr: 1, beta1: 1 }), "RangeError", /beta1 = 1/);
    says(step([0], { lr: 1, decay: 1 }), "TypeError", /decay/, /weightDecay/);
    says(() => attn.encoder({ ...CONFIG, heads: 3, parameters: {} }), "RangeError", /16/, /3/);
    says(() => attn.encoder({ ...CONFIG, d: 0, parameters: {} }), "RangeError", /d = 0/);
    says(() => attn.encoder(CONFIG), "TypeError", /parameters/);
    // The model is as it was.
    nearTensor(model.forward(ids, lengths).logits, tensorOf(fixture.logits), { abs: 3e-6 });
    model.release();
  });

  test("a state dict that does not fit says which parameter and both shapes", () => {
    const complete = tensorsOf(fixture.parameters);
    const name = "blocks.layers.1.linear1.weight";
    const { [name]: weight, ...rest } = complete;
    const making = (/** @type {any} */ parameters) => () => make(attn, parameters);
    throwsSaying(making(rest), "RangeError", /blocks\.layers\.1\.linear1\.weight/, /\(32, 16\)/);
    throwsSaying(
      making({ ...rest, "blocks.layers.1.linear1.wieght": weight }),
      "RangeError",
      /linear1\.weight/,
      /wieght/,
    );
    throwsSaying(making({ ...complete, extra: weight }), "RangeError", /extra/);
    throwsSaying(
      making({ ...complete, [name]: { data: weight.data, shape: [16, 32] } }),
      "RangeError",
      /linear1\.weight has shape \(16, 32\)/,
      /\(32, 16\)/,
    );
    throwsSaying(making({ ...complete, [name]: 3 }), "TypeError", /linear1\.weight/);
    throwsSaying(making([]), "TypeError", /parameters/);
  });

  test("scale takes the place of 1/√(d/h)", () => {
    const usual = make(attn),
      same = make(attn, undefined, { scale: 0.5 }), // d/h = 4
      none = make(attn, undefined, { scale: 0 });
    const { logits } = usual.forward(ids, lengths);
    sameBits(same.forward(ids, lengths).logits.data, logits.data);
    const { weights } = none.forward(ids, lengths);
    // Every key that may be read gets the same.
    near(weights[0].data.subarray(0, 12), Array(12).fill(1 / 12), { abs: 1e-7 });
    for (const model of [usual, same, none]) model.release();
  });
});

describe("encoder, every build", () => {
  // What is left of a row when the lanes are full has sums of its own: 20 has none, 22 has two.
  for (const d of [20, 22]) test(`equal bits, d = ${d}`, () => equalBits(d));

  /** @param {number} d */
  async function equalBits(d) {
    const next = generator(4);
    const config = { vocab: 30, d, heads: 2, ff: 13, layers: 2, classes: 3, maxLen: 40 };
    const below = (/** @type {number} */ end) => Math.floor(((next() + 1) / 2) * end);
    const rows = Array.from({ length: 6 }, () => Array.from({ length: 40 }, () => below(30))),
      counts = rows.map(() => 1 + below(40)),
      wanted = rows.map(() => below(3));
    /** @type {Float32Array[][]} */
    const results = [];
    for (const variant of /** @type {const} */ (["simd", "scalar", "js"])) {
      const attn = await load({ variant });
      const model = attn.encoder({ ...config, parameters: initialParameters(config, 3) });
      for (let step = 0; step < 5; step++) model.trainStep(rows, counts, wanted, { lr: 0.01 });
      const { logits, weights } = model.forward(rows, counts);
      results.push([
        logits.data,
        /** @type {any} */ (weights)[1].data,
        ...Object.values(model.parameters()).map((t) => t.data),
      ]);
      attn.release();
    }
    for (const other of results.slice(1))
      other.forEach((data, index) => sameBits(data, results[0][index], `tensor ${index}`));
  }
});

describe("initialParameters", () => {
  // sfc32, its state from the seed by MurmurHash3's finaliser, computed by a program of its own in Python:
  // sums of twelve numbers, less 6.
  test("has the same draws for ever", () => {
    const small = { vocab: 2, d: 2, heads: 1, ff: 1, layers: 1, classes: 1, maxLen: 1 };
    for (const [seed, ...numbers] of [
      [0, -0.9180265665054321, -1.5455061197280884, -1.1840225458145142, 0.26322340965270996],
      [1, -0.6704701781272888, 0.7410905957221985, 0.24378187954425812, 1.1805903911590576],
      [
        2 ** 32 - 1,
        -1.1238478422164917,
        1.7371121644973755,
        -0.10474471747875214,
        -0.27252396941185,
      ],
    ])
      assert.deepEqual([...initialParameters(small, seed)["embed.weight"].data], numbers);
  });

  const config = { vocab: 500, d: 64, heads: 4, ff: 128, layers: 2, classes: 5, maxLen: 64 };
  const moments = (/** @type {Float32Array} */ data) => {
    const mean = data.reduce((sum, x) => sum + x, 0) / data.length;
    return {
      mean,
      spread: Math.sqrt(data.reduce((sum, x) => sum + (x - mean) ** 2, 0) / data.length),
      largest: data.reduce((most, x) => Math.max(most, Math.abs(x)), 0),
    };
  };

  test("is distributed as PyTorch initialises", () => {
    const parameters = initialParameters(config, 1);
    const uniform = (/** @type {string} */ name, /** @type {number} */ bound) => {
      const { data } = parameters[name],
        { mean, spread, largest } = moments(data),
        error = 4 / Math.sqrt(data.length); // four standard errors
      assert.ok(largest <= Math.fround(bound) && largest > bound * (1 - 20 / data.length), name);
      near([mean / bound, (spread / bound) * Math.sqrt(3)], [0, 1], { abs: error }, name);
    };
    const block = "blocks.layers.1.";
    uniform(`${block}self_attn.in_proj_weight`, Math.sqrt(6 / (64 + 192)));
    uniform(`${block}self_attn.out_proj.weight`, 1 / 8);
    uniform(`${block}linear1.weight`, 1 / 8);
    uniform(`${block}linear1.bias`, 1 / 8);
    uniform(`${block}linear2.weight`, 1 / Math.sqrt(128));
    uniform(`${block}linear2.bias`, 1 / Math.sqrt(128));
    uniform("head.weight", 1 / 8);
    for (const name of ["embed.weight", "position.weight"]) {
      const { data } = parameters[name],
        { mean, spread } = moments(data);
      near([mean, spread], [0, 1], { abs: 4 / Math.sqrt(data.length) }, name);
    }
    const constant = (/** @type {string} */ name, /** @type {number} */ value) =>
      assert.ok(
        parameters[name].data.every((x) => x === value),
        name,
      );
    constant(`${block}self_attn.in_proj_bias`, 0);
    constant(`${block}self_attn.out_proj.bias`, 0);
    for (const name of [`${block}norm1`, `${block}norm2`, "norm"])
      (constant(`${name}.weight`, 1), constant(`${name}.bias`, 0));
  });

  test("a seed decides, and wrong sizes are named", () => {
    const data = (/** @type {number} */ seed) =>
      initialParameters(config, seed)["embed.weight"].data;
    sameBits(data(7), data(7));
    assert.notDeepEqual(data(7), data(8));
    throwsSaying(() => initialParameters(config, -1), "RangeError", /seed = -1/);
    throwsSaying(() => initialParameters({ ...config, d: 63 }), "RangeError", /63/, /4/);
    throwsSaying(() => initialParameters(/** @type {any} */ ({ d: 4 })), "TypeError", /vocab/);
  });
});

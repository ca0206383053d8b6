// Run in a process of its own by tests/bench/node-rows.js: prints the milliseconds from the first
// import to the first result of a 3 × 2 call, or what first calls cost.
//
//   node fresh.js attention-wasm | onnxruntime-web | TensorFlow.js | first-calls
const begin = performance.now();

/** @param {number[]} shape */
const some = (shape) => {
  const data = new Float32Array(shape.reduce((product, length) => product * length, 1));
  return { data: data.map((_, x) => Math.sin(x)), shape };
};

/** @type {Record<string, () => Promise<unknown>>} */
const programs = {
  async "attention-wasm"() {
    const { load } = await import("attention-wasm");
    const attn = await load();
    const x = some([3, 2]);
    attn.attention(x, x, x);
    return performance.now() - begin;
  },
  async "onnxruntime-web"() {
    const { loadOnnxruntime } = await import("./peers.js");
    const ort = await loadOnnxruntime();
    const { attentionModel } = await import("./onnx-model.js");
    const model = await ort.InferenceSession.create(attentionModel(3, 3, 1, 2), {
      executionProviders: ["wasm"],
    });
    const x = new ort.Tensor("float32", some([3, 2]).data, [1, 3, 2]);
    await model.run({ q: x, k: x, v: x });
    return performance.now() - begin;
  },
  async "TensorFlow.js"() {
    const { loadTensorflow } = await import("./peers.js");
    const tf = await loadTensorflow();
    const x = tf.tensor(some([3, 2]).data, [3, 2]);
    tf.matMul(tf.softmax(tf.matMul(x, x, false, true)), x).dataSync();
    return performance.now() - begin;
  },
  // What the engine's quick first compilation costs: the first calls, and the best of many.
  async "first-calls"() {
    const { load } = await import("attention-wasm");
    const attn = await load();
    const x = some([1024, 64]);
    const times = [];
    for (let call = 0; call < 30; call++) {
      const start = performance.now();
      attn.attention(x, x, x);
      times.push(performance.now() - start);
    }
    return times;
  },
};

console.log(JSON.stringify(await programs[process.argv[2]]()));

// The libraries beside which the bench measures, in Node: one thread each.
import * as fs from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";

const require = createRequire(import.meta.url);

/** The packages that the bench measures beside, by what they are called. */
export const PEERS = {
  "onnxruntime-web": "onnxruntime-web",
  "jax-js": "@jax-js/jax",
  "TensorFlow.js": "@tensorflow/tfjs-backend-wasm",
};

/** TensorFlow.js warns of each of its two hundred kernels that is there already, and that Node has a
 * backend of its own: of nothing that has to do with what is measured.
 * @template T @param {() => Promise<T>} body @returns {Promise<T>} */
export async function withoutWarnings(body) {
  const { warn, log } = console;
  console.warn = console.log = () => {};
  try {
    return await body();
  } finally {
    Object.assign(console, { warn, log });
  }
}

/** jax-js with its wasm backend, on this thread alone: it takes several where there is a global Worker, which
 * onnxruntime-web makes in Node. It wants an engine of 2023. @returns {Promise<any>} */
export async function loadJax() {
  Object.defineProperty(globalThis, "Worker", { get: () => undefined, set: () => {} });
  const jax = /** @type {any} */ (await import("@jax-js/jax"));
  if (!(await jax.init("wasm")).includes("wasm")) throw new Error("it has no wasm backend here");
  jax.defaultDevice("wasm");
  jax.nn.dotProductAttention(...[1, 2, 3].map(() => jax.numpy.ones([1, 1, 4]))).dataSync();
  return jax;
}

/** onnxruntime-web. @returns {Promise<any>} */
export async function loadOnnxruntime() {
  const ort = await import("onnxruntime-web");
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
  return ort;
}

/** TensorFlow.js with its wasm backend. @returns {Promise<any>} */
export async function loadTensorflow() {
  const tf = require("@tensorflow/tfjs-core");
  const wasm = require("@tensorflow/tfjs-backend-wasm");
  wasm.setThreadsCount(1);
  wasm.setWasmPaths(`${path.dirname(require.resolve("@tensorflow/tfjs-backend-wasm"))}/`);
  await tf.setBackend("wasm");
  await tf.ready();
  return tf;
}

/** @param {string} name of a package @returns {string} */
export function versionOf(name) {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(fs.readFileSync(file, "utf8")).version;
}

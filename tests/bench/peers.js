// The libraries beside which the bench measures, in Node: one thread each.
import * as fs from "node:fs";
import { createRequire } from "node:module";
import * as path from "node:path";

const require = createRequire(import.meta.url);

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

// The bench in a page: the same rows, in whatever browser opens it (tests/bench/browser.js).
import * as library from "attention-wasm";
import * as ort from "onnxruntime-web/wasm";
import * as tf from "@tensorflow/tfjs-core";
import * as tfWasm from "@tensorflow/tfjs-backend-wasm";
import { ceilingSide } from "./ceiling.js";
import { watchMemory } from "./memory.js";
import { asText, chosen, runRow, verdict } from "./report.js";
import { rows } from "./rows.js";

/** @typedef {import("./report.js").Result} Result */
/** Where a driver of the page wants to hear of each row. @type {(text: string) => void} */
const tell = /** @type {any} */ (globalThis).benchRow ?? (() => {});

/** @param {string} name @param {() => Promise<any>} start @returns {Promise<any>} */
async function peerOrNull(name, start) {
  try {
    return await start();
  } catch (error) {
    say(`without ${name}: ${error}`);
    return null;
  }
}

const report = /** @type {HTMLElement} */ (document.querySelector("pre"));

/** @param {string} text */
function say(text) {
  report.textContent += `${text}\n\n`;
  tell(text);
}

/** @returns {Promise<Result[]>} */
async function bench() {
  const parameters = new URLSearchParams(location.search);
  const quick = parameters.has("quick");
  const memoryOf = watchMemory();
  const attn = await library.load();
  say(`${navigator.userAgent}\nattention-wasm ${attn.build.version} (${attn.variant})`);
  const ceiling = await fetch("ceiling.wasm").then((response) => response.arrayBuffer());
  const context = {
    library,
    attn,
    ort: await peerOrNull("onnxruntime-web", async () => {
      ort.env.wasm.numThreads = 1;
      ort.env.wasm.wasmPaths = new URL("ort/", location.href).href;
      ort.env.logLevel = "error";
      return ort;
    }),
    tf: await peerOrNull("TensorFlow.js", async () => {
      tfWasm.setThreadsCount(1);
      tfWasm.setWasmPaths(new URL("tf/", location.href).href);
      await tf.setBackend("wasm");
      await tf.ready();
      return tf;
    }),
    ceiling: await ceilingSide(new Uint8Array(ceiling)),
    memoryOf,
    quick,
    rounds: Number(parameters.get("rounds") ?? (quick ? 3 : 15)),
  };
  /** @type {Result[]} */
  const results = [];
  for (const row of chosen(rows, parameters.getAll("row"), quick)) {
    // The page is drawn between two rows.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const result = await runRow(row, context);
    results.push(result);
    say(asText(result));
  }
  const count = (/** @type {string} */ word) =>
    results.filter((result) => verdict(result) === word).length;
  say(`${count("met")} met, ${count("missed")} missed, ${count("failed")} failed`);
  return results;
}

/** @type {any} */ (globalThis).benchResults = bench();

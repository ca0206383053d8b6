// The bench in a page: the same rows, in whatever browser opens it (tests/bench/browser.js). A driver asks
// for one row after the other; without one the page runs those of its address and shows them.
import * as library from "attention-wasm";
import * as jax from "@jax-js/jax";
import * as ort from "onnxruntime-web/wasm";
import * as tf from "@tensorflow/tfjs-core";
import * as tfWasm from "@tensorflow/tfjs-backend-wasm";
import { ceilingSides, TILES } from "./ceiling.js";
import { watchMemory } from "./memory.js";
import { asText, chosen, nameOf, runRow, summary } from "./report.js";
import { pageRows } from "./page-rows.js";
import { rows as common } from "./rows.js";

const rows = [...common, ...pageRows];
const report = /** @type {HTMLElement} */ (document.querySelector("pre"));

/** @param {string} text */
const say = (text) => void (report.textContent += `${text}\n\n`);

/** @param {string} name @param {() => Promise<any>} start @returns {Promise<any>} */
async function peerOrNull(name, start) {
  try {
    return await start();
  } catch (error) {
    say(`without ${name}: ${error}`);
    return null;
  }
}

const parameters = new URLSearchParams(location.search);
const quick = parameters.has("quick");

/** @returns {Promise<import("./rows.js").Context>} */
async function start() {
  const memoryOf = watchMemory();
  const attn = await library.load();
  say(`${navigator.userAgent}\nattention-wasm ${attn.build.version} (${attn.variant})`);
  const bytes = Object.keys(TILES).map(async (name) => {
    const response = await fetch(`ceiling?${encodeURIComponent(name)}`);
    return [name, new Uint8Array(await response.arrayBuffer())];
  });
  const ceilings = await ceilingSides(Object.fromEntries(await Promise.all(bytes)));
  return {
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
    jax: await peerOrNull("jax-js", async () => {
      await jax.init("wasm");
      jax.defaultDevice("wasm");
      const [a, b, c] = [1, 2, 3].map(() => jax.numpy.ones([1, 1, 4]));
      jax.nn.dotProductAttention(a, b, c).dataSync();
      return jax;
    }),
    ceiling: ceilings[0],
    ceilings,
    memoryOf,
    quick,
    rounds: Number(parameters.get("rounds") ?? (quick ? 3 : 15)),
  };
}

/** What most rows need; the page's own rows run in one that holds none of it, as a learner's page does.
 * @type {Promise<import("./rows.js").Context> | undefined} */
let starting;
const started = () => (starting ??= start());
/** @param {import("./rows.js").Row} row @returns {Promise<any>} */
const contextOf = async (row) => (pageRows.includes(row) ? {} : started());
const name = "this browser";

/** @type {any} */ (globalThis).bench = {
  /** What is measured. */
  about: async () => {
    const { attn } = await started();
    return { agent: navigator.userAgent, variant: attn.variant, ...attn.build };
  },
  /** One row. @param {string} id */
  run: async (id) => {
    const row = rows.find((each) => each.id === id);
    if (!row) return { error: `there is no row ${id} in a page` };
    const result = await runRow(row, await contextOf(row));
    say(asText({ row: nameOf(row), engines: { [name]: result } }));
    return result;
  },
};

if (!parameters.has("driven")) {
  /** @type {import("./report.js").Line[]} */
  const lines = [];
  for (const row of chosen(rows, parameters.getAll("row"), quick)) {
    // The page is drawn between two rows.
    await new Promise((resolve) => setTimeout(resolve, 20));
    lines.push({ row: nameOf(row), engines: { [name]: await runRow(row, await contextOf(row)) } });
    say(asText(lines[lines.length - 1]));
  }
  say(summary(lines));
}

// One Node.js in which the bench's rows are run, for tests/bench/run.js, which starts it: it says what it
// is, then answers each name of a row with what came of it. One that is idle waits without computing.
import * as library from "attention-wasm";
import { ceilingBytes, ceilingSides } from "./ceiling.js";
import { watchMemory } from "./memory.js";
import { nodeRows } from "./node-rows.js";
import { loadJax, loadOnnxruntime, loadTensorflow, withoutWarnings } from "./peers.js";
import { runRow } from "./report.js";
import { rows } from "./rows.js";

const { quick, rounds } = JSON.parse(process.argv[2]);
const send = /** @type {(message: unknown) => void} */ (process.send?.bind(process));

/** A peer that is not installed or does not start is left out, and said. @param {string} name
 * @param {() => Promise<any>} start */
async function peerOrNull(name, start) {
  try {
    return await start();
  } catch (error) {
    console.error(
      `Node.js ${process.versions.node}: without ${name}: ${error instanceof Error ? error.message : error}`,
    );
    return null;
  }
}

const memoryOf = watchMemory();
const attn = await library.load();
const ceilings = await ceilingSides(await ceilingBytes());
/** @type {import("./rows.js").Context} */
const context = {
  library,
  attn,
  ort: await peerOrNull("onnxruntime-web", loadOnnxruntime),
  tf: await withoutWarnings(() => peerOrNull("TensorFlow.js", loadTensorflow)),
  jax: await peerOrNull("jax-js", loadJax),
  ceiling: ceilings[0],
  ceilings,
  memoryOf,
  quick,
  rounds,
};

process.on("message", async (/** @type {string} */ id) => {
  const row = [...rows, ...nodeRows].find((each) => each.id === id);
  send(row ? await withoutWarnings(() => runRow(row, context)) : { error: `no row ${id}` });
});
process.on("disconnect", () => process.exit());
send({
  node: process.versions.node,
  v8: process.versions.v8,
  variant: attn.variant,
  ...attn.build,
});

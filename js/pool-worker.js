// A worker of the pool. The build makes it the text of one classic script ("#worker-source"), from
// which js/pool-thread.js starts it; the module comes with the first message.
import { coreOf } from "./core.js";
import { buffersOf } from "./pool-share.js";
import { makeWorkplace } from "./pool-job.js";

// In Node js/pool-thread.js puts the port here; in browsers a worker is its own port.
const port = /** @type {any} */ (globalThis).attentionPort ?? globalThis;

/** @type {ReturnType<typeof makeWorkplace> | undefined} */
let compute;

/** @param {any} message */
function answer({ id, module, message }) {
  try {
    if (module) {
      // Which of the two wasm builds it is makes no difference here.
      compute = makeWorkplace(coreOf("simd", new WebAssembly.Instance(module, {}).exports));
      return port.postMessage({ id });
    }
    const results = /** @type {NonNullable<typeof compute>} */ (compute)(message);
    const buffers = results.flatMap(({ output, weights, scores, present }) =>
      buffersOf(output.data, weights?.data, scores?.data, present?.key.data, present?.value.data),
    );
    port.postMessage({ id, results }, buffers);
  } catch (error) {
    const { name, message: text } = /** @type {Error} */ (error);
    port.postMessage({ id, error: { name, message: text } });
  }
}

if (port.on) port.on("message", answer);
else port.onmessage = (/** @type {any} */ event) => answer(event.data);

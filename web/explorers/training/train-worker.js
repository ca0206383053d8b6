// Training in a worker. The first message brings the module, the others call the engine.
import { coreOf } from "../../../js/core.js";
import { encoder } from "../../../js/encoder.js";
import { Engine } from "./engine.js";

/** Long enough for many steps, short enough to be told to stop. */
const SLICE = 100;

/** @type {Engine | undefined} */
let engine;

self.onmessage = ({ data: { module, call, asked } }) => {
  if (module) {
    const core = coreOf("simd", new WebAssembly.Instance(module, {}).exports);
    engine = new Engine(
      (options) => encoder(core, options, () => core),
      (news) => self.postMessage(news),
      { slice: SLICE },
    );
  } else {
    /** @type {any} */ (engine)[call](asked);
  }
};

// Training in a worker. The first message brings the module: with the ports of those that help, or with a port
// for one that is to help. The others call the engine.
import { coreOf } from "../../../js/core.js";
import { encoder } from "../../../js/encoder.js";
import { Engine } from "./engine.js";
import { Helpers, help } from "./shares.js";

/** Long enough for many steps, short enough to be told to stop. */
const SLICE = 100;

/** @type {Engine | undefined} */
let engine;

/** @param {{ data: any }} message */
export const answer = ({ data: { module, helpers, helps, call, asked } }) => {
  if (!module) return /** @type {any} */ (engine)[call](asked);
  const core = coreOf("simd", new WebAssembly.Instance(module, {}).exports);
  /** @type {import("./engine.js").MakeEncoder} */
  const makeEncoder = (options) => encoder(core, options);
  if (helps) help(helps, makeEncoder);
  else
    engine = new Engine(makeEncoder, (news) => self.postMessage(news), {
      slice: SLICE,
      helpers: new Helpers(helpers),
    });
};

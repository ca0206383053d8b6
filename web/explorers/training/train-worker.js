// Training in a worker. The first message brings the module, and with how many helpers it trains: without, it is
// one of those. The others call the engine, or bring what worker and helper tell each other.
import { coreOf } from "../../../js/core.js";
import { encoder } from "../../../js/encoder.js";
import { Engine } from "./engine.js";
import { Helpers, help } from "./shares.js";

/** Long enough for many steps, short enough to be told to stop. */
const SLICE = 100;

const helpers = new Helpers();

/** @type {Engine | undefined} */
let engine;

/** The way to a helper, or from it: the page hands on what they tell each other. A message port between two
 * workers would go through another process in Firefox, 2.6 ms for a gradient, and a worker that starts workers
 * there hangs in their constructor once in twenty times. @param {unknown} _ @param {number} helper
 * @returns {import("./shares.js").Port} */
const wayTo = (_, helper) => ({
  postMessage: (message, buffers = []) =>
    self.postMessage({ helper, message, buffers }, { transfer: buffers }),
});

/** @type {import("./shares.js").Port[]} */
let ways = [];

/** @param {{ data: any }} message */
export const answer = ({ data: { module, count, helper, message, call, asked } }) => {
  if (call) return /** @type {any} */ (engine)[call](asked);
  if (!module) return ways[helper].onmessage?.({ data: message });
  const core = coreOf("simd", new WebAssembly.Instance(module, {}).exports);
  /** @type {import("./engine.js").MakeEncoder} */
  const makeEncoder = (options) => encoder(core, options);
  ways = Array.from({ length: count ?? 1 }, wayTo);
  if (count === undefined) return help(ways[0], makeEncoder);
  for (const way of ways) helpers.add(way);
  engine = new Engine(makeEncoder, (news) => self.postMessage(news), { slice: SLICE, helpers });
};

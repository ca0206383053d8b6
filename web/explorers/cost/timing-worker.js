// The timing in a worker. The first message brings the module and the plan; later ones pause it and let
// it go on.
import { attention } from "../../../js/attention.js";
import { keyValueCache } from "../../../js/cache.js";
import { coreOf } from "../../../js/core.js";
import { inTurns } from "../../parts/work/turns.js";
import { benchOf } from "./bench.js";
import { timingSteps } from "./timing.js";

/** @type {ReturnType<typeof inTurns> | undefined} */
let running;

/** @param {{ data: any }} message */
export const answer = ({ data: { module, plan, limits, pause } }) => {
  if (!plan) return running?.pause(pause);
  const core = coreOf("simd", new WebAssembly.Instance(module, {}).exports);
  /** @type {import("./sides.js").Attention} */
  const attn = {
    attention: (q, k, v, options) => attention(core, q, k, v, options),
    keyValueCache: (options) => keyValueCache(core, options),
  };
  running = inTurns(timingSteps(plan, limits, benchOf(attn, plan.size)), {
    onProgress: (progress) => self.postMessage({ progress }),
    onDone: () => self.postMessage({ done: true }),
    onFail: (failure) => self.postMessage({ failure }),
  });
};

// The measurement in a worker. The first message brings the module and the plan; later ones pause it
// and let it go on.
import { coreOf } from "../../../js/core.js";
import { gradientSteps, scalingSteps } from "../../../js/experiments.js";
import { inTurns } from "../../parts/work/turns.js";
import { isNews, measure } from "./measure.js";

/** @type {ReturnType<typeof inTurns> | undefined} */
let running;

/** @param {{ data: any }} message */
export const answer = ({ data: { module, plan, pause } }) => {
  if (!plan) return running?.pause(pause);
  const core = coreOf("simd", new WebAssembly.Instance(module, {}).exports);
  const attn = {
    /** @param {import("../../../js/experiments.js").ScalingSizes} options */
    scalingSteps: (options) => scalingSteps(core, options),
    /** @param {import("../../../js/experiments.js").GradientSizes} options */
    gradientSteps: (options) => gradientSteps(core, options),
  };
  running = inTurns(measure(attn, plan), {
    slice: 60,
    isNews,
    onProgress: (progress) => self.postMessage({ progress }),
    onDone: () => self.postMessage({ done: true }),
    onFail: (failure) => self.postMessage({ failure }),
  });
};

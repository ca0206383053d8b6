// A measurement that runs beside the page.
import { Beside } from "../../parts/work/beside.js";
import { inTurns } from "../../parts/work/turns.js";
import { isNews, measure } from "./measure.js";
import source from "./measure-worker.js?worker";

/** @typedef {import("./measure.js").Plan} Plan */
/** @typedef {import("./measure.js").Progress} Progress */
/** @typedef {Beside<Progress>} Measurement */

// Short enough for 60 frames a second.
const SLICE = 8;

/**
 * @param {import("../../../js/load.js").Attention} attn
 * @param {Plan} plan
 * @param {import("../../parts/work/turns.js").Listener<Progress>} listener
 * @returns {Measurement}
 */
export function startMeasurement(attn, plan, listener) {
  /** @param {import("../../parts/work/turns.js").Listener<Progress>} own */
  const here = (own) => inTurns(measure(attn, plan), { slice: SLICE, isNews, ...own });
  const { module } = attn;
  return new Beside({ module, source, task: { plan }, here, startsAnew: true }, listener);
}

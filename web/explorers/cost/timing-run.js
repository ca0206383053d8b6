// A timing that runs beside the page; on the page's own thread with calls so short that the page stays at
// hand.
import { Beside } from "../../parts/work/beside.js";
import { inTurns } from "../../parts/work/turns.js";
import { benchOf } from "./bench.js";
import source from "./timing-worker.js?worker";
import { timingSteps } from "./timing.js";

/** @typedef {import("./timing.js").Plan} Plan */
/** @typedef {import("./timing.js").Progress} Progress */
/** @typedef {import("../../parts/work/turns.js").Listener<Progress>} Listener */

// The longest call in a worker, and on the page's thread, in ms.
const CALL = 2000;
export const CALL_HERE = 30;

/** The most bytes that one call may hold: the sixteenth part of a machine's memory where the browser
 * tells it, little where a finger is the pointer, which is a phone or a tablet.
 * @returns {number} */
function bytesHere() {
  const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator);
  const isTouched = globalThis.matchMedia?.("(pointer: coarse)").matches;
  const most = isTouched ? 128e6 : 512e6;
  return deviceMemory === undefined ? most : Math.min(most, (deviceMemory * 2 ** 30) / 16);
}

/**
 * @param {import("../../../js/load.js").Attention} attn @param {Plan} plan @param {Listener} listener
 * @returns {Beside<Progress>}
 */
export function startTiming(attn, plan, listener) {
  const bytes = bytesHere();
  /** @param {Listener} own */
  const here = (own) =>
    inTurns(timingSteps(plan, { call: CALL_HERE, bytes }, benchOf(attn, plan.size)), own);
  const task = { plan, limits: { call: CALL, bytes } };
  return new Beside({ module: attn.module, source, task, here }, listener);
}

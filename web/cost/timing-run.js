// A timing that runs beside the page: in a worker, and where workers are refused or there is no
// WebAssembly, on the page's own thread, with calls so short that the page stays at hand.
import { startWorker } from "../parts/worker.js";
import { benchOf } from "./bench.js";
import source from "./timing-worker.js?worker";
import { inTurns, timingSteps } from "./timing.js";

/** @typedef {import("./timing.js").Plan} Plan */
/** @typedef {import("./timing.js").Limits} Limits */
/** @typedef {import("./timing.js").Progress} Progress */

/**
 * @typedef {object} Listener
 * @property {(progress: Progress) => void} onProgress @property {() => void} onDone
 * @property {(reason: string) => void} onFail
 */

// The longest call in a worker, and on the page's thread, in ms.
const CALL = 2000;
export const CALL_HERE = 30;

/** The most bytes that one call may hold: the sixteenth part of a machine's memory where the browser
 * tells it, little where a finger is the pointer, which is a phone or a tablet.
 * @returns {number} */
function bytesHere() {
  const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator);
  const isTouched = matchMedia("(pointer: coarse)").matches;
  const most = isTouched ? 128e6 : 512e6;
  return deviceMemory === undefined ? most : Math.min(most, (deviceMemory * 2 ** 30) / 16);
}

export class TimingRun {
  /**
   * @param {import("../../js/load.js").Attention} attn @param {Plan} plan @param {Listener} listener
   */
  constructor(attn, plan, listener) {
    this.attn = attn;
    this.plan = plan;
    this.listener = listener;
    this.ended = false;
    this.paused = false;
    /** Whether the worker has said anything. */
    this.heard = false;
    /** @type {ReturnType<typeof startWorker>} */
    this.worker = undefined;
    /** On the page's own thread. */
    this.isHere = false;
    /** @type {ReturnType<typeof inTurns> | undefined} */
    this.turns = undefined;
    /** @type {Limits} */
    const limits = { call: CALL, bytes: bytesHere() };
    if (attn.module) {
      this.worker = startWorker(source, {
        onMessage: (message) => {
          this.heard = true;
          this.#receive(message);
        },
        // One that never spoke was refused; one that did has most likely had no memory left.
        onFail: () => (this.heard ? this.#receive({ failure: "" }) : this.#here()),
      });
    }
    if (this.worker) this.worker.post({ module: attn.module, plan, limits });
    else this.#here();
  }

  /** On this thread. */
  #here() {
    this.worker = undefined;
    if (this.ended) return;
    this.isHere = true;
    const limits = { call: CALL_HERE, bytes: bytesHere() };
    this.turns = inTurns(timingSteps(this.plan, limits, benchOf(this.attn, this.plan.size)), {
      onProgress: (progress) => this.#receive({ progress }),
      onDone: () => this.#receive({ done: true }),
      onFail: (failure) => this.#receive({ failure }),
    });
    if (this.paused) this.turns.pause(true);
  }

  /** @param {{ progress?: Progress, done?: boolean, failure?: string }} message */
  #receive({ progress, done, failure }) {
    if (this.ended) return;
    if (progress) this.listener.onProgress(progress);
    if (done || failure !== undefined) {
      this.end();
      if (failure === undefined) this.listener.onDone();
      else this.listener.onFail(failure);
    }
  }

  /** @param {boolean} paused */
  pause(paused) {
    if (paused === this.paused || this.ended) return;
    this.paused = paused;
    this.worker?.post({ pause: paused });
    this.turns?.pause(paused);
  }

  end() {
    this.ended = true;
    this.worker?.end();
    this.turns?.pause(true);
  }
}

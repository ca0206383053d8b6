// A measurement that runs beside the page: in a worker, and where workers are refused or there is no
// WebAssembly, in short slices on the page's own thread.
import { startWorker } from "../parts/worker.js";
import { inSlices, measure } from "./measure.js";
import source from "./measure-worker.js?worker";

/** @typedef {import("./measure.js").Plan} Plan */

// Short enough for 60 frames a second.
const SLICE = 8;

export class Measurement {
  /**
   * @param {import("../../js/load.js").Attention} attn
   * @param {Plan} plan
   * @param {{ onProgress: (progress: import("./measure.js").Progress) => void, onDone: () => void, onFail: (message: string) => void }} listener
   */
  constructor(attn, plan, listener) {
    this.attn = attn;
    this.plan = plan;
    this.listener = listener;
    this.ended = false;
    this.paused = false;
    this.fraction = 0;
    /** @type {ReturnType<typeof startWorker>} */
    this.worker = undefined;
    /** @type {ReturnType<typeof inSlices> | undefined} */
    this.slices = undefined;
    if (attn.module) {
      this.worker = startWorker(source, {
        onMessage: (message) => this.#receive(message),
        onFail: () => this.#here(),
      });
    }
    if (this.worker) this.worker.post({ module: attn.module, plan });
    else this.#here();
  }

  /** On this thread. */
  #here() {
    this.worker = undefined;
    if (this.ended) return;
    this.slices = inSlices(measure(this.attn, this.plan), {
      slice: SLICE,
      onProgress: (progress) => this.#receive({ progress }),
      onDone: () => this.#receive({ done: true }),
      onFail: (failure) => this.#receive({ failure }),
    });
    this.slices.pause(this.paused);
  }

  /** @param {{ progress?: import("./measure.js").Progress, done?: boolean, failure?: string }} message */
  #receive({ progress, done, failure }) {
    if (this.ended) return;
    if (progress) {
      this.fraction = progress.fraction;
      this.listener.onProgress(progress);
    }
    if (done || failure !== undefined) {
      this.end();
      if (failure === undefined) this.listener.onDone();
      else this.listener.onFail(failure);
    }
  }

  /** @param {boolean} paused */
  pause(paused) {
    if (paused === this.paused) return;
    this.paused = paused;
    this.worker?.post({ pause: paused });
    this.slices?.pause(paused);
  }

  end() {
    this.ended = true;
    this.worker?.end();
    this.slices?.pause(true);
  }
}

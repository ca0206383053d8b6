// Long work that runs beside the page: in a worker, and where workers are refused or there is no
// WebAssembly, in turns on the page's own thread.
import { startWorker } from "./worker.js";

/** @typedef {import("./turns.js").Progress} Progress */
/**
 * @template {Progress} P
 * @typedef {import("./turns.js").Listener<P>} Listener
 */

/** @template {Progress} P */
export class Beside {
  /**
   * @param {object} work
   * @param {WebAssembly.Module | null} work.module for the worker; without one it runs here
   * @param {string} work.source of the worker
   * @param {object} work.task its first message, with the module
   * @param {(listener: Listener<P>) => { pause: (paused: boolean) => void }} work.here runs it on this thread
   * @param {boolean} [work.startsAnew] whether it begins here once more when a worker dies that had begun
   * @param {Listener<P>} listener
   */
  constructor({ module, source, task, here, startsAnew = false }, listener) {
    this.here = here;
    this.listener = listener;
    this.ended = false;
    this.paused = false;
    this.fraction = 0;
    /** Whether it runs on the page's own thread. */
    this.isHere = false;
    /** @type {ReturnType<typeof startWorker>} */
    this.worker = undefined;
    /** @type {{ pause: (paused: boolean) => void } | undefined} */
    this.turns = undefined;
    let hasSpoken = false;
    if (module) {
      this.worker = startWorker(source, {
        onMessage: (message) => {
          hasSpoken = true;
          this.#receive(message);
        },
        // One that never spoke was refused; one that did has most likely had no memory left.
        onFail: () => (hasSpoken && !startsAnew ? this.#receive({ failure: "" }) : this.#here()),
      });
    }
    if (this.worker) this.worker.post({ module, ...task });
    else this.#here();
  }

  #here() {
    this.worker = undefined;
    if (this.ended) return;
    this.isHere = true;
    this.turns = this.here({
      onProgress: (progress) => this.#receive({ progress }),
      onDone: () => this.#receive({ done: true }),
      onFail: (failure) => this.#receive({ failure }),
    });
    if (this.paused) this.turns.pause(true);
  }

  /** @param {{ progress?: P, done?: boolean, failure?: string }} message */
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

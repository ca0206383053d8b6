// A worker from text that the build made of a file ("?worker"). It is started from memory, so that it
// needs no second file and no request, on a page opened from disk as well.

import { workerAddress } from "../trusted-types.js";

/**
 * @param {string} source
 * @param {{ onMessage: (data: any) => void, onFail: () => void }} listener onFail: workers are
 *   refused here (a content policy), or this one died
 * @returns {{ post: (message: unknown, transfer?: Transferable[]) => void, end: () => void } | undefined} undefined where there
 *   are none at all
 */
export function startWorker(source, { onMessage, onFail }) {
  // jsdom has neither.
  if (typeof Worker !== "function" || typeof URL.createObjectURL !== "function") return undefined;
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const forget = () => URL.revokeObjectURL(address);
  let isEnded = false;
  try {
    const worker = new Worker(workerAddress(address));
    // Its address stays until it ends: it may still be fetched from it.
    worker.onmessage = (event) => {
      if (!isEnded) onMessage(event.data);
    };
    worker.onerror = (event) => {
      // Also of one that has been ended: what it still complains of is nobody's business.
      event.preventDefault();
      if (isEnded) return;
      isEnded = true;
      worker.terminate();
      forget();
      onFail();
    };
    return {
      post: (message, transfer = []) => worker.postMessage(message, transfer),
      end: () => {
        isEnded = true;
        // First the worker: one that is still being fetched has an address until it is gone.
        worker.terminate();
        forget();
      },
    };
  } catch {
    forget();
    return undefined;
  }
}

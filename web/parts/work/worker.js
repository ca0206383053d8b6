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
  try {
    const worker = new Worker(workerAddress(address));
    worker.onmessage = (event) => {
      forget();
      onMessage(event.data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      forget();
      worker.terminate();
      onFail();
    };
    return {
      post: (message, transfer = []) => worker.postMessage(message, transfer),
      end: () => {
        forget();
        worker.terminate();
      },
    };
  } catch {
    forget();
    return undefined;
  }
}

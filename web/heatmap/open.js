// A file that the learner hands over. Its bytes are read here, since some engines give a worker of a page
// from disk no files; what takes long, parsing, is done beside the page where workers are allowed.
import { startWorker } from "../parts/worker.js";
import { kindsIn, parseText, ReadError, readMaps } from "./read.js";
import source from "./read-worker.js?worker";

/** @typedef {import("./read.js").Maps} Maps */

/** @param {ArrayBuffer} bytes @returns {Maps[]} */
function readHere(bytes) {
  const value = parseText(new TextDecoder().decode(bytes));
  const kinds = kindsIn(value);
  return (kinds.length > 0 ? kinds : [""]).map((kind) => readMaps(value, { kind }));
}

/**
 * @param {Blob} file
 * @returns {Promise<Maps[]>} one for each kind of weights that it holds
 */
export async function openFile(file) {
  const bytes = await file.arrayBuffer();
  return new Promise((resolve, reject) => {
    const here = () => {
      try {
        resolve(readHere(bytes));
      } catch (error) {
        reject(error);
      }
    };
    const worker = startWorker(source, {
      onMessage({ all, error }) {
        worker?.end();
        if (error) reject(new ReadError(error.key, error.values));
        else resolve(all);
      },
      onFail: here,
    });
    // A copy goes: it is needed here where the worker dies.
    if (worker) worker.post({ bytes });
    else here();
  });
}

// Files that the learner hands over. Their bytes are read here, since some engines give a worker of a page
// from disk no files; what takes long, parsing JSON, is done beside the page where workers are allowed.
import { startWorker } from "../../parts/work/worker.js";
import { ReadError } from "./read.js";
import { readJson } from "./read-json.js";
import source from "./read-worker.js?worker";
import { readStateDict } from "./state-dict.js";

/** @typedef {import("./read.js").Maps} Maps */
/** @typedef {import("./state-dict.js").Description} Description */
/** @typedef {import("./state-dict.js").StateDict} StateDict */

/**
 * What a file turned out to be.
 * @typedef {object} Opened
 * @property {Maps[]} [all] weights, one for each kind that it holds
 * @property {StateDict} [model]
 * @property {Description} [description] a model's vocabulary
 */

/** JSON has no zero byte; the length of a safetensors header ends with one. @param {Uint8Array} bytes */
const isSafetensors = (bytes) => bytes.length > 8 && bytes[7] === 0 && bytes[8] === 0x7b;

/** A zip archive, as torch.save writes it, or a bare pickle. @param {Uint8Array} bytes */
const isPickle = (bytes) =>
  (bytes[0] === 0x50 && bytes[1] === 0x4b) || (bytes[0] === 0x80 && bytes[1] <= 5);

/** @param {File} file @returns {Promise<Opened>} */
export async function openFile(file) {
  const buffer = await file.arrayBuffer();
  const bytes = new Uint8Array(buffer);
  if (isPickle(bytes)) throw new ReadError("modelPickle", { file: file.name });
  if (isSafetensors(bytes) || /\.safetensors$/i.test(file.name))
    return { model: readStateDict(buffer) };
  return new Promise((resolve, reject) => {
    const here = () => {
      try {
        resolve(readJson(buffer));
      } catch (error) {
        reject(error);
      }
    };
    const worker = startWorker(source, {
      onMessage({ found, error }) {
        worker?.end();
        if (error) reject(new ReadError(error.key, error.values));
        else resolve(found);
      },
      onFail: here,
    });
    // A copy goes: it is needed here where the worker dies.
    if (worker) worker.post({ bytes: buffer });
    else here();
  });
}

// Files that the learner hands over. Their bytes are read here, since some engines give a worker of a page
// from disk no files; what takes long, reading JSON, is done beside the page where workers are allowed.
import { isSafetensors, refuseOtherKinds } from "../../model/file-kinds.js";
import { readJsonFile } from "../../model/json-file.js";
import { readModelFile } from "../../model/model-file.js";
import { ReadError } from "../../model/read-error.js";
import { startWorker } from "../../parts/work/worker.js";
import source from "./read-worker.js?worker";

/** @typedef {import("../../model/maps.js").Maps} Maps */
/** @typedef {import("../../model/description.js").Description} Description */
/** @typedef {import("../../model/model-file.js").ModelFile} ModelFile */

/**
 * What a file turned out to be.
 * @typedef {object} Opened
 * @property {Maps[]} [all] weights, one for each kind that it holds
 * @property {ModelFile} [model]
 * @property {Description} [description] a model's vocabulary
 */

// No engine gives a page much more in one piece.
const MOST_BYTES = 2e9;

/** @param {File} file @returns {Promise<Opened>} */
export async function openFile(file) {
  if (file.size > MOST_BYTES)
    throw new ReadError("readTooLarge", {
      file: file.name,
      size: Math.round(file.size / 1e6),
      most: MOST_BYTES / 1e6,
    });
  const buffer = await file.arrayBuffer();
  const bytes = new Uint8Array(buffer);
  refuseOtherKinds(bytes, file.name);
  if (isSafetensors(bytes) || /\.safetensors$/i.test(file.name))
    return { model: readModelFile(buffer) };
  return new Promise((resolve, reject) => {
    /** @param {ArrayBuffer} content */
    const here = (content) => {
      try {
        resolve(readJsonFile(content));
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
      // Where a worker ends before it has answered, the file is read again.
      onFail: () => file.arrayBuffer().then(here, reject),
    });
    // The bytes go over: a copy would take their room twice.
    if (worker) worker.post({ bytes: buffer }, [buffer]);
    else here(buffer);
  });
}

// Reads a file beside the page: hundreds of megabytes of JSON take a while.
import { readJsonFile } from "../../model/json-file.js";
import { ReadError } from "../../model/read-error.js";

/** @param {{ data: any }} message */
export const answer = ({ data: { bytes } }) => {
  try {
    const found = readJsonFile(bytes);
    self.postMessage({ found }, { transfer: (found.all ?? []).map(({ data }) => data.buffer) });
  } catch (error) {
    const { key, values } =
      error instanceof ReadError
        ? error
        : { key: "readFailed", values: { reason: /** @type {Error} */ (error).message } };
    self.postMessage({ error: { key, values } });
  }
};

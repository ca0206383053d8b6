// Reads a file beside the page: parsing some hundred megabytes takes a while.
import { readJson } from "./read-json.js";
import { ReadError } from "./read.js";

self.onmessage = ({ data: { bytes } }) => {
  try {
    const found = readJson(bytes);
    self.postMessage({ found }, { transfer: (found.all ?? []).map(({ data }) => data.buffer) });
  } catch (error) {
    const { key, values } =
      error instanceof ReadError
        ? error
        : { key: "readFailed", values: { reason: /** @type {Error} */ (error).message } };
    self.postMessage({ error: { key, values } });
  }
};

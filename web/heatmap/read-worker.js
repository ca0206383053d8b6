// Reads a file beside the page: parsing some hundred megabytes takes a while.
import { kindsIn, parseText, ReadError, readMaps } from "./read.js";

self.onmessage = ({ data: { bytes } }) => {
  try {
    const value = parseText(new TextDecoder().decode(bytes));
    const kinds = kindsIn(value);
    const all = (kinds.length > 0 ? kinds : [""]).map((kind) => readMaps(value, { kind }));
    self.postMessage({ all }, { transfer: all.map(({ data }) => data.buffer) });
  } catch (error) {
    const { key, values } =
      error instanceof ReadError
        ? error
        : { key: "readFailed", values: { reason: /** @type {Error} */ (error).message } };
    self.postMessage({ error: { key, values } });
  }
};

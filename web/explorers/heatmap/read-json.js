// What a JSON file holds: the vocabulary of a model, or attention weights.
import { kindsIn, parseText, readMaps } from "./read.js";
import { readDescription } from "./description.js";

/** @param {ArrayBuffer} bytes @returns {import("./open.js").Opened} */
export function readJson(bytes) {
  const value = parseText(new TextDecoder().decode(bytes));
  const description = readDescription(value);
  if (description) return { description };
  const kinds = kindsIn(value);
  return { all: (kinds.length > 0 ? kinds : [""]).map((kind) => readMaps(value, { kind })) };
}

// What a JSON file holds: the vocabulary of a model, or attention weights.
import { readDescription } from "./description.js";
import { readJson } from "./json-text.js";
import { kindsIn, readMaps } from "./maps.js";

/** @param {ArrayBuffer} bytes
 * @returns {{ all?: import("./maps.js").Maps[], description?: import("./description.js").Description }} */
export function readJsonFile(bytes) {
  const value = readJson(new Uint8Array(bytes));
  const description = readDescription(value);
  if (description) return { description };
  const kinds = kindsIn(value);
  return { all: (kinds.length > 0 ? kinds : [""]).map((kind) => readMaps(value, { kind })) };
}

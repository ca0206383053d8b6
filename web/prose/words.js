// What an element of running text says.
import { strings } from "./strings.js";

/** @param {string} key @param {Element} _element whose language is spoken
 * @param {Record<string, string>} [values] */
export function words(key, _element, values = {}) {
  return strings[key].replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

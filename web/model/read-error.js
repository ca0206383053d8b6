// What is wrong with something that came from outside: a key of read-strings.js and its values.
export class ReadError extends Error {
  /** @param {string} key @param {Record<string, unknown>} [values] */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** A value in a word or two, for a message. @param {unknown} value */
export function named(value) {
  if (value === null) return "null";
  if (value === undefined) return "nothing";
  if (typeof value === "string") return `the text “${clipped(value)}”`;
  if (typeof value === "object")
    return Array.isArray(value) || ArrayBuffer.isView(value) ? "a list" : "an object";
  return clipped(String(value));
}

/** A text that came from outside, never longer than a few words. @param {string} text */
export function clipped(text) {
  const characters = Array.from(text.slice(0, 80));
  return characters.length > 30 ? `${characters.slice(0, 30).join("")}…` : text;
}

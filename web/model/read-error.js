// What is wrong with something that came from outside: a key of read-strings.js and its values.
export class ReadError extends Error {
  /** @param {string} key @param {Record<string, unknown>} [values] */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** A value in a word or two, for a message: as it is written, or a key of read-strings.js and its values.
 * @param {unknown} value */
export function named(value) {
  if (value === undefined) return { key: "readFoundNothing", values: {} };
  if (typeof value === "string") return { key: "readFoundText", values: { text: clipped(value) } };
  if (typeof value === "object" && value !== null) {
    const isList = Array.isArray(value) || ArrayBuffer.isView(value);
    return { key: isList ? "readFoundList" : "readFoundObject", values: {} };
  }
  return clipped(String(value));
}

/** A message in words. @param {Pick<ReadError, "key" | "values">} error
 * @param {(key: string, values?: Record<string, unknown>) => string} text @param {Record<string, unknown>} [more] values
 * @returns {string} */
export function messageOf({ key, values }, text, more) {
  /** @param {unknown} value @returns {unknown} */
  const inWords = (value) => {
    if (Array.isArray(value)) return `(${value.map(inWords).join(", ")})`;
    const isNamed = typeof value === "object" && value !== null && "key" in value;
    return isNamed ? messageOf(/** @type {ReadError} */ (value), text) : value;
  };
  const said = Object.entries(values).map(([name, value]) => [name, inWords(value)]);
  return text(key, { ...more, ...Object.fromEntries(said) });
}

/** A text that came from outside, never longer than a few words. @param {string} text */
export function clipped(text) {
  const characters = Array.from(text.slice(0, 80));
  return characters.length > 30 ? `${characters.slice(0, 30).join("")}…` : text;
}

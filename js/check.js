// What a wrong argument is told. An error is a sentence: the function, the argument, what it has and
// what it should have. Wrong kinds of values are TypeErrors, wrong sizes and numbers RangeErrors.

/** A value as a reader recognises it in an error message, never longer than a few words.
 * @param {unknown} value */
export function describe(value) {
  if (value === null) return "null";
  if (typeof value === "string")
    return JSON.stringify(value.length > 20 ? `${value.slice(0, 20)}…` : value);
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return "an array";
  return `a value of type ${Object.prototype.toString.call(value).slice(8, -1)}`;
}

/** Whether the value is a typed array of that name, of this realm or of another. The tag of
 * %TypedArray% answers truly for every realm, and undefined for a DataView.
 * @param {unknown} value @param {string} name */
export function isKind(value, name) {
  return ArrayBuffer.isView(value) && tagOf.call(value) === name;
}

const tagOf = /** @type {() => string} */ (
  /** @type {PropertyDescriptor} */ (
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)
  ).get
);

/** A misspelt option must not be ignored: unknown names are errors.
 * @param {string} where @param {unknown} options @param {readonly string[]} names
 * @returns {Record<string, any>} */
export function checkOptions(where, options, names) {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object" || Array.isArray(options) || ArrayBuffer.isView(options)) {
    throw new TypeError(`${where}: options must be an object, not ${describe(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) {
      throw new TypeError(
        `${where}: there is no option ${name}; the options are ${names.join(", ")}`,
      );
    }
  }
  return /** @type {Record<string, any>} */ (options);
}

/** A whole number of at least `least` and at most `most`.
 * @param {string} where @param {string} what @param {unknown} value @param {number} [least] @param {number} [most]
 * @returns {number} */
export function checkWhole(where, what, value, least = 0, most = 2 ** 31 - 1) {
  if (typeof value !== "number") {
    throw new TypeError(`${where}: ${what} must be a whole number, not ${describe(value)}`);
  }
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(
      `${where}: ${what} = ${value} must be a whole number from ${least} to ${most}`,
    );
  }
  return value;
}

/** A finite number.
 * @param {string} where @param {string} what @param {unknown} value @returns {number} */
export function checkFinite(where, what, value) {
  if (typeof value !== "number") {
    throw new TypeError(`${where}: ${what} must be a number, not ${describe(value)}`);
  }
  if (!Number.isFinite(value)) throw new RangeError(`${where}: ${what} = ${value} must be finite`);
  return value;
}

/** A finite number that float32 can hold.
 * @param {string} where @param {string} what @param {unknown} value @returns {number} */
export function checkFloat32(where, what, value) {
  const number = checkFinite(where, what, value);
  if (!Number.isFinite(Math.fround(number))) {
    throw new RangeError(`${where}: ${what} = ${number} is beyond float32, which ends at 3.4e38`);
  }
  return number;
}

/** @param {string} where @param {string} what @param {unknown} value @returns {boolean} */
export function checkBoolean(where, what, value) {
  if (value === undefined || value === null) return false;
  if (typeof value !== "boolean") {
    throw new TypeError(`${where}: ${what} must be true or false, not ${describe(value)}`);
  }
  return value;
}

/** One of a few values.
 * @template {string} T
 * @param {string} where @param {string} what @param {unknown} value @param {readonly T[]} choices @returns {T} */
export function checkChoice(where, what, value, choices) {
  if (!choices.includes(/** @type {T} */ (value))) {
    const list = choices.map((choice) => JSON.stringify(choice)).join(", ");
    throw new (typeof value === "string" ? RangeError : TypeError)(
      `${where}: ${what} must be one of ${list}, not ${describe(value)}`,
    );
  }
  return /** @type {T} */ (value);
}

/** Two sizes that have to be equal.
 * @param {string} where @param {string} name @param {string} dimension @param {number} size
 * @param {string} otherName @param {number} otherSize */
export function checkEqual(where, name, dimension, size, otherName, otherSize) {
  if (size !== otherSize) {
    throw new RangeError(
      `${where}: ${name} has ${dimension} = ${size} but ${otherName} has ${dimension} = ${otherSize}`,
    );
  }
}

/** A shape in words: (2, 3, 4).
 * @param {readonly number[]} shape */
export const inWords = (shape) => `(${shape.join(", ")})`;

/** A number of bytes in words: 268.4 MB.
 * @param {number} bytes */
export function bytesInWords(bytes) {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9
    ? `${(bytes / 1e6).toFixed(1)} MB`
    : `${(bytes / 1e9).toFixed(bytes < 1e11 ? 2 : 0)} GB`;
}

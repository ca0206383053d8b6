// What a wrong argument is told. An error is a sentence: the function, the argument, what it has and
// what it should have. Wrong kinds of values are TypeErrors, wrong sizes and numbers RangeErrors.

/** Whether a value is a proxy that its maker has revoked: whatever one asks it, the engine throws.
 * @param {unknown} value */
export function isRevoked(value) {
  try {
    Array.isArray(value);
    return false;
  } catch {
    return true;
  }
}

/** Whether a value is an array, of any realm; a revoked proxy is none. @param {unknown} value
 * @returns {value is any[]} */
export const isArray = (value) => !isRevoked(value) && Array.isArray(value);

/** A value as a reader recognises it in an error message, never longer than a few words.
 * @param {unknown} value */
export function describe(value) {
  if (value === null) return "null";
  if (typeof value === "string")
    return JSON.stringify(value.length > 20 ? `${value.slice(0, 20)}…` : value);
  if (typeof value === "bigint") return `${brief(String(value))}n`;
  if (isRevoked(value)) return "a proxy that has been revoked";
  if (typeof value === "function") return "a function";
  if (typeof value !== "object") return brief(String(value));
  if (Array.isArray(value)) return "an array";
  return `a value of type ${brief(Object.prototype.toString.call(value).slice(8, -1))}`;
}

/** What options that were read inherit from, instead of Object.prototype, to which another script of the
 * page may have given any name. (An object made by Object.create(null) itself is several times slower.) */
const BARE = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.create(null));

/** @returns {Record<string, any>} */
const bare = () => /** @type {any} */ ({ __proto__: BARE });

const NOTHING = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ bare());

/** The options by their names, each read once. A misspelt option must not be ignored: unknown names are
 * errors.
 * @param {string} where @param {unknown} options @param {readonly string[]} names
 * @param {string} [also] a name that is taken too, but not told with the others
 * @returns {Record<string, any>} of our own */
export function checkOptions(where, options, names, also) {
  if (options === undefined || options === null) return NOTHING;
  if (
    typeof options !== "object" ||
    isRevoked(options) ||
    Array.isArray(options) ||
    ArrayBuffer.isView(options)
  ) {
    throw new TypeError(`${where}: options must be an object, not ${describe(options)}`);
  }
  const read = bare();
  const own = Object.getOwnPropertyNames(options);
  for (const name of own) {
    if (!names.includes(name) && name !== also) throw unknownOption(where, name, names, also);
    read[name] = /** @type {any} */ (options)[name];
  }
  // An object of a class, or one that inherits from another, may have more.
  if (Object.getPrototypeOf(options) !== Object.prototype) {
    let has = own.length > 0;
    for (const name of also ? [...names, also] : names)
      if (!own.includes(name) && !Object.hasOwn(Object.prototype, name)) {
        has ||= name in options;
        read[name] = /** @type {any} */ (options)[name];
      }
    // A Map, a Promise or a Date says nothing here, however much is in it.
    const kind = has ? "Object" : Object.prototype.toString.call(options).slice(8, -1);
    if (kind !== "Object")
      throw new TypeError(`${where}: options must be an object, not ${describe(options)}`);
  }
  return read;
}

/** @param {string} where @param {string} name @param {readonly string[]} names @param {string} [also] */
function unknownOption(where, name, names, also) {
  const near = nearest(name, also ? [...names, also] : names);
  return new TypeError(
    `${where}: there is no option ${brief(name)}; ${near ? `did you mean ${near}? The` : "the"} options are ${names.join(", ")}`,
  );
}

/** A name as a message repeats it. @param {string} name */
export const brief = (name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name);

/** The name that was probably meant: that with few letters wrong, one that is a word of what was written
 * (`attn_mask`, `isCausal`), or one of which it is the beginning (`temp`), or that is its beginning or end.
 * @param {string} written @param {readonly string[]} names @returns {string | undefined} */
export function nearest(written, names) {
  if (written.length > 40) return undefined;
  const letters = (/** @type {string} */ name) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const words = written.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/).map(letters);
  let best,
    least = Infinity;
  for (const name of names) {
    const distance = editDistance(letters(written), letters(name));
    if (distance < least && distance <= Math.max(1, Math.floor(name.length / 3)))
      [best, least] = [name, distance];
  }
  const all = letters(written);
  return (
    best ??
    names.find((name) => words.includes(letters(name))) ??
    names.find((name) => {
      const its = letters(name);
      return (
        (all.length > 2 && its.startsWith(all)) ||
        (its.length > 4 && (all.startsWith(its) || all.endsWith(its)))
      );
    })
  );
}

/** How many letters have to be changed, added, left out or swapped with their neighbour.
 * @param {string} a @param {string} b */
function editDistance(a, b) {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(
        rows[i - 1][j] + 1,
        row[j - 1] + 1,
        rows[i - 1][j - 1] + Number(a[i - 1] !== b[j - 1]),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(row);
  }
  return rows[a.length][b.length];
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
    const near = typeof value === "string" ? nearest(value, choices) : undefined;
    throw new (typeof value === "string" ? RangeError : TypeError)(
      `${where}: ${what} must be one of ${list}, not ${describe(value)}${near ? `: did you mean ${JSON.stringify(near)}?` : ""}`,
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

// How a struct of c/ lies in memory: its fields by name and kind, in the order of the header. Where
// each of them stands follows from that; tests/js/structs.test.js compares it with what the compiler says.

/** Words of four bytes that a field takes: numbers and pointers are one word in wasm, `strides`
 * (c/attention.h) three. */
const WORDS = { int: 1, float: 1, pointer: 1, strides: 3 };

/** @typedef {keyof typeof WORDS} Kind */

/** `at`: the word at which each field begins.
 * @template {string} Name
 * @typedef {{ fields: Readonly<Record<Name, Kind>>, at: Readonly<Record<Name, number>>, words: number }} Struct */

/**
 * @template {string} Name
 * @param {Readonly<Record<Name, Kind>>} fields
 * @returns {Struct<Name>}
 */
export function structOf(fields) {
  const at = /** @type {Record<Name, number>} */ ({});
  let words = 0;
  for (const name of /** @type {Name[]} */ (Object.keys(fields))) {
    at[name] = words;
    words += WORDS[fields[name]];
  }
  return { fields, at, words };
}

/** Writes a struct of numbers and pointers.
 * @template {string} Name
 * @param {import("./arena.js").Arena} scratch @param {Struct<Name>} struct
 * @param {Readonly<Record<Name, number>>} values @returns {number} its pointer */
export function writeStruct(scratch, { fields, at, words }, values) {
  const pointer = scratch.reserve(4 * words),
    views = { int: scratch.intsView(), pointer: scratch.intsView(), float: scratch.floatsView() };
  for (const name of /** @type {Name[]} */ (Object.keys(fields)))
    views[/** @type {keyof typeof views} */ (fields[name])][pointer / 4 + at[name]] = values[name];
  return pointer;
}

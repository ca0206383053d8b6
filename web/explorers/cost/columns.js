// Columns of what is counted, from the counts of each number of tokens: bytes in one unit, operations in
// billions, ratios.
import { decimal, factor, unitOf } from "./write.js";

/** @typedef {import("./counts.js").Counts} Counts */
/** @typedef {import("./figures.js").Column} Column */
/** @typedef {{ [Name in keyof Counts]: Counts[Name] extends number ? Name : never }[keyof Counts]} CountName */

const BILLION = 1e9;

/** Bytes, all columns of them in one unit.
 * @param {Counts[]} all @param {CountName[]} names
 * @returns {(name: CountName, asked?: boolean) => Column} */
export function bytesIn(all, ...names) {
  const unit = unitOf(names.flatMap((name) => all.map((counts) => counts[name])));
  return (name, asked) => ({
    name,
    unit: unit.name,
    values: all.map((counts) => counts[name]),
    write: (value) => decimal(value / unit.size, 2),
    asked,
  });
}

/** Operations. @param {Counts[]} all @returns {(name: CountName, asked?: boolean) => Column} */
export const workOf = (all) => (name, asked) => ({
  name,
  unit: "10⁹",
  values: all.map((counts) => counts[name]),
  write: (value) => decimal(value / BILLION, 3),
  asked,
});

/** How many times as much. @param {Counts[]} all @param {CountName} name @param {(value: number) => string} [write]
 * @returns {Column} */
export const ratioOf = (all, name, write = factor) => ({
  name,
  values: all.map((counts) => counts[name]),
  write,
  asked: true,
});

// The readouts of a view: each with its name, and a sign in the place of what the question asks.
import { bytes, bytesSign, count } from "./write.js";

/** @typedef {import("./facts.js").Facts} Facts */
/** @typedef {import("./facts.js").Text} Text */
/** @typedef {import("./columns.js").CountName} CountName */

/** @param {number} value @param {Text} text */
const bytesInFull = (value, text) => {
  const exact = text("bytesExact", { bytes: count(value) });
  if (value < 1000) return exact;
  return text("exactly", { bytes: exact, equals: bytesSign(value), written: bytes(value) });
};

/** How a view writes its readouts. @param {Facts} facts @param {Text} text @param {string[]} answers */
export function readoutsIn({ sizes, counts, revealed }, text, answers) {
  /** @param {string} name @param {string} value @param {Record<string, unknown>} [values] */
  const item = (name, value, values) => ({
    name,
    label: text(`read ${name}`, { n: count(sizes.n), h: sizes.heads, ...values }),
    value: !revealed && answers.includes(name) ? text("secret") : value,
  });
  return {
    item,
    /** @param {CountName} name */
    room: (name) => item(name, bytesInFull(counts[name], text)),
    /** @param {CountName} name */
    number: (name) => item(name, count(counts[name])),
  };
}

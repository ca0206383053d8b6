// What js/patch.js needs to make one file of another: runs that both have, and what stands between them.

/** Bytes that make a run worth its numbers. */
const SHORTEST = 8;

/** @typedef {import("../js/patch.js").Run} Run */

/** @param {Uint8Array} old @param {Uint8Array} wanted @returns {Run[]} */
export function difference(old, wanted) {
  const key = (/** @type {Uint8Array} */ bytes, /** @type {number} */ at) =>
    String.fromCharCode(...bytes.subarray(at, at + SHORTEST));
  /** Where each eight bytes stand. @type {Map<string, number[]>} */
  const places = new Map();
  for (let at = 0; at + SHORTEST <= old.length; at++) {
    const some = key(old, at);
    places.set(some, [...(places.get(some) ?? []), at]);
  }
  /** @param {number} from @param {number} at */
  const lengthOf = (from, at) => {
    let length = 0;
    while (from + length < old.length && old[from + length] === wanted[at + length]) length++;
    return Math.min(length, wanted.length - at);
  };
  /** @type {Run[]} */
  const runs = [];
  let written = "";
  for (let at = 0; at < wanted.length;) {
    const found = (places.get(key(wanted, at)) ?? [])
      .map((from) => ({ from, length: lengthOf(from, at) }))
      .reduce((best, each) => (each.length > best.length ? each : best), { from: 0, length: 0 });
    if (found.length < SHORTEST) written += wanted[at++].toString(16).padStart(2, "0");
    else {
      runs.push([written, found.from, found.length]);
      written = "";
      at += found.length;
    }
  }
  if (written) runs.push([written, 0, 0]);
  return runs;
}

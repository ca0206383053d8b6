// A batch of token sequences as a caller gave it: read once, checked, and laid out for c/encoder.h.
import { checkWhole, describe, inWords, isArray } from "./check.js";
import { asRow, lengthOfRow, readWholes, roomFor } from "./given.js";

/** @typedef {import("./encoder-parameters.js").EncoderSizes} EncoderSizes */

/** Token ids (b, n), one row an item, padded to the same length with any id below vocab.
 * @typedef {readonly ArrayLike<number | bigint>[]} Ids */

/** Whole numbers for each item of the batch.
 * @param {string} where @param {string} name @param {unknown} given @param {number} b @param {number} least
 * @param {number} most */
function readEach(where, name, given, b, least, most) {
  const numbers = readWholes(
    where,
    name,
    given,
    least,
    () => most,
    (length) => {
      if (length !== b)
        throw new RangeError(`${where}: ${name} has ${length} entries but ids has b = ${b}`);
    },
  );
  return Int32Array.from(numbers);
}

/** @param {string} where @param {unknown} ids @param {unknown} lengths @param {EncoderSizes} sizes */
export function readBatch(where, ids, lengths, { vocab, maxLen }) {
  if (!isArray(ids))
    throw new TypeError(
      `${where}: ids must be an array of rows of token ids, not ${describe(ids)}`,
    );
  const b = lengthOfRow(where, () => "ids", ids);
  let n = 0,
    flat = new Int32Array(0);
  for (let item = 0; item < b; item++) {
    const given = ids[item],
      name = `ids[${item}]`;
    if (!asRow(given))
      throw new TypeError(`${where}: ${name} must be a row of token ids, not ${describe(given)}`);
    const row = readWholes(
      where,
      name,
      given,
      0,
      () => vocab - 1,
      (length) => {
        if (item > 0 && length !== n)
          throw new RangeError(
            `${where}: ${name} has ${length} tokens but ids[0] has ${n}; pad the shorter rows and give their lengths in lengths`,
          );
        if (length > maxLen)
          throw new RangeError(
            `${where}: ids has n = ${length} tokens but the model has maxLen = ${maxLen} positions`,
          );
        if (length === 0)
          throw new RangeError(
            `${where}: ids has shape ${inWords([b, 0])}, but an item needs at least one token`,
          );
      },
    );
    if (item === 0) {
      n = row.length;
      flat = roomFor(where, () => `ids of shape ${inWords([b, n])}`, b * n, Int32Array);
    }
    flat.set(row, item * n);
  }
  const counts =
    lengths === undefined || lengths === null
      ? new Int32Array(b).fill(n)
      : readEach(where, "lengths", lengths, b, 1, n);
  return { b, n, ids: flat, lengths: counts };
}

/** @typedef {ReturnType<typeof readBatch>} Batch */

/** @param {string} where @param {unknown} labels @param {number} b @param {number} classes */
export function readLabels(where, labels, b, classes) {
  const read = readEach(where, "labels", labels, b, 0, classes - 1);
  if (b === 0) throw new RangeError(`${where}: the batch is empty; a loss needs at least one item`);
  return read;
}

/** The heads to leave out, a byte each.
 * @param {string} where @param {unknown} without @param {EncoderSizes} sizes */
export function readWithout(where, without, { layers, heads }) {
  if (without === undefined || without === null) return null;
  if (!isArray(without))
    throw new TypeError(
      `${where}: without must be an array of [layer, head] pairs, not ${describe(without)}`,
    );
  const off = new Uint8Array(layers * heads),
    length = lengthOfRow(where, () => "without", without);
  for (let index = 0; index < length; index++) {
    const pair = without[index],
      name = `without[${index}]`;
    if (!isArray(pair) || pair.length !== 2)
      throw new TypeError(`${where}: ${name} must be [layer, head], not ${describe(pair)}`);
    const layer = checkWhole(where, `the layer of ${name}`, pair[0], 0, layers - 1);
    const head = checkWhole(where, `the head of ${name}`, pair[1], 0, heads - 1);
    off[layer * heads + head] = 1;
  }
  return off;
}

// Writes modules as the text that js/decode.js reads.
import { byteOrder } from "../js/decode.js";

// More pieces compress no better, fewer worse.
const PIECES = 8;

const digits = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
  (character) => !'"/<\\'.includes(character),
);

/** @param {Uint8Array[]} modules
 * @returns {{ pieces: string[], frequent: string }} the pieces of all modules in turns */
export function encode(modules) {
  const count = new Array(256).fill(0);
  for (const bytes of modules) for (const byte of bytes) count[byte]++;
  const frequent = [...count.keys()]
    .sort((a, b) => count[b] - count[a] || a - b)
    .slice(0, 89)
    .sort((a, b) => a - b)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

  /** @type {string[]} */
  const codes = [];
  byteOrder(frequent).forEach((byte, value) => {
    const rest = value - 89;
    codes[byte] = rest < 0 ? digits[value] : digits[89 + Math.floor(rest / 91)] + digits[rest % 91];
  });
  const pieces = Array.from({ length: PIECES }, (_, piece) =>
    modules.map((bytes) => {
      const start = Math.floor((bytes.length * piece) / PIECES);
      const end = Math.floor((bytes.length * (piece + 1)) / PIECES);
      return Array.from(bytes.subarray(start, end), (byte) => codes[byte]).join("");
    }),
  );
  return { pieces: pieces.flat(), frequent };
}

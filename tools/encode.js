// Writes a module as the text that js/decode.js reads.
import { byteOrder } from "../js/decode.js";

const digits = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
  (character) => !'"/<\\'.includes(character),
);

/** @param {Uint8Array} bytes @returns {{ text: string, frequent: string }} */
export function encode(bytes) {
  const count = new Array(256).fill(0);
  for (const byte of bytes) count[byte]++;
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
  return { text: Array.from(bytes, (byte) => codes[byte]).join(""), frequent };
}

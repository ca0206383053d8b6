// Writes bytes as the text that js/decode.js reads.

const digits = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
  (character) => !'"<\\'.includes(character),
);

/** @param {Uint8Array} bytes */
export function encode(bytes) {
  return Array.from(bytes, (byte) => {
    if (byte < 90) return digits[byte];
    const rest = byte - 90;
    return digits[90 + Math.floor(rest / 92)] + digits[rest % 92];
  }).join("");
}

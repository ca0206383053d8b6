// The wasm bytes as text that stands in the package: plain ASCII, so no encoding, bundler or content
// policy can touch it, and nothing (atob, Buffer, fetch) is needed to read it.
//
// The characters from space to ~ without " < and \ are the digits 0 to 91. A byte below 90 is one
// digit; any other is two, 90 + (byte − 90) / 92 and (byte − 90) % 92. Bytes stay whole characters,
// which is what gzip compresses by: on the two modules gzip makes it 1.02 times as long as the bytes
// alone, hexadecimal 1.10 times, base64 1.44 times. tools/encode.js writes it.

/** The digit that a character stands for. @param {number} code of a character */
function digit(code) {
  return code - 32 - (code > 34 ? 1 : 0) - (code > 60 ? 1 : 0) - (code > 92 ? 1 : 0);
}

/** @param {string} text @param {number} size how many bytes it holds */
export function decode(text, size) {
  const bytes = new Uint8Array(size);
  for (let at = 0, place = 0; place < size; place++) {
    const first = digit(text.charCodeAt(at++));
    bytes[place] = first < 90 ? first : 90 + (first - 90) * 92 + digit(text.charCodeAt(at++));
  }
  return bytes;
}

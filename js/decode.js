// A wasm module as text that stands in the package: plain ASCII, so no encoding, bundler or
// content policy can touch it, and nothing (atob, Buffer, fetch) is needed to read it.
//
// The characters from space to ~ without " / < and \ are the digits 0 to 90 (so the text ends no
// string or script, and no tool takes a part of it for a comment). The 89 most frequent bytes are one
// digit, any other is two, so bytes stay whole characters, which is what gzip compresses by.
// tools/encode.js writes it.
//
// After gzip, for a module of 61 kB: this 26 kB, the bytes alone 26, hexadecimal 29, base64 36.

const ONE = 89;
const DIGITS = 91;

/** All bytes, those that are one digit first. @param {string} frequent hexadecimal */
export function byteOrder(frequent) {
  const order = [];
  for (let i = 0; i < 2 * ONE; i += 2) order.push(parseInt(frequent.slice(i, i + 2), 16));
  for (let byte = 0; byte < 256; byte++) if (!order.includes(byte)) order.push(byte);
  return order;
}

/** The bytes of one module. Plain loops over tables: this runs once, before the engine optimises.
 * @param {string} text @param {string} frequent @param {number} size in bytes */
export function decode(text, frequent, size) {
  const order = Uint8Array.from(byteOrder(frequent));
  const digits = new Uint8Array(127);
  for (let code = 32, digit = 0; code < 127; code++) {
    if (!'"/<\\'.includes(String.fromCharCode(code))) digits[code] = digit++;
  }
  const bytes = new Uint8Array(size);
  for (let at = 0, place = 0; place < size; place++) {
    let value = digits[text.charCodeAt(at++)];
    if (value >= ONE) value = ONE + (value - ONE) * DIGITS + digits[text.charCodeAt(at++)];
    bytes[place] = order[value];
  }
  return bytes;
}

// The wasm modules as text that stands in the package: plain ASCII, so no encoding, bundler or
// content policy can touch it, and nothing (atob, Buffer, fetch) is needed to read it.
//
// The characters from space to ~ without " / < and \ are the digits 0 to 90 (so the text ends no
// string or script, and no tool takes a part of it for a comment). The 89 most frequent bytes are one
// digit, any other is two, so bytes stay whole characters, which is what gzip compresses by.
// Each module is cut into pieces, and the pieces of both stand in turns: gzip looks back 32 kB only,
// and so finds in one module what it has just seen in the other. tools/encode.js writes it.
//
// After gzip, for modules of 48 and 66 kB: this 37 kB, the same without the turns 46, the bytes alone
// 46, hexadecimal 51, base64 64.

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
 * @param {string[]} pieces @param {string} frequent @param {number} size in bytes */
export function decode(pieces, frequent, size) {
  const order = Uint8Array.from(byteOrder(frequent));
  const digits = new Uint8Array(127);
  for (let code = 32, digit = 0; code < 127; code++) {
    if (!'"/<\\'.includes(String.fromCharCode(code))) digits[code] = digit++;
  }
  const text = pieces.join("");
  const bytes = new Uint8Array(size);
  for (let at = 0, place = 0; place < size; place++) {
    let value = digits[text.charCodeAt(at++)];
    if (value >= ONE) value = ONE + (value - ONE) * DIGITS + digits[text.charCodeAt(at++)];
    bytes[place] = order[value];
  }
  return bytes;
}

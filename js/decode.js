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

// d(text, end, out): the loop over the text as wasm, with the digits of characters at 0 and the bytes of
// numbers at 256. In JavaScript that nobody has optimised yet it takes 2 ms, so 0.7 (Node.js 20):
//   do {
//     v = digit[*text]; if (v >= 89) v = 91 * v - 8010 + digit[*++text];
//     *out++ = order[v];
//   } while (++text < end)
const LOOP = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 3, 127, 127, 127, 0, 3, 2, 1, 0, 5, 3, 1],
  ...[0, 4, 7, 9, 2, 1, 109, 2, 0, 1, 100, 0, 0, 10, 88, 1, 86, 1, 1, 127, 3, 64, 32, 0],
  ...[45, 0, 0, 45, 0, 0, 33, 3, 32, 3, 65, 217, 0, 79, 4, 64, 32, 0, 65, 1, 106, 33, 0, 32],
  ...[3, 65, 219, 0, 108, 65, 202, 62, 107, 32, 0, 45, 0, 0, 45, 0, 0, 106, 33, 3, 11, 32, 2, 32],
  ...[3, 45, 0, 128, 2, 58, 0, 0, 32, 2, 65, 1, 106, 33, 2, 32, 0, 65, 1, 106, 33, 0, 32, 0],
  ...[32, 1, 73, 13, 0, 11, 11],
]);

/** All bytes, those that are one digit first. @param {string} frequent hexadecimal */
export function byteOrder(frequent) {
  const order = [];
  for (let i = 0; i < 2 * ONE; i += 2) order.push(parseInt(frequent.slice(i, i + 2), 16));
  for (let byte = 0; byte < 256; byte++) if (!order.includes(byte)) order.push(byte);
  return order;
}

/** The bytes of one module. This runs once, before an engine optimises JavaScript.
 * @param {string} text @param {string} frequent @param {number} size in bytes */
export function decode(text, frequent, size) {
  const order = Uint8Array.from(byteOrder(frequent));
  const digits = new Uint8Array(127);
  for (let code = 32, digit = 0; code < 127; code++) {
    if (!'"/<\\'.includes(String.fromCharCode(code))) digits[code] = digit++;
  }
  const bytes = new Uint8Array(size);
  const { m, d } = /** @type {any} */ (
    new WebAssembly.Instance(new WebAssembly.Module(LOOP)).exports
  );
  const memory = new Uint8Array(m.buffer),
    from = 512;
  memory.set(digits);
  memory.set(order, 256);
  let end = from;
  // Where a test environment has no TextEncoder.
  if (typeof TextEncoder === "undefined")
    for (let at = 0; at < text.length; at++) memory[end++] = text.charCodeAt(at);
  else end += new TextEncoder().encodeInto(text, memory.subarray(from)).written;
  d(from, end, end);
  bytes.set(memory.subarray(end, end + size));
  return bytes;
}

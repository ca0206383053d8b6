// The relaxed module is the simd module but for its products, so the package carries what differs (1 kB) and
// not the module once more (26 kB). tools/difference.js writes it.

/** A run of the new bytes: those written here as hexadecimal, then `length` that stand at `from` in the old.
 * @typedef {[written: string, from: number, length: number]} Run */

/** @param {Uint8Array} old @param {Run[]} runs @param {number} size of the result in bytes */
export function patched(old, runs, size) {
  const bytes = new Uint8Array(size);
  let end = 0;
  for (const [written, from, length] of runs) {
    for (let at = 0; at < written.length; at += 2)
      bytes[end++] = parseInt(written.slice(at, at + 2), 16);
    bytes.set(old.subarray(from, from + length), end);
    end += length;
  }
  return bytes;
}

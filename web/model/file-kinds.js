// Files of other kinds, told by their first bytes, so that each is called by its name.
import { ReadError } from "./read-error.js";

/** @param {Uint8Array} bytes @param {number} from @param {number} count */
const letters = (bytes, from, count) => String.fromCharCode(...bytes.subarray(from, from + count));

/** The name of the first file in a zip archive. @param {Uint8Array} bytes */
const firstInZip = (bytes) =>
  letters(bytes, 30, Math.min(200, (bytes[26] ?? 0) + 256 * (bytes[27] ?? 0)));

/** @param {Uint8Array} bytes @param {string} name of the file @returns {string | undefined} a key of read-strings.js */
function otherKind(bytes, name) {
  const start = letters(bytes, 0, 8);
  if (start.startsWith("PK\u0003\u0004") || start.startsWith("PK\u0005\u0006"))
    return /\.np[yz]$/i.test(firstInZip(bytes)) || /\.npz$/i.test(name) ? "fileNpz" : "filePickle";
  if (start.startsWith("\u0093NUMPY")) return "fileNpy";
  if (bytes[0] === 0x80 && bytes[1] <= 5) return "filePickle";
  if (start === "\u0089HDF\r\n\u001a\n") return "fileHdf";
  if (start.startsWith("GGUF")) return "fileGguf";
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return "fileGzip";
  if (/\.onnx$/i.test(name)) return "fileOnnx";
  return undefined;
}

/** @param {Uint8Array} bytes @param {string} name of the file @throws {ReadError} where it is of a known other kind */
export function refuseOtherKinds(bytes, name) {
  const kind = otherKind(bytes, name);
  if (kind) throw new ReadError(kind, { file: name });
}

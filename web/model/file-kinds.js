// Files of other kinds, told by their first bytes, so that each is called by its name.
import { ReadError } from "./read-error.js";

/** The length of a safetensors header ends with zero bytes, and then it begins. Looked at first: its low
 * bytes may be those by which other files are known. JSON has no zero byte. @param {Uint8Array} bytes */
export const isSafetensors = (bytes) => bytes.length > 8 && bytes[7] === 0 && bytes[8] === 0x7b;

/** The name of the first file in a zip archive. @param {string} start */
const firstInZip = (start) => start.slice(30, 30 + start.charCodeAt(26));

/** Archives that have to be unpacked first, what is in them, and where. @type {[string, string, number?][]} */
const ARCHIVES = [
  ["zip", "PK\x03\x04"],
  ["zip", "PK\x05\x06"],
  ["gzip", "\x1f\x8b"],
  ["bzip2", "BZh"],
  ["xz", "\xfd7zXZ"],
  ["zstd", "\x28\xb5\x2f\xfd"],
  ["7-Zip", "7z\xbc\xaf"],
  ["tar", "ustar", 257],
];

/** @param {string} start the first bytes, a letter each @param {string} name of the file
 * @returns {{ key: string, kind?: string } | undefined} key: of read-strings.js */
function otherKind(start, name) {
  const isZip = start.startsWith("PK\x03\x04");
  const first = isZip ? firstInZip(start) : "";
  if (/\.np[yz]$/i.test(first) || (isZip && /\.npz$/i.test(name))) return { key: "fileNpz" };
  // A zip as torch.save writes it begins with data.pkl.
  const isTorch = /\bdata\.pkl$/.test(first) || (isZip && /\.(?:pt|pth|bin|ckpt)$/i.test(name));
  const second = start.charCodeAt(1);
  if (isTorch || (start[0] === "\x80" && second <= 5)) return { key: "filePickle" };
  if (start.startsWith("\x93NUMPY")) return { key: "fileNpy" };
  if (start.startsWith("\x89HDF\r\n\x1a\n")) return { key: "fileHdf" };
  if (start.startsWith("GGUF")) return { key: "fileGguf" };
  // A protocol buffer whose first field is a small whole number: the version of ONNX's format.
  const isOnnx = start[0] === "\b" && second <= 32 && ["\x12", "\x1a", ":"].includes(start[2]);
  if (/\.onnx$/i.test(name) || isOnnx) return { key: "fileOnnx" };
  const kind = ARCHIVES.find(([, letters, at = 0]) => start.startsWith(letters, at))?.[0];
  return kind === undefined ? undefined : { key: "fileGzip", kind };
}

/** @param {Uint8Array} bytes the first 512 or more @param {string} name of the file
 * @throws {ReadError} where it is of a known other kind */
export function refuseOtherKinds(bytes, name) {
  if (isSafetensors(bytes)) return;
  const { key, kind } = otherKind(String.fromCharCode(...bytes.subarray(0, 512)), name) ?? {};
  if (key) throw new ReadError(key, { file: name, kind });
}

// The script that this code runs from, which embed code speaks of: its text where it stands inside
// the page, and its hash where the page knows it.
//
// A script cannot hold its own hash, and asking for the file again would be a request, which no
// explorer makes. So the hash comes from whoever knows it: the build writes it into the pages that it
// makes, as data-integrity of the script; and a page that loads the script by a CDN's address has it
// in integrity, where the browser has checked it. Elsewhere nobody knows it, and none is claimed.

const FILE = "attention-explorers.js";

// Only while a classic script runs; a module has none, and neither has a server.
const script = /** @type {HTMLScriptElement | null} */ (globalThis.document?.currentScript ?? null);

/** Hashes of the package's classic scripts as far as they are known, by file name.
 * @returns {Record<string, string>} */
export function knownIntegrity() {
  const written = script?.dataset.integrity;
  if (written) return JSON.parse(written);
  const checked = /\bsha384-[A-Za-z0-9+/]{64}/.exec(script?.integrity ?? "")?.[0];
  const isOurs = script?.src && new URL(script.src).pathname.endsWith(`/${FILE}`);
  return checked && isOurs ? { [FILE]: checked } : {};
}

/** Another script of the package, where it stands inside the page as our build puts it there; else undefined.
 * @param {string} file */
export const textBeside = (file) =>
  /** @type {HTMLScriptElement | null} */ (
    document.querySelector(`script[data-file="${file}"]`)
  )?.text.trim();

/** The whole script, where it stands inside the page as our build puts it there; else undefined. */
export function ownText() {
  const text = script?.src ? "" : (script?.text.trim() ?? "");
  return text.startsWith("/*! attention-wasm ") ? text : undefined;
}

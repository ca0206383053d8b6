// The font of all formulas, which the script carries: they look alike on every machine, and what
// encloses something grows with it. It is added from bytes, so that nothing is asked of any network
// and no content policy has to allow it.
import base64 from "../../../build/math-font.js";

/** The family's name; styles put the fonts that a machine may have after it. */
const FAMILY = "Attention Math";

/** @type {WeakSet<Document>} */
const served = new WeakSet();

/** Once a document; explorers may be moved to another. @param {Document} document */
export function addMathFont(document) {
  if (served.has(document) || !document.fonts || typeof FontFace === "undefined") return;
  served.add(document);
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  document.fonts.add(new FontFace(FAMILY, bytes));
}

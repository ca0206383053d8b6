// Handing something to the learner: a file to keep, or text on the clipboard. No request is made.

/** @param {string} name @param {Blob} blob */
export function saveFile(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some engines read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * The clipboard's own interface is closed to pages from disk and to many frames; a selection is not.
 * @param {string} text
 * @param {ShadowRoot} root where a field may stand for a moment
 * @returns {Promise<boolean>} whether it was copied
 */
export async function copyText(text, root) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.setAttribute("readonly", "");
    field.style.position = "fixed";
    field.style.opacity = "0";
    const focused = root.activeElement;
    root.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return copied;
  }
}

/** A key of strings.js: what is said where a drawing could not be turned into a picture. */
const NO_PICTURE = "noPicture";

/**
 * An SVG drawing as a PNG, twice as fine as it is large.
 * @param {string} svg with its width and height in the root
 * @returns {Promise<Blob>}
 */
export async function toPng(svg) {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error(NO_PICTURE));
      image.src = address;
    });
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.scale(2, 2);
    context.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(NO_PICTURE))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

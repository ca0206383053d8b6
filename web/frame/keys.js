// Keys stay inside: slides, books and notebooks act on the keys of the whole page, so what a focused control of an
// explorer, or of an element of running text, uses must not reach them. Escape, Tab and whatever is pressed with
// Ctrl, Alt or Meta do.

/** What presses a button. */
const PRESSES = [" ", "Spacebar", "Enter"];
/** What moves in a control, or presses it. */
const MOVES = new Set([
  ...PRESSES,
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Home",
  "End",
  "PageUp",
  "PageDown",
]);
/** What changes text, besides letters. */
const EDITS = new Set(["Backspace", "Delete", "Insert", "Clear", "Process", "Dead"]);

const CONTROLS =
  "input, select, textarea, button, summary, a[href], [tabindex='0'], [contenteditable], [role='slider'], [role='radio'], [role='gridcell'], [data-i]";
/** Fields whose letters are typed; a list is searched by typing. */
const TYPED = "input, select, textarea, [contenteditable]";
const NOT_TYPED =
  "[type='range'], [type='radio'], [type='checkbox'], [type='button'], [type='file']";

/** Keys that are down: a press that takes its control away, or that leads from a word to its figure, is still
 * the control's when it ends. @type {Set<string>} */
const down = new Set();

/** Whether the control under the focus uses this key.
 * @param {KeyboardEvent} event @param {boolean} isText */
function isUsed(event, isText) {
  const { key, ctrlKey, altKey, metaKey, defaultPrevented } = event;
  if (key === "Escape" || key === "Tab") return false;
  // What an input method or AltGr makes is text, whatever keys it takes.
  const isWritten = event.isComposing || event.getModifierState?.("AltGraph");
  if (!isWritten && (ctrlKey || altKey || metaKey)) return false;
  const [target] = /** @type {Element[]} */ (event.composedPath());
  if (!target?.matches) return false;
  if (defaultPrevented) return true;
  const isTyped = target.matches(TYPED) && !target.matches(NOT_TYPED);
  if (isTyped && (isWritten || key.length === 1 || EDITS.has(key))) return true;
  // Who has pressed a word of the text goes on to the next slide.
  if (isText && target.matches("button")) return PRESSES.includes(key);
  return MOVES.has(key) && target.matches(CONTROLS);
}

/** @param {HTMLElement} host @param {object} [where]
 * @param {boolean} [where.isText] an element of running text, whose buttons stand alone */
export function keepKeysInside(host, { isText = false } = {}) {
  // On the element itself: whatever listens inside has heard it before.
  host.addEventListener("keydown", (event) => {
    down.delete(event.key);
    if (!isUsed(event, isText)) return;
    down.add(event.key);
    event.stopPropagation();
  });
  host.addEventListener("keypress", (event) => {
    if (down.has(event.key)) event.stopPropagation();
  });
  host.addEventListener("keyup", (event) => {
    if (down.delete(event.key) || isUsed(event, isText)) event.stopPropagation();
  });
  // JupyterLab hears keys before anybody else, and asks for this mark. It is set when the focus comes: a
  // framework that takes over a page from its server complains of attributes that it did not write.
  host.addEventListener("focusin", () => {
    host.setAttribute("data-lm-suppress-shortcuts", "true");
  });
}

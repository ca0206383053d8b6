// Keys stay inside: slides, books and notebooks act on the keys of the whole page, so what a focused control of an
// explorer, or of an element of running text, uses must not reach them. Escape, Tab and whatever is pressed with
// Ctrl, Alt or Meta do.

const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
const MOVES = [...ARROWS, "Home", "End", "PageUp", "PageDown"];
const SPACE = [" ", "Spacebar"];
const PRESSES = [...SPACE, "Enter"];
/** What changes text, besides letters. */
const EDITS = ["Backspace", "Delete", "Insert", "Clear", "Process", "Dead"];

/** What a control uses besides letters and what the explorer itself does with a key: the first that matches. Who
 * has pressed a button goes on to the next slide with an arrow, or with a remote control's Page key.
 * @type {[controls: string, keys: string[]][]} */
const USES = [
  ["[type='range']", MOVES],
  ["[type='radio'], [role='radio']", [...ARROWS, ...SPACE]],
  ["[type='checkbox']", SPACE],
  ["button, summary, [type='button'], [type='file']", PRESSES],
  ["a[href]", ["Enter"]],
  ["input, select, textarea, [contenteditable]", [...MOVES, ...PRESSES]],
  // What is scrolled, and what is drawn to be moved.
  ["[tabindex='0']", [...MOVES, ...SPACE]],
];
/** Fields whose letters are typed; a list is searched by typing. */
const TYPED = "input, select, textarea, [contenteditable]";
const NOT_TYPED =
  "[type='range'], [type='radio'], [type='checkbox'], [type='button'], [type='file']";

/** Keys that are down: a press that takes its control away, or that leads from a word to its figure, is still
 * the control's when it ends. @type {Set<string>} */
const down = new Set();

/** Whether the control under the focus uses this key. @param {KeyboardEvent} event */
function isUsed(event) {
  const { key, ctrlKey, altKey, metaKey, defaultPrevented } = event;
  if (key === "Escape" || key === "Tab") return false;
  // What an input method or AltGr makes is text, whatever keys it takes.
  const isWritten = event.isComposing || event.getModifierState?.("AltGraph");
  if (!isWritten && (ctrlKey || altKey || metaKey)) return false;
  const [target] = /** @type {Element[]} */ (event.composedPath());
  if (!target?.matches) return false;
  if (defaultPrevented) return true;
  const isTyped = target.matches(TYPED) && !target.matches(NOT_TYPED);
  if (isTyped && (isWritten || key.length === 1 || EDITS.includes(key))) return true;
  return USES.find(([controls]) => target.matches(controls))?.[1].includes(key) ?? false;
}

/** @param {HTMLElement} host */
export function keepKeysInside(host) {
  // On the element itself: whatever listens inside has heard it before.
  host.addEventListener("keydown", (event) => {
    down.delete(event.key);
    if (!isUsed(event)) return;
    down.add(event.key);
    event.stopPropagation();
  });
  host.addEventListener("keypress", (event) => {
    if (down.has(event.key)) event.stopPropagation();
  });
  host.addEventListener("keyup", (event) => {
    if (down.delete(event.key) || isUsed(event)) event.stopPropagation();
  });
  // JupyterLab hears keys before anybody else, and asks for this mark. It is set when the focus comes: a
  // framework that takes over a page from its server complains of attributes that it did not write.
  host.addEventListener("focusin", () => {
    host.setAttribute("data-lm-suppress-shortcuts", "true");
  });
}

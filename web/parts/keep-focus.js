// Who works with the keyboard stays where they are: when a drawing takes away or switches off what has
// the focus, the focus goes to the next control instead of to the top of the page.

const CONTROLS = "button, input, select, summary, a[href]";

/** @param {Element} control */
const isOff = (control) =>
  !control.isConnected || /** @type {HTMLButtonElement} */ (control).disabled;

/**
 * Called before a drawing; what it returns, after it.
 * @param {ShadowRoot | null} root
 */
export function keepFocus(root) {
  const focused = root?.activeElement;
  // A pointer needs no focus: whatever gets it would seem to have been chosen.
  if (!root || !focused?.matches(":focus-visible")) return () => {};
  const controls = [...root.querySelectorAll(CONTROLS)];
  const at = controls.indexOf(focused);
  return () => {
    if (at < 0 || !isOff(focused)) return;
    const around = [...controls.slice(at + 1), ...controls.slice(0, at).reverse()];
    const next = around.find((control) => !isOff(control));
    /** @type {HTMLElement | undefined} */ (next)?.focus({ preventScroll: true });
  };
}

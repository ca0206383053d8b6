// Who works with the keyboard stays where they are: when a drawing takes away or switches off what has
// the focus, the focus goes to what has come in its place or follows instead of to the top of the page.

const CONTROLS = 'button, input, select, textarea, summary, a[href], [tabindex="0"]';

/** @param {ShadowRoot} root */
const controlsOf = (root) => [...root.querySelectorAll(CONTROLS)];

/** @param {Element} control */
const isOff = (control) =>
  control.getClientRects().length === 0 || /** @type {HTMLButtonElement} */ (control).disabled;

/** Gives the focus, and scrolls no farther than to where it can be seen. @param {Element | null | undefined} element */
export function focusInSight(element) {
  /** @type {HTMLElement | null | undefined} */ (element)?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
}

/**
 * Called before a drawing; what it returns, after it.
 * @param {ShadowRoot | null} root
 */
export function keepFocus(root) {
  const focused = root?.activeElement;
  // A pointer needs no focus: whatever gets it would seem to have been chosen.
  if (!root || !focused?.matches(":focus-visible")) return () => {};
  const before = controlsOf(root);
  const at = before.indexOf(focused);
  return () => {
    if (at < 0 || !isOff(focused)) return;
    // What has come in its place, or else follows it, is what comes after the last control before it
    // that is still there.
    const now = controlsOf(root);
    const stays = before
      .slice(0, at)
      .reverse()
      .find((control) => now.includes(control));
    const place = stays ? now.indexOf(stays) + 1 : 0;
    const next = [...now.slice(place), ...now.slice(0, place).reverse()].find(
      (control) => !isOff(control),
    );
    focusInSight(next);
  };
}

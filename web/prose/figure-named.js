// Which figure an element of running text names by its id, and when there is another one or it changes.
import { sharedModule } from "../frame/module.js";

/** @typedef {import("../frame/attention-element.js").AttentionElement} Figure */

/** What a learner changes, and a figure that comes. */
const TYPES = ["change", "attention-figure"];

/** The figure that an element of the text names, in the same document or shadow tree.
 * @param {Element} element @param {string} name of the attribute that holds the id
 * @returns {Figure | undefined} */
export function figureOf(element, name = "for") {
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  const found = /** @type {Figure | null | undefined} */ (
    root.getElementById?.(element.getAttribute(name) ?? "")
  );
  return found && "stateAttributes" in found ? found : undefined;
}

/** Waits until a figure can say what it shows. @param {Figure} figure */
export async function drawn(figure) {
  await sharedModule().catch(() => {});
  await figure.updateComplete;
}

/**
 * Tells an element of the text, as long as it stands there, of what a learner has changed in its figure (a
 * `change`), and of what the page has: another figure may be there, put in, defined or named so later, or in
 * the place of the first; or attributes of one are others.
 * @param {import("lit").LitElement} host @param {(event?: Event) => void} tell
 */
export function followFigure(host, tell) {
  /** Where it stands: once it is taken away its root is another. @type {Node} */
  let root;
  /** @type {MutationObserver} */
  let observer;
  const names = () => [figureOf(host), figureOf(host, "from")];
  const hear = (/** @type {Event} */ event) => {
    if (event.type !== "change" || event.target === figureOf(host)) tell(event);
  };
  host.addController({
    hostConnected() {
      root = host.getRootNode();
      for (const type of TYPES) root.addEventListener(type, hear);
      let before = names();
      observer = new MutationObserver((changes) => {
        const now = names();
        const isOther = now.some((figure, at) => figure !== before[at]);
        before = now;
        if (isOther || changes.some(({ target }) => now.some((figure) => figure === target)))
          tell();
      });
      observer.observe(root, { attributes: true, childList: true, subtree: true });
    },
    hostDisconnected() {
      for (const type of TYPES) root.removeEventListener(type, hear);
      observer.disconnect();
    },
  });
}

// A page that its browser translates: the translator puts <font> in the place of texts, and what draws them
// loses hold of them. Before anything is drawn again, the texts come back; the translator, which watches the
// page, then translates what is new.

/** @typedef {{ replaced: Map<Element, Text>, read: (records: MutationRecord[]) => void, observer: MutationObserver }} Followed */

/** @type {WeakMap<Node, Followed>} */
const followed = new WeakMap();

/** @param {Node | null} node @returns {node is Text} */
const isText = (node) => node?.nodeType === 3;
/** @param {Node | null} node @returns {node is Element} */
const isFont = (node) => /** @type {Element | null} */ (node)?.localName === "font";

/** Remembers which text each <font> stands for, from now on. @param {Node} root */
export function followTranslation(root) {
  if (followed.has(root) || typeof MutationObserver === "undefined") return;
  /** @type {Map<Element, Text>} */
  const replaced = new Map();
  /** @param {MutationRecord[]} records */
  const read = (records) => {
    /** The text that went last, and where it stood. @type {MutationRecord | undefined} */
    let gone;
    for (const record of records) {
      const { target, addedNodes, removedNodes, previousSibling, nextSibling } = record;
      const font = [...addedNodes].find(isFont);
      const text = [...removedNodes].find(isText);
      const isSamePlace =
        gone?.target === target &&
        (gone.previousSibling === previousSibling || gone.nextSibling === nextSibling);
      if (text) {
        const around = [font ?? null, previousSibling, nextSibling].filter(isFont);
        const place = around.find((each) => !replaced.has(each));
        if (place) replaced.set(place, text);
        gone = place ? undefined : record;
      } else if (font && gone && isSamePlace) {
        replaced.set(font, /** @type {Text} */ ([...gone.removedNodes].find(isText)));
        gone = undefined;
      }
    }
  };
  const observer = new MutationObserver(read);
  observer.observe(root, { childList: true, subtree: true });
  followed.set(root, { replaced, read, observer });
}

/** Puts the texts back. @param {Node} root */
export function putTextsBack(root) {
  const found = followed.get(root);
  if (!found) return;
  const { replaced, read, observer } = found;
  read(observer.takeRecords());
  if (replaced.size === 0) return;
  for (const [font, text] of replaced) if (font.parentNode) font.replaceWith(text);
  replaced.clear();
  observer.takeRecords();
}

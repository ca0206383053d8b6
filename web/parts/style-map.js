// Styles that numbers make, on the element itself. Used as Lit's directive of the same name:
// `style=${styleMap({ width: "3px", "--side": "9px" })}`. Lit's own writes its first drawing as an
// attribute, which a content security policy without 'unsafe-inline' forbids; this one hands every
// value to the element's style object, which no policy forbids.
import { noChange } from "lit";
import { Directive, PartType, directive } from "lit/directive.js";

/** @typedef {Record<string, string | undefined>} Styles names as CSS writes them or in camelCase */

/** @param {string} name */
const cssName = (name) =>
  name.startsWith("--") ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

class StyleMap extends Directive {
  /** What stands on the element now. @type {Map<string, string>} */
  #standing = new Map();

  /** @param {import("lit/directive.js").PartInfo} part */
  constructor(part) {
    super(part);
    if (part.type !== PartType.ATTRIBUTE || part.name !== "style" || part.strings)
      throw new Error("styleMap: it stands alone in a style attribute");
  }

  /** Where there is no element, as on a server, there is nothing to do.
   * @param {Styles} styles @returns {unknown} */
  // eslint-disable-next-line no-unused-vars
  render(styles) {
    return noChange;
  }

  /** @param {import("lit").AttributePart} part @param {[Styles]} values @override */
  update(part, [styles]) {
    const { style } = /** @type {HTMLElement} */ (part.element);
    /** @type {Map<string, string>} */
    const wanted = new Map();
    for (const [name, value] of Object.entries(styles))
      if (value !== undefined && value !== "") wanted.set(cssName(name), value);
    for (const name of this.#standing.keys()) if (!wanted.has(name)) style.removeProperty(name);
    for (const [name, value] of wanted)
      if (this.#standing.get(name) !== value) style.setProperty(name, value);
    this.#standing = wanted;
    return noChange;
  }
}

export const styleMap = directive(StyleMap);

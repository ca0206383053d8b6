import { mayDraw } from "./trusted-types.js";

/**
 * Registers a custom element once: a page may hold the script twice, a server has no registry. Where
 * the page's policy lets nothing be drawn, what stands inside the tag stays there.
 * @param {string} tag
 * @param {CustomElementConstructor} element
 */
export function define(tag, element) {
  const registry = globalThis.customElements;
  if (registry && !registry.get(tag) && mayDraw()) registry.define(tag, element);
}

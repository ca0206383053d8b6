/**
 * Registers a custom element once: a page may hold the script twice, a server has no registry.
 * @param {string} tag
 * @param {CustomElementConstructor} element
 */
export function define(tag, element) {
  const registry = globalThis.customElements;
  if (registry && !registry.get(tag)) registry.define(tag, element);
}

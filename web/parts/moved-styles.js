/** Style sheets belong to the document that made them: an element that is moved into another one makes them
 * anew, before it has drawn anything as well. As adoptedCallback. Where Lit writes <style> they move along.
 * @this {import("lit").LitElement} */
export function renewStyles() {
  const made = /** @type {typeof import("lit").LitElement} */ (this.constructor);
  const { elementStyles } = made;
  if (!this.renderRoot && this.ownerDocument !== document && document.adoptedStyleSheets) {
    // Lit would give it the page's sheets when it is connected, which ends in an error.
    made.elementStyles = [];
    try {
      const element = /** @type {any} */ (this);
      element.renderRoot = element.createRenderRoot();
    } finally {
      made.elementStyles = elementStyles;
    }
  }
  const { CSSStyleSheet } = /** @type {Window & typeof globalThis} */ (
    this.ownerDocument.defaultView ?? {}
  );
  if (!this.shadowRoot?.adoptedStyleSheets || !CSSStyleSheet) return;
  this.shadowRoot.adoptedStyleSheets = elementStyles.map((style) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(String(/** @type {import("lit").CSSResult} */ (style).cssText));
    return sheet;
  });
}

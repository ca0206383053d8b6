/** Style sheets belong to the document that made them: an element that is moved into another one makes them
 * anew. As adoptedCallback. Where Lit writes <style> they move along.
 * @this {import("lit").LitElement} */
export function renewStyles() {
  const { CSSStyleSheet } = /** @type {Window & typeof globalThis} */ (
    this.ownerDocument.defaultView ?? {}
  );
  if (!this.shadowRoot?.adoptedStyleSheets || !CSSStyleSheet) return;
  const { elementStyles } = /** @type {typeof import("lit").LitElement} */ (this.constructor);
  this.shadowRoot.adoptedStyleSheets = elementStyles.map((style) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(String(/** @type {import("lit").CSSResult} */ (style).cssText));
    return sheet;
  });
}

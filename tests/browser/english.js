// English that is left where another language is spoken: words on screen and in attributes that are neither
// tokens nor names of files, units and formats.
/* global explorer */

/** Opens what can be opened, answers what is asked, and reads all that is said. The language's own words are
 * told by letters that English does not have. */
export async function englishLeft() {
  const element = explorer();
  const root = element.shadowRoot;
  const answer = root.querySelector("[data-answer]:not([data-answer=''])");
  const before = read();
  answer?.click();
  for (const summary of root.querySelectorAll(".disclosures summary")) {
    summary.click();
    await element.updateComplete;
  }
  await element.updateComplete;
  return [...new Set([...before, ...read()])];

  function read() {
    const NAMES =
      /\S*_\S*|[\w/-]+\.(js|html|json|safetensors|png|svg|csv)|\b(SVG|PNG|CSV|JSON|MiB|GiB|NaN)\b/g;
    // The letters of formulas stay, with what stands under them.
    const OWN = "style, script, pre, code, math, textarea, var";
    const TOKENS = "bdi, [data-token], .token, .quote";
    const wordsIn = (/** @type {string} */ text) =>
      text
        .replaceAll(NAMES, "")
        .split(/[^\p{L}\p{M}'’]+/u)
        .filter((word) => /^[A-Za-z]{3,}$/.test(word));
    const tables = element.failure === undefined ? element.tables() : [];
    const tokens = new Set(
      [
        ...tables.flatMap((/** @type {any} */ { rows = [], columns = [], worded }) =>
          worded ? [] : [...rows, ...columns],
        ),
        ...[...root.querySelectorAll(TOKENS)].map(({ textContent }) => textContent ?? ""),
        element.phrase ?? "",
        // Tickets and their teams are English in every language.
        ...(/heatmap|training/.test(element.localName)
          ? [...root.querySelectorAll("option")].map(({ text }) => text)
          : []),
        "delivery returns billing account repair",
      ].flatMap(wordsIn),
    );
    /** @type {string[]} */
    const found = [];
    const look = (/** @type {string} */ text) => {
      const left = wordsIn(text).filter((word) => !tokens.has(word));
      if (left.length > 0) found.push(`${left.join(" ")}: ${text.trim().slice(0, 80)}`);
    };
    /** @param {ShadowRoot} tree */
    const visit = (tree) => {
      const walker = document.createTreeWalker(
        tree,
        NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
      );
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node instanceof Element) {
          if (node.shadowRoot) visit(node.shadowRoot);
          for (const name of ["title", "aria-label", "alt", "placeholder"])
            look(node.getAttribute(name) ?? "");
          for (const name of ["aria-valuetext", "aria-roledescription", "label"])
            look(node.getAttribute(name) ?? "");
        } else if (!node.parentElement?.closest(`${OWN}, ${TOKENS}`)) look(node.textContent ?? "");
      }
    };
    visit(root);
    return found;
  }
}

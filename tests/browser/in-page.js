// Runs inside the page, before everything else: the witness, and what tests ask a page.
/* eslint-disable no-unused-vars */

/** What went wrong in this page. @type {string[]} */
const problems = [];
/** @type {any} */ (window).problems = problems;

document.addEventListener("securitypolicyviolation", (event) => {
  problems.push(`${event.violatedDirective} forbids ${event.blockedURI || "inline code"}`);
});
window.addEventListener(
  "error",
  (event) =>
    problems.push(`error: ${event.message || `loading ${/** @type {any} */ (event.target)?.src}`}`),
  true,
);
window.addEventListener("unhandledrejection", (event) =>
  problems.push(`rejected: ${event.reason}`),
);
for (const level of /** @type {const} */ (["error", "warn"])) {
  const original = console[level];
  console[level] = (...values) => {
    problems.push(`console.${level}: ${values.join(" ")}`);
    original.apply(console, values);
  };
}

/** What the page has done that costs time: modules compiled. */
const work = { modules: 0 };
/** @param {any} owner @param {string} name @param {keyof typeof work} what */
function counted(owner, name, what) {
  owner[name] = new Proxy(owner[name], {
    construct(target, values) {
      work[what] += 1;
      return Reflect.construct(target, values);
    },
    apply(target, self, values) {
      work[what] += 1;
      return Reflect.apply(target, self, values);
    },
  });
}
counted(WebAssembly, "Module", "modules");
counted(WebAssembly, "compile", "modules");
counted(WebAssembly, "instantiate", "modules");

/** The explorer of a page that has one. @returns {any} */
function explorer() {
  const found = [...document.querySelectorAll("*")].find((element) =>
    /^attention-/.test(element.localName),
  );
  if (!found) throw new Error("the page has no explorer");
  return found;
}

/** Waits until every explorer of the page has drawn its numbers; what no script defined is no explorer. */
async function ready() {
  const tags = [...document.querySelectorAll("*")].filter((element) =>
    /^attention-/.test(element.localName),
  );
  for (const element of /** @type {any[]} */ (tags)) {
    if (!("attn" in element)) continue;
    for (let turn = 0; turn < 200 && !element.attn && !element.loadError; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await element.updateComplete;
  }
}

/** @param {string} selector @returns {HTMLElement | null} inside the first explorer */
const within = (selector) => explorer().shadowRoot.querySelector(selector);

/** Where a pointer goes to hit it. @param {string} selector */
function middleOf(selector) {
  const found = within(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  found.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const { left, top, width, height } = found.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Whether the focus is on it. @param {string} selector */
function focusIsOn(selector) {
  const focused = explorer().shadowRoot.activeElement;
  return Boolean(focused?.matches(selector));
}

/** @param {Element} cell what a reader sees in it */
function textOf(cell) {
  const field = cell.querySelector("input");
  return (field ? field.value : (cell.textContent ?? "")).trim();
}

/**
 * The numbers of every matrix on screen, as they are written, by the matrix's letter.
 * @param {any} [element]
 * @returns {Record<string, string[][]>}
 */
function matrixTexts(element = explorer()) {
  return Object.fromEntries(
    [...element.shadowRoot.querySelectorAll("[data-matrix]")].map((figure) => [
      figure.dataset.matrix,
      [...figure.querySelectorAll("tbody tr")].map((row) =>
        [...row.querySelectorAll("td")].map(textOf),
      ),
    ]),
  );
}

/** Sets properties, and waits for the drawing. @param {Record<string, unknown>} values */
async function put(values) {
  const element = explorer();
  Object.assign(element, values);
  await element.updateComplete;
  return element;
}

/** The text of what is found. @param {string} selector */
const readText = (selector) => (within(selector)?.textContent ?? "").replaceAll(/\s+/g, " ").trim();

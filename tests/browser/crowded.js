// What has no room in an explorer: texts that cover or touch each other, stand out of it, are cut or broken.
/* global explorer, ready */

/** Texts that cover or touch each other, stand out of the explorer, or are broken within a word. */
function crowded() {
  const root = explorer().shadowRoot;
  const edge = explorer().getBoundingClientRect();
  /** @type {string[]} */
  const found = [];
  /** @type {{ said: string, parent: Element, box: { left: number, right: number, top: number, bottom: number }, isBroken?: boolean }[]} */
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = /** @type {Element} */ (node.parentElement ?? null);
    const said = (node.textContent ?? "").trim();
    if (!said || !parent || parent.closest("style, .unseen, math, option, var, sub, sup")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(
      ({ width, height }) => width > 1 && height > 3,
    );
    if (rects.length === 0 || getComputedStyle(parent).visibility === "hidden") continue;
    // What a box scrolls or cuts is not seen beyond it.
    let [left, right] = [-Infinity, Infinity];
    for (let box = /** @type {Element | null} */ (parent); box; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === "visible") continue;
      const clip = box.getBoundingClientRect();
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
    }
    for (const rect of rects) {
      const box = {
        left: Math.max(rect.left, left),
        right: Math.min(rect.right, right),
        top: rect.top,
        bottom: rect.bottom,
      };
      if (box.right - box.left > 1) texts.push({ said, parent, box });
    }
    const readout = parent.closest("dd");
    if (readout && rects.length > 1 && !/[\s\u00ad(·,;/–-]/.test(said))
      texts.push({ said, parent, box: rects[0], isBroken: true });
    const drawing = parent.closest("svg");
    const paper = drawing?.getBoundingClientRect();
    if (paper && getComputedStyle(/** @type {Element} */ (drawing)).overflow === "hidden")
      if (rects.some((rect) => rect.left < paper.left - 1 || rect.right > paper.right + 1))
        found.push(`“${said}” is cut by its drawing`);
    // Heads of columns are words, which break at their hyphens alone; a made-up language may not choose shorter ones.
    if (
      document.documentElement.lang === "de-XA" ||
      !parent.closest("thead th") ||
      parent.closest(".token")
    )
      continue;
    for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[\p{L}\p{M}]{4,}/gu)) {
      if (/[\p{sc=Han}\u0640]/u.test(word)) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length > 1) found.push(`“${word}” is broken`);
    }
  }
  for (const { said, box, isBroken } of texts) {
    if (isBroken) found.push(`“${said}” is broken`);
    if (box.right > edge.right + 1 || box.left < edge.left - 1)
      found.push(`“${said}” stands out by ${Math.round(box.right - edge.right)}`);
  }
  texts.forEach((one, at) => {
    for (const other of texts.slice(at + 1)) {
      if (
        one.parent === other.parent ||
        one.parent.contains(other.parent) ||
        other.parent.contains(one.parent)
      )
        continue;
      const down =
        Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      const across =
        Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const tight =
        one.parent.closest("td, th, .names") && other.parent.closest("td, th, .names") ? -1.5 : 0.5;
      if (down > 5 && across > tight)
        found.push(
          `“${one.said.slice(0, 30)}” and “${other.said.slice(0, 30)}” ${across > 0 ? "cover" : "touch"} each other`,
        );
    }
  });
  for (const fault of cutTexts(root)) found.push(fault);
  return [...new Set(found)];

  /** What a box cuts, and what a menu has no room for. @param {ShadowRoot} within */
  function cutTexts(within) {
    const pen = /** @type {CanvasRenderingContext2D} */ (
      document.createElement("canvas").getContext("2d")
    );
    /** @type {string[]} */
    const cut = [];
    for (const element of within.querySelectorAll("*")) {
      if (element.closest(".unseen, svg, math, canvas") || element.clientWidth === 0) continue;
      const style = getComputedStyle(element);
      // A token may be of any length: where it is cut, a title has all of it.
      if (style.clipPath !== "none" || element.closest("[title]")) continue;
      const said = (element.textContent ?? "").trim().slice(0, 40);
      if (element.localName === "select") {
        if (style.opacity === "0") continue;
        const select = /** @type {HTMLSelectElement} */ (element);
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const text = select.selectedOptions[0]?.text.trim() ?? "";
        const [start, end] = [style.paddingLeft, style.paddingRight].map(parseFloat);
        const room = select.clientWidth - start - end;
        const wide = pen.measureText(text).width;
        if (wide > room + 1) cut.push(`the menu cuts “${text}” by ${Math.round(wide - room)}`);
        continue;
      }
      const isCut =
        /hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      const isLow =
        /hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
      if ((isCut || isLow) && said !== "") cut.push(`“${said}” is cut`);
    }
    return cut;
  }
}

/** @param {import("./harness.js").Page} page @param {Record<string, string>} attributes */
const showScene = (page, attributes) =>
  page.run(async (/** @type {Record<string, string>} */ values) => {
    const element = document.createElement(explorer().localName);
    for (const [name, value] of Object.entries(values))
      if (name !== "data-act") element.setAttribute(name, value);
    explorer().replaceWith(element);
    await ready();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, attributes);

/** Scenes that make a page wider than it is, where its letters are so large. @param {import("./harness.js").Page} page
 * @param {Record<string, Record<string, string>>} states @param {number} width @param {string} letters */
export async function widerScenes(page, states, width, letters) {
  await page.resize(width, 800);
  await page.run((/** @type {string} */ size) => {
    document.documentElement.style.fontSize = size;
  }, letters);
  const found = [];
  for (const [scene, attributes] of Object.entries(states)) {
    await showScene(page, attributes);
    const over = await page.run(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) found.push(`${scene}: ${over} px`);
  }
  return found;
}

/** Each scene as it is where a page is so wide. @param {import("./harness.js").Page} page @param {Record<string, Record<string, string>>} states @param {number} width
 * @param {() => string[] | Promise<string[]>} [more] what else is looked for in the page of each scene */
export async function crowdedScenes(page, states, width, more) {
  await page.resize(width, 800);
  const found = [];
  for (const [scene, attributes] of Object.entries(states)) {
    await showScene(page, attributes);
    for (const fault of /** @type {string[]} */ (await page.run(crowded)))
      found.push(`${scene}, ${width} px: ${fault}`);
    for (const fault of more ? await page.run(more) : []) found.push(`${scene}: ${fault}`);
  }
  return found;
}

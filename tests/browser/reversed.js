// Mathematics in a page that is read from right to left.
/* global explorer */

/** What is out of order in a text that is read from right to left: formulas and rows of numbers that do not go from
 * left to right, words of the language that do. The text is told by its letters, their places by the screen. */
export function scrambled() {
  const root = explorer().shadowRoot;
  for (const summary of root.querySelectorAll(".disclosures summary"))
    summary.parentElement.open = true;
  /** @type {Map<Element, { letters: string, at: [Text, number][] }>} */
  const lines = new Map();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = /** @type {Text} */ (node);
    let box = /** @type {Element} */ (text.parentElement);
    if (box.closest("style, pre, code, math, svg, textarea, option, .facts, .axes")) continue;
    while (["inline", "contents"].includes(getComputedStyle(box).display))
      box = /** @type {Element} */ (box.parentElement);
    const line = lines.get(box) ?? { letters: "", at: [] };
    lines.set(box, line);
    [...text.data].forEach((letter, at) => {
      if (/[\u2066-\u2069\u200e\u200f]/.test(letter)) return;
      line.letters += letter;
      line.at.push([text, at]);
    });
  }
  const found = [];
  for (const { letters, at } of lines.values()) {
    /** @param {number} place */
    const boxOf = (place) => {
      const [node, from] = at[place];
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, from + 1);
      return range.getBoundingClientRect();
    };
    /** @param {number} one @param {number} next whether they stand in one line, and the second to the right */
    const goesRight = (one, next) => {
      const [a, b] = [boxOf(one), boxOf(next)];
      if (a.width === 0 || b.width === 0 || Math.abs(a.top - b.top) > 4) return undefined;
      return b.left > a.left;
    };
    for (const { 0: row, index } of letters.matchAll(
      /[\d.]*\d(?:(?:, | [·×+=≈→] |–)[−<>]?\d[\d.]*)+/g,
    )) {
      const numbers = [...row.matchAll(/\d[\d.]*/g)].map((number) => index + number.index);
      if (numbers.some((from, i) => i > 0 && goesRight(numbers[i - 1], from) === false))
        found.push(`${row} in ${letters.slice(Math.max(0, index - 20), index + row.length)}`);
    }
    const words = [...letters.matchAll(/[\u0621-\u064a]{3,}/g)].map(({ index }) => index);
    const turn = words.findIndex((from, i) => i > 0 && goesRight(words[i - 1], from) === true);
    if (turn > 0) found.push(letters.slice(words[turn - 1], words[turn] + 20));
    if (/[␣]|U\+20/.test(letters)) found.push(letters.slice(0, 60));
  }
  return found;
}

/** What goes from right to left though it is mathematics, in a page that is read so. */
export async function reversed() {
  const element = explorer();
  element.dir = "rtl";
  await element.updateComplete;
  const root = element.shadowRoot;
  for (const summary of root.querySelectorAll(".disclosures summary")) {
    summary.click();
    await element.updateComplete;
  }
  const wrong = [];
  if (getComputedStyle(element).direction !== "rtl") wrong.push("the explorer itself is not");
  for (const each of root.querySelectorAll(
    "math, pre, .tables table, .formula, [data-matrix], .equation, .arithmetic .sum, .slide, .stops input, .line-chart .cursor, svg.drawing, canvas, input.typed",
  ))
    if (getComputedStyle(each).direction !== "ltr")
      wrong.push(`${each.localName} ${each.className}`);
  for (const row of root.querySelectorAll("[data-matrix] tbody tr")) {
    const cells = [...row.querySelectorAll("td")].map((cell) => cell.getBoundingClientRect().left);
    if (cells.some((left, at) => at > 0 && left <= cells[at - 1])) wrong.push("a matrix's row");
  }
  // A minus sign stands before its number.
  for (const cell of root.querySelectorAll("dd, [data-matrix] .number, output")) {
    const text = cell.textContent?.trim() ?? "";
    if (!/^−[\d.]+$/.test(text)) continue;
    if (getComputedStyle(cell).direction === "ltr") continue;
    if (getComputedStyle(cell).unicodeBidi !== "plaintext")
      wrong.push(`${text} in ${cell.className}`);
  }
  return wrong;
}

// Mathematics in a page that is read from right to left.
/* global explorer */

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

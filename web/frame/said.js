// What is said later than it is made: text, a template, or a function that makes one and so follows the
// language of the page.
import { render } from "lit";

/** @typedef {unknown | (() => unknown)} Said */

/** @param {Said} said */
export const sayNow = (said) => (typeof said === "function" ? said() : said);

/** What it says, without marks. @param {Said} said */
export function plainText(said) {
  const now = sayNow(said);
  if (typeof now === "string") return now;
  const box = document.createElement("div");
  render(now, box);
  return (box.textContent ?? "").replace(/\s+/g, " ").trim();
}

// What every explorer owes its reader, whatever it shows: tried on each that there is a folder of in
// web/explorers/. What is an explorer's own stands in its own test file.
/* global explorer */
import assert from "node:assert/strict";
import { tags } from "../../tools/bundle.js";
import { inEveryBrowser } from "./harness.js";

/** @param {string} tag */
const pageOf = (tag) => `explorers/${tag}.html`;

/** Types into each field that holds a number, in turn, and tells what came of it.
 * @param {string[]} texts */
async function typedInto(texts) {
  const element = explorer();
  const SELECTOR = "[data-matrix] tbody input, input.typed, input.number-field";
  const count = element.shadowRoot.querySelectorAll(SELECTOR).length;
  // Of a matrix's cells the first speaks for all.
  /** @type {Set<string>} */
  const kinds = new Set();
  const found = [];
  for (let at = 0; at < count; at += 1) {
    const kind = (/** @type {HTMLElement | undefined} */ field) =>
      field?.closest("[data-matrix]") ? "cell" : (field?.id ?? "");
    const fieldAt = () =>
      /** @type {HTMLInputElement} */ (element.shadowRoot.querySelectorAll(SELECTOR)[at]);
    if (!fieldAt() || kinds.has(kind(fieldAt()))) continue;
    kinds.add(kind(fieldAt()));
    for (const text of texts) {
      const field = fieldAt();
      const before = field.value;
      field.focus();
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await element.updateComplete;
      field.dispatchEvent(new Event("change", { bubbles: true }));
      field.blur();
      await element.updateComplete;
      await element.updateComplete;
      const doubt = element.shadowRoot.querySelector("[data-doubt]");
      const answers = [...(doubt?.querySelectorAll("button") ?? [])];
      const whole = field.classList.contains("number-field");
      found.push({
        kind: kind(field),
        whole,
        text,
        before,
        after: fieldAt().value,
        said: doubt?.querySelector("p")?.textContent ?? "",
        answers: answers.map((button) => button.textContent?.trim()),
      });
      answers.pop()?.click();
      await element.updateComplete;
    }
  }
  return found;
}

inEveryBrowser(
  "every explorer",
  "",
  (test) => {
    for (const tag of tags()) {
      test(
        `${tag}: asks what can mean two numbers, and says what is too large`,
        async (page) => {
          const found = await page.run(typedInto, ["1.000", "1,000", "1e39"]);
          for (const { kind, whole, text, before, after, said, answers } of found) {
            const where = `${tag}, ${kind || "cell"}, "${text}" in place of ${before}`;
            if (text === "1e39") {
              assert.equal(after, before, where);
              if (!whole) assert.match(said, /“1e39” is too large/, where);
            } else if ((text === "1,000") !== whole) {
              assert.equal(after, before, where);
              assert.match(said, /can mean two numbers/, where);
              assert.deepEqual(answers.slice(0, 2), ["1000", "1"], where);
            }
          }
        },
        pageOf(tag),
      );
    }
  },
  { only: "Chromium" },
);

// The elements of running text take whatever stands in their attributes: each answers within a second, and
// nothing is complained of.
import assert from "node:assert/strict";
import { proseTags } from "../../tools/bundle.js";
import { inEveryBrowser } from "./harness.js";

const HOSTILE = [
  ...["", "constructor", "__proto__", "toString", "1e999", "-1", "NaN", "null", "\ud800", "\u0000"],
  ...["x".repeat(200_000), "{".repeat(50_000), "[".repeat(30_000), '{"a":'.repeat(5000)],
  ...['{"__proto__":{"x":1}}', "%E0%A4%A", "<b>", "a=1 b<2 c>=3", "temperature=0.5 ".repeat(5000)],
  ...["[[1e308,1e308]]", "body"],
];

inEveryBrowser(
  "hostile attributes of running text",
  "attention-explorers.html",
  (test) => {
    for (const tag of proseTags())
      test(`${tag} answers within a second, alone and for a figure`, async (page) => {
        const slow = await page.run(
          async (/** @type {string} */ name, /** @type {string[]} */ values) => {
            const { observedAttributes } = /** @type {any} */ (customElements.get(name));
            const figure = document.querySelector("attention-steps")?.id ?? "";
            const found = [];
            for (const target of ["", figure, "nothing"])
              for (const attribute of new Set([...observedAttributes, "for", "when", "step"]))
                for (const value of values) {
                  const element = /** @type {any} */ (document.createElement(name));
                  element.textContent = "words";
                  if (target) element.setAttribute("for", target);
                  const begin = performance.now();
                  element.setAttribute(attribute, value);
                  document.body.append(element);
                  await element.updateComplete;
                  element.shadowRoot?.querySelector("button")?.click();
                  await element.updateComplete;
                  const ms = performance.now() - begin;
                  if (ms > 1000)
                    found.push(`${attribute}=${value.slice(0, 20)}: ${Math.round(ms)} ms`);
                  element.remove();
                }
            return found;
          },
          tag,
          HOSTILE,
        );
        assert.deepEqual(slow, []);
      });
  },
  { only: "Chromium" },
);

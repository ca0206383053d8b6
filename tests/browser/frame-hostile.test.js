// Whatever stands in an attribute or an address, or is pasted into a field, an explorer answers: with what it shows, or with a short
// sentence of ours, within a second, and without an error in the console.
/* global explorer */
import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import { inEveryBrowser } from "./harness.js";

// A second; a machine that does other things as well is slower by a few times.
const MOST_TIME = 4000;

/** What is put there: names that every object has, numbers that are none, text without end. */
const HOSTILE = [
  "constructor",
  "__proto__",
  "hasOwnProperty",
  "NaN",
  "Infinity",
  "-1",
  "99999999999999999999",
  '{"weights":{"shape":[8,4096,4096],"data":[1]}}',
  "1:1 1:1 999999:1 0:0",
  "<img src=x onerror=alert(1)>{query}",
  "\u0000 \u202e \ud800",
  "[[[[[[[[1]]]]]]]]",
  ";;;;;;",
  "a".repeat(200_000),
  "1 ".repeat(100_000),
  "a".repeat(90_000),
  "1 ".repeat(45_000),
  "1;".repeat(45_000),
  "1:1 ".repeat(20_000),
  "[".repeat(90_000),
  `[${"[1,1],".repeat(15_000)}[1,1]]`,
];

const tags = fs
  .readdirSync(new URL("../../web/explorers", import.meta.url))
  .map((name) => `attention-${name}`);

for (const tag of tags) {
  inEveryBrowser(`hostile attributes of ${tag}`, `explorers/${tag}.html`, (test) => {
    for (const way of /** @type {const} */ (["attribute", "address"])) {
      test(`by ${way}`, async (page) => {
        const found = await page.run(
          async (values, how, most, writes) => {
            let written = 0;
            const element = explorer();
            const { elementProperties } = element.constructor;
            const names = [...elementProperties.entries()].flatMap(([name, options]) =>
              options.state || options.attribute === false
                ? []
                : [typeof options.attribute === "string" ? options.attribute : name.toLowerCase()],
            );
            const slow = [];
            const wordy = [];
            const blank = [];
            const isState = (/** @type {string} */ name) => element.state.text(name) !== undefined;
            for (const name of names) {
              if (how === "address" && !isState(name)) continue;
              for (const [index, value] of values.entries()) {
                // An address is read as attributes are, so that a third of all is enough there.
                if (how === "address" && (index + names.indexOf(name)) % 3 > 0) continue;
                const start = performance.now();
                if (how === "address" && (written += 1) > writes) break;
                if (how === "attribute") element.setAttribute(name, value);
                else {
                  const text = new URLSearchParams([[`${element.localName}.${name}`, value]]);
                  history.replaceState(null, "", `#${text}`);
                  window.dispatchEvent(new HashChangeEvent("hashchange"));
                }
                await element.updateComplete;
                await new Promise((resolve) => setTimeout(resolve));
                const time = performance.now() - start;
                const what = `${name} = value ${index} ${value.slice(0, 24)}`;
                if (time > most) slow.push(`${what}: ${Math.round(time)} ms`);
                const error = element.shadowRoot.querySelector(".error")?.textContent ?? "";
                if (error.length > 900) wordy.push(`${what}: ${error.length} letters`);
                // Sentences of engines, which no reader understands.
                if (/undefined|is not a function|Cannot|properties of|\[object/.test(error))
                  wordy.push(`${what}: ${error.slice(0, 300)}`);
                if (!element.shadowRoot.querySelector(".picture, .error")) blank.push(what);
                element.removeAttribute(name);
              }
            }
            history.replaceState(null, "", "#");
            element.reset();
            return { names: names.length, slow, wordy, blank };
          },
          // What is long takes its time in one engine only.
          page.engine === "Chromium" ? HOSTILE : HOSTILE.slice(0, 10),
          way,
          MOST_TIME,
          // WebKit takes a hundred addresses in ten seconds; the explorer and the end of this write some.
          page.engine === "WebKit" ? 80 : 1e9,
        );
        assert.ok(found.names > 5);
        assert.deepEqual(found.wordy, []);
        assert.deepEqual(found.blank, []);
        assert.deepEqual(found.slow, []);
      });
    }

    test("by what is pasted into its fields", async (page) => {
      if (page.engine !== "Chromium") return; // of what is long, as above
      const found = await page.run(async (most) => {
        const element = explorer(),
          root = element.shadowRoot;
        const wrong = [];
        for (const part of root.querySelectorAll("details")) part.open = true;
        await element.updateComplete;
        const fields = () => [
          ...root.querySelectorAll(
            "textarea, input:not([type]), input[type=text], input[type=number]",
          ),
        ];
        const count = Math.min(fields().length, 12);
        for (let at = 0; at < count; at += 1)
          for (const letter of ["9", "a", "-", "\n", "٠"]) {
            const field = fields()[at];
            if (!field) continue;
            const start = performance.now();
            const long = letter.repeat(440_000);
            // What is pasted is cut by the browser; a program's text is not.
            field.value = field.maxLength > 0 ? long.slice(0, field.maxLength) : long;
            for (const type of ["input", "change"])
              field.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
            await element.updateComplete;
            root.querySelector(".picture")?.getBoundingClientRect();
            const time = performance.now() - start;
            const what = `${field.id || field.name || at} ${JSON.stringify(letter)}`;
            if (time > most) wrong.push(`${what}: ${Math.round(time)} ms`);
            if (location.hash.length > 4000) wrong.push(`${what}: the address`);
            for (const said of root.querySelectorAll("[role=alert], .error, .doubt, [data-note]"))
              if (said.textContent.length > 900)
                wrong.push(`${what}: ${said.textContent.length} letters`);
            if (!root.querySelector(".picture, .error")) wrong.push(`${what}: blank`);
          }
        element.reset();
        history.replaceState(null, "", "#");
        return { count, wrong };
      }, MOST_TIME);
      assert.ok(found.count > 0);
      assert.deepEqual(found.wrong, []);
    });
  });
}

// A page that its browser translates: numbers stay live, and what is no text of ours is left alone.
/* global explorer, ready */
import * as assert from "node:assert/strict";
import { tags } from "../../tools/bundle.js";
import { inEveryBrowser } from "./harness.js";

/** Puts <font> in the place of every text, as browsers' translators do: with the text inside it, or with
 * another one. @param {"wrapped" | "replaced"} how */
function translate(how) {
  const walker = document.createTreeWalker(explorer().shadowRoot, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (
      node.textContent?.trim() &&
      !node.parentElement?.closest("style, svg, math, textarea, option, [translate=no]")
    )
      texts.push(/** @type {Text} */ (node));
  for (const text of texts) {
    const font = document.createElement("font");
    if (how === "wrapped") {
      text.replaceWith(font);
      font.append(text);
    } else {
      const inner = document.createElement("font");
      inner.textContent = `⟦${text.data}⟧`;
      font.append(inner);
      text.parentNode?.insertBefore(font, text);
      text.remove();
    }
  }
  return texts.length;
}

/** Moves the sliders there are, or else the state, and tells all that is said then.
 * @param {Record<string, unknown>} state */
async function moved(state) {
  const element = explorer();
  const root = element.shadowRoot;
  for (const slider of /** @type {HTMLInputElement[]} */ (
    [...root.querySelectorAll("input[type=range]")].slice(0, 2)
  )) {
    slider.value = String(Number(slider.min) + 0.7 * (Number(slider.max) - Number(slider.min)));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    slider.dispatchEvent(new Event("change", { bubbles: true }));
    await element.updateComplete;
  }
  await element.set(state);
  const said = () => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest("style, [data-said], [role=status]"))
        found.push(node.textContent);
    return found
      .join("")
      .replaceAll(/in [\d.]+ s/g, "")
      .replaceAll(/\s+/g, " ");
  };
  // Training makes its tickets beside the page, and says how far it is.
  const isReady = () =>
    element.preparing === undefined && (!element.record || element.baseline !== undefined);
  // Samples are drawn beside the page; meanwhile an ellipsis stands where they will.
  const isDrawing = () => / …/.test(said());
  for (
    let last = "", turn = 0;
    last !== said() || !isReady() || (isDrawing() && turn < 60);
    turn += 1
  ) {
    last = said();
    await new Promise((resolve) => setTimeout(resolve, 150));
    // Charts are measured while a frame is made, which may be late.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }
  return said();
}

// What else is changed: another view, another row.
/** @type {Record<string, Record<string, unknown>>} */
const CHANGES = {
  "attention-cost": { view: "memory", n: 1000 },
  "attention-heads": { view: "patterns", query: 2 },
  "attention-heatmap": { row: 3, head: 2 },
  "attention-key-size": { view: "spread" },
  "attention-lookup": { preset: "library" },
  "attention-masks": { way: "score", query: 2 },
  "attention-softmax": { preset: "saturation" },
  "attention-steps": { step: 6, mask: "causal" },
  "attention-training": { ticket: 3 },
};

inEveryBrowser("a page that its browser translates", "", (test) => {
  for (const tag of tags())
    test(
      `${tag}: numbers and words stay live`,
      async (page) => {
        /** @type {string[]} */
        const said = [];
        // One engine sees both ways.
        const ways = page.engine === "Chromium" ? ["", "wrapped", "replaced"] : ["", "replaced"];
        for (const how of ways) {
          await page.run(async (/** @type {string} */ name) => {
            const element = document.createElement(name);
            element.setAttribute("hide", "predict");
            explorer().replaceWith(element);
            await ready();
            await new Promise((resolve) => setTimeout(resolve, 50));
          }, tag);
          if (how !== "") assert.ok((await page.run(translate, how)) > 10);
          said.push(await page.run(moved, CHANGES[tag] ?? {}));
        }
        assert.ok(said[0].length > 200);
        for (const text of said.slice(1)) assert.equal(text, said[0]);
      },
      `explorers/${tag}.html`,
    );

  for (const tag of tags())
    test(
      `${tag}: numbers, tokens and letters of the formula are not for translators`,
      async (page) => {
        const open = await page.run(() =>
          [
            ...explorer().shadowRoot.querySelectorAll(
              "math, var, td.cell, .token, .tables td, output, .sum",
            ),
          ]
            .filter((each) => each.textContent.trim() !== "" && !each.closest("[translate=no]"))
            .filter((each) => !each.querySelector("input, button"))
            .map((each) => each.outerHTML.slice(0, 80)),
        );
        assert.deepEqual(open, []);
      },
      `explorers/${tag}.html`,
    );
});

// What every explorer owes every reader, in each of its scenes: nothing that axe-core finds, light, dark
// and in forced colours, and no sideways scrolling on the narrowest phone.
/* global explorer, ready */
import assert from "node:assert/strict";
import { tags } from "../../tools/bundle.js";
import { inEveryBrowser } from "./harness.js";
import { scenes } from "./scenes.js";

const PARTS = [
  "own-model",
  "how",
  "reproduce",
  "check",
  "tables",
  "description",
  "export",
  "embed",
];

/** What is harder on a narrow page than the scenes are. @type {Record<string, Record<string, Record<string, string>>>} */
const narrow = {
  "attention-steps": Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((step) => [`river ${step}`, { preset: "river", step: `${step}` }]),
  ),
  "attention-heatmap": {
    "a long word": { hide: "predict", without: "1:4 2:1", phrase: `${"x".repeat(300)} charge` },
  },
  "attention-heads": Object.fromEntries(
    ["shapes", "patterns", "reshape", "axis"].map((view) => [
      `shared, ${view}`,
      { preset: "shared", hide: "predict", view },
    ]),
  ),
  "attention-training": {
    "a long word": { hide: "predict", heads: "8", phrase: `${"long".repeat(30)} box` },
  },
};

/** The explorer anew, with these attributes, once it stands still.
 * @param {Record<string, string>} attributes @param {string} scheme @param {string[]} open */
async function show(attributes, scheme, open) {
  document.documentElement.style.colorScheme = scheme;
  const element = /** @type {any} */ (document.createElement(explorer().localName));
  element.setAttribute("heading-level", "1"); // as the page has it
  for (const [name, value] of Object.entries(attributes))
    if (name !== "data-act") element.setAttribute(name, value);
  // Colours are judged as they end, not on their way.
  element.style.setProperty("--quick", "0ms");
  element.openParts = new Set(open);
  explorer().replaceWith(element);
  await ready();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await element.updateComplete;
}

/** What is wider than a page of 320 px, where no box of its own scrolls it. */
function spilling() {
  const room = document.documentElement.getBoundingClientRect().width;
  const element = explorer();
  /** @param {Element | null} part */
  const isScrolled = (part) => {
    for (let box = part?.parentElement; box; box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return true;
    return false;
  };
  const wide = [element, ...element.shadowRoot.querySelectorAll("*")]
    .filter(
      (part) =>
        part.getBoundingClientRect().right > room + 1 &&
        !part.closest(".unseen, math, svg, .labels bdi") &&
        !isScrolled(part),
    )
    .map((part) => `${part.localName}.${part.className}`);
  const { scrollWidth } = document.documentElement;
  if (innerWidth <= 320 && scrollWidth > innerWidth) wide.push(`the page: ${scrollWidth} px`);
  return wide;
}

/** What is too small for a finger: 44 px where it stands alone, 24 where it is one of many side by side. */
function small() {
  const targets = explorer().shadowRoot.querySelectorAll("button, select, summary, label, input");
  return [...targets].flatMap((target) => {
    // A label that holds its field is as large as that, or the field as large as the label.
    if (target.matches(".choices label, .control > label, .file input")) return [];
    const { width, height } = target.getBoundingClientRect();
    const isOneOfMany = target.closest(".matrix, .slide, .pairs");
    const least = target.matches(".step") ? 24 : isOneOfMany ? 24 : 43.5;
    const isFine = width === 0 || (height >= least && width >= 24);
    return isFine ? [] : [`${target.outerHTML.slice(0, 120)} ${width} × ${height}`];
  });
}

/** What a screen reader says for nothing: lists and values that hold no word, values said by two at once, charts that
 * say no value though they can be moved through. */
function heardInVain() {
  const root = explorer().shadowRoot;
  const isHeard = (/** @type {Element} */ part) =>
    !part.closest("[aria-hidden=true]") && part.getClientRects().length > 0;
  const found = [...root.querySelectorAll("ul, ol, dd, dt")].filter(
    (part) =>
      isHeard(part) && (part.textContent ?? "").trim() === "" && !part.querySelector("input, img"),
  );
  const sliders = [...root.querySelectorAll("[role=slider]")].filter(
    (part) =>
      isHeard(part) &&
      !part.getAttribute("aria-valuetext") &&
      part.getAttribute("aria-disabled") !== "true",
  );
  const twice = [...root.querySelectorAll("output")].filter(
    (part) => part.getAttribute("aria-live") !== "off",
  );
  return [...found, ...sliders, ...twice].map((part) => part.outerHTML.slice(0, 120));
}

inEveryBrowser("every reader", "", (test) => {
  for (const tag of tags()) {
    const states = Object.entries(scenes[tag] ?? { start: {} });
    test(
      `${tag}: axe-core finds nothing, light, dark and in forced colours`,
      async (page) => {
        // Its rules ask for names, roles and colours, which engines share: one sees every scene.
        const seen = page.engine === "Chromium" ? states : states.slice(0, 1);
        for (const [at, [scene, attributes]] of seen.entries()) {
          const scheme = at % 2 === 0 ? "light" : "dark";
          const open = at < 2 ? PARTS : [];
          await page.run(show, attributes, scheme, open);
          assert.deepEqual(await page.axe(), [], `${scene}, ${scheme}`);
          assert.deepEqual(await page.run(heardInVain), [], scene);
        }
        if (!(await page.emulate("forced-colors", "active"))) return;
        assert.ok(await page.run(() => matchMedia("(forced-colors: active)").matches));
        for (const [scene, attributes] of states.slice(0, 2)) {
          await page.run(show, attributes, "light", []);
          assert.deepEqual(await page.axe(), [], `${scene}, forced colours`);
          const full = await page.run(() =>
            [...explorer().shadowRoot.querySelectorAll(".gauge")].filter((each) => {
              const { backgroundColor, color } = getComputedStyle(each);
              return backgroundColor === color;
            }),
          );
          assert.equal(full.length, 0, "empty gauges that look full");
        }
        await page.emulate("prefers-contrast", "more");
        const quiet = await page.run(() => {
          const root = explorer().shadowRoot;
          const of = (/** @type {string} */ part) =>
            getComputedStyle(root.querySelector(part)).color;
          return [of(".readouts dt"), of(".frame")];
        });
        assert.equal(quiet[0], quiet[1], "with more contrast nothing is said in grey");
      },
      `explorers/${tag}.html`,
    );

    test(
      `${tag}: no sideways scrolling at 320 px, and nothing too small to tap`,
      async (page) => {
        await page.resize(320, 700);
        // An engine whose window does not get so small is given a narrow page instead.
        await page.run(() => {
          if (innerWidth > 320) document.documentElement.style.width = "320px";
        });
        for (const [scene, attributes] of [...states, ...Object.entries(narrow[tag] ?? {})]) {
          await page.run(show, attributes, "light", []);
          assert.deepEqual(await page.run(spilling), [], scene);
          assert.deepEqual([...new Set(await page.run(small))], [], scene);
        }
      },
      `explorers/${tag}.html`,
    );
  }
});

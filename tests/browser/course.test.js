// The course as a learner has it: opened from disk, without a request, by keyboard alone and on a phone.
import assert from "node:assert/strict";
import { inEveryBrowser } from "./harness.js";

/* global focused, settled */

/** Put into the page: what has the focus, however deep, and what can be said of it. */
function helpers() {
  Object.assign(window, {
    focused() {
      let at = /** @type {any} */ (document.activeElement);
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      if (!at || at === document.body) return undefined;
      const { top, bottom } = at.getBoundingClientRect();
      const host = at.getRootNode().host;
      // In the order of the page: the places of what it stands in, from the outermost on.
      const order = [];
      for (let node = at; node; node = node.getRootNode().host)
        order.unshift([...node.getRootNode().querySelectorAll("*")].indexOf(node));
      return {
        what: `${host?.localName ?? "page"} ${at.localName} ${at.type ?? ""} ${JSON.stringify(at.dataset)} ${at.id} “${(at.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40)}”`,
        kind: at.type ?? at.localName,
        leaves: /export|copy|save/.test(Object.keys(at.dataset).join()) || at.type === "file",
        isInSight: bottom > 0 && top < innerHeight,
        order,
      };
    },
    async settled() {
      for (const element of document.querySelectorAll("*"))
        if ("updateComplete" in element) await element.updateComplete;
      const next = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      await next();
      // What is on its way (a layout, a scroll) may take some frames on a busy machine.
      for (let turn = 0; turn < 60 && focused()?.isInSight === false; turn += 1) await next();
    },
  });
}

/** @param {number[]} a @param {number[]} b whether a stands before b */
const isBefore = (a, b) => {
  const at = a.findIndex((place, i) => place !== b[i]);
  return at < 0 ? a.length < b.length : a[at] < (b[at] ?? -1);
};

/** Keys that a kind of control is worked with. Those that take a file, or save one, are passed by.
 * @type {Record<string, string[]>} */
const KEYS = {
  button: ["Enter"],
  submit: ["Enter"],
  summary: ["Enter"],
  checkbox: ["Space"],
  radio: ["ArrowRight"],
  range: ["ArrowRight"],
  "select-one": ["ArrowDown"],
  text: ["End", "Backspace", "Backspace", "Backspace", "Enter"],
};

inEveryBrowser(
  "the course by keyboard",
  "attention-explorers.html",
  (test) => {
    /** @param {string} file @param {number} most stops of Tab */
    const walks = (file, most) =>
      test(
        `${file}: nothing loses the focus, and what has it can be seen`,
        async (page) => {
          await page.run(helpers);
          /** @type {Map<string, number>} */
          const met = new Map();
          /** @type {number[]} */
          let before = [];
          let stops = 0;
          for (let press = 0; press < most; press += 1) {
            await page.press("Tab");
            await page.run(() => settled());
            const here = await page.run(() => focused());
            if (!here) break;
            stops += 1;
            assert.ok(here.isInSight, `${here.what} is in sight`);
            assert.ok(isBefore(before, here.order), `Tab goes on to ${here.what}`);
            before = here.order;
            // Who presses “try again” and then the first answer could go on for ever.
            const times = (met.get(here.what) ?? 0) + 1;
            met.set(here.what, times);
            // The menu of languages writes everything anew: languages.test.js walks it.
            if (times > 2 || here.leaves || here.what.startsWith("page select")) continue;
            for (const key of KEYS[here.kind] ?? []) {
              await page.press(key);
              await page.run(() => settled());
              const now = await page.run(() => focused());
              assert.ok(now, `after ${key} on ${here.what} the focus is lost`);
              assert.ok(now.isInSight, `after ${key} on ${here.what}, ${now.what} is in sight`);
              before = now.order;
            }
          }
          assert.ok(stops > 100, `${stops} stops`);
        },
        file,
      );
    walks("attention-explorers.html", 330);
    walks("lesson-2.html", 160);

    test("a term is explained by focus, and Escape closes it wherever the focus is", async (page) => {
      const found = await page.run(async () => {
        const [one, two] = /** @type {any[]} */ ([...document.querySelectorAll("attention-term")]);
        const isOpen = (/** @type {any} */ term) =>
          !term.shadowRoot.querySelector("[role=tooltip]").hidden;
        const press = async (
          /** @type {Event} */ event,
          /** @type {EventTarget} */ target = window,
        ) => {
          target.dispatchEvent(event);
          await one.updateComplete;
          await two.updateComplete;
        };
        const states = [];
        one.shadowRoot.querySelector("button").focus();
        await one.updateComplete;
        states.push(isOpen(one));
        await press(new KeyboardEvent("keydown", { key: "Escape" }));
        states.push(isOpen(one));
        // As by a finger, which gives no focus in some engines.
        two.open();
        await two.updateComplete;
        states.push(isOpen(two));
        await press(new Event("pointerdown", { bubbles: true }), document.body);
        states.push(isOpen(two));
        return states;
      });
      assert.deepEqual(found, [true, false, true, false]);
    });
  },
  { only: "Chromium" },
);

inEveryBrowser("the course on a phone", "attention-explorers.html", (test) => {
  test("what a control changes stays in sight", async (page) => {
    for (const [width, height] of [
      [390, 844],
      [320, 568],
    ]) {
      await page.resize(width, height);
      const hidden = await page.run(async () => {
        const wrong = [];
        // How tall a figure is now is heard in one frame and set in the next.
        for (let frame = 0; frame < 4; frame += 1)
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        for (const element of /** @type {any[]} */ ([...document.querySelectorAll("*")])) {
          if (!("attn" in element)) continue;
          const root = element.shadowRoot;
          const figure = root.querySelector("[data-stays]") ?? root.querySelector(".picture");
          for (const control of root.querySelectorAll(".controls :is(input, select)")) {
            control.scrollIntoView({ block: "start", behavior: "instant" });
            const of = figure.getBoundingClientRect();
            const here = control.getBoundingClientRect();
            const seen = Math.min(of.bottom, innerHeight) - Math.max(of.top, 0);
            const isFree = here.top >= Math.max(of.bottom, 0) - 1 && here.bottom <= innerHeight + 1;
            if (seen < Math.min(120, of.height) || !isFree)
              wrong.push(`${element.localName} ${control.id}: ${seen} px of the figure, control from ${here.top} to ${here.bottom}`); // prettier-ignore
          }
        }
        return wrong;
      });
      assert.deepEqual(hidden, [], `${width} × ${height}`);
    }
  });
});

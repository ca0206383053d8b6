// What every explorer owes its reader, whatever it shows: tried on each that there is a folder of in
// web/explorers/. What is an explorer's own stands in its own test file.
/* global explorer */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { tags } from "../../tools/bundle.js";
import { crowdedScenes, widerScenes } from "./crowded.js";
import { inEveryBrowser } from "./harness.js";
import { reversed } from "./reversed.js";
import { scenes } from "./scenes.js";

/** @param {string} tag */
const pageOf = (tag) => `explorers/${tag}.html`;

const GERMAN = fs.readFileSync(new URL("../../dist/languages/de.js", import.meta.url), "utf8");

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
      const whole = field.inputMode === "numeric";
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

/** Letters of formulas that the carried font does not have, and whether the font is there at all. */
async function strangersInFormulas() {
  await document.fonts.ready;
  const there = [...document.fonts].some(
    ({ family, status }) => /Attention Math/.test(family) && status === "loaded",
  );
  const pen = /** @type {CanvasRenderingContext2D} */ (
    document.createElement("canvas").getContext("2d")
  );
  const widthIn = (/** @type {string} */ families, /** @type {string} */ letter) => {
    pen.font = `40px ${families}`;
    return pen.measureText(letter).width;
  };
  /** @param {string} letter as MathML draws it by itself: in the italics of mathematics */
  const italic = (letter) =>
    letter === "h"
      ? "ℎ"
      : String.fromCodePoint(
          letter.charCodeAt(0) + (letter < "a" ? 0x1d434 - 0x41 : 0x1d44e - 0x61),
        );
  /** @type {Set<string>} */
  const letters = new Set();
  const maths = [...explorer().shadowRoot.querySelectorAll("math")];
  for (const math of maths)
    for (const leaf of math.querySelectorAll("mi, mo, mn")) {
      const text = (leaf.textContent ?? "").trim();
      const isItalic = leaf.localName === "mi" && /^[A-Za-z]$/.test(text);
      const isUpright = leaf.getAttribute("mathvariant") === "normal";
      for (const letter of text)
        if (!/[\u2061-\u2064\s]/.test(letter))
          letters.add(isItalic && !isUpright ? italic(letter) : letter);
    }
  const strangers = [...letters].filter(
    (letter) =>
      widthIn('"Attention Math", monospace', letter) !==
      widthIn('"Attention Math", sans-serif', letter),
  );
  // Parentheses are as tall as what they hold.
  const short = maths.flatMap((math) =>
    [...math.querySelectorAll("mo[fence]")]
      .filter((fence) => fence.parentElement?.querySelector(":scope > mrow mfrac, :scope > mfrac"))
      .filter((fence) => {
        const fraction = /** @type {Element} */ (fence.parentElement?.querySelector("mfrac"));
        const { height } = fraction.getBoundingClientRect();
        return fence.getBoundingClientRect().height < 0.9 * height;
      }),
  );
  // What is marked stands in one line, as the rest does.
  const stacked = maths.flatMap((math) =>
    [...math.querySelectorAll("mrow[data-part]")].filter((part) => {
      const places = [...part.children].map((child) => child.getBoundingClientRect());
      return places.some(({ left }, at) => at > 0 && left < places[at - 1].right - 2);
    }),
  );
  const marked = stacked.map(({ outerHTML }) => outerHTML.slice(0, 60));
  return { there, formulas: maths.length, strangers, short: short.length, stacked: marked };
}

// What each shows while pointers are tried: something to point at, and no question before it.
/** @type {Record<string, Record<string, string>>} */
const POINTED = {
  "attention-steps": { step: "4", hide: "predict" },
  "attention-heatmap": { preset: "long", hide: "predict", zoom: "500:531 490:521", range: "head" },
  "attention-heads": { view: "patterns", hide: "predict" },
  "attention-cost": { view: "memory", hide: "predict" },
};

/** What a pointer can hit in more than one place: a cell of each matrix, charts, planes, maps,
 * sliders. Without a name, their names; with one, where that is and what it says now.
 * @param {string} [wanted] */
function pointable(wanted = "") {
  const element = explorer();
  if (wanted === "") {
    /** @type {any} */ (window).targets = [
      ...element.shadowRoot.querySelectorAll(
        `[data-matrix] tbody tr:last-child td:last-of-type, .line-chart .cursor, .bar-row .cursor,
        .plane .field.movable, canvas[data-large], input[type=range]`,
      ),
    ];
    return /** @type {any} */ (window).targets.map(
      (/** @type {Element} */ each, /** @type {number} */ at) => `${at} ${each.localName}`,
    );
  }
  const found = /** @type {any} */ (window).targets[Number(wanted.split(" ")[0])];
  found.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const speaker = found.querySelector("[aria-valuetext]") ?? found;
  const isRange = found.localName === "input" && found.type === "range";
  return {
    box: found.getBoundingClientRect().toJSON(),
    share: isRange ? (found.value - found.min) / (found.max - found.min) : undefined,
    says: isRange
      ? ""
      : JSON.stringify([
          found.localName === "td" && /** @type {any} */ (window).pointedCells.at(-1),
          speaker.getAttribute("aria-valuenow"),
          speaker.getAttribute("aria-valuetext"),
          found.localName === "canvas" && Object.fromEntries(element.stateAttributes()),
        ]),
  };
}

/** The same gestures at the same places of everything that can be hit, and what came of each.
 * @param {import("./harness.js").Page} page @param {Record<string, string>} attributes @param {number} scale */
async function gestures(page, attributes, scale) {
  await page.run(
    async (/** @type {typeof attributes} */ values, /** @type {number} */ size) => {
      const element = explorer();
      element.reset();
      await element.updateComplete;
      for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
      element.style.width = "600px";
      element.style.margin = "0";
      element.style.transformOrigin = "0 0";
      element.style.transform = `scale(${size})`;
      const { pointedCells } = /** @type {any} */ (window);
      /** @type {any} */ (window).pointedCells ??= [];
      if (!pointedCells)
        element.shadowRoot.addEventListener("cell-point", (/** @type {CustomEvent} */ { detail }) =>
          /** @type {any} */ (window).pointedCells.push([detail.matrix, detail.i, detail.j]),
        );
      await element.updateComplete;
      // Some measure first.
      const drawn = () => element.shadowRoot.textContent;
      for (let last = ""; last !== drawn();) {
        last = drawn();
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      // A chart of what is computed beside the page speaks once that has come.
      const deep = () =>
        [...element.shadowRoot.querySelectorAll("attention-part-line-chart")].flatMap((part) => [
          ...(part.shadowRoot ?? part).querySelectorAll("[aria-valuetext]"),
        ]);
      const isOpen = (/** @type {Element} */ each) =>
        ["", "…"].includes(each.getAttribute("aria-valuetext") ?? "…");
      for (let turn = 0; turn < 1500; turn += 1) {
        if (!deep().some(isOpen)) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    attributes,
    scale,
  );
  /** Once it has settled. @param {string} target */
  const told = async (target) => {
    let last = "";
    for (;;) {
      const now = await page.run(pointable, target);
      const text = JSON.stringify(now);
      if (text === last) return /** @type {{ box: DOMRect, share?: number, says: string }} */ (now);
      last = text;
      await page.run(() => new Promise((resolve) => setTimeout(resolve, 30)));
    }
  };
  /** @type {Record<string, { share?: number, says: string }[]>} */
  const found = {};
  for (const target of /** @type {string[]} */ (await page.run(pointable))) {
    const isCell = target.endsWith("td");
    found[target] = [];
    for (const [across, down] of isCell
      ? [[0.5, 0.5]]
      : [
          [0.81, 0.71],
          [0.43, 0.42],
        ]) {
      await page.tab.point(1, 1, false); // what a pointer is on already it does not enter
      const { box } = await told(target);
      await page.run(() => {
        /** @type {any} */ (window).pointedCells = [];
      });
      await page.tab.point(box.left + across * box.width, box.top + down * box.height, !isCell);
      const { share, says } = await told(target);
      found[target].push({ share, says });
    }
    if (!target.includes("canvas")) continue;
    const { box } = await told(target);
    await page.drag(
      [box.left + 0.7 * box.width, box.top + 0.7 * box.height],
      [box.left + 0.3 * box.width, box.top + 0.4 * box.height],
    );
    found[target].push({ says: (await told(target)).says });
  }
  return found;
}

inEveryBrowser(
  "every explorer",
  "",
  (test) => {
    for (const tag of tags()) {
      test(
        `${tag}: asks what can mean two numbers, in English and German, and says what is too large`,
        async (page) => {
          /** @param {string} written with the page's decimal sign @param {string} other with the other one
           * @param {RegExp} asks @param {RegExp} large */
          const tried = async (written, other, asks, large) => {
            const found = await page.run(typedInto, [written, other, "1e39"]);
            for (const { kind, whole, text, before, after, said, answers } of found) {
              const where = `${tag}, ${kind || "cell"}, "${text}" in place of ${before}`;
              if (text === "1e39") {
                assert.equal(after, before, where);
                if (!whole) assert.match(said, large, where);
                // Where a whole number is asked for, 1,000 can only be a thousand; elsewhere 1.000 only one.
              } else if ((text === other) === whole) assert.equal(said, "", where);
              else {
                assert.equal(after, before, where);
                assert.match(said, asks, where);
                assert.deepEqual(answers.slice(0, 2), ["1000", "1"], where);
              }
            }
            return found;
          };
          await tried("1.000", "1,000", /can mean two numbers/, /“1e39” is too large/);
          await page.run((/** @type {string} */ source) => {
            document.head.append(
              Object.assign(document.createElement("script"), { textContent: source }),
            );
            explorer().lang = "de";
          }, GERMAN);
          await tried("1,000", "1.000", /kann zwei Zahlen bedeuten/, /„1e39“/);
          for (const { kind, whole, before, after } of await page.run(typedInto, ["1,5"]))
            assert.equal(after, whole ? before : "1,5", `${tag}, ${kind || "cell"}`);
        },
        pageOf(tag),
      );

      test(
        `${tag}: no text touches another, stands out or is broken, 320 and 640 px wide; no page is wider than 390 px where letters are twice as large`,
        async (page) => {
          const states = scenes[tag] ?? { start: {} };
          assert.deepEqual(await crowdedScenes(page, states, 320), []);
          assert.deepEqual(await crowdedScenes(page, states, 640), []);
          assert.deepEqual(await widerScenes(page, states, 390, "200%"), []);
        },
        pageOf(tag),
      );
    }
  },
  { only: "Chromium" },
);

inEveryBrowser("every explorer's mathematics", "", (test) => {
  for (const tag of tags())
    test(
      `${tag}: formulas are in the font that it carries, and go from left to right`,
      async (page) => {
        const { there, formulas, strangers, short, stacked } = /** @type {any} */ (
          await page.run(strangersInFormulas)
        );
        assert.ok(there, "the font is there");
        assert.ok(formulas > 0, "there is a formula");
        assert.deepEqual(strangers, []);
        assert.equal(short, 0, "parentheses shorter than the fraction in them");
        assert.deepEqual(stacked, []);
        assert.deepEqual(await page.run(reversed), []);
      },
      pageOf(tag),
    );
});

inEveryBrowser(
  "every explorer that a page scales",
  "",
  (test) => {
    for (const tag of tags())
      test(
        `${tag}: pointers hit what they point at`,
        async (page) => {
          const attributes = POINTED[tag] ?? { hide: "predict" };
          const unscaled = await gestures(page, attributes, 1);
          assert.ok(Object.keys(unscaled).length > 0, "there is something to point at");
          for (const scale of [0.6, 1.5]) {
            const scaled = await gestures(page, attributes, scale);
            assert.deepEqual(Object.keys(scaled), Object.keys(unscaled));
            for (const [target, all] of Object.entries(scaled))
              all.forEach(({ share, says }, at) => {
                const where = `${target} under scale(${scale})`;
                const wanted = unscaled[target][at];
                assert.equal(says, wanted.says, where);
                if (share === undefined) return;
                assert.ok(Math.abs(share - (wanted.share ?? NaN)) <= 0.06, `${where}: ${share}`);
              });
          }
        },
        pageOf(tag),
      );
  },
  { only: "Chromium" },
);

// Explorers in other languages: as long as those of the world are, from right to left, and chosen from a menu.
/* global explorer */
import * as assert from "node:assert/strict";
import { allWords, languages, tags } from "../../tools/bundle.js";
import { crowdedScenes } from "./crowded.js";
import { inEveryBrowser } from "./harness.js";
import { scenes } from "./scenes.js";

const english = await allWords();

const ACCENTED = new Map(
  Object.entries({ a: "á", e: "é", i: "í", o: "ó", u: "ú", n: "ñ", c: "ç", s: "š", y: "ý" }),
);

/** A word of a language whose words are two fifths longer. @param {string} word */
function longer(word) {
  const accented = [...word].map((letter) => ACCENTED.get(letter) ?? letter).join("");
  return accented + "éñoš".repeat(word.length).slice(0, Math.round(0.4 * word.length));
}

/** Words, without live values and letters of the formula. @param {string} text */
const pseudo = (text) =>
  text
    .split(/(\{\w+\|[^{}]*\}|\{[^{}]*\}|\S*_\S*)/)
    .map((piece, at) => {
      const forms = /^(\{\w+\|)([^{}]*)(\})$/.exec(piece);
      if (forms)
        return (
          forms[1] +
          forms[2].replaceAll(/(?<=:)[^|]*/g, (form) => form.replaceAll(/[a-z]{3,}/gi, longer)) +
          forms[3]
        );
      return at % 2 === 0 ? piece.replaceAll(/[a-z]{3,}/gi, longer) : piece;
    })
    .join("");

const pseudoWords = Object.fromEntries(
  Object.entries(english).map(([who, texts]) => [
    who,
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(text)])),
  ]),
);

/** Gives the page words and takes it into the language.
 * @param {string} code @param {Record<string, Record<string, string>>} words */
async function speak(code, words) {
  /** @type {any} */ (window).attentionExplorers.setStrings(code, words);
  document.documentElement.lang = code;
  await new Promise((resolve) => setTimeout(resolve, 20));
  await explorer().updateComplete;
}

inEveryBrowser(
  "languages that need more room",
  "",
  (test) => {
    for (const tag of tags())
      test(
        `${tag}: words that are two fifths longer have room, 320 and 1280 px wide`,
        async (page) => {
          const { frame, [tag]: own } = pseudoWords;
          await page.run(speak, "en-XA", { frame, [tag]: own });
          const states = scenes[tag] ?? { start: {} };
          const narrow = await crowdedScenes(page, states, 320);
          assert.deepEqual([...narrow, ...(await crowdedScenes(page, states, 1280))], []);
        },
        `explorers/${tag}.html`,
      );
  },
  { only: "Chromium" },
);

/** Numbers on the page that have another language's decimal sign: 0.728 where 0,728 is written.
 * @param {string} decimal the sign of the language */
function foreignNumbers(decimal) {
  const wrong =
    decimal === "," ? /(?<![\d.,])(0\.\d+|\d+\.(\d{1,2}|\d{4,}))(?![\d.])/ : /(?<![\d.,])0,\d/;
  const walker = document.createTreeWalker(explorer().shadowRoot, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // Programs are written as programs are, and a head is named by its block: 1.2.
    if (node.parentElement?.closest("style, pre, code, textarea, [data-head]")) continue;
    if (wrong.test(node.textContent ?? "")) found.push((node.textContent ?? "").trim());
  }
  return found;
}

for (const code of languages()) {
  const { default: words } = await import(`../../web/languages/${code}.js`);
  const parts = new Intl.NumberFormat(code, { numberingSystem: "latn" }).formatToParts(0.5);
  const decimal = parts.find(({ type }) => type === "decimal")?.value ?? ".";
  inEveryBrowser(
    `the language ${code}`,
    "",
    (test) => {
      for (const tag of tags())
        test(
          `${tag}: its words have room at 320 px, its numbers have the signs of the language`,
          async (page) => {
            const { frame, [tag]: own } = words;
            await page.run(speak, code, { frame, [tag]: own });
            assert.deepEqual(
              await crowdedScenes(page, { start: scenes[tag]?.start ?? {} }, 320),
              [],
            );
            assert.deepEqual(await page.run(foreignNumbers, decimal), []);
          },
          `explorers/${tag}.html`,
        );
    },
    { only: "Chromium" },
  );
}

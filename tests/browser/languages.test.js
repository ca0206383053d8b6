// Explorers in other languages: as long as those of the world are, from right to left, and chosen from a menu.
/* global explorer */
import * as assert from "node:assert/strict";
import { allWords, tags } from "../../tools/bundle.js";
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

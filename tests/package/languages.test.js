// The words in other languages: all of them and no others, with the same live values and the same letters of
// the formula, in plural forms that the language has, and nothing left in English by oversight.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { allWords, languages } from "../../tools/bundle.js";

const root = new URL("../../", import.meta.url);

// What is the same in a language as in English on purpose, as "tag: key".
/** @type {Record<string, string[]>} */
const SAME = {
  de: [
    "frame: embedMarkdown",
    "attention-cost: read feedForward",
    "attention-cost: read hidden",
    "attention-masks: preset lesson-1",
    "attention-steps: preset lesson-1",
    "attention-training: ownHint",
  ],
  es: [
    "frame: embedMarkdown",
    "attention-cost: column feedForward",
    "attention-cost: column hidden",
    "attention-cost: read feedForward",
    "attention-cost: read hidden",
    "attention-masks: preset lesson-1",
    "attention-steps: preset lesson-1",
    "attention-training: ownHint",
  ],
};

/** The names of live values. @param {string} text */
const namesIn = (text) =>
  [...new Set([...text.matchAll(/\{(\w+)[|}]/g)].map(([, name]) => name))].sort().join(" ");

/** Letters of formulas and names in programs, which no language translates: d_k, W_Q. @param {string} text */
const lettersIn = (text) =>
  [...new Set(text.replaceAll(/\{[^{}]*\}/g, " ").match(/[A-Za-z]\w*_\w+/g) ?? [])]
    .sort()
    .join(" ");

/** The plural forms of each counted noun. @param {string} text @returns {string[][]} */
const formsIn = (text) =>
  [...text.matchAll(/\{\w+\|([^{}]*)\}/g)].map(([, forms]) =>
    forms.split("|").map((form) => form.slice(0, form.indexOf(":"))),
  );

/** Whether a text is more than a name: two words at the least. @param {string} text */
const isSentence = (text) =>
  (text.replaceAll(/\{[^{}]*\}/g, " ").match(/(?<![\w_])[a-z]{3,}(?![\w_])/gi) ?? []).length > 1;

/** What is wrong with the words of a language.
 * @param {string} code @param {Record<string, Record<string, string>>} words
 * @param {Record<string, Record<string, string>>} english */
export function faultsOf(code, words, english) {
  const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
  /** @type {string[]} */
  const faults = [];
  for (const who of new Set([...Object.keys(english), ...Object.keys(words)])) {
    const [from, to] = [english[who] ?? {}, words[who] ?? {}];
    for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
      const say = (/** @type {string} */ fault) => faults.push(`${who}: ${key}: ${fault}`);
      if (!Object.hasOwn(to, key)) {
        say("missing");
        continue;
      }
      if (!Object.hasOwn(from, key)) {
        say("there is no such text");
        continue;
      }
      const [text, source] = [to[key], from[key]];
      if (text.trim() === "") say("empty");
      if (namesIn(text) !== namesIn(source))
        say(`it has {${namesIn(text)}} in place of {${namesIn(source)}}`);
      if (lettersIn(text) !== lettersIn(source))
        say(`it has ${lettersIn(text)} in place of ${lettersIn(source)}`);
      for (const forms of formsIn(text)) {
        if (!forms.includes("other")) say("no form “other”");
        for (const form of forms)
          if (!pluralCategories.some((category) => category === form))
            say(`the language has no form “${form}”`);
      }
      if (text === source && isSentence(text) && !SAME[code]?.includes(`${who}: ${key}`))
        say(`English: ${text}`);
    }
  }
  return faults;
}

const english = await allWords();

describe("words", () => {
  test("all are in one file for who translates them", () => {
    const written = JSON.parse(fs.readFileSync(new URL("dist/words.json", root), "utf8"));
    assert.deepEqual(written, english);
    for (const who of ["frame", "prose", "pages", "attention-steps", "attention-cost"])
      assert.ok(Object.keys(english[who]).length > 5, who);
  });

  test("the plural forms of English are those that it has", () => {
    const faults = faultsOf("en", english, english).filter((fault) => !/: English: /.test(fault));
    assert.deepEqual(faults, []);
  });

  test("what is wrong with a language is found", () => {
    const from = {
      frame: {
        next: "Next",
        count: "{n|one:# head|other:# heads} of d_k",
        say: "This is said by nobody.",
      },
    };
    const to = {
      frame: { count: "{m|one:# Kopf|few:# Köpfe}", say: "This is said by nobody.", more: "x" },
    };
    assert.deepEqual(faultsOf("de", to, from), [
      "frame: next: missing",
      "frame: count: it has {m} in place of {n}",
      "frame: count: it has  in place of d_k",
      "frame: count: no form “other”",
      "frame: count: the language has no form “few”",
      "frame: say: English: This is said by nobody.",
      "frame: more: there is no such text",
    ]);
    assert.deepEqual(
      faultsOf(
        "zh",
        {
          frame: { next: "下一步", count: "d_k 的 {n|other:# 个头}", say: "没有人这么说。" },
        },
        from,
      ),
      [],
    );
  });
});

describe("languages", () => {
  for (const code of languages()) {
    test(`${code} has every word, with the same live values`, async () => {
      const { default: words } = await import(new URL(`web/languages/${code}.js`, root).href);
      const faults = faultsOf(code, words, english);
      assert.equal(faults.length, 0, `\n${faults.join("\n")}`);
    });

    test(`${code} is a script that gives the page its words, imported and required`, async () => {
      const { default: words } = await import(new URL(`web/languages/${code}.js`, root).href);
      const register = () =>
        /** @type {any} */ (globalThis)[Symbol.for("attention-wasm.words")]?.words;
      await import(new URL(`dist/languages/${code}.js`, root).href);
      assert.deepEqual(register().get(code), words);
      register().delete(code);
      createRequire(import.meta.url)(`../../dist/languages/${code}.cjs`);
      assert.deepEqual(register().get(code), words);
    });
  }
});

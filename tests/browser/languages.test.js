// Explorers in other languages: as long as those of the world are, from right to left, and chosen from a menu.
/* global explorer, put, within */
import * as assert from "node:assert/strict";
import { allWords, languages, tags } from "../../tools/bundle.js";
import { crowdedScenes } from "./crowded.js";
import { englishLeft } from "./english.js";
import { inEveryBrowser } from "./harness.js";
import { reversed, scrambled } from "./reversed.js";
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

/** Words, without live values and letters of the formula; numbers in them as a translator writes them.
 * @param {string} text */
const pseudo = (text) =>
  text
    .replaceAll(/(?<=\d)\.(?=\d)/g, ",")
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
        `${tag}: words that are two fifths longer have room, 320 and 1280 px wide, and none is left in English`,
        async (page) => {
          const { frame, [tag]: own } = pseudoWords;
          // With commas in its numbers, as German has them.
          await page.run(speak, "de-XA", { frame, [tag]: own });
          const states = scenes[tag] ?? { start: {} };
          const narrow = await crowdedScenes(page, states, 320, foreignNumbers);
          assert.deepEqual(
            [...narrow, ...(await crowdedScenes(page, states, 1280, englishLeft))],
            [],
          );
        },
        `explorers/${tag}.html`,
      );
  },
  { only: "Chromium" },
);

/** Numbers on the page that have another language's decimal sign: 0.728 where 0,728 is written.
 * @param {string} decimal the sign of the language */
function foreignNumbers(decimal = ",") {
  const wrong =
    decimal === "," ? /(?<![\d.,])(0\.\d+|\d+\.(\d{1,2}|\d{4,}))(?![\d.])/ : /(?<![\d.,])0,\d/;
  const walker = document.createTreeWalker(explorer().shadowRoot, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const said = (node.textContent ?? "").trim();
    // Marks of direction that a label spells out are nobody's words.
    if (/U\+206/.test(said)) found.push(said);
    // Programs are written as programs are, and a head is named by its block: 1.2.
    if (node.parentElement?.closest("style, pre, code, textarea, [data-head], .token")) continue;
    if (wrong.test(said)) found.push(said);
  }
  return found;
}

/** The scene of an explorer in which it says most in numbers. @type {Record<string, string>} */
const TELLING = {
  "attention-steps": "7-output",
  "attention-lookup": "library",
  "attention-key-size": "slope",
  "attention-masks": "row",
  "attention-softmax": "divided",
  "attention-heatmap": "many",
  "attention-heads": "practice",
  "attention-training": "answered",
  "attention-cost": "memory",
};

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
            const { start = {}, output = start } = scenes[tag] ?? {};
            assert.deepEqual(await crowdedScenes(page, { start, output }, 320), []);
            assert.deepEqual(await page.run(foreignNumbers, decimal), []);
            const { [tag]: scene = "start" } = TELLING;
            const { [scene]: state = {} } = scenes[tag] ?? {};
            const commas = decimal === "," ? foreignNumbers : undefined;
            const more = code === "ar" ? scrambled : commas;
            assert.deepEqual(await crowdedScenes(page, { [scene]: state }, 390, more), []);
          },
          `explorers/${tag}.html`,
        );
    },
    { only: "Chromium" },
  );
}

// Enough of Arabic to see where things go.
const ARABIC = {
  frame: { next: "التالي", back: "السابق", description: "وصف", tables: "جداول" },
};

inEveryBrowser("a language that is read from right to left", "", (test) => {
  for (const tag of tags())
    test(
      `${tag}: its frame is mirrored, and mathematics goes from left to right`,
      async (page) => {
        await page.run(speak, "ar", { ...ARABIC, [tag]: { heading: "من أين يأتي كل رقم؟" } });
        const seen = await page.run(() => {
          const root = explorer().shadowRoot;
          const frame = root.querySelector(".frame");
          const heading = root.querySelector(".heading");
          const range = document.createRange();
          range.selectNodeContents(heading);
          const words = range.getBoundingClientRect();
          const box = heading.getBoundingClientRect();
          return {
            lang: frame.lang,
            direction: getComputedStyle(frame).direction,
            said: heading.textContent.trim(),
            // Words begin at the right.
            fromRight: box.right - words.right,
            fromLeft: words.left - box.left,
          };
        });
        assert.equal(seen.lang, "ar");
        assert.equal(seen.direction, "rtl");
        assert.equal(seen.said, "من أين يأتي كل رقم؟");
        assert.ok(seen.fromRight < 2 && seen.fromLeft > 100, JSON.stringify(seen));
        assert.deepEqual(await page.run(reversed), []);
      },
      `explorers/${tag}.html`,
    );

  test(
    "a verdict stands before its sum, which goes from left to right; values begin where words do",
    async (page) => {
      const seen = await page.run(
        async (/** @type {any} */ words) => {
          /** @type {any} */ (window).attentionExplorers.setStrings("ar", words);
          document.documentElement.lang = "ar";
          await new Promise((resolve) => setTimeout(resolve, 20));
          await put({ preset: "lesson-2", try: ["scores"], step: 3 });
          const field = /** @type {HTMLInputElement} */ (
            within('[data-matrix="S"] input[data-i="1"][data-j="2"]')
          );
          field.focus();
          field.value = "9";
          field.dispatchEvent(new Event("change", { bubbles: true }));
          await explorer().updateComplete;
          const root = explorer().shadowRoot;
          const boxOf = (/** @type {Node} */ node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return range.getBoundingClientRect();
          };
          const sum = root.querySelector("[data-arithmetic] .sum");
          const factors = [...sum.querySelectorAll(".nobreak span"), sum.querySelector(".result")];
          return {
            numbers: factors.map((each) => each.textContent).join(" "),
            lefts: factors.map((each) => boxOf(each).left),
            top: sum.querySelector("[data-verdict]").getBoundingClientRect().bottom,
            sumTop: factors[0].getBoundingClientRect().top,
            gaps: [...root.querySelectorAll("dd")].map(
              (each) => each.getBoundingClientRect().right - boxOf(each).right,
            ),
          };
        },
        (await import("../../web/languages/ar.js")).default,
      );
      // Lesson 2: query "two" (1, 1) and key "three" (1, 2).
      assert.equal(seen.numbers, "1 1 1 2 3");
      assert.deepEqual(
        seen.lefts,
        [...seen.lefts].sort((a, b) => a - b),
      );
      assert.ok(seen.sumTop >= seen.top - 1, "the verdict stands above");
      for (const gap of seen.gaps) assert.ok(gap < 2, seen.gaps.join(" "));
    },
    "explorers/attention-steps.html",
  );

  test(
    "numbers have the signs of the language, and are typed with either",
    async (page) => {
      const seen = await page.run(async () => {
        /** @type {any} */ (window).attentionExplorers.setStrings("de", {
          frame: { next: "Weiter" },
        });
        document.documentElement.lang = "de";
        const element = explorer();
        await new Promise((resolve) => setTimeout(resolve, 20));
        await element.updateComplete;
        const found = [];
        for (const text of ["0,25", "0.75", "-1,5"]) {
          const field = element.shadowRoot.querySelector("[data-matrix=X] tbody input");
          field.focus();
          field.value = text;
          field.dispatchEvent(new Event("input", { bubbles: true }));
          field.dispatchEvent(new Event("change", { bubbles: true }));
          field.blur();
          await element.updateComplete;
          await element.updateComplete;
          found.push(element.shadowRoot.querySelector("[data-matrix=X] tbody input").value);
        }
        return {
          found,
          direction: getComputedStyle(element.shadowRoot.querySelector(".frame")).direction,
        };
      });
      assert.deepEqual(seen, { found: ["0,25", "0,75", "−1,5"], direction: "ltr" });
    },
    "explorers/attention-steps.html",
  );

  test(
    "a language travels in embed code, as a script of its own",
    async (page) => {
      const code = await page.run(async () => {
        /** @type {any} */ (window).attentionExplorers.setStrings("de", {
          "attention-masks": { mask: "Maske" },
          pages: { language: "Sprache" },
        });
        document.documentElement.lang = "de-CH";
        await new Promise((resolve) => setTimeout(resolve, 20));
        const forms = ["script", "mdx", "iframe"].map((form) => explorer().embedCodeFor(form));
        return (await Promise.all(forms)).map((each) => each.code);
      });
      assert.match(
        code[0],
        /<script src="languages\/de\.js"><\/script>\n<attention-masks lang="de-CH"/,
      );
      assert.match(code[1], /import "attention-wasm\/languages\/de";/);
      assert.match(code[2], /attention-masks\.html#attention-masks\.lang=de-CH/);
    },
    "explorers/attention-masks.html",
  );

  test(
    "what is answered, and what is wrong, is said in the signs and words of the language",
    async (page) => {
      const seen = await page.run(
        async (/** @type {any} */ words) => {
          /** @type {any} */ (window).attentionExplorers.setStrings("de", words);
          document.documentElement.lang = "de";
          const element = explorer();
          await new Promise((resolve) => setTimeout(resolve, 20));
          await element.updateComplete;
          element.shadowRoot.querySelector("[data-answer]:not([data-answer=''])").click();
          await element.updateComplete;
          const again = element.shadowRoot
            .querySelector("[data-action=ask-again]")
            .textContent.trim();
          const told = element.shadowRoot.querySelector(".verdict").textContent;
          return { again, told };
        },
        (await import("../../web/languages/de.js")).default,
      );
      assert.equal(seen.again, "Noch einmal versuchen");
      assert.doesNotMatch(seen.told, /\d\.\d/);
    },
    "explorers/attention-lookup.html",
  );

  test(
    "words that the page gives without a script of their own travel in embed code",
    async (page) => {
      const seen = await page.run(async () => {
        /** @type {any} */ (window).attentionExplorers.setStrings("fr", {
          "attention-masks": { heading: "Que cache un masque ?" },
        });
        document.documentElement.lang = "fr";
        await new Promise((resolve) => setTimeout(resolve, 20));
        await explorer().updateComplete;
        const { code } = await explorer().embedCodeFor("script");
        const { code: whole } = await explorer().embedCodeFor("srcdoc");
        return { code, whole: whole.slice(whole.indexOf("srcdoc=")) };
      });
      assert.match(seen.code, /lang="fr"/);
      assert.match(
        seen.code,
        /strings="\{&quot;heading&quot;:&quot;Que cache un masque \?&quot;\}"/,
      );
      assert.match(seen.whole, /<html lang=&quot;fr&quot;>/);
    },
    "explorers/attention-masks.html",
  );

  test(
    "a page in a language without words shows English, and says so to whoever reads aloud",
    async (page) => {
      const seen = await page.run(async () => {
        document.documentElement.lang = "fr";
        await new Promise((resolve) => setTimeout(resolve, 20));
        await explorer().updateComplete;
        const frame = explorer().shadowRoot.querySelector(".frame");
        return [frame.lang, frame.dir];
      });
      assert.deepEqual(seen, ["en", ""]);
    },
    "explorers/attention-masks.html",
  );
});

inEveryBrowser(
  "elements of running text in another language",
  "attention-explorers.html",
  (test) => {
    test("they say what they say in the language around them", async (page) => {
      const said = await page.run(async () => {
        /** @type {any} */ (window).attentionExplorers.setStrings("de", {
          prose: {
            check: "Prüfen",
            isRight: "Richtig: {right}.",
            answerIs: "Es ist {right}.",
            run: "Ausführen und prüfen",
          },
          frame: { justShow: "Einfach zeigen", yourAnswer: "Deine Antwort" },
        });
        const main = /** @type {Element} */ (document.querySelector("main"));
        main.insertAdjacentHTML(
          "beforeend",
          `<div lang="de-AT"><attention-question right="0.576">Gewicht?</attention-question>
         <attention-question right="(0.5, 1)">Zeile?</attention-question>
         <attention-exercise name="scaled"></attention-exercise></div>`,
        );
        const [weight, row, exercise] = /** @type {any[]} */ ([
          ...main.querySelectorAll("div[lang] > *"),
        ]);
        for (const each of [weight, row, exercise]) await each.updateComplete;
        const text = (/** @type {any} */ element) =>
          element.shadowRoot.textContent.replaceAll(/\s+/g, " ").trim();
        const before = text(weight);
        const verdicts = [];
        const shown = [];
        for (const question of [weight, row]) {
          question.answer("");
          await question.updateComplete;
          shown.push(question.shadowRoot.querySelector("[data-verdict] p").textContent.trim());
          await question.again();
        }
        for (const [question, given] of [
          [weight, "0,576"],
          [row, "(0,5; 1)"],
        ]) {
          question.shadowRoot.querySelector("input").value = given;
          question.shadowRoot.querySelector("form").requestSubmit();
          await question.updateComplete;
          verdicts.push(question.shadowRoot.querySelector("[data-verdict]").dataset.verdict);
        }
        const run = exercise.shadowRoot.querySelector("[data-run]").textContent.trim();
        const div = /** @type {HTMLElement} */ (main.querySelector("div[lang]"));
        div.lang = "en";
        await new Promise((resolve) => setTimeout(resolve, 20));
        await exercise.updateComplete;
        return {
          before,
          verdicts,
          shown,
          run,
          again: exercise.shadowRoot.querySelector("[data-run]").textContent.trim(),
        };
      });
      assert.match(said.before, /Deine Antwort.*Prüfen.*Einfach zeigen/);
      assert.deepEqual(said.verdicts, ["right", "right"]);
      assert.deepEqual(said.shown, ["Es ist 0,576.", "Es ist (0,5; 1)."]);
      assert.equal(said.run, "Ausführen und prüfen");
      assert.equal(said.again, english.prose.run);
    });

    test("a language whose file does not lie beside the page is said to be missing", async (page) => {
      const seen = await page.run(async () => {
        const select = /** @type {HTMLSelectElement} */ (
          document.querySelector(".languages select")
        );
        select.append(new Option("Klingon", "tlh"));
        select.value = "tlh";
        select.dispatchEvent(new Event("change"));
        const status = /** @type {Element} */ (document.querySelector(".languages [role=status]"));
        for (let turn = 0; turn < 100 && status.textContent === ""; turn += 1)
          await new Promise((resolve) => setTimeout(resolve, 20));
        // The witness saw that the file could not be had, as it should.
        /** @type {any} */ (window).problems.length = 0;
        return { said: status.textContent, language: select.value };
      });
      assert.equal(
        seen.said,
        english.pages.languageMissing
          .replace("{language}", "Klingon")
          .replace("{file}", "languages/tlh.js"),
      );
      assert.equal(seen.language, "en");
    });
  },
);

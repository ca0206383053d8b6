// Words in the language of the page, the author's words, two copies of the script, other documents.
/* global explorer, put, readText, within */
import * as assert from "node:assert/strict";
import { test as it } from "node:test";
import { withLiveValues } from "../../web/frame/live-values.js";
import { inEveryBrowser } from "./harness.js";

it("a number has the form that the language gives it", () => {
  const say = (/** @type {string} */ text, /** @type {unknown} */ n, language = "en") =>
    withLiveValues(text, { n }, language).join("");
  const heads = "{n|one:# head|other:# heads} here";
  assert.deepEqual(
    [0, 1, "1", 2, "1,024", 1024, "<0.01", "?"].map((n) => say(heads, n)),
    [
      "0 heads here",
      "1 head here",
      "1 head here",
      "2 heads here",
      "1,024 heads here",
      // A count that is given as a number is written as the page writes numbers.
      "1,024 heads here",
      "<0.01 heads here",
      "? heads here",
    ],
  );
  // Arabic has six forms; those that a text does not have are its other one. Read from
  // right to left, a value stands apart from the text around it.
  const arabic = "{n|zero:a|one:b|two:c|few:# d|many:# e|other:# f}";
  assert.deepEqual(
    [0, 1, 2, 3, 11, 100].map((n) => say(arabic, n, "ar-EG")),
    ["a", "b", "c", "\u20683\u2069 d", "\u206811\u2069 e", "\u2068100\u2069 f"],
  );
  assert.equal(say("{n|other:# つ}", 1, "ja"), "1 つ");
  // Only what was given is a value, never what every object has.
  assert.equal(say("a{toString}{__proto__}{constructor|other:#}{m} b", 1), "a b");
  // A value may be a piece of a page, and stays one.
  const piece = { of: "page" };
  assert.deepEqual(withLiveValues("a {n|one:#|other:# b}", { n: piece }, "en"), [
    "a ",
    "",
    piece,
    " b",
    "",
  ]);
});

inEveryBrowser("words", "explorers/attention-steps.html", (test) => {
  test("the page gives words in its language, inherited as lang is", async (page) => {
    const said = await page.run(async () => {
      const { setStrings } = /** @type {any} */ (window).attentionExplorers;
      setStrings("de", {
        "attention-steps": { heading: "Woher kommt jede Zahl?", mask: "Maske" },
        frame: { next: "Weiter" },
      });
      const heading = async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await explorer().updateComplete;
        return readText(".heading");
      };
      const seen = [await heading()];
      document.body.lang = "de-AT";
      seen.push(await heading(), readText("[data-action=next]"));
      // Numbers follow: 0,728.
      await put({ step: 7 });
      seen.push(readText("[data-matrix=A]"));
      explorer().lang = "en";
      seen.push(await heading());
      explorer().removeAttribute("lang");
      explorer().setAttribute("strings", JSON.stringify({ heading: "Mein Titel" }));
      seen.push(await heading());
      const { code } = await explorer().embedCodeFor("script");
      explorer().setAttribute("strings", "{");
      await explorer().updateComplete;
      return { seen, code, error: readText(".error") };
    });
    assert.deepEqual(said.seen.slice(0, 3), [
      "Where does each number of attention come from?",
      "Woher kommt jede Zahl?",
      "Weiter",
    ]);
    assert.match(said.seen[3], /0,728/);
    assert.deepEqual(said.seen.slice(4), [
      "Where does each number of attention come from?",
      "Mein Titel",
    ]);
    // The author's words, and those of the page, which has no script of them.
    assert.match(said.code, /strings="\{[^"]*&quot;heading&quot;:&quot;Mein Titel&quot;[^"]*\}"/);
    assert.match(said.code, /&quot;next&quot;:&quot;Weiter&quot;[^"]*" lang="de-AT"/);
    assert.match(said.error, /the attribute strings must be JSON/);
  });

  test("wrong languages and words are refused in our words", async (page) => {
    const said = await page.run(() => {
      const { setStrings } = /** @type {any} */ (window).attentionExplorers;
      return [
        [7, {}],
        ["de", "x"],
        ["de", { frame: { next: 1 } }],
      ].map(([language, words]) => {
        try {
          setStrings(language, words);
          return "";
        } catch (error) {
          return `${/** @type {Error} */ (error).name}: ${/** @type {Error} */ (error).message}`;
        }
      });
    });
    for (const text of said)
      assert.match(text, /^TypeError: setStrings: (the language is|words are)/);
  });

  test("moved into another document it keeps its looks, and speaks that document's language", async (page) => {
    const [before, after, said] = await page.run(async () => {
      const element = explorer();
      const colour = () =>
        element.ownerDocument.defaultView.getComputedStyle(within(".heading")).fontWeight +
        element.ownerDocument.defaultView.getComputedStyle(within(".frame")).display;
      const first = colour();
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const other = /** @type {Document} */ (frame.contentDocument);
      other.documentElement.lang = "de";
      const words = { "attention-steps": { heading: "Woher kommt jede Zahl?" } };
      /** @type {any} */ (window).attentionExplorers.setStrings("de", words);
      const shown = element.shadowRoot;
      other.body.append(other.adoptNode(element));
      await element.updateComplete;
      const view = /** @type {Window} */ (frame.contentWindow);
      const heading = shown.querySelector(".heading");
      return [
        first,
        view.getComputedStyle(heading).fontWeight +
          view.getComputedStyle(shown.querySelector(".frame")).display,
        heading.textContent.trim(),
      ];
    });
    assert.equal(after, before);
    assert.equal(said, "Woher kommt jede Zahl?");
  });
});

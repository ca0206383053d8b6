// Questions that are asked before something is shown: what is kept of an answer, what hides meanwhile,
// what the page hears, and what an author may word. Tried on <attention-steps>; an explorer's own test
// says what is asked.
/* global explorer, put, readText, within */
import * as assert from "node:assert/strict";
import { inEveryBrowser } from "./harness.js";

inEveryBrowser("questions", "explorers/attention-steps.html", (test) => {
  test("a verdict stays the one of what was asked, whatever changes afterwards", async (page) => {
    await page.run(() => put({ step: 6 }));
    await page.click('[data-answer="1"]');
    const [before, after] = await page.run(async () => {
      await explorer().updateComplete;
      const first = readText(".prediction");
      await put({ mask: "causal", query: 3, factor: 2 });
      return [first, readText(".prediction")];
    });
    // The lesson: "damaged" reads "arrival" with 0.728, "on" with 0.148.
    assert.match(before, /which token does “damaged” read most/);
    assert.match(
      before,
      /Your answer on Right answer arrival Not quite\..*0\.728.*“on” gets 0\.148/,
    );
    assert.equal(after.replace("Ask me about what is shown now", "Try again"), before);
    assert.match(after, /Ask me about what is shown now/);
  });

  test("a question can be tried again, and the next one asked", async (page) => {
    const said = await page.run(async () => {
      /** @type {[string, boolean, number | null][]} */
      const seen = [];
      const press = async (/** @type {string} */ selector) => {
        within(selector)?.click();
        await explorer().updateComplete;
        seen.push([
          readText(".prediction .question"),
          Boolean(within(".verdict")),
          explorer().query ?? null,
        ]);
      };
      await put({ step: 6 });
      await press('[data-answer="2"]');
      await press("[data-action=ask-again]");
      await press('[data-answer="0"]');
      await press("[data-action=next-question]");
      await press('[data-answer=""]');
      return { seen, shown: readText(".prediction") };
    });
    const [right, again, wrong, next, shown] = said.seen;
    assert.equal(right[1], true);
    assert.deepEqual(again, [right[0], false, null]);
    assert.equal(wrong[1], true);
    assert.match(String(next[0]), /“on”|“arrival”/);
    assert.equal(next[1], false);
    assert.equal(shown[1], true);
    // Who only looks is not judged.
    assert.doesNotMatch(said.shown, /Not quite|You got it|Your answer/);
    assert.match(said.shown, /Right answer/);
  });

  test("the focus goes from the answer to the verdict, and back", async (page) => {
    await page.run(() => put({ step: 6 }));
    await page.focusByKeys('[data-answer="2"]');
    await page.press("Enter");
    const isOn = (/** @type {string} */ selector) =>
      page.run(async (wanted) => {
        await explorer().updateComplete;
        return explorer().shadowRoot.activeElement?.matches(wanted) ?? false;
      }, selector);
    assert.equal(await isOn(".verdict"), true);
    await page.focusByKeys("[data-action=ask-again]");
    await page.press("Enter");
    assert.equal(await isOn("[data-answer]"), true);
  });

  test("nothing else gives the answer away while it is open", async (page) => {
    const read = () =>
      page.run(async () => {
        const element = await put({ openParts: new Set(["tables", "description"]) });
        const { csv, json, svg } = element.allExports();
        return {
          tables: readText("[data-table=A]") + readText("[data-table=O]"),
          description: readText(".described"),
          csv: csv(),
          json: JSON.stringify(json()),
          svg: svg(),
          readouts: readText(".readouts"),
          sentence: readText(".sentence"),
          all: element.shadowRoot.textContent,
        };
      });
    await page.run(() => put({ step: 6 }));
    const open = await read();
    for (const [where, text] of Object.entries(open)) {
      assert.doesNotMatch(text, /0\.72[78]|0\.148/, `${where} of the open question`);
    }
    await page.click('[data-answer="2"]');
    const { all: _, ...answered } = await read();
    for (const [where, text] of Object.entries(answered)) {
      assert.match(text, /0\.72[78]/, `${where} of the answered question`);
    }
  });

  for (const [tag, state, secret] of /** @type {[string, Record<string, string>, RegExp][]} */ ([
    ["steps", { step: "6" }, /0\.72[78]|0\.148/],
    ["steps", { step: "6", preset: "lesson-2" }, /0\.57[56]|0\.284/],
    ["masks", { masks: "padding" }, /0\.45[56]|0\.54[34]/],
    ["masks", { way: "score" }, /0\.584|0\.41[56]/],
    ["lookup", {}, /0\.57[56]/],
    ["softmax", { preset: "pencil" }, /0\.57[56]/],
    ["softmax", { preset: "pencil", also: "slope" }, /0\.57[56]|0\.244/],
    ["softmax", { preset: "four", also: "slope" }, /0\.04[12]|0\.040/],
    ["key-size", {}, /1024 largest 1\.000/],
    ["cost", { view: "path" }, /8 steps/],
    ["key-size", { view: "spread" }, /22\.6|23\.4/],
    ["cost", { view: "memory" }, /268[.,]4|42\.6/],
    ["cost", { view: "feed-forward", d: "1000", n: "256" }, /4,?000/],
    ["cost", { view: "decoding" }, /2,?048\.5/],
    ["heads", { view: "axis" }, /1\.58[56]|0\.592/],
  ]))
    test(
      `nothing gives it away: ${tag} ${JSON.stringify(state)}`,
      async (page) => {
        const read = () =>
          page.run(async () => {
            const element = explorer();
            element.openParts = new Set(["tables", "description", "export", "save", "reproduce"]);
            await element.updateComplete;
            const files = element.allExports();
            const offered = element.shadowRoot.querySelectorAll(".prediction");
            for (const part of offered) part.remove();
            return {
              page: element.shadowRoot.textContent,
              ...Object.fromEntries(
                ["svg", "csv", "python", "numpy"].map((kind) => [kind, files[kind]?.() ?? ""]),
              ),
              json: JSON.stringify(files.json()),
            };
          });
        await page.run(async (/** @type {Record<string, string>} */ attributes) => {
          for (const [name, value] of Object.entries(attributes))
            explorer().setAttribute(name, value);
          await explorer().updateComplete;
          if (!explorer().asking.isOpen()) throw new Error("nothing is asked");
        }, state);
        for (const [where, text] of Object.entries(await read()))
          assert.doesNotMatch(text, secret, `${where} of the open question`);
        const answered = await page.run(async () => {
          const [{ name, answers }] = explorer().questions();
          explorer().asking.answer(name, answers[0].value);
          await explorer().updateComplete;
          return JSON.stringify(explorer().allExports().json()) + explorer().shadowRoot.textContent;
        });
        assert.match(answered, secret, "once it is answered");
      },
      `explorers/attention-${tag}.html`,
    );

  test("equal weights have no largest: the tie is the right answer", async (page) => {
    const verdict = await page.run(async () => {
      await put({
        step: 6,
        x: [
          [1, 0, 0, 0],
          [1, 0, 0, 0],
          [0, 0, 0, 0],
        ],
        query: 3,
      });
      within('[data-answer="0"]')?.click();
      await explorer().updateComplete;
      return readText(".verdict");
    });
    assert.match(verdict, /Right answer It’s a tie.*Not quite.*0\.333 each/);
  });

  test("the page hears an answer once, and a frame's page tells the page around it", async (page) => {
    const heard = await page.run(async () => {
      /** @type {any[]} */
      const events = [];
      document.addEventListener("answer", (event) =>
        events.push(/** @type {CustomEvent} */ (event).detail),
      );
      await put({ step: 6 });
      within('[data-answer="1"]')?.click();
      await put({ step: 5 });
      await put({ step: 6 });
      within("[data-action=ask-again]")?.click();
      await explorer().updateComplete;
      within('[data-answer=""]')?.click();
      await explorer().updateComplete;
      return events;
    });
    assert.equal(heard.length, 1);
    const { state, ...rest } = heard[0];
    assert.deepEqual(rest, {
      explorer: "attention-steps",
      question: "Before you look: which token does “damaged” read most?",
      options: ["damaged", "on", "arrival", "It’s a tie"],
      given: "on",
      right: "arrival",
    });
    assert.equal(state.step, 6);
    assert.equal(state.preset, "lesson-1");
  });

  test("an author's question stands in the place of the explorer's", async (page) => {
    const said = await page.run(async () => {
      const element = explorer();
      /** @type {any[]} */
      const events = [];
      element.addEventListener("answer", (/** @type {any} */ event) => events.push(event.detail));
      /** @type {any[]} */
      const changes = [];
      element.addEventListener("change", (/** @type {any} */ event) => changes.push(event.detail));
      const own = [
        {
          question: "Where is <b>?",
          answers: ["here", "there"],
          right: "there",
          why: "It is.",
          hides: ["S"],
        },
        {
          question: "And now?",
          answers: ["1", "2"],
          right: "1",
          state: { step: 3, mask: "causal" },
        },
      ];
      element.setAttribute("question", JSON.stringify(own));
      await put({ openParts: new Set(["tables"]) });
      const seen = [readText(".prediction"), readText("[data-table=S]")];
      within('[data-answer="here"]')?.click();
      await element.updateComplete;
      seen.push(readText(".prediction"), readText("[data-table=S]"));
      within("[data-action=next-question]")?.click();
      await element.updateComplete;
      await element.updateComplete;
      seen.push(readText(".prediction .question"));
      const code = (await element.embedCodeFor("script")).code;
      return { seen, step: element.step, mask: element.mask, events, changes, code };
    });
    assert.match(said.seen[0], /Where is <b>\? here there Just show it/);
    assert.match(said.seen[1], /damaged \?\?\?/);
    assert.match(said.seen[2], /Your answer here Right answer there Not quite\. It is\./);
    assert.doesNotMatch(said.seen[3], /\?/);
    assert.equal(said.seen[4], "And now?");
    assert.deepEqual([said.step, said.mask], [3, "causal"]);
    assert.deepEqual(
      said.changes.map(({ step, mask }) => [step, mask]),
      [[3, "causal"]],
      "the page is told of the state of the next question",
    );
    assert.deepEqual([said.events[0].given, said.events[0].right], ["here", "there"]);
    assert.match(said.code, /question="\[\{&quot;question&quot;/);
  });

  test("an author's question is asked once, wherever the learner goes; those of a state of their own there", async (page) => {
    const said = await page.run(async () => {
      const element = explorer();
      /** @type {any[]} */
      const events = [];
      element.addEventListener("answer", (/** @type {any} */ event) => events.push(event.detail));
      const answers = ["a", "b"];
      element.ownQuestion = { question: "Anywhere?", answers, right: "b" };
      const seen = [];
      for (const step of [1, 6, 7, 6, 3]) {
        await put({ step });
        within('[data-answer="a"]')?.click();
        await element.updateComplete;
        seen.push(readText(".prediction .question"));
      }
      const once = events.length;
      // Written as an author may write it, not as the explorer does.
      const state = { x: "1 0;0 1;  .5 .50", factor: "2.0", step: 3 };
      const own = [
        { question: "First?", answers, right: "a", state: { step: "4" } },
        { question: "Typed?", answers, right: "a", state },
        { question: "Last?", answers, right: "a" },
      ];
      element.setAttribute("question", JSON.stringify(own));
      const eye = [
        [1, 0],
        [0, 1],
      ];
      const x = [...eye, [0.5, 0.5]];
      await put({ step: 3, factor: 2, tokens: ["a", "b", "c"], x, wq: eye, wk: eye, wv: eye });
      seen.push(readText(".prediction .question"));
      within('[data-answer="a"]')?.click();
      await put({ step: 4 });
      seen.push(readText(".prediction .question"));
      await put({ step: 3 });
      seen.push(readText("[data-verdict], .prediction .verdict"));
      within("[data-action=next-question]")?.click();
      await element.updateComplete;
      await element.updateComplete;
      seen.push(readText(".prediction .question"), readText(".prediction .answers"));
      element.setAttribute(
        "question",
        JSON.stringify({ question: "Q", answers, right: "a", state: { stepp: 3 } }),
      );
      await element.updateComplete;
      seen.push(readText(".error"));
      return { seen, once };
    });
    assert.equal(said.once, 1);
    assert.deepEqual(said.seen.slice(0, 5), Array(5).fill("Anywhere?"));
    assert.equal(said.seen[5], "Typed?");
    assert.equal(said.seen[6], "First?");
    assert.match(said.seen[7], /Your answer a Right answer a/);
    assert.equal(said.seen[8], "Last?");
    assert.match(said.seen[9], /^a b/);
    assert.match(said.seen[10], /“state” of question 1 must give values to attributes/);
  });

  for (const [attribute, message] of /** @type {const} */ ([
    ["{", /is not valid JSON/],
    ["7", /question 1 needs a text under “question”/],
    ['{"question":"Q","answers":["a"],"right":"a"}', /2 to 12 texts/],
    ['{"question":"Q","answers":["a","a"],"right":"a"}', /same answer twice/],
    [
      '{"question":"Q","answers":["a","b"],"right":"c"}',
      /“right” of question 1 must be exactly one of its answers: a, b/,
    ],
    [
      '[{"question":"Q","answers":["a","b"],"right":"a","state":[]}]',
      /“state” of question 1 must give values to attributes/,
    ],
    [
      '{"question":"Q","answers":["a","b"],"right":"a","hides":"A"}',
      /“hides” of question 1 must be a list/,
    ],
  ])) {
    test(`says what is wrong with the author's ${attribute}`, async (page) => {
      const said = await page.run(async (text) => {
        explorer().setAttribute("question", text);
        await explorer().updateComplete;
        return readText(".error");
      }, attribute);
      assert.match(said, message);
      assert.match(said, /attention-steps: /);
    });
  }
});

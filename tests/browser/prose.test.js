// What runs around the figures without a line of script: links, tasks, terms, programs and questions; and
// the course and the lessons that are made of them.
/* global ready */
import assert from "node:assert/strict";
import { inEveryBrowser } from "./harness.js";

const PAGES = ["attention-explorers", "lesson", "lesson-1", "lesson-2", "lesson-3"];

for (const name of PAGES) {
  inEveryBrowser(name, `${name}.html`, (test) => {
    test("every name in the text names something", async (page) => {
      const lost = await page.run(() => {
        /** @param {string} selector @param {(element: Element) => string} what */
        const missing = (selector, what) =>
          [...document.querySelectorAll(selector)]
            .map(what)
            .filter((id) => !document.getElementById(id));
        return [
          ...missing("attention-term", (term) => `term-${term.getAttribute("name")}`),
          ...missing("[for]", (element) => element.getAttribute("for") ?? ""),
          ...missing("[from]", (element) => element.getAttribute("from") ?? ""),
          ...missing('a[href^="#"]', (link) => (link.getAttribute("href") ?? "").slice(1)),
        ];
      });
      assert.deepEqual(lost, []);
    });

    test("every link in the text sets what it says, and only in its own figure", async (page) => {
      const wrong = await page.run(async () => {
        await ready();
        const figures = /** @type {any[]} */ (
          [...document.querySelectorAll("[id]")].filter((element) => "state" in element)
        );
        const states = () =>
          new Map(
            figures.map((figure) => [figure.id, JSON.stringify([...figure.stateAttributes()])]),
          );
        /** @type {string[]} */
        const found = [];
        for (const link of /** @type {any[]} */ ([
          ...document.querySelectorAll("attention-link"),
        ])) {
          const figure = /** @type {any} */ (document.getElementById(link.getAttribute("for")));
          const own = figure.localName;
          const before = states();
          const wanted = link.settings;
          if (wanted.size === 0) found.push(`${link.outerHTML} sets nothing`);
          await link.show();
          const after = states();
          for (const [id, state] of after)
            if (id !== figure.id && before.get(id) !== state)
              found.push(`${own} link changed ${id}`);
          for (const [name, text] of wanted) {
            // As the explorer itself would write what the link says.
            const twin = /** @type {any} */ (document.createElement(own));
            twin.state.take(new Map([[name, text]]));
            if (twin.state.text(name) === undefined) found.push(`${own} has no attribute ${name}`);
            if (twin.state.text(name) !== figure.state.text(name))
              found.push(`${own} ${name} is ${figure.state.text(name)}, not ${text}`);
          }
          if (figure.shadowRoot.querySelector(".error, [data-error]"))
            found.push(`${link.outerHTML}: the figure failed`);
        }
        return found;
      });
      assert.deepEqual(wrong, []);
    });

    test("no sideways scrolling at 320 px, and axe-core finds nothing", async (page) => {
      await page.resize(320, 700);
      const tooWide = await page.run(async () => {
        await ready();
        return document.documentElement.scrollWidth - document.documentElement.clientWidth;
      });
      assert.ok(tooWide <= 0, `${tooWide} px`);
      assert.deepEqual(await page.axe(), []);
    });
  });
}

inEveryBrowser("the elements of running text", "attention-explorers.html", (test) => {
  test("a task shows that it is done when the figure gets there, once", async (page) => {
    const seen = await page.run(async () => {
      await ready();
      const main = /** @type {Element} */ (document.querySelector("main"));
      main.insertAdjacentHTML(
        "beforeend",
        `<attention-task for="steps-figure" when="step=4 mask=causal">Go there.</attention-task>
         <attention-task for="lookup-figure" when="temperature&lt;0.6, temperature>0.4">Try.</attention-task>
         <attention-task for="steps-figure" when="A:2:1=1">A cell.</attention-task>`,
      );
      const tasks = /** @type {any[]} */ ([...main.querySelectorAll("main > attention-task")]);
      let events = 0;
      main.addEventListener("done", () => (events += 1));
      const steps = /** @type {any} */ (document.getElementById("steps-figure"));
      const lookup = /** @type {any} */ (document.getElementById("lookup-figure"));
      /** @type {boolean[][]} */
      const states = [];
      const turn = async (/** @type {any} */ figure, /** @type {any} */ changes) => {
        await figure.set(changes);
        await new Promise((resolve) => setTimeout(resolve, 20));
        states.push(tasks.map((task) => task.done));
      };
      await turn(steps, { step: 4 });
      await turn(steps, { mask: "causal" });
      await turn(steps, { step: 1 });
      await turn(lookup, { temperature: 0.5 });
      await turn(steps, { scores: undefined, flip: ["2:2"] });
      return { states, events };
    });
    assert.deepEqual(seen.states, [
      [false, false, false],
      [true, false, false],
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
    assert.equal(seen.events, 3);
  });

  test("tasks compare what a readout begins with, in the signs of its language", async (page) => {
    const seen = await page.run(async () => {
      await ready();
      /** @type {any} */ (window).attentionExplorers.setStrings("de", {
        frame: { next: "Weiter" },
      });
      const main = /** @type {HTMLElement} */ (document.querySelector("main"));
      main.lang = "de";
      main.insertAdjacentHTML(
        "beforeend",
        `<attention-heads id="own-heads"></attention-heads>
         <attention-task for="masks-figure" when="hidden&gt;=4 hidden&lt;=4">4 of 9</attention-task>
         <attention-task for="masks-figure" when="hidden&lt;4">3 of 9</attention-task>
         <attention-task for="softmax-figure" when="largest>0.66 largest<0.67">0,6652</attention-task>
         <attention-task for="steps-figure" when='shapes="(3, 2) · (2, 3) → (3, 3)"'>A template.</attention-task>
         <attention-task for="own-heads" when="parameters=1,050,624">As the page groups it</attention-task>
         <attention-task for="own-heads" when="parameters>1,050,624">No more</attention-task>
         <attention-task for="own-heads" when='score-bytes="8.39 MB"'>With its unit</attention-task>
         <attention-task for="own-heads" when='score-bytes="8.39 GB"'>Another unit</attention-task>
         <attention-task for="own-heads" when='score-bytes="8.39"'>Without</attention-task>
         <attention-task for="lookup-figure" when="temperature=hard">As the attribute says it</attention-task>
         <attention-task for="nothing" when="step=3">None.</attention-task>
         <attention-task for="progress" when="step=3">No figure.</attention-task>
         <attention-link for="softmax-figure" temperature="2" theme="dark">both</attention-link>`,
      );
      const tasks = /** @type {any[]} */ ([...main.querySelectorAll("main > attention-task")]);
      const figure = (/** @type {string} */ name) =>
        /** @type {any} */ (document.getElementById(`${name}-figure`));
      await new Promise((resolve) => setTimeout(resolve, 20));
      await figure("masks").set({ masks: ["causal", "padding"] });
      await figure("softmax").set({ preset: "saturation", temperature: 8 });
      await figure("steps").set({ step: 3 });
      const heads = /** @type {any} */ (document.getElementById("own-heads"));
      for (let turn = 0; turn < 200 && !heads.attn; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      await heads.set({ view: "shapes" });
      await figure("lookup").set({ preset: "students", temperature: 0 });
      await new Promise((resolve) => setTimeout(resolve, 20));
      const done = tasks.map((task) => task.done);
      const link = /** @type {any} */ (main.querySelector("main > attention-link"));
      await link.show();
      const { temperature } = figure("softmax");
      return { done, temperature, theme: figure("softmax").getAttribute("theme") };
    });
    const heads = [true, false, true, false, true];
    assert.deepEqual(seen.done, [true, false, true, true, ...heads, true, false, false]);
    assert.deepEqual([seen.temperature, seen.theme], [2, "dark"]);
  });

  test("text acts once its figure is there, wherever that comes from and however late", async (page) => {
    const seen = await page.run(async () => {
      await ready();
      const place = document.createElement("div");
      place.style.cssText = "position: fixed; inset: 40vh 0 auto";
      document.body.append(place);
      /** @param {() => unknown} what */
      const until = async (what) => {
        for (let turn = 0; turn < 150 && !what(); turn += 1)
          await new Promise((resolve) => setTimeout(resolve, 20));
        return what();
      };
      /** What is in the middle of the screen has been seen two frames later. */
      const looked = () =>
        new Promise((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 30))),
        );
      /** @param {string} tag @param {string} [id] @returns {any} */
      const made = (tag, id) => Object.assign(document.createElement(tag), id ? { id } : {});
      /** @param {string} id @param {string} rest */
      const link = (id, rest) =>
        `<attention-link for="${id}" when="seen" ${rest}>words</attention-link>`;
      /** @type {Record<string, unknown>} */
      const found = {};

      place.innerHTML = `${link("late", 'step="4" mask="causal"')}
        ${link("late-too", 'temperature="2"')}
        ${link("named", 'temperature="0.5"')}
        ${link("softmax-taken", 'from="taken" scores="{S:2}"')}
        <attention-task for="late" when="step=6">Go to the end.</attention-task>
        <attention-program for="late" language="numpy"></attention-program>`;
      await looked();
      // Put in, and defined afterwards; another figure beside it.
      const late = made("late-steps", "late");
      document.body.append(
        late,
        made("attention-lookup", "late-too"),
        made("attention-lookup", "x"),
      );
      await looked();
      const Steps = /** @type {any} */ (customElements.get("attention-steps"));
      customElements.define(
        "late-steps",
        class extends Steps {
          static tag = "late-steps";
        },
      );
      await until(() => late.mask === "causal");
      const other = /** @type {any} */ (document.getElementById("late-too"));
      await until(() => other.temperature === 2);
      found.defined = [late.step, late.mask, other.temperature];
      const program = /** @type {any} */ (place.querySelector("attention-program"));
      found.program = await until(() => program.code.includes("inf"));
      const first = program.code;
      // What the learner does then stays, also where the figure is taken away and put back.
      await late.set({ step: 6 });
      const task = /** @type {any} */ (place.querySelector("attention-task"));
      found.task = await until(() => task.done);
      late.remove();
      await looked();
      document.body.append(late);
      await looked();
      found.putBack = late.step;
      // Another one of the same name is set, and the program is its own.
      late.replaceWith(Object.assign(made("attention-steps", "late"), { preset: "lesson-2" }));
      const heir = /** @type {any} */ (document.getElementById("late"));
      found.heir = await until(() => heir.step === 4 && heir.mask === "causal");
      found.itsProgram = await until(() => program.code.includes("inf") && program.code !== first);
      heir.remove();
      found.noProgram = await until(() => program.code === "");
      // Named so later.
      const named = /** @type {any} */ (document.getElementById("x"));
      found.unnamed = named.temperature ?? 1;
      named.id = "named";
      found.named = await until(() => named.temperature === 0.5);
      // The figure that gives the numbers comes last.
      const taking = made("attention-softmax", "softmax-taken");
      document.body.append(taking);
      await looked();
      const untaken = JSON.stringify(taking.scores);
      const taken = made("attention-steps", "taken");
      document.body.append(taken);
      found.taken = await until(() => JSON.stringify(taking.scores) !== untaken);
      found.same = [
        [...taking.scores].join(),
        [
          ...taken
            .tables()
            .find((/** @type {any} */ table) => table.name === "S")
            .tensor.data.subarray(3, 6),
        ].join(),
      ];
      // In a shadow tree the figure of that tree is meant; a term finds the glossary of the page.
      const inside = made("div");
      place.append(inside);
      inside.attachShadow({ mode: "open" }).innerHTML =
        `${link("softmax-figure", 'temperature="4"')}<attention-term name="head">head</attention-term>`;
      await looked();
      const own = made("attention-softmax", "softmax-figure");
      inside.shadowRoot.append(own);
      found.shadow = await until(() => own.temperature === 4);
      const figure = /** @type {any} */ (document.getElementById("softmax-figure"));
      found.outside = figure.temperature;
      const term = inside.shadowRoot.querySelector("attention-term");
      term.open();
      await term.updateComplete;
      found.term = term.shadowRoot.querySelector("[role=tooltip]").textContent.length > 20;
      return found;
    });
    const [scores, row] = /** @type {string[]} */ (seen.same);
    assert.equal(scores, row);
    assert.deepEqual(
      { ...seen, same: undefined },
      {
        defined: [4, "causal", 2],
        program: true,
        task: true,
        putBack: 6,
        heir: true,
        itsProgram: true,
        noProgram: true,
        unnamed: 1,
        named: true,
        taken: true,
        same: undefined,
        shadow: true,
        outside: 1,
        term: true,
      },
    );
  });

  test("a term says what it means on focus, and goes with Escape", async (page) => {
    const open = () =>
      page.run(() => {
        const term = document.querySelector("attention-term");
        const box = /** @type {HTMLElement} */ (term?.shadowRoot?.querySelector("[role=tooltip]"));
        const { left, right } = box.getBoundingClientRect();
        return { hidden: box.hidden, text: box.textContent, left, right, width: innerWidth };
      });
    assert.equal((await open()).hidden, true);
    await page.resize(320, 700);
    await page.run(async () => {
      const term = /** @type {any} */ (document.querySelector("attention-term"));
      term.shadowRoot.querySelector("button").focus();
      await term.updateComplete;
    });
    const shown = await open();
    assert.equal(shown.hidden, false);
    assert.match(shown.text ?? "", /What a token looks for/);
    assert.ok(shown.left >= 0 && shown.right <= shown.width, JSON.stringify(shown));
    await page.press("Escape");
    assert.equal((await open()).hidden, true);
  });

  test("a question keeps what was said beside what is right, and tells the page", async (page) => {
    const seen = await page.run(async () => {
      await ready();
      const main = /** @type {Element} */ (document.querySelector("main"));
      main.insertAdjacentHTML(
        "beforeend",
        `<attention-question answers=" | " right="16">d_k?<span slot="why">64 / 4</span></attention-question>
         <attention-question right="(1, 4, 120, 16)">Shape?</attention-question>
         <attention-question for="steps-figure" right="{A:2:3}">Weight?</attention-question>
         <attention-question answers="yes | no" right="no">So?</attention-question>
         <attention-question answers="0.51 | 0.5102" right="0.51">Near?</attention-question>`,
      );
      /** @type {any[]} */
      const heard = [];
      main.addEventListener("answer", (event) =>
        heard.push(/** @type {CustomEvent} */ (event).detail),
      );
      const all = /** @type {any[]} */ ([...main.querySelectorAll("attention-question")]).slice(-5);
      const said = ["16.0", "1,4,120,16", "0.576", "yes", "0.5102"];
      const verdicts = [];
      for (const [i, question] of all.entries()) {
        await question.updateComplete;
        const root = question.shadowRoot;
        const field = root.querySelector("input");
        if (field) {
          field.value = said[i];
          root.querySelector("form").requestSubmit();
        } else root.querySelector(`[data-answer="${said[i]}"]`).click();
        await question.updateComplete;
        verdicts.push([
          root.querySelector("[data-verdict]").dataset.verdict,
          root.querySelector("[data-verdict] p").textContent.replaceAll(/\s+/g, " ").trim(),
        ]);
      }
      // A figure that does not say what its author asks of it.
      main.insertAdjacentHTML(
        "beforeend",
        `<attention-question for="steps-figure" right="{A:99:3}">Weight?</attention-question>
         <attention-question answers="1 | 2" for="nowhere" right="{A:1:3}">Which?</attention-question>`,
      );
      const lost = [];
      for (const question of /** @type {any[]} */ ([
        ...main.querySelectorAll("attention-question"),
      ]).slice(-2)) {
        await question.updateComplete;
        await question.answer("1");
        await question.updateComplete;
        lost.push(question.shadowRoot.querySelector("[role=status]").textContent);
      }
      return { verdicts, heard, lost };
    });
    assert.deepEqual(
      seen.lost,
      ["{A:99:3}", "{A:1:3}"].map(
        (right) => `This cannot be checked yet: the figure does not show ${right}.`,
      ),
    );
    assert.equal(seen.heard.length, 5);
    assert.deepEqual(
      seen.verdicts.map(([verdict]) => verdict),
      ["right", "right", "right", "wrong", "wrong"],
    );
    // What is told is what was said: of two that are near, one is right.
    assert.deepEqual([seen.heard[4].given, seen.heard[4].right], ["0.5102", "0.51"]);
    assert.match(seen.verdicts[3][1], /You said: yes\. Not quite\. The answer is no\./);
    assert.deepEqual(seen.heard[3], {
      explorer: "attention-question",
      question: "So?",
      options: ["yes", "no"],
      given: "yes",
      right: "no",
      state: {},
    });
  });

  test("a task and a program that are taken away listen no more", async (page) => {
    const left = await page.run(async () => {
      await ready();
      const { addEventListener, removeEventListener } = document;
      let listening = 0;
      document.addEventListener = (/** @type {any[]} */ ...values) => {
        if (values[0] === "change") listening += 1;
        return /** @type {any} */ (addEventListener).apply(document, values);
      };
      document.removeEventListener = (/** @type {any[]} */ ...values) => {
        if (values[0] === "change") listening -= 1;
        return /** @type {any} */ (removeEventListener).apply(document, values);
      };
      const counts = [];
      for (const tag of ["attention-task", "attention-program"]) {
        const element = document.createElement(tag);
        element.setAttribute("for", "steps-figure");
        document.body.append(element);
        counts.push(listening);
        element.remove();
        counts.push(listening);
      }
      Object.assign(document, { addEventListener, removeEventListener });
      return counts;
    });
    assert.deepEqual(left, [1, 0, 1, 0]);
  });

  test("a program follows its figure", async (page) => {
    const programs = await page.run(async () => {
      await ready();
      const main = /** @type {Element} */ (document.querySelector("main"));
      main.insertAdjacentHTML(
        "beforeend",
        `<attention-program for="steps-figure"></attention-program>`,
      );
      const program = /** @type {any} */ (main.querySelector("attention-program:last-of-type"));
      const text = async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return program.shadowRoot.querySelector("pre")?.textContent ?? "";
      };
      const first = await text();
      await /** @type {any} */ (document.getElementById("steps-figure")).set({ factor: 4 });
      return [first, await text()];
    });
    assert.match(programs[0], /^import torch/);
    assert.doesNotMatch(programs[0], /4\.0 \* X/);
    assert.match(programs[1], /4\.0 \* X/);
  });

  test(
    "a program beside a figure says what it prints when the figure's question is answered, and not while it is open",
    async (page) => {
      const said = await page.run(async () => {
        const figure = /** @type {any} */ (document.getElementById("steps-1"));
        const program = document.querySelector("attention-program[for=steps-1]");
        const settled = async (/** @type {RegExp} */ wanted) => {
          const now = () => program?.shadowRoot?.querySelector("pre")?.textContent ?? "";
          for (let turn = 0; turn < 100 && !wanted.test(now()); turn += 1)
            await new Promise((resolve) => setTimeout(resolve, 20));
          return wanted.test(now());
        };
        const digits = /^# 0\.124 0\.148 0\.728$/m;
        const hidden = /^# \? \? \?$/m;
        const found = [await settled(digits)];
        await figure.set({ step: 6 });
        found.push(await settled(hidden));
        figure.asking.answer("most", "");
        found.push(await settled(digits));
        figure.asking.forget();
        found.push(await settled(hidden));
        return found;
      });
      assert.deepEqual(said, [true, true, true, true]);
    },
    "lesson-1.html",
  );

  test("where one has been is kept, and nothing leaves the page", async (page) => {
    const seen = await page.run(async () => {
      await ready();
      const lookup = /** @type {any} */ (document.getElementById("lookup-figure"));
      const progress = () => document.getElementById("progress")?.textContent ?? "";
      const answer = (/** @type {string} */ given) =>
        lookup.dispatchEvent(
          new CustomEvent("answer", { bubbles: true, composed: true, detail: { given } }),
        );
      answer("");
      const looked = progress();
      answer("three");
      return {
        looked,
        answered: progress(),
        mark: document.querySelector('[href="#lookup"] .mark')?.getAttribute("aria-label"),
      };
    });
    assert.match(seen.looked, /answered 0/);
    assert.match(seen.answered, /Seen \d of 9, answered 1\./);
    assert.equal(seen.mark, "answered");
  });

  test("item 129: exercises are written, run and checked; the lessons' digits come out", async (page) => {
    const seen = await page.run(async () => {
      await ready();
      const main = /** @type {Element} */ (document.querySelector("main"));
      /** @type {Record<string, any>} */
      const found = {};
      for (const name of ["scaled", "causal", "memory", "cross"]) {
        main.insertAdjacentHTML(
          "beforeend",
          `<attention-exercise name="${name}"></attention-exercise>`,
        );
        const exercise = /** @type {any} */ (main.lastElementChild);
        await exercise.updateComplete;
        const press = (/** @type {string} */ what) =>
          exercise.shadowRoot.querySelector(`[data-${what}]`).click();
        const settled = async () => {
          await exercise.updateComplete;
          for (let turn = 0; turn < 500 && exercise.isRunning; turn += 1)
            await new Promise((resolve) => setTimeout(resolve, 20));
          await exercise.updateComplete;
          return {
            problem: exercise.problem,
            checks: exercise.checks.map((/** @type {any} */ { key, holds }) => `${key} ${holds}`),
            text:
              exercise.shadowRoot.querySelector("ul")?.textContent.replaceAll(/\s+/g, " ") ?? "",
          };
        };
        press("run");
        const untouched = await settled();
        press("solution");
        await exercise.updateComplete;
        press("run");
        found[name] = { untouched, solved: await settled() };
      }
      return found;
    });
    for (const [name, { untouched, solved }] of Object.entries(seen)) {
      const isDone = (/** @type {any} */ { problem, checks }) =>
        problem === "" &&
        checks.length > 0 &&
        checks.every((/** @type {string} */ check) => check.endsWith("true"));
      assert.equal(isDone(untouched), false, name);
      assert.equal(isDone(solved), true, `${name}: ${JSON.stringify(solved)}`);
    }
    for (const digits of ["0.9251", "0.5213", "1.0000", "0.7216"])
      assert.ok(seen.scaled.solved.text.includes(digits), digits);
    // Printed by the third lesson for default_rng(0).
    assert.ok(
      seen.causal.solved.text.includes(
        "1.000 0.000 0.000 0.000 0.000; 0.218 0.782 0.000 0.000 0.000; 0.571 0.342 0.087 0.000 0.000; 0.032 0.717 0.192 0.059 0.000; 0.516 0.063 0.100 0.127 0.195",
      ),
      seen.causal.solved.text,
    );
    assert.match(
      seen.memory.solved.text,
      /d = 4096: attention needs just as much memory at n = 16384/,
    );
  });

  test("a program that does not end is stopped, and one that fails says why", async (page) => {
    const problems = await page.run(async () => {
      await ready();
      const main = /** @type {Element} */ (document.querySelector("main"));
      main.insertAdjacentHTML(
        "beforeend",
        '<attention-exercise name="memory"></attention-exercise>',
      );
      const exercise = /** @type {any} */ (main.lastElementChild);
      const found = [];
      for (const program of [
        "function crossover() { for (;;); }",
        "function crossover() { return x; }",
        "function (",
        "",
      ]) {
        exercise.put(program);
        await exercise.try();
        found.push(exercise.problem);
      }
      return found;
    });
    assert.match(problems[0], /stopped after five seconds/);
    assert.match(problems[1], /^It stopped: .*x/);
    assert.match(problems[2], /^It stopped: /);
    assert.match(problems[3], /crossover is not a function|crossover/);
  });
});

inEveryBrowser("elements moved into another document", "lesson.html", (test) => {
  test("they keep their looks, and all that they are made of", async (page) => {
    const [before, after] = await page.run(async () => {
      const place = document.createElement("div");
      place.innerHTML = `<attention-task for="x" when="step=9">Try.</attention-task>
        <attention-question right="1">One?</attention-question>
        <attention-term name="x">word</attention-term> <attention-link for="x" step="2">there</attention-link>
        <attention-exercise name="causal"></attention-exercise> <attention-program></attention-program>`;
      const element = /** @type {any} */ (document.createElement("attention-steps"));
      document.body.append(place);
      place.append(element);
      await element.updateComplete;
      await ready();
      await Promise.all(
        Array.from(place.children, (each) => /** @type {any} */ (each).updateComplete),
      );
      /** What shows that its sheets are there, in every shadow tree. @param {ParentNode} root @returns {string[]} */
      const looks = (root) =>
        Array.from(root.querySelectorAll("*")).flatMap((each) => {
          if (!each.shadowRoot) return [];
          const { defaultView } = each.ownerDocument;
          const { display, position } = /** @type {Window} */ (defaultView).getComputedStyle(each);
          const sheets = each.shadowRoot.adoptedStyleSheets.length;
          return [`${each.localName} ${display} ${position} ${sheets}`, ...looks(each.shadowRoot)];
        });
      const heading = /** @type {Element} */ (element.shadowRoot.querySelector(".heading"));
      const first = [...looks(place), getComputedStyle(heading).fontWeight];
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const other = /** @type {Document} */ (frame.contentDocument);
      other.body.append(other.adoptNode(place));
      const { fontWeight } = /** @type {Window} */ (frame.contentWindow).getComputedStyle(heading);
      return [first, [...looks(place), fontWeight]];
    });
    assert.ok(before.length > 7, String(before));
    assert.deepEqual(after, before);
  });
});

// Keys stay inside an explorer: in a deck of reveal.js, and on a page that acts on arrows as a book of mdBook
// does, every control is driven by the keys that it uses. The page hears none of them, and the control works.
import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, before, describe, it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { engines } from "./browsers.js";
import { watched } from "./harness.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (/** @type {string} */ file) => fs.readFileSync(path.join(root, file), "utf8");
/** As it may stand inside a page. @param {string} file */
const readScript = (file) => read(file).replaceAll("</script", "<\\/script");
const script = readScript("dist/attention-explorers.js");
const tags = fs.readdirSync(path.join(root, "web/explorers")).map((name) => `attention-${name}`);
const MOST = 40; // stops of Tab that are walked

/** @param {string} content of the slide */
const deck = (
  content,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Slides</title>
<style>${read("node_modules/reveal.js/dist/reveal.css")}</style></head><body>
<div class="reveal"><div class="slides">
<section><h2>One</h2></section><section>${content}</section><section><h2>Three</h2></section>
</div></div>
<script>${readScript("node_modules/reveal.js/dist/reveal.js")}</script>
<script>${script}</script>
<script>
  window.heard = [];
  Reveal.initialize({ transition: "none", backgroundTransition: "none", viewDistance: 9 })
    .then(() => Reveal.slide(1));
  // A book's rule: whatever comes as far as the document turns a page.
  for (const type of ["keydown", "keypress", "keyup"])
    document.addEventListener(type, ({ key, ctrlKey, altKey, metaKey }) => {
      if (key !== "Tab" && key !== "Escape" && key !== "Shift" && !ctrlKey && !altKey && !metaKey)
        heard.push(type + " " + key);
    });
</script></body></html>`;

/** What has the focus inside. */
function focused() {
  const found = /** @type {any} */ (document.activeElement?.shadowRoot?.activeElement);
  if (!found) return undefined;
  const { type } = found;
  const kind =
    found.localName === "input"
      ? ["range", "radio", "checkbox", "file"].includes(type)
        ? type
        : "text"
      : (found.getAttribute("role") ?? found.localName);
  const data = Object.keys(found.dataset).join();
  return {
    kind,
    leaves: /copy|export|action|file/.test(data) || type === "file",
    what: `${found.localName} ${found.className} ${data}`,
    value: found.value,
    max: found.max,
    expanded: found.parentElement?.open,
  };
}

/** The keys that a control uses. @type {Record<string, string[]>} */
const USED = {
  range: ["ArrowLeft", "PageUp", "PageDown", "Home", "End"],
  radio: ["ArrowRight", "ArrowLeft"],
  checkbox: ["Space"],
  select: ["ArrowDown", "ArrowUp"],
  slider: ["ArrowRight", "ArrowLeft", "Home", "End"],
  application: ["ArrowRight", "ArrowDown", "Home", "End"],
  summary: ["Enter"],
  button: ["Space"],
  text: ["Home", "End", "ArrowLeft", "ArrowRight"],
};

/** The keys that a page may act on, and those of them that the platform gives to a control: HTML's controls and
 * the patterns of ARIA. */
const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];
KEYS.push("PageUp", "PageDown", " ", "Enter", "b");
/** @type {Record<string, string[]>} */
const OWN = {
  range: KEYS.slice(0, 8),
  radio: [...KEYS.slice(0, 4), " "],
  checkbox: [" "],
  file: [" ", "Enter"],
  button: [" ", "Enter"],
  summary: [" ", "Enter"],
  select: KEYS,
  text: KEYS,
};

/** Which of the keys the page hears, of a control that does nothing with them itself, is told by events.
 * @param {string[]} keys @param {string[]} own */
function passing(keys, own) {
  const control = /** @type {HTMLElement} */ (document.activeElement?.shadowRoot?.activeElement);
  /** @type {string[]} */
  const wrong = [];
  let isHeard = false;
  const hear = (/** @type {Event} */ event) => {
    isHeard = true;
    event.stopPropagation();
  };
  for (const type of ["keydown", "keyup"]) document.documentElement.addEventListener(type, hear);
  for (const key of keys) {
    for (const type of ["keydown", "keyup"]) {
      isHeard = false;
      const event = new KeyboardEvent(type, {
        key,
        bubbles: true,
        composed: true,
        cancelable: true,
      });
      control.focus();
      control.dispatchEvent(event);
      if (!event.defaultPrevented && type === "keydown" && isHeard === own.includes(key))
        wrong.push(`${key} ${isHeard ? "is heard" : "is not heard"}`);
      if (type === "keyup" && own.includes(key) && isHeard) wrong.push(`${key} ends outside`);
    }
  }
  for (const type of ["keydown", "keyup"]) document.documentElement.removeEventListener(type, hear);
  control.focus();
  return wrong;
}

const engine = engines.find(({ name }) => name === "Chromium");
describe(
  "keys in slides and books",
  { skip: engine?.missing === "" || process.env.CI ? false : "Chromium is not on this machine" },
  () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-keys-"));
    /** @type {Awaited<ReturnType<import("./browsers.js").Engine["launch"]>>} */
    let browser;
    before(async () => {
      browser = await /** @type {import("./browsers.js").Engine} */ (engine).launch();
    });
    after(async () => {
      await browser?.close();
      fs.rmSync(folder, { recursive: true });
    });

    for (const tag of tags) {
      it(tag, async () => {
        const page = path.join(folder, `${tag}.html`);
        fs.writeFileSync(page, watched(deck(`<${tag}></${tag}>`)));
        const tab = await browser.open(pathToFileURL(page).href);
        await tab.evaluate(
          "await ready(); while (!(Reveal.isReady() && Reveal.getIndices().h === 1)) await new Promise((r) => setTimeout(r, 20)); explorer().focus();",
        );
        const ask = () =>
          /** @type {Promise<ReturnType<typeof focused>>} */ (
            tab.evaluate(`return (${focused})();`)
          );
        let stops = 0;
        /** @type {Set<string>} */
        const kinds = new Set();
        for (let press = 0; press < MOST; press += 1) {
          await tab.press("Tab");
          const here = await ask();
          if (!here) {
            if (stops === 0) continue;
            break;
          }
          stops += 1;
          kinds.add(here.kind);
          const own = OWN[here.kind];
          if (own) {
            const wrong = await tab.evaluate(
              `return (${passing})(${JSON.stringify(KEYS)}, ${JSON.stringify(own)});`,
            );
            assert.deepEqual(wrong, [], `${here.kind} (${here.what})`);
          }
          if (here.leaves) continue;
          for (const key of USED[here.kind] ?? ["ArrowDown"]) await tab.press(key);
          if (here.kind === "text") await tab.type(".5");
          const now = await ask();
          const state = /** @type {any} */ (
            await tab.evaluate(
              "return { heard: window.heard, slide: Reveal.getIndices().h, paused: Reveal.isPaused(), overview: Reveal.isOverview() };",
            )
          );
          const where = `${here.kind} (${here.what})`;
          assert.deepEqual(state, { heard: [], slide: 1, paused: false, overview: false }, where);
          if (here.kind === "range" && now?.kind === "range")
            assert.equal(now.value, now.max, where);
          if (here.kind === "text" && now?.kind === "text")
            assert.match(String(now.value), /\.5/, where);
          if (here.kind === "summary") assert.equal(now?.expanded, !here.expanded, where);
        }
        assert.ok(stops > 5, `${stops} stops`);
        assert.ok(kinds.size > 1, [...kinds].join());
        // What the page is meant to hear, it hears.
        await tab.evaluate(
          "window.heard.length = 0; document.addEventListener('keydown', (e) => heard.push(e.key));",
        );
        await tab.press("Escape");
        const { heard, mark, problems } = /** @type {any} */ (
          await tab.evaluate(
            "return { heard: window.heard, mark: explorer().hasAttribute('data-lm-suppress-shortcuts'), problems: window.problems };",
          )
        );
        assert.deepEqual(heard, ["Escape"]);
        assert.equal(mark, true);
        assert.deepEqual(problems, []);
        await tab.close();
      });
    }
  },
);

for (const { name, missing, launch } of engines)
  describe(
    `keys in running text and practice in ${name}`,
    { skip: missing === "" || process.env.CI ? false : `${name} is not on this machine` },
    () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "attention-wasm-keys-"));
      /** @type {Awaited<ReturnType<import("./browsers.js").Engine["launch"]>>} */
      let browser;
      before(async () => {
        browser = await launch();
      });
      after(async () => {
        await browser?.close();
        fs.rmSync(folder, { recursive: true });
      });

      /** A slide that is shown. @param {string} content */
      async function slide(content) {
        const page = path.join(folder, "text.html");
        fs.writeFileSync(page, watched(deck(content)));
        const tab = await browser.open(pathToFileURL(page).href);
        await tab.evaluate(
          "await ready(); while (!(Reveal.isReady() && Reveal.getIndices().h === 1)) await new Promise((r) => setTimeout(r, 20));",
        );
        const heard = () =>
          tab.evaluate("return [Reveal.getIndices().h, Reveal.isPaused(), ...heard.splice(0)];");
        /** @param {string} host @param {string} selector */
        const focus = (host, selector) =>
          tab.evaluate(
            `document.querySelector('${host}').shadowRoot.querySelector('${selector}').focus({ preventScroll: true });`,
          );
        return { tab, heard, focus };
      }

      it("running text: what is typed stays in its field, and its buttons keep what presses them", async () => {
        const content = `<attention-question right="16">Write d_k.</attention-question>
<attention-question answers="a | b" right="b">Which?</attention-question>
<attention-exercise name="scaled"></attention-exercise>
<p><attention-link for="figure" temperature="0.5">Halve it</attention-link>
<attention-term name="word">Word</attention-term></p><dl><dt id="term-word">Word</dt><dd>What it means.</dd></dl>
<attention-program for="figure"></attention-program><attention-softmax id="figure"></attention-softmax>`;
        const { tab, heard, focus } = await slide(content);
        for (const [host, field] of [
          ["attention-question", "input"],
          ["attention-exercise", "textarea"],
        ]) {
          await focus(host, field);
          for (const key of ["End", "Space", "Backspace", "ArrowLeft", "ArrowRight", "End"])
            await tab.press(key);
          await tab.type("0.5 b");
          const value = await tab.evaluate(
            `return document.querySelector('${host}').shadowRoot.querySelector('${field}').value;`,
          );
          assert.match(String(value), /0\.5 b\s*$/);
          assert.deepEqual(await heard(), [1, false], host);
        }
        await focus("attention-program", "pre");
        for (const key of ["ArrowDown", "End", "PageDown", "Space"]) await tab.press(key);
        assert.deepEqual(await heard(), [1, false]);
        await focus("attention-link", "button");
        await tab.press("Enter");
        await tab.evaluate("await figure.updateComplete;");
        assert.equal(await tab.evaluate("return figure.temperature;"), 0.5);
        await focus("attention-term", "button");
        await tab.press("Space");
        await focus("attention-question[answers]", "[data-answer=b]");
        await tab.press("Space");
        const verdict = await tab.evaluate(
          "const said = document.querySelector('[answers]'); await said.updateComplete; return said.shadowRoot.querySelector('[data-verdict]').dataset.verdict;",
        );
        assert.equal(verdict, "right");
        assert.deepEqual(await heard(), [1, false]);
        // A button that was pressed does not hold the deck: arrows and a remote control's Page keys are not its own.
        for (const key of ["ArrowRight", "PageDown"]) {
          await tab.evaluate("Reveal.slide(1);");
          await focus("attention-link", "button");
          await tab.press(key);
          assert.equal(await tab.evaluate("return Reveal.getIndices().h;"), 2, key);
        }
        assert.deepEqual(await tab.evaluate("return problems;"), []);
        await tab.close();
      });

      it("practice: what is typed into an asked cell stays there", async () => {
        const { tab, heard, focus } = await slide(
          '<attention-steps preset="lesson-2" try="scores" step="3"></attention-steps>',
        );
        await tab.evaluate(
          "window.answers = []; addEventListener('answer', ({ detail }) => answers.push(detail.given));",
        );
        await focus("attention-steps", "[data-asked]");
        await tab.type("0.5 b");
        for (const key of ["Home", "ArrowRight", "ArrowLeft", "End", "Backspace", "Backspace"])
          await tab.press(key);
        for (const key of ["Enter", "ArrowUp", "ArrowDown", "Space", "Backspace"])
          await tab.press(key);
        await tab.evaluate("await explorer().updateComplete;");
        assert.deepEqual(await tab.evaluate("return answers;"), ["0.5"]);
        await focus("attention-steps", "[data-action=showCell]");
        await tab.press("Space");
        await tab.evaluate("await explorer().updateComplete;");
        assert.deepEqual(await heard(), [1, false]);
        assert.deepEqual(await tab.evaluate("return problems;"), []);
        await tab.close();
      });
    },
  );

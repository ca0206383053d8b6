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
  button: ["ArrowRight", "Space"],
  text: ["Home", "End", "ArrowLeft", "ArrowRight"],
};

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

    it("running text: what is typed stays in its field, and its buttons keep what presses them", async () => {
      const page = path.join(folder, "text.html");
      const content = `<attention-question right="16">Write d_k.</attention-question>
<attention-question answers="a | b" right="b">Which?</attention-question>
<attention-exercise name="scaled"></attention-exercise>
<p><attention-link for="figure" temperature="0.5">Halve it</attention-link>
<attention-term name="word">Word</attention-term></p><dl><dt id="term-word">Word</dt><dd>What it means.</dd></dl>
<attention-program for="figure"></attention-program><attention-softmax id="figure"></attention-softmax>`;
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
        assert.match(String(value), /0\.5 b$/);
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
      // A word that was pressed does not hold the deck: arrows are not its own.
      await focus("attention-link", "button");
      await tab.press("ArrowRight");
      assert.equal(await tab.evaluate("return Reveal.getIndices().h;"), 2);
      assert.deepEqual(await tab.evaluate("return problems;"), []);
      await tab.close();
    });
  },
);

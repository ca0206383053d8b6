// What the author of a page sets on an explorer.
/* global explorer, put */
import * as assert from "node:assert/strict";
import { tags } from "../../tools/bundle.js";
import { inEveryBrowser } from "./harness.js";

inEveryBrowser("what authors set", "", (test) => {
  for (const tag of tags())
    test(
      `${tag}: text is as large as around it, in the author's size and family`,
      async (page) => {
        const sizes = await page.run(async () => {
          const element = explorer();
          const heading = element.shadowRoot.querySelector(".heading");
          const small = element.shadowRoot.querySelector(".disclosures summary, .control > label");
          const read = () => {
            const { fontSize, fontFamily } = getComputedStyle(heading);
            return [parseFloat(fontSize), parseFloat(getComputedStyle(small).fontSize), fontFamily];
          };
          const found = [read()];
          document.body.style.fontSize = "18px";
          found.push(read());
          document.body.style.fontSize = "42px"; // a slide
          found.push(read());
          element.style.setProperty("--attention-text", "24px");
          element.style.setProperty("--attention-font", "Georgia, serif");
          found.push(read());
          await element.updateComplete;
          return found;
        });
        const texts = sizes.map(([text]) => text);
        assert.deepEqual(texts, [16, 18, 20, 24]);
        for (const [text, small] of sizes) {
          const share = Number(small) / Number(text);
          assert.ok(Math.abs(share - 0.8125) < 0.01 || share === 1, `${text} ${small}`);
        }
        assert.match(String(sizes[3][2]), /Georgia/);
      },
      `explorers/${tag}.html`,
    );

  for (const [tag, state] of Object.entries({
    "attention-steps": { step: 1 },
    "attention-masks": {},
    "attention-lookup": {},
    "attention-heads": { view: "output" },
  }))
    test(
      `${tag}: readonly locks the cells, and travels in embed code`,
      async (page) => {
        const seen = await page.run(async (/** @type {Record<string, unknown>} */ values) => {
          const element = await put(values);
          const fields = () =>
            element.shadowRoot.querySelectorAll("[data-matrix] tbody :is(input, td button)").length;
          const open = fields();
          element.setAttribute("readonly", "");
          await element.updateComplete;
          const { code } = await element.embedCodeFor("script");
          return { open, locked: fields(), code };
        }, state);
        assert.ok(seen.open > 0);
        assert.equal(seen.locked, 0);
        assert.match(seen.code, / readonly[ >]/);
      },
      `explorers/${tag}.html`,
    );

  for (const [tag, locked] of [
    ["attention-lookup", "query keys values"],
    ["attention-softmax", "scores"],
  ])
    test(
      `${tag}: what readonly locks is neither dragged, slid, added nor taken away`,
      async (page) => {
        const seen = await page.run(async (/** @type {string} */ names) => {
          const element = await put({ hide: "predict" });
          const left = () =>
            element.shadowRoot.querySelectorAll(
              "[role=slider], .scores input:not(:disabled), [data-action]:is([data-action=more], [data-action=fewer], [data-action=addKey], [data-action=removeKey])[aria-disabled=false]",
            ).length;
          const open = left();
          await put({ readonly: true });
          const state = () => JSON.stringify(names.split(" ").map((name) => element[name]));
          const before = state();
          for (const field of element.shadowRoot.querySelectorAll(".scores input, [role=slider]"))
            field.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }));
          for (const button of element.shadowRoot.querySelectorAll("[data-action]"))
            if (/more|fewer|Key$/.test(button.dataset.action)) button.click();
          await element.updateComplete;
          const result = { open, locked: left(), same: state() === before };
          return { ...result, text: element.shadowRoot.textContent };
        }, locked);
        assert.ok(seen.open > 0);
        assert.equal(seen.locked, 0);
        assert.ok(seen.same);
        assert.doesNotMatch(seen.text, /Drag the query|false/);
      },
      `explorers/${tag}.html`,
    );

  for (const tag of ["attention-heatmap", "attention-training"])
    test(
      `${tag}: the author's tickets are offered, and travel in embed code`,
      async (page) => {
        const seen = await page.run(async () => {
          const element = explorer();
          element.setAttribute("hide", "predict");
          element.setAttribute("tickets", "where is my parcel | my card was charged twice");
          const options = () => [...element.shadowRoot.querySelectorAll("select#ticket option")];
          for (let turn = 0; turn < 300 && options().length !== 2; turn += 1)
            await new Promise((resolve) => setTimeout(resolve, 30));
          const labels = options().map((option) => option.textContent.trim());
          const select = element.shadowRoot.querySelector("select#ticket");
          select.value = options()[1].value;
          select.dispatchEvent(new Event("change"));
          await element.updateComplete;
          await new Promise((resolve) => setTimeout(resolve, 500));
          const { code } = await element.embedCodeFor("script");
          const error = element.shadowRoot.querySelector(".error")?.textContent ?? "";
          return { labels, code, error, text: element.shadowRoot.textContent };
        });
        assert.equal(seen.error, "");
        assert.deepEqual(seen.labels, ["where is my parcel", "my card was charged twice"]);
        assert.match(seen.code, /tickets="where is my parcel \| my card was charged twice"/);
      },
      `explorers/${tag}.html`,
    );

  test(
    "every example of the reference shows what it says",
    async (page) => {
      const wrong = await page.run(async () => {
        const figures = /** @type {any[]} */ ([...document.querySelectorAll("main *")]).filter(
          (element) => "attn" in element,
        );
        await Promise.all(figures.map((figure) => figure.updateComplete));
        const isWrong = (/** @type {any} */ { failure, shadowRoot }) =>
          failure !== undefined || shadowRoot.querySelector(".error");
        return [figures.length > 9, ...figures.filter(isWrong).map((each) => String(each.failure))];
      });
      assert.deepEqual(wrong, [true]);
    },
    "reference.html",
  );
});

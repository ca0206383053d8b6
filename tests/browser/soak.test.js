// An explorer that is taken away leaves nothing running and nothing held, at whatever moment of its life: a
// few removals of each. npm run test:soak does the same for long, and moves sliders and computes as well.
/* global heldAtRest, removals, wait */
import assert from "node:assert/strict";
import { tags } from "../../tools/bundle.js";
import { inEveryBrowser } from "./harness.js";
import { soakPage } from "./soak.js";

inEveryBrowser(
  "explorers that are taken away",
  "soak.html",
  (test) => {
    test("leave nothing behind", async (page) => {
      const before = await page.run(() => heldAtRest());
      for (const tag of tags()) await page.run((each) => removals(each, 10, 7), tag);
      const after = await page.run(() => heldAtRest());
      // What collectors take comes when it comes; the rest is gone at once.
      const { wasm } = after;
      const lasting = Object.entries(after).filter(
        ([name]) => !["wasm", "elements", "canvases"].includes(name),
      );
      const were = /** @type {Record<string, number>} */ (before);
      // The module's listeners and the like come with the first explorer, and stay.
      for (const [name, count] of lasting)
        assert.ok(count <= were[name], `${count - were[name]} ${name}`);
      // One instance, however many explorers there were, and no more memory than they all need at once.
      assert.ok(wasm < 2 ** 24, `${wasm} bytes`);
    });

    // Firefox keeps for ever what is taken away while an animation of the engine's moves it.
    test("glide frame by frame, and come to rest where they stand", async (page) => {
      const { moved, engines, left } = await page.run(async () => {
        const element = /** @type {any} */ (document.createElement("attention-steps"));
        document.body.append(element);
        while (!element.attn) await wait(1);
        await element.updateComplete;
        const matrices = () => [...element.shadowRoot.querySelectorAll("[data-matrix]")];
        const away = () =>
          matrices().filter(({ style }) => style.translate !== "" || style.opacity !== "");
        let moved = 0;
        let engines = 0;
        for (const step of [1, 2, 3, 4]) {
          await element.set({ step });
          moved += away().length;
          engines += matrices().flatMap((each) => each.getAnimations()).length;
        }
        for (let turn = 0; turn < 100 && away().length > 0; turn += 1) await wait(20);
        return { moved, engines, left: away().length };
      });
      assert.ok(moved > 0, "nothing glides");
      assert.equal(engines, 0);
      assert.equal(left, 0);
    });
  },
  { html: soakPage },
);

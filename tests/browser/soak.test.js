// An explorer that is taken away leaves nothing running and nothing held, at whatever moment of its life: a
// few removals of each. npm run test:soak does the same for long, and moves sliders and computes as well.
/* global heldAtRest, removals */
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
  },
  { html: soakPage },
);

// What <attention-training> does unless a learner changes something: within how many steps it gets nine of
// ten validation tickets right, and how far a bag of words gets. The same numbers in every engine
// (tests/browser/attention-training.test.js), so it is enough to train here.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../js/index.js";
import { Run } from "../../web/explorers/training/run.js";
import { DEFAULTS, GOAL } from "../../web/explorers/training/settings.js";
import { baselineOf, prepare } from "../../web/explorers/training/tickets.js";

test("the page's training reaches nine of ten within 1000 steps, and leaves a bag of words behind", async (t) => {
  const attn = await load();
  const making = prepare();
  let made = making.next();
  while (!made.done) made = making.next();
  const { learned, valid } = made.value;
  const baseline = baselineOf(made.value);
  assert.ok(learned >= 4000 && valid.length >= 1000);
  assert.ok(baseline < 0.8, `a bag of words gets ${baseline}`);

  const { lr, ...plan } = DEFAULTS;
  const run = new Run((options) => attn.encoder(options), made.value, plan, lr);
  let check = run.checkAll();
  while (check.accuracy < GOAL && run.step < 1000) {
    await run.next();
    if (run.step % 50 === 0) check = run.checkAll();
  }
  t.diagnostic(`${check.accuracy} of ${check.of} at step ${run.step}; bag of words ${baseline}`);
  assert.ok(check.accuracy >= GOAL, `${check.accuracy} at step ${run.step}`);
});

// <attention-training> as a reader meets it: the same losses as here, to the last bit, whatever the speed
// and the pauses; what is on screen against the definition and against the saved weights; files that are
// no model; keys, small screens, colours.
/* global explorer, put, readText, within */
import assert from "node:assert/strict";
import * as fs from "node:fs";
import { load, parseSafetensors, writeSafetensors } from "../../js/index.js";
import { accuracyOf, examplesOf } from "../../web/model/training.js";
import { tokenizer as tokenizerOf } from "../../web/model/tokenizer.js";
import { Run } from "../../web/explorers/training/run.js";
import { CHECK, DEFAULTS } from "../../web/explorers/training/settings.js";
import { baselineOf, prepare } from "../../web/explorers/training/tickets.js";
import { inEveryBrowser } from "./harness.js";

/** @param {string} name */
const shipped = (name) => fs.readFileSync(new URL(`../../web/model/${name}`, import.meta.url));

const attn = await load();
const making = prepare();
let made = making.next();
while (!made.done) made = making.next();
const tickets = made.value;
const baseline = baselineOf(tickets);

const STEPS = 60;
const LATER = 40;
/** @param {Partial<import("../../web/explorers/training/settings.js").Plan>} [more] */
const planOf = (more) => {
  const { seed, heads, scale, steps } = DEFAULTS;
  return { seed, heads, scale, steps, ...more };
};

/** The training as it is here, the learning rate changed after LATER steps.
 * @param {Partial<import("../../web/explorers/training/settings.js").Plan>} more @param {number} steps @param {number} [lr] */
async function trained(more, steps, lr) {
  const run = new Run((options) => attn.encoder(options), tickets, planOf(more), DEFAULTS.lr);
  /** @type {number[]} */
  const losses = [];
  for (let step = 1; step <= steps; step += 1) {
    if (lr !== undefined && step > LATER) run.lr = lr;
    losses.push(
      /** @type {import("../../web/explorers/training/run.js").Step} */ (await run.next()).loss,
    );
  }
  return { run, losses };
}

const untrained = (await trained({}, 0)).run.checkAll();
const usual = await trained({ steps: 100 }, 100);
const alone = await trained({ heads: 1, scale: "one", seed: 7 }, 20);
const faster = await trained({ steps: 100 }, STEPS, 0.01);

/** Waits in the page until the training has made so many steps. @param {import("./harness.js").Page} page @param {number} steps */
const reach = (page, steps) =>
  page.run(async (/** @type {number} */ wanted) => {
    for (let turn = 0; turn < 3000; turn += 1) {
      const { record, failed, lost } = explorer();
      if (failed || lost) throw new Error(failed || "no worker");
      if (record?.isReady && record.step >= wanted) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`no step ${wanted}`);
  }, steps);

/** @param {import("./harness.js").Page} page */
const losses = (page) =>
  page.run(() => explorer().record.steps.map((/** @type {{ loss: number }} */ step) => step.loss));

/** A single step, made to its end. @param {import("./harness.js").Page} page @param {number} step */
async function oneStep(page, step) {
  await page.click("[data-action=one]");
  await reach(page, step);
}

/** Hands files to the page as the field for files does.
 * @param {import("./harness.js").Page} page @param {Record<string, Uint8Array | string>} files by name
 * @returns {Promise<string>} why they were refused, or "" */
const hand = (page, files) =>
  page.run(
    async (/** @type {[string, string][]} */ list) => {
      const element = explorer();
      element.fileRefused = "";
      const before = element.round;
      await element.openFiles(
        list.map(([name, text]) => {
          const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
          return new File([bytes], name);
        }),
      );
      for (let turn = 0; turn < 1500; turn += 1) {
        await element.updateComplete;
        if (element.fileRefused) return readText("[data-refused]");
        if (element.round > before && element.record.check) return "";
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return "nothing happened";
    },
    Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString("base64")]),
  );

/** exp(z) / Σ in double. @param {ArrayLike<number>} logits */
function softmax(logits) {
  const e = Array.from(logits, (z) => Math.exp(z - Math.max(...Array.from(logits))));
  const sum = e.reduce((a, b) => a + b);
  return e.map((x) => x / sum);
}

/** Trains with so many workers until step 60: the losses are these, to the last bit.
 * @param {import("./harness.js").Page} page @param {number} cores
 * @param {number} [dies] which of the workers goes at step 30
 * @returns {Promise<number>} how many workers there were */
async function trainedWith(page, cores, dies) {
  const count = await page.run(
    async (/** @type {number} */ count, /** @type {number} */ gone) => {
      explorer().end();
      const made = /** @type {any[]} */ ([]);
      const { Worker } = globalThis;
      globalThis.Worker = class extends Worker {
        /** @param {URL | string} source */
        constructor(source) {
          super(source);
          made.push(this);
        }
      };
      Object.defineProperty(navigator, "hardwareConcurrency", { configurable: true, value: count });
      await put({ steps: 100 });
      explorer().train();
      const until = async (/** @type {() => boolean} */ is) => {
        for (let turn = 0; !is(); turn += 1) {
          if (turn > 10_000)
            throw new Error(`step ${explorer().record?.step}, ${made.length} workers`);
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      };
      await until(() => explorer().record?.step >= 30);
      if (gone) {
        // Without a word, but for what the browser would tell.
        made[gone].terminate();
        made[gone].onerror(new Event("error", { cancelable: true }));
      }
      await until(() => explorer().record?.step >= 60);
      explorer().pause();
      globalThis.Worker = Worker;
      return made.length;
    },
    cores,
    dies ?? 0,
  );
  const shown = await losses(page);
  assert.ok(shown.length >= 60);
  assert.deepEqual(shown, usual.losses.slice(0, shown.length), `${cores} cores`);
  return count;
}

inEveryBrowser("attention-training", "explorers/attention-training.html", (test) => {
  test("by keys alone: nothing runs before Train; then the losses are these, to the last bit, with pauses and all", async (page) => {
    // The untrained model is there by itself: its heads, and what it guesses.
    await reach(page, 0);
    const first = await page.run(async () => {
      // Its heads are there before all tickets were guessed.
      for (let turn = 0; turn < 1500 && readText("[data-readout=valid] dd") === "…"; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await explorer().updateComplete;
      return {
        step: explorer().record.step,
        status: readText("[data-status]"),
        maps: explorer().shadowRoot.querySelectorAll("canvas[data-map]").length,
        shares: [...explorer().shadowRoot.querySelectorAll("[data-share]")].map((cell) =>
          parseFloat(cell.textContent),
        ),
        valid: readText("[data-readout=valid] dd"),
      };
    });
    assert.equal(first.step, 0);
    assert.match(first.status, /untrained model/);
    assert.equal(first.maps, 8);
    assert.ok(Math.abs(first.shares.reduce((a, b) => a + b, 0) - 100) < 0.3, "the guesses");
    assert.equal(first.valid, `${(100 * untrained.accuracy).toFixed(1)}% of 1,000 at step 0`);
    await page.run(() => put({ steps: 100 }));
    await page.focusByKeys("[data-answer=worse]");
    await page.press("Enter");
    await page.focusByKeys("[data-action=one]");
    await page.press("Enter");
    await reach(page, 1);
    await page.press("Enter");
    await reach(page, 2);
    await page.press("Shift+Tab", "Enter");
    await reach(page, 10);
    await page.press("Enter");
    assert.equal(await page.run(() => readText("[data-action=train]")), "Go on training");
    await page.run(() => new Promise((resolve) => setTimeout(resolve, 300)));
    const paused = await page.run(() => explorer().record.step);
    await page.run(() => new Promise((resolve) => setTimeout(resolve, 200)));
    assert.equal(await page.run(() => explorer().record.step), paused, "paused is paused");
    await page.press("Enter");
    await reach(page, 100);
    assert.deepEqual(await losses(page), usual.losses);
    const { checks, isOver } = await page.run(() => explorer().record);
    assert.ok(isOver);
    assert.equal(checks.at(-1).of, 1000);
    assert.deepEqual(checks.at(-1), usual.run.checkAll());
    const shown = await page.run(() => ({
      step: readText("[data-readout=step] dd"),
      loss: readText("[data-readout=loss] dd"),
      valid: readText("[data-readout=valid] dd"),
      baseline: readText("[data-readout=baseline] dd"),
      exchanged: readText("[data-kind=exchanged] dd"),
      chart: readText("[data-chart=accuracy] .legend"),
    }));
    const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}%`;
    const check = usual.run.checkAll();
    const mean = usual.losses.slice(-25).reduce((sum, loss) => sum + loss / 25, 0);
    assert.equal(shown.step, "100 of 100");
    assert.equal(shown.loss, mean.toFixed(3));
    assert.equal(
      shown.valid,
      `${percent(check.accuracy)} of 1,000 at step ${check.step.toLocaleString("en")}`,
    );
    assert.equal(shown.baseline, percent(baseline));
    assert.equal(shown.exchanged, percent(check.byKind.exchanged));
    assert.ok(shown.chart.includes(`bag of words: ${percent(baseline)}`), shown.chart);
  });

  test("a learning rate acts from the next step; heads, scores and seed start anew", async (page) => {
    await page.run(() => put({ steps: 100, speed: "ten" }));
    for (const speed of ["full", "one"]) {
      // To LATER steps: fast, then by hand, so that it stops where it must.
      await page.run((/** @type {string} */ name) => put({ speed: name }), speed);
    }
    for (let step = 1; step <= LATER; step += 1)
      await page.run(async (/** @type {number} */ wanted) => {
        explorer().oneStep();
        while (!(explorer().record?.step >= wanted))
          await new Promise((resolve) => setTimeout(resolve, 2));
      }, step);
    await page.run(() => put({ lr: 0.01, speed: "full" }));
    await page.click("[data-action=train]");
    await reach(page, STEPS);
    assert.deepEqual((await losses(page)).slice(0, STEPS), faster.losses);
    const rates = await page.run(() =>
      explorer().record.steps.map((/** @type {{ lr: number }} */ step) => step.lr),
    );
    assert.deepEqual([rates[LATER - 1], rates[LATER]], [DEFAULTS.lr, 0.01]);

    await page.click("[data-action=train]");
    await page.run(
      (/** @type {number} */ lr) => put({ lr, steps: 1200, heads: 1, scale: "one", seed: 7 }),
      DEFAULTS.lr,
    );
    await reach(page, 0);
    assert.equal(await page.run(() => explorer().record.step), 0);
    assert.ok(
      await page.run(() => explorer().former.step >= 60),
      "the one before stays to compare",
    );
    for (let step = 1; step <= 3; step += 1) await oneStep(page, step);
    assert.deepEqual(await losses(page), alone.losses.slice(0, 3));
    assert.equal(
      await page.run(() => explorer().shadowRoot.querySelectorAll("canvas[data-map]").length),
      2,
    );
  });

  test("what is on screen is what the saved weights give", async (page) => {
    await page.run(() => put({ phrase: "no refund please, send <b>the</b> box to my door" }));
    await page.click("[data-action=train]");
    await reach(page, 20);
    await page.click("[data-action=train]");
    await page.run(() => new Promise((resolve) => setTimeout(resolve, 400)));
    const found = await page.run(async () => {
      const element = explorer();
      element.saveWeights = (/** @type {ArrayBuffer} */ bytes) => (element.saved = bytes);
      element.askForWeights();
      while (!element.saved) await new Promise((resolve) => setTimeout(resolve, 10));
      await put({ block: 2, head: 3, query: 5 });
      const letters = [...new Uint8Array(element.saved)].map((x) => String.fromCharCode(x));
      return {
        bytes: btoa(letters.join("")),
        step: element.record.step,
        shares: [...element.shadowRoot.querySelectorAll("[data-share]")].map((cell) =>
          (cell.textContent ?? "").trim(),
        ),
        reads: readText("[data-reads]"),
        tokens: [...element.shadowRoot.querySelectorAll("[data-token]")].map((cell) =>
          (cell.textContent ?? "").trim(),
        ),
      };
    });
    const file = new Uint8Array(Buffer.from(found.bytes, "base64"));
    const { tensors, metadata } = parseSafetensors(file);
    assert.equal(metadata.step, String(found.step));
    const { run } = await trained({}, found.step);
    assert.deepEqual(tensors["head.weight"].data, run.model.parameters()["head.weight"].data);
    const tokenizer = tokenizerOf(JSON.parse(metadata.vocabulary), 64);
    const [vocab, d] = tensors["embed.weight"].shape;
    const sizes = { vocab, d, heads: 4, ff: 128, layers: 2, classes: 5, maxLen: 64 };
    const model = attn.encoder({ ...sizes, parameters: tensors });
    const { tokens, ids } = tokenizer.encode("no refund please, send <b>the</b> box to my door");
    assert.deepEqual(found.tokens, tokens);
    const { logits, weights } = model.forward([ids]);
    assert.deepEqual(
      found.shares,
      softmax(logits.data).map((share) => `${(100 * share).toFixed(1)}%`),
    );
    const n = tokens.length;
    const row = /** @type {import("../../js/tensor.js").Tensor[]} */ (weights)[1].data.slice(
      (2 * n + 4) * n,
      (2 * n + 5) * n,
    );
    const best = row.indexOf(Math.max(...row));
    assert.ok(
      found.reads.startsWith(`“${tokens[4]}” reads “${tokens[best]}” ${row[best].toFixed(3)}`),
      found.reads,
    );

    // And opened again it stands where it stood.
    assert.equal(await hand(page, { "my.safetensors": file }), "");
    const again = await page.run(async () => {
      // Its answer about the ticket that is watched comes first.
      while (!explorer().record.check) await new Promise((resolve) => setTimeout(resolve, 10));
      await explorer().updateComplete;
      return { status: readText("[data-status]"), check: explorer().record.check };
    });
    // What the first guesses cost is their cross-entropy.
    const { loss, ...check } = again.check;
    assert.deepEqual(check, { ...run.checkAll(), step: 0 });
    const some = run.valid.slice(0, 100);
    const costs = some.map(
      ({ ids: of, team }) => -Math.log(softmax(model.forward([of]).logits.data)[team]),
    );
    const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
    assert.ok(Math.abs(loss - mean) < 1e-4, `${loss}, ${mean}`);
    // A text of which the model knows nothing gets a warning, and no weight of 1.000.
    for (const [phrase, isDoubtful] of /** @type {const} */ ([
      ["hello", true],
      ["a", true],
      ["😀 😀", true],
      ["zzz, qqq. the!", true],
      ["my parcel never came", false],
    ])) {
      const shown = await page.run(async (/** @type {string} */ text) => {
        const element = await put({ phrase: text });
        for (let turn = 0; turn < 250 && element.reading?.text !== text; turn += 1)
          await new Promise((resolve) => setTimeout(resolve, 20));
        await element.updateComplete;
        return {
          warning: readText("[data-doubt]"),
          given: within("[data-share], canvas, [data-reads]") !== null,
          tables: element.tables().map((/** @type {any} */ table) => table.name),
        };
      }, phrase);
      assert.equal(/knows fewer than two words/.test(shown.warning), isDoubtful, phrase);
      assert.equal(shown.given, !isDoubtful, phrase);
      assert.equal(shown.tables.includes("A"), !isDoubtful, phrase);
    }
    assert.match(again.status, /^The weights of my\.safetensors are ready/);
    // Training goes on from them.
    await oneStep(page, 1);
    assert.ok(Math.abs((await losses(page))[0] - usual.losses[0]) > 1e-4);
  });

  test("the shipped model can be opened, and files that are none are refused with their reason", async (page) => {
    await page.run(() => put({ heads: 8 }));
    const model = shipped("ticket-model.safetensors");
    const words = shipped("ticket-model.json");
    // Numbers that are all finite, of which the module makes some that are not.
    const { tensors } = parseSafetensors(model);
    const { data, shape } = tensors["head.weight"];
    const huge = new Uint8Array(
      writeSafetensors({
        ...tensors,
        "head.weight": { data: data.map((_, at) => (at % 2 === 0 ? 3e38 : -3e38)), shape },
      }),
    );
    for (const [files, reason] of /** @type {[Record<string, Uint8Array | string>, RegExp][]} */ ([
      [{ "notes.txt": "words" }, /ends in \.safetensors/],
      [{ "a.safetensors": "words" }, /^a\.safetensors is not a safetensors file/],
      [
        { "cut.safetensors": model.subarray(0, 50000) },
        /^cut\.safetensors is not a safetensors file/,
      ],
      [{ "model.safetensors": model }, /does not say which 744 words it knows/],
      [{ "model.safetensors": model, "words.json": "{}" }, /no vocabulary/],
      [{ "model.safetensors": model, "words.json": "nonsense" }, /not JSON/],
      [
        { "model.safetensors": model, "words.json": '["<pad>", "<unk>", "box"]' },
        /vocabulary has 3 entries, but the model’s embed\.weight has 744/,
      ],
      [{ "h.safetensors": huge, "words.json": words }, /too large for float32/],
    ])) {
      assert.match(await hand(page, files), reason);
      assert.ok(!(await page.run(() => explorer().record?.fromFile)), "nothing was begun");
    }
    await page.run(() => put({ heads: 4 }));
    assert.equal(await hand(page, { "model.safetensors": model, "model.json": words }), "");
    const { vocabulary, sizes } = JSON.parse(words.toString());
    const encoder = attn.encoder({ ...sizes, parameters: parseSafetensors(model).tensors });
    const tokenizer = tokenizerOf(vocabulary, sizes.maxLen);
    const { accuracy } = accuracyOf(encoder, examplesOf(tickets.valid, tokenizer), tokenizer);
    assert.equal(
      await page.run(() => readText("[data-readout=valid] dd")),
      `${(100 * accuracy).toFixed(1)}% of 1,000 at step 0`,
    );
    assert.ok(accuracy > 0.9);
  });

  test("state goes to attributes and address and comes back; what cannot be is said; hide removes", async (page) => {
    const found = await page.run(async () => {
      const element = explorer();
      await element.set({ lr: 0.001, heads: 2, scale: "one", seed: 3, speed: "ten", ticket: 4 });
      const attributes = Object.fromEntries(element.stateAttributes());
      while (!element.addressing.isSettled) await new Promise((resolve) => setTimeout(resolve, 20));
      const hash = location.hash;
      await put({ lr: 0.003, heads: 4, scale: "root", seed: 1, speed: "full", ticket: 1 });
      element.addressing.read();
      await element.updateComplete;
      const back = [element.lr, element.heads, element.scale, element.seed, element.ticket];
      const wrong = [];
      for (const values of [{ heads: 3 }, { heads: 4, lr: -1 }, { lr: 0.003, seed: 0.5 }]) {
        await put(values);
        wrong.push(readText(".frame"));
      }
      await put({ seed: 1, hide: "predict loss accuracy kinds ticket lr seed weights speed" });
      const left = ["[data-answer]", "[data-chart]", ".kinds", ".ticket", "#lr", "#seed", ".file"];
      return { attributes, hash, back, wrong, left: left.filter((part) => within(part)) };
    });
    assert.deepEqual(found.attributes, {
      lr: "0.001",
      heads: "2",
      scale: "one",
      seed: "3",
      speed: "ten",
      ticket: "4",
    });
    assert.match(found.hash, /attention-training\.lr=0\.001/);
    assert.deepEqual(found.back, [0.001, 2, "one", 3, 4]);
    assert.match(found.wrong[0], /heads = 3 is not one of 1, 2, 4, 8/);
    assert.match(found.wrong[1], /lr = −1 is not a number/);
    assert.match(found.wrong[2], /seed = 0\.5 is not a whole number/);
    assert.deepEqual(found.left, []);
  });

  test("one button trains both, and the answer is judged by what came out, of the plan that was asked about", async (page) => {
    await page.run(() => put({ steps: 50 }));
    await page.click("[data-answer=same]");
    await page.click("[data-action=compare]");
    const found = await page.run(async () => {
      for (let turn = 0; turn < 6000 && explorer().ended.size < 2; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
      await explorer().updateComplete;
      const shares = [...explorer().ended.values()].map((record) => [
        record.plan.scale,
        record.check.accuracy,
      ]);
      const verdict = readText(".prediction");
      // Another plan changes nothing of it, and leaves no training under way.
      await put({ heads: 2 });
      while (!explorer().record.isReady) await new Promise((resolve) => setTimeout(resolve, 10));
      await new Promise((resolve) => setTimeout(resolve, 300));
      await explorer().updateComplete;
      return {
        shares: Object.fromEntries(shares),
        verdict,
        right: readText("[data-right]"),
        step: explorer().record.step,
        status: readText("[data-status]"),
      };
    });
    const difference = found.shares.one - found.shares.root;
    const right =
      Math.abs(difference) < 0.02
        ? "about the same"
        : difference > 0
          ? "it learns better"
          : "it learns worse";
    assert.equal(found.right, right);
    for (const share of Object.values(found.shares))
      assert.ok(found.verdict.includes(`${(100 * share).toFixed(1)}`), found.verdict);
    assert.equal(found.step, 0, "a setting changed at the end starts nothing");
    assert.match(found.status, /untrained model/);
  });

  test("a changed setting ends a comparison, and a run at another rate is no part of it", async (page) => {
    await reach(page, 0);
    const said = await page.run(async () => {
      const element = await put({ steps: 50 });
      const read = async () => {
        element.requestUpdate();
        await element.updateComplete;
        return readText(".prediction");
      };
      within("[data-answer=worse]")?.click();
      await read();
      within("[data-action=compare]")?.click();
      const running = await read();
      element.pause();
      const paused = await read();
      await put({ heads: 2 });
      await read();
      const ended = await read();
      const over = (/** @type {number} */ accuracy) => ({ check: { accuracy } });
      element.ended.set("1 4 root 50 0.004", over(0.9));
      element.ended.set("1 4 one 50 0.001", over(0.5));
      const waits = await read();
      element.ended.set("1 4 one 50 0.004", over(0.5));
      return { running, paused, ended, waits, then: await read() };
    });
    assert.match(said.running, /Both are being trained/);
    assert.match(said.paused, /The comparison is paused/);
    assert.match(said.ended, /Train both/);
    assert.match(said.waits, /Divided by √dk: 90.0%. Not divided: not trained yet.*Train both/);
    assert.match(said.then, /Right answer it learns worse.*90.0% right at the end.*50.0%/);
  });

  test("slowly, and with a tab hidden in between, the losses are the same", async (page) => {
    await page.run(() => put({ steps: 100, speed: "ten" }));
    await page.click("[data-action=train]");
    await reach(page, 3);
    const found = await page.run(async () => {
      /** @param {boolean} hidden */
      const hide = async (hidden) => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event("visibilitychange"));
        await new Promise((resolve) => setTimeout(resolve, 400));
      };
      await hide(true);
      const said = readText("[data-status]");
      const before = explorer().record.step;
      await new Promise((resolve) => setTimeout(resolve, 200));
      const after = explorer().record.step;
      await hide(false);
      return { said, before, after };
    });
    assert.equal(found.said, "Paused while this tab is hidden");
    assert.equal(found.after, found.before);
    await reach(page, found.after + 2);
    const slow = await losses(page);
    assert.deepEqual(slow, usual.losses.slice(0, slow.length));
  });

  test("the same bits with one worker, two and four; one that dies is not waited for", async (page) => {
    assert.equal(await trainedWith(page, 1), 1);
    assert.equal(await trainedWith(page, 2), 2);
    assert.equal(await trainedWith(page, 4, 3), 4);
  });

  test("a head that is no number, or none of the model's, is one that there is", async (page) => {
    await page.run(async () => {
      await explorer().updateComplete;
      while (!explorer().found) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    for (const [block, head] of [
      ["constructor", "__proto__"],
      ["1.5", "-3"],
      ["9", "1e9"],
    ]) {
      const seen = await page.run(
        async (/** @type {string} */ first, /** @type {string} */ second) => {
          explorer().setAttribute("block", first);
          explorer().setAttribute("head", second);
          await explorer().updateComplete;
          const { place } = explorer();
          return { place, isWhole: explorer().shadowRoot.querySelector(".error") === null };
        },
        block,
        head,
      );
      const last = block === "9";
      assert.deepEqual(seen, {
        place: { block: last ? 1 : 0, head: last ? 3 : 0, query: seen.place.query },
        isWhole: true,
      });
    }
  });

  test("where workers are refused it says so", async (page) => {
    const said = await page.run(async () => {
      explorer().end();
      globalThis.Worker = /** @type {any} */ (
        class {
          constructor() {
            throw new Error("refused");
          }
        }
      );
      explorer().train();
      await new Promise((resolve) => setTimeout(resolve, 50));
      await explorer().updateComplete;
      return readText("[data-lost]");
    });
    assert.match(said, /needs WebAssembly with SIMD and a web worker/);
  });

  test("files hold the curves", async (page) => {
    await page.click("[data-action=train]");
    await reach(page, CHECK.every);
    await page.click("[data-action=train]");
    await page.run(() => new Promise((resolve) => setTimeout(resolve, 400)));
    const files = await page.run(async () => {
      const { svg, csv, json, python, png } = explorer().allExports();
      return { svg: svg(), csv: csv(), json: json(), python, png: (await png()).size };
    });
    const { steps } = files.json.training;
    const [head, zero, first] = files.csv.split("\n");
    assert.equal(
      head,
      "step,loss,right,of,tokens,lr,valid,valid_of,plain,two topics,negated,exchanged",
    );
    assert.ok(zero.startsWith(`0,,,,,,${untrained.accuracy},1000,`), zero);
    assert.ok(first.startsWith(`1,${usual.losses[0]},`), first);
    assert.equal(steps[CHECK.every - 1].step, CHECK.every);
    assert.match(files.svg, /^<svg [^>]+>.*bag of words.*<\/svg>\n$/s);
    assert.ok(files.png > 1000);
  });

  test("no sideways scrolling at 320 px, and the page answers while it learns", async (page) => {
    await page.resize(320, 700);
    await page.run(() => put({ phrase: `${"long".repeat(30)} box`, heads: 8 }));
    await page.click("[data-action=train]");
    await reach(page, 5);
    const { wide, slowest } = await page.run(async () => {
      if (innerWidth > 320) document.documentElement.style.width = "320px";
      let last = performance.now();
      let most = 0;
      for (let turn = 0; turn < 50; turn += 1) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        const now = performance.now();
        most = Math.max(most, now - last);
        last = now;
      }
      const room = document.documentElement.getBoundingClientRect().width;
      return {
        slowest: most,
        wide: [...explorer().shadowRoot.querySelectorAll("*")]
          .filter(
            (part) =>
              !part.closest("pre, .wide, .unseen") && part.getBoundingClientRect().right > room + 1,
          )
          .map((part) => part.className || part.localName),
      };
    });
    assert.deepEqual(wide, []);
    assert.ok(slowest < 500, `the page stood still for ${Math.round(slowest)} ms`);
  });
});

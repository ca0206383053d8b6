// How long the page's training takes until nine of ten validation tickets are right, with one worker and with
// two: the same steps to the last bit (web/explorers/training/shares.js).
import { MessageChannel, Worker } from "node:worker_threads";
import { CHECK, DEFAULTS, GOAL, NEAR } from "../../web/explorers/training/settings.js";
import { Run } from "../../web/explorers/training/run.js";
import { Helpers } from "../../web/explorers/training/shares.js";
import { prepare } from "../../web/explorers/training/tickets.js";

/** @typedef {import("./rows.js").Row} Row */

/** Helpers in workers of their own, each ready. @param {number} count */
async function helpersIn(count) {
  /** @type {Worker[]} */
  const workers = [];
  const helpers = new Helpers();
  for (let at = 0; at < count; at++) {
    const { port1, port2 } = new MessageChannel();
    const worker = new Worker(new URL("training-helper.js", import.meta.url), {
      workerData: port2,
      transferList: [port2],
    });
    await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
    workers.push(worker);
    helpers.add(/** @type {any} */ (port1));
  }
  // What was said before anybody listened is heard in the next turn.
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { helpers, end: () => Promise.all(workers.map((worker) => worker.terminate())) };
}

/** @type {Row} */
export const trainingTime = {
  id: "training-90",
  title: "the page's training to 90 % of 1,000 tickets it never saw, with one worker and with two",
  target: "at most 9 s on two cores",
  long: true,
  async run({ attn }) {
    const making = prepare();
    let made = making.next();
    while (!made.done) made = making.next();
    const { value: tickets } = made;
    const { lr, ...plan } = DEFAULTS;
    /** @param {import("../../js/encoder.js").EncoderOptions} options @returns {any} */
    const makeEncoder = (options) => attn.encoder(options);
    /** @type {import("./measure.js").Timing[]} */
    const timings = [];
    const steps = [];
    for (const workers of [1, 2]) {
      const { helpers, end } = await helpersIn(workers - 1);
      const run = new Run(makeEncoder, tickets, plan, lr, { helpers });
      const begin = performance.now();
      for (let reached = 0; reached < GOAL && !run.isOver;) {
        await run.next();
        if (run.step % CHECK.every !== 0) continue;
        // As the page does it: some first, and all where they are near.
        reached = (await run.checkTogether())?.accuracy ?? 0;
        if (reached < GOAL - NEAR) reached = 0;
        else reached = (await run.checkTogether(run.valid.length))?.accuracy ?? 0;
      }
      const ms = performance.now() - begin;
      steps.push(run.step);
      run.release();
      await end();
      const name = workers === 1 ? "one worker" : `${workers} workers`;
      timings.push({ name, least: ms, median: ms, samples: [ms] });
    }
    if (steps[0] !== steps[1]) throw new Error(`it takes ${steps.join(" and ")} steps`);
    const [one, two] = timings.map(({ least }) => least / 1000);
    return {
      timings,
      value: `${one.toFixed(1)} s and ${two.toFixed(1)} s, ${steps[0]} steps`,
      met: two <= 9,
      figures: { one, two, steps: steps[0] },
    };
  },
};

// Training beside the page: makes the tickets when they are first needed, then steps as fast as it was
// told, in slices, so that a message is heard in between. It runs in a worker.
//
// Each message to it calls one of its methods; each that it posts holds the number of the round, which
// begins anew with every model.
import { TEAMS } from "../../model/tickets.js";
import { CHECK, GOAL, NEAR } from "./settings.js";
import { Run } from "./run.js";
import { baselineOf, offered, prepare } from "./tickets.js";
import { ReadError } from "../../model/read-error.js";
import { readModel, writeModel } from "./weights-file.js";

/** @typedef {import("./run.js").Step} Step */
/** @typedef {import("./run.js").Check} Check */
/** @typedef {import("./run.js").Reading} Reading */
/** @typedef {import("./settings.js").Plan} Plan */

/**
 * What it tells; each message has some of these.
 * @typedef {object} News
 * @property {number} round
 * @property {number} [preparing] share of the tickets that is made
 * @property {Known} [prepared]
 * @property {number} [baseline] the share of the validation tickets that a bag of words gets right
 * @property {Plan} [begun] a model stands ready
 * @property {import("../../../js/encoder.js").EncoderSizes} [sizes] of that model
 * @property {Step[]} [steps]
 * @property {Check[]} [checks]
 * @property {number} [ms] spent in steps and checks since the round began
 * @property {number} [stepMs] in steps alone
 * @property {{ step: number, ms: number, accuracy: number }} [reached] the goal
 * @property {{ step: number, text: string, found: Reading | undefined }} [reading]
 * @property {boolean} [over]
 * @property {{ tickets: import("../../model/tickets.js").Ticket[], teams: string[] }} [offer]
 * @property {ArrayBuffer} [file] the model, as it was asked for
 * @property {Record<"train" | "valid", { text: string, team: number, kind: string }[]>} [tickets] as they were asked for
 * @property {{ key: string, values: Record<string, unknown> }} [refused] a file that is not taken
 * @property {string} [failure]
 */

/** What is known once the tickets are made.
 * @typedef {{ learned: number, valid: number, words: number, ms: number }} Known */

/** @typedef {(options: import("../../../js/encoder.js").EncoderOptions) => import("../../../js/encoder.js").Encoder} MakeEncoder */

export class Engine {
  /** @type {import("./tickets.js").Tickets | undefined} */ #tickets;
  /** @type {Run | undefined} */ #run;
  /** Steps a second, 0 for as many as can be; null: it stands still. @type {number | null} */ #pace =
    null;
  /** A single step that was asked for. */ #once = false;
  /** What the next slice begins with. @type {(() => Run) | undefined} */ #next;
  #round = 0;
  #text = "";
  #ms = 0;
  #stepMs = 0;
  #reached = false;
  /** When the next step of a slow pace is due, and when the page was last told. */
  #due = 0;
  #told = 0;
  #busy = false;

  /**
   * @param {MakeEncoder} makeEncoder
   * @param {(news: News) => void} post
   * @param {{ slice: number, amounts?: import("./tickets.js").Amounts, helpers?: import("./shares.js").Helpers }} how
   *   slice: the longest stretch without listening, in ms
   */
  constructor(makeEncoder, post, { slice, amounts, helpers }) {
    this.helpers = helpers;
    this.makeEncoder = makeEncoder;
    this.tell = post;
    this.slice = slice;
    this.amounts = amounts;
  }

  // --- what can be asked -------------------------------------------------------------------------

  /** Tickets to look at. */
  offer() {
    this.#post({ offer: { tickets: offered(), teams: TEAMS } });
  }

  /** A new model. @param {{ round: number, plan: Plan, lr: number }} asked */
  begin({ round, plan, lr }) {
    this.#start(round, (tickets) => new Run(this.makeEncoder, tickets, plan, lr, this));
  }

  /** A model from a file.
   * @param {{ round: number, plan: Plan, lr: number, bytes: ArrayBuffer, words?: string }} asked
   *   words: a JSON file with the vocabulary */
  open({ round, plan, lr, bytes, words }) {
    try {
      const model = readModel(bytes, { heads: plan.heads, words });
      const from = { ...plan, heads: model.sizes.heads, scale: model.scale };
      // Made at once, so that a file that does not fit leaves the model that is here.
      const fits = this.makeEncoder({ ...model.sizes, parameters: model.parameters });
      try {
        const { logits } = fits.forward([[1]], null, { weights: false });
        if (!logits.data.every(Number.isFinite)) throw new ReadError("modelOverflow");
      } finally {
        fits.release();
      }
      this.#start(
        round,
        (tickets) =>
          new Run(this.makeEncoder, tickets, from, lr, { from: model, helpers: this.helpers }),
      );
    } catch (error) {
      const refused =
        error instanceof ReadError
          ? { key: error.key, values: error.values }
          : { key: "modelRefused", values: { reason: /** @type {Error} */ (error).message } };
      this.#post({ refused });
    }
  }

  /** @param {{ steps: number | null }} asked */
  pace({ steps }) {
    this.#pace = steps;
    this.#due = 0;
    // What stands still is shown as it stands.
    if (steps === null) this.#read();
    this.#wake();
  }

  /** One step. */
  once() {
    this.#once = true;
    this.#wake();
  }

  /** @param {{ lr: number }} asked */
  rate({ lr }) {
    if (this.#run) this.#run.lr = lr;
  }

  /** What the model makes of a text, now and as it learns. @param {{ text: string }} asked */
  watch({ text }) {
    this.#text = text;
    this.#read();
  }

  /** The model as a file. @param {{ more: Record<string, string> }} asked */
  save({ more }) {
    if (this.#run) this.#post({ file: writeModel(this.#run, more) });
  }

  /** All tickets, once they are made. */
  list() {
    if (!this.#tickets) return;
    const { units, valid } = this.#tickets;
    this.#post({ tickets: { train: units.flat(), valid } });
  }

  /** A worker that helped is gone. */
  loseHelpers() {
    this.helpers?.lose();
  }

  // --- how it runs -------------------------------------------------------------------------------

  /** @param {Omit<News, "round">} news */
  #post(news) {
    this.tell({ round: this.#round, ...news });
  }

  /** @param {number} round @param {(tickets: import("./tickets.js").Tickets) => Run} make */
  #start(round, make) {
    this.#round = round;
    this.#run?.release();
    this.#run = undefined;
    this.#once = false;
    this.#next = () => make(/** @type {import("./tickets.js").Tickets} */ (this.#tickets));
    this.#wake();
  }

  #wake(delay = 0) {
    if (this.#busy) return;
    this.#busy = true;
    setTimeout(async () => {
      try {
        const pause = await this.#work();
        this.#busy = false;
        if (pause !== undefined || this.#next) this.#wake(pause);
      } catch (error) {
        this.#busy = false;
        this.#pace = null;
        this.#next = undefined;
        this.#post({ failure: /** @type {Error} */ (error).message });
      }
    }, delay);
  }

  /** Some work. @returns {Promise<number | undefined>} in how many ms there is more, if there is */
  async #work() {
    if (this.#next) {
      if (!this.#tickets) {
        this.#prepare();
        return 0;
      }
      this.#run = this.#next();
      this.#next = undefined;
      this.#ms = 0;
      this.#stepMs = 0;
      this.#reached = false;
      const { plan, sizes } = this.#run;
      // What it makes of the ticket that is watched is shown first: all of them take as long as making them.
      this.#post({ begun: plan, sizes });
      this.#read();
      this.#post({ checks: [this.#run.checkStart()] });
      if (!this.#isCompared) {
        this.#isCompared = true;
        const tickets = /** @type {import("./tickets.js").Tickets} */ (this.#tickets);
        this.#post({ baseline: baselineOf(tickets, this.amounts) });
      }
    }
    const run = this.#run;
    if (!run || run.isOver) return undefined;
    if (this.#once) {
      this.#once = false;
      await this.#steps(run, 1);
    } else if (this.#pace === 0) {
      await this.#steps(run, Infinity);
    } else if (this.#pace !== null) {
      const now = performance.now();
      if (this.#due === 0) this.#due = now;
      if (now >= this.#due) {
        this.#due = Math.max(now, this.#due + 1000 / this.#pace);
        await this.#steps(run, 1);
      }
      return Math.max(1, this.#due - performance.now());
    }
    // What was asked for while a step was made is done next.
    return this.#once || (this.#pace !== null && !run.isOver) ? 0 : undefined;
  }

  /** A slice of steps, at most so many. @param {Run} run @param {number} most */
  async #steps(run, most) {
    const end = performance.now() + this.slice;
    /** @type {Step[]} */
    const steps = [];
    /** @type {Check[]} */
    const checks = [];
    /** @type {News["reached"]} */
    let reached;
    do {
      const before = performance.now();
      const step = await run.next();
      const between = performance.now();
      // Another model may have begun, or the pace have been changed, while others made their parts.
      if (!step) break;
      steps.push(step);
      if (run.isOver || run.step % CHECK.every === 0) {
        const all = run.valid.length;
        let check = await run.checkTogether(run.isOver ? all : undefined);
        // Some are near the goal: have all reached it?
        if (check && !this.#reached && check.accuracy >= GOAL - NEAR && !run.isOver)
          check = await run.checkTogether(all);
        if (!check) break;
        checks.push(check);
        if (!this.#reached && check.accuracy >= GOAL && check.of === all) {
          this.#reached = true;
          const ms = this.#ms + performance.now() - before;
          reached = { step: run.step, ms, accuracy: check.accuracy };
        }
      }
      this.#stepMs += between - before;
      this.#ms += performance.now() - before;
    } while (steps.length < most && !run.isOver && performance.now() < end && this.#pace !== null);
    if (this.#run !== run) return;
    this.#post({
      steps,
      checks,
      ms: this.#ms,
      stepMs: this.#stepMs,
      ...(reached ? { reached } : {}),
      ...(run.isOver ? { over: true } : {}),
    });
    // The next one begins when it is told to.
    if (run.isOver) this.#pace = null;
    const isStill = most === 1 || run.isOver || this.#pace === null;
    if (isStill || performance.now() - this.#told > 200) this.#read();
  }

  #read() {
    if (!this.#run) return;
    this.#told = performance.now();
    this.#post({
      reading: { step: this.#run.step, text: this.#text, found: this.#run.read(this.#text) },
    });
  }

  /** @type {Generator<number, import("./tickets.js").Tickets, void> | undefined} */
  #preparing;
  #prepareMs = 0;
  /** Whether it is known how far a bag of words gets. */ #isCompared = false;

  #prepare() {
    this.#preparing ??= prepare(this.amounts);
    const start = performance.now();
    /** @type {IteratorResult<number, import("./tickets.js").Tickets>} */
    let step;
    do step = this.#preparing.next();
    while (!step.done && performance.now() - start < this.slice / 2);
    this.#prepareMs += performance.now() - start;
    if (step.done) {
      this.#tickets = step.value;
      this.#preparing = undefined;
      const { learned, valid, vocabulary } = step.value;
      this.#post({
        prepared: {
          learned,
          valid: valid.length,
          words: vocabulary.length,
          ms: this.#prepareMs,
        },
      });
    } else {
      this.#post({ preparing: step.value });
    }
  }
}

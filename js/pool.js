// Attention off the main thread: a call is checked here, cut into parts of about equal work, computed
// by workers that hold an instance each, and put together again. Inputs are copied, part by part, as
// the call is made; what a worker gets and gives back is transferred, not cloned.
import { planAttention } from "./attention.js";
import { checkOptions, checkWhole } from "./check.js";
import { bareCore, moduleForWorkers, readVariant } from "./load.js";
import { ownMethods } from "./methods.js";
import { ATTENTION_OPTIONS } from "./options.js";
import { cutAttention, joinPast } from "./pool-attention.js";
import { makeWorkplace } from "./pool-job.js";
import { PoolMultiHead } from "./pool-layer.js";
import { Assembly, buffersOf, shareOut } from "./pool-share.js";
import { Thread } from "./pool-thread.js";
import { freeWhenLost, wasFreed, weakly } from "./release.js";
import { readSignal, unlessAborted } from "./signal.js";
import { denseStrides } from "./sizes.js";

/** @typedef {import("./tensor.js").TensorLike} TensorLike */
/** @typedef {import("./options.js").AttentionOptions} AttentionOptions */

/** A call can be given up: it rejects with the signal's reason, and its workers are free again.
 * @typedef {{ signal?: AbortSignal | null }} Abortable */

/** @typedef {import("./attention.js").AttentionResult} AttentionResult */
/** @typedef {import("./pool-job.js").Message} Message */
/** @typedef {import("./pool-job.js").LayerPart} LayerPart */
/** @typedef {import("./pool-share.js").Share} Share */

/**
 * What one worker is to compute of a call.
 * @typedef {object} Part
 * @property {import("./pool-job.js").Call[]} calls @property {ArrayBufferLike[]} transfer
 * @property {{ key: string, make: () => LayerPart }[]} [layers] parameters that the calls need
 * @property {number} [worker] which worker has those already, unless it was replaced
 * @property {(results: AttentionResult[]) => void} put takes what the calls gave
 */

/** A call of which parts are computed. @typedef {{ failed: boolean }} Whole */

/** @typedef {{ part: Part, whole: Whole, resolve: () => void, reject: (error: unknown) => void }} Task */

// More workers than this wait for memory, not for arithmetic.
const MOST_WORKERS = 8;

// Messages that a worker may have before it: while it computes one, the next is there already.
const AHEAD = 2;

/** As many workers as this machine has cores, at least 1. */
function coresHere() {
  const { navigator, process } = /** @type {any} */ (globalThis);
  const os = process?.getBuiltinModule?.("node:os");
  const cores = os?.availableParallelism?.() ?? navigator?.hardwareConcurrency ?? 2;
  return Math.min(Math.max(cores, 1), MOST_WORKERS);
}

/** Makes a pool of workers, each with an instance of the module. Nothing is fetched: workers start
 * from memory, on a page opened from disk as well. Where they are refused, or there is no WebAssembly,
 * the pool computes on the calling thread.
 * @param {{ workers?: number | null, variant?: import("./load.js").LoadOptions["variant"] }} [options]
 *   workers: default one for each core, at most 8; variant: which build, as of load(). Where the one that
 *   was asked for does not run, calls reject
 * @returns {Pool} */
export function createPool(options) {
  const where = "createPool";
  const { workers, variant } = checkOptions(where, options, ["workers", "variant"]);
  return new Pool(
    checkWhole(where, "workers", workers ?? coresHere(), 1, 1024),
    readVariant(where, variant),
  );
}

/** The calling thread in the place of a worker. */
class CallingThread {
  #compute;
  load = 0;
  /** @type {Set<string>} */ layers = new Set();
  /** @type {object[]} */ wholes = [];

  /** @param {ReturnType<typeof makeWorkplace>} compute */
  constructor(compute) {
    this.#compute = compute;
  }

  /** @param {Message} message @returns {Promise<AttentionResult[]>} */
  async send(message) {
    return this.#compute(message);
  }
}

/** Ends the workers of a pool that nobody holds any more. @param {Set<Thread>} workers */
const ending = (workers) => () => {
  for (const worker of workers) void worker.end("its pool is gone");
};

/** A worker that does not keep its pool alive. @param {() => ((worker: Thread) => void) | undefined} onLoss */
function threadOf(onLoss) {
  /** @type {Thread} */
  const worker = new Thread(() => onLoss()?.(worker));
  return worker;
}

/** A pool of workers. Made by createPool(). In Node it keeps the process alive only while something is
 * being computed. */
export class Pool {
  #wanted;
  #variant;
  /** @type {Promise<WebAssembly.Module | null>} */ #module;
  /** Workers that run or start. @type {Set<Thread>} */ #workers = new Set();
  /** Who computes. @type {(Thread | CallingThread)[]} */ #threads = [];
  /** Settles when the workers run that can. @type {Promise<void>} */ #ready;
  /** @type {Task[]} */ #queue = [];
  /** Calls that are being computed. */ #calls = 0;
  #onLoss = (/** @type {Thread} */ worker) => this.#lose(worker);
  #refused = false;
  #released = false;
  #layers = 0;

  /** @param {number} workers @param {"auto" | import("./load.js").Variant} variant */
  constructor(workers, variant) {
    ownMethods(this, new.target);
    this.#wanted = workers;
    this.#variant = variant;
    this.#module = moduleForWorkers(variant).catch(() => null);
    this.#ready = this.#fill();
    this.#ready.catch(() => {}); // the first call hears of it
    freeWhenLost(this, ending(this.#workers));
  }

  /** How many workers the pool has; 0 where they are refused and the calling thread computes. */
  get workers() {
    return this.#refused ? this.#workers.size : this.#wanted;
  }

  /** What attn.attention() returns for the same arguments, bit for bit. Bad arguments reject with the
   * same errors. The arguments may be changed as soon as this has returned its promise.
   * @param {TensorLike} q (…, n, d_k), rank 2, 3 or 4 @param {TensorLike} k (…, m, d_k)
   * @param {TensorLike} v (…, m, d_v) @param {AttentionOptions & Abortable} [options]
   * @returns {Promise<AttentionResult>} */
  async attention(q, k, v, options) {
    const where = "attention";
    this.#check();
    const { signal, ...rest } = checkOptions(where, options, ATTENTION_OPTIONS, "signal");
    const abort = readSignal(where, signal);
    const given = planAttention(q, k, v, rest);
    this.#check();
    const { sizes, rules, wanted } = given;
    const { hKv, m, dK, dV, packed } = sizes;
    const present = given.past ? joinPast(given) : undefined;
    const plan = present ? { ...given, k: present.key.data, v: present.value.data } : given;
    const kAt = denseStrides(hKv, m, dK, packed && !present);
    const vAt = denseStrides(hKv, m, dV, packed && !present);
    const shares = shareOut(where, sizes, rules, {
      workers: this.#wanted,
      most: 4,
      staged: wanted.staged,
      headsTogether: wanted.weights === "mean",
      rowWork: 16,
    });
    const assembly = new Assembly(where, sizes, wanted, { heads: sizes.h, size: dV, packed });
    await this.#compute(shares, abort, (part) => {
      const cuts = part.map((share) => cutAttention(plan, share, kAt, vAt));
      return {
        calls: cuts.map((cut) => ({ kind: "attention", plan: cut.plan })),
        transfer: cuts.flatMap(({ transfer }) => transfer),
        put: (results) => results.forEach((result, index) => assembly.put(result, part[index])),
      };
    });
    const result = assembly.finish(given.shape);
    return present ? { ...result, present } : result;
  }

  /** A layer as attn.multiHead() makes it, whose forward() returns a promise. The workers get its
   * parameters with the first call that needs them.
   * @param {import("./layer.js").MultiHeadOptions} options @returns {PoolMultiHead} */
  multiHead(options) {
    this.#check();
    const id = `${this.#layers++}:`;
    return new PoolMultiHead(options, {
      id,
      workers: this.#wanted,
      check: () => this.#check(),
      compute: (shares, signal, cut) => this.#compute(shares, signal, cut),
      forget: () => this.#forget(id),
    });
  }

  /** Ends the workers. What they have not computed rejects, and so does every later call. */
  async release() {
    this.#released = true;
    wasFreed(this);
    for (const { reject } of this.#queue.splice(0))
      reject(new Error("createPool: this pool was released"));
    await Promise.all([...this.#workers].map((worker) => worker.end("this pool was released")));
    this.#threads = [];
  }

  #check() {
    if (this.#released) throw new Error("createPool: this pool was released");
  }

  /** Starts the workers that are missing; without any, the calling thread computes. */
  async #fill() {
    const starts = [];
    const missing = this.#refused ? 0 : this.#wanted - this.#workers.size;
    for (let count = 0; count < missing; count++) {
      const worker = threadOf(weakly(this.#onLoss));
      this.#workers.add(worker);
      worker.hold(this.#calls > 0);
      starts.push(
        worker.start(this.#module).then(
          () => void this.#threads.push(worker),
          () => void (this.#refused = true),
        ),
      );
    }
    await Promise.all(starts);
    if (this.#threads.length === 0 && !this.#released) {
      this.#threads = [new CallingThread(makeWorkplace(await bareCore(this.#variant)))];
    }
  }

  /** @param {Thread} worker that computes no more */
  #lose(worker) {
    this.#workers.delete(worker);
    this.#threads = this.#threads.filter((other) => other !== worker);
    // Otherwise the next call replaces it: one that always dies at once is not started for ever.
    if (this.#queue.length > 0) this.#revive();
  }

  /** Replaces what died and goes on with what waits. */
  #revive() {
    this.#replace().then(
      () => this.#pump(),
      (error) => {
        for (const { reject } of this.#queue.splice(0)) reject(error);
      },
    );
  }

  /** Waits until those compute that can; what died is replaced. */
  async #replace() {
    for (let ready; ready !== this.#ready; await ready) ready = this.#ready;
    const missing = !this.#refused && this.#workers.size < this.#wanted;
    if (missing || this.#threads.length === 0) await (this.#ready = this.#fill());
  }

  /** Computes a call, cut into parts; each is on its way before the next is cut.
   * @param {Share[][]} shares @param {AbortSignal | null} signal
   * @param {(part: Share[], index: number) => Part} cut */
  async #compute(shares, signal, cut) {
    /** @type {Whole} */
    const whole = { failed: false };
    this.#hold(1);
    try {
      await unlessAborted(
        signal,
        () => this.#giveUp(whole),
        () => this.#computeParts(whole, shares, cut),
      );
    } catch (error) {
      whole.failed = true;
      throw error;
    } finally {
      this.#hold(-1);
    }
  }

  /** @param {Whole} whole @param {Share[][]} shares @param {(part: Share[], index: number) => Part} cut */
  async #computeParts(whole, shares, cut) {
    const runs =
      this.#threads.length > 0 && (this.#refused || this.#threads.length === this.#wanted);
    /** @type {Part[]} */
    let early = [];
    if (!runs) {
      early = shares.map(cut); // now, since the caller may change the inputs
      await this.#replace();
      this.#check();
      if (whole.failed) return; // it was given up while the workers started
    }
    const done = shares.map((share, index) => {
      const part = early[index] ?? cut(share, index);
      /** @type {Promise<void>} */
      const promise = new Promise((resolve, reject) =>
        this.#queue.push({ part, whole, resolve, reject }),
      );
      promise.catch(() => {}); // where cutting a later part fails, nobody waits for this one
      this.#pump();
      return promise;
    });
    await Promise.all(done);
  }

  /** Forgets what waits of a call. A worker that computes a part of it hears nothing until that is done,
   * so it is ended, and another takes its place. @param {Whole} whole */
  #giveUp(whole) {
    whole.failed = true;
    this.#queue = this.#queue.filter((task) => task.whole !== whole);
    for (const thread of [...this.#threads])
      if (thread instanceof Thread && thread.wholes.includes(whole))
        void thread.end("the call was given up");
    if (this.#queue.length > 0) this.#pump();
  }

  /** Node's process waits for the workers while there are calls. @param {1 | -1} more */
  #hold(more) {
    this.#calls += more;
    for (const worker of this.#workers) worker.hold(this.#calls > 0);
  }

  /** Sends what waits to the workers that have least to do. */
  #pump() {
    if (this.#threads.length === 0) {
      if (this.#queue.length > 0 && !this.#released) this.#revive();
      return;
    }
    const waiting = this.#queue.splice(0);
    for (const task of waiting) {
      if (task.whole.failed) continue;
      const { worker } = task.part;
      const able =
        worker === undefined ? this.#threads : [this.#threads[worker % this.#threads.length]];
      // A worker has parts of one call at a time: so none is lost when that is given up.
      const free = able.filter(
        ({ load, wholes }) => load < AHEAD && wholes.every((whole) => whole === task.whole),
      );
      if (free.length === 0) this.#queue.push(task);
      else
        this.#send(
          free.reduce((least, other) => (other.load < least.load ? other : least)),
          task,
        );
    }
  }

  /** @param {Thread | CallingThread} thread @param {Task} task */
  #send(thread, { part, whole, resolve, reject }) {
    const { calls, transfer, layers = [], put } = part;
    const fresh = layers.filter(
      ({ key }, index) =>
        !thread.layers.has(key) && layers.findIndex((other) => other.key === key) === index,
    );
    const made = fresh.map(({ key, make }) => ({ key, part: make() }));
    const parameters = made.flatMap(({ part: { weights, biases } }) =>
      buffersOf(...Object.values(weights).map(({ data }) => data), ...Object.values(biases)),
    );
    for (const { key } of made) thread.layers.add(key);
    thread.wholes.push(whole);
    thread
      .send({ layers: made, calls }, [...transfer, ...parameters])
      .finally(() => thread.wholes.splice(thread.wholes.indexOf(whole), 1))
      .then(put)
      .then(resolve, (error) => {
        for (const { key } of made) thread.layers.delete(key);
        reject(error);
      })
      .then(() => this.#pump());
  }

  /** @param {string} prefix of the keys of a layer that was released */
  #forget(prefix) {
    for (const thread of this.#threads) {
      for (const key of thread.layers) if (key.startsWith(prefix)) thread.layers.delete(key);
      const sent = thread.send({ forget: prefix }, []);
      sent.catch(() => {}).then(() => this.#pump());
    }
  }
}

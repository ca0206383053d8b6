// One worker of the pool: started from text in memory, so that it needs no file, no response header
// and no bundler setting, in browsers and in Node alike.

import { builtin } from "./builtin.js";

/** @typedef {import("./pool-job.js").Message} Message */
/** @typedef {import("./attention.js").AttentionResult} AttentionResult */

/**
 * What browsers' and Node's workers have in common.
 * @typedef {object} Port
 * @property {(message: unknown, transfer: ArrayBufferLike[]) => void} post
 * @property {(busy: boolean) => void} hold whether the process of Node, Deno or Bun waits for it
 * @property {() => Promise<unknown>} end
 */

/** @typedef {{ message: (data: any) => void, died: (why: string) => void }} Listener */

// Workers that do not answer at all (blocked, or a stand-in of a test environment) are given up after
// so many ticks. A page that is busy itself does not hear the answer, but then it ticks no more either.
const TICK = 500;
const PATIENCE = 20;

/** @param {string} source @param {Listener} listener @returns {Port} */
function startInBrowser(source, listener) {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url, { name: "attention-wasm" });
  worker.onmessage = (event) => {
    URL.revokeObjectURL(url);
    listener.message(event.data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    URL.revokeObjectURL(url);
    listener.died(event.message || "it could not be started");
  };
  worker.onmessageerror = () => listener.died("a message could not be read");
  return {
    post: (message, transfer) =>
      worker.postMessage(message, /** @type {Transferable[]} */ (transfer)),
    hold: () => {},
    end: async () => worker.terminate(),
  };
}

/** Whether there are Node's workers: in Node, Deno and Bun, where they alone can let the process end. A
 * Worker is no sign of a browser: onnxruntime-web, for one, makes Node's global. Electron's pages have
 * browsers' workers as well as a process. */
function inNode() {
  const { versions, type } = /** @type {any} */ (globalThis).process ?? {};
  return versions?.node && type !== "renderer";
}

/** @param {string} source @param {Listener} listener @returns {Promise<Port>} */
async function startInNode(source, listener) {
  const { Worker } = await builtin("worker_threads");
  const port = 'globalThis.attentionPort=require("node:worker_threads").parentPort;\n';
  const worker = new Worker(port + source, {
    eval: true,
    name: "attention-wasm",
    execArgv: [], // what the process was started with (a loader, --input-type) is not for this script
    stdout: true, // it writes nothing, so nothing has to listen at the process's streams
    stderr: true,
  });
  worker.on("message", listener.message);
  worker.on("messageerror", () => listener.died("a message could not be read"));
  worker.on("error", (/** @type {Error} */ error) => listener.died(error.message));
  worker.on("exit", (/** @type {number} */ code) => listener.died(`it ended with code ${code}`));
  worker.unref();
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
    end: () => worker.terminate(),
  };
}

/** An error of the same kind as the worker's, or one that says that computing failed.
 * @param {{ name: string, message: string }} error */
function errorFrom({ name, message }) {
  if (name === "RangeError") return new RangeError(message);
  return new Error(`createPool: a worker failed: ${name}: ${message}`);
}

/** A worker with an instance of its own. */
export class Thread {
  /** @type {Port | null} */ #port = null;
  /** Answers that are waited for. @type {Map<number, { resolve: (results: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  #sent = 0;
  #busy = false;
  /** Why it is no more. @type {string | null} */ #end = null;
  #onDeath;

  /** The parts of layers that it keeps. @type {Set<string>} */
  layers = new Set();

  /** The calls of which it has parts, one entry for each message. @type {object[]} */
  wholes = [];

  /** @param {() => void} onDeath called once, when it can compute no more */
  constructor(onDeath) {
    this.#onDeath = onDeath;
  }

  /** How many messages it has not answered. */
  get load() {
    return this.#waiting.size;
  }

  /** Starts the worker and makes its instance; rejects where workers are refused.
   * @param {Promise<WebAssembly.Module | null>} module */
  async start(module) {
    /** @type {Listener} */
    const listener = {
      message: (data) => this.#receive(data),
      died: (why) => this.#die(`the worker died (${why})`),
    };
    try {
      // A file of its own, which only who makes a pool loads.
      const { default: source } = await import("#worker-source");
      this.#port = inNode()
        ? await startInNode(source, listener)
        : startInBrowser(source, listener);
      this.#port.hold(this.#busy);
      const compiled = await module;
      if (this.#end) throw new Error(this.#end);
      // Before anything is posted: a context of node:vm need not have timers, and nobody would hear what
      // had been asked of the worker.
      let ticks = 0;
      const timer = setInterval(() => {
        if (++ticks === PATIENCE) this.#die("the worker did not answer");
      }, TICK);
      await this.#post({ module: compiled }, []).finally(() => clearInterval(timer));
    } catch (error) {
      this.#die(/** @type {Error} */ (error).message);
      this.#port?.end(); // where it was ended before it had begun
      throw error;
    }
  }

  /** @param {object} content @param {ArrayBufferLike[]} transfer @returns {Promise<any>} */
  #post(content, transfer) {
    const port = this.#port;
    if (!port || this.#end) return Promise.reject(new Error(`createPool: ${this.#end}`));
    const id = this.#sent++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      try {
        port.post({ ...content, id }, transfer);
      } catch (error) {
        this.#waiting.delete(id);
        reject(error);
      }
    });
  }

  /** @param {any} answer */
  #receive({ id, error, results }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!error) waiting?.resolve(results);
    else {
      waiting?.reject(errorFrom(error));
      // A call that asks for too much leaves the instance as it was; of anything else nobody knows.
      if (error.name !== "RangeError") this.#die("the worker failed");
    }
  }

  /** @param {string} why */
  #die(why) {
    if (this.#end) return;
    this.#end = why;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#port?.end();
    for (const { reject } of waiting) {
      reject(new Error(`createPool: ${why} before its part of the call was computed`));
    }
    this.#onDeath();
  }

  /** @param {Message} message @param {ArrayBufferLike[]} transfer @returns {Promise<AttentionResult[]>} */
  send(message, transfer) {
    return this.#post({ message }, transfer);
  }

  /** Whether Node's process waits for this worker. @param {boolean} busy */
  hold(busy) {
    this.#busy = busy;
    this.#port?.hold(busy);
  }

  /** Ends the worker; what it has not answered is rejected. @param {string} why */
  async end(why) {
    const port = this.#port;
    this.#die(why);
    await port?.end();
  }
}

// The page's end of the training: what is asked of the worker, and what it tells. Beside it stand as many
// helpers as there are cores and parts of a batch.
import { startWorker } from "../../parts/work/worker.js";
import { PARTS } from "./shares.js";
import source from "./train-worker.js?worker";

/** @typedef {import("./engine.js").News} News */
/** @typedef {"offer" | "begin" | "open" | "pace" | "once" | "rate" | "watch" | "save" | "list" | "loseHelpers"} Call */
/** @typedef {NonNullable<ReturnType<typeof startWorker>>} OneWorker */

export class Trainer {
  /**
   * @param {import("../../../js/load.js").Attention} attn
   * @param {{ onNews: (news: News) => void, onLost: () => void }} listener onLost: workers are refused here, or
   *   this one died
   * @param {number} [cores] how many may be used
   */
  constructor(attn, { onNews, onLost }, cores = navigator.hardwareConcurrency || 1) {
    this.ended = false;
    const lost = () => {
      if (!this.ended) onLost();
      this.ended = true;
    };
    const { module } = attn;
    // Without WebAssembly, or on the page's own thread, it would take minutes and freeze the page.
    this.worker = module
      ? startWorker(source, {
          onMessage: (news) => {
            if (!this.ended) onNews(news);
          },
          onFail: lost,
        })
      : undefined;
    /** @type {OneWorker[]} */
    this.helpers = [];
    if (!this.worker) {
      queueMicrotask(lost);
      return;
    }
    /** @type {MessagePort[]} */
    const ports = [];
    for (let count = 1; count < Math.min(PARTS, cores); count += 1) {
      const { port1, port2 } = new MessageChannel();
      const helper = startWorker(source, {
        onMessage: () => {},
        onFail: () => this.call("loseHelpers"),
      });
      helper?.post({ module, helps: port2 }, [port2]);
      if (helper) this.helpers.push(helper);
      ports.push(port1);
    }
    this.worker.post({ module, helpers: ports }, ports);
  }

  /** @param {Call} call @param {object} [asked] */
  call(call, asked = {}) {
    if (!this.ended) this.worker?.post({ call, asked });
  }

  end() {
    this.ended = true;
    this.worker?.end();
    for (const helper of this.helpers) helper.end();
  }
}

// The page's end of the training: what is asked of the worker, and what it tells. It has as many helpers as there
// are cores and parts of a batch.
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
    /** Those that the worker could not start by itself. @type {OneWorker[]} */
    this.helpers = [];
    // Without WebAssembly, or on the page's own thread, it would take minutes and freeze the page.
    this.worker = module
      ? startWorker(source, {
          onMessage: (news) => {
            if (this.ended) return;
            if (news.wanted) this.#help(module, news.wanted);
            else onNews(news);
          },
          onFail: lost,
        })
      : undefined;
    if (!this.worker) queueMicrotask(lost);
    this.worker?.post({ module, count: Math.min(PARTS, cores) - 1 });
  }

  /** @param {WebAssembly.Module} module @param {number} count */
  #help(module, count) {
    for (let started = 0; started < count; started += 1) {
      const { port1, port2 } = new MessageChannel();
      const helper = startWorker(source, {
        onMessage: () => {},
        onFail: () => this.call("loseHelpers"),
      });
      if (!helper) return;
      this.helpers.push(helper);
      helper.post({ module, isHelper: true, port: port2 }, [port2]);
      this.worker?.post({ port: port1 }, [port1]);
    }
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

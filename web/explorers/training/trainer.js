// The page's end of the training: what is asked of the worker, and what it tells. It has as many helpers as there
// are cores and parts of a batch.
import { startWorker } from "../../parts/work/worker.js";
import { PARTS } from "./shares.js";
import source from "./train-worker.js?worker";

/** @typedef {import("./engine.js").News} News */
/** @typedef {"offer" | "begin" | "open" | "pace" | "once" | "rate" | "watch" | "save" | "list" | "loseHelpers"} Call */

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
    const count = Math.min(PARTS, cores) - 1;
    // Without WebAssembly, or on the page's own thread, it would take minutes and freeze the page.
    this.worker = module
      ? startWorker(source, {
          onMessage: (news) => {
            if (this.ended) return;
            const { helper, message, buffers } = news;
            if (message) this.helpers[helper]?.post({ helper: 0, message }, buffers);
            else onNews(news);
          },
          onFail: lost,
        })
      : undefined;
    if (!this.worker) queueMicrotask(lost);
    this.worker?.post({ module, count });
    this.helpers = Array.from({ length: this.worker ? count : 0 }, (_, helper) => {
      const started = startWorker(source, {
        onMessage: ({ message, buffers }) => this.worker?.post({ helper, message }, buffers),
        onFail: () => this.call("loseHelpers"),
      });
      started?.post({ module });
      return started;
    });
  }

  /** @param {Call} call @param {object} [asked] */
  call(call, asked = {}) {
    if (!this.ended) this.worker?.post({ call, asked });
  }

  end() {
    this.ended = true;
    this.worker?.end();
    for (const helper of this.helpers) helper?.end();
  }
}

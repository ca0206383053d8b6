// The page's end of the training: what is asked of the worker, and what it tells.
import { startWorker } from "../../parts/work/worker.js";
import source from "./train-worker.js?worker";

/** @typedef {import("./engine.js").News} News */
/** @typedef {"offer" | "begin" | "open" | "pace" | "once" | "rate" | "watch" | "save" | "list"} Call */

export class Trainer {
  /**
   * @param {import("../../../js/load.js").Attention} attn
   * @param {{ onNews: (news: News) => void, onLost: () => void }} listener onLost: workers are refused here, or
   *   this one died
   */
  constructor(attn, { onNews, onLost }) {
    this.ended = false;
    const lost = () => {
      if (!this.ended) onLost();
      this.ended = true;
    };
    // Without WebAssembly, or on the page's own thread, it would take minutes and freeze the page.
    this.worker = attn.module
      ? startWorker(source, {
          onMessage: (news) => {
            if (!this.ended) onNews(news);
          },
          onFail: lost,
        })
      : undefined;
    if (this.worker) this.worker.post({ module: attn.module });
    else queueMicrotask(lost);
  }

  /** @param {Call} call @param {object} [asked] */
  call(call, asked = {}) {
    if (!this.ended) this.worker?.post({ call, asked });
  }

  end() {
    this.ended = true;
    this.worker?.end();
  }
}

// A worker that makes parts of gradients for tests/bench/training-time.js, as the page's helpers do.
import { parentPort, workerData } from "node:worker_threads";
import { load } from "attention-wasm";
import { help } from "../../web/explorers/training/shares.js";

const attn = await load();
// Node's ports and those of pages take the same calls.
help(/** @type {any} */ (workerData), (options) => /** @type {any} */ (attn.encoder(options)));
/** @type {import("node:worker_threads").MessagePort} */ (parentPort).postMessage("ready");

// Weights that are opened and saved, and the tickets as a file.
import { isSafetensors, refuseOtherKinds } from "../../model/file-kinds.js";
import { ReadError } from "../../model/read-error.js";
import { MOST_BYTES } from "./settings.js";
import { FILES } from "./python.js";
import { messageOf } from "../../model/read-error.js";
import { saveFile } from "../../frame/files.js";
import { fixed } from "../../parts/letters/numbers.js";

/** @typedef {import("./engine.js").News} News */
/** @typedef {import("./attention-training.js").AttentionTraining} Host */

/** @param {Host} host @param {string} key @param {globalThis.Record<string, unknown>} [values] */
export function refuse(host, key, values = {}) {
  host.fileRefused = messageOf({ key, values }, host.text, { file: host.opening?.name ?? "" });
  host.opening = undefined;
  host.notice = "";
}

/** One model, with a vocabulary or without. @param {Host} host @param {Iterable<File>} files */
export async function openFiles(host, files) {
  const list = [...files];
  const model =
    list.find(({ name }) => /\.safetensors$/i.test(name)) ??
    list.find(({ name }) => !/\.json$/i.test(name));
  const words = list.find(({ name }) => /\.json$/i.test(name));
  const round = ++host.rounds;
  host.fileRefused = "";
  if (!model) return refuse(host, "fileUnknown");
  host.opening = { round, name: model.name };
  for (const file of [model, words]) {
    if (file && file.size > MOST_BYTES)
      return refuse(host, "readTooLarge", {
        file: file.name,
        size: fixed(file.size / 1e6, 1),
        most: MOST_BYTES / 1e6,
      });
  }
  host.notice = host.text("fileOpening", { file: model.name });
  let bytes;
  let text;
  try {
    bytes = await model.arrayBuffer();
    text = await words?.text();
    const start = new Uint8Array(bytes, 0, Math.min(512, bytes.byteLength));
    refuseOtherKinds(start, model.name);
    if (!isSafetensors(start) && !/\.safetensors$/i.test(model.name))
      return refuse(host, "fileUnknown");
  } catch (error) {
    if (error instanceof ReadError) return refuse(host, error.key, error.values);
    return refuse(host, "fileUnread", { reason: /** @type {Error} */ (error).message });
  }
  if (!host.attn || host.opening?.round !== round) return;
  host.running = false;
  const trainer = host.trainerNow();
  trainer.call("pace", { steps: null });
  host.watched = host.words;
  trainer.call("watch", { text: host.watched });
  trainer.call("open", { round, plan: host.plan, lr: host.lr, bytes, words: text });
}

/** @param {Host} host */
export function askForWeights(host) {
  const check = host.record?.check;
  const more = check ? { accuracy: `${check.accuracy} of ${check.of} validation tickets` } : {};
  host.trainer?.call("save", { more });
}

/** @param {Host} host @param {ArrayBuffer} bytes */
export function saveWeights(host, bytes) {
  saveFile(FILES.weights, new Blob([bytes], { type: "application/octet-stream" }));
  host.notice = host.text("fileSaved", { file: FILES.weights });
}

/** @param {Host} host @param {NonNullable<News["tickets"]>} tickets */
export function saveTickets(host, tickets) {
  const text = JSON.stringify({ teams: host.teams, ...tickets });
  saveFile(FILES.tickets, new Blob([text], { type: "application/json" }));
  host.notice = host.text("ticketsSaved", { file: FILES.tickets });
}

/** @param {Host} host @param {DragEvent} event */
export function onDragOver(host, event) {
  if (!host.shows("weights") || !event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  host.dropping = true;
}

/** @param {Host} host @param {DragEvent} event */
export function onDrop(host, event) {
  host.dropping = false;
  if (!host.shows("weights") || !event.dataTransfer?.files.length) return;
  event.preventDefault();
  host.openFiles(event.dataTransfer.files);
}

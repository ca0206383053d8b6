// Where the explorers find trained models that are files of their own.
//
// attention-ticket-model.js and attention-explorers.js are bundled apart, so they share no module, and
// either may run first: the one that comes second must find what the first has left, and the one that
// waits must be told. What two scripts of a page share is a global. Its name is a symbol of the global
// registry, which every script gets by the same words, and which no element's id and no other library's
// variable can be. It holds whatever version of this file came first, so its shape must not change.

/**
 * @typedef {object} TicketModelDescription what web/model/train.js wrote beside the weights
 * @property {{ vocab: number, d: number, heads: number, ff: number, layers: number, classes: number, maxLen: number }} sizes
 * @property {string[]} teams the classes
 * @property {string[]} vocabulary
 * @property {{ train: number, valid: number }} tickets
 * @property {{ model: number, byKind: Record<string, number>, bagOfWords: number }} accuracy
 * @property {{ text: string, team: number, kind: string }[]} examples
 * @property {{ text: string, team: number, brightest: number[], strongest: number[] } | null} ablation
 */

/**
 * @typedef {object} ModelSource
 * @property {TicketModelDescription} description
 * @property {() => Uint8Array<ArrayBuffer>} weights a safetensors file
 */

/** @typedef {{ models: Map<string, ModelSource>, listeners: Set<() => void> }} Registry */

const KEY = Symbol.for("attention-wasm.models");

/** @returns {Registry} */
function registry() {
  const place = /** @type {Record<symbol, Registry>} */ (/** @type {unknown} */ (globalThis));
  return (place[KEY] ??= { models: new Map(), listeners: new Set() });
}

/** @param {string} name @param {ModelSource} source */
export function registerModel(name, source) {
  const { models, listeners } = registry();
  // A script that stands on the page twice changes nothing.
  if (models.has(name)) return;
  models.set(name, source);
  for (const listener of [...listeners]) listener();
}

/** @param {string} name @returns {ModelSource | undefined} */
export const findModel = (name) => registry().models.get(name);

/** Tells when a model comes. @param {() => void} listener @returns {() => void} ends it */
export function onModel(listener) {
  const { listeners } = registry();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

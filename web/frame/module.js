// The module that computes, one instance for all explorers of the page.
import { load } from "../../js/index.js";

/** @typedef {Awaited<ReturnType<typeof load>>} Attention */

/** @type {Promise<Attention> | undefined} */
let shared;

/** The module. A load that failed may be tried again. */
export function sharedModule() {
  if (!shared) {
    shared = load();
    shared.catch(() => {
      shared = undefined;
    });
  }
  return shared;
}

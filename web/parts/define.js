/* global PACKAGE_VERSION */
import { renewStyles } from "./moved-styles.js";
import { mayDraw } from "./trusted-types.js";

/** The version of the package, which the build puts in. */
const version = typeof PACKAGE_VERSION === "undefined" ? "" : PACKAGE_VERSION;

/** @typedef {CustomElementConstructor & { version?: string }} Versioned */

const SAID = Symbol.for("attention-wasm.versions");

/** Says once a page which versions met. @param {Versioned} first */
function sayVersions(first) {
  const page = /** @type {Record<symbol, boolean>} */ (/** @type {unknown} */ (globalThis));
  if (page[SAID]) return;
  page[SAID] = true;
  console.info(
    `attention-wasm: version ${first.version ?? "of before"} is on this page already and draws its elements; version ${version} leaves them to it.`,
  );
}

/**
 * Registers a custom element once: a page may hold the script twice, a server has no registry. Where
 * the page's policy lets nothing be drawn, what stands inside the tag stays there.
 * @param {string} tag
 * @param {Versioned} element
 */
export function define(tag, element) {
  const registry = globalThis.customElements;
  if (!registry) return;
  element.version = version;
  const first = registry.get(tag);
  if (first) {
    sayVersions(first);
    return;
  }
  element.prototype.adoptedCallback = renewStyles;
  if (mayDraw()) registry.define(tag, element);
}

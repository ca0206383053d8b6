// The state of an explorer in the address of the page: #steps.step=3&steps.mask=causal. An address is for
// the explorers that it names; all others stay as they are.

import { nextFrame } from "../parts/next-frame.js";
import { sharedModule } from "./module.js";

/** @typedef {import("./attention-element.js").AttentionElement} Host */

// What an author sets and a learner does not change: the address may say it, as for a frame, whose
// address is all that its author can write.
const AUTHORS = ["hide", "theme", "question", "strings", "readonly", "lang"];

// Milliseconds between two writings of the address.
const PAUSE = 400;
// Letters of a value that is written into the address; longer ones would make it useless.
const LONGEST = 4000;

export class Address {
  /** @type {Host} */
  #host;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #isBehind = false;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    if (this.read()) this.#comeThere();
    window.addEventListener("hashchange", this.#onChange);
  }

  hostDisconnected() {
    window.removeEventListener("hashchange", this.#onChange);
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #onChange = () => {
    if (this.read()) this.#comeThere();
  };

  /** Whether the address says all that it is going to say. */
  get isSettled() {
    return this.#timer === undefined;
  }

  get #prefix() {
    return this.#host.address || this.#host.localName;
  }

  /** Takes what the address says of this explorer. @returns {boolean} whether it says anything */
  read() {
    const host = this.#host;
    if (host.address === undefined) return false;
    const found = readAddress(this.#prefix, window.location.hash);
    if (found.size === 0) return false;
    this.#isBehind = false; // a new address overrules what was about to be written
    for (const name of AUTHORS) {
      const text = found.get(name);
      if (text !== undefined) host.setAttribute(name, text);
    }
    host.state.take(found, host.hasUpdated);
    return true;
  }

  /** A link to a state leads to where it is to be seen: to the explorer that it names first. Only this
   * window scrolls, never a page around it. */
  async #comeThere() {
    const [first = ""] = new URLSearchParams(window.location.hash.replace(/^#/, "")).keys();
    if (prefixOf(first) !== this.#prefix) return;
    await sharedModule().catch(() => undefined);
    await this.#host.updateComplete;
    // What stands above it has drawn itself by the next frame.
    await new Promise((resolve) => nextFrame(() => resolve(undefined)));
    const { top, height } = this.#host.getBoundingClientRect();
    if (top >= 0 && top + Math.min(height, window.innerHeight / 2) <= window.innerHeight) return;
    window.scrollTo({ top: window.scrollY + top, behavior: "instant" });
  }

  /** Browsers take about a hundred new addresses in half a minute, fewer than a slider's drag makes; so
   * one is written at once, and what follows within PAUSE as one more at its end. */
  write() {
    if (this.#host.address === undefined || !this.#host.isConnected) return;
    if (this.#timer !== undefined) {
      this.#isBehind = true;
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isBehind) this.write();
    }, PAUSE);
    this.#isBehind = false;
    const { hash: old } = window.location;
    const said = readAddress(this.#prefix, old);
    const kept = [...said].filter(([name]) => AUTHORS.includes(name));
    const all = [...this.#host.stateAttributes(), ...kept];
    const short = new Map(all.filter(([, text]) => text.length <= LONGEST));
    try {
      window.history.replaceState(window.history.state, "", writeAddress(this.#prefix, short, old));
    } catch {
      // A frame without an address of its own: the state stays in the attributes.
    }
  }
}

/** Which explorer a key is for: one may be called figure, another figure.2. @param {string} key */
const prefixOf = (key) => key.slice(0, Math.max(0, key.lastIndexOf(".")));

/**
 * The part of the page's address that belongs to one explorer: #steps.step=3&steps.mask=causal.
 * @param {string} prefix
 * @param {string} hash
 * @returns {Map<string, string>} attribute → text
 */
export function readAddress(prefix, hash) {
  const found = new Map();
  for (const [key, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (prefixOf(key) === prefix) found.set(key.slice(prefix.length + 1), value);
  }
  return found;
}

/**
 * @param {string} prefix
 * @param {Map<string, string>} attributes
 * @param {string} hash the address so far; what other explorers keep in it stays, the name of a place goes
 */
export function writeAddress(prefix, attributes, hash) {
  const kept = [...new URLSearchParams(hash.replace(/^#/, ""))].filter(
    ([key]) => key.includes(".") && prefixOf(key) !== prefix,
  );
  const own = [...attributes].map(([name, value]) => [`${prefix}.${name}`, value]);
  const text = new URLSearchParams([...kept, ...own]).toString();
  return text === "" ? "#" : `#${text}`;
}

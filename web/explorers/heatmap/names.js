// What tokens are called: beside the map, in sentences, and where there is no colour.
import { html } from "lit";
import { unmarked } from "../../parts/direction.js";
import { shortToken, visibleToken } from "../../parts/letters/symbols.js";

/** @typedef {import("../../model/maps.js").Maps} Maps */
/** @typedef {"queryTokens" | "keyTokens"} Side */

export class Names {
  /**
   * @param {Maps | undefined} maps @param {number} sequence from 0
   * @param {{ text: (key: string, values?: Record<string, unknown>) => string,
   *   rich: (key: string, values?: Record<string, unknown>) => unknown }} words
   */
  constructor(maps, sequence, words) {
    this.maps = maps;
    this.sequence = sequence;
    this.words = words;
  }

  /** @param {Side} side @param {number} at @returns {string} */
  label(side, at) {
    const token = this.maps?.[side]?.[this.sequence]?.[at];
    return token ?? unmarked(this.words.text("token", { i: at + 1 }));
  }

  /** A token for a sentence, with its place: the same word may come twice.
   * @param {Side} side @param {number} at */
  named(side, at) {
    const role = side === "queryTokens" ? "query" : "key";
    if (!this.maps?.[side]) return html`<span class=${role}>${this.spoken(side, at)}</span>`;
    const token = html`<bdi>${shortToken(this.label(side, at))}</bdi>`;
    return html`<span class=${role}>${this.words.rich("at", { token, i: at + 1 })}</span>`;
  }

  /** The same as plain text. @param {Side} side @param {number} at */
  spoken(side, at) {
    return this.maps?.[side]
      ? this.words.text("at", { token: visibleToken(this.label(side, at)), i: at + 1 })
      : this.words.text(side === "queryTokens" ? "queryAt" : "keyAt", { i: at + 1 });
  }
}

// What an element of running text says, in the language around it.
import { LitElement } from "lit";
import { keepKeysInside } from "../frame/keys.js";
import { FRAME, PROSE, textIn } from "../frame/languages.js";
import { withLiveValues } from "../frame/live-values.js";
import { Spoken } from "../frame/spoken.js";
import { sharedStrings } from "../frame/strings.js";
import { entryOf } from "../parts/own-entry.js";
import { followTranslation, putTextsBack } from "../parts/translated.js";
import { strings } from "./strings.js";

/** An element of running text that says something of its own. */
export class SpeakingElement extends LitElement {
  /** What all of them say, in English. */
  static strings = strings;
  spoken = new Spoken(this);

  constructor() {
    super();
    keepKeysInside(this);
  }

  /** @param {import("lit").PropertyValues} changed */
  update(changed) {
    followTranslation(this.renderRoot);
    putTextsBack(this.renderRoot);
    super.update(changed);
  }
}

/** @param {string} key of prose/strings.js, or of what every explorer says @param {SpeakingElement} element
 * @param {Record<string, string>} [values] */
export function words(key, { spoken: { language } }, values = {}) {
  const template =
    textIn(language, PROSE, key) ??
    entryOf(strings, key) ??
    textIn(language, FRAME, key) ??
    entryOf(sharedStrings, key) ??
    key;
  return withLiveValues(template, values, language).join("");
}

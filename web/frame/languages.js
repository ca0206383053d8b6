// Words in the languages of a page. Every copy of the script on a page, and every script of a language,
// shares one register, so that it does not matter which comes first.

/** Words by what says them: a tag, or "frame" for what every explorer says. @typedef {Record<string, Record<string, string>>} Words */

const KEY = Symbol.for("attention-wasm.words");
/** What every explorer says. */
export const FRAME = "frame";
/** What the elements of running text say. */
export const PROSE = "prose";

/** @typedef {{ words: Map<string, Words>, listeners: Set<() => void> }} Register */

/** @returns {Register} */
function register() {
  const all = /** @type {Record<symbol, Register | undefined>} */ (
    /** @type {unknown} */ (globalThis)
  );
  return (all[KEY] ??= { words: new Map(), listeners: new Set() });
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Gives the page words in a language, or other words in English; what is given already and not named
 * stays. Explorers on the page show them at once.
 * @param {string} language as in lang="…": "de", "pt-BR"
 * @param {Record<string, Record<string, string>>} words by tag, and "frame" for what every explorer says:
 *   { "attention-steps": { heading: "…" }, frame: { next: "…" } }. dist/words.json names them all
 */
export function setStrings(language, words) {
  if (typeof language !== "string" || !/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(language)) {
    throw new TypeError(
      `setStrings: the language is a code such as "de" or "pt-BR", not ${JSON.stringify(String(language).slice(0, 40))}`,
    );
  }
  const isWords =
    isRecord(words) &&
    Object.values(words).every(
      (some) => isRecord(some) && Object.values(some).every((text) => typeof text === "string"),
    );
  if (!isWords) {
    throw new TypeError(
      'setStrings: words are texts by tag and name, such as { "attention-steps": { heading: "…" }, frame: { next: "…" } }',
    );
  }
  const { words: all, listeners } = register();
  const code = language.toLowerCase();
  const known = new Map(Object.entries(all.get(code) ?? {}));
  for (const [who, texts] of Object.entries(words)) known.set(who, { ...known.get(who), ...texts });
  all.set(code, Object.fromEntries(known));
  for (const listener of listeners) listener();
}

/** @template T @param {Record<string, T> | undefined} texts @param {string} key @returns {T | undefined} */
const own = (texts, key) =>
  texts && Object.prototype.hasOwnProperty.call(texts, key) ? texts[key] : undefined;

/**
 * A text in a language: "de-AT" takes what there is of it, then of "de".
 * @param {string} language @param {string} who a tag, or "frame" @param {string} key
 * @returns {string | undefined}
 */
export function textIn(language, who, key) {
  const { words } = register();
  if (words.size === 0) return undefined;
  for (const code of codesOf(language)) {
    const found = own(words.get(code)?.[who], key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All texts that somebody has given in a language. @param {string} language @param {string} who
 * @returns {Record<string, string>} */
export const textsIn = (language, who) =>
  Object.assign(
    {},
    ...[...codesOf(language)].reverse().map((code) => own(register().words.get(code), who)),
  );

/** "de-AT", then "de". @param {string} language */
function* codesOf(language) {
  const parts = language.toLowerCase().split("-");
  for (let count = parts.length; count > 0; count -= 1) yield parts.slice(0, count).join("-");
}

/** Whether anybody has given words of a language. @param {string} language @param {string} who */
export const hasWords = (language, who) =>
  [...codesOf(language)].some((code) => own(register().words.get(code), who) !== undefined);

/** Called whenever words come. @param {() => void} listener @returns {() => void} ends it */
export function onWords(listener) {
  const { listeners } = register();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The places in which a language may be said, from an element outwards, over the edges of shadow trees.
 * @param {Element} element */
function* outwards(element) {
  /** @type {Node | null} */
  let node = element;
  while (node) {
    // Not by its class: a frame's page has classes of its own.
    if (node.nodeType === Node.ELEMENT_NODE) yield /** @type {Element} */ (node);
    node = node.parentNode ?? /** @type {ShadowRoot} */ (node).host ?? null;
  }
}

/** The language of an element, inherited as HTML's is. @param {Element} element */
export function languageOf(element) {
  for (const each of outwards(element)) {
    const language = each.getAttribute("lang");
    if (language !== null) return language || "en";
  }
  return "en";
}

/** The trees in which an element stands. @param {Element} element @returns {Node[]} */
export function treesOf(element) {
  const trees = [];
  /** @type {Node | null} */
  let node = element;
  while (node) {
    const root = node.getRootNode();
    trees.push(root);
    node = /** @type {ShadowRoot} */ (root).host ?? null;
  }
  return trees;
}

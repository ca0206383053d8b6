// An explorer as it stands, for the code that embeds it.
import { FRAME, hasWords, textsIn } from "./languages.js";
import { knownIntegrity, ownText, textBeside } from "./own-script.js";

/** @typedef {import("./attention-element.js").AttentionElement} Host */

/** The script of all explorers. */
const MAIN = "attention-explorers.js";

/** Pixels of a frame that is not drawn yet, and the least. */
const UNSEEN = 640;
const LEAST = 200;

/** The script of its language, where it speaks one that has a script: those have words for pages, too.
 * @param {Host} host */
function languageScripts({ wording: { language } }) {
  const [code] = language.toLowerCase().split("-");
  return code !== "en" && hasWords(code, "pages") ? [`languages/${code}.js`] : [];
}

/** Words that the page has given without such a script: they travel with the explorer.
 * @param {Host} host @returns {Record<string, string>} */
function wordsOfPage(host) {
  const { language } = host.wording;
  if (languageScripts(host).length > 0) return {};
  return { ...textsIn(language, FRAME), ...textsIn(language, host.localName) };
}

/** The texts of its scripts that this page has; of a language, what this explorer says.
 * @param {Host} host @param {string[]} scripts @returns {Record<string, string>} */
function textsOf(host, scripts) {
  const { language } = host.wording;
  const found = scripts.map((name) => {
    if (name === MAIN) return [name, ownText()];
    if (!name.startsWith("languages/")) return [name, textBeside(name)];
    const words = Object.fromEntries(
      [FRAME, host.localName].map((who) => [who, textsIn(language, who)]),
    );
    const said = JSON.stringify(words).replaceAll("<", "\\u003c");
    return [name, `attentionExplorers.setStrings(${JSON.stringify(language)}, ${said});`];
  });
  return Object.fromEntries(found.filter(([, text]) => text !== undefined));
}

/** What its author has set, besides the state. @param {Host} host @returns {[string, string][]} */
function authorAttributes(host) {
  const { hide, ownQuestion = "" } = host;
  const theme = host.getAttribute("theme") ?? "";
  const question = typeof ownQuestion === "string" ? ownQuestion : JSON.stringify(ownQuestion);
  const { strings = "" } = host;
  const ofPage = wordsOfPage(host);
  const given = typeof strings === "string" ? strings : JSON.stringify(strings);
  const words =
    Object.keys(ofPage).length === 0 ? given : JSON.stringify({ ...ofPage, ...host.wording.own });
  /** @type {[string, string][]} */
  const all = [
    ["hide", hide],
    ["theme", theme],
    ["question", question],
    ["strings", words === "{}" ? "" : words],
  ];
  const written = all.filter(([, value]) => value !== "");
  if (host.readonly) written.push(["readonly", ""]);
  if (host.wording.language !== "en") written.push(["lang", host.wording.language]);
  return written;
}

/** Where a link leads: to this page, where its address is read; else to the page of one explorer.
 * @param {Host} host */
function placeOf({ address, localName }) {
  const { protocol, href } = window.location;
  const isPage = address !== undefined && /^(https?|file):$/.test(protocol);
  return isPage
    ? { page: href.replace(/#.*$/s, ""), prefix: address || localName }
    : { page: `${localName}.html`, prefix: localName };
}

/** @param {Host} host @returns {import("./embed-forms.js").Embedding} */
export function embeddingOf(host) {
  // What is open below the picture is not open in the copy.
  /** @type {HTMLElement | null | undefined} */
  const below = host.shadowRoot?.querySelector(".disclosures");
  // Not as a slide may scale it.
  const own = host.offsetHeight;
  const { scriptsFor } = /** @type {typeof import("./attention-element.js").AttentionElement} */ (
    host.constructor
  );
  const state = host.stateAttributes();
  const scripts = [MAIN, ...scriptsFor(state), ...languageScripts(host)];
  const height = own === 0 ? UNSEEN : own - (below?.offsetHeight ?? 0) + 60;
  return {
    tag: host.localName,
    attributes: new Map([...state, ...authorAttributes(host)]),
    place: placeOf(host),
    title: host.text("heading").replaceAll("_", ""),
    fallback: host.text("needsScript"),
    height: Math.max(Math.ceil(height / 20) * 20, LEAST),
    version: host.attn?.build.version ?? "",
    scripts,
    integrity: knownIntegrity(),
    texts: textsOf(host, scripts),
  };
}

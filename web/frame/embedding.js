// An explorer as it stands, for the code that embeds it.
import { hasWords } from "./languages.js";
import { knownIntegrity, ownText } from "./own-script.js";

/** @typedef {import("./attention-element.js").AttentionElement} Host */

/** Pixels of a frame that is not drawn yet, and the least. */
const UNSEEN = 640;
const LEAST = 200;

/** The script of its language, where it speaks one that has a script: those have words for pages, too.
 * @param {Host} host */
function languageScripts({ wording: { language } }) {
  const [code] = language.toLowerCase().split("-");
  return code !== "en" && hasWords(code, "pages") ? [`languages/${code}.js`] : [];
}

/** What its author has set, besides the state. @param {Host} host @returns {[string, string][]} */
function authorAttributes(host) {
  const { hide, ownQuestion = "" } = host;
  const theme = host.getAttribute("theme") ?? "";
  const question = typeof ownQuestion === "string" ? ownQuestion : JSON.stringify(ownQuestion);
  const { strings = "" } = host;
  const words = typeof strings === "string" ? strings : JSON.stringify(strings);
  /** @type {[string, string][]} */
  const all = [
    ["hide", hide],
    ["theme", theme],
    ["question", question],
    ["strings", words === "{}" ? "" : words],
  ];
  const written = all.filter(([, value]) => value !== "");
  if (host.readonly) written.push(["readonly", ""]);
  if (languageScripts(host).length > 0) written.push(["lang", host.wording.language]);
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
  const height = own === 0 ? UNSEEN : own - (below?.offsetHeight ?? 0) + 60;
  return {
    tag: host.localName,
    attributes: new Map([...host.stateAttributes(), ...authorAttributes(host)]),
    place: placeOf(host),
    title: host.text("heading").replaceAll("_", ""),
    fallback: host.text("needsScript"),
    height: Math.max(Math.ceil(height / 20) * 20, LEAST),
    version: host.attn?.build.version ?? "",
    scripts: ["attention-explorers.js", ...host.scripts(), ...languageScripts(host)],
    integrity: knownIntegrity(),
    ownText: ownText(),
  };
}

// How the letters of the formula are written: as HTML, and as plain text for files and spoken names.
import { html } from "lit";

/** @typedef {import("lit").TemplateResult} TemplateResult */

const ROLES = { Q: "query", K: "key", V: "value" };

/**
 * "W_Q" is W with an index, "K^T" is K transposed, "S/sqrt(d_k)" is the scaled scores.
 * @param {string} name
 */
function split(name) {
  const [head, root] = name.split("/");
  const [base, above] = head.split("^");
  const [letter, below] = base.split("_");
  return { letter, below, above, root };
}

/**
 * The role whose colour a letter has.
 * @param {string} name
 * @returns {"query" | "key" | "value" | ""}
 */
export function roleOf(name) {
  const { letter, below } = split(name);
  const key = letter === "W" ? below : letter;
  return /** @type {"query" | "key" | "value" | ""} */ (ROLES[/** @type {"Q"} */ (key)] ?? "");
}

/**
 * A letter of the formula: W with a lowered Q, K with a raised ⊤, in its role's colour.
 * @param {string} name such as "X", "W_Q", "K^T", "d_k", "S/sqrt(d_k)"
 * @returns {TemplateResult}
 */
export function symbol(name) {
  const { letter, below, above, root } = split(name);
  const lowered = below ? html`<sub>${below}</sub>` : "";
  const raised = above ? html`<sup>⊤</sup>` : "";
  return html`<var class=${roleOf(name)}
    >${letter}${lowered}${raised}${root ? html`/√d<sub>k</sub>` : ""}</var
  >`;
}

/**
 * A text with the key size in it as it is in formulas: d with a lowered k.
 * @param {string} text
 */
export const withKeySize = (text) =>
  text.split("d_k").map((piece, index) => (index === 0 ? piece : [symbol("d_k"), piece]));

/** A text with the letters of the layer in it as they are in formulas. @param {string} text */
export const withSymbols = (text) =>
  text.split(/(W_[QKVO]|d_k)/).map((piece, index) => (index % 2 === 0 ? piece : symbol(piece)));

/**
 * The same as one line of text: "W_Q", "Kᵀ", "S/√d_k".
 * @param {string} name
 */
export const symbolText = (name) => name.replace("^T", "ᵀ").replace("sqrt(d_k)", "√d_k");

/**
 * The same as pieces of text, each with how it stands: on the line, raised or lowered.
 * @param {string} name
 * @returns {{ text: string, stands: "on" | "raised" | "lowered" }[]}
 */
export function symbolPieces(name) {
  const { letter, below, above, root } = split(name);
  const on = (/** @type {string} */ text) => ({ text, stands: /** @type {const} */ ("on") });
  const lowered = (/** @type {string} */ text) => ({
    text,
    stands: /** @type {const} */ ("lowered"),
  });
  return [
    on(letter),
    ...(below ? [lowered(below)] : []),
    ...(above ? [{ text: "⊤", stands: /** @type {const} */ ("raised") }] : []),
    ...(root ? [on("/√d"), lowered("k")] : []),
  ];
}

/**
 * A token as it is shown: what cannot be seen gets a sign that can.
 * @param {string} token
 */
export const visibleToken = (token) =>
  token === "" ? "∅" : token.replaceAll(" ", "␣").replaceAll("\n", "⏎").replaceAll("\t", "⇥");

// In characters; a longer token is cut in sentences and buttons, and whole where its cell is explained.
const LONG = 20;

/** @param {string} token visible, and short enough for a sentence */
export function shortToken(token) {
  const characters = [...visibleToken(token)];
  return characters.length > LONG
    ? `${characters.slice(0, LONG - 1).join("")}…`
    : characters.join("");
}

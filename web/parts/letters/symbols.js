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
  // Each letter is a text of its own: only such a one is slanted as in formulas. Words stand upright.
  const isWord = /^[a-z]{3}/.test(below ?? "");
  const lowered = below
    ? html`<sub class=${isWord ? "word" : ""}>${isWord ? below : [...below]}</sub>`
    : "";
  const raised = above ? html`<sup>⊤</sup>` : "";
  return html`<var class=${roleOf(name)} translate="no"
    >${[...letter]}${lowered}${raised}${root ? html`<i>/√</i>${"d"}<sub>k</sub>` : ""}</var
  >`;
}

/**
 * A text with the letters of formulas as they stand there: d_k, W_Q, s_1, and e^(s_1). No line ends between d_k and
 * what it is, or between a number and its unit. What is no text stays as it is.
 * @param {unknown} said
 */
export const withSymbols = (said) =>
  typeof said === "string"
    ? said
        .replaceAll(/(?<=\d) (?=\w*B\b)/g, "\u00a0")
        .split(/(e\^\(\w_\w\)|\b[a-z]_[a-z\d]\b)/i)
        .map((piece, index) => {
          if (index % 2 === 0) return piece.replace(/^ = /, "\u00a0=\u00a0");
          const [, power] = /\((.*)\)/.exec(piece) ?? [];
          return power
            ? html`<var translate="no">e<sup>${symbol(power)}</sup></var>`
            : symbol(piece);
        })
    : said;

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

const SIGNS = new Map([
  [" ", "␣"],
  ["\n", "⏎"],
  ["\r", "␍"],
  ["\t", "⇥"],
  ["\u00a0", "⍽"],
  ["\u007f", "␡"],
]);
// Controls, spaces of every width, what text programs do not draw, halves of surrogate pairs, what is no
// character, and the pattern of Braille that has no dot.
const UNSEEN =
  /[\p{Cc}\p{Z}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\ufff9-\ufffb\u2800]/gu;
// What joins or changes the characters around it stands in emoji and in words of many languages; there it
// is seen in what it does.
// Letters that never join their neighbours: between them joiners do nothing.
const APART =
  /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}]/u;
const PICTURE_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u{e0020}-\u{e007f}]$/u;
const CHOSEN_BEFORE = /[\p{Emoji}\p{S}\p{sc=Han}\p{sc=Mongolian}\p{sc=Myanmar}\p{sc=Phags_Pa}]$/u;

/** Whether a character that is not drawn itself does something where it stands.
 * @param {string} character @param {string} before @param {string} after */
function isAtWork(character, before, after) {
  if (/[\u200c\u200d]/.test(character))
    return /^\p{Extended_Pictographic}/u.test(after)
      ? PICTURE_BEFORE.test(before)
      : /[\p{L}\p{M}]$/u.test(before) && /^\p{L}/u.test(after) && !APART.test(after);
  // Selectors choose between forms of one character; tags spell a flag.
  if (/[\ufe00-\ufe0f\u180b-\u180d\u{e0100}-\u{e01ef}]/u.test(character))
    return CHOSEN_BEFORE.test(before);
  return (
    /[\u{e0020}-\u{e007f}]/u.test(character) && /\u{1f3f4}[\u{e0020}-\u{e007e}]*$/u.test(before)
  );
}

/**
 * A token as it is shown: what cannot be seen gets a sign that can.
 * @param {string} token
 */
export function visibleToken(token) {
  if (token === "") return "∅";
  const seen = token.replace(UNSEEN, (character, at) => {
    // A flag is spelled with 14 code units at most.
    const before = token.slice(Math.max(0, at - 16), at);
    const after = token.slice(at + character.length, at + character.length + 2);
    if (isAtWork(character, before, after)) return character;
    const code = /** @type {number} */ (character.codePointAt(0));
    return (
      SIGNS.get(character) ??
      // Unicode has small letters for the other controls.
      (code < 0x20
        ? String.fromCodePoint(0x2400 + code)
        : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`)
    );
  });
  // A mark of its own stands on a circle, as it does in books.
  return /^\p{M}/u.test(seen) ? `◌${seen}` : seen;
}

/** Whether the labels of a table's side are words of ours, whose spaces are spaces: they are no tokens.
 * @param {boolean | "rows" | "columns" | undefined} worded of both sides, or of one
 * @param {"rows" | "columns"} side */
export const isWorded = (worded, side) => worded === true || worded === side;

// In characters; a longer token is cut in sentences and buttons, and whole where its cell is explained.
const LONG = 20;

/** @param {string} token visible, and short enough for a sentence */
export function shortToken(token) {
  const characters = [...visibleToken(token)];
  return characters.length > LONG
    ? `${characters.slice(0, LONG - 1).join("")}…`
    : characters.join("");
}

/** What tokens are called where each is meant alone: those that are written alike, with their place.
 * @param {string[]} tokens @param {(token: string) => string} [write] */
export function namesOf(tokens, write = shortToken) {
  const names = tokens.map(write);
  return names.map((name, at) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${at + 1})`,
  );
}

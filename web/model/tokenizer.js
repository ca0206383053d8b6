// Text to tokens and token ids, the same for training and for the pages: lower case, punctuation apart,
// words that are not in the vocabulary unknown. An emoji is one token, whatever it is made of. Where a
// script puts no spaces between words, the engine's dictionary cuts them.

/** Padding and the unknown token come first in every vocabulary. */
export const PADDING = "<pad>",
  UNKNOWN = "<unk>";
const PADDING_ID = 0,
  UNKNOWN_ID = 1;

const PICTURE =
  "\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0e\\ufe0f\\u{e0020}-\\u{e007f}]*";
// Flags of two letters, keycaps, and pictures with skin tones, joined to others.
const KEYCAP = "[0-9#*]\\ufe0f?\\u20e3";
const EMOJI = `\\p{Regional_Indicator}{2}|${KEYCAP}|${PICTURE}(?:\\u200d${PICTURE})*`;
// Letters and digits with what stands between them as in "don't", or joins them.
const LETTERS = `(?:(?!${KEYCAP})[\\p{L}\\p{M}\\p{N}])+`;
const WORD = `${LETTERS}(?:['\u2019\\u200c\\u200d]${LETTERS})*`;
const SOME_EMOJI = new RegExp(`(${EMOJI})`, "u");
const PIECE = new RegExp(`${EMOJI}|${WORD}|[^\\s]`, "gu");
// Names between brackets, as tokenizers write them for what is no word: [CLS], <s>.
const SPECIAL = /(\[[A-Z]+\]|<[^\s<>]+>)/u;

const UNSPACED = ["Hani", "Hira", "Kana", "Thai", "Laoo", "Khmr", "Mymr"]
  .map((script) => `\\p{scx=${script}}`)
  .join("");
// What chooses a form of a character, or stands on it, stays with it.
const RUN = new RegExp(`(?:[${UNSPACED}]\\p{M}*)+|[^${UNSPACED}]+`, "gu");
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");

/** Cuts words where no spaces are written; an engine without a dictionary gives characters.
 * @type {(run: string) => string[]} */
const cut = (() => {
  if (typeof Intl === "undefined" || !("Segmenter" in Intl))
    return (run) => run.match(/.\p{M}*/gsu) ?? [];
  const segmenter = new Intl.Segmenter("en", { granularity: "word" });
  // A hundred thousand letters in one go take V8 seconds, in stretches a fifth of one.
  const stretches = (/** @type {string} */ run) => run.match(/(?:.\p{M}*){1,4000}/gsu) ?? [];
  return (run) =>
    stretches(run).flatMap((part) => Array.from(segmenter.segment(part), ({ segment }) => segment));
})();

/** @param {string} text @returns {string[]} */
const piecesOf = (text) =>
  (text.match(PIECE) ?? []).flatMap((piece) =>
    /^[\p{L}\p{M}\p{N}]/u.test(piece) && !/\u20e3$/.test(piece)
      ? (piece.match(RUN) ?? []).flatMap((run) => (IS_UNSPACED.test(run) ? cut(run) : [run]))
      : [piece],
  );

/** The tokens of a text as they stand in it. @param {string} text @returns {string[]} */
export const wordsOf = (text) =>
  text.split(SPECIAL).flatMap((part, at) => (at % 2 === 1 ? [part] : piecesOf(part)));

/** Lower case, one spelling of each character. @param {string} text */
const spelled = (text) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'");

// What the rules above come to where all is ASCII, ten times as fast: tens of thousands of tickets are read
// before training.
const PLAIN = /^[\0-\x7f]*$/;
const PLAIN_PIECE = /[a-z0-9]+(?:'[a-z0-9]+)*|\S/g;

/** The tokens of a text for a vocabulary. An emoji stays what it is: ™ is not two letters.
 * @param {string} text @returns {string[]} */
export const tokensOf = (text) =>
  PLAIN.test(text)
    ? (text.toLowerCase().match(PLAIN_PIECE) ?? [])
    : text
        .split(SOME_EMOJI)
        .flatMap((part, at) => (at % 2 === 1 ? [part] : piecesOf(spelled(part))));

/** The tokens that a vocabulary has room for. One that has "i", "'" and "m" but not "i'm" reads it in three.
 * @param {string} text @param {{ has: (token: string) => boolean }} words */
export const tokensFor = (text, words) =>
  tokensOf(text).flatMap((token) =>
    words.has(token) || !words.has("'") ? [token] : token.split(/(')/).filter(Boolean),
  );

/** The words that occur at least `least` times in the texts, the most frequent first, after padding and
 * the unknown token.
 * @param {Iterable<string>} texts @param {number} least @returns {string[]} */
export function vocabularyOf(texts, least) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of texts)
    for (const token of tokensOf(text)) counts.set(token, (counts.get(token) ?? 0) + 1);
  const words = [...counts].filter(([, count]) => count >= least);
  // Equally frequent words in the order of their code units, which does not depend on a locale.
  words.sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  return [PADDING, UNKNOWN, ...words.map(([word]) => word)];
}

/** What turns texts into ids and back.
 * @param {readonly string[]} vocabulary @param {number} maxLen tokens past these are left out */
export function tokenizer(vocabulary, maxLen) {
  const ids = new Map(vocabulary.map((word, id) => [word, id]));
  const encode = (/** @type {string} */ text) => {
    const tokens = tokensFor(text, ids).slice(0, maxLen);
    return { tokens, ids: tokens.map((token) => ids.get(token) ?? UNKNOWN_ID) };
  };
  return {
    vocabulary,
    /** @param {string} text @returns {{ tokens: string[], ids: number[] }} */
    encode,
    /** Rows of ids, padded to the longest, and how many of each are real.
     * @param {readonly (readonly number[])[]} rows @returns {{ ids: number[][], lengths: number[] }} */
    batch(rows) {
      const n = Math.max(...rows.map((row) => row.length));
      return {
        ids: rows.map((row) => [
          ...row,
          ...Array.from({ length: n - row.length }, () => PADDING_ID),
        ]),
        lengths: rows.map((row) => row.length),
      };
    },
  };
}

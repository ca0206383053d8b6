// Text to token ids, the same for training and for the pages: lower case, punctuation apart, words that
// are not in the vocabulary unknown.

/** Padding and the unknown token come first in every vocabulary. */
export const PADDING = "<pad>",
  UNKNOWN = "<unk>";
const PADDING_ID = 0,
  UNKNOWN_ID = 1;

// Letters and digits with what stands between them as in "don't", or any other character on its own.
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;

/** The tokens of a text.
 * @param {string} text @returns {string[]} */
export function tokensOf(text) {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[\u2018\u2019]/g, "'")
      .match(TOKEN) ?? []
  );
}

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
    const tokens = tokensOf(text).slice(0, maxLen);
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

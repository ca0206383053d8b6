// An explorer's whole state as text: for the page's address and for the code that embeds it. The
// attributes of the element are that text; nothing else has to be learnt.

/**
 * Matrices in attributes: numbers with spaces or commas between, rows with semicolons: "1 0; 0 1".
 * Numbers are float32 from here on.
 */
export const matrixConverter = {
  /** @param {string | null} text @returns {number[][] | undefined} */
  fromAttribute(text) {
    if (text === null || text.trim() === "") return undefined;
    return text
      .trim()
      .replace(/;\s*$/, "")
      .split(";")
      .map((row) =>
        row
          .trim()
          .split(/[\s,]+/)
          .map((number) => Math.fround(Number(number.replace("−", "-")))),
      );
  },
  /** @param {number[][] | undefined} rows */
  toAttribute(rows) {
    return rows ? rows.map((row) => row.map(shortest).join(" ")).join("; ") : null;
  },
};

/** @param {number} value the shortest text that gives this float32 again */
const shortest = (value) => {
  for (let digits = 1; digits < 9; digits += 1) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === Math.fround(value)) return text;
  }
  return String(value);
};

/** Words in attributes: a JSON list, or words with spaces or commas between. */
export const wordsConverter = {
  /** @param {string | null} text @returns {string[] | undefined} */
  fromAttribute(text) {
    if (text === null) return undefined;
    if (text.trim().startsWith("[")) {
      try {
        return JSON.parse(text).map(String);
      } catch {
        // It only looked like a list: a token may be a bracket.
      }
    }
    return text.split(/[\s,]+/).filter((word) => word !== "");
  },
  /** @param {string[] | undefined} words */
  toAttribute(words) {
    if (!words) return null;
    const simple = words.length > 0 && words.every((word) => /^[^\s,[]+$/.test(word));
    return simple ? words.join(" ") : JSON.stringify(words);
  },
};

/**
 * The part of the page's address that belongs to one explorer: #steps.step=3&steps.mask=causal.
 * @param {string} prefix
 * @param {string} hash
 * @returns {Map<string, string>} attribute → text
 */
export function readAddress(prefix, hash) {
  const found = new Map();
  for (const [key, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    if (key.startsWith(`${prefix}.`)) found.set(key.slice(prefix.length + 1), value);
  }
  return found;
}

/**
 * @param {string} prefix
 * @param {Map<string, string>} attributes
 * @param {string} hash the address so far; what other explorers keep in it stays
 */
export function writeAddress(prefix, attributes, hash) {
  const kept = [...new URLSearchParams(hash.replace(/^#/, ""))].filter(
    ([key]) => !key.startsWith(`${prefix}.`),
  );
  const own = [...attributes].map(([name, value]) => [`${prefix}.${name}`, value]);
  const text = new URLSearchParams([...kept, ...own]).toString();
  return text === "" ? "#" : `#${text}`;
}

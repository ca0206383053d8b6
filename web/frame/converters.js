// Matrices and words as the text of attributes.

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
          .map((number) => Math.fround(numberOf(number))),
      );
  },
  /** @param {number[][] | undefined} rows */
  toAttribute(rows) {
    return rows ? rows.map((row) => row.map(shortest).join(" ")).join("; ") : null;
  },
};

/** A number as programs and pages write it: -0.5, −0.5, -inf. @param {string} text */
const numberOf = (text) =>
  /^[-−](?:inf|infinity|∞)$/i.test(text) ? -Infinity : Number(text.replace("−", "-"));

/** One number, which may be −∞. */
export const numberConverter = {
  /** @param {string | null} text */
  fromAttribute: (text) => numberOf(text?.trim() ?? ""),
  toAttribute: String,
};

/** Whether rows are not all of one length. @param {number[][] | undefined} rows */
export const isRagged = (rows) => rows?.some((row) => row.length !== rows[0].length) ?? false;

/** @param {number} value the shortest text that gives this float32 again */
const shortest = (value) => {
  for (let digits = 1; digits < 9; digits += 1) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === Math.fround(value)) return text;
  }
  return String(value);
};

/** Texts in attributes: a JSON list, or texts with | between. */
export const textsConverter = {
  /** @param {string | null} text @returns {string[] | undefined} */
  fromAttribute(text) {
    const list = text?.trim().startsWith("[") ? wordsConverter.fromAttribute(text) : undefined;
    const texts = (list ?? text?.split("|") ?? []).map((each) => each.trim());
    const said = texts.filter((each) => each !== "");
    return said.length > 0 ? said : undefined;
  },
  /** @param {string[] | undefined} texts */
  toAttribute(texts) {
    if (!texts) return null;
    return texts.some((text) => /\||^\[/.test(text)) ? JSON.stringify(texts) : texts.join(" | ");
  },
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

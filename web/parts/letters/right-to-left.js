// Which languages are read from right to left, and how pieces of text keep their order in them.

/** @param {string} language */
export const isRightToLeft = (language) =>
  /^(ar|arc|ckb|dv|fa|he|iw|ks|ps|sd|syr|ug|ur|yi)(?!-latn)(-|$)/i.test(language);

/** Whether a text, or a part of what is drawn, holds letters that are read from right to left.
 * @param {unknown} value @returns {boolean} */
export const hasRightToLeft = (value) =>
  typeof value === "string"
    ? /[\u0590-\u08ff]/.test(value)
    : (Array.isArray(value) ? value : (/** @type {any} */ (value)?.values ?? [])).some(
        hasRightToLeft,
      );

// How weights are written: as numbers on the page, and as JSON in the attribute `weights`.
import { readJson } from "../../model/json-text.js";
import { ReadError } from "../../model/read-error.js";
import { exact, format, written } from "../../parts/letters/numbers.js";

/** At least four digits of what is not exact, and every digit of what is short. @param {number} value */
export function precise(value) {
  const all = exact(value);
  return all.length <= 7 || !Number.isFinite(value)
    ? all
    : written(String(Number(value.toPrecision(4))));
}

/** A sum of float32 numbers, to the precision that they have. @param {number} sum */
export const rounded = (sum) => format(Math.fround(sum));

// In an address; longer weights stay out of it.
const MOST_ADDRESS = 4000;

/** Weights as JSON, as files hold them. JSON has no NaN: it is a text; −∞ becomes null, a hidden cell. */
export const weightsConverter = {
  /** @param {string | null} text @returns {unknown} */
  fromAttribute(text) {
    if (text === null || text.trim() === "") return undefined;
    try {
      return readJson(text);
    } catch (error) {
      return error;
    }
  },
  /** @param {unknown} value @returns {string | null} */
  toAttribute(value) {
    if (value === undefined || value === null || value instanceof ReadError) return null;
    if (countOf(value) > MOST_ADDRESS / 4) return null;
    const text = JSON.stringify(value, (_, item) =>
      ArrayBuffer.isView(item)
        ? Array.from(/** @type {Float32Array} */ (item), (x) => Number(Number(x).toPrecision(7)))
        : typeof item === "number" && (Number.isNaN(item) || item === Infinity)
          ? String(item)
          : item,
    );
    return text.length <= MOST_ADDRESS ? text : null;
  },
};

/** Longer texts stay out of the address and out of the code to embed, in letters. */
export const MOST_PHRASE = 2000;

// No model here reads more tokens than these letters hold.
export const MOST_TYPED = 20_000;

/** The beginning of a text that is too long to be read. @param {string} text */
export const cutText = (text) =>
  text.length > MOST_TYPED ? text.slice(0, MOST_TYPED).replace(/[\ud800-\udbff]$/, "") : text;

export const phraseConverter = {
  /** @param {string | null} text */
  fromAttribute: (text) => text ?? undefined,
  /** @param {string | undefined} text */
  toAttribute: (text) => (text === undefined || text.length > MOST_PHRASE ? null : text),
};

/** About how many numbers there are. @param {any} value @returns {number} */
function countOf(value) {
  if (ArrayBuffer.isView(value)) return value.byteLength / 4;
  if (Array.isArray(value)) return value.length * Math.max(1, countOf(value[0]));
  if (typeof value === "object" && value !== null) {
    return Object.values(value).reduce((/** @type {number} */ sum, part) => sum + countOf(part), 0);
  }
  return 0;
}

/** Heads in an attribute: "1:3 2:1" is head 3 of layer 1 and head 1 of layer 2. */
export const headsConverter = {
  /** @param {string | null} text @returns {[number, number][]} what is no such pair has NaN in it */
  fromAttribute(text) {
    const words = (text ?? "").split(/[\s,]+/).filter((word) => word !== "");
    return words.map((word) => {
      const found = /^(\d{1,4}):(\d{1,4})$/.exec(word);
      return found ? [Number(found[1]), Number(found[2])] : [NaN, NaN];
    });
  },
  /** @param {[number, number][]} heads */
  toAttribute: (heads) =>
    heads?.length > 0 ? heads.map(([layer, head]) => `${layer}:${head}`).join(" ") : null,
};

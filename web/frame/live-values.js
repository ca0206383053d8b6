// Live values in a text: {name} is the value, {name|one:# head|other:# heads} the form that its number has
// in the text's language, # being the number. A language has the forms that it has: zero, one, two, few,
// many, other (Intl.PluralRules names them), and other is always among them. A number that is given as such is
// a count, and has its thousands apart.
import { grouped } from "../parts/letters/numbers.js";
import { readNumber } from "../parts/letters/read-number.js";
import { entryOf } from "../parts/own-entry.js";
import { hasRightToLeft, isRightToLeft } from "../parts/letters/right-to-left.js";

const SLOT = /\{(\w+)(?:\|([^{}]*))?\}/;

/** @param {string} language */
function rulesOf(language) {
  try {
    return new Intl.PluralRules(language);
  } catch {
    return new Intl.PluralRules("en"); // no engine knows the language
  }
}

/** @param {string} forms "one:# head|other:# heads" @param {unknown} value a number, or one as the page
 * writes it @param {string} language */
function formOf(forms, value, language) {
  const texts = Object.fromEntries(
    forms
      .split("|")
      .map((form) => [form.slice(0, form.indexOf(":")), form.slice(form.indexOf(":") + 1)]),
  );
  const number =
    typeof value === "number" ? value : readNumber(String(value), { whole: true }).value;
  const form = number === undefined ? "other" : rulesOf(language).select(number);
  return texts[form] ?? texts.other ?? "";
}

/** In a text that is read from right to left a value keeps its own direction: −0.5, 4 × 6, a token's name. What holds
 * words of the language goes as they do, whatever it begins with.
 * @param {unknown} value @param {string} language @returns {unknown[]} */
const apart = (value, language) =>
  isRightToLeft(language) && value !== ""
    ? [hasRightToLeft(value) ? "\u2067" : "\u2068", value, "\u2069"]
    : [value];

/**
 * A text in pieces: what is said, and the values as they are given, which may be templates.
 * @param {string} template @param {Record<string, unknown>} values @param {string} language
 * @returns {unknown[]}
 */
export function withLiveValues(template, values, language) {
  return template.split(SLOT).flatMap((piece, at, pieces) => {
    if (at % 3 === 0) return [piece];
    if (at % 3 === 2) return [];
    const given = entryOf(values, piece) ?? "";
    const value = typeof given === "number" ? grouped(given) : given;
    const forms = pieces[at + 1];
    if (forms === undefined) return apart(value, language);
    return formOf(forms, given, language)
      .split("#")
      .flatMap((said, place) => (place === 0 ? [said] : [...apart(value, language), said]));
  });
}

// What a figure shows at the moment, by name, for the text around it: its state (by attribute), its
// readouts, and the cells of its tables. Links carry it along, tasks and questions compare with it.

import { plainText } from "../frame/said.js";
import { ENGLISH_SIGNS } from "../parts/letters/numbers.js";
import { readNumber } from "../parts/letters/read-number.js";

/** @typedef {import("../frame/attention-element.js").AttentionElement} Figure */

/** A number as a page writes it: what could part groups and is its decimal sign is that.
 * @param {string} text @param {import("../parts/letters/read-number.js").Signs} signs */
function numberIn(text, signs) {
  const { value, readings } = readNumber(text, { signs, whole: true, infinite: true });
  return value ?? readings?.[1];
}

/** What a readout says; a number as programs write it, whatever signs the figure's language has.
 * @param {Figure} figure @param {unknown} value a word, a number, or a template */
function textOf(figure, value) {
  if (value === null || value === undefined) return undefined;
  const text = plainText(typeof value === "number" ? String(value) : value);
  const number = numberIn(text, figure.signs);
  return number === undefined ? text : String(number);
}

/**
 * One thing that the figure says.
 *
 * name            an attribute of its state, or the name of a readout
 * name:2          row 2 of the table of that name, its numbers with spaces between
 * name:2:3        one cell of it; rows and columns count from 1, and may be named by state: name:query
 * name:columns    the table's labels, as a list
 *
 * …|3            3 where the figure says nothing of that name
 *
 * @param {Figure} figure @param {string} wanted @returns {string | undefined} */
export function reading(figure, wanted) {
  // An explorer that has failed, or has not drawn itself yet, says nothing.
  if (!figure.attn || figure.failure !== undefined) return undefined;
  const [first, ...place] = wanted.split(":");
  const [name, otherwise] = first.split("|");
  return (place.length > 0 ? cell(figure, name, place) : plainly(figure, name)) ?? otherwise;
}

/** @param {Figure} figure @param {string} name @returns {string | undefined} */
function plainly(figure, name) {
  const state = stateOf(figure, name);
  if (state !== undefined) return state;
  const readout = figure.readoutItems().find((each) => each.name === name);
  if (readout) return textOf(figure, readout.value);
  const table = figure.tables().find((each) => each.name === name);
  return table && rowsOf(/** @type {import("../../js/tensor.js").Tensor} */ (table.tensor));
}

/** @param {Figure} figure @param {string} name @param {string[]} place @returns {string | undefined} */
function cell(figure, name, place) {
  const table = figure.tables().find((each) => each.name === name);
  if (!table) return undefined;
  const labels =
    place[0] === "rows" ? table.rows : place[0] === "columns" ? table.columns : undefined;
  if (labels) return JSON.stringify(labels);
  const [rows, columns] = table.tensor.shape.slice(-2);
  const [i, j] = place.map((each) => Number(reading(figure, each) ?? each) - 1);
  if (!(i >= 0 && i < rows)) return undefined;
  const row = Array.from(table.tensor.data).slice(i * columns, (i + 1) * columns);
  if (place.length === 1) return row.join(" ");
  return j >= 0 && j < columns ? String(row[j]) : undefined;
}

/** An attribute of the figure's state, as it would be written; a number as a number.
 * @param {Figure} figure @param {string} attribute @returns {string | undefined} */
function stateOf(figure, attribute) {
  const value = Object.entries(figure.state.whole()).find(([name]) => name === attribute)?.[1];
  if (typeof value === "number") return String(value);
  return figure.state.text(attribute) || undefined;
}

/** Sets a figure's attributes; those of its state as something that a learner did.
 * @param {Figure} figure @param {Map<string, string>} attributes */
export async function setState(figure, attributes) {
  for (const [name, text] of attributes)
    if (figure.state.text(name) === undefined) figure.setAttribute(name, text);
  figure.state.take(attributes);
  await figure.set({});
}

/** A matrix as attributes have it: "1 0; 0 1". @param {{ data: ArrayLike<number>, shape: readonly number[] }} tensor */
function rowsOf({ data, shape }) {
  const columns = shape.at(-1) ?? 1;
  const all = Array.from(data);
  return Array.from({ length: all.length / columns }, (_, i) =>
    all.slice(i * columns, (i + 1) * columns).join(" "),
  ).join("; ");
}

/** Text with {readings} put in. @param {string} text @param {Figure | undefined} figure
 * @returns {string | undefined} undefined when one of them is not there */
export function filled(text, figure) {
  let isWhole = true;
  const result = text.replaceAll(/\{([^{}]+)\}/g, (_, wanted) => {
    const found = figure && reading(figure, wanted);
    if (found === undefined) isWhole = false;
    return found ?? "";
  });
  return isWhole ? result : undefined;
}

/** All that the figure says under a name: a readout may be called as a part of the state is, and a state may be
 * written in words (hard) and in numbers (0).
 * @param {Figure} figure @param {string} wanted
 * @returns {{ values: string[], words: string[] }} as programs write it, and as it is read as well */
export function readings(figure, wanted) {
  if (!figure.attn || figure.failure !== undefined) return { values: [], words: [] };
  const value = figure.readoutItems().find(({ name }) => name === wanted)?.value;
  const values = [
    reading(figure, wanted),
    figure.stateAttributes().get(wanted),
    textOf(figure, value),
  ].filter((text) => text !== undefined);
  return { values, words: [...values, plainText(value ?? "")] };
}

const LEADING =
  /^[<>≈]?\s*([-−]?\d+(?:[.,\u00a0\u202f'’٫٬]\d+)*(?: · 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?)(?=$|[\s%]|,\s(?!\d))(.*)$/s;

/** A text of the figure as a number: whole, or what it begins with, and its unit: 3 of 9, 8.39 MB, 73.2 %.
 * @param {Figure} figure @param {string} text */
export function measured(figure, text) {
  const whole = numberIn(text, ENGLISH_SIGNS);
  if (whole !== undefined) return { number: whole, unit: "" };
  const [, first = "", rest = ""] = LEADING.exec(text.trim()) ?? [];
  const number = numberIn(first, figure.signs);
  return number === undefined ? undefined : { number, unit: rest.trim() };
}

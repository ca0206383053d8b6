// Several things in a line of text: pieces with a sign between them, rows of numbers and their sum.
import { format, isShort, listSign, numberSign } from "./numbers.js";

/**
 * Pieces of a template with something between them.
 * @param {unknown[]} pieces @param {string} [between]
 */
export const joined = (pieces, between = listSign()) =>
  pieces.map((piece, index) => [index > 0 ? between : "", piece]);

/** @param {number[]} values */
export const written = (values) => values.map((value) => format(value)).join(numberSign());

/** @param {number[]} weights their sum, to the precision that they have */
export const sumOf = (weights) => Math.fround(weights.reduce((total, weight) => total + weight, 0));

/**
 * The sign before a result: what is made of rounded numbers is only about right.
 * @param {...number} values all that is written on both sides
 */
export const equalsSign = (...values) => (values.every((value) => isShort(value)) ? "=" : "≈");

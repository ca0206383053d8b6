// Reading what an explorer writes, and telling whether it is the number that it should be.
import assert from "node:assert/strict";

// Three decimals are shown, of a float32 result: half a unit of the last, and float32's own error.
const HALF_UNIT = 0.0005;
const FLOAT32 = 2 ** -20;

/**
 * Checks one number as it is written against its value in float64.
 * @param {string} text @param {number} value @param {string} where
 */
export function assertShown(text, value, where) {
  const said = `${where}: ${text} is shown for ${value}`;
  if (value === -Infinity) assert.equal(text, "−∞", said);
  else if (value === Infinity) assert.equal(text, "∞", said);
  else if (Number.isNaN(value)) assert.equal(text, "NaN", said);
  else if (/10[⁰-⁹¹²³]+$/.test(text)) {
    assert.ok(Math.abs(read(text) - value) <= HALF_UNIT * Math.abs(value), said);
  } else if (text === "<0.001" || text === ">−0.001") {
    const size = text.startsWith("<") ? value : -value;
    assert.ok(size > 0 && size < HALF_UNIT + FLOAT32, said);
  } else {
    assert.match(text, /^−?\d+(\.\d+)?$/, said);
    const shown = Number(text.replace("−", "-"));
    assert.ok(Math.abs(shown - value) <= HALF_UNIT + FLOAT32 * Math.max(1, Math.abs(value)), said);
    // 0 is written only for 0, and a short number only for itself.
    if (shown === 0) assert.ok(Math.abs(value) < 1e-12, said);
    if (!/\.\d{3}$/.test(text))
      assert.ok(Math.abs(shown - value) <= FLOAT32 * Math.max(1, Math.abs(value)), said);
  }
}

/** @param {string[][]} texts @param {number[][]} values @param {string} where */
export function assertMatrix(texts, values, where) {
  assert.equal(texts.length, values.length, `${where}: rows`);
  texts.forEach((row, i) => {
    assert.equal(row.length, values[i].length, `${where}: columns`);
    row.forEach((text, j) => assertShown(text, values[i][j], `${where}[${i}][${j}]`));
  });
}

/** A number as it is written, read back. @param {string} text @returns {number} */
export function read(text) {
  if (text === "<0.001" || text === ">−0.001") return 0;
  const [, digits, power] = /^(?:(.+) · |−?)10([⁰-⁹¹²³]+)$/.exec(text) ?? [];
  if (power) {
    const exponent = [...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit)).join("");
    return (digits ? read(digits) : text.startsWith("−") ? -1 : 1) * 10 ** Number(exponent);
  }
  const value = Number(text.replace("−", "-").replace("∞", "Infinity"));
  assert.ok(!Number.isNaN(value), `"${text}" is not a number`);
  return value;
}

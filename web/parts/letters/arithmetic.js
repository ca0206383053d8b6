// The arithmetic of one cell, written out with its real numbers: 0.5 · 0 + 1.5 · 2 = 3.
import { css, html } from "lit";
import { decimalOf, exact, format, isShort } from "./numbers.js";

export const arithmeticStyles = css`
  .arithmetic {
    min-height: 3.25rem;
  }

  .arithmetic .place {
    color: var(--muted);
    font-size: var(--small);
  }

  .arithmetic .sum {
    max-width: none;
  }

  .arithmetic sup {
    font-size: 0.8em;
    line-height: 0;
  }

  .arithmetic .result {
    font-weight: 600;
  }

  .arithmetic .digits {
    margin-inline-start: 4px;
    color: var(--muted);
    font-size: var(--small);
    white-space: nowrap;
  }

  .nobreak {
    white-space: nowrap;
  }

  @container (max-width: 15rem) {
    .nobreak {
      white-space: normal;
    }
  }
`;

/**
 * A number as it stands inside a sum or product: a negative one in brackets.
 * @param {number} value
 */
export const factorOf = (value) => (value < 0 ? `(${format(value)})` : format(value));

/**
 * The end of an arithmetic: "= 3", or "≈ 0.248 0.24767646" where what is written is rounded.
 * @param {unknown[]} before what stands before the sign
 * @param {number} value
 * @param {...number} rounded operands as they are; NaN where they are known to be rounded
 */
export function equals(before, value, ...rounded) {
  // Whatever is added to −∞, the sum is −∞.
  const isExact =
    Math.abs(value) === Infinity || [value, ...rounded].every((number) => isShort(number));
  return html`${before} ${isExact ? "=" : "≈"} <span class="result">${format(value)}</span>${
      isShort(value) || !Number.isFinite(value)
        ? ""
        : html` <span class="digits">${exact(value)}</span>`
    }`;
}

/**
 * The same where it can be worked out from the numbers as they are written: 1.1 · 3 = 3.3, though float32 makes it
 * 3.3000002.
 * @param {unknown[]} before @param {number} value
 * @param {(...decimals: number[]) => number} make NaN for what is rounded makes NaN
 * @param {...number} operands
 */
export function worked(before, value, make, ...operands) {
  const made = make(...operands.map(decimalOf));
  return equals(before, Math.abs(made - value) < 1e-6 * Math.abs(made) ? made : value, ...operands);
}

/** @typedef {{ value: number, role: string }} Factor */

/**
 * A sum of products, each factor in its role's colour.
 * @param {Factor[][]} terms
 * @param {number} value what the module made of it
 */
export function productSum(terms, value) {
  const written = terms.map(
    (factors, index) =>
      html`${index > 0 ? " + " : ""}<span class="nobreak"
          >${factors.map(
            (factor, place) =>
              html`${place > 0 ? " · " : ""}<span class=${factor.role}
                  >${factorOf(factor.value)}</span
                >`,
          )}</span
        >`,
  );
  const sizes = terms.map((factors) => factors.length);
  /** @param {number[]} decimals */
  const make = (...decimals) =>
    sizes.reduce(
      (sum, size) => sum + decimals.splice(0, size).reduce((product, one) => product * one),
      0,
    );
  return worked(written, value, make, ...terms.flat().map((factor) => factor.value));
}

/**
 * @param {object} options
 * @param {unknown} options.place which cell, in words
 * @param {unknown} options.sum
 * @param {boolean} options.live whether the learner asked, so that it is read aloud
 */
export const arithmetic = ({ place, sum, live }) =>
  html`<div class="arithmetic" data-arithmetic aria-live=${live ? "polite" : "off"}>
    <p class="place">${place}</p>
    <p class="sum" translate="no">${sum}</p>
  </div>`;

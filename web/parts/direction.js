// In a language that is read from right to left, mathematics still goes from left to right: matrices and
// their order, formulas, arithmetic, scales, charts. A number in a line of its own has its own
// direction, or its minus sign would stand behind it.
import { css } from "lit";

export const directionStyles = css`
  math,
  .formula,
  .equation,
  .branches,
  .matrix,
  .arithmetic .sum,
  .colour-bar,
  .line-chart .cursor,
  .bar-row .bars,
  .plane .field,
  .plane .axes,
  .slide,
  .stops > input,
  .stops > .names,
  svg.drawing,
  canvas {
    direction: ltr;
  }

  dd,
  td,
  output,
  .number-field {
    unicode-bidi: plaintext;
  }

  /* Without a letter in it, × 1 would take the direction of the page. */
  .slide output {
    unicode-bidi: isolate;
  }

  /* A cell with a direction of its own ends where that ends, and not below its head. */
  [dir="rtl"] :is(.figures, .tables) td {
    text-align: left;
  }
`;

/** A word between signs that keep their order from left to right. @param {string} word */
const kept = (word) => (/[\u0590-\u08ff]/.test(word) ? `\u2068${word}\u2069` : word);

/** What goes down and what goes across a matrix: query ↓ key →. @param {string} down @param {string} across */
export const downAndAcross = (down, across) => `${kept(down)} ↓ ${kept(across)} →`;

/** What goes across a plane and what upwards: → recipes   ↑ maps. @param {string} across @param {string} up */
export const acrossAndUp = (across, up) => `→ ${kept(across)}   ↑ ${kept(up)}`;

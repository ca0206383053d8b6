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

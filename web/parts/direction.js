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
`;

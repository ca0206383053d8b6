// In a language that is read from right to left, mathematics still goes from left to right: matrices and
// their order, as tables too, formulas, arithmetic, scales, charts; and so do programs. A number in a line of its own has its own
// direction, or its minus sign would stand behind it.
import { css } from "lit";

export const directionStyles = css`
  math,
  pre,
  .tables .wide,
  .formula,
  .equation,
  .branches,
  .matrix,
  .arithmetic .sum,
  .colour-bar,
  .line-chart .cursor,
  .made,
  .pair,
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
  .line-chart .read b,
  .number-field,
  #phrase {
    unicode-bidi: plaintext;
  }

  .line-chart .axis-name {
    text-align: left;
  }

  /* Without a letter in it, × 1 would take the direction of the page. */
  .slide output {
    unicode-bidi: isolate;
  }

  /* Units stand below units, and heads above them; a value begins where the words around it do, whichever way it
     goes (Chromium takes match-parent for start here). */
  [dir="rtl"] :is(dd, .figures *) {
    text-align: right;
  }
`;

/** Without the marks around values in a text that is read from right to left: in a label, what cannot be
 * seen gets a sign that can. @param {string} text */
export const unmarked = (text) => text.replaceAll(/[\u2066-\u2069]/g, "");

/** A word between signs that keep their order from left to right. @param {string} word */
const kept = (word) => (/[\u0590-\u08ff]/.test(word) ? `\u2068${word}\u2069` : word);

/** What goes down and what goes across a matrix: query ↓ key →. @param {string} down @param {string} across */
export const downAndAcross = (down, across) => `${kept(down)} ↓ ${kept(across)} →`;

/** What goes across a plane and what upwards: → recipes   ↑ maps. @param {string} across @param {string} up */
export const acrossAndUp = (across, up) => `→ ${kept(across)}   ↑ ${kept(up)}`;

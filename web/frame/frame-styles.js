// How the frame of an explorer looks, on the screen and printed.
import { css } from "lit";
import { directionStyles } from "../parts/direction.js";
import { controlStyles } from "../parts/fields/controls.js";
import { stepperStyles } from "../parts/fields/stepper.js";
import { arithmeticStyles } from "../parts/letters/arithmetic.js";
import { formulaStyles } from "../parts/letters/formula.js";
import { colourBarStyles } from "../parts/matrix/colour-bar.js";
import { equationStyles } from "../parts/matrix/equation.js";
import { matrixStyles } from "../parts/matrix/grid-styles.js";
import { disclosureStyles } from "./disclosures.js";
import { embedStyles } from "./embed-code.js";
import { errorStyles } from "./error-panel.js";
import { inSightStyles } from "./in-sight.js";
import { doubtStyles } from "./number-doubts.js";
import { questionStyles } from "./question-view.js";
import { readoutStyles } from "./readouts.js";
import { tableStyles } from "./tables.js";
import { theme } from "./theme.js";

const frameStyles = css`
  /* What was pressed is held in its place by holdAt(); an engine that anchors the scroll position to
     something else inside would move it a second time. */
  :host {
    overflow-anchor: none;
  }

  .frame {
    font-size: var(--text);
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    /* While it starts, what is there already stands where it will stay. */
    align-content: start;
    gap: 16px;
  }

  .heading {
    margin: 0;
    max-width: none;
    font-size: var(--text);
    font-weight: 600;
    text-wrap: balance;
  }

  .picture {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 12px;
  }

  .sentence {
    min-height: 3em;
  }

  /* The arithmetic of what is pointed at, and beside it what belongs to it; controls in one line. */
  .beneath {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: flex-start;
    gap: 4px 32px;
  }

  .beneath > .arithmetic {
    flex: 1 1 20rem;
  }

  .in-line {
    max-width: 100%;
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 12px;
  }

  .notice:empty {
    display: none;
  }

  .waiting {
    color: var(--muted);
  }
`;

// Last of all, so that it overrules what each part says for the screen.
const printStyles = css`
  @media print {
    .controls,
    .notice {
      display: none;
    }

    .matrix .cell,
    .colour-bar .ramp {
      print-color-adjust: exact;
      -webkit-print-color-adjust: exact;
    }
  }
`;

/** What every explorer wears. @type {import("lit").CSSResultOrNative[]} */
export const explorerStyles = [
  theme,
  frameStyles,
  inSightStyles,
  formulaStyles,
  equationStyles,
  matrixStyles,
  colourBarStyles,
  arithmeticStyles,
  questionStyles,
  readoutStyles,
  controlStyles,
  doubtStyles,
  stepperStyles,
  disclosureStyles,
  embedStyles,
  tableStyles,
  errorStyles,
  directionStyles,
  printStyles,
];

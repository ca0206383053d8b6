// How elements of running text look: their fields and buttons take the page's colours.
import { css } from "lit";

/** The ring of whatever has the focus. */
export const focusStyles = css`
  :focus-visible {
    outline: 2px solid #0b57d0;
    outline-offset: 2px;
  }
`;

/** Declarations: letters of a program. */
export const codeLook = css`
  font:
    0.8125rem/1.5 ui-monospace,
    "Cascadia Mono",
    Menlo,
    Consolas,
    monospace;
  direction: ltr;
  text-align: left;
`;

/** Declarations: what can be typed into. */
export const fieldLook = css`
  border: 1px solid;
  border-radius: 4px;
  background: Canvas;
  color: CanvasText;
`;

export const buttonStyles = css`
  button {
    min-height: 44px;
    padding: 0 16px;
    border: 1px solid;
    border-radius: 4px;
    background: none;
    color: inherit;
    font: inherit;
    font-size: 0.9375rem;
    cursor: pointer;
  }

  .quiet {
    border-color: transparent;
    text-decoration: underline;
  }

  ${focusStyles}
`;

/** A word in the text that can be pressed. */
export const wordStyles = css`
  :host {
    display: inline;
  }

  button {
    all: unset;
    text-decoration: underline dotted 0.1em;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }

  ${focusStyles}
`;

// The one place for colours, sizes and the styles that every explorer has. Pages adjust the custom
// properties (--attention-paper, --attention-ink, --attention-accent, --attention-font, --attention-text)
// and nothing else.
import { css } from "lit";

// As a length it is what an em is around the explorer, wherever it is used inside. Engines that do not know
// this take it for an em of each place.
try {
  globalThis.CSS?.registerProperty?.({
    name: "--attention-em",
    syntax: "<length>",
    inherits: true,
    initialValue: "16px",
  });
} catch {
  // Another copy of the script has done so.
}

export const theme = css`
  :host {
    --paper: var(--attention-paper, #ffffff);
    --ink: var(--attention-ink, #17202a);
    --muted: #58626e;
    --line: #d3d9df;
    --control-line: #838d98;
    --wash: #f2f5f7;
    --accent: var(--attention-accent, #17324d);
    --on-accent: #ffffff;
    --focus: #0b57d0;
    --query: #0072b2;
    --key: #d55e00;
    --value: #009e73;
    --query-text: #00629b;
    --key-text: #a84a00;
    --value-text: #00725a;
    --hatch: #aab3bc;
    /* As large as the text around, within what the figures have room for. */
    --attention-em: 1em;
    --text: var(--attention-text, clamp(0.875rem, var(--attention-em), 1.25rem));
    --small: calc(0.8125 * var(--text));
    --mono: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace;
    --quick: 180ms;
    display: block;
    box-sizing: border-box;
    max-width: 60rem;
    margin-inline: auto;
    padding: 16px;
    container-type: inline-size;
    background: var(--paper);
    color: var(--ink);
    font-weight: 400;
    font-style: normal;
    line-height: 1.5;
    font-family: var(
      --attention-font,
      system-ui,
      -apple-system,
      "Segoe UI",
      Roboto,
      "Noto Sans",
      sans-serif
    );
    font-variant-numeric: tabular-nums lining-nums;
    text-align: start;
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }

  :host([hidden]) {
    display: none;
  }

  :host([theme="light"]) {
    color-scheme: light;
  }

  :host([theme="dark"]) {
    color-scheme: dark;
  }

  /* The page decides: light-dark() follows its color-scheme, so that an explorer never goes dark on
     a page that stays light. Engines without it keep the light palette. */
  @supports (color: light-dark(#000, #fff)) {
    :host {
      --paper: var(--attention-paper, light-dark(#ffffff, #14181d));
      --ink: var(--attention-ink, light-dark(#17202a, #e8ecf0));
      --muted: light-dark(#58626e, #a3adb8);
      --line: light-dark(#d3d9df, #353d46);
      --control-line: light-dark(#838d98, #77828e);
      --wash: light-dark(#f2f5f7, #1d232a);
      --accent: var(--attention-accent, light-dark(#17324d, #d6e6f5));
      --on-accent: light-dark(#ffffff, #10161c);
      --focus: light-dark(#0b57d0, #8ab8ff);
      --query: light-dark(#0072b2, #56b4e9);
      --key: light-dark(#d55e00, #f39a55);
      --value: light-dark(#009e73, #3fcfa2);
      --query-text: light-dark(#00629b, #7cc6f2);
      --key-text: light-dark(#a84a00, #f7ab72);
      --value-text: light-dark(#00725a, #57d7af);
      --hatch: light-dark(#aab3bc, #56616c);
    }
  }

  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }

  :focus {
    outline: none;
  }

  :focus-visible {
    outline: 2px solid var(--focus);
    outline-offset: 2px;
  }

  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .query {
    color: var(--query-text);
  }

  .key {
    color: var(--key-text);
  }

  .value {
    color: var(--value-text);
  }

  var {
    font-family: "Attention Math", "STIX Two Math", "Cambria Math", "Times New Roman", serif;
    font-style: italic;
    font-synthesis-weight: none;
    white-space: nowrap;
  }

  /* The italics of formulas, where the engine can say so. */
  @supports (text-transform: math-auto) {
    var {
      font-style: normal;
      text-transform: math-auto;
    }

    /* What is no letter parts the letters: Firefox slants only what stands alone. */
    var i {
      font-style: normal;
      text-transform: none;
    }
  }

  sub.word {
    font-family: sans-serif;
  }

  var sub,
  var sup {
    font-size: 0.72em;
    line-height: 0;
  }

  p {
    margin: 0;
    max-width: 68ch;
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }

  @media (prefers-reduced-motion: reduce) {
    :host {
      --quick: 0ms;
    }
  }

  /* Who wants more contrast gets the ink for what is said quietly, and lines that are seen. */
  @media (prefers-contrast: more) {
    :host {
      --muted: var(--ink);
      --line: var(--hatch);
      --control-line: var(--ink);
    }
  }

  @media (forced-colors: active) {
    :host {
      --paper: Canvas;
      --ink: CanvasText;
      --muted: CanvasText;
      --line: CanvasText;
      --control-line: ButtonBorder;
      --wash: Canvas;
      --accent: Highlight;
      --on-accent: HighlightText;
      --focus: Highlight;
      --query: CanvasText;
      --key: CanvasText;
      --value: CanvasText;
      --query-text: CanvasText;
      --key-text: CanvasText;
      --value-text: CanvasText;
      --hatch: GrayText;
    }
  }

  @media print {
    :host {
      --quick: 0ms;
      color-scheme: light;
      padding-inline: 0;
      break-inside: avoid;
    }
  }
`;

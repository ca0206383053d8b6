// How a matrix looks: brackets, labels, heat, hatch, and what is marked in it.
import { css } from "lit";

export const matrixStyles = css`
  attention-part-matrix {
    display: block;
    min-width: 0;
    max-width: 100%;
  }

  .matrix {
    --cell-height: 32px;
    --cell-space: 14px;
    margin: 0;
    position: relative;
  }

  .matrix figcaption {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: 8px;
    padding-inline-start: 2px;
    line-height: 1.35;
  }

  .matrix .name {
    font-weight: 600;
  }

  /* Where there is no room beside the matrix, the sign stands before its name. */
  .matrix .name .sign {
    display: none;
    margin-inline-end: 8px;
    font-weight: 400;
  }

  .matrix .facts {
    color: var(--muted);
    font-size: var(--small);
  }

  .matrix .scroller {
    overflow-x: auto;
    overflow-y: hidden;
    padding: 4px 4px 6px;
    margin: 0 -4px;
  }

  .matrix table {
    border-collapse: separate;
    border-spacing: 0;
    line-height: 1.2;
  }

  .matrix th {
    padding-block: 0;
    padding-inline: 0 8px;
    font-weight: 400;
    font-size: var(--small);
    color: var(--muted);
    text-align: end;
    white-space: nowrap;
  }

  .matrix thead th {
    padding: 0 2px 4px;
    text-align: center;
    vertical-align: bottom;
  }

  .matrix .token {
    display: inline-block;
    max-width: 9ch;
    overflow: hidden;
    text-overflow: ellipsis;
    vertical-align: bottom;
  }

  .matrix .words {
    display: inline-block;
    max-width: 13ch;
    white-space: normal;
    overflow-wrap: anywhere;
  }

  .matrix .cell {
    position: relative;
    /* Labels are set smaller than numbers: three quarters of a digit a letter. */
    min-width: max(
      36px,
      calc(var(--digits) * 1ch + var(--cell-space)),
      calc(var(--label) * 0.75ch + 8px)
    );
    height: var(--cell-height);
    padding: 0 4px;
    text-align: center;
    white-space: nowrap;
    cursor: default;
    transition:
      background-color var(--quick),
      color var(--quick);
  }

  /* Lines the decimal points of a column up without touching its text; what has none is centred. */
  .matrix .number[data-lead]::before {
    content: attr(data-lead);
    visibility: hidden;
  }

  .matrix .number[data-tail]::after {
    content: attr(data-tail);
    visibility: hidden;
  }

  .matrix .cell:first-of-type::before,
  .matrix .cell:last-of-type::before {
    content: "";
    position: absolute;
    inset-block: 0;
    width: 6px;
    border: 0 solid var(--ink);
    pointer-events: none;
  }

  .matrix .cell:first-of-type::before {
    inset-inline-start: -3px;
    border-inline-start-width: 1.5px;
  }

  .matrix .cell:last-of-type::before {
    inset-inline-end: -3px;
    border-inline-end-width: 1.5px;
  }

  .matrix .cell:only-of-type::before {
    inset-inline: -3px;
    width: auto;
    border-inline-width: 1.5px;
    mask: linear-gradient(90deg, #000 6px, transparent 6px calc(100% - 6px), #000 calc(100% - 6px));
  }

  .matrix tbody tr:first-child .cell::before {
    border-block-start-width: 1.5px;
    inset-block-start: -2px;
  }

  .matrix tbody tr:last-child .cell::before {
    border-block-end-width: 1.5px;
    inset-block-end: -2px;
  }

  .matrix .cell.heat {
    background: var(--cell-light);
    color: var(--text-light);
  }

  @supports (color: light-dark(#000, #fff)) {
    .matrix .cell.heat {
      background: light-dark(var(--cell-light), var(--cell-dark));
      color: light-dark(var(--text-light), var(--text-dark));
    }
  }

  .matrix .cell.bar {
    padding-block-end: 12px;
    background:
      linear-gradient(var(--accent), var(--accent)) no-repeat 5px calc(100% - 5px) /
        max(var(--least), calc(var(--bar) * (100% - 10px))) 6px,
      linear-gradient(var(--line), var(--line)) no-repeat 5px calc(100% - 5px) / calc(100% - 10px)
        6px;
    forced-color-adjust: none;
    print-color-adjust: exact;
  }

  .matrix .cell.masked {
    background: repeating-linear-gradient(-45deg, var(--hatch) 0 1px, transparent 1px 6px)
      var(--paper);
    color: var(--ink);
  }

  .matrix .cell.masked .number {
    padding-inline: 3px;
    border-radius: 2px;
    background: var(--paper);
  }

  .matrix tr.chosen th {
    color: var(--query-text);
    font-weight: 600;
  }

  .matrix tr.chosen .cell,
  .matrix .cell.chosen {
    box-shadow:
      inset 0 2px 0 var(--query),
      inset 0 -2px 0 var(--query);
  }

  .matrix .cell.chosen {
    box-shadow:
      inset 2px 0 0 var(--query),
      inset -2px 0 0 var(--query);
  }

  .matrix .cell.lit {
    --light: var(--accent);
  }

  .matrix .cell.lit-query {
    --light: var(--query);
  }

  .matrix .cell.lit-key {
    --light: var(--key);
  }

  .matrix .cell.lit-value {
    --light: var(--value);
  }

  .matrix .cell.lit:not(.heat) {
    background-color: color-mix(in srgb, var(--light) 20%, var(--paper));
    color: var(--ink);
  }

  .matrix .cell.lit.heat::after {
    content: "";
    visibility: visible;
    position: absolute;
    inset: 2px;
    border: 2px dotted currentcolor;
    pointer-events: none;
  }

  .matrix .cell.target {
    outline: 2px solid var(--ink);
    outline-offset: -2px;
    z-index: 1;
  }

  .matrix .cell:focus-visible,
  .matrix .cell:has(:focus-visible) {
    outline: 3px solid var(--focus);
    outline-offset: -1px;
    z-index: 2;
  }

  .matrix .cell :focus-visible {
    outline: none;
  }

  .matrix .cell.holder {
    padding: 0;
  }

  .matrix input,
  .matrix .cell button {
    display: block;
    width: 100%;
    min-width: 36px;
    height: 100%;
    min-height: var(--cell-height);
    margin: 0;
    padding: 0 4px;
    border: 0;
    border-radius: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-variant-numeric: inherit;
    text-align: center;
    cursor: text;
  }

  .matrix input {
    width: calc(var(--digits) * 1ch + 12px);
    text-decoration: underline dotted var(--control-line) 1px;
    text-underline-offset: 5px;
  }

  .matrix input:hover {
    background: var(--wash);
  }

  .matrix input[aria-invalid="true"] {
    color: var(--key-text);
    text-decoration: underline wavy var(--key) 1px;
  }

  .matrix .cell.asked {
    background: var(--paper);
    outline: 1px solid var(--control-line);
    outline-offset: -2px;
    color: var(--ink);
  }

  .matrix .cell.asked.right {
    border-block-end: 3px solid var(--value);
  }

  .matrix .cell.asked.wrong {
    border-block-end: 3px double var(--key);
  }

  .matrix .cell.asked.target {
    outline: 2px solid var(--ink);
  }

  .matrix .cell.asked input {
    min-width: calc(6ch + 12px);
    text-decoration: none;
  }

  .matrix .cell button {
    cursor: pointer;
  }

  .matrix .cell button:hover {
    background: color-mix(in srgb, var(--accent) 10%, transparent);
  }

  .matrix th button {
    min-width: 24px;
    text-align: end;
    min-height: var(--cell-height);
    margin: 0 -8px 0 0;
    padding-block: 0;
    padding-inline: 4px 8px;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }

  .matrix th button:hover {
    color: var(--ink);
    text-decoration: underline;
  }

  .matrix.bare .cell {
    min-width: 24px;
    width: 24px;
    height: 24px;
    padding: 0;
    forced-color-adjust: none;
  }

  .matrix.bare .cell .number {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  /* Eight columns and more: everything a size smaller. */
  .matrix.dense {
    --cell-height: 26px;
    font-size: var(--small);
  }

  .matrix.dense .cell {
    min-width: max(26px, calc(var(--digits) * 1ch + 5px), calc(var(--label) * 0.9ch + 4px));
    padding: 0 1px;
  }

  .matrix.compact {
    --cell-height: 28px;
  }

  .matrix.dense .cell.holder {
    padding: 0;
  }

  .matrix.dense input,
  .matrix.dense .cell button {
    min-width: 26px;
    padding: 0 1px;
  }

  .matrix.dense input {
    width: calc(var(--digits) * 1ch + 5px);
  }

  .matrix.dense thead th {
    padding-inline: 3px;
  }

  .matrix.dense th {
    padding-inline-end: 5px;
  }

  @container (max-width: 30rem) {
    .matrix {
      font-size: var(--small);
    }

    .matrix .cell {
      min-width: max(34px, calc(var(--digits) * 1ch + 8px), calc(var(--label) * 0.9ch + 6px));
      padding: 0 2px;
    }

    .matrix.dense .cell {
      min-width: max(26px, calc(var(--digits) * 1ch + 4px), calc(var(--label) * 0.9ch));
    }

    .matrix .token {
      max-width: 8ch;
    }

    /* Where a matrix scrolls, its labels stay. */
    .matrix tbody th {
      position: sticky;
      inset-inline-start: 0;
      z-index: 3;
      background: linear-gradient(to left, transparent 4px, var(--paper) 4px);
    }

    .matrix .name .sign {
      display: inline;
    }

    .matrix th {
      padding-inline-end: 5px;
    }

    .matrix thead th {
      padding-inline: 3px;
    }
  }

  @media (forced-colors: active) {
    .matrix .cell.heat {
      background-color: Canvas;
      color: CanvasText;
    }

    .matrix .cell.bar {
      --line: GrayText;
    }

    /* A hatch is an image, which forced colours would take away. */
    .matrix .cell.masked {
      forced-color-adjust: none;
    }

    .matrix.bare .cell.heat {
      background: var(--cell-light);
    }

    .matrix tr.chosen .cell,
    .matrix .cell.chosen {
      border-block: 2px solid Highlight;
    }

    .matrix .cell.lit {
      border-block-end: 3px double CanvasText;
    }
  }
`;

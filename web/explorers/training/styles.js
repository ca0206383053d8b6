// What attention-training looks like, beside what all explorers share.
import { css } from "lit";
import { fieldLook } from "../../parts/fields/field-look.js";

export const trainingStyles = css`
  .prediction p > button.quiet {
    display: block;
  }

  .run {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
  }

  /* As high while it prepares as when it is ready, so that nothing below moves. */
  .run .status {
    flex: 1 1 8rem;
    display: grid;
    align-content: center;
    min-height: 3em;
    color: var(--muted);
  }

  .charts,
  .ticket {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px 40px;
  }

  .ticket {
    padding-block-start: 16px;
    border-block-start: 1px solid var(--line);
  }

  .ticket .side {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 16px;
  }

  .small {
    color: var(--muted);
    font-size: var(--small);
  }

  .kinds {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr));
    gap: 8px 24px;
    margin: 8px 0 0;
  }

  .kinds dt {
    color: var(--muted);
    font-size: var(--small);
  }

  .kinds dd {
    margin: 0;
    font-weight: 600;
  }

  .kinds .gauge {
    height: 6px;
    margin-block-start: 4px;
  }

  .gauge {
    display: block;
    background: var(--line);
    forced-color-adjust: none;
    print-color-adjust: exact;
  }

  /* Lines and ink are one colour there: an empty gauge would look full. */
  @media (forced-colors: active) {
    .gauge {
      outline: 1px solid;
      background: Canvas;
    }
  }

  .gauge > span {
    display: block;
    height: 100%;
    background: var(--accent);
  }

  .tokens {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 2px;
    padding: 4px;
    margin: -4px;
    cursor: pointer;
    touch-action: manipulation;
  }

  .tokens .token {
    padding: 2px 6px;
    border: 2px solid transparent;
    border-radius: 3px;
    forced-color-adjust: none;
    print-color-adjust: exact;
    overflow-wrap: anywhere;
  }

  .tokens .token.heat {
    background: var(--cell-light);
    color: var(--text-light);
  }

  @supports (color: light-dark(#000, #fff)) {
    .tokens .token.heat {
      background: light-dark(var(--cell-light), var(--cell-dark));
      color: light-dark(var(--text-light), var(--text-dark));
    }
  }

  .tokens .token.query-token {
    border-color: var(--query);
  }

  .tokens .token.unknown {
    text-decoration: underline dotted 1px;
    text-underline-offset: 4px;
  }

  .ticket .colour-bar {
    margin-block: 8px 4px;
  }

  .reads {
    min-height: 3em;
  }

  .teams {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 6px 12px;
    align-items: center;
    margin: 0;
  }

  .teams > div {
    display: contents;
  }

  .teams dt.best,
  .teams .best + dd + dd {
    font-weight: 600;
  }

  .teams dd {
    margin: 0;
  }

  .teams dd:last-child {
    min-width: 7ch;
    text-align: end;
  }

  .teams .gauge {
    height: 10px;
  }

  .teams .true {
    color: var(--muted);
    font-size: var(--small);
    font-weight: 400;
  }

  .heads-now {
    display: grid;
    gap: 12px;
    justify-items: start;
  }

  .head-row {
    display: grid;
    gap: 4px 8px;
    width: 100%;
  }

  /* The heads of a block stand side by side, as large as the page lets them. */
  .ticket > .all-heads {
    grid-column: 1 / -1;
  }

  .head-row button {
    display: block;
    min-width: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--muted);
    font: inherit;
    font-size: var(--small);
    text-align: start;
    cursor: pointer;
  }

  .head-row canvas {
    display: block;
    width: 100%;
    aspect-ratio: 1;
    border: 1px solid var(--line);
    image-rendering: pixelated;
    forced-color-adjust: none;
    print-color-adjust: exact;
  }

  .head-row button[aria-pressed="true"] {
    color: var(--ink);
    font-weight: 600;
  }

  .head-row button[aria-pressed="true"] canvas {
    outline: 2px solid var(--query);
  }

  .no-heads {
    display: grid;
    place-items: center;
    min-height: 12rem;
    padding: 16px;
    border: 1px dashed var(--control-line);
    color: var(--muted);
    text-align: center;
  }

  .probe {
    position: absolute;
    visibility: hidden;
    color: #000000;
  }

  @supports (color: light-dark(#000, #fff)) {
    .probe {
      color: light-dark(#000000, #ffffff);
    }
  }

  .stage {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
  }

  .stage.dropping::after {
    content: attr(data-drop);
    position: absolute;
    inset: -8px;
    display: grid;
    place-items: center;
    padding: 24px;
    border: 2px dashed var(--focus);
    background: color-mix(in srgb, var(--paper) 88%, transparent);
    text-align: center;
  }

  .ticket .control select,
  .own-ticket input {
    width: 100%;
  }

  .own-ticket input {
    ${fieldLook}
  }

  .group {
    flex: 1 0 100%;
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 16px 24px;
  }

  .group.anew {
    padding-block-start: 12px;
    border-block-start: 1px solid var(--line);
  }

  .group > .small {
    flex: 1 0 100%;
    max-width: none;
    margin-block-end: -8px;
  }

  .refused {
    padding-inline-start: 16px;
    border-inline-start: 3px solid var(--series-3);
  }

  @container (min-width: 48rem) {
    .charts,
    .ticket {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }
`;

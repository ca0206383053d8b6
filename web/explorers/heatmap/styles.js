// The looks of <attention-heatmap>: small maps, the large one with its labels, text field and files.
import { css } from "lit";

export const heatmapStyles = css`
  .probe {
    position: absolute;
    width: 0;
    height: 0;
    color: #000000;
    transition: color 1ms;
    forced-color-adjust: none;
  }

  @supports (color: light-dark(#000, #fff)) {
    .probe {
      color: light-dark(#000000, #ffffff);
    }
  }

  .doubt {
    padding: 8px 12px;
    border-inline-start: 3px solid var(--accent);
    background: var(--wash);
    font-weight: 600;
  }

  .about {
    color: var(--muted);
    font-size: var(--small);
  }

  .stage {
    position: relative;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px 32px;
    grid-template-areas: "heads" "model" "large" "pairs";
  }

  .stage.dropping::after {
    content: attr(data-drop);
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    border: 2px dashed var(--accent);
    background: color-mix(in srgb, var(--paper) 85%, transparent);
    font-weight: 600;
    z-index: 4;
    pointer-events: none;
  }

  @container (min-width: 44rem) {
    .stage.beside {
      grid-template-columns: minmax(19rem, max-content) minmax(0, 1fr);
      grid-template-areas: "heads large" "model large" "pairs large" ". large";
      grid-template-rows: auto auto auto 1fr;
      align-items: start;
    }

    /* A map with a name for each of many tokens takes the whole width. */
    .stage.above {
      grid-template-columns: minmax(19rem, max-content) minmax(0, 1fr);
      grid-template-areas: "heads pairs" "large large";
      align-items: start;
    }

    .stage.above.trained {
      grid-template-areas: "heads model" "pairs model" "large large";
    }

    .stage.above .pairs {
      min-width: 100%;
    }

    /* As wide as the small maps, and no wider. */
    .stage.beside > :is(.model, .pairs) {
      width: 0;
      min-width: 100%;
    }
  }

  .heads {
    grid-area: heads;
    overflow-x: auto;
    max-width: calc(100% + 8px);
    padding: 4px;
    margin: -4px;
  }

  .heads .grid {
    display: grid;
    grid-template-columns: auto repeat(var(--heads), max-content);
    gap: 4px;
    align-items: center;
    width: max-content;
    color: var(--muted);
    font-size: var(--small);
  }

  .heads .grid > [role="row"] {
    display: contents;
  }

  .heads .over {
    text-align: center;
  }

  .heads .side {
    padding-inline-end: 4px;
  }

  .heads button {
    display: block;
    padding: 3px;
    border: 2px solid transparent;
    border-radius: 2px;
    background: none;
    cursor: pointer;
  }

  .heads button:hover {
    border-color: var(--control-line);
  }

  .heads button[aria-checked="true"] {
    border-color: var(--accent);
  }

  .heads button {
    position: relative;
  }

  .heads .off canvas {
    opacity: 0.35;
  }

  .heads .sign {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    color: var(--ink);
    font-weight: 600;
  }

  .heads canvas {
    outline: 1px solid var(--line);
  }

  canvas {
    display: block;
    forced-color-adjust: none;
    print-color-adjust: exact;
    -webkit-print-color-adjust: exact;
  }

  .large {
    grid-area: large;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    min-width: 0;
    /* Until it is drawn anew, a window that was made narrower has the old map. */
    overflow-x: hidden;
    overflow-x: clip;
    overflow-clip-margin: 4px;
  }

  .large .title {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 12px;
  }

  .large .title b {
    font-weight: 600;
  }

  .large .facts,
  .axis {
    color: var(--muted);
    font-size: var(--small);
  }

  .map-grid {
    display: grid;
    grid-template-columns: var(--side) max-content;
    grid-template-rows: auto var(--over) auto auto;
  }

  .axis.keys {
    grid-column: 2;
    white-space: nowrap;
  }

  .axis.queries {
    grid-column: 1;
    grid-row: 2;
    align-self: end;
    padding-inline-end: 6px;
    padding-block-end: 16px;
    line-height: 1.2;
    text-align: end;
  }

  .labels {
    position: relative;
    font-size: min(var(--small), 16px);
    line-height: 1.15;
    color: var(--muted);
  }

  .labels.over {
    grid-column: 2;
    grid-row: 2;
  }

  .labels.side {
    grid-column: 1;
    grid-row: 3;
  }

  .labels > span {
    position: absolute;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .labels.side > span {
    inset-inline: 0 8px;
    transform: translateY(-50%);
    text-align: end;
  }

  .labels.over > span {
    bottom: 4px; /* also of what is written upright */
    max-width: var(--most);
    transform: translateX(-50%);
    text-align: center;
  }

  .labels.over.upright > span {
    writing-mode: vertical-rl;
    max-width: none;
    max-height: calc(var(--over) - 4px);
    transform: translateX(-50%) rotate(180deg);
    text-align: start;
  }

  .labels .lit {
    color: var(--ink);
    font-weight: 600;
  }

  .labels .chosen {
    color: var(--query-text);
    font-weight: 600;
  }

  .map {
    position: relative;
    grid-column: 2;
    grid-row: 3;
    cursor: crosshair;
    overflow: hidden;
    border: 1px solid var(--control-line);
    box-sizing: content-box;
  }

  .map.zoomed {
    touch-action: none;
  }

  .map.panning {
    cursor: grabbing;
  }

  .map > div {
    position: absolute;
    pointer-events: none;
    forced-color-adjust: none;
  }

  .map .outlined {
    inset-inline: 0;
    border: 2px solid var(--query);
    box-shadow: 0 0 0 1px var(--paper);
    min-height: 5px;
  }

  .map .pointed {
    border: 2px solid var(--ink);
    box-shadow:
      0 0 0 1px var(--paper),
      inset 0 0 0 1px var(--paper);
    min-width: 7px;
    min-height: 7px;
  }

  .strip {
    grid-column: 2;
    grid-row: 4;
    margin-block-start: 6px;
    padding-inline: 1px;
    border-block-end: 1px solid var(--control-line);
    color: var(--key);
  }

  .strip-name {
    grid-column: 1;
    grid-row: 4;
    align-self: end;
    padding-inline-end: 8px;
    color: var(--key-text);
    font-size: var(--small);
    line-height: 1.15;
    text-align: end;
  }

  .read {
    min-height: 3em;
    max-width: none;
  }

  .read b {
    font-weight: 600;
  }

  .read small {
    color: var(--muted);
    font-size: var(--small);
  }

  .zoom-buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }

  .missing {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: start;
    gap: 8px;
  }

  .missing pre {
    margin: 0;
    max-width: 100%;
    padding: 12px;
    overflow: auto;
    background: var(--wash);
    font: var(--small) / 1.5 var(--mono);
  }

  .missing code {
    font: var(--small) / 1.5 var(--mono);
    overflow-wrap: anywhere;
  }

  .wrong {
    padding-inline-start: 16px;
    border-inline-start: 3px solid var(--key);
  }

  @media print {
    .zoom-buttons {
      display: none;
    }
  }
`;

// What attention-heads looks like, beside what all explorers share.
import { css } from "lit";

export const headsStyles = css`
  .stage {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px;
  }

  .flow {
    margin: 0;
  }

  .flow svg {
    width: 100%;
    max-width: 48.75rem;
    height: auto;
    margin-inline: auto;
  }

  .flow .drawing > text {
    font-size: 13px; /* of the drawing, which is as wide as it can be */
  }

  .flow .drawing > text:not(.strong) {
    /* A rim keeps a label readable where a line passes. */
    paint-order: stroke;
    stroke: var(--paper);
    stroke-width: 3px;
    stroke-linejoin: round;
  }

  .flow svg.narrow {
    display: none;
    overflow: hidden;
    max-width: 400px;
  }

  @container (max-width: 40rem) {
    .flow svg.wide {
      display: none;
    }

    .flow svg.narrow {
      display: block;
    }
  }

  .beside {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr));
    gap: 20px 40px;
    align-items: start;
    /* WebKit goes on counting the width that a table had before the letters grew. */
    overflow: clip;
    overflow-clip-margin: 4px;
  }

  .wide {
    overflow-x: auto;
  }

  .steps {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--small);
  }

  .steps caption,
  .bars caption {
    padding-block-end: 4px;
    text-align: start;
    font-size: var(--text);
  }

  .bars caption small {
    display: block;
    color: var(--muted);
    font-size: var(--small);
  }

  .steps th,
  .steps td {
    padding-block: 4px;
    padding-inline: 0 8px;
    border-block-end: 1px solid var(--line);
    text-align: start;
    font-weight: 400;
    vertical-align: baseline;
  }

  .steps thead th,
  .steps .letters {
    color: var(--muted);
  }

  .steps .letters {
    direction: ltr;
    unicode-bidi: isolate;
    white-space: nowrap;
  }

  .bars span {
    unicode-bidi: plaintext;
  }

  .steps .numbers {
    font-weight: 600;
    white-space: nowrap;
  }

  .bars {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--small);
  }

  .bars th,
  .bars td {
    padding: 2px 0;
    font-weight: 400;
    text-align: start;
    white-space: nowrap;
  }

  .bars th {
    width: 3ch;
    padding-inline-end: 8px;
    color: var(--muted);
    text-align: end;
  }

  .bars td {
    width: 100%;
  }

  .bars td > span {
    display: flex;
    align-items: center;
    gap: 8px;
  }

  .bars .bar {
    flex: none;
    height: 12px;
    min-width: 1px;
    background: var(--control-line);
    forced-color-adjust: none;
    print-color-adjust: exact;
  }

  .bars .now th,
  .bars .now td {
    color: var(--ink);
    font-weight: 600;
  }

  .bars .now .bar {
    background: var(--accent);
  }

  .heads-at-work {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 20px 32px;
  }

  .head {
    min-width: 0;
    max-width: 100%;
  }

  .head > p {
    color: var(--muted);
    font-size: var(--small);
  }

  .ways {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
    gap: 24px 40px;
  }

  .way {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 12px;
  }

  .way > .title {
    font-weight: 600;
  }

  .way .equation {
    justify-content: start;
  }

  .note {
    color: var(--muted);
    font-size: var(--small);
  }

  .controls > .views {
    flex: 1 0 100%;
  }

  /* One grid for all sliders, whatever stands on them. */
  .controls > .sizes {
    flex: 1 0 100%;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
    gap: 16px 32px;
    align-items: end;
  }

  .sizes .stops {
    width: 100%;
  }

  .sizes select {
    width: 100%;
  }

  .sizes .slide input[type="range"] {
    flex: 1 1 auto;
    min-width: 0;
  }

  .steps .now {
    background: var(--wash);
  }
`;

// What attention-key-size looks like, beside what all explorers share.
import { css } from "lit";

export const keySizeStyles = css`
  .stage {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px 40px;
  }

  .rows {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 20px;
  }

  /* Where letters are twice as large on a phone. */
  @container (max-width: 15rem) {
    .spreads {
      overflow-x: auto;
    }
  }

  .bar-read {
    min-height: 3em;
    color: var(--muted);
    font-size: var(--small);
  }

  .bar-row .swatch {
    display: inline-block;
    width: 10px;
    height: 10px;
    margin-inline-end: 6px;
    background: var(--series-1);
    forced-color-adjust: none;
    print-color-adjust: exact;
  }

  [data-bars="divided"] .swatch {
    background: var(--series-2);
  }

  .sample {
    flex: 1 0 100%;
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 8px 24px;
  }

  .sample > .state {
    flex: 1 1 18rem;
  }

  .sample .state > span {
    color: var(--muted);
    font-size: var(--small);
  }

  @container (min-width: 48rem) {
    .stage.both {
      grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    }
  }

  .controls > .views,
  .controls > .wide-control {
    flex: 1 0 100%;
    min-width: 0;
  }

  .derivation {
    display: grid;
    gap: 16px;
    margin: 0;
    padding-inline-start: 1.5em;
  }

  .derivation .claim {
    max-width: 44rem;
  }

  .derivation .found {
    color: var(--muted);
    max-width: 44rem;
  }

  .derivation .now .claim {
    font-weight: 600;
  }

  .derivation li:not(.now) .histogram {
    display: none;
  }

  .histogram {
    max-width: 26rem;
    margin: 8px 0 0;
  }

  /* Samples beside each line, where there is room. */
  @container (min-width: 48rem) {
    .derivation[data-proof="variance"] li {
      position: relative;
      min-height: 6.5rem;
      padding-inline-end: 24rem;
    }

    .derivation li[data-line] .histogram {
      display: block;
      position: absolute;
      inset-block-start: 0;
      inset-inline-end: 0;
      width: 22rem;
      margin: 0;
    }

    .derivation .histogram svg {
      height: 72px;
    }
  }

  .histogram figcaption {
    direction: ltr;
  }

  .histogram svg {
    display: block;
    width: 100%;
    height: 96px;
    border-block-end: 1px solid var(--control-line);
  }

  .histogram figcaption {
    display: flex;
    justify-content: space-between;
    color: var(--muted);
    font-size: var(--small);
  }

  .spreads {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
    gap: 24px 32px;
    align-items: start;
  }

  .spreads table {
    border-collapse: collapse;
    font-size: var(--small);
  }

  .spreads caption {
    padding-block-end: 4px;
    text-align: start;
  }

  .spreads th,
  .spreads td {
    padding-block: 4px;
    padding-inline: 12px 0;
    border-block-end: 1px solid var(--line);
    font-weight: 400;
    text-align: end;
  }

  .spreads thead th {
    color: var(--muted);
    vertical-align: bottom;
  }

  .spreads th:first-child {
    padding-inline-start: 0;
  }
`;

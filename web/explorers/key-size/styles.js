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
`;

// What attention-cost looks like, beside what all explorers share.
import { css } from "lit";

export const costStyles = css`
  .stage {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 24px 40px;
    align-items: start;
  }

  .notes {
    display: grid;
    gap: 4px;
    color: var(--muted);
    font-size: var(--small);
  }

  .controls > .views {
    flex: 1 0 100%;
  }

  /* The last stop's name is wider than the thumb. */
  [data-control="n"] {
    padding-inline-end: 16px;
  }

  .timing {
    display: grid;
    gap: 4px;
  }

  .timing > [data-state] {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    min-height: 44px;
  }

  .timing .note {
    color: var(--muted);
    font-size: var(--small);
  }

  @media print {
    .timing {
      display: none;
    }
  }

  @container (min-width: 48rem) {
    .stage {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
  }

  .paths {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
    gap: 16px 32px;
    align-items: end;
  }

  .paths figure {
    margin: 0;
  }

  .paths figcaption,
  .blends .note {
    color: var(--muted);
    font-size: var(--small);
  }

  .paths svg {
    width: 100%;
    max-width: 26rem;
    height: auto;
  }
`;

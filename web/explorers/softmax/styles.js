// What attention-softmax looks like, beside what all explorers share.
import { css } from "lit";

export const softmaxStyles = css`
  .made {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    justify-content: center;
    gap: 12px 24px;
  }

  .made .matrix[data-matrix="z"],
  .made .matrix[data-matrix="W"] {
    --cell-height: 48px;
  }

  .scores {
    display: grid;
    padding-block-end: 6px;
  }

  .scores > p {
    color: var(--muted);
    font-size: var(--small);
  }

  .scores .score {
    display: flex;
    align-items: center;
    gap: 8px;
    height: 48px;
  }

  .scores .score > bdi {
    min-width: 2ch;
    max-width: 9ch;
    overflow: hidden;
    color: var(--muted);
    font-size: var(--small);
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .made .matrix[data-matrix="W"] .cell {
    min-width: 84px;
  }

  .derivative {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    justify-content: space-between;
    gap: 16px 32px;
  }

  .derivative .jacobians {
    display: grid;
    gap: 8px;
    min-width: 0;
    max-width: 100%;
  }

  .derivative .pair {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 24px;
    min-width: 0;
  }

  .derivative .note {
    color: var(--muted);
    font-size: var(--small);
  }

  .derivative attention-part-line-chart {
    flex: 1 1 17rem;
    min-width: 0;
    max-width: 26rem;
  }

  @container (max-width: 30rem) {
    .made {
      justify-content: flex-start;
    }

    .made .matrix[data-matrix="W"] .cell {
      min-width: 48px;
    }
  }
`;

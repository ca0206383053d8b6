// What attention-masks looks like, beside what all explorers share.
import { css } from "lit";

export const masksStyles = css`
  .lines {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }

  .line {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
  }

  .line > p {
    max-width: none;
    color: var(--muted);
    font-size: var(--small);
  }

  .line > p b {
    color: var(--ink);
    font-weight: 600;
  }

  .beneath {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: flex-start;
    gap: 4px 32px;
  }

  .beneath > .arithmetic {
    flex: 1 1 20rem;
  }

  .beside {
    max-width: 100%;
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 12px;
  }

  .checked {
    overflow-x: auto;
  }

  .checked table {
    border-collapse: collapse;
    font-size: var(--small);
  }

  .checked th,
  .checked td {
    padding: 4px 16px 4px 0;
    border-block-end: 1px solid var(--line);
    font-weight: 400;
    text-align: start;
    white-space: nowrap;
  }

  .control input.typed {
    width: 9rem;
    min-height: 44px;
    padding: 0 12px;
    border: 1px solid var(--control-line);
    border-radius: 4px;
    background: var(--paper);
    color: var(--ink);
    font: inherit;
  }

  .bars {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
  }
`;

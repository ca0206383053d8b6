// What attention-masks looks like, beside what all explorers share.
import { css } from "lit";
import { fieldLook } from "../../parts/fields/field-look.js";

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

  .checked {
    overflow-x: auto;
  }

  .checked table {
    border-collapse: collapse;
    font-size: var(--small);
  }

  .checked th,
  .checked td {
    padding-block: 4px;
    padding-inline: 0 16px;
    border-block-end: 1px solid var(--line);
    font-weight: 400;
    text-align: start;
    white-space: nowrap;
  }

  .control input.typed {
    width: 9rem;
    ${fieldLook}
  }

  .bars {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
  }
`;

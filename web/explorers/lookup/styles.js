// What attention-lookup looks like, beside what all explorers share.
import { css } from "lit";
import { fieldLook } from "../../parts/fields/field-look.js";

export const lookupStyles = css`
  .angles {
    overflow-x: auto;
  }

  .angles table {
    border-collapse: collapse;
    margin-block-start: 8px;
    font-size: var(--small);
  }

  .angles th,
  .angles td {
    padding-block: 4px;
    padding-inline: 0 16px;
    border-block-end: 1px solid var(--line);
    font-weight: 400;
    text-align: start;
  }

  .control input.typed {
    width: 9rem;
    ${fieldLook}
  }

  .planes {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 20px 40px;
  }

  .lookups {
    width: 100%;
    border-collapse: collapse;
  }

  /* Where letters are twice as large on a phone. */
  @container (max-width: 15rem) {
    .lookups {
      display: block;
      overflow-x: auto;
    }
  }

  .lookups th,
  .lookups td {
    padding: 4px 0;
    padding-inline-end: 12px;
    border-block-end: 1px solid var(--line);
    font-weight: 400;
    text-align: start;
    vertical-align: baseline;
  }

  .lookups thead th {
    overflow-wrap: anywhere;
    hyphens: auto;
    color: var(--muted);
    font-size: var(--small);
  }

  .lookups .score {
    width: 5.5rem;
    text-align: end;
  }

  .lookups tr.best th {
    font-weight: 600;
  }

  .lookups tbody tr:focus-visible {
    outline-offset: -2px;
  }

  .lookups tbody tr.pointed > * {
    background: var(--wash);
  }

  .lookups .weight {
    width: 32%;
  }

  .lookups .weight > span {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 3.5rem;
    gap: 8px;
    align-items: center;
  }

  .lookups .weight svg {
    width: 100%;
    height: 12px;
    border-inline-start: 1px solid var(--control-line);
  }

  .lookups tfoot th,
  .lookups tfoot td {
    border: 0;
    font-weight: 600;
  }

  @container (min-width: 40rem) {
    .planes {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }

  @container (max-width: 30rem) {
    .lookups .weight {
      width: 27%;
    }

    .lookups .score {
      width: 3.5rem;
    }

    .lookups .weight > span {
      display: block;
    }
  }
`;

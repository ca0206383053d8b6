// How every field looks into which something is typed.
import { css } from "lit";

/** Declarations, for a rule of whoever has such a field. */
export const fieldLook = css`
  min-height: 44px;
  padding: 0 12px;
  border: 1px solid var(--control-line);
  border-radius: 4px;
  background: var(--paper);
  color: var(--ink);
  font: inherit;
`;
